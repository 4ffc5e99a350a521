"""Operations: what a printed text that the catalogue does not cover, or the table, may add to a round (DAT-R65, R66)."""

import random
from collections.abc import Iterator
from typing import Annotated, Any, get_args

from msgspec import Meta
from msgspec.structs import replace

from tapete.core.actions import Terms
from tapete.core.domains import one_of, whole
from tapete.core.events import OfSeat
from tapete.core.kinds import AnyNumber, name_of
from tapete.core.refusals import Code, Refusal
from tapete.core.rulings import Note, Operation, ops
from tapete.core.seats import Seat
from tapete.games.datamorphs.board import MorphBoard
from tapete.games.datamorphs.language import _
from tapete.games.datamorphs.state import SEATS, Joint, Ordering

BAD_OPERATION = Code("bad_operation", "DAT-R65", _("Effect no. {index:place} ({op:operation}) cannot be. {the_problem}"))
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


AnyOperation = AdjustAttack | AdjustDefense | AdjustMemory | Note
OPERATIONS: tuple[type[Operation], ...] = get_args(AnyOperation)
Declared = Annotated[tuple[AnyOperation, ...], Meta(max_length=4)]


class declared(ops):  # noqa: N801  # a domain is written as it is named in the contract
    """Operations that a person declares, each fault said by its place; robots mostly declare none where none is needed."""

    __slots__ = ("code",)

    def __init__(self, board: MorphBoard, least: int, code: Code) -> None:
        super().__init__(board, OPERATIONS, least, 4)
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
