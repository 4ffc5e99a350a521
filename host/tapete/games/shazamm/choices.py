"""Choices: what the casters of Clone, Theft and Recycle decide when their number comes up (SHZ-068..072, 080..084)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, get_args

from msgspec import Meta

from tapete.core.actions import Terms
from tapete.core.domains import maybe, one_of, some, whole, within
from tapete.core.events import OfSeat
from tapete.core.game import Chapter
from tapete.core.kinds import ANY_NUMBER, AnyNumber
from tapete.core.refusals import Code
from tapete.core.steps import Step
from tapete.core.structs import Strict
from tapete.core.sums import Sum
from tapete.games.shazamm.board import DuelChoice, ShazammBoard
from tapete.games.shazamm.language import _
from tapete.games.shazamm.state import Bid, ChooseClone, ChooseRecycle, ChooseTheft, Pending, Prey, Resolving, SpellNumber, Spells

CHOICES = Chapter("choices")
FIVE = 5
"""Most mana that Recycle takes off a bid or adds to it (SHZ-082)."""

Use = Literal["apply", "discard"]

_USES: tuple[Use, ...] = get_args(Use)

_ORDER = {"hand": 0, "clone": 1, "theft": 2}


@CHOICES.event(_("{seat} clones {number}."))
class Cloned(OfSeat, clause="SHZ-069"):
    """A wizard copies a spell of his rival's previous turn."""

    number: SpellNumber


@CHOICES.event(_("{seat} chooses to clone nothing."))
class CloneDeclined(OfSeat, clause="SHZ-R28"):
    """The caster of Clone copies nothing."""


@CHOICES.event(_("The copy of {number} and the rival's card cancel each other."))
class CloneCancelled(OfSeat, clause="SHZ-R18"):
    """The copy meets the rival's same spell: both are gone."""

    number: SpellNumber


@CHOICES.event(_("{seat} steals {number} and applies it."))
class Stolen(OfSeat, clause="SHZ-072"):
    """A stolen spell will work for the thief."""

    number: SpellNumber


@CHOICES.event(_("{seat} steals {number} and discards it."))
class StolenDiscarded(OfSeat, clause="SHZ-072"):
    """A stolen spell is discarded without effect."""

    number: SpellNumber


@CHOICES.event(_("{seat} readjusts the bid to {bid}."))
class BidRecycled(OfSeat, clause="SHZ-083"):
    """A bid was readjusted; it is fought with and paid."""

    delta: int
    bid: Bid


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


@CHOICES.action
class ChosenClone(DuelChoice, tag="choose_clone"):
    """SHZ-068..070, R24..R30: the number to copy, or None."""

    number: AnyNumber | None
    during = (ChooseClone,)

    elsewhere = NO_CLONE_OWED

    def terms(self, board: ShazammBoard) -> Terms:
        step = board.at(ChooseClone)
        cast = one_of(
            (*step.options, 2), lambda number: CLONE_ITSELF() if number == 2 else None, otherwise=NOT_CLONEABLE, options=list(step.options)
        )
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


@CHOICES.action
class ChosenTheft(DuelChoice, tag="choose_theft"):
    """SHZ-071, 072, R30, R32..R35, R72: one decision for each spell that was taken."""

    choices: Annotated[tuple[Choice, ...], Meta(max_length=60)]
    during = (ChooseTheft,)

    elsewhere = NO_THEFT_OWED

    def terms(self, board: ShazammBoard) -> Terms:
        step = board.at(ChooseTheft)
        taken = one_of(
            (Choice(x.number, x.source, use) for x in step.prey for use in _USES),
            otherwise=NOT_PREY,
            number=lambda choice: choice.number,
            source=lambda choice: choice.source,
        )
        yield "choices", some(taken, 0, 60, *map(_once, step.prey), twice_code=None)

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
    return Sum(
        f"{prey.number} {prey.source}",
        lambda choice: choice.number == prey.number and choice.source == prey.source,
        1,
        1,
        PREY_MISSING,
        over=NOT_PREY,
        always=True,
        number=prey.number,
        source=prey.source,
    )


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


@CHOICES.action
class ChosenRecycle(DuelChoice, tag="choose_recycle"):
    """SHZ-080..084, R43, R44: how much is added to the bid, or taken off."""

    delta: AnyNumber
    during = (ChooseRecycle,)

    elsewhere = NO_RECYCLE_OWED

    def terms(self, board: ShazammBoard) -> Terms:
        step = board.at(ChooseRecycle)
        bid, mana = _below(board).bids.of(step.seat), board.state.mana.of(step.seat)
        yield (
            "delta",
            within(
                whole(-FIVE, FIVE, RECYCLE_OVER_FIVE, RECYCLE_OVER_FIVE, limit=FIVE),
                whole(1, mana, RECYCLED_BELOW_ONE, RECYCLED_OVER_MANA, plus=bid),
            ),
        )

    def effect(self, board: ShazammBoard) -> None:
        step, seat = _answered(board), self.seat
        bid = step.bids.of(seat) + self.delta
        board.tell(BidRecycled(seat=seat, delta=self.delta, bid=bid))
        board.become(Resolving(step.bids.giving(seat, bid), step.cast, step.pending[1:]))


def _below(board: ShazammBoard) -> Resolving:
    """The resolution that waits below the question at hand."""
    step: Step = board.state.agenda[-2]
    if not isinstance(step, Resolving):
        raise TypeError("a question stands on a resolution")
    return step


def _readjusted(board: ShazammBoard, step: ChooseRecycle) -> dict[str, int]:
    """The bid, and by how much it can change (SHZ-082, R43)."""
    bid, mana = _below(board).bids.of(step.seat), board.state.mana.of(step.seat)
    return {"bid": bid, "low": max(-FIVE, 1 - bid), "high": min(FIVE, mana - bid)}


CHOICES.question(
    ChooseClone,
    "choose_clone",
    _("Choose which spell of the previous turn you clone, or none: {options:spell}."),
    _("{seat:seat} is choosing what to clone."),
    params=lambda board, step: {"options": list(step.options)},
)
CHOICES.question(
    ChooseTheft,
    "choose_theft",
    _("Decide for each spell whether you apply it or discard it: {prey:spell}."),
    _("{seat:seat} is deciding about the stolen spells."),
    params=lambda board, step: {"prey": [x.number for x in step.prey]},
)
CHOICES.question(
    ChooseRecycle,
    "choose_recycle",
    _("Readjust your bid of {bid}: change it by {low:change} to {high:change}."),
    _("{seat:seat} is readjusting a bid."),
    params=_readjusted,
)
