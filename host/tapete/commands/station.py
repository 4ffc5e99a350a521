"""`tapete station`: a demo station on this computer's screen; its subcommands install and keep it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tapete.commands import hosting, station_service
from tapete.i18n import N_

if TYPE_CHECKING:
    from tapete.station.station import Station
    from tapete.table import Hub

TICK_S = 0.5
"""How often the station looks at its clock."""

CONSOLES = ("auto", "simulated", "none")

_log = logging.getLogger(__name__)


@click.group(
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
    help=N_("Run a demo station: full-screen pages for one big screen, and phones that join by QR. Ctrl-C ends."),
)
@click.option(
    "--console",
    "console",
    type=click.Choice(CONSOLES),
    default="auto",
    show_default=True,
    help=N_("auto: the first console that is plugged in, whenever that is. simulated: one on this computer. none: pages alone."),
)
@click.option("--port", help=N_("Port of the console (else the first one that is found)."))
@click.option("--speed", type=click.FloatRange(0.1, 50), default=1.0, help=N_("How fast the simulated console's clock runs (soak tests)."))
@click.option(
    "--league",
    metavar="ADDRESS",
    help=N_("Be a table of an event, whatever the settings say: each round's match begins by itself. ADDRESS is from the organiser."),
)
@hosting.serving_options
@click.pass_context
def command(
    ctx: click.Context,
    console: str,
    port: str | None,
    speed: float,
    league: str | None,
    data: Path | None,
    lan: bool,
    https: bool,
    web_port: int | None,
    no_browser: bool,
) -> None:
    """Serve the station until Ctrl-C, unless a subcommand is called."""
    if ctx.invoked_subcommand is not None:
        return
    from tapete.commands import station_run
    from tapete.league.joining.attendance import Attendance
    from tapete.presentation import distributions
    from tapete.station.station import Station
    from tapete.table.folders import folder

    if league is not None:
        from tapete.league.joining.address import read_address

        with hosting.chosen():
            read_address(league)
    kept = folder(data)
    again = False  # a stop by SIGTERM leaves the block below early
    for fault in distributions.faults():
        click.echo(hosting.said(fault.text()), err=True)
    with hosting.readable(), hosting.ends_in_order(), ExitStack() as closing:
        hub = closing.enter_context(station_run.hub_of(kept))
        plug_in(closing, hub, console, port, speed)
        attends = closing.enter_context(Attendance(hub))
        if league is not None:
            attends.join(league, anyway=True)
        station = Station(hub, kept, in_event=attends)
        if league is None:
            station.staff.attend()
        closing.callback(station.close)
        desk = station_run.desk_of(station, kept)
        closing.callback(station_run.close, desk)
        closing.enter_context(ticking(station))
        hosting.serve(
            hub,
            "station",
            lan=lan,
            https=https or station.staff.settings.https,
            web_port=web_port,
            no_browser=no_browser,
            build=lambda lan, secret: station_run.build(station, desk, kept, lan, secret),
            until=desk.restart,
            on_ready=desk.log.attach,
            as_service=True,
        )
        again = desk.restart.is_set()
    if again:
        station_run.begin_anew()


def plug_in(closing: ExitStack, hub: Hub, console: str, port: str | None, speed: float = 1.0) -> None:
    """Use the console that was asked for.

    Args:
        closing: what ends the simulator. hub: which uses it. console: one of `CONSOLES`. port: of a real one. speed: of a simulated one.
    """
    if console == "none":
        return
    if console == "simulated":
        from tapete.console.simulator import SimulatedConsole

        hub.simulator = closing.enter_context(SimulatedConsole(panels=2, speed=speed))
        hub.add_console(hosting.console_at(hub.simulator.url))
    else:
        hub.add_console(hosting.console_at(port))


@contextmanager
def ticking(station: Station) -> Iterator[None]:
    """Let time go by for a station, on a thread of its own."""
    ending = threading.Event()

    def tick() -> None:
        while not ending.wait(TICK_S):
            try:
                station.tick()
            except Exception:  # noqa: BLE001 - whatever goes wrong in one second, the station is there in the next
                _log.exception("the station's clock failed")

    thread = threading.Thread(target=tick, daemon=True, name="station clock")
    thread.start()
    try:
        yield
    finally:
        ending.set()
        thread.join()


station_service.add_to(command)
