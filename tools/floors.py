"""Try every direct dependency at its floor: what pyproject.toml promises with `>=` is installed as the oldest version that it names.

    python tools/floors.py [PYTEST ARGUMENTS...]

Makes build/floors, an environment of its own, prints what stands in it, and runs the tests that meet these packages. What the tests need
has its version of constraints.txt; of everything else pip chooses one that goes together with the floors.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / "build" / "floors"
EXTRAS = ("https", "league")
"""Extras that a player or a shop installs; the others are tools of this repository."""

TOOLS = ("pytest", "pytest-xdist", "pytest-randomly", "hypothesis", "httpx", "babel", "hatchling", "apsw", "packaging")
"""What the tests themselves need, at its version of constraints.txt."""

TRIED = ("tests/web", "tests/league", "tests/station", "tests/commands", "tests/referee", "tests/console", "tests/table", "tests/link")
"""Folders whose tests meet the packages."""


def floors() -> dict[str, str]:
    """Give the oldest version that pyproject.toml allows of each direct dependency, by name.

    Raises:
        ValueError: one of them names none.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *(line for extra in EXTRAS for line in project["optional-dependencies"][extra])]
    found: dict[str, str] = {}
    for line in asked:
        requirement = Requirement(line)
        lowest = [one.version for one in requirement.specifier if one.operator == ">="]
        if len(lowest) != 1:
            raise ValueError(f"{line}: names no oldest version")
        found[canonicalize_name(requirement.name)] = lowest[0]
    return found


def constraints(lowest: dict[str, str]) -> str:
    """Give pip's constraints: floors, and the pins of tools that the tests need."""
    kept = []
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines():
        name = line.partition("==")[0]
        if name in TOOLS and name not in lowest:
            kept.append(line)
    return "\n".join([*kept, *(f"{name}=={version}" for name, version in lowest.items())]) + "\n"


def main(arguments: list[str]) -> int:
    """Install and try; 0 when all is well."""
    lowest = floors()
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(PLACE)], check=True)
    (PLACE / "constraints.txt").write_text(constraints(lowest), encoding="utf-8")
    python = str(PLACE / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python"))
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-c", str(PLACE / "constraints.txt")]
    subprocess.run([*install, "-e", f"{ROOT}[{','.join(EXTRAS)}]", *TOOLS], check=True)
    stands = subprocess.run([python, "-m", "pip", "list", "--format=freeze"], capture_output=True, text=True, check=True).stdout
    versions = {str(canonicalize_name(name)): version for name, _, version in (line.partition("==") for line in stands.splitlines())}
    for name in sorted(lowest):
        print(f"{name} {versions.get(name, 'for another system')}")
    asked = arguments or ["-q", "-n", "2", "--dist", "worksteal", *TRIED]
    return subprocess.run([python, "-m", "pytest", "-p", "no:cacheprovider", *asked], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
