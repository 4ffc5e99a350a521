"""Mamlejet's words: how its values are shown, and what each is asked to do. The Hebrew terms stand as the rulebook has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.catalogue import Catalogue
from tapete.core.texts import NOTHING, Language, Show, Text, Words, among, figure
from tapete.games.mamlejet.cards import Card
from tapete.games.mamlejet.figures import EPIC, RULED
from tapete.games.mamlejet.language import _

TITLE = _("Mamlejet Kohanim")

VALUES: dict[str, dict[Any, Text]] = {
    "colour": {"white": _("Sustenance"), "red": _("Materials"), "blue": _("Spirituality")},
    "type": {
        "soldado": _("soldier"),
        "objeto": _("object"),
        "estrategia": _("strategy"),
        "hishtadlut": _("hishtadlut"),
        "tefila": _("tefilá"),
        "recurso": _("resource"),
        "enemigo": _("enemy"),
    },
    "keyword": {
        "coraje": _("courage"),
        "curar": _("heal"),
        "dano_catastrofico": _("catastrophic damage"),
        "disparar_proyectiles": _("shoot projectiles"),
        "frenesi": _("frenzy"),
        "infundir_miedo": _("strike fear"),
        "robustez": _("robustness"),
        "zerizut": _("zerizut"),
    },
    "duration": {
        "eot": _("until the end of the turn"),
        "in_play": _("while it stays in play"),
        "while_source": _("while its cause stays in play"),
    },
    "lasts": {"attached": _("while it is attached"), "defending": _("for defending"), "printed": _("printed")},
    "cause": {EPIC: _("an epic failure"), RULED: _("a table ruling")},
    "reason": {
        "pays": _("it makes wealth"),
        "acts": _("it has used an ability"),
        "fights": _("it is in combat"),
        "defends": _("it defends a city"),
        "effect": _("by an effect"),
    },
    "where": {
        "hand": _("the hand"),
        "city": _("the city"),
        "guenizah": _("the guenizá"),
        "play": _("play"),
        "enemy_city": _("the enemy city"),
        "enemy_out": _("the enemies set aside"),
    },
    "what": {"difficulty": _("difficulty index"), "attack": _("attack")},
    "hit": {True: _("a success"), False: _("a failure")},
    "gained": {True: _("gains"), False: _("loses")},
    "mains": {True: _(", in the main phases too"), False: NOTHING},
    "listed": {True: _("registered"), False: _("not registered")},
    "fallen": {"none": _("it does not count as fallen"), "battle": _("fallen in battle"), "city": _("fallen from the city")},
    "result": {"win": _("a win"), "loss": _("everybody loses"), "draw": _("a draw"), "stopped": _("no result")},
    "end": {
        "emuna": _("the enemy's emuná"),
        "lost": _("too much emuná lost"),
        "empty_city": _("an empty city"),
        "both": _("won and lost at once"),
        "clock": _("against the clock"),
        "exhausted": _("no enemies are left"),
        "card": _("a card says so"),
        "abandoned": _("the table stops"),
    },
    "family": {"tactics": _("tactics"), "enemies": _("enemy", "deck")},
    "target": {
        "ally": _("an allied soldier"),
        "own_ally": _("a soldier of yours"),
        "enemy": _("an enemy"),
        "soldier": _("a soldier or enemy"),
        "permanent": _("a permanent"),
        "structure": _("a structure"),
        "city": _("a city"),
        "player": _("a player"),
        "stack_item": _("something that waits on the stack"),
        "damaged_ally": _("a soldier with pending damage"),
        "dedicated_ally": _("a dedicated soldier"),
    },
    "expected": {
        "setup": _("a hand for every player"),
        "window": _("a play or a pass"),
        "plan": _("the plan for combat"),
        "assaults": _("who defends the city"),
        "frenzy_choice": _("an enemy for the frenzy"),
        "entries": _("the enemy that enters"),
        "ordering": _("the order of triggered abilities"),
        "cards": _("the cards that are asked for"),
        "dice": _("the dice that are asked for"),
        "clean_up": _("the discarded cards"),
        "discard": _("the discarded cards"),
        "fall": _("the card that falls from the city"),
        "mill": _("the cards that fall from the city"),
    },
    "step": {
        "setup": _("setup"),
        "1a": _("freeing (1a)"),
        "1b": _("initiative (1b)"),
        "1c": _("enemy threat (1c)"),
        "2a": _("draw (2a)"),
        "2b": _("enlistment (2b)"),
        "2c_plan": _("dedication (2c)"),
        "2c": _("dedication (2c)"),
        "2d": _("end of the main phase (2d)"),
        "3a_w1": _("start of combat (3a)"),
        "3a_targets": _("attacks on cities (3a)"),
        "3a_defence": _("defence of the cities (3a)"),
        "3a_w2": _("before the dice (3a)"),
        "3a_rolls": _("dice against the cities (3a)"),
        "3b": _("early attack (3b)"),
        "3c": _("first assignment of damage (3c)"),
        "3d": _("main attack (3d)"),
        "3d_frenzy": _("frenzy (3d)"),
        "3e": _("second assignment of damage (3e)"),
        "3g": _("end of combat (3g)"),
        "4a": _("end of the turn (4a)"),
        "4b": _("clean-up (4b)"),
        "over": _("over"),
    },
}


VALUES["lasts"] = VALUES["duration"] | VALUES["lasts"]


def outcome(word: Any, language: Language) -> str:
    """How a match has ended, in one word of `core.rules.result_word`: who wins, or what else became of it."""
    if word in VALUES["result"]:
        return VALUES["result"][word].in_(language)
    return _("{word} wins").fill(word=word).in_(language)


def ability(name: Any, language: Language) -> str:
    """An action-ability: by its keyword, or by its place on the card, counted from one."""
    word = {"shoot": "disparar_proyectiles", "heal": "curar"}.get(name)
    if word is not None:
        return VALUES["keyword"][word].in_(language)
    return _("no. {number}").fill(number=name + 1).in_(language)


def signed(value: Any, language: Language) -> str:
    """A change with its sign."""
    return figure(value, signed=True)


_BY = _("by")


def reach(value: Any, language: Language) -> str:
    """What a die has to show, as people say it: a 10 always does, a 1 never (MMK-132, 134)."""
    said = _ONLY_TEN if value >= 10 else _NOT_ONE if value <= 2 else _NEEDED
    return said.in_(language).format(n=value)


_NEEDED = _("{n} or more is needed")
_ONLY_TEN = _("only a 10 will do")
_NOT_ONE = _("anything but a 1 will do")


def _causes(card: Show) -> Mapping[str, Show]:
    """How the causes of a changed figure are shown, by what shows a card: the cause alone, and a whole reason with figure and time."""

    def cause(value: Any, language: Language) -> str:
        return VALUES["cause"][value].in_(language) if value in VALUES["cause"] else card(value, language)

    def shift(value: Any, language: Language) -> str:
        by, lasts = _BY.in_(language), VALUES["lasts"][value.lasts].in_(language)
        return f"{signed(value.n, language)} {by} {cause(value.cause, language)} ({lasts})"

    return {"cause": cause, "shift": shift}


def _plain(value: Any, language: Language) -> str:
    if value == "unknown":
        return _("an unnamed card").in_(language)
    return str(value).replace("-", " ").capitalize()


def naming(catalogue: Catalogue[Card]) -> Mapping[str, Show]:
    """Cards and decks by their names in the catalogue."""
    names = {card.id: card.name.text(card.id) for card in catalogue.cards.values()}
    decks = {deck.id: deck.name.text(deck.id) for deck in catalogue.extras.get("decks", {}).values()}

    def card(value: Any, language: Language) -> str:
        return names[value].in_(language) if value in names else _plain(value, language)

    def deck_name(value: Any, language: Language) -> str:
        return decks[value].in_(language) if value in decks else str(value)

    return {"card": card, "deck": deck_name, **_causes(card)}


WORDS = Words(
    {
        "card": _plain,
        "deck": lambda value, language: str(value),
        "signed": signed,
        "reach": reach,
        **{kind: among(values) for kind, values in VALUES.items()},
        "outcome": outcome,
        "ability": ability,
        **_causes(_plain),
    }
)
