"""Cards that the catalogue lacks: people type in their printed figures at the table, and then they are cards like the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from tapete.core.actions import Action, Terms
from tapete.core.domains import text
from tapete.core.events import Event
from tapete.core.refusals import Code, must
from tapete.core.texts import _
from tapete.core.zones import CardBoard

MOST_TYPED = 200
"""Most cards that are typed in during one match."""

TOO_MANY_TYPED = Code("too_many_typed", "CORE", _("There are {number} typed-in cards already; there is no room for more."))
CARD_KNOWN = Code("card_known", "CORE", _("There is a card “{card}” already."))


class TypedCard(Action):
    """A card is typed in. A game makes it its own, with its ledger's name and codes, an `id` of its own type and the printed figures."""

    id: str
    too_many: ClassVar[Code] = TOO_MANY_TYPED
    known: ClassVar[Code] = CARD_KNOWN
    longest: ClassVar[int] = 40
    shortest: ClassVar[int] = 1

    def figures(self, board: Any) -> Terms:
        """Return the domain of each printed figure, and what must hold of them."""
        raise NotImplementedError  # each subclass says

    def made(self) -> tuple[Any, Event]:
        """Return what the state keeps of the card, and how it is told."""
        raise NotImplementedError  # each subclass says

    @classmethod
    def again(cls, card: str, kept: Any) -> TypedCard:
        """Type a card in again: the reverse of `made`, if there is one.

        Args:
            card: its id. kept: what the state keeps of it.
        """
        raise NotImplementedError  # each subclass says

    def fits(self, board: Any) -> bool:
        """Say whether a card can be printed with these figures."""
        for said in self.figures(board):
            if isinstance(said, tuple):
                name, domain = said
                if domain.refusals(getattr(self, name)):
                    return False
            elif said is not None:
                return False
        return True

    def terms(self, board: Any) -> Terms:
        """Demand room for it, an id that nobody knows yet, and figures that fit."""
        number = len(board.state.typed_cards)
        yield must(number < MOST_TYPED, self.too_many, number=number)
        yield "id", text(self.longest, self.shortest)
        yield must(not board.knows(self.id), self.known, card=self.id)
        yield from self.figures(board)

    def effect(self, board: CardBoard[Any, Any]) -> None:
        """Keep the card in the state, in the order of the ids."""
        card, told = self.made()
        board.set(typed_cards=dict(sorted({**board.state.typed_cards, self.id: card}.items())))
        board.tell(told)


def mistyped(board: CardBoard[Any, Any], kind: type[TypedCard]) -> Iterator[str]:
    """Yield the ids of typed-in cards that cannot have been typed in: of the catalogue, under another id, one too many, or with
    impossible figures.

    Args:
        board: with the cards. kind: how the game types a card in.
    """
    for place, (card, kept) in enumerate(board.state.typed_cards.items()):
        strange = card in board.rules.catalogue.cards or getattr(kept, "id", card) != card or place >= MOST_TYPED
        if strange or not _typed_so(board, kind.again(card, kept), kept):
            yield card


def _typed_so(board: CardBoard[Any, Any], typed: TypedCard, kept: Any) -> bool:
    """Say whether a card that is typed in becomes exactly what a state keeps."""
    return typed.fits(board) and bool(typed.made()[0] == kept)
