"""Log visitors who bring wrong keys and PINs: by address, without what they brought, and once a minute each at most."""

from __future__ import annotations

import collections
import logging
import time
from collections.abc import Callable

from starlette.requests import HTTPConnection

from tapete.station.addresses import group
from tapete.web.limits import MOST_ADDRESSES, TELL_S

_log = logging.getLogger(__name__)


class RefusedVisits:
    """Counts what was refused, by address and kind.

    Args:
        clock: monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._known: collections.OrderedDict[tuple[str, str], tuple[float, int]] = collections.OrderedDict()

    def note(self, address: str, what: str) -> None:
        """Something was refused; the log says it at once, and then each minute how often.

        Args:
            address: of the visitor. what: of a few words that are known beforehand.
        """
        key, now = (group(address), what), self._clock()
        told_at, since = self._known.get(key, (float("-inf"), 0))
        if now - told_at >= TELL_S:
            _log.warning("refused %s from %s, %d since it was last told", what, key[0], since + 1)
            told_at, since = now, -1
        self._known[key] = told_at, since + 1
        self._known.move_to_end(key)
        while len(self._known) > MOST_ADDRESSES:
            self._known.popitem(last=False)


_refused = RefusedVisits()


def refused(asked: HTTPConnection, what: str) -> None:
    """A visitor brought a key or a PIN that does not fit."""
    _refused.note(asked.client.host if asked.client else "", what)
