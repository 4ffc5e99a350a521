"""A game made for the tests: small, but with every domain, dice in batches, windows, a stack, questions in mid-resolution and rulings.

Two to four seats at a fair. On your turn you buy a prize with tokens, swap tickets, throw dice at cans, or make two others race. Others may
cheer or boo while a purchase waits. Seven prizes, or nobody with tickets, end it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from tapete.core.actions import Action, Terms
from tapete.core.board import Board, State
from tapete.core.cards import CardsChapter, ShowCards
from tapete.core.dice import DiceChapter
from tapete.core.domains import each, maybe, one_of, row, some, text, whole
from tapete.core.events import Event
from tapete.core.game import Chapter, Game
from tapete.core.judge import action
from tapete.core.layout import Place
from tapete.core.refusals import Code, Refusal, must, must_first
from tapete.core.rules import Rules, bind
from tapete.core.rulings import RULING_EVENTS, Note, Operation, Ruling
from tapete.core.scene import Panel, Scene
from tapete.core.seats import Seat
from tapete.core.steps import Cards, Dice, Die, Over, Owed, Step
from tapete.core.sums import Sum
from tapete.core.texts import Given
from tests.two_languages import both

Count = Annotated[int, Meta(ge=0, le=999)]
STALLS = {"hoop": 2, "ducks": 3, "wheel": 5}

C = {
    name: Code(name, "FAIR", Given(f"{name}: {{value}}" if hole else name))
    for name, hole in {
        "not_your_turn": False,
        "too_dear": False,
        "sold_out": True,
        "tokens_wrong": False,
        "passed": False,
        "race_self": True,
        "under": True,
        "over": True,
        "missing": True,
        "unknown_option": False,
        "bad_option": False,
        "bad_position": False,
        "no_fault": False,
    }.items()
}
LOST_TICKETS = Code(
    "lost_tickets", "FAIR-1", both("Hay {have} boletos y deben ser {due}.", "There are {have} tickets, and there should be {due}.")
)


class Stand(Struct, frozen=True, forbid_unknown_fields=True):
    seat: Seat
    tickets: Count = 6
    prizes: tuple[str, ...] = ()


class Turn(Step):
    seat: Seat


class Window(Step):
    passed: tuple[Seat, ...] = ()


class Purchase(Step):
    seat: Seat
    stall: str
    tickets: int


class Cheer(Step):
    seat: Seat
    loud: bool


class Pick(Step):
    seat: Seat
    options: tuple[int, ...]


class Throwing(Step):
    seat: Seat


class Fair(State, frozen=True, kw_only=True, forbid_unknown_fields=True):
    agenda: tuple[Turn | Window | Purchase | Cheer | Pick | Throwing | Dice | Cards | Over, ...]
    stands: tuple[Stand, ...]
    spent: Count = 0
    dice_asked: Count = 0
    rounds: Count = 0

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(stand.seat for stand in self.stands)


class FairBoard(Board[Fair]):
    def stand(self, seat: Seat) -> Stand:
        return next(stand for stand in self.state.stands if stand.seat == seat)

    def change(self, seat: Seat, **changes: Any) -> None:
        self.set(stands=tuple(replace(s, **changes) if s.seat == seat else s for s in self.state.stands))

    def pay(self, seat: Seat, tickets: int) -> None:
        self.change(seat, tickets=self.stand(seat).tickets - tickets)
        self.set(spent=self.state.spent + tickets)

    def alone(self, seat: Seat) -> FairBoard:
        copy = self.scratch()
        copy.become(Turn(seat))
        return copy


class Happened(Event, clause="FAIR"):
    seat: Seat
    what: str
    number: int = 0


market, dice, cards = Chapter("market"), DiceChapter(), CardsChapter()
market.tells(Happened, both("{seat}: {what} {number}", "{seat}: {what} {number}"), both("Mira a {seat}.", "Look at {seat}."))


@market.action
class Buy(Action):
    """A stall, then tickets of 1, 2 and 3 whose worth is its price with nothing superfluous, then where the prize hangs."""

    seat: Seat
    stall: str
    tickets: tuple[int, ...]
    hook: int | None
    during = (Turn,)

    def terms(self, board: FairBoard) -> Terms:
        yield must_first(board.at(Turn).seat == self.seat, C["not_your_turn"])
        have = board.stand(self.seat).tickets
        taken = [prize for stand in board.state.stands for prize in stand.prizes]
        yield "stall", one_of(STALLS, lambda s: must(taken.count(s) < 3, C["sold_out"], value=s))
        price = STALLS[self.stall]
        yield (
            "tickets",
            some(
                one_of((1, 2, 3)),
                0,
                None,
                Sum("worth", int, price, None, C["tokens_wrong"], lean=True),
                Sum("have", int, None, have, C["too_dear"]),
            ),
        )
        yield "hook", maybe(whole(1, sum(self.tickets), C["under"], C["over"]))

    def effect(self, board: FairBoard) -> None:
        board.pay(self.seat, sum(self.tickets))
        board.tell(Happened(seat=self.seat, what=self.stall, number=self.hook or 0))
        board.put(Purchase(self.seat, self.stall, sum(self.tickets)), Window((self.seat,)))


@market.action
class Swap(Action):
    """Tickets for every other seat (each), and two different stalls named (row)."""

    seat: Seat
    gifts: dict[Seat, int]
    named: tuple[str, ...]
    during = (Turn,)

    def terms(self, board: FairBoard) -> Terms:
        yield must_first(board.at(Turn).seat == self.seat, C["not_your_turn"])
        own = board.stand(self.seat).tickets
        yield must(own >= 3, C["too_dear"])
        others = [seat for seat in board.state.seats if seat != self.seat]
        yield "gifts", each({seat: whole(0, min(1, own // len(others)), C["under"], C["over"]) for seat in others}, C["missing"])
        yield "named", row(one_of(STALLS), one_of(STALLS), different=True)

    def effect(self, board: FairBoard) -> None:
        for seat, number in self.gifts.items():
            board.change(self.seat, tickets=board.stand(self.seat).tickets - number)
            board.change(seat, tickets=board.stand(seat).tickets + number)
        board.tell(Happened(seat=self.seat, what="swap"))
        next_turn(board)


@market.action
class Throw(Action):
    """A die for every seat, entered in any order."""

    seat: Seat
    during = (Turn,)

    def terms(self, board: FairBoard) -> Terms:
        yield must_first(board.at(Turn).seat == self.seat, C["not_your_turn"])

    def effect(self, board: FairBoard) -> None:
        first = board.state.dice_asked
        board.set(dice_asked=first + len(board.state.seats))
        batch = tuple(Die(f"d{first + i}", seat, "can", 6) for i, seat in enumerate(board.state.seats))
        board.put(Throwing(self.seat), Dice(batch))


@dice.rolled(Throwing)
def cans(board: FairBoard, step: Throwing, batch: tuple[Die, ...]) -> None:
    hits = tuple(die.value or 0 for die in batch if (die.value or 0) >= 6)
    board.tell(Happened(seat=step.seat, what="cans", number=len(hits)))
    board.done()
    if hits:
        board.put(Pick(step.seat, tuple(sorted(set(hits)))))
    else:
        next_turn(board)


@market.action
class Choose(Action):
    seat: Seat
    number: int
    during = (Pick,)

    def terms(self, board: FairBoard) -> Terms:
        yield must_first(board.at(Pick).seat == self.seat, C["not_your_turn"])
        yield "number", one_of(board.at(Pick).options)

    def effect(self, board: FairBoard) -> None:
        board.done()
        board.tell(Happened(seat=self.seat, what="choose", number=self.number))
        next_turn(board)


@market.action
class Shout(Action):
    """While something waits, anybody who has not passed may cheer; the last shout resolves first."""

    seat: Seat
    loud: bool
    during = (Window,)

    def terms(self, board: FairBoard) -> Terms:
        yield must(self.seat not in board.at(Window).passed, C["passed"])
        yield must(board.stand(self.seat).tickets > 0, C["too_dear"])
        yield "loud", one_of((True, False))

    def effect(self, board: FairBoard) -> None:
        board.pay(self.seat, 1)
        board.done()
        board.put(Cheer(self.seat, self.loud), Window())


@market.action
class Pass(Action):
    seat: Seat
    during = (Window,)

    def terms(self, board: FairBoard) -> Terms:
        yield must(self.seat not in board.at(Window).passed, C["passed"])

    def effect(self, board: FairBoard) -> None:
        step = board.at(Window)
        board.become(Window(tuple(sorted((*step.passed, self.seat)))))


@market.runs(Window)
def close(board: FairBoard, step: Window) -> None:
    if set(step.passed) == set(board.state.seats):
        board.done()


@market.runs(Cheer)
def cheer(board: FairBoard, step: Cheer) -> None:
    board.done()
    board.tell(Happened(seat=step.seat, what="cheer", number=int(step.loud)))


@market.runs(Purchase)
def hand_over(board: FairBoard, step: Purchase) -> None:
    board.change(step.seat, prizes=tuple(sorted((*board.stand(step.seat).prizes, step.stall))))
    if step.stall == "wheel":
        board.put(Cards(step.seat, 2, "pocket"))
    else:
        board.done()
        next_turn(board)


@cards.action
class Reveal(ShowCards):
    """The wheel makes its winner turn two cards over."""

    def candidates(self, board: FairBoard) -> one_of:
        return one_of(("king", "queen", "knave"))


@cards.shown(Purchase)
def turned(board: FairBoard, step: Purchase, shown: tuple[str, ...]) -> None:
    board.done()
    board.tell(Happened(seat=step.seat, what=shown[0]))
    next_turn(board)


@market.action
class Race(Action):
    """Two seats move at once, each half judged as if alone (a table action)."""

    a: Swap | Throw
    b: Swap | Throw
    during = (Turn,)

    def terms(self, board: FairBoard) -> Terms:
        yield "a", action(board.alone("A"), Swap, Throw, seat="A")
        yield "b", action(board.alone("B"), Swap, Throw, seat="B")

    def effect(self, board: FairBoard) -> None:
        board.tell(Happened(seat="A", what="race"))
        next_turn(board)


@market.action
class Remark(Action):
    seat: Seat
    words: str
    during = (Turn, Window, Pick, Dice)

    def terms(self, board: FairBoard) -> Terms:
        yield "words", text(20, 1)

    def effect(self, board: FairBoard) -> None:
        board.tell(Happened(seat=self.seat, what="remark"))


class SetTickets(Operation):
    seat: Seat
    tickets: Count

    def terms(self, board: FairBoard) -> Terms:
        yield "seat", one_of(board.state.seats)
        yield "tickets", whole(0, 20)

    def effect(self, board: FairBoard) -> None:
        board.change(self.seat, tickets=self.tickets)


class SetSpent(Operation):
    spent: Count

    def terms(self, board: FairBoard) -> Terms:
        yield "spent", whole(0, 200)

    def effect(self, board: FairBoard) -> None:
        board.set(spent=self.spent)


class AskPick(Operation):
    def terms(self, board: FairBoard) -> Terms:
        yield None

    def effect(self, board: FairBoard) -> None:
        board.put(Pick("A", (1,)))


@market.action
class TableRuling(Ruling, kw_only=True, tag="ruling"):
    ops: tuple[SetTickets | SetSpent | AskPick | Note, ...]
    during = (Turn, Window)
    kinds = (SetTickets, SetSpent, AskPick, Note)


market.tells_each(RULING_EVENTS)


def next_turn(board: FairBoard) -> None:
    seats = board.state.seats
    now = board.at(Turn).seat
    board.set(rounds=board.state.rounds + 1)
    if sum(len(stand.prizes) for stand in board.state.stands) >= 7 or board.state.rounds >= 60:
        most = max(len(stand.prizes) for stand in board.state.stands)
        best = tuple(stand.seat for stand in board.state.stands if len(stand.prizes) == most)
        board.over(Over("win" if len(best) == 1 else "draw", best if len(best) == 1 else (), "prizes"))
        return
    board.become(Turn(seats[(seats.index(now) + 1) % len(seats)]))


def _one(step_kind: str, *actions: str) -> Any:
    def owes(board: FairBoard, step: Any) -> Iterator[Owed]:
        yield Owed(seat=step.seat, actions=actions, what=step_kind)

    return owes


market.owes(Turn)(_one("turn", "buy", "swap", "throw"))
market.owes(Pick)(_one("pick", "choose"))


@market.owes(Window)
def window_owed(board: FairBoard, step: Window) -> Iterator[Owed]:
    for seat in board.state.seats:
        if seat not in step.passed:
            yield Owed(seat=seat, actions=("pass", "shout"), what="window", button="lock", meaning="pass")


def faults(board: FairBoard) -> Iterator[Refusal | None]:
    have = sum(stand.tickets for stand in board.state.stands) + board.state.spent
    due = 6 * len(board.state.stands)
    yield must(have == due, LOST_TICKETS, have=have, due=due)


def layout(board: FairBoard) -> Iterator[Place]:
    for stand in board.state.stands:
        says = both("{seat}: {value} boletos.", "{seat}: {value} tickets.")
        yield Place(f"tickets {stand.seat}", stand.tickets, says, {"seat": stand.seat})


def scene(board: FairBoard, owed: tuple[Owed, ...]) -> Scene:
    return Scene(panels=tuple(Panel(seat=stand.seat, value=stand.tickets, largest=6) for stand in board.state.stands))


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    music: Literal["organ", "none"] = "organ"
    cans: Annotated[int, Meta(ge=1, le=9)] = 6
    rain: bool = False


for what in ("turn", "pick", "window", "roll_can", "show_cards"):
    market.prompt(what, both(f"{{seat}}: {what}", f"{{seat}}: {what}"), both(f"Espera a {{seat}}: {what}", f"Wait for {{seat}}: {what}"))


GAME: Game[Fair] = Game(
    name="fairground",
    title=both("Feria", "Fairground"),
    version="1",
    players=(2, 4),
    clauses=(),
    state=Fair,
    board=FairBoard,
    options=Options,
    chapters=(market, dice, cards),
    start=lambda rules, seats: Fair(agenda=(Turn("A"),), stands=tuple(Stand(seat) for seat in seats)),
    layout=layout,
    scene=scene,
    faults=faults,
    unknown_option=C["unknown_option"],
    bad_option=C["bad_option"],
    position_code=C["bad_position"],
    catalogue=lambda name: None,
)


def rules(options: dict[str, Any] | None = None, catalogue: Any = None) -> Rules[Fair]:
    return bind(GAME, options, catalogue)
