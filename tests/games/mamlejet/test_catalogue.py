"""The catalogue: what a card must say, what a deck must hold, and cards typed in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tapete import cards
from tapete.core.catalogue import CardError
from tapete.games import mamlejet
from tapete.games.mamlejet.cards import read
from tapete.games.mamlejet.deck import DECK
from tapete.games.mamlejet.figures import Cost, Wealth
from tapete.games.mamlejet.state import Options
from tapete.games.mamlejet.values import VALUES
from tests.contract.starter_cards import starter
from tests.games.mamlejet.camp import Camp

HEAD = {"game": "mamlejet", "schema": 1, "name": "test"}


def one(**keys: Any) -> dict[str, Any]:
    """A document with one soldier, changed as said."""
    card = {"id": "x", "type": "soldado", "difficulty": 4, "name": {"es": "Equis"}, **keys}
    return {"catalogue": HEAD, "card": [{key: value for key, value in card.items() if value is not None}]}


@pytest.mark.clause("MMK-005", "MMK-014", "MMK-030", "MMK-036", "MMK-064", "MMK-076", "MMK-120", "MMK-121", "MMK-R105")
@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ({"difficulty": None}, "x.difficulty"),
        ({"difficulty": 11}, "x.difficulty"),
        ({"type": "hero"}, "x.type"),
        ({"colour": "white"}, "x.colour"),
        ({"cost": {"green": 1}}, "x.cost.green"),
        ({"keywords": ["curar"]}, "x.heal_difficulty"),
        ({"produces": {"white": 1}}, "x.produces"),
        ({"type": "recurso", "difficulty": None}, "x.produces"),
        ({"type": "objeto", "difficulty": None}, "x.subtype"),
        ({"type": "objeto", "subtype": "arma", "difficulty": None}, "x.equip_cost"),
        ({"type": "tefila", "difficulty": None, "effects": [{"op": "damage", "target": 1}]}, "x.effects[1].target"),
        ({"type": "tefila", "difficulty": None, "effects": [{"op": "draw", "player": "A", "n": 1}]}, "x.effects[1].player"),
        ({"type": "enemigo", "difficulty": None}, "x.difficulty"),
        ({"abilities": [{"kind": "triggered", "effects": []}]}, "x.abilities[1].on"),
        ({"name": {}}, "x.name"),
        ({"id": "unknown"}, "unknown.id"),
    ],
)
def test_every_fault_of_a_card_is_named(keys: dict[str, Any], place: str) -> None:
    with pytest.raises(CardError) as wrong:
        read(one(**keys))
    assert place in [fault.place for fault in wrong.value.faults]
    assert all(fault.problem.in_("es") and fault.problem.in_("en") for fault in wrong.value.faults)


def test_a_right_card_is_read() -> None:
    assert read(one()).cards["x"].worth == 4
    assert read(one(emuna=7)).cards["x"].worth == 7
    with pytest.raises(CardError) as wrong:
        read({**one(), "card": one()["card"] * 2, "more": 1, "catalogue": {"game": "moriham"}})
    assert {"more", "x.id"} <= {fault.place for fault in wrong.value.faults}


@pytest.mark.clause("MMK-150", "MMK-154", "MMK-148")
def test_the_demo_deck_is_a_deck_as_it_is_advised() -> None:
    catalogue = cards.starter("mamlejet")
    deck = catalogue.extras["decks"]["demo"]
    assert DECK.faults(catalogue, deck, Options()) == ()
    assert DECK.advice(catalogue, deck) == ()
    assert len(catalogue.cards) == 39
    assert sum(catalogue.cards[card].worth * n for card, n in deck.enemies.items()) == 76


@pytest.mark.clause("MMK-R73", "MMK-R77")
def test_cards_are_typed_in_from_their_print() -> None:
    camp = Camp(1, A={"pool": Wealth(white=2), "hand": 5})
    plain: dict[str, Any] = {
        "white": 0, "red": 0, "blue": 0, "generic": 0, "difficulty": None, "keywords": [], "heal_difficulty": None, "subtype": None,
        "equip": None, "legendary": False,
    }  # fmt: skip
    assert camp.codes("play_tactic", "A", card="levita", targets=[], dedicate=[]) == ["unknown_card"]
    camp.do("add_card", id="levita", type="soldado", **{**plain, "white": 2, "difficulty": 5})
    assert camp.state.typed_cards["levita"].cost == Cost(white=2)
    assert camp.codes("add_card", id="levita", type="tefila", **plain) == ["card_known"]
    assert camp.codes("add_card", id="pozo", type="recurso", **plain) == ["bad_card"]
    camp.do("add_card", id="torre", type="enemigo", **plain)
    assert camp.state.typed_cards["torre"].worth == 0
    camp.play("A", "levita").all_pass().named("levita", "levita")
    assert camp.board.difficulty(camp.at("levita")) == 5
    assert starter("mamlejet").hash == camp.rules.catalogue_hash


@pytest.mark.clause("MMK-154", "MMK-150", "MMK-151", "MMK-163")
def test_the_starter_set_is_the_ledgers() -> None:
    """As many cards of each type, and enough emuná in one enemy deck for one player alone."""
    catalogue = starter("mamlejet")
    deck = catalogue.extras["decks"]["demo"]
    kinds = Counter(card.type for card in catalogue.cards.values())
    assert kinds == {"recurso": 3, "soldado": 12, "hishtadlut": 4, "tefila": 4, "objeto": 3, "estrategia": 3, "enemigo": 10}
    held: Counter[str] = Counter()
    for card, n in deck.tactics.items():
        held[catalogue.cards[card].type] += n
    assert held == {"recurso": 24, "soldado": 20, "hishtadlut": 4, "tefila": 6, "objeto": 3, "estrategia": 3}
    heroes = sorted(card.worth for card in catalogue.cards.values() if card.hero)
    assert heroes == [8, 9, 10]
    assert sum(catalogue.cards[card].worth * n for card, n in deck.enemies.items()) + min(heroes) >= Options().win_emuna
    allied = sum(catalogue.cards[card].worth * n for card, n in deck.tactics.items() if catalogue.cards[card].type == "soldado")
    assert allied == 91


def said_by_the_game() -> Iterator[str]:
    """Every sentence and word of Mamlejet's, in both languages."""
    for told in mamlejet.GAME.sentences.values():
        for sentence in filter(None, (told.log, told.table)):
            yield from (sentence.in_("es"), sentence.in_("en"))
    for pair in mamlejet.GAME.prompts.values():
        for sentence in pair:
            yield from (sentence.in_("es"), sentence.in_("en"))
    for values in VALUES.values():
        for text in values.values():
            yield from (text.in_("es"), text.in_("en"))
    for made in mamlejet.GAME.refusals:
        yield from (made.says.in_("es"), made.says.in_("en"))
    for clause in mamlejet.GAME.clauses:
        yield from (clause.says.in_("es"), clause.says.in_("en"))


MISSPELT = re.compile(
    r"\b(emunah?|guenizah?|genizah?|guenizot[aeiou]|tefila|tefillah?|tefilas|histadlut|hishtadluth|hishtadluts|majane|zrizut|zerizuth|tora)\b",
    re.IGNORECASE,
)
"""Other spellings of the rulebook's words: it writes emuná, guenizá, tefilá (tefilot), hishtadlut (hishtadluyot), majané, zerizut, Torá."""


def test_the_rulebooks_hebrew_words_are_written_as_it_writes_them() -> None:
    said = list(said_by_the_game())
    assert len(said) > 900
    assert [text for text in said if MISSPELT.search(text)] == []
    together = " ".join(said)
    for word in ("emuná", "guenizá", "tefilá", "hishtadlut", "zerizut", "majané"):
        assert word in together
    assert starter("mamlejet").cards["estudio"].name.es == "Estudio de Torá"
