"""Hours of play on one console in a MicroPython: what is alive in its heap after each minute, and how often it wrote to the flash.

    python -m benchmarks.firmware_soak [--minutes 360]

The firmware runs over the fakes with a clock of its own, so an hour takes as long as the computer needs. It ends with an error where more
than 1 KB has gone for good, or the flash was written (tests/firmware/vm/vm_soak.py says what is played). TAPETE_VM_MODULES names the
node_modules folder with @micropython/micropython-webassembly-pyscript.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
PIXELS = ROOT / "tests" / "firmware" / "vm_pixels"
VM = ROOT / "tests" / "firmware" / "vm"
FAKES = ROOT / "host" / "tapete" / "console" / "fakes"


def main() -> None:
    """Run the soak and print each tenth minute and the end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=int, default=10, help="minutes of play")
    minutes = parser.parse_args().minutes
    if not os.environ.get("TAPETE_VM_MODULES") or shutil.which("node") is None:
        print("needs Node, and TAPETE_VM_MODULES")
        return
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        for source in VM.glob("*.py"):
            shutil.copy(source, folder)
        (Path(folder) / "soak.txt").write_text(str(minutes), encoding="ascii")
        command = ["node", str(VM / "run_vm.mjs"), "vm_soak", folder, str(ROOT / "firmware" / "lib"), str(FAKES), str(PIXELS)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as soak:
            for line in soak.stdout or ():
                if not line.startswith("minute") or int(line.split()[1]) % 10 == 0:
                    print(f"{time.monotonic() - begun:7.0f} s  {line.rstrip()}", flush=True)
    if soak.returncode:
        sys.exit(soak.returncode)


if __name__ == "__main__":
    main()
