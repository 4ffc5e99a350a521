"""Cards that become public: asked for in one step, named by id, and handed to the step below."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, TypeVar

from tapete.core.actions import Action, Terms
from tapete.core.board import Board
from tapete.core.domains import one_of, some
from tapete.core.game import Chapter
from tapete.core.kinds import name_of
from tapete.core.refusals import NOT_SO_MANY, Code
from tapete.core.seats import Seat
from tapete.core.steps import Cards, Owed, Step
from tapete.core.texts import _
from tapete.core.turns import TurnCode, on_turn

F = TypeVar("F", bound=Callable[..., None])
G = TypeVar("G", bound=Callable[..., Cards | None])

NOT_ASKED = TurnCode("not_asked", "CORE", _("The cards are asked of {asked}."), whose="asked")


class ShowCards(Action):
    """The cards that are asked for. A game makes it its own, with its ledger's name and codes, and says which cards can be there."""

    seat: Seat
    cards: tuple[str, ...]
    during = (Cards,)
    not_asked: ClassVar[TurnCode] = NOT_ASKED
    alone: ClassVar[bool] = True
    """Whether nothing else is said to a player who is not asked."""
    wrong_count: ClassVar[Code] = NOT_SO_MANY
    source: ClassVar[str | None] = None
    """The zone whose cards are named; None: any."""

    def candidates(self, board: Any) -> one_of:
        """Return the cards that public knowledge does not refute."""
        raise NotImplementedError

    def terms(self, board: Any) -> Terms:
        """Demand as many cards as are asked for, of the seat that is asked; the same card may be there twice."""
        step = board.at(Cards)
        yield on_turn(self.seat, step.seat, self.not_asked, alone=self.alone)
        yield "cards", some(self.candidates(board), step.number, step.number, ordered=True, repeat=True, count_code=self.wrong_count)

    def effect(self, board: Board[Any]) -> None:
        """Take the question off the agenda; the step below goes on with the cards."""
        board.done()
        below = board.top
        chapter = next(c for c in board.rules.game.chapters if isinstance(c, CardsChapter))
        chapter.takers[type(below)](board, below, self.cards)


class CardsChapter(Chapter):
    """A chapter with a game's own `ShowCards`; the game says what each waiting step does with the cards."""

    def __init__(self) -> None:
        super().__init__("cards")
        self.takers: dict[type[Step], Callable[[Any, Any, tuple[str, ...]], None]] = {}
        self.askers: dict[type[Step], Callable[[Any, Any], Cards | None]] = {}
        self.owes(Cards)(self._owed)

    def asks(self, step: type[Step]) -> Callable[[G], G]:
        """Decorator: the cards that a step asks for now, `f(board, step)`; None where it asks for none."""

        def note(ask: G) -> G:
            self.askers[step] = ask
            return ask

        return note

    def asked(self, board: Board[Any], step: Step) -> Cards | None:
        """Return the cards that a step asks for now; None where it asks for none."""
        ask = self.askers.get(type(step))
        return None if ask is None else ask(board, step)

    def shown(self, step: type[Step]) -> Callable[[F], F]:
        """Decorator: what a step that asked for cards does with them, `f(board, step, cards)`."""

        def note(take: F) -> F:
            self.takers[step] = take
            return take

        return note

    def _owed(self, board: Board[Any], step: Cards) -> Iterator[Owed]:
        names = tuple(name_of(kind) for kind in self.actions if issubclass(kind, ShowCards) and kind.source in (None, step.source))
        yield Owed(seat=step.seat, actions=names, what=step.purpose, params={"number": step.number, "source": step.source})
