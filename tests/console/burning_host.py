"""A host that is killed: run by test_killed_hosts.py, one child after the other.

Each line on standard input names a journal and begins a child, whose process id is printed; the test kills it. What the panels show
follows from the journal alone, so that the pictures at the end tell whether it is whole.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path

from tapete.console.client import Console
from tapete.console.reports import ConsoleReport, Precious
from tapete.core.scene import Scene
from tests.console.bench import BINDING, duel, quiet


class Kept:
    """What people did, one line each in a file: boot, number, kind. A line is written whole or not at all."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND)
        self.lines = [(boot, int(number), kind) for boot, number, kind in (line.split() for line in path.read_text().splitlines())]

    def last(self, boot: str) -> int:
        """The number of the last message of a boot."""
        return max((number for at, number, _ in self.lines if at == boot), default=0)

    def keep(self, event: Precious) -> None:
        """Write a message down."""
        kind = type(event).__name__
        os.write(self._file, f"{event.boot} {event.number} {kind}\n".encode())
        self.lines.append((event.boot, event.number, kind))


def picture(messages: int) -> tuple[int, int]:
    """What the two counters show after so many messages."""
    return 1 + messages % 50, 1 + 7 * messages % 50


def scene(messages: int) -> Scene:
    """Six messages with nothing asked, then six with bids that nobody reveals."""
    make = duel if messages // 6 % 2 else quiet
    return make(*picture(messages))


def serve(url: str, path: Path) -> None:
    """Be the host until the test kills this process."""
    kept, made = Kept(path), threading.Event()
    consoles: list[Console] = []

    def show() -> None:
        messages = len(kept.lines)
        consoles[0].show(scene(messages), BINDING, request=f"s{messages // 2}")

    def heard(event: ConsoleReport) -> None:
        made.wait()
        if isinstance(event, Precious):
            kept.keep(event)
            show()

    consoles.append(Console(url, heard, kept=kept.last))
    show()
    made.set()
    signal.pause()


def main() -> None:
    """Fork a child for every line, and say when it is gone."""
    for line in sys.stdin:
        child = os.fork()
        if not child:
            serve(sys.argv[1], Path(line.strip()))
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()
        os.waitpid(child, 0)
        sys.stdout.write("gone\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
