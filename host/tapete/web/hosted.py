"""What a station adds to the table's page on which the board is the form, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from tapete.core.seats import Seat


class Doing(Struct, frozen=True, kw_only=True):
    """A button of a station: `does` is a word of `/station/do`, `key` the console's button that says the same."""

    label: str
    does: str
    key: str = ""
    number: int | None = None
    primary: bool = False


class Hosted(Struct, frozen=True, kw_only=True):
    """What a station adds to the table's page: where its lesson stands, and what its console does.

    Args:
        seats: whom the lesson waits for.
        answers: the actions that answer it, as plain data: for each argument that matters the values that are accepted.
        says: what the strip says while nothing is begun; empty: what the match asks.
        no: why the last button of the console did nothing; empty: it did.
        buttons: what stands in the bar in place of verbs, as the lesson waits for hands or is over.
        lock: the action that LOCK of a console enters; empty: none.
        told: what the station says itself, and the match need not say too.
    """

    seats: tuple[Seat, ...] = ()
    answers: tuple[Mapping[str, Sequence[Any]], ...] = ()
    says: str = ""
    no: str = ""
    buttons: tuple[Doing, ...] = ()
    lock: str = ""
    told: str = ""

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
"""A page beside which no station stands."""
