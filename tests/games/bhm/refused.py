"""Every refusal of the ledger's table at work, and every fault of a position.

Source: docs/inside/rules/bhm.md#actions, #invariants.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tapete.core import position as positions
from tapete.core.refusals import Refusal
from tapete.core.seats import SEATS
from tapete.games import bhm
from tapete.games.bhm.beings import Attr, Being
from tapete.games.bhm.deck import DECK
from tapete.games.bhm.state import Options, State, Terror
from tests.contract.refused import Refused, case, illegal
from tests.contract.starter_cards import starter
from tests.games.bhm.scenario import Desk, with_effects

Make = Callable[[], Desk]


def act(desk: Make, what: str, code: str, clause: str, params: dict[str, Any], *, alone: bool = True, **arguments: Any) -> Refused:
    seat = arguments.pop("seat", "A")
    return case(what, code, clause, params, lambda: desk().refused(what, seat, **arguments), alone=alone)


def deck(code: str, clause: str, params: dict[str, Any], **copies: int) -> Refused:
    """The demonstration deck with other numbers of some cards."""
    catalogue = starter("bhm")
    demo = catalogue.extras["decks"]["demo_40"]
    return case(
        "deck", code, clause, params, lambda: DECK.faults(catalogue, {**demo.cards, **demo.summons, **copies}, Options()), alone=False
    )


def broken(code: str, clause: str, make: Callable[[State], State], **params: Any) -> Refused:
    """A position that cannot be: a table with a change."""

    def faults() -> tuple[Refusal, ...]:
        at = table()
        return at.rules.faults(make(at.state))

    return case("position", code, clause, params, faults, alone=False)


def with_player(state: State, **changes: Any) -> State:
    return replace(state, players=(replace(state.players[0], **changes), *state.players[1:]))


def with_being(state: State, **changes: Any) -> State:
    first, *rest = state.players[0].field
    assert isinstance(first, Being)
    return with_player(state, field=(replace(first, **changes), *rest))


# ---- tables at each step


def table(**options: Any) -> Desk:
    """A's strategy phase: beings are numbered in order, A's 1..4, B's from 5 on."""
    a = {"field": ("moss_bear", "bell_summoner", "silent_orbit", "tide_scribe")}
    b = {"field": ("reed_archer", "veil_stalker", ("puddle_frog", {"stone": True}), "iron_cantor")}
    return Desk(a, b, options=options)


def poor() -> Desk:
    return Desk({"hand": 0, "counter": 3, "summons": 0}, {})


def replacing() -> Desk:
    return Desk({"territories": ("fog_fen", "fog_fen")}, {}, options={"third_territory": "replace"})


def combat() -> Desk:
    return table().do("end_phase")


def fighting() -> Desk:
    return combat().hit("moss_bear", "reed_archer").do("resolve_combat")


def window(**players: Any) -> Desk:
    return Desk({"counter": 6}, {"counter": 3, **players}, windows=True).call("moss_bear")


def terror() -> Desk:
    return Desk({}, {"field": ("moss_bear", "veil_stalker", "silent_orbit")}, windows=False).call("howl_hound")


def before() -> Desk:
    desk = Desk({}, {})
    desk.state = desk.rules.start(SEATS[:2])
    return desk


def ready() -> Desk:
    return before().do("setup_player", "A", deck_size=40, summons=0).do("setup_player", "B", deck_size=40, summons=0)


def dice() -> Desk:
    return ready().do("exchange", "A", n=0).do("exchange", "B", n=0)


def over() -> Desk:
    return table().do("concede", "B")


def three() -> Desk:
    return Desk({}, {}, {}).do("concede", "C")


def returning(**more: Any) -> Desk:
    return Desk({"deserters": ("moss_bear",), **more}, {"deserters": ("reed_archer",)}, phase="return")


def wisp() -> Desk:
    """A summon of rank 0 is in the catalogue."""
    return table().do("add_card", None, id="wisp", kind="summon", rank=0, salud=10)


def opening() -> Desk:
    return Desk({"deserters": ("moss_bear",)}, {}, phase="initial")


def later() -> Desk:
    """The second strategy phase where a house rule keeps it to calls and strategies."""
    return Desk({"field": ("bell_summoner",)}, {}, phase="strategy_2", options={"second_strategy": "calls_and_strategies"})


def fed() -> Desk:
    desk = table().power("bell_summoner", "spark").power("tide_scribe", "spark")
    return desk.do("assign_summon_points", summoner=2, power=desk.player("A").powers[0].seq)


def fed_power() -> int:
    return fed().player("A").powers[0].seq


def cancelled() -> Desk:
    desk = Desk({"field": ("bell_summoner",)}, {}, windows=True)
    return desk.power("bell_summoner", "spark").rule({"op": "cancel_top"})


def called_late() -> Desk:
    return Desk({"field": ("tide_scribe",)}, {}).power("tide_scribe", "spark").call("bell_summoner")


def crowded() -> Desk:
    return Desk({"field": ("puddle_frog",) * 10}, {})


def asleep() -> Desk:
    """A being that survives POD 0."""
    desk = Desk({}, {})
    desk.do("add_card", None, id="frog", kind="being", rank=1, pod=10, salud=10, traits=["survives_pod"])
    desk.call("frog")
    return desk.rule({"op": "damage", "iid": desk.iid("frog"), "attr": "pod", "amount": 10})


def fled_now() -> Desk:
    """A's bear has fled in this very turn, while another deserter returns."""
    desk = Desk({"deserters": ("moss_bear",)}, {"deserters": ("reed_archer",)}, phase="return")
    bear = replace(desk.player("A").deserters[0], fled_turn=5)
    desk.state = with_player(desk.state, deserters=(bear,))
    return desk


def second_summoner() -> Desk:
    """Two summoners; the first has taken the power of the third being."""
    desk = Desk({"field": ("bell_summoner", "bell_summoner", "tide_scribe")}, {}).power("tide_scribe", "spark")
    return desk.do("assign_summon_points", summoner=1, power=4)


def attacked() -> Desk:
    desk = Desk({"field": ("bell_summoner",)}, {"field": ("moss_bear",)}, phase="combat").hit("bell_summoner", "moss_bear")
    return desk.fight()


def summoned() -> Desk:
    desk = Desk({"field": ("bell_summoner",)}, {"field": ("moss_bear",)}).power("bell_summoner", "tidal_lash", None)
    desk.do("assign_summon_points", summoner=1, power=desk.player("A").powers[0].seq)
    return desk.do("summon", card="salt_sprite", slot=9, sources=[1]).do("end_phase")


def unhurt() -> Desk:
    """B has a being without Salud."""
    desk = Desk({"field": ("moss_bear",)}, {})
    desk.do("add_card", None, id="moss", kind="being", rank=0, pod=10)
    desk.rule({"op": "move_card", "origin": {"seat": "B", "zone": "hand"}, "what": "moss", "to": {"seat": "B", "zone": "field"}, "slot": 0})
    return desk.do("end_phase")


def too_many() -> Desk:
    """A discard is due, and the deck is empty."""
    return Desk({"hand": 9, "deck": 0}, {}, phase="strategy_2").do("end_phase")


def frozen() -> Desk:
    return Desk({"field": (("bell_summoner", {"frozen": True}),)}, {"field": ("moss_bear",)})


def typed() -> Desk:
    desk = table()
    cards = {f"t{n}": replace(starter("bhm").cards["spark"], id=f"t{n}") for n in range(200)}
    desk.state = replace(desk.state, typed_cards=cards)
    return desk


TURN: dict[str, Any] = {"phase": "strategy_1", "step": "strategy"}
FIGHT: dict[str, Any] = {"phase": "combat", "step": "declaring"}
OPEN: dict[str, Any] = {"phase": "initial", "step": "initial"}
LATER: dict[str, Any] = {"phase": "strategy_2", "step": "strategy"}
NOTE: dict[str, Any] = {"ops": [{"op": "note", "text": "x"}]}
CALL: dict[str, Any] = {"card": "puddle_frog", "slot": 9}

CASES: tuple[Refused, ...] = (
    # the match, its seats, cards and house rules
    act(over, "end_phase", "game_over", "BHM-029", {"result": "A"}),
    act(three, "declare_effect", "seat_out", "BHM-R110", {"seat": "C"}, seat="C", source=1, activates=False, targeted=False, **NOTE),
    act(three, "concede", "seat_out", "BHM-R110", {"seat": "C"}, seat="C"),
    act(table, "concede", "unknown_seat", "BHM-R01", {"seat": "D"}, seat="D"),
    case("seats", "bad_seats", "BHM-R01", {"seats": ["A"]}, illegal(lambda: table().rules.start(("A",)))),
    case("options", "unknown_option", "BHM-R01", {"key": "x"}, illegal(lambda: bhm.rules({"x": 1}, starter("bhm")))),
    case(
        "options",
        "bad_option",
        "BHM-R01",
        {"key": "starting_counter", "value": 11, "allowed": [0, 10]},
        illegal(lambda: bhm.rules({"starting_counter": 11}, starter("bhm"))),
    ),
    case(
        "position",
        "bad_position",
        "BHM-R107",
        {"broken": ["inv_counter"]},
        illegal(lambda: positions.load(table().rules, positions.dump(table().rules, with_player(table().state, counter=40)))),
        alone=False,
    ),
    act(table, "ruling", "reason_missing", "BHM-R105", {}, seat=None, reason="", **NOTE),
    act(
        table,
        "ruling",
        "bad_operation",
        "BHM-R105",
        {"index": 1, "op": "kill", "problem": "bad_target"},
        seat=None,
        reason="x",
        ops=[{"op": "kill", "iid": 99}],
    ),
    act(typed, "add_card", "too_many_typed", "BHM-R106", {"number": 200}, seat=None, id="x", kind="power", rank=1),
    act(table, "add_card", "card_known", "BHM-R106", {"card": "spark"}, seat=None, id="spark", kind="power", rank=1),
    act(table, "add_card", "no_figure", "BHM-080", {"value": 5}, seat=None, id="x", kind="strategy", rank=1, pod=5),
    # which step it is
    act(table, "draw_mandatory", "wrong_phase", "BHM-011", {**TURN, "allowed": ["initial"]}),
    act(combat, "call_being", "wrong_phase", "BHM-017", {**FIGHT, "allowed": ["strategy"]}, **CALL),
    act(lambda: opening(), "return_deserter", "wrong_phase", "BHM-012", {**OPEN, "allowed": ["initial"]}, iid=1, slot=5),
    act(lambda: later(), "play_power", "wrong_phase", "BHM-013", {**LATER, "allowed": ["strategy"]}, executor=1, card="spark", targets=[]),
    act(combat, "end_phase", "wrong_phase", "BHM-010", {**FIGHT, "allowed": ["strategy"]}),
    act(combat, "discard", "wrong_phase", "BHM-123", {**FIGHT, "allowed": ["final"]}, cards=[]),
    act(combat, "draw_optional", "wrong_phase", "BHM-026", {**FIGHT, "allowed": ["final"]}, take=True),
    act(combat, "resolve_next_attack", "wrong_phase", "BHM-020", {**FIGHT, "allowed": ["fighting"]}),
    act(table, "resolve_combat", "wrong_phase", "BHM-020", {**TURN, "allowed": ["declaring"]}),
    act(combat, "choose_terror", "wrong_phase", "BHM-R112", {**FIGHT, "allowed": ["terror"]}, source=1, target=None),
    act(table, "end_phase", "not_active", "BHM-010", {"active": "A"}, seat="B"),
    act(window, "end_phase", "stack_not_empty", "BHM-157", {"top": "call"}),
    act(table, "no_reaction", "no_window", "BHM-R113", {}),
    act(lambda: Desk({}, {}, windows=True), "pass_all", "no_window", "BHM-156", {}, seat=None),
    act(window, "no_reaction", "not_your_answer", "BHM-R111", {"first": "B"}),
    act(terror, "end_phase", "choice_owed", "BHM-R112", {"seat": "A", "source": 5}),
    # cards, beings, spaces
    act(table, "call_being", "no_such_card", "BHM-R107", {"ref": "nobody"}, card="nobody", slot=9),
    act(
        table,
        "play_strategy",
        "wrong_kind",
        "BHM-080",
        {"card": "spark", "kind": "power", "expected": ["strategy"]},
        card="spark",
        targets=[],
    ),
    act(
        combat,
        "declare_physical",
        "wrong_kind",
        "BHM-R54",
        {"card": "silent_orbit", "kind": "entity", "expected": ["being", "special", "summon"]},
        attacker=3,
        target=5,
        alone=False,
    ),
    act(table, "call_being", "not_a_being", "BHM-018", {"card": "spark", "kind": "power"}, card="spark", slot=9),
    act(table, "play_power", "not_controller", "BHM-R74", {"iid": 5, "controller": "B"}, executor=5, card="spark", targets=[]),
    act(poor, "call_being", "hand_empty", "BHM-018", {"seat": "A"}, **CALL),
    act(table, "call_being", "slot_taken", "BHM-119", {"slot": 0}, card="puddle_frog", slot=0),
    act(crowded, "call_being", "field_full", "BHM-119", {"seat": "A"}, alone=False, **CALL),
    act(combat, "declare_physical", "invisible", "BHM-142", {"iid": 6}, attacker=1, target=6),
    act(combat, "declare_physical", "bad_target", "BHM-R33", {"target": 99}, attacker=1, target=99),
    act(terror, "choose_terror", "bad_target", "BHM-R67", {"target": 3}, source=5, target=3),
    act(table, "play_strategy", "bad_target", "BHM-R108", {"value": 0, "most": 1}, card="undermine", targets=[]),
    # setup
    act(before, "setup_player", "bad_deck_size", "BHM-149", {"size": 39, "min": 40, "max": 65}, deck_size=39, summons=0),
    act(before, "setup_player", "too_many_summons", "BHM-110", {"n": 11, "max": 10}, deck_size=40, summons=11),
    act(
        lambda: before().do("setup_player", "A", deck_size=40, summons=0),
        "setup_player",
        "already_set_up",
        "BHM-001",
        {"seat": "A"},
        deck_size=40,
        summons=0,
    ),
    act(ready, "exchange", "bad_exchange", "BHM-007", {"n": 6, "max": 5}, n=6),
    act(dice, "exchange", "exchange_used", "BHM-007", {"seat": "A"}, n=1),
    act(table, "exchange", "not_setup", "BHM-007", {"phase": "strategy_1"}, n=1),
    act(dice, "enter_roll", "unexpected_roll", "CORE", {"value": "nobody"}, seat=None, roll="nobody", value=3),
    # the turn
    act(poor, "instant_call", "hand_empty", "BHM-018", {"seat": "A"}, grant=None, alone=False, **CALL),
    act(
        lambda: Desk({"hand": 9}, {}, phase="strategy_2").do("end_phase"),
        "discard",
        "wrong_number",
        "BHM-123",
        {"due": 2, "given": 0},
        cards=[],
    ),
    act(lambda: fled_now(), "return_deserter", "not_returning", "BHM-012", {"iid": 1, "fled_turn": 5}, iid=1, slot=5),
    act(lambda: returning(), "return_deserter", "not_your_answer", "BHM-012", {"first": "A"}, seat="B", iid=2, slot=5),
    act(lambda: returning(field=("puddle_frog",) * 10), "return_deserter", "no_space", "BHM-R12", {"iid": 11}, iid=11, slot=5, alone=False),
    act(lambda: too_many(), "draw_optional", "hand_full", "BHM-122", {"hand": 9, "limit": 7}, take=True, alone=False),
    act(lambda: too_many(), "draw_optional", "deck_empty", "BHM-R30", {"seat": "A"}, take=True, alone=False),
    # calls and summons
    act(
        lambda: Desk({"counter": 3}, {}),
        "call_being",
        "rank_over_counter",
        "BHM-036",
        {"rank": 4, "counter": 3},
        card="moss_bear",
        slot=0,
        alone=False,
    ),
    act(
        lambda: Desk({"counter": 3, "call_spent": 2}, {}),
        "call_being",
        "budget_exceeded",
        "BHM-038",
        {"rank": 2, "counter": 3, "spent": 2, "left": 1},
        card="reed_archer",
        slot=0,
    ),
    act(table, "instant_call", "no_grant", "BHM-R27", {"card": "puddle_frog"}, grant=None, **CALL),
    act(table, "instant_call", "no_grant", "BHM-R27", {"grant": 0}, grant=0, **CALL),
    act(table, "assign_summon_points", "not_a_summoner", "BHM-113", {"iid": 1}, summoner=1, power=1),
    act(fed, "assign_summon_points", "already_fed", "BHM-115", {"iid": 2}, summoner=2, power=fed().player("A").powers[1].seq),
    act(lambda: second_summoner(), "assign_summon_points", "power_already_assigned", "BHM-R80", {"power": 4}, summoner=2, power=4),
    act(table, "assign_summon_points", "power_not_this_turn", "BHM-R80", {"power": 77}, summoner=2, power=77),
    act(cancelled, "assign_summon_points", "power_cancelled", "BHM-R80", {"power": 2}, summoner=1, power=2),
    act(called_late, "assign_summon_points", "summoner_came_later", "BHM-R80", {"power": 2, "iid": 4}, summoner=4, power=2),
    act(fed, "summon", "points_short", "BHM-114", {"needed": 8, "points": 5}, card="storm_heron", slot=9, sources=[2]),
    act(wisp, "summon", "points_short", "BHM-113", {"iid": 2}, card="wisp", slot=9, sources=[2]),
    act(lambda: attacked(), "summon", "source_attacked", "BHM-R82", {"iid": 1}, card="salt_sprite", slot=9, sources=[1], alone=False),
    act(poor, "summon", "summon_zone_empty", "BHM-110", {"seat": "A"}, card="salt_sprite", slot=9, sources=[], alone=False),
    # strategies, powers, objects, territories
    act(
        lambda: table().do("play_strategy", card="rally_call", targets=["A"]),
        "play_strategy",
        "strategy_slot_used",
        "BHM-099",
        {"phase": "strategy_1"},
        card="rally_call",
        targets=["A"],
    ),
    act(
        lambda: Desk({"counter": 5, "strategy_sum": 4}, {}, options={"strategy_pool": "per_turn_sum"}),
        "play_strategy",
        "strategy_pool_exceeded",
        "BHM-R24",
        {"rank": 2, "sum": 6, "counter": 5},
        card="rally_call",
        targets=["A"],
    ),
    act(
        window,
        "play_reaction",
        "not_a_reaction",
        "BHM-156",
        {"card": "rally_call"},
        seat="B",
        card="rally_call",
        targets=["B"],
        executor=None,
    ),
    act(table, "play_power", "rank_over_being", "BHM-089", {"rank": 4, "being_rank": 3}, executor=4, card="slow_frost", targets=[None]),
    act(
        lambda: table().power("tide_scribe", "tidal_lash", None),
        "play_power",
        "power_capacity",
        "BHM-090",
        {"used": 3, "rank": 1, "being_rank": 3},
        executor=4,
        card="spark",
        targets=[],
    ),
    act(table, "equip_object", "bad_bearer", "BHM-R54", {"iid": 3}, being=3, card="tin_buckler"),
    act(table, "equip_object", "bad_bearer", "BHM-R76", {"iid": 7}, being=7, card="tin_buckler"),
    act(
        lambda: Desk({"field": (("tide_scribe", {"objects": ("oak_lance",)}),)}, {}),
        "equip_object",
        "object_capacity",
        "BHM-097",
        {"used": 3, "rank": 1, "being_rank": 3},
        being=1,
        card="tin_buckler",
    ),
    act(
        lambda: Desk({"field": (("bell_summoner", {"pod": 10}),)}, {}),
        "play_power",
        "pod_short",
        "BHM-069",
        {"cost": 20, "pod": 10},
        executor=1,
        card="spark",
        targets=[],
    ),
    act(table, "play_power", "no_pod", "BHM-R44", {"iid": 1}, executor=1, card="spark", targets=[]),
    act(table, "play_power", "bad_executor", "BHM-R74", {"iid": 3}, executor=3, card="spark", targets=[]),
    act(
        lambda: Desk({"territories": ("fog_fen", "fog_fen")}, {}),
        "play_territory",
        "territory_limit",
        "BHM-085",
        {"count": 2, "max": 2},
        card="fog_fen",
        destroy=None,
        replace=None,
    ),
    act(
        lambda: Desk({}, {"territories": ("fog_fen",)}),
        "play_territory",
        "must_choose",
        "BHM-R69",
        {"choices": [["B", 0]]},
        card="fog_fen",
        destroy=None,
        replace=None,
    ),
    act(
        lambda: window(counter=9, field=("reed_archer",)),
        "play_reaction",
        "bad_executor",
        "BHM-156",
        {"iid": 1},
        seat="B",
        card="sudden_hush",
        targets=["top"],
        executor=1,
    ),
    act(replacing, "play_territory", "must_choose", "BHM-R70", {}, card="fog_fen", destroy=None, replace=None),
    act(lambda: Desk({}, {}), "play_territory", "bad_target", "BHM-R70", {"target": 0}, card="fog_fen", destroy=None, replace=0),
    act(
        lambda: Desk({}, {"territories": ("granite_keep",)}),
        "play_territory",
        "indestructible",
        "BHM-084",
        {"seat": "B", "index": 0},
        card="fog_fen",
        destroy={"seat": "B", "index": 0},
        replace=None,
    ),
    act(table, "reattach_object", "no_such_card", "BHM-R107", {"ref": 0}, slot=0, index=0, being=1),
    # combat
    act(combat, "declare_physical", "no_fue", "BHM-020", {"iid": 4}, attacker=4, target=5),
    act(lambda: unhurt(), "declare_physical", "no_salud", "BHM-103", {"iid": 2}, attacker=1, target=2),
    act(combat, "declare_physical", "petrified", "BHM-128", {"iid": 7}, attacker=1, target=7),
    act(combat, "declare_physical", "not_enemy", "BHM-R33", {"iid": 2}, attacker=1, target=2),
    act(lambda: combat().hit("moss_bear", "reed_archer"), "declare_physical", "attack_used", "BHM-R31", {"iid": 1}, attacker=1, target=5),
    act(lambda: summoned(), "declare_physical", "summoned_this_turn", "BHM-116", {"iid": 1}, attacker=1, target=2),
    act(fighting, "declare_physical", "declarations_closed", "BHM-R36", {}, attacker=2, target=5),
    act(combat, "declare_power", "no_power_condition", "BHM-050", {"iid": 2}, attacker=2, target=5, pod=5),
    act(combat, "declare_power", "no_pod", "BHM-104", {"iid": 1}, attacker=1, target=5, pod=5, alone=False),
    act(combat, "declare_power", "bad_amount", "BHM-054", {"pod": 250, "given": 251}, attacker=4, target=5, pod=251),
    act(lambda: frozen().do("end_phase"), "declare_physical", "frozen", "BHM-129", {"iid": 1}, attacker=1, target=2),
    act(asleep, "declare_effect", "abilities_inactive", "BHM-060", {"iid": 2}, source=2, activates=True, targeted=False, **NOTE),
    act(
        lambda: with_effects({"field": ("herald",)}, {}),
        "use_effect",
        "entered_earlier",
        "BHM-R105",
        {"card": "herald"},
        source=1,
        effect_index=0,
        target="B",
    ),
    act(table, "judge_conflict", "no_such_card", "BHM-R107", {"ref": 777}, seat=None, first=777, second=1),
    # what is no deck
    deck("too_many_copies", "BHM-150", {"card": "moss_bear", "number": 3, "most": 2}, moss_bear=3),
    deck("deck_size", "BHM-149", {"number": 39, "least": 40, "most": 65}, ember_goat=2),
    deck("summons_size", "BHM-110", {"number": 11, "most": 10}, salt_sprite=9),
    deck("unknown_card", "BHM-R94", {"card": "nobody"}, nobody=1),
    # broken invariants
    broken("inv_agenda", "BHM-010", lambda state: replace(state, turn=0), step="strategy"),
    broken("inv_agenda", "BHM-010", lambda state: replace(state, agenda=(Terror("A", 1), *state.agenda)), step="terror"),
    broken("inv_card", "BHM-R106", lambda state: with_player(state, dead=("salt_sprite",)), card="salt_sprite"),
    broken("inv_counts", "BHM-R91", lambda state: with_player(state, hand=1), seat="A", have=25, due=30),
    broken("inv_summons", "BHM-R83", lambda state: with_player(state, summons=9), seat="A", have=9, due=3),
    broken("inv_counter", "BHM-029", lambda state: with_player(state, counter=32), seat="A", counter=32),
    broken("inv_attr", "BHM-R18", lambda state: with_being(state, fue=Attr(320, 400, 320)), card="moss_bear"),
    broken("inv_zero", "BHM-R47", lambda state: with_being(state, salud=Attr(300, 300, 0)), card="moss_bear"),
    broken("inv_instances", "BHM-102", lambda state: with_being(state, iid=999)),
    broken("inv_attacks", "BHM-R31", lambda state: with_being(state, physical_used=True, power_used=True), card="moss_bear"),
    broken("inv_turn", "BHM-R98", lambda state: with_player(state, call_spent=40), seat="A"),
    broken("inv_being", "BHM-R98", lambda state: with_being(state, fed=True), card="moss_bear"),
    broken("inv_out", "BHM-R110", lambda state: with_player(state, alive=False), seat="A"),
)
