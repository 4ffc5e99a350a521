"""How wide letters are, and a line of text that fits its place: never pressed together below `NARROWEST`, else ended by an ellipsis."""

from __future__ import annotations

import functools

from markupsafe import Markup

from tapete.core import names
from tapete.presentation import shapes

NARROWEST = 0.85
"""How far a line of text may be pressed together, as a share of its natural width."""

SMALLEST, SMALLEST_FIGURE = 1.0, 0.5
"""How far letters may become smaller, as a share of their size, before a line is cut; figures count, so a line with one is cut last."""

LIGHT = 0.91
"""How wide letters are beside bold ones."""

_WIDTHS = {
    letter: width / 100
    for width, letters in (
        (34, "ijlI.'’|"),
        (40, " ,:;·!/"),
        (46, "ft()[]-"),
        (52, 'r"—–'),
        (60, "csz?¿"),
        (67, "aekvxyáéàè*“”«»LEF"),
        (77, "ABCKPRSTXVYZÁÉ&"),
        (84, "DGHNOQUÓÚÑ+−→"),
        (110, "mwMW@%…⇒"),
    )
    for letter in letters
}
"""Widths of bold letters in ems, of DejaVu Sans, the widest of the system fonts that are in use; any other is `_USUAL`."""

_USUAL, _BROADEST = 0.72, 1.3


@functools.lru_cache(maxsize=8192)
def breadth(said: str, size: float) -> float:
    """About how wide a line of bold letters is, rather too wide than too narrow."""
    return size * sum(_WIDTHS.get(letter, _USUAL if letter < "\u2e80" else _BROADEST) for letter in said)


@functools.lru_cache(maxsize=4096, typed=True)
def within(said: str, most: float, size: float, share: float = 1) -> tuple[str, float]:
    """Return as much of a line as a place has room for, and the size of its letters; what is cut off leaves an ellipsis.

    Args:
        said: the line. most: width of the place. size: of the letters, at best. share: how wide they are beside bold ones.
    """
    room = most / (share * NARROWEST)
    least = SMALLEST_FIGURE if any(letter.isdecimal() for letter in said) else SMALLEST
    if (wide := breadth(said, size)) <= room:
        return said, size
    smaller = size * max(least, room / wide)
    if breadth(said, smaller) <= room * 1.001:
        return said, smaller
    return next((kept for length in range(len(said) - 1, 1, -1) if breadth(kept := names.cut(said, length), smaller) <= room), "…"), smaller


def line(said: str, most: float, size: float, share: float = 1, **attributes: str | float | None) -> Markup:
    """Draw a line of text that fits its place. A reader of screens hears what the thing it stands on is called, never the cut line alone.

    Args:
        said, most, size, share: as for `within`. attributes: of the element (`shapes.element`).
    """
    kept, smaller = within(said, most, size, share)
    pressed = breadth(kept, smaller) * share > most
    return shapes.element(
        "text",
        kept,
        **attributes,
        font_size=round(smaller, 2),
        textLength=float(most) if pressed else None,
        lengthAdjust="spacingAndGlyphs" if pressed else None,
    )
