"""`Console`: one console of the table. Finds it, connects, comes back by itself after every interruption, for ever.

    console = Console("/dev/ttyACM1", on_report)
    console.show(scene, {0: "A", 1: "B"}, request="s12")
    console.reveal()
    console.close()

`on_report` is called on the console's own thread. What a person did is acknowledged to the console after `on_report` has returned; if it
raises, or this process dies in it, the console says the same again, with the same boot id and number.
"""

from __future__ import annotations

import datetime
import logging
import queue
import threading
from collections.abc import Callable, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from tapete import __version__
from tapete.console.abilities import Abilities
from tapete.console.clock import REAL_TIME, Clock, Mail
from tapete.console.find import PRODUCT, Find, FoundConsole
from tapete.console.host_link import HostLink
from tapete.console.port import PORT_ERRORS, OpenedPort, OpenPort, Port, PortTrouble
from tapete.console.reports import Connected, ConsoleReport, HeldBid, LinkCounters, ProtocolMismatch, Status, Unreachable
from tapete.console.scenes import request_name, write_scene
from tapete.console.troubles import Finding
from tapete.core.scene import Scene
from tapete.core.seats import Seat

TICK_S = 0.1
"""How often the link looks at the time when nothing arrives."""

RETRY_S = 0.5
"""How long after a failure the port is tried again."""

LEAVE_S = 0.5
"""How long a console may take to show the last picture before its port is closed."""

NO_ANSWER_MS = 3000
"""A port that opens and stays silent for so long has no console behind it: said once."""

REOPEN_MS = 10_000
"""A port that stays silent for so long is closed and looked for anew."""

MOST_UNREAD = 65_536
"""Bytes from the port that wait to be handled. The reader waits for room, so a console that floods fills its own buffers and not ours."""

CLOCK_S = 600
"""How often the console is told what time it is: it has no clock, and less light at night is its own business."""

_log = logging.getLogger(__name__)


def minute_of_day() -> int:
    """Minutes past midnight on the wall of this place."""
    now = datetime.datetime.now()
    return 60 * now.hour + now.minute


class ConsoleState(Struct, frozen=True):
    """How a console is, seen from here. Empty words and zeros before the first session; the last known ones while it is away.

    `held` is None until the console has said in this session which bids it holds. `faults` of its pin map and its supply are in the words
    of `tapete_console.wiring`; `troubles.wired` says them in both languages.
    """

    connected: bool = False
    url: str = ""
    boot: str = ""
    firmware: str = ""
    panels: int = 0
    pixels: tuple[int, ...] = ()
    bridge: int = 0
    able: Abilities = Abilities()
    pins: str = ""
    why: str = ""
    faults: tuple[str, ...] = ()
    held: tuple[HeldBid, ...] | None = None
    status: Status | None = None
    counters: LinkCounters = field(default_factory=LinkCounters)
    trouble: Finding | None = None


class Console:
    """One console, wherever and whenever it is plugged in.

    Args:
        where: the port's address, or a function that says anew each time where it may be (`find.consoles`, `find.by_serial_number`), or
            at which address it is: the first that is free and answers is taken. A board that does not call itself a console is only
            listened to.
        on_report: gets every event, on this console's thread.
        kept: for a boot id, the number of the last message that an earlier run of this program has kept; 0 if none.
        clock: whose time counts.
        open_port: opens the port; `Port` by pyserial when left out.
        software: our version as told in hello.
        minute: the time of day that the console is told, in minutes past midnight.
        acknowledge: False only listens: what a person did stays on the console for the match's own host. `tapete console doctor` does so.
    """

    def __init__(
        self,
        where: str | Find | Callable[[], str | None],
        on_report: Callable[[ConsoleReport], None],
        *,
        kept: Callable[[str], int] = lambda boot: 0,
        clock: Clock = REAL_TIME,
        open_port: OpenPort = Port,
        software: str = __version__,
        acknowledge: bool = True,
        minute: Callable[[], int] = minute_of_day,
    ) -> None:
        self._where = where
        self._on_event = on_report
        self._clock, self._open_port = clock, open_port
        self._acknowledge = acknowledge
        self._minute = minute
        self._clock_due = 0.0
        self._percent = 100
        self._link = HostLink(software, kept=kept)
        self._tasks: Mail[Callable[[], None]] = clock.mail()
        self._closing = threading.Event()
        self._leaving = False
        self._unread, self._room = 0, clock.condition()
        self._port: OpenedPort | None = None
        self._connection = object()
        self._broken: Exception | None = None
        self._told_finding: Finding | None = None
        self._place = FoundConsole("", "", "")
        self._silent: set[str] = set()
        self._choice = False
        self._state = ConsoleState()
        self._wanted_scene: object = None
        self._shown_scene: object = None
        self._thread = clock.thread(self._run, "console")
        self._thread.start()

    # For the table, from any thread --------------------------------------------------------------------------------------------------

    @property
    def state(self) -> ConsoleState:
        """How the console is now."""
        return self._state

    @property
    def current(self) -> bool:
        """Whether the panels show what `show` was given last; `Shown` tells when that becomes so."""
        return self._shown_scene is self._wanted_scene and self._link.current

    def held_bids(self) -> tuple[HeldBid, ...]:
        """The bids that the console said last it holds; none while it is away or has not said so yet."""
        return self._state.held or ()

    def show(self, scene: Scene, binding: Mapping[int, Seat], request: str = "", answers: int = 0, match: str = "") -> None:
        """Show a scene; only the newest counts, and it is shown again after every interruption.

        Args:
            scene: the whole picture.
            binding: the seat at each panel (0..3).
            request: id of what the scene asks for, 1..7 letters, digits, `_` or `-`: the same while the question is open, another for each
                new one of the match. May be left out of a scene that asks nothing.
            answers: how many presses of its panels have been answered so far (`HostLink.show`).
            match: the id of the match, to which the seals of bids are bound (`HostLink.show`).

        Raises:
            ValueError: a bid or choice beyond two digits, an impossible request.
        """
        name = request_name(request or "none")
        write_scene(scene, binding, name)  # refuse here what the other thread could only log
        fixed = dict(binding)
        self._wanted_scene = asked = object()

        def task() -> None:
            self._shown_scene = asked
            self._link.show(scene, fixed, name, self._now(), answers, match)

        self._tasks.put(task)

    def show_nothing(self) -> None:
        """Let the panels go dark: the match is over or has left this console."""
        self._tasks.put(lambda: self._link.show_nothing(self._now()))

    def reveal(self) -> None:
        """Ask for the bids of the scene shown last, again and again until they are there; `BidRevealed` brings each."""
        self._tasks.put(lambda: self._link.reveal(self._now()))

    def dim(self, percent: int) -> None:
        """Let all pixels shine with so much (1..100) of the light that the console's settings give them, from now on."""
        if percent != self._percent:
            self._percent = max(1, min(100, percent))
            self._tasks.put(self._resend_clock)

    def ask_status(self) -> None:
        """Ask the console how it is, at once (it tells each second anyway)."""
        self._tasks.put(lambda: self._ask_link("ask"))

    def start_self_test(self) -> None:
        """Let the console walk through all its pixels; a `Reported` tells when it is done."""
        self._tasks.put(lambda: self._ask_link("test"))

    def sample(self, count: int) -> None:
        """Let the console throw its die `count` times (1..100) for statistics; `Sampled` brings the faces. Raises ValueError."""
        if not 1 <= count <= 100:
            raise ValueError(f"1..100 throws at once, not {count}")
        self._tasks.put(lambda: self._ask_link("sample", count))

    def close(self) -> None:
        """Show the last picture, let the port go and end the thread. The console is alone three seconds later."""
        self._closing.set()
        self._tasks.put(lambda: None)
        if threading.current_thread() is not self._thread:
            self._thread.join()

    # The console's thread ------------------------------------------------------------------------------------------------------------

    def _now(self) -> int:
        return int(self._clock.now() * 1000)

    def _ask_link(self, kind: str, count: int = 0) -> None:
        match kind:
            case "ask" | "test" | "sample":
                self._link.ask(kind, self._now(), count)

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._open()
            except PortTrouble as trouble:
                self._unreachable(trouble.finding)
                self._wait(RETRY_S)
                continue
            self._serve()
            if not self._closing.is_set():
                self._wait(RETRY_S)

    def _open(self) -> None:
        """Open the first place that is free and has not been silent; raise PortTrouble with the reason of the first one if none opens."""
        said = self._where if isinstance(self._where, str) else self._where()
        places = [FoundConsole(said, "", PRODUCT)] if isinstance(said, str) else said or []
        self._choice = len(places) > 1
        left = [place for place in places if place.port not in self._silent]
        if not left:
            self._silent.clear()  # all anew
            left = places
        trouble = PortTrouble(Finding("no_console"))
        for at, place in enumerate(left):
            try:
                self._open_at(place)
                return
            except PortTrouble as refused:
                trouble = refused if at == 0 else trouble
        raise trouble

    def _open_at(self, place: FoundConsole) -> None:
        url = place.port
        self._broken = None
        self._place = place
        connection = object()  # what an earlier port left in the queue is not taken for this one's
        self._connection = connection
        self._port = self._open_port(
            url,
            lambda octets: self._arrived(connection, octets),
            lambda error: self._tasks.put(lambda: self._port_broke(connection, error)),
        )
        self._link.url = url
        self._link.open(self._now(), listening=not place.named)

    def _wait(self, seconds: float) -> None:
        """Do tasks meanwhile. A scene that is shown while the console is away reaches it when it is back."""
        until = self._clock.now() + seconds
        while not self._closing.is_set() and (left := until - self._clock.now()) > 0:
            self._run_task(left)

    def _serve(self) -> None:
        """Talk over the open port until it is gone, hangs or this console is closed."""
        port = self._port
        if port is None:
            return
        try:
            while self._write(port) and not self._closing.is_set():
                self._run_task(TICK_S)
                self._report(self._link.tick(self._now()))
                self._tell_clock()
                self._refresh()
                silent = self._link.silent_for(self._now())
                if self._link.stage == "greeting" and silent >= NO_ANSWER_MS:
                    self._unreachable(self._why_silent(port))
                    if silent >= REOPEN_MS or self._choice:
                        self._silent.add(port.url)
                        break
            while self._closing.is_set() and self._run_task(0):  # the last picture, if it was asked for just before `close`
                self._write(port)
            self._drain(port)
        except Exception:  # noqa: BLE001 - `on_report` failed: what it was given is not acknowledged and comes again with the next session
            _log.exception("console at %s: an event could not be handled; it will be told again", port.url)
        finally:
            with self._room:
                self._port = None
                self._room.notify_all()
            port.close()
            lost = self._link.close()
            self._refresh()
        self._report_safely(lost)

    def _drain(self, port: OpenedPort) -> None:
        """Stay until the panels show the last picture, because a console no longer reads from a closed port.

        What people do meanwhile is not acknowledged: the console keeps it for the next program.
        """
        if not self._closing.is_set() or self._link.stage != "session":
            return
        self._leaving = True
        self._link.show_at_once(self._now())
        until = self._clock.now() + LEAVE_S
        while self._write(port) and not self._link.settled and (left := until - self._clock.now()) > 0:
            self._run_task(min(left, TICK_S))
            self._link.tick(self._now())

    def _resend_clock(self) -> None:
        self._clock_due = 0.0

    def _tell_clock(self) -> None:
        if self._acknowledge and self._clock.now() >= self._clock_due and self._link.tell_clock(self._minute(), self._now(), self._percent):
            self._clock_due = self._clock.now() + CLOCK_S

    def _run_task(self, patience_s: float) -> bool:
        """Do the next thing that was asked for or has arrived; False if nothing comes within the time."""
        try:
            task = self._tasks.get(timeout=patience_s) if patience_s else self._tasks.get(block=False)
        except queue.Empty:
            return False
        task()
        return True

    def _write(self, port: OpenedPort) -> bool:
        """Send what is due; False when the console is gone."""
        try:
            port.write(self._link.output())
        except PORT_ERRORS as error:
            self._broken = error
        if self._broken is not None:
            _log.info("console at %s: %s", port.url, self._broken)
        return self._broken is None

    def _port_broke(self, connection: object, error: Exception) -> None:
        if connection is self._connection:
            self._broken = error

    def _arrived(self, connection: object, octets: bytes) -> None:
        """Queue what the reader has read; on its thread, which waits here while too much is unread."""
        with self._room:
            self._room.wait_for(lambda: self._unread < MOST_UNREAD or connection is not self._connection or self._port is None)
            self._unread += len(octets)
            self._room.notify_all()
        self._tasks.put(lambda: self._received(connection, octets))

    def _received(self, connection: object, octets: bytes) -> None:
        with self._room:
            self._unread -= len(octets)
            self._room.notify_all()
        if self._port is None or connection is not self._connection:
            return
        for event in self._link.receive(octets, self._now()):
            if self._leaving:
                continue
            if isinstance(event, Unreachable):
                self._unreachable(event.finding)  # it says so each second
                continue
            self._refresh()
            if isinstance(event, Connected):
                self._clock_due = 0.0
            elif isinstance(event, ProtocolMismatch):
                self._told_finding = event.finding
                self._refresh()
            self._on_event(event)
            if self._acknowledge:
                self._link.keep(event, self._now())
        if self._link.stage == "session":
            self._told_finding = None
        self._refresh()

    def _report(self, events: list[ConsoleReport]) -> None:
        for event in events:
            self._refresh()
            self._on_event(event)

    def _report_safely(self, events: list[ConsoleReport]) -> None:
        """Tell what is not precious, when there is no session that could be begun anew."""
        try:
            self._report(events)
        except Exception:  # noqa: BLE001 - whatever the table's code raises, the console goes on trying
            _log.exception("an event of the console could not be handled")

    def _why_silent(self, port: OpenedPort) -> Finding:
        """Why no console answers at an open port."""
        if self._place.named or self._place.unnamed:
            return Finding("no_answer", {"port": port.url})
        return Finding("other_device", {"port": port.url, "name": self._place.description or "—"})

    def _unreachable(self, finding: Finding) -> None:
        if finding != self._told_finding:
            self._told_finding = finding
            self._refresh()
            self._report_safely([Unreachable(finding)])

    def _refresh(self) -> None:
        """Publish the present state to other threads."""
        link, hello = self._link, self._link.hello
        state = ConsoleState(
            connected=link.stage == "session",
            url=link.url,
            held=link.held,
            status=link.status,
            counters=replace(link.counters),
            trouble=self._told_finding,
        )
        if hello is not None:
            state = replace(
                state,
                boot=hello.boot,
                firmware=hello.firmware,
                panels=hello.panels,
                pixels=hello.pixels,
                bridge=hello.bridge,
                able=hello.able,
                pins=hello.pins,
                why=hello.why,
                faults=hello.faults,
            )
        self._state = state
