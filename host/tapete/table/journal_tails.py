"""Where the matches of a journal ended when they were written last, in a small file beside it.

SQLite takes a byte that changed in its write-ahead log for the end of a write that was cut off, and what came after it is gone without a
word. Compared at the next start, this file tells what is missing. It is written after each commit and not flushed: after a power cut it
may know less than the journal, which says nothing, and never more.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import struct
import zlib
from collections.abc import Collection
from pathlib import Path

from msgspec import Struct

_log = logging.getLogger(__name__)

ENDING = ".tails"
"""What the file is called, behind the name of the journal."""

PLACES = 64
"""Matches whose end is known: the ones that were written last."""

_PLACE = struct.Struct("<40sQqQ")
"""Match, number of its last entry, sum of the chain there, and a count that rises; its CRC-32 follows."""

SIZE = _PLACE.size + 4
"""Bytes of a place."""


class LostTail(Struct, frozen=True):
    """A match whose end is missing: it `had` so many entries and `has` so many; 0 where the whole match is gone."""

    match: str
    had: int
    has: int


class Tails:
    """The ends of matches; used on the journal's writing thread. It only reports: what cannot be written is logged.

    Args:
        journal: its file.
    """

    def __init__(self, journal: Path) -> None:
        self.path = journal.with_name(journal.name + ENDING)
        self._known: dict[str, tuple[int, int, int, int]] = {}
        """By match: its place, last number, sum and count."""
        self._file: int | None = None

    def missing(self, connection: sqlite3.Connection, expected: Collection[str]) -> tuple[LostTail, ...]:
        """Compare what is known with a journal, and know what that has from now on.

        Args:
            connection: to the journal. expected: the matches that should be there (`Census`).
        """
        self._read()
        found = []
        for match, (_place, seq, link, _count) in self._known.items():
            row = connection.execute("SELECT seq, link FROM match WHERE id = ?", (match,)).fetchone()
            if row is None:
                if match in expected and connection.execute("SELECT 1 FROM aside WHERE match = ?", (match,)).fetchone() is None:
                    found.append(LostTail(match, seq, 0))
            elif row[0] < seq or (row[0] == seq and row[1] != link):
                found.append(LostTail(match, seq, row[0] if row[0] < seq else seq - 1))
        if found:
            self.follow(connection)
        return tuple(sorted(found, key=lambda lost: lost.match))

    def note(self, match: str, seq: int, link: int) -> None:
        """A match ends here now."""
        place = self._known[match][0] if match in self._known else self._free()
        count = 1 + max((count for *_rest, count in self._known.values()), default=0)
        self._known[match] = place, seq, link, count
        self._write(place, match, seq, link, count)

    def follow(self, connection: sqlite3.Connection) -> None:
        """Know what a journal has, after something else than a commit has changed it."""
        known, self._known = self._known, {}
        for match, (place, _seq, _link, count) in known.items():
            row = connection.execute("SELECT seq, link FROM match WHERE id = ?", (match,)).fetchone()
            if row is None:
                self._put(place, bytes(SIZE))
            else:
                self._known[match] = place, row[0], row[1], count
                if self._known[match] != known[match]:
                    self._write(place, match, row[0], row[1], count)

    def forget(self) -> None:
        """Know nothing more: another file takes the place of the journal."""
        self.close()
        self._known = {}
        try:
            self.path.unlink(missing_ok=True)
        except OSError as fault:
            _log.warning("%s cannot be removed: %s", self.path.name, fault)

    def close(self) -> None:
        """Let the file go."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _free(self) -> int:
        taken = {place for place, *_rest in self._known.values()}
        if (free := next((place for place in range(PLACES) if place not in taken), None)) is not None:
            return free
        oldest = min(self._known, key=lambda match: self._known[match][3])
        return self._known.pop(oldest)[0]

    def _read(self) -> None:
        self._known = {}
        try:
            raw = self.path.read_bytes()
        except OSError:
            return
        for place in range(min(PLACES, len(raw) // SIZE)):
            part = raw[place * SIZE : (place + 1) * SIZE]
            body, summed = part[: _PLACE.size], int.from_bytes(part[_PLACE.size :], "little")
            name, seq, link, count = _PLACE.unpack(body)
            if name.strip(b"\0") and zlib.crc32(body) == summed:
                self._known[name.rstrip(b"\0").decode("utf-8", "replace")] = place, seq, link, count

    def _write(self, place: int, match: str, seq: int, link: int, count: int) -> None:
        name = match.encode()
        if len(name) <= 40:
            body = _PLACE.pack(name, seq, link, count)
            self._put(place, body + zlib.crc32(body).to_bytes(4, "little"))

    def _put(self, place: int, part: bytes) -> None:
        try:
            if self._file is None:
                self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
            os.lseek(self._file, place * SIZE, os.SEEK_SET)
            os.write(self._file, part)
        except OSError as fault:
            _log.warning("%s cannot be written: %s", self.path.name, fault)
