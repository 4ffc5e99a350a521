"""What programs are told: a die that a seat owes stands among its own actions, and arguments that judge each other say so."""

from __future__ import annotations

from tapete import cards
from tapete.core.match import Match
from tapete.testing.contract import SHARED, walk
from tests.contract.test_contract import SUBJECTS
from tests.games.moriham.scenario import Desk


def test_a_die_that_a_seat_owes_is_listed_for_that_seat_alone() -> None:
    asked = 0
    for subject in (one for one in SUBJECTS if one.name in ("bhm", "mamlejet") and one.game is None):
        for match, _ in walk(subject, SHARED[0]):
            owing = {owed.seat for owed in match.awaiting() if "enter_roll" in owed.actions}
            for seat in match.state.seats if owing else ():
                assert ("enter_roll" in match.legal(seat)) == (seat in owing)
                asked += 1
            if asked > 20:
                break
    assert asked


def test_a_card_and_which_of_its_effects_judge_each_other() -> None:
    desk = Desk(a={"hand": 3}, phase="main1")
    offer = desk.rules.legal(desk.state, "A")["activate_magic"]
    assert offer.together == ["card", "option"]
    assert offer.describe()["together"] == ["card", "option"]
    after = desk.rules.legal(desk.state, "A", {"action": "activate_magic", "card": "second_wind"})["activate_magic"]
    assert after.together == []
    assert "together" not in after.describe()


def test_arguments_that_go_with_all_others_are_not_named() -> None:
    match = Match(cards.bind("shazamm", {}, None), ("A", "B"))
    assert all("together" not in offer.describe() for offer in match.legal("A").values())
