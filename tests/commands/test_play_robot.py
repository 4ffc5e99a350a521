"""`tapete play GAME --robot SEAT`: a person to play against on the page."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import click
import httpx
import pytest

from tapete.commands.hosting import RobotSeat
from tests.commands.test_tables import page_of, serving

PATIENCE_S = 120.0


@pytest.mark.parametrize(
    ("game", "start", "told"),
    [
        pytest.param("datamorphs", [], "B has laid a Bios.", id="datamorphs", marks=pytest.mark.long),
        pytest.param("moriham", ['value:"B"', "enter:"], "B goes on to phase 1.", id="moriham"),
    ],
)
def test_a_robot_takes_a_seat(game: str, start: list[str], told: str, tmp_path: Path) -> None:
    with serving(tmp_path, "play", game, "--no-console", "--robot", "b") as (program, lines):
        match = page_of(lines)
        with httpx.Client(headers={"accept-language": "en"}, follow_redirects=True, trust_env=False, timeout=PATIENCE_S) as visitor:
            for says in ('verb:"start_game"', *start):
                page = visitor.get(f"{match}/list").text
                sent = dict(re.findall(r'name="(csrf|question)" value="([^"]+)"', page))
                visitor.post(f"{match}/touch", data={**sent, "back": "list", "says": says})
            with visitor.stream("GET", f"{match}/events") as pictures:
                assert any(told in line for line in pictures.iter_lines())
        program.send_signal(signal.SIGINT)
        _, errors = program.communicate(timeout=PATIENCE_S)
        assert "Traceback" not in errors


@pytest.mark.parametrize(("word", "found"), [("b", ("B", "medium")), ("A:strong", ("A", "strong")), (" c : Easy", ("C", "easy"))])
def test_a_robot_is_a_seat_and_how_well_it_plays(word: str, found: tuple[str, str]) -> None:
    assert RobotSeat().convert(word, None, None) == found


@pytest.mark.parametrize("word", ["E", "B:", "B:perfect", ":strong", ""])
def test_what_is_no_robot_is_refused_with_what_may_be_said(word: str) -> None:
    with pytest.raises(click.BadParameter, match="A, B, C, D, and with a colon how well it plays: easy, medium, strong, exact"):
        RobotSeat().convert(word, None, None)
