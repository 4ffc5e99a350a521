"""The log: undo, redo and jump are entries in it; it is replayed entry by entry, and goes on from a snapshot when rules have changed."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core import codec
from tapete.core.log import Entry, Log
from tapete.core.match import Match
from tapete.core.refusals import Illegal, Stale
from tapete.core.sealing import seal_of
from tapete.core.seats import SEATS
from tapete.core.vault import Vault
from tapete.games import shazamm
from tests.contract import fairground
from tests.contract.fairground import Choose, Fair, Pass, Remark, Shout, Throw


def fair(seats: int = 2) -> Match[Fair]:
    return Match(fairground.rules(), SEATS[:seats])


def some_match(actions: int) -> Match[Fair]:
    match, rng = fair(), random.Random(4)
    for _ in range(actions):
        action = match.rules.sample(match.state, rng, avoid=frozenset({"remark", "ruling"}))
        assert action is not None
        match.do(action)
    return match


def test_an_undone_action_stays_in_the_log_and_off_the_line() -> None:
    match = fair()
    match.do(Remark("A", "one"))
    match.do(Throw("A"))
    entry = match.undo()
    assert (entry.move, entry.to, entry.action) == ("undo", 1, None)
    assert match.log.line() == (1,)
    assert match.log.seq == 3
    match.do(Remark("A", "two"))
    assert match.log.line() == (1, 4)


def test_undo_and_redo_walk_both_ways() -> None:
    match = some_match(12)
    states = [match.log.after(seq) for seq in (0, *match.log.line())]
    match.undo(5)
    assert match.state == states[-6]
    match.redo(2)
    assert match.state == states[-4]
    match.redo(3)
    assert match.state == states[-1]
    with pytest.raises(Illegal, match="nothing_to_redo"):
        match.redo()


def test_what_is_done_after_an_undo_ends_the_redo() -> None:
    match = some_match(5)
    match.undo(2)
    assert match.log.redoable == 2
    match.do(next(iter(match.rules.every(match.state))))
    with pytest.raises(Illegal, match="nothing_to_redo"):
        match.redo()


def test_nothing_before_the_start_is_undone() -> None:
    match = some_match(3)
    match.undo(3)
    with pytest.raises(Illegal, match="nothing_to_undo"):
        match.undo()


def test_a_jump_reaches_what_was_undone() -> None:
    match = some_match(8)
    end = match.state
    match.undo(6)
    match.jump(8)
    assert match.state == end
    match.jump(9)
    assert match.log.head == match.log.line()[-1] == 2
    with pytest.raises(Illegal, match="no_such_entry"):
        match.jump(99)


def test_what_was_meant_for_an_earlier_moment_is_stale() -> None:
    match = fair()
    match.do(Throw("A"), expected_seq=0)
    before = match.state
    with pytest.raises(Stale) as fault:
        match.do(Remark("B", "late"), expected_seq=0)
    assert fault.value.refusals[0].params == {"expected": 0, "seq": 1}
    assert match.state is before


def rewritten(entries: list[Entry]) -> list[Entry]:
    return [codec.decode(codec.encode(entry), Entry) for entry in entries]


def test_an_entry_that_does_not_replay_is_named() -> None:
    match = some_match(9)
    entries = rewritten(match.log.entries)
    entries[4] = replace(entries[4], crc=entries[4].crc ^ 1)
    again: Log[Fair] = Log(match.rules, match.log.after(0))
    with pytest.raises(Illegal) as fault:
        again.replay(entries)
    assert fault.value.refusals[0].params == {"seq": 5}
    assert again.seq == 4


def test_a_log_of_other_rules_goes_on_from_its_last_snapshot() -> None:
    match = some_match(12)
    entries = rewritten(match.log.entries)
    entries[4] = replace(entries[4], crc=entries[4].crc ^ 1)
    again: Log[Fair] = Log(match.rules, match.log.after(0))
    assert again.replay(entries, {3: match.log.after(3), 8: match.log.after(8)}) == 5
    assert again.state == match.state
    assert again.seq == 12
    with pytest.raises(Illegal, match="no_such_entry"):
        again.jump(6, "test")
    again.undo("test", 4)
    assert again.state == match.log.after(8)


def test_the_last_shout_resolves_first_and_everybody_passes() -> None:
    """A stack and a window of several seats, on the agenda alone."""
    match = fair(3)
    match.do(fairground.Buy("A", "hoop", (2,), None))
    match.do(Shout("B", True))
    match.do(Shout("C", False))
    for seat in SEATS[:3]:
        match.do(Pass(seat))
    cheered = [e for entry in match.log.entries for e in match.events(entry) if getattr(e, "what", "") == "cheer"]
    assert [(e.seat, e.number) for e in cheered if isinstance(e, fairground.Happened)] == [("C", 0), ("B", 1)]
    assert match.state.agenda[-1] == fairground.Turn("B")


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_dice_of_a_batch_come_in_any_order(order: tuple[int, int]) -> None:
    match = fair()
    match.do(Throw("A"))
    faces = (9, 3)
    for i in order:
        match.do({"action": "enter_roll", "roll": f"d{i}", "value": faces[i]})
    assert [step.seat for step in match.state.agenda if isinstance(step, (fairground.Turn, fairground.Pick))] == ["A", "A"]
    match.do(Choose("A", 9))
    assert [step.seat for step in match.state.agenda if isinstance(step, (fairground.Turn, fairground.Pick))] == ["B"]


def test_entries_of_a_unit_count_together_or_not_at_all() -> None:
    match = some_match(8)
    match.undo(3)
    before = match.log.seq, match.log.head, match.log.redoable, match.state

    def broken() -> None:
        with match.log.unit():
            match.do(next(iter(match.rules.every(match.state))))
            match.undo(2)
            raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        broken()
    assert (match.log.seq, match.log.head, match.log.redoable, match.state) == before
    with match.log.unit():
        match.redo()
    assert match.log.seq == before[0] + 1


def test_what_a_console_reveals_opens_its_seal() -> None:
    vault, nonce = Vault(), "0123456789abcdef" * 2
    seal = seal_of(nonce, "A", 7)
    assert vault.opens({"A": seal}) == {}
    vault.open("A", 7, nonce)
    assert vault.opens({"A": seal}) == {"A": (7, nonce)}
    vault.open("A", 8, nonce)
    assert vault.opens({"A": seal}) == {}


@pytest.mark.parametrize("before", [0, 1])
def test_a_redo_leads_into_no_open_sealing(before: int) -> None:
    """What was sealed is forgotten by an undo: a lock that came back would stand there with nobody to open it."""
    match = Match(shazamm.rules(), ("A", "B"))
    for seat in ("A", "B") * before:
        match.do({"action": "lock_bid", "seat": seat, "amount": 7})
    for seat in ("A", "B") * before:
        match.do({"action": "declare_cards", "seat": seat, "numbers": []})
    revealed, start = match.log.redoable, match.state
    match.do({"action": "lock_bid", "seat": "A", "amount": 9})
    match.undo()
    assert match.state == start
    assert match.log.redoable == revealed == 0
    with pytest.raises(Illegal, match="nothing_to_redo"):
        match.redo()
    if before:
        match.undo(2)
        match.redo(2)
        assert match.state == start
    for seat in ("B", "A"):
        match.do({"action": "lock_bid", "seat": seat, "amount": 5})
    assert not match.rules.game.sealing_open(match.state)
    copy: Log[Any] = Log(match.rules, match.log.after(0))
    copy.replay(match.log.entries)
    assert (copy.state, copy.redoable) == (match.state, match.log.redoable)


def test_a_log_that_is_done_again_goes_back_and_forth_as_the_first_one() -> None:
    """After each entry: an undo, a redo and a jump say the same in it of what may be redone."""
    match = some_match(8)
    match.undo(3)
    match.redo(1)
    match.undo(2)
    match.redo(2)
    match.redo(1)
    match.undo(1)
    match.jump(2)
    match.undo(1)
    entries = rewritten(match.log.entries)
    first: Log[Fair] = Log(match.rules, match.log.after(0))
    seen = []
    for entry in entries:
        first.replay([entry])
        seen.append((first.line(), first.undone, first.redoable))
    assert seen[-1] == (match.log.line(), match.log.undone, match.log.redoable)
    assert [len(undone) for _, undone, _ in seen[-8:]] == [3, 2, 4, 2, 1, 2, 0, 1]
    match.redo()
    assert first.redo("again").to == match.log.entries[-1].to
