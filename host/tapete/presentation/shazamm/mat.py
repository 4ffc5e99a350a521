"""The play mat of Shazamm: the bridge between both wizards, and each one's cards and mana."""

from __future__ import annotations

from markupsafe import Markup

from tapete.core.texts import Language, Text
from tapete.games.shazamm.constants import HALF, MOST_MANA
from tapete.games.shazamm.language import _
from tapete.presentation import svg
from tapete.presentation.mat import HEIGHT, WIDTH, Mat, sheet, track, zone
from tapete.presentation.shazamm.face import EARLY, LATE

_TITLE = _("Shazamm play mat")
_TOLD = _(
    "In the middle the bridge of {SLABS:words} slabs; on each side a mana track from 0 to {MOST_MANA}, "
    "the draw pile, the played cards and the discards."
)
_PILE = _("Draw pile")
_PLAYED = _("Cards of this turn")
_DISCARD = _("Discard pile")
_DOWN = _("face down")
_UP = _("face up")
_MANA = _("Mana")
_ONE = _("One for both wizards, who sit across from each other.")


def mat(language: Language) -> Mat:
    """SHZ-006, 011, 012, 017, 038, 046, R01: bridge, mana markers, draw piles, played cards and discards."""

    def say(text: Text) -> str:
        return text.in_(language)

    side = (
        zone(2, 128, 44, 60, say(_PILE), say(_DOWN)),
        zone(50, 128, 177, 60, say(_PLAYED), say(_DOWN), shows=(EARLY, "1")),
        zone(231, 128, 44, 60, say(_DISCARD), say(_UP), shows=(LATE, "7")),
        svg.element("text", say(_MANA), x=1.0, y=115.6, class_="small start"),
        track(117, 9, range(MOST_MANA + 1)),
    )
    across = svg.element("g", *side, transform=f"rotate(180 {WIDTH / 2:g} {HEIGHT / 2:g})")
    return Mat(say(_TITLE), sheet("mat-shazamm", say(_TITLE), say(_TOLD), across, *_bridge(), *side), say(_ONE))


def _bridge() -> list[Markup]:
    """The slabs by their numbers, with the places at the start."""
    wide, top, tall = WIDTH / (2 * HALF + 1), 78.0, 34.0
    parts = []
    for slab in range(-HALF, HALF + 1):
        x = (slab + HALF) * wide
        number = f"−{-slab}" if slab < 0 else f"+{slab}" if slab else "0"
        parts.append(svg.element("rect", x=round(x, 3), y=top, width=round(wide, 3), height=tall))
        parts.append(svg.element("text", number, x=round(x + wide / 2, 3), y=top + tall / 2 + 2, class_="line"))
    for seat, slab in (("A", -3), ("B", 3)):
        x = (slab + HALF + 0.5) * wide
        parts.append(svg.element("text", {"A": "●", "B": "▲"}[seat] + seat, x=round(x, 3), y=top + tall - 3, class_="zone"))
    parts.append(svg.group(svg.element("path", d="M0 -7C5 -2 4 3 0 3C-4 3 -5 -2 0 -7Z"), x=WIDTH / 2, y=top + tall - 5))
    return parts
