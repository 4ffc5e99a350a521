"""Locking, revealing and reopening bids (SHZ-009, 034..039, R15, R68, R69, R74)."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core import codec
from tapete.core.domains import each
from tapete.core.judge import Survey
from tapete.core.match import Match
from tapete.core.refusals import Illegal
from tapete.core.scene import Bounds
from tapete.core.sealing import seal_of
from tapete.games import shazamm
from tapete.games.shazamm.bidding import SEALING, RevealBids
from tapete.games.shazamm.state import SEATS
from tests.games.shazamm.duel import Duel


@pytest.mark.clause("SHZ-009", "SHZ-034", "SHZ-R15")
def test_panels_ask_for_the_bid_and_show_it_once_revealed() -> None:
    duel = Duel(mana=(20, 7), wall=1)

    def panels() -> list[tuple[object, object, str]]:
        return [(panel.bid, panel.shown, panel.lamp) for panel in duel.rules.scene(duel.state).panels]

    assert panels() == [(Bounds(1, 20), None, "turn"), (Bounds(1, 7), None, "turn")]
    duel.do("lock_bid", "B", seal=None)
    assert panels() == [(Bounds(1, 20), None, "turn"), (Bounds(1, 7), None, "ready")]
    duel.do("lock_bid", "A", seal=None)
    assert panels() == [(Bounds(1, 20), None, "turn"), (Bounds(1, 7), None, "turn")], "both lie on the table, to be turned over by hand"
    duel.do("reveal_bids", bids={"A": 6, "B": 5}, nonces={"A": None, "B": None})
    assert panels() == [(None, 6, "turn"), (None, 5, "turn")]
    assert [panel.pick for panel in duel.rules.scene(duel.state).panels] == [Bounds(0, 14), Bounds(0, 14)]
    duel.do("declare_cards", "A", numbers=[6])
    assert [panel.pick for panel in duel.rules.scene(duel.state).panels] == [None, Bounds(0, 14)]
    assert panels() == [(None, 6, "ready"), (None, 5, "turn")]
    duel.do("declare_cards", "B", numbers=[])
    assert panels() == [(None, 6, "turn"), (None, 5, "waiting")]
    duel.recycle("A", 5)
    assert panels() == [(Bounds(1, 9), None, "turn"), (Bounds(1, 2), None, "turn")]


@pytest.mark.clause("SHZ-034", "SHZ-039")
def test_the_order_of_locking_does_not_matter_and_bids_stay_secret() -> None:
    ends = []
    for order in (("A", "B"), ("B", "A")):
        match = Match(shazamm.rules(), SEATS)
        bids = {"A": 37, "B": 41}
        for seat in order:
            assert not any(b in _seen(match) for b in ("37", "41"))
            match.do({"action": "lock_bid", "seat": seat, "amount": bids[seat]})
        assert match.state.agenda[-1].bids.of("A") == 37  # type: ignore[union-attr]  # the step is `reveal`
        ends.append(match.state)
    assert ends[0] == ends[1]


@pytest.mark.clause("SHZ-035", "SHZ-036")
@pytest.mark.parametrize("mana", [(50, 50), (3, 1), (1, 17)])
def test_what_a_seat_may_lock_is_what_its_reveal_accepts(mana: tuple[int, int]) -> None:
    """`Sealing.asks` says at once what the terms of the reveal say of each seat."""
    duel = Duel(mana=mana)
    board = duel.rules.board(duel.state)
    revealed = Survey(RevealBids, board, {}).domains["bids"]
    assert isinstance(revealed, each)
    for seat in SEATS:
        asked = SEALING.domain(board, seat)
        assert asked is not None
        assert asked.describe() == revealed.keys[seat].describe()
        for bid in (0, 51):
            assert asked.refusals(bid) == revealed.keys[seat].refusals(bid) != []


def _seen(match: Match[Any]) -> str:
    """All that anybody can see of a match, without the random seals."""
    plain = codec.builtins([match.state, match.log.entries, match.rules.layout(match.state), match.rules.scene(match.state)])
    return codec.encode([_unsealed(x) for x in plain]).decode()


def _unsealed(value: object) -> object:
    if isinstance(value, dict):
        return {key: _unsealed(x) for key, x in value.items() if key not in ("seal", "seals", "crc")}
    return [_unsealed(x) for x in value] if isinstance(value, list) else value


@pytest.mark.clause("SHZ-R68")
def test_a_bid_may_be_changed_until_the_other_is_ready() -> None:
    duel = Duel().do("lock_bid", "A", seal="a" * 64).do("unlock", "A")
    assert (duel.state.agenda[-1].ready, duel.state.agenda[-1].seals) == ((), {})  # type: ignore[union-attr]  # the step is `bidding`
    duel.do("lock_bid", "A", seal="b" * 64).do("lock_bid", "B", seal=None)
    assert duel.codes("unlock", "A") == ["wrong_phase"]
    assert duel.codes("unlock", "B") == ["wrong_phase"]


@pytest.mark.clause("SHZ-R68", "SHZ-039")
def test_a_sealed_bid_is_opened_by_its_nonce_only() -> None:
    nonce = "00112233445566778899aabbccddeeff"
    duel = Duel().do("lock_bid", "A", seal=seal_of(nonce, "A", 12)).do("lock_bid", "B", seal=seal_of(nonce, "B", 3))
    bids = {"A": 12, "B": 3}
    assert duel.codes("reveal_bids", bids={"A": 13, "B": 3}, nonces={"A": nonce, "B": nonce}) == ["seal_broken"]
    assert duel.codes("reveal_bids", bids=bids, nonces={"A": nonce, "B": None}) == ["seal_broken"]
    assert duel.codes("reveal_bids", bids={"A": 12, "B": 51}, nonces={"A": nonce, "B": nonce}) == ["bid_over_mana"]
    duel.do("reveal_bids", bids=bids, nonces={"A": nonce, "B": nonce})
    (revealed,) = duel.events
    assert revealed.bids.of("A") == 12  # type: ignore[attr-defined]  # bids_revealed


@pytest.mark.clause("SHZ-R74", "SHZ-R69")
def test_a_bid_that_nobody_can_open_is_locked_again() -> None:
    duel = Duel().do("lock_bid", "A", seal="a" * 64).do("lock_bid", "B", seal=None)
    assert [owed.actions for owed in duel.rules.awaiting(duel.state)] == [("reveal_bids", "reopen_bids")]
    duel.do("reopen_bids")
    assert [owed.seat for owed in duel.rules.awaiting(duel.state)] == ["A", "B"]
    assert duel.turn(5, 6).wall == -1


@pytest.mark.clause("SHZ-R74")
def test_a_position_says_who_is_ready_and_no_bid() -> None:
    rules = shazamm.rules()
    match = Match(rules, SEATS)
    match.do({"action": "lock_bid", "seat": "A", "amount": 23})
    plain = codec.builtins(match.state)
    assert plain["agenda"][0]["ready"] == ["A"]
    assert "23" not in codec.encode(_unsealed(plain)).decode()
    state = rules.read_state(codec.encode(match.state))
    state, _ = rules.apply(state, rules.read({"action": "unlock", "seat": "A"}))
    assert [owed.seat for owed in rules.awaiting(state)] == ["A", "B"]


@pytest.mark.clause("SHZ-035", "SHZ-036")
@pytest.mark.parametrize(("amount", "code"), [(0, "bid_below_one"), (51, "bid_over_mana"), (-3, "bid_below_one")])
def test_a_bid_is_judged_before_it_is_sealed(amount: int, code: str) -> None:
    match = Match(shazamm.rules(), SEATS)
    with pytest.raises(Illegal) as refused:
        match.do({"action": "lock_bid", "seat": "A", "amount": amount})
    assert [(r.code, r.at) for r in refused.value.refusals] == [(code, "amount")]
    assert match.log.seq == 0
