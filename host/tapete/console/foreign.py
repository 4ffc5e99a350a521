"""Find what is on a drive and not Tapete's: another project, and files that CircuitPython takes before ours.

CircuitPython runs the first of code.txt, code.py, main.py and main.txt that is there, and looks for a module in the root before `lib`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from tapete.console import settings_file

RUN = ("code.py", "boot.py", "safemode.py")
"""Programs of CircuitPython that are ours on a console."""

LEFT_OVER = ("code.txt", "main.py", "main.txt", "boot.txt")
"""Programs that it may run in the place of ours."""

SHADOWS = ("neopixel.py", "neopixel.mpy", "tapete_console", "tapete_console.py", "tapete_console.mpy", "tapete_stopped.py")
"""What in the root hides the module of that name in `lib`."""

MARKS = (b"tapete_console", b"Tapete console")
SAMPLE = b'print("Hello World!")'
"""What CircuitPython itself writes into the code.py of a new drive."""

ASIDE = ".before-tapete"
"""Behind the name of what was there before."""


class Foreign(Struct, frozen=True):
    """What is in the way: names of `project` files that a person made, and of others that are `in_the_way` all the same."""

    project: tuple[str, ...]
    in_the_way: tuple[str, ...]


def found_on(drive: Path, shipped: Mapping[str, bytes]) -> Foreign:
    """Look at the root of a drive.

    Args:
        drive: its root.
        shipped: what belongs there, by its path.

    Raises:
        OSError: a file cannot be read.
    """
    files = {name: (drive / name).read_bytes() for name in (*RUN, *LEFT_OVER, settings_file.NAME) if (drive / name).is_file()}
    # On a drive that runs our firmware another program is a left-over: it cannot be what its owner works on.
    running = "code.py" in files and _ours(files["code.py"], shipped["code.py"])
    project = [name for name in RUN if name in files and not (_blank(files[name]) or _ours(files[name], shipped[name]))]
    if settings_file.NAME in files and not settings_file.is_ours(files[settings_file.NAME]):
        project.append(settings_file.NAME)
    left_over = [name for name in LEFT_OVER if name in files]
    if not running:
        project += [name for name in left_over if not (_blank(files[name]) or any(mark in files[name] for mark in MARKS))]
    shadows = [name for name in SHADOWS if (drive / name).exists()]
    return Foreign(tuple(project), tuple(name for name in [*left_over, *shadows] if name not in project))


def _ours(octets: bytes, shipped: bytes) -> bool:
    """Whether a program is Tapete's: of any version, or the beginning of this one."""
    return any(mark in octets for mark in MARKS) or shipped.startswith(octets)


def _blank(octets: bytes) -> bool:
    """Whether nobody would miss it: empty, or CircuitPython's own sample."""
    return octets.strip(b"\0 \t\r\n") in (b"", SAMPLE)


def aside(path: Path) -> Path:
    """Where a file goes that makes room: beside itself, under a name that is free."""
    for number in range(1, 1000):
        place = path.with_name(path.name + ASIDE + (f"-{number}" if number > 1 else ""))
        if not place.exists():
            return place
    raise FileExistsError(path.name)
