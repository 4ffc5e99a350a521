"""Files that outlast the tab: what changed in a folder is handed to whoever keeps it, whole file by whole file.

The journal is one file here (`Journal(alone=True)`), so that a copy taken between two of its transactions is sound by itself.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

BESIDE = ("-journal", "-wal", "-shm")
"""Ends of what lies beside a journal for the length of a transaction."""

SURE_NS = 5_000_000
"""A file's time changes in milliseconds: what was written so lately may be written again without a trace."""

Write = Callable[[Mapping[str, Any]], Awaitable[None]]
"""Keeps files by their place in the folder, as `read` gives each; None: it is gone. Raises OSError where it cannot."""


class Keeper:
    """Keeps a folder.

    Args:
        folder: whose files.
        write: keeps them.
        failed: told why something could not be kept (None: all is kept again).
        read: what of a file is handed over; its bytes when left out.
    """

    def __init__(
        self,
        folder: Path,
        write: Write,
        failed: Callable[[OSError | None], None] = lambda fault: None,
        read: Callable[[Path], Any] = Path.read_bytes,
    ) -> None:
        self._folder, self._write, self._failed, self._read = folder, write, failed, read
        self._one_at_a_time = asyncio.Lock()
        self._fails = False
        self._kept = self._look()

    def _look(self) -> dict[str, tuple[int, int] | None]:
        found: dict[str, tuple[int, int] | None] = {}
        sure = time.time_ns() - SURE_NS
        for path in self._folder.rglob("*"):
            if path.is_file() and not path.name.endswith(BESIDE):
                said = path.stat()
                found[path.relative_to(self._folder).as_posix()] = (said.st_mtime_ns, said.st_size) if said.st_mtime_ns < sure else None
        return found

    async def keep(self) -> None:
        """Return once all that is in the folder now is kept; what cannot be is told to `failed` and tried again the next time."""
        async with self._one_at_a_time:
            seen = self._look()
            changed: dict[str, Any] = {
                name: self._read(self._folder / name) for name, said in seen.items() if said is None or self._kept.get(name) != said
            }
            changed |= {name: None for name in self._kept if name not in seen}
            if not changed:
                return
            try:
                await self._write(changed)
            except OSError as fault:
                self._fails = True
                self._failed(fault)
                return
            self._kept = seen
            if self._fails:
                self._fails = False
                self._failed(None)
