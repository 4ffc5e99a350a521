"""Tests do not wait for the disk: none of them cuts the power, and what the system holds it keeps when a program is killed.

A journal waits for the disk at each entry, and a slow disk takes 20 ms: a minute for nothing in a run. The long forms wait, as do tests
marked `disk`. Programs that tests start wait too: nothing of this is theirs.
"""

from __future__ import annotations

import functools
import os
import sqlite3
from typing import Any

waits = True
"""Whether what a test writes is to lie on the disk before it goes on."""


class Hurried(sqlite3.Connection):
    """A connection that leaves to the system when its pages are written."""

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        """Run a statement; one that asks for the disk to be waited for asks for the opposite."""
        if not waits and sql.upper().startswith("PRAGMA SYNCHRONOUS ="):
            sql = "PRAGMA synchronous = OFF"
        return super().execute(sql, parameters)


def hurry() -> None:
    """Let what this process writes from now on depend on `waits`."""
    fsync = os.fsync
    sqlite3.connect = functools.partial(sqlite3.connect, factory=Hurried)  # type: ignore[assignment]  # the same except its connections
    os.fsync = lambda fd: fsync(fd) if waits else None
