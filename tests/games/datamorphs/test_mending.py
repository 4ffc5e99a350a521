"""Accidents that are noticed plays later are mended by a ruling, without undoing what came after (DAT-R60)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tapete.core import codec
from tests.games.datamorphs.desk import Desk

REASON = {"reason": "it lay otherwise"}


def played() -> Desk:
    """Both have laid two cards on their Bios, or as many as a round by chance gives."""
    desk = Desk().bios("brine_socket", "velvet_stack")
    rng, after = random.Random(11), desk.state
    for _try in range(6):
        action = desk.rules.sample(after, rng, avoid=frozenset({"concede", "ruling", "add_card", "stop", "skip_program"}))
        assert action is not None
        after, _ = desk.rules.apply(after, action)
        if type(after.agenda[-1]).__name__ not in ("Ordering", "Playing", "Joint"):
            break
        desk.state = after
    assert lies(desk, "A", "program")
    return desk


def lies(desk: Desk, seat: str, slot: str) -> Any:
    return codec.whole(desk.state)["players"][seat][slot]


def ruled(desk: Desk, *ops: dict[str, Any]) -> Desk:
    return desk.do("ruling", ops=list(ops), reason=REASON["reason"])


@pytest.mark.clause("DAT-R60")
def test_a_misdeclared_card_is_another_and_costs_what_that_costs() -> None:
    desk = played()
    before = codec.whole(desk.state)
    ruled(desk, {"op": "correct_card", "seat": "A", "slot": "program", "place": 0, "card": "fern_cache", "choice": None})
    program = lies(desk, "A", "program")
    assert (program["card"], program["cost"], program["seq"]) == ("fern_cache", 3, before["players"]["A"]["program"]["seq"])
    assert codec.whole(desk.state)["players"]["B"] == before["players"]["B"], "what came after stays"
    assert not desk.rules.faults(desk.state)


@pytest.mark.clause("DAT-R60")
def test_the_last_card_is_taken_back_into_the_hand() -> None:
    desk = played()
    for seat in ("A", "B"):
        hand = codec.whole(desk.state)["players"][seat]["hand"]
        action = desk.rules.read({"action": "ruling", "ops": [{"op": "take_back", "seat": seat}], "agreed": ["A", "B"], **REASON})
        if desk.rules.check(desk.state, action):
            continue
        state, _ = desk.rules.apply(desk.state, action)
        assert codec.whole(state)["players"][seat]["hand"] == hand + 1
        assert not desk.rules.faults(state)
        return
    pytest.fail("nobody's last card can be taken back")


@pytest.mark.clause("DAT-R60")
def test_what_lies_in_the_wrong_column_changes_places() -> None:
    desk = Desk().bios("brine_socket", "velvet_stack")
    plain = codec.whole(desk.state)
    part = {"face": "down", "seq": 1, "cost": 0}
    plain["players"]["A"] |= {"boost_a": part, "hand": plain["players"]["A"]["hand"] - 1}
    desk.state = codec.convert(plain, type(desk.state))
    ruling = {
        "action": "ruling",
        "ops": [{"op": "move_laid", "seat": "A", "slot": "boost_a", "to": "function"}],
        "agreed": ["A", "B"],
        **REASON,
    }
    refusals = desk.rules.check(desk.state, desk.rules.read(ruling))
    assert not [one for one in refusals if one.at and one.at.endswith((".slot", ".to"))]
    board = desk.rules.board(desk.state)
    action: Any = desk.rules.read(ruling)
    action.ops[0].effect(board)
    moved = codec.whole(board.state)["players"]["A"]
    assert (moved["boost_a"], moved["function"]) == ([], part)
