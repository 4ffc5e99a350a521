"""Mamlejet's words: how its values are shown, and what each is asked to do. The Hebrew terms stand as the rulebook has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.catalogue import Catalogue, by_name, readable
from tapete.core.seats import SEATS
from tapete.core.texts import NOTHING, Language, Seated, Show, Text, Words, among, figure, listed
from tapete.core.value_words import value_words
from tapete.games.mamlejet.cards import Card
from tapete.games.mamlejet.constants import ALWAYS, NEVER
from tapete.games.mamlejet.figures import UNKNOWN
from tapete.games.mamlejet.language import _

TITLE = _("Mamlejet Kohanim")

VALUES: dict[str, dict[Any, Text]] = {
    **value_words(__package__, _),
    "hit": {True: _("a success"), False: _("a failure")},
    "gained": {True: _("gains"), False: _("loses")},
    "mains": {True: _(", in the main phases too"), False: NOTHING},
    "listed": {True: _("registered"), False: _("not registered")},
}
VALUES["lasts"] = VALUES["duration"] | VALUES["lasts"]

_BY, _DAMAGE = _("by"), _("damage")
_NUMBER, _NO_ABILITY = _("no. {number}"), _("no ability")
_ENEMY, _UNNAMED, _LEFT_OUT = _("the enemy"), _("an unnamed card"), _("a target left out")
_ANY_COLOUR, _NO_POINTS = _("of any colour"), _("nothing")
_NEEDED, _ONLY_TEN, _NOT_ONE = _("{n} or more is needed"), _("only a {ALWAYS} will do"), _("anything but a {NEVER} will do")
_SOME_DIE, _STRAY, _STRAY_OF = _("a die"), _("That die"), _("A die of {whose}")


def outcome(word: Any, language: Language) -> str:
    """How a match has ended, in one word of `core.rules.result_word`: who wins, or what else became of it."""
    return (VALUES["result"].get(word) or _("{word} wins").fill(word=word)).in_(language)


def ability(name: Any, language: Language) -> str:
    """Return an action-ability: by its keyword, or by its place on the card, counted from one; none is an empty text."""
    if name == "":
        return _NO_ABILITY.in_(language)
    word = {"shoot": "disparar_proyectiles", "heal": "curar"}.get(name)
    if word is not None:
        return VALUES["keyword"][word].in_(language)
    return _NUMBER.fill(number=name + 1).in_(language)


def signed(value: Any, language: Language) -> str:
    """Return a change with its sign."""
    return figure(value, signed=True)


commander = Seated(lambda who, language, seat: _ENEMY.in_(language) if who == "enemy" else seat(who, language))
"""Who commands a permanent: a player by the seat, or the enemy."""


def reach(value: Any, language: Language) -> str:
    """Return what a die has to show, as people say it: a 10 always does, a 1 never (MMK-132, 134)."""
    said = _ONLY_TEN if value >= ALWAYS else _NOT_ONE if value <= NEVER + 1 else _NEEDED
    return said.in_(language).format(n=value)


def cost(value: Any, language: Language) -> str:
    """Return points by colour, as people say them: `2 Materials, 1 of any colour` (MMK-064, 065)."""
    named = {**VALUES["colour"], "generic": _ANY_COLOUR}
    points = [f"{figure(n)} {named[colour].in_(language)}" for colour, n in value.items()]
    return listed(points, language) if points else _NO_POINTS.in_(language)


_DICE = {
    "initiative": _("{seat}'s initiative"),
    "hero": _("{seat}'s enemy hero"),
    "structure": _("which of {seat}'s structures falls"),
    "city": _("the city that {card} goes for"),
    "attack": _("{card} against {against}"),
    "city_attack": _("{card} against {city}'s city"),
    "shot": _("{card}'s shot at {against}"),
    "city_shot": _("{card}'s shot at {city}'s city"),
    "check": _("the roll of {card}"),
    "check_on": _("the roll of {card} on {against}"),
    "heal": _("{card} healing {against}"),
}
"""What each die is thrown for."""


def _waiting(card: Show) -> Mapping[str, Show]:
    """How dice, what waits on the stack and what is aimed at are called, by what shows a card."""

    def named(value: Any, language: Language) -> str:
        return listed([named(x, language) for x in value], language) if isinstance(value, list) else card(value, language)

    def thrown(value: Any, language: Language, seat: Show) -> str:
        if not value:
            return _SOME_DIE.in_(language)
        cards = {name: named(value[name], language) for name in ("card", "against") if value.get(name) is not None}
        seats = {"seat": seat(value["seat"], language), "city": seat(value.get("city"), language)}
        return _DICE[value["purpose"]].in_(language).format(**seats, **cards)

    def thing(value: Any, language: Language, seat: Show) -> str:
        if isinstance(value, int):
            return _NUMBER.fill(number=value).in_(language)
        return _LEFT_OUT.in_(language) if value == "" else seat(value, language) if value in SEATS else card(value, language)

    def stray(value: Any, language: Language, seat: Show) -> str:
        return _STRAY_OF.in_(language).format(whose=thing(value, language, seat)) if value else _STRAY.in_(language)

    return {
        "thrown": Seated(thrown),
        "stray": Seated(stray),
        "waiting": lambda value, language: card(value, language) if value else _DAMAGE.in_(language),
        "thing": Seated(thing),
    }


def _causes(card: Show) -> Mapping[str, Show]:
    """How the causes of a changed figure are shown, by what shows a card: the cause alone, and a whole reason with figure and time."""

    def cause(value: Any, language: Language) -> str:
        return VALUES["cause"][value].in_(language) if value in VALUES["cause"] else card(value, language)

    def shift(value: Any, language: Language) -> str:
        by, lasts = _BY.in_(language), VALUES["lasts"][value.lasts].in_(language)
        return f"{signed(value.n, language)} {by} {cause(value.cause, language)} ({lasts})"

    return {"cause": cause, "shift": shift}


def _plain(value: Any, language: Language) -> str:
    return _UNNAMED.in_(language) if value == UNKNOWN else readable(value, "-")


def naming(catalogue: Catalogue[Card]) -> Mapping[str, Show]:
    """Return cards and decks by their names in the catalogue."""
    printed = by_name(catalogue, "-")

    def card(value: Any, language: Language) -> str:
        return _plain(value, language) if value == UNKNOWN else printed(value, language)

    def deck(value: Any, language: Language) -> str:
        named = catalogue.extras["decks"].get(value)
        return (named.name.text.in_(language) if named is not None else "") or str(value)

    return {"card": card, "deck": deck, **_causes(card), **_waiting(card)}


WORDS = Words(
    {
        "card": _plain,
        "deck": lambda value, language: str(value),
        "signed": signed,
        "reach": reach,
        **{kind: among(values) for kind, values in VALUES.items()},
        "outcome": outcome,
        "ability": ability,
        "commander": commander,
        "cost": cost,
        **_causes(_plain),
        **_waiting(_plain),
    }
)
