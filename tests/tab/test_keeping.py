"""Files that outlast a tab: what changed is handed on whole, and once."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from tapete.tab.keeping import Keeper
from tests import loops


class Kept:
    """Remembers what it was handed."""

    def __init__(self) -> None:
        self.handed: list[dict[str, bytes | None]] = []
        self.fails = False

    async def write(self, changed: Mapping[str, bytes | None]) -> None:
        if self.fails:
            raise OSError("full")
        self.handed.append(dict(changed))


def aged(path: Path, text: str, number: int) -> None:
    """Write a file that was last written some seconds ago."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    os.utime(path, ns=(number * 10**9, number * 10**9))


def test_each_change_is_handed_on_once(tmp_path: Path) -> None:
    async def main() -> None:
        kept = Kept()
        aged(tmp_path / "old", "was there", 1)
        keeper = Keeper(tmp_path, kept.write)
        await keeper.keep()
        assert kept.handed == []
        aged(tmp_path / "cards" / "new.toml", "one", 2)
        aged(tmp_path / "journal-wal", "of a transaction", 2)
        await keeper.keep()
        await keeper.keep()
        assert kept.handed == [{"cards/new.toml": b"one"}]
        (tmp_path / "old").unlink()
        aged(tmp_path / "cards" / "new.toml", "two", 3)
        await keeper.keep()
        assert kept.handed[1:] == [{"cards/new.toml": b"two", "old": None}]

    loops.run(main())


def test_what_was_written_just_now_is_looked_at_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        kept = Kept()
        keeper = Keeper(tmp_path, kept.write)
        aged(tmp_path / "file", "same", 100)
        monkeypatch.setattr("tapete.tab.keeping.time.time_ns", lambda: 100 * 10**9 + 1)
        await keeper.keep()
        aged(tmp_path / "file", "else", 100)  # as long, and in the same millisecond
        await keeper.keep()
        assert [handed["file"] for handed in kept.handed] == [b"same", b"else"]

    loops.run(main())


def test_what_could_not_be_kept_is_told_and_tried_again(tmp_path: Path) -> None:
    async def main() -> None:
        kept, told = Kept(), list[str]()
        keeper = Keeper(tmp_path, kept.write, lambda fault: told.append(str(fault)))
        aged(tmp_path / "file", "one", 1)
        kept.fails = True
        await keeper.keep()
        kept.fails = False
        await keeper.keep()
        assert told == ["full", "None"]
        assert kept.handed == [{"file": b"one"}]

    loops.run(main())
