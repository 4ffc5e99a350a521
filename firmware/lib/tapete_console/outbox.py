"""What people did, kept until the host has it safe.

docs/link.md, section 4: numbered from 1 within a boot, at most 8 on the way, sent again after 300 ms, bounded.
"""

from __future__ import annotations

from tapete_console import wire

CAPACITY = 64
ON_THE_WAY = 8

PLACES = {"press": 40, "free": 40, "report": 20, "tag": 40}
"""Kinds that find the queue full earlier, so that locks, reveals, picks and rolls still have room."""


class Outbox:
    """The queue of precious messages of one boot.

    `boot` is the boot id, eight hexadecimal digits. `last` is the number given last, `resent` counts messages sent more than once,
    `dropped` what found the queue full.
    """

    def __init__(self, boot: str) -> None:
        self.boot = boot
        self.resent = 0
        self.dropped = 0
        self.last = 0
        # One after the other, the last one has the number `last`: lines and panels in two lists take half of what an object each takes.
        self._lines: list[bytes] = []
        self._panels: list[int] = []
        self._sent = 0
        self._on_the_way = 0
        self._since = 0

    def __len__(self) -> int:
        return len(self._lines)

    @property
    def first(self) -> int:
        """Number of the oldest message that is not acknowledged, or else of the next one."""
        return self.last + 1 - len(self._lines)

    def room(self, kind: str, count: int = 1) -> bool:
        """Tell whether `count` messages of this kind would be taken."""
        return len(self._lines) + count <= PLACES.get(kind, CAPACITY)

    def accept(self, kind: str, fields: list[str], panel: int = -1) -> bool:
        """Take a message of `panel` (-1: of none); False, one more `dropped`, if there is no room: then what it tells must not happen."""
        if not self.room(kind):
            self.dropped += 1
            return False
        self.last += 1
        self._lines.append(wire.write(kind, fields, self.boot, self.last))
        self._panels.append(panel)
        return True

    def acknowledge(self, number: int, now: int) -> list[int]:
        """Forget the messages up to `number` and return the panels they came from; a number never given is passed over."""
        panels: list[int] = []
        if number > self.last:
            return panels
        while self._lines and self.first <= number:
            self._lines.pop(0)
            panels.append(self._panels.pop(0))
            self._on_the_way = max(0, self._on_the_way - 1)
            self._sent = max(0, self._sent - 1)
            self._since = now
        return panels

    def begin(self, now: int) -> None:
        """Begin anew with the oldest message, as a session opens."""
        self._on_the_way = 0
        self._since = now

    def due(self, now: int) -> bytes:
        """Return the next line to send at `now` (ms); empty if there is none."""
        if self._on_the_way and now - self._since >= wire.RESEND_MS:
            self._on_the_way = 0
        if self._on_the_way >= min(ON_THE_WAY, len(self._lines)):
            return b""
        line = self._lines[self._on_the_way]
        if not self._on_the_way:
            self._since = now
        self._on_the_way += 1
        if self._on_the_way <= self._sent:
            self.resent += 1
        else:
            self._sent = self._on_the_way
        return line
