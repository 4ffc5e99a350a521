"""What a lesson or a station adds to a board's page, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from tapete.core.seats import Seat


class Doing(Struct, frozen=True, kw_only=True):
    """A button of a lesson or a station.

    Args:
        label: its words. does: what it does, in a word: of `/station/do`, or a press of the page itself. here: whether the page takes it.
        key: the console's button that says the same. number: of the instruction that it was shown for. primary: whether it stands first.
    """

    label: str
    does: str
    here: bool = False
    key: str = ""
    number: int | None = None
    primary: bool = False


class LessonBox(Struct, frozen=True, kw_only=True):
    """The lesson in words.

    Args:
        wanted: what is to be done, or how it ends. why: what it is good for. whose: the seats that are asked.
        told: what the step before has changed, or why it was `taken_back`.
        number: of the step, from 1; 0 once all are done. steps: how many there are.
    """

    wanted: str
    why: str = ""
    told: str = ""
    taken_back: bool = False
    whose: tuple[Seat, ...] = ()
    number: int = 0
    steps: int = 0

    @property
    def letters(self) -> int:
        """How much there is to read."""
        return len(self.wanted) + len(self.why) + len(self.told)


class Hosted(Struct, frozen=True, kw_only=True):
    """What a lesson or a station adds to a page: where the lesson stands, and what the console does.

    Args:
        seats: whom the lesson waits for.
        answers: the actions that answer it, as plain data: for each argument that matters the values that are accepted.
        says: what the strip says while nothing is begun; empty: what the match asks.
        no: why the last button of the console did nothing; empty: it did.
        buttons: what stands in the bar in place of verbs, as the lesson waits for hands or is over.
        lock: the action that LOCK of a console enters; empty: none.
        told: what the station says itself, and the match need not say too.
        lesson: the lesson in words; None: no lesson. leaves: whether the page itself lets people go on without it.
    """

    seats: tuple[Seat, ...] = ()
    answers: tuple[Mapping[str, Sequence[Any]], ...] = ()
    says: str = ""
    no: str = ""
    buttons: tuple[Doing, ...] = ()
    lock: str = ""
    told: str = ""
    lesson: LessonBox | None = None
    leaves: bool = False

    @property
    def actions(self) -> frozenset[str]:
        """The actions that the lesson waits for."""
        return frozenset(str(name) for answer in self.answers for name in answer["action"])

    def accepts(self, action: str, path: str) -> list[Any]:
        """Return the values of an argument that the lesson accepts, as plain data; none where it leaves the argument open."""
        return [one for answer in self.answers if action in answer["action"] for one in answer.get(path, ())]

    def wants(self, action: str, path: str, value: Any, *, at: str = "", picked: Sequence[Any] = ()) -> bool:
        """Say whether the lesson waits for this value of an argument, or for it beside those that were picked.

        Args:
            action, path, value: as plain data. at: the place of a row (or the seat of an `each`) that is asked. picked: of several, so far.
        """
        for one in self.accepts(action, path):
            if isinstance(one, list):
                if all(other in one for other in picked):  # the first way that can still be gone
                    return value in one and value not in picked
            elif one == value or (isinstance(one, Mapping) and one.get(at) == value):
                return True
        return False

    def enough(self, action: str, path: str, picked: Sequence[Any]) -> bool:
        """Say whether the lesson waits for nothing beside what was picked of several."""
        accepted = self.accepts(action, path)
        return not accepted or any(isinstance(one, list) and sorted(one, key=str) == sorted(picked, key=str) for one in accepted)


ALONE = Hosted()
"""A page beside which stand neither a lesson nor a station."""
