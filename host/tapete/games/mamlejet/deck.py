"""The deck checker: is this a deck, and what does the rulebook advise? (MMK-148..151, R70)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tapete.core.catalogue import Catalogue
from tapete.core.refusals import Code, Refusal, must
from tapete.games.mamlejet.cards import UNKNOWN_CARD, Card, Deck
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.state import Options

Listed = Deck | Mapping[str, int]
"""A deck of the catalogue, or how many copies of each card somebody shows."""


def parted(cards: Mapping[str, Card], listed: Mapping[str, int]) -> Deck:
    """Return a list of cards as a deck, its two sides apart; cards that nobody knows count as tactics (MMK-014)."""
    red = {card: n for card, n in listed.items() if card in cards and cards[card].type == "enemigo"}
    return Deck(id="list", tactics={card: n for card, n in listed.items() if card not in red}, enemies=red)


def faults(catalogue: Catalogue[Card], deck: Listed, options: Options, typed: Mapping[str, Card] | None = None) -> tuple[Refusal, ...]:
    """Return why this is no deck; empty if it is one.

    Args:
        catalogue: the cards. deck: one of the catalogue's, or copies by id. options: of which `deck_tactics`, `deck_enemies` and
        `max_copies` count. typed: cards that were typed in besides.
    """
    cards = {**catalogue.cards, **(typed or {})}
    return tuple(filter(None, _faults(cards, deck if isinstance(deck, Deck) else parted(cards, deck), options)))


DECK_SIZE = Code("deck_size", "MMK-148", _("The {deck:family} deck must have {expected} {expected:card|cards} and has {given}."))
TOO_MANY_COPIES = Code(
    "too_many_copies",
    "MMK-149",
    _("There {copies:is|are} {copies} {copies:copy|copies} of {card:card}; {limit} {limit:fits|fit}."),
    figures={"copies": "value", "limit": "high"},
)


def _faults(cards: Mapping[str, Card], deck: Deck, options: Options) -> Iterator[Refusal | None]:
    tactics, enemies = sum(deck.tactics.values()), sum(deck.enemies.values()) + deck.random_hero
    yield must(tactics == options.deck_tactics, DECK_SIZE, deck="tactics", expected=options.deck_tactics, given=tactics)
    yield must(enemies == options.deck_enemies, DECK_SIZE, deck="enemies", expected=options.deck_enemies, given=enemies)
    for card, copies in (*deck.tactics.items(), *deck.enemies.items()):
        if card not in cards:
            yield UNKNOWN_CARD(card=card)
        elif not cards[card].basic:
            yield must(copies <= options.max_copies, TOO_MANY_COPIES, card=card, copies=copies, limit=options.max_copies)


ADVICE = Code(
    "advice", "MMK-150", _("Of {given} tactic cards {resources} are resources; two in five ({advised}) are advised. It is advice only.")
)


def advice(catalogue: Catalogue[Card], deck: Listed, typed: Mapping[str, Card] | None = None) -> tuple[Refusal, ...]:
    """Return where a deck differs from the advised share of resources, two in five; it never binds (MMK-150, 151).

    Args:
        catalogue, deck, typed: as for `faults`.
    """
    cards = {**catalogue.cards, **(typed or {})}
    deck = deck if isinstance(deck, Deck) else parted(cards, deck)
    given = sum(deck.tactics.values())
    resources = sum(n for card, n in deck.tactics.items() if card in cards and cards[card].type == "recurso")
    advised = given * 2 // 5
    return () if resources == advised else (ADVICE(given=given, resources=resources, advised=advised),)
