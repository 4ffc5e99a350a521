"""KiCad from the command line: what it reads out of a drawing."""

from __future__ import annotations

import os
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from tests.hardware.expectation import Net


def kicad(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run kicad-cli and return what it did; its reports are read, so it speaks English whatever the language around is."""
    spoken = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}
    return subprocess.run(["kicad-cli", *map(str, arguments)], capture_output=True, text=True, timeout=300, check=False, env=spoken)


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


def rule_check(folder: Path, out: Path) -> tuple[int, str]:
    """Return exit code and report of the electrical rule check, warnings included."""
    done = kicad("sch", "erc", "--severity-all", "--exit-code-violations", "-o", out / "erc.rpt", folder / "tapete.kicad_sch")
    report = (out / "erc.rpt").read_text(encoding="utf-8") if (out / "erc.rpt").is_file() else done.stderr
    return done.returncode, report
