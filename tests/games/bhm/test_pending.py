"""What happens between announcing and resolving: targets that leave, spaces kept, players who give up, two phones at one instant."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.position import dump
from tapete.core.refusals import Illegal, Stale
from tapete.core.seats import SEATS
from tapete.games.bhm.beings import Being
from tapete.games.bhm.state import Player, Window
from tapete.table import Table
from tests.games.bhm.scenario import Desk

REACTION: dict[str, Any] = {"card": "sudden_hush", "targets": ["top"], "executor": None}


def at_table(desk: Desk) -> Table:
    """The same match on a table that pages and panels would use; it asks everybody."""
    begun = Table.begin(None, desk.rules, desk.state.seats, position=dump(desk.rules, desk.state))
    begun.passes_by_itself = False
    return begun


def card_of(space: Any) -> str | None:
    return space.card if isinstance(space, Being) else None


# ---- two phones at one instant


@pytest.mark.clause("BHM-156", "BHM-R111")
@pytest.mark.parametrize("order", ["BC", "CB"])
def test_two_who_speak_at_once_are_heard_in_turn_order(order: str) -> None:
    """Both saw the same picture; whatever arrives first, the first in turn order is the one who answers."""
    table = at_table(Desk({"counter": 12}, {"counter": 9}, {"counter": 9}, windows=True))
    table.submit({"action": "call_being", "seat": "A", "card": "moss_bear", "slot": 0}, "A", 0)
    heard, refused = [], {}
    for seat in order:
        try:
            table.submit({"action": "play_reaction", "seat": seat, **REACTION}, seat, 1)  # type: ignore[arg-type]  # letters of seats
            heard.append(seat)
        except Stale:
            refused[seat] = "stale"
        except Illegal as illegal:
            refused[seat] = illegal.refusals[0].code
    assert heard == ["B"]
    assert refused == {"C": "stale" if order == "BC" else "not_your_answer"}
    windows = [step for step in table.state.agenda if isinstance(step, Window)]
    assert [window.seat for window in windows] == ["A", "B"]
    assert [window.waiting for window in windows] == [("B", "C", "A"), ("C", "A", "B")]


@pytest.mark.clause("BHM-R111")
def test_the_same_pass_from_page_and_panel_counts_once() -> None:
    table = at_table(Desk({"counter": 12}, {"counter": 9}, windows=True))
    table.submit({"action": "call_being", "seat": "A", "card": "moss_bear", "slot": 0}, "A")
    table.submit({"action": "no_reaction", "seat": "B"}, "B", 1)
    with pytest.raises(Stale):
        table.submit({"action": "no_reaction", "seat": "B"}, "B", 1)
    with pytest.raises(Illegal, match="not_your_answer"):
        table.submit({"action": "no_reaction", "seat": "B"}, "B")
    assert table.awaiting()[0].seat == "A"


def test_a_page_that_is_behind_equips_nobody() -> None:
    """Two pages of one seat: the second order was given before the first was seen."""
    table = at_table(Desk({"counter": 12, "field": ("moss_bear",)}, {}))
    bear = table.state.players[0].field[0].iid
    order = {"action": "equip_object", "seat": "A", "card": "oak_lance", "being": bear}
    table.submit(order, "A", 0)
    before = table.state
    with pytest.raises(Stale):
        table.submit(order, "A", 0)
    assert table.state is before


# ---- targets that have left


@pytest.mark.clause("BHM-R89", "BHM-R107")
def test_a_territory_is_aimed_at_by_itself_and_not_by_its_place() -> None:
    """While A's territory waits, B's first territory is destroyed: B's second one has moved up, and is not hit in its stead."""
    desk = Desk({"counter": 12}, {"counter": 9, "territories": ("fog_fen", "wind_terrace")}, windows=True)
    desk.do("play_territory", card="fog_fen", destroy={"seat": "B", "index": 0}, replace=None)
    desk.rule({"op": "destroy_territory", "seat": "B", "index": 0})
    assert [held.card for held in desk.player("B").territories] == ["wind_terrace"]
    desk.passed()
    assert [held.card for held in desk.player("B").territories] == ["wind_terrace"]
    assert [held.card for held in desk.player("A").territories] == ["fog_fen"]
    assert [(event.reason, event.clause) for event in desk.told("no_effect")] == [("gone", "BHM-R107")]
    assert desk.counters == (12, 10)


@pytest.mark.clause("BHM-087", "BHM-R89")
def test_a_territory_that_moved_up_is_still_the_one_aimed_at() -> None:
    desk = Desk({"counter": 12}, {"counter": 9, "territories": ("fog_fen", "wind_terrace")}, windows=True)
    desk.do("play_strategy", card="undermine", targets=[{"seat": "B", "index": 1}])
    desk.rule({"op": "destroy_territory", "seat": "B", "index": 0})
    desk.passed()
    assert desk.player("B").territories == ()
    assert desk.player("B").dead == ("fog_fen", "wind_terrace")
    assert desk.counters == (12, 11)


@pytest.mark.clause("BHM-155", "BHM-R89", "BHM-R107")
@pytest.mark.parametrize(("aimed", "left", "told"), [(1, (), []), (0, ("wind_terrace",), [("gone", "BHM-R107")])])
def test_an_ability_strikes_the_territory_that_it_was_aimed_at(aimed: int, left: tuple[str, ...], told: list[Any]) -> None:
    """While it waits, B's first territory is destroyed by other means: the second one, which moves up, is hit only if it was meant."""
    desk = Desk({"field": ("moss_bear",)}, {"counter": 9, "territories": ("fog_fen", "wind_terrace")}, windows=True)
    ops = [{"op": "destroy_territory", "seat": "B", "index": aimed}]
    desk.do("declare_effect", source=desk.iid("moss_bear"), activates=True, targeted=True, ops=ops)
    desk.rule({"op": "destroy_territory", "seat": "B", "index": 0})
    desk.passed()
    assert tuple(held.card for held in desk.player("B").territories) == left
    assert [(event.reason, event.clause) for event in desk.told("no_effect")] == told
    assert desk.counters == (10, 11 - len(left))


@pytest.mark.clause("BHM-155", "BHM-R105")
def test_an_ability_destroys_both_territories_that_it_names() -> None:
    desk = Desk({"field": ("moss_bear",)}, {"counter": 9, "territories": ("fog_fen", "wind_terrace")}, windows=True)
    ops = [{"op": "destroy_territory", "seat": "B", "index": index} for index in (0, 1)]
    desk.do("declare_effect", source=desk.iid("moss_bear"), activates=True, targeted=True, ops=ops).passed()
    assert desk.player("B").territories == ()
    assert desk.told("no_effect") == []
    assert desk.counters == (10, 11)


@pytest.mark.clause("BHM-R37", "BHM-R89")
def test_an_attack_on_what_has_left_is_lost_and_used() -> None:
    desk = Desk({"field": ("moss_bear",)}, {"field": ("reed_archer",)}, phase="combat", windows=True)
    desk.hit("moss_bear", "reed_archer")
    desk.rule({"op": "kill", "iid": desk.iid("reed_archer")})
    desk.passed()
    assert [(event.card, event.reason) for event in desk.told("attack_lost")] == [("moss_bear", "gone")]
    assert desk.being("moss_bear").physical_used
    assert "attack_used" in desk.codes("declare_physical", attacker=desk.iid("moss_bear"), target=desk.iid("moss_bear"))


@pytest.mark.clause("BHM-R89", "BHM-R107")
def test_a_power_whose_target_has_left_is_paid_for_and_does_nothing() -> None:
    desk = Desk({"field": ("bell_summoner",)}, {"field": ("reed_archer",)}, windows=True)
    archer = desk.iid("reed_archer")
    desk.power("bell_summoner", "tidal_lash", archer)
    desk.rule({"op": "move_card", "origin": {"seat": "B", "zone": "field"}, "what": archer, "to": {"seat": "B", "zone": "hand"}})
    desk.passed()
    assert desk.now("bell_summoner", "pod") == 240
    assert [event.reason for event in desk.told("no_effect")] == ["gone"]
    assert desk.counters == (10, 10)


@pytest.mark.clause("BHM-R89")
def test_an_object_whose_bearer_has_left_goes_to_the_dead_zone() -> None:
    desk = Desk({"field": ("moss_bear",)}, {}, windows=True)
    desk.do("equip_object", card="oak_lance", being=desk.iid("moss_bear"))
    desk.rule({"op": "force_flee", "iid": desk.iid("moss_bear")})
    desk.passed()
    assert desk.player("A").dead == ("oak_lance",)


# ---- spaces that are kept


@pytest.mark.clause("BHM-119", "BHM-R114")
def test_a_pending_call_keeps_its_space() -> None:
    desk = Desk({"counter": 12}, {}, windows=True)
    desk.rule({"op": "grant_instant_call", "seat": "A"})
    desk.call("moss_bear")
    assert desk.codes("instant_call", "A", card="puddle_frog", slot=0, grant=0) == ["slot_taken"]
    desk.do("instant_call", "A", card="puddle_frog", slot=1, grant=0).passed()
    assert [card_of(space) for space in desk.player("A").field[:3]] == ["moss_bear", "puddle_frog", None]


@pytest.mark.clause("BHM-119", "BHM-R103", "BHM-R114")
def test_nobody_is_taken_to_a_space_that_waits_for_a_called_being() -> None:
    desk = Desk({"counter": 12}, {"field": ("reed_archer",)}, windows=True)
    desk.call("moss_bear")
    desk.rule({"op": "take_control", "iid": desk.iid("reed_archer"), "seat": "A", "slot": 0})
    assert [event.reason for event in desk.told("no_effect")] == ["no_space"]
    desk.passed()
    assert card_of(desk.player("A").field[0]) == "moss_bear"
    assert desk.being("reed_archer", "B").owner == "B"


@pytest.mark.clause("BHM-119")
def test_on_a_full_field_nobody_is_called() -> None:
    desk = Desk({"counter": 12, "field": ("puddle_frog",) * 10}, {})
    assert "field_full" in desk.codes("call_being", card="moss_bear", slot=0)


# ---- players who give up


@pytest.mark.clause("BHM-R10", "BHM-R110")
def test_the_stack_of_an_active_player_who_gives_up_is_abandoned() -> None:
    """A announces, B reacts, A gives up: nothing of it happens, B's card goes home, and the turn is B's."""
    desk = Desk({"counter": 12}, {"counter": 9}, {"counter": 9}, windows=True)
    desk.call("moss_bear").do("play_reaction", "B", **REACTION).do("concede", "A")
    assert desk.step == "initial"
    assert desk.state.active == "B"
    assert desk.player("B").dead == ("sudden_hush",)
    assert desk.player("A") == Player(counter=12, alive=False, out="concede", deck_size=desk.player("A").deck_size, summons_size=3)
    assert not desk.has("moss_bear")


@pytest.mark.clause("BHM-R110", "BHM-R111")
def test_who_gives_up_is_asked_no_more() -> None:
    desk = Desk({"counter": 12}, {"counter": 9}, {"counter": 9}, {"counter": 9}, windows=True)
    desk.call("moss_bear").do("no_reaction", "B")
    assert desk.waiting == ["C", "D", "A"]
    desk.do("concede", "C")
    assert desk.waiting == ["D", "A"]
    desk.do("no_reaction", "D").do("no_reaction", "A")
    assert desk.has("moss_bear")


@pytest.mark.clause("BHM-R110", "BHM-R111")
def test_the_reaction_of_who_gives_up_is_dropped_and_what_it_answered_goes_on() -> None:
    desk = Desk({"counter": 12}, {"counter": 9}, {"counter": 9}, windows=True)
    desk.call("moss_bear").do("play_reaction", "B", **REACTION).do("concede", "B")
    assert [step.seat for step in desk.state.agenda if isinstance(step, Window)] == ["A"]
    assert desk.waiting == ["C", "A"]
    desk.passed()
    assert desk.has("moss_bear"), "nobody stopped the call any more"


@pytest.mark.clause("BHM-R10", "BHM-R110")
def test_attacks_at_who_gives_up_are_lost() -> None:
    sides = ({"field": ("moss_bear", "ember_goat")}, {"field": ("reed_archer",)}, {"field": ("puddle_frog",)})
    desk = Desk(*sides, phase="combat")
    desk.hit("moss_bear", "reed_archer").hit("ember_goat", "puddle_frog").do("concede", "B")
    desk.do("resolve_combat").do("resolve_next_attack")
    assert [event.reason for event in desk.told("attack_lost")] == ["gone"]
    desk.do("resolve_next_attack")
    assert not desk.has("puddle_frog")
    assert desk.counters[2] == 12


@pytest.mark.clause("BHM-R107", "BHM-R110")
@pytest.mark.parametrize(
    "late",
    [
        {
            "op": "move_card",
            "origin": {"seat": "A", "zone": "summons"},
            "what": "salt_sprite",
            "to": {"seat": "C", "zone": "field"},
            "slot": 9,
        },
        {"op": "grant_instant_call", "seat": "C"},
        {"op": "draw", "seat": "C", "n": 1, "mandatory": True},
        {"op": "counter_change", "seat": "C", "delta": -2},
    ],
    ids=lambda late: late["op"],
)
def test_what_waits_does_nothing_to_a_player_who_is_out_and_the_rest_goes_on(late: dict[str, Any]) -> None:
    """An ability waits that names C, C gives up, and the ability works: only what it says of the others happens."""
    desk = Desk({"counter": 9, "field": ("moss_bear",)}, {"counter": 9}, {"counter": 9}, windows=True)
    ops = [late, {"op": "counter_change", "seat": "B", "delta": 3}]
    desk.do("declare_effect", source=desk.iid("moss_bear"), activates=True, targeted=False, ops=ops).do("concede", "C").passed()
    assert [(event.seat, event.reason) for event in desk.told("no_effect")] == [("C", "out")]
    assert desk.counters == (9, 12, 9)
    assert desk.player("C").summons == desk.player("C").hand == 0
    assert not desk.rules.faults(desk.state)


@pytest.mark.clause("BHM-R110")
def test_whoever_is_out_does_nothing_more() -> None:
    """Every action that a player can do is refused to one who is out, and leaves the match as it is."""
    desk = Desk({"counter": 12, "field": ("moss_bear",)}, {"counter": 9}, {"counter": 9}, windows=True)
    desk.do("concede", "C")
    assert desk.codes("concede", "C") == ["seat_out"]
    for name, given in (
        ("call_being", {"card": "puddle_frog", "slot": 0}),
        ("instant_call", {"card": "puddle_frog", "slot": 0, "grant": None}),
        ("end_phase", {}),
        ("play_strategy", {"card": "rally_call", "targets": []}),
        ("equip_object", {"card": "oak_lance", "being": desk.iid("moss_bear")}),
    ):
        assert desk.codes(name, "C", **given) == ["seat_out"], name
    desk.call("puddle_frog")
    assert desk.codes("no_reaction", "C") == ["seat_out"]
    assert desk.codes("play_reaction", "C", **REACTION) == ["seat_out"]
    assert not desk.rules.legal(desk.state, "C")


# ---- three and four


@pytest.mark.clause("BHM-R111")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_reaction_to_a_reaction_resolves_first_for_any_number(seats: int) -> None:
    """B stops the call, the next one stops B: the call stands. Everybody is asked anew, the announcer last."""
    desk = Desk(*({"counter": 12} for _ in range(seats)), windows=True)
    desk.call("moss_bear").do("play_reaction", "B", **REACTION)
    answerer = SEATS[2 % seats]
    assert desk.waiting == [*SEATS[2:seats], "A", "B"]
    desk.do("play_reaction", answerer, **REACTION)
    desk.do("pass_all", None)
    assert [event.what for event in desk.told("cancelled")] == ["strategy"]
    assert desk.waiting == [*SEATS[1:seats], "A"]
    desk.passed()
    assert desk.has("moss_bear")
    assert desk.player("B").dead == ("sudden_hush",)


@pytest.mark.clause("BHM-027", "BHM-028", "BHM-R10", "BHM-R60")
def test_with_the_direct_adversary_out_the_next_one_is_compared() -> None:
    desk = Desk({"field": ("moss_bear",)}, {"field": ("puddle_frog",)}, {}, {"field": ("puddle_frog",) * 3}, phase="strategy_2")
    desk.do("concede", "B")
    desk.end_turn()
    assert desk.told("compared")[0].other == "C"
    assert desk.counters[2] == 11


@pytest.mark.clause("BHM-R08", "BHM-R10")
def test_three_fall_in_one_action_and_the_fourth_wins() -> None:
    desk = Desk({"counter": 31}, {"counter": 31}, {"counter": 5}, {"counter": 31})
    desk.rule(*({"op": "counter_change", "seat": seat, "delta": 1} for seat in "ABD"))
    assert desk.result == ("win", ("C",), "counter")
    assert [event.seat for event in desk.told("eliminated")] == ["A", "B", "D"]


@pytest.mark.clause("BHM-R08")
def test_when_all_four_fall_together_nobody_wins() -> None:
    desk = Desk(*({"counter": 31} for _ in range(4)))
    desk.rule(*({"op": "counter_change", "seat": seat, "delta": 2} for seat in "ABCD"))
    assert desk.result == ("draw", (), "counter")


# ---- windows off


@pytest.mark.clause("BHM-R113")
def test_without_windows_only_what_nothing_else_tells_is_announced() -> None:
    desk = Desk({"counter": 12, "field": ("bell_summoner",)}, {})
    assert desk.call("moss_bear").told("announced") == []
    assert [event.card for event in desk.told("entered")] == ["moss_bear"]
    assert [event.card for event in desk.power("bell_summoner", "spark").told("announced")] == ["spark"]
    assert [event.card for event in desk.do("play_strategy", card="rally_call", targets=["A"]).told("announced")] == ["rally_call"]


@pytest.mark.clause("BHM-R91", "BHM-R110")
def test_a_call_that_the_end_overtakes_leaves_its_card_on_the_table() -> None:
    """The last rival gives up while a card waits: it was shown, and goes to its owner's dead zone."""
    desk = Desk({"counter": 12}, {"counter": 9}, windows=True)
    table = at_table(desk)
    table.submit({"action": "call_being", "seat": "A", "card": "moss_bear", "slot": 0}, "A")
    table.submit({"action": "concede", "seat": "B"}, "B")
    assert table.result is not None
    assert table.result.seats == ("A",)
    assert table.state.players[0].dead[-1] == "moss_bear"
    assert table.rules.faults(table.state) == ()
