"""The health of a station: figures for staff, for a monitor and for a bug report, none of them about a person."""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct

from tapete import __version__
from tapete.station.operations.logtail import LoggedError, LogTail
from tapete.table import Hub, JournalTrouble

LEAST_FREE = 64 * 1024 * 1024
"""Bytes of free disk below which a station is not well."""

PROC = Path("/proc/self")


class ConsoleHealth(Struct, frozen=True, kw_only=True):
    """One console's link since the start, and what the board says of itself; zeros while it has said nothing."""

    connected: bool
    firmware: str
    panels: int
    sessions: int
    losses: int
    received: int
    sent: int
    bad: int
    resent: int
    dropped: int
    free_bytes: int


class JournalHealth(Struct, frozen=True, kw_only=True):
    """The journal: whether it can be read, how many matches and bytes it has, what waits in memory for room on the disk."""

    readable: bool
    matches: int
    unfinished: int
    bytes: int
    behind: int


class HealthReport(Struct, frozen=True, kw_only=True):
    """Everything; times in seconds, sizes in bytes. `troubles` are codes of what is not well, empty when all is."""

    ok: bool
    troubles: tuple[str, ...]
    version: str
    uptime_s: int
    memory_bytes: int
    threads: int
    open_files: int
    disk_free_bytes: int
    open_matches: int
    open_pages: int
    statistics_lost: int
    errors: int
    last_error: LoggedError | None
    journal: JournalHealth
    consoles: tuple[ConsoleHealth, ...]


class Health:
    """Watches one process.

    Args:
        hub: its matches and consoles.
        log: where errors are seen.
        clock: monotonic seconds.
        pages: says how many event streams are open.
        lost: says how many rows of the statistics could not be written.
    """

    def __init__(
        self,
        hub: Hub,
        log: LogTail,
        *,
        clock: Callable[[], float] = time.monotonic,
        pages: Callable[[], int] = lambda: 0,
        lost: Callable[[], int] = lambda: 0,
    ) -> None:
        self.hub, self.log = hub, log
        self._clock, self._pages, self._lost = clock, pages, lost
        self._started = clock()

    def count_pages(self, pages: Callable[[], int]) -> None:
        """Ask `pages` from now on how many event streams are open."""
        self._pages = pages

    def report(self) -> HealthReport:
        """Return how it is now. It reads the journal: call it away from an event loop."""
        journal, consoles = self._journal(), self._consoles()
        free = disk_free(self.hub.journal.path)
        found = {
            "journal_unreadable": not journal.readable,
            "journal_behind": journal.behind > 0,
            "disk_nearly_full": free < LEAST_FREE,
            "console_away": any(not console.connected for console in consoles),
        }
        alerts = dict.fromkeys(alert.code for alert in self.hub.alerts.standing)
        troubles = tuple(code for code, there in (found | dict.fromkeys(alerts, True)).items() if there)
        return HealthReport(
            # A cable that a person pulled is reported, but the station goes on with its pages.
            ok=not set(troubles) - {"console_away"},
            troubles=troubles,
            version=__version__,
            uptime_s=int(self._clock() - self._started),
            memory_bytes=memory_bytes(),
            threads=threading.active_count(),
            open_files=open_files(),
            disk_free_bytes=free,
            open_matches=self.hub.open_tables,
            open_pages=self._pages(),
            statistics_lost=self._lost(),
            errors=self.log.errors,
            last_error=self.log.last_error,
            journal=journal,
            consoles=consoles,
        )

    def _journal(self) -> JournalHealth:
        path = self.hub.journal.path
        behind = int(getattr(self.hub.journal, "behind", 0))
        size = sum(_size(path.with_name(path.name + rest)) for rest in ("", "-wal"))
        try:
            matches, unfinished = self.hub.journal.count()
        except JournalTrouble:
            return JournalHealth(readable=False, matches=0, unfinished=0, bytes=size, behind=behind)
        return JournalHealth(readable=True, matches=matches, unfinished=unfinished, bytes=size, behind=behind)

    def _consoles(self) -> tuple[ConsoleHealth, ...]:
        found = []
        for state in self.hub.console_states():
            status, counters = state.status, state.counters
            found.append(
                ConsoleHealth(
                    connected=state.connected,
                    firmware=state.firmware,
                    panels=state.panels,
                    sessions=counters.sessions,
                    losses=counters.losses,
                    received=counters.received,
                    sent=counters.sent,
                    bad=counters.bad,
                    resent=status.resent if status is not None else 0,
                    dropped=status.dropped if status is not None else 0,
                    free_bytes=status.free if status is not None else 0,
                )
            )
        return tuple(found)


def memory_bytes(proc: Path = PROC) -> int:
    """Return the resident memory of this process; 0 if the system does not say."""
    return 1024 * int(_status(proc).get("VmRSS", "0 kB").split()[0])


def _status(proc: Path) -> Mapping[str, str]:
    try:
        lines = (proc / "status").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return {}
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def open_files(proc: Path = PROC) -> int:
    """Return how many file descriptors this process has open; 0 if the system does not say."""
    try:
        return len(os.listdir(proc / "fd"))  # noqa: PTH208 - names alone; iterdir would make a path of each
    except OSError:
        return 0


def disk_free(path: Path) -> int:
    """Return the free bytes where a file lies; the largest number there is if the system does not say."""
    try:
        return shutil.disk_usage(path.parent).free
    except OSError:
        return sys.maxsize


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
