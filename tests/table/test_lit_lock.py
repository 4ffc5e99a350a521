"""A LOCK that is lit answers, whatever was held up on the way: schedules over the whole chain from the key to the journal."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tapete import cards
from tapete.core.position import dump
from tapete.table import Table
from tests.games.mamlejet.camp import Camp
from tests.run_forms import by_form
from tests.table.press_path import Chain

pytestmark = pytest.mark.slow

SIX = ("e-guerrero",) * 6


def attackers() -> Table:
    """Six attackers of the same card before one city: six questions in the same words."""
    camp = Camp(1, at="3a_w1", A={"in_play": ["centinela"]}, front=SIX).all_pass()
    return Table.begin(None, camp.rules, ("A",), position=dump(camp.rules, camp.state))


def morphs() -> Table:
    """Both lay a Bios face down, and may take that back."""
    table = Table.begin(None, cards.bind("datamorphs"), ("A", "B"))
    table.submit({"action": "start_game"})
    return table


@pytest.fixture
def chain_of() -> Iterator[Callable[[Table], Chain]]:
    """Makes chains, and closes their tables."""
    made: list[Table] = []

    def make(table: Table) -> Chain:
        made.append(table)
        return Chain(table)

    yield make
    for table in made:
        table.close()


def test_attackers_of_the_same_card_are_answered_one_after_the_other(chain_of: Callable[[Table], Chain]) -> None:
    """The stall of the robots' match: the second question looked like the first, kept its revision, and took no press."""
    chain = chain_of(attackers())
    for _ in SIX:
        assert chain.lit(0) == "pass"
        chain.tap(0)
        chain.run(500)
    assert [(entry.action or {})["action"] for entry in chain.table.entries[: len(SIX)]] == ["decline_defence"] * len(SIX)


def test_a_ready_that_is_taken_back_before_the_panel_showed_it_can_be_given_again(chain_of: Callable[[Table], Chain]) -> None:
    """The panel is to show what it shows already: it must learn of the answer all the same."""
    chain = chain_of(morphs())
    with chain.not_drawing():
        chain.tap(0)
        assert chain.table.state.agenda[-1].ready == ("A",)
        chain.declare(action="unlock", seat="A")
    chain.calm()
    chain.tap(0)
    assert chain.table.state.agenda[-1].ready == ("A",)


def begun() -> Table:
    """Hands have two steps to do, and the panels are asked for nothing."""
    table = Table.begin(None, cards.bind("moriham"), ("A", "B"))
    table.submit({"action": "start_game", "first": "A"})
    return table


def test_lock_ticks_what_hands_must_do_where_nothing_else_is_asked(chain_of: Callable[[Table], Chain]) -> None:
    """In a free match; in one that is led the lesson says what LOCK says."""
    chain = chain_of(begun())
    for panel, left in ((1, 1), (0, 0)):
        assert [chain.lit(0), chain.lit(1)] == ["ready", "ready"]
        chain.tap(panel)
        chain.run(500)
        assert chain.table.steps_left == left
    assert [chain.lit(0), chain.lit(1)] == [None, None]
    assert chain.table.seq == 1, "none of it is a move"
    chain.declare(action="end_turn", seat="A")
    chain.calm()
    assert chain.lit(0) == "ready", "the next list is another one"
    chain.table.led = True
    assert chain.table.lock_means is None


def test_a_picture_whose_answer_is_late_is_not_taken_for_undone(chain_of: Callable[[Table], Chain]) -> None:
    """While the console's answer is on its way the wish goes back to the picture before: that one is sent anew."""
    chain = chain_of(morphs())
    chain.to_host.delay = 900
    chain.declare(action="lock_bios", seat="B")
    chain.run(100)
    chain.declare(action="unlock", seat="B")
    chain.prove()


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("press"), st.integers(0, 1)),
        st.tuples(st.just("run"), st.integers(0, 120)),
        st.tuples(st.just("to host"), st.integers(0, 180)),
        st.tuples(st.just("to console"), st.integers(0, 180)),
        st.tuples(st.just("tasks"), st.integers(0, 180)),
        st.tuples(st.just("lock"), st.integers(0, 1)),
        st.tuples(st.just("unlock"), st.integers(0, 1)),
        st.tuples(st.just("undo"), st.just(0)),
    ),
    min_size=1,
    max_size=25,
)


def do(chain: Chain, step: tuple[str, int]) -> None:
    """One thing that happens; times in steps of the loop."""
    match step:
        case ("press", panel):
            chain.press(panel)
        case ("run", steps):
            chain.run(steps * 5)
        case ("to host", steps):
            chain.to_host.delay = steps * 5
        case ("to console", steps):
            chain.to_console.delay = steps * 5
        case ("tasks", steps):
            chain.task_delay = steps * 5
        case ("lock", seat):
            chain.declare(action="lock_bios", seat="AB"[seat])
        case ("unlock", seat):
            chain.declare(action="unlock", seat="AB"[seat])
        case ("undo", _):
            if chain.table.can_undo:
                chain.table.move("undo", None)


@pytest.mark.parametrize("table", [attackers, morphs])
@settings(max_examples=by_form(5, 5, 40, 400), suppress_health_check=[HealthCheck.too_slow])
@given(steps=STEPS)
def test_whatever_is_held_up_a_lit_lock_answers(table: Callable[[], Table], steps: list[tuple[str, int]]) -> None:
    chain = Chain(table())
    try:
        for step in steps:
            do(chain, step)
        chain.prove()
    finally:
        chain.table.close()
