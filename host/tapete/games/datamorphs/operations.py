"""Operations: what a printed text that the catalogue does not cover, or the table, may add to a round (DAT-R65, R66)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Annotated, Any, get_args

from msgspec import Meta
from msgspec.structs import replace

from tapete.core.actions import Terms
from tapete.core.domains import one_of, whole
from tapete.core.events import OfSeat
from tapete.core.kinds import AnyNumber, name_of
from tapete.core.refusals import Code, Refusal, must
from tapete.core.rulings import Note, Operation, ops
from tapete.core.seats import Seat
from tapete.games.datamorphs.board import MorphBoard, element_of, laid_of
from tapete.games.datamorphs.cards import CardId, cost_of, needs_choice
from tapete.games.datamorphs.language import _
from tapete.games.datamorphs.state import COLUMNS, FACED, SEATS, Choice, Column, Interrupt, Joint, Ordering, Part, Slot

BAD_OPERATION = Code("bad_operation", "DAT-R65", _("Effect no. {index:place} ({op:operation}) cannot be. {the_problem}"))
PLAYED: tuple[Slot, ...] = ("program", *FACED)
"""Every position but that of the Bios."""

MOST = 9
"""Most that one operation adds or takes away."""


class Adjusted(OfSeat, clause="DAT-R66"):
    """A declared text or a ruling adds to a figure of a player, for this round."""

    figure: Annotated[str, Meta(extra={"kind": "figure"})]
    n: Annotated[int, Meta(extra={"kind": "signed"})]


class _Adjust(Operation):
    """Add `n` to a figure of a player."""

    seat: Seat
    n: AnyNumber

    def terms(self, board: MorphBoard) -> Terms:
        yield "seat", one_of(SEATS)
        yield "n", whole(-MOST, MOST)

    def effect(self, board: MorphBoard) -> None:
        figure = name_of(type(self)).removeprefix("adjust_")
        adjust = board.player(self.seat).adjust
        board.change(self.seat, adjust=replace(adjust, **{figure: getattr(adjust, figure) + self.n}))
        board.tell(Adjusted(seat=self.seat, figure=figure, n=self.n))


class AdjustAttack(_Adjust):
    """Attack icons at the scoring (DAT-R66, scoring 6)."""


class AdjustDefense(_Adjust):
    """Defense icons at the scoring (DAT-R66, scoring 6)."""


class AdjustMemory(_Adjust):
    """Memory, at once (DAT-R14, R66)."""

    def effect(self, board: MorphBoard) -> None:
        """Who leads this exchange stays as it was judged; the step says that it need not be so by now."""
        super().effect(board)
        if isinstance(step := board.top, Ordering | Joint):
            board.become(replace(step, ruled=True))


class CardCorrected(OfSeat, clause="DAT-R60"):
    """What lies somewhere was declared wrongly: it is this card, or lies face down."""

    slot: Slot
    card: CardId


class LaidMoved(OfSeat, clause="DAT-R60"):
    """What lies in two positions changes places."""

    slot: Slot
    to: Slot


class TakenBack(OfSeat, clause="DAT-R60"):
    """The card that a player laid last goes back to the hand."""

    slot: Slot


def _lies(board: MorphBoard, seat: Seat, slot: str) -> Column | Part | Interrupt | None:
    found: Column | Part | Interrupt | None = getattr(board.player(seat), slot)
    return found


def _unsure(board: MorphBoard) -> None:
    """Who leads stays as it was judged, and the step says that it need not be so by now."""
    if isinstance(step := board.top, Ordering | Joint):
        board.become(replace(step, ruled=True))


FACE_DOWN = "face_down"
"""Stands for the card where one lies face down."""

WRONG_PLACE = Code("wrong_slot", "DAT-022", _("That cannot lie in {slot:slot}."), figures={"slot": "value"})
NOTHING_LIES = WRONG_PLACE.saying(_("{seat:seat} has nothing in {slot:slot}."))


class CorrectCard(Operation):
    """What lies in a position, of a column the Boost at a place, is another card than was declared; without a card it lies face down."""

    seat: Seat
    slot: Slot
    place: AnyNumber
    card: CardId | None
    choice: Choice | None

    def terms(self, board: MorphBoard) -> Terms:
        yield "seat", one_of(SEATS)
        seat = self.seat

        def lies(slot: str) -> Refusal | None:
            return must(_lies(board, seat, slot) not in (None, ()), NOTHING_LIES, seat=seat, value=slot)

        yield "slot", one_of(PLAYED, lies, otherwise=WRONG_PLACE)
        slot, there = self.slot, _lies(board, seat, self.slot)
        yield "place", whole(0, max(0, len(there) - 1) if isinstance(there, tuple) else 0)
        element = element_of(slot)
        known = [card for card in board.card_ids if board.face(card, element) is not None]
        yield "card", one_of((*known, None) if slot in FACED and (not isinstance(there, tuple) or len(there) == 1) else tuple(known))
        open_aim = self.card is not None and needs_choice(board.face(self.card, element))
        yield "choice", one_of(("own", "rival") if open_aim else (None,))

    def effect(self, board: MorphBoard) -> None:
        there, slot = _lies(board, self.seat, self.slot), self.slot
        before = there[self.place] if isinstance(there, tuple) else there
        seq = 0 if before is None else before.seq
        if self.card is None:
            made: Part | Interrupt = Interrupt(seq, board.options.interrupt_cost)
        else:
            made = Part(self.card, seq, cost_of(board.face(self.card, element_of(slot))), self.choice)
        now: Any = made
        if slot in COLUMNS and isinstance(made, Part):
            column = there if isinstance(there, tuple) else (made,)
            now = tuple(made if place == self.place else part for place, part in enumerate(column))
        board.change(self.seat, **{slot: now})
        _unsure(board)
        board.tell(CardCorrected(seat=self.seat, slot=slot, card=self.card or FACE_DOWN))


class MoveLaid(Operation):
    """What lies in a position lies in another: both change places."""

    seat: Seat
    slot: Slot
    to: Slot

    def terms(self, board: MorphBoard) -> Terms:
        yield "seat", one_of(SEATS)
        seat = self.seat

        def lies(slot: str) -> Refusal | None:
            return must(_lies(board, seat, slot) not in (None, ()), NOTHING_LIES, seat=seat, value=slot)

        yield "slot", one_of(FACED, lies, otherwise=WRONG_PLACE)
        slot = self.slot

        def fits(to: str) -> Refusal | None:
            """An Interrupt lies anywhere, a Boost in the columns, a Function in its own position."""
            pairs = ((_lies(board, seat, slot), to), (_lies(board, seat, to), slot))
            sound = all(
                isinstance(there, Interrupt) or there in (None, ()) or (where in COLUMNS) == isinstance(there, tuple)
                for there, where in pairs
            )
            return must(sound and to != slot, WRONG_PLACE, value=to)

        yield "to", one_of(FACED, fits, otherwise=WRONG_PLACE)

    def effect(self, board: MorphBoard) -> None:
        here, there = _lies(board, self.seat, self.slot), _lies(board, self.seat, self.to)

        def laid(what: Any, where: str) -> Any:
            return (() if where in COLUMNS else None) if what in (None, ()) else what

        board.change(self.seat, **{self.slot: laid(there, self.slot), self.to: laid(here, self.to)})
        _unsure(board)
        board.tell(LaidMoved(seat=self.seat, slot=self.slot, to=self.to))


class TakeBack(Operation):
    """The card that a player laid last in this round goes back to the hand."""

    seat: Seat

    def terms(self, board: MorphBoard) -> Terms:
        def laid(seat: Seat) -> Refusal | None:
            return must(_last(board, seat) is not None, NOTHING_LIES, seat=seat, value="program")

        yield "seat", one_of(SEATS, laid)

    def effect(self, board: MorphBoard) -> None:
        slot = _last(board, self.seat)
        if slot is None:
            raise TypeError("nothing was laid")
        there = _lies(board, self.seat, slot)
        gone = there[-1].seq if isinstance(there, tuple) else there.seq if there is not None else 0
        left: Any = there[:-1] if isinstance(there, tuple) else () if slot in COLUMNS else None
        board.change(self.seat, **{slot: left}, hand=board.player(self.seat).hand + 1, stopped=False)
        if all(laid.seq != gone for seat in SEATS for laid in laid_of(board.player(seat))):
            for seat in SEATS:
                board.change(seat, **{name: _earlier(getattr(board.player(seat), name), gone) for name in ("program", *FACED)})
        _unsure(board)
        board.tell(TakenBack(seat=self.seat, slot=slot))


def _last(board: MorphBoard, seat: Seat) -> Slot | None:
    """Where the card lies that a player laid last, the Bios left aside."""
    found: list[tuple[int, Slot]] = []
    for slot in PLAYED:
        there = _lies(board, seat, slot)
        if there not in (None, ()):
            found.append((there[-1].seq if isinstance(there, tuple) else getattr(there, "seq", 0), slot))
    return max(found)[1] if found else None


def _earlier(there: Any, gone: int) -> Any:
    """What lies somewhere, its number one less where it came after the one that is gone."""
    if isinstance(there, tuple):
        return tuple(_earlier(part, gone) for part in there)
    return there if there is None or there.seq < gone else replace(there, seq=there.seq - 1)


AnyOperation = AdjustAttack | AdjustDefense | AdjustMemory | Note
OPERATIONS: tuple[type[Operation], ...] = get_args(AnyOperation)
MENDING: tuple[type[Operation], ...] = (CorrectCard, MoveLaid, TakeBack)
"""What the table alone may do: mend what was declared wrongly, without undoing what came after (DAT-R60)."""
AnyMending = AdjustAttack | AdjustDefense | AdjustMemory | CorrectCard | MoveLaid | TakeBack | Note
Declared = Annotated[tuple[AnyOperation, ...], Meta(max_length=4)]


class declared(ops):  # noqa: N801  # a domain is written as it is named in the contract
    """Operations that a person declares, each fault said by its place; robots mostly declare none where none is needed."""

    __slots__ = ("code",)

    def __init__(self, board: MorphBoard, least: int, code: Code, kinds: tuple[type[Operation], ...] = ()) -> None:
        super().__init__(board, kinds or OPERATIONS, least, 4)
        self.code = code

    def refusals(self, value: Any) -> list[Refusal]:
        if not value and self.least == 0:
            return []
        return [self._said(refusal, value) for refusal in super().refusals(value)]

    def _said(self, refusal: Refusal, value: Any) -> Refusal:
        place, _, argument = (refusal.at or "").partition(".")
        if not place.isdigit():
            return refusal
        return replace(
            self.code(index=int(place), op=name_of(type(value[int(place)])), problem=argument, the_problem=refusal), at=refusal.at
        )

    def sample(self, rng: random.Random) -> tuple[Operation, ...]:
        return () if self.least == 0 and rng.random() < 0.9 else super().sample(rng)

    def values(self) -> Iterator[tuple[Operation, ...]]:
        return super().values() if self.least else iter(((),))
