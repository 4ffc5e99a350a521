"""The serial port, and no decisions: open it, read it in a thread, write to it, say why it cannot be opened.

Any address of pyserial's `serial_for_url` will do: a device, `COM3`, `socket://host:port`.
"""

from __future__ import annotations

import errno
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import serial

from tapete.console.troubles import UDEV_RULE, Finding

try:
    from termios import error as TerminalError  # noqa: N812 - it is an exception, and called error like none of ours
except ImportError:  # Windows has no terminals of this kind

    class TerminalError(Exception):  # type: ignore[no-redef]  # the same name for what is never raised there
        """What the system says of a terminal."""


READ_S = 0.1
"""How long the reader waits before it looks whether it is to end."""

WRITE_S = 2.0
"""A console that takes nothing for so long hangs; the port is opened anew."""

GRACE_S = 1.0
"""So much longer pyserial may take to notice that; then the reader ends the write."""

BAUD = 115200
"""USB has no baud rate; a bridge chip on the way has."""

PORT_ERRORS = (serial.SerialException, OSError, TypeError)
"""What pyserial raises when the console is pulled out: SerialException, OSError from `in_waiting`, TypeError after a close in mid-read."""


class PortTrouble(Exception):
    """The port cannot be opened; `finding` says why and what to do."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.code)
        self.finding = finding


class OpenedPort(Protocol):
    """A port that was opened."""

    url: str

    def write(self, octets: bytes) -> None:
        """Send bytes. Raises one of PORT_ERRORS when the console is gone or takes nothing."""

    def close(self) -> None:
        """Let the port go."""


OpenPort = Callable[[str, Callable[[bytes], None], Callable[[Exception], None]], OpenedPort]
"""Opens the port at an address, given what gets the bytes that arrive and the error that ends it. Raises PortTrouble."""


class Port:
    """An open port. `on_bytes` gets what arrives, `on_end` the error that ended it; both are called on the reader's thread.

    Raises:
        PortTrouble: it cannot be opened.
    """

    def __init__(self, url: str, on_bytes: Callable[[bytes], None], on_end: Callable[[Exception], None]) -> None:
        self.url = url
        self._on_bytes = on_bytes
        self._on_end = on_end
        self._ending = threading.Event()
        self._writing_since: float | None = None
        self._serial = open_serial(url)
        self._reader = threading.Thread(target=self._read, daemon=True, name=f"read {url}")
        self._reader.start()

    def write(self, octets: bytes) -> None:
        """Send bytes. Raises one of PORT_ERRORS when the console is gone or takes nothing."""
        if not octets:
            return
        self._writing_since = time.monotonic()
        try:
            taken = self._serial.write(octets)
        finally:
            self._writing_since = None
        if taken is not None and taken < len(octets):
            raise serial.SerialTimeoutException(f"{taken} of {len(octets)} bytes were taken within {WRITE_S + GRACE_S} s")

    def close(self) -> None:
        """Let the port go."""
        self._ending.set()
        if threading.current_thread() is not self._reader:
            self._reader.join(READ_S * 20)
        connection = getattr(self._serial, "_socket", None)
        self._serial.close()
        if connection is not None:
            # pyserial 3.5 leaves a socket open whose other end hung up first: its shutdown fails, and close is never reached.
            connection.close()

    def _read(self) -> None:
        try:
            while not self._ending.is_set():
                octets = self._serial.read(1)
                self._watch_write()
                if octets:
                    self._on_bytes(octets + self._serial.read(self._serial.in_waiting))
        except PORT_ERRORS as error:
            if not self._ending.is_set():
                self._on_end(error)

    def _watch_write(self) -> None:
        """End a write that outlasts its own time limit: pyserial's may wait for ever on Windows (its change request 801)."""
        since = self._writing_since
        if since is not None and time.monotonic() - since > WRITE_S + GRACE_S and hasattr(self._serial, "cancel_write"):
            self._serial.cancel_write()


def open_serial(url: str) -> Any:
    """Open a port for ourselves alone. Raises PortTrouble."""
    try:
        return serial.serial_for_url(url, baudrate=BAUD, timeout=READ_S, write_timeout=WRITE_S, exclusive=True)
    except TerminalError as error:  # no OSError: the console went while pyserial set its terminal up
        raise PortTrouble(why_not(url, OSError(*error.args))) from error
    except (serial.SerialException, OSError, ValueError) as error:
        raise PortTrouble(why_not(url, error)) from error


def why_not(url: str, error: Exception) -> Finding:
    """The finding behind an error of opening."""
    number = getattr(error, "errno", None)
    text = str(error)
    if number == errno.EACCES or number == errno.EPERM:
        return Finding("no_permission", {"port": url, "group": group_of(url), "udev": UDEV_RULE})
    if number in (errno.EBUSY, errno.EWOULDBLOCK, errno.EAGAIN) or "exclusively lock" in text or "PermissionError(13" in text:
        # On Windows a port that another program has open answers "access denied".
        return Finding("port_busy", {"port": url})
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV, errno.ECONNREFUSED) or "FileNotFoundError" in text:
        return Finding("port_gone", {"port": url})
    if url.startswith("socket://") and "refused" in text:
        return Finding("port_gone", {"port": url})
    return Finding("port_fails", {"port": url, "reason": text})


def group_of(url: str) -> str:
    """The group that may open a device; `dialout`, Debian's, where the system does not say."""
    if os.name != "posix":
        return "dialout"
    import grp

    try:
        return grp.getgrgid(Path(url).stat().st_gid).gr_name
    except (OSError, KeyError):
        return "dialout"
