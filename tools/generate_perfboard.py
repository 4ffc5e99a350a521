"""Draw hardware/perfboard.svg, the box on perfboard to scale. `--check` writes nothing and fails if it is not current."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.drawing import perfboard
from tools.drawing.files import finish

if __name__ == "__main__":
    drawn = {"perfboard.svg": perfboard.svg()}
    code = finish(drawn, sys.argv[1:], "tools/generate_perfboard.py")
    sys.exit(finish(drawn, sys.argv[1:], "tools/generate_perfboard.py", "docs/build/pictures") or code)
