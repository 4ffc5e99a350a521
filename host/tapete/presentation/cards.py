"""Cards on a board: a place with a card in it, face up, face down or empty; letters as large as a phone and a television need.

A board of cards is `WIDTH` units wide. On a phone of 360 pixels a unit is a third of a pixel, so no text is smaller than `LETTERS` units.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from tapete.presentation import letters, shapes

WIDTH = 1000
LETTERS = 28
"""Smallest type on a board of cards, in units."""

_LINE = 30
_BOLD_ADVANCE = 0.68
"""Width of an average letter of a name, in ems."""


def line(text: str, x: float, y: float, most: float, size: float = LETTERS, class_: str = "card-text", anchor: str | None = None) -> Markup:
    """One line of text that is never wider than `most` units; `anchor` is `start` or `end` where it does not stand on its middle."""
    share = letters.LIGHT if class_ == "card-text" else letters.HEAVY if "card-change" in class_ else 1
    return letters.line(text, most, size, share, x=float(x), y=float(y), class_=f"{class_} {anchor}" if anchor else class_)


def wrapped(text: str, most: int) -> tuple[str, ...]:
    """A name in one line or two, parted between words so that the longer one is as short as can be; `most` letters fit a line."""
    words = text.split()
    if len(text) <= most or len(words) < 2:
        return (text,)
    parted = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return min(parted, key=lambda lines: max(map(len, lines)))


def name(text: str, x: float, y: float, width: float) -> Markup:
    """A card's name in one or two lines, centred; `y` is its first line."""
    lines = wrapped(text, int(width / (LETTERS * _BOLD_ADVANCE)))
    return Markup("").join(line(part, x, y + place * _LINE, width, class_="card-name") for place, part in enumerate(lines))


def empty(x: float, y: float, width: float, height: float, label: str = "") -> Markup:
    """A place where nothing lies."""
    parts = [shapes.element("rect", x=float(x), y=float(y), width=float(width), height=float(height), rx=8, class_="place")]
    if label:
        parts.append(line(label, x + width / 2, y + height / 2 + 10, width - 8, class_="place-name"))
    return Markup("").join(parts)


def up(x: float, y: float, width: float, height: float, class_: str = "") -> Markup:
    """The ground of a card that lies face up."""
    return shapes.element("rect", x=float(x), y=float(y), width=float(width), height=float(height), rx=8, class_=f"card {class_}".strip())


def down(x: float, y: float, width: float, height: float, label: str) -> Markup:
    """A card that lies face down: its back with a lattice, and what that means."""
    step, lines = 22.0, []
    across = x - height
    while across < x + width:
        low, high = max(across, x), min(across + height, x + width)
        lines.append(f"M{low:g} {y + low - across:g}L{high:g} {y + high - across:g}")
        across += step
    back = shapes.element("rect", x=float(x), y=float(y), width=float(width), height=float(height), rx=8, class_="card back")
    lattice = shapes.element("path", d="".join(lines), class_="lattice")
    middle = y + height / 2
    plate = shapes.element("rect", x=x + 10, y=middle - 22, width=width - 20, height=44.0, rx=6, class_="plate")
    return shapes.element("g", back, lattice, plate, line(label, x + width / 2, middle + 10, width - 28), class_="face-up")


def back(box: tuple[float, float, float, float]) -> tuple[Markup, ...]:
    """What the back of a card shows within its edge: x, y, width, height of the card."""
    x, y, w, h = box
    return (shapes.element("rect", x=x + 5, y=y + 5, width=w - 10, height=h - 10, rx=3, class_="back-frame"),)


def diamond(x: float, y: float) -> Markup:
    """The sign on a back that has no room for words."""
    return shapes.group(shapes.element("path", d="M-13 0L0 -7L13 0L0 7Z", class_="back-frame"), x=x, y=y)


def crossed(x: float, y: float, width: float, height: float) -> Markup:
    """A card that does not count: two lines across it."""
    d = f"M{x + 6:g} {y + 6:g}L{x + width - 6:g} {y + height - 6:g}M{x + width - 6:g} {y + 6:g}L{x + 6:g} {y + height - 6:g}"
    return shapes.element("path", d=d, class_="crossed")


def turned(position: str, x: float, y: float, seat: str) -> Markup:
    """How a card is turned, as a small card: upright to attack, sideways to defend."""
    wide, tall = (22, 34) if position == "attack" else (34, 22)
    return shapes.element(
        "rect", x=x - wide / 2, y=y - tall / 2, width=float(wide), height=float(tall), rx=4, class_=f"turned seat-fill-{seat}"
    )


SIGNS = {
    "attack": "M0 -13L6 -2V8H-6V-2ZM-10 8H10V12H-10Z",
    "defense": "M-11 -12H11V0C11 8 4 12 0 14C-4 12 -11 8 -11 0Z",
    "memory": "M-12 -8H12V8H-12ZM-7 -12V12M0 -12V12M7 -12V12",
}
"""The icons as outlines around a middle: a blade, a shield, a chip."""


def icons(shown: Iterable[tuple[str, str]], x: float, y: float, size: float = LETTERS) -> Markup:
    """Icons with their numbers in a row, centred on a place; `y` is the line of the numbers."""
    row = list(shown)
    wide = [34 + max(1, len(number)) * size * 0.66 + 10 for _, number in row]
    at, parts = x - sum(wide) / 2, []
    for (sign, number), width in zip(row, wide, strict=True):
        parts.append(shapes.group(shapes.element("path", d=SIGNS[sign], class_=f"icon icon-{sign}"), x=at + 16, y=y - size * 0.36))
        parts.append(shapes.element("text", number, x=at + 34, y=float(y), font_size=float(size), class_="card-figure start"))
        at += width
    return Markup("").join(parts)


def rows(lines: Sequence[str], x: float, y: float, most: float, class_: str = "card-text") -> Markup:
    """Lines of text under each other, from the left."""
    return Markup("").join(line(text, x, y + place * 36, most, class_=class_, anchor="start") for place, text in enumerate(lines))
