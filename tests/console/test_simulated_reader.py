"""A reader of stickers beside the simulated console: cards are laid by a program, a line of its input, or the page of the console."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tapete.commands.console import obey
from tapete.console.clock import OwnedClock
from tapete.console.reports import ConsoleReport, Lying, Tagged
from tapete.console.simulator import SimulatedConsole, SimulationFailed

SCOUT = "MOR.REED.SCOUT"


class Evening:
    def __init__(self, board: SimulatedConsole, clock: OwnedClock) -> None:
        self.board, self.clock = board, clock
        self.heard: list[ConsoleReport] = []
        self.client = board.open(self.heard.append)
        clock.sleep(3)

    def told(self) -> list[str]:
        """The codes of the cards that were told."""
        self.clock.sleep(1)
        return [one.code for one in self.heard if isinstance(one, Tagged)]


@pytest.fixture
def evening() -> Iterator[Evening]:
    with OwnedClock() as clock, SimulatedConsole(panels=1, settings={"TAPETE_READER": 1}, clock=clock) as board:
        made = Evening(board, clock)
        try:
            yield made
        finally:
            made.client.close()


def test_a_card_that_is_laid_is_told_once_and_lifting_it_too(evening: Evening) -> None:
    evening.board.lay(("04a1b2c3d4e580", SCOUT))
    assert evening.told() == [SCOUT]
    evening.board.lay()
    assert evening.told() == [SCOUT]
    assert [one.what for one in evening.heard if isinstance(one, Lying)][-2:] == ["one", "none"]


def test_lines_lay_and_lift_and_each_copy_has_a_sticker_of_its_own(evening: Evening) -> None:
    for line in (f"lay {SCOUT}", "lift", f"lay {SCOUT}"):
        obey(evening.board, line.split())
        evening.clock.sleep(1)
    assert evening.told() == [SCOUT, SCOUT]
    assert len({one.uid for one in evening.heard if isinstance(one, Tagged)}) == 2
    with pytest.raises(ValueError, match="lay"):
        obey(evening.board, ["lay"])


def test_without_a_reader_nothing_can_be_laid() -> None:
    with OwnedClock() as clock, SimulatedConsole(panels=1, clock=clock) as board:
        assert not board.has_reader
        with pytest.raises(SimulationFailed, match="TAPETE_READER"):
            board.lay(("04a1b2c3d4e580", SCOUT))
