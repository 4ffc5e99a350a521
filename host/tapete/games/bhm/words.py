"""BHM's values in words: phases, attributes, keywords, causes, what is pending."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.catalogue import Catalogue
from tapete.core.texts import Language, Show, Text
from tapete.games.bhm.cards import Card
from tapete.games.bhm.figures import CardSource

VALUES: dict[str, dict[str, Text]] = {
    "phase": {
        "setup": Text("preparación", "setup"),
        "initial": Text("fase inicial", "initial phase"),
        "strategy_1": Text("primera fase de estrategia", "first strategy phase"),
        "combat": Text("fase de combate", "combat phase"),
        "strategy_2": Text("segunda fase de estrategia", "second strategy phase"),
        "final": Text("fase final", "final phase"),
    },
    "moment": {
        "setup_draw": Text("la preparación", "the setup"),
        "setup_exchange": Text("la preparación", "the setup"),
        "setup_die": Text("el dado del comienzo", "the starting die"),
        "dice": Text("el dado del comienzo", "the starting die"),
        "initial": Text("la fase inicial", "the initial phase"),
        "strategy": Text("una fase de estrategia", "a strategy phase"),
        "declaring": Text("la declaración de ataques", "the declaration of attacks"),
        "fighting": Text("la resolución de los ataques", "the resolution of attacks"),
        "final": Text("la fase final", "the final phase"),
        "terror": Text("la elección de TERROR", "the choice of TERROR"),
        "window": Text("una ventana de reacción", "a reaction window"),
    },
    "attr": {
        "pod": Text("POD", "POD"),
        "fue": Text("FUE", "FUE"),
        "res": Text("RES", "RES"),
        "val": Text("VAL", "VAL"),
        "salud": Text("Salud", "Salud"),
        "rank": Text("rango", "rank"),
    },
    "card_kind": {
        "being": Text("un ser", "being"),
        "summon": Text("una invocación", "summon"),
        "entity": Text("un ente celestial", "celestial entity"),
        "special": Text("una carta especial", "special card"),
        "strategy": Text("una estrategia", "strategy"),
        "power": Text("un poder", "power"),
        "object": Text("un objeto", "object"),
        "territory": Text("un territorio", "territory"),
    },
    "keyword": {
        "inmortal": Text("INMORTAL", "INMORTAL"),
        "indestructible": Text("INDESTRUCTIBLE", "INDESTRUCTIBLE"),
        "vinculo_de_poder": Text("VÍNCULO DE PODER", "VÍNCULO DE PODER"),
        "resistencia_magica": Text("RESISTENCIA MÁGICA", "RESISTENCIA MÁGICA"),
        "intangible": Text("INTANGIBLE", "INTANGIBLE"),
        "invisible": Text("INVISIBLE", "INVISIBLE"),
        "eterno": Text("ETERNO", "ETERNO"),
        "terror": Text("TERROR", "TERROR"),
        "inmune": Text("INMUNE", "INMUNE"),
    },
    "state": {
        "frozen": Text("congelado", "frozen"),
        "inactive": Text("sin habilidades", "abilities asleep"),
        "returned": Text("ha vuelto este turno", "came back this turn"),
        "attacked": Text("ya ha atacado", "has attacked"),
        "drained": Text("ha invocado este turno", "has summoned this turn"),
    },
    "zone": {
        "hand": Text("la mano", "hand"),
        "deck": Text("la baraja", "deck"),
        "dead": Text("la zona de muertos", "dead zone"),
        "deserters": Text("la zona de desertores", "deserters zone"),
        "territories": Text("la zona de territorios", "territory zone"),
        "strategy": Text("la zona de estrategia", "strategy zone"),
        "summons": Text("la zona de invocaciones", "summon zone"),
        "field": Text("el campo", "field"),
    },
    "where": {
        "top": Text("encima", "on top"),
        "bottom": Text("debajo", "at the bottom"),
        "shuffle": Text("y se baraja", "and it is shuffled"),
    },
    "what": {
        "call": Text("la llamada", "the call"),
        "instant_call": Text("la llamada instantánea", "the instant call"),
        "summon": Text("la invocación", "the summon"),
        "strategy": Text("la estrategia", "the strategy"),
        "power": Text("el poder", "the power"),
        "object": Text("el objeto", "the object"),
        "territory": Text("el territorio", "the territory"),
        "attack": Text("el ataque", "the attack"),
        "terror": Text("el TERROR", "the TERROR"),
        "draw": Text("el robo", "the draw"),
        "ability": Text("la habilidad", "the ability"),
    },
    "how": {
        "call": Text("por llamada de guerra", "by a war call"),
        "instant_call": Text("por llamada instantánea", "by an instant call"),
        "summon": Text("por invocación", "by a summon"),
        "moved": Text("por el efecto de una carta", "by the effect of a card"),
    },
    "grant": {
        "instant_call": Text("puede hacer una llamada instantánea este turno", "may make an instant call this turn"),
        "power_attack": Text("puede hacer un ataque de poder este turno", "may make a power attack this turn"),
    },
    "cause": {
        "killed": Text("un ser asesinado", "a being killed"),
        "annihilated": Text("un ser aniquilado", "a being annihilated"),
        "petrified": Text("un ser petrificado", "a being petrified"),
        "fled": Text("un ser que huye", "a being that flees"),
        "territory": Text("un territorio perdido", "a territory lost"),
        "entity": Text("un ente que cae", "an entity that falls"),
        "superiority": Text("superioridad numérica del rival", "the rival's numerical superiority"),
        "inferiority": Text("inferioridad numérica", "numerical inferiority"),
        "armagedon": Text("ARMAGEDON", "ARMAGEDON"),
        "effect": Text("un efecto", "an effect"),
        "start": Text("el comienzo", "the start"),
    },
    "reason": {
        "gone": Text("ya no está ahí", "it is not there any more"),
        "immune": Text("es INMUNE", "it is INMUNE"),
        "inmortal": Text("es INMORTAL", "it is INMORTAL"),
        "eterno": Text("es ETERNO", "it is ETERNO"),
        "entity": Text("es un ente celestial", "it is a celestial entity"),
        "fire": Text("es del elemento fuego", "it is of the element fire"),
        "intangible": Text("el objetivo es INTANGIBLE", "the target is INTANGIBLE"),
        "invisible": Text("es INVISIBLE", "it is INVISIBLE"),
        "no_attribute": Text("no tiene ese atributo", "it lacks that attribute"),
        "no_space": Text("no hay sitio", "there is no room"),
        "indestructible": Text("es INDESTRUCTIBLE", "it is INDESTRUCTIBLE"),
        "nothing_pending": Text("no hay nada pendiente", "nothing is pending"),
        "frozen": Text("está congelado", "it is frozen"),
        "illegal": Text("ya no puede ser", "it cannot be any more"),
        "not_there": Text("no hay nada ahí", "there is nothing there"),
    },
    "out_reason": {
        "counter": Text("su contador ha llegado a 32", "the counter has reached 32"),
        "deckout": Text("se ha quedado sin cartas que robar", "no cards are left to draw"),
        "concede": Text("se rinde", "by concession"),
    },
    "problem": {
        "outside": Text("algo no está ahí, o no es una de las opciones", "something is not there, or not one of the choices"),
        "bad_target": Text(
            "apunta a algo que no está ahí o que no le corresponde", "it points at something that is not there or does not fit"
        ),
        "no_such_card": Text("esa carta no está ahí", "that card is not there"),
        "not_so_many": Text("no van tantas como tocan", "there are not as many as are due"),
        "twice": Text("algo va dos veces", "something is named twice"),
        "text_length": Text("falta el texto, o es demasiado largo", "the text is missing or too long"),
    },
    "op": {
        "counter_change": Text("Cambia un contador", "Change a counter"),
        "attr_change": Text("Cambia un atributo y su máximo", "Change an attribute and its maximum"),
        "attr_set": Text("Fija un atributo", "Set an attribute"),
        "heal": Text("Cura", "Heal"),
        "damage": Text("Daña", "Damage"),
        "rank_change": Text("Cambia un rango", "Change a rank"),
        "kill": Text("ASESINAR", "ASESINAR (kill)"),
        "annihilate": Text("ANIQUILAR", "ANIQUILAR (annihilate)"),
        "petrify": Text("PETRIFICAR", "PETRIFICAR (petrify)"),
        "unpetrify": Text("Deshace la piedra", "Undo the stone"),
        "freeze": Text("CONGELAR", "CONGELAR (freeze)"),
        "unfreeze": Text("Descongela", "Thaw"),
        "force_flee": Text("Hace huir", "Make it flee"),
        "add_keyword": Text("Da una palabra clave", "Give a keyword"),
        "remove_keyword": Text("Quita una palabra clave", "Take a keyword away"),
        "remove_name": Text("Quita el nombre", "Take the name away"),
        "destroy_territory": Text("Destruye un territorio", "Destroy a territory"),
        "destroy_object": Text("Destruye un objeto", "Destroy an object"),
        "destroy_power": Text("Destruye un poder equipado", "Destroy an equipped power"),
        "take_control": Text("Toma el control", "Take control"),
        "move_card": Text("Mueve una carta", "Move a card"),
        "draw": Text("Roba", "Draw"),
        "discard_cards": Text("Descarta", "Discard"),
        "grant_instant_call": Text("Permite una llamada instantánea", "Allow an instant call"),
        "grant_power_attack": Text("Permite un ataque de poder", "Allow a power attack"),
        "cancel_top": Text("Anula lo que está pendiente", "Cancel what is pending"),
        "note": Text("Anota algo", "Note something"),
    },
    "until": {
        "permanent": Text("para siempre", "for good"),
        "end_of_turn": Text("hasta que acabe el turno", "until the turn ends"),
    },
}
"""Every word that stands for a value, by its kind."""


def _shows(values: Mapping[str, Text]) -> Show:
    def show(value: Any, language: Language) -> str:
        return values[value].in_(language) if value in values else str(value)

    return show


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


def card_id(value: Any, _: Language) -> str:
    """A card that is in no catalogue: its id, readably."""
    return str(value).replace("_", " ").capitalize()


def naming(catalogue: Catalogue[Card]) -> dict[str, Show]:
    """Cards by their names, in each language."""

    def card(value: Any, language: Language) -> str:
        printed = catalogue.cards.get(value)
        if printed is None:
            return card_id(value, language)
        name = printed.name
        return name if isinstance(name, str) else name.es if language == "es" else name.en

    def ref(value: Any, language: Language) -> str:
        """What an action points at: a card with its controller, or a being's number."""
        if isinstance(value, CardSource):
            return f"{card(value.card, language)} ({value.seat})"
        return card(value, language) if isinstance(value, str) else str(value)

    return {"card": card, "ref": ref}


KINDS: dict[str, Show] = {
    "card": card_id,
    **{kind: _shows(values) for kind, values in VALUES.items()},
    "keyword": keyword,
    "mark": mark,
    "figure": figure,
}
