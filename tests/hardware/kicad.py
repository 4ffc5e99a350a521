"""KiCad from the command line: what it reads out of a drawing."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

from tests.hardware.expectation import Net
from tools.drawing import circuit


def kicad(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run kicad-cli and return what it did; its reports are read, so it speaks English whatever the language around is."""
    spoken = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}
    return subprocess.run(["kicad-cli", *map(str, arguments)], capture_output=True, encoding="utf-8", check=False, env=spoken)


def netlist(folder: Path, out: Path) -> ElementTree.Element:
    """Return the netlist of the drawing in a folder."""
    done = kicad("sch", "export", "netlist", "--format", "kicadxml", "-o", out / "netlist.xml", folder / "tapete.kicad_sch")
    assert done.returncode == 0, done.stdout + done.stderr
    return ElementTree.parse(out / "netlist.xml").getroot()


def nets(root: ElementTree.Element) -> dict[str, Net]:
    """Return the nets by name; ends that are left open on purpose are not nets."""
    found = {}
    for net in root.iter("net"):
        name = net.get("name", "")
        if not name.startswith("unconnected-"):
            found[name] = frozenset(
                (node.get("ref", ""), node.get("pin", "")) for node in net.iter("node") if not node.get("ref", "").startswith("#")
            )
    return found


def rule_check(folder: Path, out: Path, name: str = "tapete") -> tuple[int, str]:
    """Return exit code and report of the electrical rule check, warnings included."""
    done = kicad("sch", "erc", "--severity-all", "--exit-code-violations", "-o", out / "erc.rpt", folder / f"{name}.kicad_sch")
    report = (out / "erc.rpt").read_text(encoding="utf-8") if (out / "erc.rpt").is_file() else done.stderr
    return done.returncode, report


def board_check(folder: Path, name: str = "tapete") -> tuple[int, str]:
    """Return exit code of KiCad's rule check of the board against the drawing, warnings included, and the kinds of its findings."""
    report, flags = folder / "drc.json", ("--severity-all", "--schematic-parity", "--exit-code-violations", "--format", "json")
    done = kicad("pcb", "drc", *flags, "-o", report, folder / f"{name}.kicad_pcb")
    assert report.is_file(), done.stdout + done.stderr
    found = json.loads(report.read_text(encoding="utf-8"))
    kinds = sorted(entry["type"] for part in ("violations", "unconnected_items", "schematic_parity") for entry in found[part])
    return done.returncode, " ".join(kinds)


def python() -> str:
    """Return a Python that has KiCad's module `pcbnew`."""
    for candidate in (shutil.which(name, path=folder) for folder in os.environ["PATH"].split(os.pathsep) for name in ("python3",)):
        if candidate and subprocess.run([candidate, "-c", "import pcbnew"], capture_output=True, check=False).returncode == 0:
            return candidate
    raise AssertionError("no Python on the path has KiCad's module pcbnew")


def parts_against_list(drawing: Path) -> list[str]:
    """Compare value, maker, number and quantity of every part in the drawing with the parts list."""
    wrong = []
    counted: Counter[str] = Counter()
    for component in netlist(drawing, drawing).iter("comp"):
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
