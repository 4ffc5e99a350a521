"""DataMorphs' cards in words: a line for each element, with its colour, icons, cost and abilities (ledger, section 10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tapete.cards.faces import Face
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

ELEMENTS = {
    "bios": Text("Bios", "Bios"),
    "program": Text("Programa", "Program"),
    "boost": Text("Boost", "Boost"),
    "function": Text("Función", "Function"),
}
"""The elements of a card by key, in the order in which they are printed."""

ICONS = {"attack": Text("ataque", "attack"), "defense": Text("defensa", "defense"), "memory": Text("memoria", "memory")}
_COST = Text("cuesta {n}", "costs {n}")
_NO_ICONS = Text("sin iconos", "no icons")
_NO_COLOUR = Text("sin color", "colourless")
_BENEFIT = Text("ayuda a {types}: {icons}", "helps {types}: {icons}")
_WEAKNESS = Text("debilita a {types}: {icons}", "weakens {types}: {icons}")
_ON = {
    "own": Text("en tu DataMorph", "on your own DataMorph"),
    "rival": Text("en el DataMorph rival", "on the rival's DataMorph"),
    "choice": Text("en el que elijas", "on the one you choose"),
}
_KIND = Text("carta de cinco elementos", "card of five elements")
_MEMORY = Text("Memoria", "Memory")
_TYPE = Text("Tipo", "Type")


def face(card: Card, language: Language) -> Face:
    """A card of DataMorphs' in words; the fifth element, the Interrupt, is its back (DAT-R02)."""
    return Face(
        name=card.name.es if language == "es" else card.name.en,
        kind=_KIND.in_(language),
        figures=((_MEMORY.in_(language), str(card.bios.memory)), (_TYPE.in_(language), card.program.type)),
        lines=tuple((label.in_(language), "; ".join(_parts(getattr(card, key), language))) for key, label in ELEMENTS.items()),
    )


def _parts(face: Any, language: Language) -> Iterator[str]:
    yield colour(face.color, language)
    if isinstance(face, Program):
        yield face.type
    if isinstance(face, Function):
        for affinities, says in ((face.benefits, _BENEFIT), (face.weaknesses, _WEAKNESS)):
            for affinity in affinities:
                yield says.in_(language).format(types=", ".join(affinity.types), icons=_icons(affinity, language))
    else:
        yield _icons(face, language)
    if face_abilities := getattr(face, "abilities", ()):
        yield from (ability(one, language) for one in face_abilities)
    if isinstance(face, Program | Boost | Function):
        yield _COST.in_(language).format(n=cost_of(face))


def _icons(face: Any, language: Language) -> str:
    shown = [f"{label.in_(language)} {getattr(face, key)}" for key, label in ICONS.items() if getattr(face, key, 0)]
    return ", ".join(shown) or _NO_ICONS.in_(language)


def colour(word: str, language: Language) -> str:
    """A colour by the catalogue's own word; the lack of one in the reader's."""
    return _NO_COLOUR.in_(language) if word == COLOURLESS else word


def ability(one: Ability, language: Language) -> str:
    """One ability in words (DAT-066..075)."""
    match one:
        case MemoryBoost():
            said = Text("1 de memoria más y otro Boost debajo", "1 more memory and another Boost below")
        case ChangeIcons(before=before, after=after):
            said = Text(
                f"los iconos de {ICONS[before].es} pasan a ser de {ICONS[after].es}", f"{ICONS[before].en} icons become {ICONS[after].en}"
            )
        case SwapIcons():
            said = Text("ataque y defensa se intercambian", "attack and defense change places")
        case ChangeColor(before=before, after=after):
            said = Text(f"lo de color {before} pasa a {after}", f"what is {before} becomes {after}")
        case ColorSum(icon=icon, color=color):
            said = Text(f"+1 {ICONS[icon].es} por cada parte {color} tuya", f"+1 {ICONS[icon].en} for each {color} part of yours")
        case NullifyIcons(icon=icon, color=color):
            said = Text(
                f"anula 1 {ICONS[icon].es} del rival por cada parte {color}",
                f"cancels 1 {ICONS[icon].en} of the rival for each {color} part",
            )
        case NullifyColor(color=color):
            said = Text(f"las partes {color} del rival pierden el color", f"the rival's {color} parts lose their colour")
        case NullifyMemory(n=n):
            said = Text(f"anula {n} de memoria del rival", f"cancels {n} memory of the rival")
    target = getattr(one, "target", None)
    return said.in_(language) + (f" ({_ON[target].in_(language)})" if target in _ON else "")
