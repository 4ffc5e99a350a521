"""A program that plays and is killed: run by test_kill.py, one child after the other.

Each line on standard input is a seed: a child goes on with the match of the journal until the test kills it, and prints what it was
acknowledged. Then the next line is awaited.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

from tapete.games import shazamm
from tapete.table import Journal, MessageMark, Source, Table, resume

BOOT = "7f3a91c2"


def play(path: Path, seed: int) -> None:
    """Lock, unlock, take back, reopen, until the end of this process; each acknowledged entry is a line."""
    rng = random.Random(seed)
    journal = Journal(path)
    matches = journal.matches()
    table = resume(journal, matches[0].id) if matches else Table.begin(journal, shazamm.rules(), ("A", "B"))
    number = journal.kept(BOOT)
    while True:
        number += 1
        source = Source("console", None, MessageMark(BOOT, number))
        action = table.rules.sample(table.state, rng, avoid=frozenset({"concede", "ruling", "declare_cards", "reveal_bids"}))
        if action is None or rng.random() < 0.1:
            entries = table.move("jump", max(0, table.seq - rng.randrange(4)), source)
            if table.asked() is not None:
                table.agree("A")
                entries = table.agree("B")
        else:
            entries = table.submit(action, source)
        for entry in entries:
            sys.stdout.write(f"{entry.seq} {entry.crc} {number if entry.move is None else 0}\n")
        sys.stdout.flush()


def main() -> None:
    """Fork a child for every line, and say when it is gone."""
    for line in sys.stdin:
        child = os.fork()
        if not child:
            play(Path(sys.argv[1]), int(line))
        sys.stdout.write(f"child {child}\n")
        sys.stdout.flush()
        os.waitpid(child, 0)
        sys.stdout.write("gone\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
