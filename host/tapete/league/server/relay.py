"""From a shop's server to the chain's: what this one has acknowledged goes on by the same calls, and waits as long as it must.

A shop that is cut off is like a table that is cut off: what is owed stands in the database, so an evening without network is sent when the
network is back. Lines and openings go byte for byte, so their heads are those of the table; the request is signed by the relay's own key,
since the chain has another secret than the shop.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from tapete.core import codec
from tapete.league.heads import first_head, head_after
from tapete.league.joining.address import JoinAddress
from tapete.league.joining.event_log import EventLog, head_of_settings, line_of, opening_of
from tapete.league.joining.server_client import Client, Reply, Sender, ServerAway
from tapete.league.joining.waiting import Backoff
from tapete.league.protocol import MOST_BODY, MOST_LINES, NO_OPENING, MatchLines
from tapete.league.server.app import Service
from tapete.league.server.shared import League
from tapete.league.store.database_troubles import trouble_of
from tapete.league.store.relaying import OwedEvent, OwedMatch, RelayedStore
from tapete.table.match_file import Closing

_log = logging.getLogger(__name__)

LOOK_S = 1.0
"""How often it is looked for what is owed."""

FORKED = "forked"


class ChainAway(Exception):
    """The chain's server does not take anything now. `wait_s`: how long it wants to be left alone; None: it did not say."""

    def __init__(self, why: str, wait_s: float | None = None) -> None:
        self.wait_s = wait_s
        super().__init__(why)


class Relay:
    """Sends what one shop owes to one chain.

    Args:
        league: of this server. address: of this shop at the chain's server. sender: how it is reached; else by HTTP.
        rng: spreads the waits.
    """

    def __init__(self, league: League, address: JoinAddress, sender: Sender | None = None, rng: random.Random | None = None) -> None:
        self.address, self._league = address, league
        self._client = Client(address) if sender is None else None
        self._sender: Sender = sender if sender is not None else self._client  # type: ignore[assignment]  # one of the two is there
        self.store = RelayedStore(league.store.engine, address.server, address.shop)
        self._backoff = Backoff(rng or random.Random())
        self.away = False
        """Whether the chain's server was missed last, rather than heard."""

    async def run(self) -> None:
        """Send until cancelled."""
        try:
            while True:
                await asyncio.sleep(await self._once())
        finally:
            if self._client is not None:
                self._client.close()

    async def _once(self) -> float:
        """Send what is owed. Return how many seconds to wait before the next time."""
        try:
            await self.work()
        except ChainAway as away:
            if not self.away:
                _log.warning("the chain's server is away: %s", away)
            self.away = True
            return self._backoff.failed(away.wait_s)
        except Exception as fault:  # noqa: BLE001 - what is owed stands in the database, and is sent later
            trouble = trouble_of(fault)
            if trouble is None:
                _log.exception("the relay failed")
                return self._backoff.failed(None)
            self._league.has_trouble(trouble, fault)
            return LOOK_S
        if self.away:
            _log.warning("the chain's server answers again")
        self.away = False
        self._backoff.answered()
        return LOOK_S

    async def work(self) -> int:
        """Send what is owed until nothing is. Return how many requests that took.

        Raises:
            ChainAway: what was not taken is still owed.
        """
        sent = 0
        for event in await self.store.events():
            sent += await self._event(event)
        while owed := await self.store.matches():
            for match in owed:
                sent += await self._match(match)
        return sent

    async def _event(self, one: OwedEvent) -> int:
        """Send the decisions of an event and the names in it."""
        log = await self._league.store.log(self.address.shop, one.event)
        every = [line_of(entry) for entry in log]
        first = head_of_settings(one.settings)
        after, head, sent = one.acked, one.head or first, 0
        path = f"{self.address.path}/events/{one.event}/log"
        while True:
            lines: list[str] = []
            size = 4_096 + 2 * len(codec.encode([one.persons, one.seasons]))
            for line in every[after : after + MOST_LINES]:
                size += 2 * len(line.encode()) + 3
                if lines and size > MOST_BODY:
                    break
                lines.append(line)
            opening = NO_OPENING if after else msgspec.Raw(opening_of(one.settings))
            body = EventLog(after, head, tuple(lines), opening, one.persons, one.seasons)
            status, answer = await self._post(path, codec.encode(body))
            sent += 1
            if status == 200:
                after, head = after + len(lines), head_after(head, lines)
                await self.store.note("event", one.event, after, head, one.says if after >= len(every) else "")
                if after >= len(every):
                    return sent
                continue
            have = int(answer.get("have", -1)) if status == 409 else -1
            if 0 <= have <= len(every) and have != after and head_after(first, every[:have]) == (answer.get("head") or first):
                after, head = have, head_after(first, every[:have])
                continue
            await self._refused("event", one.event, after, head, status, answer)
            return sent

    async def _match(self, one: OwedMatch) -> int:
        """Send the lines of a match."""
        opening = one.opening.encode()
        after, head, sent = one.acked, one.head or first_head(opening), 0
        path = f"{self.address.path}/matches/{one.match}/lines"
        while True:
            lines: list[str] = []
            size = 4_096 + 2 * len(opening)
            for line in (await self.store.lines(one.match, after, MOST_LINES))[: one.seq - after]:
                size += 2 * len(line.encode()) + 3
                if lines and size > MOST_BODY:
                    break
                lines.append(line)
            end = after + len(lines)
            body = MatchLines(
                after=after,
                head=head,
                lines=tuple(lines),
                opening=NO_OPENING if after else msgspec.Raw(opening),
                closing=Closing(entries=end, result=one.result) if one.result and end == one.seq else None,
                pairing=None if after else one.pairing,
            )
            status, answer = await self._post(path, codec.encode(body))
            sent += 1
            if status == 200:
                after, head = end, head_after(head, lines)
                await self.store.note("match", one.match, after, head, one.result if after == one.seq else "")
                if after == one.seq:
                    return sent
                continue
            have = int(answer.get("have", -1)) if status == 409 else -1
            if 0 <= have <= one.seq and have != after:
                own = head_after(first_head(opening), (await self.store.lines(one.match, 0, have)) if have else ())
                if not have or own == answer.get("head"):
                    after, head = have, own
                    continue
            await self._refused("match", one.match, after, head, status, answer)
            return sent

    async def _post(self, path: str, body: bytes) -> tuple[int, Mapping[str, Any]]:
        """Send a request; its status and what the answer says.

        Raises:
            ChainAway: it was not taken, and is to be sent again.
        """
        try:
            reply: Reply = await asyncio.to_thread(self._sender.post, path, body)
        except ServerAway as fault:
            raise ChainAway(str(fault)) from fault
        if reply.status in (401, 429) or reply.status >= 500:
            raise ChainAway(str(reply.status), reply.wait_s)
        try:
            return reply.status, msgspec.json.decode(reply.body, type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeDecodeError):
            return reply.status, {}

    async def _refused(self, kind: str, name: str, acked: int, head: str, status: int, answer: Mapping[str, Any]) -> None:
        """Note that the chain does not take this; it is not sent again."""
        codes = [str(one.get("code", "")) for one in answer.get("refusals", ())]
        why = str(answer.get("error") or (codes[0] if codes else status))
        _log.error("the chain does not take %s %s of shop %s: %s", kind, name, self.address.shop, why)
        await self.store.note(kind, name, acked, head, "", why[:64])


def relaying(address: JoinAddress) -> Service:
    """What runs beside the requests of a shop's server: a relay to a chain."""

    @asynccontextmanager
    async def service(league: League) -> AsyncIterator[None]:
        relay = Relay(league, address)
        league.relays.append(relay)
        task = asyncio.create_task(relay.run())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            league.relays.remove(relay)

    return service
