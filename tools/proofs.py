"""Keep the register of proofs: which groups of tests hold, for which inputs, since when.

    python tools/proofs.py state                 each group: held since when, or why it is due
    python tools/proofs.py run GROUP... | all-stale   run groups and write their lines into docs/proofs-held.toml (--nightly: in that form)
    python tools/proofs.py keep                  take over the lines that the last .ci/run left in build/proofs
    python tools/proofs.py begin | note | held   what .ci/run calls before and after its tests

docs/proofs.toml names the groups. The key of a group is a hash of its inputs, its tests, and the versions of the programs that it asks. A
line holds as long as the key is the same and the line is not older than the group allows. Everything else is run.
"""

from __future__ import annotations

import argparse
import ast
import fnmatch
import functools
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
GROUPS = ROOT / "docs" / "proofs.toml"
HELD = ROOT / "docs" / "proofs-held.toml"
BUILD = ROOT / "build" / "proofs"
"""What a run leaves: `due.json` (keys at its begin), `session.json` (what passed), `held.toml` (lines for `keep`)."""

HEADER: Final = "# When each group of docs/proofs.toml last passed, and for which inputs; written by tools/proofs.py.\n"

VERSIONS: Final[dict[str, tuple[str, ...]]] = {
    "kicad": ("kicad-cli", "version"),
    "ngspice": ("ngspice", "-v"),
    "node": ("node", "--version"),
    "openscad": ("openscad", "--version"),
}
"""How the programs say their version. Python's packages are in constraints.txt, which is an input of every group."""


class Group(NamedTuple):
    """Tests that are run when something they depend on has changed."""

    name: str
    proves: str
    tests: tuple[str, ...]
    """Folders, files, or files with the name of a function (`::`). The longest one that fits a test decides its group."""
    inputs: tuple[str, ...]
    """Patterns of files: `*` stays within a folder's name, `**` goes on. What the tests import belongs to them by itself."""
    tools: tuple[str, ...]
    days: int
    """How long a line holds; as many commits hold it too (`commits`)."""
    commits: int
    by_path: bool
    """Held by .ci/run for changes elsewhere; `run all-stale` leaves it to .ci/run."""


class Line(NamedTuple):
    """One proof that was run and passed."""

    proof: str
    key: str
    commit: str
    date: date
    cpu_s: int
    passed: int


@functools.cache
def register() -> dict[str, Group]:
    """Read the groups, by name.

    Raises:
        ValueError: a name is there twice, or a key is unknown.
    """
    read = tomllib.loads(GROUPS.read_text(encoding="utf-8"))
    found: dict[str, Group] = {}
    for entry in read["group"]:
        if unknown := entry.keys() - {"name", "proves", "tests", "inputs", "tools", "days", "commits", "by_path"}:
            raise ValueError(f"{GROUPS.name}: {sorted(unknown)}")
        if entry["name"] in found:
            raise ValueError(f"{GROUPS.name}: {entry['name']} is there twice")
        found[entry["name"]] = Group(
            entry["name"],
            entry["proves"],
            tuple(entry["tests"]),
            (*read["shared"]["inputs"], *entry["inputs"]),
            tuple(entry.get("tools", ())),
            entry.get("days", read["shared"]["days"]),
            entry.get("commits", read["shared"]["commits"]),
            entry.get("by_path", False),
        )
    return found


def group_of(test: str) -> str | None:
    """Name the group of a test by its id (`tests/x/test_y.py::test_z[case]`); None: it belongs to none and is always run."""
    fits = [(len(place), group.name) for group in register().values() for place in group.tests if within(test, place)]
    return max(fits)[1] if fits else None


def within(test: str, place: str) -> bool:
    """Tell whether a test, file or folder is a place or lies in it."""
    return place in (test, ".") or test.startswith((f"{place}/", f"{place}::", f"{place}["))


@functools.cache
def files() -> tuple[str, ...]:
    """Name every file of the working tree that git knows or would add, except the lines of this register: they change with each proof."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    ).stdout
    return tuple(sorted({name for name in listed.split("\0") if name and (ROOT / name).is_file() and ROOT / name != HELD}))


@functools.cache
def _pattern(pattern: str) -> re.Pattern[str]:
    parts = [".*" if part == "**" else fnmatch.translate(part).replace(".*", "[^/]*")[4:-3] for part in re.split(r"(\*\*)", pattern)]
    return re.compile("".join(parts))


def fits(name: str, patterns: Iterable[str]) -> bool:
    """Tell whether a file's path fits one of the patterns."""
    return any(_pattern(pattern).fullmatch(name) for pattern in patterns)


def inputs(group: Group) -> list[str]:
    """Name the files on which a group depends: its tests' files, the conftest.py files above them, what these import, and its inputs."""
    own = {place.partition("::")[0] for place in group.tests}
    above = {f"{parent}/conftest.py".removeprefix("./") for place in own for parent in (Path(place), *Path(place).parents)}
    begun = [name for name in files() if name in above or any(within(name, place) for place in own)]
    return sorted(
        {*begun, *reached(name for name in begun if name.endswith(".py")), *(name for name in files() if fits(name, group.inputs))}
    )


def key(group: Group) -> str:
    """Sum up everything on which a group depends (SHA-256, hexadecimal)."""
    total = hashlib.sha256(repr((group.tests, ".".join(platform.python_version_tuple()[:2]))).encode())
    for tool in group.tools:
        total.update(f"{tool} {version(tool)}\n".encode())
    for name in inputs(group):
        content = _digest(name)
        total.update(f"{name} {content}\n".encode())
    return total.hexdigest()


@functools.cache
def _digest(name: str) -> str:
    return hashlib.sha256((ROOT / name).read_bytes()).hexdigest()


@functools.cache
def version(tool: str) -> str:
    """Say which version of a program is here; "missing" where it is not."""
    if tool == "chromium":
        command: tuple[str, ...] = (os.environ.get("TAPETE_CHROMIUM", "chromium"), "--version", "--no-sandbox")
    else:
        command = VERSIONS[tool]
    if shutil.which(command[0]) is None:
        return "missing"
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"\d+(\.\d+)*", done.stdout + done.stderr)
    return found[0] if found else "unknown"


def lines(path: Path) -> dict[str, Line]:
    """Read the lines of a register, by the name of their group; none where there is no file."""
    if not path.exists():
        return {}
    found = (Line(**entry) for entry in tomllib.loads(path.read_text(encoding="utf-8")).get("held", ()))
    return {line.proof: line for line in found}


def write(path: Path, kept: Iterable[Line]) -> None:
    """Write lines, in the order of their groups' names."""
    parts = [HEADER]
    for line in sorted(kept):
        said = [f"{name} = {value if isinstance(value, int | date) else json.dumps(value)}" for name, value in line._asdict().items()]
        parts.append("\n[[held]]\n" + "\n".join(said) + "\n")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(parts), encoding="utf-8")


def why_due(group: Group, line: Line | None, today: date) -> str | None:
    """Say why a group must be run; None while its line holds."""
    if line is None:
        return "it has no line"
    if line.key != key(group):
        return "its inputs, its tests or its programs have changed"
    if (age := (today - line.date).days) > group.days:
        return f"its line is {age} days old"
    since = _git("rev-list", "--count", f"--since={line.date.isoformat()}T23:59:59Z", "HEAD")
    if int(since or 0) > group.commits:
        return f"its line is {since} commits old"
    return None


def due() -> dict[str, str]:
    """Name the groups that must be run, each with the reason."""
    held, today = lines(HELD), datetime.now(UTC).date()
    reasons = {name: why_due(group, held.get(name), today) for name, group in register().items()}
    return {name: why for name, why in reasons.items() if why is not None}


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()


def held_since(names: Iterable[str]) -> Iterator[str]:
    """Say of held groups since when, and what that stands for."""
    today, held = datetime.now(UTC).date(), lines(HELD)
    for name in names:
        line = held[name]
        yield (
            f"held since {line.commit} ({(today - line.date).days} days): {name}, {line.passed} tests, {line.cpu_s} processor seconds: "
            f"{register()[name].proves}"
        )


def begin() -> str:
    """Write down the keys of the groups that are due; give the names of the held ones for pytest's `--held`."""
    waiting = due()
    BUILD.mkdir(parents=True, exist_ok=True)
    (BUILD / "session.json").unlink(missing_ok=True)
    (BUILD / "due.json").write_text(json.dumps({name: key(register()[name]) for name in waiting}), encoding="utf-8")
    return ",".join(name for name in register() if name not in waiting)


def note() -> list[Line]:
    """Make lines of what the last session proved: of each due group whose tests all passed, and whose inputs stayed the same."""
    keys: dict[str, str] = json.loads((BUILD / "due.json").read_text(encoding="utf-8"))
    session: dict[str, Any] = json.loads((BUILD / "session.json").read_text(encoding="utf-8"))
    files.cache_clear()
    _digest.cache_clear()
    commit, today = _git("rev-parse", "--short=8", "HEAD"), datetime.now(UTC).date()
    made = []
    for name, known in keys.items():
        seen = session.get(name)
        if seen and seen["whole"] and seen["passed"] and not seen["failed"] and key(register()[name]) == known:
            made.append(Line(name, known, commit, today, round(seen["cpu_s"]), seen["passed"]))
    write(BUILD / "held.toml", made)
    return made


def keep() -> list[Line]:
    """Take the lines of the last run over into the repository. Returns them."""
    new = lines(BUILD / "held.toml")
    write(HELD, {name: line for name, line in {**lines(HELD), **new}.items() if name in register()}.values())
    return list(new.values())


def run(names: list[str], form: str = "long") -> int:
    """Run groups, see that they read nothing but their inputs, and keep their lines; one that fails loses its line.

    Args:
        names: of the groups.
        form: of the run.

    Returns:
        Pytest's exit status of the first group that fails, or 0.
    """
    import resource  # POSIX alone

    missing = 0
    for name in names:
        group = register()[name]
        BUILD.mkdir(parents=True, exist_ok=True)
        (BUILD / "session.json").unlink(missing_ok=True)
        (BUILD / "due.json").write_text(json.dumps({name: key(group)}), encoding="utf-8")
        places = sorted({place.partition("::")[0] for place in group.tests})
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        workers = os.environ.get("TAPETE_WORKERS", "2")
        command = [sys.executable, "-m", "pytest", "-q", f"--{form}", "--group", name, "-n", workers, "--dist", "worksteal", *places]
        print(f"== {name}: {group.proves}", flush=True)
        status = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, check=False).returncode
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if status == 0:
            used = round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            made = [line._replace(cpu_s=used) for line in note()]
            write(BUILD / "held.toml", made)
            status = 0 if keep() else 1
        if status:
            print(f"{name} does not hold: it has no line any more", file=sys.stderr)
            write(HELD, (line for line in lines(HELD).values() if line.proof != name))
            missing = missing or status
    return missing


@functools.cache
def _modules() -> dict[str, str]:
    """Every module of the repository: its file by its name."""
    found: dict[str, str] = {}
    for name in files():
        for folder in ("host/", "firmware/lib/", "examples/nim/", ""):
            if name.endswith(".py") and name.startswith(folder):
                dotted = name.removeprefix(folder).removesuffix(".py").replace("/", ".").removesuffix(".__init__")
                found.setdefault(dotted, name)
                break
    return found


@functools.cache
def imported(name: str) -> frozenset[str]:
    """Name the files of the repository that a module's file imports anywhere, for type checkers alone excepted."""
    asked = set[str]()
    waiting: list[ast.AST] = [ast.parse((ROOT / name).read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            asked |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            asked |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
        elif isinstance(node, ast.stmt | ast.Module | ast.ExceptHandler | ast.match_case):
            waiting += ast.iter_child_nodes(node)
    found = set[str]()
    for dotted in asked:
        parts = dotted.split(".")
        found |= {_modules()[upper] for end in range(1, len(parts) + 1) if (upper := ".".join(parts[:end])) in _modules()}
    return frozenset(found)


def reached(begun: Iterable[str]) -> set[str]:
    """Name the files that modules import, directly or through others, themselves included."""
    known, waiting = set[str](), [*begun]
    while waiting:
        name = waiting.pop()
        if name not in known:
            known.add(name)
            waiting += imported(name)
    return known


def main() -> int:
    """Run the command line; 0 when all is well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tasks = parser.add_subparsers(dest="task", required=True)
    for name in ("state", "begin", "note", "held", "keep"):
        tasks.add_parser(name)
    running = tasks.add_parser("run")
    running.add_argument("groups", nargs="+", metavar="GROUP")
    running.add_argument("--nightly", action="store_true")
    given = parser.parse_args()
    waiting = due()
    if given.task == "state":
        for name in register():
            print(f"due: {name}: {waiting[name]}" if name in waiting else next(held_since([name])))
    elif given.task == "begin":
        print(begin())
    elif given.task == "held":
        print("\n".join(held_since(name for name in register() if name not in waiting)))
    elif given.task == "note":
        for line in note():
            print(f"proved: {line.proof}, {line.passed} tests")
    elif given.task == "keep":
        for line in keep():
            print(f"kept: {line.proof}, {line.passed} tests, {line.cpu_s} processor seconds")
    else:
        if unknown := set(given.groups) - {*register(), "all-stale"}:
            parser.error(f"no group is called {', '.join(sorted(unknown))}; there are: {', '.join(register())}")
        stale = [name for name in waiting if not register()[name].by_path]
        return run(stale if given.groups == ["all-stale"] else given.groups, "nightly" if given.nightly else "long")
    return 0


if __name__ == "__main__":
    sys.exit(main())
