"""Measure how wide letters are, and fit a line of text to its place: in narrower letters, else ended by an ellipsis."""

from __future__ import annotations

import functools
import re

from markupsafe import Markup

from tapete.core import names
from tapete.presentation import svg

NARROWEST, SNUG = 0.8, 0.89
"""How wide a line is in the font's narrow widths, as a share of its usual one: letters that were drawn so (`.narrow`, `.snug`)."""

SMALLEST, SMALLEST_FIGURE = 1.0, 0.8
"""How far letters may become smaller, as a share of their size, before a line is cut; figures count, so a line with one is cut last."""

LIGHT, HEAVY = 0.91, 1.06
"""How wide letters are beside bold ones: those of running text, and those of a figure that changed."""

_WIDTHS = {
    letter: width / 100
    for width, letters in (
        (24, " "),
        (30, "'ijl|í‘’.,:;!/I·-Í"),
        (38, "()[]f*rt"),
        (50, '"–“”z'),
        (56, "svyý"),
        (60, "?acekx«»¿àáâãäåçèéêëFJL0123456789"),
        (64, "#+<=>bdghnopquñòóôõöùúûü−"),
        (68, "EPSTZÈÉÊË"),
        (76, "ABCDKRVXYÀÁÂÃÄÅÇ"),
        (80, "&GHNOQUÑÒÓÔÕÖÙÚÛÜ"),
        (84, "w"),
        (94, "MmWæ"),
        (100, "%@Æ—…→"),
    )
    for letter in letters
}
"""Widths of bold letters of the pages' font in ems, rather too wide than too narrow; any other is `_USUAL`."""

_USUAL, _BROADEST = 0.66, 1.3

SYSTEMS = 1.2
"""How much wider than the pages' font the widest of the system fonts are that stand in for it (DejaVu Sans)."""


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


def whole_words(said: str, most: float, size: float) -> str:
    """Return the words from the beginning of a name that fit a line whole; the name itself where not even the first does."""
    words = said.split()
    fits = (" ".join(words[:many]) for many in range(len(words), 0, -1))
    return next((some for some in fits if breadth(some, size) * NARROWEST <= most), said)


def parted(said: str, most: float, size: float) -> tuple[str, ...]:
    """Return a name in one line, or in two where one would be too long in the narrowest letters; parted between words."""
    words = said.split()
    if breadth(said, size) * NARROWEST <= most or len(words) < 2:
        return (said,)
    ways = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return min(ways, key=lambda lines: max(breadth(line, size) for line in lines))


def line(said: str, most: float, size: float, share: float = 1, **attributes: str | float | None) -> Markup:
    """Draw a line of text that fits its place. A reader of screens hears what the thing it stands on is called, never the cut line alone.

    Args:
        said, most, size, share: as for `within`. attributes: of the element (`shapes.element`).
    """
    kept, smaller = within(said, most, size, share)
    wide, class_ = breadth(kept, smaller) * share, attributes.pop("class_", None)
    drawn = "" if wide <= most else "snug" if wide * SNUG <= most else "narrow"
    return svg.element(
        "text",
        kept,
        **attributes,
        class_=" ".join(filter(None, (str(class_ or ""), drawn))) or None,
        font_size=round(smaller, 2),
        data_fits=float(most) if wide * SYSTEMS > most else None,
    )


_FITS = re.compile(r' data-fits="([\d.]+)"')


def alone(drawn: str) -> str:
    """Return a picture for where the pages' font is not at hand: lines that another may draw too wide are pressed."""
    return _FITS.sub(r' textLength="\1" lengthAdjust="spacingAndGlyphs"', str(drawn))
