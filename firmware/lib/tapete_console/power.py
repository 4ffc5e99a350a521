"""The power budget: how much light each display may give.

Firmware and builder's guide use the same arithmetic. Light is reckoned in *levels*: the sum of the three channels (0..255 each) of all
lit pixels. Planning figures, worst case: 20 mA for a channel at 255, 1 mA for a dark pixel (Adafruit NeoPixel Uberguide; PJRC, "How much
current do WS2812 LEDs really use?").

The budget is shared out once, and the palette is made for it (`Shares.gain`), so that no picture has to be dimmed and nothing that fills
up gets darker: dark current of all pixels, then a fixed reserve for each private display, then a part of the rest for each
chain by its number of public pixels. No display ever takes from another, so the limit holds at every instant, whichever chain is
written first, and a counter does not dim when a bid or another panel lights up.
"""

from __future__ import annotations

CHANNEL_MA = 20
READER_MA = 100
"""What a reader of stickers draws, its field on most of the time: taken off the budget for pixels where there is one."""
DARK_MA = 1
PRIVATE_LIT = 2
"""Pixels lit on a private display, whatever the number: one for the tens, one for the units."""
PRIVATE_LEVEL = 120
"""Sum of the channels of one lit private pixel at full brightness."""
FULL = 256
"""Scale of a picture that is not dimmed."""
COUNTER_LEVELS = 15
"""Levels of a counter's pixel, the mean of the brightest picture of fifty, at a gain of 1."""
DIE_LEVELS = 22
"""The same for the die display: all of it breathes."""
MOST_GAIN = 8
"""The colours are made for 400 mA; eight times as bright they are read in a shop window."""
GAIN_MA = 500
"""So much budget for each whole gain: 4 at 2000 mA, 8 at 4000."""
LEAST_LEVELS = 5
"""Levels a public pixel needs, in the mean, to be told from the others in the darkest palette (`lights.palette`)."""


def milliamperes(levels: int) -> int:
    """Return the worst-case current of lit channels, rounded up, in mA."""
    return (levels * CHANNEL_MA + 254) // 255


def levels_within(current: int) -> int:
    """Return the largest sum of channels that stays within `current` mA; 0 for nothing or less."""
    return current * 255 // CHANNEL_MA if current > 0 else 0


def scale(wanted: int, allowed: int) -> int:
    """Return the scale 0..256 that brings `wanted` levels under `allowed`; 256 if they are."""
    if wanted <= allowed:
        return FULL
    return allowed * FULL // wanted


def scaled(channel: int, by: int) -> int:
    """Return one channel at a scale of 0..256, rounded down: the sum of scaled channels never exceeds what was allowed."""
    return channel * by // FULL


class Shares:
    """What each display may use of a budget.

    Arguments: `budget` for all pixels in mA; `panels` 1..4; pixels of one panel's `counter`, `private` and `die` display; pixels of the
    `bridge` (0 if there is none). Attributes, in levels: `private` for each private display, `panel` for counter and die
    display of one panel together, `bridge`. `dark` is the current of all pixels dark, in mA; `least` what the darkest picture needs in
    which nothing vanishes; `enough` tells whether the budget covers that. If not, everything stays dark. `gain`, in 256ths, is how bright
    the palette may be.
    """

    def __init__(self, budget: int, panels: int, counter: int, private: int, die: int, bridge: int) -> None:
        self.dark = DARK_MA * (panels * (counter + private + die) + bridge)
        reserve = milliamperes(PRIVATE_LIT * PRIVATE_LEVEL) if private else 0
        public = panels * (counter + die) + bridge
        self.least = self.dark + panels * reserve + milliamperes(LEAST_LEVELS * public)
        self.enough = budget >= self.least
        self.private = levels_within(reserve) if self.enough else 0
        rest = levels_within(budget - self.dark - panels * reserve) if self.enough else 0
        self.panel = rest * (counter + die) // public if public else 0
        self.bridge = rest * bridge // public if public else 0
        wanted = COUNTER_LEVELS * counter + DIE_LEVELS * die
        most = min(MOST_GAIN * FULL, max(FULL, budget * FULL // GAIN_MA))
        within = self.panel
        if within < wanted:
            within = max(1, within - counter - die)  # the darker a palette is, the more of it is floor
        self.gain = min(most, within * FULL // wanted) if wanted else most
