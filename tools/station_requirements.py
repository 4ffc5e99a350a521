"""Write the list by which a station is installed: names, versions of constraints.txt, and the checksum of every wheel that may be taken.

`python tools/station_requirements.py write` asks pip which wheel it would take for each processor and Python of a station (nothing is
installed); `check` says without a network what the list lacks. Where packages come from is no part of it: pip refuses whatever has another
checksum, and whatever is no wheel.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools import constraints  # noqa: E402 - after the path, as this is run as a script

LIST = ROOT / "host" / "tapete" / "station" / "service" / "requirements.txt"
HEADER = "# What a station stands on, for pip's --require-hashes; written by tools/station_requirements.py.\n"

EXTRAS = {"https"}
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PROCESSORS = ("x86_64", "aarch64")
GLIBC = ("manylinux_2_28", "manylinux_2_17", "manylinux2014")


def wanted() -> dict[str, str]:
    """Name and version of all that a station needs, and of what builds a checkout.

    Raises:
        LookupError: something is not installed here.
    """
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    found = constraints.resolved(EXTRAS, [Requirement(line) for line in build])
    if absent := sorted(name for name, version in found.items() if version is None):
        raise LookupError(f"not installed here: {', '.join(absent)}")
    pins = constraints.pinned()
    return {name: pins[name] for name in sorted(found)}


def wheels(names: dict[str, str], processor: str, python: str) -> dict[str, str]:
    """The SHA-256 of the wheel that pip would take of each.

    Args:
        names: with their versions.
        processor, python: for which.

    Raises:
        LookupError: there is no wheel of one of them.
    """
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--ignore-installed", "--no-deps", "--only-binary", ":all:"]
    command += ["--target", "nowhere", "--python-version", python, "--implementation", "cp", "--report", "-"]
    command += [part for tag in GLIBC for part in ("--platform", f"{tag}_{processor}")]
    done = subprocess.run(
        [*command, *(f"{name}=={version}" for name, version in names.items())], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise LookupError(f"Python {python} on {processor}: {done.stderr.strip()[-400:]}")
    report: dict[str, Any] = json.loads(done.stdout)
    taken = {canonicalize_name(one["metadata"]["name"]): one["download_info"]["archive_info"] for one in report["install"]}
    return {name: archive["hashes"]["sha256"] for name, archive in taken.items()}


def written(names: dict[str, str], hashes: dict[str, set[str]]) -> str:
    """The list as a file."""
    lines = [HEADER]
    for name, version in names.items():
        lines.append(" \\\n    ".join([f"{name}=={version}", *(f"--hash=sha256:{one}" for one in sorted(hashes[name]))]) + "\n")
    return "".join(lines)


def listed() -> dict[str, str]:
    """Read the list: version by name.

    Raises:
        ValueError: a line is not one of `name==version` with checksums.
    """
    found = {}
    for line in LIST.read_text(encoding="utf-8").replace("\\\n", " ").splitlines():
        if line.startswith("#"):
            continue
        first, *hashes = line.split()
        name, exactly, version = first.partition("==")
        if not exactly or not hashes or not all(one.startswith("--hash=sha256:") and len(one) == 78 for one in hashes):
            raise ValueError(f"{LIST.name}: {line[:80]!r} is not name==version with checksums")
        found[name] = version
    return found


def main() -> int:
    """Run the command line; 0 when all is well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=("write", "check"))
    task = parser.parse_args().task
    try:
        names = wanted()
        if task == "write":
            hashes: dict[str, set[str]] = {name: set() for name in names}
            for processor in PROCESSORS:
                for python in PYTHONS:
                    for name, one in wheels(names, processor, python).items():
                        hashes[name].add(one)
            LIST.write_text(written(names, hashes), encoding="utf-8")
            return 0
    except LookupError as fault:
        print(fault, file=sys.stderr)
        return 1
    if listed() != names:
        print("the list of a station is not that of constraints.txt: tools/station_requirements.py write", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
