"""Where an action comes from, and for which seat it may speak."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tapete.core.seats import Seat

Kind = Literal["page", "console", "robot", "replay", "program", "automatic"]
"""A page or phone, a panel, a robot player, a replayed file, a program, or the table itself (what follows without anybody)."""


class MessageMark(Struct, frozen=True):
    """One message of a console, named for ever by its boot id and number (docs/link.md, section 4)."""

    boot: str
    number: int


class Source(Struct, frozen=True):
    """Where an action comes from.

    Args:
        kind: what sort of place it is.
        seat: the seat for which it may act; None: for the whole table.
        mark: the message of a console in which it arrived; the journal keeps it with the entry, so that nothing happens twice.
    """

    kind: Kind = "program"
    seat: Seat | None = None
    mark: MessageMark | None = None

    @property
    def agrees(self) -> tuple[Seat, ...]:
        """Who agrees by asking: its seat; nobody where the whole table asks."""
        return (self.seat,) if self.seat else ()

    @property
    def text(self) -> str:
        """As the log keeps it: `page`, `page:A`, `console:A:7f3a91c2`."""
        parts = [self.kind, *([self.seat] if self.seat else []), *([self.mark.boot] if self.mark else [])]
        return ":".join(parts)


AUTOMATIC = Source("automatic")
"""The table itself: a reveal that the vault can make, a pass where nothing else is possible."""


def page(seat: Seat | None = None) -> Source:
    """A page: that of the whole table, or a seat's own."""
    return Source("page", seat)


def console_boot(source: str) -> str | None:
    """The boot id of the console that an entry came from (`Entry.source`); None if it came from elsewhere."""
    parts = source.split(" ")[0].split(":")
    return parts[2] if parts[0] == "console" and len(parts) == 3 else None
