"""`tapete console`: find, simulate and examine consoles."""

from __future__ import annotations

import sys
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tapete.commands.arguments import GameName
from tapete.commands.console_findings import fail, print_json, show_finding, spoken, worded
from tapete.commands.console_tests import dice_test, factory_test, first_light, self_test
from tapete.commands.output import output_option, refuse_existing, show_page, write
from tapete.i18n import N_, _, ngettext
from tapete.i18n import spoken as spoken_language

if TYPE_CHECKING:  # what a command needs is imported when it is called
    from tapete.console.doctor import Examination
    from tapete.console.simulator import SimulatedConsole


@click.group(help=N_("Find, simulate and examine consoles."))
def command() -> None:
    """Hold the commands together."""


@command.command("list", help=N_("List the consoles that are plugged in."))
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON."))
def list_consoles(as_json: bool) -> None:
    """List the consoles, or say why no console was found."""
    from tapete.console import find

    found = find.consoles()
    if as_json:
        print_json(found)
    elif found:
        for console in found:
            click.echo(f"{console.port}\t{console.description}\t{console.serial_number}")
    else:
        show_finding(find.missing())


@command.command(help=N_("Run the console's firmware on this computer, behind a port that Tapete opens like a real one."))
@click.option("--panels", type=click.IntRange(1, 4), help=N_("How many panels it has (else what settings.toml says)."))
@click.option("--tcp", type=click.IntRange(0, 65535), metavar="PORT", help=N_("Serve on this TCP port (0: any), on no terminal."))
@click.option("--link", type=click.Path(path_type=Path), metavar="PATH", help=N_("Path that always leads to the pseudo-terminal."))
@click.option("--reader", is_flag=True, help=N_("Put a reader of stickers beside it."))
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON."))
@click.option("--check", is_flag=True, help=N_("Start it, see that it draws, and end."))
def simulate(panels: int | None, tcp: int | None, link: Path | None, reader: bool, as_json: bool, check: bool) -> None:
    """Run a simulated console until the input ends or a person presses Ctrl-C; lines such as `0 plus` press buttons."""
    from tapete.commands.hosting import failed
    from tapete.console.simulator import SimulatedConsole, SimulationFailed

    try:
        with SimulatedConsole(panels=panels, tcp=tcp, link=link, settings={"TAPETE_READER": 1} if reader else None) as console:
            picture = console.wait_for(lambda pixels: pixels.picture > 0)
            if as_json:
                print_json({"url": console.url, "panels": len(picture.panels)})
            else:
                panels = len(picture.panels)
                said = ngettext("Simulated console: {url} ({panels} panel)", "Simulated console: {url} ({panels} panels)", panels)
                click.echo(said.format(url=console.url, panels=panels))
            if not check:
                take_orders(console)
    except (SimulationFailed, TimeoutError) as error:
        raise failed(error) from error


def take_orders(console: SimulatedConsole) -> None:
    """Press buttons as the lines of standard input say, until it ends."""
    from tapete.console.simulator import SimulationFailed

    typed = sys.stdin is not None and sys.stdin.isatty()
    if typed:
        click.echo(_("Press buttons by typing panel and button, such as `0 plus` or `1 lock 1200` (milliseconds); Ctrl-C ends it."))
    try:
        for line in sys.stdin or ():  # it may be closed
            try:
                obey(console, line.split())
            except (ValueError, SimulationFailed):
                click.echo(_("Type a panel (0, 1, ...), a button (minus, plus, lock, roll) and, if you like, milliseconds."), err=True)
                if console.has_reader:
                    click.echo(_("Or `lay` with the code of a card, such as `lay MOR.REED.SCOUT`, and `lift`."), err=True)
        if not typed:
            console.wait_until_ended()
    except KeyboardInterrupt:
        click.echo()
        raise


def obey(console: SimulatedConsole, words: list[str]) -> None:
    """Do what a line says: `lay CODE`, `lift`, or a button. Raises ValueError, SimulationFailed."""
    from tapete.console.simulator import sticker

    if words[:1] == ["lay"] and len(words) == 2:
        console.lay(sticker(words[1]))
    elif words == ["lift"]:
        console.lay()
    else:
        press(console, words)


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
@click.option("--pixel-pin", type=click.IntRange(0, 27), metavar="GPIO", help=N_("The GPIO that all pixels hang on (else 18)."))
@click.option("--pin", "pins", multiple=True, metavar="GPn=Dm", help=N_("Put a button of the Pico's pin map elsewhere: GP2=D4."))
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help=N_("A key of settings.toml, such as TAPETE_BRIDGE_PIXELS=0."))
@click.option("--rehearse", is_flag=True, help=N_("Use no real pins: try the way through Blinka on any computer."))
@click.option("--check", is_flag=True, help=N_("Start it, see that it draws, and end."))
def local(
    panels: int | None,
    link: Path | None,
    pixel_pin: int | None,
    pins: tuple[str, ...],
    settings: tuple[str, ...],
    rehearse: bool,
    check: bool,
) -> None:
    """Run the firmware through Blinka until a person presses Ctrl-C."""
    from tapete.commands.hosting import failed
    from tapete.console.local import LocalConsole
    from tapete.console.simulator import SimulationFailed

    try:
        chosen = chosen_settings(settings)
        wired = pairs(pins, "GPn=Dm")
        with LocalConsole(panels=panels, settings=chosen, link=link, rehearse=rehearse, pixel_pin=pixel_pin, pins=wired) as console:
            click.echo(_("Local console: {url}").format(url=console.url))
            if check:
                console.wait_for(lambda pixels: pixels.picture > 0)
            else:
                console.wait_until_ended()
    except (SimulationFailed, TimeoutError) as error:
        raise failed(error) from error
    except KeyboardInterrupt:
        click.echo()
        raise


def chosen_settings(given: tuple[str, ...]) -> dict[str, str | int]:
    """Read the keys of settings.toml that were given with `--set`. Raises BadParameter, which names what may be given."""
    from tapete.console import settings_file

    values: dict[str, str | int] = {key: int(value) if value.isdecimal() else value for key, value in pairs(given, "KEY=VALUE").items()}
    try:
        wrong = settings_file.unusable(values)
    except KeyError as unknown:
        known = ", ".join(settings_file.keys())
        raise click.BadParameter(
            _("settings.toml has no key {key}. It has {known}.").format(key=unknown.args[0], known=known), param_hint="--set"
        ) from None
    for one in wrong:
        raise click.BadParameter(
            _("{key} cannot be {stands}; left out it is {used}. The comments of settings.toml say what it may be.").format(
                key=one.key, stands=values[one.key], used=one.used or '""'
            ),
            param_hint="--set",
        )
    return values


def pairs(given: tuple[str, ...], form: str) -> dict[str, str]:
    """Read what an option was given several times. Raises BadParameter."""
    read = {}
    for text in given:
        key, equals, value = text.partition("=")
        if not (key and equals and value):
            raise click.BadParameter(_("“{text}” is not {form}.").format(text=text, form=form))
        read[key] = value
    return read


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
        said = ngettext(
            "{port}: firmware {firmware}, {panels} panel, started by: {why}",
            "{port}: firmware {firmware}, {panels} panels, started by: {why}",
            state.panels,
        )
        click.echo(said.format(port=examination.port, firmware=state.firmware, panels=state.panels, why=state.why))
        if beside := parts_beside(state.able.parts):
            click.echo("  " + _("Beside: {parts}").format(parts=", ".join(beside)))
    if state.status is not None:
        for name, figure in figures(state.status):
            click.echo(f"  {name:<36}{figure:>9}")
    for finding in examination.findings:
        show_finding(finding)


def parts_beside(parts: Collection[str]) -> list[str]:
    """What a builder has added to a console, in words; a part that this version does not know by its own name."""
    known = {"reader": _("reader of stickers"), "digits": _("four digits a panel"), "encoder": _("knob"), "buzzer": _("buzzer")}
    known |= {"bus_encoder": _("knob over two wires"), "keys": _("buttons over two wires")}
    return [known.get(part, part) for part in sorted(parts)]


def figures(status: Any) -> list[tuple[str, int | str]]:
    """The figures of `tapete.console.reports.Status` with their names; a simulated console does not know its memory."""
    return [
        (_("Free memory, bytes"), status.free or "—"),
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


@command.command("copy-firmware", help=N_("Copy the firmware onto a Pico's drive. FOLDER: the drive, if it is not found by itself."))
@click.argument("folder", required=False, type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--dry-run", "dry", is_flag=True, help=N_("Copy nothing; say what would change, and end with 1 if anything would."))
@click.option("--replace", is_flag=True, help=N_("Put the firmware in the place of another project, whose files stay beside it."))
@click.option("--board-is-compatible", is_flag=True, help=N_("Take another board than a Pico: its pins GP2 to GP22 are the same."))
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON."))
def copy_firmware(folder: Path | None, dry: bool, replace: bool, board_is_compatible: bool, as_json: bool) -> None:
    """Bring a drive up to date; the builder's settings.toml stays. Ends with 1 if a line of that cannot be used."""
    from tapete.console import copying, settings_file

    words = {
        "new": _("new"),
        "changed": _("changed"),
        "same": _("the same"),
        "kept": _("yours, kept"),
        "removed": _("no longer needed"),
        "moved": _("moved aside, it is {beside} now"),
    }

    def tell(copied: copying.Copied, at: int, of: int) -> None:
        if not as_json and copied.what != "same":
            click.echo(f"[{at:>2}/{of}] {copied.path}: {words[copied.what].format(beside=copied.beside)}")

    try:
        drive = folder if folder is not None else copying.find_drive()
        version = copying.check_drive(drive, compatible=board_is_compatible)
        if not as_json:
            click.echo(_("{drive}: CircuitPython {version}").format(drive=drive, version=version))
        done = copying.copy(drive, tell, write=not dry, replace=replace)
    except copying.NotCopied as reason:
        fail(reason.finding, as_json)
    finding = copying.result(done)
    fresh = copying.new_settings(drive)
    warnings = [copying.untried(version)]
    if copying.Copied("boot.py", "same") in done:  # else these are the words of another boot.py
        warnings.append(copying.boot_trouble(drive))
    wrong = settings_file.judge_drive(drive)
    if as_json:
        told = {"drive": str(drive), "circuitpython": version, "files": done, "new_settings": fresh}
        told["settings"] = [worded(line) for line in wrong]
        told["warnings"] = [worded(warning) for warning in filter(None, warnings)]
        print_json({**told, **worded(finding)})
    else:
        if fresh:
            click.echo(_("Your settings.toml does not have these keys; their defaults count: {keys}").format(keys=", ".join(fresh)))
        if not dry or finding.code == "firmware_current":
            show_finding(finding)
            if finding.code != "firmware_current" or not wrong:
                click.echo(f"  → {spoken(finding.next)}")
        for warning in filter(None, warnings):
            show_finding(warning)
        for line in wrong:
            show_finding(line)
    if any(line.weight != "note" for line in wrong) or (dry and finding.code != "firmware_current"):
        sys.exit(1)


@command.command(
    help=N_("Make the card of the lights for the box, strips of digits for the windows and stickers for the buttons, to be printed on A4.")
)
@click.option("--game", type=GameName(), help=N_("Put the words of this game on the card."))
@output_option(N_("Write to this file (else open the browser; -: print)."))
def legend(game: str | None, output: Path | None, force: bool) -> None:
    """Write cards in both languages as one HTML file."""
    refuse_existing(output, force)
    from tapete.core.texts import LANGUAGES
    from tapete.presentation.legend_card import sheet

    made = sheet(sorted(LANGUAGES, key=lambda language: language != spoken_language()), game or "")
    if output is None:
        show_page(made, "legend")
    else:
        write(made, output, force)


@command.command("image", help=N_("Join CircuitPython and the firmware into one file for a new Pico: hold BOOTSEL, plug in, drop it."))
@click.option(
    "--board",
    type=click.Choice(["pico", "pico_w", "pico2", "pico2_w"]),
    required=True,
    metavar="BOARD",
    help=N_("Which board it is for: pico, pico_w, pico2 or pico2_w."),
)
@click.option("--panels", type=click.IntRange(1, 4), default=2, show_default=True, help=N_("How many panels the console has."))
@click.option(
    "--from",
    "source",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    required=True,
    metavar="FILE.uf2",
    help=N_("CircuitPython's image for this board, from circuitpython.org."),
)
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help=N_("A key of settings.toml, such as TAPETE_BRIDGE_PIXELS=0."))
@output_option(N_("The file to write (else tapete-BOARD-PANELS.uf2)."))
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON."))
def make_image(board: str, panels: int, source: Path, settings: tuple[str, ...], output: Path | None, force: bool, as_json: bool) -> None:
    """Write a UF2 with interpreter, firmware, pixel driver and settings."""
    from tapete.console import image
    from tapete.console.copying import NotCopied
    from tapete.console.troubles import Finding

    place = output if output is not None else Path(f"tapete-{board}-{panels}.uf2")
    refuse_existing(place, force)
    changed = chosen_settings(settings)
    try:
        octets, base = image.image(source, board, panels, changed)
    except NotCopied as reason:
        fail(reason.finding, as_json)
    write(octets, place, force)
    finding = Finding(
        "image_made", {"file": str(place), "version": base.version, "panels": panels, "megabytes": f"{len(octets) / 1e6:.1f}"}
    )
    if as_json:
        print_json({"file": str(place), "circuitpython": base.version, "bytes": len(octets), **worded(finding)})
    else:
        show_finding(finding)
        click.echo(f"  → {spoken(finding.next)}")


for test in (dice_test, self_test, factory_test, first_light):
    command.add_command(test)
