"""The process of a simulated console: runs the shipped `boot.py` and `code.py` on fakes of the Pico, at real speed.

Run as `python -P -m tapete.console.simulated_board`; people use `tapete console simulate`, programs `SimulatedConsole`. The firmware thinks
that it is alone on a Pico. Whenever it looks at clock, keys or line, this module moves the bytes and serves the control channel; before
each turn of its loop it lets the computer rest until something comes, a few milliseconds at most. A reset makes the port vanish and come
back, as on the real board.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import importlib
import os
import random
import runpy
import select
import signal
import sys
import threading
import time
import traceback
from pathlib import Path
from typing import Any, Literal

import msgspec

from tapete.console import settings_file
from tapete.console.simulated_control import (
    Answer,
    AskState,
    BoardState,
    BreakPixels,
    Cable,
    Control,
    ControlServer,
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
from tapete.console.simulated_fingers import SimulatedFingers
from tapete.console.simulated_port import PortEnd, PortRefused, PseudoTerminal, TcpPort

FAKES = Path(__file__).with_name("fakes")

BUTTONS = ("minus", "plus", "lock", "roll")
"""The order of `tapete_console.pins.BUTTONS`."""

REST_MS = 4
"""How long the process sleeps before a turn of the firmware's loop; one takes about as long on a Pico. Never within a turn: what a press
tells is on the line in the same turn."""

AWAY_MS = 300
"""How long the port is gone at a reset (measured on the board: 250 to 1300 ms)."""

CHECK_MS = 250
"""How often the watchdog looks at a loop that no longer touches the hardware."""


class SimulatedBoard:
    """One simulated Pico: power, pins and cable. `simhw` is the fakes' hardware module; its clock runs `speed` times as fast as ours."""

    READ_ANEW: tuple[str, ...] = ("tapete_console", "tapete_stopped", "neopixel", "adafruit_pixelbuf")
    """Modules that each run of a program imports from the drive."""

    def __init__(
        self, simhw: Any, port: PortEnd, firmware: Path, settings: dict[str, object], nvm: Path | None = None, speed: float = 1.0
    ) -> None:
        self._simhw = simhw  # a module of the fakes, found at run time: its names are variables that both sides set
        self._port = port
        self._firmware = firmware
        self._settings = settings
        self._nvm = nvm
        self._speed = speed
        self._started_at = self._now_s()
        self._fingers = SimulatedFingers()
        self._doing: Literal["starting", "running", "stopped"] = "starting"
        self._reason = "power"
        self._starts = 0
        self._plugged = True
        self._stalled = False
        self._unsent = b""
        self._shown: dict[int, bytes] = {}
        self._picture = 0
        self._wanted: str | None = None
        self._announced = False
        self._pins: Any = importlib.import_module("tapete_console.pins")
        self._settings_in_use: Any = None
        self._reader: Any = importlib.import_module("pn532").PN532() if settings.get("TAPETE_READER") else None
        self.control = self.controlled()
        simhw.restart("power", boot=True)
        simhw.PEER = self._reader
        simhw.CLOCK = self._clock
        simhw.ON_POLL = self.look
        simhw.ON_TURN = self.rest
        simhw.KEEP_FRAMES = False
        if nvm is not None and nvm.is_file():
            kept = nvm.read_bytes()[: simhw.NVM_BYTES]
            simhw.NVM[: len(kept)] = kept

    def controlled(self) -> Control:
        """What carries the wishes of people to this board."""
        return ControlServer(self.carry_out, lambda: self._picture, self._clock)

    def announce(self, told: Ready | NoPort) -> None:
        """Tell who started the board where port and control channel are, or why there is no port."""
        announce(told)

    def _now_s(self) -> float:
        """Seconds of the world outside."""
        return time.monotonic()

    def _clock(self) -> float:
        return (self._now_s() - self._started_at) * 1000 * self._speed

    # The firmware's life -------------------------------------------------------------------------------------------------------------

    def live(self) -> None:
        """Start the firmware, and again after every reset, until the process is told to end."""
        self.be_watched()
        reason = "power"
        while True:
            if reason == "reload":
                self._simhw.restart("reload")
            else:
                self._cold_start(reason)
            reason = self._guarded("code.py") or self._stopped()
            self._reason = reason
            self.keep_nvm()

    def keep_nvm(self) -> None:
        """Write the nvm to its file, where it has one."""
        if self._nvm is not None:
            fresh = self._nvm.with_name(self._nvm.name + ".new")
            fresh.write_bytes(self._simhw.NVM)
            fresh.replace(self._nvm)

    def _cold_start(self, reason: str) -> None:
        """Reset: the port goes, boot.py runs, the port comes back."""
        self._doing = "starting"
        self._port.unplug()
        self._unsent = b""
        self._wanted = None
        if reason != "power":
            self._rest_until(self._clock() + AWAY_MS)
        if reason == "power":
            self._simhw.LIT.clear()
        self._fingers.begin_anew(self._clock())
        self._started_at = self._now_s()
        self._simhw.restart("software", boot=True)  # what this computer keeps of the board (nvm, clock, cable) stays
        self._simhw.RESET_REASON = reason
        self._simhw.SETTINGS.clear()
        self._simhw.SETTINGS.update(read_settings(self._firmware), **self._settings)
        self._settings_in_use = importlib.import_module("tapete_console.settings_keys").read(self._simhw)
        if (self._firmware / "boot.py").is_file():
            self._guarded("boot.py")
        self._simhw.end_boot()
        if self._plugged:
            try:
                self._port.plug()
            except PortRefused as refused:
                if self._announced:
                    raise
                self.announce(refused.why)
                sys.exit(1)
        if not self._announced:
            self._announced = True
            self.announce(Ready(self._port.url, self.control.port, self.control.token))

    def _guarded(self, name: str) -> str | None:
        """Run one file as CircuitPython does; the reason of the reset that ended it, None when it ended by itself or by an error."""
        for module in [module for module in sys.modules if module.split(".")[0] in self.READ_ANEW]:
            del sys.modules[module]
        self._starts += name == "code.py"
        self._doing = "running"
        try:
            runpy.run_path(str(self._firmware / name), run_name="__main__")
        except self._simhw.BoardReset as reset:
            return str(reset.reason)
        except Exception:  # noqa: BLE001 - whatever the firmware raises ends its run, as on the Pico, and is shown
            self._simhw.PREVIOUS_TRACEBACK = traceback.format_exc()
            print(self._simhw.PREVIOUS_TRACEBACK, file=sys.stderr, flush=True)
        return None

    def _stopped(self) -> str:
        """The firmware has ended: the pixels stay as they are until the watchdog bites or a person presses RUN. Returns the reason."""
        self._doing = "stopped"
        while True:
            try:
                self._rest_until(self._clock() + CHECK_MS)
                self._obey()
                self._simhw.check_watchdog()
            except self._simhw.BoardReset as reset:
                return str(reset.reason)

    def _rest_until(self, until: float) -> None:
        while (left := until - self._clock()) > 0:
            self._exchange(left)

    def be_watched(self) -> None:
        """Begin to watch for a loop that hangs without touching the hardware."""
        watch = threading.Thread(target=self._watch, args=(threading.get_ident(),), daemon=True, name="watchdog")
        watch.start()

    def _watch(self, firmware_thread: int) -> None:
        """The watchdog of a loop that hangs without touching the hardware: interrupt it from outside."""
        import ctypes  # a browser has none, and starts no watchdog

        board_reset = self._simhw.BoardReset

        class Bite(board_reset):  # type: ignore[misc, valid-type]  # its base is a class of the fakes, known at run time only
            def __init__(self) -> None:
                super().__init__("watchdog")

        while True:
            time.sleep(CHECK_MS / 1000)
            due = self._simhw.WATCHDOG_DUE
            if due is not None and self._doing == "running" and self._clock() > due + CHECK_MS:
                self._simhw.WATCHDOG_DUE = None
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(firmware_thread), ctypes.py_object(Bite))

    # Between two looks of the firmware -----------------------------------------------------------------------------------------------

    def look(self, spend_ms: int) -> None:
        """The firmware looks at its hardware (0), or waits inside a call: let the outside happen."""
        if spend_ms:
            self._rest_until(self._clock() + spend_ms)
            return
        self._exchange(0)
        self._obey()

    def rest(self) -> None:
        """The firmware begins a turn of its loop: wait a little for something to happen."""
        self._exchange(REST_MS)
        self._obey()

    def _obey(self) -> None:
        """Raise the reset that a person asked for."""
        if self._wanted is not None:
            reason, self._wanted = self._wanted, None
            raise self._simhw.BoardReset(reason)

    def _exchange(self, wait_ms: float) -> None:
        """Move buttons and bytes, serve the control channel; wait so long for something to arrive."""
        line = self._simhw.DATA
        for pin, high in self._fingers.due(self._clock()):
            self._simhw.set_level(pin, high)
        opened = self._port.opened()
        if opened != line.open:
            self._unsent = b""
            if opened:
                line.host_open()
                line.host_stall(self._stalled)
            else:
                line.host_close()
        self._send(line)
        self._count_picture()
        if (rest := self._fingers.rest(self._clock())) is not None:
            wait_ms = min(wait_ms, rest)
        self._pause(max(0.0, wait_ms))
        # A Pico takes 256 bytes and makes the host wait; so do we, by leaving them in the system's buffer.
        if len(line.waiting) < self._simhw.BUFFER_BYTES and (octets := self._port.receive()):
            line.host_write(octets)

    def _pause(self, ms: float) -> None:
        """Let the board's time pass until something comes, and serve the control channel."""
        select.select([*self._port.wait_on(), *self.control.wait_on()], [], [], ms / 1000 / self._speed)
        self.control.serve()

    def _send(self, line: Any) -> None:
        self._unsent += line.host_read()
        if self._unsent:
            self._unsent = self._unsent[self._port.send(self._unsent) :]
        if not self._stalled and line.open:
            # What the system's buffer cannot take stays with the firmware: that is a host that does not read.
            line.host_stall(bool(self._unsent))

    def _count_picture(self) -> None:
        if self._shown != self._simhw.LIT:
            self._shown = dict(self._simhw.LIT)
            self._picture += 1

    # What the control channel asks ---------------------------------------------------------------------------------------------------

    def carry_out(self, request: Request) -> Answer | None:
        """Do what a caller asks; None: the answer comes later."""
        answer: Answer | None = Done()
        match request:
            case Press() | Release():
                answer = self._finger(request)
            case LookAt():
                answer = self._pixels()
            case AskState():
                error = self._simhw.PREVIOUS_TRACEBACK
                answer = BoardState(self._doing, self._reason, self._starts, self._plugged, self._simhw.DATA.open, error)
            case Cable(plugged):
                self._plugged = plugged
                if plugged:
                    self._port.plug()
                else:
                    self._port.unplug()
            case Stall(stalled):
                self._stalled = stalled
                self._simhw.DATA.host_stall(stalled)
            case Reset(power):
                self._wanted = "power" if power else "run pin"
            case Supply(rail_mv, vsys_mv, rail_milliohm, divider):
                hardware = self._simhw
                hardware.RAIL_MV, hardware.VSYS_MV, hardware.RAIL_MILLIOHM, hardware.DIVIDER = rail_mv, vsys_mv, rail_milliohm, divider
            case Lay(stickers):
                if self._reader is None:
                    return Done("no reader of stickers: TAPETE_READER = 1")
                self._reader.lay(*stickers)
            case BreakPixels(panel, broken):
                pin = self._pins.CHAINS[panel]
                (self._simhw.PIXEL_FAULTS.add if broken else self._simhw.PIXEL_FAULTS.discard)(pin)
        return answer

    def _finger(self, request: Press | Release) -> Answer:
        pins = self._pins
        if not 0 <= request.panel < len(pins.BUTTONS):
            return Done(f"no panel {request.panel}")
        pin = pins.BUTTONS[request.panel][BUTTONS.index(request.button)]
        if isinstance(request, Release):
            self._fingers.release(pin, self._clock())
        else:
            self._fingers.press(pin, request.ms, self._clock())
        return Done()

    def _pixels(self) -> Pixels:
        """The pixels by their place, from the frames on the wire."""
        pins, sizes = self._pins, self._settings_in_use
        order = sizes.pixel_order
        panels = []
        for panel in range(sizes.panels):
            chain = colours(self._simhw.LIT.get(pins.CHAINS[panel], b""), order, sizes.chain)
            panels.append(PanelPixels(chain[: sizes.counter], chain[sizes.counter : sizes.public], chain[sizes.public :]))
        return Pixels(self._picture, panels, colours(self._simhw.LIT.get(pins.BRIDGE, b""), order, sizes.bridge))


def colours(wire: bytes, order: str, pixels: int) -> list[int]:
    """The colours (0xRRGGBB) of so many pixels from the bytes on the wire in this order of colours; dark where nothing was ever written."""
    wire = wire.ljust(pixels * 3, b"\0")
    red, green, blue = (order.index(colour) for colour in "RGB")
    return [wire[at + red] << 16 | wire[at + green] << 8 | wire[at + blue] for at in range(0, pixels * 3, 3)]


def read_settings(firmware: Path) -> dict[str, object]:
    """The builder's settings.toml as the board reads it; empty without one."""
    path = firmware / "settings.toml"
    return settings_file.as_read(path.read_bytes()) if path.is_file() else {}


def announce(ready: Ready | NoPort) -> None:
    """Print one line of JSON for the starting process: where port and control channel are, or why there is no port."""
    print(msgspec.json.encode(ready).decode(), file=sys.__stdout__, flush=True)


def end_with_input() -> None:
    """End this process when its standard input ends, because the process that started it is gone."""

    def wait() -> None:
        sys.stdin.buffer.read()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, daemon=True, name="end-with-input").start()


def setting(text: str) -> tuple[str, object]:
    """One `KEY=VALUE` of the command line, as settings.toml would give it: a whole number where it is one. Raises ArgumentTypeError."""
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise argparse.ArgumentTypeError(f"{text!r} is not KEY=VALUE")
    return key, int(value) if value.isdecimal() else value


def arguments() -> argparse.ArgumentParser:
    """What the process of a board may be told."""
    parser = argparse.ArgumentParser(description="Runs the console's firmware on this computer.")
    parser.add_argument("--firmware", type=Path, required=True, help="folder with boot.py, code.py, settings.toml and lib")
    parser.add_argument("--tcp", type=int, metavar="PORT", help="serve the line on this TCP port (0: any) instead of a pseudo-terminal")
    parser.add_argument("--link", type=Path, help="path that always leads to the pseudo-terminal in use")
    parser.add_argument("--set", type=setting, action="append", default=[], metavar="KEY=VALUE", help="a key of settings.toml")
    parser.add_argument("--nvm", type=Path, help="file that keeps the board's nvm")
    parser.add_argument("--speed", type=float, default=1.0, help="let the board's clock run so many times as fast (soak tests)")
    parser.add_argument("--seed", type=int, help="all that is random follows from this number (robots and tests)")
    parser.add_argument("--end-with-input", action="store_true", help="end when standard input ends")
    return parser


def port_end(chosen: argparse.Namespace) -> PortEnd:
    """The line that was asked for."""
    return TcpPort(chosen.tcp) if chosen.tcp is not None else PseudoTerminal(chosen.link)


def run(board: SimulatedBoard, port: PortEnd, chosen: argparse.Namespace) -> None:
    """Run a board until this process is told to end, and clean up."""
    sys.stdout = sys.stderr
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    if chosen.end_with_input:
        end_with_input()
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C is how people end it
        try:
            board.live()
        finally:
            board.keep_nvm()
            port.unplug()
            board.control.close()


def prepare() -> tuple[argparse.Namespace, Any]:
    """Read the arguments, and put fakes and firmware on the path; returns what was chosen, and the fakes' hardware module."""
    parser = arguments()
    chosen = parser.parse_args()
    if not (chosen.firmware / "code.py").is_file():
        parser.error(f"no code.py in {chosen.firmware}")
    if chosen.seed is not None:
        os.urandom = random.Random(chosen.seed).randbytes
    return chosen, hardware(chosen.firmware)


def hardware(firmware: Path) -> Any:
    """Put fakes and firmware on the path; returns the fakes' hardware module. This Python belongs to the firmware from now on."""
    sys.path[:0] = [str(FAKES), str(firmware / "lib")]
    simhw = importlib.import_module("simhw")
    os.getenv = simhw.getenv  # CircuitPython's reads settings.toml; in this process nobody else asks
    gc.freeze()  # the firmware collects five times a second: let it find its own objects, not this computer's modules
    return simhw


def main() -> None:
    """Live on the wall's clock, behind a port of this computer."""
    chosen, simhw = prepare()
    port = port_end(chosen)
    run(SimulatedBoard(simhw, port, chosen.firmware, dict(chosen.set), chosen.nvm, chosen.speed), port, chosen)


if __name__ == "__main__":
    main()
