"""A search through a whole own turn: the best lines of play side by side, each judged by how the table lies when the turn is over.

The one who may only react is taken to pass. What a game knows better stands in its own module: which actions are tried, what a table is
worth, and how the lines that are left compare.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic, NamedTuple, TypeVar

from tapete.bots.deadline import Deadline
from tapete.core.actions import Action
from tapete.core.lock_press import single_touch
from tapete.core.refusals import Illegal
from tapete.core.rules import Rules

MOST_PASSES = 64
"""So many passes are followed at most."""

Held = TypeVar("Held", bound=Hashable)
"""What the seat alone knows of its cards."""


class Planned(NamedTuple, Generic[Held]):
    """An action of a line, the state in which it is declared, and what is held there and afterwards."""

    state: Any
    held: Held
    action: Action
    after: Held


class Line(NamedTuple, Generic[Held]):
    """A line of play: where it leads, what is held there, its actions, and how good the table is there."""

    state: Any
    held: Held
    actions: tuple[Planned[Held], ...]
    worth: float


class Beam(Generic[Held]):
    """Looks through the turns of one seat.

    Args:
        rules: of the match.
        tries: the actions that are worth a try, of a state and of what is held, each with what is held afterwards.
        worth: how good a table is for the seat.
        mine: whether it is still the seat's turn. onwards: the action that ends a phase without doing anything; None: nothing does.
        same: what two states have in common that are the same for the seat.
        width: lines that are followed side by side. depth: actions of one line at most.
    """

    def __init__(
        self,
        rules: Rules[Any],
        *,
        tries: Callable[[Any, Held], Iterable[tuple[Action, Held]]],
        worth: Callable[[Any], float],
        mine: Callable[[Any], bool],
        onwards: Callable[[Any], Action | None],
        same: Callable[[Any], Hashable] = repr,
        width: int = 6,
        depth: int = 14,
    ) -> None:
        self._rules, self._tries, self._worth, self._mine, self._onwards, self._same = rules, tries, worth, mine, onwards, same
        self._width, self._depth = width, depth

    def lines(self, state: Any, held: Held, deadline: Deadline) -> list[Line[Held]]:
        """The lines through the turn that were found before time was up, the best first."""
        lines = [Line(state, held, (), self._worth(state))]
        ended = dict[Hashable, Line[Held]]()
        for _ in range(self._depth):
            grown = dict[Hashable, Line[Held]]()
            for line in lines:
                if deadline.over:
                    break
                for after in self._grown(line):
                    (grown if self._mine(after.state) else ended).setdefault(self._key(after), after)
            if not grown:
                break
            lines = sorted(grown.values(), key=lambda one: -one.worth)[: self._width]
            for line in lines:
                after = self._finished(line)
                ended.setdefault(self._key(after), after)
        return sorted(ended.values(), key=lambda one: -one.worth)

    def _key(self, line: Line[Held]) -> Hashable:
        return self._same(line.state), line.held

    def _finished(self, line: Line[Held]) -> Line[Held]:
        """The line with nothing more done in this turn; as far as that can be said."""
        while self._mine(line.state) and (action := self._onwards(line.state)) is not None:
            line = self._after(line, action, line.held)
        return line

    def _grown(self, line: Line[Held]) -> Iterable[Line[Held]]:
        for action, held in self._tries(line.state, line.held):
            try:
                yield self._after(line, action, held)
            except Illegal:  # what follows never ends
                continue

    def _after(self, line: Line[Held], action: Action, held: Held) -> Line[Held]:
        state = followed(self._rules, line.state, action)
        return Line(state, held, (*line.actions, Planned(line.state, line.held, action, held)), self._worth(state))


def followed(rules: Rules[Any], state: Any, action: Action) -> Any:
    """The state after a legal action and after everybody who may only react has passed.

    Args:
        rules, state: of the match. action: one that is legal there.
    """
    state, _ = rules.outcome(state, action)
    for _ in range(MOST_PASSES):
        owing = rules.awaiting(state)
        if not owing or [owed for owed in owing if owed.meaning != "pass"]:
            break
        passing = single_touch(rules, owing[0])
        if passing is None:
            break
        state, _ = rules.apply(state, passing, checked=True)
    return state
