"""What a seat knows as numbers, for programs that learn: features, hashed into a row of fixed length.

Each figure is added at the place to which its path hashes, each word counts 1 at the place of its path and itself (feature hashing,
Weinberger and others, 2009). So every game and every catalogue has a row of the same length, and a card that was never seen has its place
too.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tapete.core.codec import builtins
from tapete.core.seats import Seat
from tapete.simulating.dealer import Move
from tapete.simulating.simulation import Simulation

LENGTH = 1024
"""Places of a row, where nobody says."""


def features(game: Simulation, seat: Seat, length: int = LENGTH) -> list[float]:
    """Return what a seat knows: the table, its own cards, and whose move it is.

    Args:
        game: as it stands. seat: who looks. length: of the row.
    """
    seen = game.seen(seat)
    own = {"hand": sorted(map(str, seen.hand)), "down": [str(card) for _, card in seen.down], "laid": [str(card) for card in seen.laid]}
    known = {"table": builtins(seen.state), "own": own, "secret": builtins(seen.secret), "seat": seat, "turn": game.turn}
    return _row(_said("", known), length)


def features_of(move: Move, length: int = LENGTH) -> list[float]:
    """Return a move as a row of the same kind."""
    known = {"action": builtins(move.action), "secret": builtins(move.secret), "cards": [str(card) for card in move.cards]}
    return _row(_said("", known), length)


def _row(said: Iterator[tuple[str, float]], length: int) -> list[float]:
    row = [0.0] * length
    for name, value in said:
        row[zlib.crc32(name.encode()) % length] += value
    return row


def _said(path: str, value: Any) -> Iterator[tuple[str, float]]:
    """Yield every figure and word in a value, by its path. A list of words counts each, wherever it stands."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from _said(f"{path}/{key}", one)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for place, one in enumerate(value):
            yield from _said(path if isinstance(one, str) else f"{path}/{place}", one)
    elif isinstance(value, str):
        yield f"{path}={value}", 1.0
    elif value is not None:
        yield path, float(value)
