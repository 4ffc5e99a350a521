"""Alerts: what is wrong with this computer's matches, keys or disk. Lobby, staff's page, /health and the log show them."""

from __future__ import annotations

import logging
import threading

from msgspec import Struct

from tapete.core.texts import Text

_log = logging.getLogger(__name__)

MOST_ALERTS = 20
"""Alerts that stand at one time; the oldest makes room."""


class Alert(Struct, frozen=True):
    """One of them: a code for programs, and what happened with the next step for people."""

    code: str
    text: Text


class Alerts:
    """The alerts that stand; any thread may call."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._standing: dict[tuple[str, str], Alert] = {}

    def say(self, code: str, text: Text, about: str = "") -> None:
        """Let an alert stand from now on, and log it.

        Args:
            code: lower snake_case, for programs.
            text: what happened, and what to do next.
            about: what it is about (a match); a second alert of the same code and subject takes the place of the first.
        """
        with self._lock:
            known = self._standing.pop((code, about), None)
            self._standing[code, about] = Alert(code, text)
            while len(self._standing) > MOST_ALERTS:
                del self._standing[next(iter(self._standing))]
        if known is None or known.text != text:
            _log.error("%s: %s", code, text.in_("en"))

    def take_back(self, code: str, about: str = "") -> None:
        """It is so no more."""
        with self._lock:
            self._standing.pop((code, about), None)

    def about(self, subject: str) -> tuple[Alert, ...]:
        """The alerts that stand about one thing (a match)."""
        with self._lock:
            return tuple(alert for (_code, about), alert in self._standing.items() if about == subject)

    @property
    def standing(self) -> tuple[Alert, ...]:
        """The alerts that stand now, the oldest first."""
        with self._lock:
            return tuple(self._standing.values())
