"""A board as a picture that stands alone: an SVG file with the colours of the pages' paper theme inside."""

from __future__ import annotations

import functools
import re
from pathlib import Path

from tapete.presentation import letters

STYLE = Path(__file__).parent / "static" / "tapete.css"

_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")


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


def picture(drawn: str) -> str | None:
    """Return the drawing of a board as one SVG file; None where nothing is drawn.

    Args:
        drawn: what `GamePage.still` gives.
    """
    if not drawn.startswith("<svg"):
        return None
    body = letters.alone(drawn)
    head, _, rest = body.partition(">")
    if " xmlns=" not in head:
        head = head.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    return f"{head}><style>{style(body)}</style>{rest}".replace("><", ">\n<") + "\n"
