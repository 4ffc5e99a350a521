"""What `tapete station` adds around its pages: a journal that waits for room, staff's desk, systemd's watchdog, restart."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tapete.commands import hosting
from tapete.i18n import _

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from tapete.station.operations.desk import StaffDesk
    from tapete.station.station import Station
    from tapete.table import Hub
    from tapete.table.buffered_journal import BufferedJournal

CATCH_UP_S = 5.0
"""How often commits that wait for room on the disk are tried again."""

TIDY_S = 3600.0
"""How often the oldest matches are deleted, in a station that runs for months."""


class Restart(Exception):
    """Staff asks for a restart of the program."""


@contextmanager
def hub_of(folder: Path) -> Iterator[Hub]:
    """The hub of a station: its journal goes on when the disk is full, and a damaged one is mended first.

    Args:
        folder: of its data.

    Raises:
        JournalTrouble: the journal is not ours, is newer, or cannot be opened at all.
    """
    from tapete.presentation.lamps import turn_told
    from tapete.table import Hub, JournalTrouble
    from tapete.table.buffered_journal import FULL, NOT_OPEN, ROOM
    from tapete.table.folders import JOURNAL
    from tapete.table.journal_repair import open_journal
    from tapete.table.journal_troubles import mended_text

    journal, repaired = open_journal(folder / JOURNAL)
    if repaired is not None:
        click.echo(hosting.said(repaired.text), err=True)
    hub = Hub(journal)
    hub.teller = turn_told
    if repaired is not None:
        hub.alerts.say("journal_repaired", repaired.text)
        for damage in repaired.damages:
            hub.alerts.say("match_damaged", mended_text(damage), damage.match)
    if not journal.opened:
        hub.alerts.say("journal_unwritable", NOT_OPEN)

    def say_behind(behind: bool) -> None:
        if journal.opened:
            hub.alerts.take_back("journal_unwritable")
        table = hub.shown_match()
        if table is not None:
            table.notice(FULL if behind else ROOM)

    journal.on_behind(say_behind)
    ending = threading.Event()

    def keep_house() -> None:
        due = time.monotonic() + TIDY_S
        while not ending.wait(CATCH_UP_S):
            if (journal.behind or not journal.opened) and not journal.catch_up():
                continue
            with suppress(JournalTrouble):  # /health says so, and the next turn tries again
                mend_next(hub, journal)
            if time.monotonic() >= due:
                due = time.monotonic() + TIDY_S
                with suppress(JournalTrouble):  # no room just now: at the next turn
                    journal.tidy(in_use=hub.in_memory)

    thread = threading.Thread(target=keep_house, daemon=True, name="journal's house")
    thread.start()
    try:
        yield hub
    finally:
        ending.set()
        thread.join()
        hub.close()


def mend_next(hub: Hub, journal: BufferedJournal) -> None:
    """Check one match of the journal, another each time; what is damaged is mended and told.

    Args:
        hub: which has the matches that are played now. journal: its own.

    Raises:
        JournalTrouble: the journal cannot be read or written.
    """
    from tapete.table.journal_repair import Whole, mend
    from tapete.table.journal_troubles import FILE_DAMAGED, mended_text

    found = journal.check_next()
    if found is None:
        return
    if not journal.is_sound():
        hub.alerts.say("journal_damaged", FILE_DAMAGED)
        return
    table = hub.table_in_memory(found.match)
    with nullcontext() if table is None else table.still():
        whole = None if table is None else Whole(table.header, dict(table.names), table.entries)
        mended = mend(journal, found.match, whole)
    if mended is not None:
        hub.alerts.say("match_damaged", mended_text(mended), mended.match)


def desk_of(station: Station, folder: Path) -> StaffDesk:
    """Staff's desk, which hears of every match of people.

    Args:
        station: whose settings and matches.
        folder: of its data.
    """
    from tapete.station.kiosk import restart_notice
    from tapete.station.operations.desk import StaffDesk
    from tapete.station.operations.statistics import FILE, Statistics

    statistics = Statistics(folder / FILE)
    desk = StaffDesk(folder, station.hub, statistics, apply=station.staff.change_settings, read=lambda: station.staff.settings)

    def hear(usage: Any) -> None:
        table = station.kiosk.table
        if table is not None:
            desk.recorder.hear(usage, table)

    station.on_usage(hear)
    if station.kiosk.table is not None and station.kiosk.table.result is None:
        desk.recorder.goes_on(station.kiosk.table, station.lesson.progress() is not None)
        restart_notice.tell(station.kiosk.table)
    return desk


def close(desk: StaffDesk) -> None:
    """Let go of what the desk holds."""
    desk.recorder.close()
    desk.log.detach()
    desk.statistics.close()


def build(station: Station, desk: StaffDesk, folder: Path, lan: bool, secret: bytes | None) -> Starlette:
    """The application, staff's pages among its own."""
    from tapete.table.folders import JOURNAL, Renewals
    from tapete.web.station import app
    from tapete.web.station.operations import staff

    made = app(station, lan=lan, secret=secret, renewed=Renewals(folder / JOURNAL, station.hub.alerts), routes=staff.PAGES)
    staff.install(made, desk)
    return made


def begin_anew() -> None:
    """Replace this process by a new one of the same command line; everything is closed already."""
    click.echo(_("Restarting."))
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", "tapete", *sys.argv[1:]])
