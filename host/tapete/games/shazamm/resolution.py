"""Resolution: silence, cancelling, and the spells numbered 1 to 6 in their order, whoever cast them (SHZ-050..055, 064..084)."""

from __future__ import annotations

from collections.abc import Callable

from tapete.core.events import Event, OfSeat
from tapete.core.game import Chapter
from tapete.core.seats import Seat, rival
from tapete.games.shazamm.board import ShazammBoard
from tapete.games.shazamm.language import _
from tapete.games.shazamm.state import (
    SEATS,
    Casting,
    ChooseClone,
    ChooseRecycle,
    ChooseTheft,
    EndingRound,
    Moving,
    Pending,
    Prey,
    Resolving,
    Slab,
    SpellNumber,
    Spells,
    number_of,
)

RESOLUTION = Chapter("resolution")
SILENCE, CLONE, THEFT, END_ROUND, MIDDLE, RECYCLE = range(1, 7)


@RESOLUTION.event(_("Both cast {number}: they cancel each other."))
class SpellCancelled(Event, clause="SHZ-051"):
    """Both cast the same spell: neither has any effect."""

    number: SpellNumber


@RESOLUTION.event(_("The round is silent: {seat} loses {number}."))
class SpellLostSilence(OfSeat, clause="SHZ-066"):
    """A spell cast in a silent round is lost."""

    number: SpellNumber


@RESOLUTION.event(_("{seat} calls for silence: no spell works for the rest of this round."))
class SilenceOn(OfSeat, clause="SHZ-064"):
    """From now on no spell works in this round."""


@RESOLUTION.event(_("{seat}'s {number} has no effect."))
class SpellVoid(OfSeat):
    """A spell of this turn was cut off before its number came up."""

    number: SpellNumber
    clause: str


@RESOLUTION.event(_("{seat} finds nothing to clone."))
class CloneNone(OfSeat, clause="SHZ-R28"):
    """Clone copies nothing: nothing is there to copy, or the caster declines."""


@RESOLUTION.event(_("{seat} finds nothing to steal."))
class TheftNone(OfSeat, clause="SHZ-R34"):
    """Theft finds nothing to take."""


@RESOLUTION.event(_("{seat} ends the round; the wall stays where it is."))
class RoundEndedByCard(OfSeat, clause="SHZ-073"):
    """End of round: the wall stays, bids are not compared, nothing is paid."""


@RESOLUTION.event(_("{seat} returns the wall to the middle, slab {wall}."), hands=_("Slide the wall to slab {wall}."))
class WallToMiddle(OfSeat, clause="SHZ-078"):
    """Middle: the wall jumps to where it was when the round began."""

    wall: Slab


@RESOLUTION.event(_("{seat} casts Middle, but the wall is in the middle already."))
class MiddleNone(OfSeat, clause="SHZ-R41"):
    """Middle: the wall is there already."""


@RESOLUTION.runs(Casting)
def _cast(board: ShazammBoard, step: Casting) -> None:
    """A silent round loses every spell (SHZ-066, R23); otherwise equal spells cancel before anything else (SHZ-050, R17)."""
    cast = step.cast
    pending: tuple[Pending, ...] = ()
    if board.state.silence:
        board.tell(*(SpellLostSilence(seat=seat, number=n) for seat in SEATS for n in cast.of(seat)))
    elif cast.A or cast.B:
        both = set(cast.A) & set(cast.B)
        board.tell(*(SpellCancelled(number=n) for n in sorted(both)))
        left = [Pending(n, seat) for seat in SEATS for n in cast.of(seat) if n not in both]
        pending = tuple(sorted(left, key=number_of))
    board.become(Resolving(step.bids, cast, pending) if pending else Moving(step.bids, cast))


@RESOLUTION.runs(Resolving)
def _next_spell(board: ShazammBoard, step: Resolving) -> None:
    """The spell of the lowest number is next (SHZ-052, 053); from 7 on they only count for movement and payment."""
    if step.pending and step.pending[0].number <= RECYCLE:
        _SPELLS[step.pending[0].number](board, step, step.pending[0])
    else:
        board.become(Moving(step.bids, step.cast, step.pending))


def _without_first(board: ShazammBoard, step: Resolving) -> None:
    board.become(Resolving(step.bids, step.cast, step.pending[1:]))


def _cut_off(board: ShazammBoard, step: Resolving, clause: str) -> None:
    board.tell(*(SpellVoid(seat=x.owner, number=x.number, clause=clause) for x in step.pending[1:]))


def _silence(board: ShazammBoard, step: Resolving, spell: Pending) -> None:
    """SHZ-064, 065, R22, R29: the round falls silent, and what has not been resolved yet is void."""
    board.set(silence=True)
    board.tell(SilenceOn(seat=spell.owner))
    _cut_off(board, step, "SHZ-065")
    board.become(Moving(step.bids, step.cast))


def _clone(board: ShazammBoard, step: Resolving, spell: Pending) -> None:
    """SHZ-068, R24..R28: the caster is asked what to copy, if there is anything."""
    options = cloneable(board, spell.owner)
    if options:
        board.put(ChooseClone(spell.owner, options))
    else:
        board.tell(CloneNone(seat=spell.owner))
        _without_first(board, step)


def cloneable(board: ShazammBoard, seat: Seat) -> Spells:
    """What a Clone of this seat may copy: cast by the rival on the previous turn (SHZ-068, R24, R25), but no Clone (R26)."""
    state = board.state
    if state.turn == 1 and not board.options.clone_across_rounds:
        return ()
    return tuple(n for n in state.last_cast.of(rival(seat)) if n != CLONE)


def _theft(board: ShazammBoard, step: Resolving, spell: Pending) -> None:
    """SHZ-071, R32, R33: the thief is asked about everything that still waits on the other side."""
    prey = prey_of(step, spell.owner)
    if prey:
        board.put(ChooseTheft(spell.owner, prey))
    else:
        board.tell(TheftNone(seat=spell.owner))
        _without_first(board, step)


def prey_of(step: Resolving, thief: Seat) -> tuple[Prey, ...]:
    """The rival's spells that are not resolved yet, printed and copied ones apart (SHZ-R32, R72)."""
    return tuple(Prey(x.number, x.source) for x in step.pending if x.owner != thief and x.source != "theft")


def _end_round(board: ShazammBoard, step: Resolving, spell: Pending) -> None:
    """SHZ-073..077, R38, R39: no movement, no payment, the rest is void."""
    board.tell(RoundEndedByCard(seat=spell.owner))
    _cut_off(board, step, "SHZ-077")
    board.remember(step.cast)
    board.become(EndingRound())


def _middle(board: ShazammBoard, step: Resolving, spell: Pending) -> None:
    """SHZ-078, 079, R41, R42: a jump, not a push."""
    state = board.state
    if state.wall == state.centre:
        board.tell(MiddleNone(seat=spell.owner))
    else:
        board.set(wall=state.centre)
        board.tell(WallToMiddle(seat=spell.owner, wall=state.centre))
    _without_first(board, step)


def _recycle(board: ShazammBoard, step: Resolving, spell: Pending) -> None:
    """SHZ-080, R44: the caster decides now, knowing everything that was revealed."""
    board.put(ChooseRecycle(spell.owner))


_SPELLS: dict[int, Callable[[ShazammBoard, Resolving, Pending], None]] = dict(
    enumerate((_silence, _clone, _theft, _end_round, _middle, _recycle), start=SILENCE)
)
