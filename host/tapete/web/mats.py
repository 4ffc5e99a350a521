"""Play mats: the zones of a game as a drawing in millimetres, one player's side on a sheet of A4 (277 by 190 mm inside the margins)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from markupsafe import Markup
from msgspec import Struct

from tapete.core.refusals import Code, Illegal
from tapete.core.texts import Language, Text, _
from tapete.web.boards import shapes

WIDTH, HEIGHT = 277, 190
"""Millimetres inside the margins of an A4 sheet, landscape."""

CARD = (42, 60)
"""A zone for one card: a 63 by 88 mm card lies over it with its name in view; upright and sideways both fit the place."""

NO_MAT = Code(
    "no_mat",
    "",
    _("There is no mat to print for “{game}”; there are mats for: {games}."),
)


class Mat(Struct, frozen=True):
    """A mat: its title and its drawing."""

    title: str
    drawing: Markup


def names() -> tuple[str, ...]:
    """The games that have a mat."""
    return tuple(_DRAWN)


def mat_of(game: str, language: Language) -> Mat:
    """The mat of a game.

    Raises:
        Illegal: it has none.
    """
    if game not in _DRAWN:
        raise Illegal((NO_MAT(game=game, games=list(_DRAWN)),))
    return _DRAWN[game](language)


def _zone(x: float, y: float, width: float, height: float, label: str, hint: str = "", class_: str | None = None) -> Markup:
    middle = x + width / 2
    parts = [
        shapes.element("rect", x=float(x), y=float(y), width=float(width), height=float(height), rx=2.5, class_=class_),
        shapes.element("text", label, x=middle, y=y + height / 2, class_="zone"),
    ]
    if hint:
        parts.append(shapes.element("text", hint, x=middle, y=y + height / 2 + 7, class_="small"))
    return shapes.element("g", *parts)


def _sheet(name: str, title: str, told: str, *parts: Markup) -> Markup:
    return shapes.picture(name, title, told, WIDTH, HEIGHT, *parts, class_="mat")


_MORIHAM = _("MORIHAM play mat")
_MORIHAM_TOLD = _("Above, five monster slots; below, five for magic and traps; beside them graveyard, deck and removed cards.")
_MONSTER = _("Monster {n}")
_SPELL = _("Magic or trap {n}")
_GRAVEYARD = _("Graveyard")
_DECK = _("Deck")
_REMOVED = _("Removed")
_TURNED = _("⬍ attack · ⬌ defense")
_FACE_UP = _("face up")
_FACE_DOWN = _("face down")


def _moriham(language: Language) -> Mat:
    """MOR-006, 033, 049, 050: five and five places, and the piles."""

    def say(text: Text, n: int = 0) -> str:
        return text.in_(language).format(n=n)

    wide, tall = CARD
    parts = [shapes.element("text", say(_MORIHAM), x=WIDTH / 2, y=12, class_="name")]
    for slot in range(1, 6):
        x = 2 + (slot - 1) * (wide + 3)
        parts.append(_zone(x, 26, wide, tall + 12, say(_MONSTER, slot), say(_TURNED)))
        parts.append(_zone(x, 108, wide, tall + 12, say(_SPELL, slot), say(_FACE_DOWN)))
    side = 2 + 5 * (wide + 3) + 4
    parts.append(_zone(side, 26, wide, 46, say(_GRAVEYARD), say(_FACE_UP)))
    parts.append(_zone(side, 80, wide, 46, say(_REMOVED), say(_FACE_UP), "faint"))
    parts.append(_zone(side, 134, wide, 46, say(_DECK), say(_FACE_DOWN)))
    return Mat(say(_MORIHAM), _sheet("mat-moriham", say(_MORIHAM), say(_MORIHAM_TOLD), *parts))


_MORPHS = _("DataMorphs play mat")
_MORPHS_TOLD = _(
    "The Program in the middle, a Boost on each side with room for another below, the Bios under the Program, the Function on the right."
)
_PARTS = {
    "bios": _("Bios"),
    "program": _("Program"),
    "boost_a": _("Boost A"),
    "boost_b": _("Boost B"),
    "function": _("Function"),
    "out": _("Out"),
}
_INTERRUPT = _("or Interrupt, face down")
_EXTRA = _("Extra Boost")
_UNTIL_END = _("until the exchange")


def _datamorphs(language: Language) -> Mat:
    """DAT-011, 015, 018, 022, 067: the places around the Program; Interrupts go where Boosts and Function go."""

    def say(text: Text) -> str:
        return text.in_(language)

    wide, tall = 58, 66
    left, middle, right, far = 2.0, 66.0, 130.0, 208.0
    parts = [
        shapes.element("text", say(_MORPHS), x=WIDTH / 2, y=12, class_="name"),
        _zone(left, 24, wide, tall, say(_PARTS["boost_a"]), say(_INTERRUPT)),
        _zone(left, 102, wide, tall, say(_EXTRA), "", "faint"),
        _zone(middle, 24, wide, tall, say(_PARTS["program"])),
        _zone(middle, 102, wide, tall, say(_PARTS["bios"])),
        _zone(right, 24, wide, tall, say(_PARTS["boost_b"]), say(_INTERRUPT)),
        _zone(right, 102, wide, tall, say(_EXTRA), "", "faint"),
        _zone(far, 24, wide, tall, say(_PARTS["function"]), say(_INTERRUPT)),
        _zone(far, 102, wide, tall, say(_PARTS["out"]), say(_UNTIL_END), "faint"),
    ]
    return Mat(say(_MORPHS), _sheet("mat-datamorphs", say(_MORPHS), say(_MORPHS_TOLD), *parts))


_DRAWN: Mapping[str, Callable[[Language], Mat]] = {"moriham": _moriham, "datamorphs": _datamorphs}
