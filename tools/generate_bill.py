"""Write hardware/bom.csv from hardware/parts.csv and the circuit. `--check` writes nothing and fails if it is not current."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.drawing import guide_tables
from tools.generated import finish

if __name__ == "__main__":
    sys.exit(finish({"hardware/bom.csv": guide_tables.bill()}, "tools/generate_bill.py"))
