"""The frame of `tapete`: two languages, help without heavy imports, one place for the version."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import tapete
from tapete import cli, i18n
from tapete.i18n import N_, Language

ROOT = Path(__file__).resolve().parents[2]
HEAVY = frozenset(
    [
        "string",
        "unicodedata",
        "starlette",
        "uvicorn",
        "jinja2",
        "rich",
        "serial",
        "msgspec",
        "segno",
        "sqlite3",
        "asyncio",
        "tapete.core.refusals",
        "tapete.games",
        "tapete.table",
        "tapete.web",
    ]
)


def answer(*arguments: str, language: Language = "en", code: int = 0) -> str:
    """What `tapete` prints."""
    outcome = CliRunner().invoke(cli.command_line(language), list(arguments), prog_name="tapete")
    assert outcome.exit_code == code, outcome.output
    return outcome.output


@pytest.fixture(autouse=True)
def _language_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command speaks through the environment: give it back as it was."""
    monkeypatch.setenv("LANGUAGE", "en")


def test_help_in_both_languages() -> None:
    english, spanish = answer("--help"), answer("--help", language="es")
    for text in ("Usage: tapete [OPTIONS] COMMAND [ARGS]...", "Options:", "The referee under your cards", "Show this message and exit."):
        assert text in english
        assert text not in spanish
    for text in (
        "Uso: tapete [OPCIONES] ORDEN [ARGUMENTOS]...",
        "Opciones:",
        "El árbitro bajo tus cartas",
        "Muestra esta ayuda y termina.",
    ):
        assert text in spanish
        assert text not in english


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_installed_command_has_its_summary_and_its_help(language: Language) -> None:
    frame = cli.command_line(language)
    context = click.Context(frame)
    files = Path(cli.__file__).with_name("commands").glob("*.py")
    modules = {path.stem for path in files if "def command(" in path.read_text(encoding="utf-8")}  # the others serve several commands
    assert {"console", "demo", "referee"} <= modules
    assert set(frame.list_commands(context)) == modules, "each module of tapete.commands needs its line in SUMMARIES"
    overview = answer("--help", language=language)
    for name in modules:
        assert name in overview
        command = frame.get_command(context, name)
        assert command is not None
        assert command.help, f"tapete {name} does not say what it is for"
        for parameter in command.params:
            assert not isinstance(parameter, click.Option) or parameter.help, f"tapete {name} {parameter.opts} has no help"


def test_a_command_that_is_none_is_told() -> None:
    assert "No existe la orden «nowhere»" in answer("nowhere", language="es", code=2)


@pytest.mark.parametrize(
    ("arguments", "language", "said"),
    [
        (["--wrong"], "es", "No existe la opción '--wrong'."),
        (["--wrong"], "en", "No such option '--wrong'."),
        (["--lang", "fr"], "es", "Valor no válido para '--lang'"),
    ],
)
def test_usage_errors_are_told_in_the_language(arguments: list[str], language: Language, said: str) -> None:
    assert said in answer(*arguments, language=language, code=2)


def test_commands_are_shown_in_the_language_spoken_and_stay_as_declared() -> None:
    """One message of the catalogue stands for all: help of group, command and option are translated in a copy."""

    @click.group(help=N_("Show the version and exit."))
    def declared() -> None: ...

    @declared.command("inner", help=N_("Show the version and exit."))
    @click.option("--flag", help=N_("Show this message and exit."))
    def inner(flag: str) -> None: ...

    i18n.speak("es")
    shown = cli.in_language(declared, "declared")
    assert isinstance(shown, click.Group)
    assert shown.help == "Muestra la versión y termina."
    assert shown.commands["inner"].help == "Muestra la versión y termina."
    option = shown.commands["inner"].params[0]
    assert isinstance(option, click.Option)
    assert option.help == "Muestra esta ayuda y termina."
    assert declared.commands["inner"].help == "Show the version and exit."
    i18n.speak("en")
    assert cli.in_language(declared, "declared").help == "Show the version and exit."


@pytest.mark.parametrize(
    ("arguments", "language"),
    [
        (["--lang", "es", "play"], "es"),
        (["--lang=en"], "en"),
        (["--help", "--lang", "es"], "es"),
        (["play", "--lang", "es"], "es"),
        (["rules", "--", "--lang", "es"], None),
        (["--lang"], None),
        (["--lang", "fr"], None),
        ([], None),
    ],
)
def test_language_is_read_before_the_help_is_written(arguments: list[str], language: Language | None) -> None:
    assert cli.language_taken(arguments)[0] == language


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "es_AR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "es_MX"}, "es"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "fr:es:en"}, "es"),
        ({"LANGUAGE": "fr", "LANG": "es_ES"}, "es"),
        ({"LANGUAGE": "es", "TAPETE_LANG": "en"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
    ],
)
def test_language_of_the_environment(environ: dict[str, str], language: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert i18n.preferred_language(environ) == language


def test_language_of_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr("locale.getlocale", lambda: ("Spanish_Spain", "1252"))
    assert i18n.preferred_language({}) == "es"
    monkeypatch.setattr("locale.getlocale", lambda: (None, None))
    assert i18n.preferred_language({}) == "en"


def test_pages_get_the_catalogue_of_their_request() -> None:
    spanish, english = i18n.translator("es"), i18n.translator("en")
    assert spanish.gettext("Show the version and exit.") == "Muestra la versión y termina."
    assert english.gettext("Show the version and exit.") == "Show the version and exit."


def test_help_imports_nothing_heavy() -> None:
    """Seen from outside: the modules that stand in memory when the help has been written."""
    program = (
        "import sys, tapete.cli\n"
        "try:\n    tapete.cli.main(['--help'])\n"
        "except SystemExit as ended:\n    assert not ended.code\n"
        "print('\\n'.join(sys.modules), file=sys.stderr)\n"
    )
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True).stderr.split()
    assert "click" in loaded, "the probe sees what is loaded"
    assert HEAVY & set(loaded) == set()


def test_version_is_said_once() -> None:
    assert answer("--version") == f"tapete {tapete.__version__}\n"
    assert metadata.version("tapete") == tapete.__version__
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "version" not in project
    assert project["dynamic"] == ["version", "urls"]


def test_module_runs_as_the_command() -> None:
    shown = subprocess.run([sys.executable, "-m", "tapete", "--version"], capture_output=True, encoding="utf-8", check=True)
    assert shown.stdout == f"tapete {tapete.__version__}\n"
