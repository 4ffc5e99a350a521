"""Consoles that a browser reaches (Web Serial, or a worker of its own): ports that its script opens, as `tapete.console` knows a port.

A browser says maker and kind of what is plugged in, and not what it calls itself, so each port is listened to
(`FoundConsole.unnamed`): of a Pico's two channels the one with a console says hello.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import msgspec

from tapete.console.client import Console
from tapete.console.find import FoundConsole
from tapete.console.port import WRITE_S, OpenedPort, PortTrouble
from tapete.console.reports import ConsoleReport
from tapete.console.simulated_channel import read_answer
from tapete.console.simulated_control import Request
from tapete.console.simulator import SimulatedConsole, SimulationFailed
from tapete.console.troubles import Finding
from tapete.tab import strands

_log = logging.getLogger(__name__)


class ScriptPort(Protocol):
    """A port as the script has it. Each call raises where the port is gone, or cannot be had."""

    def open(self) -> Awaitable[object]:
        """Open it."""

    def read(self) -> Awaitable[Any]:
        """What has arrived since, once there is something."""

    def write(self, octets: Any) -> Awaitable[object]:
        """Done once the port has taken the bytes."""

    def close(self) -> Awaitable[object]:
        """Let it go."""


def _octets(read: Any) -> bytes:
    """Bytes as the script gives them."""
    return bytes(read.to_bytes() if hasattr(read, "to_bytes") else read)


class WebPort:
    """An open port; as `tapete.console.port.Port`, on strands.

    Args:
        url: its name here. script: the script's own. for_script: makes of bytes what the script takes.
        on_bytes: gets what arrives, on the reader's strand. on_end: gets the error that ended it.

    Raises:
        PortTrouble: it cannot be opened.
    """

    def __init__(
        self,
        url: str,
        script: ScriptPort,
        for_script: Callable[[bytes], Any],
        on_bytes: Callable[[bytes], None],
        on_end: Callable[[Exception], None],
    ) -> None:
        self.url = url
        self._script, self._for_script = script, for_script
        self._on_bytes, self._on_end = on_bytes, on_end
        self._closed = False
        try:
            strands.result_of(script.open())
        except Exception as fault:  # the script's own error
            kind = "port_busy" if "NetworkError" in str(fault) or "already open" in str(fault) else "port_fails"
            raise PortTrouble(Finding(kind, {"port": url, "reason": str(fault)})) from fault
        threading.Thread(target=self._read, daemon=True, name=f"read {url}").start()

    def _read(self) -> None:
        while not self._closed:
            try:
                octets = _octets(strands.result_of(self._script.read()))
            except Exception as fault:  # noqa: BLE001 - the script's own error: whoever has the port hears of it
                if not self._closed:
                    self._on_end(OSError(str(fault)))
                return
            self._on_bytes(octets)

    def write(self, octets: bytes) -> None:
        """Send bytes. Raises OSError when the console is gone or takes nothing for `WRITE_S` seconds."""
        if not octets:
            return
        try:
            strands.result_of(asyncio.wait_for(_awaited(self._script.write(self._for_script(octets))), WRITE_S))
        except Exception as fault:  # the script's own error, or none came
            raise OSError(str(fault) or "the console takes nothing") from fault

    def close(self) -> None:
        """Let the port go."""
        self._closed = True
        try:
            strands.result_of(self._script.close())
        except Exception as fault:  # noqa: BLE001 - the script's own error: the port is gone already
            _log.info("console at %s: %s", self.url, fault)


async def _awaited(what: Awaitable[object]) -> object:
    return await what


class Ports:
    """The ports that a person has let this tab use.

    Args:
        for_script: makes of bytes what the script takes.
    """

    def __init__(self, for_script: Callable[[bytes], Any] = lambda octets: octets) -> None:
        self._for_script = for_script
        self._there: dict[str, tuple[ScriptPort, str]] = {}

    def plug(self, number: int, script: ScriptPort, description: str = "") -> None:
        """A port is there.

        Args:
            number: the script's own for it. script: how it is used. description: of what is plugged in, as far as the browser says.
        """
        self._there[f"web-serial:{number}"] = script, description

    def unplug(self, number: int) -> None:
        """It is gone."""
        self._there.pop(f"web-serial:{number}", None)

    def find(self) -> list[FoundConsole]:
        """Where a console may be, as `tapete.console.find.consoles` says it."""
        return [FoundConsole(url, "", description, True) for url, (_script, description) in self._there.items()]

    def open_port(self, url: str, on_bytes: Callable[[bytes], None], on_end: Callable[[Exception], None]) -> OpenedPort:
        """Open one of them. Raises PortTrouble."""
        if url not in self._there:
            raise PortTrouble(Finding("port_gone", {"port": url}))
        return WebPort(url, self._there[url][0], self._for_script, on_bytes, on_end)

    def console(self, on_report: Callable[[ConsoleReport], None], kept: Callable[[str], int]) -> Console:
        """The console at one of them, whenever it is there (`Hub.add_console`)."""
        return Console(self.find, on_report, kept=kept, open_port=self.open_port)


class ConsoleInWorker(SimulatedConsole):
    """The simulated console as the table's own worker has it, for the page that shows it.

    Args:
        script: its `ask` takes a request as JSON, and gives a promise of the answer.
    """

    def __init__(self, script: Any) -> None:
        super().__init__()
        self._script = script

    def _ask(self, request: Request, kind: Any) -> Any:
        try:
            told = str(strands.result_of(self._script.ask(msgspec.json.encode(request).decode()))).encode()
        except Exception as fault:  # the script's own error: the worker is gone
            raise SimulationFailed(str(fault)) from fault
        return read_answer(told, kind)
