"""Resolution: silence, cancelling, and the spells numbered 1 to 6 in order, no matter who cast them; what the casters of Clone, Theft and
Recycle decide when their number comes up (SHZ-050..055, 064..084).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta

from tapete.core.actions import Terms
from tapete.core.domains import maybe, one_of, some, whole, within
from tapete.core.events import Event, OfSeat
from tapete.core.game import Chapter
from tapete.core.kinds import ANY_NUMBER, AnyNumber
from tapete.core.refusals import Code, must
from tapete.core.seats import Seat, rival
from tapete.core.structs import Strict
from tapete.core.sums import Sum
from tapete.games.shazamm import state as steps
from tapete.games.shazamm.board import DuelChoice, ShazammBoard
from tapete.games.shazamm.constants import CLONE, LEAST_BID, MOST_RECYCLED, RECYCLE, SILENCE
from tapete.games.shazamm.language import _
from tapete.games.shazamm.state import SEATS, Bid, Pending, Prey, Resolving, Slab, SpellNumber, Spells

RESOLUTION = Chapter("resolution")


class OfSpell(OfSeat):
    """What becomes of a spell of one seat."""

    number: SpellNumber


@RESOLUTION.event(_("Both cast {number}: they cancel each other."))
class SpellCancelled(Event, clause="SHZ-051"):
    """Both cast the same spell: neither has any effect."""

    number: SpellNumber


@RESOLUTION.event(_("The round is silent: {seat} loses {number}."))
class SpellLostSilence(OfSpell, clause="SHZ-066"):
    """A spell cast in a silent round is lost."""


@RESOLUTION.event(_("{seat} calls for silence: no spell works for the rest of this round."))
class SilenceOn(OfSeat, clause="SHZ-064"):
    """From now on no spell works in this round."""


@RESOLUTION.event(_("{seat}'s {number} has no effect."))
class SpellVoid(OfSpell):
    """A spell of this turn was cut off before its number came up."""

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

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"wall": board.state.wall}


@RESOLUTION.event(_("{seat} casts Middle, but the wall is in the middle already."))
class MiddleNone(OfSeat, clause="SHZ-R41"):
    """Middle: the wall is there already."""


@RESOLUTION.event(_("{seat} clones {number}."))
class Cloned(OfSpell, clause="SHZ-069"):
    """A wizard copies a spell of his rival's previous turn."""


@RESOLUTION.event(_("{seat} chooses to clone nothing."))
class CloneDeclined(OfSeat, clause="SHZ-R28"):
    """The caster of Clone copies nothing."""


@RESOLUTION.event(_("The copy of {number} and the rival's card cancel each other."))
class CloneCancelled(OfSpell, clause="SHZ-R18"):
    """The copy meets the rival's same spell: both are gone."""


@RESOLUTION.event(_("{seat} steals {number} and applies it."))
class Stolen(OfSpell, clause="SHZ-072"):
    """A stolen spell will work for the thief."""


@RESOLUTION.event(_("{seat} steals {number} and discards it."))
class StolenDiscarded(OfSpell, clause="SHZ-072"):
    """A stolen spell is discarded without effect."""


@RESOLUTION.event(_("{seat} readjusts the bid to {bid}."))
class BidRecycled(OfSeat, clause="SHZ-083"):
    """A bid was readjusted; it is fought with and paid."""

    delta: int
    bid: Bid


@RESOLUTION.runs(steps.Casting)
def _cast(board: ShazammBoard, step: steps.Casting) -> None:
    """A silent round loses every spell (SHZ-066, R23); otherwise equal spells cancel before anything else (SHZ-050, R17)."""
    cast = step.cast
    pending: tuple[Pending, ...] = ()
    if board.state.silence:
        board.tell(*(SpellLostSilence(seat=seat, number=n) for seat in SEATS for n in cast.of(seat)))
    elif cast.A or cast.B:
        both = set(cast.A) & set(cast.B)
        board.tell(*(SpellCancelled(number=n) for n in sorted(both)))
        pending = tuple(sorted((Pending(n, seat) for seat in SEATS for n in cast.of(seat) if n not in both), key=attrgetter("number")))
    board.become(Resolving(step.bids, cast, pending) if pending else steps.Moving(step.bids, cast))


@RESOLUTION.runs(Resolving)
def _next_spell(board: ShazammBoard, step: Resolving) -> None:
    """The spell of the lowest number is next (SHZ-052, 053); from 7 on they only count for movement and payment."""
    if step.pending and step.pending[0].number <= RECYCLE:
        _SPELLS[step.pending[0].number](board, step, step.pending[0])
    else:
        board.become(steps.Moving(step.bids, step.cast, step.pending))


def _without_first(board: ShazammBoard, step: Resolving) -> None:
    board.become(Resolving(step.bids, step.cast, step.pending[1:]))


def _cut_off(board: ShazammBoard, step: Resolving, clause: str) -> None:
    board.tell(*(SpellVoid(seat=x.owner, number=x.number, clause=clause) for x in step.pending[1:]))


def _silence(board: ShazammBoard, step: Resolving, spell: Pending) -> None:
    """SHZ-064, 065, R22, R29: the round falls silent, and what has not been resolved yet is void."""
    board.set(silence=True)
    board.tell(SilenceOn(seat=spell.owner))
    _cut_off(board, step, "SHZ-065")
    board.become(steps.Moving(step.bids, step.cast))


def _clone(board: ShazammBoard, step: Resolving, spell: Pending) -> None:
    """SHZ-068, R24..R28: the caster is asked what to copy, if there is anything."""
    options = cloneable(board, spell.owner)
    if options:
        board.put(steps.ChooseClone(spell.owner, options))
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
        board.put(steps.ChooseTheft(spell.owner, prey))
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
    board.set(last_cast=step.cast)
    board.become(steps.EndingRound())


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
    board.put(steps.ChooseRecycle(spell.owner))


_SPELLS: dict[int, Callable[[ShazammBoard, Resolving, Pending], None]] = dict(
    enumerate((_silence, _clone, _theft, _end_round, _middle, _recycle), start=SILENCE)
)


# ---- what casters decide


Use = Literal["apply", "discard"]

_ORDER = {"hand": 0, "clone": 1, "theft": 2}


class Choice(Strict):
    """What the thief does with one spell: its number, where it came from, and whether it is applied for him or discarded."""

    number: Annotated[int, Meta(ge=-ANY_NUMBER, le=ANY_NUMBER, extra={"kind": "spell"})]
    source: Literal["hand", "clone"]
    use: Use


def _answered(board: ShazammBoard) -> Resolving:
    """The question is answered; the resolution below it is at hand again."""
    board.done()
    return board.at(Resolving)


def in_order(spells: Iterable[Pending]) -> tuple[Pending, ...]:
    """By number, and at one number printed before copied before stolen (SHZ-052, R20)."""
    return tuple(sorted(spells, key=lambda spell: (spell.number, _ORDER[spell.source])))


def _also(spells: Spells, number: int) -> Spells:
    return tuple(sorted({*spells, number}))


NO_CLONE_OWED = Code("no_choice_owed", "SHZ-068", _("No Clone is being resolved now."))
CLONE_ITSELF = Code("clone_itself", "SHZ-R26", _("Clone cannot copy a Clone. Choose another spell, or none."), figures={})
NOT_CLONEABLE = Code(
    "not_cloneable",
    "SHZ-R25",
    _("Your rival did not cast {number:spell} on the previous turn. You can choose: {options:spell}."),
    figures={"number": "value"},
)


@RESOLUTION.action
class ChosenClone(DuelChoice, tag="choose_clone"):
    """SHZ-068..070, R24..R30: the number to copy, or None."""

    number: AnyNumber | None
    during = (steps.ChooseClone,)
    elsewhere = NO_CLONE_OWED

    def terms(self, board: ShazammBoard) -> Terms:
        options = board.at(steps.ChooseClone).options
        cast = one_of((*options, CLONE), lambda n: must(n != CLONE, CLONE_ITSELF), otherwise=NOT_CLONEABLE, options=list(options))
        yield "number", maybe(cast)

    def effect(self, board: ShazammBoard) -> None:
        step, seat, number = _answered(board), self.seat, self.number
        pending, cast = list(step.pending[1:]), step.cast
        if number is None:
            board.tell(CloneDeclined(seat=seat))
        else:
            board.tell(Cloned(seat=seat, number=number))
            if board.options.clone_of_clone:
                cast = cast.giving(seat, _also(cast.of(seat), number))
            same = [spell for spell in pending if spell.number == number and spell.owner != seat]
            if same and board.options.clone_copy_cancels:
                board.tell(CloneCancelled(seat=seat, number=number))
                pending = [spell for spell in pending if spell not in same]
            else:
                pending.append(Pending(number, seat, "clone"))
        board.become(Resolving(step.bids, cast, in_order(pending)))


NO_THEFT_OWED = Code("no_choice_owed", "SHZ-071", _("No Theft is being resolved now."))
NOT_PREY = Code(
    "not_prey",
    "SHZ-R32",
    _("Theft has nothing to decide on {number:spell}, {source:source}: it is not pending on your rival's side, or you have decided it."),
)


@RESOLUTION.action
class ChosenTheft(DuelChoice, tag="choose_theft"):
    """SHZ-071, 072, R30, R32..R35, R72: one decision for each spell that was taken."""

    choices: Annotated[tuple[Choice, ...], Meta(max_length=60)]
    during = (steps.ChooseTheft,)
    elsewhere = NO_THEFT_OWED

    def terms(self, board: ShazammBoard) -> Terms:
        prey = board.at(steps.ChooseTheft).prey
        ways = (Choice(x.number, x.source, use) for x in prey for use in get_args(Use))
        taken = one_of(ways, otherwise=NOT_PREY, number=attrgetter("number"), source=attrgetter("source"))
        yield "choices", some(taken, 0, 60, *map(_once, prey), twice_code=None)

    def effect(self, board: ShazammBoard) -> None:
        step, seat = _answered(board), self.seat
        uses: dict[tuple[int, str], Use] = {(choice.number, choice.source): choice.use for choice in self.choices}
        pending: list[Pending] = []
        cast = step.cast
        for spell in step.pending[1:]:
            if spell.owner == seat:
                pending.append(spell)
            elif uses[spell.number, spell.source] == "apply":
                board.tell(Stolen(seat=seat, number=spell.number))
                pending.append(Pending(spell.number, seat, "theft"))
                if board.options.clone_stolen:
                    cast = cast.giving(seat, _also(cast.of(seat), spell.number))
            else:
                board.tell(StolenDiscarded(seat=seat, number=spell.number))
        board.become(Resolving(step.bids, cast, in_order(pending)))


PREY_MISSING = Code("prey_missing", "SHZ-R34", _("Still to decide: {number:spell}, {source:source}. Apply it or discard it."))


def _once(prey: Prey) -> Sum:
    """Each taken spell is decided once: not at all is missing, twice is once too many (SHZ-R34)."""

    def of_it(choice: Choice) -> bool:
        return (choice.number, choice.source) == (prey.number, prey.source)

    name = f"{prey.number} {prey.source}"
    return Sum(name, of_it, 1, 1, PREY_MISSING, over=NOT_PREY, always=True, number=prey.number, source=prey.source)


RECYCLED_BELOW_ONE = Code(
    "bid_below_one",
    "SHZ-R43",
    _("With that change the bid would be {bid}; the smallest is {min}. Take off less."),
    figures={"bid": "value", "min": "low"},
)
RECYCLED_OVER_MANA = Code(
    "bid_over_mana",
    "SHZ-R43",
    _("With that change the bid would be {bid}, and there is only {mana} mana. Add less."),
    figures={"bid": "value", "mana": "high"},
)
NO_RECYCLE_OWED = Code("no_choice_owed", "SHZ-080", _("No Recycle is being resolved now."))
RECYCLE_OVER_FIVE = Code(
    "recycle_over_five", "SHZ-082", _("Recycle changes the bid by {limit} at most; you ask for {delta}."), figures={"delta": "value"}
)


@RESOLUTION.action
class ChosenRecycle(DuelChoice, tag="choose_recycle"):
    """SHZ-080..084, R43, R44: how much is added to the bid, or taken off."""

    delta: AnyNumber
    during = (steps.ChooseRecycle,)
    elsewhere = NO_RECYCLE_OWED

    def terms(self, board: ShazammBoard) -> Terms:
        bid, mana = _bid_and_mana(board)
        by_five = whole(-MOST_RECYCLED, MOST_RECYCLED, RECYCLE_OVER_FIVE, RECYCLE_OVER_FIVE, limit=MOST_RECYCLED)
        yield "delta", within(by_five, whole(LEAST_BID, mana, RECYCLED_BELOW_ONE, RECYCLED_OVER_MANA, plus=bid))

    def effect(self, board: ShazammBoard) -> None:
        step, seat = _answered(board), self.seat
        bid = step.bids.of(seat) + self.delta
        board.tell(BidRecycled(seat=seat, delta=self.delta, bid=bid))
        board.become(Resolving(step.bids.giving(seat, bid), step.cast, step.pending[1:]))


def _bid_and_mana(board: ShazammBoard) -> tuple[int, int]:
    """The bid that is readjusted, in the resolution below the question, and the mana that it cannot exceed."""
    below: Any = board.state.agenda[-2]
    seat = board.at(steps.ChooseRecycle).seat
    return below.bids.of(seat), board.state.mana.of(seat)


def _readjusted(board: ShazammBoard, step: steps.ChooseRecycle) -> dict[str, int]:
    """The bid, and by how much it can change (SHZ-082, R43)."""
    bid, mana = _bid_and_mana(board)
    return {"bid": bid, "low": max(-MOST_RECYCLED, LEAST_BID - bid), "high": min(MOST_RECYCLED, mana - bid)}


RESOLUTION.question(
    steps.ChooseClone,
    "choose_clone",
    _("Choose which spell of the previous turn you clone, or none: {options:spell}."),
    _("{seat:seat} is choosing what to clone."),
    params=lambda board, step: {"options": list(step.options)},
)
RESOLUTION.question(
    steps.ChooseTheft,
    "choose_theft",
    _("Decide for each spell whether you apply it or discard it: {prey:spell}."),
    _("{seat:seat} is deciding about the stolen spells."),
    params=lambda board, step: {"prey": [x.number for x in step.prey]},
)
RESOLUTION.question(
    steps.ChooseRecycle,
    "choose_recycle",
    _("Readjust your bid of {bid}: change it by {low:change} to {high:change}."),
    _("{seat:seat} is readjusting a bid."),
    params=_readjusted,
)
