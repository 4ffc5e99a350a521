"""The simulated console's end of the line: a pseudo-terminal, or a TCP port where there is none.

Either is plugged in and unplugged as a USB cable is; while it is in, a host may open it. Nothing here waits.
"""

from __future__ import annotations

import os
import select
import socket
from pathlib import Path
from typing import Protocol

from tapete.console.simulated_control import NoPort

CHUNK = 4096
"""Bytes read at once; the fakes show the firmware 256 of them at a time, as the Pico does."""


class PortRefused(Exception):
    """The system gives no port; `why` is what the board tells its caller."""

    def __init__(self, why: NoPort) -> None:
        super().__init__(str(why))
        self.why = why


class PortEnd(Protocol):
    """What the simulated board needs of its line."""

    @property
    def url(self) -> str:
        """What the host opens with `serial_for_url`."""

    def plug(self) -> None:
        """Make the port appear. Raises PortRefused when the system gives none."""

    def unplug(self) -> None:
        """Unplug the line: a program that has it open gets an error."""

    def opened(self) -> bool:
        """Say whether a host has it open now."""

    def wait_on(self) -> list[int]:
        """File descriptors that become readable when something arrives."""

    def receive(self) -> bytes:
        """Bytes from the host, none if none are there."""

    def send(self, octets: bytes) -> int:
        """Hand bytes to the host; returns how many it had room for."""


class PseudoTerminal:
    """A pty in raw mode. `link` (a path to be made) always leads to the one in use; without it the name changes with every plugging."""

    def __init__(self, link: Path | None = None) -> None:
        self._link = link
        self._master: int | None = None
        self._name = ""
        self._was_open = False

    @property
    def url(self) -> str:
        return str(self._link) if self._link is not None else self._name

    def plug(self) -> None:
        import tty

        if self._master is not None:
            return
        try:
            master, slave = os.openpty()
        except OSError as refused:
            raise PortRefused(NoPort("no_terminal", {"why": refused.strerror or str(refused)})) from refused
        tty.setraw(slave)
        os.set_blocking(master, False)
        self._master = master
        self._name = os.ttyname(slave)
        # With no slave of our own the master tells when the host comes and goes, as DTR does on USB.
        os.close(slave)
        self._was_open = False
        if self._link is not None:
            try:
                fresh = self._link.with_name(self._link.name + ".new")
                fresh.unlink(missing_ok=True)
                fresh.symlink_to(self._name)
                fresh.replace(self._link)
            except OSError as refused:
                raise PortRefused(NoPort("no_link", {"path": str(self._link), "why": refused.strerror or str(refused)})) from refused

    def unplug(self) -> None:
        if self._master is None:
            return
        if self._link is not None:
            self._link.unlink(missing_ok=True)
        os.close(self._master)
        self._master = None
        self._was_open = False

    def opened(self) -> bool:
        import tty

        if self._master is None:
            return False
        look = select.poll()
        look.register(self._master, select.POLLIN)
        is_open = not any(event & select.POLLHUP for _, event in look.poll(0))
        if is_open and not self._was_open:
            # The last close has put echo back; a byte written before the host sets its own mode would come back to us.
            tty.setraw(self._master)
        self._was_open = is_open
        return is_open

    def wait_on(self) -> list[int]:
        return [self._master] if self._master is not None and self._was_open else []

    def receive(self) -> bytes:
        if self._master is None:
            return b""
        try:
            return os.read(self._master, CHUNK)
        except OSError:  # nothing there, or the host has just closed it: `opened` tells
            return b""

    def send(self, octets: bytes) -> int:
        if self._master is None:
            return 0
        try:
            return os.write(self._master, octets)
        except BlockingIOError:
            return 0
        except OSError:  # closed this moment: lost, as on a cable that is pulled
            return len(octets)


class TcpPort:
    """A TCP port on this computer alone, for one host at a time; a second one is turned away."""

    def __init__(self, port: int = 0) -> None:
        self._number = port
        self._listener: socket.socket | None = None
        self._host: socket.socket | None = None

    @property
    def url(self) -> str:
        return f"socket://127.0.0.1:{self._number}"

    def plug(self) -> None:
        if self._listener is not None:
            return
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name == "posix":  # elsewhere this option lets two programs share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", self._number))
        except OSError as refused:
            listener.close()
            raise PortRefused(NoPort("no_tcp", {"port": str(self._number), "why": refused.strerror or str(refused)})) from refused
        listener.listen(1)
        listener.setblocking(False)
        self._listener = listener
        self._number = listener.getsockname()[1]

    def unplug(self) -> None:
        for end in (self._host, self._listener):
            if end is not None:
                end.close()
        self._host = self._listener = None

    def opened(self) -> bool:
        if self._listener is None:
            return False
        try:
            caller, _ = self._listener.accept()
        except BlockingIOError:
            return self._host is not None
        if self._host is None:
            caller.setblocking(False)
            caller.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._host = caller
        else:
            caller.close()
        return True

    def wait_on(self) -> list[int]:
        return [end.fileno() for end in (self._listener, self._host) if end is not None]

    def receive(self) -> bytes:
        if self._host is None:
            return b""
        try:
            octets = self._host.recv(CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            octets = b""
        if not octets:
            self._host.close()
            self._host = None
        return octets

    def send(self, octets: bytes) -> int:
        if self._host is None:
            return len(octets)
        try:
            return self._host.send(octets)
        except BlockingIOError:
            return 0
        except OSError:
            self._host.close()
            self._host = None
            return len(octets)
