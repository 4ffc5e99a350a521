"""Compile the catalogues: the `.mo` that gettext reads beside each `.po` under host/tapete/locale, where it is missing or older.

    python tools/catalogues.py

Compiled files are not in the repository. The build makes them all (`tools/build_hook.py`); `run.py` and the tests make those that are not
current. Only babel is needed here, which a build has beside hatchling.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parents[1]
LOCALE = "host/tapete/locale"


def is_current(path: Path) -> bool:
    """Tell whether a `.po` file has a compiled file beside it that is not older."""
    compiled = path.with_suffix(".mo")
    return compiled.exists() and compiled.stat().st_mtime_ns >= path.stat().st_mtime_ns


def renew(root: Path = ROOT, everything: bool = False) -> list[Path]:
    """Compile the catalogues of a checkout.

    Args:
        root: the checkout, or an unpacked archive of the sources.
        everything: those that are current too.

    Returns:
        The files written.

    Raises:
        PoFileError: a catalogue cannot be read.
        OSError: a file cannot be written.
    """
    due = [path for path in sorted((root / LOCALE).glob("*/LC_MESSAGES/*.po")) if everything or not is_current(path)]
    for path in due:
        with path.open("rb") as file:
            write(path.with_suffix(".mo"), read_po(file, locale=path.parents[1].name, abort_invalid=True))
    return [path.with_suffix(".mo") for path in due]


def compiled_elsewhere(root: Path, folder: Path) -> list[Path]:
    """Compile the catalogues that have no compiled file beside them, into a folder with the same places for languages.

    Args:
        root: the checkout, which is not written. folder: an empty one.

    Returns:
        The files written. Raises as `renew`.
    """
    made = []
    for path in sorted((root / LOCALE).glob("*/LC_MESSAGES/*.po")):
        if path.with_suffix(".mo").exists():
            continue
        place = folder / path.parents[1].name / "LC_MESSAGES" / path.with_suffix(".mo").name
        place.parent.mkdir(parents=True, exist_ok=True)
        with path.open("rb") as file:
            write(place, read_po(file, locale=path.parents[1].name, abort_invalid=True))
        made.append(place)
    return made


def write(path: Path, catalogue: Catalog) -> None:
    """Write a compiled catalogue in one step, so that a program which starts meanwhile reads the old one or the new one."""
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".new", delete=False) as file:
        write_mo(file, catalogue)
    Path(file.name).chmod(0o644)
    Path(file.name).replace(path)


def main() -> int:
    """Compile what is not current; say which files."""
    for path in renew():
        print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
