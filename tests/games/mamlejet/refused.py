"""Every refusal of the ledger's table at work (section 7), and every fault of a position (section 8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tapete.core import position as positions
from tapete.core.refusals import Illegal, Refusal
from tapete.games import mamlejet
from tapete.games.mamlejet.deck import advice
from tapete.games.mamlejet.figures import Wealth
from tapete.games.mamlejet.state import Assault, Assaults, Item, Lying, Mod, Plan, Round, State
from tests.contract.catalogues import starter
from tests.contract.refused import Refused
from tests.games.mamlejet.camp import Camp, opened, with_cards

Given = Callable[[], tuple[Refusal, ...]]
Make = Callable[[], Camp]

RICH = Wealth(9, 9, 9)
DUE: dict[str, Any] = {"frenzy_due": True, "attacked": True, "dedicated": "fights"}


def case(what: str, code: str, clause: str, params: dict[str, Any], given: Given, *, alone: bool = True) -> Refused:
    return Refused(what, code, clause, params, given, alone)


def act(camp: Make, what: str, code: str, clause: str, params: dict[str, Any], *, alone: bool = True, **arguments: Any) -> Refused:
    seat = arguments.pop("by", "A")
    return case(what, code, clause, params, lambda: camp().refused(what, seat, **arguments), alone=alone)


def illegal(make: Callable[[], Any]) -> Given:
    def refusals() -> tuple[Refusal, ...]:
        try:
            make()
        except Illegal as fault:
            return fault.refusals
        return ()

    return refusals


def broken(code: str, clause: str, params: dict[str, Any], make: Callable[[State], State]) -> Refused:
    """A position that cannot be: A's main phase with a change."""

    def faults() -> tuple[Refusal, ...]:
        camp = main()
        return camp.rules.faults(make(camp.state))

    return case("position", code, clause, params, faults, alone=False)


def with_player(state: State, **changes: Any) -> State:
    return replace(state, players=(replace(state.players[0], **changes), *state.players[1:]))


def with_permanent(state: State, place: int, **changes: Any) -> State:
    made = replace(state.permanents[place], **changes)
    return replace(state, permanents=(*state.permanents[:place], made, *state.permanents[place + 1 :]))


# ---- tables at each step


def main(**options: Any) -> Camp:
    """A's main phase. A: sentinel 1, smith 2, spear 3, ration 4, slinger 5 (dedicated), lookout 6 (just entered); B: sentinel 7;
    at the front a warrior 8, a ram 9, an elephant 10."""
    things = ["centinela", "herrero", "lanza", "racion", ("hondero", {"dedicated": "acts"}), ("vigia", {"entered": True})]
    return Camp(
        options=options,
        A={"in_play": things, "pool": RICH},
        B={"in_play": ["centinela"], "pool": RICH},
        front=("e-guerrero", "e-ariete", "e-elefante"),
    )


def at(step: str, **options: Any) -> Make:
    def made() -> Camp:
        camp = main(**options)
        camp.state = replace(camp.state, agenda=(replace(camp.state.agenda[0], at=step), *camp.state.agenda[1:]))
        return camp

    return made


def plan(**options: Any) -> Camp:
    camp = at("2c_plan", **options)()
    camp.state = replace(camp.state, agenda=(camp.state.agenda[0], Plan()))
    return camp


def planned() -> Camp:
    return plan().do("assign", "A", soldier=1, enemy=8)


def assaulted(**options: Any) -> Camp:
    """The warrior goes for A's city, and A is asked."""
    camp = at("3a_defence", **options)()
    camp.state = replace(camp.state, agenda=(camp.state.agenda[0], Assaults((Assault(8),))))
    return camp


def frenzied() -> Camp:
    """A spearman with a frenzy roll to make, another that has used its own, and a sentinel; B's spearman has one too."""
    camp = Camp(
        at="3b",
        A={"in_play": [("lancero", DUE), ("lancero", {**DUE, "frenzy_due": False, "frenzy_used": True}), "centinela"]},
        B={"in_play": [("lancero", DUE)]},
        front=("e-guerrero", "e-arquero"),
    )
    return camp.until()


def poor() -> Camp:
    return Camp(A={"hand": 0, "in_play": ["mina", "trompeta", "centinela"]})


def ready_slinger() -> Camp:
    return main().change("hondero", dedicated=None)


SHOT: dict[str, Any] = {"permanent": 5, "ability": "shoot", "dedicate": []}


def two_rations() -> Camp:
    return Camp(A={"in_play": ["racion", "racion"]})


def stacked() -> Camp:
    return main().play("A", "cosecha")


def solo(*things: str, **more: Any) -> Camp:
    return Camp(1, A={"in_play": list(things), "pool": RICH, **more})


def ordering() -> Camp:
    """Two singers of A's have triggered at once."""
    camp = Camp(A={"in_play": ["cantor", "cantor"], "pool": RICH})
    board = camp.board
    board.fire("enters_self", 1)
    board.fire("enters_self", 2)
    camp.state = board.state
    return camp.do("pass", "A")


def triggers() -> list[int]:
    return [trigger.id for trigger in ordering().state.triggers]


def tower() -> Camp:
    """A sentinel's plan; at the front a warrior, and a tower without a difficulty."""
    cards = with_cards({"id": "e-torre", "type": "enemigo", "kind": "objeto", "name": {"es": "Torre"}})
    return Camp(at="2c_plan", catalogue=cards, A={"in_play": ["centinela"]}, front=("e-guerrero", "e-torre"))


def clean_up() -> Camp:
    return Camp(at="4a", A={"hand": 9}).all_pass()


def fallen() -> Camp:
    """A card falls from A's city."""
    return Camp(at="3a_w1", front=("e-guerrero",)).all_pass().roll(3).until("3a_rolls").roll(9)


def initiative() -> Camp:
    return Camp(at="4a").all_pass()


def entries(**more: Any) -> Camp:
    return Camp(at="4a", **more).all_pass().roll(9, 2)


def twins() -> Camp:
    """A card with two targets is at hand."""
    more: dict[str, Any] = {
        "id": "bendicion", "type": "tefila", "name": {"es": "Bendición"}, "targets": [{"class": "ally"}, {"class": "ally"}],
        "effects": [{"op": "mod_difficulty", "target": k, "n": 1, "duration": "eot"} for k in (1, 2)],
    }  # fmt: skip
    return Camp(1, catalogue=with_cards(more), A={"in_play": ["centinela", "herrero"]})


def registered() -> Camp:
    """A has shown the one trap of the registered demo deck."""
    camp = Camp(1, A={"pool": RICH, "guenizah": ("trampa",)}, front=("e-guerrero",))
    camp.state = with_player(camp.state, deck="demo", hero="e-heroe-campeon")
    return camp


def kept() -> Camp:
    return opened().do("keep_hand", "A")


def over() -> Camp:
    return main().do("abandon")


def typed() -> Camp:
    camp = main()
    cards = {f"t{n:03}": replace(starter("mamlejet").cards["mina"], id=f"t{n:03}") for n in range(200)}
    camp.state = replace(camp.state, typed_cards=cards)
    return camp


PLAIN: dict[str, Any] = {"targets": [], "dedicate": []}
NOTE: dict[str, Any] = {"reason": "x", "agreed": [], "cause": "none", "ops": [{"op": "note", "text": "x"}]}
BLANK: dict[str, Any] = {
    "white": 0, "red": 0, "blue": 0, "generic": 0, "difficulty": None, "keywords": [], "heal_difficulty": None, "subtype": None,
    "equip": None, "legendary": False,
}  # fmt: skip
GONE = 999

CASES: tuple[Refused, ...] = (
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
        {"key": "city_attack_difficulty", "value": 11, "allowed": [2, 10]},
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
    act(opened, "register_list", "nothing_listed", "MMK-156", {}),
    act(kept, "register_card", "already_kept", "MMK-171", {"seat": "A"}, card="mina", copies=1),
    act(kept, "register_list", "already_kept", "MMK-171", {"seat": "A"}),
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
        lambda: advice(starter("mamlejet"), _without("mina")),
    ),
    # which step it is
    act(initiative, "pass", "no_window", "MMK-R66", {"step": "1b", "expect": "dice"}),
    act(clean_up, "pass", "no_window", "MMK-221", {"step": "4b", "expect": "cards"}),
    act(clean_up, "pass_all", "no_window", "MMK-R66", {"step": "4b", "expect": "cards"}, by=None),
    act(main, "keep_hand", "wrong_step", "MMK-174", {"action": "keep_hand", "step": "2b", "expect": "window"}),
    act(
        main,
        "reveal_enemy",
        "wrong_step",
        "MMK-174",
        {"action": "reveal_enemy", "step": "2b", "expect": "window"},
        by=None,
        owner="A",
        card="e-guerrero",
    ),
    act(at("2c"), "play_tactic", "wrong_step", "MMK-016", {"step": "2c", "action": "play_tactic"}, card="cosecha", **PLAIN),
    act(at("3a_w1"), "play_tactic", "wrong_step", "MMK-077", {"step": "3a_w1", "action": "play_tactic"}, card="centinela", **PLAIN),
    act(at("2a"), "play_resource", "wrong_step", "MMK-077", {"step": "2a", "action": "play_resource"}, card="mina"),
    act(at("2c"), "equip", "wrong_step", "MMK-242", {"step": "2c", "action": "equip"}, weapon=3, soldier=1, dedicate=[]),
    act(main, "assign", "wrong_step", "MMK-197", {"action": "assign", "step": "2b", "expect": "window"}, soldier=1, enemy=8),
    act(main, "unassign", "wrong_step", "MMK-197", {"action": "unassign", "step": "2b", "expect": "window"}, soldier=1),
    act(main, "confirm_plan", "wrong_step", "MMK-197", {"action": "confirm_plan", "step": "2b", "expect": "window"}),
    act(main, "defend", "wrong_step", "MMK-203", {"action": "defend", "step": "2b", "expect": "window"}, enemy=8, soldier=1),
    act(main, "decline_defence", "wrong_step", "MMK-203", {"action": "decline_defence", "step": "2b", "expect": "window"}, enemy=8),
    act(main, "assign_frenzy", "wrong_step", "MMK-143", {"action": "assign_frenzy", "step": "2b", "expect": "window"}, soldier=1, enemy=8),
    act(main, "skip_frenzy", "wrong_step", "MMK-143", {"action": "skip_frenzy", "step": "2b", "expect": "window"}, soldier=1),
    act(main, "time_up", "wrong_step", "MMK-R40", {}, by=None),
    act(main, "choose", "not_pending", "MMK-082", {"action": "choose", "step": "2b", "expect": "window"}, value=[]),
    act(main, "discard", "not_pending", "MMK-082", {"action": "discard", "step": "2b", "expect": "window"}, cards=["mina"]),
    act(clean_up, "declare_card", "not_pending", "MMK-082", {"action": "declare_card", "expect": "clean_up"}, cards=["mina"]),
    act(entries, "reveal_enemy", "not_pending", "MMK-082", {"due": "A", "value": "B"}, by=None, owner="B", card="e-guerrero"),
    act(assaulted, "decline_defence", "not_pending", "MMK-082", {"enemy": "e-guerrero", "value": 9}, enemy=9),
    act(
        main,
        "enter_roll",
        "wrong_step",
        "MMK-174",
        {"action": "enter_roll", "step": "2b", "expect": "window"},
        by=None,
        roll="initiative-A.0",
        value=3,
    ),
    act(
        initiative,
        "enter_roll",
        "bad_roll_value",
        "MMK-010",
        {"roll_id": "initiative-A.0", "value": 0, "die": {"roll": "initiative-A.0", "purpose": "initiative", "seat": "A"}},
        by=None,
        roll="initiative-A.0",
        value=0,
    ),
    act(
        initiative,
        "enter_roll",
        "unexpected_roll",
        "MMK-122",
        {
            "roll_id": "attack-1",
            "asked": ["initiative-A.0", "initiative-B.0"],
            "dice": [
                {"roll": "initiative-A.0", "purpose": "initiative", "seat": "A"},
                {"roll": "initiative-B.0", "purpose": "initiative", "seat": "B"},
            ],
        },
        by=None,
        roll="attack-1",
        value=3,
    ),
    # who
    act(main, "play_tactic", "not_active_player", "MMK-196", {"seat": "B", "expected": "A"}, by="B", card="cosecha", **PLAIN),
    act(plan, "confirm_plan", "not_active_player", "MMK-196", {"seat": "B", "expected": "A"}, by="B"),
    act(assaulted, "decline_defence", "not_active_player", "MMK-R23", {"seat": "B", "expected": "A"}, by="B", enemy=8),
    act(frenzied, "skip_frenzy", "not_active_player", "MMK-R48", {"seat": "B", "expected": "A"}, by="B", soldier=4),
    act(clean_up, "discard", "not_active_player", "MMK-218", {"seat": "B", "expected": "A"}, by="B", cards=["mina", "mina"]),
    act(fallen, "declare_card", "not_active_player", "MMK-R73", {"seat": "B", "expected": "A"}, by="B", cards=["mina"]),
    act(ordering, "choose", "not_active_player", "MMK-R64", {"seat": "B", "expected": "A"}, by="B", value=[]),
    act(
        lambda: assaulted(defend_others=False),
        "defend",
        "cannot_defend",
        "MMK-R23",
        {"seat": "B", "city": "A"},
        by="B",
        enemy=8,
        soldier=7,
    ),
    act(lambda: main().do("pass", "A"), "pass", "already_passed", "MMK-R63", {}),
    act(lambda: main().do("pass_round"), "pass_round", "already_passed", "MMK-R84", {}, by=None),
    act(clean_up, "pass_mains", "no_window", "MMK-R66", {"step": "4b", "expect": "cards"}, by=None),
    act(main, "ask_again", "not_passed", "MMK-R84", {}, by=None),
    act(kept, "keep_hand", "already_kept", "MMK-171", {"seat": "A"}),
    act(kept, "register_deck", "already_kept", "MMK-171", {"seat": "A"}, deck="demo"),
    act(
        plan,
        "assign",
        "not_controller",
        "MMK-125",
        {"permanent": 7, "card": "centinela", "seat": "A", "controller": "B"},
        soldier=7,
        enemy=8,
    ),
    act(
        lambda: Camp(A={"in_play": ["centinela"], "pool": RICH}, B={"in_play": ["lanza"]}),
        "equip",
        "not_controller",
        "MMK-026",
        {"permanent": 2, "card": "lanza", "seat": "A", "controller": "B"},
        weapon=2,
        soldier=1,
        dedicate=[],
    ),
    act(stacked, "play_tactic", "stack_not_empty", "MMK-077", {"top": 11, "waits": "cosecha"}, card="centinela", **PLAIN),
    act(stacked, "play_tactic", "stack_not_empty", "MMK-017", {"top": 11, "waits": "cosecha"}, card="cosecha", **PLAIN),
    act(stacked, "equip", "stack_not_empty", "MMK-242", {"top": 11, "waits": "cosecha"}, weapon=3, soldier=1, dedicate=[]),
    act(stacked, "play_resource", "stack_not_empty", "MMK-R58", {"top": 11, "waits": "cosecha"}, card="mina"),
    # cards and permanents
    act(poor, "play_tactic", "hand_empty", "MMK-079", {"seat": "A"}, card="cosecha", **PLAIN),
    act(poor, "play_resource", "hand_empty", "MMK-079", {"seat": "A"}, card="mina"),
    act(main, "play_tactic", "unknown_card", "MMK-R73", {"card": "nobody"}, card="nobody", **PLAIN),
    act(main, "play_tactic", "wrong_card_type", "MMK-076", {"card": "e-guerrero", "type": "enemigo"}, card="e-guerrero", **PLAIN),
    act(main, "play_tactic", "wrong_card_type", "MMK-032", {"card": "mina", "type": "recurso"}, card="mina", **PLAIN),
    act(fallen, "declare_card", "wrong_card_type", "MMK-014", {"card": "e-ariete", "type": "enemigo"}, cards=["e-ariete"]),
    act(plan, "assign", "wrong_card_type", "MMK-029", {"card": "racion", "type": "recurso"}, soldier=4, enemy=8),
    act(entries, "reveal_enemy", "wrong_card_type", "MMK-062", {"card": "mina", "type": "recurso"}, by=None, owner="A", card="mina"),
    act(main, "produce", "no_such_permanent", "MMK-251", {"id": GONE}, permanent=GONE),
    act(main, "play_ability", "no_such_ability", "MMK-104", {"ability": "shoot"}, permanent=1, ability="shoot", **PLAIN),
    act(main, "equip", "not_weapon", "MMK-026", {"card": "centinela"}, weapon=1, soldier=2, dedicate=[]),
    act(
        registered,
        "play_tactic",
        "copies_exceeded",
        "MMK-R70",
        {"card": "trampa", "listed": 1, "visible": 1},
        card="trampa",
        targets=[1],
        dedicate=[],
    ),
    act(
        lambda: main().do("play_resource", "A", card="mina"),
        "play_resource",
        "resource_already_played",
        "MMK-034",
        {"seat": "A"},
        card="mina",
    ),
    act(plan, "assign", "already_dedicated", "MMK-072", {"card": "hondero", "reason": "acts"}, soldier=5, enemy=8),
    act(
        main,
        "play_ability",
        "already_dedicated",
        "MMK-118",
        {"card": "hondero", "reason": "acts"},
        permanent=5,
        ability="shoot",
        targets=[8],
        dedicate=[],
    ),
    act(
        lambda: _busy(plan(dedicated_enemy_attackable=False)),
        "assign",
        "already_dedicated",
        "MMK-R88",
        {"card": "e-guerrero", "reason": "acts"},
        soldier=1,
        enemy=8,
    ),
    act(plan, "assign", "entered_this_round", "MMK-199", {"card": "vigia"}, soldier=6, enemy=8),
    act(frenzied, "assign_frenzy", "frenzy_used", "MMK-145", {"card": "lancero"}, soldier=2, enemy=5),
    act(frenzied, "skip_frenzy", "no_frenzy_success", "MMK-143", {"card": "centinela"}, soldier=3),
    act(
        lambda: main().change("lanza", attached_to=1),
        "equip",
        "already_attached",
        "MMK-R61",
        {"weapon": "lanza", "soldier": "centinela"},
        weapon=3,
        soldier=1,
        dedicate=[],
    ),
    act(plan, "unassign", "no_opponent_to_remove", "MMK-125", {"card": "centinela"}, soldier=1),
    act(lambda: opened(1, {"mulligan_floor": 7}), "mulligan", "mulligan_floor", "MMK-R69", {"mulligans": 0, "floor": 7}),
    # targets
    act(
        lambda: solo("centinela"), "play_tactic", "no_legal_target", "MMK-086", {"class": "enemy"}, card="trampa", targets=[1], dedicate=[]
    ),
    act(main, "play_tactic", "illegal_target", "MMK-084", {"needed": "enemy", "value": 1}, card="trampa", targets=[1], dedicate=[]),
    act(
        ready_slinger,
        "play_ability",
        "illegal_target",
        "MMK-R54",
        {"soldier": "hondero", "enemy": "e-ariete", "lacks": "dano_catastrofico"},
        **SHOT,
        targets=[9],
    ),
    act(ready_slinger, "play_ability", "illegal_target", "MMK-R54", {"needed": "enemy", "value": 1}, **SHOT, targets=[1]),
    act(main, "equip", "illegal_target", "MMK-026", {"needed": "own_ally", "value": 4}, weapon=3, soldier=4, dedicate=[]),
    act(main, "play_tactic", "illegal_target", "MMK-080", {"value": 0, "least": 1, "most": 1}, card="trampa", **PLAIN),
    act(twins, "play_tactic", "illegal_target", "MMK-R90", {}, card="bendicion", targets=[1, 1], dedicate=[]),
    act(plan, "assign", "illegal_target", "MMK-084", {"needed": "enemy"}, soldier=1, enemy=7),
    act(tower, "assign", "illegal_target", "MMK-R77", {"enemy": "e-torre"}, soldier=1, enemy=3),
    act(planned, "assign", "already_has_opponent", "MMK-126", {"card": "e-guerrero"}, soldier=2, enemy=8),
    act(
        plan,
        "assign",
        "invalid_opponent",
        "MMK-249",
        {"soldier": "centinela", "enemy": "e-ariete", "lacks": "dano_catastrofico"},
        soldier=1,
        enemy=9,
    ),
    act(
        plan,
        "assign",
        "invalid_opponent",
        "MMK-244",
        {"soldier": "centinela", "enemy": "e-elefante", "lacks": "coraje"},
        soldier=1,
        enemy=10,
    ),
    # defenders that cannot defend
    act(assaulted, "defend", "already_dedicated", "MMK-072", {"card": "hondero", "reason": "acts"}, enemy=8, soldier=5),
    act(assaulted, "defend", "wrong_card_type", "MMK-029", {"card": "racion", "type": "recurso"}, enemy=8, soldier=4),
    act(
        assaulted,
        "defend",
        "not_controller",
        "MMK-125",
        {"permanent": 7, "card": "centinela", "seat": "A", "controller": "B"},
        enemy=8,
        soldier=7,
    ),
    act(assaulted, "defend", "no_such_permanent", "MMK-251", {"id": GONE}, enemy=8, soldier=GONE),
    # paying
    act(two_rations, "play_tactic", "already_dedicated", "MMK-072", {}, card="centinela", targets=[], dedicate=[1, 1]),
    act(
        lambda: solo("mina", pool=Wealth()),
        "play_tactic",
        "cost_not_met",
        "MMK-065",
        {"card": "centinela", "cost": {"white": 1}, "paid": {"red": 1}, "available": 0, "missing": 1, "colour": "white"},
        card="centinela",
        targets=[],
        dedicate=[1],
    ),
    act(
        lambda: solo("mina", pool=Wealth()),
        "play_tactic",
        "cost_not_met",
        "MMK-225",
        {"card": "zapador", "cost": {"red": 1, "generic": 2}, "paid": {"red": 1}, "available": 1, "missing": 2},
        card="zapador",
        targets=[],
        dedicate=[1],
    ),
    act(
        lambda: solo(pool=Wealth(1, 1, 2)),
        "play_tactic",
        "cost_not_met",
        "MMK-R56",
        {"due": 1},
        card="aguador",
        targets=[],
        dedicate=[],
        spend={"white": 1, "red": 1},
    ),
    act(
        lambda: solo("racion", pool=Wealth(0, 1, 2)),
        "play_tactic",
        "cost_not_met",
        "MMK-065",
        {
            "card": "aguador",
            "cost": {"white": 2},
            "paid": {"white": 1, "red": 1, "blue": 2},
            "available": 1,
            "missing": 1,
            "colour": "white",
        },
        card="aguador",
        targets=[],
        dedicate=[1],
        spend={"white": 1},
    ),
    act(
        lambda: solo("racion", pool=Wealth(1, 1, 2)),
        "play_tactic",
        "cost_not_met",
        "MMK-065",
        {
            "card": "aguador",
            "cost": {"white": 2},
            "paid": {"white": 1, "red": 1, "blue": 2},
            "available": 1,
            "missing": 1,
            "colour": "white",
        },
        card="aguador",
        targets=[],
        dedicate=[],
        spend={"white": 1},
    ),
    act(
        lambda: solo("lanza", "herrero", pool=Wealth(0, 1, 0)),
        "equip",
        "cost_not_met",
        "MMK-065",
        {"card": "lanza", "cost": {"blue": 1}, "paid": {"red": 1}, "available": 0, "missing": 1, "colour": "blue"},
        weapon=1,
        soldier=2,
        dedicate=[],
        spend={"blue": 1},
    ),
    act(
        lambda: solo("hondero"),
        "play_ability",
        "cost_not_met",
        "MMK-R56",
        {"due": 0},
        permanent=1,
        ability="shoot",
        targets=[2],
        dedicate=[],
        spend={"red": 1},
        alone=False,
    ),
    act(main, "produce", "cannot_produce", "MMK-066", {"card": "centinela"}, permanent=1),
    # what is asked for
    act(ordering, "choose", "bad_choice", "MMK-082", {}, value=[triggers()[0]]),
    act(clean_up, "discard", "wrong_discard_count", "MMK-218", {"owed": 2, "given": 1}, cards=["mina"]),
    act(fallen, "declare_card", "wrong_discard_count", "MMK-188", {"owed": 1, "given": 2}, cards=["mina", "mina"]),
    # what the table decides
    act(
        main,
        "ruling",
        "bad_ruling",
        "MMK-R75",
        {"place": 1, "op": "damage", "reason": "no_such_permanent"},
        by=None,
        alone=False,
        **{**NOTE, "ops": [{"op": "damage", "target": GONE}]},
    ),
    act(
        main,
        "ruling",
        "illegal_target",
        "MMK-026",
        {"card": "lanza", "target": "e-guerrero"},
        by=None,
        alone=False,
        **{**NOTE, "ops": [{"op": "attach", "card": 3, "target": 8}]},
    ),
    act(main, "ruling", "bad_ruling", "MMK-R103", {}, by=None, **{**NOTE, "reason": ""}),
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
    act(typed, "add_card", "too_many_typed", "MMK-R73", {"number": 200}, by=None, id="pozo", type="tefila", **BLANK),
    act(main, "add_card", "card_known", "MMK-005", {"card": "mina"}, by=None, id="mina", type="tefila", **BLANK),
    # broken invariants
    broken("inv_agenda", "MMK-172", {"step": "round"}, lambda state: replace(state, agenda=(*state.agenda, Round("2b")))),
    broken("inv_tactics", "MMK-148", {"seat": "A", "sum": 61, "due": 60}, lambda state: with_player(state, hand=6)),
    broken("inv_enemies", "MMK-148", {"seat": "A", "sum": 16, "due": 15}, lambda state: with_player(state, enemy_city=13)),
    broken("inv_pairs", "MMK-126", {}, lambda state: with_permanent(state, 0, opponent=8)),
    broken("inv_ids", "MMK-251", {}, lambda state: replace(state, next_id=3)),
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
        {},
        lambda state: with_player(state, guenizah=(*state.players[0].guenizah[8:], *(Lying("escudo", "A", "battle"),) * 8)),
    ),
    broken("inv_seats", "MMK-155", {}, lambda state: replace(state, order=("A", "A"))),
)


def _without(card: str) -> Any:
    """The demo deck without a card."""
    deck = starter("mamlejet").extras["decks"]["demo"]
    return replace(deck, tactics={name: n for name, n in deck.tactics.items() if name != card})


def _busy(camp: Camp) -> Camp:
    """The warrior has acted."""
    return camp.change("e-guerrero", dedicated="acts")
