"""Faults of people, planted one at a time in a copy (seeds.toml): exactly the rule that is meant for each finds it."""

from __future__ import annotations

import importlib.util
import itertools
import shutil
import sys
import tomllib
import zipfile
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tapete_console import pins
from tests.hardware import expectation, kicad, test_order, test_panel_board, test_spice, test_virtual_build
from tools import generate_guide_tables
from tools.drawing import circuit, guide_steps, guide_tables, hardware_review, lengths, panel_board, pcb, symbols

ROOT = Path(__file__).parents[2]
SEEDS: dict[str, list[dict[str, Any]]] = tomllib.loads(Path(__file__).with_name("seeds.toml").read_text(encoding="utf-8"))
ON_BOARD = {part.reference for part in circuit.box() if part.kind.footprint}


class Copy:
    """The project with edits in some of its files: `root` holds these alone, the rest is read where it is."""

    def __init__(self, root: Path, edits: Sequence[Sequence[str]]) -> None:
        self.root = root
        self.edited: set[str] = set()
        for file, *words in edits:
            self._edit(file, words)

    def _edit(self, file: str, words: Sequence[str]) -> None:
        name, _, member = file.partition("!")
        before = self.path(name)
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        self.edited.add(name)
        if not member:
            text = before.read_text(encoding="utf-8")
            (self.root / name).write_text(planted(text, words), encoding="utf-8")
            return
        made = self.root / f"{name}.new"
        with zipfile.ZipFile(before) as packed, zipfile.ZipFile(made, "w") as out:
            assert member in packed.namelist(), member
            for one in packed.namelist():
                if one != member:
                    out.writestr(one, packed.read(one))
                elif words:
                    out.writestr(one, planted(packed.read(one).decode("utf-8"), words))
        made.replace(self.root / name)

    def path(self, name: str) -> Path:
        """Return where a file of the copy is read."""
        return self.root / name if name in self.edited else ROOT / name

    def text(self, name: str) -> str:
        """Return a file of the copy."""
        return self.path(name).read_text(encoding="utf-8")

    def module(self, name: str, real: ModuleType) -> Any:
        """Return a module as its source in the copy makes it."""
        if name not in self.edited:
            return real
        if not (self.root / "hardware" / "parts.csv").exists():  # which the circuit's source reads beside itself
            (self.root / "hardware").mkdir(exist_ok=True)
            shutil.copy(circuit.PARTS, self.root / "hardware" / "parts.csv")
        spec = importlib.util.spec_from_file_location(f"planted_{real.__name__.replace('.', '_')}", self.path(name))
        assert spec
        assert spec.loader
        made = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = made
        try:
            spec.loader.exec_module(made)
        finally:
            del sys.modules[spec.name]
        return made

    @cached_property
    def kinds(self) -> dict[str, circuit.Kind]:
        """Its parts list."""
        return circuit.kinds(self.path("hardware/parts.csv"))

    @cached_property
    def steps(self) -> tuple[guide_steps.Step, ...]:
        """The steps of its guide."""
        return guide_steps.steps(self.path("hardware/steps.toml"))

    @cached_property
    def board(self) -> pcb.Board:
        """The box's board."""
        changed = "hardware/tapete.kicad_pcb" in self.edited
        return pcb.read(self.text("hardware/tapete.kicad_pcb")) if changed else pcb.committed()

    @cached_property
    def design(self) -> hardware_review.Design:
        """What the rules of the review look at. The steps stand in the pages as the copy has them."""
        guide = {}
        for name in hardware_review.GUIDE:
            text = self.text(hardware_review.page(name).relative_to(ROOT).as_posix())
            block = {"steps": guide_steps.page(int(name.startswith("es/")), self.steps)}
            found = generate_guide_tables.BLOCK.search(text)
            whole = tuple(one[2] for one in generate_guide_tables.BLOCK.finditer(text)) if found else ()
            guide[name] = generate_guide_tables.filled(text, dict.fromkeys(whole, "") | block) if "steps" in whole else text
        root = self.root if self._with_library() else ROOT
        return hardware_review.Design(
            dict(self.kinds),
            self.board,
            hardware_review.measures(self.root if "hardware/enclosure/dimensions.scad" in self.edited else ROOT),
            symbols=self.module("tools/drawing/symbols.py", symbols).SYMBOLS,
            guide=guide,
            cuts=self.module("tools/drawing/lengths.py", lengths).cuts(),
            root=root,
        )

    def _with_library(self) -> bool:
        """Bring library and assembler's numbers into the copy if one of them is edited; return whether they are there."""
        library = "hardware/footprints/tapete.pretty"
        files = [f"{library}/{path.name}" for path in pcb.LIBRARY.glob("*.kicad_mod")] + ["hardware/assembly.csv"]
        if not self.edited & set(files):
            return False
        for name in set(files) - self.edited:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.root / name)
        return True


def planted(text: str, words: Sequence[str]) -> str:
    """Return a text with a fault; `words`: anchors, what stands behind them, and what stands there then."""
    *anchors, old, new = words
    at = 0
    for anchor in anchors:
        at = text.index(anchor, at)
    at = text.index(old, at)
    return text[:at] + new + text[at + len(old) :]


def circuit_is_what_pin_map_and_data_sheets_say(here: Copy) -> list[str]:
    """The circuit that sheets and boards are drawn from is the one that expectation.py says a second time."""
    found: dict[str, set[tuple[str, str]]] = {}
    drawn = here.module("tools/drawing/circuit.py", circuit)
    wires = here.module("firmware/lib/tapete_console/pins.py", pins)
    wanted = expectation.nets(expectation.PinMap(wires.BUTTONS, wires.CHAINS, wires.BRIDGE))
    own = {f"{name}_IN" for name in ("COUNTER", "DIE", "PRIVATE")}
    for part in drawn.everything():
        for number, net in part.nets.items():
            if net:
                panel, _, name = net.partition("_")
                full = f"Panel {panel[1:]}/{name}" if name in own else net
                found.setdefault(net if net in circuit.SUPPLY else f"/{full}", set()).add((part.reference, number))
    return expectation.differences(wanted, {net: frozenset(ends) for net, ends in found.items()})


def board_joins_what_the_circuit_joins(here: Copy) -> list[str]:
    """The board has the circuit's parts and nets."""
    wanted = {
        net: frozenset(end for end in ends if end[0] in ON_BOARD)
        for net, ends in expectation.nets(expectation.PinMap()).items()
        if any(end[0] in ON_BOARD for end in ends)
    }
    found = {net: frozenset(ends) for net, ends in here.board.nets().items() if not net.startswith("unconnected-")}
    return expectation.differences(wanted, found)


def bill_is_that_of_the_parts(here: Copy) -> list[str]:
    """The bill of materials is the one that parts list and circuit give."""
    return [] if here.text("hardware/bom.csv") == guide_tables.bill() else ["bom.csv is another bill"]


def lists_are_those_of_the_steps(here: Copy) -> list[str]:
    """Every part, tool and wire of the lists comes into a step, and the other way round."""
    return test_virtual_build.list_faults(here.steps, here.kinds, guide_steps.tools(here.path("hardware/tools.csv")))


def maker_takes_the_zip(here: Copy) -> list[str]:
    """A maker's rules find nothing in the zip."""
    return test_order.zip_faults(here.path("hardware/order/gerber.zip").read_bytes())


def assembler_finds_every_part(here: Copy) -> list[str]:
    """Bill and places of the assembler name the same parts, each in the middle of its pads."""
    numbers, there = (here.text(f"hardware/order/{name}-jlcpcb.csv") for name in ("bom", "places"))
    return test_order.assembler_faults(test_order.bill(numbers), test_order.places(there), pcb.committed())


def decks_have_the_values_of_the_lists(here: Copy) -> list[str]:
    """Each deck reckons with the parts that are bought."""
    folder = here.root / "hardware" / "spice" if any("/spice/" in name for name in here.edited) else test_spice.SPICE
    for path in test_spice.SPICE.glob("*.cir") if folder != test_spice.SPICE else ():
        if f"hardware/spice/{path.name}" not in here.edited:
            shutil.copy(path, folder / path.name)
    return test_spice.value_faults(folder, here.kinds)


def chain_of_the_panel_board(here: Copy) -> list[str]:
    """Data goes through the pixels of the panel's board in their order, and each wire of the cable to its pads."""
    name = panel_board.FILE.relative_to(ROOT).as_posix()
    if name not in here.edited:
        return []  # test_panel_board.py looks at it
    return test_panel_board.chain_faults(pcb.read(here.text(name)))


Rule = Callable[[Copy], Sequence[str] | Iterator[str]]


def of_the_review(rule: hardware_review.Rule) -> Rule:
    return lambda here: rule(here.design)


RULES: dict[str, Rule] = {rule.__name__: of_the_review(rule) for rule in hardware_review.RULES} | {
    rule.__name__: rule
    for rule in (
        circuit_is_what_pin_map_and_data_sheets_say,
        board_joins_what_the_circuit_joins,
        bill_is_that_of_the_parts,
        lists_are_those_of_the_steps,
        maker_takes_the_zip,
        assembler_finds_every_part,
        decks_have_the_values_of_the_lists,
        chain_of_the_panel_board,
    )
}
PLANTED = [*SEEDS["named"], *SEEDS["more"]]
CASES = [
    *(pytest.param(seed, id=seed["name"]) for seed in SEEDS["named"]),
    *(pytest.param(seed, id=seed["name"], marks=pytest.mark.long) for seed in SEEDS["more"]),
]
PROJECT = ("tapete.kicad_pcb", "tapete.kicad_sch", "panel.kicad_sch", "tapete.kicad_pro", "sym-lib-table", "fp-lib-table")


def red(here: Copy) -> set[str]:
    """Return the rules that find something in a copy."""
    return {name for name, rule in RULES.items() if list(rule(here))}


def test_no_rule_finds_anything_in_what_is_committed(tmp_path: Path) -> None:
    assert red(Copy(tmp_path, [])) == set()
    assert test_panel_board.chain_faults(pcb.read(panel_board.FILE.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("seed", CASES)
def test_a_seed_is_found_by_the_rule_that_is_meant_for_it_and_by_no_other(seed: dict[str, Any], tmp_path: Path) -> None:
    assert red(Copy(tmp_path, seed["edits"])) == {seed["rule"], *seed.get("also", ())}


def test_there_are_as_many_seeds_as_promised_and_every_rule_has_one() -> None:
    assert len(SEEDS["named"]) == 21
    assert len(SEEDS["more"]) + len(SEEDS["kicad"]) >= 30
    assert {seed["rule"] for seed in PLANTED} == RULES.keys()
    names = [seed["name"] for seed in itertools.chain(*SEEDS.values())]
    assert len(set(names)) == len(names)


def found_by_kicad(here: Copy) -> set[str]:
    """Return the checks of KiCad, and of what it reads, that find something: of the sheets if one of these is edited, else of the board."""
    folder = here.root / "hardware"
    for name in PROJECT:
        if not (folder / name).exists():
            shutil.copy(ROOT / "hardware" / name, folder / name)
    for name in ("symbols", "footprints"):
        shutil.copytree(ROOT / "hardware" / name, folder / name)
    if "hardware/tapete.kicad_pcb" in here.edited:
        return {"drc"} if kicad.board_check(folder)[0] else set()
    found = {
        "erc": kicad.rule_check(folder, folder)[0],
        "netlist": expectation.differences(expectation.nets(expectation.PinMap()), kicad.nets(kicad.netlist(folder, folder))),
        "parts": kicad.parts_against_list(folder),
    }
    return {name for name, faults in found.items() if faults}


@pytest.mark.nightly
@pytest.mark.kicad
def test_seeds_for_kicad_are_found_by_the_check_that_is_meant_for_them(tmp_path: Path) -> None:
    """Nothing is found without them: see test_netlist.py and test_board.py."""
    for place, seed in enumerate(SEEDS["kicad"]):
        assert found_by_kicad(Copy(tmp_path / str(place), seed["edits"])) == {seed["rule"], *seed.get("also", ())}, seed["name"]
