"""MORIHAM's words: how its values are shown, the story of each event, and what each one at the table is asked to do."""

from __future__ import annotations

from typing import Any

from tapete.core.catalogue import Catalogue, by_name, readable
from tapete.core.texts import Language, Seated, Show, Words, among
from tapete.core.value_words import value_words
from tapete.games.moriham.cards import Card
from tapete.games.moriham.figures import GraveRef, MonsterRef, SpellRef
from tapete.games.moriham.language import _

TITLE = _("MORIHAM")
VALUES = value_words(__package__, _)
"""Every word that stands for a value, by its kind."""


_MONSTER = _("the monster in {seat}'s slot {slot}")
_SPELL = _("the card in {seat}'s magic and trap slot {slot}")
_IN_GRAVEYARD = _("{card} in {seat}'s graveyard")
_ANY_CARD = _("any card")

RIVAL = _("the rival directly")
"""A player who is attacked without a monster between."""


def naming(catalogue: Catalogue[Card]) -> dict[str, Show]:
    """Cards by the names that the catalogue gives them."""

    card = by_name(catalogue)

    def aim(value: Any, language: Language) -> str:
        return RIVAL.in_(language) if value == "player" else card(value, language)

    def ref(value: Any, language: Language, seat: Show) -> str:
        if isinstance(value, GraveRef):
            return _IN_GRAVEYARD.fill(card=card(value.card, language), seat=seat(value.seat, language)).in_(language)
        if isinstance(value, MonsterRef | SpellRef):
            where = _MONSTER if isinstance(value, MonsterRef) else _SPELL
            return where.fill(seat=seat(value.seat, language), slot=value.slot).in_(language)
        return VALUES["target"].get(value, _ANY_CARD).in_(language)

    return {"card": card, "aim": aim, "ref": Seated(ref)}


WORDS = Words({"card": lambda card, language: readable(card), **{kind: among(values) for kind, values in VALUES.items()}})
