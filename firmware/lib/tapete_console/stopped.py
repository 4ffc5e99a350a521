"""What a console does that broke down too often: its drive is there, its chains end in red, and it tells each host one line.

Imported before the rest of the console and without it: whatever is wrong there, this one answers.
"""

from __future__ import annotations

from binascii import crc32

import board
import microcontroller
import neopixel
import supervisor
import usb_cdc

from tapete_console import health, pins, wire

SETTINGS = __file__.rsplit("/", 3)[0] + "/settings.toml"
"""At the drive's root, two folders above this one."""

REASONS = (("POWER_ON", "power"), ("RESET_PIN", "reset"), ("SOFTWARE", "software"), ("WATCHDOG", "watchdog"))
MOST_WRITES = 2000
"""So often a prompt is offered what it has not taken, about 0.2 s long."""
SAY_MS = 1000
ALARM = (40, 0, 0)
TICKS = (1 << 29) - 1
"""What `supervisor.ticks_ms()` counts to."""


def settings_file() -> bytes:
    """Return settings.toml as it is, empty if it cannot be read."""
    try:
        with open(SETTINGS, "rb") as file:
            return file.read()
    except OSError:
        return b""


def mended(version: str) -> bytes:
    """Return four bytes that change with settings.toml and with the firmware's version (`health.Breakdowns`)."""
    return (crc32(settings_file() + version.encode()) & 0xFFFFFFFF).to_bytes(4, "big")


def started_by() -> str:
    """Return why the board started, as `why` of hello has it."""
    for name, word in REASONS:
        if microcontroller.cpu.reset_reason == getattr(microcontroller.ResetReason, name):
            return word
    return "other"


def stop_watchdog() -> None:
    """Let the board stand still."""
    watchdog = microcontroller.watchdog
    if watchdog is not None:
        watchdog.mode = None


def say(text: str) -> None:
    """Write at the Python prompt what it takes at once: `print` waits for a terminal that is open and does not read."""
    prompt = usb_cdc.console
    if prompt is None or not prompt.connected:
        return
    prompt.write_timeout = 0
    left = text.encode()
    for _ in range(MOST_WRITES):
        left = left[prompt.write(left) or 0 :]
        if not left:
            return


def redden(chain: neopixel.NeoPixel) -> None:
    """Show on one chain that the firmware broke down: its two ends red, the rest dark."""
    chain.fill(0)
    chain[0] = chain[-1] = ALARM
    chain.show()


def alarm() -> None:
    """Show it on every chain that the pin map knows, if there is no board that has opened them (with as many pixels as it says)."""
    for number in pins.CHAINS:
        try:
            length = pins.COUNTER_PIXELS + pins.DIE_PIXELS + pins.PRIVATE_PIXELS
            redden(neopixel.NeoPixel(getattr(board, "GP%d" % number), length, auto_write=False))
        except (AttributeError, OSError, RuntimeError, ValueError, MemoryError):
            continue


def stand_still(breakdowns: health.Breakdowns) -> None:
    """Tell each host that opens the link, once a second, what broke down; return on Ctrl-C. The watchdog is off, nothing is written."""
    stop_watchdog()
    line = wire.write("stopped", [str(breakdowns.count)] + (breakdowns.text.split() or ["watchdog"]))
    said = supervisor.ticks_ms()
    try:
        while True:
            now = supervisor.ticks_ms()
            link = usb_cdc.data
            if link is None or not link.connected or (now - said) & TICKS < SAY_MS:
                continue
            said = now
            link.timeout = 0
            link.write_timeout = 0
            link.reset_input_buffer()
            if not link.out_waiting:
                link.write(b"\n" + line)
    except KeyboardInterrupt:
        return
