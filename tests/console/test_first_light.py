"""`tapete console first-light` on a simulated console: sixty checks, each by what a builder sees and presses."""

from __future__ import annotations

import getpass
import json
import platform
from pathlib import Path

import pytest
from click.testing import CliRunner

from tapete import cli
from tapete.console import copying
from tapete.console.client import ConsoleState
from tapete.console.clock import OwnedClock
from tapete.console.first_light import FirstLight, FirstLightPerson
from tapete.console.reports import Button
from tapete.console.self_test import TO_THE_END, Part, Report, Stopped
from tapete.console.simulator import SimulatedConsole, sticker
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
        if what == "digits":
            return 37
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

    def heard(self) -> bool:
        return True

    def turn(self) -> None:
        self.board.press(0, "plus")
        self.clock.sleep(0.3)
        self.board.press(0, "lock")

    def lay(self) -> None:
        self.board.lay(sticker("MOR.REED.SCOUT"))

    def lift(self) -> None:
        self.board.lay()

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
def test_parts_beside_are_tried_and_the_report_says_what_a_maintainer_asks_for(clock: OwnedClock) -> None:
    report = lit(clock, [], TAPETE_READER=1, TAPETE_DIGITS=1, TAPETE_BUZZER=1, TAPETE_ENCODER=2, TAPETE_BUDGET_MA=600)
    tried = {part.name: (part.verdict, part.note) for part in report.parts}
    assert tried["reader: a card"] == ("good", "with text")
    assert (tried["reader: lifted"], tried["buzzer"], tried["knob"]) == (("good", ""), ("good", ""), ("good", "1 a click"))
    assert tried["panel 2: digits"] == ("good", "37 for 37")
    assert TO_THE_END not in tried
    told = json.loads(report.json())
    assert told["versions"].keys() == {"tapete", "protocol", "firmware_shipped", "firmware", "system", "machine", "python"}
    assert sorted(told["state"]["able"]["parts"]) == ["bus_encoder", "buzzer", "digits", "reader"]
    assert len(report.findings) == len({finding.code + str(finding.params) for finding in report.findings})
    text = report.json().decode()
    assert not [word for word in (platform.node(), getpass.getuser(), "04a1b2") if word and f'"{word}' in text], "it names nobody"


@pytest.mark.slow
@pytest.mark.parametrize("stop", [Stopped, KeyboardInterrupt])
def test_what_was_tried_until_a_person_stops_is_kept(clock: OwnedClock, stop: type[BaseException]) -> None:
    class Weary(AtTheConsole):
        def number(self, what: str, panel: int) -> int | None:
            if panel == 1:
                raise stop
            return super().number(what, panel)

    with SimulatedConsole(panels=2, settings=BIG, clock=clock) as board:
        report = FirstLight(board.url, Weary(clock, board), clock=clock, open_console=board.open, drives=list).run()
    verdicts = {part.name: part.verdict for part in report.parts}
    assert (verdicts["panel 1: counter"], verdicts[TO_THE_END], report.good) == ("good", "bad", False)
    assert "panel 2: counter" not in verdicts
    assert "counts alone" not in verdicts


def test_a_console_that_does_not_answer_gives_no_report_to_send_and_no_report_is_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    silent = CliRunner().invoke(cli.command_line("en"), ["console", "first-light", str(tmp_path / "nothing")])
    assert (silent.exit_code, list(tmp_path.iterdir())) == (1, [])
    assert "no report was written" in silent.output
    assert "Send" not in silent.output
    good = Part("link", "good")
    sent = [Report("p", True, (good,), (), {}, ConsoleState())]
    monkeypatch.setattr(FirstLight, "run", lambda self: sent[-1])
    for name in ("first-light.json", "first-light-2.json"):
        told = CliRunner().invoke(cli.command_line("en"), ["console", "first-light", "p"])
        assert (told.exit_code, (tmp_path / name).is_file()) == (0, True), told.output
        assert name in told.output
    sent.append(Report("p", False, (good, Part(TO_THE_END, "bad")), (), {}, ConsoleState()))
    stopped = CliRunner().invoke(cli.command_line("es"), ["console", "first-light", "p", "-o", "mine.json"])
    assert (stopped.exit_code, (tmp_path / "mine.json").is_file()) == (130, True)
    kept = CliRunner().invoke(cli.command_line("en"), ["console", "first-light", "p", "-o", "mine.json"])
    assert (kept.exit_code, "--force" in kept.output) == (1, True)


@pytest.mark.slow
def test_a_drive_that_is_hidden_and_a_small_panel_leave_checks_untried(clock: OwnedClock) -> None:
    report = lit(clock, [], TAPETE_PRIVATE_PIXELS=0)
    verdicts = {part.name: part.verdict for part in report.parts}
    assert [verdicts[name] for name in ("drive in reach", "files", "panel 1: sealed bid", "panel 1: private display")] == ["not tried"] * 4
    assert report.good == (verdicts["die"] == "good")
