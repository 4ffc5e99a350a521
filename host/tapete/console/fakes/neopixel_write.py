"""Fake `neopixel_write`: what would go over the wire to the WS2812 is kept in `simhw`."""

import simhw
from digitalio import DigitalInOut


def neopixel_write(digitalinout: DigitalInOut, buf: "bytes | bytearray") -> None:
    """Write a frame. Blocks 30 us a pixel and about 1.3 ms more on a Pico."""
    if not isinstance(buf, (bytes, bytearray)):
        raise TypeError("object with buffer protocol required")
    digitalinout.frame(bytes(buf))
    simhw.poll()
