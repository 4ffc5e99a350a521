"""A disk that loses its power: every write of a journal is noted beside every flush, and any instant can be brought back.

The journal's own code runs over apsw, whose VFS can be written in Python; of what was not flushed yet, each block of 512 bytes has reached
the disk or not, by chance, as a card does that loses its power.
"""

from __future__ import annotations

import random
import sqlite3
import time
from pathlib import Path
from typing import Any, NamedTuple

import apsw

BLOCK = 512


class Step(NamedTuple):
    """What was asked of the disk: `write` (at an offset), `cut` (to a length), `flush` or `delete`; or `acknowledged`, with what."""

    kind: str
    file: str
    at: int = 0
    octets: bytes = b""
    told: tuple[str, int] = ("", 0)


class Disk:
    """Notes everything that a journal does, from its first byte on.

    Args:
        flush_s: seconds that it takes for each flush.
    """

    def __init__(self, flush_s: float = 0.0) -> None:
        self.steps: list[Step] = []
        self.vfs = _Vfs(self.steps, flush_s)

    def connect(self, database: Any, *, uri: bool = False, **_options: Any) -> Connection:
        """Open a connection as `sqlite3.connect` does; one that writes is noted."""
        name = str(database)
        if uri:
            return Connection(apsw.Connection(name, flags=apsw.SQLITE_OPEN_URI | apsw.SQLITE_OPEN_READONLY))
        made = Connection(apsw.Connection(name, vfs=self.vfs.name))
        made.execute("PRAGMA locking_mode = EXCLUSIVE")  # apsw's files have no shared memory; alone none is needed
        return made

    def after_cut(self, folder: Path, steps: int, rng: random.Random) -> dict[tuple[str, int], int]:
        """Write the files as a power cut after so many steps leaves them.

        Returns:
            For each match the newest entry that had been acknowledged by then.
        """
        done = self.steps[:steps]
        last = {step.file: number for number, step in enumerate(done) if step.kind == "flush"}
        # The first flush of a new file flushes the list of names in its folder too (SQLite, os_unix.c).
        first = {step.file: number for number, step in reversed(list(enumerate(done))) if step.kind == "flush"}
        folder_flushed = max(first.values(), default=-1)
        files: dict[str, bytearray] = {}
        acknowledged: dict[tuple[str, int], int] = {}
        for number, step in enumerate(done):
            safe = number < last.get(step.file, -1)
            content = files.setdefault(step.file, bytearray()) if step.file else bytearray()
            if step.kind == "acknowledged":
                acknowledged[step.told[0], 0] = step.told[1]
            elif step.kind == "write":
                for start in range(0, len(step.octets), BLOCK):
                    if safe or rng.random() < 0.5:
                        at, part = step.at + start, step.octets[start : start + BLOCK]
                        content.extend(bytes(max(0, at - len(content))))
                        content[at : at + len(part)] = part
            elif step.kind == "cut" and (safe or rng.random() < 0.5):
                del content[step.at :]
            elif step.kind == "delete" and (number < folder_flushed or rng.random() < 0.5):
                files.pop(step.file, None)
        for name, content in files.items():
            if name:
                (folder / name).write_bytes(content)
        return acknowledged


class _Vfs(apsw.VFS):
    def __init__(self, steps: list[Step], flush_s: float) -> None:
        self.name, self.steps, self.flush_s = f"noted-{id(steps)}", steps, flush_s
        super().__init__(self.name, base="")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802 - apsw's name
        return _File(name, flags, self.steps, self.flush_s)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802 - apsw's name
        super().xDelete(filename, syncdir)
        self.steps.append(Step("delete", Path(filename).name))


class _File(apsw.VFSFile):
    def __init__(self, name: Any, flags: list[int], steps: list[Step], flush_s: float) -> None:
        super().__init__("", name, flags)
        self._name = Path(name.filename() if isinstance(name, apsw.URIFilename) else name).name if name else ""
        self._steps, self._flush_s = steps, flush_s

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 - apsw's name
        super().xWrite(data, offset)
        self._steps.append(Step("write", self._name, offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802 - apsw's name
        super().xTruncate(newsize)
        self._steps.append(Step("cut", self._name, newsize))

    def xSync(self, flags: int) -> None:  # noqa: N802 - apsw's name
        super().xSync(flags)
        time.sleep(self._flush_s)
        self._steps.append(Step("flush", self._name))


class _Cursor:
    """Rows as `sqlite3.Cursor` gives them."""

    def __init__(self, rows: list[Any], rowcount: int) -> None:
        self._rows, self.rowcount = rows, rowcount

    def fetchone(self) -> Any:
        return self._rows.pop(0) if self._rows else None

    def fetchall(self) -> list[Any]:
        return self._rows

    def __iter__(self) -> Any:
        return iter(self._rows)


class Connection:
    """As much of `sqlite3.Connection` over apsw as the journal uses."""

    text_factory: Any = str

    def __init__(self, made: apsw.Connection) -> None:
        self._made = made

    def execute(self, sql: str, values: Any = ()) -> _Cursor:
        try:
            rows = list(self._made.execute(sql, tuple(values)))
        except apsw.ConstraintError as fault:
            raise sqlite3.IntegrityError(str(fault)) from fault
        except apsw.Error as fault:
            raise sqlite3.OperationalError(str(fault)) from fault
        return _Cursor([tuple(self._as_wanted(value) for value in row) for row in rows], self._made.changes())

    def _as_wanted(self, value: Any) -> Any:
        return value.encode() if self.text_factory is bytes and isinstance(value, str) else value

    def executemany(self, sql: str, every: Any) -> None:
        for values in every:
            self.execute(sql, values)

    @property
    def in_transaction(self) -> bool:
        return self._made.in_transaction

    def close(self) -> None:
        self._made.close()
