"""A line that burns, between a simulated console and its host, with a real pseudo-terminal at either end."""

from __future__ import annotations

import contextlib
import os
import random
import select
import threading
from pathlib import Path
from types import TracebackType
from typing import Self

import serial

from tapete.console.simulated_port import PseudoTerminal
from tapete_console import wire

LOOK_S = 0.005
"""How often the line looks whether an end has come or gone."""


class BurningLine:
    """Carries bytes between the board's terminal and one of its own for the host (`url`), which comes and goes with the board's.

    While `fire` burns, one byte in a hundred is flipped and chunks are lost, doubled and swapped. What either end says is heard before it
    is damaged: `firsts` has for each boot the oldest message number that its last hello said it still keeps; `rounds` counts the console's
    heartbeats (hello, status; it sends one a second) that the host has answered with any line before the next one.
    """

    def __init__(self, board_url: str, link: Path) -> None:
        self.fire = False
        self.damaged = 0
        self.firsts: dict[str, int] = {}
        self.rounds = 0
        self._rng = random.Random(0)
        self._board_url = Path(board_url)
        self._board: serial.Serial | None = None
        self._host = PseudoTerminal(link)
        self._late: dict[str, bytes] = {}
        self._lines = {"host": wire.LineBuffer(), "board": wire.LineBuffer()}
        self._answered = False
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def url(self) -> str:
        """What the host opens."""
        return self._host.url

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._ending.set()
        self._thread.join()

    def burn(self, seed: int) -> None:
        """Begin to damage what is carried."""
        self._rng.seed(seed)
        self.fire = True

    def _run(self) -> None:
        while not self._ending.is_set():
            if self._board_url.exists():
                self._host.plug()
            else:
                self._pull()
                self._host.unplug()
            if not self._host.opened():
                self._pull()
            elif self._board is None:
                with contextlib.suppress(serial.SerialException, OSError):  # it has gone this moment: the next look tells
                    self._board = serial.serial_for_url(str(self._board_url), timeout=0)
            self._carry()
        self._pull()
        self._host.unplug()

    def _pull(self) -> None:
        """Let the board see that nobody has its port open any more."""
        if self._board is not None:
            self._board.close()
            self._board = None
        self._late.clear()
        for lines in self._lines.values():
            lines.clear()

    def _carry(self) -> None:
        ends = self._host.wait_on() + ([self._board.fileno()] if self._board is not None else [])
        ready, _, _ = select.select(ends, [], [], LOOK_S)
        if self._board is None:
            return
        try:
            if self._board.fileno() in ready:
                said = os.read(self._board.fileno(), 4096)
                if not said:
                    raise OSError("the board has gone")
                self._hear("board", said)
                self._host.send(self._damage("host", said))
            if set(self._host.wait_on()) & set(ready) and (said := self._host.receive()):
                self._hear("host", said)
                os.write(self._board.fileno(), self._damage("board", said))
        except OSError:  # the cable was pulled under way: what was on it is lost
            self._pull()
            self._host.unplug()

    def _hear(self, who: str, octets: bytes) -> None:
        for raw in self._lines[who].feed(octets):
            with contextlib.suppress(wire.Malformed, wire.BadLine):  # the first line after a reconnection may be half a one
                line = wire.unframe(raw)
                if who == "host":
                    self._answered = True
                elif line.kind in ("hello", "status"):
                    self.rounds += self._answered
                    self._answered = False
                    if line.kind == "hello":
                        hello = wire.keyed(line.fields[1:], wire.CONSOLE_HELLO)
                        self.firsts[hello["boot"]] = int(hello["first"])

    def _damage(self, towards: str, chunk: bytes) -> bytes:
        late = self._late.pop(towards, b"")
        if not self.fire:
            return late + chunk
        if self._rng.random() < 0.02:
            self._late[towards] = late + chunk
            return b""
        octets = bytearray(chunk)
        for at in range(len(octets)):
            if self._rng.random() < 0.01:
                octets[at] ^= 1 << self._rng.randrange(8)
                self.damaged += 1
        fate = self._rng.random()
        return (b"" if fate < 0.02 else bytes(octets + octets) if fate < 0.04 else bytes(octets)) + late
