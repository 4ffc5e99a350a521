"""Colours and light patterns. A picture of pixels is a list of places in the palette, so that its power can be counted.

Nothing is said by colour alone: every pattern differs from the others by position or rhythm too. The standard palette keeps to blue, orange
and white, which people who see no red or no green tell apart.
"""

from __future__ import annotations

from tapete_console.power import PRIVATE_LEVEL

(
    BLACK,
    COUNTER,
    COUNTER_SOFT,
    SECOND,
    SECOND_SOFT,
    UNDERLAY,
    GAIN,
    LOSS,
    ZERO,
    OPEN,
    LOCKED,
    SHOWN,
    PULSE_1,
    PULSE_2,
    PULSE_3,
    PULSE_4,
    READY,
    WAITING,
    WON,
    LOST,
    DRAWN,
    FACE,
    RUN,
    HEARD,
    ALARM,
    AMBER,
    WALL,
    WIZARD_A,
    WIZARD_B,
    SLAB,
    RED,
    GREEN,
    BLUE,
) = range(33)
"""Places in the palette."""

PRIVATE = (OPEN, LOCKED, SHOWN)
"""Colours of the private display alone: same sum of channels, outside the shared budget."""

THIRD = PRIVATE_LEVEL // 3
HALVES = PRIVATE_LEVEL // 2

STANDARD = (
    (0, 0, 0),
    (0, 4, 16),
    (0, 2, 9),
    (14, 6, 0),
    (8, 3, 0),
    (0, 1, 2),
    (5, 5, 5),
    (8, 2, 0),
    (20, 6, 0),
    (THIRD, THIRD, THIRD),
    (0, PRIVATE_LEVEL, 0),
    (0, HALVES, HALVES),
    (1, 1, 1),
    (2, 2, 2),
    (4, 4, 4),
    (6, 6, 6),
    (0, 24, 24),
    (2, 2, 4),
    (0, 30, 30),
    (20, 5, 0),
    (7, 7, 7),
    (60, 60, 60),
    (20, 20, 30),
    (6, 6, 6),
    (20, 0, 0),
    (40, 20, 0),
    (30, 30, 30),
    (0, 8, 40),
    (40, 16, 0),
    (1, 1, 1),
    (40, 0, 0),
    (0, 40, 0),
    (0, 0, 40),
)
"""Red, green and blue of each place, 0..255, before brightness and budget."""

GREEN_RED = {
    COUNTER: (0, 18, 0),
    COUNTER_SOFT: (0, 9, 2),
    SECOND: (14, 0, 6),
    SECOND_SOFT: (8, 0, 3),
    UNDERLAY: (0, 3, 0),
    LOSS: (10, 0, 0),
    ZERO: (26, 0, 0),
    READY: (0, 40, 0),
    WON: (0, 50, 0),
    LOST: (25, 0, 0),
    WIZARD_A: (0, 40, 8),
    WIZARD_B: (40, 0, 8),
}
"""What the other palette has in place of the standard one."""

PALETTES = ("standard", "green-red")

HEARD_MS = 280
REFUSED_MS = 480
SETTLE_MS = 900
"""How long a change of a counter is shown as a difference."""
PULSE_MS = 2000
FRAME_MS = 40
"""Patterns move in steps of this length."""


def palette(chosen: str, brightness: int) -> list[tuple[int, int, int]]:
    """Return the colours of a palette at a brightness of 1..100 percent; private colours keep equal sums."""
    colours = []
    for place in range(len(STANDARD)):
        colour = STANDARD[place]
        if chosen == "green-red" and place in GREEN_RED:
            colour = GREEN_RED[place]
        if place in PRIVATE:
            third = THIRD * brightness // 100
            colour = {OPEN: (third, third, third), LOCKED: (0, 3 * third, 0), SHOWN: (0, third + third // 2, 2 * third - third // 2)}[place]
        else:
            red, green, blue = colour
            colour = (red * brightness // 100, green * brightness // 100, blue * brightness // 100)
        colours.append(colour)
    return colours


def counter(value: int, before: int, since: int, length: int) -> list[int]:
    """Return the picture of a counter.

    Arguments: the `value` (0 and more) and the one `before`; `since`, the ms since it changed; `length`, the pixels (1 and more). Up to
    `length` the first `value` pixels are lit, in fives of two shades. Above it the count begins anew in the second hue and
    the rest glows in the first, so that a field lit all over means more than `length`. Zero is every third pixel, blinking: no number looks
    like it. After a change the difference blinks: gained pixels bright, lost ones dim.
    """
    if value == 0:
        blink = ZERO if since % 1000 < 700 else BLACK
        picture = [BLACK] * length
        for place in range(0, length, 3):
            picture[place] = blink
        return picture
    turns = (value - 1) // length
    lit = value - turns * length
    shades = (COUNTER, COUNTER_SOFT) if turns == 0 else (SECOND, SECOND_SOFT)
    picture = [shades[place // 5 % 2] for place in range(lit)] + [UNDERLAY if turns else BLACK] * (length - lit)
    if since < SETTLE_MS and before != value and since // 150 % 2 == 0:
        if value > before:
            for place in range(max(0, lit - (value - before)), lit):
                picture[place] = GAIN
        else:
            for place in range(lit, min(length, lit + before - value)):
                picture[place] = LOSS
    return picture


def moving(value: int, since: int) -> bool:
    """Tell whether the picture of a counter changes by itself at this moment."""
    return value == 0 or since < SETTLE_MS


def digits(number: int, colour: int, length: int) -> list[int]:
    """Return the private display showing 0..99: one pixel of the first ten, one of the next ten; always two lit."""
    picture = [BLACK] * length
    if length >= 20:
        picture[number // 10 % 10] = colour
        picture[10 + number % 10] = colour
    return picture


def face(value: int, length: int) -> list[int]:
    """Return the die display showing a face 1..10: its pixels are marked 1..9 and 0."""
    picture = [BLACK] * length
    if length:
        picture[min(value, length) - 1] = FACE
    return picture


def running(since: int, length: int) -> list[int]:
    """Return the run-up of a die: one light that runs to and fro."""
    picture = [BLACK] * length
    if length > 1:
        place = since // FRAME_MS % (2 * length - 2)
        picture[min(place, 2 * length - 2 - place)] = RUN
    return picture


def ends(colour: int, length: int) -> list[int]:
    """Return a picture with its two ends lit."""
    picture = [BLACK] * length
    if length:
        picture[0] = colour
        picture[-1] = colour
    return picture


def lamp(what: str, now: int, length: int) -> list[int]:
    """Return the pattern of a lamp on the die display.

    `dark`: nothing. `waiting`: the two middle pixels, dim. `turn`: all, a slow pulse. `roll` (a die is owed): a light that walks one
    way. `ready`: steady ends. `won`: light running outwards. `lost`: every other pixel, slowly blinking. `drawn`: both halves in turn.
    `alone`: the two middle pixels, blinking. `refused`: ends, blinking. `now` is in ms.
    """
    picture = [BLACK] * length
    middle = length // 2
    if what == "turn":
        step = now % PULSE_MS * 8 // PULSE_MS
        return [(PULSE_1, PULSE_2, PULSE_3, PULSE_4, PULSE_4, PULSE_3, PULSE_2, PULSE_1)[step]] * length
    if what == "ready":
        return ends(READY, length)
    if what == "refused":
        return ends(AMBER if now % 600 < 400 else BLACK, length)
    if what in ("waiting", "alone"):
        if what == "waiting" or now % 1000 < 500:
            picture[max(0, middle - 1) : middle + 1] = [WAITING] * len(picture[max(0, middle - 1) : middle + 1])
    elif what == "roll":
        if length:
            picture[now // 120 % length] = RUN
    elif what == "won":
        reach = now // 160 % (middle + 1)
        for place in range(length):
            if abs(2 * place + 1 - length) // 2 == reach:
                picture[place] = WON
    elif what == "lost":
        if now % 1600 < 1200:
            for place in range(0, length, 2):
                picture[place] = LOST
    elif what == "drawn":
        start = 0 if now % 1600 < 800 else middle
        for place in range(start, min(length, start + middle)):
            picture[place] = DRAWN
    return picture


def bridge(wall: int, wizard_a: int, wizard_b: int, broken: int, length: int) -> list[int]:
    """Return Shazamm's bridge: slabs from one end to the other, `broken` of them gone at each end (SHZ-R02, R03)."""
    picture = [BLACK] * length
    middle = length // 2
    for place in range(broken, length - broken):
        picture[place] = SLAB
    for slab, colour in ((wizard_a, WIZARD_A), (wizard_b, WIZARD_B), (wall, WALL)):
        if 0 <= middle + slab < length:
            picture[middle + slab] = colour
    return picture


def walk(since: int, length: int) -> list[int]:
    """Return the self-test: each pixel in turn, first all in red, then green, then blue; empty when it is over."""
    step = since // FRAME_MS
    if step >= 3 * length:
        return []
    picture = [BLACK] * length
    picture[step % length] = (RED, GREEN, BLUE)[step // length]
    return picture
