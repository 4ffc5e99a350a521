"""All measurements, one after the other: `python3 run.py bench` or, in the environment, `python -m benchmarks [NAME ...]`.

Those on an emulated Pico need its folder (`benchmarks/_emulated.py`): each is started for itself.

Each module beside this one has `main()`, prints its figures and, where something can be compared in the same run, a ratio. These figures
are for people: no test depends on them, and machines are noisy.
"""

from __future__ import annotations

import importlib
import os
import platform
import sys
from pathlib import Path

EXTRAS = {"sqlalchemy": "league", "rustworkx": "league", "playwright": "browser", "numpy": "solver"}
"""Extras that bring what some measurements import; everything else comes with `dev`."""


def names() -> list[str]:
    """The measurements that need nothing but this computer."""
    return sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith(("_", "emulated_")))


def main(wanted: list[str]) -> int:
    """Run the measurements named (all when none is); those for which something is not installed are left out, and say so.

    Returns:
        0, 1 where a measurement that was named had to be left out, or 2 when one of the names is none.
    """
    unknown = [name for name in wanted if name not in names()]
    if unknown:
        print(f"no such measurement: {', '.join(unknown)}; there are: {', '.join(names())}", file=sys.stderr)
        return 2
    print(f"Python {platform.python_version()} on {platform.system()} {platform.machine()}, {os.cpu_count()} cores")
    left_out = 0
    for name in wanted or names():
        print(f"\n== {name}", flush=True)
        try:
            module = importlib.import_module(f"benchmarks.{name}")
        except ModuleNotFoundError as fault:
            lacking = str(fault.name).partition(".")[0]
            if lacking in ("benchmarks", "tapete", "tests"):
                raise
            print(f"left out: {lacking} is not installed. python3 run.py --with {EXTRAS.get(lacking, 'dev')} bench {name}", file=sys.stderr)
            left_out += 1
            continue
        sys.argv = [f"benchmarks/{name}.py"]  # a measurement that takes arguments gets none here
        module.main()
    return 1 if wanted and left_out else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
