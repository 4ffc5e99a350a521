"""The scoring procedure, step by step (DAT-032..035, 063..074; R26..R32, R38, R39, R53..R59, R66)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.games import datamorphs
from tapete.games.datamorphs.rounds import RoundScored
from tapete.games.datamorphs.scoring import Recolored, Tally, score
from tapete.games.datamorphs.state import SEATS, Playing
from tests.games.datamorphs.scenario import STARTER, Desk, printed


def desk(*lines: str, cards: tuple[dict[str, Any], ...] = (), a: str = "base", b: str = "base", **options: Any) -> Desk:
    """A table with these lines laid; a Bios of attack 3 and defense 2 each."""
    base = printed("base", bios=("cyan", 12, 3, 2), program=("cyan", "worm", 0, 0))
    return Desk(options, base, *cards).bios(a, b).lay(*lines)


@pytest.mark.clause("DAT-033", "DAT-065", "DAT-R38", "DAT-R39", "DAT-034")
def test_defense_cancels_and_equal_attack_is_a_tie() -> None:
    even = desk().score()
    assert (even.A.inflicted, even.B.inflicted) == (1, 1)
    more = desk("A boost_a ash_router").score()
    assert (more.A.inflicted, more.B.inflicted) == (1, 0)
    walls = desk("A boost_a ash_router", "B boost_a ash_router").out()
    assert walls.told("round_tied"), "nobody inflicts anything; defense breaks no tie"


@pytest.mark.clause("DAT-R55")
def test_nothing_goes_below_zero() -> None:
    table = desk().do("ruling", reason="weak", ops=[{"op": "adjust_attack", "seat": "A", "n": -9}])
    assert table.score().A == (0, 2, 0)


@pytest.mark.clause("DAT-R30", "DAT-R56")
def test_in_one_joint_play_the_owner_has_the_last_word() -> None:
    swap = printed("swapper", abilities=({"kind": "swap_icons", "target": "rival"},))
    both = Desk(None, printed("base", bios=("cyan", 12, 3, 2)), swap).bios("base", "base").joint("skip_program", "skip_program")
    both.joint("boost_a swapper", "boost_a cinder_port")
    assert both.score().B[:2] == (5, 0), "swapped by A (2, 3), then all defense into attack by B itself"
    single = desk("B boost_a cinder_port", "A boost_a swapper", cards=(swap,))
    assert single.score().B[:2] == (0, 5)


@pytest.mark.clause("DAT-R30", "DAT-070")
@pytest.mark.parametrize(("choice", "own", "other"), [("own", 3, 0), ("rival", 1, 2)])
def test_a_choice_says_whose_colours_change(choice: str, own: int, other: int) -> None:
    """All cyan parts of one side turn amber; the Boost itself is amber from the start."""
    sums = {"kind": "color_sum", "icon": "defense", "color": "amber"}
    ambers = printed("ambers", program=("cyan", "worm", 0, 0), program_abilities=(sums,))
    table = desk("A program ambers", "B program ambers", f"A boost_a quill_daemon {choice}", cards=(ambers,)).score()
    assert (table.A.defense - 2, table.B.defense - 2) == (own, other)


@pytest.mark.clause("DAT-R31", "DAT-R14")
def test_changes_touch_no_memory() -> None:
    table = desk("A boost_a hollow_thread")
    before = table.memory("A").total
    assert table.lay("A boost_b cinder_port", "B boost_a brine_socket").memory("A").total == before


@pytest.mark.clause("DAT-073", "DAT-R29", "DAT-074")
def test_a_nullified_colour_takes_no_icons_and_no_abilities() -> None:
    table = desk("A boost_a rust_oracle", "A boost_b moth_kernel")
    assert table.score().A.attack == 3 + 2 + 3, "cyan: Bios, rust_oracle itself, moth_kernel"
    table.lay("B boost_a tern_buffer")
    assert table.score().A.attack == 3 + 2, "no cyan part is left to count; the icons stay"
    table.lay("B interrupt boost_b")
    assert table.score().A.attack == 3


@pytest.mark.clause("DAT-072", "DAT-R28", "DAT-R32")
def test_icons_are_nullified_after_all_changes() -> None:
    table = desk("A boost_a brine_socket", "B boost_a pebble_mux")
    assert table.score().A[:2] == (2 - 2, 3), "swapped to attack 2, defense 3; then B's two cyan parts take two attack"


@pytest.mark.clause("DAT-R59", "DAT-070")
def test_an_ability_goes_on_naming_its_own_colour() -> None:
    table = desk("A boost_a rust_oracle", "A boost_b quill_daemon own")
    assert table.score().A.attack == 3, "rust_oracle counts cyan parts still, and there are none"


@pytest.mark.clause("DAT-068", "DAT-R30")
@pytest.mark.parametrize(("target", "mine", "theirs"), [("own", (5, 0), (3, 2)), ("rival", (3, 2), (5, 0))])
def test_a_program_may_change_icons_too(target: str, mine: tuple[int, int], theirs: tuple[int, int]) -> None:
    change = {"kind": "change_icons", "from": "defense", "to": "attack", "target": target}
    caster = printed("caster", program=("cyan", "worm", 0, 0), program_abilities=(change,))
    table = desk("A program caster", cards=(caster,)).score()
    assert (table.A[:2], table.B[:2]) == (mine, theirs)


@pytest.mark.clause("DAT-019", "DAT-020", "DAT-R53")
def test_a_function_may_do_both_halves() -> None:
    both = {
        "color": "none",
        "benefits": [{"types": ["worm"], "attack": 2, "defense": 1}, {"types": ["worm", "probe"], "attack": 1, "defense": 0}],
        "weaknesses": [{"types": ["worm"], "attack": 1, "defense": 2}],
    }
    table = desk("A program base", "B program base", "A function doubler", cards=(printed("doubler", function=both),)).score()
    assert table.A[:2] == (3 + 3, 2 + 1)
    assert table.B[:2] == (3 - 1, 2 - 2)


@pytest.mark.clause("DAT-R65", "DAT-R66")
def test_declared_texts_are_added_up_and_last_for_this_round() -> None:
    table = desk()
    play = table.move("A", "boost_a rust_oracle")
    ops = [
        {"op": "adjust_attack", "seat": "B", "n": -2},
        {"op": "adjust_defense", "seat": "A", "n": 4},
        {"op": "note", "text": "as printed"},
    ]
    table.due("A").do(play.pop("action"), **play, ops=ops)
    assert [event.by_ruling for event in table.told("adjusted")] == [False, False]
    assert table.score().B.attack == 1
    assert table.score().A.defense == 6
    table.out()
    winner = table.told("round_won")[0].seat
    table.do("leave_out", winner, own="bios", rival="bios")
    assert table.player("B").adjust.attack == 0


@pytest.mark.clause("DAT-R66", "DAT-R14")
def test_declared_memory_counts_at_once_but_not_for_its_own_card() -> None:
    table = Desk(None, printed("two", bios=("cyan", 2, 0, 0))).bios("two", "velvet_stack").due("A")
    play = table.move("A", "boost_a ash_router")
    ops = [{"op": "adjust_memory", "seat": "A", "n": 3}]
    table.do(play.pop("action"), **play, ops=ops)
    assert table.memory("A") == (5, 2)
    short = Desk(None, printed("one", bios=("cyan", 1, 0, 0))).bios("one", "velvet_stack").due("A")
    play = short.move("A", "boost_a ash_router")
    assert short.codes(play.pop("action"), **play, ops=ops) == ["memory_short"]


@pytest.mark.clause("DAT-R65")
def test_a_text_may_come_with_the_last_card_of_a_round() -> None:
    table = desk("A program base", "A boost_a ash_router", "A boost_b ash_router")
    table.state = replace(table.state, players=table.state.players.giving("B", replace(table.player("B"), stopped=True)))
    table.state = replace(table.state, agenda=(Playing(5, ("A",)),))
    play = table.move("A", "function ash_router")
    table.do(play.pop("action"), **play, ops=[{"op": "adjust_attack", "seat": "B", "n": 9}])
    (scored,) = table.told("round_scored")
    assert scored.attack.B == 3 + 9


@pytest.mark.clause("DAT-032", "DAT-035", "DAT-R32", "DAT-019", "DAT-071", "DAT-068", "DAT-072", "DAT-020", "DAT-R66", "DAT-070", "DAT-073")
def test_each_step_of_the_procedure_is_told_with_its_clause_and_figures() -> None:
    table = (
        desk(
            "A program glint_loom",  # a worm: A's own Function helps it, B's hurts it
            "A boost_a rust_oracle",  # +1 attack for each cyan part
            "A boost_b cinder_port",  # defense becomes attack
            "A function glint_loom",
            "B boost_a pebble_mux",  # cancels one attack for each of B's cyan parts
            "B function tern_buffer",  # worms lose a defense
            "B boost_b quill_daemon rival",  # what is cyan of A becomes amber
        )
        .due("B")
        .do("ruling", reason="a printed text", ops=[{"op": "adjust_defense", "seat": "A", "n": 3}])
    )
    told: list[Any] = []
    found = score(table.board, told.append)
    assert found == table.score()
    assert [(e.seat, e.before, e.after, e.clause) for e in told if isinstance(e, Recolored)] == [("A", "cyan", "amber", "DAT-070")]
    steps = [(e.step, e.attack, e.defense, e.clause) for e in told if isinstance(e, Tally) and e.seat == "A"]
    assert steps == [
        ("icons", 5, 3, "DAT-032"),
        ("benefits", 6, 3, "DAT-019"),
        ("change_icons", 9, 0, "DAT-068"),
        ("nullify_icons", 6, 0, "DAT-072"),
        ("weaknesses", 6, -1, "DAT-020"),
        ("adjustment", 6, 2, "DAT-R66"),
    ]


@pytest.mark.clause("DAT-032", "DAT-R55")
def test_the_last_figures_told_are_the_score_in_every_random_match() -> None:
    rounds = 0
    for seed in range(12):
        rules, rng = datamorphs.rules({}, STARTER), random.Random(seed)
        state = rules.start(SEATS)
        while rules.result(state) is None:
            action = rules.sample(state, rng, avoid=frozenset({"concede", "add_card"}))
            assert action is not None
            state, events = rules.apply(state, action)
            for scored in (event for event in events if isinstance(event, RoundScored)):
                for seat in SEATS:
                    last = [event for event in events if isinstance(event, Tally) and event.seat == seat][-1]
                    assert (last.attack, last.defense) == (scored.attack.of(seat), scored.defense.of(seat))
                assert events.index(scored) > max(place for place, event in enumerate(events) if isinstance(event, Tally))
                rounds += 1
    assert rounds > 20
