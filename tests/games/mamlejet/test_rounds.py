"""The round: who begins, who supplies the enemies, what is freed, who discards."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tapete.core.refusals import Illegal
from tapete.core.steps import Dice
from tapete.games import mamlejet
from tapete.games.mamlejet.figures import RULED, Wealth
from tapete.games.mamlejet.rounds import NEXT
from tapete.games.mamlejet.state import Hit, Mod, Plan, Trigger, Window
from tests.contract.starter_cards import starter
from tests.games.mamlejet.camp import Camp, opened, with_cards


@pytest.mark.clause("MMK-001", "MMK-037", "MMK-040", "MMK-041", "MMK-045", "MMK-054", "MMK-R09", "MMK-177")
def test_a_solo_match_begins_without_a_roll() -> None:
    camp = opened(1).do("keep_hand", "A")
    assert camp.state.permanents == ()
    assert (camp.step, camp.state.order) == ("2a", ("A",))
    assert (camp.player("A").hand, camp.player("A").city, camp.player("A").enemy_city) == (7, 53, 15)
    assert {place.name for place in camp.rules.layout(camp.state)} >= {"city_A", "enemy_city_A", "guenizah_A", "score_A"}


@pytest.mark.clause("MMK-070", "MMK-074", "MMK-176", "MMK-190", "MMK-R02", "MMK-217", "MMK-R96")
def test_everything_is_freed_and_each_draws_in_order() -> None:
    spent = {"dedicated": "pays"}
    camp = Camp(at="4a", round=1, A={"in_play": [("mina", spent)]}, front=(("e-guerrero", {"dedicated": "acts"}),)).all_pass()
    assert all(p.dedicated is None for p in camp.state.permanents)
    camp.roll(2, 9)
    assert (camp.board.leader, camp.board.active, camp.player("B").hand) == ("B", "B", 6)
    camp.all_pass(3)
    assert (camp.board.leader, camp.board.active, camp.player("A").hand) == ("B", "A", 6)


@pytest.mark.clause("MMK-060", "MMK-160", "MMK-162", "MMK-R12", "MMK-R14", "MMK-R87")
@pytest.mark.parametrize(
    ("options", "due"),
    [
        ({"level": "guerrero"}, ("B",)),
        ({"level": "guerrero", "enemy_source": "rotate"}, ("A",)),
        ({"level": "heroe"}, ("B", "A")),
        ({"level": "custom", "custom_fixed": 1, "custom_per_player": 1}, ("B", "B", "A")),
        ({"level": "custom", "custom_cap_per_player": 0}, ()),
    ],
)
def test_who_supplies_the_enemies(options: dict[str, object], due: tuple[str, ...]) -> None:
    camp = Camp(options=options, at="4a", round=2, front=("e-guerrero",)).all_pass().roll(2, 9)
    assert getattr(camp.state.agenda[-1], "due", ()) == due


@pytest.mark.clause("MMK-R15", "MMK-061")
def test_an_empty_enemy_city_lets_the_next_supply() -> None:
    camp = Camp(options={"deck_enemies": 1}, at="4a", round=2, B={"out": ("e-ariete",)}).all_pass().roll(2, 9)
    camp.do("reveal_enemy", owner="A", card="e-guerrero")
    assert camp.state.permanents[0].owner == "A"
    camp = Camp(options={"deck_enemies": 0}, at="4a", round=2).all_pass().roll(2, 9)
    assert camp.told("no_enemy")
    assert camp.top == "window"


@pytest.mark.clause("MMK-R68", "MMK-051", "MMK-019", "MMK-053")
def test_everybody_discards_down_to_the_limit() -> None:
    camp = Camp(at="4a", order="BA", A={"hand": 9}, B={"hand": 8}).all_pass()
    assert camp.codes("discard", "A", cards=["mina", "mina"]) == ["not_active_player"]
    camp.declare("mina").declare("estudio", "unknown")
    assert (camp.player("A").hand, camp.player("B").hand) == (7, 7)
    assert [lying.card for lying in camp.player("A").guenizah[-2:]] == ["estudio", "unknown"]


@pytest.mark.clause("MMK-010", "MMK-011", "MMK-R32", "MMK-R29")
def test_an_index_has_no_floor_and_no_ceiling() -> None:
    low, high = ({"mods": (Mod("difficulty", "eot", RULED, n),)} for n in (-9, 9))
    camp = Camp(1, A={"in_play": [("centinela", low), ("herrero", high)]}, front=("e-guerrero",))
    assert camp.index("e-guerrero", "centinela") == -5
    assert camp.index("e-guerrero", "herrero") == 13
    assert [camp.board.passes(face, 13) for face in (9, 10)] == [False, True]
    assert [camp.board.passes(face, -5) for face in (1, 2)] == [False, True]
    assert camp.board.passes(5, 5)


@pytest.mark.clause("MMK-R59", "MMK-R86")
def test_strategies_are_not_counted_and_keywords_are_looked_at_each_step() -> None:
    camp = Camp(
        1, at="2c", A={"in_play": [("centinela", {"opponent": 2, "dedicated": "fights"})]}, front=(("e-guerrero", {"opponent": 1}),)
    )
    camp.do(
        "ruling", reason="a horn", agreed=[], cause="A", ops=[{"op": "grant_keyword", "target": 1, "keyword": "zerizut", "duration": "eot"}]
    )
    camp.until("3b")
    assert [die.id for die in camp.due()] == ["attack-1"]
    camp.roll(2)
    camp.until("3d")
    assert [die.id for die in camp.due()] == ["attack-2"]


@pytest.mark.clause("MMK-R106", "MMK-146", "MMK-R48")
def test_a_defender_may_frenzy_and_the_leader_chooses_first() -> None:
    frenzied = {"frenzy_due": True, "attacked": True, "dedicated": "defends"}
    camp = Camp(
        at="3b",
        order="BA",
        A={"in_play": [("lancero", {**frenzied, "defending": True, "entered": True})]},
        B={"in_play": [("lancero", frenzied)]},
        front=("e-guerrero",),
    )
    camp.until()
    assert camp.codes("skip_frenzy", "A", soldier="lancero") == ["not_active_player"]
    camp.do("skip_frenzy", "B", soldier="lancero+").do("assign_frenzy", "A", soldier="lancero", enemy="e-guerrero")
    camp.roll(5).until("3g")
    assert camp.score("A") == 5


@pytest.mark.clause("MMK-R01", "MMK-219", "MMK-R85")
def test_until_the_end_of_the_turn_means_of_the_round() -> None:
    """What A plays in the own main phase still holds in B's and in combat, and ends with the clean-up; so does A's wealth."""
    camp = Camp(A={"in_play": ["centinela"], "pool": Wealth(white=3)})
    camp.play("A", "confianza", "centinela").all_pass().all_pass()
    while camp.step != "4a":
        assert camp.board.difficulty(camp.at("centinela")) == 6
        assert camp.player("A").pool == Wealth(white=2)
        camp.until("4a") if isinstance(camp.state.agenda[-1], Window) else camp.do("confirm_plan", camp.board.active)
    camp.all_pass()
    assert camp.board.difficulty(camp.at("centinela")) == 4
    assert camp.player("A").pool == Wealth()


@pytest.mark.clause("MMK-029", "MMK-072", "MMK-176")
def test_a_soldier_acts_once_a_round() -> None:
    camp = Camp(1, A={"in_play": ["hondero", "mina"]}, front=("e-elefante",))
    camp.use("A", "hondero", "shoot", "e-elefante").all_pass().roll(2)
    again: dict[str, Any] = {"permanent": "hondero", "ability": "shoot", "targets": ["e-elefante"], "dedicate": []}
    assert camp.codes("play_ability", "A", **again) == ["already_dedicated"]
    camp.all_pass()
    assert camp.step == "2c", "with its only soldier dedicated A has nothing to plan"
    camp.until("3a_rolls").roll(2).until("2a", "2b")
    camp.do("reveal_enemy", owner="A", card="e-guerrero").until("2b")
    assert camp.legal("play_ability", "A", **again)


@pytest.mark.clause("MMK-216", "MMK-R49")
def test_pairs_dissolve_when_combat_ends() -> None:
    fights: dict[str, Any] = {"dedicated": "fights", "opponent": 2, "attacked": True, "frenzy_used": True}
    camp = Camp(1, at="3g", A={"in_play": [("lancero", fights)]}, front=(("e-guerrero", {"opponent": 1, "attacked": True}),))
    assert camp.at("lancero").opponent == 2
    camp.all_pass()
    assert camp.step == "4a"
    for name in ("lancero", "e-guerrero"):
        p = camp.at(name)
        assert (p.opponent, p.attacked, p.frenzy_used, p.defending) == (None, False, False, False)
    assert camp.at("lancero").dedicated == "fights"


@pytest.mark.clause("MMK-253", "MMK-190", "MMK-200")
def test_combat_begins_when_every_player_has_settled_a_plan() -> None:
    camp = Camp(3, at="2c", active="B", order="CAB", front=(("e-guerrero", {"dedicated": "acts"}),)).all_pass()
    assert camp.step == "3a_w1"
    camp = Camp(3, at="2c", active="A", order="CAB").all_pass()
    assert (camp.step, camp.board.active) == ("2a", "B")


@pytest.mark.clause("MMK-R67", "MMK-221")
def test_what_triggers_in_the_clean_up_opens_a_window_and_the_clean_up_is_made_again() -> None:
    more: dict[str, Any] = {"hand": 9, "pool": Wealth(white=1), "in_play": ["centinela"]}
    camp = Camp(1, {"threat_skip_rounds": 20}, at="4a", A=more).all_pass()
    board = camp.board
    board.set(triggers=(Trigger(50, 1, "cantor", 0, "A", "A"),), next_id=60)
    camp.state = board.state
    camp.declare("mina", "mina")
    assert (camp.step, camp.top) == ("4b", "window")
    assert [item.kind for item in camp.state.stack] == ["trigger"]
    assert camp.codes("play_tactic", "A", card="cosecha", targets=[], dedicate=[]) == ["wrong_step"]
    camp.play("A", "confianza", "centinela").all_pass()
    assert camp.board.difficulty(camp.at("centinela")) == 6
    camp.all_pass(2)
    assert camp.step == "2a"
    assert camp.player("A").hand == 7 - 1 + 1 + 1, "the singer's card and the next round's"
    assert camp.board.difficulty(camp.at("centinela")) == 4
    assert camp.player("A").pool == Wealth()


@pytest.mark.clause("MMK-R71", "MMK-216")
def test_no_step_lies_between_the_second_damage_and_the_end_of_combat() -> None:
    assert not any(step.startswith("3f") for step in NEXT)
    camp = Camp(1, at="3e", front=("e-guerrero",)).all_pass()
    assert camp.step == "3g"


@pytest.mark.clause("MMK-R100", "MMK-138", "MMK-199")
def test_a_soldier_that_nobody_asked_for_may_act_in_combat() -> None:
    hit = {"hits": (Hit(40, "enemy"),)}
    camp = Camp(1, at="3d", A={"in_play": ["aguador", ("centinela", hit), ("aguador", {"entered": True})]})
    assert camp.codes("play_ability", "A", permanent="aguador+", ability="heal", targets=["centinela"], dedicate=[]) == [
        "entered_this_round"
    ]
    camp.use("A", "aguador", "heal", "centinela").all_pass().roll(6)
    assert not camp.at("centinela").hits


@pytest.mark.clause("MMK-R65", "MMK-212", "MMK-R44")
def test_a_frenzy_roll_without_an_enemy_for_it_opens_no_step() -> None:
    due = {"frenzy_due": True, "attacked": True, "dedicated": "fights"}
    camp = Camp(1, at="3b", A={"in_play": [("lancero", due)]}, front=("e-elefante",)).all_pass()
    assert camp.step == "3g"
    camp = Camp(1, at="3b", A={"in_play": [("lancero", due)]}, front=("e-guerrero",)).all_pass()
    assert camp.step == "3d_frenzy"


@pytest.mark.clause("MMK-R63", "MMK-119")
def test_every_play_clears_the_passes_but_dedicating_a_resource_does_not() -> None:
    spring = {
        "id": "pozo", "type": "objeto", "subtype": "reliquia", "name": {"es": "Pozo"},
        "abilities": [{"kind": "action", "effects": [{"op": "wealth", "player": "controller", "colour": "white", "n": 1}]}],
    }  # fmt: skip
    camp = Camp(catalogue=with_cards(spring), A={"in_play": ["pozo", "mina"]})
    camp.do("pass", "B").do("produce", "A", permanent="mina")
    assert [due.seat for due in camp.rules.awaiting(camp.state)] == ["A"]
    camp.use("A", "pozo", 0)
    assert camp.player("A").pool == Wealth(white=1, red=1)
    assert camp.state.stack == ()
    assert [due.seat for due in camp.rules.awaiting(camp.state)] == ["A", "B"]


def touched(camp: Camp, hush: str | None) -> Counter[str]:
    """A round of two without tactics: what had to be touched until the next one begins, by the name of the action.

    Args:
        hush: by which action the table passes once for the whole round; None: every window is passed by itself.
    """
    touches: Counter[str] = Counter()

    def touch(name: str, seat: str | None = None, **arguments: Any) -> None:
        touches[name] += 1
        camp.do(name, seat, **arguments)

    number = camp.state.round
    while camp.state.round == number:
        top = camp.state.agenda[-1]
        if isinstance(top, Dice):
            touch("enter_roll", roll=top.due[0].id, value=9 if top.due[0].panel == "A" else 3)
        elif isinstance(top, Plan):
            seat = camp.board.active
            mine = camp.names["centinela" if seat == "A" else "herrero"]
            if camp.board.at_id(mine).opponent is None:
                touch("assign", seat, soldier=mine, enemy=next(e.id for e in camp.board.enemies if e.opponent is None))
            else:
                touch("confirm_plan", seat)
        elif hush and not camp.board.quiet:
            touch(hush)
        elif hush and camp.board.main_phase:
            touch("pass", camp.board.active)
        else:
            touch("pass_all")
    return touches


def facing() -> Camp:
    """Two soldiers and two enemies, at the dice of initiative of a round in which none enters."""
    camp = Camp(
        at="4a",
        A={"in_play": ["centinela"]},
        B={"in_play": ["herrero"]},
        options={"level": "custom", "custom_per_player": 0},
        round=2,
        front=("e-guerrero", "e-guerrero"),
    )
    return camp.all_pass()


@pytest.mark.clause("MMK-R65", "MMK-R84", "MMK-175")
def test_a_round_takes_no_more_touches_than_its_dice_its_assignments_and_one_for_the_table() -> None:
    """Six dice, two soldiers assigned, and one touch that says that nobody plays a card, since hands are secret.

    Where main phases are still to be asked for, each of the two adds the touch that ends it. Plans in which nobody is left to assign
    are settled by themselves.
    """
    due = {"enter_roll": 6, "assign": 2}
    assert touched(facing(), "pass_mains") == {**due, "pass_mains": 1}
    assert touched(facing(), "pass_round") == {**due, "pass_round": 1, "pass": 2}
    assert touched(facing(), None) == {**due, "confirm_plan": 2, "pass_all": 13}


@pytest.mark.clause("MMK-R84", "MMK-R22", "MMK-R65")
def test_only_a_table_that_has_passed_has_full_plans_settled_for_it() -> None:
    two: dict[str, Any] = {"A": {"in_play": ["centinela", "herrero"]}, "front": ("e-guerrero", "e-arquero")}
    for hush, soldiers, settled in (("pass_mains", 1, False), ("pass_mains", 2, True), ("pass_round", 2, True), (None, 2, False)):
        camp = Camp(2, at="2b", **two)
        camp.do(hush or "pass_all")
        if camp.top == "window" and hush:
            camp.do("pass", "A")  # the own main phase is asked for
        for soldier, enemy in (("centinela", "e-guerrero"), ("herrero", "e-arquero"))[:soldiers]:
            camp.do("assign", "A", soldier=soldier, enemy=enemy)
        assert (camp.top != "plan") is settled, hush
        assert bool(camp.told("plan_confirmed")) is settled
        if not settled:
            camp.do("unassign", "A", soldier="centinela").do("confirm_plan", "A")


@pytest.mark.clause("MMK-R84", "MMK-200")
def test_a_table_may_pass_its_main_phases_too_and_ask_for_them_again() -> None:
    camp = Camp(at="2a", A={"in_play": ["centinela"]}, B={"in_play": ["herrero"]}, front=("e-guerrero",)).do("pass_mains")
    assert (camp.step, camp.top, camp.board.active) == ("2c_plan", "plan", "A")
    camp.do("ask_again").do("confirm_plan", "A")
    assert (camp.step, [due.seat for due in camp.rules.awaiting(camp.state)]) == ("2c", ["A", "B"])
    camp.until("2b")
    assert (camp.board.active, camp.top) == ("B", "window")
    camp.do("pass_round").do("pass_mains")
    assert (camp.step, camp.top, camp.board.active) == ("2c_plan", "plan", "B")
    assert not Camp(at="4a", round=1).do("pass_mains").board.mains_passed, "the next round begins with everybody asked"


@pytest.mark.clause("MMK-R84", "MMK-R63")
def test_a_table_that_has_passed_for_the_round_may_still_play() -> None:
    camp = Camp(A={"pool": Wealth(9, 9, 9), "in_play": ["centinela"]}, B={"pool": Wealth(9, 9, 9)})
    assert camp.codes("ask_again") == ["not_passed"]
    camp.do("pass_round")
    assert camp.codes("pass_round") == ["already_passed"]
    assert [due.seat for due in camp.rules.awaiting(camp.state)] == ["A"], "the own main phase is asked for"
    camp.do("play_resource", "A", card="mina")
    assert camp.board.quiet, "a resource cannot be answered"
    camp.play("A", "confianza", "centinela")
    assert [due.seat for due in camp.rules.awaiting(camp.state)] == ["A", "B"], "a tactic can"
    camp.all_pass().do("pass_round").do("ask_again")
    assert [due.seat for due in camp.rules.awaiting(camp.state)] == ["A", "B"]
    camp.do("pass_round").do("pass", "A")
    assert (camp.step, camp.board.active) == ("2b", "B")
    assert not Camp(at="4a", round=1).do("pass_round").board.quiet, "the next round begins with everybody asked"


@pytest.mark.clause("MMK-157", "MMK-162", "MMK-R40", "MMK-R69")
def test_house_rules_that_do_not_go_together_are_all_named() -> None:
    given = {"opening_hand": 5, "deck_tactics": 4, "mulligan_floor": 6, "custom_fixed": 2, "clock_keeps_threshold": True}
    with pytest.raises(Illegal) as fault:
        mamlejet.rules(given, starter("mamlejet"))
    assert [(r.at, r.params["other"]) for r in fault.value.refusals] == [
        ("mulligan_floor", "opening_hand"),
        ("opening_hand", "deck_tactics"),
        ("custom_fixed", "level"),
        ("clock_keeps_threshold", "mode"),
    ]
    right = {**given, "deck_tactics": 6, "mulligan_floor": 5, "level": "custom", "mode": "clock"}
    assert mamlejet.rules(right, starter("mamlejet")).options.custom_fixed == 2


@pytest.mark.clause("MMK-R04", "MMK-186", "MMK-202")
def test_the_two_numbers_that_the_book_has_lost_are_announced() -> None:
    camp = opened(2, {"city_attack_difficulty": 7, "projectile_city_difficulty": 3})
    for due in camp.rules.awaiting(camp.state):
        said = camp.rules.prompts(due)[0]
        assert "7 contra una ciudad y 3 para disparar" in said.in_("es")
        assert "7 against a city, 3 to shoot" in said.in_("en")
    board = Camp(options={"city_attack_difficulty": 7, "projectile_city_difficulty": 3}, front=("e-arquero",)).board
    assert (board.city_index(board.at_id(1), "A"), board.city_index(board.at_id(1), "A", projectile=True)) == (7, 4)
