"""Plant faults, one at a time, and see that the tests find each: a check of the checks.

    python tools/planted.py [NAME OR NUMBER...]     # all of tools/planted.toml, or those
    python tools/planted.py --list

Works in a copy of the last commit (build/planted). The tests beside a fault run in the long form, as .ci/run runs them; a fault of one
language may need another turn of the commit, and has so many as it names. Ends with an error if a fault is not found.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FAULTS = Path(__file__).with_suffix(".toml")
COPY = ROOT / "build" / "planted"


class Fault(NamedTuple):
    """One fault, and the tests that must find it."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    turns: int = 1


def faults() -> list[Fault]:
    """Read them, in their order."""
    return [Fault(**{**entry, "tests": tuple(entry["tests"])}) for entry in tomllib.loads(FAULTS.read_text(encoding="utf-8"))["fault"]]


def planted(fault: Fault, text: str) -> str:
    """Give a file's text with the fault in it.

    Raises:
        ValueError: what it replaces is not there exactly once; the file has changed since.
    """
    if (times := text.count(fault.old)) != 1:
        raise ValueError(f"{fault.name}: what it replaces is {times} times in {fault.file}")
    return text.replace(fault.old, fault.new)


def copied() -> None:
    """Bring the copy to the last commit, with what is built beside it here."""
    if not COPY.exists():
        subprocess.run(["git", "worktree", "prune"], cwd=ROOT, check=True)
        subprocess.run(["git", "worktree", "add", "--quiet", "--force", "--detach", str(COPY), "HEAD"], cwd=ROOT, check=True)
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    subprocess.run(["git", "checkout", "--quiet", "--force", "--detach", head], cwd=COPY, check=True)


def environment(turn: int) -> dict[str, str]:
    """The environment in which the tests of the copy run its sources with the packages of this one."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "TAPETE_FORM", "TAPETE_REQUIRE"))}
    path = os.pathsep.join(str(COPY / folder) for folder in ("host", "firmware/lib"))
    return {**kept, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "TAPETE_TURN": str(turn)}


def found(fault: Fault) -> str | None:
    """Plant a fault and run its tests. Gives the line of the first test that fails; None: none does, and the fault is not found."""
    place = COPY / fault.file
    sound = place.read_bytes()
    place.write_text(planted(fault, sound.decode()), encoding="utf-8")
    try:
        for turn in range(fault.turns):
            command = [sys.executable, "-m", "pytest", "-q", "-x", "--long", "-p", "no:cacheprovider", "-n", "2", "--dist", "worksteal"]
            done = subprocess.run(
                [*command, *fault.tests],
                cwd=COPY,
                capture_output=True,
                text=True,
                check=False,
                stdin=subprocess.DEVNULL,
                env=environment(turn),
            )
            if done.returncode not in (0, 5):
                said = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
                return said[0][:150] if said else (done.stdout + done.stderr).strip().splitlines()[-1][:150]
    finally:
        place.write_bytes(sound)
    return None


def main() -> int:
    """Run the command line; 0 when every fault is found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="name the faults")
    parser.add_argument("asked", nargs="*", metavar="NAME OR NUMBER")
    given = parser.parse_args()
    numbered = list(enumerate(faults(), 1))
    if given.list:
        for number, fault in numbered:
            print(f"{number:3} {fault.name} ({fault.file})")
        return 0
    wanted = [(number, fault) for number, fault in numbered if not given.asked or {str(number), fault.name} & set(given.asked)]
    if not wanted:
        parser.error("there is no such fault; --list names them")
    copied()
    missed = 0
    for number, fault in wanted:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        said = found(fault)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(f"{number:3} {fault.name}: {f'found: {said}' if said else 'NOT FOUND'} ({used:.0f} processor seconds)", flush=True)
        missed += said is None
    print(f"{len(wanted) - missed} of {len(wanted)} found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
