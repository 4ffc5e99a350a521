"""Wiring pictures, bill of materials and power table say what circuit, parts list and firmware say."""

from __future__ import annotations

import csv
import io
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest

from tapete_console import power, profiles, settings_keys
from tests.firmware.rig import Written
from tools import generate_wiring
from tools.drawing import board_picture, circuit, guide_tables, power_table, wiring

TITLE = re.compile(r"(\S+): (\S+) pin (\S+) to (\S+) pin (\S+)")


def wires(svg: str) -> set[tuple[str, str, str]]:
    """Return net and both ends of every wire, as the picture's own titles tell them to who points at one."""
    found = set()
    for title in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}title"):
        if match := TITLE.fullmatch(title.text or ""):
            net, start, start_pin, end, end_pin = match.groups()
            found.add((net, f"{start}.{start_pin}", f"{end}.{end_pin}"))
    return found


def test_picture_of_the_board_shows_a_step_and_pales_the_rest() -> None:
    whole, step = board_picture.svg(), board_picture.svg("Box: buttons", frozenset({"RN11", "D11"}))
    assert "pale" not in whole.split("</style>")[1]
    assert step.count('class="body new"') == 2
    bright = {title for pale, title in re.findall(r'class="(?:front|back)( pale)?"[^>]*><title>([^<]+)', step) if not pale}
    assert bright == {f"/P0_{name}{end}" for name in circuit.BUTTON_NAMES for end in ("", "_IN")}


def test_every_part_of_the_box_is_soldered_in_one_step() -> None:
    steps = [part for parts in generate_wiring.STEPS.values() for part in parts]
    on_board = {part.reference for part in circuit.box() if part.kind.footprint and not part.reference.startswith("TP")}
    assert len(steps) == len(set(steps))
    assert set(steps) == on_board


def test_picture_of_a_panel_has_its_circuit() -> None:
    found = wires(wiring.panel().svg())
    for part in circuit.panel(0):
        for number, net in part.nets.items():
            if net is not None and wiring.kind(net) not in ("GND", "5V"):
                assert any(wire[0] == net and f"{part.reference}.{number}" in wire[1:] for wire in found), (
                    f"{part.reference}.{number} {net}"
                )
    assert len([wire for wire in found if wire[0].endswith(("_ROW", "_IN"))]) == 8, "eight strips in one chain"


def test_what_is_not_the_matter_of_a_step_is_pale() -> None:
    svg = wiring.panel(frozenset({"P0_MINUS"})).svg()
    assert svg.count('class="net"') == 1
    assert svg.count('class="net pale"') == len(wires(svg)) - 1


def test_bill_counts_what_is_drawn() -> None:
    rows = list(csv.DictReader(io.StringIO(guide_tables.bill())))
    assert len(rows) == len(circuit.kinds()) + len(circuit.kinds(circuit.BESIDE_PARTS))
    for row in rows:
        if row["references"]:
            whole = int(row["qty_4_panels"]) + int(row["bridge_adds"])
            assert len(row["references"].split()) == whole, row["what"]
    by_reference = {row["references"].split()[0]: row for row in rows if row["references"]}
    assert [by_reference["SW101"][f"qty_{count}"] for count in ("1_panel", "2_panels", "4_panels")] == ["4", "8", "16"]
    assert by_reference["U3"]["bridge_adds"] == "1"


def test_every_part_beside_has_its_lines_in_the_bill_and_no_console_takes_them_for_its_own() -> None:
    pieces = circuit.kinds(circuit.BESIDE_PARTS)
    assert {one.beside for one in pieces.values()} == {part.word for part in profiles.PARTS}
    assert not set(pieces) & set(circuit.kinds())
    rows = [row for row in csv.DictReader(io.StringIO(guide_tables.bill())) if row["only_with"]]
    assert [(row["only_with"], row["value"]) for row in rows] == [(one.beside, one.value) for one in pieces.values()]
    assert not any(row["references"] for row in rows)
    displays = next(row for row in rows if row["only_with"] == "digits")
    assert [displays[f"qty_{count}"] for count in ("1_panel", "2_panels", "4_panels")] == ["1", "2", "4"]
    for one in pieces.values():
        assert one.maker, one.part
        assert one.mpn, one.part
        assert len(one.distributor.split()) >= 2, one.part
        assert float(one.price) > 0, one.part
    steps = (circuit.ROOT / "hardware" / "steps.toml").read_text(encoding="utf-8")
    grams = [int(gram) for gram in re.findall(r"^\| `tray-\w+` \|.*\| (\d+) \|", steps, re.MULTILINE)]
    assert sum(grams) == 2 * int(re.search(r"(\d+) g", pieces["tray_filament"].en)[1])  # type: ignore[index]  # in both languages


def test_what_a_reader_takes_is_taken_off_the_light_of_every_build() -> None:
    for build in power_table.builds():
        left = replace(build, beside=profiles.by_word("reader").ma)
        assert left.for_pixels == build.budget - 100
        assert left.worst + 100 <= build.budget or left.faults
        assert left.light_percent <= build.light_percent
        settings = settings_keys.read(Written({"TAPETE_READER": 1, "TAPETE_BUDGET_MA": build.budget, "TAPETE_PANELS": build.panels}))
        assert settings.budget == left.for_pixels
    two = replace(power_table.Build(2, False, power_table.supply("usb")), beside=100)
    assert f"{two.light_percent} %" in (circuit.ROOT / "docs" / "build" / "reader.md").read_text(encoding="utf-8")


def test_no_build_draws_more_than_its_budget_and_each_budget_is_below_its_fuse_and_supply() -> None:
    for build in power_table.builds():
        assert build.worst <= build.budget <= build.supply.budget, build
        assert build.typical <= build.worst or build.faults, build
    for supply in power_table.SUPPLIES:
        assert supply.budget <= 0.8 * supply.fuse_ma
        assert supply.budget + power_table.PICO_MA <= supply.rated
        assert supply.key == "usb" or supply.fuse_ma <= supply.rated


def test_worst_case_counted_pixel_by_pixel() -> None:
    build = power_table.Build(2, True, power_table.supply("brick3"))
    levels = 2 * (build.shares.panel + build.shares.private) + build.shares.bridge
    by_hand = (2 * 80 + 19) * power.DARK_MA + levels * power.CHANNEL_MA / 255
    assert by_hand <= build.worst <= by_hand + 3
    assert build.unlimited == 179 * 60


def test_advised_builds_need_no_dimming_in_play_and_thin_enough_wires() -> None:
    for panels in (1, 2, 3, 4):
        build = power_table.advised(panels)
        assert build.faults == []
        assert not build.limits_in_play
        assert build.cable_awg >= 22, "the contacts of the sockets take nothing thicker"
        assert power_table.drop_mv(build.panel_ma, power_table.CABLE_M, build.cable_awg) <= power_table.LARGEST_DROP_MV


def test_four_panels_with_bridge_on_a_usb_port_are_refused() -> None:
    build = power_table.Build(4, True, power_table.supply("usb"))
    assert build.faults == ["400 mA do not cover 517 mA of dark pixels, private displays and the least light"]
    assert "| 4 | yes | USB port, 500 mA | 400 | 339 | 339 | too small |" in guide_tables.power(0)
    assert "| 4 | sí | puerto USB, 500 mA | 400 | 339 | 339 | no alcanza |" in guide_tables.power(1)


def test_wires_get_thicker_with_current_and_length() -> None:
    assert power_table.thinnest(500, 0.3) == 28
    assert power_table.thinnest(1000, 1.0) == 24
    assert power_table.drop_mv(1000, 1.0, 22) == pytest.approx(106)
    with pytest.raises(ValueError, match="thicker wire"):
        power_table.thinnest(12000, 2.0)
