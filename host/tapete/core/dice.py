"""Dice and shown cards, for every game alike: batches that are entered in any order and judged when the last one is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, TypeVar

from msgspec import Meta
from msgspec.structs import replace

from tapete.core.actions import Action, Terms
from tapete.core.board import Board
from tapete.core.domains import one_of, whole
from tapete.core.events import Event
from tapete.core.game import Chapter, Told
from tapete.core.refusals import Code
from tapete.core.scene import DiePurpose, Panel, Scene
from tapete.core.seats import Seat
from tapete.core.steps import Dice, Die, Owed, Step
from tapete.core.texts import Sentence

F = TypeVar("F", bound=Callable[..., None])

UNEXPECTED_ROLL = Code(
    "unexpected_roll", "CORE", "Nadie espera el dado «{value}».", "No die “{value}” is asked for.", figures={"value": "value"}
)
BAD_ROLL = Code("bad_roll_value", "CORE", "Un D10 va de 1 a 10; {value} no puede ser.", "A D10 shows 1 to 10; {value} cannot be.")


class Rolled(Event, frozen=True, kw_only=True, tag="rolled"):
    """A die came to rest."""

    seat: Seat
    roll: str
    value: int
    clause: str = "CORE"


class EnterRoll(Action, frozen=True, tag="enter_roll"):
    """A die that was asked for: from the panel, or typed in where the table says so.

    A game whose rules say something about dice has its own of the same name, with its own `unexpected` and `bad_face`.
    """

    unexpected: ClassVar[Code] = UNEXPECTED_ROLL
    bad_face: ClassVar[Code] = BAD_ROLL
    roll: str
    value: Annotated[int, Meta(ge=-999, le=999)]
    during = (Dice,)

    def terms(self, board: Any) -> Terms:
        """Any die still due, in any order; a face of a D10."""
        asked = [die.id for die in board.at(Dice).due]
        yield "roll", one_of(asked, otherwise=self.unexpected.knowing(asked=asked))
        yield "value", whole(1, 10, self.bad_face, self.bad_face)

    def effect(self, board: Board[Any]) -> None:
        """The face is noted; the last one lets the step below judge the batch."""
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
        self.action(entered)
        self.event(Rolled)
        self.runs(Dice)(self._judge)
        self.owes(Dice)(_owed)

    def rolled(self, step: type[Step]) -> Callable[[F], F]:
        """Decorator: what a step that asked for dice makes of them, `f(board, step, dice)`; the batch is gone from the agenda by then."""

        def note(judge: F) -> F:
            self.judges[step] = judge
            return judge

        return note

    def _judge(self, board: Board[Any], step: Dice) -> None:
        if step.due:
            return
        board.done()
        below = board.top
        self.judges[type(below)](board, below, step.dice)


def _owed(board: Board[Any], step: Dice) -> Iterator[Owed]:
    for die in step.due:
        yield Owed(
            seat=die.panel,
            actions=("enter_roll",),
            what=f"roll_{die.purpose}",
            params={"roll": die.id, "needs": die.needs},
            button="roll",
            meaning="die",
        )


def with_dice(scene: Scene, due: tuple[Die, ...], purposes: Mapping[str, DiePurpose]) -> Scene:
    """A scene with the dice that are due on their panels.

    Args:
        scene: what else is to be shown.
        due: the dice, in the order in which they are asked.
        purposes: what the lights say of a game's word for a purpose (`Die.purpose`); a word that is not there is left out.
    """
    return replace(scene, panels=tuple(_owing(panel, [die for die in due if die.panel == panel.seat], purposes) for panel in scene.panels))


def _owing(panel: Panel, due: list[Die], purposes: Mapping[str, DiePurpose]) -> Panel:
    if not due:
        return panel
    return replace(panel, dice=tuple(die.id for die in due), purpose=purposes.get(due[0].purpose))


ROLLED = Told(Sentence("{seat} saca un {value}.", "{seat} rolls {value}."))
