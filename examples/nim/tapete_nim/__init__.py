"""Nim: three heaps of counters; who takes the last one wins (ledger.toml)."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from tapete.core.actions import Terms
from tapete.core.board import Board, State
from tapete.core.clauses import ledger
from tapete.core.domains import one_of, whole
from tapete.core.events import OfSeat
from tapete.core.game import Chapter, Game
from tapete.core.layout import Place
from tapete.core.refusals import Code, Refusal, must
from tapete.core.scene import Panel, Scene
from tapete.core.seats import SEATS, Seat, rival
from tapete.core.steps import Over, Owed, Step
from tapete.core.texts import TextDomain
from tapete.core.turns import AskedAction, TurnCode

_ = TextDomain("tapete-nim", __package__)

HEAPS = (3, 4, 5)
NOT_YOUR_TURN = TurnCode("not_your_turn", "NIM-002", _("It is {active:seat}'s turn."))
EMPTY_HEAP = Code("empty_heap", "NIM-002", _("Heap {heap} is empty: take from another one."))
TOO_FEW = Code("too_few", "NIM-002", _("Take one counter at least."))
TOO_MANY = Code("too_many", "NIM-002", _("Heap {heap} has {high} {high:counter|counters}; you cannot take {value}."))
BAD_HEAPS = Code("bad_heaps", "NIM-R01", _("The heaps are not those of a match: {heaps}."))


class Turn(Step):
    """A player takes counters."""

    seat: Seat


class Heaps(State, frozen=True):
    """The counters of each heap."""

    agenda: tuple[Turn | Over, ...] = (Turn("A"),)
    heaps: tuple[Annotated[int, Meta(ge=0, le=99)], ...] = HEAPS

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Two players (NIM-001)."""
        return SEATS[:2]


TAKING = Chapter("taking")
TAKING.prompt("take", _("Take counters from one heap."), _("{seat} chooses a heap."))


@TAKING.event(
    _("{seat} takes {counters} from heap {heap}; {left} {left:is|are} left."),
    hands=_("Take {counters} {counters:counter|counters} off heap {heap}."),
)
class Taken(OfSeat, clause="NIM-002"):
    """A player has taken counters."""

    heap: int
    counters: int
    left: int


@TAKING.action
class Take(AskedAction):
    """Take counters from one heap (NIM-002, NIM-003)."""

    heap: int
    counters: int
    during = (Turn,)
    not_your_turn = NOT_YOUR_TURN

    def terms(self, board: Board[Heaps]) -> Terms:
        heaps = board.state.heaps
        yield "heap", one_of((1, 2, 3), lambda heap: must(heaps[heap - 1] > 0, EMPTY_HEAP, heap=heap))
        yield "counters", whole(1, heaps[self.heap - 1], TOO_FEW, TOO_MANY, heap=self.heap)

    def effect(self, board: Board[Heaps]) -> None:
        heaps = [n - self.counters if heap == self.heap else n for heap, n in enumerate(board.state.heaps, 1)]
        board.set(heaps=tuple(heaps))
        board.tell(Taken(seat=self.seat, heap=self.heap, counters=self.counters, left=sum(heaps)))
        if any(heaps):
            board.become(Turn(rival(self.seat)))
        else:
            board.over(Over("win", (self.seat,), "last"))


@TAKING.owes(Turn)
def player(board: Board[Heaps], step: Turn) -> Iterator[Owed]:
    """Say whose turn it is."""
    yield Owed(seat=step.seat, actions=("take",), what="take")


def layout(board: Board[Heaps]) -> Iterator[Place]:
    """Say what lies where."""
    for heap, counters in enumerate(board.state.heaps, 1):
        yield Place(f"heap {heap}", counters, _("Heap {heap}: {value} {value:counter|counters}."), {"heap": heap})


def scene(board: Board[Heaps], owing: tuple[Owed, ...]) -> Scene:
    """Show on each panel how many counters are left."""
    return Scene(panels=tuple(Panel(seat=seat, value=sum(board.state.heaps), largest=sum(HEAPS)) for seat in board.state.seats))


def faults(board: Board[Heaps]) -> Iterator[Refusal | None]:
    """Name what a sound position has not (NIM-R01)."""
    heaps = board.state.heaps
    fits = len(heaps) == len(HEAPS) and all(now <= first for now, first in zip(heaps, HEAPS, strict=True))
    yield must(fits and any(heaps) == isinstance(board.top, Turn), BAD_HEAPS, heaps=list(heaps))


GAME: Game[Heaps] = Game(
    name="nim",
    title=_("Nim"),
    version="1.0",
    players=(2, 2),
    minutes=3,
    blurb=_("Take counters from one of three heaps; who takes the last one wins."),
    clauses=ledger(__name__, _),
    state=Heaps,
    board=Board,
    chapters=(TAKING,),
    start=lambda rules, seats: Heaps(),
    layout=layout,
    scene=scene,
    faults=faults,
)
