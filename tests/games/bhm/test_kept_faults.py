"""What is kept of a position's parts is what a new look finds, in sound positions and in bent ones; an effect is done as it was judged."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core.locating import strangers
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.games.bhm.faults import _pending, _side
from tapete.games.bhm.state import Initial, Player, State, Strategy
from tests.contract.bent import sources
from tests.games.bhm.scenario import Desk
from tests.run_forms import by_form


def anew(rules: Rules[Any]) -> Rules[Any]:
    """The same rules, which have kept nothing."""
    return Rules(rules.game, rules.options, rules.catalogue)


@pytest.mark.slow
def test_kept_faults_are_those_of_a_new_look() -> None:
    """Each position is asked about after another one that has most of its parts."""
    rng, every, broken = random.Random(16), sources("bhm", 1), 0
    for _number in range(by_form(60, 300, 600, 20_000)):
        source = rng.choice(every)
        state = source.state(rng)
        changed, changes = source.bender.bent(state, rng)
        assert source.rules.faults(state) == anew(source.rules).faults(state) == ()
        if changed.agenda and not strangers(source.rules, changed):
            found = source.rules.faults(changed)
            assert found == anew(source.rules).faults(changed), changes
            broken += bool(found)
    assert broken


def otherwise(state: State, seat: Seat) -> State:
    """A state that has only what a player's side is kept by, and else nothing of this one."""
    own, bottom = state.seats.index(seat), Initial("return") if isinstance(state.agenda[0], Initial) else Strategy(1)
    players = [player if place == own else Player(alive=player.alive) for place, player in enumerate(state.players)]
    return replace(state, players=tuple(players), seq=0, starter=None, agenda=(bottom,))


@pytest.mark.slow
def test_what_a_part_comes_to_follows_from_what_it_is_kept_by() -> None:
    """Nothing else of the state is read: where all that is otherwise, a side and a pending step come to the same."""
    rng, every = random.Random(17), sources("bhm", 1)
    asked = set[type[Any]]()
    for _number in range(by_form(40, 200, 400, 5_000)):
        source = rng.choice(every)
        state, rules = source.state(rng), anew(source.rules)
        changed, _changes = source.bender.bent(state, rng)
        if not changed.agenda or strangers(rules, changed):
            continue
        whole: Any = rules.board(changed)
        if isinstance(changed.agenda[0], Initial | Strategy) and changed.players[0].alive:
            table: Any = anew(rules).board(otherwise(changed, "A"))
            assert _side(whole, "A") == _side(table, "A")
        for place, step in enumerate(changed.agenda):  # by itself
            bare = replace(changed, agenda=(*(changed.agenda[0],) * place, step), players=(Player(), Player()), seq=0, turn=0, active=None)
            table = anew(rules).board(bare)
            assert _pending(whole, place) == _pending(table, place)
            asked.add(type(step))
    assert {Strategy, Initial} < asked


@pytest.mark.parametrize("targeted", [True, False])
def test_a_declared_effect_is_done_as_it_was_judged(targeted: bool) -> None:
    ops = [{"op": "kill", "iid": 2}, {"op": "counter_change", "seat": "A", "delta": 3}, {"op": "draw", "seat": "A", "n": 2}]
    desk = Desk({"field": ("moss_bear",)}, {"field": ("puddle_frog",)})
    plain = {"action": "declare_effect", "seat": "A", "source": 1, "activates": False, "targeted": targeted, "ops": ops}
    action, new = desk.rules.read(plain), anew(desk.rules)
    judged, plainly = desk.rules.apply(desk.state, action), new.apply(desk.state, action, checked=True)
    assert judged == plainly
    assert len(judged[1]) > 3
    assert desk.rules.apply(judged[0], action) == new.apply(judged[0], action, checked=True)
