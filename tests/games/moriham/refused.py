"""Every refusal of the ledger's table at work; every fault of a position stands in `refusals`.

Source: docs/inside/rules/moriham.md#actions, #invariants.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tapete.games import moriham
from tapete.games.moriham.cards import Typed
from tapete.games.moriham.deck import DECK
from tapete.games.moriham.state import Options
from tests.contract.refused import Given, Refused, case, illegal
from tests.contract.starter_cards import starter
from tests.games.moriham.refusals.positions import POSITIONS
from tests.games.moriham.refusals.situations import Make, asked, attacked, before, dicing, exposed, over, table, triggered
from tests.games.moriham.scenario import Desk, monster_ref, with_staying


def act(desk: Make, what: str, code: str, clause: str, params: dict[str, Any], *, alone: bool = True, **arguments: Any) -> Refused:
    seat = arguments.pop("seat", None)
    return case(what, code, clause, params, lambda: desk().refused(what, seat, **arguments), alone=alone)


def summon(desk: Make, code: str, clause: str, params: dict[str, Any], *, alone: bool = True, **arguments: Any) -> Refused:
    given = {"card": "mudling", "position": "attack", "tributes": [], "slot": 1, "seat": "A", **arguments}
    return act(desk, "normal_summon", code, clause, params, alone=alone, **given)


def special(desk: Make, code: str, clause: str, params: dict[str, Any], *, alone: bool = True, **arguments: Any) -> Refused:
    given = {"card": "reed_scout", "position": "attack", "cost_slots": [], "cost_cards": ["mudling"], "slot": 1, "seat": "A", **arguments}
    return act(desk, "special_summon", code, clause, params, alone=alone, **given)


def magic(desk: Make, code: str, clause: str, params: dict[str, Any], *, alone: bool = True, **arguments: Any) -> Refused:
    given = {"source": "hand", "card": "second_wind", "option": 1, "seat": "A", **arguments}
    return act(desk, "activate_magic", code, clause, params, alone=alone, **given)


def trap(desk: Make, code: str, clause: str, params: dict[str, Any], *, alone: bool = True, **arguments: Any) -> Refused:
    given = {"slot": 1, "card": "mirror_pool", "option": 2, "seat": "A", **arguments}
    return act(desk, "activate_trap", code, clause, params, alone=alone, **given)


LEVELS = {"monsters": ("L2 6/4 atk", "L1 3/2 atk", "L1 2/2 atk", "L3 9/9 atk")}
GRAVE = {"graveyard": ("mudling", "mudling", "bog_piper", "tin_crab")}

THE_MATCH: tuple[Refused, ...] = (
    case("seats", "bad_seats", "MOR-001", {"seats": ["A", "B", "C"]}, illegal(lambda: Desk().rules.start(("A", "B", "C")))),
    case("options", "unknown_option", "MOR-R01", {"key": "wild"}, illegal(lambda: moriham.rules({"wild": True}, starter("moriham")))),
    case(
        "options",
        "bad_option",
        "MOR-R01",
        {"key": "deck_size", "value": 9, "allowed": [10, 120]},
        illegal(lambda: moriham.rules({"deck_size": 9}, starter("moriham"))),
    ),
    act(Desk, "concede", "unknown_seat", "MOR-001", {"seat": "C"}, seat="C"),
    act(over, "concede", "game_over", "MOR-084", {"winner": "A", "reason": "concede"}, seat="A"),
    act(
        lambda: Desk(a={"life": 4, "spells": ("down",)}, b={"life": 3}).trap("A", "last_bargain", 1),
        "next_phase",
        "game_over",
        "MOR-082",
        {"winner": "draw", "reason": "life"},
        seat="A",
    ),
    act(before, "concede", "not_started", "MOR-027", {}, seat="A"),
    act(Desk, "start_game", "already_started", "MOR-027", {"turn": 3}, first="A"),
    act(dicing, "roll_for_start", "start_dice_due", "MOR-R21", {"seats": ["A", "B"]}),
    act(dicing, "enter_roll", "bad_roll_value", "CORE", {"roll": "start1A", "value": 11}, roll="start1A", value=11),
    act(asked, "next_phase", "choice_waits", "MOR-R89", {"seat": "A", "op": "discard", "n": 1}, seat="A"),
    act(
        exposed,
        "ruling",
        "choice_waits",
        "MOR-R73",
        {"seat": "B", "op": "destroy", "n": 1},
        seat="A",
        reason="x",
        ops=[{"op": "draw", "who": "own", "n": 1}],
    ),
    act(Desk, "next_phase", "not_your_turn", "MOR-048", {"active": "A"}, seat="B"),
    magic(Desk, "not_your_turn", "MOR-051", {"active": "A"}, seat="B"),
    act(Desk, "change_position", "not_your_turn", "MOR-056", {"active": "A"}, seat="B", slot=1, alone=False),
    act(triggered, "declare_attack", "trigger_waits", "MOR-R58", {"seat": "B", "card": "mudling"}, seat="A", slot=2, target="player"),
    act(triggered, "end_turn", "trigger_waits", "MOR-R82", {"seat": "B", "card": "mudling"}, seat="A"),
    trap(triggered, "trigger_waits", "MOR-R38", {"seat": "B", "card": "mudling"}, seat="B"),
    act(attacked, "set_card", "stack_waits", "MOR-R40", {"priority": "B"}, seat="A", slot=1, alone=False),
    act(attacked, "next_phase", "stack_waits", "MOR-R82", {"priority": "B"}, seat="A"),
    act(attacked, "use_trigger", "stack_waits", "MOR-R58", {"priority": "B"}, seat="B"),
    act(Desk, "pass_priority", "nothing_waits", "MOR-R41", {}, seat="A"),
    act(Desk, "provide", "nothing_waits", "MOR-R73", {}, seat="A", cards=["mudling"]),
    act(Desk, "skip_trigger", "nothing_waits", "MOR-R58", {}, seat="A"),
    act(attacked, "pass_priority", "not_your_priority", "MOR-R41", {"priority": "B"}, seat="A"),
    act(triggered, "skip_trigger", "not_asked", "MOR-R58", {"seat": "B"}, seat="A"),
    act(asked, "provide", "not_asked", "MOR-R89", {"seat": "A"}, seat="B", cards=["mudling"]),
    act(asked, "provide", "unknown_card", "MOR-R86", {"card": "dragon"}, alone=False, seat="B", cards=["dragon"]),
    act(asked, "provide", "wrong_count", "MOR-R65", {"needed": 1, "given": 0}, alone=False, seat="B", cards=[]),
)

SUMMONING: tuple[Refused, ...] = (
    summon(table("battle"), "wrong_phase", "MOR-038", {"phase": "battle", "allowed": ["main1", "main2"]}),
    summon(table(a={"hand": 0}), "hand_empty", "MOR-R07", {"hand": 0, "needed": 1}),
    summon(Desk, "unknown_card", "MOR-R86", {"card": "dragon"}, card="dragon"),
    summon(Desk, "wrong_card_type", "MOR-007", {"card": "crosswind", "type": "magic", "needed": "monster"}, card="crosswind"),
    summon(
        lambda: Desk().do("normal_summon", "A", card="mudling", position="attack", slot=2),
        "normal_summon_used",
        "MOR-058",
        {"used": 1, "allowed": 1},
    ),
    summon(Desk, "slot_empty", "MOR-R11", {"zone": "monsters", "slot": 2}, alone=False, card="bog_piper", tributes=[2]),
    summon(
        table(a=LEVELS),
        "bad_tribute",
        "MOR-064",
        {"level": 4, "needed": 3, "sum": 4, "problem": "sum"},
        card="tide_colossus",
        tributes=[2, 4],
    ),
    summon(
        table(a=LEVELS), "bad_tribute", "MOR-063", {"level": 2, "needed": 1, "sum": 2, "problem": "sum"}, card="bog_piper", tributes=[1]
    ),
    summon(table(a=LEVELS), "bad_tribute", "MOR-062", {"level": 1, "needed": 0, "sum": 1, "problem": "sum"}, tributes=[2], slot=5),
    summon(
        table(a=LEVELS),
        "bad_tribute",
        "MOR-064",
        {"level": 3, "needed": 2, "sum": None, "problem": "twice", "slots": [2]},
        card="kiln_golem",
        tributes=[2, 2],
    ),
    summon(
        table(options={"tribute_rule": "at_least"}, a=LEVELS),
        "bad_tribute",
        "MOR-R08",
        {"level": 3, "needed": 2, "sum": None, "problem": "not_lower", "card": "plain_3_9_9", "slot": 4, "have": 3},
        card="kiln_golem",
        tributes=[4],
    ),
    summon(
        table(options={"tribute_rule": "at_least"}, a=LEVELS),
        "bad_tribute",
        "MOR-R08",
        {"level": 3, "needed": 2, "sum": 3, "problem": "superfluous"},
        card="kiln_golem",
        tributes=[1, 2],
    ),
    summon(table(a={"monsters": ("6/4 atk",) * 5}), "zone_full", "MOR-049", {"zone": "monsters", "limit": 5}, alone=False),
    summon(table(a={"monsters": ("6/4 atk",)}), "slot_taken", "MOR-049", {"zone": "monsters", "slot": 1}),
    summon(Desk, "no_such_slot", "MOR-049", {"slot": 1_000, "limit": 5}, slot=1_000),
    act(Desk, "set_card", "no_such_slot", "MOR-050", {"slot": 6, "limit": 5}, seat="A", slot=6),
    special(table("initial"), "wrong_phase", "MOR-R14", {"phase": "initial", "allowed": ["main1", "main2"]}),
    special(table(a={"hand": 0}), "hand_empty", "MOR-014", {"hand": 0, "needed": 1}, alone=False),
    special(Desk, "no_special_summon", "MOR-013", {"card": "tin_crab"}, alone=False, card="tin_crab"),
    special(
        Desk,
        "requirement_not_met",
        "MOR-013",
        {"card": "salt_widow", "kind": "opp_monsters_at_least", "n": 3, "have": 0},
        card="salt_widow",
        cost_cards=[],
    ),
    special(
        table(a={"hand": 2}),
        "cost_not_payable",
        "MOR-013",
        {"card": "wicker_hound", "kind": "discard", "n": 2, "have": 1},
        card="wicker_hound",
        cost_cards=["mudling", "mudling"],
    ),
    special(
        table(a={"life": 6}),
        "cost_not_payable",
        "MOR-R80",
        {"card": "storm_heron", "kind": "pay_life", "n": 6, "have": 6},
        card="storm_heron",
        cost_cards=[],
    ),
    special(Desk, "bad_cost", "MOR-R81", {"card": "reed_scout", "kind": "discard", "n": 1, "given": 0}, cost_cards=[]),
    special(
        table(a=GRAVE),
        "bad_cost",
        "MOR-R81",
        {"card": "tide_colossus", "kind": "banish_graveyard", "n": 4, "given": "salt_widow"},
        card="tide_colossus",
        cost_cards=["mudling", "mudling", "bog_piper", "salt_widow"],
    ),
    special(
        table(a=GRAVE),
        "bad_cost",
        "MOR-R81",
        {"card": "tide_colossus", "kind": "banish_graveyard", "n": 2, "given": 3, "buried": "mudling"},
        card="tide_colossus",
        cost_cards=["mudling", "mudling", "bog_piper", "mudling"],
    ),
    special(
        table(a=LEVELS),
        "bad_cost",
        "MOR-R81",
        {"card": "kiln_golem", "kind": "tribute", "n": 2, "given": [1, 1]},
        card="kiln_golem",
        cost_cards=[],
        cost_slots=[1, 1],
    ),
    special(table(a={"monsters": ("6/4 atk",) * 5}), "zone_full", "MOR-R15", {"zone": "monsters", "limit": 5}, alone=False),
    act(table("battle"), "set_card", "wrong_phase", "MOR-040", {"phase": "battle", "allowed": ["main1", "main2"]}, seat="A", slot=1),
    act(table(a={"hand": 0}), "set_card", "hand_empty", "MOR-040", {"hand": 0, "needed": 1}, seat="A", slot=1),
    act(
        table(a={"spells": ("down",) * 5}),
        "set_card",
        "zone_full",
        "MOR-050",
        {"zone": "spells", "limit": 5},
        alone=False,
        seat="A",
        slot=1,
    ),
    act(table(a={"spells": ("down",)}), "set_card", "slot_taken", "MOR-050", {"zone": "spells", "slot": 1}, seat="A", slot=1),
)

ACTIVATING: tuple[Refused, ...] = (
    magic(table("initial"), "wrong_phase", "MOR-R34", {"phase": "initial", "allowed": ["main1", "main2"]}),
    magic(
        table("battle", a={"spells": ("down",)}),
        "wrong_phase",
        "MOR-R35",
        {"phase": "battle", "allowed": ["initial", "main1", "main2"]},
        source=1,
    ),
    magic(table(a={"hand": 0}), "hand_empty", "MOR-R34", {"hand": 0, "needed": 1}),
    magic(table(a={"spells": ("down",) * 5}), "zone_full", "MOR-050", {"zone": "spells", "limit": 5}),
    magic(Desk, "slot_empty", "MOR-051", {"zone": "spells", "slot": 2}, source=2),
    magic(table(a={"spells": ("second_wind",)}, catalogue=with_staying("second_wind")), "not_face_down", "MOR-R33", {"slot": 1}, source=1),
    magic(Desk, "unknown_card", "MOR-R86", {"card": "rain"}, card="rain"),
    magic(Desk, "wrong_card_type", "MOR-R61", {"card": "tangle_net", "type": "trap", "needed": "magic"}, card="tangle_net"),
    magic(Desk, "bad_effect", "MOR-018", {"effect": 3}, option=3),
    magic(
        table(a={"monsters": ("6/4 atk",)}),
        "bad_target",
        "MOR-R43",
        {"index": 1, "needed": "chosen_own_monster"},
        card="forge_song",
        targets=[monster_ref("B", 1)],
    ),
    magic(table(a={"monsters": ("6/4 atk",)}), "bad_target", "MOR-R43", {"index": 0, "needed": 1}, card="forge_song"),
    magic(Desk, "ops_not_allowed", "MOR-018", {"card": "second_wind", "given": 1}, ops=[{"op": "draw", "who": "own", "n": 9}]),
    magic(
        lambda: Desk().do("add_card", id="rain", type="magic"),
        "bad_operation",
        "MOR-R90",
        {"index": 1, "op": "destroy", "problem": "outside"},
        card="rain",
        ops=[{"op": "destroy", "target": monster_ref("B", 1)}],
    ),
    trap(Desk, "slot_empty", "MOR-053", {"zone": "spells", "slot": 1}),
    trap(table(a={"spells": ("mirror_pool",)}, catalogue=with_staying("mirror_pool")), "not_face_down", "MOR-R33", {"slot": 1}),
    trap(lambda: Desk({"trap_same_turn": False}).do("set_card", "A", slot=1), "set_this_turn", "MOR-R36", {"slot": 1, "turn": 3}),
    trap(table(a={"spells": ("down",)}), "bad_effect", "MOR-018", {"effect": 0}, option=0),
    trap(table(a={"spells": ("down",)}), "timing_not_met", "MOR-R38", {"effect": 1, "when": "attack_declared"}, option=1),
    trap(attacked, "timing_not_met", "MOR-R39", {"effect": 1, "when": "trap_on_stack"}, seat="B", card="silent_bell", option=1),
    trap(attacked, "not_your_priority", "MOR-R41", {"priority": "B"}, seat="A"),
    act(
        table("battle"),
        "use_ability",
        "wrong_phase",
        "MOR-039",
        {"phase": "battle", "allowed": ["initial", "main1", "main2"]},
        alone=False,
        seat="A",
        slot=1,
    ),
    act(Desk, "use_ability", "slot_empty", "MOR-R57", {"zone": "monsters", "slot": 1}, seat="A", slot=1),
    act(
        table(a={"monsters": ("mudling atk",)}),
        "use_ability",
        "no_ability",
        "MOR-016",
        {"slot": 1, "timing": "destroyed"},
        seat="A",
        slot=1,
    ),
    act(
        table(a={"monsters": ("moss_warden atk",)}),
        "use_ability",
        "wrong_phase",
        "MOR-R57",
        {"phase": "main1", "allowed": ["initial"]},
        seat="A",
        slot=1,
    ),
    act(
        lambda: Desk(a={"monsters": ("lamp_moth atk",)}).do("use_ability", "A", slot=1),
        "use_ability",
        "ability_used",
        "MOR-R56",
        {"slot": 1, "used": 1, "allowed": 1},
        seat="A",
        slot=1,
    ),
    act(
        table(a={"monsters": ("lamp_moth atk",)}),
        "use_ability",
        "ops_not_allowed",
        "MOR-016",
        {"card": "lamp_moth", "given": 1},
        seat="A",
        slot=1,
        ops=[{"op": "draw", "who": "own", "n": 9}],
    ),
    act(triggered, "use_trigger", "not_asked", "MOR-R58", {"seat": "B"}, seat="A"),
)

BATTLE: tuple[Refused, ...] = (
    act(
        Desk, "declare_attack", "wrong_phase", "MOR-041", {"phase": "main1", "allowed": ["battle"]}, alone=False, seat="A", slot=1, target=1
    ),
    act(
        table("main2"),
        "declare_attack",
        "wrong_phase",
        "MOR-R68",
        {"phase": "main2", "allowed": ["battle"]},
        alone=False,
        seat="A",
        slot=1,
        target=1,
    ),
    act(
        lambda: Desk({"first_turn_attack": False}, phase="battle", turn=1, a={"monsters": ("6/4 atk",)}),
        "declare_attack",
        "no_first_turn_attack",
        "MOR-R19",
        {"turn": 1},
        seat="A",
        slot=1,
        target="player",
    ),
    act(table("battle"), "declare_attack", "slot_empty", "MOR-070", {"zone": "monsters", "slot": 1}, seat="A", slot=1, target="player"),
    act(
        table("battle", a={"monsters": ("6/4 def",)}),
        "declare_attack",
        "defense_position",
        "MOR-R06",
        {"slot": 1},
        seat="A",
        slot=1,
        target="player",
    ),
    act(
        lambda: Desk(phase="battle", a={"monsters": ("6/4 atk",)}).attack(1, "player"),
        "declare_attack",
        "attacks_used",
        "MOR-068",
        {"slot": 1, "used": 1, "allowed": 1},
        seat="A",
        slot=1,
        target="player",
    ),
    act(
        lambda: (
            Desk(phase="battle", a={"monsters": ("6/4 atk",)}, b={"spells": ("down",)})
            .trap("B", "tangle_net", 2, targets=[monster_ref("A", 1)])
            .passed()
        ),
        "declare_attack",
        "attack_forbidden",
        "MOR-069",
        {"slot": 1, "until": "end_of_turn"},
        seat="A",
        slot=1,
        target="player",
    ),
    act(
        table("battle", a={"monsters": ("6/4 atk",)}),
        "declare_attack",
        "bad_target",
        "MOR-072",
        {"index": 3, "needed": "chosen_opp_monster"},
        seat="A",
        slot=1,
        target=3,
    ),
    act(
        table("battle", a={"monsters": ("6/4 atk",)}, b={"monsters": ("1/9 def",)}),
        "declare_attack",
        "defender_first",
        "MOR-071",
        {"defenders": [1]},
        seat="A",
        slot=1,
        target="player",
    ),
    act(Desk, "change_position", "slot_empty", "MOR-056", {"zone": "monsters", "slot": 4}, seat="A", slot=4),
    act(
        lambda: Desk(a={"monsters": ("6/4 atk",)}).do("change_position", "A", slot=1),
        "change_position",
        "already_changed",
        "MOR-056",
        {"slot": 1},
        seat="A",
        slot=1,
    ),
    act(
        lambda: Desk(phase="battle", a={"monsters": ("6/4 atk",)}).attack(1, "player"),
        "change_position",
        "already_attacked",
        "MOR-057",
        {"slot": 1},
        seat="A",
        slot=1,
    ),
)


def full_of_typed() -> Desk:
    desk = Desk()
    desk.state = replace(desk.state, typed_cards={f"card_{number}": Typed("trap") for number in range(200)})
    return desk


AT_THE_TABLE: tuple[Refused, ...] = (
    act(asked, "provide", "wrong_count", "MOR-R65", {"needed": 1, "given": 2}, seat="A", cards=["mudling", "tin_crab"]),
    act(asked, "provide", "unknown_card", "MOR-R86", {"card": "dragon"}, seat="A", cards=["dragon"]),
    act(
        exposed,
        "provide",
        "wrong_card_type",
        "MOR-R61",
        {"card": "mudling", "type": "monster", "needed": "spell"},
        seat="B",
        cards=["mudling"],
    ),
    act(Desk, "add_card", "card_known", "MOR-R86", {"card": "mudling"}, id="mudling", type="trap"),
    act(full_of_typed, "add_card", "too_many_typed", "MOR-R86", {"number": 200}, id="dragon", type="trap"),
    act(Desk, "add_card", "no_figure", "MOR-R86", {"card": "dragon", "type": "trap"}, id="dragon", type="trap", level=1),
    *(
        act(
            Desk,
            "add_card",
            "no_figure",
            "MOR-R86",
            {"card": "ox", "low": low, "high": high, "value": value},
            id="ox",
            type="monster",
            level=level,
            attack=attack,
            defense=defense,
        )
        for value, low, high, level, attack, defense in ((10, 1, 9, 10, 1, 1), (31, 0, 30, 1, 31, 1), (-1, 0, 30, 1, 1, -1))
    ),
    act(Desk, "ruling", "reason_missing", "MOR-R87", {}, seat="A", reason=" ", ops=[{"op": "draw", "who": "own", "n": 1}]),
    act(
        Desk,
        "ruling",
        "bad_operation",
        "MOR-R87",
        {"index": 2, "op": "discard", "problem": "not_so_many"},
        seat="A",
        reason="it says so",
        ops=[{"op": "draw", "who": "own", "n": 1}, {"op": "discard", "who": "own", "n": 1}],
    ),
)


def listed(deck_list: dict[str, int], options: Options | None = None) -> Given:
    return lambda: DECK.faults(starter("moriham"), deck_list, options or Options())


DECKS: tuple[Refused, ...] = (
    case("deck", "deck_size", "MOR-004", {"number": 49, "due": 50}, listed({"mudling": 49})),
    case(
        "deck", "too_many_copies", "MOR-R02", {"card": "mudling", "number": 50, "most": 3}, listed({"mudling": 50}, Options(max_copies=3))
    ),
    case(
        "deck",
        "advice",
        "MOR-021",
        {"kind": "level1", "number": 12, "advised": 10},
        lambda: DECK.advice(starter("moriham"), {"mudling": 12}),
        alone=False,
    ),
)


CASES: tuple[Refused, ...] = (*THE_MATCH, *SUMMONING, *ACTIVATING, *BATTLE, *AT_THE_TABLE, *DECKS, *POSITIONS)
