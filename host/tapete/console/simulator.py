"""A simulated console for programs: start it, open its port, press its buttons, look at its pixels.

Used by the demo, the page `/console`, `tapete console simulate` and the tests. The board runs in a process of its own
(`simulated_board`), which ends with this one.
"""

from __future__ import annotations

import collections
import contextlib
import os
import re
import secrets
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import msgspec

from tapete.console.client import Console
from tapete.console.clock import REAL_TIME, OwnedClock, RealClock
from tapete.console.firmware import firmware_path
from tapete.console.port import OpenPort, Port
from tapete.console.reports import ConsoleReport
from tapete.console.simulated_channel import ControlChannel, SimulationFailed, gone
from tapete.console.simulated_control import (
    AskState,
    BoardState,
    BreakPixels,
    Button,
    Cable,
    Done,
    Lay,
    LookAt,
    NoPort,
    PanelPixels,
    Pixels,
    Press,
    Ready,
    Release,
    Request,
    Reset,
    Stall,
    Supply,
)
from tapete.console.stepper import Stepper
from tapete.console.troubles import Finding

__all__ = ["BoardState", "Button", "PanelPixels", "Pixels", "SimulatedConsole", "SimulationFailed"]

CODE = re.compile(r"[A-Z0-9.]{1,40}")
"""A card's code, as a sticker can have it."""

A = TypeVar("A", Pixels, BoardState, Done)

START_S = 20.0
"""How long a slow computer may take to start the board."""

PATIENCE_S = 30.0
"""How long something that has to come is looked for. Looking ends when it is there: this is for a computer that is busy otherwise."""

LOOK_MS = 1000
"""How long one look waits for a new picture before it is asked again."""


def sticker(code: str) -> tuple[str, str]:
    """A sticker for the simulated reader: with a code each is another copy; the bare one is always the same."""
    return ("04" + secrets.token_hex(6) if code else "04000000000080"), code


class SimulatedConsole:
    """The shipped firmware on a simulated Pico, behind a pseudo-terminal (a TCP port on Windows).

    Args:
        panels: 1..4; None: what settings.toml says.
        settings: further keys of settings.toml.
        tcp: serve on this TCP port (0: any free one) instead of a pseudo-terminal.
        link: path that always leads to the port; without it one in a temporary folder, so that `url` stays the same when the cable is
            pulled and put in again.
        firmware: folder with boot.py, code.py and lib; that of this installation when left out.
        speed: how many times as fast the board's clock runs as ours; for soak tests, which have no time for human pace.
        clock: whose time counts. With an owned one the board's time goes by as fast as this computer can, and `open` makes its host.
        seed: what all that is random on the board follows from; really random when left out, as it has to be where people play.

    Use it in a `with` block, or call `start` and `stop`. All methods may be called from any thread.
    """

    MODULE = "tapete.console.simulated_board"
    """What the board's process runs."""

    STEPPED = "tapete.console.stepped_board"
    """What it runs where its time is owned."""

    def __init__(
        self,
        *,
        panels: int | None = None,
        settings: Mapping[str, str | int] | None = None,
        tcp: int | None = None,
        link: Path | None = None,
        firmware: Path | None = None,
        speed: float = 1.0,
        clock: RealClock | OwnedClock = REAL_TIME,
        seed: int | None = None,
    ) -> None:
        self._seed = seed
        self._speed, self.clock = speed, clock
        self._stepper = Stepper(clock) if isinstance(clock, OwnedClock) else None
        self._settings = dict(settings or {})
        if panels is not None:
            self._settings["TAPETE_PANELS"] = panels
        self._tcp = 0 if tcp is None and not hasattr(os, "openpty") else tcp  # Windows has no pseudo-terminal
        self._link = link
        self._firmware = firmware if firmware is not None else firmware_path()
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._ready: Ready | None = None
        self._control: ControlChannel | None = None
        self._looking: ControlChannel | None = None
        self._said: collections.deque[str] = collections.deque(maxlen=200)
        self._listener: threading.Thread | None = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()

    def start(self) -> Self:
        """Switch the board on, and wait until its port is there. Raises SimulationFailed with what it said."""
        if self._tcp is None and self._link is None and self._stepper is None:
            self._folder = tempfile.TemporaryDirectory(prefix="tapete-", ignore_cleanup_errors=True)
            self._link = Path(self._folder.name) / "console"
        # The child finds this very package, also where it is on the path but not installed.
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])}
        self._process = subprocess.Popen(
            self._command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
        )
        self._listener = threading.Thread(target=self._listen, args=(self._process,), daemon=True, name="simulated-console-output")
        self._listener.start()
        patience = threading.Timer(START_S, self._process.kill)
        patience.start()
        try:
            assert self._process.stdout is not None  # asked for above
            line = self._process.stdout.readline()
        finally:
            patience.cancel()
        try:
            self._ready = msgspec.json.decode(line, type=Ready)
        except msgspec.MsgspecError:
            self.stop()
            with contextlib.suppress(msgspec.MsgspecError):
                none = msgspec.json.decode(line, type=NoPort)
                raise SimulationFailed.for_(Finding(none.finding, {**none.params})) from None
            raise SimulationFailed("La consola simulada no arranca. / The simulated console does not start.\n" + self.output()) from None
        self._control, self._looking = ControlChannel(self._ready), ControlChannel(self._ready)
        if self._stepper is not None:
            self._stepper.start(ControlChannel(self._ready))
        return self

    def _command(self) -> list[str]:
        """The command that starts the board's process."""
        return [sys.executable, "-P", "-m", self.MODULE if self._stepper is None else self.STEPPED, *self._arguments()]

    def _arguments(self) -> list[str]:
        """The arguments of the board's process."""
        arguments = ["--end-with-input", "--firmware", str(self._firmware)]
        if self._stepper is None:
            arguments += ["--tcp", str(self._tcp)] if self._tcp is not None else ["--link", str(self._link)]
        for key, value in self._settings.items():
            arguments += ["--set", f"{key}={value}"]
        if self._seed is not None:
            arguments += ["--seed", str(self._seed)]
        if self._speed != 1.0:
            arguments += ["--speed", str(self._speed)]
        return arguments

    def wait_until_ended(self) -> None:
        """Wait until the board's process ends by itself (a signal, a breakdown of the simulator)."""
        if self._process is not None:
            self._process.wait()

    @property
    def pid(self) -> int | None:
        """Return the id of the board's process; None while it does not run."""
        return self._process.pid if self._process is not None else None

    def stop(self) -> None:
        """Switch it off; what it printed remains in `output`."""
        if self._stepper is not None:
            self._stepper.stop()
        for control in (self._control, self._looking):
            if control is not None:
                control.close()
        self._control = self._looking = None
        if self._process is not None:
            assert self._process.stdin is not None  # asked for in `start`
            self._process.stdin.close()
            try:
                self._process.wait(5)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            if self._listener is not None:
                self._listener.join(5)
            for pipe in (self._process.stdout, self._process.stderr):
                if pipe is not None:
                    pipe.close()
            self._process = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder, self._link = None, None

    @property
    def url(self) -> str:
        """What `Console` or pyserial's `serial_for_url` opens."""
        if self._ready is None:
            raise gone("start()")
        return self._ready.url

    def open(self, on_report: Callable[[ConsoleReport], None], kept: Callable[[str], int] = lambda boot: 0) -> Console:
        """A host at this console, on the same clock. Arguments as for `Console`."""
        return Console(self.url, on_report, kept=kept, clock=self.clock, open_port=self.open_port)

    @property
    def open_port(self) -> OpenPort:
        """What opens its port."""
        return Port if self._stepper is None else self._stepper.open_port

    def output(self) -> str:
        """The last lines that the firmware printed, tracebacks too."""
        return "\n".join(self._said)

    def press(self, panel: int, button: Button, ms: int = 80) -> None:
        """Press a button (panel 0..3) for `ms` milliseconds, after an earlier press of it is over; returns at once."""
        self._ask(Press(panel, button, ms), Done)

    def hold(self, panel: int, button: Button) -> None:
        """Press a button and keep it down until `release`."""
        self._ask(Press(panel, button, None), Done)

    def release(self, panel: int, button: Button) -> None:
        """Let a held button go."""
        self._ask(Release(panel, button), Done)

    @property
    def has_reader(self) -> bool:
        """Whether a reader of stickers is beside it."""
        return bool(self._settings.get("TAPETE_READER"))

    def lay(self, *stickers: tuple[str, str]) -> None:
        """Lay cards on the reader, each as number and text of its sticker; none: lift what lies there. Raises SimulationFailed."""
        self._ask(Lay(stickers), Done)

    def pixels(self) -> Pixels:
        """All pixels as they shine now."""
        return self._ask(LookAt(), Pixels)

    def wait_for(self, condition: Callable[[Pixels], bool], timeout_s: float = PATIENCE_S) -> Pixels:
        """Look until the picture meets a condition, and return it. Raises TimeoutError with the last picture."""
        if self._looking is None:
            raise gone("start()")
        until = self.clock.now() + timeout_s
        picture = self._looking.ask(LookAt(), Pixels)
        while not condition(picture):
            if self.clock.now() >= until:
                raise TimeoutError(f"no such picture within {timeout_s} s; the last one: {picture}")
            picture = self.next_picture(picture.picture)
        return picture

    def next_picture(self, after: int, ms: int = LOOK_MS) -> Pixels:
        """Wait until the picture is another one than number `after`, `ms` milliseconds at most; returns the present one."""
        if self._looking is None:
            raise gone("start()")
        if self._stepper is not None:
            self._stepper.wait_for_another_picture(after, ms / 1000)
            return self._looking.ask(LookAt(), Pixels)
        return self._looking.ask(LookAt(after=after, ms=ms), Pixels)

    def state(self) -> BoardState:
        """How the board is."""
        return self._ask(AskState(), BoardState)

    def wait_until(self, condition: Callable[[BoardState], bool], timeout_s: float = PATIENCE_S) -> BoardState:
        """Ask how the board is until that meets a condition, and return it. Raises TimeoutError with the last state."""
        until = self.clock.now() + timeout_s
        while not condition(state := self.state()):
            if self.clock.now() >= until:
                raise TimeoutError(f"not so within {timeout_s} s; the last state: {state}")
            self.next_picture(self.pixels().picture, ms=50)  # waits without keeping the board from its work
        return state

    @property
    def control_port(self) -> int:
        """The TCP port of the control channel on this computer."""
        if self._ready is None:
            raise gone("start()")
        return self._ready.control

    def unplug(self) -> None:
        """Pull the USB cable; the board goes on with a supply of its own."""
        self._ask(Cable(plugged=False), Done)

    def replug(self) -> None:
        """Put the cable in again."""
        self._ask(Cable(plugged=True), Done)

    def stall(self, stalled: bool) -> None:
        """Let the line towards the host stand still, or go on."""
        self._ask(Stall(stalled), Done)

    def reset(self, *, power: bool = False) -> None:
        """Press RUN, or (`power`) switch off and on. The port vanishes for 300 ms."""
        self._ask(Reset(power), Done)

    def break_pixels(self, panel: int, broken: bool) -> None:
        """Let writes to a panel's pixels fail, or work again."""
        self._ask(BreakPixels(panel, broken), Done)

    def feed(self, supply: Supply) -> None:
        """Feed the board otherwise than by a good port."""
        self._ask(supply, Done)

    def _ask(self, request: Request, kind: type[A]) -> A:
        if self._control is None:
            raise gone("start()")
        return self._control.ask(request, kind)

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        """Read what the board prints, so that it never waits for us."""
        assert process.stderr is not None  # asked for in `start`
        for line in process.stderr:
            self._said.append(line.decode(errors="replace").rstrip())
