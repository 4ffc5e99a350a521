"""A card of BHM as it is read aloud and printed on a label: its kind, its attributes, its keywords and its text."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from tapete.core.texts import Language, capital, figure
from tapete.games.bhm.cards import Card
from tapete.games.bhm.figures import ATTRS, CardKind
from tapete.games.bhm.language import _
from tapete.games.bhm.values import WORDS
from tapete.presentation import art
from tapete.presentation.art import CardLook, Palette
from tapete.presentation.base import Face

KEYWORDS, TEXT = _("Keywords"), _("Text")


def face(card: Card, language: Language) -> Face:
    """What is printed on a card, in one language; an attribute that is absent is left out (BHM-059)."""
    figures = [(name, getattr(card, name)) for name in ("rank", *ATTRS) if getattr(card, name) is not None]
    lines = [(KEYWORDS.in_(language), WORDS.show(card.keywords, language, "keyword"))] if card.keywords else []
    if card.text is not None:
        lines.append((TEXT.in_(language), written(card.text, language)))
    return Face(
        name=written(card.name, language),
        kind=WORDS.show(card.kind, language, "card_kind"),
        figures=tuple((capital(WORDS.show(name, language, "attr")), figure(value)) for name, value in figures),
        lines=tuple(lines),
    )


def written(said: object, language: Language) -> str:
    """A name or text of a catalogue: in this language where it has it, else as it stands."""
    return str(getattr(said, language, None) or getattr(said, "en", None) or said)


LOOKS: Mapping[CardKind, CardLook] = {
    "power": CardLook("sigil", ("dusk", "clay")),
    "strategy": CardLook("sigil", ("moss", "slate")),
    "object": CardLook("object"),
    "territory": CardLook("land"),
}
"""What a card shows, by its kind; a being of any kind is a beast."""
_ELEMENTS: Mapping[str, Palette] = {"fuego": "clay", "agua": "tide", "aire": "slate", "tierra": "moss", "rayo": "sand"}


def look(card: Card) -> CardLook:
    """What a card of BHM shows: a beast in the colours of its elements, a sign, a thing or a place."""
    coloured = tuple(_ELEMENTS[element] for element in card.elements if element in _ELEMENTS)
    return LOOKS.get(card.kind) or CardLook("creature", coloured)


def poster() -> Markup:
    """BHM as a picture."""
    return art.face(CardLook("creature", ("moss",)), "moss_bear")
