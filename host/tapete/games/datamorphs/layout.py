"""What lies where on the table, and what the panels show."""

from collections.abc import Iterator
from typing import Any

from tapete.core.layout import Place
from tapete.core.scene import Panel, Scene
from tapete.core.seats import Seat
from tapete.core.steps import Owed
from tapete.games.datamorphs.board import MorphBoard
from tapete.games.datamorphs.language import _
from tapete.games.datamorphs.state import FACED, SEATS, Interrupt, LeavingOutTied

MOST_SHOWN = 999
"""The largest number that a panel's counter takes."""

_HAND = _("{seat:seat}: {value} {value:card|cards} in hand.")
_FACE_UP = _("{seat:seat}, {slot:slot}: {value:card}, face up.")
_FACE_DOWN = _("{seat:seat}, {slot:slot}: one card face down.")
_EMPTY = _("{seat:seat}, {slot:slot}: nothing.")
_OUT = _("{seat:seat}: out of the game, {value:left_out}.")
DOWN = "face_down"
"""What is said of a card that lies face down, or was left out unseen."""


def layout(board: MorphBoard) -> Iterator[Place]:
    """Hands, every position of both DataMorphs, and the cards left out."""
    for seat in SEATS:
        player = board.player(seat)
        yield Place(f"hand_{seat}", player.hand, _HAND, {"seat": seat})
        for slot in ("bios", "program", *FACED):
            value = _lies(getattr(player, slot))
            says = _EMPTY if not value else _FACE_DOWN if value == DOWN else _FACE_UP
            yield Place(f"{slot}_{seat}", value, says, {"seat": seat, "slot": slot})
        yield Place(f"out_{seat}", tuple(card or DOWN for card in player.out), _OUT, {"seat": seat})


def _lies(there: Any) -> str | tuple[str, ...] | None:
    """What lies in a position: a card's id, one face down, or nothing; in a column the cards from the upper Boost down."""
    if isinstance(there, tuple):
        return tuple(part.card for part in there)
    return None if there is None else DOWN if isinstance(there, Interrupt) else there.card


def scene(board: MorphBoard, owed: tuple[Owed, ...]) -> Scene:
    """The memory that each has left."""
    return Scene(panels=tuple(_panel(board, seat) for seat in SEATS))


def _panel(board: MorphBoard, seat: Seat) -> Panel:
    """A counter of the memory left out of the memory in all (DAT-059, R61)."""
    memory = board.memory(seat)
    value = min(memory.available, MOST_SHOWN)
    return Panel(
        seat=seat,
        value=value,
        largest=max(1, value, min(memory.total, MOST_SHOWN)),
        lamp="ready" if isinstance(board.top, LeavingOutTied) else "waiting",
    )
