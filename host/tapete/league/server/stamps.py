"""Which signed requests a server has had: none counts twice, and none counts that was signed before the server started."""

from __future__ import annotations

from tapete.league.protocol import WINDOW_MS, Stamp

RUNS = 256
"""Senders of one table that are known at one time; a table has two."""


class Stamps:
    """The stamps of one server's requests. What is too old to come again is forgotten.

    Several servers of one database know their own requests alone: within `WINDOW_MS` another one takes a request once more, which has no
    effect beyond the first: lines and files that are there are not taken twice.

    Args:
        started_ms: milliseconds UTC; requests from before it may have been taken by an earlier run.
    """

    def __init__(self, started_ms: int) -> None:
        self._started_ms = started_ms
        self._known: dict[tuple[str, str], dict[str, tuple[int, int]]] = {}

    def take(self, shop: str, host: str, stamp: Stamp, now_ms: int) -> bool:
        """Take a request whose signature is good; False: it is of another time, or came before.

        Args:
            shop, host: of the key that signed. stamp: of the request. now_ms: milliseconds UTC.
        """
        if abs(stamp.at_ms - now_ms) > WINDOW_MS or stamp.at_ms < self._started_ms:
            return False
        known = self._known.setdefault((shop, host), {})
        for run, (_number, at_ms) in list(known.items()):
            if at_ms < now_ms - WINDOW_MS:
                del known[run]
        number, _at_ms = known.get(stamp.run, (-1, 0))
        if stamp.number <= number or (number < 0 and len(known) >= RUNS):
            return False
        known[stamp.run] = stamp.number, stamp.at_ms
        return True
