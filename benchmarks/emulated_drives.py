"""What a console says whose drive lacks a file, or holds an empty one, or half of one, on an emulated Pico with the real CircuitPython.

    python -m benchmarks.emulated_drives --rig RIG [--only NAME]

RIG is described in `benchmarks/_emulated.py`. Each file of the drive is taken away, emptied and cut in half in turn, and the pixel driver
is replaced by one that an older interpreter compiled. Ends with an error unless each of these boards says `hello` or `stopped` within 15 s.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks._emulated import firmware_tree, image_of, told

PATIENCE_MS = 15_000
OLD_MPY = b"C\x05\x00\x1f" + bytes(60)
"""The head of a module that CircuitPython 7 compiled."""


def harmed(tree: Path, folder: Path, only: str) -> Iterator[tuple[str, Path]]:
    """Make a copy of the drive for each harm.

    Args:
        tree: the drive's files. folder: for the copies. only: part of the names of those wanted.

    Yields:
        What was done, and the copy.
    """
    harms = [(path.relative_to(tree), harm) for path in sorted(tree.rglob("*")) if path.is_file() for harm in ("away", "empty", "half")]
    for name, harm in [*harms, (Path("lib/neopixel.py"), "old")]:
        if only not in str(name):
            continue
        copy = folder / "harmed"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(tree, copy)
        octets = (tree / name).read_bytes()
        if harm in ("away", "old"):
            (copy / name).unlink()
        else:
            (copy / name).write_bytes(octets[: len(octets) // 2] if harm == "half" else b"")
        if harm == "old":
            (copy / name).with_suffix(".mpy").write_bytes(OLD_MPY)
        yield f"{name} {harm}", copy


def main() -> None:
    """Boot each drive and judge what it says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rig", type=Path, required=True, help="folder of the emulator")
    parser.add_argument("--only", default="", help="part of the names of the files to harm")
    chosen = parser.parse_args()
    program = Path(__file__).with_suffix(".mjs")
    mute = []
    with tempfile.TemporaryDirectory(prefix="tapete-emulated-") as name:
        for what, copy in harmed(firmware_tree(Path(name)), Path(name), chosen.only):
            (said,) = told(program, chosen.rig, image_of(copy, chosen.rig), str(PATIENCE_MS))
            print(json.dumps({"drive": what, **said}), flush=True)
            if not (said["hello"] or said["stopped"] or said["prompt"]):
                mute.append(what)
    print(*[f"mute: {what}" for what in mute], sep="\n")
    print("failed" if mute else "passed")
    sys.exit(bool(mute))


if __name__ == "__main__":
    main()
