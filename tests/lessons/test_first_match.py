"""Page, lesson and golden match of a game play one script: `first_match.jsonl` of its presentation."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from tapete import games, presentation
from tapete.lessons.guide import fits
from tapete.presentation import first_match
from tools import generate_golden

GAMES = [game for game in games.BUILT_IN if (files(f"tapete.presentation.{game}") / first_match.FILE).is_file()]


@pytest.mark.parametrize("game", GAMES)
def test_the_page_plays_the_script(game: str) -> None:
    teaching = presentation.find(game).teaching
    assert teaching is not None
    assert teaching.script == first_match.read(f"tapete.presentation.{game}").actions


@pytest.mark.parametrize("game", [game for game in GAMES if game != "mamlejet"])  # there people roll dice, and no script can know them
def test_the_lesson_asks_for_the_script_in_its_order(game: str) -> None:
    lesson = presentation.find(game).lessons[0]
    asked = [pattern for instruction in lesson.instructions for pattern in instruction.answers]
    assert asked
    script = iter(first_match.read(f"tapete.presentation.{game}").actions)
    left_over = [pattern for pattern in asked if not any(fits(pattern, action) for action in script)]
    assert left_over == []


@pytest.mark.parametrize("game", GAMES)
def test_the_golden_match_is_made_of_the_script(game: str) -> None:
    path = generate_golden.GOLDEN / game / generate_golden.TAUGHT
    text = path.read_text(encoding="utf-8")
    assert f"game {game}" in text.splitlines()
    assert text.count("\n> ") == len(first_match.read(f"tapete.presentation.{game}").actions)
    assert generate_golden.rendered(text) == text


def test_a_bad_line_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_match, "files", lambda package: tmp_path)
    lines = tmp_path / first_match.FILE
    lines.write_text('{"action": "pass"}\n[]\n', encoding="utf-8")
    with pytest.raises(ValueError, match="line 2: an action is a JSON object"):
        first_match.read("nim")
    lines.write_text('{"called": "a", "action": "pass"}\n{"called": "a", "action": "pass"}\n', encoding="utf-8")
    with pytest.raises(ValueError, match="line 2: 'a' is there twice"):
        first_match.read("nim")


def test_an_answer_leaves_free_what_people_may_choose() -> None:
    match = first_match.FirstMatch((), {"set": {"action": "set_card", "seat": "A", "slot": 3}})
    assert match.answer("set", "slot") == {"action": "set_card", "seat": "A"}
