"""`tapete league season` and `tapete league relay`: seasons over shops, and the addresses by which shops' servers send to a chain's."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tapete.commands import hosting
from tapete.commands.arguments import GameName, LeagueName, ServerAddress
from tapete.commands.league_evening import SHOP, Opening
from tapete.i18n import N_, _

if TYPE_CHECKING:
    from tapete.league.server.shared import League

T = TypeVar("T")

MOST_PLACES = 64


def _options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options that find the events."""
    for option in (
        hosting.data_option,
        click.option("--secret", type=click.Path(path_type=Path, dir_okay=False), help=N_("As for `tapete league serve`.")),
        click.option("--shop", type=LeagueName(), default=SHOP, show_default=True, metavar="NAME", help=N_("Whose event.")),
        click.option("--database", envvar="TAPETE_LEAGUE_DATABASE", metavar="ADDRESS", help=N_("As for `tapete league serve`.")),
    ):
        function = option(function)
    return function


def relaying(opened: Opening) -> click.Command:
    """The command `tapete league relay` over events that `opened` opens."""

    @click.command(help=N_("At the server of a chain: show the address for `tapete league serve --chain ADDRESS` in the shop SHOP."))
    @click.argument("of_shop", metavar="SHOP", type=LeagueName())
    @click.option(
        "--address",
        type=ServerAddress(),
        required=True,
        metavar="URL",
        help=N_("The server as shops reach it: https://events.my-chain.example"),
    )
    @_options
    def relay(of_shop: str, address: str, database: str | None, shop: str, secret: Path | None, data: Path | None) -> None:
        """Let the shop's server send to this one, and print the address once."""
        del shop
        with hosting.readable():
            click.echo(_done(opened, database, of_shop, data, secret, lambda league: _relay(league, of_shop, address)))

    return relay


def seasons(opened: Opening) -> click.Group:
    """The commands `tapete league season` over events that `opened` opens."""

    @click.group(help=N_("Seasons: events of one or several shops whose final places count together."))
    def season() -> None:
        """Hold the subcommands."""

    @season.command(help=N_("Begin the season SEASON."))
    @click.argument("season", type=LeagueName())
    @click.option("--name", help=N_("As people read it."))
    @click.option("--points", default="", metavar="LIST", help=N_("Of the first place, the second and so on: 12,9,7,5,4,3,2"))
    @click.option("--others", type=click.IntRange(0, 10_000), default=1, show_default=True, help=N_("Points of all places behind them."))
    @click.option("--best-of", type=click.IntRange(0, 100), default=0, help=N_("How many events of a person count (0: all)."))
    @click.option("--finalists", type=click.IntRange(0, 256), default=8, show_default=True, help=N_("How many are promoted to the final."))
    @_options
    def begin(season: str, name: str | None, points: str, others: int, best_of: int, finalists: int, **where: Any) -> None:
        """Begin it."""
        given: dict[str, Any] = {"name": name or season, "others": others, "best_of": best_of, "finalists": finalists}
        with hosting.readable():
            if points:
                given["points"] = [_whole(word) for word in points.replace(",", " ").split()]
            _within(opened, where, lambda league: _begin(league, season, given))
        click.echo(_("Season {season} has begun.").format(season=season))

    @season.command(help=N_("Let EVENT of the shop count for SEASON."))
    @click.argument("season", type=LeagueName())
    @click.argument("event", type=LeagueName())
    @_options
    def add(season: str, event: str, **where: Any) -> None:
        """Add it."""
        with hosting.readable():
            _within(opened, where, lambda league: _add(league, season, where["shop"], event))
        click.echo(_("{event} counts for {season}.").format(event=event, season=season))

    @season.command(help=N_("Print the table of SEASON; with --csv as a file for spreadsheets."))
    @click.argument("season", type=LeagueName())
    @click.option("--csv", "as_csv", is_flag=True, help=N_("Print CSV."))
    @_options
    def table(season: str, as_csv: bool, **where: Any) -> None:
        """Print it."""
        with hosting.readable():
            click.echo(_within(opened, where, lambda league: _table(league, season, as_csv)), nl=not as_csv)

    @season.command(help=N_("Begin EVENT in the shop as the final of SEASON: an elimination of those who are promoted."))
    @click.argument("season", type=LeagueName())
    @click.argument("event", type=LeagueName())
    @click.option("--game", required=True, type=GameName(), help=N_("Which game."))
    @click.option("--minutes", type=click.IntRange(0, 1440), default=0, help=N_("Minutes a round (0: no clock)."))
    @_options
    def final(season: str, event: str, game: str, minutes: int, **where: Any) -> None:
        """Begin it."""
        with hosting.readable():
            count = _within(opened, where, lambda league: _final(league, season, where["shop"], event, game, minutes))
        click.echo(_("{event} has begun with {count} people.").format(event=event, count=count))

    return season


def _within(opened: Opening, where: dict[str, Any], work: Callable[[League], Awaitable[T]]) -> T:
    return _done(opened, where["database"], where["shop"], where["data"], where["secret"], work)


def _done(
    opened: Opening, database: str | None, shop: str, data: Path | None, secret: Path | None, work: Callable[[League], Awaitable[T]]
) -> T:
    """Do something with the events, and close them again."""
    from tapete.table.folders import folder

    league, _key = opened(database, shop, folder(data), secret)

    async def whole() -> T:
        try:
            return await work(league)
        finally:
            await league.store.close()

    return asyncio.run(whole())


def _whole(word: str) -> int:
    if not word.isdecimal() or len(word) > 5:
        raise click.BadParameter(_("“{said}” is not a whole number").format(said=word[:20]), param_hint="--points")
    return int(word)


async def _relay(league: League, shop: str, address: str) -> str:
    from tapete.league.joining.address import address_for
    from tapete.league.store.hosts import HostStore
    from tapete.league.store.mirrors import RelayStore

    row = await HostStore(league.store.engine).add(shop, f"relay-{secrets.token_hex(4)}", "relay")
    await RelayStore(league.store).allow(shop, row.host)
    return address_for(address, league.secret, shop, row.host, row.key_no).text


async def _begin(league: League, season: str, given: dict[str, Any]) -> None:
    from tapete.core import codec
    from tapete.league.protocol import Id
    from tapete.league.season import SeasonSettings
    from tapete.league.store.seasons import SeasonStore

    await SeasonStore(league.store.engine).begin(codec.convert(season, Id), codec.convert(given, SeasonSettings))


async def _add(league: League, season: str, shop: str, event: str) -> None:
    from tapete.league.store.seasons import SeasonStore

    await SeasonStore(league.store.engine).add(season, shop, event, await league.store.load(shop, event))


async def _table(league: League, season: str, as_csv: bool) -> str:
    from tapete.league.server.season_pages import csv_of, table_of

    _row, events, lines, names = await table_of(league, season)
    if as_csv:
        return csv_of(events, lines, names)
    return "\n".join(f"{line.place:3} {names.get(line.person, ''):24} {line.points:4}" for line in lines)


async def _final(league: League, season: str, shop: str, event: str, game: str, minutes: int) -> int:
    from tapete import games
    from tapete.league.server.season_pages import promote
    from tapete.league.tournament import TournamentSettings

    games.need(game)
    settings = TournamentSettings(name=event, game=game, seed=secrets.token_hex(8), system="elimination", round_ms=minutes * 60_000)
    return len((await promote(league, season, shop, event, settings, "organiser")).entrants)
