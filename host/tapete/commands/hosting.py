"""Shared by `demo`, `play` and `resume`: the journal, the console, the pages, and one language for what they say."""

from __future__ import annotations

import errno
import gc
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

import click

from tapete.commands.words import nearest
from tapete.i18n import N_, Language, _, language_of

if TYPE_CHECKING:  # what a command needs is imported when it is called
    from starlette.applications import Starlette

    from tapete import web
    from tapete.bots.strength import Strength
    from tapete.console.clock import Clock
    from tapete.console.reports import ConsoleReport
    from tapete.console.simulator import SimulationFailed
    from tapete.core.refusals import RefereeError
    from tapete.core.seats import Seat
    from tapete.core.texts import Text, Words
    from tapete.table import Hub
    from tapete.table.binding import OpenConsole
    from tapete.table.occupant import Running
    from tapete.web.tls import Certificate

Command = Callable[..., None]

PORTS_TRIED = 20
"""So many ports are tried, from the usual one on, where nobody names one."""


def language() -> Language:
    """The language that this process speaks (`tapete.i18n.speak`)."""
    return language_of(os.environ.get("LANGUAGE", "")) or "en"


def said(text: Text) -> str:
    """A text in the language of this process."""
    return text.in_(language())


def refused(fault: RefereeError, words: Words | None = None) -> click.ClickException:
    """Refusals as the error of a command: every sentence, each with its clause."""
    from tapete.core.texts import PLAIN

    told = []
    for refusal in fault.refusals:
        clause = f" [{refusal.clause}]" if refusal.clause not in ("", "CORE") else ""
        told.append(said(refusal.text(words or PLAIN)) + clause)
    return click.ClickException(" ".join(told))


def failed(fault: SimulationFailed | TimeoutError) -> click.ClickException:
    """What is wrong with a simulated console as the error of a command, with the next step where there is one."""
    finding = getattr(fault, "finding", None)
    return click.ClickException(str(fault) if finding is None else f"{said(finding.what)} {said(finding.next)}")


@contextmanager
def readable() -> Iterator[None]:
    """Turn what can be wrong with journal, match, simulator and server into the error of a command, in its language."""
    from tapete.console.simulator import SimulationFailed
    from tapete.core.refusals import RefereeError
    from tapete.table import JournalTrouble

    try:
        yield
    except JournalTrouble as trouble:
        raise click.ClickException(said(trouble.text)) from trouble
    except RefereeError as fault:
        raise refused(fault) from fault
    except SimulationFailed as fault:
        raise failed(fault) from fault


@contextmanager
def chosen(game: str = "") -> Iterator[None]:
    """Turn refusals of a command's own words (house rules, seats, cards, names) into usage errors.

    Faults inside a file, and a journal that cannot be written, stay what they are.

    Args:
        game: its house rules are named when a name is unknown.

    Raises:
        click.UsageError: the reasons; for an unknown house rule the known ones too.
    """
    from tapete import games
    from tapete.core.catalogue import CardError
    from tapete.core.kinds import field_types
    from tapete.core.refusals import RefereeError
    from tapete.table.submitting import NotWritten

    try:
        yield
    except (CardError, NotWritten):
        raise
    except RefereeError as fault:
        told, found = refused(fault).message, games.find(game) if game else None
        unknown = [refusal.at for refusal in fault.refusals if found is not None and refusal.code == found.unknown_option.code]
        if found is not None and unknown:
            keys = sorted(field_types(found.options))
            told += nearest(unknown[0] or "", keys) + " " + _("Its house rules: {names}.").format(names=", ".join(keys))
        raise click.UsageError(told) from fault


@contextmanager
def within(file: BinaryIO | None) -> Iterator[None]:
    """Name the file in what the referee refuses of what it holds; where none was given, leave the refusal as it is.

    Raises:
        click.ClickException: it holds nothing that can be used.
    """
    from tapete.core.catalogue import CardError
    from tapete.core.refusals import RefereeError
    from tapete.table.submitting import NotWritten

    try:
        yield
    except RefereeError as fault:
        if file is None or isinstance(fault, CardError | NotWritten):
            raise
        raise click.ClickException(f"{file.name}: {refused(fault).message}") from fault


def data_option(command: Command) -> Command:
    """`--data`: where matches are kept."""
    return click.option(
        "--data", type=click.Path(path_type=Path, file_okay=False), help=N_("Folder where matches are kept (else TAPETE_DATA).")
    )(command)


def serving_options(command: Command) -> Command:
    """What commands that serve pages take: `--data`, `--lan`, `--https`, `--web-port`, `--no-browser`."""
    for option in (
        click.option("--no-browser", is_flag=True, help=N_("Do not open the browser.")),
        click.option("--web-port", type=click.IntRange(0, 65535), help=N_("Port of the pages (0: any free one).")),
        click.option("--https", is_flag=True, help=N_("With --lan: phones come over HTTPS, with a certificate of this computer's own.")),
        click.option("--lan", is_flag=True, help=N_("Let phones in the same network in, each with its key.")),
        data_option,
    ):
        command = option(command)
    return command


class RobotSeat(click.ParamType):  # type: ignore[type-arg]  # only newer versions of click take an argument
    """A seat for a robot, and how well it plays: `B` or `B:strong`."""

    name = "robot"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Seat, Strength]:
        from tapete.bots.strength import STRENGTHS
        from tapete.core.seats import SEATS

        if isinstance(value, tuple):
            return value
        letter, colon, word = str(value).partition(":")
        seat = next((seat for seat in SEATS if seat == letter.strip().upper()), None)
        strength = next((one for one in STRENGTHS if one == (word.strip().lower() if colon else "medium")), None)
        if seat is None or strength is None:
            said = _("“{value}” is no robot: give a seat, {seats}, and with a colon how well it plays: {strengths}.")
            self.fail(said.format(value=value, seats=", ".join(SEATS), strengths=", ".join(STRENGTHS)), param, ctx)
        return seat, strength


def robot_option(command: Command) -> Command:
    """`--robot`: seats that robots take, and how well they play."""
    said = N_("Let a robot play this seat: B, or B:strong (easy, medium, strong, exact). May be given several times.")
    option = click.option("--robot", "robots", multiple=True, type=RobotSeat(), metavar="SEAT[:STRENGTH]", help=said)
    return option(command)


def console_options(command: Command) -> Command:
    """Which console: `--port` or `--no-console`."""
    for option in (
        click.option("--no-console", is_flag=True, help=N_("Play on the pages alone.")),
        click.option("--port", help=N_("Port of the console (else the first one that is found).")),
    ):
        command = option(command)
    return command


def console_at(port: str | None) -> OpenConsole:
    """What opens the console at a port; without one, the first that is plugged in, whenever that is."""

    def open_console(on_report: Callable[[ConsoleReport], None], kept: Callable[[str], int]) -> Any:
        from tapete.console.client import Console
        from tapete.console.find import consoles

        return Console(port or consoles, on_report, kept=kept)

    return open_console


def cards_folder(data: Path | None) -> Path:
    """Return the folder of catalogues: without one of its own they lie beside the matches, where typed-in cards are saved too.

    Args:
        data: the folder of matches; None: this computer's.
    """
    from tapete.cards.finding import FOLDER
    from tapete.table.folders import journal_path

    return Path(os.environ.setdefault(FOLDER, str(journal_path(data).parent / "cards")))


@contextmanager
def hub_at(data: Path | None, clock: Clock | None = None) -> Iterator[Hub]:
    """The hub over the journal of this computer (or of `--data`); everything is closed at the end.

    Args:
        data: the folder; None: this computer's.
        clock: whose time counts; the real one when left out.

    Raises:
        JournalTrouble: the journal cannot be opened.
    """
    from tapete.console.clock import REAL_TIME
    from tapete.presentation.lamps import turn_told
    from tapete.table import Hub, Journal, journal_path

    path = journal_path(data)
    cards_folder(data)
    hub = Hub(Journal(path), clock=clock or REAL_TIME)
    hub.teller = turn_told
    try:
        yield hub
    finally:
        hub.close()


def can_draw(output: TextIO) -> bool:
    """Say whether this output is a terminal that has the characters of a QR code."""
    return output.isatty() and (output.encoding or "").lower().replace("-", "") == "utf8"


def qr_of(address: str) -> str:
    """An address as a QR code of half blocks, for a camera that looks at the terminal: a tablet or television need not type the key.

    Args:
        address: with its key; the page behind it hands out the seats' own codes.
    """
    import segno

    drawn = io.StringIO()
    segno.make(address, error="l", micro=False, boost_error=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue().rstrip("\n")


@contextmanager
def left_address(journal: Path, address: str) -> Iterator[None]:
    """Leave the address with the table's key in a file that its owner alone can read, while the block runs; say where it is.

    Args:
        journal: its file; the address lies beside it.
        address: of the first page, with its key.
    """
    from tapete.table.folders import ADDRESS

    path = journal.with_name(ADDRESS)
    try:
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(address + "\n")
    except OSError as fault:  # a full disk: pages are served all the same
        click.echo(_("{file} cannot be written: {why}.").format(file=path, why=fault.strerror), err=True)
    else:
        click.echo(_("The address with the table's key is in {file}.").format(file=path))
    try:
        yield
    finally:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def certificate_of(hub: Hub, as_service: bool) -> Certificate | None:
    """The certificate of HTTPS, kept beside the journal; None where a station cannot have one: it says so, and lets no phone in.

    Raises:
        click.ClickException: it cannot be had.
    """
    from tapete.core.refusals import Illegal
    from tapete.station.addresses import outward_address
    from tapete.table.folders import HTTPS_OFF
    from tapete.web.tls import Certificate, own_addresses

    try:
        return Certificate(hub.journal.path.parent, lambda: own_addresses(outward_address()))
    except Illegal as fault:
        if not as_service:
            raise refused(fault) from fault
        why = fault.refusals[0].text()
        click.echo(said(why), err=True)
        hub.alerts.say("https_off", HTTPS_OFF.fill(why=why))
        return None


Build = Callable[[bool, bytes | None], "Starlette"]
"""Makes an application: whether phones are let in, and the secret of its keys."""


def serve(
    hub: Hub,
    path: str,
    *,
    lan: bool,
    https: bool,
    web_port: int | None,
    no_browser: bool,
    build: Build | None = None,
    until: threading.Event | None = None,
    on_ready: Callable[[], None] | None = None,
    as_service: bool = False,
    opening: str = "",
) -> None:
    """Serve the pages until Ctrl-C.

    Args:
        hub: whose matches.
        path: the page that is opened, without its first slash.
        lan, https, web_port, no_browser: as the options say.
        build: what is served; the pages of the hub when left out.
        until: ends serving too, when it is set.
        on_ready: called once pages are served.
        as_service: tell systemd, where it runs this program, that it is ready and alive.
        opening: is said first, as soon as a port is had: what fails before has begun nothing.

    Raises:
        click.ClickException: a port is taken, or HTTPS cannot be had.
    """
    import webbrowser
    from contextlib import ExitStack

    from tapete import web
    from tapete.presentation import distributions
    from tapete.table.folders import KEYS_NOT_KEPT, Renewals, page_secret

    ports = [web_port] if web_port is not None else range(web.DEFAULT_PORT, web.DEFAULT_PORT + PORTS_TRIED)
    if https and not lan and not as_service:
        raise click.UsageError(_("--https is how phones come: give it together with --lan."))
    certificate = certificate_of(hub, as_service) if lan and https else None
    shut = lan and https and certificate is None  # a station whose certificate cannot be had: this computer alone
    secret = None
    try:
        secret = page_secret(hub.journal.path)  # without --lan too: phones may be let in by a button
    except OSError as fault:
        if as_service or not lan:  # a station goes on: its keys are others after the next start
            hub.alerts.say("keys_not_kept", KEYS_NOT_KEPT)
        else:
            raise click.ClickException(_("{file} cannot be written: {why}.").format(file=fault.filename, why=fault.strerror)) from fault
    try:
        renewed = Renewals(hub.journal.path, hub.alerts)
        served = web.app(hub, lan=lan, secret=secret, renewed=renewed) if build is None else build(lan, secret)
        host = "0.0.0.0" if lan and not shut else "127.0.0.1"
        server = at_a_free_port(lambda port: web.Server(served, host, port, certificate), ports)
    except OSError as fault:
        raise click.ClickException(
            _("The pages cannot be served at port {port} ({why}). Is another Tapete running? Take another port with --web-port.").format(
                port=ports[0], why=fault.strerror or fault
            )
        ) from fault
    if opening:
        click.echo(opening)
    if web_port is None and server.port != ports[0]:
        click.echo(_("Port {taken} is taken; the pages are at {port}.").format(taken=ports[0], port=server.port))
    with server, ExitStack() as ending:
        lobby, question, key = server.address.partition("?")
        ending.enter_context(mark_of(hub.journal.path.parent)).at(lobby)
        address = f"{lobby}{path}{question}{key}"
        # A key on a terminal is for the person before it; anywhere else it would stay in a log.
        shown = address if sys.stdout.isatty() or not lan else f"{lobby}{path}"
        click.echo(_("Pages: {address} (Ctrl-C ends)").format(address=shown))
        for unusable in distributions.faults():
            click.echo(f"▲ {said(unusable.text())}", err=True)
        if certificate is not None:
            click.echo(_("Fingerprint of the certificate (SHA-256): {fingerprint}").format(fingerprint=certificate.fingerprint))
        if shown != address:
            ending.enter_context(left_address(hub.journal.path, address))
        if lan and can_draw(sys.stdout):
            click.echo(qr_of(address))
        if on_ready is not None:
            on_ready()
        settle()
        if as_service:
            from tapete.station.service import systemd

            systemd.announce(f"http://127.0.0.1:{server.port}/{path}{question}{key}")
            ending.enter_context(systemd.alive(server.port))
        if not no_browser:
            webbrowser.open(f"{server.address_here.partition('?')[0]}{path}{question}{key}")
        try:
            (until or threading.Event()).wait()
        except KeyboardInterrupt:
            click.echo(_("The pages are closed; what was played is kept."))
            raise


def at_a_free_port(serves: Callable[[int], web.Server], ports: Sequence[int]) -> web.Server:
    """Serve at the first of these ports that is free.

    Raises:
        OSError: of the last one; none is free.
    """
    for port in ports[:-1]:
        try:
            return serves(port)
        except OSError as fault:
            if fault.errno != errno.EADDRINUSE:
                raise
    return serves(ports[-1])


@contextmanager
def mark_of(folder: Path) -> Iterator[Running]:
    """Mark this program as the one that serves the matches of a folder; say so where another one does."""
    from tapete.table.occupant import Running

    with closing(Running(folder)) as running:
        if running.other is not None:
            click.echo(runs_already(running.other) + " " + _("Play each match in one of the two."), err=True)
        yield running


def other_at(folder: Path) -> str | None:
    """The address of the program that serves the matches of a folder; empty if it has said none; None if no program serves them."""
    from tapete.table.occupant import Running

    with closing(Running(folder)) as running:
        return running.other


def runs_already(address: str) -> str:
    """Say that another Tapete serves the matches of this folder."""
    if not address:
        return _("Another Tapete runs on these matches.")
    return _("Another Tapete runs on these matches, at {address}.").format(address=address)


@contextmanager
def ends_in_order() -> Iterator[None]:
    """Let SIGTERM (systemd and containers stop a service with it) end the program as Ctrl-C does: everything is closed."""

    stopped = False

    def stop(number: int, frame: Any) -> None:
        nonlocal stopped
        stopped = True
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    except KeyboardInterrupt:  # of a service that is stopped: nothing went wrong
        if not stopped:
            raise
    finally:
        signal.signal(signal.SIGTERM, before)


def settle() -> None:
    """Let the collector of garbage pass over all that is loaded by now; called once, when a program begins to serve.

    To look through it takes 40 ms, and now and then a person's press would wait for that.
    """
    gc.collect()
    gc.freeze()
