"""A card as it is read aloud: its kind, its figures, and what its effects do, in one language."""

from __future__ import annotations

from typing import Any

from tapete import presentation
from tapete.core.catalogue import Catalogue
from tapete.core.texts import Language
from tapete.presentation.art import PLAIN, CardLook
from tapete.presentation.base import Face


def face_of(catalogue: Catalogue[Any], card: str, language: Language) -> Face:
    """The face of a card, as the game's presentation says it; its id where it says nothing.

    Args:
        catalogue: whose card it is. card: its id. language: of the texts.

    Raises:
        KeyError: the catalogue has no such card.
    """
    printed = catalogue.cards[card]
    face = presentation.find(catalogue.game).face
    return Face(name=card.replace("_", " ").capitalize(), kind="") if face is None else face(printed, language)


def look_of(catalogue: Catalogue[Any], card: str) -> CardLook:
    """What a card shows, as the game's presentation says it; a sign that its id chooses where it says nothing.

    Args:
        catalogue: whose card it is. card: its id.

    Raises:
        KeyError: the catalogue has no such card.
    """
    printed = catalogue.cards[card]
    look = presentation.find(catalogue.game).look
    return PLAIN if look is None else look(printed)
