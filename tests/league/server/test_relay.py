"""A shop's server that sends on to a chain's: cut off for an evening, answered late, refused, restored; cells with one season."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import func, select

from tapete.core.codec import encode
from tapete.league.deciding import Decision
from tapete.league.decisions import CloseRound, CloseTournament, EnterEntrant, PublishRound, ReopenTournament, SetResult
from tapete.league.joining.address import JoinAddress, address_for
from tapete.league.joining.event_log import EventLog, head_of_settings, line_of, opening_of
from tapete.league.joining.server_client import Client, Reply, ServerAway
from tapete.league.pairing import propose
from tapete.league.season import SeasonLine
from tapete.league.server.relay import ChainAway, Relay, relaying
from tapete.league.server.season_pages import table_of
from tapete.league.server.shared import League
from tapete.league.store import schema
from tapete.league.store.hosts import HostStore
from tapete.league.store.lines import LineStore
from tapete.league.store.proven import Prover
from tapete.league.store.seasons import SeasonStore
from tapete.league.tournament import TournamentSettings
from tests import loops
from tests.league import cluster, matches
from tests.league.server.chains import SEASON, begun, played, relay_address, relayed, with_season
from tests.league.server.conftest import API, FRIDAY, SECRET, Served
from tests.league.server.test_wall import events
from tests.league.server.two_tables import KEY, Table, codes_of, evening, result_of

pytestmark = [pytest.mark.league, pytest.mark.slow]


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Served]:
    """A shop's server, on a file."""
    made = Served(f"sqlite:///{tmp_path}/shop.sqlite3")
    with made.server:
        yield made


@pytest.fixture
def chain(url: str) -> Iterator[Served]:
    """A chain's server, on each kind of database."""
    made = Served(url)
    with made.server:
        yield made


class Cut(Client):
    """A line to the chain that fails by chance, before the request or after it."""

    def __init__(self, address: JoinAddress, rng: random.Random) -> None:
        super().__init__(address)
        self._rng = rng
        self.failed = 0

    def post(self, path: str, body: bytes) -> Reply:
        chance = self._rng.random()
        if chance < 0.25:
            self.failed += 1
            raise ServerAway("no network")
        reply = super().post(path, body)
        if chance < 0.5:
            self.failed += 1
            raise ServerAway("the answer was lost")
        return reply


def seasons_in(*servers: Served) -> None:
    for served in servers:
        served.within(lambda league: SeasonStore(league.store.engine).begin("winter", SEASON))


def same(shop: Served, chain: Served, event: str = "friday") -> None:
    """See that both have the same event."""

    async def read(league: League) -> object:
        found = await league.store.load("shop", event)
        names = await league.store.names("shop")
        return found, await league.store.log("shop", event), {one.person: names[one.person] for one in found.entrants}

    assert chain.within(read) == shop.within(read)


def test_an_evening_without_network_goes_to_the_chain_whole_and_once(shop: Served, chain: Served) -> None:
    address = relay_address(chain, "shop")
    seasons_in(shop, chain)
    table, match = evening(shop)(1), matches.told()
    shop.within(lambda league: with_season(league, "shop", "friday"))
    assert table.lines(match.part(0, None, KEY)) == (200, {"have": len(match.lines)})
    assert result_of(shop) == match.result

    async def close(league: League) -> None:
        for what in (SetResult(1, 2, "A"), CloseRound(1), CloseTournament()):
            await league.decide("shop", "friday", what, who="organiser", why="over")

    shop.within(close)
    line, away = Cut(address, random.Random(3)), 0

    async def work(league: League) -> None:
        nonlocal away
        relay = Relay(league, address, line)
        while True:
            try:
                await relay.work()
            except ChainAway:
                away += 1
            else:
                return

    shop.within(work)
    line.close()
    assert away == line.failed > 0
    same(shop, chain)
    assert relayed(shop, address) == 0, "nothing is owed any more"

    async def proved(league: League) -> tuple[object, ...]:
        await Prover(league.store.engine, league.store, league.now_ms).work()
        async with league.store.engine.connect() as connection:
            row = (await connection.execute(select(schema.match))).one()
            count = await connection.scalar(select(func.count()).select_from(schema.entry))
        _row, _events, lines, names = await table_of(league, "winter")
        return row.proof, row.result, count, await LineStore(league.store.engine).lines("shop", "match1"), lines, names

    found = chain.within(proved)
    assert found[:4] == ("proved", match.result, len(match.lines), (match.opening.decode(), match.lines))
    assert shop.within(proved)[4:] == found[4:], "the season is the same in both"
    assert [line.points for line in found[4]] == [10, 6, 3, 1]


def test_what_is_corrected_renamed_and_forgotten_later_follows(shop: Served, chain: Served) -> None:
    address = relay_address(chain, "shop")

    async def scene(league: League) -> None:
        await begun(league, "shop", "friday", ["ana", "bea"])
        await played(league, "shop", "friday")

    shop.within(scene)
    assert relayed(shop, address) == 1

    async def later(league: League) -> None:
        await league.decide("shop", "friday", ReopenTournament(), who="organiser", why="wrong")
        await league.decide("shop", "friday", SetResult(1, 1, "B"), who="judge", why="seen")
        await league.store.name_person("shop", "bea", "Beatriz")
        await league.store.forget("ana", 5)

    async def elsewhere(league: League) -> None:
        await league.store.add_shop("other", "other")
        await league.store.know("other", "ana")

    chain.within(elsewhere)
    shop.within(later)
    assert relayed(shop, address) == 1
    same(shop, chain)
    assert chain.within(lambda league: league.store.names("shop")) == {"ana": "", "bea": "Beatriz"}
    assert chain.within(lambda league: league.store.names("other")) == {"ana": ""}, "forgotten in every shop of the chain"


def test_the_chain_shows_a_shops_event_and_decides_nothing_in_it(shop: Served, chain: Served) -> None:
    address = relay_address(chain, "shop")
    shop.within(lambda league: begun(league, "shop", "friday", ["ana", "bea"]))
    with chain.program("organiser", None) as organiser:
        drop = {"expected_version": 0, "do": "drop_entrant", "entrant": 1, "why": "x"}
        assert organiser.post(f"{API}/decisions", json=drop).status_code == 404, "it is not there yet"
        relayed(shop, address)
        assert organiser.get(f"{API}/standings").json()["version"] == 2
        refused = organiser.post(f"{API}/decisions", json={"expected_version": 2, "do": "drop_entrant", "entrant": 1, "why": "x"})
        assert (refused.status_code, codes_of(refused.json())) == (422, ["decided_elsewhere"])
    for served, decides in ((shop, True), (chain, False)):
        with served.visitor("organiser") as page, served.visitor("judge") as judge:
            shown = page.get(FRIDAY).text
            assert ("decided at the shop's own server" in shown) is not decides
            assert ('action="/events/shop/friday/decide"' in shown) is decides
            assert ('action="/events/shop/friday/decide"' in judge.get(f"{FRIDAY}/judge").text) is decides


def test_who_is_no_relay_of_the_shop_tells_no_event(shop: Served, chain: Served) -> None:
    address = relay_address(chain, "shop")
    settings = TournamentSettings(name="x", game="shazamm", seed="x")
    log = encode(EventLog(0, head_of_settings(settings), opening=msgspec.Raw(opening_of(settings))))

    async def table(league: League) -> JoinAddress:
        row = await HostStore(league.store.engine).add("shop", "table-1", "1")
        return address_for(chain.server.address, SECRET, "shop", row.host, 1)

    def told(one: JoinAddress, shop: str, body: bytes) -> tuple[int, list[str]]:
        reply = Table(one).client.post(f"/v1/shops/{shop}/hosts/{one.host}/events/friday/log", body)
        return reply.status, codes_of(msgspec.json.decode(reply.body)) if reply.status != 200 else []

    assert told(chain.within(table), "shop", log) == (403, ["no_relay"])
    assert told(relay_address(chain, "other"), "shop", log) == (401, ["not_signed"])
    for body in (b"", b"{}", b'{"after":0,"head":"' + b"0" * 64 + b'","lines":["{}"]}', log.replace(b'"name":"x"', b'"name":"y"')):
        assert told(address, "shop", body)[0] == 400
    assert told(address, "shop", b" " * (256 * 1024 + 1))[0] == 413
    assert told(address, "shop", log.replace(b'"after":0', b'"after":1'))[0] == 400
    assert told(address, "shop", log) == (200, [])
    line, head = line_of(Decision(1, 1_000, "organiser", EnterEntrant("ana"))), head_of_settings(settings)
    assert told(address, "shop", encode(EventLog(0, head, (line,)))) == (422, ["no_such_person"]), "entered, but never told of"
    assert told(address, "shop", encode(EventLog(0, head, (line,), persons={"ana": "Ana"}))) == (200, [])


def test_an_event_that_was_begun_at_the_chain_is_never_mixed_with_the_shops(shop: Served, chain: Served) -> None:
    address = relay_address(chain, "shop")
    chain.within(lambda league: begun(league, "shop", "friday", ["zoe", "yan"]))
    shop.within(lambda league: begun(league, "shop", "friday", ["ana", "bea"]))
    shop.within(lambda league: begun(league, "shop", "sunday", ["ana", "bea"]))
    assert relayed(shop, address) == 2
    same(shop, chain, "sunday")
    there = chain.within(lambda league: league.store.load("shop", "friday"))
    assert [one.person for one in there.entrants] == ["zoe", "yan"]
    assert relayed(shop, address) == 0, "it is not sent again and again"

    async def noted(league: League) -> dict[str, str]:
        async with league.store.engine.connect() as connection:
            return {row.name: row.refused for row in await connection.execute(select(schema.relayed))}

    assert shop.within(noted) == {"friday": "event_there", "sunday": ""}

    async def shown(league: League) -> list[tuple[str, str, str]]:
        return await Relay(league, address).store.refused()

    assert shop.within(shown) == [("event", "friday", "event_there")]


def test_a_chain_that_lost_everything_gets_everything_again(shop: Served, tmp_path: Path) -> None:
    with ExitStack() as closing:
        first = Served(f"sqlite:///{tmp_path}/first.sqlite3")
        closing.enter_context(first.server)
        address = relay_address(first, "shop")
        table, match = evening(shop)(1), matches.told()
        assert table.lines(match.part(0, 60, KEY))[0] == 200
        relayed(shop, address)
        second = Served(f"sqlite:///{tmp_path}/second.sqlite3")
        closing.enter_context(second.server)
        again = relay_address(second, "shop")
        client = Client(again)
        closing.callback(client.close)
        assert table.lines(match.part(60)) == (200, {"have": len(match.lines)})
        assert result_of(shop) == match.result
        relayed(shop, address, client)  # the same address, with an older state behind it
        same(shop, second)
        lines = second.within(lambda league: LineStore(league.store.engine).lines("shop", "match1"))
        assert lines == (match.opening.decode(), match.lines)


def test_two_cells_of_three_shops_each_are_one_season(server: str, tmp_path: Path) -> None:
    """Each cell has a database of its own, and the season's server a third: it reads places that came by relays alone."""
    rng, people = random.Random(5), [f"person-{number}" for number in range(12)]
    cells = []
    with ExitStack() as closing:
        for name in ("cell_one", "cell_two"):
            loops.run(cluster.made(f"{server}/postgres", f"{name}_{abs(hash(str(tmp_path))) % 10**6}"))
            cells.append(Served(f"{server}/{name}_{abs(hash(str(tmp_path))) % 10**6}"))
        top = Served(f"sqlite:///{tmp_path}/season.sqlite3")
        for served in (*cells, top):
            closing.enter_context(served.server)
        seasons_in(*cells, top)
        for index, cell in enumerate(cells):
            for number in range(3):
                shop, here = f"shop-{index}-{number}", rng.sample(people, 6)
                address = relay_address(top, shop)

                async def scene(league: League, shop: str = shop, here: list[str] = here) -> None:
                    await begun(league, shop, "friday", here)
                    await with_season(league, shop, "friday")
                    await played(league, shop, "friday")

                cell.within(scene)
                assert relayed(cell, address) > 0

        async def lines(league: League) -> tuple[SeasonLine, ...]:
            return (await table_of(league, "winter"))[2]

        whole = top.within(lines)
        parts = [one for cell in cells for line in cell.within(lines) for one in line.events]
        told = [one for line in whole for one in line.events]
        assert sorted((one.shop, one.person, one.place, one.points) for one in told) == sorted(
            (one.shop, one.person, one.place, one.points) for one in parts
        )
        assert len(parts) == 6 * 6
        assert all(line.points == sum(sorted((one.points for one in line.events), reverse=True)[:2]) for line in whole)


def test_the_relay_of_a_running_server_sends_by_itself(shop: Served, chain: Served) -> None:
    """The service beside the requests: a decision at the shop is on the chain's wall, which nobody asked for it."""
    address = relay_address(chain, "shop")
    shop.within(lambda league: begun(league, "shop", "friday", ["ana", "bea"]))
    relayed(shop, address)
    beside = Served(shop.url, (relaying(address),))
    with beside.server, chain.program("wall") as wall, wall.stream("GET", f"{API}/wall") as answer:
        said = (body["version"] for kind, body in events(answer) if kind == "state")
        assert next(said) == 2
        with beside.visitor("organiser", None) as staff:
            shown = staff.get("/seasons").text
            assert (address.server in shown, "does not answer. What it is owed" in shown) == (True, False)

        async def paired(league: League) -> None:
            made = await league.decide("shop", "friday", propose(await league.store.load("shop", "friday")).what, who="organiser")
            await league.decide("shop", "friday", PublishRound(len(made.rounds)), who="organiser")

        shop.within(paired)
        assert next(version for version in said if version == 4) == 4
