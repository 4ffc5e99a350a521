"""Lets Blinka find the one chip of pins that the stand-in `gpiod` has: this computer has none under /dev."""

import contextlib
import importlib
import os
from pathlib import Path

if "BLINKA_FORCEBOARD" in os.environ:
    with contextlib.suppress(ImportError):  # a test that leaves `gpiod` out
        pins = importlib.import_module("adafruit_blinka.microcontroller.generic_linux.raspberry_pi_pin")
        pins._chip_paths = lambda: [Path("/dev/gpiochip0")]  # type: ignore[attr-defined]  # Blinka's own, not typed
