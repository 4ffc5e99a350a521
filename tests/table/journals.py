"""Matches in a journal, for the tests that harm it."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

from tapete.core.refusals import RefereeError
from tapete.games import shazamm
from tapete.table import Journal, NotWritten, Table
from tapete.table.buffered_journal import BufferedJournal


def play(table: Table, turns: int, seed: int = 1) -> None:
    """So many declarations by chance."""
    rng = random.Random(seed)
    for _ in range(turns):
        action = table.rules.sample(table.state, rng, avoid=frozenset({"concede", "ruling", "declare_cards", "reveal_bids"}))
        assert action is not None
        try:
            table.submit(action)
        except NotWritten:
            raise
        except RefereeError:
            continue


def a_match(journal: Journal, turns: int = 45, seed: int = 1) -> Table:
    table = Table.begin(journal, shazamm.rules(), ("A", "B"), names={"A": "Ana"})
    play(table, turns, seed)
    assert table.seq > 20
    return table


def checkpointed(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def three(path: Path) -> list[Table]:
    with BufferedJournal(path) as journal:
        tables = [Table.begin(journal, shazamm.rules(), ("A", "B"), names={"A": f"Ann{number}"}) for number in range(3)]
        for table in tables:
            play(table, 8)
    checkpointed(path)
    return tables
