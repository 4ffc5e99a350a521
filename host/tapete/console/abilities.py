"""What a console can show, as its hello says: a panel is asked only for what its player can see there."""

from __future__ import annotations

from msgspec import Struct

from tapete_console import wire

DIGITS = 20
"""Pixels of a private display that shows a number of two digits: ten for the tens, ten for the units."""


class Abilities(Struct, frozen=True):
    """What the panels of one console have. The defaults are those of a console that nobody has met: everything.

    Attributes:
        panels: how many there are, 1..4.
        private: pixels of the display that only its player sees; with fewer than 20 no secret number is asked for there.
        bridge: pixels of the shared strip, 0 without one.
        window: bytes of the longest line that it takes, newline included.
        tell: whether it tells what has happened (`tapete.core.scene.Tell`); one that does not shows how it ended.
        parts: what its builder has added: `reader`, `digits`, `encoder` or `bus_encoder`, `buzzer`, `keys`.
    """

    panels: int = wire.MAX_PANELS
    private: int = DIGITS
    bridge: int = 1
    window: int = wire.MAX_LINE
    tell: bool = True
    parts: frozenset[str] = frozenset()

    @property
    def numbers(self) -> bool:
        """Whether a panel can show a number that is its player's alone."""
        return self.private >= DIGITS

    @property
    def choices(self) -> bool:
        """Whether a panel can show an open number that its player chooses: on that display, or on four digits for everybody."""
        return self.numbers or "digits" in self.parts
