"""The last lines of the log, kept in memory for staff and bug reports, without anything that belongs to a person."""

from __future__ import annotations

import collections
import logging
import re
import threading
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from msgspec import Struct

LINES = 400
"""Records that are kept."""

LONGEST = 4_000
"""Characters of a record that are kept; the end of a traceback says most."""

LOGGERS = ("", "uvicorn.error")
"""Where it listens: the server's own does not pass its records on."""

_SAID = re.compile(
    r"(?i)\b(token|csrf|pin|cookie|authorization|bearer|tapete_[a-z]+(?:_[a-d])?)(\s*[=:]\s*|\s+)(?:bearer\s+)?(\"[^\"]*\"|'[^']*'|[^\s,;&\"']+)"
)
_HEX = re.compile(r"\b[0-9a-fA-F]{32,}\b")
_KEY = re.compile(r"(?<![\w/.-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*[0-9_-])[\w-]{22,}(?![\w.])")
_IPV4 = re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])")
_IPV6 = re.compile(r"(?<![\w:])(?=[0-9a-fA-F:]*(?:::|(?:[0-9a-fA-F]+:){4}))[0-9a-fA-F:]*[0-9a-fA-F][0-9a-fA-F:]*(?:%\w+)?(?!\w)")
_PATH = re.compile(r"(?<![\w/:])(?:/[\w.+@ -]*[\w.+@-])+/([\w.+@-]+)|\b[A-Za-z]:\\(?:[^\\\s\"]+\\)+([^\\\s\"]+)")
_OURS = ("/match/", "/api/", "/staff", "/static/", "/console", "/station", "/rules/")


def redacted(text: str, names: Iterable[str] = ()) -> str:
    """Return a text without keys, secrets, addresses and folders of this computer.

    Args:
        text: a line of the log, or a traceback.
        names: what people are called; they are taken out too.
    """

    def last_part(found: re.Match[str]) -> str:
        return found[0] if found[0].startswith(_OURS) else f"…/{found[1] or found[2]}"

    text = _SAID.sub(r"\1\2…", text)
    text = _PATH.sub(last_part, text)
    for pattern in (_HEX, _KEY, _IPV4, _IPV6):
        text = pattern.sub("…", text)
    for name in sorted(filter(None, names), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "…", text) if len(name) > 1 else text
    return text


class LoggedError(Struct, frozen=True, kw_only=True):
    """The last error: what sort, where in the program, and how many seconds after the start."""

    kind: str
    where: str
    after_s: int


class LogTail(logging.Handler):
    """Keeps the last records of all loggers.

    Args:
        clock: monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(logging.INFO)
        self._clock, self._started = clock, clock()
        self._records: collections.deque[str] = collections.deque(maxlen=LINES)
        self._guard = threading.Lock()
        self.last_error: LoggedError | None = None
        self.errors = 0
        """Records of errors since the start."""
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))

    def attach(self) -> None:
        """Listen to all loggers; a second call changes nothing."""
        for name in LOGGERS:
            logger = logging.getLogger(name)
            if self not in logger.handlers:
                logger.addHandler(self)

    def detach(self) -> None:
        """Stop listening."""
        for name in LOGGERS:
            logging.getLogger(name).removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record."""
        try:
            line = redacted(self.format(record)[-LONGEST:])
        except Exception:  # noqa: BLE001 - a record that cannot be written (its arguments do not fit) must not fail where it was logged
            self.handleError(record)
            return
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        with self._guard:
            self._records.append(f"{at} {line}")
            if record.levelno >= logging.ERROR:
                kind = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else record.levelname
                self.errors += 1
                self.last_error = LoggedError(kind=kind, where=f"{record.name}:{record.lineno}", after_s=int(self._clock() - self._started))

    def text(self, names: Iterable[str] = ()) -> str:
        """Return everything that is kept, the oldest first.

        Args:
            names: what people are called now; they are taken out.
        """
        known = tuple(names)
        with self._guard:
            lines = tuple(self._records)
        return "".join(redacted(line, known) + "\n" for line in lines)
