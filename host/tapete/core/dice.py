"""Dice and shown cards of all games: a batch is entered in any order and judged when it is complete."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, TypeVar

from msgspec import Meta
from msgspec.structs import replace

from tapete.core.actions import Action, Terms, so_far
from tapete.core.board import Board
from tapete.core.domains import one_of, whole
from tapete.core.events import Event
from tapete.core.game import Chapter
from tapete.core.kinds import ANY_NUMBER
from tapete.core.refusals import Code
from tapete.core.seats import Seat
from tapete.core.steps import Dice, Die, Owed, Step
from tapete.core.texts import _

F = TypeVar("F", bound=Callable[..., None])
G = TypeVar("G", bound=Callable[..., Mapping[str, Any]])
H = TypeVar("H", bound=Callable[..., tuple[Die, ...]])

UNEXPECTED_ROLL = Code(
    "unexpected_roll", "CORE", _("No die “{value}” is asked for; asked for: {the_seats:the die|the dice} of {the_seats:seat}.")
)
BAD_ROLL = Code("bad_roll_value", "CORE", _("A D10 shows 1 to 10; {value} cannot be ({the_seats:the die|the dice} of {the_seats:seat})."))


class Rolled(Event, clause="CORE"):
    """A die came to rest."""

    seat: Seat
    roll: str
    value: int


class EnterRoll(Action):
    """A die that was asked for: from the panel, or typed in where the table says so.

    A game whose rules say something about dice has its own of the same name, with its own `unexpected` and `bad_face`.
    """

    unexpected: ClassVar[Code] = UNEXPECTED_ROLL
    bad_face: ClassVar[Code] = BAD_ROLL
    roll: str
    value: Annotated[int, Meta(ge=-ANY_NUMBER, le=ANY_NUMBER)]
    during = (Dice,)

    def terms(self, board: Any) -> Terms:
        """Yield the dice that are still due, in any order, and the faces of a D10."""
        due, said = {die.id: die.panel for die in board.at(Dice).due}, so_far(self, "roll")
        yield "roll", one_of(due, otherwise=self.unexpected.knowing(asked=list(due), the_seats=list(due.values())))
        whose = [due[said]] if said in due else list(due.values())
        yield "value", whole(1, 10, self.bad_face, self.bad_face, roll=said, the_seats=whose)

    def effect(self, board: Board[Any]) -> None:
        """Note the face; the last one lets the step below judge the batch."""
        step = board.at(Dice)
        seat = next(die.panel for die in step.dice if die.id == self.roll)
        board.tell(Rolled(seat=seat, roll=self.roll, value=self.value))
        board.become(Dice(tuple(replace(die, value=self.value) if die.id == self.roll else die for die in step.dice)))


class DiceChapter(Chapter):
    """A chapter with `enter_roll`; the game says what each waiting step makes of its dice."""

    def __init__(self, entered: type[EnterRoll] = EnterRoll) -> None:
        """`entered`: the game's own `enter_roll`, where its refusals cite its rules."""
        super().__init__("dice")
        self.judges: dict[type[Step], Callable[[Any, Any, tuple[Die, ...]], None]] = {}
        self.tellers: dict[type[Step], Callable[[Any, Any, Die], Mapping[str, Any]]] = {}
        self.askers: dict[type[Step], Callable[[Any, Any], tuple[Die, ...]]] = {}
        self.action(entered)
        self.tells(Rolled, _("{seat} rolls {value}."))
        self.runs(Dice)(self._judge)
        self.owes(Dice)(self._owed)

    def rolled(self, step: type[Step]) -> Callable[[F], F]:
        """Decorator: what a step that asked for dice makes of them, `f(board, step, dice)`; the batch is gone from the agenda by then."""

        def note(judge: F) -> F:
            self.judges[step] = judge
            return judge

        return note

    def asks(self, step: type[Step]) -> Callable[[H], H]:
        """Decorator: the dice that a step asks for now, `f(board, step)`, none of them rolled; empty where it asks for none."""

        def note(ask: H) -> H:
            self.askers[step] = ask
            return ask

        return note

    def asked(self, board: Board[Any], step: Step) -> tuple[Die, ...]:
        """Return the dice that a step asks for now; empty where it asks for none."""
        ask = self.askers.get(type(step))
        return () if ask is None else ask(board, step)

    def about(self, step: type[Step]) -> Callable[[G], G]:
        """Decorator: what the prompts of a die say of it beside its number and what it needs, `f(board, step, die)`.

        `step` is the one that has asked for the die: it knows who throws it at whom.
        """

        def note(tell: G) -> G:
            self.tellers[step] = tell
            return tell

        return note

    def told(self, board: Board[Any], die: Die) -> Mapping[str, Any]:
        """Return what the step that has asked for a die at hand says of it (`about`)."""
        below = board.state.agenda[-2] if len(board.state.agenda) > 1 else None
        tell = self.tellers.get(type(below)) if below is not None else None
        return {} if tell is None else tell(board, below, die)

    def _owed(self, board: Board[Any], step: Dice) -> Iterator[Owed]:
        for die in step.due:
            yield Owed(
                seat=die.panel,
                actions=("enter_roll",),
                what=f"roll_{die.purpose}",
                params={"roll": die.id, "needs": die.needs, **self.told(board, die)},
                button="roll",
                meaning="die",
            )

    def _judge(self, board: Board[Any], step: Dice) -> None:
        if step.due:
            return
        board.done()
        below = board.top
        self.judges[type(below)](board, below, step.dice)
