"""The match, its seats, house rules and decks: refusals at work."""

from __future__ import annotations

from tapete.core import position as positions
from tapete.games import mamlejet
from tapete.games.mamlejet.deck import DECK
from tests.contract.refused import Refused, case, illegal
from tests.contract.starter_cards import starter
from tests.games.mamlejet.camp import opened
from tests.games.mamlejet.refusals.situations import FAR, act, kept, main, over, with_player, without

MATCH: tuple[Refused, ...] = (
    # the match, its seats, cards and house rules
    act(over, "pass_all", "game_over", "MMK-R38", {"result": "stopped"}, by=None),
    act(over, "abandon", "game_over", "MMK-R38", {"result": "stopped"}, by=None),
    act(main, "pass", "unknown_seat", "MMK-155", {"seat": "D"}, by="D"),
    case("seats", "bad_seats", "MMK-155", {"seats": ["B"]}, illegal(lambda: main().rules.start(("B",)))),
    case("options", "unknown_option", "MMK-157", {"key": "x"}, illegal(lambda: mamlejet.rules({"x": 1}, starter("mamlejet")))),
    case(
        "options",
        "bad_config",
        "MMK-157",
        {"key": "city_attack_difficulty", "value": 11, "bounds": [2, 10], "allowed": [2, 10]},
        illegal(lambda: mamlejet.rules({"city_attack_difficulty": 11}, starter("mamlejet"))),
    ),
    case(
        "options",
        "bad_config",
        "MMK-157",
        {"key": "mulligan_floor", "value": 8, "other": "opening_hand", "beside": 7},
        illegal(lambda: mamlejet.rules({"mulligan_floor": 8}, starter("mamlejet"))),
    ),
    case(
        "position",
        "bad_position",
        "MMK-R103",
        {"broken": ["inv_tactics"]},
        illegal(lambda: positions.load(main().rules, positions.dump(main().rules, with_player(main().state, hand=9)))),
        alone=False,
    ),
    # decks
    act(
        lambda: opened(1, {"deck_tactics": 40}),
        "register_deck",
        "deck_size",
        "MMK-148",
        {"deck": "tactics", "expected": 40, "given": 60},
        deck="demo",
    ),
    act(
        lambda: opened(1, {"max_copies": 2}),
        "register_deck",
        "too_many_copies",
        "MMK-149",
        {"card": "e-guerrero", "copies": 3, "limit": 2},
        deck="demo",
    ),
    act(
        opened,
        "register_card",
        "too_many_copies",
        "MMK-149",
        {"card": "centinela", "copies": 5, "limit": 4},
        card="centinela",
        copies=5,
    ),
    act(opened, "register_list", "nothing_listed", "MMK-156", {"seat": "A"}),
    act(kept, "register_card", "already_kept", "MMK-171", {"seat": "A", "hand": 7}, card="mina", copies=1),
    act(kept, "register_list", "already_kept", "MMK-171", {"seat": "A", "hand": 7}),
    act(
        lambda: opened().do("register_card", "A", card="mina", copies=60),
        "register_list",
        "deck_size",
        "MMK-148",
        {"deck": "enemies", "expected": 15, "given": 0},
    ),
    act(opened, "register_deck", "unknown_deck", "MMK-156", {"deck": "nothing"}, deck="nothing"),
    case(
        "deck",
        "advice",
        "MMK-150",
        {"given": 52, "resources": 16, "advised": 20},
        lambda: DECK.advice(starter("mamlejet"), without("mina")),
    ),
    act(
        opened,
        "register_card",
        "too_many_copies",
        "MMK-149",
        {"card": "centinela", "copies": FAR, "limit": 4},
        card="centinela",
        copies=FAR,
    ),
)
