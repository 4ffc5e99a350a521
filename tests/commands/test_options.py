"""House rules and guided matches on the command line."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from tapete.commands.play import command, led, read_options
from tapete.table import Hub, Journal
from tapete.table.match_extras import LessonRecord


def test_numbers_and_yes_and_no_are_such_and_all_else_is_a_word() -> None:
    given = ("a=3", "b=-3", "c=−3", "d=true", "e=False", "f=off", "g=--3", "h=-", "i=")
    assert read_options(given) == {"a": 3, "b": -3, "c": -3, "d": True, "e": False, "f": "off", "g": "--3", "h": "-", "i": ""}


@pytest.mark.parametrize("pair", ["colour", "=3"])
def test_what_is_no_pair_is_refused(pair: str) -> None:
    with pytest.raises(click.BadParameter, match="write it as key=value"):
        read_options((pair,))


def test_a_guided_match_is_the_one_that_a_guide_has_prepared(tmp_path: Path) -> None:
    hub = Hub(Journal(tmp_path / "matches.sqlite3"))
    table = led(hub, "mamlejet", {"A": "Ana"}, None)
    assert (len(table.seats), table.names["A"], hub.extras.of(table.id).lesson) == (1, "Ana", LessonRecord())
    assert len(led(hub, "mamlejet", {}, 2).seats) == 2
    with pytest.raises(click.UsageError, match="for 1, 2 players, not for 4"):
        led(hub, "mamlejet", {}, 4)
    hub.close()


def test_a_guided_match_takes_no_house_rules() -> None:
    said = CliRunner().invoke(command, ["shazamm", "--guided", "--option", "x=1"])
    assert said.exit_code == 2
    assert "leave those options out" in said.output


def test_the_lobby_takes_no_turn_clock_of_the_command_line() -> None:
    said = CliRunner().invoke(command, ["--turn-clock", "60"])
    assert said.exit_code == 2
    assert "Say which game" in said.output
    assert CliRunner().invoke(command, ["shazamm", "--turn-clock", "-1"]).exit_code == 2
