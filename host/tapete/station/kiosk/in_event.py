"""A station as a table of an event: each round's match comes on the screen by itself, and between matches what comes is told."""

from __future__ import annotations

from tapete.station.kiosk.kiosk import Kiosk
from tapete.station.kiosk.stage import Ended, Playing
from tapete.table.in_event import InEvent


class EventFollower:
    """Follows the event on the station's clock.

    Args:
        kiosk: what it changes. in_event: how the station takes part; None: it cannot.
    """

    def __init__(self, kiosk: Kiosk, in_event: InEvent | None) -> None:
        self._kiosk, self._in_event = kiosk, in_event

    def tick(self) -> None:
        """Look what the event says; call it about once a second, from any thread.

        A match of visitors that runs is not touched: the event's follows it.
        """
        if self._in_event is None:
            return
        state = self._in_event.now()
        with self._kiosk.transactions.begin():
            self._kiosk.expect(state)
            if state is None or not state.match or state.over:
                return
            here = self._kiosk.stage
            if isinstance(here, Playing) or (isinstance(here, Ended) and here.match == state.match):
                return
            table = self._kiosk.openings.again(state.match)
            if table is not None:
                self._kiosk.play(table, "resumed" if table.seq else "began")
