"""How a turn of Shazamm is told: bids against each other, what spells add, where the wall goes, what is paid, who falls."""

from __future__ import annotations

from typing import Any

from tapete.core.seats import Both, Seat
from tapete.core.texts import figure
from tapete.games.shazamm import bidding, movement, resolution, rounds, showing
from tapete.games.shazamm.language import _
from tapete.games.shazamm.state import SEATS, ChooseClone, ChooseRecycle, ChooseTheft, Revealing
from tapete.presentation.shazamm.bridge import signed
from tapete.presentation.telling import Banner, GameTelling, Side, Term, ToldMoment, Versus, beat, phrase

_BID = _("bid")
_INTO_LAVA = _("Into the lava")
_ROUND = _("Round {round}")
_WINS = _("{seat} wins")


def _bids(state: Any) -> Both[int] | None:
    """What both bid, as long as it is fought with."""
    return next((step.bids for step in reversed(state.agenda) if hasattr(step, "bids")), None)


def _terms(m: ToldMoment, seat: Seat) -> tuple[Term, ...]:
    """The bid, and what each spell has made of it: the difference between two powers."""
    bids = _bids(m.state) or _bids(m.before)
    found = [] if bids is None else [Term(str(bids.of(seat)), _BID.in_(m.language))]
    power = 0 if bids is None else bids.of(seat)
    for event in (*m.told, m.event):
        if isinstance(event, movement.PowerChanged) and event.seat == seat:
            found.append(Term(figure(event.power - power, signed=True), m.show(event.number, "spell"), event is m.event))
            power = event.power
    return tuple(found)


def _power(m: ToldMoment, seat: Seat) -> int:
    """What a seat fights with by now."""
    raised = next((e.power for e in (m.event, *reversed(m.told)) if isinstance(e, movement.PowerChanged) and e.seat == seat), None)
    bids = _bids(m.state) or _bids(m.before)
    return raised if raised is not None else 0 if bids is None else bids.of(seat)


def _versus(m: ToldMoment, power: Both[int], *, compared: bool) -> Versus:
    def side(seat: Seat, other: Seat) -> Side:
        wins = power.of(seat) > power.of(other) if compared and power.A != power.B else None
        return Side(name=m.name(seat), figure=str(power.of(seat)), seat=seat, terms=_terms(m, seat), wins=wins)

    return Versus(side("A", "B"), side("B", "A"), "v" if not compared else ">" if power.A > power.B else "<" if power.A < power.B else "=")


def _so_far(m: ToldMoment) -> Versus:
    """Both as they stand, before they are compared."""
    return _versus(m, Both(*(_power(m, seat) for seat in SEATS)), compared=False)


def _compared(m: ToldMoment) -> Versus | None:
    return _versus(m, m.event.power, compared=True) if isinstance(m.event, movement.Power) else None


def _slid(m: ToldMoment) -> Banner:
    """From where to where the wall went."""
    return Banner(f"{signed(m.before.wall)} → {signed(m.state.wall)}", seat=getattr(m.event, "seat", None))


def _showing(state: Any) -> bool:
    """Whether bids are on the table and spells, or what they do, still to come."""
    return isinstance(state.agenda[-1], (Revealing, ChooseClone, ChooseTheft, ChooseRecycle))


_PAID = (movement.Paid, movement.NotPaid, movement.ManaGained)

ACCOUNT = GameTelling(
    beats=(
        beat(bidding.BidsRevealed, weight=2, cue="reveal", ring=_so_far),
        beat(showing.CardsRevealed, weight=2, cue="reveal", ring=_so_far),
        beat(resolution.BidRecycled, movement.PowerChanged, weight=2, cue="count", ring=_so_far),
        beat(
            resolution.SpellCancelled, resolution.SpellLostSilence, resolution.SilenceOn, resolution.SpellVoid, resolution.CloneCancelled,
            weight=2, cue="void", ring=_so_far,
        ),
        beat(resolution.Cloned, resolution.Stolen, resolution.StolenDiscarded, weight=2, cue="reveal", ring=_so_far),
        beat(
            movement.Power, weight=3, cue="slam", ring=_compared, says=_("{A:seat} {power.A}, {B:seat} {power.B}."),
            joins=(movement.Tie, movement.MovementReversed, movement.MovementBlocked, movement.WallMoved),
        ),
        beat(
            movement.MovementReversed, movement.MovementBlocked, weight=2, cue="void", joins=(movement.MovementBlocked, movement.WallMoved),
        ),
        beat(movement.WallMoved, movement.Tie, weight=3, cue="slide"),
        beat(*_PAID, weight=2, cue="count", joins=_PAID),
        beat(resolution.WallToMiddle, rounds.WallPushed, weight=3, cue="slide", ring=_slid),
        beat(rounds.WizardHit, weight=3, cue="slam", ring=phrase(_("The wall reaches {seat}"))),
        beat(rounds.RoundEnded, weight=3, cue="count", ring=phrase(_ROUND, _("is over")), joins=(rounds.WizardsPlaced,)),
        beat(rounds.WizardsPlaced, weight=2, cue="slide", says=_("Wizards to slabs {wizard.A} and {wizard.B}.")),
        beat(rounds.SlabsCollapsed, weight=2, cue="fall"),
        beat(rounds.WizardFell, weight=3, cue="fall", ring=phrase(_INTO_LAVA)),
        beat(rounds.MatchWon, weight=3, cue="win", ring=phrase(_WINS)),
        beat(rounds.MatchDrawn, weight=3, cue="fall", ring=phrase(_("A draw"))),
        beat(rounds.ManaRestored, weight=2, cue="count", joins=(rounds.RoundStarted,)),
        beat(rounds.RoundStarted, weight=2, cue="tick", ring=phrase(_ROUND)),
    ),
    headlines=(
        (rounds.MatchWon, _("{seat} wins: the rival's wizard falls from slab {slab:slab}.")),
        (rounds.MatchDrawn, _("Both fall at once: a draw.")),
        (rounds.MatchWon, _("{seat} wins the match.")),
        (rounds.WizardHit, _("{A:seat} {power.A}, {B:seat} {power.B}: the wall reaches {seat}. Round {round} is over.")),
        (resolution.RoundEndedByCard, _("{seat} ends round {round}; the wall stays.")),
        (rounds.WallPushed, _("{seat} pushes the wall to {wall:slab}: round {round} is over.")),
        (movement.WallMoved, _("{A:seat} {power.A}, {B:seat} {power.B}: the wall is on {wall}.")),
        (movement.Power, _("{A:seat} {power.A}, {B:seat} {power.B}: the wall stays.")),
        (bidding.BidsRevealed, _("{A:seat} bids {bids.A}, {B:seat} {bids.B}.")),
    ),
    silent=frozenset({bidding.BidLocked, bidding.BidUnlocked, showing.NoSpells, showing.FakeReturned, rounds.Drew}),
    goes_on=_showing,
)  # fmt: skip
"""See the module."""
