"""Dice: what they choose at random, and how the steps that ask for them go on (MMK-R06)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from msgspec.structs import replace

from tapete.core.actions import Terms, so_far
from tapete.core.dice import DiceChapter, EnterRoll
from tapete.core.domains import one_of, whole
from tapete.core.game import Chapter
from tapete.core.refusals import Code
from tapete.core.steps import Dice, Die, Step
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.changes import OfCardAndSeat
from tapete.games.mamlejet.figures import lot_value
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.state import Lot, Selecting
from tapete.games.mamlejet.timing import Timed

UNEXPECTED_ROLL = Code(
    "unexpected_roll",
    "MMK-122",
    _("{the_die:stray} is not asked for now; asked for: {dice:thrown}."),
    figures={"roll_id": "value", "asked": "asked"},
)
BAD_ROLL = Code(
    "bad_roll_value",
    "MMK-010",
    _("A D10 shows 1 to {ALWAYS} (a 0 counts {ALWAYS}); {value} cannot be ({die:thrown})."),
    figures={"roll_id": "roll"},
)


class Roll(EnterRoll, Timed, tag="enter_roll"):
    """A die of the players or of the enemy, thrown at a panel or typed in (MMK-010, 122)."""

    unexpected = UNEXPECTED_ROLL
    bad_face = BAD_ROLL

    def terms(self, board: Front) -> Terms:
        said, due = so_far(self, "roll"), {die.id: die for die in board.at(Dice).due}

        def dice(_roll: str) -> list[dict[str, Any]]:
            return [thrown(board, die) for die in due.values()]

        yield "roll", one_of(due, otherwise=self.unexpected, asked=lambda _roll: list(due), dice=dice, the_die=partial(whose, board))
        bad = self.bad_face
        yield "value", whole(1, 10, bad, bad, roll=said, die=lambda _value: thrown(board, due[said]) if said in due else {})


def thrown(board: Front, die: Die) -> dict[str, Any]:
    """Return what a die is thrown for, as plain data: by whom, and the cards it is about."""
    return {"roll": die.id, "purpose": die.purpose, "seat": die.panel, **DICE.told(board, die)}


def whose(board: Front, roll: str) -> str:
    """Return whose die has a name that is not asked for: that of a card or a seat of which it speaks; empty where it speaks of none."""
    about = roll.partition("-")[2].partition(".")[0]
    met = called(board, int(about)) if about.isdecimal() else about
    return met if isinstance(met, str) and (about.isdecimal() or met in board.state.seats) else ""


DICE = DiceChapter(Roll)

NOT_CONTROLLER = Code(
    "not_controller", "MMK-125", _("{card:card} is commanded by {controller:commander}, not by {seat:seat}."), ruling="change_controller"
)
ALREADY_DEDICATED = Code("already_dedicated", "MMK-072", _("{card:card} is dedicated already ({reason:reason})."), ruling="liberate")
ENTERED = Code("entered_this_round", "MMK-199", _("{card:card} entered in this round and does not act yet."), ruling="ready")
ILLEGAL_TARGET = Code(
    "illegal_target",
    "MMK-084",
    _("{card:card} cannot be aimed at {met:thing}; asked for: {class:target}."),
    figures={"target": "value", "class": "needed", "reason": "reason"},
    known={"reason": "class"},
)
NO_FIGHTER = Code(
    "illegal_target",
    "MMK-R77",
    _("{met:card} has no difficulty: it does not fight, and leaves by effects only."),
    known={"class": "enemy", "reason": "no_difficulty"},
)


def called(board: Front, value: Any) -> Any:
    """Return what a number, a seat or nothing is called where a player aims at it: a card where it is one."""
    if value is None:
        return ""
    if isinstance(value, int) and board.in_play(value):
        return board.card_of(value)
    return next((item.card or value for item in board.state.stack if item.id == value), value)


CityChosen = DICE.simple_event("CityChosen", OfCardAndSeat, "MMK-201", _("{card} goes for {seat}'s city."))
LOTS = Chapter("lots")

ROLLS = _("{seat:seat} rolls a die.")
NAMES = _("{seat:seat} names {number} {number:card|cards}.")
"""The sentence for waiting players: another player is asked for a die, or for cards."""

F = TypeVar("F", bound=Callable[..., None])
TAKERS: dict[type[Step], Callable[[Any, Any, tuple[Lot, ...]], None]] = {}
DRAWERS: dict[type[Step], Callable[[Any, Any], tuple[Lot, ...]]] = {}


def chosen(step: type[Step], lots: Callable[[Any, Any], tuple[Lot, ...]]) -> Callable[[F], F]:
    """Decorator: what a step makes of the lots it draws, `f(board, step, lots)`; `lots` says which, of board and step."""

    def note(take: F) -> F:
        TAKERS[step], DRAWERS[step] = take, lots
        return take

    return note


def draw_lots(board: Front) -> None:
    """Let the step at hand draw its lots."""
    board.put(Selecting(lots_of(board, board.top)))


def lots_of(board: Front, step: Step) -> tuple[Lot, ...]:
    """Return the lots that a step draws, none of them drawn yet; empty where it draws none."""
    draw = DRAWERS.get(type(step))
    return () if draw is None else draw(board, step)


def city_lot(board: Front, name: str, enemy: int | None) -> Lot:
    """Return the lot of the city that an enemy goes for; anybody may throw it, and it is asked of the leader's panel (MMK-R07)."""
    return Lot(f"{name}-{enemy}", board.leader, "city", len(board.state.seats))


@LOTS.runs(Selecting)
def select(board: Front, step: Selecting) -> None:
    """One thing is chosen without a die; ten and fewer by one, more by two; a face that chooses nothing is rolled again."""
    step = replace(step, lots=tuple(replace(lot, chosen=0) if lot.number == 1 else lot for lot in step.lots))
    if dice := selecting_dice(board, step):
        board.become(step)
        board.put(Dice(dice))
    else:
        board.done()
        TAKERS[type(board.top)](board, board.top, step.lots)


@DICE.asks(Selecting)
def selecting_dice(board: Front, step: Selecting) -> tuple[Die, ...]:
    """Return the dice of every lot that is not drawn yet: one up to ten things, two beyond."""
    due = ((lot, which) for lot in step.lots if lot.chosen is None for which in (("",) if lot.number <= 10 else ("a", "b")))
    return tuple(Die(f"{lot.id}.{step.times}{which}", lot.panel, lot.purpose) for lot, which in due)


@DICE.about(Selecting)
def about_lot(board: Front, step: Selecting, die: Die) -> Mapping[str, Any]:
    """On whose account something is chosen by chance."""
    lot = next(lot for lot in step.lots if die.id.startswith(f"{lot.id}."))
    return {"card": subject(board, lot)}


def subject(board: Front, lot: Lot) -> str | None:
    """Return the card that something is chosen for; None if there is no such card, or it has left play."""
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
