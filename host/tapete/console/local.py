"""A console on the header of a Raspberry Pi: the same firmware through Adafruit Blinka, in a process of its own (`local_board`)."""

from __future__ import annotations

import importlib.util
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tapete.console.simulator import SimulatedConsole, SimulationFailed
from tapete.console.troubles import Finding


class LocalConsole(SimulatedConsole):
    """Like `SimulatedConsole`, but `board`, `digitalio`, `keypad` and `neopixel_write` are Blinka's.

    Args:
        rehearse: use no real pins but Blinka's agnostic board; then buttons can be pressed from here. Without it the pins are those of
            the header, and `press` has nothing to act on.
        pixel_pin: the GPIO that all pixels hang on; None: 18.
        pins: for buttons that are elsewhere, the name on the Pico (GP2) and Blinka's (D4).

    The other arguments are those of `SimulatedConsole`.
    """

    MODULE = "tapete.console.local_board"

    def __init__(
        self,
        *,
        panels: int | None = None,
        settings: Mapping[str, str | int] | None = None,
        link: Path | None = None,
        firmware: Path | None = None,
        rehearse: bool = False,
        pixel_pin: int | None = None,
        pins: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(panels=panels, settings=settings, link=link, firmware=firmware)
        self._rehearse = rehearse
        self._pixel_pin, self._pins = pixel_pin, dict(pins or {})
        self._memory: tempfile.TemporaryDirectory[str] | None = None

    def start(self) -> LocalConsole:
        """Start the firmware. Raises SimulationFailed, with what is missing."""
        if importlib.util.find_spec("adafruit_blinka") is None:
            raise SimulationFailed.for_(Finding("local_package", {"package": "adafruit-blinka"}))
        self._memory = tempfile.TemporaryDirectory(prefix="tapete-nvm-", ignore_cleanup_errors=True)
        super().start()
        return self

    def stop(self) -> None:
        """Switch it off; its nvm is forgotten."""
        super().stop()
        if self._memory is not None:
            self._memory.cleanup()
            self._memory = None

    def _arguments(self) -> list[str]:
        arguments = super()._arguments()
        if self._memory is not None:
            arguments += ["--nvm", str(Path(self._memory.name) / "nvm")]  # each reset is a new process, and the nvm survives it
        if self._pixel_pin is not None:
            arguments += ["--pixel-pin", str(self._pixel_pin)]
        for ours, theirs in self._pins.items():
            arguments += ["--pin", f"{ours}={theirs}"]
        return [*arguments, "--rehearse"] if self._rehearse else arguments
