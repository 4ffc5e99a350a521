"""Keep the Spanish pages up with the English ones: `python tools/lag.py check | confirm [PAGE ...]`.

Beside each Spanish section `docs/es/lag.json` holds a hash of the English section of the same anchor, as it was when both were last read.
`check` names the sections whose English has changed since; `confirm` takes the English of today as read, for some pages or all.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"
KEPT = DOCS / "es" / "lag.json"
GENERATED = ("commands.md", "build/", "glossary.md", "ladder.md", "station-screens.md", "troubleshooting.md")
"""Pages that a tool or a test holds equal."""


def pages() -> Iterator[str]:
    """Name the pages that are written in both languages."""
    for path in sorted((DOCS / "es").rglob("*.md")):
        name = path.relative_to(DOCS / "es").as_posix()
        if (DOCS / name).is_file() and not name.startswith(GENERATED):
            yield name


def sections(text: str) -> dict[str, str]:
    """Give the sections of a page by their anchors; the first one, before any heading with one, is `top`."""
    parts = re.split(r"^#+ .*?\{#([\w-]+)\}.*$", text, flags=re.M)
    return {"top": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


def hashes(page: str) -> dict[str, str]:
    """Give the hash of each English section that the Spanish page has too; of all of them where it has none of its own anchors."""
    english = sections((DOCS / page).read_text(encoding="utf-8"))
    spanish = sections((DOCS / "es" / page).read_text(encoding="utf-8"))
    shared = [anchor for anchor in english if anchor in spanish and english[anchor].strip()] or ["top"]
    return {anchor: hashlib.sha256(" ".join(english[anchor].split()).encode()).hexdigest()[:16] for anchor in shared}


def lagging() -> list[str]:
    """Name the sections whose English has changed since the Spanish was read beside it."""
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    return [
        f"docs/es/{page}#{anchor}" for page in pages() for anchor, found in hashes(page).items() if kept.get(page, {}).get(anchor) != found
    ]


def main() -> int:
    """Run the command line; 1 where a section lags."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=("check", "confirm"))
    parser.add_argument("page", nargs="*", help="as in docs/es: play/shazamm.md")
    given = parser.parse_args()
    if given.task == "check":
        found = lagging()
        print("\n".join(found) or "every Spanish section was read beside its English one", file=sys.stderr if found else sys.stdout)
        if found:
            print("Bring them up to date, then: tools/lag.py confirm PAGE", file=sys.stderr)
        return 1 if found else 0
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    for page in given.page or pages():
        kept[page] = hashes(page)
    KEPT.write_text(json.dumps({page: kept[page] for page in pages() if page in kept}, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
