"""What all robot players have in common: a thread that plays as long as its seat owes something, and how it declares."""

from __future__ import annotations

import logging
import random
import threading
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from tapete.bots import Bot
from tapete.console.clock import Steps
from tapete.console.simulator import SimulationFailed
from tapete.core.actions import Action
from tapete.core.domains import whole
from tapete.core.refusals import RefereeError
from tapete.core.sealing import Sealing
from tapete.core.seats import Seat
from tapete.core.steps import Owed
from tapete.table.sources import Source
from tapete.table.submitting import NotWritten
from tapete.table.table import Table
from tapete.table.watchers import Changed

_log = logging.getLogger(__name__)

PATIENCE_S = 3.0
"""How long a robot waits for what its press should do before it looks again."""

IDLE_S = 0.5
"""How often a robot that owes nothing looks whether the match is over."""


class Pace(Struct, frozen=True):
    """How a robot moves: seconds of thought before each decision, and milliseconds for which it presses a button."""

    think_s: float
    press_ms: int


HUMAN = Pace(1.2, 90)
FAST = Pace(0.0, 30)


class Player:
    """A robot at a table. What it owes, and how it answers, is said by what is made of it.

    Args:
        table: where it plays. seat: whose part it takes. pace: how fast it is. rng: its whims.
        bot: what it thinks of the game; without one it chooses by chance among what is legal.
    """

    def __init__(self, table: Table, seat: Seat, pace: Pace, rng: random.Random, bot: Bot | None = None) -> None:
        self.seat = seat
        self.failure: Exception | None = None
        self._table, self._pace, self._rng, self._bot = table, pace, rng, bot
        self._source = Source("robot", seat)
        self._clock = table.clock
        self._news = self._clock.condition()
        self._stopping = threading.Event()
        self._unwatch = table.watch(self._heard)
        self._thread = self._clock.task(self._play, f"robot {seat}")

    def start(self) -> None:
        """Begin to play."""
        self._thread.start()

    def stop(self) -> None:
        """Stop playing, and wait until it has let go of the buttons."""
        self._stopping.set()
        self._heard(None)
        self._thread.join()
        self._unwatch()

    def _heard(self, changed: Changed | None) -> None:
        with self._news:
            self._news.notify_all()

    def _wait(self, happened: Callable[[], bool], patience_s: float = PATIENCE_S) -> bool:
        """Wait until something has happened at the table; False if it has not in time."""
        with self._news:
            return self._news.wait_for(lambda: self._stopping.is_set() or happened(), patience_s) and happened()

    # ---- playing

    def _play(self) -> Steps:
        try:
            while not self._stopping.is_set() and self._table.result is None:
                owed = self._owed()
                if owed is None:
                    yield lambda: self._wait(lambda: self._owed() is not None or self._table.result is not None, IDLE_S)
                else:
                    yield lambda: self._wait(lambda: False, self._pace.think_s)
                    if not self._stopping.is_set():
                        self._do(owed)
        except (SimulationFailed, NotWritten) as fault:
            self.failure = fault
        except Exception as fault:  # noqa: BLE001 - the runner of the robots tells it; a thread has nobody to raise to
            _log.exception("robot %s gave up", self.seat)
            self.failure = fault

    def _owed(self) -> Owed | None:
        """What it is to answer now."""
        raise NotImplementedError

    def _do(self, owed: Owed) -> None:
        """Answer it."""
        raise NotImplementedError

    def _sealing(self) -> Sealing | None:
        """The secret choice that is open now."""
        top = self._table.state.agenda[-1]
        return next((one for one in self._table.rules.game.sealings if isinstance(top, one.step)), None)

    def _modest(self, domain: whole) -> int:
        """A number out of those that may be bid: a few of what is there, most often about a tenth; now and then nearly everything."""
        high = max(2, domain.high // 3)
        return min(domain.high, domain.low + int(self._rng.triangular(0, high, max(1, domain.high // 10))))

    def _declare_plain(self, wish: Mapping[str, Any], owed: Owed) -> None:
        """Declare what the bot wants, as a page would; refused, it is left to chance."""
        if not self._submit(wish, self._source if owed.seat else Source("robot")) and owed in self._table.awaiting():
            self._declare(owed)

    def _declare(self, owed: Owed) -> None:
        """Choose among what is legal, as a page would offer it."""
        others = frozenset(kind.__struct_config__.tag for kind in self._table.rules.game.actions) - set(owed.actions)
        with self._table.still():
            state = self._table.state
        for seat in (self.seat, None):
            action = self._table.rules.sample(state, self._rng, seat, avoid=frozenset(str(name) for name in others))
            if action is None or (seat is None and getattr(action, "seat", self.seat) != self.seat):
                continue
            self._submit(action, self._source if owed.seat else Source("robot"))
            return

    def _submit(self, action: Action | Mapping[str, Any], source: Source | None = None) -> bool:
        """Declare an action, for its own seat unless a source says otherwise; False if it was refused: a player may have been faster."""
        try:
            self._table.submit(action, source or self._source)
        except NotWritten:
            raise
        except RefereeError as refused:
            _log.info("robot %s: %s", self.seat, refused)
            return False
        return True
