"""Buttons and a knob that come over two wires (I2C): loaded only where settings.toml names them, and neither ever waits.

Sixteen buttons on an MCP23017: one exchange of 4 bytes (0.1 ms) each few milliseconds, debounced here. A knob on a seesaw (Adafruit 4991,
5880): asked in one turn, read in a later one, for the chip takes its time. Data sheet DS20001952; Adafruit's seesaw protocol, module 0x11.
What does not answer is tried again every 5 s.
"""

from __future__ import annotations

from tapete_console import parts
from tapete_console.shapes import Bus

TICKS = 2**29 - 1
EXPANDER = 0x20
PULL_UPS = b"\x0c\xff\xff"
LEVELS = b"\x12"
SCAN_MS = 4
STEADY_MS = 8
"""A level counts when it has been read for so long without another: contacts bounce."""
KEYS = 16

SEESAW = 0x36
POSITION = b"\x11\x30"
THINKS_MS = 8
"""How long a seesaw takes to answer."""


class KeyEvent:
    """As `keypad.Event`: key (4 * panel + button), whether it went down, and the ticks at which that was seen."""

    def __init__(self, key: int, pressed: bool, ticks: int) -> None:
        self.key_number = key
        self.pressed = pressed
        self.timestamp = ticks


class Keys:
    """The buttons of all panels: MINUS, PLUS, LOCK and ROLL of the first on GPA0 to GPA3, the second on GPA4 to GPA7, then GPB."""

    def __init__(self, bus: Bus, panels: int) -> None:
        self.missing = False
        self._bus = bus
        self._mask = (1 << 4 * panels) - 1
        self._ready = False
        self._levels = bytearray(2)
        self._seen = self._told = 0
        self._since = self._read_at = 0
        self._tried = False

    def held(self, ticks: int) -> list[int]:
        """Return the keys that are down at the start; each is told as pressed too."""
        down = self._read(ticks)
        return [key for key in range(KEYS) if down is not None and down >> key & 1]

    def next(self, ticks: int) -> KeyEvent | None:
        """Return what one key did, None if none did anything."""
        if self._told == self._seen or (ticks - self._since & TICKS) < STEADY_MS:
            if (ticks - self._read_at & TICKS) < (parts.RETRY_MS if self.missing else SCAN_MS) and self._tried:
                return None
            down = self._read(ticks)
            if down is None:
                return None
            if down != self._seen:
                self._seen = down
                self._since = ticks
            if self._told == self._seen or (ticks - self._since & TICKS) < STEADY_MS:
                return None
        changed = self._told ^ self._seen
        key = 0
        while not changed >> key & 1:
            key += 1
        self._told ^= 1 << key
        return KeyEvent(key, bool(self._seen >> key & 1), ticks)

    def _read(self, ticks: int) -> int | None:
        self._read_at = ticks
        self._tried = True
        try:
            if not self._ready:
                self._bus.writeto(EXPANDER, PULL_UPS)
                self._ready = True
            self._bus.writeto_then_readfrom(EXPANDER, LEVELS, self._levels)
        except OSError:
            self.missing = True
            self._ready = False  # it may come back from a power cut without pull-ups
            return None
        self.missing = False
        return ~(self._levels[0] | self._levels[1] << 8) & self._mask


class Knob(parts.Encoder):
    """A knob beside MINUS and PLUS of the first panel."""

    def __init__(self, bus: Bus) -> None:
        self.missing = False
        self.position = 0
        self._bus = bus
        self._octets = bytearray(4)
        self._asked_at = -parts.RETRY_MS
        self._asked = False
        self._known = False
        super().__init__(self)

    def steps(self, now: int) -> int:
        """Return how many steps it was turned since the last call; to the right is plus."""
        try:
            if self._asked:
                if now - self._asked_at >= THINKS_MS:
                    self._asked = False
                    self._bus.readfrom_into(SEESAW, self._octets)
                    self._take()
                    self.missing = False
            elif now - self._asked_at >= (parts.RETRY_MS if self.missing else THINKS_MS):
                self._asked_at = now
                self._bus.writeto(SEESAW, POSITION)
                self._asked = True
        except OSError:
            self.missing = True
            self._asked = False
            self._known = False
        return super().steps(now)

    def _take(self) -> None:
        """Take what was read; the first reading, and the first after it was away, is where it begins."""
        octets = self._octets
        position = octets[0] << 24 | octets[1] << 16 | octets[2] << 8 | octets[3]
        if position >= 1 << 31:
            position -= 1 << 32
        self.position = -position
        if not self._known:
            self._known = True
            self._at = self.position
