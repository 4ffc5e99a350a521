"""A search through a whole own turn: the best lines of play side by side, each judged by how the table lies when the turn is over.

Whoever may only react is taken to pass. What a game knows better stands in its own module: which actions are tried, what a table is
worth, and what the rival does in the next turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from tapete.bots.deadline import Deadline
from tapete.core.actions import Action
from tapete.core.refusals import Illegal
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.touch import single_touch

MOST_PASSES = 64
"""So many passes are followed at most."""


class Planned(NamedTuple):
    """An action of a line, the state in which it is declared, and what is held there."""

    state: Any
    hand: tuple[str, ...]
    action: Action


class Line(NamedTuple):
    """A line of play: where it leads, what is held there, its actions, and how good the table is there."""

    state: Any
    hand: tuple[str, ...]
    actions: tuple[Planned, ...]
    worth: float


class Beam:
    """Looks through the turns of one seat.

    Args:
        rules: of the match. seat: whose turns.
        tries: the actions that are worth a try, of a state and of what is held.
        spends: the cards that an action takes out of the hand.
        worth: how good a table is for the seat. reply: the same, once the rival has had a turn.
        mine: whether it is still the seat's turn. onwards: the action that ends a phase without doing anything; None: nothing does.
        width: lines that are followed side by side. depth: actions of one line at most. finals: lines whose reply is looked at.
    """

    def __init__(
        self,
        rules: Rules[Any],
        seat: Seat,
        *,
        tries: Callable[[Any, tuple[str, ...]], Iterable[Action]],
        spends: Callable[[Action], Iterable[str]],
        worth: Callable[[Any], float],
        reply: Callable[[Any], float],
        mine: Callable[[Any], bool],
        onwards: Callable[[Any], Action | None],
        width: int = 6,
        depth: int = 14,
        finals: int = 10,
    ) -> None:
        self._rules, self._seat = rules, seat
        self._tries, self._spends, self._worth, self._reply, self._mine = tries, spends, worth, reply, mine
        self._onwards = onwards
        self._width, self._depth, self._finals = width, depth, finals
        self._plan: tuple[Planned, ...] = ()

    def best(self, state: Any, hand: Iterable[str], deadline: Deadline) -> Action | None:
        """The first action of the best line; None where time was up before one was found.

        A line that was found before is gone on with as long as everything comes as it was thought.
        """
        held = tuple(hand)
        for place, planned in enumerate(self._plan):
            if planned.state == state and not Counter(planned.hand) - Counter(held):
                self._plan = self._plan[place:]
                return planned.action
        self._plan = ()
        found = self._search(state, held, deadline)
        if found is None:
            return None
        self._plan = found.actions
        return found.actions[0].action

    def _search(self, state: Any, hand: tuple[str, ...], deadline: Deadline) -> Line | None:
        lines, ended = [Line(state, hand, (), self._worth(state))], dict[str, Line]()
        for _ in range(self._depth):
            grown: dict[str, Line] = {}
            for line in lines:
                if deadline.over:
                    break
                for after in self._grown(line):
                    (grown if self._mine(after.state) else ended).setdefault(repr(after.state), after)
            if not grown:
                break
            lines = sorted(grown.values(), key=lambda one: -one.worth)[: self._width]
            for line in lines:
                after = self._finished(line)
                ended.setdefault(repr(after.state), after)
        best: Line | None = None
        most = float("-inf")
        for line in sorted(ended.values(), key=lambda one: -one.worth)[: self._finals]:
            if best is not None and deadline.over:
                break
            value = self._reply(line.state)
            if value > most:
                best, most = line, value
        return best

    def _finished(self, line: Line) -> Line:
        """The line with nothing more done in this turn; as far as that can be said."""
        while self._mine(line.state) and (action := self._onwards(line.state)) is not None:
            line = self._after(line, action)
        return line

    def _grown(self, line: Line) -> Iterable[Line]:
        for action in self._tries(line.state, line.hand):
            try:
                yield self._after(line, action)
            except Illegal:  # what follows never ends
                continue

    def _after(self, line: Line, action: Action) -> Line:
        state, left = followed(self._rules, line.state, action), list(line.hand)
        for card in self._spends(action):
            if card in left:
                left.remove(card)
        return Line(state, tuple(left), (*line.actions, Planned(line.state, line.hand, action)), self._worth(state))


def followed(rules: Rules[Any], state: Any, action: Action) -> Any:
    """The state after a legal action and after everybody who may only react has passed.

    Args:
        rules, state: of the match. action: one that is legal there.
    """
    state, _ = rules.apply(state, action, checked=True)
    for _ in range(MOST_PASSES):
        owing = rules.awaiting(state)
        if not owing or any(owed.meaning != "pass" for owed in owing):
            break
        passing = single_touch(rules, owing[0])
        if passing is None:
            break
        state, _ = rules.apply(state, passing, checked=True)
    return state
