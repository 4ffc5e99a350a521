"""`tapete league demo` and `tapete league join`: an evening that plays by itself, and the addresses by which tables take part."""

from __future__ import annotations

import asyncio
import secrets
import ssl
import tempfile
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tapete.commands import hosting
from tapete.commands.arguments import LeagueName, ServerAddress
from tapete.i18n import N_, _

if TYPE_CHECKING:
    from tapete.league.decisions import AnyDecision
    from tapete.league.server.shared import League
    from tapete.league.tournament import Tournament
    from tapete.table import Table
    from tapete.table.robots import Pace

SHOP, EVENT = "shop", "demo"

PEOPLE = ("Ada", "Bea", "Ciro", "Dora", "Eloy", "Flor", "Gael", "Hugo", "Ines", "Joel", "Kira", "Luis", "Mara", "Noa", "Olga", "Pau")

TABLES, ROUNDS, ROUND_MS = 8, 3, 600_000

LOOK_S = 0.3
"""How often the demonstration looks whether a round's results are there."""

MOST_TABLES = 500


# ---- joining


Opening = Callable[[str | None, str, Path, Path | None], "tuple[League, str]"]
"""Opens the events: database, shop, folder of data and file of the secret."""


def joining(opened: Opening) -> click.Command:
    """The command `tapete league join` over events that `opened` opens."""

    @click.command(help=N_("Show the addresses by which tables 1 to COUNT take part in EVENT: `tapete play --league ADDRESS`."))
    @click.argument("event", type=LeagueName())
    @click.option("--count", type=click.IntRange(1, MOST_TABLES), required=True, help=N_("How many tables."))
    @click.option(
        "--address", type=ServerAddress(), required=True, metavar="URL", help=N_("The server as tables reach it: http://192.168.1.20:8770")
    )
    @click.option("--database", metavar="ADDRESS", help=N_("As for `tapete league serve`."))
    @click.option("--shop", type=LeagueName(), default=SHOP, show_default=True, metavar="NAME", help=N_("Whose event."))
    @click.option("--secret", type=click.Path(path_type=Path, dir_okay=False), help=N_("As for `tapete league serve`."))
    @hosting.data_option
    def join(event: str, count: int, address: str, database: str | None, shop: str, secret: Path | None, data: Path | None) -> None:
        """Let the tables join, and print the address of each."""
        from tapete.table.folders import folder

        with hosting.readable():
            league, _key = opened(database, shop, folder(data), secret)
            for place, said in enumerate(asyncio.run(_joined(league, shop, event, count, address, pin_kept(folder(data), address))), 1):
                click.echo(f"{place}\t{said}")

    return join


def pin_kept(folder: Path, server: str) -> bytes:
    """The pin of the certificate that a folder keeps, for a server with an address of HTTPS; empty if the folder keeps no certificate.

    Args:
        folder: of the data. server: its address.
    """
    from tapete.league.joining.pinned import pin_of
    from tapete.web.tls import CERTIFICATE

    if not server.startswith("https://"):
        return b""
    try:
        return pin_of(ssl.PEM_cert_to_DER_cert((folder / CERTIFICATE).read_text(encoding="ascii")))
    except (OSError, ValueError):
        return b""


async def _joined(league: League, shop: str, event: str, count: int, server: str, pin: bytes) -> list[str]:
    """The addresses of the tables of an event; those that have not joined join now."""
    from tapete.league.joining.address import address_for
    from tapete.league.store.hosts import HostStore

    store = HostStore(league.store.engine)
    try:
        await league.store.load(shop, event)
        known = {row.place: row for row in await store.of_event(shop, event)}
        found = []
        for place in range(1, count + 1):
            row = known.get(place) or await store.add(shop, f"{event}-{place}", f"{place}", event, place)
            found.append(address_for(server, league.secret, shop, row.host, row.key_no, pin).text)
        return found
    finally:
        await league.store.close()


# ---- the demonstration


@click.command(help=N_("Open an evening with 16 robots at 8 simulated tables that play three Swiss rounds by themselves, wall and all."))
@click.option("--fast", is_flag=True, help=N_("Let the robots play without waiting."))
@click.option("--once", is_flag=True, help=N_("End when the evening is over."))
@click.option("--seed", type=int, default=1, show_default=True, help=N_("The same seed pairs in the same way again."))
@click.option("--web-port", type=click.IntRange(0, 65535), default=0, help=N_("Port of the pages (0: any free one)."))
@click.option("--no-browser", is_flag=True, help=N_("Do not open the browser."))
def demo(fast: bool, once: bool, seed: int, web_port: int, no_browser: bool) -> None:
    """Play the evening, then serve its pages until Ctrl-C."""
    from tapete.table.robots import FAST, Pace

    with hosting.readable(), tempfile.TemporaryDirectory(prefix="tapete-league-", ignore_cleanup_errors=True) as passing:
        try:
            with _served(Path(passing), str(seed), web_port) as (league, address, keys):
                click.echo(_("Organiser: {address}").format(address=f"{address}in/{keys['organiser']}"))
                click.echo(_("Wall: {address} (Ctrl-C ends)").format(address=f"{address}in/{keys['wall']}"))
                if not no_browser:
                    webbrowser.open(f"{address}in/{keys['wall']}")
                with _tables(Path(passing), league.secret, address, FAST if fast else Pace(0.4, 30)):
                    asyncio.run(_evening(league))
                if not once:
                    threading.Event().wait()
        except KeyboardInterrupt:
            click.echo()
            raise


@contextmanager
def _served(folder: Path, seed: str, port: int) -> Iterator[tuple[League, str, dict[str, str]]]:
    """A server with the event of the demonstration; a league beside it for decisions, its address, and the keys of its links."""
    from tapete.league.server.app import app
    from tapete.league.server.process import LeagueServer
    from tapete.league.server.shared import League
    from tapete.league.store.database import engine
    from tapete.league.store.store import EventStore

    secret = secrets.token_bytes(32)

    def made() -> League:
        return League(EventStore(engine(f"sqlite:///{folder / 'league.sqlite3'}")), secret=secret, shop=SHOP)

    keys = asyncio.run(_prepared(made(), seed))
    try:
        server = LeagueServer(app(made()), "127.0.0.1", port)
    except OSError as fault:
        said = _("The pages cannot be served at port {port} ({why}). Is another Tapete running? Take another port with --web-port.")
        raise click.ClickException(said.format(port=port, why=fault.strerror or fault)) from fault
    with server:
        yield made(), server.address, keys


async def _prepared(league: League, seed: str) -> dict[str, str]:
    """Begin the event with its people, and return the keys of links for organiser and wall."""
    from tapete.league.decisions import EnterEntrant
    from tapete.league.server.access import new_link
    from tapete.league.store.hosts import HostStore
    from tapete.league.tournament import TournamentSettings

    await league.store.open()
    await league.store.add_shop(SHOP, SHOP)
    settings = TournamentSettings(name="Tapete", game="shazamm", seed=seed, rounds=ROUNDS, round_ms=ROUND_MS)
    await league.store.begin(SHOP, EVENT, settings)
    for number, name in enumerate(PEOPLE, 1):
        await league.store.name_person(SHOP, f"robot-{number}", name)
        await _decide(league, EnterEntrant(f"robot-{number}"))
    for place in range(1, TABLES + 1):
        await HostStore(league.store.engine).add(SHOP, f"{EVENT}-{place}", f"{place}", EVENT, place)
    keys = {"organiser": await new_link(league, "organiser", SHOP), "wall": await new_link(league, "wall", SHOP, EVENT)}
    await league.store.close()
    return keys


@contextmanager
def _tables(folder: Path, secret: bytes, server: str, pace: Pace) -> Iterator[None]:
    """Eight tables, each with a journal of its own and two robots, that take part for as long as the block runs."""
    from tapete.bots import Strength
    from tapete.core.seats import Seat
    from tapete.league.joining.address import address_for
    from tapete.league.joining.membership import Membership
    from tapete.table import Hub, Journal
    from tapete.table.robot_seats import RobotSeats

    with ExitStack() as stack:
        for place in range(1, TABLES + 1):
            hub = Hub(Journal(folder / f"table-{place}" / "tapete.sqlite3"))
            hub.robots = RobotSeats(pace)
            stack.callback(hub.close)

            def began(table: Table, hub: Hub = hub) -> None:
                strengths: dict[Seat, Strength] = dict.fromkeys(table.seats, "medium")
                hub.robots.seat(table, strengths)

            address = address_for(server, secret, SHOP, f"{EVENT}-{place}", 1)
            stack.enter_context(Membership(hub, address, began=began))
        yield


async def _evening(league: League) -> None:
    """Pair, publish and close the rounds as an organiser would; what the tables played comes by itself."""
    from tapete.league.decisions import CloseRound, CloseTournament, PublishRound, StartRound
    from tapete.league.pairing import propose
    from tapete.league.standings import standings

    try:
        names = await league.store.names(SHOP)
        for number in range(1, ROUNDS + 1):
            now = await league.store.load(SHOP, EVENT)
            for what in (propose(now).what, PublishRound(number), StartRound(number)):
                now = await _decide(league, what)
            click.echo(_("Round {round}").format(round=number))
            told: set[int] = set()
            while any(one.open for one in now.rounds[-1].placed):
                await asyncio.sleep(LOOK_S)
                now = await league.store.load(SHOP, EVENT)
                for one in now.rounds[-1].placed:
                    if one.result is not None and one.number not in told:
                        told.add(one.number)
                        people = " – ".join(names[now.entrants[entrant - 1].person] for entrant in one.pairing.entrants)
                        won = ", ".join(names[now.entrants[entrant - 1].person] for entrant in one.winners())
                        click.echo(_("  table {table}: {people}: {result}").format(table=one.number, people=people, result=won or "="))
            await _decide(league, CloseRound(number))
        now = await _decide(league, CloseTournament())
        for line in standings(now):
            click.echo(f"{line.place:3} {names[now.entrants[line.entrant - 1].person]:6} {line.points:3}")
    finally:
        await league.store.close()


async def _decide(league: League, what: AnyDecision) -> Tournament:
    return await league.decide(SHOP, EVENT, what, who="demo")
