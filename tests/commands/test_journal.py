"""`tapete journal`: what is damaged is said, mended and kept."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tapete.commands.journal import command
from tapete.games import shazamm
from tapete.i18n import speak
from tapete.table import Journal, Table, journal_path


def tapete(*words: str) -> Result:
    return CliRunner().invoke(command, list(words))


@pytest.fixture
def hurt(tmp_path: Path) -> str:
    """The match of two of which an entry was altered on the disk."""
    speak("en")
    with Journal(journal_path(tmp_path)) as journal:
        tables = [Table.begin(journal, shazamm.rules(), ("A", "B")) for _ in range(2)]
        for table in tables:
            for action in ("lock_bid", "unlock", "lock_bid"):
                table.submit({"action": action, "seat": "A"})
    with closing(sqlite3.connect(journal_path(tmp_path))) as connection, connection:
        connection.execute("UPDATE entry SET body = replace(body, 'unlock', 'unlick') WHERE match = ? AND seq = 2", (tables[1].id,))
    return tables[1].id


def test_a_damaged_match_is_named_then_mended_and_kept(tmp_path: Path, hurt: str) -> None:
    data = ("--data", str(tmp_path))
    found = tapete("check", *data, "--json")
    assert (found.exit_code, json.loads(found.output)) == (
        1,
        {"matches": 2, "damaged": [{"match": hurt, "kept": 1, "of": 3, "lost": False}]},
    )
    told = tapete("check", *data)
    assert f"Match {hurt} is damaged on the disk: 1 of 3 entries count. “tapete journal repair”" in told.output
    assert f"{hurt} was damaged on the disk: 1 of 3 entries count" in tapete("repair", *data).output
    assert tapete("repair", *data).output == "Nothing is damaged.\n"
    whole = tapete("check", *data)
    assert (whole.exit_code, whole.output) == (0, "Every match is whole (2).\n")
    assert tapete("aside", *data).output.startswith(f"{hurt}  damaged  ")
    lines = [json.loads(line) for line in tapete("aside", hurt, *data).output.splitlines()]
    assert ("unlick" in json.dumps(lines), len(lines) >= 4) == (True, True)
    refused = tapete("aside", "nothing", *data)
    assert (refused.exit_code, "tapete journal aside" in refused.output) == (1, True)
