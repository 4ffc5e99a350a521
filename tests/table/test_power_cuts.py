"""A power cut at any instant loses nothing that was acknowledged: what was not flushed reaches the disk block by block, by chance."""

from __future__ import annotations

import random
import sqlite3
from functools import partial
from pathlib import Path

import pytest

from tapete.core.log import Entry, Header
from tapete.table import Journal, journal_file
from tapete.table.journal_repair import open_journal
from tests.run_forms import by_form
from tests.table.busy import busy

pytest.importorskip("apsw", reason="apsw is of the extra `dev`")

from tests.table.power_loss import Disk, Step  # after it is known to be there

CUTS = by_form(5, 20, 250, 1_000)
COMMITS = 120


def recorded(folder: Path, monkeypatch: pytest.MonkeyPatch, *, at_once: bool) -> Disk:
    """What the disk sees of a journal with three matches, its checkpoints among it; they commit one after the other, or at once."""
    disk = Disk()
    rng = random.Random(3)
    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", disk.connect)
        patch.setattr(journal_file, "refuse_unsound", lambda path: None)  # nothing is there yet
        with Journal(folder / "tapete.sqlite3") as journal:
            journal.write(lambda connection: connection.execute("PRAGMA wal_autocheckpoint = 20"))
            ends = dict.fromkeys(("m1", "m2", "m3"), 0)
            for match in ends:
                journal.begin(match, Header(game="shazamm", rules_version="1", seats=("A", "B")), {"A": "Ana"})
                disk.steps.append(Step("acknowledged", "", told=(match, 0)))

            def commit(match: str) -> None:
                number = rng.randrange(1, 4)
                entries = [Entry(seq=ends[match] + 1 + more, source="page", crc=1, events=({"x": rng.random()},)) for more in range(number)]
                journal.commit(match, entries, state=b'{"n": %d}' % entries[-1].seq)
                ends[match] = entries[-1].seq
                disk.steps.append(Step("acknowledged", "", told=(match, ends[match])))

            for _ in range(COMMITS // len(ends) if at_once else COMMITS):
                if at_once:
                    with busy(journal, [partial(commit, match) for match in ends]) as made:
                        pass
                    for one in made:
                        one.result()
                else:
                    commit(rng.choice(list(ends)))
    return disk


@pytest.mark.slow
@pytest.mark.parametrize("at_once", [False, True], ids=["one by one", "at once"])
def test_nothing_acknowledged_is_lost_by_a_power_cut(at_once: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "whole").mkdir()
    disk = recorded(tmp_path / "whole", monkeypatch, at_once=at_once)
    flushes = sum(step.kind == "flush" for step in disk.steps)
    assert (flushes > COMMITS) == (not at_once), "what is acknowledged was flushed before"
    first = next(number for number, step in enumerate(disk.steps) if step.kind == "acknowledged")
    for cut in range(CUTS):
        rng = random.Random(cut)
        folder = tmp_path / str(cut)
        folder.mkdir()
        acknowledged = disk.after_cut(folder, rng.randrange(first, len(disk.steps)), rng)
        journal, repaired = open_journal(folder / "tapete.sqlite3")
        with journal:
            assert repaired is None, (cut, repaired)
            for (match, _), seq in acknowledged.items():
                kept = journal.match(match)
                assert kept is not None, cut
                assert [entry.seq for entry in kept.entries][:seq] == list(range(1, seq + 1)), cut
                assert kept.row.seq == len(kept.entries)
