"""`tapete console`: find, simulate and examine consoles."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Collection
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from tapete.commands.arguments import GameName
from tapete.commands.output import output_option, refuse_existing, show_page, write
from tapete.i18n import N_, _, language_of, ngettext
from tapete.i18n import spoken as spoken_language

if TYPE_CHECKING:  # what a command needs is imported when it is called
    from tapete.console.doctor import Examination
    from tapete.console.simulator import SimulatedConsole
    from tapete.console.troubles import Finding
    from tapete.core.texts import Text

Answer = TypeVar("Answer")


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

    from tapete.core.codec import encode

    click.echo(msgspec.json.format(encode(value), indent=2).decode())


@command.command(
    "dice-test", help=N_("Throw the console's die many times and test whether it is even. PORT: its port, if there are several.")
)
@click.argument("port", required=False)
@click.option("--rolls", type=click.IntRange(100, 1_000_000), default=1000, show_default=True, help=N_("How many throws."))
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON."))
def dice_test(port: str | None, rolls: int, as_json: bool) -> None:
    """Test the die; ends with 1 when it does not look even."""
    from tapete.console.dice_test import MAX_SAMPLE, NoThrows, collect, judge

    try:
        with click.progressbar(length=rolls, label=_("Throwing"), file=sys.stderr, hidden=as_json or not sys.stderr.isatty()) as bar:

            def progress(thrown: int) -> None:
                bar.update(thrown - bar.pos)
                if not as_json and not sys.stderr.isatty() and thrown * 10 // rolls > (thrown - MAX_SAMPLE) * 10 // rolls:
                    click.echo(_("{thrown} of {rolls} throws").format(thrown=thrown, rolls=rolls), err=True)

            evenness = judge(collect(port or the_port(), rolls, progress))
    except NoThrows as none:
        fail(none.finding, as_json)
    finding = evenness.finding
    if as_json:
        print_json({"counts": evenness.counts, "chi_square": evenness.chi_square, "p_value": evenness.p_value, **worded(finding)})
    else:
        for face, count in enumerate(evenness.counts, start=1):
            click.echo(f"  {face:>2} {count:>8}")
        show_finding(finding)
    if finding.weight != "good":
        sys.exit(1)


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


@command.command("self-test", help=N_("Try link, die, pixels and every button of a console. PORT: its port, if there are several."))
@click.argument("port", required=False)
@output_option(N_("Write a report for a bug into this file."))
@click.option("--unattended", is_flag=True, help=N_("Nobody is there to press and look: try link, die and the walk of the pixels only."))
@click.option("--patience", type=click.FloatRange(0.1, 600), default=20.0, show_default=True, help=N_("Seconds to wait for each button."))
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON."))
def self_test(port: str | None, output: Path | None, force: bool, unattended: bool, patience: float, as_json: bool) -> None:
    """Try everything a person can try; ends with 1 when something is bad."""
    from tapete.console.self_test import Person, SelfTest, untried

    class AtTheTerminal(Person):
        def press(self, panel: int, button: str) -> None:
            click.echo(_("Panel {panel}: press {button}").format(panel=panel + 1, button=button.upper()), err=True)

        def saw_pixels(self) -> bool:
            return saw_pixels()

    refuse_existing(output, force)
    steps = {"link": _("The link ..."), "die": _("The die ..."), "pixels": _("The pixels: look at them ..."), "buttons": _("The buttons:")}
    found = port or the_port()
    person = None if unattended else AtTheTerminal()
    told = SelfTest(found, person, patience, say=lambda part: None if as_json else click.echo(steps[part], err=True)).run()
    if output is not None:
        write(told.json(), output, force)
    if as_json:
        click.echo(told.json().decode(), nl=False)
    else:
        marks = {"good": "✓", "bad": "✗", "not tried": "·"}
        for part in told.parts:
            click.echo(f"{marks[part.verdict]} {part.name}" + (f" ({part.note})" if part.note else ""))
        for finding in told.findings:
            show_finding(finding)
        if missing := untried(told.parts):
            click.echo(_("Not tried: {parts}").format(parts=", ".join(missing)))
    if not told.good:
        sys.exit(1)


def asked(question: Callable[[], Answer]) -> Answer:
    """Return what a person types. Raises `Stopped` for Ctrl-C, and at the end of the input."""
    from tapete.console.self_test import Stopped

    try:
        return question()
    except click.Abort:
        raise Stopped from None


def saw_pixels() -> bool:
    """Ask for what no link tells."""
    return asked(lambda: click.confirm(_("Did each pixel shine red, then green, then blue, one after the other?"), err=True))


def entered(question: str) -> str:
    """What a person writes behind a question; nothing for just Enter."""
    said: str = asked(lambda: click.prompt(question, default="", show_default=False, prompt_suffix=" ", err=True))
    return said.strip()


@command.command("factory-test", help=N_("Try a console at the bench, number it, keep a log and make its label. PORT: its port."))
@click.argument("port", required=False)
@click.option("--panels", type=click.IntRange(1, 4), default=2, show_default=True, help=N_("How many panels it must have."))
@click.option("--pixels", type=click.IntRange(1, 200), default=80, show_default=True, help=N_("How many pixels a panel must have."))
@click.option("--brick", is_flag=True, help=N_("Measure the rail with SW1 at BRICK too."))
@click.option("--log", type=click.Path(path_type=Path, dir_okay=False), default=Path("consoles.jsonl"), help=N_("The log: a line a test."))
@output_option(N_("The label (else SERIAL.svg)."))
@click.option("--patience", type=click.FloatRange(0.1, 600), default=10.0, show_default=True, help=N_("Seconds to wait for each button."))
def factory_test(
    port: str | None, panels: int, pixels: int, brick: bool, log: Path, output: Path | None, force: bool, patience: float
) -> None:
    """Try everything, then number, log and label; ends with 1 when something is bad, and makes no label then."""
    from tapete.console import copying, factory_test

    class AtTheBench(factory_test.FactoryPerson):
        def press(self, panel: int, button: str) -> None:
            click.echo(_("Panel {panel}: press {button}").format(panel=panel + 1, button=button.upper()), err=True)

        def saw_pixels(self) -> bool:
            return click.confirm(_("Did each pixel shine red, then green, then blue, one after the other?"), err=True)

        def supply(self, name: str) -> None:
            click.prompt(_("Put SW1 at {name}, then Enter").format(name=name), default="", show_default=False, prompt_suffix=" ", err=True)

    found = port or the_port()
    board, now = factory_test.board_of(found), datetime.now(UTC)
    try:
        serial = factory_test.serial_for(log, board, now.year)
    except factory_test.BadLog as wrong:
        said = _("{place} is no line of such a log. Name another file with --log, or mend the line.")
        raise click.ClickException(said.format(place=wrong)) from wrong
    place = output if output is not None else Path(f"{serial}.svg")
    refuse_existing(place, force)
    steps = {"link": _("The link ..."), "die": _("The die ..."), "pixels": _("The pixels: look at them ..."), "buttons": _("The buttons:")}
    bench = AtTheBench()
    test = factory_test.FactoryTest(
        found, bench, patience, panels=panels, pixels=pixels, brick=brick, say=lambda part: click.echo(steps[part], err=True)
    )
    told = test.run()
    marks = {"good": "✓", "bad": "✗", "not tried": "·"}
    for part in told.parts:
        click.echo(f"{marks[part.verdict]} {part.name}" + (f" ({part.note})" if part.note else ""))
    for finding in told.findings:
        show_finding(finding)
    try:
        factory_test.keep(log, serial, board, now, told)
        drive = factory_test.number_drive(copying.drives(), serial) if told.good else None
    except OSError as wrong:
        raise click.ClickException(str(wrong)) from wrong
    if not told.good:
        click.echo(
            _("{serial} is not good: mend it and try again. It keeps its number; {log} has what was found.").format(serial=serial, log=log)
        )
        sys.exit(1)
    write(factory_test.label(serial, told.state.panels, told.state.firmware, now).encode(), place, force)
    click.echo(_("{serial} is good. Label: {file}. Log: {log}.").format(serial=serial, file=place, log=log))
    if drive is None:
        click.echo(_("The number stands on no drive: none is in reach, or more than one."))


@command.command("first-light", help=N_("Try a console that was just built, in ten minutes, and write one report to send. PORT: its port."))
@click.argument("port", required=False)
@output_option(N_("The report (else first-light.json)."))
@click.option("--patience", type=click.FloatRange(0.1, 600), default=60.0, show_default=True, help=N_("Seconds to wait for each button."))
def first_light(port: str | None, output: Path | None, force: bool, patience: float) -> None:
    """Try everything that a builder can see and press; ends with 1 when something is bad."""
    from tapete.console.first_light import FirstLight, FirstLightPerson
    from tapete.console.self_test import TO_THE_END

    def say(text: str, **params: Any) -> None:
        click.echo(text.format(**params), err=True)

    class AtTheTerminal(FirstLightPerson):
        def press(self, panel: int, button: str) -> None:
            say(_("Panel {panel}: press {button}"), panel=panel + 1, button=button.upper())

        def saw_pixels(self) -> bool:
            return saw_pixels()

        def number(self, what: str, panel: int) -> int | None:
            questions = {
                "counter": _("Panel {panel}: how many pixels of the counter shine?"),
                "private": _("Panel {panel}: which number is under the hood?"),
                "digits": _("Panel {panel}: which number do its four digits show?"),
            }
            said = entered(questions[what].format(panel=panel + 1))
            return int(said) if said.isdecimal() else None

        def heard(self) -> bool:
            return asked(lambda: click.confirm(_("Did the buzzer sound twice, shortly?"), err=True))

        def turn(self) -> None:
            say(_("Turn the knob one click to the right, then press LOCK of panel 1"))

        def lay(self) -> None:
            say(_("Lay one card with a sticker on the reader"))

        def lift(self) -> None:
            say(_("Take the card away"))

        def bid(self, panel: int, number: int) -> None:
            say(_("Panel {panel}: set {number} under the hood with MINUS and PLUS, then press LOCK"), panel=panel + 1, number=number)

        def roll(self, panel: int) -> None:
            self.press(panel, "roll")

        def both(self, panel: int) -> None:
            say(_("Panel {panel}: hold MINUS and PLUS together for two seconds"), panel=panel + 1)

        def alone(self, panel: int) -> None:
            entered(
                _(
                    "Panel {panel}: wait until its lights blink, press MINUS till its counter is at zero and PLUS three times; then Enter"
                ).format(panel=panel + 1)
            )

        def replug(self) -> None:
            say(_("Pull the USB cable out, wait two seconds, and put it in again"))

    refuse_existing(output, force)
    names = (Path(f"first-light{'' if number == 1 else f'-{number}'}.json") for number in itertools.count(1))
    place = output if output is not None else next(name for name in names if force or not name.exists())
    steps = {"link": _("The link ..."), "die": _("The die ..."), "pixels": _("The pixels: look at them ..."), "buttons": _("The buttons:")}
    told = FirstLight(port or the_port(), AtTheTerminal(), patience, say=lambda part: click.echo(steps[part], err=True)).run()
    verdicts = {part.name: part.verdict for part in told.parts}
    if verdicts["link"] == "good":
        write(told.json(), place, force)
    marks = {"good": "✓", "bad": "✗", "not tried": "·"}
    for part in told.parts:
        click.echo(f"{marks[part.verdict]} {part.name}" + (f" ({part.note})" if part.note else ""))
    for finding in told.findings:
        show_finding(finding)
    if verdicts["link"] != "good":
        click.echo(_("The console could not be tried; no report was written. `tapete console doctor` says more."))
        sys.exit(1)
    good = sum(part.verdict == "good" for part in told.parts)
    if TO_THE_END in verdicts:
        click.echo(_("Stopped: {file} holds what was tried until then. Begin again for a whole report.").format(file=place))
        sys.exit(130)
    click.echo(
        _("{good} of {all} checks are good. Send {file}: docs/build/first-light.md says where.").format(
            good=good, all=len(told.parts), file=place
        )
    )
    if not told.good:
        sys.exit(1)


def the_port() -> str:
    """Return the port of the one console that is plugged in; without one end the command and say what to do."""
    from tapete.console import find

    port = find.any_console()
    if port is None:
        fail(find.missing(), as_json=False)
    return port


def worded(finding: Finding) -> dict[str, Any]:
    """A finding with its sentences, for JSON."""
    return {"code": finding.code, "what": finding.what, "next": finding.next}


def fail(finding: Finding, as_json: bool) -> NoReturn:
    """Say what stands in the way and what to do, and end with 1."""
    if as_json:
        print_json(worded(finding))
    else:
        show_finding(finding)
    sys.exit(1)
