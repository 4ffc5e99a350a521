"""Draw hardware/wiring-box.svg, hardware/wiring-panel.svg and the pictures of the guide's steps from pin map and circuit.

`--check` writes nothing and fails if a picture is not current.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.drawing import step_pictures, wiring
from tools.drawing.files import finish

BUTTONS = frozenset(f"P{panel}_{name}" for panel in range(2) for name in ("MINUS", "PLUS", "LOCK", "ROLL"))
STEPS = {
    "supply": frozenset({"USB_5V", "USB_FUSED", "BRICK_IN", "BRICK_5V", "VSYS", "+5V", "GND"}),
    "logic": frozenset({"P0_LOGIC", "P1_LOGIC", "BRIDGE_LOGIC", "+5V", "GND"}),
    "buttons": BUTTONS,
    "data": frozenset({"P0_DATA", "P1_DATA", "BRIDGE_DATA", "+5V", "GND"}),
}
"""What each step of the box adds; the rest is pale in its picture."""

PANEL_STEPS = {
    "strips": frozenset({"P0_COUNTER_IN", "P0_DIE_IN", "P0_PRIVATE_IN", "P0_COUNTER_ROW", "P0_PRIVATE_ROW"}),
    "socket": frozenset({"P0_DATA", "P0_COUNTER_IN", "P0_MINUS", "P0_PLUS", "P0_LOCK", "P0_ROLL", "+5V", "GND"}),
}


def main() -> int:
    """Write or check the pictures; return the exit code."""
    program = "tools/generate_wiring.py"
    whole = {"wiring-box.svg": wiring.box().svg(), "wiring-panel.svg": wiring.panel().svg()}
    steps = {f"box-{name}.svg": wiring.box(nets, f"Box: {name}").svg() for name, nets in STEPS.items()}
    steps |= {f"panel-{name}.svg": wiring.panel(nets, f"Panel: {name}").svg() for name, nets in PANEL_STEPS.items()}
    steps |= {"firmware.svg": step_pictures.firmware().svg(), "self-test.svg": step_pictures.self_test().svg()}
    pictures = whole | steps
    stale = finish(whole, sys.argv[1:], program)
    return finish(pictures, sys.argv[1:], program, "docs/build/pictures") or stale


if __name__ == "__main__":
    sys.exit(main())
