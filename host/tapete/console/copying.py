"""`tapete console copy-firmware`: bring the firmware onto the drive of a Pico, file by file, only what differs, proved by reading back.

The builder's settings.toml stays, and another project is not touched unless its owner says so. `neopixel.py` comes from the installed
PyPI package, so that its licence and version are those that were chosen there.
"""

from __future__ import annotations

import errno
import importlib.util
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from msgspec import Struct

from tapete.console import foreign, settings_file
from tapete.console.find import PICOS
from tapete.console.firmware import firmware_path
from tapete.console.mounts import mounted
from tapete.console.troubles import Finding

OLDEST = (10, 0)
"""CircuitPython 10.0 works (with a slower seal), 10.1 or newer is meant; 9 lacks names that the firmware uses."""

UNTRIED = (11, 0)
"""From here on nobody has run the firmware."""

SETTINGS = settings_file.NAME
PACKAGE = "lib/tapete_console"
BOOT_OUT = "boot_out.txt"
EVER = ("boot.py", "code.py", "lib/neopixel.py")
"""What every version of the firmware has."""
WRITE_PROTECTED = (errno.EROFS, errno.EACCES, errno.EPERM)


class NotCopied(Exception):
    """The firmware could not be brought onto the drive; `finding` says why and what to do."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.what.in_("en"))
        self.finding = finding


class Copied(Struct, frozen=True):
    """One file: its path on the drive, what became of it, and for "moved" the name under which it lies beside now."""

    path: str
    what: Literal["new", "changed", "same", "kept", "removed", "moved"]
    beside: str = ""


def drives() -> list[Path]:
    """The mounted drives with CircuitPython: their boot_out.txt says so; the label does not count."""
    return [place for place in mounted() if interpreter(place) is not None]


def find_drive() -> Path:
    """The one drive with CircuitPython. Raises NotCopied for none or several."""
    found = drives()
    if not found:
        raise NotCopied(Finding("no_drive"))
    if len(found) > 1:
        raise NotCopied(Finding("several_drives", {"drives": ", ".join(map(str, found))}))
    return found[0]


def interpreter(drive: Path) -> tuple[tuple[int, int], str, str] | None:
    """Version, its words and board id out of boot_out.txt; None where there is no CircuitPython."""
    try:
        told = (drive / BOOT_OUT).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    version = re.match(r"Adafruit CircuitPython ((\d+)\.(\d+)\S*)", told)
    if version is None:
        return None
    board = re.search(r"^Board ID:\s*(\S+)", told, re.MULTILINE)
    return (int(version.group(2)), int(version.group(3))), version.group(1), board.group(1) if board else "?"


def check_drive(drive: Path, *, compatible: bool = False) -> str:
    """Prove that this drive belongs to a board that can run the firmware; its CircuitPython's version. Raises NotCopied.

    Args:
        drive: its root.
        compatible: take another board than a Pico too: a person has said that its pins are the same.
    """
    found = interpreter(drive)
    if found is None:
        raise NotCopied(Finding("not_circuitpython", {"drive": str(drive)}))
    number, version, board = found
    if number < OLDEST:
        raise NotCopied(Finding("interpreter_old", {"theirs": version, "oldest": ".".join(map(str, OLDEST))}))
    if board not in PICOS and not compatible:
        raise NotCopied(Finding("other_board", {"board": board}))
    return version


def untried(version: str) -> Finding | None:
    """A warning if this version of CircuitPython is newer than any that the firmware was run on."""
    major, minor, *_ = (int(part) for part in re.findall(r"\d+", version)[:2])
    return Finding("interpreter_new", {"theirs": version, "tried": "10.0, 10.1"}) if (major, minor) >= UNTRIED else None


def shipped() -> dict[str, bytes]:
    """What goes onto the drive: path there -> content. `code.py` is the last: a half copied drive keeps the old start.

    Raises:
        NotCopied: `neopixel` is not installed.
        FileNotFoundError: an incomplete installation (`tapete.console.firmware`).
    """
    source = firmware_path()
    found = importlib.util.find_spec("neopixel")
    if found is None or found.origin is None:
        raise NotCopied(Finding("neopixel_missing"))
    library = sorted((source / "lib").rglob("*.py"))
    files = {path.relative_to(source).as_posix(): path.read_bytes() for path in library}
    files["lib/neopixel.py"] = Path(found.origin).read_bytes()
    for name in (SETTINGS, "boot.py", "safemode.py", "code.py"):
        files[name] = (source / name).read_bytes()
    return files


def copy(
    drive: Path, tell: Callable[[Copied, int, int], None] = lambda copied, at, of: None, *, write: bool = True, replace: bool = False
) -> list[Copied]:
    """Bring the drive up to date. What is in the way of the firmware is moved aside, never deleted.

    Args:
        drive: its root, checked with `check_drive`.
        tell: gets each file as it is done, its place and how many there are.
        write: False only says what would be done.
        replace: another project may be moved aside.

    Raises:
        NotCopied: the drive holds another project, is write-protected, full or returns other bytes than it was given.
    """
    files = shipped()
    done: list[Copied] = []
    try:
        stale = [path for path in sorted((drive / PACKAGE).glob("*.py")) if f"{PACKAGE}/{path.name}" not in files]
        there = foreign.found_on(drive, files)
        if there.project and not replace:
            raise NotCopied(Finding("other_project", {"drive": str(drive), "files": ", ".join(there.project)}))
        moved = {name: foreign.aside(drive / name) for name in (*there.project, *there.in_the_way)}
        total = len(files) + len(stale) + len(moved)

        def say(copied: Copied) -> None:
            done.append(copied)
            tell(copied, len(done), total)

        def make_room(name: str) -> None:
            place = moved[name]
            if write:
                (drive / name).rename(place)
            say(Copied(name, "moved", place.name))

        for name in [name for name in moved if name not in files]:
            make_room(name)
        for path in stale:
            if write:
                path.unlink()
            say(Copied(f"{PACKAGE}/{path.name}", "removed"))
        for name, octets in files.items():
            target = drive / name
            if name in moved:
                make_room(name)
            before = target.read_bytes() if target.is_file() and name not in moved else None
            if before == octets:
                say(Copied(name, "same"))
            elif before is not None and name == SETTINGS and not settings_file.is_blank(before):
                say(Copied(name, "kept"))
            else:
                if write:
                    put(target, octets)
                say(Copied(name, "new" if before is None else "changed"))
    except OSError as error:
        if error.errno in WRITE_PROTECTED:
            raise NotCopied(Finding("drive_protected", {"drive": str(drive)})) from error
        if error.errno == errno.ENOSPC:
            raise NotCopied(Finding("drive_full", {"drive": str(drive)})) from error
        raise NotCopied(Finding("drive_fails", {"drive": str(drive), "reason": error.strerror or str(error)})) from error
    return done


def put(target: Path, octets: bytes) -> None:
    """Write a file to the drive itself, not only to this computer's memory, and read it back. Raises OSError, NotCopied."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as written:
        written.write(octets)
        written.flush()
        os.fsync(written.fileno())
    with target.open("rb") as read:
        past_the_cache(read.fileno())
        if read.read() != octets:
            raise NotCopied(Finding("copy_differs", {"file": target.name}))


def past_the_cache(file: int) -> None:
    """Let what is read from an open file come from the drive, where the system lets a program ask for that (Windows does not)."""
    if hasattr(os, "posix_fadvise"):
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    elif sys.platform == "darwin":
        import fcntl

        fcntl.fcntl(file, fcntl.F_NOCACHE, 1)


def boot_trouble(drive: Path) -> Finding | None:
    """What went wrong in boot.py at the last start, as boot_out.txt has it: the last line of what it printed; None if all was well."""
    try:
        told = (drive / BOOT_OUT).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    printed = re.sub(r"\x1b\][^\x1b\x07]*(\x1b\\|\x07)", "", told.partition("boot.py output:")[2])
    lines = [line.strip() for line in printed.splitlines() if line.strip()]
    if not any(line.startswith(("Traceback", "boot.py:")) for line in lines):
        return None
    return Finding("boot_failed", {"words": lines[-1].removeprefix("boot.py:").strip()})


def compared(drive: Path) -> list[Finding]:
    """How a console's drive differs from what comes with this program: files that are missing, empty or cut short, others that are not
    the same, and files in the way.

    An older firmware that is whole does not count: the console tells its version itself.
    """
    try:
        files = {name: octets for name, octets in shipped().items() if name != SETTINGS}
        there = foreign.found_on(drive, files)
        found = {name: (drive / name).read_bytes() if (drive / name).is_file() else b"" for name in files}
    except (NotCopied, OSError):
        return []
    broken = [name for name, octets in files.items() if octets != found[name] and octets.startswith(found[name])]
    changed = [name for name, octets in files.items() if octets != found[name] and name not in broken]
    version = f"{PACKAGE}/__init__.py"
    if version in changed:
        broken, changed = [name for name in broken if name in EVER], []
    findings = []
    if broken:
        findings.append(Finding("drive_broken", {"drive": str(drive), "files": ", ".join(broken)}))
    if changed:
        findings.append(Finding("drive_changed", {"drive": str(drive), "files": ", ".join(changed)}))
    if in_the_way := [*there.project, *there.in_the_way]:
        findings.append(Finding("files_in_the_way", {"drive": str(drive), "files": ", ".join(in_the_way)}))
    return findings


def new_settings(drive: Path) -> list[str]:
    """Keys of the shipped settings.toml that the builder's own does not have; their defaults count. All readable files only."""
    try:
        own = settings_file.as_read((drive / SETTINGS).read_bytes())
    except OSError:
        return []
    usual = settings_file.as_read((firmware_path() / SETTINGS).read_bytes())
    return sorted(usual.keys() - own.keys())


def result(done: list[Copied]) -> Finding:
    """What was done, in words, with what to press next."""
    changed = [copied.path for copied in done if copied.what in ("new", "changed", "removed", "moved")]
    if not changed:
        return Finding("firmware_current")
    if "boot.py" in changed:
        return Finding("firmware_copied_boot", {"changed": len(changed)})
    return Finding("firmware_copied", {"changed": len(changed)})
