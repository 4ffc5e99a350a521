"""`kill -9` at any instant loses nothing that was acknowledged, and applies nothing twice."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tapete.table import Journal, resume
from tests.run_forms import by_form
from tests.table.killed import BOOT

pytestmark = pytest.mark.slow

INSTANTS = by_form(20, 20, 50, 50)

ROOT = Path(__file__).parents[2]


def test_nothing_acknowledged_is_lost_at_random_instants(tmp_path: Path) -> None:
    path, rng = tmp_path / "journal.sqlite3", random.Random(50)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(str(ROOT / part) for part in (".", "host", "firmware/lib"))}
    command = [sys.executable, "-m", "tests.table.killed", str(path)]
    acknowledged: dict[int, int] = {}
    last_message = 0
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", env=environment, cwd=ROOT) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for instant in range(INSTANTS):
            program.stdin.write(f"{instant}\n")
            program.stdin.flush()
            child, wanted, heard = 0, rng.randrange(1, 25), 0
            for line in program.stdout:
                words = line.split()
                if words[0] == "gone":
                    assert child == 0, "the program ended before it was killed"
                    break
                if words[0] == "child":
                    child = int(words[1])
                elif len(words) == 3 and line.endswith("\n"):
                    acknowledged[int(words[0])] = int(words[1])
                    last_message = max(last_message, int(words[2]))
                    heard += 1
                if child and heard >= wanted:
                    os.kill(child, signal.SIGKILL)
                    child = 0
            with Journal(path) as journal:
                (row,) = journal.matches()
                kept = journal.match(row.id)
                assert kept is not None
                assert [entry.seq for entry in kept.entries] == list(range(1, row.seq + 1))
                crcs = {entry.seq: entry.crc for entry in kept.entries}
                assert acknowledged.items() <= crcs.items()
                assert journal.kept(BOOT) >= last_message
        program.stdin.close()
    with Journal(path) as journal:
        (row,) = journal.matches()
        assert resume(journal, row.id).differs is None
        assert len(acknowledged) > 5 * INSTANTS
