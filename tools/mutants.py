"""Change the referee in one place at a time, and count how many of the changes its tests notice: the mutation score.

    python tools/mutants.py                      # a sample of each group (needs the extra `mutants`)
    python tools/mutants.py core bhm --sample 100 --seed 3

cosmic-ray makes the changes, in a copy of the checkout: another comparison, another number, `not` before a condition, a loop that never
runs, a decorator less. One change is drawn at each place of the source, and of these a sample by the seed, so that a run can be repeated.
Every survivor is printed with its place and its change: read it, and write the test that was missing, or see that nothing follows from it.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]

SUITE = ("tests/contract/test_contract.py", "tests/contract/test_golden.py")


class Group(NamedTuple):
    """What is changed, and what is to notice it."""

    sources: tuple[str, ...]
    """Patterns from the root."""
    tests: tuple[str, ...]
    """Folders and files, the likeliest to notice first."""
    chosen: str = ""
    """Expression of pytest's `-k` that leaves out what cannot notice anything."""


GROUPS = {
    "core": Group(("host/tapete/core/*.py",), ("tests/core", *SUITE, "tests/table/test_match_file.py")),
    "shazamm": Group(
        ("host/tapete/games/shazamm/bidding.py", "host/tapete/games/shazamm/resolution.py"), ("tests/games/shazamm", *SUITE), "shazamm"
    ),
    "moriham": Group(("host/tapete/games/moriham/battle.py",), ("tests/games/moriham", *SUITE), "moriham"),
    "datamorphs": Group(("host/tapete/games/datamorphs/scoring.py",), ("tests/games/datamorphs", *SUITE), "datamorphs"),
    "bhm": Group(("host/tapete/games/bhm/combat.py",), ("tests/games/bhm", *SUITE), "bhm"),
    "mamlejet": Group(("host/tapete/games/mamlejet/combat.py",), ("tests/games/mamlejet", *SUITE), "mamlejet"),
}

EQUAL = re.compile(r"BinaryOperator_BitOr_")
"""Changes of `|` hit annotations such as `int | None`, which nothing reads."""

MOST_CPU_S = 150
"""Processor time that the tests may take over one change, about six times what they need; a loop without end counts as noticed."""

MOST_S = 3600
"""The same on the clock, for tests that wait without end; a busy computer is no reason to give up earlier."""


class Change(NamedTuple):
    """One change of the source."""

    path: str
    operator: str
    arguments: dict[str, Any]
    occurrence: int
    line: int


def changes(root: Path, group: Group, rng: random.Random) -> list[Change]:
    """List the changes of a group: one drawn at each place of its sources."""
    from cosmic_ray.commands.init import _all_work_items

    at: dict[tuple[str, Any, Any], list[Change]] = {}
    paths = sorted({path for pattern in group.sources for path in root.glob(pattern)})
    for item in _all_work_items(paths, {}):
        (made,) = item.mutations
        if EQUAL.search(made.operator_name):
            continue
        place = str(made.module_path), made.start_pos, made.end_pos
        path = Path(made.module_path).relative_to(root).as_posix()
        at.setdefault(place, []).append(Change(path, made.operator_name, made.operator_args, made.occurrence, made.start_pos[0]))
    return [rng.choice(at[place]) for place in sorted(at)]


def copied(folder: Path) -> Path:
    """Copy the checkout without what is made from it."""
    unwanted = shutil.ignore_patterns(".venv", ".git", "build", "__pycache__", ".hypothesis", ".*_cache", "node_modules")
    return Path(shutil.copytree(ROOT, folder / "checkout", ignore=unwanted))


def noticed(root: Path, group: Group) -> tuple[bool, str]:
    """Run the tests of a group over the copy; whether one fails, and the last line that is told."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "--no-header",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:randomly",
        "--quick",
        *group.tests,
    ]
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(str(root / place) for place in ("host", "firmware/lib")), "PYTHONHASHSEED": "0"}
    environ |= {"PYTHONPYCACHEPREFIX": str(root / "build" / "compiled"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        done = subprocess.run(
            [*command, *(["-k", group.chosen] if group.chosen else [])],
            cwd=root, env=environ, timeout=MOST_S, preexec_fn=_bound, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return True, f"no end after {MOST_S} s"
    return done.returncode != 0, (done.stdout.decode(errors="replace").strip().splitlines() or [""])[-1]


def _bound() -> None:
    """Bound the processor time of a program that begins."""
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S))


def survivors(root: Path, group: Group, sample: list[Change]) -> Iterator[tuple[Change, str]]:
    """Make each change in the copy, and give those that no test noticed, with the changed lines."""
    from cosmic_ray.mutating import use_mutation
    from cosmic_ray.plugins import get_operator

    for change in sample:
        with use_mutation(root / change.path, get_operator(change.operator)(**change.arguments), change.occurrence) as (before, after):
            assert after is not None, change
            forget(root, change.path)
            if not noticed(root, group)[0]:
                pairs = itertools.zip_longest(before.splitlines(), after.splitlines(), fillvalue="")
                yield change, next(f"- {old.strip()}\n    + {new.strip()}" for old, new in pairs if old != new)
        forget(root, change.path)


def forget(root: Path, path: str) -> None:
    """Delete what was compiled from a source: Python takes two changes within one second for the same."""
    for compiled in (root / "build" / "compiled").rglob(f"{Path(path).stem}.*.pyc"):
        compiled.unlink()


def main(arguments: list[str] | None = None) -> int:
    """Print the survivors and the score of each group.

    Returns:
        0; 1 where the tests fail without any change; 2 where cosmic-ray is not installed.
    """
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("groups", nargs="*", default=list(GROUPS), choices=[*GROUPS, []], metavar="GROUP", help=", ".join(GROUPS))
    parser.add_argument("--sample", type=int, default=60, help="changes of each group (60)")
    parser.add_argument("--seed", type=int, default=1, help="draws the sample (1)")
    asked = parser.parse_args(arguments)
    try:
        import cosmic_ray  # noqa: F401
    except ImportError:
        print("cosmic-ray is not installed: pip install -c constraints.txt cosmic-ray", file=sys.stderr)
        return 2
    made = dead = 0
    with tempfile.TemporaryDirectory() as folder:
        root = copied(Path(folder))
        for name in asked.groups:
            group, rng = GROUPS[name], random.Random(asked.seed)
            every = changes(root, group, rng)
            sample = rng.sample(every, min(asked.sample, len(every)))
            failed, told = noticed(root, group)
            if failed:
                print(f"{name}: the tests fail as they are: {told}", file=sys.stderr)
                return 1
            alive = 0
            for change, difference in survivors(root, group, sample):
                alive += 1
                print(f"  {change.path}:{change.line} {change.operator.removeprefix('core/')}\n    {difference}", flush=True)
            print(f"{name}: {len(sample) - alive} of {len(sample)} changes noticed ({len(every)} places), seed {asked.seed}", flush=True)
            made, dead = made + len(sample), dead + len(sample) - alive
    print(f"mutation score: {100 * dead / made:.1f} % of {made} changes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
