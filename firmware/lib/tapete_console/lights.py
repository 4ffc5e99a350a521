"""Colours and light patterns. A picture of pixels is a list of places in the palette, so that its power can be counted.

The language (firmware/README.md): a lamp of the die display stands over the button that answers, no two states share their lit places,
and five rhythms are all there are: still, breathing, blinking, to and fro, running. Nothing is said by colour alone; the standard
palette's hues are told apart by people who see no red or no green.
"""

from __future__ import annotations

from tapete_console.power import FULL, PRIVATE_LEVEL

(
    BLACK,
    UNDERLAY,
    COUNTER_SOFT,
    COUNTER,
    SECOND_SOFT,
    SECOND,
    GAIN,
    LOSS,
    ZERO,
    OPEN_HIGH,
    OPEN_LOW,
    LOCKED,
    SHOWN_HIGH,
    SHOWN_LOW,
    PICKED,
    CHOSEN,
    PULSE_1,
    PULSE_2,
    PULSE_3,
    PULSE_4,
    READY,
    WAITING,
    WON,
    DRAWN,
    FACE,
    RUN,
    FIRST,
    ATTACK,
    DEFENCE,
    HEARD,
    NOT_NOW,
    ALARM,
    AMBER,
    SLAB,
    WALL,
    WIZARD_A,
    WIZARD_B,
    RED,
    GREEN,
    BLUE,
) = range(40)
"""Places in the palette; of shades the darker one comes first."""

PRIVATE = (OPEN_HIGH, OPEN_LOW, LOCKED, SHOWN_HIGH, SHOWN_LOW, PICKED, CHOSEN)
"""Colours of the private display alone, outside the shared budget. A high and a low one together give as much light as two locked ones."""

STANDARD = (
    0x000000,
    0x000102,
    0x000206,
    0x000412,
    0x060200,
    0x100600,
    0x040404,
    0x080200,
    0x140600,
    0,  # OPEN_HIGH: private_colour
    0,  # OPEN_LOW: private_colour
    0,  # LOCKED: private_colour
    0,  # SHOWN_HIGH: private_colour
    0,  # SHOWN_LOW: private_colour
    0,  # PICKED: private_colour
    0,  # CHOSEN: private_colour
    0x010A00,
    0x010D00,
    0x021000,
    0x021400,
    0x001818,
    0x080808,
    0x001E1E,
    0x0A0A0A,
    0x3C3C3C,
    0x14141E,
    0x101004,
    0x1C0A00,
    0x000A1C,
    0x1E1E1E,
    0x281800,
    0x201200,
    0x1C1000,
    0x010101,
    0x241800,
    0x280500,
    0x061828,
    0x280000,
    0x002800,
    0x000028,
)
"""Each place as 0xRRGGBB, for a budget of 400 mA at full brightness."""

DISPLAYS = (PULSE_1, SLAB, RED)
"""The first colours of the die display, of the bridge, of the self-test: those before are the counter's. Within one they all differ."""

GREEN_RED = {
    COUNTER: 0x001600,
    COUNTER_SOFT: 0x000602,
    SECOND: 0x100006,
    SECOND_SOFT: 0x060002,
    UNDERLAY: 0x000300,
    LOSS: 0x0A0000,
    ZERO: 0x1A0000,
    READY: 0x001800,
    WON: 0x001E00,
    ATTACK: 0x1C0000,
    DEFENCE: 0x001C00,
    WIZARD_A: 0x002808,
    WIZARD_B: 0x280008,
}
"""What the other palette has in place of the standard one."""

BRIGHTER = {
    COUNTER_SOFT: UNDERLAY,
    COUNTER: COUNTER_SOFT,
    SECOND_SOFT: UNDERLAY,
    SECOND: SECOND_SOFT,
    PULSE_2: PULSE_1,
    PULSE_3: PULSE_2,
    PULSE_4: PULSE_3,
}
"""Shades of which one must stay brighter than the other however little light there is: numbers are read from them."""

PALETTES = ("standard", "green-red")

ECHO_MS = 140
"""How long the lamps over a pressed button shine."""
ECHO_AGAIN_MS = 200
"""When the second shine begins: the computer has what was done."""
NOT_NOW_MS = 600
ALARM_MS = 600
BLINK_MS = 100
SETTLE_MS = 900
"""How long a change of a counter is shown as a difference."""
WINK_MS = 2000
PULSE_MS = 2000
PURPOSE_MS = 3000
"""How often a light runs to say what a die is for; it takes a second."""
ATTRACT_MS = 200
FRAME_MS = 40
RUN_MS = 30
"""How long a lamp of a counter takes that is told, and how long at most all of them together:"""
RUN_MOST_MS = 1500
TELL_MS = 650
"""How long a strip moves that tells something."""
BID_MS = 3000
"""How long the counter shows a bid that is told, before it counts again."""
SLAB_MS = 130
FALL_MS = 300
"""How long a slab takes to which the wall moves, and one that falls, when that is told."""
"""Patterns move in steps of this length."""


def private_colour(place: int, brightness: int) -> int:
    """Return a colour of the private display at a brightness of 1..100 percent; `LOCKED` twice is as much light as each high and low.

    None gives as little light that a high and a low one would be the same.
    """
    third = max(2, PRIVATE_LEVEL // 3 * brightness // 100)
    if place == LOCKED:
        return 3 * third << 8
    if place in (PICKED, CHOSEN):
        return max(2, third * 9 // 20) * 0x010101 if place == PICKED else max(1, third // 20) * 0x010101
    channel = third + third // 2 if place in (OPEN_HIGH, SHOWN_HIGH) else third - third // 2
    if place in (OPEN_HIGH, OPEN_LOW):
        return channel << 16 | channel << 8 | channel
    return (channel + channel // 2) << 8 | (2 * channel - channel // 2)


def palette(chosen: str, brightness: int, gain: int = FULL) -> list[int]:
    """Return the colours of a palette as 0xRRGGBB.

    Arguments: the one `chosen`; a `brightness` of 1..100 percent; the `gain` of the budget in 256ths (`power.Shares.gain`). A channel
    that is lit stays lit, colours that differ stay different and shades keep their order (`BRIGHTER`), however little light is left.
    """
    whole = [GREEN_RED.get(place, STANDARD[place]) if chosen == "green-red" else STANDARD[place] for place in range(len(STANDARD))]
    colours = [private_colour(place, brightness) if place in PRIVATE else BLACK for place in range(len(whole))]
    used: list[dict[int, int]] = [{}, {}, {}, {}]
    for place in range(1, len(whole)):  # the darker of two shades comes first
        if place in PRIVATE:
            continue
        colour = dimmed(whole[place], brightness * gain)
        red, green, blue = whole[place] >> 16, whole[place] >> 8 & 255, whole[place] & 255
        raised = 0x010101
        if min(red, green, blue) < max(red, green, blue):
            raised = 0x010000 if red >= max(green, blue) else 0x000100 if green >= blue else 1
        lower = light(colours[BRIGHTER[place]]) if place in BRIGHTER else 0
        beside = used[sum([place >= first for first in DISPLAYS])]
        while light(colour) <= lower or beside.get(colour, whole[place]) != whole[place]:
            colour += raised
        beside[colour] = whole[place]
        colours[place] = colour
    return colours


def light(colour: int) -> int:
    """Return the levels of a colour: the sum of its channels."""
    return (colour >> 16) + (colour >> 8 & 255) + (colour & 255)


def dimmed(colour: int, by: int) -> int:
    """Return a colour at `by` 25600ths, its hue kept at the bright end and each lit channel at 1 at the dark one."""
    red, green, blue = colour >> 16, colour >> 8 & 255, colour & 255
    by = min(by, 255 * 100 * FULL // max(red, green, blue))
    red, green, blue = [max(1, channel * by // (100 * FULL)) if channel else 0 for channel in (red, green, blue)]
    return red << 16 | green << 8 | blue


def fives(lit: int, shades: tuple[int, int]) -> list[int]:
    """Return so many pixels in fives of two shades."""
    return (([shades[0]] * 5 + [shades[1]] * 5) * (lit // 10 + 1))[:lit]


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
        picture = fives(lit, shades) + [UNDERLAY if turns else BLACK] * (length - lit)
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


def ran(value: int, before: int, since: int) -> int:
    """Return where a counter is that runs from one value to another, lamp by lamp: `since` ms after its begin."""
    way = before - value
    gone = min(abs(way), since // RUN_MS + abs(way) * since // RUN_MOST_MS)
    return before - gone if way > 0 else before + gone


def lost(value: int, was: int, length: int) -> list[int]:
    """Return a counter on which what was lost glows: it counts `value`, and `was` before."""
    picture = counter(value, value, SETTLE_MS, length)
    if was > value:
        first = value - max(0, (value - 1) // length) * length
        last = first + was - value
        for place in range(length):
            if first <= place < last or place < last - length:
                picture[place] = LOSS
    return picture


def bid(number: int, length: int) -> list[int]:
    """Return what the counter shows of a bid that has just been opened: so many pixels in the second hue, fives of two shades.

    Above `length` those that count twice are white; zero is every third pixel, still.
    """
    if not number:
        return [BLACK if place % 3 else SECOND for place in range(length)]
    picture = fives(min(number, length), (SECOND, SECOND_SOFT))
    twice = min(number - len(picture), length)
    return [GAIN] * twice + picture[twice:] + [BLACK] * (length - len(picture))


def digits(number: int, stage: str, now: int, length: int, chosen: list[int] | None = None) -> list[int]:
    """Return the private display showing 0..99: one pixel of the first ten, one of the next ten.

    Always two are lit, with the same light together. `stage` is told by colour and by rhythm: the light of an `open` number sways between
    its two pixels, that of a `locked` one stands still, that of a `shown` one sways slowly; an open choice (`pick`) stands still in white,
    and the numbers `chosen` already glow. `now` is in ms.
    """
    picture = [BLACK] * length
    if length >= 20:
        pair = (LOCKED, LOCKED)
        if stage == "open":
            pair = (OPEN_HIGH, OPEN_LOW) if now // 400 % 2 == 0 else (OPEN_LOW, OPEN_HIGH)
        elif stage == "shown":
            pair = (SHOWN_HIGH, SHOWN_LOW) if now // 1600 % 2 == 0 else (SHOWN_LOW, SHOWN_HIGH)
        elif stage == "pick":
            pair = (PICKED, PICKED)
            for other in chosen or []:
                picture[other // 10 % 10] = picture[10 + other % 10] = CHOSEN
        picture[number // 10 % 10] = pair[0]
        picture[10 + number % 10] = pair[1]
    return picture


def units(face: int, length: int) -> list[int]:
    """Return the private display showing the face 1..10 of a die among its units, 0 for ten."""
    picture = [BLACK] * length
    if length >= 20:
        picture[10 + face % 10] = PICKED
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


MINUS, PLUS, LOCK, ROLL = (0, 1), (3,), (6,), (8, 9)
OVER = (MINUS, PLUS, LOCK, ROLL)
"""The pixels of ten that stand over each button, in the order of the pin map."""

STEADY = {
    "waiting": ((4, 5), WAITING),
    "locked": ((5, 6, 7), READY),
    "alone": ((2, 7), WAITING),
    "lost": ((0, 2, 4, 6, 8), AMBER),
    "broken": ((0, 9), RED),
}
BREATHING = {
    "turn": (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    "bid": MINUS + PLUS + LOCK,
    "pick": MINUS + PLUS + LOCK + ROLL,
    "lock": LOCK,
}
"""What stands still and what breathes, and where: places of a strip of ten."""

BREATH = (PULSE_4, PULSE_3, PULSE_2, PULSE_1, PULSE_1, PULSE_2, PULSE_3, PULSE_4)


def lamp(what: str, now: int, length: int) -> list[int]:
    """Return the pattern of a lamp on the die display; `now` is in ms.

    Still: `waiting` (others act), `locked` (also: ready), `alone` (the counters are the players' own), `lost`. Breathing, each over the
    buttons that answer: `bid`, `pick`, `lock` (pass or ready), and `turn`: all, for hands and page. Blinking: `roll`, a die is owed; before
    it a light runs if the host says what for (`initiative` from the middle, `attack` from the left, `defence` from the right); `refused`:
    versions do not fit. To and fro: `gone`, the computer does not answer; `drawn`, the halves. Running: `won`, outwards.
    """
    lit: tuple[int, ...] = ()
    colour = BLACK
    if what in STEADY:
        lit, colour = STEADY[what]
    elif what in BREATHING:
        lit, colour = BREATHING[what], BREATH[now % PULSE_MS * 8 // PULSE_MS]
    elif what == "gone":
        lit, colour = (0, 1, 2) if now % 1200 < 600 else (7, 8, 9), AMBER
    elif what == "drawn":
        lit, colour = (0, 1, 2, 3, 4) if now % 1600 < 800 else (5, 6, 7, 8, 9), DRAWN
    elif what == "won":
        step = now // 100 % 5
        lit, colour = (4 - step, 5 + step), WON
    elif what == "refused":
        lit, colour = ((1, 8) if now % 400 < 200 else ()), NOT_NOW
    picture = placed(lit, colour, length)
    if what in ("roll", "initiative", "attack", "defence"):
        picture = placed(ROLL, RUN if now % 400 < 200 else WAITING, length)
        if what != "roll" and now % PURPOSE_MS < 1000:
            step = now % PURPOSE_MS * 7 // 1000
            if what == "initiative":
                lit, colour = (3 - step // 2, 4 + step // 2), FIRST
            else:
                lit, colour = ((step, step + 1), ATTACK) if what == "attack" else ((6 - step, 7 - step), DEFENCE)
            run = placed(lit, colour, length)
            picture = [run[place] or picture[place] for place in range(length)]
    return picture


def placed(lit: tuple[int, ...], colour: int, length: int) -> list[int]:
    """Return a strip with these tenths of it lit."""
    picture = [BLACK] * length
    for place in lit:
        for pixel in range(place * length // 10, (place + 1) * length // 10):
            picture[pixel] = colour
    return picture


def pressed(button: int, length: int) -> list[int]:
    """Return the answer to a press: the lamps over the button shine."""
    return placed(OVER[button], HEARD, length)


def told(sign: str, since: int, length: int) -> list[int] | None:
    """Return how a strip tells a moment: `wins` fills it, `loses` empties it, of `acts` one light runs through, of what is `void` the
    lamp goes out; None when that is over."""
    if since >= TELL_MS or sign not in ("wins", "loses", "acts", "void"):
        return None
    step = since * 10 // TELL_MS
    if sign == "wins":
        return placed(tuple(range(step + 1)), WON, length)
    if sign == "loses":
        return placed(tuple(range(10 - step)), AMBER, length)
    if sign == "void":
        return placed(LOCK, HEARD if step < 5 else BLACK, length)
    return placed((step,), RUN, length)


def not_now(since: int, length: int) -> list[int]:
    """Return the answer to a press that does nothing: three blinks around LOCK."""
    return placed((5, 6, 7), BLACK if since // BLINK_MS % 2 else NOT_NOW, length)


def alarm(since: int, length: int) -> list[int]:
    """Return the answer to a press that could not be told: three blinks of both ends."""
    return placed(MINUS + ROLL, BLACK if since // BLINK_MS % 2 else ALARM, length)


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


def moved(now: tuple[int, int, int, int], before: tuple[int, int, int, int], since: int) -> tuple[int, int, int, int]:
    """Return where wall, wizards and broken ends of a bridge are, `since` ms after it began to move: slab by slab."""
    ways = [now[part] - before[part] for part in range(4)]
    steps = [min(abs(ways[part]), since // (FALL_MS if part == 3 else SLAB_MS)) for part in range(4)]
    at = [before[part] + (steps[part] if ways[part] > 0 else -steps[part]) for part in range(4)]
    return at[0], at[1], at[2], at[3]


def walk(since: int, length: int) -> list[int]:
    """Return the self-test: each pixel in turn, first all in red, then green, then blue; empty when it is over."""
    step = since // FRAME_MS
    if step >= 3 * length:
        return []
    picture = [BLACK] * length
    picture[step % length] = (RED, GREEN, BLUE)[step // length]
    return picture
