"""The shipped firmware in its own process and pyserial on a real pseudo-terminal, with a line between them that burns."""

from __future__ import annotations

import os
import random
import select
import threading
import tty
from types import TracebackType
from typing import Self

import pytest
import serial

from tapete.console.client import Console
from tapete.console.reports import Connected, Precious, Pressed
from tapete.console.simulator import SimulatedConsole
from tests.console.bench import BINDING, PATIENCE_S, Heard, count, quiet
from tests.run_forms import by_form

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals; Windows has the TCP tests")

PRESSES = by_form(quick=12, usual=12, long=30, nightly=300)

HELD_MS = 450
"""How long LOCK is held: a second one within 400 ms, for another question, is taken for a finger that bounced (docs/link.md)."""

LIT = 40
"""Lights of a counter that are counted up, and begun again."""


class BurningLine:
    """Carries bytes between the board's terminal and one of its own for the host; one byte in a hundred is flipped, chunks are lost,
    doubled and swapped. `fire` puts it out."""

    def __init__(self, board_url: str, seed: int) -> None:
        self.fire = True
        self.damaged = 0
        self._rng = random.Random(seed)
        self._board = serial.serial_for_url(board_url, timeout=0)
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        self.url = os.ttyname(self._theirs)
        self._wake, self._stop = os.pipe()
        self._thread = threading.Thread(target=self._carry, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        os.write(self._stop, b"x")
        self._thread.join()
        self._board.close()
        for descriptor in (self._ours, self._theirs, self._wake, self._stop):
            os.close(descriptor)

    def _carry(self) -> None:
        late: dict[int, bytes] = {}
        board = self._board.fileno()
        while True:
            ready, _, _ = select.select([board, self._ours, self._wake], [], [])
            if self._wake in ready:
                return
            for source, target in ((board, self._ours), (self._ours, board)):
                if source in ready:
                    chunk = os.read(source, 4096)
                    if self.fire and self._rng.random() < 0.02:
                        late[target] = chunk
                        continue
                    os.write(target, self._damage(chunk) + late.pop(target, b""))

    def _damage(self, chunk: bytes) -> bytes:
        if not self.fire:
            return chunk
        octets = bytearray(chunk)
        for at in range(len(octets)):
            if self._rng.random() < 0.01:
                octets[at] ^= 1 << self._rng.randrange(8)
                self.damaged += 1
        fate = self._rng.random()
        return b"" if fate < 0.02 else bytes(octets + octets) if fate < 0.04 else bytes(octets)


def test_at_one_byte_in_a_hundred_no_press_is_lost_none_comes_twice_and_the_picture_is_right_at_the_end() -> None:
    heard = Heard()
    with SimulatedConsole(panels=2) as board, BurningLine(board.url, seed=11) as line:
        console = Console(line.url, heard)
        try:
            heard.next(Connected)
            console.show(quiet(50, 30), BINDING)
            board.wait_for(lambda pixels: count(pixels, 0) == 50, PATIENCE_S)
            pressed: list[tuple[int, int]] = []
            for place in range(PRESSES):
                board.press(place % 2, "lock", HELD_MS)
                console.show(quiet(1 + place % LIT, 30), BINDING)
                event = heard.next(Pressed)
                pressed.append((event.number, event.panel))
            line.fire = False
            board.wait_for(lambda pixels: count(pixels, 0) == 1 + (PRESSES - 1) % LIT and count(pixels, 1) == 30, PATIENCE_S)
            board.press(0, "lock")
            heard.next(Pressed)
        finally:
            console.close()
    assert line.damaged > PRESSES // 2, "the line did burn"
    assert [panel for _, panel in pressed] == [place % 2 for place in range(PRESSES)]
    numbers = [event.number for event in heard.all if isinstance(event, Precious)]
    assert numbers == list(range(1, len(numbers) + 1))
