"""Mamlejet's battle front: who faces whom, what each has to roll, which city an enemy goes for, and the stack (MMK-048, 055, 059).

A cell is a card at the front or in combat. Indices are those of now, with the printed one and what changed it beside.
"""

from __future__ import annotations

from markupsafe import Markup

from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.state import Permanent
from tapete.presentation import svg

LETTERS = 30.0
"""Smallest type, so that half a television's width is enough for a picture."""


KEYWORD_SIGNS = {
    "coraje": "M0 11L-10 0C-14 -9 -4 -13 0 -5C4 -13 14 -9 10 0Z",
    "curar": "M-4 -11H4V-4H11V4H4V11H-4V4H-11V-4H-4Z",
    "dano_catastrofico": "M0 -13L3 -5L11 -9L6 -1L13 3L5 4L6 12L0 6L-6 12L-5 4L-13 3L-6 -1L-11 -9L-3 -5Z",
    "disparar_proyectiles": "M-11 11L8 -8M-2 -10H10V2",
    "frenesi": "M3 -13L-9 2H-1L-4 13L9 -3H1Z",
    "infundir_miedo": "M0 -12L12 10H-12ZM0 -4V3M0 6V8",
    "robustez": "M-11 -10H11V10H-11ZM-11 0H11M0 -10V0M-5 0V10M5 0V10",
    "zerizut": "M-11 -10L-1 0L-11 10M1 -10L11 0L1 10",
}
"""A sign for each special ability, around a middle; the list under the picture says each in words."""


def sign(keyword: str, x: float, y: float) -> Markup:
    """The sign of a special ability at a place."""
    return svg.group(svg.element("path", d=KEYWORD_SIGNS[keyword], class_=f"keyword keyword-{keyword}"), x=x, y=y)


def opponent(board: Front, p: Permanent) -> Permanent | None:
    """Who faces a permanent now, by its plan, its defence or its frenzy."""
    found = next((pid for pid in (p.opponent, p.frenzy_opponent) if pid is not None and board.in_play(pid)), None)
    return None if found is None else board.at_id(found)


def needs(board: Front, who: Permanent, against: Permanent) -> str:
    """What a permanent has to roll against another; a dash where it cannot harm it and does not roll (MMK-R24)."""
    return "–" if board.lacking(who, against) is not None else f"{board.index(who, against)}+"


def burst(hits: int, x: float, y: float) -> Markup:
    """Pending damage: it will fall when damage takes effect."""
    star = svg.element("path", d=KEYWORD_SIGNS["dano_catastrofico"], class_="burst", transform="scale(1.7)")
    return svg.group(star, svg.element("text", str(hits), x=0, y=10, font_size=LETTERS, class_="burst-number"), x=x, y=y)
