"""A card as it is read aloud: its kind, its figures, and what its effects do, in one language.

`face_of` asks the module of the game (`tapete.cards.faces_<game>`); commands, labels and pages show what it answers.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any, Protocol

from msgspec import Struct

from tapete.core.catalogue import Catalogue
from tapete.core.texts import Language


class Face(Struct, frozen=True, kw_only=True):
    """What is printed on a card: its name, its kind in a word, figures with their labels, and a sentence for each effect."""

    name: str
    kind: str
    figures: tuple[tuple[str, str], ...] = ()
    lines: tuple[tuple[str, str], ...] = ()


class _FaceModule(Protocol):
    def face(self, card: Any, language: Language) -> Face:
        """The face of one card of the game."""


def face_of(catalogue: Catalogue[Any], card: str, language: Language) -> Face:
    """The face of a card.

    Args:
        catalogue: whose card it is. card: its id. language: of the texts.

    Raises:
        KeyError: the catalogue has no such card.
    """
    printed = catalogue.cards[card]
    name = f"tapete.cards.faces_{catalogue.game}"
    if not catalogue.game.isidentifier() or importlib.util.find_spec(name) is None:
        return Face(name=card.replace("_", " ").capitalize(), kind="")
    module: _FaceModule = importlib.import_module(name)
    return module.face(printed, language)
