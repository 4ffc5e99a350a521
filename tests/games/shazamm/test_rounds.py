"""The end of a turn, a round and the match (SHZ-003, 022, 023, 100..110 and the rulings R03..R11, R40, R53..R64, R67, R70)."""

from __future__ import annotations

import pytest

from tapete.core.steps import Over
from tests.games.shazamm.duel import Duel


@pytest.mark.clause("SHZ-022", "SHZ-023", "SHZ-103", "SHZ-R03", "SHZ-R05", "SHZ-007", "SHZ-R07")
def test_each_round_takes_a_slab_from_both_ends_until_somebody_falls() -> None:
    duel = Duel()
    edges = []
    while duel.result is None:
        number = duel.state.round
        duel.turn(50, 50)
        (gone,) = duel.told("slabs_collapsed")
        edges.append((gone.slabs.A, gone.slabs.B))
        assert (duel.state.round, duel.mana) == (number + 1, (50, 50)) or duel.result
    assert edges == [(-9, 9), (-8, 8), (-7, 7), (-6, 6), (-5, 5), (-4, 4), (-3, 3)]
    assert duel.state.broken == 7


@pytest.mark.clause("SHZ-107", "SHZ-108", "SHZ-109", "SHZ-R60")
def test_three_spells_are_drawn_or_what_is_left() -> None:
    duel = Duel(used=(range(1, 4), ()))
    hands = []
    for _ in range(4):
        duel.turn(50, 50)
        hands.append((*duel.hands, *duel.decks))
    assert hands == [(5, 8, 6, 6), (8, 11, 3, 3), (11, 14, 0, 0), (11, 14, 0, 0)]
    assert not duel.told("drew")


@pytest.mark.clause("SHZ-R40", "SHZ-110", "SHZ-003")
def test_the_end_of_a_round_comes_in_its_order() -> None:
    duel = Duel(wall=2).turn(9, 4, [], [1])
    tags = [str(event.__struct_config__.tag) for event in duel.story]
    assert tags[tags.index("wizard_hit") :] == [
        "wizard_hit",
        "round_ended",
        "wizards_placed",
        "slabs_collapsed",
        "mana_restored",
        "drew",
        "drew",
        "round_started",
    ]
    assert (duel.state.silence, duel.state.turn, duel.state.round) == (False, 1, 2)


@pytest.mark.clause("SHZ-R09", "SHZ-R11")
@pytest.mark.parametrize(
    ("wall", "mana", "bids", "spells", "loser"),
    [
        (2, (20, 20), (9, 4), [], "B"),
        (-2, (20, 20), (4, 9), [], "A"),
        (1, (5, 5), (5, 5), [], None),
        (2, (20, 20), (9, 4), [4], None),
        (0, (9, 20), (9, 4), [], "A"),
    ],
    ids=["hit B", "hit A", "exhausted", "by card", "pushed home"],
)
def test_who_lost_the_round(wall: int, mana: tuple[int, int], bids: tuple[int, int], spells: list[int], loser: str | None) -> None:
    duel = Duel(wall=wall, mana=mana).turn(*bids, spells)
    assert duel.state.round == 2
    assert duel.state.round_loser == loser


@pytest.mark.clause("SHZ-R55", "SHZ-R53")
def test_a_hit_comes_before_exhaustion() -> None:
    duel = Duel(wall=2, mana=(9, 20)).turn(9, 4)
    assert duel.told("wizard_hit")
    assert not duel.told("out_of_mana")
    assert duel.state.centre == 3


@pytest.mark.clause("SHZ-R53", "SHZ-R59")
def test_gains_count_before_mana_is_looked_at() -> None:
    duel = Duel(mana=(9, 20)).turn(9, 9, [13])
    assert (duel.mana, duel.state.turn, duel.state.round) == ((13, 11), 2, 1)
    spent = Duel(mana=(9, 20)).turn(9, 4, [8])
    assert spent.state.round == 2, "his last spells count, and there is no further turn for him"
    assert [event.wall for event in spent.told("wall_moved")] == [1]


@pytest.mark.clause("SHZ-R54", "SHZ-057", "SHZ-058")
def test_the_push_goes_as_far_as_mana_and_bridge_allow() -> None:
    far = Duel(wall=2, mana=(9, 30)).turn(9, 9)
    assert [event.by for event in far.told("wall_pushed")] == [-5]
    assert far.state.round_loser == "A"
    near = Duel(wall=-2, mana=(12, 9)).turn(9, 9)
    assert [event.by for event in near.told("wall_pushed")] == [3]
    assert near.state.round_loser is None


@pytest.mark.clause("SHZ-R67", "SHZ-R70")
def test_conceding() -> None:
    for seat, winner in (("A", "B"), ("B", "A")):
        duel = Duel().do("lock_bid", "A", seal=None).do("concede", seat)  # type: ignore[arg-type]  # a seat by its letter
        assert duel.result == Over("win", (winner,), "concession")  # type: ignore[arg-type]  # a seat by its letter
        assert duel.rules.awaiting(duel.state) == ()
        assert not duel.rules.faults(duel.state)
        assert [panel.lamp for panel in duel.rules.scene(duel.state).panels] == [
            "won" if panel_seat == winner else "lost" for panel_seat in ("A", "B")
        ]
        assert duel.codes("lock_bid", "A", seal=None) == ["match_over"]
    owing = Duel().turn(5, 4, [6]).do("concede", "B")
    assert owing.result == Over("win", ("A",), "concession")


@pytest.mark.clause("SHZ-R64")
def test_no_round_lasts_for_ever() -> None:
    """Bids of one and ties only; the spells that bring mana are soon gone: 50 turns, and one for each point that B gained."""
    duel = Duel({"full_hand": True})
    brought = {20: ([13], []), 21: ([], [14]), 22: ([14], [])}
    turns = 0
    while duel.state.round == 1:
        turns += 1
        duel.turn(1, 1, *brought.get(turns, ([], [])))
        assert turns < 100
    assert turns == 51
    assert [event.seat for event in duel.told("out_of_mana")] == ["B"]
