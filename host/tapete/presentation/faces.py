"""A card of a catalogue or of a fixed deck: as it is read aloud in one language, and what its drawn face shows."""

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
    return look_in(catalogue.game, catalogue.cards[card])


def look_in(game: str, printed: Any) -> CardLook:
    """The same of what is printed on a card, also of one from a deck that is fixed.

    Args:
        game: its name. printed: the card as its catalogue or its deck has it.
    """
    look = presentation.find(game).look
    return PLAIN if look is None else look(printed)
