"""The deck checker: is this a deck, and what does the rulebook advise? (MMK-148..151, R70)"""

from __future__ import annotations

from collections.abc import Iterator

from tapete.core.catalogue import Catalogue
from tapete.core.refusals import Refusal, must
from tapete.games.mamlejet import codes
from tapete.games.mamlejet.cards import Card, Deck
from tapete.games.mamlejet.state import Options


def faults(catalogue: Catalogue[Card], deck: Deck, options: Options) -> tuple[Refusal, ...]:
    """Why this is no deck; none: it is. `deck_tactics`, `deck_enemies` and `max_copies` count."""
    return tuple(found for found in _faults(catalogue, deck, options) if found is not None)


def _faults(catalogue: Catalogue[Card], deck: Deck, options: Options) -> Iterator[Refusal | None]:
    tactics, enemies = sum(deck.tactics.values()), sum(deck.enemies.values()) + deck.random_hero
    yield must(tactics == options.deck_tactics, codes.DECK_SIZE, deck="tactics", expected=options.deck_tactics, given=tactics)
    yield must(enemies == options.deck_enemies, codes.DECK_SIZE, deck="enemies", expected=options.deck_enemies, given=enemies)
    for card, copies in (*deck.tactics.items(), *deck.enemies.items()):
        if not catalogue.cards[card].basic:
            yield must(copies <= options.max_copies, codes.TOO_MANY_COPIES, card=card, copies=copies, limit=options.max_copies)


def advice(catalogue: Catalogue[Card], deck: Deck) -> tuple[Refusal, ...]:
    """Where a deck differs from the advised share of resources, two in five; it never binds (MMK-150, 151)."""
    given = sum(deck.tactics.values())
    resources = sum(n for card, n in deck.tactics.items() if catalogue.cards[card].type == "recurso")
    advised = given * 2 // 5
    return () if resources == advised else (codes.ADVICE(given=given, resources=resources, advised=advised),)
