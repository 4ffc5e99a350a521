"""Positions: what is sound, what is not, and what stands in a saved table (docs/inside/rules/datamorphs.md#state, #invariants)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core import codec
from tapete.core import position as positions
from tapete.core.layout import to_put_right
from tapete.core.match import Match
from tapete.core.refusals import Illegal, Malformed
from tapete.core.steps import Over
from tapete.games import datamorphs
from tapete.games.datamorphs.state import SEATS, Joint, LeavingOut, LeavingOutTied, Ordering, Playing
from tests.games.datamorphs.scenario import STARTER, Desk, catalogue, printed


def tables() -> list[Desk]:
    """One at every step."""
    typed: dict[str, Any] = {"id": "lost_card", "element": "boost", "color": "cyan", "memory": 0, "attack": 1, "defense": 0}
    lain = Desk().bios("brine_socket", "velvet_stack").lay("A program cinder_port", "B interrupt function").out()
    tied = Desk().bios("brine_socket", "velvet_stack").out().do("leave_out_own", "B", ref="hand")
    return [
        Desk(started=False),
        Desk().do("add_card", **typed).do("lock_bios", "B"),
        Desk().bios("brine_socket", "fern_cache"),
        Desk().bios("brine_socket", "fern_cache").first("B"),
        Desk().bios("glint_loom", "ash_router").do("lock_move", "A"),
        lain,
        tied,
        Desk().do("concede", "A"),
        Desk({"exchange": False}).do("concede", "A"),
    ]


@pytest.mark.clause("DAT-R60")
def test_a_position_is_complete_at_every_step() -> None:
    steps = []
    for desk in tables():
        document = codec.encode(positions.dump(desk.rules, desk.state))
        again = positions.load(desk.rules, positions.read(document))
        assert again == desk.state
        assert codec.encode(positions.dump(desk.rules, again)) == document
        steps.append(desk.step)
    assert steps == ["setup", "bios", "order", "play", "joint", "leave_out", "leave_out_tie", "exchange", "over"]


@pytest.mark.parametrize(
    "change",
    [
        {"results": ["C"]},
        {"colour": "red"},
        {"agenda": [{"step": "scoring"}]},
        {"agenda": [{"step": "new_exchange", "exchange": 1}]},
        {"players": {"A": {"hand": 5, "bios": {"face": "down", "seq": 0, "cost": 0}}, "B": {}}},
        {"players": {"A": {"hand": 5, "program": {"face": "down", "seq": 0, "cost": 0}}, "B": {}}},
        {"players": {"A": {"hand": 5, "boost_a": {"face": "down", "seq": 1, "cost": 0, "card": "glint_loom"}}, "B": {}}},
    ],
)
@pytest.mark.clause("DAT-021", "DAT-R52", "DAT-042")
def test_what_cannot_be_a_position_at_all_is_malformed(change: dict[str, Any]) -> None:
    """A card face down has no name anywhere, and none lies in a Bios or Program position."""
    desk = Desk()
    plain = positions.dump(desk.rules, desk.state).plain()
    with pytest.raises(Malformed):
        positions.load(desk.rules, positions.read({**plain, "state": {**plain["state"], **change}}))


@pytest.mark.parametrize(("change", "at"), [({"round": 5}, "round"), ({"players": {"A": {"hand": 6}, "B": {"hand": 5}}}, "players.A.hand")])
def test_a_figure_beyond_its_bounds_is_named(change: dict[str, Any], at: str) -> None:
    desk = Desk()
    plain = positions.dump(desk.rules, desk.state).plain()
    with pytest.raises(Illegal) as fault:
        positions.load(desk.rules, positions.read({**plain, "state": {**plain["state"], **change}}))
    assert [(one.code, one.at) for one in fault.value.refusals] == [("bad_position", None), ("out_of_bounds", f"state.{at}")]


def clauses(desk: Desk, *agenda: Any, **changes: Any) -> list[str]:
    """The clauses of what is wrong with a table at other steps."""
    state = replace(desk.state, **changes, **({"agenda": agenda} if agenda else {}))
    return list(dict.fromkeys(fault.clause for fault in desk.rules.faults(state)))


@pytest.mark.clause("DAT-R22", "DAT-058", "DAT-R66")
def test_who_leads_has_more_memory_and_equal_memory_is_joint() -> None:
    """A ruling counts for the lead from the next exchange on, and the step says that it came."""
    unequal, equal = Desk().bios("brine_socket", "fern_cache"), Desk().bios("glint_loom", "ash_router")
    assert (unequal.step, equal.step) == ("order", "joint")
    assert clauses(unequal, Ordering(1, "B")) == ["DAT-R22"]
    assert clauses(unequal, Joint()) == ["DAT-R22"]
    assert clauses(equal, Ordering(1, "A")) == ["DAT-R22"]
    unequal.do("ruling", reason="as printed", ops=[{"op": "adjust_memory", "seat": "B", "n": 5}])
    assert unequal.state.agenda == (Ordering(1, "A", ruled=True),)
    assert positions.load(unequal.rules, positions.dump(unequal.rules, unequal.state)) == unequal.state
    assert clauses(unequal, Ordering(1, "A")) == ["DAT-R22"]
    equal.do("ruling", reason="as printed", ops=[{"op": "adjust_memory", "seat": "B", "n": 5}])
    assert equal.state.agenda == (Joint(ruled=True),)
    assert "ruled" not in codec.encode(Desk().bios("glint_loom", "ash_router").state).decode()


@pytest.mark.clause("DAT-029", "DAT-R17", "DAT-R18")
def test_there_are_as_many_cards_as_exchanges() -> None:
    desk = Desk().bios("brine_socket", "fern_cache")
    assert clauses(desk, Playing(9, ("A", "B"))) == ["DAT-029"]
    assert clauses(desk, Playing(1, ("A", "B"))) == []
    assert clauses(desk, Playing(2, ("A", "B"))) == [], "both have skipped their Program"
    assert clauses(desk, Playing(3, ("A", "B"))) == ["DAT-029"]
    desk.first("A").plays("program glint_loom")
    assert clauses(desk, Playing(1, ("A", "B"))) == ["DAT-029"]
    stopped = desk.state.players.giving("B", replace(desk.player("B"), stopped=True))
    assert clauses(desk, Playing(1, ("A",)), players=stopped) == ["DAT-029"], "nobody stops in the first exchange"
    assert clauses(desk, Playing(2, ("A",)), players=stopped) == []


@pytest.mark.clause("DAT-032", "DAT-R40", "DAT-R60")
def test_a_result_is_what_the_cards_on_the_table_come_to() -> None:
    """As long as the cards of the last round lie there; afterwards only the results tell."""
    desk = Desk().bios("brine_socket", "velvet_stack").lay("A program cinder_port", "B interrupt function").out()
    (winner,) = desk.state.results
    loser: Any = "A" if winner == "B" else "B"
    assert clauses(desk) == []
    assert clauses(desk, LeavingOut(loser), results=(loser,)) == ["DAT-032"]
    assert clauses(desk, LeavingOutTied(), results=("tie",)) == ["DAT-032"]
    assert clauses(desk, Over("stopped"))[:1] == ["DAT-029"]


def test_a_position_belongs_to_its_cards_and_house_rules() -> None:
    desk = Desk()
    saved = positions.dump(desk.rules, desk.state)
    for rules, code in (
        (datamorphs.rules({"interrupt_cost": 1}, STARTER), "other_options"),
        (datamorphs.rules({}, catalogue(printed("one_more"))), "other_catalogue"),
    ):
        with pytest.raises(Illegal) as fault:
            positions.load(rules, saved)
        assert [refusal.code for refusal in fault.value.refusals] == [code]


@pytest.mark.clause("DAT-026")
def test_locks_of_a_position_are_lifted() -> None:
    """Nobody can open seals that a position brings along."""
    desk = Desk().do("lock_bios", "B", seal="a" * 64)
    match = Match(desk.rules, SEATS, positions.dump(desk.rules, desk.state))
    assert {owed.seat for owed in match.awaiting()} == {"A", "B"}


@pytest.mark.clause("DAT-039", "DAT-R60")
def test_two_layouts_differ_by_what_hands_must_do() -> None:
    desk = Desk().bios("brine_socket", "velvet_stack")
    before = desk.rules.layout(desk.state)
    desk.lay("A program glint_loom", "B interrupt boost_a", "A boost_b fern_cache", "A boost_b moth_kernel")
    put_right = {place.name: place.text(desk.rules.words) for place in to_put_right(before, desk.rules.layout(desk.state))}
    assert set(put_right) == {"hand_A", "hand_B", "program_A", "boost_b_A", "boost_a_B"}
    assert put_right["program_A"].in_("en") == "A, the Program: nothing."
    now = {place.name: place.text(desk.rules.words) for place in desk.rules.layout(desk.state)}
    assert now["boost_b_A"].in_("en") == "A, Boost B: Fern Cache and Moth Kernel, face up."
    assert now["boost_a_B"].in_("es") == "B, el Boost A: una carta boca abajo."
    assert now["program_A"].in_("es") == "A, el Programa: Telar Destello, boca arriba."


def test_panels_ask_for_ready_while_choices_are_secret() -> None:
    desk = Desk().do("lock_bios", "A")
    a, b = desk.rules.scene(desk.state).panels
    assert (a.lamp, a.lock, b.lamp, b.lock) == ("ready", "back", "turn", "ready")
    (owed,) = desk.rules.awaiting(desk.state)
    assert (owed.seat, owed.actions[0], owed.button, owed.meaning) == ("B", "lock_bios", "lock", "ready")


def changed(value: Any, rng: random.Random, pool: list[Any]) -> Any:
    """The same document with one thing in it changed by chance."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        name = rng.choice(sorted(value))
        return {**value, name: changed(value[name], rng, pool)}
    if isinstance(value, list) and value and rng.random() < 0.7:
        place = rng.randrange(len(value))
        return [*value[:place], changed(value[place], rng, pool), *value[place + 1 :]]
    if isinstance(value, list):
        return rng.choice([value[1:], value + value[:1], [*value, rng.choice(pool)]])
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return max(0, value + rng.choice((-1, 1)))
    return rng.choice(pool)


@pytest.mark.slow
def test_a_position_that_is_accepted_can_be_played_and_no_other_does_harm() -> None:
    """Saved tables with one to three things changed: refused with their faults, or sound and playable to an end."""
    rng = random.Random(5)
    saved = [(desk.rules, positions.dump(desk.rules, desk.state).plain()) for desk in tables()]
    pool = ["A", "B", "C", "tie", "glint_loom", "velvet_stack", "nobody", "own", None, 1, "bios", {"face": "down", "seq": 1, "cost": 0}]
    refused = accepted = 0
    for number in range(3000):
        rules, plain = saved[number % len(saved)]
        state = plain["state"]
        for _ in range(rng.randint(1, 3)):
            state = changed(state, rng, pool)
        try:
            loaded = positions.load(rules, positions.read({**plain, "state": state}))
        except (Malformed, Illegal):
            refused += 1
            continue
        accepted += 1
        for _ in range(200):
            if rules.result(loaded) is not None:
                break
            rules.view(loaded, "A")
            action = rules.sample(loaded, rng, avoid=frozenset({"ruling", "add_card", "reopen_choices", "unlock"}))
            assert action is not None, state
            loaded, _ = rules.apply(loaded, action)
            assert rules.faults(loaded) == (), state
        assert rules.result(loaded) is not None
    assert refused > 1000
    assert accepted > 100
