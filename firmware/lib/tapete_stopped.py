"""What a console does that cannot run: its drive is there, its chains end in red, and it tells each host one line.

It needs nothing but the interpreter, so that it answers whatever is wrong with the rest of the drive. code.py calls it after an
exception; boot.py lets the board run this file in the place of a code.py that is missing or cut short.
"""

from __future__ import annotations

import traceback
from binascii import crc32

import board
import digitalio
import microcontroller
import neopixel_write
import supervisor
import usb_cdc

CHAINS = (18, 19, 20, 21)
PIXELS = 80
"""Of one chain, as `lib/tapete_console/pins.py` has them, for the day on which that file cannot be read."""
RED = bytes((0, 40, 0))
SAY_MS = 1000
LETTERS = 160
"""So much is told of what happened."""
TICKS = (1 << 29) - 1
"""What `supervisor.ticks_ms()` counts to."""


def reason(error: Exception) -> str:
    """Return type, place and words of an exception; the place is the innermost file and line of its trace."""
    place = "?"
    for text in "".join(traceback.format_exception(error)).split("\n"):
        head, quote, rest = text.partition('File "')
        if quote and not head.strip():
            path, _, after = rest.partition('", line ')
            place = path.split("/")[-1] + ":" + after.split(",")[0].strip()
    return "%s %s %s" % (type(error).__name__, place, error)


def line(count: int, words: str) -> bytes:
    """Return the line `stopped` of the link (docs/link.md): so many breakdowns in a row, and printable words with one space between."""
    letters = "".join([letter if " " <= letter <= "~" else "?" for letter in words])
    body = ("- stopped %d %s" % (count, " ".join(letters[:LETTERS].split()))).encode()
    return b"%s*%08x\n" % (body, crc32(body) & 0xFFFFFFFF)


def alarm() -> None:
    """Show two red ends on each chain that no other part of the program has opened."""
    try:
        from tapete_console import pins

        chains = pins.CHAINS
        length = pins.COUNTER_PIXELS + pins.DIE_PIXELS + pins.PRIVATE_PIXELS
    except Exception:  # noqa: BLE001 - that file may be what is broken
        chains, length = CHAINS, PIXELS
    colours = RED + bytes(3 * (length - 2)) + RED
    for number in chains:
        try:
            pin = digitalio.DigitalInOut(getattr(board, "GP%d" % number))
            pin.switch_to_output()
            neopixel_write.neopixel_write(pin, colours)
            pin.deinit()
        except (AttributeError, OSError, RuntimeError, ValueError):
            continue


def stop_watchdog() -> None:
    """Let the board stand still."""
    watchdog = microcontroller.watchdog
    if watchdog is not None:
        watchdog.mode = None


def tell(port: usb_cdc.Serial | None, octets: bytes) -> None:
    """Write to a channel that is open and has taken what came before; throw away what it says."""
    if port is None or not port.connected:
        return
    port.timeout = 0
    port.write_timeout = 0
    port.reset_input_buffer()
    if not port.out_waiting:
        port.write(b"\n" + octets)


def stand_still(count: int, words: str) -> None:
    """Tell each host that opens the link, once a second, what broke down; return on Ctrl-C. The watchdog is off, nothing is written.

    Without a data channel (boot.py has not run) the Python prompt is told.
    """
    stop_watchdog()
    octets = line(count, words)
    said = supervisor.ticks_ms()
    try:
        while True:
            now = supervisor.ticks_ms()
            if (now - said) & TICKS >= SAY_MS:
                said = now
                tell(usb_cdc.data or usb_cdc.console, octets)
    except KeyboardInterrupt:
        return


if __name__ == "__main__":
    supervisor.runtime.autoreload = False
    alarm()
    stand_still(1, "code.py is missing, empty or cut short")
