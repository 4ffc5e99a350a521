"""Where this system mounts drives, and which of them is a Pico's boot loader."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path


def mounted() -> Iterator[Path]:
    """Where this system mounts drives of one's own."""
    if sys.platform == "win32":
        yield from (Path(f"{letter}:/") for letter in "DEFGHIJKLMNOPQRSTUVWXYZ" if Path(f"{letter}:/").exists())
    elif sys.platform == "darwin":
        yield from sorted(Path("/Volumes").glob("*"))
    else:
        for pattern in ("media/*", "media/*/*", "run/media/*/*", "mnt/*"):
            yield from sorted(Path("/").glob(pattern))


def boot_loaders() -> list[Path]:
    """The drives of Picos that wait for an image: RPI-RP2 and RP2350, known by what their INFO_UF2.TXT says."""
    return [place for place in mounted() if "Board-ID: RP" in _info(place)]


def _info(place: Path) -> str:
    try:
        return (place / "INFO_UF2.TXT").read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""
