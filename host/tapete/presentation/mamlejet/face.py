"""A card of Mamlejet as it is read aloud and printed on a label: its type, its cost and figures, and what it does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from markupsafe import Markup

from tapete.core.kinds import name_of, shown_as
from tapete.core.texts import Language, Text, figure
from tapete.games.mamlejet.cards import Aim, Bearer, Card, steps
from tapete.games.mamlejet.figures import CardType, plain
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.operations import Roll
from tapete.games.mamlejet.values import VALUES, WORDS, cost
from tapete.presentation import art
from tapete.presentation.art import CardLook
from tapete.presentation.base import Face

COST, MAKES, EQUIPPING = _("Cost"), _("Makes"), _("Equipping")
DIFFICULTY, EMUNA, ATTACK, HEALING = _("Difficulty"), _("Emuná"), _("Attack bonus"), _("Healing")
CITY, DEFENDERS = _("City"), _("Defenders")
KEYWORDS, TARGET, BEARER, TEXT = _("Special abilities"), _("Target"), _("Bearer"), _("Text")
EFFECT, ACTION, TRIGGERED, ACTS = _("Effect"), _("Action"), _("Triggered"), _("When enemies act")

FIGURES: tuple[tuple[str, Text], ...] = (
    ("difficulty", DIFFICULTY),
    ("emuna", EMUNA),
    ("attack_bonus", ATTACK),
    ("heal_difficulty", HEALING),
    ("city_difficulty", CITY),
    ("defender_bonus", DEFENDERS),
)
"""The printed numbers of a card, in the order of its label; one that is absent or nothing is left out."""

CHANGES = ("attack_bonus", "city_difficulty", "defender_bonus")
"""Those that are changes, shown with their sign."""


def face(card: Card, language: Language) -> Face:
    """What is printed on a card, in one language: cost, figures, keywords, and its text or what its structured effects do."""
    return Face(
        name=str(card.name.text.in_(language)),
        kind=WORDS.show(card.type, language, "type"),
        figures=tuple((said.in_(language), shown) for said, shown in _figures(card, language)),
        lines=tuple((said.in_(language), line) for said, line in _lines(card, language)),
    )


def _figures(card: Card, language: Language) -> Iterator[tuple[Text, str]]:
    for paid, points in ((COST, card.cost), (MAKES, card.produces), (EQUIPPING, card.equip_cost)):
        if points is not None and points.total:
            yield paid, cost(plain(points), language)
    for name, said in FIGURES:
        if n := getattr(card, name):
            yield said, figure(n, signed=name in CHANGES)
    if card.bearer is not None:
        yield BEARER, _bearer(card.bearer, language)


def _lines(card: Card, language: Language) -> Iterator[tuple[Text, str]]:
    if card.keywords:
        yield KEYWORDS, WORDS.show(card.keywords, language, "keyword")
    if card.text is not None:
        yield TEXT, card.text.text.in_(language)
        return
    yield from _aimed(card.targets, language)
    if card.effects:
        yield EFFECT, _done(card.effects, language)
    for ability in card.abilities:
        yield from _aimed(ability.targets, language)
        yield TRIGGERED if ability.on is not None else ACTION, _done(steps(ability), language)
    if card.activation is not None:
        yield ACTS, _done(steps(card.activation), language)


def _bearer(given: Bearer, language: Language) -> str:
    """What a weapon or a strategy gives to the one who bears it."""
    changes = ((ATTACK, given.attack_bonus), (DIFFICULTY, given.difficulty))
    shown = [f"{said.in_(language)} {figure(n, signed=True)}" for said, n in changes if n]
    return ", ".join([*shown, *(WORDS.show(keyword, language, "keyword") for keyword in given.keywords)])


def _aimed(aims: Iterable[Aim], language: Language) -> Iterator[tuple[Text, str]]:
    for aim in aims:
        yield TARGET, WORDS.show(aim.kind, language, "target")


def _done(operations: Iterable[Any], language: Language) -> str:
    """What operations do, one after the other, each by its name with its figures."""
    return "; ".join(_operation(op, language) for op in operations)


def _operation(op: Any, language: Language) -> str:
    name = VALUES["op"][name_of(type(op))].in_(language)
    if isinstance(op, Roll):
        follows = _done(op.then, language) + (f" / {_done(op.otherwise, language)}" if op.otherwise else "")
        return f"{name} ({WORDS.show(op.difficulty, language, 'reach')}): {follows}"
    kinds = {**shown_as(type(op)), "difficulty": "reach", "n": "signed" if hasattr(op, "duration") else None}
    told = ((field, getattr(op, field, None)) for field in ("n", "colour", "keyword", "difficulty", "duration"))
    figures = [WORDS.show(value, language, kinds.get(field)) for field, value in told if value is not None]
    return f"{name} ({', '.join(figures)})" if figures else name


LOOKS: Mapping[CardType, CardLook] = {
    "soldado": CardLook("person", ("marsh", "tide", "clay", "moss")),
    "enemigo": CardLook("enemy", ("slate", "sand", "rose")),
    "objeto": CardLook("object"),
    "recurso": CardLook("land"),
    "estrategia": CardLook("sigil", ("moss", "slate")),
    "hishtadlut": CardLook("sigil", ("clay", "sand")),
    "tefila": CardLook("sigil", ("tide", "dusk")),
}
"""What a card shows, by its type."""


def look(card: Card) -> CardLook:
    """What a card of Mamlejet's shows: somebody of ours, an enemy, a thing, a place or a sign."""
    return LOOKS[card.type]


def poster() -> Markup:
    """Mamlejet Kohanim as a picture."""
    return art.face(CardLook("person", ("marsh",)), "capitan50")
