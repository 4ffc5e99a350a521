"""Play mats: the zones of a game as a drawing in millimetres, one player's side on a sheet of A4 (277 by 190 mm inside the margins)."""

from __future__ import annotations

from markupsafe import Markup
from msgspec import Struct

from tapete.presentation import shapes

WIDTH, HEIGHT = 277, 190
"""Millimetres inside the margins of an A4 sheet, landscape."""

CARD = (42, 60)
"""A zone for one card: a 63 by 88 mm card lies over it with its name in view; upright and sideways both fit the place."""


class Mat(Struct, frozen=True):
    """A mat: its title and its drawing."""

    title: str
    drawing: Markup


def zone(x: float, y: float, width: float, height: float, label: str, hint: str = "", class_: str | None = None) -> Markup:
    """Draw a place for cards, in millimetres, with what lies there and how."""
    middle = x + width / 2
    parts = [
        shapes.element("rect", x=float(x), y=float(y), width=float(width), height=float(height), rx=2.5, class_=class_),
        shapes.element("text", label, x=middle, y=y + height / 2, class_="zone"),
    ]
    if hint:
        parts.append(shapes.element("text", hint, x=middle, y=y + height / 2 + 7, class_="small"))
    return shapes.element("g", *parts)


def sheet(name: str, title: str, description: str, *parts: Markup) -> Markup:
    """Draw the whole sheet: its id, its title, and what it shows told in words."""
    return shapes.picture(name, title, description, WIDTH, HEIGHT, *parts, class_="mat")
