"""What is asked for, and what the table decides: refusals at work."""

from __future__ import annotations

from tests.contract.refused import Refused
from tests.games.mamlejet.refusals.situations import BLANK, GONE, NOTE, act, clean_up, fallen, main, ordering, triggers, typed

RULING: tuple[Refused, ...] = (
    # what is asked for
    act(
        ordering,
        "choose",
        "bad_choice",
        "MMK-082",
        {"choice_id": "order_triggers", "value": 1, "number": 2, "cards": ["cantor", "cantor"]},
        value=[triggers()[0]],
    ),
    act(clean_up, "discard", "wrong_discard_count", "MMK-218", {"owed": 2, "given": 1}, cards=["mina"]),
    act(fallen, "declare_card", "wrong_discard_count", "MMK-188", {"owed": 1, "given": 2}, cards=["mina", "mina"]),
    # what the table decides
    act(
        main,
        "ruling",
        "bad_ruling",
        "MMK-R75",
        {"place": 1, "op": "damage", "argument": "target", "reason": "no_such_permanent"},
        by=None,
        alone=False,
        **{**NOTE, "ops": [{"op": "damage", "target": GONE}]},
    ),
    act(
        main,
        "ruling",
        "illegal_target",
        "MMK-026",
        {"class": "own_ally", "reason": "cannot_bear", "target": 8, "card": "lanza", "met": "e-guerrero"},
        by=None,
        alone=False,
        **{**NOTE, "ops": [{"op": "attach", "card": 3, "target": 8}]},
    ),
    act(main, "ruling", "bad_ruling", "MMK-R103", {"least": 1, "most": 200}, by=None, **{**NOTE, "reason": ""}),
    act(main, "add_card", "bad_card", "MMK-036", {"card": "pozo"}, by=None, id="pozo", type="recurso", **BLANK),
    act(
        main,
        "add_card",
        "bad_card",
        "MMK-006",
        {"card": "torre", "total": 27, "most": 20},
        by=None,
        id="torre",
        type="tefila",
        **{**BLANK, "white": 9, "red": 9, "blue": 9},
    ),
    act(
        main,
        "add_card",
        "bad_card",
        "MMK-R73",
        {"card": "torre", "low": 2, "high": 10},
        by=None,
        id="torre",
        type="soldado",
        **{**BLANK, "difficulty": 11},
    ),
    act(main, "add_card", "bad_card", "MMK-R73", {"card": "rito", "value": 3}, by=None, id="rito", type="tefila", **{**BLANK, "equip": 3}),
    act(typed, "add_card", "too_many_typed", "MMK-R73", {"number": 200}, by=None, id="pozo", type="tefila", **BLANK),
    act(main, "add_card", "card_known", "MMK-005", {"card": "mina"}, by=None, id="mina", type="tefila", **BLANK),
)
