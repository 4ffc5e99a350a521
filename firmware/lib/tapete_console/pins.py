"""The one pin map: which wire goes to which pin of the Pico, and how many pixels hang on it.

Firmware, schematic, wiring picture and tests read this file; it imports nothing. Numbers are those of `board.GP<n>`.

One data chain a panel, and why: four panels have 16 buttons. With three chains each (counter, die, private display) and the
bridge they would need 29 pins; the header has 26. With one chain each they need 16 + 4 + 1 = 21, exactly GP2..GP22, so that the
serial pins GP0 and GP1 and the analogue pins GP26..GP28 stay free; one 74AHCT125 drives all four panels, the bridge needs one gate of a
second. Power is no reason against it: what may be drawn is reckoned for each display, not for each wire (`power.py`). The private display
is the last on its chain, so that only one data wire and the supply go under the hood.

GP15 is PLUS of the fourth panel. On the first RP2040s (B0, B1; erratum E5) the interpreter's remedy takes that pin for about a millisecond
while a computer behind a hub takes the board on. The program does not read buttons then, and less than 7 ms counts as no press.
"""

MINUS, PLUS, LOCK, ROLL = 0, 1, 2, 3
"""Places of the buttons in a panel's tuple."""

BUTTONS = ((2, 3, 4, 5), (6, 7, 8, 9), (10, 11, 12, 13), (14, 15, 16, 17))
"""For each panel MINUS, PLUS, LOCK and ROLL; each closes to ground."""

CHAINS = (18, 19, 20, 21)
"""For each panel the data line of its pixels, in this order: counter, die display, private display."""

BRIDGE = 22
"""Data line of the shared bridge strip."""

FREE = (0, 1, 26, 27, 28)
"""Pins of the header that nothing uses."""

READER = (0, 1)
"""Where a reader of stickers is, if there is one: its RX and its TX (UART 0)."""

KNOB = (26, 27)
"""Where a rotary encoder of the first panel is; beside digits at `READER`, in the place of a reader."""
DIGITS = (27, 26)
"""SCL and SDA (I2C 1) of the displays with four digits."""
BUZZER = 28

COUNTER_PIXELS = 50
COUNTER_ROW = 10
"""Pixels in one row of the counter."""
DIE_PIXELS = 10
PRIVATE_PIXELS = 20
"""Ten for the tens, then ten for the units."""
BRIDGE_PIXELS = 19
"""Slabs -9..9 (SHZ-R02)."""


def described(panels, counter, private, die, bridge, beside=()):  # type: (int, int, int, int, int, tuple[str, ...] | list[str]) -> str
    """Return the map in use as one line of text; its CRC-32 is the `pins` of hello.

    Arguments: panels 1..4; pixels of counter, private display, die display and bridge strip (0: none); parts beside (`Settings.parts`).
    """
    parts = []
    for panel in range(panels):
        wires = [",".join([str(pin) for pin in BUTTONS[panel]])] if panel < len(BUTTONS) else []
        parts.append(">".join(wires + [str(pin) for pin in CHAINS[panel : panel + 1]]))
    used = "%s|%d,%d,%d|%d>%d" % (" ".join(parts), counter, die, private, BRIDGE if bridge else -1, bridge)
    return used + "|" + ",".join(beside) if beside else used
