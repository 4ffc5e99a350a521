"""A host that is a process of its own and is killed with -9, a cable that is pulled, a console that is restarted, on a line that burns.

Real ends throughout: the shipped firmware in its process, two pseudo-terminals, pyserial, a journal in a file. What must hold: every
message that a boot of the console numbered is in the journal once and in order, the pictures at the end are those of the journal, and
nothing waits any more. The form of the run says how many evenings are tried.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count as numbers_from
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tapete.console.simulator import Button, SimulatedConsole
from tests.console.bench import count
from tests.console.burning_host import Kept, picture
from tests.console.burning_line import BurningLine
from tests.run_forms import by_form

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals, fork and kill -9")

ROOT = Path(__file__).parents[2]
PATIENCE_S = 120.0
"""Waiting ends at the event; this is for a computer that is busy with other things."""

PRESS_MS = 300
"""Long enough to be noticed by a board whose process has to wait for its turn."""

ROUNDS = 3
"""Two seconds are two heartbeats of the console, and one that was on its way as the line came back. A heartbeat that the host never got
round to answer is not counted: that is a busy computer and no slow recovery."""


class Evening:
    """A console, a line, and one host process after the other over the same journal."""

    def __init__(self, board: SimulatedConsole, line: BurningLine, hosts: subprocess.Popen[str], journal: Path) -> None:
        self.board, self.line, self.journal = board, line, journal
        self._hosts = hosts
        self._child = 0

    def begin(self) -> None:
        """Start a host that knows the journal only."""
        assert self._hosts.stdin is not None
        assert self._hosts.stdout is not None
        self._hosts.stdin.write(f"{self.journal}\n")
        self._hosts.stdin.flush()
        self._child = int(self._hosts.stdout.readline())

    def kill(self) -> None:
        """`kill -9`."""
        assert self._hosts.stdout is not None
        if self._child:
            os.kill(self._child, signal.SIGKILL)
            assert self._hosts.stdout.readline() == "gone\n"
            self._child = 0

    def kept(self) -> list[tuple[str, int, str]]:
        """The messages in the journal."""
        return Kept(self.journal).lines if self.journal.exists() else []

    def look(self, times: int) -> None:
        """Let so many pictures pass."""
        for _ in range(times):
            self.board.next_picture(self.board.pixels().picture)

    def wait(self, happened: Callable[[], bool]) -> None:
        """Wait until something has happened, looking at every new picture."""
        until = time.monotonic() + PATIENCE_S
        while not happened():
            assert time.monotonic() < until, (self.kept()[-3:], self.line.firsts, self.line.rounds)
            self.look(1)

    def play_on(self) -> None:
        """Press until the journal has one message more; a press of a board that just starts, or is alone, is none."""
        before = len(self.kept())
        until = time.monotonic() + PATIENCE_S
        while len(self.kept()) == before:
            assert time.monotonic() < until, self.kept()[-3:]
            self.board.press(0, "roll", PRESS_MS)
            self.look(8)

    def is_right(self) -> bool:
        """Whether both counters show what follows from the journal."""
        pixels = self.board.pixels()
        return (count(pixels, 0), count(pixels, 1)) == picture(len(self.kept()))


Step = tuple[str, int, Button]

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("press"), st.integers(0, 1), st.sampled_from(("minus", "plus", "lock", "lock", "roll"))),
        st.tuples(st.just("look"), st.integers(1, 12), st.just("lock")),
        st.tuples(st.sampled_from(("kill", "unplug", "restart", "restart both")), st.integers(0, 6), st.just("lock")),
    ),
    min_size=8,
    max_size=24,
)


def do(evening: Evening, step: Step) -> None:
    """One thing that happens at a table; `number` pictures pass while something is away."""
    what, number, button = step
    if what == "press":
        evening.board.press(number, button, PRESS_MS)
        return
    if what in ("kill", "restart both"):
        evening.kill()
    if what == "unplug":
        evening.board.unplug()
    if what.startswith("restart"):
        evening.board.reset()
    evening.look(number)
    if what == "unplug":
        evening.board.replug()
    if what in ("kill", "restart both"):
        evening.begin()


@pytest.fixture(scope="module")
def board() -> Iterator[SimulatedConsole]:
    with SimulatedConsole(panels=2, settings={"TAPETE_RUNUP_MS": 50, "TAPETE_BUDGET_MA": 2500}) as console:
        yield console


@pytest.fixture(scope="module")
def line(board: SimulatedConsole, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BurningLine]:
    with BurningLine(board.url, tmp_path_factory.mktemp("line") / "console") as burning:
        yield burning


@pytest.fixture(scope="module")
def hosts(line: BurningLine) -> Iterator[subprocess.Popen[str]]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(str(ROOT / part) for part in (".", "host", "firmware/lib"))}
    command = [sys.executable, "-m", "tests.console.burning_host", line.url]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", env=environment, cwd=ROOT) as program:
        yield program
        assert program.stdin is not None
        program.stdin.close()


EVENINGS = numbers_from()


@pytest.mark.halves
@settings(
    max_examples=by_form(quick=1, usual=1, long=3, nightly=300),
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(steps=STEPS, seed=st.integers(0, 1 << 30))
def test_hosts_that_are_killed_lose_nothing_and_take_nothing_twice(
    board: SimulatedConsole, line: BurningLine, hosts: subprocess.Popen[str], tmp_path: Path, steps: list[Step], seed: int
) -> None:
    evening = Evening(board, line, hosts, tmp_path / f"journal-{next(EVENINGS)}")
    board.reset()
    evening.begin()
    try:
        evening.wait(evening.is_right)
        evening.play_on()
        line.burn(seed)
        for step in steps:
            do(evening, step)
        evening.play_on()
        line.fire = False
        rounds = line.rounds
        evening.wait(evening.is_right)
        assert line.rounds - rounds <= ROUNDS, "the picture is right within two seconds of a whole line"
        rounds = line.rounds
        evening.wait(lambda: line.rounds > rounds + 1)  # whatever was still pressed has come
        evening.wait(evening.is_right)
        evening.kill()
        line.firsts.clear()
        evening.begin()
        evening.wait(lambda: bool(line.firsts))
    finally:
        line.fire = False
        evening.kill()
    boots: dict[str, list[int]] = {}
    for boot, number, _ in evening.kept():
        boots.setdefault(boot, []).append(number)
    for boot, given_numbers in boots.items():
        assert given_numbers == list(range(1, len(given_numbers) + 1)), f"{boot}: none lost, none twice, in order"
    ((boot, first),) = line.firsts.items()
    assert first == len(boots.get(boot, [])) + 1, "the console has nothing that is not in the journal"
