"""A match goes on as it was after the last entry that was acknowledged, also under rules that have changed since."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest
from msgspec.structs import replace

from tapete import games
from tapete.core import codec
from tapete.core.match import Match
from tapete.core.position import dump
from tapete.core.refusals import Illegal
from tapete.games import shazamm
from tapete.table import Hub, Journal, JournalTrouble, MessageMark, Source, Table, resume
from tapete.table.journal_chain import seal
from tests.contract import fairground


def play(table: Table, entries: int, seed: int = 3) -> None:
    """Declare by chance until the log has so many entries."""
    rng = random.Random(seed)
    while table.seq < entries:
        action = table.rules.sample(table.state, rng, avoid=frozenset({"remark", "ruling", "race"}))
        assert action is not None
        table.submit(action)


def altered(journal: Journal, match: str, statement: str, *values: str) -> None:
    """Rows that say something else with sums that fit: as other rules, and no disk, would have left them."""

    def work(connection: sqlite3.Connection) -> None:
        connection.execute(statement, values)
        seal(connection, match)

    journal.write(work)


def test_a_match_goes_on_as_it_was(fair: Table, journal: Journal) -> None:
    play(fair, 30)
    fair.move("jump", 22)
    if fair.asked() is not None:
        for seat in fair.seats:
            fair.agree(seat)
    again = resume(journal, fair.id)
    assert (again.state, again.entries, again.line(), again.names) == (fair.state, fair.entries, fair.line(), fair.names)
    assert (again.question, again.differs, again.seq) == (fair.question, None, fair.seq)
    play(again, 40, seed=5)
    assert resume(journal, fair.id).state == again.state


def test_a_match_that_began_in_the_middle_goes_on(journal: Journal) -> None:
    before = Match(fairground.rules(), ("A", "B"))
    rng = random.Random(1)
    for _ in range(9):
        action = before.rules.sample(before.state, rng, avoid=frozenset({"remark", "ruling"}))
        assert action is not None
        before.do(action)
    table = Table.begin(journal, before.rules, ("A", "B"), position=dump(before.rules, before.state))
    play(table, 3)
    assert resume(journal, table.id).state == table.state


def test_what_a_phone_had_locked_is_asked_again(duel: Table, journal: Journal) -> None:
    duel.submit({"action": "lock_bid", "seat": "A", "amount": 7}, "A")
    again = resume(journal, duel.id)
    assert again.state.agenda[-1].ready == ()
    assert again.entries[-1].action == {"action": "unlock", "seat": "A"}
    (notice,) = again.notices
    assert notice.text.in_("es").endswith("A: vuelve a apostar.")


def test_what_a_console_holds_is_left_to_it(duel: Table, journal: Journal) -> None:
    for number, seat in enumerate(("A", "B"), 1):
        duel.submit({"action": "lock_bid", "seat": seat, "seal": "ab" * 32}, Source("console", seat, MessageMark("7f3a91c2", number)))  # type: ignore[arg-type]  # letters
    again = resume(journal, duel.id)
    assert again.state.agenda[-1].ready == ("A", "B")
    assert (again.holder("B"), again.question) == ("7f3a91c2", duel.question)


def test_all_bids_of_phones_are_asked_again_when_all_were_ready(duel: Table, journal: Journal) -> None:
    """The program died between the last lock and the reveal."""
    duel.submit({"action": "lock_bid", "seat": "A", "seal": "ab" * 32}, "A")
    duel.submit({"action": "lock_bid", "seat": "B", "seal": "cd" * 32}, "B")
    again = resume(journal, duel.id)
    assert again.state.agenda[-1].ready == ()
    assert again.entries[-1].action == {"action": "reopen_bids"}


def test_under_rules_that_come_to_other_states_it_goes_on_from_the_snapshot(
    fair: Table, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(fair, 30)
    original = fairground.next_turn

    def hastier(board: fairground.FairBoard) -> None:
        """A newer edition, in which a turn counts twice."""
        board.set(rounds=board.state.rounds + 1)
        original(board)

    monkeypatch.setattr(fairground, "next_turn", hastier)
    again = resume(journal, fair.id)
    assert again.differs is not None
    assert 1 <= again.differs <= fair.seq
    assert f"from move {again.differs} on" in again.notices[0].text.in_("en")
    assert (again.seq, again.state) == (fair.seq, fair.state)
    could_undo = [again.can_undo]
    play(again, fair.seq + 2)
    assert [*could_undo, again.can_undo] == [False, True]
    assert resume(journal, fair.id).state == again.state


def test_a_log_that_nothing_fits_is_refused_and_kept(fair: Table, journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither do these rules come to the same states, nor can they read the one that was kept last."""
    fair.submit({"action": "buy", "seat": "A", "stall": "hoop", "tickets": [2], "hook": None})
    play(fair, 8)
    monkeypatch.setattr(fairground.FairBoard, "pay", lambda board, seat, tickets: None)
    altered(journal, fair.id, "UPDATE match SET state = '{}'")
    with pytest.raises(Illegal, match="differs"):
        resume(journal, fair.id)
    kept = journal.match(fair.id)
    assert kept is not None
    assert len(kept.entries) == 8


def test_a_snapshot_that_rules_cannot_read_is_passed_over(fair: Table, journal: Journal) -> None:
    play(fair, 25)
    altered(journal, fair.id, "UPDATE snapshot SET state = '{}'")
    assert resume(journal, fair.id).state == fair.state


def test_what_is_not_there_is_named(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Illegal, match="unknown_match"):
        resume(journal, "nothing")
    table = Table.begin(journal, shazamm.rules(), ("A", "B"))
    monkeypatch.setattr(games, "find", lambda name: None)
    with pytest.raises(Illegal, match="game_missing") as fault:
        resume(journal, table.id)
    assert "shazamm" in fault.value.refusals[0].text().in_("es")


def test_cards_of_another_edition_are_named(fair: Table, journal: Journal) -> None:
    header = replace(fair.header, catalogue="starter", catalogue_hash="00")
    altered(journal, fair.id, "UPDATE match SET header = ?", codec.encode(header).decode())
    with pytest.raises(Illegal, match="other_cards"):
        resume(journal, fair.id)


def test_a_hub_lists_begins_and_resumes(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    hub = Hub(Journal(path))
    first = hub.begin("shazamm", {}, {"A": "Ana"})
    second = hub.begin("fairground", {}, {}, 3)
    assert hub.shown_match() is second
    first.submit({"action": "concede", "seat": "A"})
    assert hub.table(first.id) is first
    hub.close()
    hub = Hub(Journal(path))
    assert [(one.game, one.seats, one.seq, one.over, one.result) for one in sorted(hub.matches(), key=lambda one: one.game)] == [
        ("fairground", ("A", "B", "C"), 0, False, ""),
        ("shazamm", ("A", "B"), 1, True, "B"),
    ]
    resumed = hub.table(second.id)
    assert resumed is not None
    assert resumed.id == second.id
    assert hub.shown_match() is resumed
    assert hub.table("nothing") is None
    for game, options in (("chess", {}), ("shazamm", {"colour": 3})):
        with pytest.raises(Illegal):
            hub.begin(game, options)
    assert len(hub.matches()) == 2
    hub.close()
    with pytest.raises(JournalTrouble):
        hub.journal.begin("x", first.header, {})
