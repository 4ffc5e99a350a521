"""The play pages: what they cite exists, their commands can be given, and both languages say the same clauses."""

from __future__ import annotations

import itertools
import re
import shlex
from pathlib import Path

import click
import pytest

from tapete import cards, games
from tapete.cli import command_line
from tools import generate_play_pictures

DOCS = Path(__file__).parents[2] / "docs"
GAMES = ("shazamm", "moriham", "datamorphs", "bhm", "mamlejet")
LANGUAGES = ("", "es/")
CITED = re.compile(r"\b([A-Z]{3})-(R?\d+)((?:(?:, | to | a | and | y )(?:[A-Z]{3}-)?R?\d{2,3})*)")


def page(language: str, game: str) -> str:
    return (DOCS / language / "play" / f"{game}.md").read_text(encoding="utf-8")


def cited(text: str) -> set[str]:
    """Return every clause that a text cites: `MOR-062 to 064` are three, `MOR-016, R87` two."""
    found: set[str] = set()
    for prefix, first, rest in CITED.findall(text):
        last = first
        found.add(f"{prefix}-{first}")
        for joint, number in re.findall(r"(, | to | a | and | y )(?:[A-Z]{3}-)?(R?\d{2,3})", rest):
            if joint in (" to ", " a "):
                found |= {f"{prefix}-{between:03d}" for between in range(int(last), int(number))}
            found.add(f"{prefix}-{number}")
            last = number
    return found


def test_ranges_and_lists_of_clauses_are_read() -> None:
    assert cited("(MOR-062 to 064, R08) and MOR-001") == {"MOR-062", "MOR-063", "MOR-064", "MOR-R08", "MOR-001"}


@pytest.mark.parametrize("game", GAMES)
def test_clauses_exist_and_are_the_same_in_both_languages(game: str) -> None:
    known = {clause.id for clause in games.need(game).clauses}
    english, spanish = (cited(page(language, game)) for language in LANGUAGES)
    assert len(english) > 10
    assert english - known == set()
    assert english == spanish


@pytest.mark.parametrize("game", GAMES[1:])
@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_are_the_referees(game: str, language: str) -> None:
    found = games.find(game)
    assert found is not None
    known = {(code.code, code.clause) for code in found.refusals}
    rows = re.findall(r"^\| [^|`]+ \| `(\w+)` \| ([A-Z]{3}-R?\d+) \|$", page(language, game), re.M)
    assert len(rows) == 5
    assert set(rows) - known == set()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_can_be_given(game: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for deck in ("my-deck.txt", "mi-baraja.txt", "mi-mazo.txt"):
        (tmp_path / deck).touch()
    text = page(language, game)
    lines = re.findall(r"^    (tapete .+)$", text, re.M) + re.findall(r"`(tapete [^`]+)`", text)
    assert any(line.startswith(f"tapete play {game}") for line in lines)
    for line in lines:
        words = shlex.split(line, comments=True)[1:]
        command: click.Command = command_line("en")
        while isinstance(command, click.Group):
            found = command.get_command(click.Context(command), words[0])
            assert found is not None, line
            command, words = found, words[1:]
        command.make_context(command.name or "", list(words))
        for option in (after for before, after in itertools.pairwise(words) if before == "--option"):
            key, _, value = option.partition("=")
            plain = {"true": True, "false": False}.get(value, int(value) if value.isdigit() else value)
            cards.bind(game, {key: plain})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("language", "ending"), [("", "en"), ("es/", "es")])
def test_each_page_shows_its_board_in_its_language(game: str, language: str, ending: str) -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page(language, game))
    assert [Path(picture).name for picture in pictures] == [f"{game}-{ending}.svg"]
    assert (DOCS / language / "play" / pictures[0]).resolve() == DOCS / "play" / "pictures" / f"{game}-{ending}.svg"


@pytest.mark.parametrize("game", GAMES)
def test_pictures_stand_alone(game: str) -> None:
    drawn = generate_play_pictures.picture(game, "en")
    assert "url(http" not in drawn
    assert re.findall(r"var\((--[\w-]+)\)", drawn)
    defined = set(re.findall(r"(--[\w-]+):", drawn))
    assert set(re.findall(r"var\((--[\w-]+)\)", drawn)) - defined == set()
