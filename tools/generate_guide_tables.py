"""Fill the tables of the builder's guide and of firmware/README.md, between `<!-- table NAME -->` and `<!-- end -->`.

They come from pin map, profiles, parts list, power arithmetic, and from what was last measured on the emulator.

`--check` writes nothing and fails if a page is not current.
"""

from __future__ import annotations

import re
import sys
import textwrap
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.drawing import guide_tables
from tools.drawing.circuit import refusing
from tools.generated import ROOT, finish

BLOCK = re.compile(r"^( *)<!-- table ([a-z0-9-]+) -->\n.*?<!-- end -->", re.S | re.M)
FOLDERS = ("docs/build", "docs/es/build")


def filled(text: str, blocks: dict[str, str]) -> str:
    """Return a page with its tables renewed, each indented as its marker is. Raises KeyError for a table that nobody makes."""
    return BLOCK.sub(lambda found: textwrap.indent(f"<!-- table {found[2]} -->\n\n{blocks[found[2]]}\n<!-- end -->", found[1]), text)


def main() -> int:
    """Write or check the pages; return the exit code."""
    files: dict[str, str] = {}
    for lang, folder in enumerate(FOLDERS):
        blocks = guide_tables.blocks(lang)
        pages = sorted((ROOT / folder).glob("*.md")) + [ROOT / "firmware" / "README.md"] * (not lang)
        files |= {page.relative_to(ROOT).as_posix(): filled(page.read_text(encoding="utf-8"), blocks) for page in pages}
    return finish(files, "tools/generate_guide_tables.py")


if __name__ == "__main__":
    sys.exit(refusing(main))
