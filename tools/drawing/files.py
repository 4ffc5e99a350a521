"""Generated files: written, or proven current."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence

from tools.drawing.circuit import ROOT, Unbuildable


def only_checks(arguments: Sequence[str], program: str) -> bool:
    """Whether a generator shall only say what is not current; `--help` and unknown words end the program and write nothing."""
    parser = argparse.ArgumentParser(prog=program, description="Write what is generated.")
    parser.add_argument("--check", action="store_true", help="write nothing, and fail if a file is not current")
    checks: bool = parser.parse_args(arguments).check
    return checks


def finish(files: Mapping[str, str], arguments: Sequence[str], program: str, folder: str = "hardware") -> int:
    """Write files (path under `folder`: text), or with `--check` compare them; return the exit code.

    Raises OSError if a file cannot be written.
    """
    stale, check = 0, only_checks(arguments, program)
    for name, text in files.items():
        path = ROOT / folder / name
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            print(f"{folder}/{name} is not current: run {program}", file=sys.stderr)
            stale = 1
    return stale


def refusing(make: Callable[[], int]) -> int:
    """Return the exit code of a generator; what cannot be built is said in the firmware's words, and is 1."""
    try:
        return make()
    except Unbuildable as wrong:
        print(wrong, file=sys.stderr)
        return 1
