"""Dice: what they choose at random, and how the steps that ask for them go on (MMK-R06)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from tapete.core.dice import DiceChapter, EnterRoll
from tapete.core.game import Chapter
from tapete.core.steps import Dice, Die, Step
from tapete.games.mamlejet import codes
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.figures import lot_value
from tapete.games.mamlejet.state import Lot, Selecting
from tapete.games.mamlejet.timing import Timed


class Roll(EnterRoll, Timed, tag="enter_roll"):
    """MMK-010, 122: a die of the players or of the enemy, thrown at a panel or typed in."""

    unexpected = codes.UNEXPECTED_ROLL
    bad_face = codes.BAD_ROLL


DICE = DiceChapter(Roll)
LOTS = Chapter("lots")

F = TypeVar("F", bound=Callable[..., None])
TAKERS: dict[type[Step], Callable[[Any, Any, tuple[Lot, ...]], None]] = {}


def chosen(step: type[Step]) -> Callable[[F], F]:
    """Decorator: what a step makes of the lots it asked for, `f(board, step, lots)`."""

    def note(take: F) -> F:
        TAKERS[step] = take
        return take

    return note


@LOTS.runs(Selecting)
def select(board: Front, step: Selecting) -> None:
    """One thing is chosen without a die; ten and fewer by one, more by two; a face that chooses nothing is rolled again."""
    lots = tuple(replace(lot, chosen=0) if lot.number == 1 else lot for lot in step.lots)
    open_lots = [lot for lot in lots if lot.chosen is None]
    if open_lots:
        board.become(replace(step, lots=lots))
        board.put(Dice(tuple(die for lot in open_lots for die in lot_dice(lot, step.times))))
        return
    board.done()
    below = board.top
    TAKERS[type(below)](board, below, lots)


def lot_dice(lot: Lot, times: int) -> list[Die]:
    """The dice of one lot, at its so manieth try: one up to ten things, two beyond."""
    names = (f"{lot.id}.{times}",) if lot.number <= 10 else (f"{lot.id}.{times}a", f"{lot.id}.{times}b")
    return [Die(name, lot.panel, lot.purpose) for name in names]


@DICE.about(Selecting)
def lot_told(board: Front, step: Selecting, die: Die) -> Mapping[str, Any]:
    """On whose account something is chosen by chance."""
    lot = next(lot for lot in step.lots if die.id.startswith(f"{lot.id}."))
    return {"card": subject(board, lot)}


def subject(board: Front, lot: Lot) -> str | None:
    """The card that something is chosen for; None where there is none, or it has left play."""
    number = lot.id.rpartition("-")[2]
    return board.at_id(int(number)).card if number.isdecimal() and board.in_play(int(number)) else None


@DICE.rolled(Selecting)
def rolled(board: Front, step: Selecting, dice: tuple[Die, ...]) -> None:
    """The faces of each lot, in the order in which they were asked."""
    found: dict[str, list[int]] = {}
    for die in dice:
        found.setdefault(die.id.rpartition(".")[0], []).append(die.value or 0)
    lots = tuple(replace(lot, chosen=lot_value(tuple(found[lot.id]), lot.number)) if lot.id in found else lot for lot in step.lots)
    board.become(Selecting(lots, step.times + 1))
