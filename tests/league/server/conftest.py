"""A server of events of its own for each test, over a database of its own, with links of every role."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

pytest.importorskip("sqlalchemy", reason="the extra `league`")

from sqlalchemy import event

from tapete.league.server.access import new_link, player_links
from tapete.league.server.app import Service, app
from tapete.league.server.process import LeagueServer
from tapete.league.server.shared import League
from tapete.league.store.database import engine, kept
from tapete.league.store.links import Role
from tapete.league.store.store import EventStore
from tapete.league.tournament import TournamentSettings
from tests import loops

SECRET = b"a secret of thirty-two bytes ...."
FRIDAY = "/events/shop/friday"
API = "/v1/shops/shop/events/friday"


class OwnTime(League):
    """A league whose clock a test moves."""

    now = 1_800_000_000_000

    def now_ms(self) -> int:
        return self.now


class Served:
    """A running server of events.

    Args:
        url: of its database. services: what runs beside the requests.
    """

    def __init__(self, url: str, services: Sequence[Service] = ()) -> None:
        self.url = url
        self.league = OwnTime(self.store(), secret=SECRET)
        self.pragmas: dict[str, str] = {}
        """Settings of SQLite that each connection takes before its next transaction; an old one stands until it gets another value.

        One that is kept out of the pool takes them by `limit`.
        """
        if url.startswith("sqlite"):  # not at "begin": there SQLAlchemy calls the store's own listener first, whatever `insert` says
            event.listen(self.league.store.engine.sync_engine, "checkout", self._set)
        self.server = LeagueServer(app(self.league, services=services))

    def _set(self, connection: Any, _record: object, _proxy: object) -> None:
        cursor = connection.cursor()
        for name, value in self.pragmas.items():
            cursor.execute(f"PRAGMA {name} = {value}")
        cursor.close()

    def limit(self, setting: str, value: str) -> None:
        """Let every connection to the database have a setting of SQLite from now on."""
        self.pragmas[setting] = value

        async def told() -> None:
            for writes in (False, True):
                await (await kept(self.league.store.engine, writes=writes)).execute(f"PRAGMA {setting} = {value}")

        loops.run(told())

    def store(self) -> EventStore:
        """Its database, by an engine of its own."""
        return EventStore(engine(self.url))

    def within(self, work: Callable[[League], Any]) -> Any:
        """Do something in the database beside the server, and return what comes of it."""

        async def alone() -> Any:
            beside = OwnTime(self.store(), secret=SECRET)
            beside.now = self.league.now
            try:
                return await work(beside)
            finally:
                await beside.store.close()

        return loops.run(alone())

    def link(self, role: Role, event: str | None = "friday", label: str = "") -> str:
        """The key of a new link."""
        return str(self.within(lambda league: new_link(league, role, "shop", event, label)))

    def player(self, entrant: int) -> str:
        """The key of a player's page."""
        keys: dict[int, str] = self.within(lambda league: player_links(league, "shop", "friday", [entrant]))
        return keys[entrant]

    def friday(self, players: int = 0, **settings: Any) -> None:
        """Begin an event, with so many entrants."""
        from tapete.league.decisions import EnterEntrant

        async def begin(league: League) -> None:
            await league.store.begin(
                "shop", "friday", TournamentSettings(**{"name": "Friday", "game": "shazamm", "seed": "seed", **settings})
            )
            for number in range(1, players + 1):
                await league.store.name_person("shop", f"person {number}", f"Name {number}")
                await league.decide("shop", "friday", EnterEntrant(f"person {number}"), who="organiser")

        self.within(begin)

    def visitor(self, role: Role | None = None, event: str | None = "friday", key: str = "") -> Visitor:
        """A browser that has opened a link of a role."""
        cookies = {}
        if role is not None or key:
            way = f"{self.server.address}in/{key or self.link(role or 'organiser', event)}"
            opened = httpx.get(way, trust_env=False, timeout=None)
            assert opened.status_code == 303, opened.text
            assert opened.headers["set-cookie"].count("HttpOnly") == opened.headers["set-cookie"].count("tapete_")
            cookies = dict(opened.cookies)
        english = {"accept-language": "en"}
        return Visitor(base_url=self.server.address, headers=english, cookies=cookies, follow_redirects=True, trust_env=False)

    def program(self, role: Role, event: str | None = "friday") -> httpx.Client:
        """A program with the key of a role."""
        key = self.link(role, event)
        return httpx.Client(base_url=self.server.address, headers={"authorization": f"Bearer {key}"}, trust_env=False, timeout=None)


class Visitor(httpx.Client):
    """A browser without scripts: keeps cookies, follows redirects, posts the forms of its pages with their hidden fields."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"timeout": None, **settings})

    def enter(self, page: str, action: str, **fields: Any) -> httpx.Response:
        """Post a form as the page at an address has it."""
        found = self.get(page)
        token = re.search(r'name="csrf" value="([^"]+)"', found.text)
        version = re.search(r'name="expected_version" value="(\d+)"', found.text)
        assert token is not None, found.text
        seen = {"expected_version": version[1]} if version else {}
        return self.post(action, data={"csrf": token[1], **seen, **fields})


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    made = Served(f"sqlite:///{tmp_path}/events.sqlite3")
    with made.server:
        yield made


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """Close the connections of every table that a test made."""
    yield
    from tests.league.server import two_tables

    two_tables.close()
