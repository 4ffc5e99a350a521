"""The whole way of a press on one thread: the firmware's loop, the line, the host's link, the binding and a table, on a clock of the test.

Every hand-over can be held up: key to loop by the time of the press, console to host and host to console on the line, table to console
before the client has its next picture. So a schedule decides what a busy computer would leave to chance.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from tapete.console.client import ConsoleState
from tapete.console.host_link import HostLink
from tapete.console.reports import ConsoleReport
from tapete.console.scenes import write_scene
from tapete.core.refusals import RefereeError
from tapete.core.scene import Panel, Scene
from tapete.core.seats import Seat
from tapete.table import Table
from tapete.table.binding import ConsoleBinding
from tapete_console.far_end import write_panel
from tests.firmware.rig import WORKSHOP, Desk, simhw

STEP_MS = 5
QUIET_MS = 3000
"""How soon after the last delay all must be right again."""

TAP_MS = 40


class Late:
    """What is on its way from one end to the other, in order; `delay` is how long (ms) what is sent from now on takes at least."""

    def __init__(self) -> None:
        self.delay = 0
        self._due = 0
        self._sent: deque[tuple[int, bytes]] = deque()

    def send(self, octets: bytes, now: int) -> None:
        """Take bytes at one end."""
        if octets:
            self._due = max(self._due, now + self.delay)
            self._sent.append((self._due, octets))

    def arrived(self, now: int) -> bytes:
        """What has reached the other end by now."""
        octets = b""
        while self._sent and self._sent[0][0] <= now:
            octets += self._sent.popleft()[1]
        return octets


class Chain:
    """A table with one console, from the pins to the journal.

    Args:
        table: the match; its first two seats sit at the panels.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.desk = Desk(panels=2, runup_ms=0)
        self.now = 0
        self.to_host, self.to_console = Late(), Late()
        self.tasks: deque[tuple[int, Callable[[], None]]] = deque()
        self.task_delay = 0
        self._held = False
        self._pressed: dict[tuple[int, str], int] = {}
        self.link = HostLink("0.1.0", "line")
        self.say: Callable[[ConsoleReport], None] = lambda event: None
        self.binding = ConsoleBinding(self._open, lambda boot: 0)
        self.binding.serve(table, dict(enumerate(table.seats[:2])))
        simhw.DATA.host_open()
        self.link.open(self.now)
        self.run(QUIET_MS)

    def _open(self, on_report: Callable[[ConsoleReport], None], kept: Callable[[str], int]) -> Chain:
        self.say = on_report
        return self

    # ---- what the binding asks of a console

    @property
    def state(self) -> ConsoleState:
        return ConsoleState(connected=self.link.stage == "session", panels=2, held=self.link.held, status=self.link.status)

    def show(self, scene: Scene, binding: Mapping[int, Seat], request: str = "", answers: int = 0, match: str = "") -> None:
        self._run_task(lambda: self.link.show(scene, binding, request, self.now, answers))

    def show_nothing(self) -> None:
        self._run_task(lambda: self.link.show_nothing(self.now))

    def reveal(self) -> None:
        self._run_task(lambda: self.link.reveal(self.now))

    def dim(self, percent: int) -> None:
        """No schedule asks for it."""

    def close(self) -> None:
        """Nothing runs that would have to be ended."""

    def _run_task(self, task: Callable[[], None]) -> None:
        self.tasks.append((self.now + self.task_delay, task))

    # ---- time

    def run(self, ms: int) -> None:
        """Let everybody work for a while."""
        for _ in range(max(1, ms // STEP_MS)):
            self.now += STEP_MS
            simhw.advance(STEP_MS)
            for (panel, button), until in list(self._pressed.items()):
                if self.now >= until:
                    self.desk.release(panel, button)
                    del self._pressed[panel, button]
            self.desk.console.turn(WORKSHOP.supervisor.ticks_ms())
            self.to_host.send(simhw.DATA.host_read(), self.now)
            assert self._held or self.table.settle()
            while self.tasks and self.tasks[0][0] <= self.now:
                self.tasks.popleft()[1]()
            if octets := self.to_host.arrived(self.now):
                for event in self.link.receive(octets, self.now):
                    self.say(event)
                    self.link.keep(event, self.now)
            if self.now % 100 == 0:
                for event in self.link.tick(self.now):
                    self.say(event)
            self.to_console.send(self.link.output(), self.now)
            if octets := self.to_console.arrived(self.now):
                simhw.DATA.host_write(octets)

    def calm(self) -> None:
        """No more delays; wait until all is right again."""
        self.to_host.delay = self.to_console.delay = self.task_delay = 0
        self.run(QUIET_MS)

    @contextmanager
    def not_drawing(self) -> Iterator[None]:
        """The one who draws the panels gets no time in the block."""
        with self.binding._drawing:
            self._held = True
            yield
            self._held = False

    # ---- people

    def press(self, panel: int, button: str = "lock") -> None:
        """Begin a press; it ends by itself."""
        if (panel, button) not in self._pressed:
            self.desk.press(panel, button)
            self._pressed[panel, button] = self.now + TAP_MS

    def tap(self, panel: int, button: str = "lock") -> None:
        """Press, and wait until the press and what it does are over, as far as nothing is held up."""
        self.press(panel, button)
        self.run(4 * TAP_MS)

    def declare(self, **action: object) -> None:
        """A page declares something; refused, nothing happens."""
        try:
            self.table.submit(action)
        except RefereeError:
            return

    # ---- what must hold

    def lit(self, panel: int) -> str | None:
        """What LOCK answers at a panel, by the rules, or beside the match."""
        means, scene = self.table.lock_means, self.table.rules.scene(self.table.state)
        wanted = scene if means is None else means.lit(scene)
        seat = self.binding.panels[panel]
        found: Panel = next(one for one in wanted.panels if one.seat == seat)
        return found.lock

    def shown(self, panel: int) -> str:
        """What a panel has been told to show, in the words of the wire."""
        picture = self.desk.console.panels[panel].picture
        return write_panel(picture) if picture is not None else "-"

    def prove(self) -> None:
        """All is quiet: the panels show how the match is, and a LOCK that is lit answers."""
        self.calm()
        words = write_scene(self.binding._scene(self.table), self.binding.panels, self.binding._request(self.table))
        assert [self.shown(panel) for panel in self.binding.panels] == words
        for panel in self.binding.panels:
            expected = self.lit(panel)
            if expected is not None:
                before = self.table.seq, self.table.steps_left
                self.tap(panel)
                assert (self.table.seq, self.table.steps_left) != before, f"LOCK is lit at panel {panel} ({expected}), and nothing answers"
                self.run(QUIET_MS)
