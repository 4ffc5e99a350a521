"""What the consoles show while a table in an event waits for its match: minutes left, table and round."""

from __future__ import annotations

import threading
from collections.abc import Callable

from tapete.core.scene import Scene
from tapete.league.joining.membership import Membership
from tapete.table import Hub, Table
from tapete.table.in_event import TableInEvent, waiting_scene

STEP_S = 1.0
"""How often the light is looked after."""

RESULT_S = 60.0
"""For how long the result of a match stays on the panels."""

NOTHING = Scene(panels=())
"""Every panel dark."""


class PanelLight:
    """Lights the panels of a waiting table, on a thread of its own from `start` to `close`. A station lights its own.

    Args:
        hub: whose consoles they are. member: how the table takes part; None: it does not.
    """

    def __init__(self, hub: Hub, member: Callable[[], Membership | None]) -> None:
        self._hub, self._member = hub, member
        self._news = hub.clock.condition()
        self._closed = False
        self._shines: Scene | None = None
        self._over_at: float | None = None
        self._thread = hub.clock.thread(self._run, "event light")

    def start(self) -> None:
        """Begin to look after the light."""
        self._thread.start()

    def close(self) -> None:
        """Stop; the light stays as it is."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()

    def end(self) -> None:
        """The table takes part no more: its light goes out."""
        with self._news:
            if self._shines is not None and self._hub.shown_match() is None:
                self._hub.present(NOTHING)
            self._shines = None

    def _run(self) -> None:
        while True:
            with self._news:
                if self._news.wait_for(lambda: self._closed, STEP_S):
                    return
                if self._hub.shows_what_it_opens and (member := self._member()) is not None:
                    self._look(member, member.table_in_event())

    def _look(self, member: Membership, state: TableInEvent) -> None:
        shown, table = self._hub.shown_match(), member.table
        if shown is None and table is not None and table.result is None and self._shines is not None:
            self._shines = None  # its end was taken back
            self._hub.show_on_console(table)
        elif shown is None or self._is_long_over(shown):
            scene = waiting_scene(state)
            if shown is not None or scene != self._shines:
                self._shines = scene
                self._hub.present(scene)
        else:
            self._shines = None

    def _is_long_over(self, shown: Table) -> bool:
        """Whether the result of a match has been seen."""
        if shown.result is None:
            self._over_at = None
            return False
        now = self._hub.clock.now()
        self._over_at = now if self._over_at is None else self._over_at
        return now - self._over_at >= RESULT_S
