"""The drawing as KiCad understands it equals the pin map, net by net; and each fault that the rule check misses is found here."""

from __future__ import annotations

import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tapete_console import pins
from tests.hardware import expectation, kicad
from tests.hardware.expectation import PinMap
from tools.drawing import circuit, sexpr

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


def spoil(sheet: Path, old: str, new: str) -> None:
    text = sheet.read_text(encoding="utf-8")
    assert old in text, f"the drawing no longer has {old!r}"
    sheet.write_text(text.replace(old, new, 1), encoding="utf-8")


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


def test_a_removed_wire_is_found(drawing: Path) -> None:
    sheet = drawing / "tapete.kicad_sch"
    text = sheet.read_text(encoding="utf-8")
    root = sexpr.parsed(text)
    wire = sexpr.children(root, "wire")[-1]
    sheet.write_text(sexpr.written([node for node in root if node is not wire]), encoding="utf-8")
    assert faults(drawing)
    assert kicad.rule_check(drawing, drawing)[0] != 0


def test_two_gpios_joined_are_found_though_the_rule_check_misses_them(drawing: Path) -> None:
    spoil(drawing / "tapete.kicad_sch", '(label "P0_PLUS"', '(label "P0_MINUS"')
    assert any("P0_PLUS" in fault for fault in faults(drawing))


def test_two_chains_joined_are_found(drawing: Path) -> None:
    spoil(drawing / "tapete.kicad_sch", '(label "P1_LOGIC"', '(label "P0_LOGIC"')
    assert any("P1_LOGIC" in fault for fault in faults(drawing))


def test_swapped_names_are_found_though_the_rule_check_misses_them(drawing: Path) -> None:
    sheet = drawing / "tapete.kicad_sch"
    text = sheet.read_text(encoding="utf-8")
    first, second = text.index('(label "P0_LOCK"'), text.index('(label "P0_ROLL"')
    assert first < second
    text = text[:second] + text[second:].replace('(label "P0_ROLL"', '(label "P0_LOCK"', 1)
    sheet.write_text(text.replace('(label "P0_LOCK"', '(label "P0_ROLL"', 1), encoding="utf-8")
    assert kicad.rule_check(drawing, drawing)[0] == 0
    assert any("P0_LOCK" in fault for fault in faults(drawing))


def test_a_pin_map_changed_alone_is_found(drawing: Path) -> None:
    moved = replace(PinMap(), bridge=28)
    assert any("BRIDGE_LOGIC" in fault for fault in faults(drawing, moved))


def test_a_gpio_used_twice_is_found(drawing: Path) -> None:
    twice = replace(PinMap(), chains=(18, 19, 20, 20))
    assert any("P3_LOGIC" in fault for fault in faults(drawing, twice))


def test_the_drawing_has_the_parts_of_the_list_with_their_values(drawing: Path) -> None:
    assert parts_against_list(drawing) == []


def test_a_value_changed_alone_is_found(drawing: Path) -> None:
    spoil(drawing / "panel.kicad_sch", '"330 Ω"', '"33 Ω"')
    assert parts_against_list(drawing) == ["resistor: 33 Ω in the drawing, 330 Ω in the list"] * 4


def parts_against_list(drawing: Path) -> list[str]:
    """Compare value, maker, number and quantity of every part in the drawing with the parts list."""
    wrong = []
    counted: Counter[str] = Counter()
    for component in kicad.netlist(drawing, drawing).iter("comp"):
        fields = {field.get("name", ""): field.text or "" for field in component.iter("field")}
        kind = circuit.kinds()[fields["Part"]]
        counted[kind.part] += 1
        value = component.findtext("value", "")
        if value != kind.value:
            wrong.append(f"{kind.part}: {value} in the drawing, {kind.value} in the list")
        if (fields.get("Maker", ""), fields.get("MPN", "")) != (kind.maker, kind.mpn):
            wrong.append(f"{kind.part}: another maker or number in the drawing")
    for kind in circuit.kinds().values():
        wanted = kind.number(panels=4, bridge=True)
        if kind.symbol and counted[kind.part] != wanted:
            wrong += [f"{kind.part}: {counted[kind.part]} in the drawing, {wanted} in the list"]
    return wrong


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
    for words in ("Microcontroller", "Supply: USB or brick", "Level shifters 3.3 V to 5 V", "Tapete console"):
        assert words in box
    assert "SW404" in (out / "tapete-Panel 3.svg").read_text(encoding="utf-8")
