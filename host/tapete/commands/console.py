"""`tapete console`: find, simulate and examine consoles."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tapete.i18n import N_, _, language_of

if TYPE_CHECKING:  # what a command needs is imported when it is called
    from tapete.console.doctor import Examination
    from tapete.console.simulator import SimulatedConsole
    from tapete.console.troubles import Finding
    from tapete.core.texts import Text


@click.group(help=N_("Find, simulate and examine consoles."))
def command() -> None:
    """Hold the commands together."""


@command.command("list", help=N_("List the consoles that are plugged in."))
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON."))
def list_consoles(as_json: bool) -> None:
    """List the consoles, or say why there is none."""
    from tapete.console import find

    found = find.consoles()
    if as_json:
        print_json(found)
    elif found:
        for console in found:
            click.echo(f"{console.port}\t{console.description}\t{console.serial_number}")
    else:
        show_finding(find.missing())
    if not found:
        sys.exit(1)


@command.command(help=N_("Run the console's firmware on this computer, behind a port that Tapete opens like a real one."))
@click.option("--panels", type=click.IntRange(1, 4), help=N_("How many panels it has (else what settings.toml says)."))
@click.option("--tcp", type=click.IntRange(0, 65535), metavar="PORT", help=N_("Serve on this TCP port (0: any), on no terminal."))
@click.option("--link", type=click.Path(path_type=Path), metavar="PATH", help=N_("Path that always leads to the pseudo-terminal."))
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON."))
@click.option("--check", is_flag=True, help=N_("Start it, see that it draws, and end."))
def simulate(panels: int | None, tcp: int | None, link: Path | None, as_json: bool, check: bool) -> None:
    """Run a simulated console until the input ends or somebody presses Ctrl-C; lines such as `0 plus` press buttons."""
    from tapete.console.simulator import SimulatedConsole, SimulationFailed

    try:
        with SimulatedConsole(panels=panels, tcp=tcp, link=link) as console:
            picture = console.wait_for(lambda pixels: pixels.picture > 0)
            if as_json:
                print_json({"url": console.url, "panels": len(picture.panels)})
            else:
                click.echo(_("Simulated console: {url} ({panels} panels)").format(url=console.url, panels=len(picture.panels)))
            if not check:
                take_orders(console)
    except (SimulationFailed, TimeoutError) as error:
        raise click.ClickException(str(error)) from error


def take_orders(console: SimulatedConsole) -> None:
    """Press buttons as the lines of standard input say, until it ends."""
    from tapete.console.simulator import SimulationFailed

    if sys.stdin.isatty():
        click.echo(_("Press buttons by typing panel and button, such as `0 plus` or `1 lock 1200` (milliseconds); Ctrl-C ends it."))
    try:
        for line in sys.stdin:
            try:
                press(console, line.split())
            except (ValueError, SimulationFailed):
                click.echo(_("Type a panel (0, 1, ...), a button (minus, plus, lock, roll) and, if you like, milliseconds."), err=True)
        if not sys.stdin.isatty():
            console.wait_until_ended()
    except KeyboardInterrupt:
        click.echo()


def press(console: SimulatedConsole, words: list[str]) -> None:
    """Press a button as `panel button [milliseconds]` says; nothing for an empty line. Raises ValueError."""
    if not words:
        return
    if not 2 <= len(words) <= 3 or words[1] not in ("minus", "plus", "lock", "roll"):
        raise ValueError(words)
    console.press(int(words[0]), words[1], int(words[2]) if len(words) == 3 else 80)  # type: ignore[arg-type]  # proved above


@command.command(help=N_("Run the console's firmware on the header of a Raspberry Pi, without a Pico."))
@click.option("--panels", type=click.IntRange(1, 4), help=N_("How many panels it has (else what settings.toml says)."))
@click.option("--link", type=click.Path(path_type=Path), metavar="PATH", help=N_("Path that always leads to the pseudo-terminal."))
@click.option("--rehearse", is_flag=True, help=N_("Use no real pins: try the way through Blinka on any computer."))
@click.option("--check", is_flag=True, help=N_("Start it, see that it draws, and end."))
def local(panels: int | None, link: Path | None, rehearse: bool, check: bool) -> None:
    """Run the firmware through Blinka until somebody presses Ctrl-C."""
    from tapete.console.local import LocalConsole
    from tapete.console.simulator import SimulationFailed

    try:
        with LocalConsole(panels=panels, link=link, rehearse=rehearse) as console:
            click.echo(_("Local console: {url}").format(url=console.url))
            if check:
                console.wait_for(lambda pixels: pixels.picture > 0)
            else:
                console.wait_until_ended()
    except (SimulationFailed, TimeoutError) as error:
        raise click.ClickException(str(error)) from error
    except KeyboardInterrupt:
        click.echo()


@command.command(help=N_("Examine a console and say what to do about what is found. PORT: its port, if there are several."))
@click.argument("port", required=False)
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON."))
def doctor(port: str | None, as_json: bool) -> None:
    """Examine a console; ends with 1 when something is wrong."""
    from tapete.console.doctor import examine

    steps = {"port": _("Looking for the port ..."), "hello": _("Asking who is there ..."), "status": _("Listening to its figures ...")}
    examination = examine(port, say=lambda step: None if as_json else click.echo(steps[step], err=True))
    if as_json:
        print_json(in_words(examination))
    else:
        show_examination(examination)
    if not examination.healthy:
        sys.exit(1)


def show_examination(examination: Examination) -> None:
    """Print the figures, then each finding with what to do."""
    state = examination.state
    if state.firmware:
        click.echo(
            _("{port}: firmware {firmware}, {panels} panels, started by: {why}").format(
                port=examination.port, firmware=state.firmware, panels=state.panels, why=state.why
            )
        )
    if state.status is not None:
        for name, figure in figures(state.status):
            click.echo(f"  {name:<36}{figure:>9}")
    for finding in examination.findings:
        show_finding(finding)


def figures(status: Any) -> list[tuple[str, int]]:
    """The figures of `tapete.console.events.Status` with their names."""
    return [
        (_("Free memory, bytes"), status.free),
        (_("Turns of the loop in a second"), status.rate),
        (_("Longest turn, ms"), status.turn),
        (_("Messages waiting"), status.queue),
        (_("Messages repeated"), status.resent),
        (_("Lines damaged"), status.bad),
        (_("Presses not taken"), status.dropped),
        (_("Pictures dimmed"), status.limited),
        (_("Current of the pixels, estimate, mA"), status.draw),
        (_("Running for, s"), status.up),
    ]


def in_words(examination: Examination) -> dict[str, Any]:
    """The examination with its sentences, for JSON."""
    findings = [
        {"code": finding.code, "weight": finding.weight, "params": finding.params, "what": finding.what, "next": finding.next}
        for finding in examination.findings
    ]
    return {
        "port": examination.port,
        "healthy": examination.healthy,
        "findings": findings,
        "versions": examination.versions,
        "state": examination.state,
    }


def show_finding(finding: Finding) -> None:
    """Print what was found and what to do next, in the language spoken."""
    mark = {"fault": "✗", "warning": "!", "note": "·", "good": "✓"}[finding.weight]
    click.echo(f"{mark} {spoken(finding.what)}")
    if finding.weight != "good":
        click.echo(f"  → {spoken(finding.next)}")


def spoken(text: Text) -> str:
    """A text in the language of this process."""
    import os

    return text.in_(language_of(os.environ.get("LANGUAGE", "")) or "en")


def print_json(value: Any) -> None:
    """Print a value as indented JSON."""
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
