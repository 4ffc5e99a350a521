"""Operations: what a printed text that the catalogue does not cover, or the table, may add to a round (DAT-R65, R66)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta
from msgspec.structs import replace

from tapete.core.actions import Terms
from tapete.core.domains import one_of, whole
from tapete.core.events import Event, OfSeat
from tapete.core.kinds import AnyNumber, name_of
from tapete.core.refusals import Code, Refusal, must
from tapete.core.rulings import Note, Operation, Peek, ops
from tapete.core.seats import Seat, rival
from tapete.games.datamorphs.board import MorphBoard, element_of, laid_of
from tapete.games.datamorphs.cards import CardId, cost_of, needs_choice
from tapete.games.datamorphs.language import _
from tapete.games.datamorphs.state import (
    COLUMNS,
    FACED,
    SEATS,
    Choice,
    Column,
    Interrupt,
    Joint,
    Ordering,
    Part,
    Playing,
    Result,
    Slot,
)

BAD_OPERATION = Code("bad_operation", "DAT-R65", _("Effect no. {index:place} ({op:operation}) cannot be. {the_problem}"))
PLAYED: tuple[Slot, ...] = ("program", *FACED)
"""Every position but that of the Bios."""

Lying = Annotated[Literal["bios", "program", "boost_a", "boost_b", "function"], Meta(extra={"kind": "slot"})]
LYING: tuple[Lying, ...] = ("bios", *PLAYED)
"""Every position."""

MOST = 9
"""Most that one operation adds or takes away."""


class Adjusted(OfSeat, clause="DAT-R66"):
    """A declared text or a ruling adds to a figure of a player, for this round."""

    figure: Annotated[str, Meta(extra={"kind": "figure"})]
    n: Annotated[int, Meta(extra={"kind": "signed"})]


class _FigureAdjustment(Operation):
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


class AdjustAttack(_FigureAdjustment):
    """Attack icons at the scoring (DAT-R66, scoring 6)."""


class AdjustDefense(_FigureAdjustment):
    """Defense icons at the scoring (DAT-R66, scoring 6)."""


class AdjustMemory(_FigureAdjustment):
    """Memory, at once (DAT-R14, R66)."""

    def effect(self, board: MorphBoard) -> None:
        """Who leads this exchange stays as it was judged; the step says that it need not be so by now."""
        super().effect(board)
        if isinstance(step := board.top, Ordering | Joint):
            board.become(replace(step, ruled=True))


class CardCorrected(OfSeat, clause="DAT-R60"):
    """What lies somewhere was declared wrongly: it is this card, or lies face down."""

    slot: Lying
    card: CardId


class LaidMoved(OfSeat, clause="DAT-R60"):
    """What lies in two positions changes places."""

    slot: Slot
    to: Slot


class TakenBack(OfSeat, clause="DAT-R60"):
    """A card that a player laid goes back to the hand."""

    slot: Slot


class SidesChanged(OfSeat, clause="DAT-R60"):
    """What was noted for a player in a position is the rival's, and the other way round."""

    slot: Lying


class LaidAdded(OfSeat, clause="DAT-R60"):
    """A card lies there that nobody had entered."""

    slot: Slot
    card: CardId


class ResultCorrected(Event, clause="DAT-R60"):
    """A round that is over ended otherwise than it was noted."""

    round: int
    result: Annotated[Result, Meta(extra={"kind": "result"})]


class SeenCorrected(OfSeat, clause="DAT-R60"):
    """In a round that is over another card lay face up than was declared."""

    round: int
    card: CardId
    now: CardId


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


def _where(board: MorphBoard, seat: Seat, slots: tuple[Lying, ...]) -> one_of:
    """The positions in which a player has something."""

    def lies(slot: str) -> Refusal | None:
        return must(_lies(board, seat, slot) not in (None, ()), NOTHING_LIES, seat=seat, value=slot)

    return one_of(slots, lies, otherwise=WRONG_PLACE)


def _known(board: MorphBoard, element: str) -> tuple[str, ...]:
    return tuple(card for card in board.card_ids if board.face(card, element) is not None)


def _choices(board: MorphBoard, card: CardId | None, element: str) -> one_of:
    """On whom an open ability acts; None where nothing is open."""
    return one_of(("own", "rival") if card is not None and needs_choice(board.face(card, element)) else (None,))


class CorrectCard(Operation):
    """What lies in a position, of a column the Boost at a place, is another card than was declared; without a card it lies face down."""

    seat: Seat
    slot: Lying
    place: AnyNumber
    card: CardId | None
    choice: Choice | None

    def terms(self, board: MorphBoard) -> Terms:
        yield "seat", one_of(SEATS)
        yield "slot", _where(board, self.seat, LYING)
        slot, there = self.slot, _lies(board, self.seat, self.slot)
        yield "place", whole(0, max(0, len(there) - 1) if isinstance(there, tuple) else 0)
        known = _known(board, element_of(slot))
        alone = slot in FACED and (not isinstance(there, tuple) or len(there) == 1)
        yield "card", one_of((*known, None) if alone else known)
        yield "choice", _choices(board, self.card, element_of(slot))

    def effect(self, board: MorphBoard) -> None:
        there, slot = _lies(board, self.seat, self.slot), self.slot
        before = there[self.place] if isinstance(there, tuple) else there
        made = _laid(board, slot, self.card, self.choice, 0 if before is None else before.seq)
        now: Any = made
        if slot in COLUMNS and isinstance(made, Part):
            column = there if isinstance(there, tuple) else (made,)
            now = tuple(made if place == self.place else part for place, part in enumerate(column))
        board.change(self.seat, **{slot: now})
        _unsure(board)
        board.tell(CardCorrected(seat=self.seat, slot=slot, card=self.card or FACE_DOWN))


def _laid(board: MorphBoard, slot: Lying, card: CardId | None, choice: Choice | None, seq: int) -> Part | Interrupt:
    """A card as it lies in a position, face down without an id; a Bios costs nothing (DAT-R09)."""
    if card is None:
        return Interrupt(seq, board.options.interrupt_cost)
    return Part(card, seq, 0 if slot == "bios" else cost_of(board.face(card, element_of(slot))), choice)


class MoveLaid(Operation):
    """What lies in a position lies in another: both change places."""

    seat: Seat
    slot: Slot
    to: Slot

    def terms(self, board: MorphBoard) -> Terms:
        yield "seat", one_of(SEATS)
        seat = self.seat
        yield "slot", _where(board, seat, FACED)
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
        board.change(self.seat, **{self.slot: _as_it_lies(there, self.slot), self.to: _as_it_lies(here, self.to)})
        _unsure(board)
        board.tell(LaidMoved(seat=self.seat, slot=self.slot, to=self.to))


def _as_it_lies(what: Any, where: str) -> Any:
    """What lies in a position; nothing, as that position writes it."""
    return (() if where in COLUMNS else None) if what in (None, ()) else what


def _number(there: Column | Part | Interrupt | None) -> int:
    """How many cards lie in a position."""
    return len(there) if isinstance(there, tuple) else int(there is not None)


class TakeBack(Operation):
    """A card that a player laid, of a column the last, goes back to the hand."""

    seat: Seat
    slot: Slot

    def terms(self, board: MorphBoard) -> Terms:
        yield "seat", one_of(SEATS)
        yield "slot", _where(board, self.seat, PLAYED)

    def effect(self, board: MorphBoard) -> None:
        there, slot = _lies(board, self.seat, self.slot), self.slot
        last = there[-1] if isinstance(there, tuple) else there
        if last is None:
            raise TypeError("nothing was laid")
        left: Any = there[:-1] if isinstance(there, tuple) else _as_it_lies(None, slot)
        player = board.player(self.seat)
        scored = not isinstance(board.top, Ordering | Playing | Joint)
        board.change(self.seat, **{slot: left}, hand=player.hand + 1, stopped=player.stopped and scored)
        if all(laid.seq != last.seq for seat in SEATS for laid in laid_of(board.player(seat))):
            for seat in SEATS:
                board.change(seat, **{name: _earlier(getattr(board.player(seat), name), last.seq) for name in ("program", *FACED)})
        _unsure(board)
        board.tell(TakenBack(seat=self.seat, slot=slot))


def _earlier(there: Any, gone: int) -> Any:
    """What lies somewhere, its number one less where it came after the one that is gone."""
    if isinstance(there, tuple):
        return tuple(_earlier(part, gone) for part in there)
    return there if there is None or there.seq < gone else replace(there, seq=there.seq - 1)


class ChangeSides(Operation):
    """What was noted for a player in a position is the rival's, and what was noted for the rival there is the player's."""

    seat: Seat
    slot: Lying

    def terms(self, board: MorphBoard) -> Terms:
        yield "seat", one_of(SEATS)
        yield "slot", _where(board, self.seat, LYING)

    def effect(self, board: MorphBoard) -> None:
        slot = self.slot
        lying = {seat: _lies(board, seat, slot) for seat in SEATS}
        for seat in SEATS:
            more = _number(lying[seat]) - _number(lying[rival(seat)])
            board.change(seat, **{slot: lying[rival(seat)]}, hand=board.player(seat).hand + more)
        _unsure(board)
        board.tell(SidesChanged(seat=self.seat, slot=slot))


class AddLaid(Operation):
    """A card lies in a position, of a column below the others, that nobody entered; without a card it lies face down."""

    seat: Seat
    slot: Slot
    card: CardId | None
    choice: Choice | None

    def terms(self, board: MorphBoard) -> Terms:
        yield "seat", one_of(SEATS)
        seat = self.seat

        def free(slot: str) -> Refusal | None:
            there = _lies(board, seat, slot)
            more = isinstance(there, tuple) and len(there) < board.room(seat, slot)
            return must(board.player(seat).bios is not None and (there in (None, ()) or more), WRONG_PLACE, value=slot)

        yield "slot", one_of(PLAYED, free, otherwise=WRONG_PLACE)
        slot = self.slot
        known = _known(board, element_of(slot))
        yield "card", one_of((*known, None) if slot in FACED and _lies(board, seat, slot) in (None, ()) else known)
        yield "choice", _choices(board, self.card, element_of(slot))

    def effect(self, board: MorphBoard) -> None:
        made, there = _laid(board, self.slot, self.card, self.choice, board.next_seq()), _lies(board, self.seat, self.slot)
        now: Any = (*there, made) if isinstance(there, tuple) and isinstance(made, Part) else made
        board.change(self.seat, **{self.slot: now}, hand=max(0, board.player(self.seat).hand - 1))
        _unsure(board)
        board.tell(LaidAdded(seat=self.seat, slot=self.slot, card=self.card or FACE_DOWN))


def _picked_up(board: MorphBoard) -> one_of:
    """The rounds whose cards are picked up; the one whose cards still lie there is scored by them."""
    return one_of(range(1, len(board.player("A").shown) + 1))


class CorrectResult(Operation):
    """A round whose cards are picked up ended otherwise."""

    round: AnyNumber
    result: Result

    def terms(self, board: MorphBoard) -> Terms:
        yield "round", _picked_up(board)
        yield "result", one_of((*SEATS, "tie"))

    def effect(self, board: MorphBoard) -> None:
        results = list(board.state.results)
        results[self.round - 1] = self.result
        board.set(results=tuple(results))
        board.tell(ResultCorrected(round=self.round, result=self.result))


class CorrectSeen(Operation):
    """A card that lay face up in a round that is over was another one, and so was the one left out, if it was this card."""

    seat: Seat
    round: AnyNumber
    card: CardId
    now: CardId

    def terms(self, board: MorphBoard) -> Terms:
        yield "seat", one_of(SEATS)
        yield "round", _picked_up(board)
        yield "card", one_of(tuple(dict.fromkeys(board.player(self.seat).shown[self.round - 1])))
        yield "now", one_of(board.card_ids)

    def effect(self, board: MorphBoard) -> None:
        player, place = board.player(self.seat), self.round - 1
        shown = list(player.shown[place])
        shown[shown.index(self.card)] = self.now
        out = tuple(self.now if at == place and card == self.card else card for at, card in enumerate(player.out))
        board.change(self.seat, shown=(*player.shown[:place], tuple(sorted(shown)), *player.shown[place + 1 :]), out=out)
        board.tell(SeenCorrected(seat=self.seat, round=self.round, card=self.card, now=self.now))


AnyOperation = AdjustAttack | AdjustDefense | AdjustMemory | Note
OPERATIONS: tuple[type[Operation], ...] = get_args(AnyOperation)
_Mending = CorrectCard | MoveLaid | TakeBack | ChangeSides | AddLaid | CorrectResult | CorrectSeen
AnyMending = AdjustAttack | AdjustDefense | AdjustMemory | _Mending | Peek | Note
"""What the table alone may do: mend what was declared wrongly, without undoing what came after (DAT-R60)."""
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
