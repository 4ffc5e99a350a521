"""Draw the box on perfboard (perfboard.svg) and a panel's socket on another (socket-board-en.svg, -es), to scale.

`--check` writes nothing and fails if they are not current.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.drawing import perfboard, socket_board
from tools.generated import finish

if __name__ == "__main__":
    drawn = {"perfboard.svg": perfboard.svg(), "socket-board-en.svg": socket_board.svg(), "socket-board-es.svg": socket_board.svg(1)}
    files = {f"{folder}/{name}": text for folder in ("hardware", "docs/build/pictures") for name, text in drawn.items()}
    sys.exit(finish(files, "tools/generate_perfboard.py"))
