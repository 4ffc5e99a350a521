"""Play mats: the zones of a game as drawings in millimetres, each on a sheet of A4 (277 by 190 mm inside the margins)."""

from __future__ import annotations

from markupsafe import Markup
from msgspec import Struct

from tapete.presentation import art, letters, svg
from tapete.presentation.art import CardLook

WIDTH, HEIGHT = 277, 190
"""Millimetres inside the margins of an A4 sheet, landscape."""

CARD = (42, 60)
"""A zone for one card: a 63 by 88 mm card lies over it with its name in view; upright and sideways both fit the place."""


LETTERS, SMALL = 4.6, 3.4
"""Sizes of letters, in millimetres, as `mat.css` has them."""


HIGHEST_FACE, FACE_SHAPE = 20, 4 / 3
"""Of a face in a zone: millimetres, and width beside height."""


class Mat(Struct, frozen=True):
    """A mat: its title, and its sheets of paper with how many of each are needed; one for each player where nothing else is said."""

    title: str
    drawing: Markup
    copies: str = ""
    middle: Markup | None = None
    """What lies between the players."""
    middle_copies: str = ""

    @property
    def sheets(self) -> tuple[tuple[Markup, str], ...]:
        """Every sheet, with how many of it are printed in words."""
        first = (self.drawing, self.copies)
        return (first,) if self.middle is None else (first, (self.middle, self.middle_copies))


def zone(
    x: float,
    y: float,
    width: float,
    height: float,
    label: str,
    hint: str = "",
    class_: str | None = None,
    shows: tuple[CardLook, str] | None = None,
) -> Markup:
    """Draw a place for cards, in millimetres, with what lies there and how.

    Args:
        x, y, width, height: of the place. label, hint: what lies there, and how. class_: of its edge.
        shows: the look and the id of a card such as lies there, whose drawn face stands over the label.
    """
    middle = x + width / 2
    parts = [
        svg.element("rect", x=float(x), y=float(y), width=float(width), height=float(height), rx=2.5, class_=class_),
        _within(label, middle, y + height / 2, width, LETTERS, "zone"),
    ]
    if shows is not None:
        tall = min(HIGHEST_FACE, height / 2 - LETTERS - 3)
        wide = round(tall * FACE_SHAPE, 2)
        parts.append(art.within(*shows, round(middle - wide / 2, 2), y + height / 2 - LETTERS - tall - 1, wide, tall))
    if hint:
        parts.append(_within(hint, middle, y + height / 2 + 7, width, SMALL, "small"))
    return svg.element("g", *parts)


def _within(said: str, x: float, y: float, width: float, size: float, class_: str) -> Markup:
    """A line of text that stays within its zone."""
    return Markup(letters.alone(letters.line(said, width - 3, size, letters.LIGHT, x=x, y=y, class_=class_)))


def track(y: float, height: float, numbers: range) -> Markup:
    """Draw a row of numbers for a marker, as wide as the sheet, from the left."""
    wide = WIDTH / len(numbers)
    cells = []
    for at, number in enumerate(numbers):
        cells.append(svg.element("rect", x=round(at * wide, 3), y=float(y), width=round(wide, 3), height=float(height)))
        cells.append(svg.element("text", str(number), x=round((at + 0.5) * wide, 3), y=y + height * 0.68, class_="tiny"))
    return svg.element("g", *cells)


def sheet(name: str, title: str, description: str, *parts: Markup) -> Markup:
    """Draw the whole sheet: its id, its title, and what it shows told in words."""
    return svg.picture(name, title, description, WIDTH, HEIGHT, *parts, class_="mat")
