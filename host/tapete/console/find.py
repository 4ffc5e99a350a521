"""Which consoles are plugged in: by the name of the data channel's USB interface, not by the order of ports.

A Pico with CircuitPython has two serial channels, the Python prompt and (once boot.py has run) the data channel; adafruit-board-toolkit
tells them apart on Linux, macOS and Windows. After a reset a port may have another name; the serial number stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from tapete.console.mounts import boot_loaders
from tapete.console.port import PortTrouble, open_serial
from tapete.console.troubles import Finding

PICOS: dict[str, tuple[str, str]] = {
    "raspberry_pi_pico": ("239a", "80f4"),
    "raspberry_pi_pico_w": ("239a", "8120"),
    "raspberry_pi_pico2": ("2e8a", "000b"),
    "raspberry_pi_pico2_w": ("239a", "8162"),
}
"""The boards that the pin map is for: board id of CircuitPython, USB vendor and product (its ports/raspberrypi/boards)."""

PRODUCT = "Tapete console"
"""What `boot.py` calls every board on the USB."""


class FoundConsole(Struct, frozen=True, omit_defaults=True):
    """A data channel: its port, the serial number of its board, and what the board calls itself."""

    port: str
    serial_number: str
    description: str
    unnamed: bool = False
    """Whether this system does not say what the board calls itself, as Windows does not."""

    @property
    def named(self) -> bool:
        """Whether it calls itself a console, as our boot.py lets every board do. Another is only listened to."""
        return self.description == PRODUCT


Find = Callable[[], list[FoundConsole]]
"""Says where the console may be now, the likeliest first."""


def natural(port: str) -> list[tuple[int, str]]:
    """The sort key of ports: ttyACM2 before ttyACM10, COM9 before COM10."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", port)]


def _ports(kind: str) -> list[Any]:
    """The ports of boards with CircuitPython: their `data` channels or their `repl`."""
    from adafruit_board_toolkit import circuitpython_serial  # here, because it knows this computer's kind, and there is none in a browser

    found: list[Any] = getattr(circuitpython_serial, f"{kind}_comports")()
    return found


def consoles() -> list[FoundConsole]:
    """All boards with a data channel: those that call themselves a console first, then in the order of their ports."""
    found = [
        FoundConsole(str(port.device), str(port.serial_number or ""), str(port.product or port.description or ""), not port.product)
        for port in _ports("data")
    ]
    return sorted(found, key=lambda console: (not console.named, natural(console.port)))


def prompts() -> list[str]:
    """Ports of boards with CircuitPython that have a prompt; those without a data channel lack our boot.py."""
    with_data = {port.serial_number for port in _ports("data")}
    lonely = (str(port.device) for port in _ports("repl") if port.serial_number not in with_data)
    return sorted(lonely, key=natural)


def missing() -> Finding:
    """Why no console is found."""
    if lonely := prompts():
        return Finding("only_prompt", {"port": lonely[0]})
    if others := consoles():
        return Finding("other_device", {"port": others[0].port, "name": others[0].description or "—"})
    if waiting := boot_loaders():
        return Finding("boot_loader", {"drive": str(waiting[0])})
    return Finding("no_console")


def any_console() -> str | None:
    """The port of the first free board that calls itself a console (or has no name here), None if there is no such board.

    Where there are several, each is opened for a moment; the first is named if all are in use.
    """
    found = [console.port for console in consoles() if console.named or console.unnamed]
    if len(found) > 1:
        return next((port for port in found if is_free(port)), found[0])
    return found[0] if found else None


def is_free(port: str) -> bool:
    """Whether no other program has a port."""
    try:
        open_serial(port).close()
    except PortTrouble as trouble:
        return trouble.finding.code != "port_busy"
    return True


def by_serial_number(serial_number: str) -> Find:
    """A function that finds this very board again, wherever it is plugged in."""

    def find() -> list[FoundConsole]:
        return [console for console in consoles() if console.serial_number == serial_number]

    return find
