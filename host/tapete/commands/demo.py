"""`tapete demo`: a match on a simulated console, with its page; or robots that play it through its buttons."""

from __future__ import annotations

import queue
import random
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tapete import games
from tapete.commands import hosting
from tapete.commands.arguments import GameName
from tapete.commands.output import output_option, refuse_existing, write
from tapete.i18n import N_, _

if TYPE_CHECKING:
    from tapete.console.clock import Mail
    from tapete.console.simulator import SimulatedConsole
    from tapete.table import Changed, Hub, Table
    from tapete.table.robots import Pace, Robot

GAME = "shazamm"

USUAL_PLAYERS = 2
"""How many play where nobody says."""

PANELS = 2
"""Fewest panels that the simulated console has, as the one that people build."""

STUCK_S = 45.0
"""A match in which nothing happens for so long has come to a stop."""


@click.command(
    help=N_("Play a match of GAME (else of Shazamm) on a simulated console: on its pages, or (--auto) by robots that press its buttons.")
)
@click.argument("game", metavar="[GAME]", default=GAME, type=GameName())
@click.option("--auto", is_flag=True, help=N_("Let robots press the buttons, and tell the story here."))
@click.option("--seats", "players", type=click.IntRange(1, 4), help=N_("How many play (default: two, if the game allows)."))
@click.option("--reader", is_flag=True, help=N_("Put a reader of stickers beside the console."))
@click.option("--fast", is_flag=True, help=N_("Let the robots play without waiting."))
@click.option("--seed", type=int, help=N_("Seed of the robots: the same one plays the same match."))
@output_option(N_("With --auto: write the match to a file when the robots are done (-: print it)."))
@hosting.serving_options
def command(
    game: str,
    auto: bool,
    players: int | None,
    reader: bool,
    fast: bool,
    seed: int | None,
    output: Path | None,
    force: bool,
    data: Path | None,
    lan: bool,
    https: bool,
    web_port: int | None,
    no_browser: bool,
) -> None:
    """Start the console and the table, then serve pages or let robots play."""
    from tapete.console.clock import REAL_TIME, OwnedClock
    from tapete.console.simulator import SimulatedConsole
    from tapete.table.robots import FAST, HUMAN

    if not auto and (fast or seed is not None or output is not None):
        raise click.UsageError(_("--fast, --seed and -o are for robots among themselves: give --auto too."))
    refuse_existing(output, force)
    clock = OwnedClock() if auto and fast else REAL_TIME  # robots among themselves need no wall's clock
    with hosting.readable(), tempfile.TemporaryDirectory(prefix="tapete-", ignore_cleanup_errors=True) as passing:
        try:
            number = players if players is not None else usual_players(game)
            panels = max(number, PANELS)
            settings = {"TAPETE_READER": 1} if reader else None
            with (
                SimulatedConsole(panels=panels, settings=settings, clock=clock) as console,
                hosting.hub_at(data or Path(passing), clock) as hub,
            ):
                hub.simulator = console
                with hosting.chosen(game):
                    table = hub.begin(game, seats=number)
                hub.add_console(console.open)
                if auto:
                    beside = str(output) == "-"  # the match is printed: what is told goes beside it
                    watch_robots(hub, table, console, FAST if fast else HUMAN, random.Random(seed), beside)
                    if output is not None:
                        write(table.export(), output, force)
                else:
                    hosting.serve(hub, f"match/{table.id}", lan=lan, https=https, web_port=web_port, no_browser=no_browser)
        except KeyboardInterrupt:
            click.echo()
            raise


def usual_players(game: str) -> int:
    """Return how many play by default: two, or the nearest number that the game allows. A missing game is refused later, with reasons."""
    found = games.find(game)
    return USUAL_PLAYERS if found is None else min(max(USUAL_PLAYERS, found.fewest), found.most)


def watch_robots(hub: Hub, table: Table, console: SimulatedConsole, pace: Pace, rng: random.Random, beside: bool = False) -> None:
    """Tell what the robots do until the match has a result, on standard error where `beside` says so.

    Raises:
        click.ClickException: a robot gave up, or nothing happens any more.
    """
    from tapete.bots import bot_of
    from tapete.table import story
    from tapete.table.robots import Robot

    speech = hosting.language()
    news: Mail[Changed] = hub.clock.mail()
    table.watch(news.put)
    bot = bot_of(table.rules, random.Random(rng.random()))
    robots = [Robot(table, seat, console, panel, pace, random.Random(rng.random()), bot) for panel, seat in enumerate(table.seats)]
    click.echo(
        _("Robots play {game} through the buttons of {port}.").format(game=table.rules.game.title.in_(speech), port=console.url), err=beside
    )
    for robot in robots:
        robot.start()
    told = 0
    try:
        while table.result is None or told < table.seq:
            try:
                news.get(timeout=STUCK_S)
            except queue.Empty:
                raise stuck(hub, table, robots) from None
            for entry in table.entries[told:]:
                for line in story.lines(table.rules, entry, tuple(table.events(entry.seq)), speech, table.names, table.state):
                    click.echo(line, err=beside)
                told = entry.seq
            if any(robot.failure is not None for robot in robots):
                raise stuck(hub, table, robots)
    finally:
        for robot in robots:
            robot.stop()
    if table.result is not None:
        click.echo(story.ending(table.rules, table.result, speech, table.names), err=beside)


def stuck(hub: Hub, table: Table, robots: list[Robot]) -> click.ClickException:
    """Why the robots do not go on."""
    causes = [f"{robot.seat}: {robot.failure}" for robot in robots if robot.failure is not None]
    owing = [hosting.said(prompt.text) for prompt in table.prompts().values() if prompt.acts]
    consoles = [hosting.said(console.text) for console in hub.consoles()]
    return click.ClickException(
        _("The match has come to a stop at move {seq}. {why}").format(seq=table.seq, why=" ".join([*causes, *owing, *consoles]))
    )
