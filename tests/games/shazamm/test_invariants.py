"""Invariants 5 to 11, 13 and 14 under random play (docs/inside/rules/shazamm.md#invariants); every position must have the others.

The form of the run (or TAPETE_MATCHES) says how many random matches are played through to the end; 10,000 take 20 seconds on one core.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core import codec
from tapete.core.actions import Action
from tapete.core.log import Log
from tapete.core.rules import Rules
from tapete.core.seats import Both
from tapete.core.steps import Over
from tapete.games import shazamm
from tapete.games.shazamm.bidding import LockBid, RevealBids
from tapete.games.shazamm.resolution import ChosenClone, ChosenRecycle, ChosenTheft
from tapete.games.shazamm.rounds import ChosenPush
from tapete.games.shazamm.showing import DeclareCards
from tapete.games.shazamm.state import SEATS, Bidding, Revealing, State
from tests.games.shazamm.duel import Duel
from tests.run_forms import matches

MATCHES = matches(quick=150, usual=500, long=10_000, nightly=100_000)

HOUSE: tuple[dict[str, Any], ...] = (
    {},
    {"full_hand": True},
    {"full_hand": True, "clone_copy_cancels": False, "clone_stolen": True, "reserve_gain": "before_payment"},
    {"exhaustion_push": "ask", "resistance_blocks_push": True, "clone_of_clone": False, "clone_across_rounds": False},
    {"collapse_order": "collapse_first", "double_fall": "replay", "bridge_half": 6, "full_hand": True},
    {"full_hand": True, "clone_of_clone": False, "clone_stolen": True},
)
"""House rules that random play goes through in turn, so that every key takes both values."""

QUIET = frozenset({"concede", "ruling", "unlock", "reopen_bids"})


def hasty(rules: Rules[State], state: State, rng: random.Random, *, spells: int = 3) -> Action:
    """The next action of two wizards in a hurry, made without asking what is legal."""
    top = state.agenda[-1]
    if isinstance(top, Bidding):
        waiting = [seat for seat in SEATS if seat not in top.ready]
        if waiting:
            return LockBid(seat=rng.choice(waiting))
        return RevealBids(bids={seat: rng.randint(1, min(15, state.mana.of(seat))) for seat in SEATS}, nonces=dict.fromkeys(SEATS))
    if isinstance(top, Revealing):
        seat = next(seat for seat in SEATS if top.declared.of(seat) is None)
        unused = [number for number in range(1, 15) if number not in state.used.of(seat)]
        many = min(rng.choice((0, 0, 1, 1, 2, spells)) if spells else 0, state.hand.of(seat))
        return DeclareCards(seat=seat, numbers=(*rng.sample(unused, many), *rng.choice(((), (0,)))))
    made = rules.sample(state, rng, avoid=QUIET)
    assert made is not None
    return made


@pytest.mark.clause("SHZ-R06", "SHZ-R07", "SHZ-R10", "SHZ-R64", "SHZ-S7")
@pytest.mark.parametrize("part", range(10))
def test_random_matches_end_as_they_must(part: int) -> None:
    """2 to 7 rounds; a draw only after round 7 with the wall in the middle (11); the wall never beyond a wizard; sound at every turn."""
    endings: set[tuple[str, int]] = set()
    for number in range(part, MATCHES, 10):
        options = HOUSE[number // 10 % len(HOUSE)]
        rules, rng = shazamm.rules(options), random.Random(number)
        half = options.get("bridge_half", 9)
        state = rules.start(SEATS)
        actions = 0
        while not isinstance(state.agenda[-1], Over):
            state, _ = rules.apply(state, hasty(rules, state, rng))
            assert state.wizard.A <= state.wall <= state.wizard.B
            actions += 1
            assert actions < 3000
            if number % 20 == part or len(state.agenda) > 1:
                assert rules.faults(state) == ()
        over = state.agenda[-1]
        assert (2 if half == 9 else 1) <= state.round <= half - 2
        assert state.broken == state.round
        if over.kind == "draw":
            assert state.round == half - 2
            assert state.wall == 0 or options.get("collapse_order") == "collapse_first"
        assert rules.faults(state) == ()
        endings.add((over.kind, state.round))
    assert len({rounds for kind, rounds in endings if kind == "win"}) >= 3


def mirrored_state(state: State) -> State:
    """The same table seen from the other side of the bridge."""
    swap = {"A": "B", "B": "A"}

    def turned(value: Any) -> Any:
        if isinstance(value, dict):
            if set(value) == {"A", "B"}:
                return {"A": turned(value["B"]), "B": turned(value["A"])}
            return {
                key: swap.get(x, turned(x)) if key in ("seat", "owner", "round_loser") and isinstance(x, str) else turned(x)
                for key, x in value.items()
            }
        if isinstance(value, list):
            return sorted(swap[x] for x in value) if value and all(x in ("A", "B") for x in value) else [turned(x) for x in value]
        return value

    plain = turned(codec.builtins(state))
    plain["wall"], plain["centre"] = -plain["wall"], -plain["centre"]
    plain["wizard"] = {"A": -plain["wizard"]["A"], "B": -plain["wizard"]["B"]}
    return codec.convert(plain, State)


def mirrored_action(action: Action) -> Action:
    """The same action by the other wizard."""
    swap: dict[str, Any] = {"A": "B", "B": "A"}
    match action:
        case RevealBids():
            return RevealBids(bids={"A": action.bids["B"], "B": action.bids["A"]}, nonces=dict.fromkeys(SEATS))
        case LockBid() | DeclareCards() | ChosenClone() | ChosenTheft() | ChosenRecycle() | ChosenPush():
            return replace(action, seat=swap[action.seat])
        case _:
            raise AssertionError(f"no mirror for {action}")


@pytest.mark.clause("SHZ-R02", "SHZ-R71")
@pytest.mark.parametrize("options", HOUSE)
def test_the_mirrored_match_is_the_mirrored_result(options: dict[str, Any]) -> None:
    """Invariant 7. What is pending is ordered by number, then source, so that no seat is favoured (R20)."""
    rules = shazamm.rules(options)
    compared = 0
    for seed in range(12):
        rng = random.Random(seed)
        state = mirror = rules.start(SEATS)
        while not isinstance(state.agenda[-1], Over):
            action = hasty(rules, state, rng)
            state, _ = rules.apply(state, action)
            mirror, _ = rules.apply(mirror, mirrored_action(action))
            assert mirrored_state(state) == mirror
            compared += 1
    assert compared > 300


@pytest.mark.clause("SHZ-050", "SHZ-051")
@pytest.mark.parametrize("seed", range(30))
def test_the_same_spells_on_both_sides_change_nothing_but_the_record(seed: int) -> None:
    """Invariant 8."""
    rng = random.Random(seed)
    place: dict[str, Any] = {"wall": rng.randint(-2, 2), "mana": (rng.randint(5, 50), rng.randint(5, 50))}
    bids = (rng.randint(1, place["mana"][0]), rng.randint(1, place["mana"][1]))
    spells = rng.sample(range(1, 15), rng.randint(1, 6))
    with_spells = Duel({"full_hand": True}, **place).turn(*bids, spells, spells).state
    without = Duel({"full_hand": True}, **place).turn(*bids).state
    assert with_spells.used != without.used
    assert replace(with_spells, used=without.used, hand=without.hand, last_cast=without.last_cast) == without


@pytest.mark.clause("SHZ-066", "SHZ-R22", "SHZ-R23")
@pytest.mark.parametrize("seed", range(30))
def test_under_silence_spells_change_nothing_but_the_record(seed: int) -> None:
    """Invariant 9."""
    rng = random.Random(seed)
    place: dict[str, Any] = {"wall": rng.randint(-2, 2), "mana": (rng.randint(5, 50), rng.randint(5, 50)), "turn": 3, "silence": True}
    used: Any = ((1,), ())
    bids = (rng.randint(1, place["mana"][0]), rng.randint(1, place["mana"][1]))
    cast = [rng.sample(range(2, 15), rng.randint(0, 5)) for _ in SEATS]
    with_spells = Duel({"full_hand": True}, used=used, **place).turn(*bids, *cast).state
    without = Duel({"full_hand": True}, used=used, **place).turn(*bids).state
    assert replace(with_spells, used=without.used, hand=without.hand, last_cast=without.last_cast) == without


@pytest.mark.clause("SHZ-042", "SHZ-045", "SHZ-048")
@pytest.mark.parametrize("seed", range(5))
def test_without_spells_a_turn_is_a_comparison_and_two_payments(seed: int) -> None:
    """Invariants 6 and 14: the wall moves by the sign of the difference, bids are paid, and no round outlasts its mana."""
    rng = random.Random(seed)
    duel = Duel()
    while duel.result is None:
        before, turns = duel.state, duel.state.turn
        bids = (rng.randint(1, min(9, duel.mana[0])), rng.randint(1, min(9, duel.mana[1])))
        duel.turn(*bids)
        (moved,) = duel.told("wall_moved") or [None]
        assert (moved.by if moved else 0) == (bids[0] > bids[1]) - (bids[0] < bids[1])
        assert [event.mana for event in duel.told("paid")] == [before.mana.A - bids[0], before.mana.B - bids[1]]
        assert turns <= 50
        assert duel.rules.faults(duel.state) == ()


@pytest.mark.clause("SHZ-094", "SHZ-096", "SHZ-099")
@pytest.mark.parametrize("seed", range(6))
def test_how_wall_and_mana_change_in_a_turn(seed: int) -> None:
    """Invariants 5 and 10: at most two slabs, one without Inferno; gains by 13 and 14 only, losses by the bid at most."""
    rng = random.Random(seed)
    seen = 0
    for _ in range(20):
        duel = Duel({"full_hand": True})
        while duel.result is None:
            bids = (rng.randint(1, min(12, duel.mana[0])), rng.randint(1, min(12, duel.mana[1])))
            cast = [rng.sample(sorted(set(range(1, 15)) - used), min(2, hand)) for used, hand in zip(duel.used, duel.hands, strict=True)]
            duel.turn(*bids, *cast)
            while duel.step.startswith("choose_"):
                made = duel.rules.sample(duel.state, rng, avoid=QUIET)
                assert made is not None
                duel.state, duel.events = duel.rules.apply(duel.state, made)
                duel.story += duel.events
            for moved in duel.told("wall_moved"):
                assert abs(moved.by) <= (2 if 10 in {*cast[0], *cast[1], *duel.state.last_cast.A, *duel.state.last_cast.B} else 1)
            for paid in duel.told("paid"):
                assert 1 <= paid.bid <= 50
            for gained in duel.told("mana_gained"):
                assert gained.clause in ("SHZ-095", "SHZ-097")
                assert 0 <= gained.amount <= 50
                assert gained.mana <= 50
                seen += 1
    assert seen >= 10


@pytest.mark.clause("SHZ-R67")
@pytest.mark.parametrize("options", HOUSE)
def test_a_log_replays_to_the_same_bytes(options: dict[str, Any]) -> None:
    """Invariant 13, with undo in between."""
    rules = shazamm.rules(options)
    rng = random.Random(5)
    log: Log[State] = Log(rules, rules.start(SEATS))
    while not isinstance(log.state.agenda[-1], Over):
        action = hasty(rules, log.state, rng)
        log.do(action, "test")
        if rng.random() < 0.05 and not isinstance(action, LockBid | RevealBids):
            after = log.state
            log.undo("test", 1)
            log.do(action, "test")
            assert log.state == after
    states = [rules.start(SEATS)]
    for entry in log.entries:
        if entry.action is not None:
            base = log.after(log.entries[entry.seq - 2].seq) if entry.seq > 1 else states[0]
            again, events = rules.apply(base, rules.read(entry.action))
            assert codec.crc(again) == entry.crc
            assert tuple(codec.builtins(event) for event in events) == entry.events


@pytest.mark.clause("SHZ-R14")
def test_the_hand_is_what_the_rounds_gave_less_what_was_cast() -> None:
    """Invariant 1, in the basic game."""
    rng = random.Random(3)
    rules = shazamm.rules()
    for _ in range(20):
        state = rules.start(SEATS)
        while not isinstance(state.agenda[-1], Over):
            for seat in SEATS:
                assert state.deck.of(seat) == max(0, 14 - (5 + 3 * (state.round - 1)))
                assert state.hand.of(seat) + state.deck.of(seat) + len(state.used.of(seat)) == 14
            state, _ = rules.apply(state, hasty(rules, state, rng))
    assert state.hand != Both(14, 14)
