"""Which consoles are plugged in: by the name of the data channel's USB interface, not by the order of ports.

A Pico with CircuitPython has two serial channels, the Python prompt and (once boot.py has run) the data channel; adafruit-board-toolkit
tells them apart on Linux, macOS and Windows. After a reset a port may have another name; the serial number stays.
"""

from __future__ import annotations

from collections.abc import Callable

from adafruit_board_toolkit import circuitpython_serial
from msgspec import Struct

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


class FoundConsole(Struct, frozen=True):
    """A data channel: its port, the serial number of its board, and what the board calls itself."""

    port: str
    serial_number: str
    description: str


def consoles() -> list[FoundConsole]:
    """All boards with a data channel, in the order of their ports."""
    found = [
        FoundConsole(str(port.device), str(port.serial_number or ""), str(port.product or port.description or ""))
        for port in circuitpython_serial.data_comports()
    ]
    return sorted(found, key=lambda console: console.port)


def prompts() -> list[str]:
    """Ports of boards with CircuitPython that have a prompt; those without a data channel lack our boot.py."""
    with_data = {port.serial_number for port in circuitpython_serial.data_comports()}
    return sorted(str(port.device) for port in circuitpython_serial.repl_comports() if port.serial_number not in with_data)


def missing() -> Finding:
    """Why no console is found."""
    lonely = prompts()
    return Finding("only_prompt", {"port": lonely[0]}) if lonely else Finding("no_console")


def any_console() -> str | None:
    """The port of the first console, None when there is none."""
    found = consoles()
    return found[0].port if found else None


def by_serial_number(serial_number: str) -> Callable[[], str | None]:
    """A function that finds this very board again, wherever it is plugged in."""

    def find() -> str | None:
        return next((console.port for console in consoles() if console.serial_number == serial_number), None)

    return find
