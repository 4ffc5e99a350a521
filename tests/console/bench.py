"""What the end-to-end tests share: a console on a real pseudo-terminal, and events that are waited for."""

from __future__ import annotations

import contextlib
import functools
import queue
from typing import TypeVar

import pytest

from tapete.console import dice_test, doctor, self_test
from tapete.console.clock import REAL_TIME, Clock, Mail
from tapete.console.reports import ConsoleReport
from tapete.console.simulator import Pixels, SimulatedConsole
from tapete.core.scene import Bounds, Panel, Scene
from tapete.core.seats import Seat

E = TypeVar("E", bound=ConsoleReport)

BINDING: dict[int, Seat] = {0: "A", 1: "B"}

PATIENCE_S = 60.0
"""Waiting ends at the event; this is for a computer that is busy with other things."""


class Heard:
    """The events of a console, in order; what was passed over while waiting for another stays in `all`."""

    def __init__(self, clock: Clock = REAL_TIME) -> None:
        self.all: list[ConsoleReport] = []
        self._clock = clock
        self._new: Mail[ConsoleReport] = clock.mail()

    def __call__(self, event: ConsoleReport) -> None:
        self._new.put(event)

    def next(self, kind: type[E]) -> E:
        """Wait for the next event of a kind; others that go on coming do not prolong the wait."""
        until = self._clock.now() + PATIENCE_S
        while True:
            event = self._new.get(timeout=max(0.0, until - self._clock.now()))
            self.all.append(event)
            if isinstance(event, kind):
                return event

    def rest(self) -> list[ConsoleReport]:
        """What has come and was not waited for."""
        with contextlib.suppress(queue.Empty):
            while True:
                self.all.append(self._new.get(block=False))
        return self.all


def duel(value_a: int = 50, value_b: int = 30, *, low: int = 1) -> Scene:
    """Both seats are asked for a bid."""
    return Scene(
        panels=(
            Panel(seat="A", value=value_a, largest=50, lamp="turn", bid=Bounds(low, max(low, value_a))),
            Panel(seat="B", value=value_b, largest=50, lamp="turn", bid=Bounds(low, max(low, value_b))),
        )
    )


def quiet(value_a: int = 50, value_b: int = 30) -> Scene:
    """Nobody is asked for a number; LOCK says ready."""
    return Scene(
        panels=(
            Panel(seat="A", value=value_a, largest=50, lamp="turn", lock="ready"),
            Panel(seat="B", value=value_b, largest=50, lamp="waiting", lock="ready"),
        )
    )


def count(pixels: Pixels, panel: int) -> int:
    """How many pixels of a counter shine."""
    return sum(colour > 0 for colour in pixels.panels[panel].counter)


def private_number(pixels: Pixels, panel: int) -> int | None:
    """The number on a private display, None while it is dark."""
    lit = [place for place, colour in enumerate(pixels.panels[panel].private) if colour]
    if len(lit) != 2:
        return None
    return 10 * lit[0] + lit[1] - 10


def on_the_clock_of(board: SimulatedConsole, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the commands that examine a console, throw its die and test it do so in the board's own time."""
    monkeypatch.setattr(self_test, "SelfTest", functools.partial(self_test.SelfTest, clock=board.clock, open_console=board.open))
    for module, name in ((doctor, "examine"), (dice_test, "collect")):
        monkeypatch.setattr(module, name, functools.partial(getattr(module, name), clock=board.clock, open_port=board.open_port))
