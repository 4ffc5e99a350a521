"""The table: one way in for every action, judged, written, then told."""

from __future__ import annotations

import logging
import random
import threading
from typing import Any

import pytest

from tapete.core.guard import Internal
from tapete.core.refusals import Illegal, Malformed, Stale
from tapete.games.shazamm.bidding import RevealBids
from tapete.table import AUTOMATIC, Changed, Journal, MessageMark, NotWritten, Source, Table, page, resume
from tests.contract import fairground
from tests.table.full_disk import fill, make_room

LOCK_A = {"action": "lock_bid", "seat": "A", "amount": 7}
LOCK_B = {"action": "lock_bid", "seat": "B", "amount": 9}


def buy(table: Table, seat: str = "A") -> None:
    table.submit({"action": "buy", "seat": seat, "stall": "hoop", "tickets": [2], "hook": None})


def entries_kept(journal: Journal, table: Table) -> int:
    kept = journal.match(table.id)
    assert kept is not None
    return len(kept.entries)


def lock_and_unlock(table: Table, states: list[Any]) -> None:
    """Until the pages that the file has already are used up; every state that came of it."""
    for _ in range(400):
        for action in ({"action": "unlock", "seat": "A"}, LOCK_A):
            table.submit(action, "A")
            states.append(table.state)


def test_an_action_is_in_the_journal_before_anybody_hears_of_it(duel: Table, journal: Journal) -> None:
    heard: list[tuple[Changed, int]] = []
    duel.watch(lambda changed: heard.append((changed, entries_kept(journal, duel))))
    entries = duel.submit(LOCK_A, page("A"), expected_seq=0)
    assert duel.settle()
    assert [(changed.seq, changed.what, changed.entries, kept) for changed, kept in heard] == [(1, "entries", entries, 1)]


def test_the_last_lock_on_a_phone_reveals_the_bids(duel: Table) -> None:
    duel.submit(LOCK_A, "A")
    entries = duel.submit(LOCK_B, "B")
    assert [entry.action["action"] for entry in entries if entry.action] == ["lock_bid", "reveal_bids"]
    assert [event.__struct_config__.tag for entry in entries for event in duel.events(entry.seq)] == ["bid_locked", "bids_revealed"]
    told = [duel.rules.instruction(event) for event in duel.by_hand().events]
    assert [one.in_("en") for one in told if one is not None] == ["Turn your cards face up."]


@pytest.mark.parametrize("seq", [0, 2, 99])
def test_what_was_meant_for_another_moment_is_stale(duel: Table, seq: int) -> None:
    duel.submit(LOCK_A)
    with pytest.raises(Stale):
        duel.submit(LOCK_B, page(), expected_seq=seq)
    assert duel.seq == 1


def test_a_seat_speaks_for_itself_alone(duel: Table) -> None:
    with pytest.raises(Illegal) as fault:
        duel.submit(LOCK_B, page("A"))
    (refusal,) = fault.value.refusals
    assert (refusal.code, refusal.params) == ("not_your_seat", {"own": "A", "seat": "B"})
    assert duel.seq == 0
    duel.submit(LOCK_B, page())
    assert duel.entries[-1].source == "page"


def test_what_is_no_action_changes_nothing(duel: Table, journal: Journal) -> None:
    for raw in ({}, {"action": "dance"}, {"action": "lock_bid"}, {**LOCK_A, "colour": 1}, {"action": "lock_bid", "seat": ["A"]}):
        with pytest.raises(Malformed):
            duel.submit(raw, page("A") if "seat" not in raw else page())
    assert entries_kept(journal, duel) == duel.seq == 0


def test_a_refused_bid_is_told_to_its_owner_only(duel: Table) -> None:
    heard: list[Changed] = []
    duel.watch(heard.append)
    with pytest.raises(Illegal) as fault:
        duel.submit({**LOCK_A, "amount": 51}, "A")
    assert [(refusal.code, refusal.at) for refusal in fault.value.refusals] == [("bid_over_mana", "amount")]
    assert duel.settle()
    assert (heard, duel.seq, list(duel.notices)) == ([], 0, [])


def test_listeners_cannot_break_the_table(duel: Table, caplog: pytest.LogCaptureFixture) -> None:
    heard: list[tuple[int, str]] = []

    def fail(changed: Changed) -> None:
        raise ValueError("a page went away")

    duel.watch(fail)
    end = duel.watch(lambda changed: heard.append((changed.seq, threading.current_thread().name)))
    with caplog.at_level(logging.ERROR):
        duel.submit(LOCK_A)
        assert duel.settle()
    assert heard == [(1, f"table {duel.id}")]
    assert "a page went away" in caplog.text
    end()
    duel.submit(LOCK_B)
    assert duel.settle()
    assert len(heard) == 1


def test_a_listener_may_ask_and_declare(duel: Table) -> None:
    """It is told outside the lock: what it does is like anything else that comes in."""

    def answer(changed: Changed) -> None:
        if duel.seq == 1:
            duel.submit(LOCK_B, "B")

    duel.watch(answer)
    duel.submit(LOCK_A, "A")
    assert duel.settle()
    assert duel.settle()
    assert duel.seq == 3


def test_on_a_full_disk_nothing_is_applied_and_reading_goes_on(duel: Table, journal: Journal) -> None:
    heard: list[Changed] = []
    duel.watch(heard.append)
    duel.submit(LOCK_A, "A")
    states = [duel.state]
    fill(journal)
    with pytest.raises(NotWritten) as fault:
        lock_and_unlock(duel, states)
    (refusal,) = fault.value.refusals
    assert refusal.code == "not_written"
    assert "full" in refusal.text().in_("en")
    assert "no cuenta" in refusal.text().in_("es")
    seq = duel.seq
    assert duel.settle()
    assert (duel.state, heard[-1].seq) == (states[-1], seq)
    assert duel.prompts()["B"].acts
    assert entries_kept(journal, duel) == seq
    make_room(journal)
    if "A" not in duel.state.agenda[-1].ready:
        duel.submit(LOCK_A, "A")
    duel.submit(LOCK_B, "B")
    assert duel.entries[-1].action is not None
    assert duel.entries[-1].action["bids"] == {"A": 7, "B": 9}


def test_a_reveal_that_cannot_be_written_leaves_the_vault_as_it_was(duel: Table, journal: Journal) -> None:
    duel.submit(LOCK_A, "A")
    journal.close()
    with pytest.raises(NotWritten):
        duel.submit(LOCK_B, "B")
    assert (duel.seq, duel.state.agenda[-1].ready) == (1, ("A",))
    assert duel.legal("B").keys() >= {"lock_bid"}


def test_a_match_that_another_program_goes_on_with_is_not_written_twice(duel: Table, journal: Journal) -> None:
    with Journal(journal.path) as other:
        elsewhere = resume(other, duel.id)
        elsewhere.submit({"action": "lock_bid", "seat": "B"})
        with pytest.raises(NotWritten) as fault:
            duel.submit(LOCK_A)
        assert fault.value.refusals[0].code == "open_elsewhere"
        assert (duel.seq, entries_kept(journal, duel)) == (0, 1)


def test_a_message_of_a_console_is_applied_once(duel: Table, journal: Journal) -> None:
    source = Source("console", "A", MessageMark("7f3a91c2", 4))
    lock: dict[str, Any] = {"action": "lock_bid", "seat": "A", "seal": "ab" * 32}
    assert len(duel.submit(lock, source)) == 1
    assert duel.submit(lock, source) == ()
    assert duel.submit({"action": "unlock", "seat": "A"}, Source("console", "A", MessageMark("7f3a91c2", 3))) == ()
    again = resume(journal, duel.id)
    assert again.submit(lock, source) == ()
    assert again.seq == 1
    assert again.submit({"action": "unlock", "seat": "A"}, Source("console", "A", MessageMark("7f3a91c2", 5)))


def test_every_seat_knows_its_next_step_and_what_it_waits_for(duel: Table) -> None:
    duel.submit(LOCK_A)
    prompts = duel.prompts()
    assert (prompts["A"].acts, prompts["B"].acts) == (False, True)
    assert prompts["A"].waits_for == prompts["B"].waits_for == ("B",)
    assert "lock it" in prompts["B"].text.in_("en")
    assert prompts["A"].text.in_("es") != prompts["B"].text.in_("es")


def test_nobody_is_asked_anything_once_there_is_a_result(duel: Table) -> None:
    duel.submit({"action": "concede", "seat": "B"})
    assert duel.result is not None
    assert duel.prompts() == {}


def test_who_can_only_pass_is_not_asked(fair: Table) -> None:
    emptied = [{"op": "set_tickets", "seat": seat, "tickets": 0} for seat in ("B", "C")]
    fair.submit({"action": "ruling", "reason": "they lost them", "ops": [*emptied, {"op": "set_spent", "spent": 12}]})
    buy(fair)
    assert [(entry.action or {}).get("action") for entry in fair.entries] == ["ruling", "buy", "pass", "pass"]
    assert [entry.source for entry in fair.entries[2:]] == [AUTOMATIC.text] * 2
    assert fair.state.agenda[-1] == fairground.Turn("B")


def test_lock_on_a_panel_passes(fair: Table) -> None:
    buy(fair)
    assert [owed.seat for owed in fair.awaiting()] == ["B", "C"]  # they could react
    assert fair.touch("A", Source("console", "A")) == ()
    fair.touch("C", Source("console", "C"))
    assert [owed.seat for owed in fair.awaiting()] == ["B"]


def test_snapshots_are_kept_every_25_entries_and_at_the_end(duel: Table, journal: Journal) -> None:
    for _ in range(30):
        duel.submit(LOCK_A)
        duel.submit({"action": "unlock", "seat": "A"})
    duel.submit({"action": "concede", "seat": "A"})
    kept = journal.match(duel.id)
    assert kept is not None
    assert sorted(kept.snapshots) == [25, 50, 61]
    assert kept.row.result == "B"


def test_names_are_kept_and_may_be_taken_back(duel: Table, journal: Journal) -> None:
    assert duel.names == {"A": "A", "B": "B"}
    duel.rename({"A": "Ana", "B": "Berta"})
    duel.rename({"B": ""})
    assert resume(journal, duel.id).names == {"A": "Ana", "B": "B"}


def test_a_question_keeps_its_name_while_it_is_open(hall: Table) -> None:
    first = hall.question
    for seat in ("A", "B"):
        hall.submit({"action": "lock_bid", "seat": seat, "amount": 5})
    hall.submit({"action": "unlock", "seat": "A"})
    assert hall.question == first
    hall.submit({"action": "lock_bid", "seat": "A", "amount": 6})
    hall.submit({"action": "lock_bid", "seat": "C", "amount": 7})
    second = hall.question
    assert second != first
    hall.submit({"action": "lock_bid", "seat": "C", "amount": 7})
    assert hall.question == second
    hall.move("undo", None, "C")
    assert hall.question not in (first, second)


def test_a_lock_of_a_panel_taken_back_elsewhere_makes_another_question(hall: Table) -> None:
    """Else the panel would keep a bid that its owner has withdrawn on the page."""
    first = hall.question
    console = Source("console", "A", MessageMark("7f3a91c2", 1))
    hall.submit({"action": "lock_bid", "seat": "A", "seal": "ab" * 32}, console)
    hall.submit({"action": "unlock", "seat": "A"}, Source("console", "A", MessageMark("7f3a91c2", 2)))
    assert hall.question == first
    hall.submit({"action": "lock_bid", "seat": "A", "seal": "ab" * 32}, Source("console", "A", MessageMark("7f3a91c2", 3)))
    assert hall.holder("A") == "7f3a91c2"
    hall.submit({"action": "unlock", "seat": "A"}, "A")
    assert hall.question != first


def test_many_threads_declare_at_once_and_the_log_is_whole(duel: Table, journal: Journal) -> None:
    refused: list[str] = []

    def play(seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(40):
            try:
                duel.submit({"action": rng.choice(["lock_bid", "unlock"]), "seat": "A"}, "A")
            except Illegal as fault:
                refused.append(fault.refusals[0].code)

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert duel.seq + len(refused) == 160
    assert [entry.seq for entry in duel.entries] == list(range(1, duel.seq + 1))
    assert resume(journal, duel.id).state == duel.state


def test_a_rule_that_fails_leaves_table_and_journal_as_they_were(duel: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told has a reference, and the same action goes through once the rule is mended."""
    duel.submit({"action": "lock_bid", "seat": "A", "amount": 9})
    before = (duel.state, duel.seq, duel.awaiting())
    with monkeypatch.context() as broken:
        broken.setattr(RevealBids, "effect", lambda *_given: [][1])
        with pytest.raises(Internal) as failed:
            duel.submit({"action": "lock_bid", "seat": "B", "amount": 7})
    assert [refusal.code for refusal in failed.value.refusals] == ["internal"]
    assert (duel.state, duel.seq, duel.awaiting()) == before
    assert len(duel.submit({"action": "lock_bid", "seat": "B", "amount": 7})) == 2
