"""A batch of dice while a panel fails: what it can not roll is typed in, and nothing is rolled twice."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tapete.console.clock import OwnedClock
from tapete.console.simulator import SimulatedConsole
from tapete.core.steps import Dice
from tapete.table import Hub, Journal, Table
from tapete.table.sources import Source

QUIET = frozenset({"abandon", "concede", "time_up", "ruling", "add_card"})
PRESS_MS = 80
PATIENCE_S = 60.0


class Evening:
    """A war of BHM at the dice that say who begins, one die a panel, on a console."""

    def __init__(self, hub: Hub, board: SimulatedConsole) -> None:
        self.hub, self.board = hub, board
        self.table: Table = hub.begin("bhm", catalogue="starter")
        rng = random.Random(0)
        while not isinstance(self.table.state.agenda[-1], Dice):
            action = self.table.rules.sample(self.table.state, rng, avoid=QUIET)
            assert action is not None
            self.table.submit(action)
        self.binding = hub.add_console(board.open)
        self.dice = self.table.state.agenda[-1].dice
        board.wait_until(lambda _: self.binding.console.state.connected, PATIENCE_S)

    def roll(self, panel: int) -> None:
        """ROLL, again until the die is in the journal: a busy board may miss a press, or not be asked for the die yet."""
        before = len(self.rolled())
        self._press(panel, lambda: self.board.wait_until(lambda _: len(self.rolled()) > before, 3.0))

    def roll_unheard(self, panel: int) -> None:
        """ROLL, again until one light runs or a face is there."""
        self._press(panel, lambda: self.board.wait_for(lambda pixels: len(shining(pixels.panels[panel].die)) == 1, 3.0))

    def _press(self, panel: int, wait: Callable[[], object]) -> None:
        for _ in range(20):
            self.board.press(panel, "roll", PRESS_MS)
            with contextlib.suppress(TimeoutError):
                wait()
                return
        raise AssertionError(f"panel {panel} does not roll")

    def rolled(self) -> list[tuple[str, int, str]]:
        """The dice in the journal: id, face, and where each came from."""
        entries = [(entry.action or {}, entry.source.partition(":")[0]) for entry in self.table.entries]
        return [(action["roll"], action["value"], source) for action, source in entries if action.get("action") == "enter_roll"]

    def wait(self, happened: Callable[[], bool]) -> None:
        """Wait until something has happened at the table or with the link."""
        self.board.wait_until(lambda _: happened(), PATIENCE_S)

    def nothing_waits(self) -> bool:
        """Whether a session is open in which the console has said that all it had to tell has arrived."""
        state = self.binding.console.state
        return state.connected and state.status is not None and state.status.queue == 0


def shining(pixels: list[int]) -> list[int]:
    return [place for place, colour in enumerate(pixels) if colour]


@pytest.fixture
def clock() -> Iterator[OwnedClock]:
    with OwnedClock() as made:
        yield made


@pytest.fixture
def hub(tmp_path: Path, clock: OwnedClock) -> Iterator[Hub]:
    hub = Hub(Journal(tmp_path / "journal.sqlite3"), clock=clock)
    yield hub
    hub.close()


def test_a_die_typed_in_while_the_console_is_away_counts_and_the_one_rolled_there_meanwhile_does_not(hub: Hub, clock: OwnedClock) -> None:
    with SimulatedConsole(clock=clock, panels=2, settings={"TAPETE_RUNUP_MS": 50}) as board:
        evening = Evening(hub, board)
        first, second = (die.id for die in evening.dice)
        evening.roll(0)
        evening.wait(lambda: len(evening.rolled()) == 1)
        ((roll, face, source),) = evening.rolled()
        assert (roll, source) == (first, "console")
        board.unplug()
        evening.wait(lambda: not evening.binding.console.state.connected)
        evening.roll_unheard(1)
        typed = face % 10 + 1
        evening.table.submit({"action": "enter_roll", "roll": second, "value": typed}, Source("page"))
        assert not isinstance(evening.table.state.agenda[-1], Dice), "the batch is judged"
        entries = evening.table.seq
        before = evening.binding.console.state.status
        board.replug()
        evening.wait(lambda: evening.nothing_waits() and evening.binding.console.state.status is not before)
        assert evening.rolled() == [(first, face, "console"), (second, typed, "page")]
        assert evening.table.seq == entries, "what the panel told late has changed nothing"


def test_a_panel_whose_pixels_die_in_a_batch_still_rolls_its_die_once(hub: Hub, clock: OwnedClock) -> None:
    with SimulatedConsole(clock=clock, panels=2, settings={"TAPETE_RUNUP_MS": 50}) as board:
        evening = Evening(hub, board)
        board.break_pixels(1, True)
        evening.roll(1)
        board.press(1, "roll", PRESS_MS)
        evening.wait(lambda: any(finding.code == "pixels_fail" for finding in evening.binding.findings))
        evening.wait(evening.nothing_waits)
        assert [(roll, source) for roll, _, source in evening.rolled()] == [(evening.dice[1].id, "console")]


def test_the_seat_of_a_panel_that_is_not_there_types_its_die_in(hub: Hub, clock: OwnedClock) -> None:
    with SimulatedConsole(clock=clock, panels=1, settings={"TAPETE_RUNUP_MS": 50}) as board:
        evening = Evening(hub, board)
        first, second = (die.id for die in evening.dice)
        evening.wait(lambda: evening.binding.panels == {0: "A"})
        evening.table.submit({"action": "enter_roll", "roll": second, "value": 1}, Source("page"))
        evening.roll(0)
        evening.wait(lambda: len(evening.rolled()) == 2)
        assert [(roll, source) for roll, _, source in evening.rolled()] == [(second, "page"), (first, "console")]
