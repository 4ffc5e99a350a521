"""Make everything of a release in one folder, check it, and stop: nothing leaves this computer.

    python tools/release.py FOLDER

in an environment with the extras `dev`, `https`, `hardware` and `release`. The folder gets the archive of the sources and the wheel (each
built twice, from this checkout and from a copy of what is committed, and equal byte for byte), the part of CHANGELOG.md, the SBOM, the
hardware to order and print (as a folder and packed), and SHA256SUMS over all of it. The version stands in host/tapete/__init__.py alone.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import io
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VERSION_PLACE = "host/tapete/__init__.py"
READY = re.compile(r"\d+\.\d+\.\d+(rc\d+)?")
"""A version that is released; `1.1.0.dev0` stands between releases."""

LEAST_RATING = 8
"""Of pyroma's ten points: two are for an address of the project and one of its makers, which the one who publishes it has to give."""

CHECKS = (
    ("twine", "check", "--strict", "{sdist}", "{wheel}"),
    ("check_wheel_contents", "{wheel}"),
    ("pyroma", f"--min={LEAST_RATING}", "{sdist}"),
    ("validate_pyproject.cli", "pyproject.toml"),
)
"""Modules with their arguments that judge what was built."""


class Unfinished(RuntimeError):
    """A release that cannot be made; says what is wrong and what to do."""


def say(text: str) -> None:
    """Tell how far the work is, on standard error."""
    print(text, file=sys.stderr, flush=True)


def called(*command: str | Path, cwd: Path = ROOT, time: str = "") -> str:
    """Run a program and give what it printed.

    Args:
        command: program and arguments.
        cwd: where.
        time: seconds since 1970 that files are to carry; empty: as it comes.

    Raises:
        Unfinished: it is not there or it failed; with the end of what it said.
    """
    environ = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **({"SOURCE_DATE_EPOCH": time} if time else {})}
    words = [str(word) for word in command]
    try:
        done = subprocess.run(words, cwd=cwd, env=environ, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    except FileNotFoundError as gone:
        raise Unfinished(f"{words[0]} is not on this computer") from gone
    if done.returncode:
        said = "\n".join((done.stdout + done.stderr).splitlines()[-25:])
        raise Unfinished(f"{' '.join(words[:4])} ended with {done.returncode}:\n{said}")
    return done.stdout


def version(root: Path = ROOT) -> str:
    """Give the version that stands in the sources.

    Raises:
        Unfinished: it is missing, or not one to release.
    """
    for node in ast.parse((root / VERSION_PLACE).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__version__":
            found = str(ast.literal_eval(node.value))
            if READY.fullmatch(found):
                return found
            raise Unfinished(f"{VERSION_PLACE} says {found}, which is no version to release: write it as 1.2.3")
    raise Unfinished(f"{VERSION_PLACE} has no __version__")


def notes(changelog: str, number: str) -> str:
    """Give a version's part of the changelog as a page of its own; parts with nothing in them are left out.

    Args:
        changelog: CHANGELOG.md.
        number: the version.

    Raises:
        Unfinished: there is no such part, or nothing in it.
    """
    parts = re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]
    part = next((text for text in parts if text.split(maxsplit=1)[0].rstrip(",:") == number), None)
    if part is None:
        raise Unfinished(f"CHANGELOG.md has no part “## {number}”: name what is under “Unreleased” by its version")
    body = part.partition("\n")[2]
    sections = re.split(r"^(?=\w[^\n]*:\n)", body, flags=re.MULTILINE)
    kept = [text.strip() for text in sections if re.search(r"^\* (?!\(none)", text, re.MULTILINE)]
    if not kept:
        raise Unfinished(f"the part {number} of CHANGELOG.md says nothing")
    return f"# Tapete {number}\n\n" + "\n\n".join(kept) + "\n"


def committed(root: Path = ROOT) -> str:
    """Give the second at which the sources were committed.

    Raises:
        Unfinished: something here is not committed.
    """
    changed = called("git", "status", "--porcelain", cwd=root).splitlines()
    if changed:
        shown = "\n".join(changed[:10])
        raise Unfinished(f"{len(changed)} files differ from what is committed; commit them or put them away:\n{shown}")
    return called("git", "log", "-1", "--format=%ct", cwd=root).strip()


def copy_of(root: Path, folder: Path) -> None:
    """Write what is committed into a folder, and nothing else that lies in the checkout."""
    done = subprocess.run(["git", "archive", "HEAD"], cwd=root, capture_output=True, check=True)
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        # Python before 3.11.4 (Debian 12 has 3.11.2) knows no filter; the archive was built here just now.
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(folder)


def build(root: Path, folder: Path, time: str) -> dict[str, Path]:
    """Build both archives of a checkout: `sdist` and `wheel`.

    Args:
        root: the checkout.
        folder: where they are written.
        time: the second that every file in them carries.

    Raises:
        Unfinished: hatchling failed.
    """
    called(sys.executable, "-m", "hatchling", "build", "-d", folder, cwd=root, time=time)
    return {"sdist": next(folder.glob("*.tar.gz")), "wheel": next(folder.glob("*.whl"))}


def names(archive: Path) -> dict[str, bytes]:
    """Give the files of a wheel or of an archive of sources, by name."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as opened:
            return {name: opened.read(name) for name in opened.namelist()}
    with tarfile.open(archive) as packed:
        files = [member for member in packed.getmembers() if member.isfile()]
        return {member.name: read.read() for member in files if (read := packed.extractfile(member))}


def difference(one: Path, other: Path) -> str:
    """Say in what two builds differ; empty if they are the same bytes."""
    if one.read_bytes() == other.read_bytes():
        return ""
    mine, theirs = names(one), names(other)
    wrong = sorted(name for name in mine.keys() | theirs.keys() if mine.get(name) != theirs.get(name))
    return f"{one.name} is not the same twice: " + (", ".join(wrong[:10]) or "times, rights or order of its files")


def built_twice(root: Path, folder: Path, time: str) -> dict[str, Path]:
    """Build from the checkout and from a copy of what is committed; the archives in `folder` are those of the checkout.

    Raises:
        Unfinished: a build failed, or they differ.
    """
    first = build(root, folder, time)
    with tempfile.TemporaryDirectory() as scratch:
        copy_of(root, Path(scratch, "sources"))
        second = build(Path(scratch, "sources"), Path(scratch, "built"), time)
        wrong = [said for kind in first if (said := difference(first[kind], second[kind]))]
    if wrong:
        raise Unfinished("\n".join(wrong))
    return first


def checked(made: dict[str, Path]) -> None:
    """Let every judge see the archives. Raises Unfinished with the words of the first that refuses them."""
    for module, *arguments in CHECKS:
        called(sys.executable, "-m", module, *(word.format(**made) for word in arguments))


def hardware(folder: Path) -> None:
    """Write the hardware's folder. Raises Unfinished if a program or package for it is missing."""
    called(sys.executable, ROOT / "tools" / "release_hardware.py", folder)


def packed(folder: Path, archive: Path, time: str) -> None:
    """Pack a folder, the same bytes each time.

    Args:
        folder: what is packed, under its own name. archive: the new file. time: seconds since 1970 that all in it carries.
    """
    moment = datetime.fromtimestamp(int(time), UTC).timetuple()[:6]
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            name = path.relative_to(folder.parent).as_posix()
            made.writestr(zipfile.ZipInfo(name, moment), path.read_bytes(), zipfile.ZIP_DEFLATED)


def sums(folder: Path) -> None:
    """Write SHA256SUMS over every file."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}\n" for path in files]
    (folder / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def make(folder: Path, root: Path = ROOT, with_hardware: bool = True, with_dataset: bool = True) -> str:
    """Make a release.

    Args:
        folder: a new or an empty one.
        root: the checkout.
        with_hardware: False leaves out what needs KiCad and OpenSCAD.
        with_dataset: False leaves out the data set of matches, which takes minutes.

    Returns:
        Its version.

    Raises:
        Unfinished: with the reason.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Unfinished(f"{folder} is not empty: name a new folder")
    number, time = version(root), committed(root)
    part = notes((root / "CHANGELOG.md").read_text(encoding="utf-8"), number)
    folder.mkdir(parents=True, exist_ok=True)
    made: dict[str, Path] = {}
    steps: dict[str, Callable[[], object]] = {
        "sources and wheel, twice": lambda: made.update(built_twice(root, folder, time)),
        "twine, check-wheel-contents, pyroma, validate-pyproject": lambda: checked(made),
        "the changelog's part": lambda: (folder / "NOTES.md").write_text(part, encoding="utf-8"),
        "SBOM": lambda: called(sys.executable, ROOT / "tools" / "sbom.py", folder / "sbom.json", time=time),
    }
    if with_hardware:
        steps["hardware (minutes)"] = lambda: hardware(folder / "hardware")
        steps["the hardware, packed"] = lambda: packed(folder / "hardware", folder / f"tapete-hardware-{number}.zip", time)
    if with_dataset:
        steps["a data set of matches (minutes)"] = lambda: called(sys.executable, "-m", "tapete", "dataset", "-o", folder / "dataset")
        steps["the data set, packed"] = lambda: packed(folder / "dataset", folder / f"tapete-dataset-{number}.zip", time)
    for number_of, (what, step) in enumerate(steps.items(), 1):
        say(f"{number_of}/{len(steps)} {what}")
        step()
    sums(folder)
    return number


def main(arguments: list[str]) -> int:
    """Run the command line; 0 when the release is made."""
    parser = argparse.ArgumentParser(prog="tools/release.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", help="a new folder for the release")
    parser.add_argument("--no-hardware", action="store_true", help="leave out the hardware, which needs KiCad and OpenSCAD")
    parser.add_argument("--no-dataset", action="store_true", help="leave out the data set of matches, which takes minutes")
    parser.add_argument("--notes", action="store_true", help="print the changelog's part of this version, and do nothing else")
    given = parser.parse_args(arguments)
    if given.folder is None and not given.notes:
        parser.error("name a new folder for the release")
    try:
        if given.notes:
            print(notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version()), end="")
            return 0
        number = make(given.folder, with_hardware=not given.no_hardware, with_dataset=not given.no_dataset)
    except (Unfinished, OSError) as fault:
        say(str(fault))
        return 1
    say(f"Tapete {number} lies in {given.folder}. Nothing has left this computer: the tag v{number}, pushed by a person, publishes it.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
