"""The process of a local console: the firmware on a Raspberry Pi's own header, through Adafruit Blinka.

`board`, `digitalio`, `neopixel_write` and the pins of `microcontroller` are Blinka's. What Blinka lacks comes from the fakes: `usb_cdc`
(the port), `supervisor` (the clock), `watchdog`, nvm, `storage`. `keypad` is the fakes' too, over Blinka's pins: Blinka's own scans in a
thread that never ends and its events have no timestamp.

A reset starts the process anew, because a pin that is in use stays so until its process ends. Pins of the header carry the numbers of
the Pico's pin map (GP18 is GPIO18); `--pin GP19=D13` puts one elsewhere, for boards that can drive pixels from a few pins only.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import sys
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

from tapete.console.simulated_board import FAKES, SimulatedBoard, arguments, port_end, run

FROM_FAKES = ("simhw", "watchdog", "usb_cdc", "supervisor", "storage", "usb_hid", "usb_midi")
"""Modules of CircuitPython that Blinka does not have."""

OF_THE_CHIP = ("nvm", "watchdog", "cpu", "reset", "on_next_reset", "ResetReason", "RunMode")
"""What `microcontroller` has on a Pico and not in Blinka."""

REASON = "TAPETE_LOCAL_REASON"
"""Tells the process that follows a reset why it was started."""


def from_fakes(name: str, under: str | None = None) -> Any:
    """Load one module of the fakes, under its own name or another, and leave Blinka's others alone."""
    known_as = under or name
    spec = importlib.util.spec_from_file_location(known_as, FAKES / f"{name}.py")
    if spec is None or spec.loader is None:
        raise ImportError(name)
    module = importlib.util.module_from_spec(spec)
    sys.modules[known_as] = module
    spec.loader.exec_module(module)
    return module


def moved_pin(text: str) -> tuple[str, str]:
    """One `GP19=D13` of the command line. Raises ArgumentTypeError."""
    ours, equals, theirs = text.partition("=")
    if not equals or not ours.startswith("GP"):
        raise argparse.ArgumentTypeError(f"{text!r} is not GPn=NAME")
    return ours, theirs


def rehearse(simhw: Any) -> None:
    """Plug the fakes' hardware under Blinka's agnostic board: levels come from `simhw`, frames go there. Before `digitalio` is imported."""
    os.environ["BLINKA_OS_AGNOSTIC"] = "1"
    pins: Any = importlib.import_module("adafruit_blinka.microcontroller.generic_agnostic_board.pin")
    plain = pins.Pin

    class RehearsedPin(plain):  # type: ignore[misc, valid-type]  # Blinka's class, known at run time only
        """A pin whose level is in `simhw`; Blinka makes a new object for each use, so it keeps nothing itself."""

        def init(self, mode: int = plain.IN, pull: int | None = None) -> None:
            self._mode = mode

        def value(self, level: int | None = None) -> int | None:
            if level is None:
                return int(simhw.LEVEL[self.id])
            return None

    pins.Pin = RehearsedPin
    pixels: Any = importlib.import_module("adafruit_blinka.microcontroller.generic_agnostic_board.neopixel")

    def record(gpio: Any, buffer: bytes) -> None:
        simhw.frame(gpio._pin.id, bytes(buffer))

    pixels.neopixel_write = record
    board: Any = ModuleType("board")
    for number in range(simhw.PIN_COUNT):
        setattr(board, f"GP{number}", RehearsedPin(number))
    sys.modules["board"] = board


def header_pins(moved: dict[str, str]) -> None:
    """Give the pins of the header the names of the Pico's. Raises SystemExit on a computer without such pins."""
    board: Any = importlib.import_module("board")
    for number in range(2, 28):
        ours = f"GP{number}"
        theirs = getattr(board, moved.get(ours, f"D{number}"), None)
        if theirs is not None:
            setattr(board, ours, theirs)
    if not hasattr(board, "GP18"):
        raise SystemExit(
            "Este ordenador no tiene los pines de una Raspberry Pi; prueba --rehearse. / "
            "This computer has no pins of a Raspberry Pi; try --rehearse."
        )


def graft(simhw: Any) -> None:
    """Complete Blinka's `microcontroller`, and put our `keypad` over Blinka's pins."""
    chip = from_fakes("microcontroller", under="_tapete_microcontroller")
    microcontroller: Any = importlib.import_module("microcontroller")
    for name in OF_THE_CHIP:
        setattr(microcontroller, name, getattr(chip, name))
    digitalio: Any = importlib.import_module("digitalio")
    keypad = from_fakes("keypad")

    class Keys(keypad.Keys):  # type: ignore[misc, name-defined]  # a class of the fakes, known at run time only
        """The fakes' scanner over Blinka's inputs."""

        def _open(self, pins: tuple[Any, ...]) -> list[int]:
            self._inputs = []
            for pin in pins:
                key = digitalio.DigitalInOut(pin)
                key.switch_to_input(pull=digitalio.Pull.UP)
                self._inputs.append(key)
            return list(range(len(pins)))

        def _level(self, key: int) -> bool:
            return bool(self._inputs[key].value)

        def deinit(self) -> None:
            for key in self._inputs:
                key.deinit()
            simhw.SCANNERS.remove(self)

    keypad.Keys = Keys


class LocalBoard(SimulatedBoard):
    """A board whose reset is a new process."""

    def live(self) -> None:
        """Run the firmware until it is reset; does not return then, but starts the process anew."""
        reason = os.environ.pop(REASON, "power")
        while True:
            self._cold_start(reason)
            self._simhw.RESET_REASON = reason
            reason = self._guarded("code.py") or self._stopped()
            self.keep_nvm()
            self._port.unplug()
            self.control.close()
            os.environ[REASON] = reason
            os.execv(sys.executable, [sys.executable, "-P", "-m", "tapete.console.local_board", *sys.argv[1:]])


def main() -> None:
    """Read the arguments, put Blinka and what it lacks in place, and live."""
    parser = arguments()
    parser.add_argument("--rehearse", action="store_true", help="use no real pins (Blinka's agnostic board)")
    parser.add_argument("--pin", type=moved_pin, action="append", default=[], metavar="GPn=NAME", help="put a pin elsewhere")
    chosen = parser.parse_args()
    if chosen.nvm is None:
        handle, name = tempfile.mkstemp(prefix="tapete-nvm-")
        os.close(handle)
        chosen.nvm = Path(name)
        sys.argv += ["--nvm", name]
    sys.path.insert(0, str(chosen.firmware / "lib"))
    modules = {name: from_fakes(name) for name in FROM_FAKES}
    simhw = modules["simhw"]
    if chosen.rehearse:
        rehearse(simhw)
    else:
        header_pins(dict(chosen.pin))
    graft(simhw)
    environment = os.getenv

    def getenv(key: str, default: Any = None) -> Any:
        """settings.toml for the firmware, the environment for Blinka."""
        return simhw.getenv(key, default) if key.startswith("TAPETE_") else environment(key, default)

    os.getenv = getenv
    port = port_end(chosen)
    run(LocalBoard(simhw, port, chosen.firmware, dict(chosen.set), chosen.nvm), port, chosen)


if __name__ == "__main__":
    main()
