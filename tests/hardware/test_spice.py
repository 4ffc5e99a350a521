"""The decks of hardware/spice hold their limits with the values of the parts list, and fail them without the part that answers."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tools.drawing import circuit, hardware_review, power_table, usb_c

pytestmark = pytest.mark.spice

SPICE = Path(__file__).parents[2] / "hardware" / "spice"


def solved(deck: str, folder: Path, **changed: float) -> dict[str, float]:
    """Return what a deck measures, with some parameters changed."""
    text = (SPICE / f"{deck}.cir").read_text(encoding="utf-8")
    for name, value in changed.items():
        text, count = re.subn(rf"^(\.param .*\b{name}=)\S+", rf"\g<1>{value:g}", text, flags=re.M)
        assert count == 1, f"{deck} has no parameter {name}"
    path = folder / f"{deck}.cir"
    path.write_text(text, encoding="utf-8")
    done = subprocess.run(["ngspice", "-b", str(path)], capture_output=True, encoding="utf-8", check=False)
    said = done.stdout + done.stderr
    assert not re.search("failed|fatal", said), said
    found = {name: float(value) for name, value in re.findall(r"^(\w+) +=\s+(-?[\d.]+e[+-]\d+)", said, re.M)}
    wanted = set(re.findall(r"^\.meas tran (\w+)", text, re.M))
    assert wanted <= found.keys(), said
    return found


def parameter(deck: str, name: str, folder: Path = SPICE) -> float:
    """Return a parameter of a deck."""
    text = (folder / f"{deck}.cir").read_text(encoding="utf-8")
    found = re.search(rf"^\.param .*\b{name}=([\d.]+)([kup]?n?)", text, re.M)
    assert found, name
    return float(found[1]) * {"": 1.0, "k": 1e3, "u": 1e-6, "n": 1e-9, "p": 1e-12}[found[2]]


VALUES = [
    ("data-line", "damper", "damper"),
    ("data-line", "strip", "resistor"),
    ("coupling", "series", "series"),
    ("coupling", "filter", "filter"),
    ("coupling", "pull_up", "pull_up"),
    ("press", "series", "series"),
    ("press", "filter", "filter"),
    ("press", "pull_up", "pull_up"),
    ("inrush", "bulk", "bulk"),
    ("cut-off", "upper", "divider_upper"),
    ("cut-off", "lower", "divider_lower"),
    ("cut-off", "base", "cutoff_base"),
    ("cut-off", "hold", "cutoff_hold"),
    ("cut-off", "gate", "gate_resistor"),
    ("cut-off", "slow", "cutoff_slow"),
    ("cut-off", "bulk", "bulk"),
    ("usb-switch", "gate", "soft_resistor"),
    ("usb-switch", "slow", "soft_slow"),
    ("usb-switch", "miller", "soft_slow"),
]
"""Deck, its parameter, and the line of the parts list that it stands for."""


def value_faults(folder: Path, kinds: dict[str, circuit.Kind]) -> list[str]:
    """Return where the decks of a folder reckon with another value than the parts list has."""
    return [
        f"{deck}: {name} is {parameter(deck, name, folder):g}, {part} is {kinds[part].value}"
        for deck, name, part in VALUES
        if parameter(deck, name, folder) != pytest.approx(hardware_review.value_of(kinds[part].value))
    ]


def test_decks_have_the_values_of_the_parts_list() -> None:
    assert value_faults(SPICE, circuit.kinds()) == []


def test_decks_have_the_resistances_of_the_power_table() -> None:
    copper = dict(power_table.WIRES)[22] / 1000 * 2 * power_table.CABLE_M
    for deck in ("inrush", "hot-plug"):
        assert parameter(deck, "polyfuse") == power_table.POLYFUSE_OHM[0]
        assert parameter(deck, "cable") == pytest.approx(copper)


@pytest.mark.long
def test_a_metre_of_data_line_does_not_ring(tmp_path: Path) -> None:
    for metres in (0.3, 0.5, 1.0):
        found = solved("data-line", tmp_path, metres=metres)
        assert found["lowest"] > -0.3
        assert found["highest"] < 5.3
        assert found["rise"] < 20e-9
        assert found["high_for"] == pytest.approx(400e-9, rel=0.1), "a zero lasts 400 ns, 150 ns more or less"
    without = solved("data-line", tmp_path, damper=0.1)
    assert without["highest"] > 5.7
    assert without["lowest"] < -0.7


@pytest.mark.long
def test_data_presses_no_button(tmp_path: Path) -> None:
    assert solved("coupling", tmp_path)["lowest"] > 2.0
    as_before = solved("coupling", tmp_path, series=0.1, filter=1e-15, pull_up=1e9, damper=0.1)
    assert as_before["lowest"] < 0.9, "revision 1, with the Pico's own pull-up alone"


def test_a_press_arrives(tmp_path: Path) -> None:
    for inner in (50e3, 80e3):
        found = solved("press", tmp_path, inner=inner)
        assert found["pressed"] < 0.8
        assert found["falls"] < 1e-3
        assert found["rises"] < 1e-3


def test_f1_bears_the_capacitors(tmp_path: Path) -> None:
    found = solved("inrush", tmp_path)
    assert found["melting"] < 5.0
    assert found["of_a_panel"] < 20.0


def test_exchanged_poles_do_nothing(tmp_path: Path) -> None:
    found = solved("reversal", tmp_path)
    assert found["lowest"] > -0.1
    assert abs(found["current"]) < 1e-3
    bridged = solved("reversal", tmp_path, bridged=0.02)
    assert bridged["lowest"] < -0.5
    assert bridged["current"] > 10, "on the perfboard F1 opens"
    right = solved("reversal", tmp_path, volts=5)
    assert right["settled"] > 4.9, "the right way round it is as good as a wire"


BRICKS = ((6, 3), (7.5, 2), (9, 0.6), (12, 3), (19, 4.7), (24, 5))
"""Volts and amperes of the bricks with a plug of 5.5 x 2.1 mm that lie about."""
RAIL_MOST, PICO_MOST = 5.9, 5.5
"""What the rail may come to, and what the Pico bears at VSYS (data sheet, 2.1), behind D1, which takes 0.2 V at the least."""


@pytest.mark.long
@pytest.mark.parametrize(("volts", "amps"), BRICKS)
@pytest.mark.parametrize("load", [8.0, 100.0, 1e6])
def test_a_brick_of_another_voltage_reaches_nothing(tmp_path: Path, volts: float, amps: float, load: float) -> None:
    # TL431B: 0.5 %; its divider 1 % each.
    for reference in (2.495 * (1 - 0.005 - 0.011), 2.495 * (1 + 0.005 + 0.011)):
        found = solved("cut-off", tmp_path, volts=volts, amps=amps, load=load, reference=reference)
        assert found["highest"] <= RAIL_MOST
        assert found["highest"] - 0.2 <= PICO_MOST
        assert found["gate_lowest"] > -20, "AOD4185: 20 V between gate and source"
        assert found["gate_lowest2"] > -20


def test_the_right_brick_passes_and_the_cut_off_lies_between(tmp_path: Path) -> None:
    for volts in (4.75, 5.0, 5.25):
        for reference in (2.455, 2.535):
            assert solved("cut-off", tmp_path, volts=volts, reference=reference)["rail"] > volts - 0.05
    low, high = 2.455 * 27 / 12, 2.535 * 27 / 12
    assert low > 5.25 + 0.2, "a brick of 5 V plus 5 % stays well below"
    assert high < RAIL_MOST
    assert solved("cut-off", tmp_path, volts=12, bridged=0.01)["highest"] > 6.5, "revision 2, and the perfboard: D2 alone"


@pytest.mark.long
def test_no_move_of_the_switch_starves_the_port(tmp_path: Path) -> None:
    """Whatever the rail still has when SW1 reaches USB, and whatever threshold Q4 has, VBUS keeps 4.4 V behind a port of 1 A."""
    for left in (0.0, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0):
        for threshold in (-1.7, -2.2, -3.0):
            found = solved("usb-switch", tmp_path, left=left, vto=threshold)
            assert found["lowest"] >= 4.4, (left, threshold)
            assert found["rail"] > 4.9
    assert solved("usb-switch", tmp_path, bridged=0.01)["lowest"] < 4.4, "without Q4"
    assert solved("usb-switch", tmp_path, bridged=0.01, pixels=3000e-6)["lowest"] < 1.0, (
        "revision 2 with its 1000 uF a panel: the Pico restarts"
    )


def test_a_panel_needs_no_capacitor_of_its_own(tmp_path: Path) -> None:
    found = solved("load-step", tmp_path)
    assert found["lowest"] > 3.5, "the least that a WS2812B works with"
    assert found["settled"] > 4.0


def test_a_panel_plugged_in_live_is_borne(tmp_path: Path) -> None:
    found = solved("hot-plug", tmp_path)
    assert found["peak"] < 20
    assert found["lowest"] > 3.5
    assert found["again"] > 4.9


def test_a_broken_ground_burns_nothing(tmp_path: Path) -> None:
    found = solved("broken-ground", tmp_path)
    assert found["back"] / 25 < 0.02
    assert found["floats"] < 5.0


def test_figures_of_the_table_of_mistakes_are_those_of_the_decks(tmp_path: Path) -> None:
    hot, broken = (solved(deck, tmp_path) for deck in ("hot-plug", "broken-ground"))
    over = solved("cut-off", tmp_path, bridged=0.01)
    series, damper = (hardware_review.value_of(circuit.kinds()[part].value) for part in ("series", "damper"))
    figures = [f"{hot['lowest']:.1f} V", f"{hot['peak']:.0f} A", f"{over['rail']:.1f} V", f"{1000 * broken['back'] / 25:.0f} mA"]
    figures += [
        f"{1000 * (5 - 3.6) / series:.1f} mA",
        f"{1000 * 5 / (series + damper):.1f} mA",
        f"{2 * power_table.POLYFUSE_MA / 1000:.1f} A",
    ]
    figures += [
        f"{power_table.drop_mv(1000, 1.0, 22) / 2:.0f} mV",
        f"{power_table.drop_mv(1000, 1.0, 22):.0f} mV",
        f"{power_table.PICO_MEASURED_MA} mA",
    ]
    for folder in ("build", "es/build"):
        text = (SPICE.parents[1] / "docs" / folder / "mistakes.md").read_text(encoding="utf-8").replace(",", ".")
        for figure in figures:
            assert figure in text, f"{folder}: {figure}"


@pytest.mark.parametrize("promise", usb_c.PROMISES, ids=lambda one: f"{one.milliamperes} mA")
def test_a_usb_c_charger_says_how_much_it_gives(tmp_path: Path, promise: usb_c.Promise) -> None:
    """Whatever the charger's current and the resistors are off by, and whether the cable is marked."""
    for off in (-promise.off, promise.off):
        for resistor in (usb_c.RESISTOR * (1 - usb_c.TOLERANCE), usb_c.RESISTOR * (1 + usb_c.TOLERANCE)):
            for mark in (1000.0, 1e9):
                source = promise.microamperes * (1 + off) * 1e-6
                assert promise.low <= solved("usb-c", tmp_path, source=source, rd=resistor, mark=mark)["wire"] <= promise.high
    said = solved("usb-c", tmp_path, source=promise.microamperes * 1e-6, joined=0.01)["wire"]
    assert said < promise.low, "one resistor for both pins, behind a marked cable"
    assert promise.budget + power_table.PICO_MA <= promise.milliamperes
    assert promise.budget <= 0.8 * usb_c.F1_MA


def test_what_a_charger_may_give_passes_and_stays_below_what_the_board_bears(tmp_path: Path) -> None:
    low, high = usb_c.SAFE_5V
    for volts in (low, high):
        found = solved("cut-off", tmp_path, volts=volts, reference=2.455)
        assert volts - 0.05 < found["rail"] <= RAIL_MOST
    assert high - 0.2 <= PICO_MOST, "behind D1"
    assert high > usb_c.PIXEL_MOST, "so the guide lets people measure"
    for folder, most in (("build", "5.3 V"), ("es/build", "5,3 V")):
        text = (SPICE.parents[1] / "docs" / folder / "board.md").read_text(encoding="utf-8")
        assert most in text.split("{#usb-c}")[1]


def test_every_deck_is_told_of_and_solved() -> None:
    decks = {path.stem for path in SPICE.glob("*.cir")}
    told = set(re.findall(r"^\| `([\w-]+)` \|", (SPICE / "README.md").read_text(encoding="utf-8"), re.M))
    source = "".join(Path(__file__).with_name(name).read_text(encoding="utf-8") for name in ("test_spice.py", "test_panel_board.py"))
    assert decks == told == set(re.findall(r'solved\(\s*"([\w-]+)"', source)) | {"hot-plug", "broken-ground"}
