"""What goes wrong at a table and is mended by a touch or two: kinds of accidents, each with the operation that puts it right.

A page of corrections shows them: the first touch says what happened to what, the second, where one is needed, how it should be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from tapete.core.texts import Message, _, ours

OF_RULING = "ruling."
"""Before the name of an argument of the ruling itself, which a seat fills."""

RULING_SEAT, RULING_CAUSE = f"{OF_RULING}seat", f"{OF_RULING}cause"


class Accident(Struct, frozen=True, kw_only=True):
    """A kind of accident.

    `reason` is what happened, as the log keeps it. `op` mends it, with `given` arguments, in a ruling with those of `ruling`; the first
    touch says `thing`, the second `value`. An argument that nobody says has one value alone. `RULING_SEAT` and `RULING_CAUSE` in `thing`
    are the seat whose ruling it is, and the one whose card causes it. `fits` judges on the board whether the arguments so far say one
    thing that lies open.
    """

    name: str
    reason: Message
    op: str
    given: Mapping[str, Any] = {}
    ruling: Mapping[str, Any] = {}
    thing: tuple[str, ...] = ()
    value: tuple[str, ...] = ()
    fits: Callable[[Any, Mapping[str, Any]], bool] = lambda board, said: True


FORGOTTEN_DRAW = ours(_("A draw was forgotten."))
OTHER_CARD = ours(_("A card was declared as another one."))
ELSEWHERE = ours(_("A card was noted in the wrong place."))
TAKEN_BACK = ours(_("A card was noted that was not played."))
WRONG_DIE = ours(_("A die was read wrongly."))
FIGURE = ours(_("A figure was wrong."))
PEEKED = ours(_("Something was seen too early."))

PEEK = Accident(name="peek", reason=PEEKED, op="peek", thing=("seat",))
