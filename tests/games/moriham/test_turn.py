"""The set-up, the phases, drawing, running out, and giving up (MOR-001, 027..048, 082..084)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core.refusals import Illegal
from tapete.core.seats import Seat
from tapete.core.steps import Dice
from tapete.games.moriham.state import Phase, Setup
from tests.games.moriham.scenario import Desk, opened, spell_ref, with_staying


@pytest.mark.clause("MOR-001")
@pytest.mark.parametrize("seats", [("A",), ("A", "B", "C"), ("B", "A"), ()])
def test_two_duel(seats: tuple[Seat, ...]) -> None:
    desk = Desk()
    assert desk.rules.start(("A", "B")).seats == ("A", "B")
    with pytest.raises(Illegal) as fault:
        desk.rules.start(seats)
    assert [refusal.code for refusal in fault.value.refusals] == ["bad_seats"]


@pytest.mark.clause("MOR-027", "MOR-R21")
@pytest.mark.parametrize("first", ["A", "B"])
def test_the_table_says_who_begins(first: Seat) -> None:
    desk = Desk()
    desk.state = desk.rules.start(("A", "B"))
    (owed,) = desk.rules.awaiting(desk.state)
    assert (owed.seat, owed.actions) == (None, ("start_game", "roll_for_start"))
    assert set(desk.rules.legal(desk.state, "A")) == set()
    desk.do("start_game", first=first)
    assert desk.state.active == first
    assert [event.first for event in desk.told("game_started")] == [first]


def before_the_duel() -> Desk:
    desk = Desk()
    desk.state = desk.rules.start(("A", "B"))
    return desk


def rolled(desk: Desk, a: int, b: int) -> Desk:
    """Both dice that are due come to rest, B's first."""
    due = {owed.seat: owed.params["roll"] for owed in desk.rules.awaiting(desk.state)}
    return desk.do("enter_roll", roll=due["B"], value=b).do("enter_roll", roll=due["A"], value=a)


@pytest.mark.clause("MOR-R21")
@pytest.mark.parametrize(("a", "b", "first"), [(10, 1, "A"), (2, 1, "A"), (9, 10, "B")])
def test_dice_on_the_panels_may_say_who_begins(a: int, b: int, first: Seat) -> None:
    desk = before_the_duel().do("roll_for_start")
    owed = desk.rules.awaiting(desk.state)
    assert [(one.seat, one.actions, one.button) for one in owed] == [("A", ("enter_roll",), "roll"), ("B", ("enter_roll",), "roll")]
    scene = desk.rules.scene(desk.state)
    assert [(panel.dice, panel.purpose, panel.value) for panel in scene.panels] == [
        (("start1A",), "initiative", 30),
        (("start1B",), "initiative", 30),
    ]
    rolled(desk, a, b)
    assert (desk.state.active, desk.state.turn, desk.phase) == (first, 1, "initial")
    assert [event.first for event in desk.told("game_started")] == [first]
    assert (desk.hands, desk.decks) == (((6, 5), (44, 45)) if first == "A" else ((5, 6), (45, 44)))


@pytest.mark.clause("MOR-R21")
def test_level_dice_are_rolled_again_with_new_names() -> None:
    desk = rolled(before_the_duel().do("roll_for_start"), 7, 7)
    assert [event.value for event in desk.told("start_tied")] == [7]
    assert desk.state.active is None
    assert [owed.params["roll"] for owed in desk.rules.awaiting(desk.state)] == ["start2A", "start2B"]
    with pytest.raises(Illegal) as fault:
        desk.do("enter_roll", roll="start1A", value=10)
    assert [refusal.code for refusal in fault.value.refusals] == ["unexpected_roll"]
    assert rolled(desk, 3, 8).state.active == "B"


@pytest.mark.clause("MOR-R21", "MOR-027")
def test_the_table_may_say_who_begins_while_dice_are_due() -> None:
    desk = before_the_duel().do("roll_for_start").do("enter_roll", roll="start1A", value=10)
    desk.do("start_game", first="B")
    assert (desk.state.active, desk.phase) == ("B", "initial")
    assert not [step for step in desk.state.agenda if type(step).__struct_config__.tag in ("dice", "setup")]


@pytest.mark.clause("MOR-R21")
def test_nothing_else_happens_before_the_dice_have_come_to_rest() -> None:
    desk = before_the_duel().do("roll_for_start")
    for action, arguments, code in (
        ("roll_for_start", {}, "start_dice_due"),
        ("next_phase", {"seat": "A"}, "not_started"),
        ("enter_roll", {"roll": "start1A", "value": 11}, "bad_roll_value"),
    ):
        with pytest.raises(Illegal) as fault:
            desk.do(action, **arguments)
        assert [refusal.code for refusal in fault.value.refusals] == [code]


@pytest.mark.clause("MOR-R21", "MOR-R87")
def test_a_position_with_dice_for_the_start_has_only_those_that_were_asked() -> None:
    desk = before_the_duel().do("roll_for_start").do("enter_roll", roll="start1A", value=10)
    sound = desk.state
    setup, dice = sound.agenda
    assert desk.rules.faults(sound) == ()
    assert isinstance(dice, Dice)
    wrong: list[tuple[Any, ...]] = [
        (setup, Dice(dice.dice[:1])),
        (setup, Dice(tuple(replace(die, value=3) for die in dice.dice))),
        (setup, Dice(tuple(replace(die, purpose="attack") for die in dice.dice))),
        (Setup(), dice),
        (Setup(rolls=2), dice),
        (setup, dice, dice),
        (setup, Phase("initial")),
    ]
    for agenda in wrong:
        assert desk.rules.faults(replace(sound, agenda=agenda)), agenda


@pytest.mark.clause("MOR-004", "MOR-R01")
def test_a_deck_of_another_size_is_dealt_from() -> None:
    desk = opened({"deck_size": 40})
    assert (desk.hands, desk.decks) == ((6, 5), (34, 35))


@pytest.mark.clause("MOR-046", "MOR-047", "MOR-048", "MOR-R66", "MOR-R67", "MOR-042", "MOR-R85")
def test_the_phases_come_in_order_and_may_stay_empty() -> None:
    desk = opened()
    seen = [desk.phase]
    for _ in range(3):
        desk.do("next_phase", "A")
        seen.append(desk.phase)
    assert seen == ["initial", "main1", "battle", "main2"]
    desk.do("next_phase", "A")
    assert (desk.state.active, desk.state.turn, desk.phase) == ("B", 2, "initial")
    assert [type(event).__struct_config__.tag for event in desk.events] == ["turn_ended", "turn_started", "cards_drawn", "phase_changed"]
    desk.do("end_turn", "B")
    assert (desk.state.active, desk.state.turn) == ("A", 3)


@pytest.mark.clause("MOR-036", "MOR-R22")
@pytest.mark.parametrize(
    ("hand", "deck", "after"), [(0, 20, (6, 14)), (5, 20, (6, 19)), (6, 20, (6, 20)), (9, 20, (9, 20)), (3, 1, (4, 0))]
)
def test_the_draw_fills_the_hand_to_six(hand: int, deck: int, after: tuple[int, int]) -> None:
    desk = Desk(b={"hand": hand, "deck": deck}).do("end_turn", "A")
    assert (desk.hands[1], desk.decks[1]) == after
    assert (desk.hands[0], desk.decks[0]) == (3, 20)


@pytest.mark.clause("MOR-R25", "MOR-R24")
def test_a_deck_that_empties_in_mid_turn_loses_nothing_yet() -> None:
    desk = Desk(a={"hand": 6, "deck": 1}).magic("second_wind", 2)
    assert (desk.decks[0], desk.result) == (0, None)
    desk.do("end_turn", "A").do("end_turn", "B")
    assert desk.result == ("win", ("B",), "deck")
    assert [(event.winner, event.clause) for event in desk.told("game_over")] == [("B", "MOR-083")]


@pytest.mark.clause("MOR-084")
@pytest.mark.parametrize(("seat", "winner"), [("A", "B"), ("B", "A")])
def test_either_may_give_up_at_any_time(seat: Seat, winner: Seat) -> None:
    assert Desk().do("concede", seat).result == ("win", (winner,), "concede")
    waiting = Desk(phase="battle", a={"monsters": ("6/4 atk",)}, b={"spells": ("down",)}).attack(1, "player")
    assert waiting.do("concede", seat).result == ("win", (winner,), "concede")


def test_giving_up_inside_a_unit_leaves_no_life_below_zero() -> None:
    """The card that both pay for asks for a discard afterwards: B is at -1 by then."""
    desk = Desk(b={"life": 1, "spells": ("down",)}, a={"spells": ("down",)})
    desk.do("add_card", id="toll", type="trap")
    desk.trap("A", "toll", 1, ops=[{"op": "life_lose", "who": "opponent", "n": 2}, {"op": "discard", "who": "own", "n": 1}]).passed()
    assert (desk.step, desk.life) == ("cards", (30, -1))
    desk.do("concede", "A")
    assert (desk.result, desk.life) == (("win", ("B",), "concede"), (30, 0))


@pytest.mark.clause("MOR-082", "MOR-R30")
def test_life_below_zero_loses_and_is_kept_as_zero() -> None:
    desk = Desk(phase="battle", a={"monsters": ("9/1 atk",)}, b={"life": 4}).attack(1, "player")
    assert (desk.result, desk.life) == (("win", ("A",), "life"), (30, 0))
    assert [(event.before, event.life) for event in desk.told("life_changed")] == [(4, -5)]
    assert desk.rules.awaiting(desk.state) == ()


@pytest.mark.clause("MOR-R30")
def test_life_has_no_cap() -> None:
    desk = Desk().magic("second_wind", 1)
    assert desk.life == (34, 30)
    (panel, _) = desk.rules.scene(desk.state).panels
    assert (panel.value, panel.largest) == (34, 30)


@pytest.mark.clause("MOR-R32", "MOR-R31")
def test_losses_are_judged_after_the_whole_effect() -> None:
    """Lose five and gain four of three is survived: nobody looks in between."""
    ops: list[dict[str, Any]] = [{"op": "life_lose", "who": "own", "n": 5}, {"op": "life_gain", "who": "own", "n": 4}]
    desk = Desk(a={"life": 3}).do("add_card", id="breath", type="magic").magic("breath", 1, ops=ops)
    assert (desk.life, desk.result) == ((2, 30), None)
    assert [event.life for event in desk.told("life_changed")] == [-2, 2]


@pytest.mark.clause("MOR-R69")
def test_the_duel_stops_after_the_unit_that_ends_it() -> None:
    """A's attack waits below B's trap; the trap ends the duel, its card still goes, the attack is never fought."""
    desk = Desk(phase="battle", a={"life": 2, "monsters": ("6/4 atk",), "spells": ("down",)}, b={"spells": ("down", "down")})
    desk.attack(1, "player").trap("B", "mirror_pool", 2)
    desk.trap("A", "last_bargain", 1).passed()
    assert desk.result == ("win", ("B",), "life")
    assert (desk.life, desk.grave("A"), desk.grave("B")) == ((0, 26), ("last_bargain",), ())
    left = desk.spell("B", 1)
    assert left is not None
    assert (left.card, left.on_stack) == ("mirror_pool", False)
    assert desk.told("battle") == []


@pytest.mark.clause("MOR-R82", "MOR-R40")
def test_no_phase_is_left_while_something_waits() -> None:
    desk = Desk(phase="battle", a={"monsters": ("6/4 atk",)}, b={"spells": ("down",)}).attack(1, "player")
    assert desk.codes("next_phase", "A") == ["stack_waits"]
    assert desk.codes("end_turn", "A") == ["stack_waits"]
    assert set(desk.rules.legal(desk.state, "A")) == {"concede", "ruling"}
    assert set(desk.rules.legal(desk.state, "B")) == {"activate_trap", "pass_priority", "concede", "ruling"}


@pytest.mark.clause("MOR-033")
def test_the_layout_tells_what_lies_in_every_slot() -> None:
    a = {"monsters": ("mudling def", None, "bog_piper atk"), "spells": ("down", "crosswind")}
    desk = Desk(a=a, b={"graveyard": ("tin_crab",)}, catalogue=with_staying("crosswind"))
    told = {place.name: place.text(desk.rules.words) for place in desk.rules.layout(desk.state)}
    assert told["monster_A1"].in_("es") == "En el hueco 1 de monstruos de A: Lodito, en horizontal (defensa)."
    assert told["monster_A3"].in_("en") == "In A's monster slot 3: Bog Piper, upright (attack)."
    assert told["monster_B5"].in_("es") == "El hueco 5 de monstruos de B está vacío."
    assert "boca abajo" in told["spell_A1"].in_("es")
    assert told["spell_A2"].in_("es").endswith("Viento Cruzado, boca arriba.")
    assert told["graveyard_B"].in_("en") == "B's graveyard, from the bottom up: Tin Crab."
    assert len([name for name in told if name.startswith("monster_")]) == 10


def test_panels_show_life_and_who_is_asked() -> None:
    desk = Desk(phase="battle", a={"monsters": ("6/4 atk",)}, b={"spells": ("down",)})
    a, b = desk.rules.scene(desk.state).panels
    assert (a.value, a.largest, a.lamp, a.lock, b.lamp) == (30, 30, "turn", None, "waiting")
    a, b = desk.rules.scene(desk.attack(1, "player").state).panels
    assert (a.lamp, b.lamp, b.lock) == ("waiting", "turn", "pass")
    a, b = desk.rules.scene(desk.do("concede", "B").state).panels
    assert (a.lamp, b.lamp) == ("won", "lost")
    drawn = Desk(a={"life": 4, "spells": ("down",)}, b={"life": 4}).trap("A", "last_bargain", 1)
    assert {panel.lamp for panel in drawn.rules.scene(drawn.state).panels} == {"drawn"}


def test_a_ruling_that_takes_the_last_life_ends_the_duel() -> None:
    desk = Desk(b={"spells": ("down",)}).rule(
        {"op": "destroy", "target": spell_ref("B", 1), "cards": ["tangle_net"]}, {"op": "set_life", "seat": "B", "n": 0}
    )
    assert desk.result == ("win", ("A",), "life")
