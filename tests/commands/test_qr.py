"""The code that `--lan` draws in a terminal, so that nobody has to type a key."""

from __future__ import annotations

import io

import pytest
import segno

from tapete.commands.hosting import can_draw, qr_of

ADDRESS = "http://192.0.2.2:8931/match/xn22d989?token=fZkmAoxyaXDv1SjtIDg3Gdr1"
HALVES = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
"""What a character says of the two modules above each other: light is drawn, dark is left out."""


class Screen(io.TextIOWrapper):
    """An output at which a person looks."""

    def isatty(self) -> bool:
        return True


def test_the_drawn_code_is_the_address() -> None:
    rows: list[list[int]] = []
    for line in qr_of(ADDRESS).split("\n"):
        pairs = [HALVES[character] for character in line]
        rows += [[upper for upper, _ in pairs], [lower for _, lower in pairs]]
    code = segno.make(ADDRESS, error="l", micro=False, boost_error=False)
    drawn = [[int(module) for module in row] for row in code.matrix_iter(border=2)]
    assert rows[: len(drawn)] == drawn
    assert max(len(line) for line in qr_of(ADDRESS).split("\n")) < 80


@pytest.mark.parametrize(("encoding", "drawn"), [("utf-8", True), ("UTF8", True), ("cp1252", False), ("ascii", False)])
def test_it_is_drawn_where_its_characters_exist(encoding: str, drawn: bool) -> None:
    assert can_draw(Screen(io.BytesIO(), encoding=encoding)) is drawn


def test_it_is_not_drawn_into_a_file() -> None:
    assert not can_draw(io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
