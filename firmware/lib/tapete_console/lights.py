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
    OPEN_HIGH,
    OPEN_LOW,
    LOCKED,
    SHOWN_HIGH,
    SHOWN_LOW,
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
    FIRST,
    ATTACK,
    DEFENCE,
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
) = range(38)
"""Places in the palette."""

PRIVATE = (OPEN_HIGH, OPEN_LOW, LOCKED, SHOWN_HIGH, SHOWN_LOW)
"""Colours of the private display alone, outside the shared budget. A high and a low one together give as much light as two locked ones."""

STANDARD = (
    0x000000,
    0x000410,
    0x000209,
    0x0E0600,
    0x080300,
    0x000102,
    0x050505,
    0x080200,
    0x140600,
    0,  # OPEN_HIGH: private_colour
    0,  # OPEN_LOW: private_colour
    0,  # LOCKED: private_colour
    0,  # SHOWN_HIGH: private_colour
    0,  # SHOWN_LOW: private_colour
    0x010101,
    0x020202,
    0x040404,
    0x060606,
    0x001818,
    0x020204,
    0x001E1E,
    0x140500,
    0x070707,
    0x3C3C3C,
    0x14141E,
    0x1E1E0A,
    0x280E00,
    0x000E28,
    0x060606,
    0x140000,
    0x281400,
    0x280500,
    0x241800,
    0x061828,
    0x010101,
    0x280000,
    0x002800,
    0x000028,
)
"""Each place as 0xRRGGBB, before brightness and budget."""

GREEN_RED = {
    COUNTER: 0x001200,
    COUNTER_SOFT: 0x000902,
    SECOND: 0x0E0006,
    SECOND_SOFT: 0x080003,
    UNDERLAY: 0x000300,
    LOSS: 0x0A0000,
    ZERO: 0x1A0000,
    READY: 0x002800,
    WON: 0x003200,
    LOST: 0x190000,
    ATTACK: 0x280000,
    DEFENCE: 0x002800,
    WIZARD_A: 0x002808,
    WIZARD_B: 0x280008,
}
"""What the other palette has in place of the standard one."""

PALETTES = ("standard", "green-red")

HEARD_MS = 280
REFUSED_MS = 480
SETTLE_MS = 900
"""How long a change of a counter is shown as a difference."""
WINK_MS = 2000
PULSE_MS = 2000
ATTRACT_MS = 200
FRAME_MS = 40
"""Patterns move in steps of this length."""


def private_colour(place: int, brightness: int) -> int:
    """Return a colour of the private display at a brightness of 1..100 percent; `LOCKED` twice is as much light as each high and low."""
    third = PRIVATE_LEVEL // 3 * brightness // 100
    if place == LOCKED:
        return 3 * third << 8
    channel = third + third // 2 if place in (OPEN_HIGH, SHOWN_HIGH) else third - third // 2
    if place in (OPEN_HIGH, OPEN_LOW):
        return channel << 16 | channel << 8 | channel
    return (channel + channel // 2) << 8 | (2 * channel - channel // 2)


def palette(chosen: str, brightness: int) -> list[int]:
    """Return the colours of a palette as 0xRRGGBB, at a brightness of 1..100 percent."""
    colours = []
    for place in range(len(STANDARD)):
        colour = STANDARD[place]
        if chosen == "green-red":
            colour = GREEN_RED.get(place, colour)
        if place in PRIVATE:
            colours.append(private_colour(place, brightness))
        else:
            red, green, blue = colour >> 16, colour >> 8 & 255, colour & 255
            colours.append(red * brightness // 100 << 16 | green * brightness // 100 << 8 | blue * brightness // 100)
    return colours


def counter(value: int, before: int, since: int, length: int) -> list[int]:
    """Return the picture of a counter.

    Arguments: the `value` (0 and more) and the one `before`; `since`, the ms since it changed; `length`, the pixels (1 and more). Up to
    `length` the first `value` pixels are lit, in fives of two shades. Above it the count begins anew in the second hue, the rest glows in
    the first, and so that it is not said by colour alone one pixel at the start winks for each whole `length` below. Zero is every third
    pixel, blinking: no number looks like it. After a change the difference blinks until it settles: gained pixels bright, lost ones dim.
    """
    turns = max(0, (value - 1) // length)
    lit = value - turns * length
    if value:
        shades = (SECOND, SECOND_SOFT) if turns else (COUNTER, COUNTER_SOFT)
        picture = [shades[place // 5 % 2] for place in range(lit)] + [UNDERLAY if turns else BLACK] * (length - lit)
    else:
        picture = [BLACK] * length
    if since < SETTLE_MS and before != value:
        if since // 150 % 2 == 0:
            first, last, colour = lit - (value - before), lit, GAIN
            if value < before:
                first, last, colour = lit, lit + before - value, LOSS
            for place in range(max(0, first), min(length, last)):
                picture[place] = colour
            if last > length:  # the count fell to a lower turn: what was lit above it has gone too
                for place in range(min(length, last - length)):
                    picture[place] = LOSS
    elif not value:
        if since % 1000 < 700:
            for place in range(0, length, 3):
                picture[place] = ZERO
    elif turns and since % WINK_MS < 200:
        picture[0:turns] = [BLACK] * min(turns, length)
    return picture


def digits(number: int, stage: str, now: int, length: int) -> list[int]:
    """Return the private display showing 0..99: one pixel of the first ten, one of the next ten.

    Always two are lit, with the same light together. `stage` is told by colour and by rhythm: the light of an `open` number sways between
    its two pixels, that of a `locked` one stands still, that of a `shown` one sways slowly. `now` is in ms.
    """
    picture = [BLACK] * length
    if length >= 20:
        pair = (LOCKED, LOCKED)
        if stage == "open":
            pair = (OPEN_HIGH, OPEN_LOW) if now // 400 % 2 == 0 else (OPEN_LOW, OPEN_HIGH)
        elif stage == "shown":
            pair = (SHOWN_HIGH, SHOWN_LOW) if now // 1600 % 2 == 0 else (SHOWN_LOW, SHOWN_HIGH)
        picture[number // 10 % 10] = pair[0]
        picture[10 + number % 10] = pair[1]
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

    `dark`: nothing. `waiting`: the two middle pixels, dim. `turn`: all, a slow pulse; `answer`: the same between
    steady ends, because LOCK answers. A die is owed: `roll`, a light that walks one way,
    or, if the host says what for, `initiative`, two lights that meet in the middle; `attack`, two that run; `defence`, two that walk back.
    `ready`: steady ends. `won`: light running outwards. `lost`: every other pixel, slowly blinking. `drawn`: both halves in turn.
    `alone`: the two middle pixels, blinking. `refused`: ends, blinking. `now` is in ms.
    """
    picture = [BLACK] * length
    middle = length // 2
    if what in ("turn", "answer"):
        step = now % PULSE_MS * 8 // PULSE_MS
        picture = [(PULSE_1, PULSE_2, PULSE_3, PULSE_4, PULSE_4, PULSE_3, PULSE_2, PULSE_1)[step]] * length
        if what == "answer" and length:
            picture[0] = picture[-1] = READY
        return picture
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
    elif what == "initiative":
        if length:
            step = now // 200 % ((length + 1) // 2)
            picture[step] = picture[length - 1 - step] = FIRST
    elif what in ("attack", "defence"):
        if length > 1:
            step = now // 80 % (length - 1) if what == "attack" else length - 2 - now // 160 % (length - 1)
            picture[step] = picture[step + 1] = ATTACK if what == "attack" else DEFENCE
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


def attract(now: int, length: int) -> list[int]:
    """Return what moves while nobody plays: in each row of ten one light, each a step ahead of the row before, in three colours."""
    picture = [BLACK] * length
    for row in range((length + 9) // 10):
        place = 10 * row + (now // ATTRACT_MS + row) % 10
        if place < length:
            picture[place] = (COUNTER, GAIN, SECOND)[row % 3]
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
