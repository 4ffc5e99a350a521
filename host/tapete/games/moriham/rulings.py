"""What the table decides or adds: rulings, and cards typed in from their print (MOR-R16, R59, R86, R87)."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Annotated, Any

from msgspec import Meta

from tapete.core.actions import Terms
from tapete.core.domains import one_of, some, text
from tapete.core.events import Event
from tapete.core.game import Chapter
from tapete.core.judge import failed_terms
from tapete.core.refusals import Code, Refusal, must
from tapete.core.rulings import NOTED_LOG, RULED_LOG, Note, Noted, Operation, Ruled, ops
from tapete.core.rulings import Ruling as CoreRuling
from tapete.core.seats import Seat
from tapete.core.steps import Cards, Dice
from tapete.games.moriham.board import Duel
from tapete.games.moriham.declaring import BAD_OPERATION, RULING_KINDS, bad
from tapete.games.moriham.figures import CardId, CardName, CardType, Level, Points
from tapete.games.moriham.language import _
from tapete.games.moriham.operations import Corrections
from tapete.games.moriham.state import Phase, Setup, Stack, Triggers, Typed
from tapete.games.moriham.timing import Timed

RULINGS = Chapter("rulings")
RULINGS.tells(Ruled, RULED_LOG)
RULINGS.tells(Noted, NOTED_LOG)

MOST_TYPED = 200
"""Most cards that are typed in during one match."""


BAD_RULING = BAD_OPERATION.citing("MOR-R87")


class RulingOps(ops):
    """A ruling's operations: judged in order, each on what the one before left; one unit, and no question behind (MOR-R87)."""

    __slots__ = ()

    def __init__(self, board: Duel, seat: Seat) -> None:
        scratch = board.scratch()
        scratch.by, scratch.item, scratch.bound, scratch.ruled = seat, None, None, True
        super().__init__(scratch, RULING_KINDS)

    def refusals(self, value: Any) -> list[Refusal]:
        board = self.board.scratch()
        for place, operation in enumerate(value):
            if failed := failed_terms(operation, board):
                return [bad(BAD_RULING, place, operation, failed[0].code).under(str(place))]
            operation.effect(board)
        if isinstance(board, Duel):
            board.judge_life()
        faults = board.rules.faults(board.state)
        return [bad(BAD_RULING, len(value) - 1, value[-1], "breaks_invariant"), *faults] if faults else []

    def empty(self) -> bool:
        return False  # a note is always possible

    def sample(self, rng: random.Random) -> tuple[Operation, ...]:
        chosen = super().sample(rng)
        return (Note("robot"),) if self.refusals(chosen) else chosen


REASON_MISSING = Code("reason_missing", "MOR-R87", _("Say why it is decided so."), figures={})


@RULINGS.action
class Ruling(CoreRuling, Timed, kw_only=True):
    """MOR-R16, R59, R87: what the table decides, seen from a seat; one unit, applied at once, that sets off no ability."""

    seat: Seat
    ops: Annotated[tuple[Corrections, ...], Meta(min_length=1, max_length=8)]
    during = (Phase, Triggers, Stack)
    kinds = RULING_KINDS
    reason_missing = REASON_MISSING

    def terms(self, board: Duel) -> Terms:
        yield "reason", text(200, 1, self.reason_missing)
        yield "agreed", some(one_of(board.state.seats))
        yield "ops", RulingOps(board, self.seat)

    def effect(self, board: Any) -> None:
        board.by, board.item, board.bound, board.ruled = self.seat, None, None, True
        board.tell(Ruled(reason=self.reason, agreed=self.agreed, clause="MOR-R87"))
        for operation in self.ops:
            operation.effect(board)
        board.judge_life()
        board.ruled = False


NO_FIGURE = Code("no_figure", "MOR-R86", _("Level, attack and defense belong to monsters, and only to them."), figures={})


def figure(kind: str, values: Iterable[int]) -> one_of:
    """A figure that monsters have, and nothing else."""
    return one_of(values if kind == "monster" else (None,), otherwise=NO_FIGURE)


CARD_KNOWN = Code("card_known", "MOR-R86", _("“{card}” is a card of this match already; use that one or choose another name."))

TOO_MANY_TYPED = Code("too_many_typed", "MOR-R86", _("There are {number} typed-in cards already; put them into a catalogue."))


@RULINGS.event(_("A new card at the table: {card} ({type})."))
class CardAdded(Event, clause="MOR-R86"):
    """The printed figures of a card were typed in; None where its type has no such figure."""

    card: CardId
    type: CardType
    level: Level | None
    attack: Points | None
    defense: Points | None
    name: CardName = ""


@RULINGS.action
class AddCard(Timed, kw_only=True):
    """MOR-R86: the printed figures of a card that the catalogue lacks; from now on it is a card like the others."""

    id: CardId
    type: CardType
    level: Level | None = None
    attack: Points | None = None
    defense: Points | None = None
    name: CardName = ""
    during = (Setup, Dice, Phase, Triggers, Stack, Cards)

    def terms(self, board: Duel) -> Terms:
        number = len(board.state.typed_cards)
        yield must(number < MOST_TYPED, TOO_MANY_TYPED, number=number)
        yield "id", text(32, 2)
        yield must(not board.knows(self.id), CARD_KNOWN, card=self.id)
        yield "type", one_of(("monster", "magic", "trap"))
        yield "level", figure(self.type, range(1, 10))
        yield "attack", figure(self.type, range(31))
        yield "defense", figure(self.type, range(31))
        yield "name", text(40)

    def effect(self, board: Duel) -> None:
        typed = Typed(self.type, self.level, self.attack, self.defense, self.name.strip())
        board.set(typed_cards={**board.state.typed_cards, self.id: typed})
        board.tell(
            CardAdded(card=self.id, type=self.type, level=self.level, attack=self.attack, defense=self.defense, name=self.name.strip())
        )
