"""Tells systemd, if that runs the station, that it is ready and alive, and its screen where the first page is."""

from __future__ import annotations

import html
import http.client
import logging
import os
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

_log = logging.getLogger(__name__)

SCREEN = "screen.html"
"""The file in the runtime folder that sends the screen's browser to its first page: so the key stands on no command line."""

ANSWER_S = 5.0
"""How long our own server may take to answer before it counts as hung."""


def notify(state: str, environ: Mapping[str, str] = os.environ) -> bool:
    """Notify systemd (sd_notify(3): one datagram to the socket that the environment names). Return whether that worked.

    Args:
        state: lines such as `READY=1`.
        environ: of this process.
    """
    name = environ.get("NOTIFY_SOCKET", "")
    if not name:
        return False
    place = "\0" + name[1:] if name.startswith("@") else name
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.sendto(state.encode(), place)
    except OSError as fault:
        _log.warning("systemd cannot be told %r: %s", state.partition("=")[0], fault)
        return False
    return True


def announce(address: str, environ: Mapping[str, str] = os.environ) -> None:
    """Announce that the server listens: leave a page with the screen's address for the screen's user alone, and notify systemd.

    Args:
        address: of the screen's first page on this computer.
        environ: of this process (`RUNTIME_DIRECTORY`, `NOTIFY_SOCKET`).

    Raises:
        OSError: the runtime folder cannot be written.
    """
    folder = environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    if folder:
        fresh = Path(folder) / f".{SCREEN}"
        fresh.unlink(missing_ok=True)
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o640)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            os.fchmod(descriptor, 0o640)  # the service's own mask would keep the screen's user out
            file.write(f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url={html.escape(address)}">\n')
        fresh.replace(Path(folder) / SCREEN)
    notify("READY=1\nSTATUS=The station's pages are served.", environ)


def interval_s(environ: Mapping[str, str] = os.environ) -> float | None:
    """Return how often to notify systemd that we are alive, half of its limit (sd_watchdog_enabled(3)); None if it does not ask."""
    said = environ.get("WATCHDOG_USEC", "")
    return int(said) / 2_000_000 if said.isdecimal() and int(said) > 0 else None


def answers(port: int) -> bool:
    """Return whether our own server still answers; any status is an answer."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_S)
    try:
        line.request("GET", "/static/icon.svg")
        line.getresponse().read()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()
    return True


@contextmanager
def alive(port: int, environ: Mapping[str, str] = os.environ, is_alive: Callable[[int], bool] = answers) -> Iterator[None]:
    """Notify systemd during the block that we are alive, as long as the server answers; systemd restarts a program that hangs.

    Args:
        port: of our server.
        environ: of this process.
        is_alive: asks the server.
    """
    every = interval_s(environ)
    ending = threading.Event()

    def tell() -> None:
        while every is not None and not ending.wait(every):
            if is_alive(port):
                notify("WATCHDOG=1", environ)

    thread = threading.Thread(target=tell, daemon=True, name="watchdog")
    thread.start()
    try:
        yield
    finally:
        ending.set()
        notify("STOPPING=1", environ)
        thread.join()
