"""The shipped firmware with something put in or changed, in a folder of its own, as a builder or a bug would have it."""

from __future__ import annotations

import shutil
from pathlib import Path

from tapete.console.firmware import firmware_path


def altered(folder: Path, **changes: tuple[str, str]) -> Path:
    """Copy the firmware and replace, in each named module of `tapete_console`, one text by another. Returns the copy."""
    copy = folder / "firmware"
    shutil.copytree(firmware_path(), copy, ignore=shutil.ignore_patterns("__pycache__", ".mypy_cache"))
    for module, (old, new) in changes.items():
        path = copy / "lib" / "tapete_console" / f"{module}.py"
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{module}.py does not say once: {old}"
        path.write_text(text.replace(old, new), encoding="utf-8")
    return copy
