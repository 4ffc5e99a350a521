"""One panel of the console, pixel by pixel: counter, die display, and the private display under its hood."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from markupsafe import Markup

from tapete.core.scene import Bridge, DiePurpose, Lamp, Panel, Showing
from tapete.core.texts import Language, Message, Text, Words, _, figure
from tapete.presentation import shapes

_STEP, _SIZE = 28, 20

DISPLAYS: tuple[tuple[str, int, Text], ...] = (
    ("counter", 10, _("Counter")),
    ("die", 10, _("Die")),
    ("private", 10, _("Private (under its hood)")),
)
"""The displays of a panel: name, pixels in a row, label."""

_TITLE = _("Panel of the console")

BUTTONS: tuple[tuple[str, str, Text], ...] = (
    ("minus", "−", _("MINUS")),
    ("plus", "+", _("PLUS")),
    ("lock", "■", _("LOCK")),
    ("roll", "◆", _("ROLL")),
)
"""The buttons of a panel: name, sign, label."""


def colour(pixel: int) -> str:
    """How a pixel 0xRRGGBB looks to the eye: light adds up steeply, and one that is dark is a grey bead."""
    if not pixel:
        return "#2a2621"
    parts = ((pixel >> shift) & 255 for shift in (16, 8, 0))
    return "#" + "".join(f"{round(255 * (part / 255) ** 0.33):02x}" for part in parts)


def draw(number: int, counts: Sequence[int], language: Language) -> Markup:
    """A panel with all its pixels dark; pages colour them by the id of their display.

    Args:
        number: of the panel, from 0.
        counts: how many pixels each display of `DISPLAYS` has.
        language: of its labels.
    """
    y, drawn = 12.0, []
    for (name, in_row, label), count in zip(DISPLAYS, counts, strict=True):
        if not count:
            continue
        drawn.append(shapes.element("text", label.in_(language), x=18, y=y + 14, class_="panel-label"))
        y += 22
        dots = [
            shapes.element(
                "circle", cx=28 + (i % in_row) * _STEP, cy=y + 12 + (i // in_row) * _STEP, r=_SIZE / 2, fill=colour(0), class_="pixel"
            )
            for i in range(count)
        ]
        drawn.append(shapes.element("g", *dots, id=f"pixels-{number}-{name}"))
        y += _STEP * -(-count // in_row) + 6
    case = shapes.element("rect", x=2, y=2, width=306, height=y + 2, rx=12, class_="panel-case")
    return shapes.picture(f"panel-{number}", f"{_TITLE.in_(language)} {number + 1}", "", 310, y + 6, case, *drawn)


def draw_strip(count: int, language: Language) -> Markup:
    """The shared bridge strip, dark."""
    dots = [shapes.element("circle", cx=24 + i * 30, cy=26, r=11, fill=colour(0), class_="pixel") for i in range(count)]
    case = shapes.element("rect", x=2, y=2, width=30 * count + 14, height=48, rx=12, class_="panel-case")
    title = _("Bridge strip").in_(language)
    return shapes.picture("strip", title, "", 30 * count + 18, 52, case, shapes.element("g", *dots, id="pixels-bridge"))


_HOOD = _("The lights under the hood")
_TENS, _UNITS = _("tens"), _("units")


def hood(number: int | None, language: Language) -> Markup:
    """The private display of a panel with a digit beneath each light, as its player sees it: a row of tens, a row of units.

    Args:
        number: what it shows, 0..99; None: nothing in particular. language: of its labels.
    """
    rows = [(_TENS, None if number is None else number // 10), (_UNITS, None if number is None else number % 10)]
    drawn = [shapes.element("rect", x=2, y=2, width=366, height=100, rx=12, class_="panel-case")]
    for row, (label, lit) in enumerate(rows):
        y = 22 + row * 48
        drawn.append(shapes.element("text", label.in_(language), x=12, y=y + 10, font_size=15, class_="panel-label start"))
        for digit in range(10):
            x, mark, r = 96 + digit * 28, " lit" if digit == lit else "", 11 if digit == lit else 8
            drawn.append(shapes.element("circle", cx=x, cy=y, r=r, class_=f"hood-light{mark}"))
            drawn.append(shapes.element("text", str(digit), x=x, y=y + 25, font_size=15, class_=f"hood-digit{mark}"))
    return shapes.picture("hood", _HOOD.in_(language), "" if number is None else str(number), 370, 104, *drawn)


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
DICE: dict[DiePurpose | None, Text] = {
    None: _("A die is owed: one light walks."),
    "initiative": _("A die for initiative is owed: two lights meet in the middle."),
    "attack": _("A die for an attack is owed: two lights run."),
    "defence": _("A die for a defence is owed: two lights walk back."),
}
ANSWER = _("Its turn, and LOCK answers: a slow pulse between two steady ends.")
"""What the light says in place of `turn` where LOCK does something."""

LAMPS: dict[Lamp, Text] = {
    "dark": _("It is not in play."),
    "waiting": _("It waits for the others: two dim lights in the middle."),
    "turn": _("Its turn: a slow pulse."),
    "ready": _("Ready: steady ends."),
    "won": _("It has won: lights run outwards."),
    "lost": _("It has lost: every other light."),
    "drawn": _("A draw: half and half."),
}
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
    sentences.append(_light(panel).in_(language))
    sentences.append(does)
    if panel.shown is not None and panel.shows is not None and panel.bid is None and panel.pick is None:
        sentences.append(words.say(_SHOWS[panel.shows], {"shown": panel.shown}).in_(language))
    return " ".join(filter(None, sentences))


def _light(panel: Panel) -> Text:
    """What the die display says: a die that is owed, whether LOCK answers, or the lamp."""
    if panel.dice and panel.pick is None:
        return DICE[panel.purpose]
    answers = panel.lamp == "turn" and (panel.lock is not None or panel.bid is not None or panel.pick is not None)
    return ANSWER if answers else LAMPS[panel.lamp]


def strip_text(bridge: Bridge, language: Language) -> str:
    """What the bridge strip shows, in words."""
    return Words().say(_BRIDGE, {"wall": figure(bridge.wall, signed=True)}).in_(language)
