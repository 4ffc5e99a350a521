"""Generated files are written, or with `--check` proven current: every `tools/generate_*.py` ends here."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def parser(program: str) -> argparse.ArgumentParser:
    """Return the arguments that each generator takes; one may add its own.

    Args:
        program: its path, as a person types it.
    """
    found = argparse.ArgumentParser(prog=program, description="Write what is generated.")
    found.add_argument("--check", action="store_true", help="write nothing, and fail if a file is not current")
    return found


def settle(files: Mapping[str, str], program: str, *, check: bool) -> int:
    """Write the files that have changed, or name those that are not current.

    Args:
        files: what each has to hold, by its path in the sources. program: what writes them. check: write nothing.

    Returns:
        The exit code: 1 when one is not current and nothing is written.

    Raises:
        OSError: a file cannot be read or written.
    """
    code = 0
    for name, text in files.items():
        path = ROOT / name
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        if check:
            print(f"{name} is not current: run python {program}", file=sys.stderr)
            code = 1
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(f"{name}: written")
    return code


def finish(files: Mapping[str, str], program: str, arguments: Sequence[str] | None = None) -> int:
    """Do as the arguments say (those of the command line unless given), and return the exit code; as `settle`."""
    return settle(files, program, check=parser(program).parse_args(arguments).check)
