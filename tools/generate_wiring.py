"""Draw hardware/wiring-panel.svg and the pictures of the guide's steps from circuit and board.

`--check` writes nothing and fails if a picture is not current.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.drawing import board_picture, circuit, panel_board, panel_tables, step_pictures, wiring
from tools.generated import finish

LANGUAGES = ("en", "es")
EVERY = range(1, circuit.PANELS + 1)
STEPS = {
    "supply": frozenset(["J6", "J7", "J8", "F1", "F2", "D2", "C4", "LED1", "R17", "F11", "F12", "F13", "F14", "F15"])
    | frozenset(["Q1", "R16", "D3", "Q2", "Q3", "U4", "C5", "R18", "R19", "R20", "R21", "R22", "D1", "Q4", "R23", "C6", "C7", "D4"]),
    "logic": frozenset(["U1", "U2", "U3", "RN1", "C1", "C2", "SW2", "R11", "R12", "R13", "R14", "R15"]),
    "buttons": frozenset(f"{kind}{panel}" for panel in EVERY for kind in ("D1", "RN1", "RN2"))
    | frozenset(f"C{panel}{place}" for panel in EVERY for place in range(1, 5)),
    "sockets": frozenset(f"J{place}" for place in (*EVERY, 5)),
}
"""What each step of the box solders in; the rest is pale in its picture."""

PANEL_STEPS = {
    "strips": frozenset({"P0_COUNTER_IN", "P0_DIE_IN", "P0_PRIVATE_IN", "P0_COUNTER_ROW", "P0_PRIVATE_ROW"}),
    "socket": frozenset({"P0_DATA", "P0_COUNTER_IN", "P0_MINUS", "P0_PLUS", "P0_LOCK", "P0_ROLL", "P0_5V", "GND"}),
}


def main() -> int:
    """Write or check the pictures; return the exit code."""
    whole = {f"wiring-panel-{name}.svg": wiring.panel(lang=lang).svg() for lang, name in enumerate(LANGUAGES)}
    steps = {f"box-{name}.svg": board_picture.svg(f"Box: {name}", parts) for name, parts in STEPS.items()}
    steps["board.svg"] = board_picture.svg()
    panel = "Tapete: the panel as one board, side of the pixels"
    steps["panel-board.svg"] = board_picture.svg(panel, board=panel_tables.board(), size=panel_board.size(), corners=panel_board.outline())
    for lang, language in enumerate(LANGUAGES):
        steps |= {f"panel-{name}-{language}.svg": wiring.panel(nets, f"Panel: {name}", lang).svg() for name, nets in PANEL_STEPS.items()}
        steps[f"small-{language}.svg"] = wiring.small(lang).svg()
    steps |= {"firmware.svg": step_pictures.firmware().svg(), "self-test.svg": step_pictures.self_test().svg()}
    files = {f"hardware/{name}": text for name, text in whole.items()}
    files |= {f"docs/build/pictures/{name}": text for name, text in (whole | steps).items()}
    return finish(files, "tools/generate_wiring.py")


if __name__ == "__main__":
    sys.exit(main())
