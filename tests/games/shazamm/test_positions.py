"""Positions: what is sound, what is not, and how the table mends the record (SHZ-R73, R74, section 7)."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core import codec
from tapete.core import position as positions
from tapete.core.refusals import Illegal, Malformed
from tapete.games import shazamm
from tapete.games.shazamm.state import SEATS, State
from tests.games.shazamm.duel import Duel

FAIR: dict[str, Any] = {"reason": "we miscounted", "agreed": ["A", "B"]}


@pytest.mark.clause("SHZ-S7", "SHZ-R74")
def test_a_position_is_complete_at_every_step() -> None:
    tables = [
        Duel(),
        Duel().bids(5, 4),
        Duel().bids(5, 4).do("declare_cards", "B", numbers=[0, 3]),
        Duel().turn(5, 4, [6], [13]),
        Duel().turn(5, 4, [3], [13, 7]),
        Duel(turn=2, used=((), (8,)), last_cast=((), (8,))).turn(5, 4, [2]),
        Duel(mana=(4, 4), round=7).turn(4, 4),
        Duel().do("concede", "A"),
    ]
    steps = set()
    for duel in tables:
        rules = duel.rules
        document = codec.encode(positions.dump(rules, duel.state))
        assert positions.load(rules, positions.read(document)) == duel.state
        assert codec.encode(positions.dump(rules, positions.load(rules, positions.read(document)))) == document
        steps.add(duel.step)
    assert steps == {"bidding", "reveal", "choose_recycle", "choose_theft", "choose_clone", "over"}


@pytest.mark.clause("SHZ-S7")
@pytest.mark.parametrize(
    "change",
    [
        {"wall": 8},
        {"mana": {"A": 51, "B": 50}},
        {"mana": {"A": 5}},
        {"wizard": {"A": -11, "B": 3}},
        {"round": 8},
        {"used": {"A": [15], "B": []}},
        {"used": {"A": [0], "B": []}},
        {"agenda": [{"step": "moving", "bids": {"A": 1, "B": 1}, "cast": {"A": [], "B": []}}]},
        {"agenda": [{"step": "ending_round"}]},
        {"colour": "red"},
    ],
)
def test_what_cannot_be_a_position_at_all_is_malformed(change: dict[str, Any]) -> None:
    rules = shazamm.rules()
    position = positions.dump(rules, rules.start(SEATS))
    plain = position.plain()
    plain["state"] |= change
    with pytest.raises(Malformed):
        positions.load(rules, positions.read(plain))


@pytest.mark.clause("SHZ-S7")
def test_every_broken_invariant_is_named_at_once() -> None:
    rules = shazamm.rules()
    plain = positions.dump(rules, rules.start(SEATS)).plain()
    plain["state"] |= {"wall": 3, "hand": {"A": 6, "B": 5}, "mana": {"A": 50, "B": 0}}
    with pytest.raises(Illegal) as refused:
        positions.load(rules, positions.read(plain))
    assert refused.value.refusals[0].params == {"broken": ["inv_1", "inv_2"]}
    assert len(refused.value.refusals) == 4


@pytest.mark.clause("SHZ-R73")
def test_a_ruling_mends_several_things_and_lifts_locked_bids() -> None:
    duel = Duel().do("lock_bid", "A", seal="a" * 64)
    ops = [
        {"op": "set_mana", "seat": "A", "mana": 33},
        {"op": "set_wall", "wall": -2},
        {"op": "set_used", "seat": "B", "spells": [13, 7]},
        {"op": "set_hand", "seat": "B", "hand": 4},
        {"op": "set_deck", "seat": "B", "deck": 8},
        {"op": "set_last_cast", "seat": "B", "spells": [7]},
        {"op": "note", "text": "a card had slipped under the board"},
    ]
    duel.do("ruling", ops=ops, **FAIR)
    assert (duel.mana, duel.wall, duel.used, duel.hands, duel.decks) == ((33, 50), -2, (set(), {7, 13}), (5, 4), (9, 8))
    assert duel.state.last_cast.B == (7,)
    assert [owed.seat for owed in duel.rules.awaiting(duel.state)] == ["A", "B"]
    assert all(event.by_ruling for event in duel.events)
    assert [event.__struct_config__.tag for event in duel.events] == [
        "ruling",
        "mana_set",
        "wall_set",
        "used_set",
        "hand_set",
        "deck_set",
        "last_cast_set",
        "noted",
    ]


@pytest.mark.clause("SHZ-R73")
def test_a_ruling_that_does_not_add_up_says_what_is_missing() -> None:
    refusals = Duel().refused("ruling", ops=[{"op": "set_used", "seat": "A", "spells": [4]}], **FAIR)
    assert [(r.code, r.at) for r in refusals] == [("breaks_invariant", "ops"), ("inv_1", "ops")]
    assert refusals[0].params == {"broken": ["inv_1"]}
    assert refusals[1].params == {"seat": "A", "hand": 5, "deck": 9, "used": 1}


@pytest.mark.clause("SHZ-R73")
def test_a_whole_position_can_be_set_and_taken_back() -> None:
    source = Duel(round=3, centre=2, wall=1, mana=(17, 9), used=((7,), ()))
    position = codec.builtins(source.state)
    duel = Duel().do("ruling", ops=[{"op": "set_position", "position": position}], **FAIR)
    assert duel.state == source.state
    broken = position | {"wall": 5}
    refused = Duel().refused("ruling", ops=[{"op": "set_position", "position": broken}], **FAIR)
    assert refused[0].code == "breaks_invariant"


@pytest.mark.clause("SHZ-R73")
def test_an_operation_that_does_not_exist_is_malformed() -> None:
    with pytest.raises(Malformed):
        Duel().action("ruling", ops=[{"op": "set_luck", "seat": "A"}], **FAIR)


@pytest.mark.clause("SHZ-S7")
def test_the_start_is_the_default_position() -> None:
    assert Duel().state == State()
