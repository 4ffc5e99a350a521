"""Showing cards: spells and the fake (SHZ-037, 046, 047, 060..063, R12, R13, R62, R65)."""

from __future__ import annotations

import pytest

from tests.games.shazamm.duel import Duel


@pytest.mark.clause("SHZ-037", "SHZ-061", "SHZ-R12")
@pytest.mark.parametrize("numbers", [[], [0], [7], [0, 7], [9, 0, 12, 13], [1, 2, 3, 4, 5]])
def test_any_cards_of_the_hand_may_be_played_or_none(numbers: list[int]) -> None:
    duel = Duel().bids(5, 5).do("declare_cards", "A", numbers=numbers)
    assert duel.state.agenda[-1].declared.of("A") == tuple(sorted(numbers))  # type: ignore[union-attr]  # the step is `reveal`


@pytest.mark.clause("SHZ-060", "SHZ-061", "SHZ-062", "SHZ-063", "SHZ-R65")
def test_the_fake_does_nothing_and_comes_back() -> None:
    with_fakes, without = Duel().turn(6, 4, [0], [0]), Duel().turn(6, 4)
    assert with_fakes.state == without.state
    assert [event.seat for event in with_fakes.told("fake_returned")] == ["A", "B"]
    assert not with_fakes.told("spell_cancelled")
    again = with_fakes.turn(6, 4, [0, 9], [0])
    assert again.used == ({9}, set())
    assert again.hands == (4, 5)


@pytest.mark.clause("SHZ-046", "SHZ-047")
def test_shown_spells_are_used_up_whatever_becomes_of_them() -> None:
    duel = Duel().turn(5, 5, [1, 7], [8])
    assert (duel.used, duel.hands) == (({1, 7}, {8}), (3, 4))
    duel.bids(5, 5)
    assert duel.codes("declare_cards", "A", numbers=[7]) == ["spell_already_used"]
    assert duel.codes("declare_cards", "B", numbers=[8]) == ["spell_already_used"]
    instructions = [
        instruction.in_("en")
        for event in Duel().turn(5, 5, [7], []).told("cards_revealed")
        if (instruction := duel.rules.instruction(event))
    ]
    assert instructions == ["A: when the turn is over, put Attack boost (7) on your discard pile."]


@pytest.mark.clause("SHZ-R69")
def test_hands_change_when_both_lists_are_in() -> None:
    duel = Duel().bids(5, 4).do("declare_cards", "A", numbers=[7])
    assert (duel.hands, duel.used) == ((5, 5), (set(), set()))
    assert duel.codes("declare_cards", "A", numbers=[8]) == ["already_declared"]
    duel.do("declare_cards", "B", numbers=[])
    assert (duel.hands, duel.used) == ((4, 5), ({7}, set()))


@pytest.mark.clause("SHZ-R12", "SHZ-R13", "SHZ-008")
def test_everything_that_is_wrong_is_said_at_once() -> None:
    duel = Duel(used=((7,), ())).bids(5, 4)
    refusals = duel.refused("declare_cards", "A", numbers=[7, 3, 3, 21, 8, 9, 10])
    assert [(r.code, r.params) for r in refusals] == [
        ("unknown_card", {"numbers": [21]}),
        ("card_twice", {"numbers": [3]}),
        ("spell_already_used", {"numbers": [7]}),
        ("more_spells_than_hand", {"spells": 6, "hand": 4}),
    ]


@pytest.mark.clause("SHZ-R13", "SHZ-008")
@pytest.mark.parametrize("strange", [0, 15, -1])
def test_only_spells_count_against_the_hand(strange: int) -> None:
    duel = Duel().bids(5, 4)
    codes = [refusal.code for refusal in duel.rules.check(duel.state, duel.action("declare_cards", "A", numbers=[1, 2, 3, 4, 5, strange]))]
    assert codes == ([] if strange == 0 else ["unknown_card"])


@pytest.mark.clause("SHZ-R62")
def test_a_hand_may_grow_to_all_fourteen() -> None:
    duel = Duel(round=3, wall=2).turn(2, 1)
    assert (duel.state.round, duel.hands, duel.decks) == (4, (14, 14), (0, 0))
    duel.bids(5, 4)
    everything = duel.action("declare_cards", "A", numbers=list(range(15)))
    assert duel.rules.check(duel.state, everything) == ()
