"""What needs no KiCad: the pin map can be built, the drawing is current, and what cannot be built is refused with one set of words."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tapete_console import pins, settings_keys, wiring
from tests.firmware.rig import Desk
from tests.hardware.expectation import PICO
from tools.drawing import circuit, guide_tables, power_table, sexpr
from tools.drawing.circuit import refusing
from tools.drawing.symbols import HEADER, SYMBOLS, header_pin

ROOT = Path(__file__).parents[2]


def used() -> list[int]:
    return [gpio for panel in pins.BUTTONS for gpio in panel] + [*pins.CHAINS, pins.BRIDGE]


def test_pin_map_has_no_fault() -> None:
    assert wiring.faults(pins.BUTTONS, pins.CHAINS, pins.BRIDGE, 4) == []


def test_used_and_free_pins_are_the_whole_header() -> None:
    assert sorted([*used(), *pins.FREE]) == sorted(PICO) == sorted(wiring.HEADER)


def test_header_is_the_data_sheets() -> None:
    assert {gpio: header_pin(gpio) for gpio in PICO} == PICO
    assert [place for place, name in enumerate(HEADER, 1) if name == "GND"] == [3, 8, 13, 18, 23, 28, 33, 38]
    assert len(HEADER) == 40


def test_every_pin_has_the_name_that_circuitpython_gives_it() -> None:
    # The names of CircuitPython's stubs for the board, which the step of the firmware's types checks against the stubs themselves.
    names = {name for name in HEADER if name.startswith("GP")}
    assert {f"GP{gpio}" for gpio in used()} <= names
    assert not names & {"GP23", "GP24", "GP25", "GP29"}


@pytest.mark.parametrize(
    ("buttons", "chains", "bridge", "panels", "words"),
    [
        (pins.BUTTONS, (18, 19, 20, 2), 22, 4, "panel 3 pixels: GP2 is already panel 0 button 0"),
        (pins.BUTTONS, pins.CHAINS, 0, 4, "bridge: GP0 is reserved"),
        (pins.BUTTONS, pins.CHAINS, 25, 4, "bridge: GP25 is not on the header"),
        (pins.BUTTONS, pins.CHAINS, 21, 4, "bridge: GP21 is already panel 3 pixels"),
        (((2, 3, 4), *pins.BUTTONS[1:]), pins.CHAINS, 22, 4, "panel 0 has 3 buttons, not 4"),
        (pins.BUTTONS[:2], pins.CHAINS, 22, 3, "3 panels are wanted, the pin map has pins for 2"),
        (pins.BUTTONS, pins.CHAINS, 22, 5, "5 panels are wanted, the pin map has pins for 4"),
    ],
)
def test_what_cannot_be_wired_is_refused(
    buttons: tuple[tuple[int, ...], ...], chains: tuple[int, ...], bridge: int, panels: int, words: str
) -> None:
    assert wiring.faults(buttons, chains, bridge, panels) == [words]


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        pytest.param("BRIDGE", 21, "bridge: GP21 is already panel 3 pixels", id="a duplicate pin"),
        pytest.param("BRIDGE", 28, "bridge: GP28 is reserved", id="a reserved pin"),
        pytest.param("BRIDGE", 24, "bridge: GP24 is not on the header", id="a pin that is not led out"),
        pytest.param("BUTTONS", (*pins.BUTTONS[:3], (14, 15, 16)), "panel 3 has 3 buttons, not 4", id="a missing pin"),
        pytest.param("CHAINS", pins.CHAINS[:3], "4 panels are wanted, the pin map has pins for 3", id="too many panels for the pins"),
    ],
)
def test_generator_and_firmware_refuse_in_the_same_words(
    name: str, value: object, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pins, name, value)
    assert refusing(lambda: len(circuit.box())) == 1
    assert capsys.readouterr().err == words + "\n"
    desk = Desk(panels=4, bridge_pixels=19, budget_ma=2000)
    desk.greet()
    assert desk.told() == [("report", "wiring", *words.split())]


def test_generator_and_firmware_refuse_a_supply_too_small_for_the_pixels_in_the_same_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "400 mA do not cover 517 mA of dark pixels, private displays and the least light"
    monkeypatch.setattr(power_table, "SUPPLIES", tuple(replace(one, budget=400) for one in power_table.SUPPLIES))
    assert refusing(lambda: len(guide_tables.blocks(0))) == 1
    assert words in capsys.readouterr().err
    desk = Desk(panels=4, bridge_pixels=19, budget_ma=400)
    desk.greet()
    assert dict(field.split("=") for field in desk.answers("hello")[0][1:])["faults"] == words.replace(" ", "_")
    assert wiring.power_faults(400, 2, 19) == []


def test_pixels_of_the_list_are_those_of_the_pin_map() -> None:
    counts = {"counter": pins.COUNTER_PIXELS, "die": pins.DIE_PIXELS, "private": pins.PRIVATE_PIXELS, "bridge_pixels": pins.BRIDGE_PIXELS}
    assert {part: circuit.kinds()[part].value for part in counts} == {part: f"{count} pixels" for part, count in counts.items()}
    assert pins.COUNTER_PIXELS == 5 * pins.COUNTER_ROW
    assert ("TAPETE_COUNTER_PIXELS", pins.COUNTER_PIXELS) in [setting[:2] for setting in settings_keys.WHOLE]


def test_every_drawn_part_has_its_line_and_every_line_its_part() -> None:
    drawn = [part.kind.part for part in circuit.everything()]
    for kind in circuit.kinds().values():
        assert drawn.count(kind.part) == (kind.number(panels=4, bridge=True) if kind.symbol else 0), kind.part
        assert kind.en
        assert kind.es


def test_a_line_with_an_unquoted_comma_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    spoilt = tmp_path / "parts.csv"
    spoilt.write_text(
        circuit.PARTS.read_text(encoding="utf-8").replace('"Cualquier cerámico de 100 nF, 10 V o más"', "100 nF, 10 V"), encoding="utf-8"
    )
    monkeypatch.setattr(circuit, "PARTS", spoilt)
    with pytest.raises(ValueError, match="bypass has not as many fields"):
        circuit.kinds.__wrapped__()


def test_references_are_unique_and_every_pin_has_its_net() -> None:
    parts = circuit.everything()
    assert len({part.reference for part in parts}) == len(parts)
    for part in parts:
        assert set(part.nets) == {pin.number for unit in SYMBOLS[part.kind.symbol].units for pin in unit}, part.reference


@pytest.mark.long
@pytest.mark.parametrize(
    "generator",
    sorted(path.name for path in (ROOT / "tools").glob("generate_*.py") if re.search(r"drawing|\.svg", path.read_text(encoding="utf-8"))),
)
def test_drawn_files_are_current(generator: str) -> None:
    done = subprocess.run([sys.executable, f"tools/{generator}", "--check"], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_pin_map_changed_alone_makes_the_drawing_stale(tmp_path: Path) -> None:
    for folder in ("tools", "hardware", "firmware"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    pin_map = tmp_path / "firmware" / "lib" / "tapete_console" / "pins.py"
    text = pin_map.read_text(encoding="utf-8")
    pin_map.write_text(re.sub(r"\(2, 3, 4, 5\)", "(3, 2, 4, 5)", text), encoding="utf-8")
    command = [sys.executable, "-c", "import runpy, sys; sys.path.insert(0, 'firmware/lib'); sys.argv[1:] = ['--check']; "]
    command[-1] += "runpy.run_path('tools/generate_schematic.py', run_name='__main__')"
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 1
    assert "tapete.kicad_sch is not current" in done.stderr
    assert "panel.kicad_sch" not in done.stderr


def test_written_drawings_are_read_back() -> None:
    text = (ROOT / "hardware" / "tapete.kicad_sch").read_text(encoding="utf-8")
    assert sexpr.written(sexpr.parsed(text)) + "\n" == text


@pytest.mark.parametrize("text", ["(a (b)", "a", ")", "(a))"])
def test_unclosed_parentheses_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="parenthes"):
        sexpr.parsed(text)
