"""What is kept of matches beside the journal: turn clock, hints, lesson, robots, colours, a place in the bin. No match is lost with it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tapete.bots.strength import Strength
from tapete.core.codec import parse
from tapete.core.seats import Seat
from tapete.core.texts import _
from tapete.table.alerts import Alerts
from tapete.table.colours import Colour
from tapete.table.folders import write_whole

_log = logging.getLogger(__name__)

ENDING = "-beside.json"
"""After the journal's name."""

WEEK = timedelta(days=7)
"""So long a match lies in the bin before it is deleted."""

UNREADABLE = _(
    "The file “{file}” could not be read: turn clocks and lessons are off, robots have left, and the matches of the bin stand in the lobby "
    "again. No match is lost by it."
)
NOT_KEPT = _(
    "The file “{file}” cannot be written: after the next start turn clocks and lessons are off, robots have left, and the bin is as it was "
    "before."
)


class LessonRecord(Struct, frozen=True, kw_only=True):
    """How far a guided match has got: the instructions without an action that are done, and whether the guide has stepped back."""

    touched: tuple[int, ...] = ()
    over: bool = False


class Extras(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is kept of one match.

    Args:
        turn_s: seconds of its turn clock; 0: it has none.
        hints: whether a seat's own page may ask a bot. hints_barred: its event bars that.
        binned: since when it lies in the bin, ISO 8601; empty: it does not.
        lesson: how far its guide has got, where one leads it away from a station (which remembers its own).
        robots: the seats that robots take, and how well each plays.
        colours: of all seats, where they are not as usual.
    """

    turn_s: int = 0
    hints: bool = False
    hints_barred: bool = False
    binned: str = ""
    lesson: LessonRecord | None = None
    robots: Mapping[Seat, Strength] = {}
    colours: Mapping[Seat, Colour] = {}


NOTHING = Extras()


class MatchExtras:
    """The file; any thread may call. What cannot be read or written is said, and stops nothing.

    Args:
        journal: its file; this one lies beside it. alerts: told of what is wrong.
    """

    def __init__(self, journal: Path, alerts: Alerts) -> None:
        self._path, self._alerts = journal.with_name(journal.name + ENDING), alerts
        self._lock = threading.Lock()
        self._kept: dict[str, Extras] = {}
        try:
            self._kept = parse(self._path.read_bytes(), dict[str, Extras])
        except FileNotFoundError:
            return
        except (OSError, msgspec.DecodeError) as fault:
            _log.error("%s cannot be read: %s", self._path.name, fault)
            alerts.say("beside_unreadable", UNREADABLE.fill(file=self._path.name))

    def of(self, match: str) -> Extras:
        """What is kept of a match."""
        return self._kept.get(match, NOTHING)

    def all(self) -> Mapping[str, Extras]:
        """What is kept, by match."""
        return dict(self._kept)

    def change(self, match: str, **what: Any) -> None:
        """Keep something of a match from now on (the fields of `Extras`)."""
        self._keep({**self._kept, match: replace(self.of(match), **what)})

    def forget(self, matches: Collection[str]) -> None:
        """Keep nothing of these matches any more."""
        self._keep({match: kept for match, kept in self._kept.items() if match not in matches})

    def _keep(self, kept: Mapping[str, Extras]) -> None:
        with self._lock:
            self._kept = {match: one for match, one in kept.items() if one != NOTHING}
            try:
                write_whole(self._path, msgspec.json.encode(self._kept))
            except OSError as fault:
                _log.error("%s cannot be written: %s", self._path.name, fault)
                self._alerts.say("beside_not_kept", NOT_KEPT.fill(file=self._path.name))


def days_left(binned: str, now: str) -> int:
    """Whole days that a match still lies in the bin, at least 1 while any time of its week is left; 0 once it is over.

    Args:
        binned, now: ISO 8601. A clock that went back gives the whole week again.
    """
    passed = datetime.fromisoformat(now) - datetime.fromisoformat(binned)
    return max(0, -((max(passed, timedelta()) - WEEK) // timedelta(days=1)))
