"""`tapete console first-light` on a simulated console: sixty checks, each by what a builder sees and presses."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapete.console import copying
from tapete.console.clock import OwnedClock
from tapete.console.first_light import FirstLight, FirstLightPerson
from tapete.console.reports import Button
from tapete.console.self_test import Report
from tapete.console.simulator import SimulatedConsole
from tests.console.bench import count, private_number
from tests.console.test_tools import BOOT_OUT

BIG = {"TAPETE_COUNTER_PIXELS": 50, "TAPETE_RUNUP_MS": 0, "TAPETE_ALONE_VALUE": 0, "TAPETE_BRIDGE_PIXELS": 19}


class AtTheConsole(FirstLightPerson):
    """Does what it is asked to, and says what it sees; `blind` panels have a hood that was put on wrongly."""

    def __init__(self, clock: OwnedClock, board: SimulatedConsole, blind: frozenset[int] = frozenset()) -> None:
        self.clock, self.board, self.blind = clock, board, blind

    def press(self, panel: int, button: Button) -> None:
        self.board.press(panel, button)

    def saw_pixels(self) -> bool:
        return True

    def number(self, what: str, panel: int) -> int | None:
        if what == "counter":
            return count(self.board.wait_for(lambda pixels: count(pixels, panel) == 37), panel)
        if panel in self.blind:
            return 0
        return private_number(self.board.wait_for(lambda pixels: private_number(pixels, panel) is not None), panel)

    def bid(self, panel: int, number: int) -> None:
        for _ in range(20):
            seen = private_number(self.board.wait_for(lambda pixels: private_number(pixels, panel) is not None), panel)
            if seen == number:
                break
            assert seen is not None
            self.board.press(panel, "plus" if seen < number else "minus")
            self.clock.sleep(0.3)
        self.board.press(panel, "lock")

    def roll(self, panel: int) -> None:
        self.board.press(panel, "roll")

    def both(self, panel: int) -> None:
        self.board.press(panel, "minus", 1500)
        self.board.press(panel, "plus", 1500)

    def alone(self, panel: int) -> None:
        for _ in range(3):
            self.board.press(panel, "plus")
            self.clock.sleep(0.3)

    def replug(self) -> None:
        self.board.reset(power=True)


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    root = tmp_path / "TAPETE"
    root.mkdir()
    (root / "boot_out.txt").write_text(BOOT_OUT.format("10.1.3", "raspberry_pi_pico"), encoding="utf-8")
    copying.copy(root)
    return root


def lit(clock: OwnedClock, drives: list[Path], blind: frozenset[int] = frozenset(), **settings: int) -> Report:
    with SimulatedConsole(panels=2, settings={**BIG, **settings}, clock=clock) as board:
        builder = AtTheConsole(clock, board, blind)
        return FirstLight(board.url, builder, clock=clock, open_console=board.open, drives=lambda: drives).run()


@pytest.mark.slow
def test_a_sound_console_passes_every_check(clock: OwnedClock, drive: Path) -> None:
    report = lit(clock, [drive])
    assert [(part.name, part.note) for part in report.parts if part.verdict == "bad" and part.name != "die"] == []
    untried = {part.name for part in report.parts if part.verdict == "not tried"}
    assert untried == {"usb name", "serial number", "free memory", "longest turn", "turns in a second"}, "what a simulated console has not"
    assert len(report.parts) >= 50
    assert b'"name": "counts alone"' in report.json()


@pytest.mark.slow
def test_what_is_wrong_is_named(clock: OwnedClock, drive: Path) -> None:
    (drive / "lib" / "tapete_console" / "strip.py").unlink()
    report = lit(clock, [drive], blind=frozenset({1}), TAPETE_BRIDGE_PIXELS=0)
    bad = {part.name: part.note for part in report.parts if part.verdict == "bad" and part.name != "die"}
    assert bad == {"files": "lib/tapete_console/strip.py", "panel 2: private display": "0 for 42"}
    assert not report.good
    assert {part.name: part.verdict for part in report.parts}["bridge"] == "not tried"


@pytest.mark.slow
def test_a_drive_that_is_hidden_and_a_small_panel_leave_checks_untried(clock: OwnedClock) -> None:
    report = lit(clock, [], TAPETE_PRIVATE_PIXELS=0)
    verdicts = {part.name: part.verdict for part in report.parts}
    assert [verdicts[name] for name in ("drive in reach", "files", "panel 1: sealed bid", "panel 1: private display")] == ["not tried"] * 4
    assert report.good == (verdicts["die"] == "good")
