"""Which program runs on a folder of matches, so that a second one can say where the first one is."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

FILE = "running"
"""Beside the journal: locked while a program serves its matches; it holds the address of its pages."""


class Running:
    """The mark of a program that serves the matches of a folder. The system takes it away when the program ends, however it ends.

    Args:
        folder: of the journal; it is there already.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._file: IO[str] | None = None
        self.other: str | None = None
        """The address of the program that runs there already, empty where it has said none yet; None: there is no other."""
        try:
            file = self._path.open("a+", encoding="utf-8")
        except OSError:  # a folder that cannot be written: the server will say so
            return
        if _locked(file):
            self._file = file
            return
        file.seek(0)
        self.other = file.read(200).strip()
        file.close()

    def at(self, address: str) -> None:
        """Say where the pages are, without a key."""
        if self._file is not None:
            self._file.truncate(0)
            self._file.write(address)
            self._file.flush()

    def close(self) -> None:
        """End the mark."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _locked(file: IO[str]) -> bool:
    """Lock a file for this process; False where another one has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            os.lseek(file.fileno(), 1 << 30, os.SEEK_SET)  # a byte far behind: what the file says can still be read
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
