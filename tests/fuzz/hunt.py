"""Search what takes bytes from outside for a fault, led by coverage (atheris, of the extra `fuzz`).

    python -m tests.fuzz.hunt TARGET --seconds 900     begins at tests/fuzz/corpus/TARGET, and keeps what it finds in build/fuzz/TARGET
    python -m tests.fuzz.hunt TARGET --merge           adds to the corpus, in few files, what leads to code that nothing in it leads to

A fault ends the search with a failure and leaves its bytes as build/fuzz/found/TARGET-*; put them into the corpus once it is mended.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("catalogue", "match", "line", "form")
LARGEST = 8_192
"""Bytes of an input."""


def main(arguments: list[str]) -> None:
    """Run the command line; it ends the process itself."""
    parser = argparse.ArgumentParser(prog="tests.fuzz.hunt", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", choices=NAMES)
    parser.add_argument("--seconds", type=int, default=900, help="how long to search")
    parser.add_argument("--merge", action="store_true", help="add to the corpus what a search has kept")
    given, passed = parser.parse_known_args(arguments)  # a merge starts this program again, with options of libFuzzer
    import atheris

    with atheris.instrument_imports(include=["tapete", "tapete_console", "tomllib"]):
        from tests.fuzz import targets
    corpus, kept, found = Path(__file__).with_name("corpus") / given.target, ROOT / "build/fuzz" / given.target, ROOT / "build/fuzz/found"
    for folder in (corpus, kept, found):
        folder.mkdir(parents=True, exist_ok=True)
    what = ["-set_cover_merge=1", str(corpus), str(kept)]
    if not given.merge:
        what = [f"-max_total_time={given.seconds}", f"-artifact_prefix={found}/{given.target}-", str(kept), str(corpus)]
    bounds = [f"-max_len={LARGEST}", "-timeout=20", "-rss_limit_mb=1500", "-print_final_stats=1", "-verbosity=1"]
    atheris.Setup([f"{sys.executable} -m tests.fuzz.hunt {given.target}", *(passed or [*bounds, *what])], targets.TARGETS[given.target])
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
