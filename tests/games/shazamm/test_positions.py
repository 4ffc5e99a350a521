"""Positions: what is sound, what is not, and how the table mends the record (SHZ-R73, R74, docs/inside/rules/shazamm.md#invariants)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core import codec
from tapete.core import position as positions
from tapete.core.refusals import Illegal, Malformed
from tapete.core.seats import Both
from tapete.core.steps import Over
from tapete.games import shazamm
from tapete.games.shazamm.state import SEATS, ChoosePush, ChooseRecycle, ChooseTheft, EndingTurn, Pending, Prey, Resolving, State
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
        {"mana": {"A": 5}},
        {"mana": {"A": 5, "B": 2.5}},
        {"agenda": [{"step": "moving", "bids": {"A": 1, "B": 1}, "cast": {"A": [], "B": []}}]},
        {"agenda": [{"step": "ending_round"}]},
        {"agenda": []},
        {"colour": "red"},
        {"round_loser": "C"},
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
@pytest.mark.parametrize(
    ("change", "at", "said"),
    [
        ({"wall": 8}, "wall", "8 cannot be here: it goes from −7 to 7."),
        ({"mana": {"A": 51, "B": 50}}, "mana.A", "51 cannot be here: it goes from 0 to 50."),
        ({"mana": {"A": 50, "B": -1000}}, "mana.B", "−1000 cannot be here: it goes from 0 to 50."),
        ({"wizard": {"A": -11, "B": 3}}, "wizard.A", "−11 cannot be here: it goes from −10 to 10."),
        ({"round": 8}, "round", "8 cannot be here: it goes from 1 to 7."),
        ({"used": {"A": [15], "B": []}}, "used.A[0]", "15 cannot be here: it goes from 1 to 14."),
        ({"used": {"A": [0], "B": []}}, "used.A[0]", "0 cannot be here: it goes from 1 to 14."),
    ],
)
def test_a_figure_beyond_its_bounds_is_named_with_them(change: dict[str, Any], at: str, said: str) -> None:
    """In a position that is loaded, and in one that a ruling puts on the table."""
    rules = shazamm.rules()
    plain = positions.dump(rules, rules.start(SEATS)).plain()
    plain["state"] |= change
    with pytest.raises(Illegal) as fault:
        positions.load(rules, positions.read(plain))
    whole, figure = fault.value.refusals
    assert (whole.code, whole.params) == ("bad_position", {"broken": [f"state.{at}"]})
    assert (figure.code, figure.at, figure.text().in_("en")) == ("out_of_bounds", f"state.{at}", said)
    ruling = {"action": "ruling", "reason": "as it lay", "ops": [{"op": "set_position", "position": plain["state"]}]}
    for raw in (ruling, json.dumps(ruling)):
        with pytest.raises(Malformed) as refused:
            rules.read(raw)
        assert [(one.code, one.at) for one in refused.value.refusals] == [("out_of_bounds", f"ops[0].position.{at}")]


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


PUSH: dict[str, Any] = {"exhaustion_push": "ask"}
FOUR_THREE = Both(4, 3)
NOTHING_CAST: Both[Any] = Both((), ())


def pushing(seat: Any = "B", most: int = 1, resisting: tuple[Any, ...] = (), **changes: Any) -> tuple[str, ...]:
    """The faults of a table where B has one point of mana left to push with."""
    rules = shazamm.rules(PUSH)
    agenda = (EndingTurn(FOUR_THREE, resisting), ChoosePush(seat, most))
    state = replace(rules.start(SEATS), **{"mana": Both(0, 1), "agenda": agenda, **changes})
    return tuple(fault.code for fault in rules.faults(state))


@pytest.mark.clause("SHZ-S7", "SHZ-R54")
def test_a_push_is_asked_of_the_one_with_mana_and_for_as_far_as_it_goes() -> None:
    assert pushing() == ()
    assert pushing(resisting=("A", "B")) == ()
    assert pushing(resisting=("B", "A")) == ("inv_16",)
    assert pushing(resisting=("C",)) == ("inv_16",)
    assert pushing(most=2) == ("inv_16",)
    assert pushing(seat="A") == ("inv_16",)
    assert pushing(mana=Both(1, 1)) == ("inv_16",)
    assert pushing(mana=Both(0, 0)) == ("inv_16",)
    assert pushing(mana=Both(0, 9), most=3) == ()


HALF_WAY: dict[str, Any] = {"round": 6, "broken": 6, "wall": 1, "centre": 1, "wizard": Both(-2, 4)}
LAST_ROUND: dict[str, Any] = {"round": 7, "broken": 7}


@pytest.mark.clause("SHZ-S7", "SHZ-R06", "SHZ-R67")
@pytest.mark.parametrize(
    ("over", "table", "sound"),
    [
        (Over("win", ("A",), "concession"), {}, True),
        (Over("draw", (), "fall"), LAST_ROUND, True),
        (Over("win", ("A",), "fall"), HALF_WAY, True),
        (Over("win", ("B",), "fall"), HALF_WAY, False),
        (Over("win", ("A",), "fall"), {}, False),
        (Over("win", ("A",), "concession"), HALF_WAY, False),
        (Over("draw", (), "fall"), HALF_WAY, False),
        (Over("win", ("A",), "fall"), LAST_ROUND, False),
        (Over("win", ("A",), "fall"), {"round": 2, "broken": 2}, False),
        (Over("stopped", (), "ruling"), {}, False),
        (Over("win", (), "concession"), {}, False),
        (Over("win", ("C",), "concession"), {}, False),
        (Over("draw", ("A",), "fall"), LAST_ROUND, False),
        (Over("loss", (), "fall"), LAST_ROUND, False),
    ],
)
def test_a_duel_is_won_by_who_stands_or_drawn_or_conceded(over: Over, table: dict[str, Any], sound: bool) -> None:
    faults = [fault.code for fault in shazamm.rules().faults(State(agenda=(over,), **table))]
    assert faults == ([] if sound else ["inv_16"])


def asked(
    pending: tuple[Pending, ...],
    cast: Both[Any],
    question: Any = None,
    options: dict[str, Any] | None = None,
    last_cast: Both[Any] = NOTHING_CAST,
    copied: tuple[int, ...] = (),
) -> tuple[str, ...]:
    """The faults of a table where a question stands on a resolution; `copied` are numbers that A has not used up."""
    used = Both(*(tuple(n for n in sorted({*cast.of(seat), *last_cast.of(seat)}) if seat == "B" or n not in copied) for seat in SEATS))
    agenda = (Resolving(FOUR_THREE, cast, pending), question or ChooseRecycle("A"))
    counts = Both(14 - len(used.A), 14 - len(used.B))
    state = State(hand=counts, deck=Both(0, 0), used=used, last_cast=last_cast, agenda=agenda, turn=2)
    return tuple(dict.fromkeys(fault.code for fault in shazamm.rules(options).faults(state)))


@pytest.mark.clause("SHZ-S7", "SHZ-052")
@pytest.mark.parametrize(
    ("pending", "cast", "sound"),
    [
        ((Pending(6, "A"), Pending(7, "B")), Both((6,), (7,)), True),
        ((Pending(6, "A"), Pending(7, "A", "theft")), Both((3, 6), (7,)), True),
        ((Pending(6, "A"),), Both((3, 6), (7,)), True),
        ((Pending(6, "A"),), Both((6, 7), (7,)), True),
        ((Pending(6, "A"), Pending(7, "B")), Both((6,), ()), False),
        ((Pending(6, "A"), Pending(7, "C")), Both((6,), (7,)), False),
        ((Pending(6, "A"), Pending(6, "A")), Both((6,), ()), False),
        ((Pending(6, "A"), Pending(7, "A", "clone")), Both((6, 7), ()), False),
        ((Pending(6, "A"), Pending(7, "A", "theft")), Both((6,), (7,)), False),
        ((Pending(6, "A"), Pending(7, "A", "clone"), Pending(8, "A", "clone")), Both((2, 6), ()), False),
        ((Pending(6, "A"), Pending(10, "A"), Pending(8, "A")), Both((6, 8, 10), ()), False),
        ((Pending(6, "A"),), Both((6,), (7,)), False),
        ((Pending(6, "A"),), Both((4, 6), ()), False),
        ((Pending(6, "A"), Pending(7, "A"), Pending(7, "B")), Both((6, 7), (7,)), False),
        ((Pending(6, "A"), Pending(7, "A", "theft"), Pending(7, "A", "theft")), Both((3, 6), (7,)), False),
        ((Pending(5, "B"), Pending(6, "A")), Both((6,), (5,)), False),
    ],
)
def test_what_is_pending_is_what_the_rules_lead_to(pending: tuple[Pending, ...], cast: Both[Any], sound: bool) -> None:
    """Cast and not pending: cancelled, stolen or resolved. Pending and not cast, or left over: no."""
    assert ("inv_16" not in asked(pending, cast)) is sound


@pytest.mark.clause("SHZ-S7", "SHZ-R18", "SHZ-R26", "SHZ-R72")
def test_copies_and_stolen_spells_are_traced_to_where_they_came_from() -> None:
    """A Clone copies what the rival cast before; a thief takes a copy as well; without a Clone there is none."""
    copy = (Pending(6, "A"), Pending(8, "A", "clone"))
    eight_before = Both((), (8,))
    assert asked(copy, Both((2, 6, 8), ()), last_cast=eight_before, copied=(8,)) == ()
    assert asked(copy, Both((2, 6, 8), ()), last_cast=Both((), (9,)), copied=(8,)) == ("inv_16",)
    assert asked(copy, Both((2, 6), ()), last_cast=eight_before) == ("inv_16",), "a copy counts as cast (SHZ-R26)"
    assert asked(copy, Both((2, 6), ()), options={"clone_of_clone": False}, last_cast=eight_before) == ()
    both = (Pending(6, "A"), Pending(7, "A", "theft"), Pending(7, "A", "theft"))
    assert asked(both, Both((3, 6), (2, 7)), last_cast=Both((7,), ())) == ()
    assert asked(both, Both((3, 6), (2, 7)), last_cast=Both((8,), ())) == ("inv_16",)


@pytest.mark.clause("SHZ-S7", "SHZ-R32")
def test_a_question_before_its_turn_is_refused() -> None:
    """Theft asks before Recycle, and about everything that waits on the other side."""
    pending = (Pending(3, "A"), Pending(7, "B"))
    assert asked(pending, Both((3,), (7,)), ChooseTheft("A", (Prey(7, "hand"),))) == ()
    assert asked(pending, Both((3,), (7,)), ChooseTheft("A", ())) == ("inv_16",)
    assert "inv_16" in asked(pending, Both((3,), (7,)), ChooseTheft("B", (Prey(3, "hand"),)))
    assert "inv_16" in asked((Pending(3, "A"), Pending(7, "B", "theft")), Both((3,), (7,)), ChooseTheft("A", (Prey(7, "hand"),)))


@pytest.mark.clause("SHZ-R27", "SHZ-S7")
def test_a_table_with_a_stolen_copy_is_saved_and_read_again() -> None:
    """House rules `clone_stolen` without `clone_of_clone`: the thief counts as having cast a spell that nobody's list of cast ones has."""
    options = {"full_hand": True, "clone_stolen": True, "clone_of_clone": False}
    duel = Duel(options, turn=2, used=((7,), ()), last_cast=((7,), ())).turn(5, 4, [3], [2])
    duel.do("choose_clone", "B", number=7)
    duel.do("choose_theft", "A", choices=[{"number": 7, "source": "clone", "use": "apply"}])
    assert duel.state.last_cast == Both((3, 7), (2,))
    saved = positions.read(codec.encode(positions.dump(duel.rules, duel.state)))
    assert positions.load(duel.rules, saved) == duel.state
    duel.do("ruling", ops=[{"op": "note", "text": "all is well"}], **FAIR)


@pytest.mark.clause("SHZ-R26", "SHZ-R27", "SHZ-S7")
def test_what_nobody_can_have_cast_is_refused() -> None:
    """Not used up: one copy at most, only for a Clone that was not cancelled, and stolen ones only with a Theft."""
    options = {"clone_stolen": True}

    def strange(a: tuple[int, ...], b: tuple[int, ...], options: dict[str, Any] | None = None, used: Any = None) -> tuple[str, ...]:
        used = used or Both(tuple(n for n in a if n <= 3), tuple(n for n in b if n <= 3))
        hand = Both(5 - len(used.A), 5 - len(used.B))
        state = State(hand=hand, used=used, last_cast=Both(a, b), turn=2)
        return tuple(f"{fault.code} {fault.params['seat']}" for fault in shazamm.rules(options).faults(state))

    assert strange((2, 7), ()) == ()
    assert strange((2, 7, 8), ()) == ("inv_17 A",)
    assert strange((2, 7), (2,)) == ("inv_17 A",)
    assert strange((3, 7), (8,), options, Both((3,), (8,))) == ("inv_17 A",)
    assert strange((3, 8), (8,), options, Both((3,), (8,))) == ()
    assert strange((3, 8), (8,), {}, Both((3,), (8,))) == ("inv_17 A",)
    assert strange((2, 3, 8), (8,), options, Both((2,), (8,))) == ()


@pytest.mark.clause("SHZ-R43")
@pytest.mark.parametrize(("bid", "mana", "low", "high"), [(6, 50, -5, 5), (2, 50, -1, 5), (48, 50, -5, 2), (1, 1, 0, 0)])
def test_recycle_says_its_bounds(bid: int, mana: int, low: int, high: int) -> None:
    duel = Duel(mana=(mana, 50)).turn(bid, 5, [6])
    (owed,) = duel.rules.awaiting(duel.state)
    assert owed.params == {"bid": bid, "low": low, "high": high}
    offered = duel.rules.legal(duel.state, "A")["choose_recycle"].describe()["arguments"]["delta"]
    assert offered == {"whole": [low, high]}


@pytest.mark.clause("SHZ-R73")
@pytest.mark.parametrize(
    ("op", "field", "low", "high"),
    [("set_mana", "mana", 1, 50), ("set_hand", "hand", 0, 14), ("set_deck", "deck", 0, 14), ("set_wall", "wall", -7, 7)],
)
def test_corrections_have_bounds(op: str, field: str, low: int, high: int) -> None:
    duel = Duel()
    whose = {} if op == "set_wall" else {"seat": "A"}
    for value in (low - 1, high + 1):
        (refusal,) = duel.refused("ruling", ops=[{"op": op, **whose, field: value}], **FAIR)
        assert (refusal.code, refusal.params) == ("out_of_bounds", {"value": value, "low": low, "high": high})
        assert refusal.at == f"ops.0.{field}"
    for value in (low, high):
        action = duel.action("ruling", ops=[{"op": op, **whose, field: value}], **FAIR)
        assert "out_of_bounds" not in [refusal.code for refusal in duel.rules.check(duel.state, action)]
