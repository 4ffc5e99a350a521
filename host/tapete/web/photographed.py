"""Faces of cards as pages draw them: the table's own photo, where there is one, else the drawn face."""

from __future__ import annotations

import functools

from markupsafe import Markup

from tapete.cards import photos
from tapete.presentation import art
from tapete.presentation.art import CardLook, DrawFace
from tapete.presentation.svg import element
from tapete.web.root import root


def drawing(place: str, game: str) -> DrawFace:
    """Draw the faces of a game's cards on the pages of a match: the table's own photo, where there is one.

    Args:
        place: the address of the match, or of a seat of it. game: whose cards.
    """
    version = photos.version(game)
    return art.linked(root()) if version == 0 else _with_photos(root(), place, game, version)


@functools.lru_cache(maxsize=64)
def _with_photos(address: str, place: str, game: str, version: int) -> DrawFace:
    linked, kept = art.linked(address), photos.kept(game)

    def image(look: CardLook, card: str, x: float, y: float, width: float, height: float) -> Markup:
        if card not in kept:
            return linked(look, card, x, y, width, height)
        box = {"x": float(x), "y": float(y), "width": float(width), "height": float(height)}
        where = f"{place}/photo/{card}?v={kept[card]:x}"
        return element("image", href=where, preserveAspectRatio="xMidYMid slice", class_="art", aria_hidden="true", **box)

    return image
