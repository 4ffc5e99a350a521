"""Events: what happened, told once; pages and panels draw from the state, never from these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, dataclass_transform

import msgspec
from msgspec import Struct

from tapete.core.seats import Seat
from tapete.core.structs import Citing, Unchanging, snake


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Event(
    Unchanging, Struct, metaclass=Citing, frozen=True, tag=snake, tag_field="event", omit_defaults=False, forbid_unknown_fields=True
):
    """Something that happened: numbers after the change, the most specific clause, and whether a table ruling caused it.

    The head of a game's event names the clause it cites (`clause="XYZ-012"`); where it depends, the field stands in the class and every
    event is given its own. Fields are typed by meaning, and shown by type.
    """

    clause: str = ""
    by_ruling: bool = False
    draws: ClassVar[bool] = False
    """Whether hands take cards that nobody has seen because of it: taken back, they are known all the same."""

    def owners(self) -> Mapping[str, Seat]:
        """Of the fields that name a card: whose it is, where the sentence does not say so by itself.

        Two cards of one name may lie on two fields: the sentence then calls each by its owner (`tapete.core.texts.Owned`).
        """
        return {}

    def stands(self, board: Any) -> Mapping[str, Any]:
        """Return what a board in the state that this was told in says of its figures, by field; the contract holds them to each other.

        A figure that is an amount, and stands nowhere in a state (a bid that is paid, cards that are drawn), is left out.
        """
        return {}


class OfSeat(Event):
    """Something that a seat did or that happened to it; a game's event adds its own fields."""

    seat: Seat
