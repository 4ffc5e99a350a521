"""What the table decides or adds: rulings, cards typed in, the clock, and giving up (MMK-153, 166; R40, R73, R75, R80, R103)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Annotated, Any, get_args

from msgspec import Meta

from tapete.core.actions import Terms
from tapete.core.domains import Domain, one_of, some, text
from tapete.core.game import Chapter
from tapete.core.judge import failed_terms
from tapete.core.kinds import name_of
from tapete.core.refusals import Refusal, must_first
from tapete.core.rulings import Note, Operation, Ruled, ops
from tapete.core.rulings import Ruling as CoreRuling
from tapete.core.steps import Cards, Dice
from tapete.games.mamlejet import codes, events
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.cards import Card, Name, demands
from tapete.games.mamlejet.figures import TACTICS, By
from tapete.games.mamlejet.operations import Corrections
from tapete.games.mamlejet.state import Assaults, Entries, FrenzyChoice, Ordering, Plan, Setup, Window
from tapete.games.mamlejet.timing import Timed

RULINGS = Chapter("rulings")
KINDS: tuple[type[Operation], ...] = get_args(Corrections)
OPEN = (Setup, Window, Plan, Assaults, FrenzyChoice)
"""The steps at which the table may rule: wherever somebody decides, and no die or card is on its way."""


class ruling_ops(ops):  # noqa: N801  # domains are named as values are described
    """A ruling's operations: judged in order, each on what the one before left; no question behind, no invariant broken (MMK-R103)."""

    __slots__ = ()

    def __init__(self, board: Front, cause: By) -> None:
        scratch = board.scratch()
        scratch.by, scratch.item, scratch.ruled = cause, None, True
        super().__init__(scratch, KINDS)

    def refusals(self, value: Any) -> list[Refusal]:
        board = self.board.scratch()
        for place, operation in enumerate(value):
            if failed := failed_terms(operation, board):
                return [_bad(place, operation, failed[0].code).under(str(place))]
            operation.effect(board)
        if isinstance(board, Front):
            board.judge()
        faults = board.rules.faults(board.state)
        return [_bad(len(value) - 1, value[-1], "breaks_invariant"), *faults] if faults else []

    def sample(self, rng: random.Random) -> tuple[Operation, ...]:
        chosen = super().sample(rng)
        return (Note("robot"),) if self.refusals(chosen) else chosen


def _bad(place: int, operation: Operation, reason: str) -> Refusal:
    return codes.BAD_RULING(place=place + 1, op=name_of(type(operation)), reason=reason)


@RULINGS.action
class Ruling(CoreRuling, Timed, frozen=True, kw_only=True, tag="ruling"):
    """MMK-153, R75, R103: what the table decides, with its cause: a seat whose card says so, the enemy, or nobody; one unit, at once."""

    ops: Annotated[tuple[Corrections, ...], Meta(min_length=1, max_length=8)]
    cause: By = "none"
    during = OPEN
    kinds = KINDS
    reason_missing = codes.REASON_MISSING

    def terms(self, board: Front) -> Terms:
        yield "reason", text(200, 1, self.reason_missing)
        yield "agreed", some(one_of(board.state.seats))
        yield "cause", one_of((*board.state.seats, "enemy", "none"))
        yield "ops", ruling_ops(board, self.cause)

    def effect(self, board: Any) -> None:
        board.by, board.item, board.ruled = self.cause, None, True
        board.tell(Ruled(reason=self.reason, agreed=self.agreed, clause="MMK-R103"))
        for operation in self.ops:
            operation.effect(board)
        board.judge()
        board.ruled, board.by = False, "none"
        if isinstance(board.top, Window):
            board.become(Window())


class typed_card(Domain):  # noqa: N801  # domains are named as values are described
    """A card by its print, checked as a catalogue's cards are."""

    __slots__ = ("board",)

    def __init__(self, board: Front) -> None:
        self.board = board

    def refusals(self, value: Card) -> list[Refusal]:
        if self.board.knows(value.id):
            return [codes.CARD_KNOWN(card=value.id)]
        return [codes.BAD_CARD(key=key, es=problem.es, en=problem.en) for key, problem in demands(value)]

    def describe(self) -> dict[str, Any]:
        return {"card": {"types": [*TACTICS, "recurso", "enemigo"]}}

    def empty(self) -> bool:
        return False

    def sample(self, rng: random.Random) -> Card:
        return next(self.values())

    def values(self) -> Iterator[Card]:
        place = len(self.board.state.typed_cards)
        while self.board.knows(f"typed-{place}"):
            place += 1
        yield Card(id=f"typed-{place}", type="soldado", name=Name(es="Soldado"), difficulty=4)


@RULINGS.action
class AddCard(Timed, frozen=True, kw_only=True, tag="add_card"):
    """MMK-R73: a card that the catalogue lacks, as it is printed; from now on it is a card like the others."""

    card: Card
    during = (*OPEN, Entries, Cards, Ordering)

    def terms(self, board: Front) -> Terms:
        yield "card", typed_card(board)

    def effect(self, board: Front) -> None:
        board.set(typed_cards={**board.state.typed_cards, self.card.id: self.card})
        board.tell(events.CardAdded(card=self.card.id))


@RULINGS.action
class TimeUp(Timed, frozen=True, tag="time_up"):
    """MMK-166, R40: the time of a clock game has run out; the round is finished, then the best score wins."""

    during = (*OPEN, Entries, Cards, Ordering, Dice)

    def terms(self, board: Front) -> Terms:
        yield must_first(board.options.mode == "clock" and not board.state.clock_expired, codes.NOT_CLOCK)

    def effect(self, board: Front) -> None:
        board.set(clock_expired=True)
        board.tell(events.TimeUp(round=board.state.round))
        if not board.options.clock_finish_round:
            board.best_score("clock", "MMK-R40")


@RULINGS.action
class Abandon(Timed, frozen=True, tag="abandon"):
    """MMK-R80: the table stops; there is no result."""

    during = (*OPEN, Entries, Cards, Ordering, Dice)

    def terms(self, board: Front) -> Terms:
        yield None

    def effect(self, board: Front) -> None:
        board.end("stopped", (), "abandoned", "MMK-R80")
