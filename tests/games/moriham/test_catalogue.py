"""What a catalogue may hold, and what may be wrong with one (MOR-007..013, 016, 017; docs/inside/rules/moriham.md#catalogue)."""

from __future__ import annotations

import copy
import tomllib
from importlib.resources import files
from typing import Any

import pytest

from tapete.core.catalogue import CardError, Fault
from tapete.games.moriham import cards, values
from tapete.games.moriham.deck import DECK
from tapete.games.moriham.figures import WORDS
from tapete.games.moriham.state import Options
from tests.contract.starter_cards import starter

STARTER = tomllib.loads((files("tapete.games.moriham") / "starter.toml").read_text(encoding="utf-8"))


def document(**changes: Any) -> dict[str, Any]:
    """A catalogue of one monster, one magic card and one trap, with changes at dotted keys (`...` takes a key away)."""
    by_id = {card["id"]: copy.deepcopy(card) for card in STARTER["card"]}
    plain: dict[str, Any] = {
        "catalogue": dict(STARTER["catalogue"]),
        "monster": by_id["kiln_golem"],
        "magic": by_id["second_wind"],
        "trap": by_id["tangle_net"],
    }
    for path, value in changes.items():
        *way, last = (int(part) if part.isdigit() else part for part in path.split("__"))
        place: Any = plain
        for part in way:
            place = place[part]
        if value is ...:
            del place[last]
        else:
            place[last] = value
    extra = {key: value for key, value in plain.items() if key not in ("catalogue", "monster", "magic", "trap")}
    return {"catalogue": plain["catalogue"], "card": [plain["monster"], plain["magic"], plain["trap"]], **extra}


def faults(plain: dict[str, Any]) -> list[tuple[str | None, str]]:
    found: tuple[Fault, ...] = ()
    try:
        cards.read(plain)
    except CardError as fault:
        found = fault.faults
    assert all(one.problem.in_("es") and one.problem.in_("en") and one.problem.in_("es") != one.problem.in_("en") for one in found)
    return [(one.card, one.key) for one in found]


@pytest.mark.clause("MOR-007", "MOR-008", "MOR-010", "MOR-011", "MOR-012")
def test_the_starter_set_holds_twenty_cards_of_three_types() -> None:
    catalogue = cards.read(STARTER)
    kinds = [cards.type_of(card) for card in catalogue.cards.values()]
    assert (len(kinds), kinds.count("monster"), kinds.count("magic"), kinds.count("trap")) == (20, 12, 4, 4)
    golem = catalogue.cards["kiln_golem"]
    assert isinstance(golem, cards.MonsterCard)
    assert (golem.name.es, golem.level, golem.attack, golem.defense) == ("Gólem del Horno", 3, 8, 10)
    assert catalogue.hash == starter("moriham").hash


DECLARED = {"mode": "declared", "text": {"es": "Algo.", "en": "Something."}}


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"monster__ability": {"mode": "none"}},
        {"monster__special": DECLARED},
        {"monster__ability": {**DECLARED, "timing": "summoned", "uses_per_turn": 3}},
        {"magic__effect__0": {**DECLARED, "when": "main"}},
        {"trap__stays": True},
        {"trap__effect__0__ops": [{"op": "summon_from_hand", "card": "kiln_golem", "position": "attack"}]},
        {"trap__effect__0__ops": [{"op": "search", "who": "own", "n": 3}, {"op": "note", "text": "x"}]},
        {"monster__special__conditions": [{"kind": "own_life_below_opp", "n": 0}] * 3},
    ],
)
def test_what_the_schema_allows_is_read(changes: dict[str, Any]) -> None:
    assert faults(document(**changes)) == []


WRONG: list[tuple[dict[str, Any], str | None, str]] = [
    ({"catalogue__game": "chess"}, None, "catalogue.game"),
    ({"catalogue__schema": 3}, None, "catalogue.schema"),
    ({"catalogue__name": ""}, None, "catalogue.name"),
    ({"catalogue__author": "me"}, None, "catalogue.author"),
    ({"catalogue": "Lantern Marsh"}, None, "catalogue"),
    ({"decks": []}, None, "decks"),
    ({"monster__id": "Golem"}, "Golem", "id"),
    ({"monster__id": 7}, "card[1]", "id"),
    ({"monster__id": ...}, "card[1]", "id"),
    ({"trap__id": "second_wind"}, "second_wind", "id"),
    ({"monster__name__es": "x" * 41}, "kiln_golem", "name.es"),
    ({"monster__name__en": ...}, "kiln_golem", "name.en"),
    ({"monster__type": "creature"}, "kiln_golem", "type"),
    ({"monster__type": ...}, "kiln_golem", "type"),
    ({"monster__level": 0}, "kiln_golem", "level"),
    ({"monster__level": 10}, "kiln_golem", "level"),
    ({"monster__attack": 31}, "kiln_golem", "attack"),
    ({"monster__defense": -1}, "kiln_golem", "defense"),
    ({"monster__defense": 2.5}, "kiln_golem", "defense"),
    ({"monster__colour": "red"}, "kiln_golem", "colour"),
    ({"monster__special": ...}, "kiln_golem", "special"),
    ({"monster__special__mode": "always"}, "kiln_golem", "special.mode"),
    ({"monster__special__costs": []}, "kiln_golem", "special"),
    ({"monster__special__mode": "never"}, "kiln_golem", "special"),
    ({"monster__special": {"mode": "declared"}}, "kiln_golem", "special.text"),
    ({"monster__special__costs__0__n": 0}, "kiln_golem", "special.costs[1].n"),
    ({"monster__special__costs__0__kind": "gold"}, "kiln_golem", "special.costs[1].kind"),
    ({"monster__special__costs": [{"kind": "discard", "n": 1}] * 3}, "kiln_golem", "special.costs"),
    ({"monster__special__conditions": [{"kind": "own_life_at_most", "n": 100}]}, "kiln_golem", "special.conditions[1].n"),
    ({"monster__ability__timing": ...}, "kiln_golem", "ability.timing"),
    ({"monster__ability": {"mode": "none", "timing": "main"}}, "kiln_golem", "ability.timing"),
    ({"monster__ability__ops": ...}, "kiln_golem", "ability.ops"),
    ({"monster__ability__ops": []}, "kiln_golem", "ability.ops"),
    ({"monster__ability__uses_per_turn": 10}, "kiln_golem", "ability.uses_per_turn"),
    ({"monster__ability": {**DECLARED, "timing": "main", "ops": [{"op": "end_battle"}]}}, "kiln_golem", "ability.ops"),
    ({"monster__ability__ops__0__target": "everyone"}, "kiln_golem", "ability.ops[1].target"),
    ({"monster__ability__ops__0__target": "chosen_own_graveyard_monster"}, "kiln_golem", "ability.ops[1].target"),
    ({"monster__ability__ops__0__target": {"zone": "monsters", "seat": "A", "slot": 1}}, "kiln_golem", "ability.ops[1].target"),
    ({"monster__ability__ops__0__cards": ["second_wind"]}, "kiln_golem", "ability.ops[1].cards"),
    ({"monster__ability__ops": [{"op": "explode"}]}, "kiln_golem", "ability.ops[1].op"),
    ({"monster__ability__ops": [{"op": "end_battle"}] * 5}, "kiln_golem", "ability.ops"),
    ({"magic__effect": [{"mode": "structured", "when": "main", "ops": [{"op": "end_battle"}]}]}, "second_wind", "effect"),
    ({"magic__effect": ...}, "second_wind", "effect"),
    ({"magic__effect__0__when": "any"}, "second_wind", "effect[1].when"),
    ({"magic__effect__1__ops__0__n": 11}, "second_wind", "effect[2].ops[1].n"),
    ({"magic__level": 3}, "second_wind", "level"),
    ({"trap__effect__0__when": "main"}, "tangle_net", "effect[1].when"),
    ({"trap__stays": "yes"}, "tangle_net", "stays"),
    ({"trap__effect__0__ops": [{"op": "search", "who": "own", "n": 4}]}, "tangle_net", "effect[1].ops[1].n"),
    ({"trap__effect__0__ops": [{"op": "note", "text": ""}]}, "tangle_net", "effect[1].ops[1].text"),
    (
        {"trap__effect__0__ops": [{"op": "summon_from_deck", "card": "second_wind", "position": "attack"}]},
        "tangle_net",
        "effect[1].ops[1].card",
    ),
    ({"trap__effect__0__ops": [{"op": "set_life", "seat": "A", "n": 1}]}, "tangle_net", "effect[1].ops[1].op"),
]


@pytest.mark.clause("MOR-007", "MOR-008", "MOR-009", "MOR-010", "MOR-011", "MOR-012", "MOR-013", "MOR-017")
@pytest.mark.parametrize(("changes", "card", "key"), WRONG, ids=[f"{key}-{number}" for number, (_, _, key) in enumerate(WRONG)])
def test_each_fault_names_its_card_and_key(changes: dict[str, Any], card: str | None, key: str) -> None:
    assert faults(document(**changes)) == [(card, key)]


def test_all_faults_are_found_at_once() -> None:
    plain = document(monster__level=0, magic__effect__0__when="any", trap__stays=3, catalogue__schema=3)
    assert faults(plain) == [
        (None, "catalogue.schema"),
        ("kiln_golem", "level"),
        ("tangle_net", "stays"),
        ("second_wind", "effect[1].when"),
    ]


@pytest.mark.parametrize("entries", [None, [], "cards", [{}] * 401])
def test_a_catalogue_holds_one_to_four_hundred_cards(entries: Any) -> None:
    plain = {"catalogue": STARTER["catalogue"], **({} if entries is None else {"card": entries})}
    assert faults(plain)[0] == (None, "card")


# ---- decks


def a_deck(**counts: int) -> dict[str, int]:
    return counts


@pytest.mark.clause("MOR-004", "MOR-R01", "MOR-R02")
def test_a_deck_has_the_right_size_and_known_cards() -> None:
    catalogue, house = starter("moriham"), Options()
    assert DECK.faults(catalogue, a_deck(mudling=50), house) == ()
    assert [r.code for r in DECK.faults(catalogue, a_deck(mudling=48, dragon=1), house)] == ["unknown_card", "deck_size"]
    assert [r.code for r in DECK.faults(catalogue, a_deck(mudling=50), Options(max_copies=4))] == ["too_many_copies"]
    assert DECK.faults(catalogue, a_deck(mudling=6, tin_crab=4), Options(deck_size=10, max_copies=6)) == ()


@pytest.mark.clause("MOR-021", "MOR-022", "MOR-023", "MOR-024", "MOR-025", "MOR-026")
def test_the_advice_counts_levels_magic_and_traps() -> None:
    catalogue = starter("moriham")
    advised = a_deck(mudling=10, bog_piper=8, kiln_golem=6, tide_colossus=4, second_wind=12, tangle_net=12)
    assert DECK.advice(catalogue, advised) == ()
    assert sum(advised.values()) == 52
    said = DECK.advice(catalogue, a_deck(mudling=11, dragon=3))
    assert [(r.clause, r.params["kind"], r.params["number"], r.params["advised"]) for r in said] == [
        ("MOR-021", "level1", 11, 10),
        ("MOR-022", "level2", 0, 8),
        ("MOR-023", "level3", 0, 6),
        ("MOR-024", "level4", 0, 4),
        ("MOR-025", "magic", 0, 12),
        ("MOR-026", "trap", 0, 12),
    ]
    assert "52" in said[0].text().in_("es")


@pytest.mark.parametrize("first", ["sound", "with a fault"])
def test_an_id_that_is_there_twice_is_named_whatever_else_is_wrong(first: str) -> None:
    plain = document(monster__level=99) if first == "with a fault" else document()
    plain["card"].append(copy.deepcopy(plain["card"][0]))
    with pytest.raises(CardError) as found:
        cards.read(plain)
    assert ("kiln_golem", "id") in [(fault.card, fault.key) for fault in found.value.faults]


@pytest.mark.parametrize("name", [[], {}, 7, None, True])
def test_an_id_that_is_no_word_is_a_fault(name: Any) -> None:
    with pytest.raises(CardError) as found:
        cards.read(document(monster__id=name))
    assert "id" in [fault.key for fault in found.value.faults]


def test_every_word_of_a_target_has_a_text_in_both_languages() -> None:
    assert set(values.VALUES["target"]) == set(WORDS)
