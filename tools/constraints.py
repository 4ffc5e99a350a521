"""Write or check constraints.txt: the exact version of everything that the project's dependencies and extras resolve to.

`python tools/constraints.py write` in an environment with all extras installed writes what stands there; `check` says what is missing.
Names and versions only: where packages come from is the reader's choice. Markers are followed for this computer; names that only other
systems need are kept from the file as it is.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
CONSTRAINTS = ROOT / "constraints.txt"
HEADER = "# Names and versions that are known to work together; written by tools/constraints.py.\n"


def declared() -> dict[str, list[Requirement]]:
    """Give the requirements of pyproject.toml: under "" those of every installation, under its name those of each extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = {"": project["dependencies"], **project["optional-dependencies"]}
    return {extra: [Requirement(line) for line in lines] for extra, lines in groups.items()}


def resolved(extras: set[str], more: Sequence[Requirement] = ()) -> dict[str, str | None]:
    """Follow requirements through what is installed.

    Args:
        extras: of pyproject.toml; those of every installation are always followed.
        more: further requirements to follow.

    Returns:
        The version of each distribution by canonical name; None for one that is needed here and is not installed.
    """
    versions: dict[str, str | None] = {}
    waiting = [(requirement, "") for extra, lines in declared().items() if extra in extras | {""} for requirement in lines]
    waiting += [(requirement, "") for requirement in more]
    seen: set[tuple[str, str]] = set()
    while waiting:
        requirement, extra = waiting.pop()
        if requirement.marker and not requirement.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(requirement.name)
        try:
            distribution = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            versions[name] = None
            continue
        versions[name] = distribution.version
        needs = [Requirement(line) for line in distribution.requires or ()]
        for wanted in ("", *requirement.extras):
            if (name, wanted) not in seen:
                seen.add((name, wanted))
                waiting += [(need, wanted) for need in needs]
    return versions


def pinned() -> dict[str, str]:
    """Read constraints.txt: version by canonical name.

    Raises:
        ValueError: a line is neither a comment nor `name==version`.
    """
    pins: dict[str, str] = {}
    for line in CONSTRAINTS.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        name, exactly, version = line.partition("==")
        if not exactly or any(sign in line for sign in "/@;: "):
            raise ValueError(f"constraints.txt: {line!r} is not name==version")
        pins[canonicalize_name(name)] = version
    return pins


def main() -> int:
    """Run the command line; 0 when all is well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=("write", "check"))
    task = parser.parse_args().task
    versions = resolved(set(declared()))
    absent = sorted(name for name, version in versions.items() if version is None)
    if absent:
        print(f"not installed here: {', '.join(absent)}; install every extra first", file=sys.stderr)
        return 1
    here = {name: version for name, version in versions.items() if version}
    pins = pinned() if CONSTRAINTS.exists() else {}
    if task == "write":
        lines = [f"{name}=={version}\n" for name, version in sorted({**pins, **here}.items())]
        CONSTRAINTS.write_text(HEADER + "".join(lines), encoding="utf-8")
        return 0
    wrong = sorted(f"{name}=={version}" for name, version in here.items() if pins.get(name) != version)
    if wrong:
        print(f"constraints.txt differs from what is installed: {', '.join(wrong)}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
