"""What a station remembers over a power cut: the match on the screen, the language, and how far lessons have got.

The matches themselves are in the journal. A file that is torn or of another version counts as missing: the station then begins anew,
and every match can still be found by its code.
"""

from __future__ import annotations

import logging
from pathlib import Path

import msgspec
from msgspec import Struct

from tapete.core.codec import parse
from tapete.core.texts import _
from tapete.i18n import Language
from tapete.table.folders import write_whole
from tapete.table.match_extras import LessonRecord

FILE = "station-state.json"
MOST_BYTES = 65_536
MOST_LESSONS = 100
"""Matches whose lesson is remembered; the oldest is forgotten first (its match goes on as a free one)."""

NOT_NOTED = _("The station cannot note where it is ({why}): after a power cut the match has to be found by its code.")

_log = logging.getLogger(__name__)


class Memory(Struct, frozen=True, kw_only=True):
    """What is remembered. `match` is the one on the screen, or empty; `lessons` by match, the oldest first."""

    match: str = ""
    language: Language | None = None
    lessons: dict[str, LessonRecord] = {}


def read(folder: Path) -> Memory:
    """Return what was remembered; nothing if the file is missing or cannot be read."""
    path = folder / FILE
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES)
    except FileNotFoundError:
        return Memory()
    except OSError as fault:
        _log.warning("the station's memory cannot be read: %s", fault)
        return Memory()
    try:
        return parse(raw, Memory)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        _log.warning("the station's memory is damaged and begins anew: %s", fault)
        return Memory()


def write(folder: Path, memory: Memory) -> None:
    """Write the file; it is replaced as a whole once it is on the disk.

    Raises:
        OSError: it cannot be written; what was remembered before stands.
    """
    lessons = dict(list(memory.lessons.items())[-MOST_LESSONS:])
    kept = msgspec.structs.replace(memory, lessons=lessons)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(folder / FILE, msgspec.json.encode(kept))
