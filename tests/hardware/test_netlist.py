"""The drawing as KiCad understands it equals the pin map, net by net; and each fault that the rule check misses is found here."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tapete_console import pins
from tests.hardware import expectation, kicad
from tests.hardware.expectation import PinMap
from tools.drawing import sexpr

HARDWARE = Path(__file__).parents[2] / "hardware"

pytestmark = pytest.mark.kicad


@pytest.fixture(name="drawing")
def drawing_fixture(tmp_path: Path) -> Path:
    """A copy that a test may spoil."""
    for name in ("tapete.kicad_sch", "panel.kicad_sch", "tapete.kicad_pro", "sym-lib-table", "fp-lib-table"):
        shutil.copy(HARDWARE / name, tmp_path / name)
    for folder in ("symbols", "footprints"):
        shutil.copytree(HARDWARE / folder, tmp_path / folder)
    return tmp_path


def faults(drawing: Path, pin_map: PinMap | None = None) -> list[str]:
    return expectation.differences(expectation.nets(pin_map or PinMap()), kicad.nets(kicad.netlist(drawing, drawing)))


def test_rule_check_is_clean(drawing: Path) -> None:
    code, report = kicad.rule_check(drawing, drawing)
    assert code == 0, report
    assert "ERC messages: 0" in report


def test_every_net_is_as_it_should_be(drawing: Path) -> None:
    assert faults(drawing) == []


def test_every_gpio_in_use_has_its_own_net(drawing: Path) -> None:
    found = kicad.nets(kicad.netlist(drawing, drawing))
    used = [gpio for panel in pins.BUTTONS for gpio in panel] + [*pins.CHAINS, pins.BRIDGE]
    nets = [name for gpio in used for name, ends in found.items() if ("U1", str(expectation.PICO[gpio])) in ends]
    assert len(set(nets)) == len(used) == 21


def test_the_drawing_has_the_parts_of_the_list_with_their_values(drawing: Path) -> None:
    assert kicad.parts_against_list(drawing) == []


BY_NAME = {"USB_5V", "3V3", "VSYS"}
"""Nets that sheets join by name, beside ground and rail, which have their signs: supplies. Wires join all others."""


def test_all_but_supplies_is_drawn_with_wires(drawing: Path) -> None:
    """What KiCad still finds joined when nothing on the sheets has a name any more, so that one reads a circuit and not names."""
    for name in ("tapete.kicad_sch", "panel.kicad_sch"):
        root = sexpr.parsed((drawing / name).read_text(encoding="utf-8"))
        for label in sexpr.children(root, "label"):
            if label[1] not in BY_NAME:
                root.remove(label)
        (drawing / name).write_text(sexpr.written(root), encoding="utf-8")
    joined = set(kicad.nets(kicad.netlist(drawing, drawing)).values())
    wanted = expectation.nets(PinMap())
    assert {name for name, ends in wanted.items() if ends not in joined} == set()


@pytest.mark.parametrize("project", ["tapete", "panel-board"])
def test_wires_are_plotted_so_that_one_sees_them(project: str) -> None:
    classes = json.loads((HARDWARE / f"{project}.kicad_pro").read_text(encoding="utf-8"))["net_settings"]["classes"]
    assert all(one["wire_width"] >= 6 for one in classes), "thousandths of an inch; 0 is what a missing one counts for"


@pytest.mark.long
def test_sheets_are_exported_for_people(drawing: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    for kind, target in (("pdf", out / "tapete.pdf"), ("svg", out)):
        done = kicad.kicad("sch", "export", kind, "-o", target, drawing / "tapete.kicad_sch")
        assert done.returncode == 0, done.stderr
    assert (out / "tapete.pdf").read_bytes().startswith(b"%PDF")
    assert sorted(path.name for path in out.glob("*.svg")) == [*(f"tapete-Panel {panel}.svg" for panel in range(4)), "tapete.svg"]
    # Letters are drawn as strokes; KiCad keeps the words beside them.
    box = (out / "tapete.svg").read_text(encoding="utf-8")
    for words in ("Microcontroller", "Supply: from the brick, or the computer", "Panel 3: data line with buffer", "Tapete console"):
        assert words in box
    assert "SW404" in (out / "tapete-Panel 3.svg").read_text(encoding="utf-8")
