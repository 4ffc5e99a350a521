"""Whether the one file of `tapete console image` boots, on an emulated Pico with the real CircuitPython.

    python -m benchmarks.emulated_image --rig RIG [--panels 2]

RIG is described in `benchmarks/_emulated.py`; its flash holds only what the file brings. Ends with an error without hello within 15 s.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks._emulated import interpreter
from tapete.console.image import image

PATIENCE_MS = 15_000


def main() -> None:
    """Make the file, boot it and judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rig", type=Path, required=True, help="folder of the emulator")
    parser.add_argument("--panels", type=int, default=2, choices=(1, 2, 3, 4))
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tapete-emulated-") as name:
        file = Path(name) / "console.uf2"
        octets, base = image(interpreter(chosen.rig), "pico", chosen.panels, {})
        file.write_bytes(octets)
        program = Path(__file__).with_name("emulated_drives.mjs")
        environment = {**os.environ, "RIG": str(chosen.rig.resolve())}
        ran = subprocess.run(["node", str(program), str(file), "", str(PATIENCE_MS)], capture_output=True, check=True, env=environment)
    said = json.loads(ran.stdout)
    print(json.dumps({"circuitpython": base.version, "bytes": len(octets), **said}, indent=1))
    print("passed" if said["hello"] else "failed")
    sys.exit(not said["hello"])


if __name__ == "__main__":
    main()
