"""The logins of staff: random tokens in memory, each valid for a while. A restart logs everybody out."""

from __future__ import annotations

import hmac
import secrets
import threading
from collections.abc import Callable

IDLE_S = 900.0
"""A session that nobody uses for so long has ended."""

LONGEST_S = 8 * 3600.0
"""No session lasts longer, used or not."""

MOST = 32
"""Sessions at one time; the oldest makes room."""


class Session:
    """One login.

    Args:
        now: monotonic seconds when it began.
    """

    def __init__(self, now: float) -> None:
        self.token = secrets.token_urlsafe(24)
        self.form = secrets.token_urlsafe(18)
        """What the forms of this session carry."""
        self.begun = self.used = now


class Sessions:
    """All logins.

    Args:
        clock: monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._open: list[Session] = []

    def begin(self) -> Session:
        """Log in a person who has given the PIN."""
        with self._lock:
            self._drop_old()
            session = Session(self._clock())
            self._open = [*self._open, session][-MOST:]
            return session

    def find(self, token: str) -> Session | None:
        """Return the session of a token and count it as used now; None if there is none, or it has ended."""
        with self._lock:
            self._drop_old()
            for session in self._open:
                if hmac.compare_digest(session.token.encode(), token.encode()):
                    session.used = self._clock()
                    return session
            return None

    def end(self, token: str) -> None:
        """Log out one session."""
        with self._lock:
            self._open = [session for session in self._open if not hmac.compare_digest(session.token.encode(), token.encode())]

    def end_all(self) -> None:
        """Log everybody out, as the PIN has changed."""
        with self._lock:
            self._open = []

    def _drop_old(self) -> None:
        now = self._clock()
        self._open = [one for one in self._open if now - one.used <= IDLE_S and now - one.begun <= LONGEST_S]
