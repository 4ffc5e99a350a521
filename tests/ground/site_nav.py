"""The navigation of the site: for whom a page is, and of which of the four kinds it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

TUTORIAL, HOW_TO = frozenset({"Tutorials", "Tutoriales"}), frozenset({"How to", "Guías"})
REFERENCE, EXPLANATION = frozenset({"Reference", "Referencia"}), frozenset({"Explanation", "Explicación"})
KINDS = TUTORIAL | HOW_TO | REFERENCE | EXPLANATION
"""The four kinds of https://diataxis.fr, in both languages."""

PLAYERS = ("Play tonight", "Juega esta noche")
"""The parts for those who play."""


def pages() -> Iterator[tuple[str, str, str]]:
    """Give each page of the navigation but the front pages: the part it stands in, its kind, its place in docs."""
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    above: list[str] = []
    for indent, name, place in re.findall(r"^( +)- (.+?):(?: (\S+\.md))?$", nav, re.M):
        above[len(indent) // 4 :] = [name]
        if place and len(above) == 4:
            yield above[1], above[2], place
