"""How many matches stay in memory, which of them may be put away, and that a match never has two tables."""

from __future__ import annotations

import gc
import random
import threading
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tapete.console import reports
from tapete.core.sealing import seal_of
from tapete.core.seats import Seat
from tapete.table import Hub, Journal, JournalTrouble, MessageMark, NotWritten, Source, Table
from tapete.table.open_tables import MOST_SPARE
from tapete.table.watchers import Changed
from tests.table.fake_console import NONCE, FakeConsole
from tests.two_languages import both

MANY = 3 * MOST_SPARE


@pytest.fixture
def hub(journal: Journal) -> Iterator[Hub]:
    made = Hub(journal)
    made.shows_what_it_opens = False
    yield made
    made.close()


@pytest.fixture
def old(hub: Hub) -> list[str]:
    """Many matches that nobody has finished, and that nobody needs."""
    found = []
    for _ in range(MANY):
        found.append(hub.begin("shazamm").id)
        hub.let_go(found[-1])
    assert hub.open_tables == 0
    return found


def opened(hub: Hub, match: str) -> Table:
    table = hub.table(match)
    assert table is not None
    return table


def look_at_all(hub: Hub, matches: list[str]) -> None:
    """As a phone that goes through old links."""
    for match in matches:
        opened(hub, match)


def in_memory(hub: Hub, match: str) -> bool:
    return hub._open.find(match) is not None


# ---- the bound


def test_old_matches_that_somebody_opens_do_not_stay_in_memory(hub: Hub, old: list[str]) -> None:
    look_at_all(hub, old)
    assert hub.open_tables == MOST_SPARE
    assert [match for match in old if in_memory(hub, match)] == old[-MOST_SPARE:]


def test_of_those_that_nobody_needs_the_last_used_stay(hub: Hub, old: list[str]) -> None:
    look_at_all(hub, old[:MOST_SPARE])
    opened(hub, old[0])
    opened(hub, old[1]).submit({"action": "lock_bid", "seat": "A"})
    look_at_all(hub, old[MOST_SPARE : 2 * MOST_SPARE - 2])
    assert in_memory(hub, old[0])
    assert in_memory(hub, old[1])
    assert not in_memory(hub, old[2])


def test_matches_that_are_begun_or_finished_are_bounded_too(hub: Hub) -> None:
    begun = [hub.begin("shazamm").id for _ in range(MANY)]
    assert hub.open_tables == MOST_SPARE
    for match in begun:
        opened(hub, match).submit({"action": "concede", "seat": "A"})
    assert hub.open_tables == MOST_SPARE
    look_at_all(hub, begun)
    assert hub.open_tables == MOST_SPARE


def test_what_was_put_away_comes_back_with_everything_declared(hub: Hub, old: list[str]) -> None:
    opened(hub, old[0]).submit({"action": "lock_bid", "seat": "A"})
    look_at_all(hub, old[1:])
    assert not in_memory(hub, old[0])
    table = opened(hub, old[0])
    assert table.seq == 1
    assert table.state.agenda[-1].ready == ("A",)


def test_the_thread_of_a_match_that_was_followed_ends_with_it(hub: Hub, old: list[str]) -> None:
    heard: list[Changed] = []
    table = opened(hub, old[0])
    unwatch = table.watch(heard.append)
    name = f"table {table.id}"
    (thread,) = [one for one in threading.enumerate() if one.name == name]
    unwatch()
    del table
    look_at_all(hub, old[1:])
    assert not in_memory(hub, old[0])
    thread.join(30)
    assert not thread.is_alive()


# ---- what is needed


def assert_stays(hub: Hub, match: str, others: list[str]) -> None:
    """It is in memory while others come and go, and nobody here has it."""
    look_at_all(hub, [one for one in others if one != match])
    gc.collect()
    assert in_memory(hub, match)
    assert hub.open_tables == MOST_SPARE + 1


def assert_goes(hub: Hub, match: str, others: list[str]) -> None:
    look_at_all(hub, [one for one in others if one != match])
    gc.collect()
    assert not in_memory(hub, match)


def test_a_match_that_the_consoles_show_stays(hub: Hub, old: list[str]) -> None:
    hub.show_on_console(opened(hub, old[0]))
    assert_stays(hub, old[0], old)


def test_a_match_that_panels_serve_stays(hub: Hub, old: list[str]) -> None:
    made: list[FakeConsole] = []

    def open_console(on_report: Callable[[reports.ConsoleReport], None], kept: Callable[[str], int]) -> FakeConsole:
        made.append(FakeConsole(on_report, kept))
        return made[-1]

    hub.add_console(open_console)
    hub.show_on_console(opened(hub, old[0]))
    made[0].lock(0, 7)
    look_at_all(hub, old[1:])
    made[0].lock(1, 7)
    assert opened(hub, old[0]).state.agenda[-1].ready == ("A", "B")
    assert_stays(hub, old[0], old)


def test_a_match_that_somebody_follows_stays_and_is_told_of(hub: Hub, old: list[str]) -> None:
    rung = threading.Event()
    opened(hub, old[0]).watch(lambda changed: rung.set())  # a listener that has no table itself
    assert_stays(hub, old[0], old)
    opened(hub, old[0]).submit({"action": "lock_bid", "seat": "A"})
    assert rung.wait(30)


def test_a_match_that_was_put_away_stays_once_whoever_has_it_follows_it(hub: Hub, old: list[str]) -> None:
    table = opened(hub, old[0])
    look_at_all(hub, old[1:])
    table.watch(lambda changed: None)
    del table
    assert_stays(hub, old[0], old)


def test_whoever_follows_no_more_is_not_kept_by_the_thread_that_told_him(hub: Hub) -> None:
    class Page:
        def heard(self, changed: Changed) -> None:
            self.seq = changed.seq

    table, page = hub.begin("shazamm"), Page()
    unwatch = table.watch(page.heard)
    table.submit({"action": "lock_bid", "seat": "A"})
    assert table.settle(30)
    assert page.seq == 1
    unwatch()
    known = weakref.ref(page)
    del page
    assert known() is None


def test_a_match_that_is_let_go_while_a_phone_follows_it_goes_on_for_the_phone(hub: Hub, old: list[str]) -> None:
    told_of = threading.Event()
    table = opened(hub, old[0])
    unwatch = table.watch(lambda changed: told_of.set() if table.seq else None)
    hub.let_go(old[0])
    opened(hub, old[0]).submit({"action": "lock_bid", "seat": "A"})
    assert told_of.wait(30)
    assert table.seq == 1
    unwatch()


def test_a_sealed_bid_of_a_phone_stays_until_all_are_open(hub: Hub, old: list[str]) -> None:
    opened(hub, old[0]).submit({"action": "lock_bid", "seat": "A", "amount": 7}, "A")
    assert_stays(hub, old[0], old)
    opened(hub, old[0]).submit({"action": "lock_bid", "seat": "B", "amount": 9}, "B")
    assert opened(hub, old[0]).entries[-1].action is not None
    assert opened(hub, old[0]).entries[-1].action["action"] == "reveal_bids"  # type: ignore[index]  # said above
    assert_goes(hub, old[0], old)


def test_a_bid_that_one_console_has_opened_stays_until_the_other_has(hub: Hub, old: list[str]) -> None:
    bids: dict[Seat, int] = {"A": 7, "B": 9}
    for number, (seat, bid) in enumerate(bids.items(), 1):
        source = Source("console", seat, MessageMark("7f3a91c2", number))
        opened(hub, old[0]).submit({"action": "lock_bid", "seat": seat, "seal": seal_of(NONCE, seat, bid)}, source)
    table = opened(hub, old[0])
    look_at_all(hub, old[1:])
    assert not hub._open.keeps(table)
    assert table.open_bid("A", 7, NONCE) == ()
    del table
    assert_stays(hub, old[0], old)
    (reveal,) = opened(hub, old[0]).open_bid("B", 9, NONCE)
    assert reveal.action is not None
    assert reveal.action["action"] == "reveal_bids"


def test_a_lock_that_was_taken_back_holds_nothing(hub: Hub, old: list[str]) -> None:
    opened(hub, old[0]).submit({"action": "lock_bid", "seat": "A", "amount": 7}, "A")
    opened(hub, old[0]).submit({"action": "unlock", "seat": "A"}, "A")
    assert_goes(hub, old[0], old)


def test_what_waits_for_consent_stays_until_somebody_answers(hub: Hub, old: list[str]) -> None:
    table = opened(hub, old[0])
    table.submit({"action": "lock_bid", "seat": "A"}, "A")
    table.submit({"action": "lock_bid", "seat": "B"}, "B")
    table.move("undo", 0, "A")
    assert table.asked() is not None
    del table
    assert_stays(hub, old[0], old)
    assert opened(hub, old[0]).asked() is not None
    opened(hub, old[0]).refuse("B")
    assert_goes(hub, old[0], old)


def test_what_a_panel_is_putting_together_stays(hub: Hub, old: list[str]) -> None:
    opened(hub, old[0]).draft("A", {"action": "declare_cards", "seat": "A", "numbers": [3]})
    assert_stays(hub, old[0], old)
    opened(hub, old[0]).draft("A", None)
    assert_goes(hub, old[0], old)


@pytest.mark.slow
def test_a_clock_that_runs_stays_and_one_that_stands_does_not(hub: Hub, old: list[str]) -> None:
    table = hub.begin("mamlejet", {"mode": "clock", "clock_minutes": 30}, seats=1)
    match, waits = table.id, not table.time_runs()
    assert waits  # until the hand is kept
    del table
    assert_goes(hub, match, old)
    opened(hub, match).submit({"action": "keep_hand", "seat": "A"})
    assert opened(hub, match).time_runs()
    assert_stays(hub, match, old)
    hub.let_go(match)
    assert_goes(hub, match, old)
    assert opened(hub, match).time_runs()  # it goes on where the journal knows that it stood


# ---- never two tables of one match


def test_whoever_has_a_table_and_whoever_opens_the_match_have_the_same(hub: Hub, old: list[str]) -> None:
    table = opened(hub, old[0])
    look_at_all(hub, old[1:])
    assert opened(hub, old[0]) is table
    hub.let_go(old[0])
    table.submit({"action": "lock_bid", "seat": "A"})
    assert opened(hub, old[0]) is table
    assert opened(hub, old[0]).submit({"action": "lock_bid", "seat": "B"}, expected_seq=1)


def test_a_bid_that_is_locked_while_its_match_is_put_away_is_not_lost(hub: Hub, old: list[str]) -> None:
    table = opened(hub, old[0])  # a page begins its work
    look_at_all(hub, old[1:])
    assert not hub._open.keeps(table)
    table.submit({"action": "lock_bid", "seat": "A", "amount": 7}, "A")
    del table  # and is done
    assert_stays(hub, old[0], old)


def test_a_bid_is_not_lost_that_is_locked_between_judging_and_putting_away(
    hub: Hub, old: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at_all(hub, old[:MOST_SPARE])
    judge = hub._is_needed

    def is_needed(table: Table) -> bool:
        judged = judge(table)
        if table.id == old[0]:
            table.submit({"action": "lock_bid", "seat": "A", "amount": 7}, "A")
        return judged

    with monkeypatch.context() as patched:
        patched.setattr(hub, "_is_needed", is_needed)
        opened(hub, old[MOST_SPARE])
    assert opened(hub, old[0]).seq == 1
    assert_stays(hub, old[0], old)


def test_a_bid_is_not_lost_where_the_journal_could_not_be_written(hub: Hub, old: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    table = opened(hub, old[0])
    table.submit({"action": "lock_bid", "seat": "A", "amount": 7}, "A")
    seen: list[bool] = []

    def full(*anything: object, **more: object) -> None:
        seen.append(opened(hub, old[0]).only_here)
        hub._open.let_go(old[0])  # what a look at many others would do: at this moment the vault is empty
        raise JournalTrouble("journal_unwritable", both("lleno", "full"), "full")

    with monkeypatch.context() as patched:
        patched.setattr(hub.journal, "commit", full)
        with pytest.raises(NotWritten):
            table.submit({"action": "lock_bid", "seat": "B", "amount": 9}, "B")
    assert seen == [False]
    known = weakref.ref(table)
    del table
    gc.collect()
    assert known() is not None
    assert_stays(hub, old[0], old)


@pytest.mark.slow
def test_threads_that_open_many_matches_while_others_declare_lose_nothing(hub: Hub, old: list[str]) -> None:
    """Every declaration is taken by the one table of its match, the one who opened it and when."""
    rounds, writers, done = 40, 4, threading.Event()
    tables: list[weakref.ref[Table]] = []

    def declare(number: int) -> int:
        """Locks and takes back, each with a page's work of its own; each needs what the one before left in memory or journal."""
        mine, rng, entered = old[number * 3 : number * 3 + 3], random.Random(number), 0
        for _ in range(rounds):
            match = rng.choice(mine)
            bid = rng.randint(1, 9)
            entered += len(opened(hub, match).submit({"action": "lock_bid", "seat": "A", "amount": bid}, "A"))
            table = opened(hub, match)
            assert table._match.vault.opens(table.state.agenda[-1].seals)["A"][0] == bid
            entered += len(table.submit({"action": "unlock", "seat": "A"}, "A"))
        return entered

    def look(seed: int) -> int:
        rng, looks = random.Random(seed), 0
        while not done.is_set():
            tables.append(weakref.ref(opened(hub, rng.choice(old))))
            looks += 1
        return looks

    with ThreadPoolExecutor(writers + 2) as pool:
        looking = [pool.submit(look, seed) for seed in (1, 2)]
        try:
            entered = [one.result(120) for one in [pool.submit(declare, number) for number in range(writers)]]
        finally:
            done.set()
        looks = [one.result(120) for one in looking]
    assert entered == [2 * rounds] * writers
    assert all(looks)
    assert sum(row.seq for row in hub.journal.matches()) == 2 * rounds * writers
    look_at_all(hub, old)
    gc.collect()
    assert hub.open_tables == MOST_SPARE
    alive = {id(table) for one in tables if (table := one()) is not None}
    assert len(alive) <= MOST_SPARE
    for match in old:
        table = opened(hub, match)
        kept = hub.journal.match(match)
        assert kept is not None
        assert table.seq == kept.row.seq
