"""What code.py, safemode.py and the board's edge need of the interpreter: the settings file, why the board started, the prompt."""

from __future__ import annotations

from binascii import crc32

import microcontroller
import usb_cdc

SETTINGS = __file__.rsplit("/", 3)[0] + "/settings.toml"
"""At the drive's root, two folders above this one."""

REASONS = (("POWER_ON", "power"), ("RESET_PIN", "reset"), ("SOFTWARE", "software"), ("WATCHDOG", "watchdog"))
MOST_WRITES = 2000
"""So often a prompt is offered what it has not taken, about 0.2 s long."""


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
