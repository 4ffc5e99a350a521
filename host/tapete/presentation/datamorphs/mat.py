"""The play mat of DataMorphs."""

from __future__ import annotations

from tapete.core.texts import Language, Text
from tapete.games.datamorphs.language import _
from tapete.presentation import svg
from tapete.presentation.art import CardLook
from tapete.presentation.mat import WIDTH, Mat, sheet, zone

_MORPHS = _("DataMorphs play mat")
_MORPHS_TEXT = _(
    "The Program in the middle, a Boost on each side with room for another below, the Bios under the Program, the Function on the right."
)
_PARTS = {
    "bios": _("Bios"),
    "program": _("Program"),
    "boost_a": _("Boost A", "label"),
    "boost_b": _("Boost B", "label"),
    "function": _("Function"),
    "out": _("Out"),
}
_INTERRUPT = _("or Interrupt, face down")
_EXTRA = _("Extra Boost")
_UNTIL_END = _("until the exchange")
_CARD = CardLook("pixels")


def mat(language: Language) -> Mat:
    """DAT-011, 015, 018, 022, 067: the places around the Program; Interrupts go where Boosts and Function go."""

    def say(text: Text) -> str:
        return text.in_(language)

    wide, tall = 58, 66
    left, middle, right, far = 2.0, 66.0, 130.0, 208.0
    parts = [
        svg.element("text", say(_MORPHS), x=WIDTH / 2, y=12, class_="name"),
        zone(left, 24, wide, tall, say(_PARTS["boost_a"]), say(_INTERRUPT), shows=(_CARD, "boost_a")),
        zone(left, 102, wide, tall, say(_EXTRA), "", "faint"),
        zone(middle, 24, wide, tall, say(_PARTS["program"]), shows=(_CARD, "program")),
        zone(middle, 102, wide, tall, say(_PARTS["bios"]), shows=(_CARD, "bios")),
        zone(right, 24, wide, tall, say(_PARTS["boost_b"]), say(_INTERRUPT), shows=(_CARD, "boost_b")),
        zone(right, 102, wide, tall, say(_EXTRA), "", "faint"),
        zone(far, 24, wide, tall, say(_PARTS["function"]), say(_INTERRUPT), shows=(_CARD, "function")),
        zone(far, 102, wide, tall, say(_PARTS["out"]), say(_UNTIL_END), "faint"),
    ]
    return Mat(say(_MORPHS), sheet("mat-datamorphs", say(_MORPHS), say(_MORPHS_TEXT), *parts))
