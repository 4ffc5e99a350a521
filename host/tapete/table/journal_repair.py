"""Repair of a journal: what is whole goes on, what is damaged is set aside, and what is lost is counted.

A file that SQLite cannot read is set aside whole, and every row that any of its pages still holds goes into a new one. In a file that
SQLite reads, a match whose chain of checksums breaks is set aside in the journal itself, and goes on up to its last whole entry.
`tapete play` and the other commands leave a damaged file alone and ask a person.
"""

from __future__ import annotations

import collections
import logging
import re
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

from tapete.core.codec import encode, parse
from tapete.core.log import Entry, Header
from tapete.core.texts import Text, _
from tapete.table import deliveries
from tapete.table import journal_chain as chain
from tapete.table.buffered_journal import BufferedJournal
from tapete.table.folders import sync_folder
from tapete.table.journal_census import Census
from tapete.table.journal_chain import Examined, MatchDamage, Raw, Row
from tapete.table.journal_pages import Value, all_rows
from tapete.table.journal_tails import Tails
from tapete.table.journal_troubles import JournalTrouble

_log = logging.getLogger(__name__)

PARTS = ("", "-wal", "-shm")
"""The files of a journal."""

MOST_ASIDE = 3
"""Damaged files that are kept; the one with the lowest number is deleted first."""


REPAIRED = _(
    "The journal was damaged and is set aside as {file}. Matches that are whole: {whole}; cut at their end: {cut}; wholly lost: {lost}."
)
MENDED = _(
    "Matches were damaged on the disk and are set aside for a week as they were. Whole: {whole}; cut at their end: {cut}; lost: {lost}."
)


class Repair(Struct, frozen=True, kw_only=True):
    """What was done.

    Args:
        aside: where a file is now that SQLite could not read; None where single matches were mended in their place.
        matches: that are whole.
        cut: that lost entries at their end.
        lost: that are wholly lost.
        damages: what was found of each match that is not whole.
    """

    aside: Path | None
    matches: int
    cut: int
    lost: int
    damages: tuple[MatchDamage, ...] = ()

    @property
    def text(self) -> Text:
        """For staff and lobby."""
        figures = {"whole": self.matches, "cut": self.cut, "lost": self.lost}
        return MENDED.fill(**figures) if self.aside is None else REPAIRED.fill(file=self.aside.name, **figures)


def open_journal(
    path: Path, now: Callable[[], datetime] = lambda: datetime.now(UTC), *, clock: Callable[[], float] = time.monotonic
) -> tuple[BufferedJournal, Repair | None]:
    """Open the journal of a station, mending it if need be. On a full or read-only disk it opens too, and keeps in memory what comes.

    Args:
        path: of the file.
        now: the time, for the listing.
        clock: monotonic seconds.

    Returns:
        The journal, and what was done with what was damaged.

    Raises:
        JournalTrouble: it is another program's or a newer Tapete's file.
    """
    done = None
    waits_for = {"journal_unwritable"}
    with suppress(OSError):
        _finish(path)
    if is_torn(path):
        try:
            done = repair(path, now, clock=clock)
        except (OSError, JournalTrouble) as fault:
            _log.error("the damaged journal cannot be repaired now (%s): matches are kept in memory", fault)
            waits_for.add("journal_damaged")
    journal = BufferedJournal(path, now, clock=clock, waits_for=frozenset(waits_for))
    if journal.opened and done is None and _is_wrong_inside(journal):
        journal.close()
        done = repair(path, now, clock=clock)
        journal = BufferedJournal(path, now, clock=clock, waits_for=frozenset(waits_for))
    if journal.opened:
        done = done or mend_all(journal)
        with suppress(JournalTrouble):  # on a full disk old matches stay until there is room
            journal.tidy()
    return journal, done


def _is_wrong_inside(journal: BufferedJournal) -> bool:
    """Say whether the file's tree has a fault that a quick check misses, so that rows would be written into the wrong places."""
    try:
        return bool(journal.check_all()) and not journal.is_sound()
    except JournalTrouble as trouble:
        return trouble.code == "journal_damaged"


def is_torn(path: Path) -> bool:
    """Say whether the file exists and SQLite cannot read all of it as a journal; an empty file is torn too."""
    if not path.exists():
        return bool(Census(path).names())
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=5)) as connection:
            if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                return True
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            application = connection.execute("PRAGMA application_id").fetchone()[0]
            shape = chain.shape(connection)
            # Another program's file and a newer Tapete's are told by `Journal`; our tables under such a number are a damaged head.
            if shape in (fit := chain.shapes()).values():
                return application != chain.APPLICATION or shape != fit.get(version)
            return not shape or (application == chain.APPLICATION and version <= chain.SCHEMA)
    except UnicodeDecodeError:
        return True
    except sqlite3.DatabaseError as fault:
        # Another program's file, one that is locked or may not be read: `Journal` says so.
        if not isinstance(fault, sqlite3.OperationalError):
            return True
        code = getattr(fault, "sqlite_errorcode", None)  # none: a text that is no text
        is_full = code in (sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMOPEN, sqlite3.SQLITE_IOERR_LOCK)
        return code is None or "malformed" in str(fault) or ("I/O" in str(fault) and not is_full)


# ---- single matches


def mend_all(journal: BufferedJournal) -> Repair | None:
    """Mend every match whose chain breaks; None where all are whole.

    Raises:
        JournalTrouble: the journal cannot be read or written.
    """
    damages = tuple(damage for found in journal.check_all() if (damage := mend(journal, found.match)) is not None)
    missing = len(journal.census.names() - journal.names())
    if not damages and not missing:
        return None
    lost = sum(damage.lost for damage in damages)
    return Repair(
        aside=None,
        matches=journal.count()[0] - len(damages) + lost,
        cut=len(damages) - lost,
        lost=lost + missing,
        damages=damages,
    )


class Whole(NamedTuple):
    """A match as the memory has it, while a player plays it."""

    header: Header
    names: dict[Any, str]
    entries: Sequence[Entry]


def mend(journal: BufferedJournal, match: str, whole: Whole | None = None) -> MatchDamage | None:
    """Set a damaged match aside, and let go on what is whole of it; None where it is not damaged.

    Args:
        journal: where it is.
        match: its id.
        whole: the match as the memory has it, where a player plays it: then nothing of it is lost.

    Raises:
        JournalTrouble: nothing has been changed.
    """
    found: list[MatchDamage] = []

    def work(connection: sqlite3.Connection) -> None:
        raw = chain.raw_match(connection, match)
        if raw is None or (examined := chain.examine(raw)).damage is None:
            return
        lived = journal.lived()
        chain.set_aside(connection, raw, "damaged", lived)
        chain.delete(connection, raw.row.id)
        if whole is not None:
            good: Raw | None = _from_memory(raw, examined, whole)
        else:
            good = examined.raw if examined.header is not None else None
        if good is not None:
            chain.insert(connection, _readable(good, lived))
        damage = examined.damage
        found.append(damage if whole is None else MatchDamage(match=damage.match, kept=len(whole.entries), of=len(whole.entries)))

    journal.write(work)
    journal.damaged.pop(match, None)
    for damage in found:
        _log.error("match %s was damaged on the disk: %d of %d entries count", damage.match, damage.kept, damage.of)
    return found[0] if found else None


def _from_memory(raw: Raw, examined: Examined, whole: Whole) -> Raw:
    times = {seq: at for seq, at, _, _ in examined.raw.entries}
    entries = [(entry.seq, times.get(entry.seq, b""), encode(entry), 0) for entry in whole.entries]
    names = raw.row.names if chain.names_in(raw.row) is not None else encode(whole.names)
    row = raw.row._replace(
        game=whole.header.game.encode(), header=encode(whole.header), names=names, seq=len(entries), result=b"", state=None
    )
    return chain.sealed(Raw(row, entries, examined.raw.snapshots, examined.raw.marks))


def _readable(raw: Raw, lived: int) -> Raw:
    """The rows of a match as they may be written again: damaged times and names are empty."""
    row, header = raw.row, parse(raw.row.header, Header)
    names = row.names if chain.names_in(row) is not None else b"{}"
    changed = row.changed if _is_text(row.changed) else row.begun
    begun = row.begun if _is_text(row.begun) else b""
    row = row._replace(game=header.game.encode(), begun=begun, changed=changed, names=names, lived=lived)
    entries = [(seq, at or changed, body, given) for seq, at, body, given in raw.entries]
    return raw._replace(row=row, entries=entries)


def _is_text(raw: bytes) -> bool:
    return raw.isascii()


# ---- a whole file


def repair(path: Path, now: Callable[[], datetime] = lambda: datetime.now(UTC), *, clock: Callable[[], float] = time.monotonic) -> Repair:
    """Make a new journal of all that can be read of a damaged one, which is set aside.

    Args:
        path: of the file.
        now, clock: as `open_journal`.

    Raises:
        OSError, JournalTrouble: the new one could not be written; the damaged one is where it was.
    """
    census = Census(path)
    expected, found = census.names(), _gathered(path)
    good: list[Raw] = []
    damages: list[MatchDamage] = []
    lost = set(expected)
    for match in sorted(found):
        name = match.decode("utf-8", "backslashreplace")
        if expected and name not in expected:
            continue  # a page that was given back long ago: the match had been deleted
        examined = _assembled(found[match])
        if examined is None or examined.header is None:
            lost.add(name)
            continue
        lost.discard(name)
        good.append(examined.raw)
        if examined.damage is not None:
            damages.append(examined.damage)
    owed = list(_by_sqlite(path, (f"SELECT {deliveries.COLUMNS} FROM delivery",)))
    fresh = path.with_name(f"{path.stem}.repaired{path.suffix}")
    for part in PARTS:
        fresh.with_name(fresh.name + part).unlink(missing_ok=True)
    with BufferedJournal(fresh, now, clock=clock, waits_for=frozenset()) as journal:
        ordered = sorted(good, key=lambda raw: raw.row.lived)

        def work(connection: sqlite3.Connection) -> None:
            for raw in ordered:
                chain.insert(connection, _readable(raw, journal.lived()))
            deliveries.carried(owed, connection)

        journal.write(work)
    Census(fresh).path.unlink(missing_ok=True)
    census.keep(raw.row.id.decode() for raw in ordered)
    Tails(path).forget()
    aside = _set_file_aside(path)
    fresh.replace(path)
    sync_folder(path.parent)
    _log.error("the journal was damaged and is set aside as %s", aside.name)
    told = tuple(MatchDamage(match=name, kept=0, of=0, lost=True) for name in sorted(lost))
    return Repair(aside=aside, matches=len(good) - len(damages), cut=len(damages), lost=len(lost), damages=(*damages, *told))


def _finish(path: Path) -> None:
    """Bring to its end a repair that was interrupted between its two renames; forget one that was not so far."""
    fresh = path.with_name(f"{path.stem}.repaired{path.suffix}")
    if fresh.exists() and not path.exists():
        fresh.replace(path)
    for part in PARTS:
        fresh.with_name(fresh.name + part).unlink(missing_ok=True)


def _set_file_aside(path: Path) -> Path:
    """Rename the files of a journal; older ones that were set aside make room, by their number and by no clock."""
    old = sorted((_number(one), one) for one in path.parent.glob(f"{path.stem}.damaged-*{path.suffix}"))
    aside = path.with_name(f"{path.stem}.damaged-{(old[-1][0] if old else 0) + 1}{path.suffix}")
    if not path.exists():
        path.touch()  # the journal was gone: what is set aside is nothing, and is named all the same
    for part in PARTS:
        with suppress(FileNotFoundError):
            path.with_name(path.name + part).replace(aside.with_name(aside.name + part))
    for _number_of, one in old[: max(0, len(old) + 1 - MOST_ASIDE)]:
        _log.warning("%s makes room for a newer damaged journal", one.name)
        for part in PARTS:
            one.with_name(one.name + part).unlink(missing_ok=True)
    return aside


def _number(aside: Path) -> int:
    found = re.search(r"damaged-(\d+)", aside.name)
    return int(found[1]) if found else 0


class _Candidates:
    """The rows that may belong to one match; of some there are several, old ones among them."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.entries: collections.defaultdict[int, list[tuple[bytes, bytes, int]]] = collections.defaultdict(list)
        self.snapshots: dict[tuple[int, int], tuple[int, bytes, int]] = {}
        self.marks: dict[tuple[bytes, int], tuple[bytes, int, int]] = {}


_AN_ENTRY = re.compile(rb'\{"seq":\d')


def _gathered(path: Path) -> dict[bytes, _Candidates]:
    """Every row of the file that has the shape of one of ours: what SQLite reads first, then what the pages hold."""
    found: collections.defaultdict[bytes, _Candidates] = collections.defaultdict(_Candidates)
    for one in [*_by_sqlite(path), *all_rows(path)]:
        match one:
            case (bytes(match), bytes(), bytes(), bytes(), bytes(), bytes(), int(), bytes(), bytes() | None, *sums) if len(sums) in (0, 5):
                if all(isinstance(value, int) for value in sums):
                    found[match].rows.append(Row(*[*one, *([0] * (5 - len(sums)))]))  # type: ignore[arg-type]  # the pattern says so
            case (bytes(match), int(seq), bytes(at), bytes(body), *sums) if len(sums) < 2 and _AN_ENTRY.match(body):
                found[match].entries[seq].append((at, body, _sum(sums)))
            case (bytes(match), int(seq), bytes(state), *sums) if len(sums) < 2 and state.startswith(b"{"):
                found[match].snapshots[seq, _sum(sums)] = (seq, state, _sum(sums))
            case (bytes(match), bytes(boot), int(number), *sums) if len(sums) < 2:
                found[match].marks[boot, number] = (boot, number, _sum(sums))
    return {match: kept for match, kept in found.items() if kept.rows or kept.entries}


def _sum(sums: Sequence[Value]) -> int:
    return sums[0] if sums and isinstance(sums[0], int) else 0


TABLES = tuple(f"SELECT * FROM {table}" for table in ("match", "entry", "snapshot", "mark"))


def _by_sqlite(path: Path, queries: Iterable[str] = TABLES) -> Iterable[tuple[Value, ...]]:
    """The rows that SQLite still reads, by each query up to the first that it cannot."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as torn:
            torn.text_factory = bytes
            for query in queries:
                try:
                    yield from torn.execute(query)
                except (sqlite3.DatabaseError, UnicodeDecodeError) as fault:
                    _log.warning("not all can be read by %s: %s", query, fault)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as fault:
        _log.warning("SQLite reads nothing of the damaged journal: %s", fault)


def _assembled(found: _Candidates) -> Examined | None:
    """Assemble a match from the rows, choosing for each entry the row that fits the chain."""
    best: Examined | None = None
    for row in sorted(found.rows, key=lambda row: (row.lived, row.seq), reverse=True):
        old = not row.root and not row.head  # of an earlier version, without sums: what can be read is taken for true
        if old:
            row = row._replace(root=chain.root_of(row.id, row.game, row.begun, row.header))
        entries: list[tuple[int, bytes, bytes, int]] = []
        link = row.root
        while fits := [one for one in found.entries[len(entries) + 1] if old or one[2] == chain.entry_of(link, len(entries) + 1, *one[:2])]:
            at, body, _ = fits[0]
            link = chain.entry_of(link, len(entries) + 1, at, body)
            entries.append((len(entries) + 1, at, body, link))
        raw = Raw(row, entries, sorted(found.snapshots.values()), list(found.marks.values()))
        examined = chain.examine(chain.sealed(raw) if old else raw)
        if old and row.seq > len(examined.entries):
            examined = examined._replace(damage=MatchDamage(match=row.id.decode(), kept=len(examined.entries), of=row.seq))
        if examined.header is not None and (best is None or len(examined.entries) > len(best.entries)):
            best = examined
    return best
