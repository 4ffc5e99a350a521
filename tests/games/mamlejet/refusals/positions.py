"""Broken invariants of a position (docs/inside/rules/mamlejet.md#invariants): refusals at work."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.games.mamlejet.state import Item, Lying, Mod, Round
from tests.contract.refused import Refused
from tests.contract.starter_cards import starter
from tests.games.mamlejet.refusals.situations import GONE, broken, with_permanent, with_player

POSITIONS: tuple[Refused, ...] = (
    # broken invariants
    broken("inv_agenda", "MMK-172", {"step": "round"}, lambda state: replace(state, agenda=(*state.agenda, Round("2b")))),
    broken("inv_tactics", "MMK-148", {"seat": "A", "sum": 61, "due": 60}, lambda state: with_player(state, hand=6)),
    broken("inv_enemies", "MMK-148", {"seat": "A", "sum": 16, "due": 15}, lambda state: with_player(state, enemy_city=13)),
    broken(
        "inv_pairs",
        "MMK-126",
        {"permanent": 1, "card": "centinela", "met": "e-guerrero"},
        lambda state: with_permanent(state, 0, opponent=8),
    ),
    broken("inv_ids", "MMK-251", {"next": 3, "most": 90000, "wrong": [3, 4, 5, 6, 7, 8, 9, 10]}, lambda state: replace(state, next_id=3)),
    broken("inv_card", "MMK-005", {"card": "nobody"}, lambda state: with_permanent(state, 0, card="nobody")),
    broken("inv_attached", "MMK-027", {"card": "lanza"}, lambda state: with_permanent(state, 2, attached_to=GONE)),
    broken("inv_typed", "MMK-R73", {"card": "otra"}, lambda state: replace(state, typed_cards={"otra": starter("mamlejet").cards["mina"]})),
    broken("inv_deck", "MMK-156", {"seat": "A"}, lambda state: with_player(state, deck="nothing")),
    broken("inv_mark", "MMK-011", {"card": "centinela"}, lambda state: with_permanent(state, 0, attacked=True)),
    broken("inv_mark", "MMK-R26", {"seat": "A"}, lambda state: with_player(state, city_mods=(Mod("attack", "eot", "lanza", 1),))),
    broken(
        "inv_dedicated",
        "MMK-071",
        {"card": "centinela"},
        lambda state: with_permanent(with_permanent(state, 0, opponent=8), 7, opponent=1),
    ),
    broken("inv_item", "MMK-109", {"id": 11}, lambda state: replace(state, next_id=12, stack=(Item(id=11, kind="tactic", owner="A"),))),
    broken(
        "inv_legendary",
        "MMK-246",
        {"card": "estandarte"},
        lambda state: with_permanent(with_permanent(state, 0, card="estandarte"), 1, card="estandarte"),
    ),
    broken(
        "inv_ended",
        "MMK-R38",
        {"taken": [0, 0], "lost": [56, 0], "win": 50, "loss": 50},
        lambda state: with_player(state, guenizah=(*state.players[0].guenizah[8:], *(Lying("escudo", "A", "battle"),) * 8)),
    ),
    broken("inv_seats", "MMK-155", {"seats": ["A", "B"], "order": ["A", "A"]}, lambda state: replace(state, order=("A", "A"))),
    broken("inv_ended", "MMK-R40", {"round": 4}, lambda state: replace(state, clock_expired=True)),
)
