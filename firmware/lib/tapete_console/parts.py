"""Parts that a builder may add: a buzzer, a knob, four digits a panel. Each is loaded only where settings.toml names it, and none waits.

`profiles.py` says which pins they take and which go together. A display that does not answer is reported once and tried again.
"""

from __future__ import annotations

from tapete_console.shapes import Bus, Knob, Tone

SOUNDS = {
    "tick": ((2000, 8),),
    "turn": ((880, 60), (0, 60), (880, 60)),
    "locked": ((660, 60), (990, 60)),
    "revealed": ((990, 60), (660, 60), (990, 90)),
    "wrong": ((150, 80),),
    "gone": ((220, 80), (0, 80), (220, 80), (0, 80), (220, 80)),
}
"""Each as tones: frequency in Hz (0: silence) and milliseconds. A bid ticks at each step, also where it goes on at the other end."""

HALF = 32768
KNOB_RESTS_MS = 80
"""A hand that presses a knob turns it: what it turns so soon around a press of LOCK is no step."""
MOST_STEPS = 10
"""Steps of a knob that count in one turn of the loop."""
RETRY_MS = 5000
REFRESH_MS = 40
FIRST_DISPLAY = 0x70
SEGMENTS = {
    " ": 0x00, "-": 0x40, "0": 0x3F, "1": 0x06, "2": 0x5B, "3": 0x4F, "4": 0x66, "5": 0x6D, "6": 0x7D, "7": 0x07, "8": 0x7F, "9": 0x6F,
    "C": 0x39, "E": 0x79, "H": 0x76, "L": 0x38, "O": 0x3F, "P": 0x73, "S": 0x6D, "d": 0x5E, "n": 0x54, "t": 0x78, "r": 0x50,
}  # fmt: skip
PLACES = (0, 2, 6, 8)
"""Of four digits on an HT16K33 with a colon between (Adafruit 0.56 inch backpack)."""


class Buzzer:
    """One buzzer for all panels; `play` begins, `turn` goes on."""

    def __init__(self, tone: Tone) -> None:
        self._tone = tone
        self._left: tuple[tuple[int, int], ...] = ()
        self._until = 0
        self._name = ""

    def play(self, name: str, now: int) -> None:
        """Begin a sound; one that goes on ends, but for the same one. A tick gives way."""
        if self._left and (name == self._name or name == "tick"):
            return
        self._name = name
        self._left = SOUNDS[name]
        self._next(now)

    def turn(self, now: int) -> None:
        """End a tone whose time is over, and begin the next."""
        if self._left and now >= self._until:
            self._left = self._left[1:]
            self._next(now)

    def _next(self, now: int) -> None:
        if not self._left:
            self._tone.duty_cycle = 0
            return
        hertz, ms = self._left[0]
        if hertz:
            self._tone.frequency = hertz
        self._tone.duty_cycle = HALF if hertz else 0
        self._until = now + ms


class Encoder:
    """A knob beside MINUS and PLUS of the first panel: a step is a press."""

    missing = False
    """Whether it hangs on a bus and does not answer."""

    def __init__(self, knob: Knob) -> None:
        self._knob = knob
        self._at = knob.position
        self._rested_at = -KNOB_RESTS_MS

    def rest(self, now: int) -> None:
        """LOCK was pressed or released."""
        self._rested_at = now

    def steps(self, now: int) -> int:
        """Return how many steps it was turned since the last call; to the right is plus."""
        moved = self._knob.position - self._at
        self._at += moved
        return 0 if now - self._rested_at < KNOB_RESTS_MS else max(-MOST_STEPS, min(MOST_STEPS, moved))


class Digits:
    """Four digits of seven segments a panel, one HT16K33 each on a bus that nothing else uses."""

    def __init__(self, bus: Bus, panels: int) -> None:
        self.missing = [False] * panels
        self._bus = bus
        self._shown = [""] * panels
        self._tried_at = [-RETRY_MS] * panels
        self._next = 0
        self._drawn_at = 0

    def due(self, now: int, pressed: int) -> int:
        """Return the panel whose display is due now, -1 for none: where a button was `pressed` (-1: nowhere), else each in turn."""
        if pressed < 0 and now - self._drawn_at < REFRESH_MS:
            return -1
        self._drawn_at = now
        self._next = pressed if pressed >= 0 else (self._next + 1) % len(self._shown)
        return self._next if not self.missing[self._next] or now - self._tried_at[self._next] >= RETRY_MS else -1

    def show(self, panel: int, text: str, now: int) -> bool:
        """Write a text of four letters; False if the display does not answer."""
        if text == self._shown[panel] and not self.missing[panel]:
            return True
        octets = bytearray(17)
        for place in range(4):
            octets[1 + PLACES[place]] = SEGMENTS.get(text[place], 0)
        try:
            if not self._shown[panel] or self.missing[panel]:
                for command in (0x21, 0x81, 0xE7):  # clock on; shown, still; half as bright
                    self._bus.writeto(FIRST_DISPLAY + panel, bytes((command,)))
            self._bus.writeto(FIRST_DISPLAY + panel, octets)
        except OSError:
            self.missing[panel] = True
            self._tried_at[panel] = now
            return False
        self.missing[panel] = False
        self._shown[panel] = text
        return True
