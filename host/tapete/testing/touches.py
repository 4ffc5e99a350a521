"""Enter an action by touches alone, like a person who knows what to enter. It proves that every action can be entered so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from tapete.core import answers
from tapete.core.actions import Action
from tapete.core.codec import builtins
from tapete.core.dice import EnterRoll
from tapete.core.kinds import name_of
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.presentation import page_of
from tapete.presentation.base import GamePage
from tapete.table.question.pointer import Pointer
from tapete.table.question.selection import Question, Selection

MOST_TOUCHES = 60
"""No action needs as many."""


class Entered(Struct, frozen=True):
    """How an action was entered.

    Args:
        made: as plain data; None: it has a form of its own.
        touches: how many it took. choices: how many of its arguments a person had to answer, each of several counted.
        form: the argument that no touch answers, where there is one.
    """

    made: Mapping[str, Any] | None
    touches: int
    choices: int
    form: str = ""


class Hands:
    """A person at a page who wants to enter one action.

    Args:
        rules, state: where. action: what. shared: at the page of the whole table, else at the seat's own.
        page: the game's map; its own page's when left out.
    """

    def __init__(self, rules: Rules[Any], state: Any, action: Action, *, shared: bool = False, page: GamePage | None = None) -> None:
        self.action = action
        self.wanted: dict[str, Any] = builtins(action)
        self.name = name_of(type(action))
        seat: Seat | None = getattr(action, "seat", None)
        if seat is None and not shared:
            seat = next((owed.seat for owed in rules.awaiting(state) if owed.seat is not None), state.seats[0])
        self.selection = Selection()
        self.pointer = Pointer(rules, state, seat, page or page_of(rules.game.name), self.selection, shared=shared)
        self.touches = self.choices = 0

    def enter(self) -> Entered:
        """Touch until the action is made.

        Raises:
            AssertionError: it cannot be entered so.
        """
        made = None
        while made is None:
            assert self.touches < MOST_TOUCHES, f"{self.wanted}: {self.selection} does not come to an end"
            asked = self.pointer.ask()
            if asked.kind == "form":
                return Entered(None, self.touches, self.choices, asked.path)
            made = self._touch(asked)
            assert not self.selection.said, f"{self.wanted}: {self.selection.said} at {self.selection.draft}"
        return Entered(made, self.touches, self.choices)

    def _press(self, press: Any, value: Any = None) -> dict[str, Any] | None:
        self.touches += 1
        return self.pointer.press(press, value)

    def _touch(self, asked: Question) -> dict[str, Any] | None:
        selection = self.selection
        if asked.kind == "die" and issubclass(self.pointer.rules.game.action(self.name), EnterRoll):
            return self._die(asked)
        if asked.kind == "die" or selection.action is None:
            assert self.name in self.pointer.offers, f"{self.name} is not offered"
            if asked.kind == "die":
                self.pointer.dice = lambda: ()  # type: ignore[method-assign]  # a visitor does otherwise while a die is due
                return None
            return self._press("verb", self.name)
        if selection.action != self.name:  # another question asks itself
            return self._press("back") if asked.asks_itself and not selection.by_hand else self._press("verb", self.name)
        for path, wanted in self.wanted.items():  # saying what is hardly ever said is a choice
            if wanted and self.pointer.page.argument(self.name, path).opens and path not in selection.opened:
                self.choices += 1
                return self._press("sheet", path)
        if asked.inside and selection.inside is not None:
            return self._operation(asked, selection.inside)
        for path in asked.defaults:
            marked, meant = selection.defaults[path], self.wanted[path]
            if marked == meant:
                continue
            if isinstance(meant, list):  # first what is missing, then what is too much: each step is a whole answer
                return self._value(asked, next(one for one in (*meant, *marked) if (one in meant) != (one in marked)))
            return self._value(asked, meant)
        if asked.ready:
            self.choices += len(asked.defaults)  # the touch that enters it says yes to the places that are marked
            return self._press("enter")
        if asked.kind == "secret":
            assert asked.domain is not None
            made = self._press("enter", builtins(answers.first(asked.domain)))
            return None if made is None else {name: value for name, value in made.items() if name != asked.path}
        return self._argument(asked, selection, self.wanted[asked.path])

    def _argument(self, asked: Question, selection: Selection, wanted: Any) -> dict[str, Any] | None:
        """The next touch for one argument."""
        if asked.several is not None:
            missing = _next(selection.picked, wanted)
            if missing is None:
                self.choices += not selection.picked
                return self._press("done")
            return self._value(asked, missing)
        assert asked.domain is not None
        if places := answers.places(asked.domain):
            name = places[len(selection.picked)][0]
            wanted = wanted[int(name)] if isinstance(wanted, list) else wanted[name]
        return self._value(asked, wanted)

    def _operation(self, asked: Question, inside: Selection) -> dict[str, Any] | None:
        """The next touch for a list of operations."""
        path, number = asked.path.split("/")[:2]
        wanted = self.wanted[path]
        if asked.kinds:
            if int(number) == len(wanted):
                self.choices += 1  # how long the list is
                return self._press("done")
            return self._value(asked, wanted[int(number)]["op"])
        operation = getattr(self.action, path)[int(number)]
        said = builtins(getattr(operation, asked.path.rpartition("/")[2]))
        self.choices += asked.several is not None and _next(inside.picked, said) is None  # how long a list inside it is
        return self._argument(asked, inside, said)

    def _value(self, asked: Question, value: Any) -> dict[str, Any] | None:
        self.choices += 1
        thing = next((thing for thing, (stands_for, _) in asked.lit.items() if stands_for == value), None)
        if thing is not None:
            return self._press("thing", thing)
        return self._press("enter" if asked.kind == "buttons" and not asked.more else "value", value)

    def _die(self, asked: Question) -> dict[str, Any] | None:
        self.choices += 1
        made = self._press("value", self.wanted["value"])
        return None if made is None else {**made, "roll": self.wanted["roll"]}


def _next(picked: list[Any], wanted: list[Any]) -> Any:
    """What of a choice of several is still to be touched; None: nothing."""
    rest = list(wanted)
    for one in picked:
        rest.remove(one)
    return rest[0] if rest else None
