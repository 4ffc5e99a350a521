"""Movement and payment: powers are compared, the wall moves, bids are paid, reserves grow (SHZ-040..048, 085..099)."""

from collections.abc import Mapping
from typing import Any

from tapete.core.events import Event, OfSeat
from tapete.core.game import Chapter
from tapete.core.seats import Both, Seat, rival
from tapete.games.shazamm.board import ShazammBoard, towards
from tapete.games.shazamm.constants import (
    ATTACK_BOOST,
    BOOST,
    DOUBLE,
    DOUBLE_DOSE,
    INFERNO,
    INFERNO_PUSH,
    RESERVE,
    RESERVE_BOOST,
    RESISTANCE,
    SORE_LOSER,
    SUCTION,
    WINNER_LOSES,
)
from tapete.games.shazamm.language import _
from tapete.games.shazamm.state import SEATS, EndingTurn, Mana, Moving, Pending, Slab, SpellNumber

MOVEMENT = Chapter("movement")


@MOVEMENT.event(_("{number}: {seat}'s power rises to {power}."))
class PowerChanged(OfSeat):
    """A spell has changed a player's attack power."""

    number: SpellNumber
    power: int
    clause: str


@MOVEMENT.event(_("Attack power: {A:seat} {power.A}, {B:seat} {power.B}."))
class Power(Event, clause="SHZ-042"):
    """The two attack powers that meet."""

    power: Both[int]


@MOVEMENT.event(_("A tie; the wall does not move."))
class Tie(Event, clause="SHZ-045"):
    """Equal powers: the wall stays."""


@MOVEMENT.event(_("{seat} reverses the push."))
class MovementReversed(OfSeat, clause="SHZ-089"):
    """Winner loses: the wall goes towards the stronger wizard."""


@MOVEMENT.event(_("{seat} resists: the wall does not move."))
class MovementBlocked(OfSeat, clause="SHZ-093"):
    """Resistance: the wall does not move towards this wizard."""


@MOVEMENT.event(_("The wall moves to slab {wall}."), hands=_("Slide the wall to slab {wall}."))
class WallMoved(Event, clause="SHZ-044"):
    """The stronger attack has pushed the wall."""

    by: int
    wall: Slab

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"wall": board.state.wall}


@MOVEMENT.event(_("{seat} pays {bid} and has {mana} left."), hands=_("{seat}: move your mana marker down to {mana}."))
class Paid(OfSeat, clause="SHZ-048"):
    """A bid leaves the reserve."""

    bid: int
    mana: Mana

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"mana": board.state.mana.of(self.seat)}


@MOVEMENT.event(_("{seat}, a sore loser, does not pay the bid of {bid} and keeps {mana}."))
class NotPaid(OfSeat, clause="SHZ-094"):
    """Sore loser: the bid is not paid."""

    bid: int
    mana: Mana

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"mana": board.state.mana.of(self.seat)}


@MOVEMENT.event(_("{seat} gains {amount} mana and has {mana}."), hands=_("{seat}: move your mana marker up to {mana}."))
class ManaGained(OfSeat):
    """A reserve has grown by what it could hold."""

    amount: int
    mana: Mana
    clause: str

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"mana": board.state.mana.of(self.seat)}


@MOVEMENT.runs(Moving)
def _move_and_pay(board: ShazammBoard, step: Moving) -> None:
    """T8 to T10: final powers, direction, steps; then the payment, and what was cast is remembered for Clone."""
    if step.spells:
        direction = _move(board, _powers(board, step), step.spells)
        for seat in SEATS:
            _settle(board, step, seat, direction)
        resisting = tuple(sorted({spell.owner for spell in step.spells if spell.number == RESISTANCE}))
    else:
        _move(board, step.bids, ())
        for seat in SEATS:
            _pay(board, seat, step.bids.of(seat), spared=False)
        resisting = ()
    board.set(last_cast=step.cast, agenda=(EndingTurn(step.bids, resisting),))


def _powers(board: ShazammBoard, step: Moving) -> Both[int]:
    """SHZ-041, 085, 087, R19, R45: by number, each for its owner: ((bid + delta) + 7) x 2."""
    power: dict[Seat, int] = {"A": step.bids.A, "B": step.bids.B}
    for spell in step.spells:
        if spell.number == ATTACK_BOOST:
            power[spell.owner] += BOOST
            board.tell(PowerChanged(seat=spell.owner, number=ATTACK_BOOST, power=power[spell.owner], clause="SHZ-085"))
        elif spell.number == DOUBLE_DOSE:
            power[spell.owner] *= DOUBLE
            board.tell(PowerChanged(seat=spell.owner, number=DOUBLE_DOSE, power=power[spell.owner], clause="SHZ-087"))
    return Both(power["A"], power["B"])


def _move(board: ShazammBoard, power: Both[int], spells: tuple[Pending, ...]) -> int:
    """Compare the powers and move the wall; the direction in which it really moved, 0 if it stayed (SHZ-042..045, 089..093)."""
    board.tell(Power(power=power))
    if power.A == power.B:
        board.tell(Tie())
        return 0
    direction, steps, clause = (1 if power.A > power.B else -1), 1, "SHZ-044"
    if spells:
        for spell in spells:
            if spell.number == WINNER_LOSES:
                direction = -direction
                board.tell(MovementReversed(seat=spell.owner))
            elif spell.number == INFERNO:
                steps = INFERNO_PUSH
        threatened: Seat = "B" if direction > 0 else "A"
        if any(spell.number == RESISTANCE and spell.owner == threatened for spell in spells):
            board.tell(MovementBlocked(seat=threatened))
            return 0
        if steps > 1:
            steps = min(steps, board.room(direction))
            clause = "SHZ-091" if steps == INFERNO_PUSH else "SHZ-092"
    wall = board.state.wall + direction * steps
    board.set(wall=wall)
    board.tell(WallMoved(by=direction * steps, wall=wall, clause=clause))
    return direction


def _settle(board: ShazammBoard, step: Moving, seat: Seat, direction: int) -> None:
    """Payment and gains of a seat; which comes first is a house rule (SHZ-048, 094..099, R49..R51)."""
    mine = [spell.number for spell in step.spells if spell.owner == seat]
    spared = SORE_LOSER in mine and direction == towards(seat)
    gains = [n for n in mine if n in (RESERVE_BOOST, SUCTION)]
    if board.options.reserve_gain == "before_payment":
        _gain(board, step, seat, gains)
    _pay(board, seat, step.bids.of(seat), spared=spared)
    if board.options.reserve_gain != "before_payment":
        _gain(board, step, seat, gains)


def _pay(board: ShazammBoard, seat: Seat, bid: int, *, spared: bool) -> None:
    mana = board.state.mana.of(seat)
    if spared:
        board.tell(NotPaid(seat=seat, bid=bid, mana=mana))
        return
    _have(board, seat, mana - bid)
    board.tell(Paid(seat=seat, bid=bid, mana=mana - bid))


def _have(board: ShazammBoard, seat: Seat, mana: int) -> None:
    board.set(mana=board.state.mana.giving(seat, mana))


def _gain(board: ShazammBoard, step: Moving, seat: Seat, gains: list[int]) -> None:
    """SHZ-095..099: 13 first, then 14 by the rival's bid, paid or not (R51); never above the most (R75)."""
    for number in gains:
        mana = board.state.mana.of(seat)
        gained = min(board.options.mana - mana, RESERVE if number == RESERVE_BOOST else step.bids.of(rival(seat)))
        _have(board, seat, mana + gained)
        board.tell(ManaGained(seat=seat, amount=gained, mana=mana + gained, clause="SHZ-095" if number == RESERVE_BOOST else "SHZ-097"))
