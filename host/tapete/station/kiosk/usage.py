"""The usage of a station, for its statistics: matches that begin, end or stop. Nothing of a person, and nothing of the robots' match."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tapete.table import Table

UsageKind = Literal["began", "resumed", "ended", "left", "abandoned"]


class Usage(Struct, frozen=True, kw_only=True):
    """What became of a match.

    Args:
        kind: `began`, `resumed`, `ended` (with a result), `left` (people said that they stop), `abandoned` (nobody was there any more).
        match: its name. game: what was played. seats: how many. guided: whether a guide led it then.
        seconds: since it came onto the screen. seq: entries so far. result: in one word, empty without one.
    """

    kind: UsageKind
    match: str
    game: str
    seats: int
    guided: bool
    seconds: float
    seq: int
    result: str = ""


def usage_of(kind: UsageKind, table: Table, *, guided: bool, seconds: float) -> Usage:
    """Return the usage of a match as it stands now; the arguments as in `Usage`."""
    result = table.result
    return Usage(
        kind=kind,
        match=table.id,
        game=table.rules.game.name,
        seats=len(table.seats),
        guided=guided,
        seconds=seconds,
        seq=table.seq,
        result="" if result is None else result.kind,
    )
