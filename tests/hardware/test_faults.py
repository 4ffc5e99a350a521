"""Seeded faults: each is made on purpose in a copy, and must be caught by the rule that is meant for it; the rule is content without it."""

from __future__ import annotations

import copy
import math
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.hardware import expectation, kicad
from tests.hardware.expectation import PinMap
from tools.drawing import circuit, pcb, perfboard, review, sexpr

HARDWARE = Path(__file__).parents[2] / "hardware"


def nets_of_the_board(design: review.Design) -> list[str]:
    """The board joins what pin map and data sheets say."""
    on_board = {reference for reference in design.board.footprints if not reference.startswith("H")}
    wanted = {
        net: frozenset(end for end in ends if end[0] in ON_BOARD)
        for net, ends in expectation.nets(PinMap()).items()
        if any(end[0] in ON_BOARD for end in ends)
    }
    found = {net: frozenset(ends) for net, ends in design.board.nets().items() if not net.startswith("unconnected-")}
    return expectation.differences(wanted, found) + sorted(f"{reference} is missing" for reference in ON_BOARD - on_board)


ON_BOARD = {part.reference for part in circuit.box() if part.kind.footprint}


@dataclass(frozen=True)
class Fault:
    """What is spoilt, and the rule that must find it."""

    name: str
    spoil: Callable[[review.Design], None]
    rule: Callable[[review.Design], object]


def listed(part: str, **changes: object) -> Callable[[review.Design], None]:
    """Change fields of a line of the parts list."""

    def spoil(design: review.Design) -> None:
        design.kinds[part] = replace(design.kinds[part], **changes)  # type: ignore[arg-type]

    return spoil


def pads(reference: str, change: Callable[[pcb.Pad], pcb.Pad]) -> Callable[[review.Design], None]:
    """Change the pads of a part of the board."""

    def spoil(design: review.Design) -> None:
        footprint = design.board.footprints[reference]
        footprint.pads = [change(pad) for pad in footprint.pads]

    return spoil


def moved(pad: pcb.Pad, along: float) -> pcb.Pad:
    return replace(pad, x=pad.x + along)


def exchanged(reference: str, one: str, other: str) -> Callable[[review.Design], None]:
    """Exchange the nets of two pads."""

    def spoil(design: review.Design) -> None:
        found = {pad.number: pad.net for pad in design.board.footprints[reference].pads}
        names = {one: found[other], other: found[one]}
        pads(reference, lambda pad: replace(pad, net=names.get(pad.number, pad.net)))(design)

    return spoil


def reworded(first: str, second: str, near: str) -> Callable[[review.Design], None]:
    """Exchange two words of the silk; of several alike, those nearest to a part."""

    def spoil(design: review.Design) -> None:
        at = design.board.footprints[near]

        def nearest(words: str) -> int:
            places = [place for place, one in enumerate(design.board.words) if one.words == words and not one.of]
            return min(places, key=lambda place: math.dist((design.board.words[place].x, design.board.words[place].y), (at.x, at.y)))

        one, other = nearest(first), nearest(second)
        design.board.words[one] = replace(design.board.words[one], words=second)
        design.board.words[other] = replace(design.board.words[other], words=first)

    return spoil


def ring_turned(design: review.Design) -> None:
    """Mirror what is printed for D2."""
    footprint = design.board.footprints["D2"]
    left, _, right, _ = footprint.box("F.Fab")
    footprint.strokes = [
        replace(stroke, points=tuple((left + right - x, y) for x, y in stroke.points)) if stroke.layer == "F.SilkS" else stroke
        for stroke in footprint.strokes
    ]


def lost_track(design: review.Design) -> None:
    wide = [track for track in design.board.tracks if track.net == "/P2_LOCK_IN"]
    design.board.tracks.remove(max(wide, key=lambda track: math.dist(track.start, track.end)))


def thin_track(design: review.Design) -> None:
    place = max(
        (place for place, track in enumerate(design.board.tracks) if track.net == "+5V" and track.width == 2.0),
        key=lambda place: math.dist(design.board.tracks[place].start, design.board.tracks[place].end),
    )
    design.board.tracks[place] = replace(design.board.tracks[place], width=0.3)


def lost_part(design: review.Design) -> None:
    del design.board.footprints["C23"]


def moved_hole(design: review.Design) -> None:
    design.board.footprints["H2"].x -= 2.0


def other_revision(design: review.Design) -> None:
    design.board.revision = "2"


def renamed(name: str, one: str, other: str) -> Callable[[review.Design], None]:
    """Exchange the names of two pins of a symbol."""

    def spoil(design: review.Design) -> None:
        symbol = design.symbols[name]
        names = {pin.number: pin.name for unit in symbol.units for pin in unit}
        swapped = {one: names[other], other: names[one]}
        units = tuple(tuple(replace(pin, name=swapped.get(pin.number, pin.name)) for pin in unit) for unit in symbol.units)
        design.symbols[name] = replace(symbol, units=units)

    return spoil


def written(page: str, old: str, new: str) -> Callable[[review.Design], None]:
    """Change words of the guide."""

    def spoil(design: review.Design) -> None:
        assert old in design.guide[page]
        design.guide[page] = design.guide[page].replace(old, new)

    return spoil


def wired(key: str, awg: str) -> Callable[[review.Design], None]:
    """Change the gauge of a line of the cutting list."""

    def spoil(design: review.Design) -> None:
        design.cuts = [replace(cut, awg=awg) if cut.key == key else cut for cut in design.cuts]

    return spoil


def measured(name: str, value: float) -> Callable[[review.Design], None]:
    """Change a measure of the enclosure."""

    def spoil(design: review.Design) -> None:
        design.measures[name] = value

    return spoil


def thin_board(design: review.Design) -> None:
    design.board.thickness = 0.8


def plus_turned(design: review.Design) -> None:
    """Print the + of C4 at its other pad."""
    footprint = design.board.footprints["C4"]
    middle = sum(pad.x for pad in footprint.pads) / 2
    footprint.strokes = [replace(stroke, points=tuple((2 * middle - x, y) for x, y in stroke.points)) for stroke in footprint.strokes]


def other_back(design: review.Design) -> None:
    design.board.words = [
        replace(one, words=one.words.replace("revision 3", "revision 2")) if one.layer == "B.SilkS" else one for one in design.board.words
    ]


def wide_post(design: review.Design) -> None:
    design.measures["post"] = 16.0


FAULTS = [
    # What revision 1's checks let through.
    Fault("AHC for AHCT", listed("buffer", value="SN74AHC125N", mpn="SN74AHC125N"), review.chosen_numbers),
    Fault("AHC, which its own line forbids", listed("buffer", value="SN74AHC125N", mpn="74AHC125N"), review.never_what_is_chosen),
    Fault("1N4001 for 1N5817", listed("diode", value="1N4001", mpn="1N4001"), review.never_what_is_chosen),
    Fault("a polyfuse of 6.5 A", listed("usb_fuse", value="6.5 A hold", mpn="RXEF650"), review.fuses_of_the_power_table),
    Fault("F1 of 10 A", listed("fuse", value="T 10 A", mpn="0218010.MXP"), review.fuses_of_the_power_table),
    Fault("100 pF for 100 nF", listed("bypass", mpn="C320C101K5R5TA"), review.number_spells_value),
    Fault("a capacitor of 4 V", listed("bulk", value="470 µF 4 V", mpn="EEU-FR0G471"), review.capacitor_voltage),
    Fault("separate resistors at the inputs", listed("pull_down", mpn="4606X-102-103LF"), review.networks_joined_or_separate),
    Fault("half of the contacts", listed("contacts", panel=8), review.counts),
    Fault("drills of a terminal 0.8 mm", pads("J6", lambda pad: replace(pad, drill=0.8)), review.drills_and_spacing),
    Fault(
        "pins of the fuse holder 20 mm apart",
        pads("F1", lambda pad: moved(pad, -2.5 * (pad.number == "2"))),
        review.drills_and_spacing,
    ),
    Fault("ring of D2 turned", ring_turned, review.rings_at_cathodes),
    Fault("plus and minus of J6 on the silk", reworded("+", "-", "J6"), review.words_at_their_pads),
    Fault("words of the supply switch exchanged", reworded("USB", "BRICK", "J8"), review.words_at_their_pads),
    # What they caught.
    Fault("a track removed", lost_track, review.tracks_join_their_pads),
    Fault("a supply track too thin", thin_track, review.wide_enough),
    Fault("pads swapped", exchanged("J1", "7", "8"), nets_of_the_board),
    Fault("a part missing on the board", lost_part, nets_of_the_board),
    # Fifteen more.
    Fault("a shunt for both ways", listed("shunt", value="P6KE6.8CA", mpn="P6KE6.8CA"), review.chosen_numbers),
    Fault("a panel fuse of 2.5 A", listed("panel_fuse", value="2.5 A hold", mpn="RXEF250"), review.fuses_of_the_power_table),
    Fault("820 Ω in the data line, in words", listed("damper", value="820 Ω"), review.number_spells_value),
    Fault("10 Ω networks for 10 kΩ", listed("pull_up", mpn="4605X-101-100LF"), review.number_spells_value),
    Fault("10 µF in a button line", listed("filter", value="10 µF 50 V"), review.number_spells_value),
    Fault("joined resistors in the button lines", listed("series", mpn="4608X-101-102LF"), review.networks_joined_or_separate),
    Fault("a transistor that wants 10 V", listed("reverse_guard", value="IRF9540", mpn="IRF9540"), review.never_what_is_chosen),
    Fault("a jack with a pin of 2.5 mm", listed("jack", mpn="PJ-102BH"), review.chosen_numbers),
    Fault("a 12 V brick", listed("brick", value="12 V 2 A", mpn="GST25E12-P1J"), review.chosen_numbers),
    Fault("one plug a cable", listed("cable_plug", panel=1), review.counts),
    Fault("drain and source exchanged", exchanged("Q1", "2", "3"), review.poles_by_the_data_sheets),
    Fault("plus outside at the jack", exchanged("J7", "1", "2"), review.poles_by_the_data_sheets),
    Fault("the light turned", exchanged("LED1", "1", "2"), review.rings_at_cathodes),
    Fault("a socket of 2.54 mm", pads("J5", lambda pad: moved(pad, 0.04 * (int(pad.number) - 1))), review.pads_as_in_the_library),
    Fault("a hole beside its post", moved_hole, review.posts_clear_the_parts),
    Fault("a post as wide as J1 is near", wide_post, review.posts_clear_the_parts),
    Fault("two sockets named for each other", reworded("panel 1", "panel 2", "J2"), review.words_at_their_pads),
    Fault("a test point with another's name", reworded("L0", "L1", "TP6"), review.words_at_their_pads),
    # What revision 2's checks let through, or caught by accident.
    Fault("drain and source exchanged in the symbol", renamed("PMOS", "2", "3"), review.pins_are_called_as_in_the_data_sheets),
    Fault("base and emitter exchanged in the symbol", renamed("PNP", "1", "2"), review.pins_are_called_as_in_the_data_sheets),
    Fault("anode and reference exchanged", renamed("Shunt_reference", "2", "3"), review.pins_are_called_as_in_the_data_sheets),
    Fault("a diode turned in its symbol", renamed("Zener", "1", "2"), review.pins_are_called_as_in_the_data_sheets),
    Fault("M3 × 16 in step 10", written("index.md", "M3 × 8", "M3 × 16"), review.guide_turns_nothing),
    Fault("M3 × 16 in step 10, in Spanish", written("es/index.md", "M3 × 8", "M3 × 16"), review.guide_turns_nothing),
    Fault("M3 × 5: it does not bite", written("index.md", "M3 × 8", "M3 × 5"), review.guide_turns_nothing),
    Fault("ring at the round pad", written("index.md", "at its square pad", "at its round pad"), review.guide_turns_nothing),
    Fault(
        "C4 turned in the guide", written("board.md", "C4 with the long leg at +", "C4 with the long leg at -"), review.guide_turns_nothing
    ),
    Fault("the light turned in the guide", written("es/board.md", "en el redondo", "en el cuadrado"), review.guide_turns_nothing),
    Fault("a board of 0.8 mm in the guide", written("board.md", "1.6 mm", "0.8 mm"), review.guide_turns_nothing),
    Fault("a board of 0.8 mm", thin_board, review.board_is_ordered_as_the_guide_says),
    Fault("a wrong LCSC number", listed("reverse_guard", lcsc="C5346823"), review.numbers_of_the_assembler),
    Fault("another part's LCSC number", listed("divider_upper", lcsc="C17444"), review.numbers_of_the_assembler),
    Fault("no LCSC number for a guard", listed("guard", lcsc=""), review.numbers_of_the_assembler),
    Fault("SW1's wire of 28 AWG", wired("switch", "28"), review.wires_are_thick_enough),
    Fault("5V of a panel in 28 AWG", wired("cable_power", "28"), review.wires_are_thick_enough),
    Fault("windows 17.0 mm apart", measured("pitch", 17.0), review.enclosure_fits_what_is_bought),
    Fault("windows for a strip of 144 a metre", measured("pitch", 6.94), review.enclosure_fits_what_is_bought),
    Fault("a button hole of 22 mm", measured("button_hole", 22.0), review.enclosure_fits_what_is_bought),
    Fault("a button hole of 30 mm", measured("button_hole", 30.0), review.enclosure_fits_what_is_bought),
    Fault("a switch hole of 6 mm", measured("switch_hole", 6.0), review.enclosure_fits_what_is_bought),
    Fault("a groove for a strip of 8 mm", measured("strip_width", 8.0), review.enclosure_fits_what_is_bought),
    Fault("+ of C4 at its minus", plus_turned, review.plus_at_the_plus),
    Fault("C4 turned on the board", exchanged("C4", "1", "2"), review.plus_at_the_plus),
    Fault("the back of another revision", other_back, review.revision_is_said_once),
    Fault("Q2 turned", exchanged("Q2", "2", "3"), review.poles_by_the_data_sheets),
    Fault("Q4 turned", exchanged("Q4", "2", "3"), review.poles_by_the_data_sheets),
    Fault("U4 with its anode at the level", exchanged("U4", "2", "3"), review.poles_by_the_data_sheets),
    Fault("Q3 with base and collector exchanged", exchanged("Q3", "1", "3"), review.poles_by_the_data_sheets),
    Fault("the Zener diode turned", exchanged("D3", "1", "2"), review.rings_at_cathodes),
    Fault("the diode of the soft start turned", exchanged("D4", "1", "2"), review.rings_at_cathodes),
    Fault("14 kΩ in the divider, in words", listed("divider_upper", value="14 kΩ"), review.number_spells_value),
    Fault("another resistor in the divider", listed("divider_lower", mpn="0805W8F1302T5E"), review.chosen_numbers),
    Fault("1 µF at the gate of Q4, in words", listed("soft_slow", value="1 µF 50 V"), review.number_spells_value),
    Fault("a TL432 for the TL431", listed("cutoff_level", mpn="TL432BIDBZR"), review.chosen_numbers),
    Fault("another revision on the silk", other_revision, review.revision_is_said_once),
]


def design() -> review.Design:
    """A copy that a test may spoil."""
    return copy.deepcopy(review.committed())


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_seeded_fault_is_caught_by_its_rule(fault: Fault) -> None:
    spoilt = design()
    assert list(fault.rule(spoilt)) == []  # type: ignore[call-overload]
    fault.spoil(spoilt)
    found = list(fault.rule(spoilt))  # type: ignore[call-overload]
    assert found, fault.name


def test_perfboard_refuses_a_hole_used_twice_and_one_off_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(perfboard.PLACES, "J6", [perfboard.PLACES["U1"][0], (4, 3)])
    with pytest.raises(ValueError, match="is taken"):
        perfboard.holes()
    monkeypatch.setitem(perfboard.PLACES, "J6", [(6, 3), (39, 3)])
    with pytest.raises(ValueError, match="off the board"):
        perfboard.holes()


@pytest.fixture(name="drawing")
def drawing_fixture(tmp_path: Path) -> Path:
    """A copy of the drawing and the board that a test may spoil."""
    for name in ("tapete.kicad_pcb", "tapete.kicad_sch", "panel.kicad_sch", "tapete.kicad_pro", "sym-lib-table", "fp-lib-table"):
        shutil.copy(HARDWARE / name, tmp_path / name)
    for folder in ("symbols", "footprints"):
        shutil.copytree(HARDWARE / folder, tmp_path / folder)
    return tmp_path


def relabelled(sheet: Path, old: str, new: str, place: int = 0) -> None:
    """Change one label of the drawing."""
    text, at = sheet.read_text(encoding="utf-8"), -1
    for _ in range(place + 1):
        at = text.index(f'(label "{old}"', at + 1)
    sheet.write_text(text[:at] + f'(label "{new}"' + text[at + len(f'(label "{old}"') :], encoding="utf-8")


def netlist_faults(drawing: Path, pin_map: PinMap | None = None) -> list[str]:
    return expectation.differences(expectation.nets(pin_map or PinMap()), kicad.nets(kicad.netlist(drawing, drawing)))


@pytest.mark.long
@pytest.mark.kicad
@pytest.mark.parametrize(
    ("old", "new", "net"),
    [
        pytest.param("P0_PLUS_IN", "P0_MINUS_IN", "P0_PLUS_IN", id="two GPIOs joined"),
        pytest.param("P1_LOGIC", "P0_LOGIC", "P1_LOGIC", id="two chains joined"),
        pytest.param("BRICK_5V", "USB_FUSED", "BRICK_5V", id="brick and USB joined"),
        pytest.param("RUN", "3V3", "RUN", id="reset joined to 3.3 V"),
    ],
)
def test_nets_joined_are_found(drawing: Path, old: str, new: str, net: str) -> None:
    relabelled(drawing / "tapete.kicad_sch", old, new)
    assert any(f"/{net}" in fault for fault in netlist_faults(drawing))


@pytest.mark.long
@pytest.mark.kicad
def test_swapped_names_are_found_though_the_rule_check_misses_them(drawing: Path) -> None:
    sheet = drawing / "tapete.kicad_sch"
    text = sheet.read_text(encoding="utf-8").replace('(label "P0_LOCK_IN"', "(label @", 1)
    text = text.replace('(label "P0_ROLL_IN"', '(label "P0_LOCK_IN"', 1).replace("(label @", '(label "P0_ROLL_IN"', 1)
    sheet.write_text(text, encoding="utf-8")
    assert kicad.rule_check(drawing, drawing)[0] == 0
    assert any("P0_LOCK_IN" in fault for fault in netlist_faults(drawing))


@pytest.mark.long
@pytest.mark.kicad
def test_a_removed_wire_is_found(drawing: Path) -> None:
    sheet = drawing / "tapete.kicad_sch"
    root = sexpr.parsed(sheet.read_text(encoding="utf-8"))
    wire = sexpr.children(root, "wire")[-1]
    sheet.write_text(sexpr.written([node for node in root if node is not wire]), encoding="utf-8")
    assert netlist_faults(drawing)
    assert kicad.rule_check(drawing, drawing)[0] != 0


@pytest.mark.long
@pytest.mark.kicad
def test_a_pin_map_changed_alone_and_a_gpio_used_twice_are_found(drawing: Path) -> None:
    assert any("BRIDGE_LOGIC" in fault for fault in netlist_faults(drawing, replace(PinMap(), bridge=28)))
    assert any("P3_LOGIC" in fault for fault in netlist_faults(drawing, replace(PinMap(), chains=(18, 19, 20, 20))))


@pytest.mark.long
@pytest.mark.kicad
def test_a_value_changed_alone_is_found(drawing: Path) -> None:
    sheet = drawing / "panel.kicad_sch"
    text = sheet.read_text(encoding="utf-8")
    sheet.write_text(text.replace('"330 Ω"', '"33 Ω"', 1), encoding="utf-8")
    assert kicad.parts_against_list(drawing) == ["resistor: 33 Ω in the drawing, 330 Ω in the list"] * 4


@pytest.mark.long
@pytest.mark.kicad
def test_two_nets_joined_by_a_track_are_found(drawing: Path) -> None:
    path = drawing / "tapete.kicad_pcb"
    text = path.read_text(encoding="utf-8").rstrip()
    number = text.split(' "/P1_MINUS")')[0].rsplit("(net ", 1)[1]
    socket = pcb.committed().footprints["J2"]
    x, y = socket.pads[4].x + 100, socket.pads[4].y + 60
    ends = f'(start {x} {y}) (end {x + 2.5} {y}) (width 0.3) (layer "F.Cu")'
    bridge = f'(segment {ends} (net {number}) (uuid "00000000-0000-4000-8000-000000000001"))'
    path.write_text(text[:-1] + bridge + ")", encoding="utf-8")
    code, kinds = kicad.board_check(drawing)
    assert code != 0
    assert "shorting_items" in kinds


def test_there_are_as_many_seeded_faults_as_promised() -> None:
    # Two at the perfboard, nine at the drawing, one track: see the tests above.
    assert len(FAULTS) + 2 + 9 + 1 >= 27 + 15
