"""The play mat of MORIHAM."""

from __future__ import annotations

from tapete.core.texts import Language, Text
from tapete.games.moriham.language import _
from tapete.presentation import svg
from tapete.presentation.mat import CARD, WIDTH, Mat, sheet, zone
from tapete.presentation.moriham.face import LOOKS

_MORIHAM = _("MORIHAM play mat")
_MORIHAM_TEXT = _(
    "Above, {ZONE:words} monster slots; below, {ZONE:words} for magic and traps; beside them graveyard, deck and removed cards."
)
_MONSTER = _("Monster {n}")
_SPELL = _("Magic or trap {n}")
_GRAVEYARD = _("Graveyard")
_DECK = _("Deck")
_REMOVED = _("Removed")
_TURNED = _("⬍ attack · ⬌ defense")
_FACE_UP = _("face up")
_FACE_DOWN = _("face down")


def mat(language: Language) -> Mat:
    """MOR-006, 033, 049, 050: five and five places, and the piles."""

    def say(text: Text, n: int = 0) -> str:
        return text.in_(language).format(n=n)

    wide, tall = CARD
    parts = [svg.element("text", say(_MORIHAM), x=WIDTH / 2, y=12, class_="name")]
    for slot in range(1, 6):
        x = 2 + (slot - 1) * (wide + 3)
        parts.append(zone(x, 26, wide, tall + 12, say(_MONSTER, slot), say(_TURNED), shows=(LOOKS["monster"], f"m{slot}")))
        spell = LOOKS["trap" if slot % 2 else "magic"]
        parts.append(zone(x, 108, wide, tall + 12, say(_SPELL, slot), say(_FACE_DOWN), shows=(spell, f"s{slot}")))
    side = 2 + 5 * (wide + 3) + 4
    parts.append(zone(side, 26, wide, 46, say(_GRAVEYARD), say(_FACE_UP)))
    parts.append(zone(side, 80, wide, 46, say(_REMOVED), say(_FACE_UP), "faint"))
    parts.append(zone(side, 134, wide, 46, say(_DECK), say(_FACE_DOWN)))
    return Mat(say(_MORIHAM), sheet("mat-moriham", say(_MORIHAM), say(_MORIHAM_TEXT), *parts))
