"""One press of LOCK answers wherever a bare "done" or "no" is the natural answer: hand kept, plan settled, nobody sent, frenzy let go."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tapete.core.actions import Action
from tapete.core.lock_press import single_touch
from tapete.core.seats import Seat
from tapete.core.steps import Owed
from tapete.games.mamlejet.combat import ConfirmPlan, DeclineDefence
from tests.games.mamlejet.camp import Camp, opened

FRENZIED = {"frenzy_due": True, "attacked": True, "dedicated": "fights"}


def owed(camp: Camp, seat: Seat) -> Owed:
    return next(due for due in camp.rules.awaiting(camp.state) if due.seat == seat)


def press(camp: Camp, seat: Seat) -> Action:
    """Press LOCK on a seat's panel, which is lit; what it declared."""
    due = owed(camp, seat)
    panel = camp.rules.scene(camp.state).panels["ABCD".index(seat)]
    assert (due.button, panel.lock) == ("lock", due.meaning)
    touch = single_touch(camp.rules, due)
    assert touch is not None
    assert camp.rules.prompts(due)[0].in_("en").count("LOCK") == 0, "the prompt says what to do, and no page has that button"
    camp.state, camp.events = camp.rules.apply(camp.state, touch)
    return touch


def plan() -> Camp:
    return Camp(at="2c_plan", A={"in_play": ["centinela"]}, front=("e-guerrero",))


def assaulted() -> Camp:
    return Camp(at="3a_w1", A={"in_play": ["centinela"]}, B={"in_play": ["centinela"]}, front=("e-guerrero",)).all_pass().roll(2)


def frenzy() -> Camp:
    two = [("lancero", FRENZIED), ("lancero", FRENZIED)]
    return Camp(at="3b", A={"in_play": two}, front=("e-guerrero", "e-arquero")).all_pass()


@pytest.mark.clause("MMK-171", "MMK-R69")
def test_lock_keeps_the_hand_of_whoever_presses() -> None:
    camp = opened()
    press(camp, "B")
    assert [player.kept for player in camp.state.players] == [False, True]
    assert [due.seat for due in camp.rules.awaiting(camp.state)] == ["A"]
    press(camp, "A")
    assert [event.round for event in camp.told("first_round")] == [1]


@pytest.mark.clause("MMK-197", "MMK-200", "MMK-R22")
def test_lock_settles_the_plan_as_it_stands() -> None:
    camp = plan().do("assign", "A", soldier="centinela", enemy="e-guerrero")
    assert isinstance(press(camp, "A"), ConfirmPlan)
    assert camp.at("centinela").dedicated == "fights"


@pytest.mark.clause("MMK-203", "MMK-R23")
def test_lock_sends_nobody_against_the_enemy_that_is_asked_about() -> None:
    camp = assaulted()
    assert press(camp, "A") == DeclineDefence(seat="A")
    assert [event.seat for event in camp.told("undefended")] == ["A"]
    press(camp, "B")
    assert camp.step == "3a_w2"


@pytest.mark.clause("MMK-143", "MMK-R47")
def test_lock_lets_the_frenzy_go_that_is_asked_about_and_no_other() -> None:
    camp = frenzy()
    press(camp, "A")
    assert [camp.at(name).frenzy_due for name in ("lancero", "lancero+")] == [False, True]
    assert owed(camp, "A").what == "frenzy"
    press(camp, "A")
    assert owed(camp, "A").what == "window"


@pytest.mark.clause("MMK-R23", "MMK-R47")
@pytest.mark.parametrize(
    ("make", "action", "named"), [(assaulted, "decline_defence", {"enemy": "e-guerrero"}), (frenzy, "skip_frenzy", {"soldier": "lancero"})]
)
def test_naming_what_is_asked_about_says_the_same(make: Callable[[], Camp], action: str, named: dict[str, str]) -> None:
    assert make().do(action, "A", **named).state == make().do(action, "A").state
