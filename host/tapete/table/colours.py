"""The colours of seats: four that hold for the common colour blindnesses, each usual at one seat; people may change them about.

A seat keeps its shape in every colour: nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from tapete.core.refusals import Illegal
from tapete.core.seats import SEATS, Seat
from tapete.core.texts import Text, _
from tapete.table.codes import COLOUR_TWICE

Colour = Literal["amber", "sky", "green", "purple"]

COLOURS: tuple[Colour, ...] = get_args(Colour)
"""In the order of the seats that have them as usual."""

COLOUR_NAMES: dict[str, Text] = {"amber": _("Amber"), "sky": _("Sky blue"), "green": _("Green"), "purple": _("Purple")}


def usual(seat: Seat) -> Colour:
    """The colour of a seat where nobody chooses."""
    return COLOURS[SEATS.index(seat)]


def shared_out(seats: Sequence[Seat], wishes: Mapping[Seat, Colour], names: Mapping[Seat, str]) -> dict[Seat, Colour]:
    """Return every seat's colour; nothing where all have their usual one.

    Args:
        seats: of the match. wishes: what was chosen; a seat without a wish takes its own colour, else the first that is left.
        names: of the players, for the refusal.

    Raises:
        Illegal: two want the same.
    """
    found: dict[Seat, Colour] = {}
    for seat in seats:
        if (wish := wishes.get(seat)) is None:
            continue
        if (other := next((one for one, colour in found.items() if colour == wish), None)) is not None:
            raise Illegal((COLOUR_TWICE(first=names.get(other, other), second=names.get(seat, seat)),))
        found[seat] = wish
    for seat in seats:
        if seat not in found:
            left = [colour for colour in (usual(seat), *COLOURS) if colour not in found.values()]
            found[seat] = left[0]
    return {} if all(found[seat] == usual(seat) for seat in seats) else {seat: found[seat] for seat in seats}
