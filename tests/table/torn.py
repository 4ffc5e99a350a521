"""Journals that a disk has torn, each otherwise, and what is said of them: `python -m tests.table.torn` prints the table.

Every kind of tear is tried at places by chance. A repair may cost entries; it may never invent, mix or hide any.
"""

from __future__ import annotations

import collections
import logging
import random
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from tapete.core.log import Entry
from tapete.core.refusals import RefereeError
from tapete.games import shazamm
from tapete.table import Journal, Table, resume
from tapete.table.journal_repair import open_journal

PAGE = 4096
MATCHES = 5


class Whole(NamedTuple):
    """A journal before it is torn: its files, and the entries of its matches."""

    files: dict[str, bytes]
    entries: dict[str, tuple[Entry, ...]]


def begun(folder: Path) -> Whole:
    """A journal with some matches, all of it in its main file."""
    path, rng = folder / "tapete.sqlite3", random.Random(5)
    with Journal(path) as journal:
        tables = [Table.begin(journal, shazamm.rules(), ("A", "B"), names={"A": f"Ana{number}"}) for number in range(MATCHES)]
        for _ in range(60):
            for table in tables:
                action = table.rules.sample(table.state, rng, avoid=frozenset({"concede", "ruling", "declare_cards", "reveal_bids"}))
                if action is not None:
                    try:
                        table.submit(action)
                    except RefereeError:
                        continue
        entries = {table.id: tuple(table.entries) for table in tables}
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    files = {name: (folder / name).read_bytes() for name in ("tapete.sqlite3", "tapete.sqlite3-matches")}
    return Whole(files, entries)


def _flip(raw: bytearray, rng: random.Random) -> None:
    raw[rng.randrange(100, len(raw))] ^= 1 << rng.randrange(8)


def _bytes(raw: bytearray, rng: random.Random) -> None:
    for _ in range(rng.randrange(2, 40)):
        raw[rng.randrange(len(raw))] = rng.randrange(256)


def _noise(raw: bytearray, rng: random.Random) -> None:
    length, at = rng.randrange(16, 20_000), rng.randrange(len(raw))
    raw[at : at + length] = rng.randbytes(len(raw[at : at + length]))


def _zero(raw: bytearray, rng: random.Random) -> None:
    at = rng.randrange(len(raw) // PAGE) * PAGE
    raw[at : at + PAGE] = bytes(PAGE)


def _swap(raw: bytearray, rng: random.Random) -> None:
    one, other = (rng.randrange(1, len(raw) // PAGE) * PAGE for _ in "ab")
    raw[one : one + PAGE], raw[other : other + PAGE] = raw[other : other + PAGE], raw[one : one + PAGE]


def _cut(raw: bytearray, rng: random.Random) -> None:
    del raw[rng.randrange(len(raw)) :]


def _head(raw: bytearray, rng: random.Random) -> None:
    length = rng.choice((16, 100, 512, PAGE))
    raw[:length] = bytes(length)


TEARS: dict[str, Callable[[bytearray, random.Random], None]] = {
    "one bit": _flip,
    "some bytes": _bytes,
    "a stretch of noise": _noise,
    "a page of zeros": _zero,
    "two pages in each other's place": _swap,
    "the end cut off": _cut,
    "the head gone": _head,
}


class Said(NamedTuple):
    """What became of a torn journal: matches that are whole, cut and lost as it was said; "" in `aside` where no file was set aside."""

    whole: int
    cut: int
    lost: int
    told: bool
    aside: str


def opened(folder: Path, whole: Whole, tear: str, seed: int) -> Said:
    """Tear a copy, open it as a station does, and see that what goes on is true and what is not whole is told.

    Args:
        folder: empty. whole: the journal. tear: one of `TEARS`. seed: where.
    """
    raw, rng = bytearray(whole.files["tapete.sqlite3"]), random.Random(f"{tear} {seed}")
    TEARS[tear](raw, rng)
    (folder / "tapete.sqlite3").write_bytes(raw)
    (folder / "tapete.sqlite3-matches").write_bytes(whole.files["tapete.sqlite3-matches"])
    journal, repaired = open_journal(folder / "tapete.sqlite3")
    with journal:
        kept = {row.id: row for row in journal.matches()}
        assert kept.keys() <= whole.entries.keys(), "a match that never was"
        shorter = 0
        for match in kept:
            table = resume(journal, match)
            assert table.differs is None
            ours, length = whole.entries[match], table.seq
            automatic = [entry for entry in table.entries[:length] if entry not in ours]
            assert all(entry.source == "automatic" for entry in automatic), "an entry that never was"
            true = length - len(automatic)
            assert tuple(table.entries[:true]) == ours[:true]
            shorter += true < len(ours)
        lost = len(whole.entries) - len(kept)
        if repaired is None:
            assert (shorter, lost) == (0, 0), "entries are gone, and nobody was told"
            return Said(len(kept), 0, 0, told=False, aside="")
        assert repaired.lost == lost
        assert repaired.cut >= shorter
        assert repaired.matches + repaired.cut + repaired.lost == len(whole.entries)
        assert journal.check_all() == ()
    again, nothing = open_journal(folder / "tapete.sqlite3")
    again.close()
    assert nothing is None, "a repaired journal is whole"
    return Said(repaired.matches, repaired.cut, repaired.lost, told=True, aside="" if repaired.aside is None else repaired.aside.name)


def main(variants: int) -> None:
    """Print, for each kind of tear, what was said."""
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as name:
        whole = begun(Path(name))
    print(f"{variants} variants of a journal with {MATCHES} matches, {len(whole.files['tapete.sqlite3']) // 1024} KiB\n")
    print("| tear | variants | nothing hurt | file set aside | matches whole | cut at their end | lost |")
    print("|---|---|---|---|---|---|---|")
    found: dict[str, list[Said]] = collections.defaultdict(list)
    for number in range(variants):
        tear = list(TEARS)[number % len(TEARS)]
        with tempfile.TemporaryDirectory() as name:
            found[tear].append(opened(Path(name), whole, tear, number))
    for tear, said in found.items():
        sums = f"{sum(one.whole for one in said)} | {sum(one.cut for one in said)} | {sum(one.lost for one in said)}"
        quiet, aside = sum(not one.told for one in said), sum(bool(one.aside) for one in said)
        print(f"| {tear} | {len(said)} | {quiet} | {aside} | {sums} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
