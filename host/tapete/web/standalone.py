"""A board as a picture that stands alone: an SVG file with the colours of the pages' paper theme inside."""

from __future__ import annotations

import functools
import re
from pathlib import Path

from tapete.presentation import letters

STYLE = Path(__file__).parent / "static" / "tapete.css"

_DRAWING = re.compile(r'<svg[^>]* viewBox="0 0 ([\d.]+) ([\d.]+)".*?</svg>', re.S)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")

GAP = 12
"""Between the drawings of a page that has several, in their own units."""


@functools.cache
def _rules() -> tuple[tuple[str, str], ...]:
    """Selectors and body of each rule of the pages' style sheet that holds on every screen."""
    text = re.sub(r"/\*.*?\*/", "", STYLE.read_text(encoding="utf-8"), flags=re.S)
    text = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", text)
    return tuple(_RULE.findall(text))


def style(drawn: str) -> str:
    """Return the rules that a picture needs: the paper theme, and those that name one of its classes."""
    used = set(re.findall(r"[\w-]+", " ".join(re.findall(r'class="([^"]+)"', drawn))))
    kept = []
    for selectors, body in _rules():
        wanted = []
        for selector in (one.strip() for one in selectors.split(",")):
            names = set(re.findall(r"\.([\w-]+)", selector))
            if selector == ":root" or (names and names <= used and "#" not in selector):
                wanted.append(selector)
        if wanted:
            kept.append(f"{','.join(wanted)}{{{' '.join(body.split())}}}")
    return "\n".join([*kept, "svg{font-family:sans-serif;background:#f4eee0}"])


def picture(shown: str, least: float = 0.0) -> str | None:
    """Return the drawings of a board, one below the other, as one SVG file; None where nothing is drawn.

    Args:
        shown: what `GamePage.board` gives.
        least: drawings that are narrower, such as signs between the lines, are left out.
    """
    parts = [(found[0], float(found[1]), float(found[2])) for found in _DRAWING.finditer(shown) if float(found[1]) >= least]
    if not parts:
        return None
    width = max(wide for _, wide, _ in parts)
    stacked, top = [], 0.0
    for drawn, wide, high in parts:
        stacked.append(drawn.replace("<svg", f'<svg y="{top:g}" width="{width:g}" height="{high * width / wide:g}"', 1))
        top += high * width / wide + GAP
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {top - GAP:g}">'
    body = letters.alone("".join(stacked))
    return f"{head}<style>{style(body)}</style>{body}</svg>".replace("><", ">\n<") + "\n"
