"""What each host plays now, as a stream of whole states: a host that was away is right again with the first one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tapete.core import codec
from tapete.core.refusals import Illegal
from tapete.league.protocol import COMPUTER, LOOK, PING_S, NextMatch
from tapete.league.server.access import league_of
from tapete.league.server.incoming import signed_by
from tapete.league.server.shared import League
from tapete.league.store.database_troubles import trouble_of
from tapete.league.store.hosts import HostRow, HostStore, current, next_match
from tapete.league.store.lines import LineStore
from tapete.league.tournament import Tournament
from tapete.web.live import placed

_log = logging.getLogger(__name__)

LOOK_S = 1.0
"""How often the rows are looked at, whatever was heard: another server may have written them."""


class Heard(Struct, frozen=True):
    """An event as its hosts hear of it."""

    tournament: Tournament
    names: Mapping[str, str]


class Rounds:
    """What the hosts of one server wait for: the rows are read once for all of them.

    Args:
        league: whose events. look_s: how often the rows are looked at without news.
    """

    def __init__(self, league: League, look_s: float = LOOK_S) -> None:
        self._league, self._look_s = league, look_s
        self._hosts = HostStore(league.store.engine)
        self._rows: dict[tuple[str, str], HostRow] = {}
        self._versions: dict[tuple[str, str], int] = {}
        self._heard: dict[tuple[str, str], Heard] = {}
        self._following: dict[asyncio.Event, tuple[str, str]] = {}
        self._computers: dict[asyncio.Event, str] = {}
        """Which computer a stream goes to, as far as it said so."""

    @asynccontextmanager
    async def looking(self) -> AsyncIterator[None]:
        """Look for what other servers wrote, for as long as the block runs."""
        task = asyncio.create_task(self._look())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(self._look_s)
            try:
                await self._read({shop for shop, _host in self._following.values()})
            except Exception as fault:  # noqa: BLE001 - a database that is away comes back; hosts keep what they have
                self._missed(fault)

    def _missed(self, fault: Exception) -> None:
        """Note that the rows could not be read."""
        trouble = trouble_of(fault)
        if trouble is None:
            _log.error("the rows of the tables cannot be read: %s", fault)
        else:
            self._league.has_trouble(trouble, fault)

    async def _read(self, shops: set[str]) -> None:
        """Read the hosts of shops and the versions of their events, and wake whom the news concern."""
        for shop in shops:
            rows = {(one.shop, one.host): one for one in await self._hosts.of_shop(shop)}
            for waiting, key in self._following.items():
                if key[0] == shop and _placed(rows.get(key)) != _placed(self._rows.get(key)):
                    waiting.set()
            self._rows = {key: row for key, row in self._rows.items() if key[0] != shop} | rows
        versions = await self._hosts.versions(shops)
        for (shop, event), version in versions.items():
            if self._versions.get((shop, event)) != version:
                self._league.notify(shop, event)
        self._versions = versions

    async def _of(self, shop: str, event: str) -> tuple[Tournament | None, Mapping[str, str]]:
        """An event with its names; the names are read again when there is a decision."""
        try:
            tournament = await self._league.store.load(shop, event)
        except Illegal:
            return None, {}
        known = self._heard.get((shop, event))
        if known is None or known.tournament.version != tournament.version:
            known = self._heard[shop, event] = Heard(tournament, await self._league.store.names(shop))
        return known.tournament, known.names

    async def _games(self, shop: str, event: str, tournament: Tournament | None) -> Mapping[int, Sequence[str]]:
        """The games of the round that are over, where a match has several."""
        one = current(tournament) if tournament is not None and tournament.settings.best_of > 1 else None
        if tournament is None or one is None:
            return {}
        return await LineStore(self._league.store.engine).games(shop, event, one.number, one.attempt, tournament.seen)

    def _is_elsewhere(self, shop: str, host: str, computer: str) -> bool:
        """Whether another computer follows here as this host."""
        theirs = (self._computers.get(one, "") for one, key in self._following.items() if key == (shop, host))
        return bool(computer) and any(one and one != computer for one in theirs)

    def _wake(self, shop: str, host: str) -> None:
        """Wake every stream of a host: how many computers take part as it may have changed."""
        for one, key in self._following.items():
            if key == (shop, host):
                one.set()

    async def states(self, shop: str, host: str, key_no: int, computer: str = "", *, looks: bool = False) -> AsyncIterator[bytes]:
        """The stream of one host; it ends when its key holds no more, or the server stops.

        Args:
            shop, host: whose. key_no: by which it signed. computer: which one it is, as it says. looks: it does not take part yet.
        """
        event, rung, sent = "", self._league.join(shop, ""), b""
        self._following[rung] = shop, host
        if not looks:
            self._computers[rung] = computer
            self._wake(shop, host)
        try:
            while not self._league.closing:
                rung.clear()
                row = self._rows.get((shop, host)) or await self._hosts.find(shop, host)
                if row is None or row.retired_ms is not None or row.key_no != key_no:
                    return
                self._rows[shop, host] = row
                if (row.event or "") != event:
                    self._league.leave(shop, event, rung)
                    del self._following[rung]
                    said = self._computers.pop(rung, "")
                    event = row.event or ""
                    rung = self._league.join(shop, event)
                    self._following[rung], self._computers[rung] = (shop, host), said
                try:
                    tournament, names = (await self._of(shop, event)) if event else (None, {})
                    games = await self._games(shop, event, tournament)
                except Exception as fault:
                    if trouble_of(fault) is None:
                        raise
                    self._missed(fault)
                    await asyncio.sleep(self._look_s)  # the host keeps what it has
                    rung.set()
                    continue
                found = next_match(row, tournament, names, self._league.now_ms(), games)
                found = replace(found, elsewhere=self._is_elsewhere(shop, host, computer))
                told = codec.encode(_still(found))
                if told != sent:
                    sent = told
                    yield b"event: next\ndata: %s\n\n" % codec.encode(found)
                try:
                    await asyncio.wait_for(rung.wait(), PING_S)
                except TimeoutError:
                    yield b"event: ping\ndata: %s\n\n" % codec.encode(found)
        finally:
            self._following.pop(rung, None)
            self._computers.pop(rung, None)
            self._league.leave(shop, event, rung)
            self._wake(shop, host)


def _placed(row: HostRow | None) -> tuple[object, ...]:
    """What of a host's row is news."""
    return () if row is None else (row.event, row.place, row.key_no, row.retired_ms)


def _still(found: NextMatch) -> list[object]:
    """What of a state is news: all but the clock that runs."""
    plain = codec.builtins(found)
    return [plain | {"remaining_ms": None if found.running else found.remaining_ms}]


@asynccontextmanager
async def service(league: League) -> AsyncIterator[None]:
    """Let hosts hear what they play, for as long as the server runs."""
    league.rounds = Rounds(league)
    async with league.rounds.looking():
        yield


async def following(asked: Request) -> Response:
    """The stream of a host."""
    row = await signed_by(asked, asked.path_params["host"], b"")
    rounds: Rounds = league_of(asked).rounds
    computer, looks = asked.headers.get(COMPUTER, "")[:64], LOOK in asked.query_params
    states = rounds.states(row.shop, row.host, row.key_no, computer, looks=looks)
    return placed(states, league_of(asked).streams, f"{row.shop}/{row.host}")


def routes() -> list[Route]:
    """The addresses of this module."""
    return [Route("/v1/shops/{shop}/hosts/{host}/next", following)]
