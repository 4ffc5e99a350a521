"""`tapete play`: start a match and open its page."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from tapete.commands import hosting
from tapete.commands.arguments import GameName
from tapete.i18n import N_, _, spoken

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from tapete.bots.strength import Strength
    from tapete.core.seats import Seat
    from tapete.table import Hub, Table


MOST_TURN_S = 3_600
"""Longest turn clock, in seconds."""


def read_options(pairs: tuple[str, ...]) -> dict[str, Any]:
    """House rules out of `key=value`: numbers and true or false as such, anything else as a word.

    Raises:
        click.BadParameter: a pair has no `=`.
    """
    from tapete.table.house_rules import option_of

    found: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise click.BadParameter(_("{pair}: write it as key=value.").format(pair=pair))
        found[key] = option_of(value)
    return found


def led(hub: Hub, game: str, names: Mapping[Seat, str], seats: int | None) -> Table:
    """Begin a first match that leads the players step by step.

    Args:
        hub: where. game: its name. names: what the players are called. seats: how many play; None: as few as a lesson of the game is for.

    Raises:
        RefereeError: no such game, or it cannot be begun. click.UsageError: no lesson for so many.
    """
    from tapete import games
    from tapete.core.seats import SEATS
    from tapete.lessons import led_match
    from tapete.presentation import lessons

    title, known = hosting.said(games.need(game).title), lessons.all_of(game)
    number = seats or max([guide.seats for guide in known[:1]] + [len(names)], default=0)
    guide = lessons.find(game, number)
    if guide is None and known:
        numbers = ", ".join(str(guide.seats) for guide in known)
        raise click.UsageError(
            _("{game} has a first match step by step for {numbers} players, not for {seats}.").format(
                game=title, numbers=numbers, seats=number
            )
        )
    if guide is None:
        raise click.UsageError(_("{game} has no first match step by step: play it without --guided.").format(game=title))
    return led_match.begin(hub, guide, {seat: name for seat, name in names.items() if seat in SEATS[: guide.seats]})


def begun_at(hub: Hub, game: str, whence: str | bytes | None, names: Mapping[Seat, str]) -> Table:
    """Begin a match in the middle.

    Args:
        hub: where. game: its name. whence: a position as it is written, or the clause whose worked position it is. names: of the players.

    Raises:
        RefereeError: no such clause, no position, or one with faults.
    """
    from tapete.core import position
    from tapete.table import worked

    if not isinstance(whence, bytes):
        example = worked.example(game, whence or "")
        click.echo(worked.said(example, spoken()))
        return hub.begin(game, example.rules.plain_options, names, position=example.position)
    read = position.read(whence)
    return hub.begin(game, read.options, names, catalogue="starter" if read.catalogue_hash else None, position=read)


@contextmanager
def begins(hub: Hub, table: Table) -> Iterator[Callable[[], None]]:
    """Delete a new match if the block ends before the match is served.

    Args:
        hub: where. table: of the match.

    Yields:
        What is called as soon as it is served.
    """
    served = threading.Event()
    try:
        yield served.set
    except BaseException:
        if not served.is_set():
            hub.robots.seat(table, {})
            hub.let_go(table.id)
            hub.extras.forget(hub.journal.delete([table.id]))
        raise


@contextmanager
def lobby(hub: Hub, address: str | None, ticket: str | None) -> Iterator[hosting.Build]:
    """Let the table take part in events while the block runs: in one by its address, or in those that are joined on the pages.

    Args:
        hub: whose matches. address: from the organiser; None: where the pages had it take part before, if anywhere.
        ticket: of the match to begin at once.

    Yields:
        What makes the pages: in an event the first one says table, round and time.

    Raises:
        RefereeError: it is no address, or no ticket.
    """
    from tapete import web
    from tapete.league.joining import attendance
    from tapete.table.folders import Renewals

    def began(table: Table) -> None:
        click.echo(_("Match {match}; it is kept at every step, and `tapete resume` goes on with it.").format(match=table.id))

    kept = hub.journal.path.with_name(attendance.FILE) if address is None else None
    with attendance.Attendance(hub, kept, began=began) as attends:
        if address is not None:
            attends.join(address, anyway=True)
        if ticket is not None and attends.member is not None:
            attends.member.begin_by_ticket(ticket)

        def build(lan: bool, secret: bytes | None) -> Starlette:
            renewed = Renewals(hub.journal.path, hub.alerts)
            return web.app(hub, lan=lan, secret=secret, renewed=renewed, in_event=attends)

        yield build


@click.command(
    help=N_(
        "Start a match of GAME, bind the console to its seats, and open its page; without GAME open the lobby. "
        "Ctrl-C ends; `tapete resume` goes on."
    )
)
@click.argument("game", metavar="[GAME]", required=False, type=GameName())
@click.option("--seats", type=click.IntRange(1, 4), help=N_("How many play (default: the game's minimum)."))
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help=N_("A house rule; may be given several times."))
@click.option("--name", "names", multiple=True, metavar="NAME", help=N_("A player's name, in the order of the seats (optional)."))
@click.option(
    "--turn-clock",
    "turn_s",
    type=click.IntRange(0, MOST_TURN_S),
    default=0,
    metavar="SECONDS",
    help=N_("Show how long each turn takes against so many seconds; it punishes nobody (0: off)."),
)
@click.option("--hints", is_flag=True, help=N_("Let the phone of the player who is to act ask the robot what it would do."))
@click.option("--guided", is_flag=True, help=N_("Let a prepared first match lead the players step by step."))
@click.option(
    "--league",
    metavar="ADDRESS",
    help=N_("Take part in an event: each round's match begins by itself, and its result goes by itself. ADDRESS is from the organiser."),
)
@click.option(
    "--ticket",
    metavar="WORDS",
    help=N_("With --league: begin the match of a ticket, by its words or its four letters; the words need no network."),
)
@click.option("--catalogue", help=N_("The cards, where the game has several catalogues."))
@click.option(
    "--position",
    "whence",
    metavar="FILE",
    type=click.File("rb"),
    help=N_("Begin at a position, as `ask position` or `match.position` writes it; `-` reads it from the input."),
)
@click.option(
    "--collection",
    "collected",
    metavar="FILE",
    type=click.File("rb"),
    help=N_("Begin DataMorphs with the cards that each player owns, as `tapete cards collection` writes them."),
)
@click.option("--worked", metavar="CLAUSE", help=N_("Begin at the example of a clause or ruling, such as SHZ-R16."))
@hosting.robot_option
@hosting.console_options
@hosting.serving_options
def command(
    game: str | None,
    seats: int | None,
    options: tuple[str, ...],
    names: tuple[str, ...],
    catalogue: str | None,
    whence: BinaryIO | None,
    worked: str | None,
    collected: BinaryIO | None,
    turn_s: int,
    hints: bool,
    guided: bool,
    league: str | None,
    ticket: str | None,
    robots: tuple[tuple[Seat, Strength], ...],
    port: str | None,
    no_console: bool,
    data: Path | None,
    lan: bool,
    https: bool,
    web_port: int | None,
    no_browser: bool,
) -> None:
    """Begin, and serve until Ctrl-C."""
    from tapete import cards
    from tapete.cards import collections
    from tapete.core import codec
    from tapete.core.seats import SEATS
    from tapete.table import collecting
    from tapete.table.guests import seated

    rules = read_options(options)
    # A seat that a robot takes is played; whether the game is for so many is the referee's to say, before anything is kept.
    taken = max((SEATS.index(seat) + 1 for seat, _strength in robots), default=0)
    seats = max(seats or 0, taken, len(names)) or None if taken else seats
    if game is None and (seats or options or names or catalogue or robots or guided or turn_s or hints):
        raise click.UsageError(_("Say which game, or leave the rest to the lobby."))
    if guided and (options or catalogue or robots or turn_s or hints):
        raise click.UsageError(_("A first match step by step has its own house rules, cards and players: leave those options out."))
    if (whence or worked) and (game is None or seats or options or catalogue or guided):
        raise click.UsageError(_("A position says its house rules, cards and seats: give the game and the position alone."))
    if collected and (game != "datamorphs" or seats or guided or whence or worked or turn_s or hints):
        raise click.UsageError(_("A collection belongs to DataMorphs and says who plays: give --option, --name and --catalogue beside it."))
    if whence and worked:
        raise click.UsageError(_("A match begins at one position: give --position or --worked."))
    if league is not None and (game or guided or robots or turn_s or hints):
        raise click.UsageError(_("The event says what is played: leave out the game and its options."))
    if ticket is not None and league is None:
        raise click.UsageError(_("A ticket belongs to an event: give --league too."))
    if league is not None:
        from tapete.league.joining.address import read_address

        with hosting.chosen():
            read_address(league)
    with hosting.readable(), hosting.hub_at(data) as hub:
        if game is None:
            if not no_console:
                hub.add_console(hosting.console_at(port))
            with lobby(hub, league, ticket) as build:
                hosting.serve(hub, "", lan=lan, https=https, web_port=web_port, no_browser=no_browser, build=build)
            return
        named = dict(zip(SEATS, names, strict=False))
        if collected:
            with hosting.chosen(game):
                cards.bind(game, rules, catalogue)  # what is wrong with these is wrong with the command, not with the file
        with hosting.chosen(game), hosting.within(whence or collected):
            if guided:
                table = led(hub, game, named, seats)
            elif whence or worked:
                table = begun_at(hub, game, worked if whence is None else whence.read(codec.MOST_BYTES + 1), named)
            elif collected:
                table = collecting.begin(hub, collected.read(collections.MOST_BYTES + 1), named, rules, catalogue)
            else:
                table = hub.begin(game, rules, named, seats, catalogue, turn_s=turn_s, hints=hints)
        with begins(hub, table) as served:
            with hosting.chosen():
                hub.robots.seat(table, seated(table, robots))
            if not no_console:
                hub.add_console(hosting.console_at(port))
            first = "join" if lan or https else "match"
            said = _("Match {match}; it is kept at every step, and `tapete resume` goes on with it.").format(match=table.id)
            hosting.serve(
                hub,
                f"{first}/{table.id}",
                lan=lan,
                https=https,
                web_port=web_port,
                no_browser=no_browser,
                on_ready=served,
                opening=said,
            )
