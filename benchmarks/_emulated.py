"""What the benchmarks on an emulated Pico have in common: the drive with the firmware, and the interpreter's image.

RIG is a folder outside this project with an emulator of the RP2040 (`machine.mjs`, `usbhost.mjs`, `ws2812.mjs`, `fastcore.mjs`, `mkfs.sh`,
the boot ROM) and, under `firmware/`, the official image of CircuitPython.
"""

from __future__ import annotations

import shutil
import subprocess
import sysconfig
from pathlib import Path

FIRMWARE = Path(__file__).parents[1] / "firmware"


def firmware_tree(folder: Path) -> Path:
    """Copy into a folder what lies on the Pico's drive; returns the copy."""
    tree = folder / "drive"
    shutil.copytree(
        FIRMWARE / "lib" / "tapete_console", tree / "lib" / "tapete_console", ignore=shutil.ignore_patterns("*.pyi", "__pycache__")
    )
    for name in ("boot.py", "code.py", "safemode.py", "settings.toml"):
        shutil.copy(FIRMWARE / name, tree)
    shutil.copy(Path(sysconfig.get_path("purelib")) / "neopixel.py", tree / "lib")
    return tree


def image_of(tree: Path, rig: Path) -> Path:
    """Make the image of a drive with these files."""
    image = tree.with_suffix(".img")
    subprocess.run([str(rig / "mkfs.sh"), str(tree), str(image)], check=True)
    return image


def interpreter(rig: Path) -> Path:
    """The image of the interpreter that the rig holds: the first by name."""
    return next(iter(sorted((rig / "firmware").glob("*.uf2"))))
