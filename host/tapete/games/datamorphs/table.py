"""What the table adds to the record: cards that the catalogue lacks, and rulings (DAT-R60, R64..R66)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from tapete.core.actions import Terms
from tapete.core.domains import Domain, one_of, some, text
from tapete.core.events import Event
from tapete.core.game import Chapter
from tapete.core.refusals import Refusal
from tapete.core.rulings import Noted, Ruled, Ruling
from tapete.games.datamorphs import codes
from tapete.games.datamorphs.board import MorphAction, MorphBoard, wrong_step
from tapete.games.datamorphs.cards import ELEMENTS, Boost, CardId, TypedCard, problems
from tapete.games.datamorphs.operations import OPERATIONS, AnyOperation, declared
from tapete.games.datamorphs.state import (
    ChoosingBios,
    Exchanging,
    Joint,
    LeavingOut,
    LeavingOutTied,
    Ordering,
    Playing,
    Setup,
)

TABLE = Chapter("table")
TABLE.event(Ruled)
TABLE.event(Noted)


@TABLE.event
class CardAdded(Event, frozen=True, kw_only=True, tag="card_added"):
    """The printed figures of a card were typed in; from now on it is an ordinary card."""

    card: CardId
    elements: Annotated[tuple[str, ...], Meta(extra={"kind": "element"})]
    clause: str = "DAT-R64"


class typed(Domain):  # noqa: N801  # a domain is written as it is named in the contract
    """The printed figures of a card that the catalogue lacks: of one element or more, each within the catalogue's bounds (section 10)."""

    __slots__ = ("board",)

    def __init__(self, board: MorphBoard) -> None:
        self.board = board

    def refusals(self, value: Any) -> list[Refusal]:
        catalogue, known = self.board.rules.catalogue, self.board.state.typed_cards.get(value.id)
        if value.id in catalogue.cards:
            return [codes.CARD_KNOWN(card=value.id)]
        given = [element for element in ELEMENTS if getattr(value, element) is not None]
        if not given:
            return [codes.NO_ELEMENT(card=value.id)]
        found = [
            codes.BAD_CARD(card=value.id, key=key, es=problem.es, en=problem.en).under(key)
            for key, problem in problems(value, catalogue.extras["colors"], catalogue.extras["types"])
        ]
        twice = [element for element in given if known is not None and getattr(known, element) is not None]
        if twice:
            found.append(codes.ELEMENT_KNOWN(card=value.id, elements=twice))
        return found

    def describe(self) -> dict[str, Any]:
        extras = self.board.rules.catalogue.extras
        return {"card": {"colors": [*extras["colors"], "none"], "types": list(extras["types"])}}

    def empty(self) -> bool:
        return False

    def sample(self, rng: random.Random) -> TypedCard:
        free = (f"typed_{number}" for number in range(1, 1000) if f"typed_{number}" not in self.board.state.typed_cards)
        return self._card(next(free))

    def values(self) -> Iterator[TypedCard]:
        if "typed_1" not in self.board.state.typed_cards:
            yield self._card("typed_1")

    def _card(self, name: str) -> TypedCard:
        return TypedCard(id=name, boost=Boost(color=self.board.rules.catalogue.extras["colors"][0], attack=1, defense=0))


@TABLE.action
class AddCard(MorphAction, frozen=True, tag="add_card"):
    """DAT-R64: the printed figures of a card that the catalogue lacks, or of one more element of it."""

    card: TypedCard
    during = (Setup, ChoosingBios, Ordering, Playing, Joint, LeavingOut, LeavingOutTied, Exchanging)

    def terms(self, board: MorphBoard) -> Terms:
        yield "card", typed(board)

    def effect(self, board: MorphBoard) -> None:
        card, cards = self.card, board.state.typed_cards
        elements = tuple(element for element in ELEMENTS if getattr(card, element) is not None)
        known = cards.get(card.id)
        if known is not None:
            card = replace(known, name=card.name or known.name, **{element: getattr(card, element) for element in elements})
        board.set(typed_cards=dict(sorted({**cards, card.id: card}.items())))
        board.tell(CardAdded(card=card.id, elements=elements))


@TABLE.action
class TableRuling(Ruling, frozen=True, kw_only=True, tag="ruling"):
    """DAT-R65, R66: what a printed text adds that the catalogue does not cover; while cards are played. Sealed plays are lifted."""

    ops: Annotated[tuple[AnyOperation, ...], Meta(min_length=1, max_length=4)]
    during = (Ordering, Playing, Joint)
    kinds = OPERATIONS
    reason_missing = codes.REASON_MISSING

    @classmethod
    def untimely(cls, board: MorphBoard) -> Refusal:
        return wrong_step(board)

    def terms(self, board: MorphBoard) -> Terms:
        yield "reason", text(200, 1, self.reason_missing)
        yield "agreed", some(one_of(board.state.seats))
        yield "ops", declared(board, 1, codes.RULING_BAD_OPERATION)

    def effect(self, board: Any) -> None:
        before = board.memories()
        super().effect(board)
        board.tell_memory(before)
        if isinstance(board.top, Joint) and board.top.ready:
            board.become(board.top.reopened())
