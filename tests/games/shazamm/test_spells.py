"""What single spells do where the examples leave a corner (SHZ-064..099 and the rulings on them)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.shazamm.duel import Duel


def cloned(options: dict[str, Any] | None = None, *, cast: tuple[int, ...], spells: list[int], rival: list[int], **place: Any) -> Duel:
    """A casts Clone (and more) the turn after B cast `cast`."""
    return Duel(options, turn=2, used=((), cast), last_cast=((), cast), **place).turn(6, 6, [2, *spells], rival)


# ---- Silence


@pytest.mark.clause("SHZ-067", "SHZ-R22", "SHZ-110")
def test_silence_is_the_only_spell_that_lasts_and_ends_with_the_round() -> None:
    duel = Duel(wall=1).turn(6, 5, [1])
    assert (duel.state.silence, duel.wall) == (True, 2)
    duel.turn(6, 5, [10], [11])
    assert (duel.wall, duel.state.round, duel.state.silence) == (3, 2, False)
    other = Duel().turn(6, 5, [10, 11]).turn(5, 6)
    assert other.wall == 1, "neither Inferno nor Resistance outlasts its turn"


@pytest.mark.clause("SHZ-R17", "SHZ-050")
def test_two_silences_leave_no_silence() -> None:
    duel = Duel().turn(5, 6, [1, 7], [1])
    assert (duel.state.silence, duel.wall) == (False, 1)


@pytest.mark.clause("SHZ-R22")
def test_silence_does_not_stop_the_exhaustion_push() -> None:
    duel = Duel(mana=(5, 9)).turn(5, 5, [1])
    assert [event.by for event in duel.told("wall_pushed")] == [-3]


# ---- Clone


@pytest.mark.clause("SHZ-R28", "SHZ-R25", "SHZ-R24")
def test_clone_asks_only_where_there_is_something_and_may_decline() -> None:
    first = Duel().turn(6, 5, [2])
    assert [event.seat for event in first.told("clone_none")] == ["A"]
    assert (first.step, first.used[0]) == ("bidding", {2})
    duel = cloned(cast=(8,), spells=[], rival=[]).clone("A", None)
    assert [event.seat for event in duel.told("clone_declined")] == ["A"]
    assert (duel.wall, duel.used[0]) == (0, {2})


@pytest.mark.clause("SHZ-R21", "SHZ-R25")
@pytest.mark.parametrize(
    ("before", "options"),
    [
        (([7], [7, 0]), (7,)),
        (([1], [8]), (8,)),
        (([4], [13, 14]), (13, 14)),
        (([3], [9]), (9,)),
    ],
    ids=["cancelled", "silenced", "cut off", "stolen"],
)
def test_whatever_became_of_it_a_cast_spell_can_be_cloned(before: tuple[list[int], list[int]], options: tuple[int, ...]) -> None:
    duel = Duel({"full_hand": True}).turn(5, 5, *before)
    if duel.step == "choose_theft":
        duel.theft("A", discard=before[1])
    if duel.state.silence:
        duel = Duel(turn=2, used=((1,), (8,)), last_cast=((1,), (8,)))
    duel.turn(5, 5, [2])
    assert duel.state.agenda[-1].options == options  # type: ignore[union-attr]  # the step is `choose_clone`


@pytest.mark.clause("SHZ-R26")
def test_a_clone_is_not_cloned_but_what_it_obtained_is() -> None:
    duel = cloned(cast=(8,), spells=[], rival=[]).clone("A", 8)
    assert duel.state.last_cast.A == (2, 8)
    duel.turn(5, 5, [], [2])
    assert duel.state.agenda[-1].options == (8,)  # type: ignore[union-attr]  # the step is `choose_clone`
    assert duel.codes("choose_clone", "B", number=2) == ["clone_itself"]
    duel.clone("B", 8)
    assert (duel.wall, duel.used) == (0, ({2}, {2, 8}))


@pytest.mark.clause("SHZ-R29")
def test_a_cloned_silence_falls_at_once() -> None:
    duel = cloned(cast=(1,), spells=[7], rival=[3, 13]).clone("A", 1)
    assert duel.state.silence
    assert [(event.seat, event.number) for event in duel.told("spell_void")] == [("B", 3), ("A", 7), ("B", 13)]
    assert (duel.wall, duel.mana) == (0, (44, 44))


@pytest.mark.clause("SHZ-R18")
def test_a_copy_cancels_with_the_rivals_same_spell() -> None:
    """B copied 10 from A and casts nothing else; a turn later A copies it back while B casts the card."""
    duel = Duel(turn=3, used=((10,), (2,)), last_cast=((), (2, 10))).turn(9, 6, [2], [10]).clone("A", 10)
    assert [event.number for event in duel.told("clone_cancelled")] == [10]
    assert duel.wall == 1, "no Inferno is left"
    assert duel.state.last_cast.A == (2, 10)


# ---- Theft


@pytest.mark.clause("SHZ-R34", "SHZ-R32")
def test_theft_finds_only_what_is_still_pending() -> None:
    duel = Duel().turn(6, 5, [3], [2])
    assert [event.seat for event in duel.told("theft_none")] == ["A"]
    duel = Duel().turn(6, 5, [3, 7], [7, 9])
    assert [prey.number for prey in duel.state.agenda[-1].prey] == [9]  # type: ignore[union-attr]  # the step is `choose_theft`


@pytest.mark.clause("SHZ-R72", "SHZ-R37", "SHZ-R35")
def test_card_and_copy_of_one_number_are_two_preys() -> None:
    duel = Duel(turn=2, used=((8, 13), ()), last_cast=((8, 13), ())).turn(6, 20, [3], [2, 13]).clone("B", 13)
    assert [(prey.number, prey.source) for prey in duel.state.agenda[-1].prey] == [  # type: ignore[union-attr]  # `choose_theft`
        (13, "hand"),
        (13, "clone"),
    ]
    half = {"number": 13, "source": "hand", "use": "apply"}
    assert duel.codes("choose_theft", "A", choices=[half]) == ["prey_missing"]
    duel.theft("A", apply=[13, (13, "clone")])
    assert duel.mana == (50, 30)
    assert [(event.seat, event.amount) for event in duel.told("mana_gained")] == [("A", 6), ("A", 0)]


@pytest.mark.clause("SHZ-R35")
def test_a_stolen_recycle_changes_the_thiefs_bid() -> None:
    duel = Duel().turn(6, 8, [3], [6]).theft("A", apply=[6])
    assert [owed.seat for owed in duel.rules.awaiting(duel.state)] == ["A"]
    duel.recycle("A", 5)
    assert (duel.wall, duel.mana) == (1, (39, 42))


@pytest.mark.clause("SHZ-R27")
def test_what_a_thief_applied_was_not_cast_by_him() -> None:
    duel = Duel().turn(6, 8, [3], [9]).theft("A", apply=[9])
    assert (duel.state.last_cast.A, duel.state.last_cast.B) == ((3,), (9,))
    duel.turn(5, 5, [], [2])
    assert duel.state.agenda[-1].options == (3,)  # type: ignore[union-attr]  # the step is `choose_clone`


# ---- one question at a time


@pytest.mark.clause("SHZ-R71")
def test_questions_come_one_after_the_other() -> None:
    duel = Duel({"full_hand": True}, turn=2, used=((), (13,)), last_cast=((), (13,))).turn(9, 6, [2, 6], [3, 7])
    asked = [(duel.step, duel.rules.awaiting(duel.state)[0].seat)]
    duel.clone("A", 13)
    asked.append((duel.step, duel.rules.awaiting(duel.state)[0].seat))
    duel.theft("B", apply=[6], discard=[(13, "clone")])
    asked.append((duel.step, duel.rules.awaiting(duel.state)[0].seat))
    assert asked == [("choose_clone", "A"), ("choose_theft", "B"), ("choose_recycle", "B")]
    assert duel.codes("choose_recycle", "A", delta=0) == ["not_your_choice"]
    duel.recycle("B", -5)
    assert (duel.mana, duel.wall) == ((41, 49), 1)


# ---- movement


@pytest.mark.clause("SHZ-090", "SHZ-091", "SHZ-R16")
def test_a_tie_is_neither_reversed_nor_doubled_nor_lost() -> None:
    duel = Duel().turn(7, 7, [9, 12], [10])
    assert (duel.wall, duel.mana) == (0, (43, 43))
    assert duel.told("tie")
    assert not duel.told("movement_reversed")


@pytest.mark.clause("SHZ-092")
def test_inferno_stops_at_the_wizard() -> None:
    duel = Duel(wall=2).turn(9, 4, [10])
    assert [(event.by, event.clause) for event in duel.told("wall_moved")] == [(1, "SHZ-092")]
    assert duel.state.round_loser == "B"


@pytest.mark.clause("SHZ-R42", "SHZ-R10")
def test_middle_is_no_push() -> None:
    duel = Duel(wall=-2, mana=(30, 30)).turn(7, 7, [5, 9, 10], [11, 12])
    assert (duel.wall, duel.mana) == (0, (23, 23))


@pytest.mark.clause("SHZ-R51", "SHZ-098")
def test_suction_takes_the_final_bid_paid_or_not() -> None:
    duel = Duel(mana=(30, 30)).turn(9, 4, [14], [6, 12]).recycle("B", 3)
    assert (duel.wall, duel.mana) == (1, (28, 30))


@pytest.mark.clause("SHZ-R19")
@pytest.mark.parametrize(
    ("number", "rival", "wall", "mana"),
    [
        (7, 19, 1, (44, 31)),
        (8, 23, 1, (44, 27)),
        (9, 5, 1, (44, 45)),
        (10, 5, 2, (44, 45)),
        (11, 19, 0, (44, 31)),
        (12, 19, -1, (50, 31)),
        (13, 5, 1, (50, 45)),
        (14, 3, 1, (50, 47)),
        (5, 5, 1, (44, 45)),
    ],
)
def test_card_and_copy_on_one_side_both_apply(number: int, rival: int, wall: int, mana: tuple[int, int]) -> None:
    """A bids 6, casts the card and copies it: +14, x4, reversed twice, two slabs, blocked once, spared once, +26, the bid twice."""
    duel = Duel({"full_hand": True}, turn=2, used=((), (number,)), last_cast=((), (number,))).turn(6, rival, [2, number]).clone("A", number)
    assert (duel.wall, duel.mana) == (wall, mana)


@pytest.mark.clause("SHZ-R19")
def test_two_recycles_are_two_decisions() -> None:
    duel = Duel({"full_hand": True}, turn=2, used=((), (6,)), last_cast=((), (6,))).turn(6, 15, [2, 6]).clone("A", 6)
    duel.recycle("A", 5).recycle("A", 5)
    assert (duel.wall, duel.mana) == (1, (34, 35))
