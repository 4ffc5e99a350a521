"""`run.py` prepares what a word needs and hands over: here without network, with steps recorded in place of run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import run
from tests import chromium

ROOT = Path(__file__).resolve().parents[2]


class Checkout:
    """A checkout in a folder of its own; what `run.py` would run is recorded, and makes what it would make."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.commands: list[list[str]] = []
        self.version: str | None = None
        self.whole = True
        self.fails_at: str | None = None
        for name in ("pyproject.toml", "constraints.txt"):
            (root / name).write_text(name, encoding="utf-8")

    def run(self, command: list[str]) -> None:
        self.commands.append(command)
        if self.fails_at in command:
            raise run.Unprepared("failed")
        if "venv" in command:
            (self.root / ".venv").mkdir(exist_ok=True)
            self.version, self.whole = "3.11", True

    @property
    def installed(self) -> list[str]:
        """What was installed, one target an installation."""
        return [command[-1].removeprefix(str(self.root)) for command in self.commands if "install" in command]


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checkout:
    made = Checkout(tmp_path)
    move_to(made, tmp_path, monkeypatch)
    monkeypatch.setattr(run, "run", made.run)
    monkeypatch.setattr(run, "environment_version", lambda: (made.version, made.whole))
    monkeypatch.setattr(run, "pip_for", lambda python: [python, "-m", "pip"])
    return made


def move_to(checkout: Checkout, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checkout.root = root
    monkeypatch.setattr(run, "ROOT", root)
    monkeypatch.setattr(run, "ENVIRONMENT", root / ".venv")
    monkeypatch.setattr(run, "LOCK", root / ".venv.lock")
    monkeypatch.setattr(run, "NOTE", root / ".venv" / "tapete-installed.json")


def test_first_start_makes_the_environment_and_installs(checkout: Checkout) -> None:
    run.prepare(frozenset())
    assert checkout.installed == [""]
    assert "venv" in checkout.commands[0]
    assert json.loads(run.NOTE.read_text(encoding="utf-8"))["extras"] == []


def test_second_start_does_nothing(checkout: Checkout) -> None:
    run.prepare(frozenset({"dev"}))
    before = len(checkout.commands)
    run.prepare(frozenset({"dev"}))
    run.prepare(frozenset())
    assert len(checkout.commands) == before


def test_another_extra_is_added_to_those_that_stand(checkout: Checkout) -> None:
    run.prepare(frozenset({"browser"}))
    run.prepare(frozenset({"dev"}))
    assert checkout.installed == ["[browser]", "[browser,dev]"]


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_changed_files_are_installed_again(checkout: Checkout, name: str) -> None:
    run.prepare(frozenset())
    (checkout.root / name).write_text("changed", encoding="utf-8")
    run.prepare(frozenset())
    assert checkout.installed == ["", ""]


def test_translations_that_have_changed_are_compiled(checkout: Checkout, monkeypatch: pytest.MonkeyPatch) -> None:
    """With babel where it is; else it is installed first. What is current costs no process."""
    path = checkout.root / "host/tapete/locale/es/LC_MESSAGES/tapete.po"
    path.parent.mkdir(parents=True)
    path.touch()
    run.prepare(frozenset())
    asked: list[list[str]] = []

    def answer(command: list[str]) -> str | None:
        asked.append(command)
        return "" if has_babel else None

    monkeypatch.setattr(run, "answer", answer)
    has_babel = True
    run.compile_catalogues()
    assert [Path(command[1]).name for command in asked] == ["catalogues.py"]
    assert checkout.installed == [""]
    has_babel = False
    run.compile_catalogues()
    assert checkout.installed == ["", "[catalogues]"]
    assert checkout.commands[-1] == asked[-1]
    path.with_suffix(".mo").touch()
    asked.clear()
    run.compile_catalogues()
    assert asked == []


def test_line_endings_are_no_change(checkout: Checkout) -> None:
    (checkout.root / "constraints.txt").write_bytes(b"a==1\nb==2\n")
    before = run.digest()
    (checkout.root / "constraints.txt").write_bytes(b"a==1\r\nb==2\r\n")
    assert run.digest() == before


def test_text_moved_from_one_file_to_the_other_is_a_change(checkout: Checkout) -> None:
    (checkout.root / "pyproject.toml").write_text("ab", encoding="utf-8")
    (checkout.root / "constraints.txt").write_text("c", encoding="utf-8")
    before = run.digest()
    (checkout.root / "pyproject.toml").write_text("a", encoding="utf-8")
    (checkout.root / "constraints.txt").write_text("bc", encoding="utf-8")
    assert run.digest() != before


def test_interrupted_installation_is_done_again(checkout: Checkout) -> None:
    run.prepare(frozenset())
    checkout.fails_at = "install"
    with pytest.raises(run.Unprepared):
        run.prepare(frozenset({"dev"}))
    assert not run.NOTE.exists(), "what was half replaced must not be believed"
    checkout.fails_at = None
    run.prepare(frozenset())
    assert checkout.installed[-1] == ""
    assert run.NOTE.exists()


@pytest.mark.parametrize("note", ["", "{", "[]", '{"digest": "x"}', '{"digest": "x", "root": "y", "python": "z", "extras": null}'])
def test_a_note_that_cannot_be_read_is_no_note(checkout: Checkout, note: str) -> None:
    run.prepare(frozenset())
    run.NOTE.write_text(note, encoding="utf-8")
    run.prepare(frozenset())
    assert checkout.installed == ["", ""]


def test_moved_folder_is_installed_again(checkout: Checkout, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first = tmp_path / "first"
    first.mkdir()
    for name in ("pyproject.toml", "constraints.txt"):
        (first / name).write_text(name, encoding="utf-8")
    move_to(checkout, first, monkeypatch)
    run.prepare(frozenset({"dev"}))
    move_to(checkout, first.rename(tmp_path / "second"), monkeypatch)
    run.prepare(frozenset())
    assert checkout.installed[-1] == "[dev]"
    assert [command for command in checkout.commands if "venv" in command][1:] == [], "the environment itself still works"


def test_broken_environment_is_made_anew(checkout: Checkout) -> None:
    run.prepare(frozenset({"dev"}))
    checkout.version = None
    run.prepare(frozenset())
    assert len([command for command in checkout.commands if "venv" in command]) == 2
    assert checkout.installed[-1] == "", "what a cleared environment held is not believed"


def test_environment_that_has_lost_a_package_is_made_anew(checkout: Checkout) -> None:
    """pip would believe what stands beside the lost files, and leave them lost."""
    run.prepare(frozenset())
    checkout.whole = False
    run.prepare(frozenset())
    assert len([command for command in checkout.commands if "venv" in command]) == 2
    assert checkout.installed == ["", ""]


@pytest.mark.parametrize(
    ("says", "found"), [("3.10 True", None), ("3.11 False", "3.11"), ("3.14 True", "3.14"), ("Segmentation fault", None)]
)
def test_what_the_environment_s_python_says_is_judged(says: str, found: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "answer", lambda command: says)
    assert run.environment_version() == (found, says.endswith("True") and found is not None)


def test_environment_cut_short_before_pip_is_made_anew(checkout: Checkout, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def pip_for(python: str) -> list[str]:
        tried.append(python)
        if len(tried) == 1:
            raise run.Unprepared("no pip")
        return [python, "-m", "pip"]

    monkeypatch.setattr(run, "pip_for", pip_for)
    run.prepare(frozenset())
    assert len([command for command in checkout.commands if "venv" in command]) == 2
    assert checkout.installed == [""]


@pytest.mark.parametrize(
    ("said", "es", "en"),
    [
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", "disco está lleno", "disk is full"),
        ("Error: [Errno 30] Read-only file system: '/opt/tapete/.venv'", "no se puede escribir", "can be written"),
        ("[Errno 13] Permission denied: '.venv'", "una carpeta tuya", "a folder of yours"),
        ("NewConnectionError('... [Errno -3] Temporary failure in name resolution')", "No hay internet", "no internet"),
        ("(from versions: none)\nERROR: No matching distribution found for click", "página de entrada", "sign-in page"),
        ("ERROR: 407 Client Error: Proxy Authentication Required", "proxy", "proxy"),
        ("[SSL: CERTIFICATE_VERIFY_FAILED] self-signed certificate", "PIP_CERT", "PIP_CERT"),
        ("Segmentation fault", "arriba está el motivo", "the reason is above"),
    ],
)
def test_what_a_step_says_is_turned_into_what_to_do(said: str, es: str, en: str) -> None:
    told = run.way_on(said)
    assert es in told
    assert en in told
    assert "epite" in told


def test_newer_python_under_the_environment_is_installed_again(checkout: Checkout) -> None:
    run.prepare(frozenset())
    checkout.version = "3.12"
    run.prepare(frozenset())
    assert checkout.installed == ["", ""]


def test_installation_holds_to_the_constraints(checkout: Checkout) -> None:
    run.prepare(frozenset())
    install = next(command for command in checkout.commands if "install" in command)
    assert install[install.index("-c") + 1] == str(checkout.root / "constraints.txt")
    assert "-e" in install


def test_failing_step_shows_its_end_and_the_way_on() -> None:
    with pytest.raises(run.Unprepared) as caught:
        run.run([sys.executable, "-c", "print('the reason'); raise SystemExit(3)"])
    text = str(caught.value)
    assert "the reason" in text
    assert "internet" in text
    assert "No se pudo" in text


def test_no_pip_at_all_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "answer", lambda command: None)
    with pytest.raises(run.Unprepared, match="apt install python3-venv"):
        run.pip_for("python")


def test_lent_pip_serves_where_the_environment_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "answer", lambda command: "pip 23.0.1" if "--python" in command else None)
    assert run.pip_for("there") == [sys.executable, "-m", "pip", "--python", "there"]


def test_python_without_ensurepip_makes_an_environment_without_pip(checkout: Checkout, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    run.make_environment()
    assert "--without-pip" in checkout.commands[0]


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        (["demo", "--auto"], ["-m", "tapete", "demo", "--auto"]),
        (["console", "list"], ["-m", "tapete", "console", "list"]),
        (["--version"], ["-m", "tapete", "--version"]),
        (["bench", "startup"], ["-m", "benchmarks", "startup"]),
        (["test", "-n0"], ["-m", "pytest", "-n", "auto", "--dist", "worksteal", "-n0"]),
        (
            ["test", "--quick", "-k", "x"],
            ["-m", "pytest", "-p", "no:playwright", "-n", "auto", "--dist", "worksteal", "--quick", "-k", "x"],
        ),
    ],
)
def test_words_become_commands(arguments: list[str], command: list[str]) -> None:
    assert run.command_for(arguments) == command


@pytest.mark.slow
def test_commands_in_sentences_are_those_that_the_reader_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one who came by run.py has no command `tapete`; the one who installed the wheel has no run.py."""

    def told(*arguments: str, **environ: str) -> str:
        command = [sys.executable, "-m", "tapete", *arguments]
        here = {name: value for name, value in os.environ.items() if name != "TAPETE_STARTED_AS"}
        return subprocess.run(
            command, capture_output=True, encoding="utf-8", check=True, env={**here, "TAPETE_DATA": str(tmp_path), **environ}
        ).stdout

    monkeypatch.setattr("os.execve", lambda python, command, environ: started.append(environ["TAPETE_STARTED_AS"]))
    started: list[str] = []
    run.hand_over([])
    (by_run,) = started
    assert by_run.endswith(" run.py")
    assert "TAPETE_STARTED_AS" not in os.environ, "tests quote sentences as they are"
    assert told("--lang", "es", "resume", "--list") == "Todavía no hay partidas guardadas. `tapete play shazamm` empieza una.\n"
    assert told("--lang", "es", "resume", "--list", TAPETE_STARTED_AS=by_run).endswith(f"`{by_run} play shazamm` empieza una.\n")
    shown = told("--lang", "en", "play", "--help", TAPETE_STARTED_AS=by_run)
    assert shown.startswith(f"Usage: {by_run} play")
    assert f"`{by_run} resume` goes on" in " ".join(shown.split())


def test_page_tests_are_prepared_only_where_a_chromium_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPETE_CHROMIUM", "/named")
    assert chromium.find_chromium() == "/named"
    assert run.extras_for("test") == {"dev", "browser"}
    monkeypatch.delenv("TAPETE_CHROMIUM")
    monkeypatch.setattr(chromium, "PLACES", ())
    monkeypatch.setattr(chromium, "which", lambda name: "/found" if name == "chromium-browser" else None)
    assert chromium.find_chromium() == "/found"
    monkeypatch.setattr(chromium, "which", lambda name: None)
    assert run.extras_for("test") == {"dev"}
    assert run.extras_for("demo") == frozenset()


def test_failure_ends_with_its_text_and_status_1(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(extras: frozenset[str]) -> None:
        raise run.Unprepared("what to do")

    monkeypatch.setattr(run, "prepare", fail)
    assert run.main(["demo"]) == 1
    assert capsys.readouterr().err == "what to do\n"


def test_help_needs_no_environment() -> None:
    shown = subprocess.run([sys.executable, "-I", str(ROOT / "run.py"), "--help"], capture_output=True, encoding="utf-8", check=True)
    assert "run.py demo" in shown.stdout
    assert "Una partida entera" in shown.stdout
    assert subprocess.run([sys.executable, "-I", str(ROOT / "run.py")], capture_output=True, check=False).returncode == 2


@pytest.mark.parametrize("version", [(3, 8, 1), (3, 10, 13)])
def test_older_python_is_told_in_both_languages(version: tuple[int, int, int]) -> None:
    """The file is read up to the check as Python 3.8 would, and the check is met with the version of one."""
    import ast

    source = (ROOT / "run.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 8))
    old = f"import sys; sys.version_info = {version}; exec(compile({source!a}, 'run.py', 'exec'), {{'__name__': '__main__'}})"
    told = subprocess.run([sys.executable, "-c", old], capture_output=True, encoding="utf-8", check=False)
    assert told.returncode == 1
    assert f"este es 3.{version[1]}." in told.stderr
    assert f"this is 3.{version[1]}." in told.stderr
    assert "Traceback" not in told.stderr


def test_extras_can_be_named_before_the_word() -> None:
    assert run.named_extras(["--with", "league", "--with", "https", "play", "--lan"]) == (frozenset(["league", "https"]), ["play", "--lan"])
    assert run.named_extras(["play", "--with", "x"]) == (frozenset(), ["play", "--with", "x"])
    assert run.named_extras(["--with"]) == (frozenset(), ["--with"])
