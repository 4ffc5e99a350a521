"""What lies where on the physical table, in the table's words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from tapete.core.texts import PLAIN, Text, Words


class Place(Struct, frozen=True):
    """One thing that hands can put right: its name, what lies there, and the sentence that says how to make it so."""

    name: str
    value: Any
    says: Text
    params: dict[str, Any] = {}

    def text(self, words: Words = PLAIN) -> Text:
        """Return how to make it so, in both languages."""
        return words.say(self.says, {"value": self.value, **self.params})


def to_put_right(now: Sequence[Place], before: Sequence[Place]) -> tuple[Place, ...]:
    """Return the places of `now` that differ from how they lay before: what hands must do after a jump or a correction."""
    lay = {place.name: place.value for place in before}
    return tuple(place for place in now if place.name not in lay or lay[place.name] != place.value)
