"""What the docs tell people to type can be typed: every command line of README and docs is read by click, and by a shell's rules.

The night runs those that end by themselves, in order, in an empty folder (`RUN`).
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tapete import cli
from tests.ground import site_nav
from tools import docs_trial

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    path
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    if path.name not in ("commands.md", "dependencies.md", "testing.md") and "inside" not in path.parts
]

START = re.compile(r"^(?:[$>] )?(?:sudo (?:-u \S+ )?)?(?:\S*/)?(tapete|python3 run\.py|py run\.py) ")
STAND_INS = {
    **dict.fromkeys(("GAME", "JUEGO", "nim"), "shazamm"),
    **dict.fromkeys(("N", "NUMBER", "NÚMERO"), "2"),
    **dict.fromkeys(("FILE", "ARCHIVO", "FICHERO", "DECK", "MAZO", "CATALOGUE", "CATÁLOGO"), __file__),
    **dict.fromkeys(("FOLDER", "CARPETA", "DIR"), str(ROOT)),
}


def lines() -> Iterator[tuple[str, str]]:
    """Each command line of the docs, with the page that says it."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        blocks = re.findall(r"^```(?:sh|console|text)?\n(.*?)^```", text, re.M | re.S) + re.findall(r"(?:^    .*\n)+", text, re.M)
        said = [line.strip() for block in blocks for line in block.splitlines()]
        said += re.findall(r"`((?:tapete|python3 run\.py|py run\.py) [^`\n]+)`", text)
        for line in said:
            if START.match(line):
                yield str(page.relative_to(ROOT)), line


def words_of(line: str) -> list[str]:
    """The words after `tapete`; what stands for a value gets one."""
    line = re.split(r"\s+[|<>&]|\s+#|;", START.sub("", line.replace("…", "..."), count=1))[0]
    given = [
        STAND_INS.get(word.strip("[]"), re.sub(r"^(?:FILE|ARCHIVO)\.uf2$", __file__, word.strip("[]")))
        for word in shlex.split(line)
        if word not in ("...", "…")
    ]
    return [word for word in given if word != "..."]


def read(words: list[str]) -> None:
    """Let click read the words, without running the command."""
    _language, left = cli.language_taken(words)
    command: click.Command = cli.command_line("en")
    context = click.Context(command)
    while isinstance(command, click.Group) and left and not left[0].startswith("-"):
        found = command.get_command(context, left[0])
        assert found is not None, f"no command {left[0]}"
        command, left = found, left[1:]
    if isinstance(command, click.Group) or "--help" in left:
        return
    command.make_context("tapete", left, resilient_parsing=False)


LINES = sorted(set(lines()))


def test_there_are_lines_to_read() -> None:
    assert len(LINES) > 100


@pytest.mark.slow
@pytest.mark.parametrize(("where", "line"), LINES, ids=[f"{where}: {line}" for where, line in LINES])
def test_a_line_of_the_docs_can_be_typed(where: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = words_of(line)
    if words and words[0] in ("test", "bench", "--with"):  # words of run.py, which tests/ground/test_run.py tries
        words = words[2:] if words[0] == "--with" else []
    monkeypatch.chdir(tmp_path)
    for word in words:  # files that a line names are there
        if re.fullmatch(r"[\w.-]+\.(?:toml|txt|tapete(?:-cards)?|ods|svg|jsonl|gz)", word) and "-o" not in words[: words.index(word)][-1:]:
            (tmp_path / word).touch()
    try:
        read(words)
    except click.MissingParameter:
        if re.search(r"^tapete [a-z -]+$", line) is None:  # a command may be named without what it takes
            raise


def test_readme_names_every_command() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    [listed] = re.findall(r"lists the commands: ([^;]+);", readme)
    assert sorted(re.findall(r"`([a-z]+)`", listed)) == sorted(cli.SUMMARIES)


def test_nobody_is_told_to_install_from_an_index() -> None:
    """Tapete is on none yet: what people type must work today."""
    said = re.compile(r"pip install (?:--upgrade )?'?tapete(?!_)\b")
    told = [page.name for page in PAGES if said.search(page.read_text(encoding="utf-8"))]
    assert told == []


RUN = (
    "rules",
    "rules shazamm SHZ-035",
    "cards show moriham",
    "cards labels moriham -o labels.html",
    "cards mat moriham -o mat.html",
    "cards new moriham -o my_cards.toml",
    "cards check my_cards.toml",
    "data",
    "demo shazamm --auto --fast --seed 1 -o evening.tapete",
    "replay evening.tapete",
    "resume --list",
    "completion bash",
    "guides",
)
"""A player's path from nothing, in order."""


@pytest.mark.slow
def test_a_players_path_works_in_an_empty_folder(tmp_path: Path) -> None:
    environ = {**os.environ, "TAPETE_DATA": str(tmp_path / "data"), "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}
    for words in RUN:
        done = subprocess.run(
            [sys.executable, "-m", "tapete", *words.split()], cwd=tmp_path, capture_output=True, encoding="utf-8", env=environ, check=False
        )
        assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
        assert "Traceback" not in done.stderr
        assert not done.stdout.lower().startswith("<!doctype"), words


def test_what_is_not_typed_in_the_trial_has_its_reason_and_its_proof() -> None:
    """tools/docs_trial.py types every other command of README and docs in a fresh Debian, each night."""
    steps = list(docs_trial.steps())
    assert len(steps) > 900
    aside = [step for step in steps if not step.typed]
    assert all(step.reason and step.instead for step in aside)
    assert sum("--worked" not in step.said for step in aside) < 0.5 * sum("--worked" not in step.said for step in steps)
    for place in {word.rstrip(",") for step in aside for word in step.instead.split() if "/" in word}:
        assert (ROOT / place.rstrip(":")).exists(), place


def test_no_entry_of_the_trial_speaks_of_a_command_that_is_gone() -> None:
    kept = tomllib.loads(docs_trial.KEPT.read_text(encoding="utf-8"))
    steps = list(docs_trial.steps())
    typed = [re.sub(r"\s+#.*", "", step.said).strip() for step in steps]
    patterns = [one["line"] for kind in ("aside", "ends", "answers") for one in kept[kind]] + kept["serves"]["lines"]
    assert [pattern for pattern in patterns if not any(re.fullmatch(pattern, line) for line in typed)] == []
    assert [put["for"] for put in kept["put"] if not any(re.search(put["for"], line) for line in typed)] == []


def test_no_page_of_a_players_path_is_long() -> None:
    """A page that teaches a player, or says how a thing is done before play, has 2,000 words at the most."""
    path = [page for tab, kind, page in site_nav.pages() if tab in site_nav.PLAYERS and kind in (site_nav.TUTORIAL | site_nav.HOW_TO)]
    assert len(path) > 20
    long = {page: len((ROOT / "docs" / page).read_text(encoding="utf-8").split()) for page in path}
    assert {page: words for page, words in long.items() if words > 2000} == {}
