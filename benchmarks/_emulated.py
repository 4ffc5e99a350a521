"""What the benchmarks on an emulated Pico have in common: the drive with the firmware, and the interpreter's image.

RIG is a folder outside this project with an emulator of the RP2040 (`machine.mjs`, `usbhost.mjs`, `ws2812.mjs`, `fastcore.mjs`, `mkfs.sh`,
the boot ROM) and, under `firmware/`, the official image of CircuitPython.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tapete_console import profiles

FIRMWARE = Path(__file__).parents[1] / "firmware"
BUDGET_MA = {1: 400, 2: 400, 3: 2000, 4: 2000}
"""What the supply gives, by the number of panels: a USB port, and a power supply for the bigger console."""


def setting_of(part: str) -> tuple[str, int]:
    """The key of settings.toml and the value that ask for a part, by its word in hello."""
    known = profiles.by_word(part)
    return known.setting, known.value


def firmware_tree(folder: Path, panels: int = 2, parts: Sequence[str] = ()) -> Path:
    """Copy into a folder what lies on the drive of a Pico with so many panels and these parts beside; returns the copy."""
    tree = folder / "drive"
    shutil.copytree(FIRMWARE / "lib", tree / "lib", ignore=shutil.ignore_patterns("*.pyi", "__pycache__"))
    for name in ("boot.py", "code.py", "safemode.py", "settings.toml"):
        shutil.copy(FIRMWARE / name, tree)
    shutil.copy(Path(sysconfig.get_path("purelib")) / "neopixel.py", tree / "lib")
    settings = tree / "settings.toml"
    text = settings.read_text(encoding="utf-8")
    keys = {"TAPETE_PANELS": panels, "TAPETE_BUDGET_MA": BUDGET_MA[panels]} | dict(setting_of(part) for part in parts)
    for key, value in keys.items():
        text, found = re.subn(rf"(?m)^{key} = \d+$", f"{key} = {value}", text)
        if found != 1:
            sys.exit(f"settings.toml does not set {key} once")
    settings.write_text(text, encoding="utf-8")
    return tree


def image_of(tree: Path, rig: Path) -> Path:
    """Make the image of a drive with these files."""
    image = tree.with_suffix(".img")
    subprocess.run([str(rig / "mkfs.sh"), str(tree), str(image)], check=True)
    return image


def interpreter(rig: Path) -> Path:
    """The image of the interpreter that the rig holds: the first by name."""
    return next(iter(sorted((rig / "firmware").glob("*.uf2"))))


def told(program: Path, rig: Path, drive: Path, *arguments: str, uf2: Path | None = None) -> Iterator[dict[str, Any]]:
    """Run a program beside this one on the emulator; yields each object that it prints.

    Args:
        program: its file. rig: the emulator's folder. drive: the image. arguments: what else the program is given.
        uf2: the interpreter's image; the rig's own when left out.

    Raises:
        subprocess.CalledProcessError: it ended with an error.
    """
    command = ["env", f"RIG={rig.resolve()}", "node", str(program), str(uf2 or interpreter(rig)), str(drive), *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as emulator:
        yield from map(json.loads, emulator.stdout or ())
    if emulator.returncode:
        raise subprocess.CalledProcessError(emulator.returncode, command)
