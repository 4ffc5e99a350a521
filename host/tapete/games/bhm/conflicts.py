"""The question which of two contradicting cards prevails (BHM-101, 102; R88, R90); texts are not parsed, players apply the answer."""

from __future__ import annotations

from typing import Literal

from tapete.games.bhm.board import War

Standing = tuple[int, int]
"""A card's rank and its activation number."""


def prevails(one: Standing, other: Standing) -> Literal[0, 1]:
    """Which of two contradicting cards prevails: the higher rank, then the later activation (BHM-101, 102)."""
    return 0 if one > other else 1


def standing_of(board: War, iid: int) -> Standing:
    """An ability has its bearer's present rank (BHM-R90).

    Raises:
        LookupError: it is not on the field.
    """
    being = board.standing(iid)
    return being.rank, being.seq
