"""A list, beside the journal, of the matches it should have: a journal that is gone or empty is noticed, and its losses are counted."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable
from pathlib import Path
from zlib import crc32

from tapete.table.folders import sync_folder

_log = logging.getLogger(__name__)

ENDING = "-matches"
"""After the journal's name."""


class Census:
    """One file with a line and a checksum for each match. It only reports: what cannot be written is logged.

    Args:
        journal: its file; the list lies beside it.
    """

    def __init__(self, journal: Path) -> None:
        self.path = journal.with_name(journal.name + ENDING)

    def names(self) -> frozenset[str]:
        """The matches of the list; lines that are torn count for nothing."""
        try:
            lines = self.path.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return frozenset()
        return frozenset(name for name in (line.rpartition(" ")[0] for line in lines if line) if _line(name) in lines)

    def add(self, match: str) -> None:
        """A match has begun."""
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(_line(match) + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as fault:
            _log.warning("%s cannot be written: %s", self.path.name, fault)

    def keep(self, matches: Iterable[str]) -> None:
        """Write the list anew."""
        fresh = self.path.with_name(self.path.name + ".new")
        try:
            with fresh.open("w", encoding="utf-8") as file:
                file.writelines(_line(match) + "\n" for match in matches)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self.path)
            sync_folder(self.path.parent)
        except OSError as fault:
            _log.warning("%s cannot be written: %s", self.path.name, fault)


def _line(match: str) -> str:
    return f"{match} {crc32(match.encode()):08x}"
