"""Effects that stand ready on a being's card: of its coming, once and in that turn; told to be used, with a window.

Source: docs/inside/rules/bhm.md#catalogue.
"""

from __future__ import annotations

import pytest

from tests.games.bhm.scenario import with_effects


@pytest.mark.clause("BHM-155", "BHM-R105", "BHM-R111")
def test_an_effect_of_coming_is_applied_once_in_its_turn() -> None:
    desk = with_effects({"counter": 9}, {"counter": 7})
    assert "use_effect" not in desk.rules.legal(desk.state, "A")
    desk.call("herald")
    offer = desk.rules.legal(desk.state, "A", {"action": "use_effect", "source": desk.iid("herald"), "effect_index": 0})
    assert offer["use_effect"].arguments["target"].describe()["one_of"] == ["B"]
    desk.do("use_effect", source=desk.iid("herald"), effect_index=0, target="B")
    assert desk.counters == (9, 6)
    assert desk.told("announced") == [], "it is the text of a card that has resolved: at once, without a window"
    assert desk.codes("use_effect", source=desk.iid("herald"), effect_index=0, target="B") == ["entered_earlier"]


@pytest.mark.clause("BHM-R13", "BHM-R105")
def test_what_stood_there_before_the_turn_has_no_effect_of_coming() -> None:
    desk = with_effects({"field": ("herald",)}, {})
    assert desk.codes("use_effect", source=1, effect_index=0, target="B") == ["entered_earlier"]
    came = with_effects().call("herald")
    came.end_turn().do("draw_mandatory", "B")
    assert came.codes("use_effect", source=came.iid("herald"), effect_index=0, target="B") == ["entered_earlier"]


@pytest.mark.clause("BHM-060", "BHM-129", "BHM-155", "BHM-R62")
def test_an_ability_that_is_used_waits_for_reactions_and_may_be_stopped() -> None:
    sides = {"field": ("herald", ("moss_bear", {"salud": 100}))}, {"counter": 9, "field": ("reed_archer",)}
    desk = with_effects(*sides, windows=True)
    herald, bear = desk.iid("herald"), desk.iid("moss_bear")
    desk.do("use_effect", source=herald, effect_index=1, target=bear)
    assert desk.waiting == ["B", "A"]
    assert desk.passed().now("moss_bear", "salud") == 150
    desk.do("use_effect", source=herald, effect_index=2, target=desk.iid("reed_archer"))
    desk.do("play_reaction", "B", card="sudden_hush", targets=["top"], executor=None).passed()
    assert desk.now("reed_archer", "val") == 120
    desk.rule({"op": "freeze", "iid": herald})
    assert desk.codes("use_effect", source=herald, effect_index=1, target=bear) == ["frozen"]
    assert desk.codes("use_effect", "B", source=herald, effect_index=1, target=bear) == ["no_such_card"]


@pytest.mark.clause("BHM-142", "BHM-R66")
def test_a_ready_made_effect_cannot_choose_an_invisible_enemy() -> None:
    desk = with_effects({"field": ("herald",)}, {"field": ("veil_stalker", "reed_archer")})
    assert desk.codes("use_effect", source=1, effect_index=2, target=desk.iid("veil_stalker")) == ["invisible"]
    assert desk.codes("use_effect", source=1, effect_index=2, target=1) == ["bad_target"]
    assert desk.do("use_effect", source=1, effect_index=2, target=desk.iid("reed_archer")).now("reed_archer", "val") == 90
