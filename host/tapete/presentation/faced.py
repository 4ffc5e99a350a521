"""A card on a board that is touched: its drawn face, the figures that count on the lower edge of it, its name below.

What there is no room for is left out from the face on: a low card is its name and figures, a lower one its name and the figure that counts.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup
from msgspec import Struct

from tapete.core.seats import Seat
from tapete.presentation import cards, letters, svg
from tapete.presentation.art import CardLook
from tapete.presentation.touch import Touch, fitted

_EDGE = 2.5
"""Of the card around its face, in units."""

_FACE_LEAST = 1.45
"""How high a face is at least, in heights of a letter."""


class Figure(Struct, frozen=True):
    """A figure on a card: its sign (`cards.SIGNS`) or none, how it reads now, whether it is the one that counts, whether it changed."""

    sign: str
    said: str
    counts: bool = False
    changed: bool = False


Box = tuple[float, float, float, float]


def card(
    touch: Touch, look: CardLook, card_id: str, name: str, box: Box, size: float, figures: Sequence[Figure] = (), corner: str = ""
) -> Markup:
    """What lies within the frame of a card.

    Args:
        touch: how the board is drawn. look, card_id: what its face shows. name: as it is written. box: x, y, width, height of the frame.
        size: of the letters. figures: at most two, the first on the left. corner: its level or rank, at the top on the left.
    """
    x, y, w, h = box
    lines = letters.parted(name, w - 6, size)[:2]
    pitch = size * 1.06
    row = size * 1.5 if figures else size * 0.3
    under = pitch * len(lines) + size * 0.45
    face = h - under - 2 * _EDGE
    parts: list[Markup] = []
    if face < max(size * _FACE_LEAST, row):  # too low for a face: the name on one line, the figures beside or below it
        return _low(name, box, size, figures, corner)
    parts.append(touch.face(look, card_id, x + _EDGE, y + _EDGE, w - 2 * _EDGE, face))
    edge = y + _EDGE + face
    parts.append(svg.element("path", d=f"M{x + _EDGE:g} {edge:g}H{x + w - _EDGE:g}", class_="face-edge"))
    if corner:
        parts += _corner(corner, x, y, size)
    parts += _pills(figures, x + 1, edge + size * 0.12, w - 2, size)
    middle = edge + (y + h - _EDGE - edge - pitch * len(lines)) / 2 + (size * 0.1 if figures else 0)
    parts += [fitted(line, x + w / 2, middle + pitch * (n + 0.82), w - 6, size, "card-name") for n, line in enumerate(lines)]
    return svg.element("g", *parts, class_="face-up")


def _corner(said: str, x: float, y: float, size: float) -> list[Markup]:
    r = size * 0.62
    dot = svg.element("circle", cx=x + r + 2, cy=y + r + 2, r=r, class_="pill")
    return [dot, fitted(said, x + r + 2, y + r + 2 + size * 0.34, r * 2 - 2, size * 0.95, "card-figure")]


def _pills(figures: Sequence[Figure], x: float, y: float, w: float, size: float) -> list[Markup]:
    """Figures at the edges of a card, centred on a line; the one that counts is larger."""
    parts: list[Markup] = []
    total = sum(_wide(figure, size) for figure in figures)
    k = min(1.0, (w - 2) / total) if total else 1.0
    at = x
    for place, figure in enumerate(figures):
        wide, high = _wide(figure, size) * k, size * (1.5 if figure.counts else 1.2)
        left = at if place == 0 else x + w - wide
        class_ = "pill counts" if figure.counts else "pill"
        parts.append(svg.element("rect", x=left, y=y - high, width=wide, height=high, rx=high * 0.42, class_=class_))
        letter, middle = _letter(figure, size) * k, y - high / 2
        text = left + wide / 2
        if figure.sign:
            icon = svg.element("path", d=cards.SIGNS[figure.sign], class_=f"icon icon-{figure.sign}")
            parts.append(svg.group(icon, x=left + letter * 0.52, y=middle, scale=letter / 34))
            text = left + letter * 0.86 + (wide - letter * 0.86 - 2) / 2
        shown = "card-figure card-change" if figure.changed else "card-figure" if figure.counts else "card-text"
        parts.append(fitted(figure.said, text, middle + letter * 0.36, wide - (letter * 0.86 if figure.sign else 4), letter, shown))
        at += wide
    return parts


def _letter(figure: Figure, size: float) -> float:
    return size * (1.28 if figure.counts else 0.98)


def _wide(figure: Figure, size: float) -> float:
    letter = _letter(figure, size)
    return letter * (0.95 if figure.sign else 0.3) + letters.breadth(figure.said, letter) * 0.93 + 4


def _low(name: str, box: Box, size: float, figures: Sequence[Figure], corner: str) -> Markup:
    """A card that is too low for a face."""
    x, y, w, h = box
    told = " ".join(part for part in (corner, name) if part)
    parts: list[Markup] = []
    if h >= size * 2.6:
        high = h - (size * 1.3 if figures else 0)
        lines = letters.parted(told, w - 6, size)[:2] if high >= size * 2.3 else [told]
        first = y + (high - size * 1.04 * len(lines)) / 2 + size * 0.86
        parts += [fitted(line, x + w / 2, first + size * 1.04 * n, w - 6, size, "card-name") for n, line in enumerate(lines)]
        parts += _pills(figures, x + 1, y + h - 1.5, w - 2, size * 0.98)
    else:
        lead = next((figure for figure in figures if figure.counts), None)
        room = 0.0 if lead is None else letters.breadth(lead.said, size * 1.1) + 4
        parts.append(fitted(told, x + (w - room) / 2, y + h / 2 + size * 0.36, w - room - 6, size, "card-name"))
        if lead is not None:
            parts.append(fitted(lead.said, x + w - room / 2 - 2, y + h / 2 + size * 0.38, room, size * 1.1, "card-figure"))
    return svg.element("g", *parts, class_="face-up")


def plate(
    seat: Seat, box: Box, size: float, named: str, score: str, goal: str, notes: Sequence[str], counts: str, share: float
) -> list[Markup]:
    """A player's plate: sign, name, the one figure with its goal, further figures, and a bar that says how far it is.

    Args:
        seat: whose. box: x, y, width, height. size: of the letters. named: the player. score: the figure that decides. goal: what it
            is measured by (`/32`). notes: what is there to know beside, in short. counts: the figure's name for pages that count.
            share: how much of the bar is full, 0 to 1.
    """
    x, y, w, h = box
    bar = [
        svg.element("rect", x=x + 5, y=y + h - 5.5, width=w - 10, height=3.0, rx=1.5, class_="bar-back"),
        svg.element("rect", x=x + 5, y=y + h - 5.5, width=max(0.0, min(1.0, share)) * (w - 10), height=3.0, rx=1.5, class_=f"bar-{seat}"),
    ]
    if h > size * 6:  # upright, beside a board
        big = min(size * 2.9, (h - size * 2.2) * 0.5)
        wide = letters.breadth(score, big) * 0.86
        parts = [
            svg.seat_sign(seat, size * 1.2, x + size, y + size * 1.05),
            fitted(named, x + size * 1.95, y + size * 1.42, w - size * 2.3, size * 1.12, "start"),
            fitted(score, x + 10 + wide / 2, y + size * 1.75 + big * 0.78, wide * 1.25, big, "number", counts),
            fitted(goal, x + 16 + wide, y + size * 1.75 + big * 0.78, w - wide - 20, size, "start dim"),
        ]
        top = y + size * 1.75 + big * 0.78
        room = max(1, int((y + h - 8 - top) / (size * 1.16)))
        shown = list(notes) if len(notes) <= room else [" · ".join(notes[first::room]) for first in range(room)]
        parts += [fitted(note, x + 10, top + size * 1.2 * (n + 1), w - 18, size, "start dim") for n, note in enumerate(shown)]
        return [*parts, *bar]
    line, big = y + h / 2 - 2.0, min(size * 1.95, h * 0.72)
    wide = letters.breadth(score, big) * 0.86
    name = min(w * 0.27, letters.breadth(named, size * 1.1) + 4)
    parts = [
        svg.seat_sign(seat, size * 1.3, x + size * 0.95, line),
        fitted(named, x + size * 1.9, line + size * 0.38, name, size * 1.1, "start"),
    ]
    at = x + size * 1.9 + name + size * 0.5
    parts.append(fitted(score, at + wide / 2, line + big * 0.36, wide * 1.25, big, "number", counts))
    of = letters.breadth(goal, size) * 0.92
    parts.append(fitted(goal, at + wide + 3, line + big * 0.36, of + 4, size, "start dim"))
    left = at + wide + of + size * 0.7
    space, middle = x + w - 8 - left, left + (x + w - 6 - left) / 2
    if h < size * 2.5 or letters.breadth(" · ".join(notes), size * 0.95) * letters.NARROWEST <= space:
        parts.append(fitted(" · ".join(notes), middle, line + size * 0.36, space, size * 0.95, "dim"))
    else:
        half = (len(notes) + 1) // 2
        parts += [
            fitted(" · ".join(some), middle, line + size * low, space, size * 0.95, "dim")
            for some, low in ((notes[:half], -0.1), (notes[half:], 0.9))
        ]
    return [*parts, *bar]
