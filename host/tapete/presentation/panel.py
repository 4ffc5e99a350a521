"""One panel of the console, pixel by pixel: counter, die display, and the private display under its hood."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from markupsafe import Markup

from tapete.core.scene import Bridge, Panel, Showing
from tapete.core.texts import Language, Message, Text, Words, _, figure
from tapete.presentation import eyes, legend, svg

_STEP, _SIZE, _MARKED = 28, 20, 12
_SIGNS = (("−", 0.5), ("+", 3), ("■", 6), ("◆", 8.5))
"""Under which of the ten lights of the die display each button lies."""

DISPLAYS: tuple[tuple[str, int, Text], ...] = (
    ("die", 10, _("Die")),
    ("counter", 10, _("Counter")),
    ("private", 10, _("Private (under its hood)")),
)
"""The displays of a panel as its player has them, the furthest first: name, pixels in a row, label."""

_TITLE = _("Panel of the console")

BUTTONS: tuple[tuple[str, str, Text], ...] = (
    ("minus", "−", _("MINUS")),
    ("plus", "+", _("PLUS")),
    ("lock", "■", _("LOCK")),
    ("roll", "◆", _("ROLL")),
)
"""The buttons of a panel: name, sign, label."""


class Look(NamedTuple):
    """Whose eyes, and in which light: `lux` of the room."""

    lux: int = 200
    sight: eyes.Sight = "usual"


USUAL = Look()

ROOMS: dict[int, Text] = {5: _("evening"), 200: _("at home"), 1000: _("shop window")}
SIGHTS: dict[eyes.Sight, Text] = {"usual": _("usual"), "protanopia": _("sees no red"), "deuteranopia": _("sees no green")}


def colour(pixel: int, look: Look = USUAL) -> str:
    """How the window over a pixel 0xRRGGBB looks, as `#rrggbb`."""
    return eyes.on_screen(pixel, look.lux, look.sight)


def draw(number: int, counts: Sequence[int], language: Language) -> Markup:
    """A panel with all its pixels dark; pages colour them by the id of their display.

    It lies as its player sees it: the counter fills away from them, and of a number under the hood the tens are the further row.

    Args:
        number: of the panel, from 0.
        counts: how many pixels each display of `DISPLAYS` has.
        language: of its labels.
    """
    y, drawn = 12.0, []
    for (name, in_row, label), count in zip(DISPLAYS, counts, strict=True):
        if not count:
            continue
        drawn.append(svg.element("text", label.in_(language), x=18, y=y + 14, class_="panel-label"))
        y += 22
        rows, step = -(-count // in_row), _STEP + (0 if name == "counter" else _MARKED)
        windows = []
        for i in range(count):
            x, row = 28 + (i % in_row) * _STEP, i // in_row
            top = y + 12 + (rows - 1 - row if name == "counter" else row) * step - _SIZE / 2
            dark = {"fill": colour(0), "stroke": colour(0)}
            windows.append(svg.element("rect", x=x - _SIZE / 2, y=top, width=_SIZE, height=_SIZE, rx=3, **dark, class_="pixel"))
            if name != "counter":
                digit = (i + (name == "die")) % in_row
                drawn.append(svg.element("text", str(digit), x=x, y=top + _SIZE + 11, font_size=11, class_="panel-digit"))
        drawn.append(svg.element("g", *windows, id=f"pixels-{number}-{name}"))
        y += step * rows + 6
        if name == "die" and count == in_row:
            drawn += [svg.element("text", sign, x=28 + at * _STEP, y=y + 4, font_size=14, class_="panel-digit") for sign, at in _SIGNS]
            y += 10
    case = svg.element("rect", x=2, y=2, width=306, height=y + 2, rx=12, class_="panel-case")
    return svg.picture(f"panel-{number}", f"{_TITLE.in_(language)} {number + 1}", "", 310, y + 6, case, *drawn)


def draw_strip(count: int, language: Language) -> Markup:
    """The shared bridge strip, dark."""
    dots = [svg.element("circle", cx=24 + i * 30, cy=26, r=11, fill=colour(0), stroke=colour(0), class_="pixel") for i in range(count)]
    case = svg.element("rect", x=2, y=2, width=30 * count + 14, height=48, rx=12, class_="panel-case")
    title = _("Bridge strip").in_(language)
    return svg.picture("strip", title, "", 30 * count + 18, 52, case, svg.element("g", *dots, id="pixels-bridge"))


_HOOD = _("The lights under the hood")
_TENS, _UNITS = _("tens"), _("units")


def hood(number: int | None, language: Language) -> Markup:
    """The private display of a panel with a digit beneath each light, as its player sees it: a row of tens, a row of units.

    Args:
        number: what it shows, 0..99; None: nothing in particular. language: of its labels.
    """
    rows = [(_TENS, None if number is None else number // 10), (_UNITS, None if number is None else number % 10)]
    drawn = [svg.element("rect", x=2, y=2, width=366, height=100, rx=12, class_="panel-case")]
    for row, (label, lit) in enumerate(rows):
        y = 22 + row * 48
        drawn.append(svg.element("text", label.in_(language), x=12, y=y + 10, font_size=15, class_="panel-label start"))
        for digit in range(10):
            x, mark, r = 96 + digit * 28, " lit" if digit == lit else "", 11 if digit == lit else 8
            drawn.append(svg.element("circle", cx=x, cy=y, r=r, class_=f"hood-light{mark}"))
            drawn.append(svg.element("text", str(digit), x=x, y=y + 25, font_size=15, class_=f"hood-digit{mark}"))
    return svg.picture("hood", _HOOD.in_(language), "" if number is None else str(number), 370, 104, *drawn)


_COUNTER = _("{seat:seat}: the counter shows {value} of {largest}.")
BidState = Literal["open", "locked", "away"]

_BID = _("MINUS and PLUS set the bid, {low} to {high}; LOCK keeps it secret.")
_BID_BACK = _("LOCK opens the bid again.")
_PICK = _("MINUS and PLUS choose a number, {low} to {high}; LOCK adds it, ROLL ends.")
_LOCK = _("LOCK: “{does}”.")
_ROLL = _("ROLL rolls the die.")
_ROLLS = _("ROLL rolls the first of {number} dice; held, all of them.")
_NO_BUTTON = _("No button answers now: declare it on the page.")

_SHOWS: dict[Showing, Message] = {
    "bid": _("The small number is the revealed bid: {shown}."),
    "needed": _("The small number is what the die has to reach: {shown}."),
    "lost": _("The small number is what is lost so far: {shown}."),
}
_LIGHT = _("{title}: {moves}.")
_DARK = _("It is not in play.")
_BRIDGE = _("Bridge strip: the wall on slab {wall}.")


def presses(panel: Panel, does: str, language: Language, words: Words, *, bid: BidState = "open") -> str:
    """What the buttons of a panel do at this moment, in a few words; empty where nothing is asked of its seat.

    Args:
        panel: as the scene has it.
        does: what LOCK declares now, as the word on the page's button; empty if nothing.
        language: of the words.
        words: of the game.
        bid: what became of the bid that is asked for: open, locked here so that LOCK opens it again, or out of reach of this panel.
    """
    if panel.bid is not None and bid == "locked":
        return _BID_BACK.in_(language)
    if panel.bid is not None and bid == "open":
        return words.say(_BID, {"low": panel.bid.low, "high": panel.bid.high}).in_(language)
    if panel.pick is not None:
        return words.say(_PICK, {"low": panel.pick.low, "high": panel.pick.high}).in_(language)
    if panel.dice:
        more = len(panel.dice) > 1
        return words.say(_ROLLS, {"number": len(panel.dice)}).in_(language) if more else _ROLL.in_(language)
    if does:
        return words.say(_LOCK, {"does": does}).in_(language)
    return _NO_BUTTON.in_(language) if panel.lamp == "turn" else ""


def description(panel: Panel, does: str, language: Language, words: Words) -> str:
    """What a panel shows and what its buttons do, in words (`does`: what `presses` says); only what everybody may know."""
    sentences = [words.say(_COUNTER, {"seat": panel.seat, "value": panel.value, "largest": panel.largest}).in_(language)]
    sentences.append(_light(panel, language))
    sentences.append(does)
    if panel.shown is not None and panel.shows is not None and panel.bid is None and panel.pick is None:
        sentences.append(words.say(_SHOWS[panel.shows], {"shown": panel.shown}).in_(language))
    return " ".join(filter(None, sentences))


def _light(panel: Panel, language: Language) -> str:
    """What the die display says, in the words of the card."""
    state = legend.BY_LAMP.get(legend.lamp_of(panel))
    if state is None:
        return _DARK.in_(language)
    return Words().say(_LIGHT, {"title": state.title.in_(language), "moves": state.moves.in_(language)}).in_(language)


def strip_text(bridge: Bridge, language: Language) -> str:
    """What the bridge strip shows, in words."""
    return Words().say(_BRIDGE, {"wall": figure(bridge.wall, signed=True)}).in_(language)
