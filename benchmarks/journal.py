"""What the journal costs: commits per second and the time of one `submit`, beside a bare sqlite3 loop on the same disk in the same run.
Then how long several tables wait that declare at the same moment, on a disk that takes 20 ms for each flush (apsw, of the extra `dev`).

python -m benchmarks journal
"""

from __future__ import annotations

import sqlite3
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

from tapete.core.codec import encode
from tapete.core.log import Entry, Header
from tapete.games import shazamm
from tapete.table import Journal, Table
from tapete.table import journal as journals
from tests.table.power_loss import Disk

COMMITS = 2000
ROUNDS = 4
FLUSH_S = 0.02

LOCK = {"action": "lock_bid", "seat": "A"}
UNLOCK = {"action": "unlock", "seat": "A"}


def timed(work: Callable[[int], object], times: int) -> list[float]:
    """Seconds of each call."""
    found = []
    for number in range(1, times + 1):
        start = time.perf_counter()
        work(number)
        found.append(time.perf_counter() - start)
    return found


def show(name: str, seconds: list[float], bare: float | None = None) -> float:
    """Print one line of figures; returns the median."""
    median, late = statistics.median(seconds), statistics.quantiles(seconds, n=100)[98]
    ratio = "" if bare is None else f"   {median / bare:5.2f} x bare"
    print(f"{name:34} {1 / statistics.fmean(seconds):8.0f} /s   median {median * 1e6:7.0f} us   p99 {late * 1e6:7.0f} us{ratio}")
    return median


def entry(seq: int) -> Entry:
    """An entry of the usual size."""
    events = ({"event": "bid_locked", "clause": "SHZ-034", "by_ruling": False, "seat": "A"},)
    return Entry(seq=seq, source="console:A:7f3a91c2", crc=123456789, action={**LOCK, "seal": "ab" * 32}, events=events)


def bare_loop(folder: Path, rows: list[str]) -> list[float]:
    """The same bytes, one row a transaction, by the driver alone and with the same promise (WAL, FULL)."""
    with closing(sqlite3.connect(folder / "bare", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE entry (seq INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT")

        def commit(number: int) -> None:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO entry VALUES (?, ?)", (number, rows[number]))
            connection.execute("COMMIT")

        return timed(commit, len(rows) - 1)


def locks(table: Table, times: int) -> list[float]:
    """Lock and unlock in turn."""
    return timed(lambda number: table.submit(LOCK if number % 2 else UNLOCK), times)


def at_once(tables: list[Table], number: int) -> float:
    """Seconds until the last of these tables has its acknowledgement, of a declaration that all make at the same moment."""
    gate = threading.Barrier(len(tables))

    def declare(table: Table) -> float:
        gate.wait()
        start = time.perf_counter()
        table.submit(LOCK if number % 2 else UNLOCK)
        return time.perf_counter() - start

    with ThreadPoolExecutor(len(tables)) as threads:
        return max(threads.map(declare, tables))


def several_tables(times: int = 20) -> None:
    """One, two, four and eight tables on a slow disk: its flushes by SQLite's own count, and the ratio to one table."""
    disk = Disk(FLUSH_S)
    with (
        tempfile.TemporaryDirectory() as name,
        patch("sqlite3.connect", disk.connect),
        patch.object(journals, "_examine", lambda path: None),
        Journal(Path(name) / "journal") as journal,
    ):
        tables = [Table.begin(journal, shazamm.rules(), ("A", "B")) for _ in range(8)]
        one = 0.0
        for number in (1, 2, 4, 8):
            before = len(disk.steps)
            median = statistics.median(at_once(tables[:number], turn + 1) for turn in range(times))
            one = one or median
            flushes = sum(step.kind == "flush" for step in disk.steps[before:]) / times
            figures = f"{flushes:4.1f} flushes   last after {median * 1e3:5.1f} ms   {median / one:5.2f} x one"
            print(f"tables that declare at once: {number}     {figures}")


def main() -> None:
    """In turn, so that what else the computer does falls on all alike."""
    bare: list[float] = []
    commits: list[float] = []
    submits: list[float] = []
    in_memory: list[float] = []
    share = COMMITS // ROUNDS
    rows = [encode(entry(seq)).decode() for seq in range(share + 1)]
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as name:
            bare += bare_loop(Path(name), rows)
        with tempfile.TemporaryDirectory() as name, Journal(Path(name) / "journal") as journal:
            journal.begin("m", Header(game="shazamm", rules_version="1", seats=("A", "B")), {})
            commits += timed(lambda seq: journal.commit("m", [entry(seq)]), share)
        with tempfile.TemporaryDirectory() as name, Journal(Path(name) / "journal") as journal:
            table = Table.begin(journal, shazamm.rules(), ("A", "B"))
            submits += locks(table, share)
        table = Table.begin(None, shazamm.rules(), ("A", "B"))
        in_memory += locks(table, share)
    base = show("bare sqlite3, WAL FULL", bare)
    show("journal: one commit", commits, base)
    show("table: submit (rules and journal)", submits, base)
    show("table: submit without journal", in_memory, base)
    several_tables()


if __name__ == "__main__":
    main()
