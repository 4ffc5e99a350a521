"""`tapete console dice-test`, `self-test`, `factory-test` and `first-light`: tests of a console, which a person does at it."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import click

from tapete.commands.console_findings import fail, print_json, show_finding, the_port, worded
from tapete.commands.output import output_option, refuse_existing, write
from tapete.i18n import N_, _

Answer = TypeVar("Answer")


@click.command(
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


@click.command("self-test", help=N_("Try link, die, pixels and every button of a console. PORT: its port, if there are several."))
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


@click.command("factory-test", help=N_("Try a console at the bench, number it, keep a log and make its label. PORT: its port."))
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


@click.command("first-light", help=N_("Try a console that was just built, in ten minutes, and write one report to send. PORT: its port."))
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
