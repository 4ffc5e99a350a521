"""Resolve every citation of a document in the sources: `python tools/citations.py` lists them, `--check` fails on the first that is dead.

A citation is one of these, in host, firmware, tests, tools, benchmarks and examples:

- `docs/inside/core.md`, `docs/inside/rules/bhm.md#turn, #state`: a page, and headings of it by their anchors;
- `docs/link.md, section 5` (`sections 2 to 9`): headings of a page by their numbers;
- `invariant 15`, `T8 to T10`, in the files of a game: a number or a step of its ledger.

A section without its page (`ledger, section 7`) is dead: nobody can look it up.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("host", "firmware", "tests", "tools", "benchmarks", "examples")
SUFFIXES = {".py", ".toml", ".js", ".html", ".css"}
GAMES = ("bhm", "datamorphs", "mamlejet", "moriham", "shazamm")
LEDGERS = "docs/inside/rules"

PAGE = re.compile(r"\b(docs/[\w/.-]+?\.md)((?:#[\w-]+(?:, (?=#))?)*)(?:, sections? (\d+(?:(?:, | and | to )\d+)*))?")
SECTION = re.compile(r"\bsections? \d", re.I)
INVARIANT = re.compile(r"\b[Ii]nvariants? (\d+(?:(?:, | and | to )\d+)*)")
STEP = re.compile(r"\bT(\d+)\b")
HEADING = re.compile(r"^#+ (?:(\d+)\.\s)?(.*?)(?:\s*\{#([\w-]+)\})?$", re.M)
ELSEWHERE = re.compile(r"RFC \d+|IPC-\d+|data sheet|ISO \d+")
"""Documents of others, which have sections too."""


PLANTED = ("tools/citations.py", "tests/ground/test_inside.py", "tests/ground/test_proofs.py")
"""Files with citations that lead nowhere: examples, and what the test plants."""


class Citation(NamedTuple):
    """A place that cites, what it cites, and whether that is there."""

    path: str
    line: int
    cites: str
    found: bool


@cache
def _headings(page: str) -> tuple[frozenset[str], frozenset[int]]:
    """Give the anchors and the section numbers of a page; empty where there is no such page."""
    path = ROOT / page
    if not path.is_file():
        return frozenset(), frozenset()
    found = HEADING.findall(path.read_text(encoding="utf-8"))
    anchors = {anchor or re.sub(r"[^\w]+", "-", title.lower()).strip("-") for _number, title, anchor in found}
    return frozenset(anchors), frozenset(int(number) for number, _title, _anchor in found if number)


@cache
def _ledger(game: str) -> tuple[frozenset[int], frozenset[int]]:
    """Give the invariants and the steps (T0, T1, ...) of a game's ledger, by number."""
    text = (ROOT / LEDGERS / f"{game}.md").read_text(encoding="utf-8")
    _before, _heading, rest = text.partition("{#invariants}")
    invariants = {int(number) for number in re.findall(r"^(\d+)\. ", rest.partition("\n## ")[0], re.M)}
    return frozenset(invariants), frozenset(int(number) for number in re.findall(r"^\| T(\d+) ", text, re.M))


def numbers(said: str) -> list[int]:
    """Read "2", "1, 4 and 5" or "2 to 9"."""
    found: list[int] = []
    for part in re.split(r", | and ", said):
        low, _to, high = part.partition(" to ")
        found += range(int(low), int(high or low) + 1)
    return found


def cited(path: str, text: str) -> Iterator[Citation]:
    """Find the citations of one file.

    Args:
        path: of the file, from the root of the project: it says whose ledger `invariant 3` is of.
        text: what the file holds.
    """
    game = next((name for name in GAMES if name in path), None)
    for number, line in enumerate(text.splitlines(), 1):
        for page, anchors, sections in PAGE.findall(line):
            known, numbered = _headings(page)
            yield Citation(path, number, page, (ROOT / page).is_file())
            for anchor in re.findall(r"#([\w-]+)", anchors):
                yield Citation(path, number, f"{page}#{anchor}", anchor in known)
            for section in numbers(sections) if sections else ():
                yield Citation(path, number, f"{page}, section {section}", section in numbered)
        if SECTION.search(PAGE.sub("", line)) and not ELSEWHERE.search(line):
            yield Citation(path, number, line.strip(), found=False)
        if game is not None and "/games/" in path:
            invariants, steps = _ledger(game)
            for said in INVARIANT.findall(line):
                yield from (Citation(path, number, f"{game}, invariant {one}", one in invariants) for one in numbers(said))
            if steps:
                yield from (Citation(path, number, f"{game}, T{one}", int(one) in steps) for one in STEP.findall(line))


def citations() -> Iterator[Citation]:
    """Find the citations of all sources that git tracks."""
    listed = subprocess.run(["git", "ls-files", "-z", *FOLDERS], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for path in listed.split("\0"):
        if Path(path).suffix in SUFFIXES and path not in PLANTED and (ROOT / path).is_file():
            yield from cited(path, (ROOT / path).read_text(encoding="utf-8"))


def main() -> int:
    """Run the command line; 0 where every citation leads somewhere."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="print the dead ones alone")
    check = parser.parse_args().check
    found = list(citations())
    dead = [one for one in found if not one.found]
    for one in dead if check else found:
        print(f"{one.path}:{one.line}: {one.cites}{'' if one.found else '   (dead)'}")
    print(f"{len(found)} citations, {len(dead)} dead", file=sys.stderr)
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())
