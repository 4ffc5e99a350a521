"""Stands for the Pi 5's pixel library: any pin of the header, three or four bytes a pixel."""

from __future__ import annotations

from typing import Any


def neopixel_write(gpio: Any, buf: bytearray) -> None:
    if gpio._pin.id not in range(28):
        raise RuntimeError("pin must be on the header")
    if len(buf) % 3 and len(buf) % 4:
        raise RuntimeError("buffer of no whole pixels")
