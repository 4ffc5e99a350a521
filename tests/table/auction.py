"""A game made for the tests of the table: sealed bids of up to twelve digits, so that a leaked one is found wherever it lies.

Two to four seats. Each round all bid in secret; the highest gets the lot. After three lots it is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta, Struct

from tapete.core.actions import Action, Terms
from tapete.core.board import Board, State
from tapete.core.domains import Domain, each, whole
from tapete.core.events import Event
from tapete.core.game import Chapter, Game
from tapete.core.layout import Place
from tapete.core.refusals import Code, Refusal, must, must_first
from tapete.core.rules import Rules, bind
from tapete.core.scene import Bounds, Panel, Scene
from tapete.core.sealing import Sealing, opening, sealed
from tapete.core.seats import Seat
from tapete.core.steps import Over, Owed, SealingStep
from tests.two_languages import both

MOST = 999_999_999_999
LOTS = 3

LOCKED = Code("already_locked", "AUC-1", both("Ya está.", "It is locked already."))
NOT_LOCKED = Code("not_locked", "AUC-1", both("No está.", "It is not locked."))
NOT_ALL = Code("not_all_ready", "AUC-2", both("Faltan.", "Some are missing."))
OUT = Code("bid_out", "AUC-3", both("De 1 a {high}: {value} no.", "From 1 to {high}: not {value}."))
PLAIN_CODE = Code("odd", "AUC", both("No.", "No."))


class Bidding(SealingStep):
    """All set a bid."""


class Hall(State, frozen=True, kw_only=True, forbid_unknown_fields=True):
    agenda: tuple[Bidding | Over, ...]
    players: tuple[Seat, ...]
    lots: dict[Seat, int]

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.players


class HallBoard(Board[Hall]):
    """No verbs of its own."""


class Sold(Event, clause="AUC-4"):
    seat: Seat


class Reopened(Event, clause="AUC-5"):
    """The bids are asked for once more."""


auction = Chapter("auction")
auction.tells(Sold, both("Para {seat}.", "Sold to {seat}."))
auction.tells(Reopened, both("Otra vez.", "Again."))
for what in ("bid", "reveal"):
    auction.prompt(what, both(f"{what}!", f"{what}!"), both(f"Espera ({what}).", f"Wait ({what})."))


@auction.action
class LockBid(Action):
    seat: Seat
    seal: str | None = None
    during = (Bidding,)

    def terms(self, board: HallBoard) -> Terms:
        yield must(self.seat not in board.at(Bidding).ready, LOCKED)
        yield "seal", sealed()

    def effect(self, board: HallBoard) -> None:
        board.become(board.at(Bidding).locked(self.seat, self.seal))


@auction.action
class Unlock(Action):
    seat: Seat
    during = (Bidding,)

    def terms(self, board: HallBoard) -> Terms:
        ready = board.at(Bidding).ready
        yield must_first(len(ready) < len(board.state.seats), NOT_LOCKED)
        yield must(self.seat in ready, NOT_LOCKED)

    def effect(self, board: HallBoard) -> None:
        board.become(board.at(Bidding).unlocked(self.seat))


@auction.action
class RevealBids(Action):
    bids: dict[Seat, Annotated[int, Meta(ge=-MOST, le=10 * MOST)]]
    nonces: dict[Seat, str | None] = {}
    during = (Bidding,)

    def terms(self, board: HallBoard) -> Terms:
        step, seats = board.at(Bidding), board.state.seats
        yield must(set(step.ready) == set(seats), NOT_ALL)
        bounds: dict[str, Domain] = {seat: whole(1, MOST, OUT, OUT) for seat in seats}
        yield "bids", each(bounds, PLAIN_CODE)
        opens: dict[str, Domain] = {seat: opening(step.seals.get(seat), seat, lambda seat=seat: self.bids[seat]) for seat in seats}  # type: ignore[misc]  # mypy knows no defaults here
        yield "nonces", each(opens, PLAIN_CODE)

    def effect(self, board: HallBoard) -> None:
        best = max(board.state.seats, key=lambda seat: (self.bids[seat], seat))
        lots = {**board.state.lots, best: board.state.lots[best] + 1}
        board.set(lots=lots)
        board.tell(Sold(seat=best))
        if sum(lots.values()) == LOTS:
            board.over(Over("win", (max(lots, key=lambda seat: lots[seat]),), "lots"))
        else:
            board.become(Bidding())


@auction.action
class ReopenBids(Action):
    during = (Bidding,)

    def terms(self, board: HallBoard) -> Terms:
        yield must(set(board.at(Bidding).ready) == set(board.state.seats), NOT_ALL)

    def effect(self, board: HallBoard) -> None:
        board.become(Bidding())
        board.tell(Reopened())


@auction.owes(Bidding)
def owed(board: HallBoard, step: Bidding) -> Iterator[Owed]:
    if set(step.ready) == set(board.state.seats):
        yield Owed(seat=None, actions=("reveal_bids", "reopen_bids"), what="reveal")
    for seat in board.state.seats:
        if seat not in step.ready:
            yield Owed(seat=seat, actions=("lock_bid",), what="bid", button="lock", meaning="bid")


def layout(board: HallBoard) -> Iterator[Place]:
    for seat, lots in board.state.lots.items():
        yield Place(f"lots {seat}", lots, both("{seat}: {value}", "{seat}: {value}"), {"seat": seat})


def scene(board: HallBoard, owing: tuple[Owed, ...]) -> Scene:
    asked = {one.seat for one in owing if one.meaning == "bid"}
    bounds = Bounds(1, 99)
    return Scene(
        panels=tuple(
            Panel(seat=seat, value=lots, largest=LOTS, bid=bounds if seat in asked else None) for seat, lots in board.state.lots.items()
        )
    )


def faults(board: HallBoard) -> Iterator[Refusal | None]:
    yield must(sum(board.state.lots.values()) <= LOTS, PLAIN_CODE)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """None."""


GAME: Game[Hall] = Game(
    name="auction",
    title=both("Subasta", "Auction"),
    version="1",
    players=(2, 4),
    clauses=(),
    state=Hall,
    board=HallBoard,
    options=Options,
    chapters=(auction,),
    start=lambda rules, seats: Hall(agenda=(Bidding(),), players=seats, lots=dict.fromkeys(seats, 0)),
    layout=layout,
    scene=scene,
    faults=faults,
    sealings=(Sealing(step=Bidding, lock=LockBid, reveal=RevealBids, reopen=ReopenBids),),
    unknown_option=PLAIN_CODE,
    bad_option=PLAIN_CODE,
    position_code=PLAIN_CODE,
    catalogue=lambda name: None,
)


def rules(options: dict[str, Any] | None = None, catalogue: Any = None) -> Rules[Hall]:
    return bind(GAME, options, catalogue)
