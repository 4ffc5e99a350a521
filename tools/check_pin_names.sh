#!/usr/bin/env bash
# Every pin of the pin map is one that CircuitPython's stubs know on the Pico, and none is internal to the board.
# Uses the environment of tools/check_firmware_types.sh, which runs before it.
set -euo pipefail
cd "$(dirname "$0")/.."
python=build/firmware-types/bin/python
[ -x "$python" ] || { echo "run tools/check_firmware_types.sh first" >&2; exit 1; }
PYTHONPATH=firmware/lib "$python" - <<'PYTHON'
import ast
import importlib.util
from pathlib import Path

from tapete_console import pins, wiring

INTERNAL = {"LED", "SMPS_MODE", "VBUS_SENSE", "VOLTAGE_MONITOR", "A3"}
home = importlib.util.find_spec("board_definitions")
stub = Path(list(home.submodule_search_locations)[0]) / "raspberry_pi_pico" / "__init__.pyi"
tree = ast.parse(stub.read_text(encoding="utf-8"))
known = {node.target.id for node in tree.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)}
used = {f"GP{pin}" for panel in pins.BUTTONS for pin in panel} | {f"GP{pin}" for pin in (*pins.CHAINS, pins.BRIDGE)}
header = {f"GP{pin}" for pin in wiring.HEADER}
assert len(known) > 25, f"{stub.parent.name}: only {len(known)} names"
assert used <= header <= known, f"not on the board: {sorted((used | header) - known)}"
assert not used & INTERNAL
# GP23, GP24, GP25 and GP29 have other names or none: they are not on the header.
assert not header & {"GP23", "GP24", "GP25", "GP29"}
print(f"{len(used)} pins of the map are among the {len(known)} names of the board")
PYTHON
