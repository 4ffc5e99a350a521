"""Ports of a browser's script, as the console's link uses a port."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from tapete.console.port import PORT_ERRORS, PortTrouble
from tapete.tab import serial, strands
from tapete.tab.serial import Ports
from tests.tab import stand_in


class Script:
    """A port as a script has it."""

    def __init__(self, *, refuses: str = "", takes: bool = True) -> None:
        self.refuses, self.takes = refuses, takes
        self.arriving: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.sent, self.closed = b"", False

    async def open(self) -> None:
        if self.refuses:
            raise RuntimeError(self.refuses)

    async def read(self) -> bytes:
        if (octets := await self.arriving.get()) is None:
            raise RuntimeError("NetworkError: The device has been lost.")
        return octets

    async def write(self, octets: bytes) -> None:
        while not self.takes:
            await asyncio.sleep(0)
        self.sent += octets

    async def close(self) -> None:
        self.closed = True


def with_port(script: Callable[[], Script], main: Callable[[Ports, Script], None]) -> None:
    """Do something on a strand, with a port that is plugged in."""

    async def begun() -> None:
        ports, made = Ports(), script()
        ports.plug(1, made, "239a:80f4")
        await strands.in_strand(main, ports, made)

    stand_in.run(begun)


def test_bytes_come_and_go_until_the_console_is_pulled_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial, "threading", SimpleNamespace(Thread=_Strand))

    def main(ports: Ports, script: Script) -> None:
        came, ended = list[bytes](), list[Exception]()
        (found,) = ports.find()
        assert found.unnamed
        assert not found.named
        port = ports.open_port(found.port, came.append, ended.append)
        port.write(b"hello")
        port.write(b"")
        assert script.sent == b"hello"
        script.arriving.put_nowait(b"from the console")
        script.arriving.put_nowait(None)
        while not ended:
            strands.sleep(0)
        assert came == [b"from the console"]
        assert isinstance(ended[0], PORT_ERRORS)
        port.close()
        assert script.closed
        ports.unplug(1)
        assert ports.find() == []
        with pytest.raises(PortTrouble):
            ports.open_port(found.port, came.append, ended.append)

    with_port(Script, main)


@pytest.mark.parametrize(("refuses", "finding"), [("NetworkError: Failed to open serial port.", "port_busy"), ("odd", "port_fails")])
def test_a_port_that_cannot_be_opened_says_why(refuses: str, finding: str) -> None:
    def main(ports: Ports, _script: Script) -> None:
        with pytest.raises(PortTrouble) as trouble:
            ports.open_port("web-serial:1", lambda octets: None, lambda fault: None)
        assert trouble.value.finding.code == finding

    with_port(lambda: Script(refuses=refuses), main)


def test_a_console_that_takes_nothing_ends_the_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial, "threading", SimpleNamespace(Thread=_Strand))
    monkeypatch.setattr(serial, "WRITE_S", 0.01)

    def main(ports: Ports, _script: Script) -> None:
        port = ports.open_port("web-serial:1", lambda octets: None, lambda fault: None)
        with pytest.raises(PORT_ERRORS):
            port.write(b"never taken")

    with_port(lambda: Script(takes=False), main)


class _Strand:
    """What `threading.Thread` is in a tab."""

    def __init__(self, target: Callable[[], object], *, daemon: bool, name: str) -> None:
        self._target = target

    def start(self) -> None:
        strands.start(self._target)
