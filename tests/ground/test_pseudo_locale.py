"""A third language is one folder of files: with it every page, command and refusal is shown once, and no English is left."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tapete import games
from tapete.commands.examples import EXAMPLES
from tapete.core.kinds import name_of
from tapete.core.steps import Step
from tapete.station.kiosk import resume_code
from tests.ground import pseudo
from tools.station_screens import SCREENS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]

WORD = re.compile(r"(?<![\w/.:@_-])[A-Za-z]{3,}(?![\w/@_=:-])")
"""A word in plain letters; parts of a path, an option or a code word are none."""

NAMES = {"Tapete", "Ana", "Bruno", "Herald", "Nobody", "none", "chess", "state"}
"""The program, players and cards that are typed in, and the first word of the path in a position."""


UNITS = {"min", "KiB", "MiB"}


def all_words(value: Any) -> set[str]:
    """Every word of the texts in plain data: a catalogue's names, the figures of a case."""
    if isinstance(value, dict):
        return {word for part in value.values() for word in all_words(part)} | {word for key in value for word in all_words(key)}
    if isinstance(value, (list, tuple)):
        return {word for part in value for word in all_words(part)}
    return set(re.findall(r"[A-Za-z]{3,}", value)) if isinstance(value, str) else set()


def card_words() -> set[str]:
    """The words in the names of cards and decks, in their ids, and for the colours and types that a catalogue names."""
    found: set[str] = set()
    for game in games.BUILT_IN:
        place = ROOT / "host" / "tapete" / "games" / game / "starter.toml"
        if place.is_file():
            document = tomllib.loads(place.read_text(encoding="utf-8"))
            found |= {word for key in ("card", "deck") for one in document.get(key, ()) for word in all_words([one["id"], one["name"]])}
            found |= all_words(document.get("catalogue", {})) | all_words([one.get("types") for one in document.get("card", ())])
    return found


def code_words() -> set[str]:
    """Words of programs that people meet: games, house rules and their values, steps, commands, metavariables in capitals."""
    import tapete

    found = all_words(list(games.BUILT_IN))
    for game in games.BUILT_IN:
        rules = tapete.rules(game)
        found |= all_words(rules.plain_options) | all_words([name_of(kind) for kind in steps(Step) if kind.__struct_config__.tag])
    return found


def steps(kind: type[Step]) -> set[type[Step]]:
    """Every step that there is."""
    return {kind} | {step for under in kind.__subclasses__() for step in steps(under)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("locale")
    pseudo.make(made)
    return made


def shown(folder: Path, part: str) -> list[tuple[str, str]]:
    """What a process with that folder shows; it has nothing to complain of."""
    environ = {**os.environ, "TAPETE_LOCALE": str(folder)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.ground.pseudo", part],
        capture_output=True,
        encoding="utf-8",
        env=environ,
        cwd=ROOT,
        check=False,
    )
    complained = [line for line in done.stderr.splitlines() if not line.startswith("refused a PIN")]  # a wrong PIN is tried
    assert (done.returncode, complained) == (0, [])
    found: list[tuple[str, str]] = json.loads(done.stdout)
    return found


def left_in_english(texts: list[tuple[str, str]], known: set[str]) -> dict[str, str]:
    """Words in plain letters that are no names and no code words, with the first place of each."""
    left: dict[str, str] = {}
    for place, text in texts:
        for word in WORD.findall(text):
            cut = f"{word}…" in text and any(name.startswith(word) for name in known)  # a card's name on a small picture
            if word not in known and not cut and not (word.isupper() and place.startswith("tapete ")):
                left.setdefault(word, place)
    return left


def test_a_message_is_accented_and_two_fifths_longer_with_its_holes_whole() -> None:
    assert pseudo.accented("{n} {n:slab|slabs} of %(name)s") == "{n} {n:śĺàƀ|śĺàƀś} óƒ %(name)s" + "~" * 12


@pytest.mark.long
def test_every_command_speaks_it(folder: Path) -> None:
    texts = shown(folder, "commands")
    assert len(texts) > 60
    assert not [place for place, text in texts if "~" not in text]
    words = {word for place, _ in texts for word in re.findall(r"[a-z]+", place)} | {"auto", "simulated", "object", "str", "game", "shop"}
    words |= {word for lines in EXAMPLES.values() for line in lines for word in WORD.findall(line)} | {"echo", "eval", "bashrc", "pico"}
    assert left_in_english(texts, NAMES | code_words() | words) == {}


@pytest.mark.long
def test_every_refusal_speaks_it(folder: Path) -> None:
    texts = shown(folder, "refusals")
    assert len(texts) > 500
    assert not [place for place, text in texts if "~" not in text]
    typed_in = {word for game in games.BUILT_IN for word in case_words(game)}
    assert left_in_english(texts, NAMES | card_words() | code_words() | typed_in) == {}


def case_words(game: str) -> set[str]:
    """What the worked cases of a game give: cards that are none, house rules that are none, steps."""
    import importlib

    cases = importlib.import_module(f"tests.games.{game}.refused").CASES
    given = all_words([case.params for case in cases])
    return given | {word.capitalize() for word in given}


@pytest.mark.long
def test_every_story_prompt_and_clause_speaks_it(folder: Path) -> None:
    texts = shown(folder, "stories")
    assert len(texts) > 2000
    assert not [place for place, text in texts if "~" not in text and "layout" not in place]
    assert left_in_english(texts, NAMES | card_words()) == {}


@pytest.mark.long
def test_every_page_speaks_it(folder: Path) -> None:
    texts = shown(folder, "pages")
    assert len(texts) > 80
    assert not [place for place, text in texts if "~" not in text]
    ids = {place.split("/")[2].split()[0] for place, _ in texts if place.startswith("/match/")}
    assert left_in_english(texts, NAMES | card_words() | code_words() | ids) == {}


@pytest.mark.long
def test_every_screen_of_a_station_and_every_page_of_its_staff_speaks_it(folder: Path) -> None:
    texts = shown(folder, "station")
    assert [place.split()[0] for place, _ in texts] == list(SCREENS)
    assert not [place for place, text in texts if "~" not in text]
    resume_codes = {word for _, text in texts for word in re.findall(rf"\b[{resume_code.LETTERS}]{{4}}\b", text)}
    assert left_in_english(texts, NAMES | UNITS | card_words() | code_words() | resume_codes) == {}
