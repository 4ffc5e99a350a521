"""BHM's values in words: phases, attributes, keywords, causes, what is pending."""

from __future__ import annotations

from typing import Any

from tapete.core.catalogue import Catalogue, by_name, readable
from tapete.core.texts import Language, Show, Text, Words, among
from tapete.games.bhm.cards import Card
from tapete.games.bhm.figures import CardSource
from tapete.games.bhm.language import _

VALUES: dict[str, dict[str, Text]] = {
    "phase": {
        "setup": _("setup"),
        "initial": _("initial phase"),
        "strategy_1": _("first strategy phase"),
        "combat": _("combat phase"),
        "strategy_2": _("second strategy phase"),
        "final": _("final phase"),
    },
    "moment": {
        "setup_draw": _("the setup"),
        "setup_exchange": _("the setup"),
        "setup_die": _("the starting die"),
        "dice": _("the starting die"),
        "initial": _("the initial phase"),
        "strategy": _("a strategy phase"),
        "declaring": _("the declaration of attacks"),
        "fighting": _("the resolution of attacks"),
        "final": _("the final phase"),
        "terror": _("the choice of TERROR"),
        "window": _("a reaction window"),
    },
    "attr": {"pod": _("POD"), "fue": _("FUE"), "res": _("RES"), "val": _("VAL"), "salud": _("Salud"), "rank": _("rank")},
    "card_kind": {
        "being": _("being"),
        "summon": _("summon"),
        "entity": _("celestial entity"),
        "special": _("special card"),
        "strategy": _("strategy"),
        "power": _("power"),
        "object": _("object"),
        "territory": _("territory"),
    },
    "keyword": {
        "inmortal": _("INMORTAL"),
        "indestructible": _("INDESTRUCTIBLE"),
        "vinculo_de_poder": _("VÍNCULO DE PODER"),
        "resistencia_magica": _("RESISTENCIA MÁGICA"),
        "intangible": _("INTANGIBLE"),
        "invisible": _("INVISIBLE"),
        "eterno": _("ETERNO"),
        "terror": _("TERROR"),
        "inmune": _("INMUNE"),
    },
    "state": {
        "frozen": _("frozen"),
        "inactive": _("abilities asleep"),
        "returned": _("came back this turn"),
        "attacked": _("has attacked"),
        "drained": _("has summoned this turn"),
    },
    "zone": {
        "hand": _("hand"),
        "deck": _("deck"),
        "dead": _("dead zone"),
        "deserters": _("deserters zone"),
        "territories": _("territory zone"),
        "strategy": _("strategy zone"),
        "summons": _("summon zone"),
        "field": _("field"),
    },
    "where": {"top": _("on top"), "bottom": _("at the bottom"), "shuffle": _("and it is shuffled")},
    "what": {
        "call": _("the call"),
        "instant_call": _("the instant call"),
        "summon": _("the summon"),
        "strategy": _("the strategy"),
        "power": _("the power"),
        "object": _("the object"),
        "territory": _("the territory"),
        "attack": _("the attack"),
        "terror": _("the TERROR"),
        "draw": _("the draw"),
        "ability": _("the ability"),
    },
    "how": {
        "call": _("by a war call"),
        "instant_call": _("by an instant call"),
        "summon": _("by a summon"),
        "moved": _("by the effect of a card"),
    },
    "grant": {"instant_call": _("may make an instant call this turn"), "power_attack": _("may make a power attack this turn")},
    "cause": {
        "killed": _("a being killed"),
        "annihilated": _("a being annihilated"),
        "petrified": _("a being petrified"),
        "fled": _("a being that flees"),
        "territory": _("a territory lost"),
        "entity": _("an entity that falls"),
        "superiority": _("the rival's numerical superiority"),
        "inferiority": _("numerical inferiority"),
        "armagedon": _("ARMAGEDON"),
        "effect": _("an effect"),
        "start": _("the start"),
    },
    "reason": {
        "gone": _("it is not there any more"),
        "immune": _("it is INMUNE"),
        "inmortal": _("it is INMORTAL"),
        "eterno": _("it is ETERNO"),
        "entity": _("it is a celestial entity"),
        "fire": _("it is of the element fire"),
        "intangible": _("the target is INTANGIBLE"),
        "invisible": _("it is INVISIBLE"),
        "no_attribute": _("it lacks that attribute"),
        "no_space": _("there is no room"),
        "indestructible": _("it is INDESTRUCTIBLE"),
        "nothing_pending": _("nothing is pending"),
        "frozen": _("it is frozen"),
        "illegal": _("it cannot be any more"),
        "not_there": _("there is nothing there"),
        "out": _("that player is out"),
    },
    "out_reason": {"counter": _("the counter has reached 32"), "deckout": _("no cards are left to draw"), "concede": _("by concession")},
    "problem": {
        "outside": _("something is not there, or not one of the choices"),
        "bad_target": _("it points at something that is not there or does not fit"),
        "no_such_card": _("that card is not there"),
        "not_so_many": _("there are not as many as are due"),
        "twice": _("something is named twice"),
        "text_length": _("the text is missing or too long"),
    },
    "op": {
        "counter_change": _("Change a counter"),
        "attr_change": _("Change an attribute and its maximum"),
        "attr_set": _("Set an attribute"),
        "heal": _("Heal"),
        "damage": _("Damage"),
        "rank_change": _("Change a rank"),
        "kill": _("ASESINAR (kill)"),
        "annihilate": _("ANIQUILAR (annihilate)"),
        "petrify": _("PETRIFICAR (petrify)"),
        "unpetrify": _("Undo the stone"),
        "freeze": _("CONGELAR (freeze)"),
        "unfreeze": _("Thaw"),
        "force_flee": _("Make it flee"),
        "add_keyword": _("Give a keyword"),
        "remove_keyword": _("Take a keyword away"),
        "remove_name": _("Take the name away"),
        "destroy_territory": _("Destroy a territory"),
        "destroy_object": _("Destroy an object"),
        "destroy_power": _("Destroy an equipped power"),
        "take_control": _("Take control"),
        "move_card": _("Move a card"),
        "draw": _("Draw"),
        "discard_cards": _("Discard", "operation"),
        "grant_instant_call": _("Allow an instant call"),
        "grant_power_attack": _("Allow a power attack"),
        "cancel_top": _("Cancel what is pending"),
        "note": _("Note something"),
    },
    "until": {"permanent": _("for good"), "end_of_turn": _("until the turn ends")},
}
"""Every word that stands for a value, by its kind."""


def keyword(value: Any, language: Language) -> str:
    """A keyword with its figure: `TERROR 120`."""
    name, _, number = str(value).partition(":")
    said = VALUES["keyword"][name].in_(language) if name in VALUES["keyword"] else name
    return f"{said} {number}" if number else said


def mark(value: Any, language: Language) -> str:
    """A keyword or a state of what stands on the field."""
    return VALUES["state"][value].in_(language) if value in VALUES["state"] else keyword(value, language)


def figure(value: Any, language: Language) -> str:
    """An attribute with what it is and what it can be: `FUE 120/200`."""
    name, now, most = str(value).split()
    return f"{VALUES['attr'][name].in_(language)} {now}/{most}"


def naming(catalogue: Catalogue[Card]) -> dict[str, Show]:
    """Cards by their names, in each language."""

    card = by_name(catalogue)

    def ref(value: Any, language: Language) -> str:
        """What an action points at: a card with its controller, or a being's number."""
        if isinstance(value, CardSource):
            return f"{card(value.card, language)} ({value.seat})"
        return card(value, language) if isinstance(value, str) else str(value)

    return {"card": card, "ref": ref}


KINDS: dict[str, Show] = {
    "card": lambda card, language: readable(card),
    **{kind: among(values) for kind, values in VALUES.items()},
    "keyword": keyword,
    "mark": mark,
    "figure": figure,
}


TITLE = _("BHM")


WORDS = Words(KINDS)
