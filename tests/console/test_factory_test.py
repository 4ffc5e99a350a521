"""`tapete console factory-test` on a simulated console: a good one is numbered and labelled, each of fifteen faults is named."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from tapete import cli
from tapete.console import factory_test
from tapete.console.clock import OwnedClock
from tapete.console.factory_test import FactoryPerson, FactoryTest
from tapete.console.reports import Button
from tapete.console.self_test import Report
from tapete.console.simulated_control import Supply
from tapete.console.simulator import SimulatedConsole

SETTINGS = {"TAPETE_COUNTER_PIXELS": 50, "TAPETE_RUNUP_MS": 0, "TAPETE_BRIDGE_PIXELS": 0}
IN_TIME_S = 180
WHEN = datetime(2026, 11, 27, 9, 30, tzinfo=UTC)

Fingers = Callable[[SimulatedConsole, int, Button], None]


def right(board: SimulatedConsole, panel: int, button: Button) -> None:
    board.press(panel, button)


class AtTheBench(FactoryPerson):
    """Does what it is asked to, by the wires that this console has."""

    def __init__(self, board: SimulatedConsole, fingers: Fingers, brick: Supply, saw: bool) -> None:
        self._board, self._fingers, self._brick, self._saw = board, fingers, brick, saw

    def press(self, panel: int, button: Button) -> None:
        self._fingers(self._board, panel, button)

    def saw_pixels(self) -> bool:
        return self._saw

    def supply(self, name: str) -> None:
        self._board.feed(self._brick if name == "BRICK" else Supply())


def tried(
    clock: OwnedClock,
    *,
    usb: Supply = Supply(),  # noqa: B008 - a frozen value
    brick: Supply = Supply(rail_mv=5050, rail_milliohm=100),  # noqa: B008 - a frozen value
    fingers: Fingers = right,
    saw: bool = True,
    fitted: int = 2,
    spoil: Callable[[SimulatedConsole], None] = lambda board: None,
    pixels: int = 80,
) -> tuple[Report, float]:
    """Return the report of a console with a fault, and the seconds that the test took."""
    with SimulatedConsole(panels=fitted, settings=SETTINGS, clock=clock) as board:
        board.feed(usb)
        spoil(board)
        begun = clock.now()
        bench = AtTheBench(board, fingers, brick, saw)
        test = FactoryTest(board.url, bench, 2.0, panels=2, pixels=pixels, brick=True, clock=clock, open_console=board.open)
        return test.run(), clock.now() - begun


def bad(report: Report) -> set[str]:
    return {part.name for part in report.parts if part.verdict == "bad"}


def test_a_good_console_passes_in_time_and_only_its_current_is_not_measured(clock: OwnedClock) -> None:
    report, seconds = tried(clock)
    assert bad(report) == set()
    assert report.good
    assert {part.name for part in report.parts if part.verdict == "not tried"} == {"current"}
    notes = {part.name: part.note for part in report.parts}
    assert notes["rail"].startswith("49"), "5 V less what dark pixels and resistance take"
    assert notes["vsys"].startswith("469") or notes["vsys"].startswith("470")
    assert 0.1 < float(notes["resistance before the rail"].split()[0]) < 0.35, "0.2 Ohm are simulated"
    assert seconds < IN_TIME_S


def swapped(board: SimulatedConsole, panel: int, button: Button) -> None:
    board.press(panel, {"minus": "plus", "plus": "minus"}.get(button, button))  # type: ignore[arg-type]  # a button's name


def bridged(board: SimulatedConsole, panel: int, button: Button) -> None:
    if button == "lock":
        board.press(panel, "plus")
        assert isinstance(board.clock, OwnedClock)
        board.clock.sleep(0.2)
    board.press(panel, button)


def open_wire(board: SimulatedConsole, panel: int, button: Button) -> None:
    if (panel, button) != (1, "roll"):
        board.press(panel, button)


def crossed(board: SimulatedConsole, panel: int, button: Button) -> None:
    board.press(1 - panel, button)


FAULTS: dict[str, tuple[dict[str, object], str]] = {
    "F2 worn: the rail is low": ({"usb": Supply(rail_mv=4100)}, "rail"),
    "a wrong part lets 6 V through": ({"usb": Supply(rail_mv=6000)}, "rail"),
    "the Pico's diode is bad": ({"usb": Supply(vsys_mv=3900)}, "vsys"),
    "a cold joint in 5V": ({"usb": Supply(rail_milliohm=1500)}, "resistance before the rail"),
    "no divider at GP26": ({"usb": Supply(divider=False)}, "divider at GP26"),
    "the cut-off lets a brick of 6 V through": ({"brick": Supply(rail_mv=6000)}, "rail from the brick"),
    "J7 without contact": ({"brick": Supply(rail_mv=2000)}, "rail from the brick"),
    "a button's wire is open": ({"fingers": open_wire}, "panel 2: ROLL"),
    "MINUS and PLUS are exchanged": ({"fingers": swapped}, "panel 1: MINUS"),
    "two button wires touch": ({"fingers": bridged}, "panel 1: LOCK"),
    "J1 and J2 are exchanged": ({"fingers": crossed}, "panel 1: MINUS"),
    "a pixel is dark": ({"saw": False}, "pixels"),
    "one panel answers for two": ({"fitted": 1}, "panels"),
    "a strip is cut short": ({"pixels": 90}, "pixels of a panel"),
}


@pytest.mark.long
@pytest.mark.parametrize("fault", list(FAULTS))
def test_a_fault_is_found_in_three_minutes_and_named(clock: OwnedClock, fault: str) -> None:
    changes, part = FAULTS[fault]
    report, seconds = tried(clock, **changes)  # type: ignore[arg-type]  # each as its name says
    assert part in bad(report)
    assert not report.good
    assert seconds < IN_TIME_S


def test_a_stuck_button_and_a_dead_line_are_found(clock: OwnedClock) -> None:
    report, _ = tried(clock, spoil=lambda board: board.hold(1, "plus"))
    assert not report.good
    assert "panel 2: PLUS" in bad(report)


def test_numbers_go_on_and_a_board_keeps_its_own(clock: OwnedClock, tmp_path: Path) -> None:
    log = tmp_path / "consoles.jsonl"
    report, _ = tried(clock)
    assert factory_test.serial_for(log, "E660", 2026) == "TP-2026-0001"
    factory_test.keep(log, "TP-2026-0001", "E660", WHEN, report)
    factory_test.keep(log, "TP-2026-0007", "E661", WHEN, report)
    assert factory_test.serial_for(log, "E662", 2026) == "TP-2026-0008"
    assert factory_test.serial_for(log, "", 2027) == "TP-2027-0001", "each year begins anew"
    assert factory_test.serial_for(log, "E660", 2027) == "TP-2026-0001", "a board that comes back"
    entry = json.loads(log.read_text(encoding="utf-8").splitlines()[0])
    assert (entry["good"], entry["when"], entry["parts"]["link"][0]) == (True, "2026-11-27T09:30:00+00:00", "good")


def test_a_log_that_is_none_is_refused_with_its_line(tmp_path: Path) -> None:
    log = tmp_path / "notes.txt"
    log.write_text('{"serial": "TP-2026-0001", "board": ""}\nbuy milk\n', encoding="utf-8")
    with pytest.raises(factory_test.BadLog, match=r"notes\.txt:2"):
        factory_test.serial_for(log, "", 2026)
    done = CliRunner().invoke(cli.command_line("en"), ["console", "factory-test", "/dev/null", "--log", str(log)])
    assert done.exit_code == 1
    assert "--log" in done.output


def test_the_number_goes_on_the_one_drive_in_reach(tmp_path: Path) -> None:
    one, other = tmp_path / "a", tmp_path / "b"
    one.mkdir()
    other.mkdir()
    assert factory_test.number_drive([one, other], "TP-2026-0001") is None
    assert factory_test.number_drive([], "TP-2026-0001") is None
    assert factory_test.number_drive([one], "TP-2026-0001") == one / "serial.txt"
    assert (one / "serial.txt").read_text(encoding="ascii") == "TP-2026-0001\n"


def test_the_label_names_the_console_and_its_code_reads_so() -> None:
    import zxingcpp
    from PIL import Image, ImageDraw

    drawn = factory_test.label("TP-2026-0001", 2, "1.2.3", WHEN)
    root = ElementTree.fromstring(drawn)
    assert (root.get("width"), root.get("height")) == ("50mm", "25mm")
    said = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert said == ["Tapete", "TP-2026-0001", "panels: 2 · firmware 1.2.3", "5 V ⎓ 2.5 A max. · USB", "2026-11-27"]
    path = next(root.iter("{http://www.w3.org/2000/svg}path")).get("d") or ""
    squares = [tuple(map(int, square.split("h")[0].split())) for square in path.split("M")[1:]]
    side = max(max(square) for square in squares) + 1
    picture = Image.new("L", (8 * (side + 8), 8 * (side + 8)), 255)
    for x, y in squares:
        ImageDraw.Draw(picture).rectangle((8 * (x + 4), 8 * (y + 4), 8 * (x + 5) - 1, 8 * (y + 5) - 1), fill=0)
    assert [found.text for found in zxingcpp.read_barcodes(picture)] == ["TP-2026-0001"]
