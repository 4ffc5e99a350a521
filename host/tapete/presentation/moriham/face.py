"""MORIHAM's cards in words: level, attack and defense, the special summon, the ability, both effects.

Source: docs/inside/rules/moriham.md#catalogue.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from markupsafe import Markup
from msgspec import structs

from tapete.core.texts import Language, Text, figure
from tapete.games.moriham import values
from tapete.games.moriham.cards import Card, Condition, Cost, MagicCard, MonsterCard, Prose, TrapCard, type_of
from tapete.games.moriham.figures import CardType
from tapete.games.moriham.language import _
from tapete.games.moriham.operations import Operations
from tapete.presentation import art
from tapete.presentation.art import CardLook
from tapete.presentation.base import Face

_LEVEL = _("Level")
_ATTACK = _("Attack")
_DEFENSE = _("Defense")
_SPECIAL = _("Special summon")
_ABILITY = _("Ability")
_EFFECT = _("Effect {n}")
_NEVER = _("none")
_STAYS = _("Stays on the table")
_YES = _("yes")
_TIMING = {
    "main": _("in your phase 1 or 2"),
    "initial": _("in your initial phase"),
    "summoned": _("when it is summoned"),
    "destroyed": _("when it is destroyed"),
}
_TIMES = _("{n} {n:time|times} a turn")
_ARGUMENTS: dict[str, Mapping[str, Text]] = {
    "who": {"own": _("you"), "opponent": _("your rival"), "both": _("both")},
    "target": values.VALUES["target"],
    "position": {
        "attack": _("in attack position"),
        "defense": _("in defense position"),
        "toggle": _("to the other position"),
    },
    "until": values.VALUES["until"],
    "where": values.VALUES["where"],
}


def face(card: Card, language: Language) -> Face:
    """A card of MORIHAM's in words."""
    figures: tuple[tuple[str, str], ...] = ()
    if isinstance(card, MonsterCard):
        printed = ((_LEVEL, card.level), (_ATTACK, card.attack), (_DEFENSE, card.defense))
        figures = tuple((label.in_(language), str(value)) for label, value in printed)
    elif card.stays:
        figures = ((_STAYS.in_(language), _YES.in_(language)),)
    return Face(
        name=card.name.text.in_(language),
        kind=values.VALUES["type"][type_of(card)].in_(language),
        figures=figures,
        lines=tuple(_lines(card, language)),
    )


def _lines(card: Card, language: Language) -> Iterator[tuple[str, str]]:
    if not isinstance(card, MonsterCard):
        for number in range(1, len(card.effect) + 1):
            yield _EFFECT.in_(language).format(n=number), effect_of(card, number, language)
        return
    special, ability = card.special, card.ability
    every: tuple[Condition | Cost, ...] = (*special.conditions, *special.costs)
    needs = [_need(need, language) for need in every]
    if special.text is not None:
        needs.append(_prose(special.text, language))
    yield _SPECIAL.in_(language), "; ".join(needs) or _NEVER.in_(language)
    if ability.timing is None:
        yield _ABILITY.in_(language), _NEVER.in_(language)
        return
    when = _TIMING[ability.timing].in_(language)
    if ability.uses_per_turn > 1:
        when += ", " + _TIMES.in_(language).format(n=ability.uses_per_turn)
    yield _ABILITY.in_(language), f"{when}: {_does(ability.ops, ability.text, language)}"


def effect_of(card: MagicCard | TrapCard, number: int, language: Language) -> str:
    """When one of a card's effects is activated, and what it does: the operations in words, or else the card's own text."""
    effect = card.effect[number - 1]
    return f"{values.VALUES['when'][effect.when].in_(language)}: {_does(effect.ops, effect.text, language)}"


def _need(need: Condition | Cost, language: Language) -> str:
    kind = "condition" if isinstance(need, Condition) else "cost"
    said = values.VALUES[kind][need.kind].in_(language)
    return said if need.kind == "own_life_below_opp" else f"{said} ({need.n})"


def _does(ops: tuple[Operations, ...] | None, text: Prose | None, language: Language) -> str:
    if ops is None:
        return _prose(text, language) if text is not None else "–"
    return "; ".join(operation(op, language) for op in ops)


def operation(op: Operations, language: Language) -> str:
    """One operation in words: what it does, to whom, how much, how long."""
    said = values.VALUES["op"][str(op.__struct_config__.tag)].in_(language)
    parts = []
    for name, value in structs.asdict(op).items():
        if name == "cards" or value is None:
            continue
        if name in _ARGUMENTS and isinstance(value, str):
            parts.append(_ARGUMENTS[name][value].in_(language))
        else:
            parts.append(figure(value, signed=True) if name == "delta" else str(value).replace("_", " "))
    return f"{said} ({', '.join(parts)})" if parts else said


def _prose(text: Prose, language: Language) -> str:
    return text.text.in_(language)


LOOKS: Mapping[CardType, CardLook] = {
    "monster": CardLook("creature"),
    "magic": CardLook("sigil", ("dusk", "tide")),
    "trap": CardLook("trap", ("rose", "clay")),
}
"""What a card shows, by its type."""


def look(card: Card) -> CardLook:
    """What a card of MORIHAM's shows: a beast, a sign or a snare."""
    return LOOKS[type_of(card)]


def poster() -> Markup:
    """MORIHAM as a picture."""
    return art.face(LOOKS["monster"], "storm_heron")
