"""Between the servers of one PostgreSQL: what one has decided the others hear at once. A hint only: each reads the rows again by itself.

`NOTIFY` within the transaction of a decision would lock the whole database at its commit. So it has a transaction of its own, one every
25 ms at most. `LISTEN` needs a direct connection, not one of a pool of transactions.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from tapete.league.server.shared import MOVES, MOVES_S, League

CHANNEL = "tapete_league"

BETWEEN_S = 0.025
"""The shortest time between two hints of one server."""

AGAIN_S = 1.0
"""How soon a lost connection is tried again."""

_log = logging.getLogger(__name__)


class Hints:
    """The hints of one server, told and heard."""

    def __init__(self, league: League) -> None:
        self._league = league
        self._own = secrets.token_hex(4)
        self._due: set[tuple[str, str]] = set()
        self._moved: set[tuple[str, str]] = set()
        self._telling: asyncio.TimerHandle | None = None
        self._moves_told = 0.0
        """Where tables have moved, what will tell of it, and when that was told last."""
        self._wake = asyncio.Event()
        self.connected = asyncio.Event()
        """Whether hints of other servers are heard now."""

    def tell(self, shop: str, event: str) -> None:
        """Let the other servers know soon that an event changed; called in the event loop."""
        self._due.add((shop, event))
        self._wake.set()

    def tell_moves(self, shop: str, event: str) -> None:
        """Let the other servers know that tables of an event have moved; called in the event loop."""
        self._moved.add((shop, event + MOVES))
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_at(self._moves_told + MOVES_S, self._tell_moves)

    def _tell_moves(self) -> None:
        self._telling, self._moves_told = None, asyncio.get_running_loop().time()
        self._due |= self._moved
        self._moved = set()
        self._wake.set()

    async def run(self) -> None:
        """Tell and listen until cancelled; a connection that is lost is made anew."""
        while True:
            try:
                await self._connected()
            except Exception as fault:  # noqa: BLE001 - whatever ended the connection, the next one looks at everything
                _log.warning("no hints between servers: %s", type(fault).__name__)
            self.connected.clear()
            await asyncio.sleep(AGAIN_S)

    async def _connected(self) -> None:
        import asyncpg

        url = self._league.store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        line: Any = await asyncpg.connect(url)
        ended = asyncio.Event()
        try:

            def lost(_line: object) -> None:
                ended.set()
                self._wake.set()

            line.add_termination_listener(lost)
            await line.add_listener(CHANNEL, self._heard)
            self.connected.set()
            self._league.notify_all()  # what was missed before
            self._wake.set()  # and what could not be told
            while not ended.is_set():
                await self._wake.wait()
                self._wake.clear()
                await self._say(line)
                await asyncio.sleep(BETWEEN_S)
        finally:
            with contextlib.suppress(OSError, TimeoutError):
                await line.close(timeout=1)

    async def _say(self, line: Any) -> None:
        """Tell what is due; what a lost connection may have swallowed is due again."""
        due, self._due = self._due, set()
        try:
            said = [f"{self._own}/{shop}/{event}" for shop, event in sorted(due)]
            if said:
                await line.execute("SELECT pg_notify($1, one) FROM unnest($2::text[]) AS one", CHANNEL, said)
        except BaseException:
            self._due |= due
            raise

    def _heard(self, _line: object, _process: int, _channel: str, said: str) -> None:
        """Another server has decided something."""
        own, _, place = said.partition("/")
        shop, _, event = place.partition("/")
        if own != self._own:
            self._league.notify(shop, event, told=True)


@asynccontextmanager
async def service(league: League) -> AsyncIterator[None]:
    """Tell and hear hints while the server runs; nothing happens on SQLite, which has one server."""
    if league.store.engine.dialect.name != "postgresql":
        yield
        return
    hints = league.hints = Hints(league)
    task = asyncio.create_task(hints.run())
    try:
        yield
    finally:
        league.hints = None
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
