"""`tapete league`: the server of events."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tapete.commands import hosting, league_evening, league_season
from tapete.commands.arguments import LeagueName, content
from tapete.commands.output import FORCE, reason, refuse_existing, whole
from tapete.i18n import N_, _

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

    from tapete.league.server.shared import League
    from tapete.league.store.doctor import DatabaseFinding
    from tapete.web.tls import Certificate

DEFAULT_PORT = 8770
"""Where `tapete league serve` serves unless told otherwise."""

DATABASE = "league.sqlite3"
SECRET = "league-keys"
LINK = "league-link"
"""Files in the folder of data: the events, the secret of derived keys, the organiser's newest link while the server runs."""

LEAST_SECRET, MOST_SECRET = 16, 4096
"""Bytes of a secret that several servers share, at the least and at the most."""


@click.group(help=N_("Run events of many tables: an evening of a shop."))
def command() -> None:
    """Hold the subcommands."""


database_option = click.option(
    "--database",
    envvar="TAPETE_LEAGUE_DATABASE",
    metavar="ADDRESS",
    help=N_("postgresql://USER:PASSWORD@HOST/NAME, or TAPETE_LEAGUE_DATABASE (else a file in the folder of data)."),
)
shop_option = click.option(
    "--shop", default="shop", type=LeagueName(), metavar="NAME", help=N_("Whose events: lower-case letters and digits.")
)


def address_of(database: str | None, data: Path) -> str:
    """The address of the database: as given, else a file in the folder."""
    return database or f"sqlite:///{data / DATABASE}"


def engine_of(database: str | None, data: Path) -> AsyncEngine:
    """Connect to the database.

    Raises:
        click.ClickException: the extra is not installed, or the address cannot be read.
    """
    try:
        from tapete.league.store.database import engine
    except ImportError as fault:
        raise click.ClickException(_("Events need the extra “league”: install tapete[league].")) from fault
    try:
        return engine(address_of(database, data))
    except Exception as fault:
        said = _("{address} is no database for events: give postgresql://USER:PASSWORD@HOST/NAME, or leave it out.")
        raise click.ClickException(said.format(address=without_password(database or ""))) from fault


def without_password(address: str) -> str:
    """The address of a database as it may be shown."""
    scheme, slashes, rest = address.partition("://")
    return f"{scheme}{slashes}{rest.rpartition('@')[2]}"


def secret_of(data: Path, given: Path | None) -> bytes:
    """The secret from which keys of players and tables are derived, made at the first start.

    Raises:
        click.ClickException: it can be neither read nor written.
    """
    from tapete.table.folders import kept_secret

    path = given or data / SECRET
    try:
        if given is not None:  # a file that was named is never made anew: it may be another one
            found = content(given, MOST_SECRET)
            if len(found) < LEAST_SECRET:
                said = _("{file} is too short for a secret: {least} bytes at least.")
                raise click.ClickException(said.format(file=given, least=LEAST_SECRET))
            return found
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return kept_secret(path)
    except OSError as fault:
        raise click.ClickException(_("{file} cannot be used: {why}.").format(file=path, why=fault.strerror)) from fault


async def prepared(league: League) -> str:
    """Bring the tables up to date, begin the shop, and return the key of the organiser's link; the store is closed again."""
    from tapete.league.server.access import first_link

    try:
        await league.store.open()
        await league.store.add_shop(league.shop, league.shop)
        return await first_link(league)
    finally:
        await league.store.close()


def league_at(database: str | None, shop: str, data: Path, secret: Path | None) -> tuple[League, str]:
    """Open the events once, and let the link of the organiser open.

    Returns:
        The league, whose store connects anew in the server's own loop, and the key of the link.

    Raises:
        click.ClickException: the database cannot be opened, or is of a newer Tapete.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from tapete.league.server.shared import League
    from tapete.league.store.migrations import StoreNewer
    from tapete.league.store.store import EventStore

    made = League(EventStore(engine_of(database, data)), secret=secret_of(data, secret), shop=shop)
    try:
        return made, asyncio.run(prepared(made))
    except StoreNewer as newer:
        raise click.ClickException(hosting.said(newer.text)) from newer
    except (OSError, SQLAlchemyError) as fault:
        said = _("The database {address} cannot be opened ({why}). See whether it runs and lets this user in.")
        why = str(getattr(fault, "orig", None) or fault).splitlines()[0]
        raise click.ClickException(said.format(address=without_password(address_of(database, data)), why=why)) from fault


@command.command(help=N_("Examine the database of events, and say what to do. Changes nothing; exits with status 1 if anything is wrong."))
@database_option
@hosting.data_option
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON."))
def doctor(database: str | None, data: Path | None, as_json: bool) -> None:
    """Look at everything, one line each."""
    from tapete.table.folders import folder

    kept = folder(data)
    if database is None and not (kept / DATABASE).exists():
        raise click.ClickException(_("There are no events in {folder} yet. `tapete league serve` begins them.").format(folder=kept))
    engine = engine_of(database, kept)
    from tapete.league.server.shared import utc_ms
    from tapete.league.store.doctor import examine

    async def all_of_it() -> list[DatabaseFinding]:
        try:
            return [one async for one in examine(engine, utc_ms())]
        finally:
            await engine.dispose()

    found = asyncio.run(all_of_it())
    if as_json:
        plain = [{"what": one.what, "well": one.well, "says": one.says.wire(), "next": one.next and one.next.wire()} for one in found]
        click.echo(json.dumps(plain, ensure_ascii=False))
    for one in () if as_json else found:
        click.echo(f"{'✓' if one.well else '✗'} {hosting.said(one.says)}" + (f" {hosting.said(one.next)}" if one.next else ""))
    if not all(one.well for one in found):
        sys.exit(1)


@command.command(help=N_("Copy the events of a shop into FILE while the server runs. A PostgreSQL has its own tool: pg_dump."))
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--force", is_flag=True, help=FORCE)
@hosting.data_option
def backup(file: Path, force: bool, data: Path | None) -> None:
    """Copy the database by SQLite's own backup: whole, even while it is written."""
    import sqlite3
    from contextlib import closing

    from tapete.table.folders import folder

    source = folder(data) / DATABASE
    if not source.exists():
        raise click.ClickException(
            _("There are no events in {folder} yet. `tapete league serve` begins them.").format(folder=source.parent)
        )
    refuse_existing(file, force)
    try:
        with whole(file) as place, closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as here:
            with closing(sqlite3.connect(place)) as there:
                here.backup(there)
            place.chmod(0o600)
    except (OSError, sqlite3.Error) as fault:
        raise click.ClickException(_("{file} cannot be written: {why}.").format(file=file, why=reason(fault))) from fault
    click.echo(
        _("The events are in {file} now. To go back to them, end the server and put the file in the place of {source}.").format(
            file=file, source=source
        )
    )


@command.command(help=N_("Serve events until Ctrl-C. Without --database they are kept in a file: nothing has to be installed for a shop."))
@database_option
@shop_option
@click.option("--secret", type=click.Path(path_type=Path, dir_okay=False), help=N_("File with the secret that several servers share."))
@click.option("--lan", is_flag=True, help=N_("Let phones, tables and walls of the same network in, each by its link."))
@click.option("--https", is_flag=True, help=N_("With --lan: phones and tables come over HTTPS, with a certificate of this computer's own."))
@click.option("--name", "names", multiple=True, metavar="NAME", help=N_("A further name of this server, such as that of a balancer."))
@click.option(
    "--chain",
    "chains",
    multiple=True,
    envvar="TAPETE_LEAGUE_CHAIN",
    metavar="ADDRESS",
    help=N_("Send on to the server of a chain: the address of `tapete league relay`, or TAPETE_LEAGUE_CHAIN."),
)
@click.option("--proxy", "proxies", multiple=True, metavar="ADDRESS", help=N_("A balancer that may say for whom it asks."))
@click.option(
    "--web-port", type=click.IntRange(0, 65535), default=DEFAULT_PORT, show_default=True, help=N_("Port of the pages (0: any free one).")
)
@click.option("--no-browser", is_flag=True, help=N_("Do not open the browser."))
@hosting.data_option
def serve(
    database: str | None,
    shop: str,
    secret: Path | None,
    lan: bool,
    https: bool,
    names: tuple[str, ...],
    chains: tuple[str, ...],
    proxies: tuple[str, ...],
    web_port: int,
    no_browser: bool,
    data: Path | None,
) -> None:
    """Serve until Ctrl-C."""
    import webbrowser

    from tapete.table.folders import folder

    kept = folder(data)
    league, key = league_at(database, shop, kept, secret)
    from tapete.league.joining.address import read_address
    from tapete.league.server.app import app
    from tapete.league.server.monitoring import log_as_json
    from tapete.league.server.process import LeagueServer
    from tapete.league.server.relay import relaying

    with hosting.chosen():
        relays = [relaying(read_address(chain)) for chain in chains]

    if not sys.stderr.isatty():
        log_as_json()
    certificate = certificate_of(kept) if lan and https else None
    served = app(league, lan=lan, names=frozenset(names), services=relays)
    try:
        server = LeagueServer(served, "0.0.0.0" if lan else "127.0.0.1", web_port, proxies, certificate)
    except OSError as fault:
        said = _("The pages cannot be served at port {port} ({why}). Is another Tapete running? Take another port with --web-port.")
        raise click.ClickException(said.format(port=web_port, why=fault.strerror or fault)) from fault
    with server:
        address = f"{server.address}in/{key}"
        shown = address if sys.stdout.isatty() else server.address  # a key on a terminal is for the person before it
        click.echo(_("Events: {address} (Ctrl-C ends)").format(address=shown))
        if certificate is not None:
            click.echo(_("Phones and tables: {address}").format(address=served.state.address(None)))
            click.echo(_("Fingerprint of the certificate (SHA-256): {fingerprint}").format(fingerprint=certificate.fingerprint))
        hosting.settle()
        with hosting.ends_in_order(), left_link(kept / LINK, address):
            if not no_browser:
                webbrowser.open(address)
            try:
                threading.Event().wait()
            except KeyboardInterrupt:
                click.echo()
                raise


def certificate_of(kept: Path) -> Certificate:
    """The certificate of HTTPS, kept beside the events.

    Raises:
        click.ClickException: it cannot be had.
    """
    from tapete.core.refusals import Illegal
    from tapete.station.addresses import outward_address
    from tapete.web.tls import Certificate, own_addresses

    try:
        return Certificate(kept, lambda: own_addresses(outward_address()))
    except Illegal as fault:
        raise hosting.refused(fault) from fault


@contextmanager
def left_link(path: Path, address: str) -> Iterator[None]:
    """Leave the organiser's link in a file that its owner alone can read, while the block runs; say where it is."""
    try:
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(address + "\n")
    except OSError as fault:
        click.echo(_("{file} cannot be written: {why}.").format(file=path, why=fault.strerror), err=True)
    else:
        click.echo(_("The organiser's link is in {file}.").format(file=path))
    try:
        yield
    finally:
        with suppress(OSError):
            path.unlink(missing_ok=True)


command.add_command(league_evening.demo)
command.add_command(league_evening.joining(league_at))
command.add_command(league_season.relaying(league_at))
command.add_command(league_season.seasons(league_at))
