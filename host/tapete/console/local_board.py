"""The process of a local console: the firmware on a Raspberry Pi's own header, through Adafruit Blinka.

`board`, `digitalio`, `neopixel_write` and the pins of `microcontroller` are Blinka's. What Blinka lacks comes from the fakes: `usb_cdc`
(the port), `supervisor` (the clock), `watchdog`, nvm, `storage`. `keypad` is the fakes' too, over Blinka's pins: Blinka's own scans in a
thread that never ends and its events have no timestamp. All pixels hang on one wire (`one_chain`).

A reset starts the process anew, because a pin that is in use stays so until its process ends. Buttons are on the pins whose numbers the
Pico's pin map has (GP2 is GPIO2); `--pin GP2=D4` puts one elsewhere. Everything is tried before the port appears, so that what cannot be
is one sentence (docs/build/local.md).
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from tapete.console.one_chain import RP1, WS281X, OneChain, PinHeader, module
from tapete.console.simulated_board import FAKES, SimulatedBoard, announce, arguments, port_end, read_settings, run
from tapete.console.simulated_control import NoPort

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
    """Plug the fakes' hardware under Blinka's agnostic board: levels come from `simhw`. Before `digitalio` is imported."""
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
    pixels.neopixel_write = lambda gpio, buffer: None
    board: Any = ModuleType("board")
    for number in range(simhw.PIN_COUNT):
        setattr(board, f"GP{number}", RehearsedPin(number))
    sys.modules["board"] = board


class CannotBe(Exception):
    """This computer cannot run a console on its pins; `why` is told to its caller."""

    def __init__(self, finding: str, **params: str) -> None:
        super().__init__(finding)
        self.why = NoPort(finding, params)


def header(pixel_pin: int | None) -> PinHeader:
    """The header of this computer, and whether it can do what is wanted. Nothing of it is touched. Raises CannotBe."""
    if importlib.util.find_spec("adafruit_platformdetect") is None:
        raise CannotBe("local_package", package="adafruit-blinka")
    try:
        computer = importlib.import_module("adafruit_platformdetect").Detector().board
        name = str(computer.id or "?")
        raspberry = name.startswith("RASPBERRY_PI_") and "PICO" not in name
    except Exception as error:  # an adapter that was asked for and is not there, or whose library is not
        raise CannotBe("local_no_header", computer="?") from error
    if not raspberry:
        raise CannotBe("local_no_header", computer=name)
    found = RP1 if computer.any_raspberry_pi_5_board else WS281X
    for needed, package in found.packages.items():
        if importlib.util.find_spec(needed) is None:
            raise CannotBe("local_package", package=package)
    if pixel_pin is not None and pixel_pin not in found.pins:
        raise CannotBe("local_pixel_pin", pin=str(pixel_pin), computer=name, pins=", ".join(str(pin) for pin in found.pins))
    return found


def header_pins(moved: dict[str, str], keys: Sequence[int]) -> None:
    """Give the pins of the header the names of the Pico's, and try those of the keys. Raises CannotBe."""
    board: Any = importlib.import_module("board")
    digitalio: Any = importlib.import_module("digitalio")
    found = {number: getattr(board, moved.get(f"GP{number}", f"D{number}"), None) for number in range(28)}
    for number in keys:
        name = moved.get(f"GP{number}", f"D{number}")
        if found[number] is None:
            raise CannotBe("local_button_pin", button=f"GP{number}", pin=name, why="—")
        try:
            key = digitalio.DigitalInOut(found[number])
            key.switch_to_input(pull=digitalio.Pull.UP)
            key.deinit()
        except Exception as error:  # whatever Blinka and libgpiod raise: no access, in use, no such line
            raise CannotBe("local_button_pin", button=f"GP{number}", pin=name, why=str(error) or type(error).__name__) from error
    for number, pin in found.items():
        setattr(board, f"GP{number}", pin if pin is not None else object())


def driver(pin: Any, number: int, module_name: str) -> Callable[[bytearray], None]:
    """What writes the pixels on this pin. Raises CannotBe."""
    try:
        digitalio: Any = importlib.import_module("digitalio")
        written: Any = importlib.import_module(module_name)
        wire = digitalio.DigitalInOut(pin)
        wire.switch_to_output()
    except Exception as error:  # as above
        raise CannotBe("local_pixels", pin=str(number), why=str(error) or type(error).__name__) from error

    def write(buffer: bytearray) -> None:
        written.neopixel_write(wire, buffer)

    return write


def one_wire(simhw: Any, chosen: argparse.Namespace) -> None:
    """Open the one chain, dark, and put it in the place of `neopixel`; prove that buttons and pixels can be had. Raises CannotBe."""
    pin_map: Any = importlib.import_module("tapete_console.pins")
    simhw.SETTINGS.update(read_settings(chosen.firmware), **dict(chosen.set))
    sizes: Any = importlib.import_module("tapete_console.settings_keys").read(simhw)
    write: Callable[[bytearray], None] = lambda buffer: None  # noqa: E731 - of a rehearsal
    known, number = WS281X, 0
    if not chosen.rehearse:
        known = header(chosen.pixel_pin)
        number = known.pins[0] if chosen.pixel_pin is None else chosen.pixel_pin
        keys = [gpio for buttons in pin_map.BUTTONS[: sizes.panels] for gpio in buttons]
        moved = dict(chosen.pin)
        if f"D{number}" in [moved.get(f"GP{gpio}", f"D{gpio}") for gpio in keys]:
            raise CannotBe("local_button_pin", button=f"GP{number}", pin=f"D{number}", why="pixels")
        header_pins(moved, keys)
        wire = getattr(importlib.import_module("board"), f"D{number}")
        write = driver(wire, number, known.driver)
    chain = OneChain(sizes.panels * sizes.chain + sizes.bridge, write, simhw.frame)
    try:
        write(chain.buffer)
    except Exception as error:  # as above; rpi_ws281x says only here what it cannot do
        if number not in known.rootless and "sudo" in str(error):
            raise CannotBe("local_no_root", pin=str(number)) from error
        raise CannotBe("local_pixels", pin=str(number), why=str(error) or type(error).__name__) from error
    order = [*pin_map.CHAINS[: sizes.panels], pin_map.BRIDGE]
    opened = iter(order)  # the firmware opens its chains in this order
    sys.modules["neopixel"] = module(chain, lambda pin: next(opened))


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

    READ_ANEW = ("tapete_console", "tapete_stopped")
    """Without `neopixel`, which is the one chain here."""

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
    parser.add_argument("--pixel-pin", type=int, metavar="GPIO", help="what all pixels hang on")
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
    try:
        if chosen.rehearse:
            rehearse(simhw)
        one_wire(simhw, chosen)
    except CannotBe as cannot:
        announce(cannot.why)
        sys.exit(1)
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
