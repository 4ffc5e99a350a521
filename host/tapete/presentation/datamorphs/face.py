"""DataMorphs' cards in words: a line for each element, with its colour, icons, cost and abilities.

Source: docs/inside/rules/datamorphs.md#catalogue.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from markupsafe import Markup

from tapete.core.texts import Language, Text
from tapete.games.datamorphs.cards import (
    COLOURLESS,
    Ability,
    Boost,
    Card,
    ChangeColor,
    ChangeIcons,
    ColorSum,
    Function,
    MemoryBoost,
    NullifyColor,
    NullifyIcons,
    NullifyMemory,
    Program,
    SwapIcons,
    cost_of,
)
from tapete.games.datamorphs.language import _
from tapete.presentation import art
from tapete.presentation.art import CardLook, Palette
from tapete.presentation.base import Face

ELEMENTS = {
    "bios": _("Bios"),
    "program": _("Program"),
    "boost": _("Boost"),
    "function": _("Function"),
}
"""The elements of a card by key, in the order in which they are printed."""

ICONS = {"attack": _("attack"), "defense": _("defense"), "memory": _("memory")}
_COST = _("costs {n}")
_NO_ICONS = _("no icons")
_NO_COLOUR = _("colourless")
_BENEFIT = _("helps {types}: {icons}")
_WEAKNESS = _("weakens {types}: {icons}")
_ON = {
    "own": _("on your own DataMorph"),
    "rival": _("on the rival's DataMorph"),
    "choice": _("on the one you choose"),
}
_KIND = _("card of five elements")
_MEMORY = _("Memory")
_TYPE = _("Type")
WORDS = {
    "cyan": _("cyan", "colour"),
    "amber": _("amber", "colour"),
    "worm": _("worm", "type"),
    "shield": _("shield", "type"),
    "probe": _("probe", "type"),
    "swarm": _("swarm", "type"),
}
"""Colours and types of the starter set; another catalogue's stand as they are written there."""


def face(card: Card, language: Language) -> Face:
    """A card of DataMorphs' in words; the fifth element, the Interrupt, is its back (DAT-R02)."""
    return Face(
        name=card.name.text.in_(language),
        kind=_KIND.in_(language),
        figures=((_MEMORY.in_(language), str(card.bios.memory)), (_TYPE.in_(language), word(card.program.type, language))),
        lines=tuple((label.in_(language), "; ".join(_parts(getattr(card, key), language))) for key, label in ELEMENTS.items()),
    )


def _parts(face: Any, language: Language) -> Iterator[str]:
    yield colour(face.color, language)
    if isinstance(face, Program):
        yield word(face.type, language)
    if isinstance(face, Function):
        for affinities, says in ((face.benefits, _BENEFIT), (face.weaknesses, _WEAKNESS)):
            for affinity in affinities:
                types = ", ".join(word(one, language) for one in affinity.types)
                yield says.in_(language).format(types=types, icons=_icons(affinity, language))
    else:
        yield _icons(face, language)
    if face_abilities := getattr(face, "abilities", ()):
        yield from (ability(one, language) for one in face_abilities)
    if isinstance(face, Program | Boost | Function):
        yield _COST.in_(language).format(n=cost_of(face))


def _icons(face: Any, language: Language) -> str:
    shown = [f"{label.in_(language)} {getattr(face, key)}" for key, label in ICONS.items() if getattr(face, key, 0)]
    return ", ".join(shown) or _NO_ICONS.in_(language)


def _known(said: str) -> Text | str:
    return WORDS.get(said, said)


def word(said: str, language: Language) -> str:
    """A colour or type as people of a language call it; by the catalogue's own word where we know no other."""
    known = _known(said)
    return known.in_(language) if isinstance(known, Text) else known


def colour(said: str, language: Language) -> str:
    """A colour, or the lack of one."""
    return _NO_COLOUR.in_(language) if said == COLOURLESS else word(said, language)


def ability(one: Ability, language: Language) -> str:
    """One ability in words (DAT-066..075)."""
    match one:
        case MemoryBoost():
            said: Text = _("1 more memory and another Boost below")
        case ChangeIcons(before=before, after=after):
            said = _("{icons} icons become {icons2}").fill(icons=ICONS[before], icons2=ICONS[after])
        case SwapIcons():
            said = _("attack and defense change places")
        case ChangeColor(before=before, after=after):
            said = _("what is {before} becomes {after}").fill(before=_known(before), after=_known(after))
        case ColorSum(icon=icon, color=color):
            said = _("+1 {icons} for each {color} part of yours").fill(icons=ICONS[icon], color=_known(color))
        case NullifyIcons(icon=icon, color=color):
            said = _("cancels 1 {icons} of the rival for each {color} part").fill(icons=ICONS[icon], color=_known(color))
        case NullifyColor(color=color):
            said = _("the rival's {color} parts lose their colour").fill(color=_known(color))
        case NullifyMemory(n=n):
            said = _("cancels {n} memory of the rival").fill(n=n)
    target = getattr(one, "target", None)
    return said.in_(language) + (f" ({_ON[target].in_(language)})" if target in _ON else "")


def look(card: Card) -> CardLook:
    """What a card of DataMorphs shows: a figure of squares in the colour of its Program."""
    return CardLook("pixels", (_PALETTES.get(card.program.color, "slate"),))


def poster() -> Markup:
    """DataMorphs as a picture."""
    return art.face(CardLook("pixels", ("tide",)), "cinder_port")


_PALETTES: Mapping[str, Palette] = {"cyan": "tide", "amber": "sand"}
