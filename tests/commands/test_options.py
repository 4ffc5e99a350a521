"""House rules on the command line."""

from __future__ import annotations

import click
import pytest

from tapete.commands.play import read_options


def test_numbers_and_yes_and_no_are_such_and_all_else_is_a_word() -> None:
    given = ("a=3", "b=-3", "c=−3", "d=true", "e=False", "f=off", "g=--3", "h=-", "i=")
    assert read_options(given) == {"a": 3, "b": -3, "c": -3, "d": True, "e": False, "f": "off", "g": "--3", "h": "-", "i": ""}


@pytest.mark.parametrize("pair", ["colour", "=3"])
def test_what_is_no_pair_is_refused(pair: str) -> None:
    with pytest.raises(click.BadParameter, match="write it as key=value"):
        read_options((pair,))
