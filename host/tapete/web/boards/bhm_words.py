"""What BHM's actions, their arguments and its house rules are called on a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.texts import Text
from tapete.games.bhm.words import VALUES
from tapete.web.boards import HouseRule, Naming


def _named(es: str, en: str, button_es: str = "", button_en: str = "", hint: Text | None = None) -> Naming:
    return Naming(title=Text(es, en), button=Text(button_es or es, button_en or en), hint=hint)


ACTIONS: Mapping[str, Naming] = {
    "setup_player": _named("Tu baraja", "Your deck", "Listo", "Ready"),
    "exchange": _named(
        "Cambia cartas de tu mano",
        "Exchange cards of your hand",
        "Cambiar",
        "Exchange",
        Text("Una sola vez; con 0 te quedas la mano.", "Once only; with 0 you keep the hand."),
    ),
    "enter_roll": _named("Apunta una tirada", "Enter a roll", "Esto ha salido", "This is it"),
    "draw_mandatory": _named("Robar la carta del turno", "Draw the card of the turn"),
    "draw_optional": _named("¿Robas una carta más?", "Draw one more card?", "Decidido", "Decided"),
    "return_deserter": _named("Recoloca a un desertor", "Place a deserter", "Vuelve aquí", "It returns here"),
    "end_phase": _named("Terminar la fase", "End the phase"),
    "discard": _named("Descarta", "Discard", "Descartar", "Discard"),
    "call_being": _named(
        "Llama a un ser",
        "Call a being",
        "Llamar",
        "Call",
        Text("Su rango cabe en tu contador y en lo que te queda por llamar.", "Its rank fits your counter and what is left to call."),
    ),
    "instant_call": _named("Llamada instantánea", "Instant call", "Llamar", "Call"),
    "choose_terror": _named("¿A quién alcanza TERROR?", "Whom does TERROR strike?", "Elegir", "Choose"),
    "assign_summon_points": _named("Da puntos de invocación", "Give summon points", "Dar los puntos", "Give them"),
    "summon": _named("Invoca", "Summon", "Invocar", "Summon"),
    "play_strategy": _named("Juega una estrategia", "Play a strategy", "Jugar", "Play"),
    "play_power": _named("Ejecuta un poder", "Execute a power", "Ejecutar", "Execute"),
    "play_reaction": _named("Reacciona", "React", "Reaccionar", "React"),
    "equip_object": _named("Equipa un objeto", "Equip an object", "Equipar", "Equip"),
    "reattach_object": _named("Recoge un objeto del campo", "Pick up an object", "Equipar", "Equip"),
    "play_territory": _named("Juega un territorio", "Play a territory", "Jugar", "Play"),
    "declare_physical": _named("Ataque físico", "Physical attack", "Atacar", "Attack"),
    "declare_power": _named("Ataque de poder", "Power attack", "Atacar con POD", "Attack with POD"),
    "resolve_combat": _named("Ya no ataca nadie más: a resolver", "Nobody else attacks: resolve"),
    "resolve_next_attack": _named("Resolver el ataque siguiente", "Resolve the next attack"),
    "no_reaction": _named("No reacciono", "I do not react"),
    "pass_all": _named("Nadie reacciona", "Nobody reacts"),
    "use_effect": _named("Usa el efecto de un ser", "Use a being's effect", "Usar", "Use it"),
    "declare_effect": _named(
        "Declara el efecto de una carta",
        "Declare the effect of a card",
        "Aplicar",
        "Apply",
        Text("Lo que dice su texto, paso a paso.", "What its text says, step by step."),
    ),
    "judge_conflict": _named(
        "Dos cartas se contradicen",
        "Two cards contradict each other",
        "¿Cuál prevalece?",
        "Which prevails?",
        Text("La de mayor rango; a igualdad, la última.", "The higher rank; between equals the later one."),
    ),
    "ruling": _named("Decisión de mesa", "Table ruling", "Aplicar la corrección", "Make the correction"),
    "add_card": _named(
        "Carta que no está en el catálogo",
        "A card that the catalogue lacks",
        "Añadir la carta",
        "Add the card",
        Text(
            "Copia las cifras impresas; en blanco, lo que la carta no tenga. Nombre interno: minúsculas sin tilde, cifras y guiones bajos.",
            "Copy the printed figures; leave blank what the card lacks. Its id: lower-case letters, digits, underscores.",
        ),
    ),
    "concede": _named("Rendirse", "Concede", "Me rindo", "I concede"),
}

ARGUMENTS: Mapping[str, Text] = {
    "deck_size": Text("Cartas de la baraja", "Cards in the deck"),
    "summons": Text("Invocaciones", "Summons"),
    "exchange.n": Text("Cuántas cambias", "How many you exchange"),
    "roll": Text("Dado", "Die"),
    "enter_roll.value": Text("Ha salido", "It shows"),
    "take": Text("Robar", "Draw"),
    "iid": Text("Ser", "Being"),
    "slot": Text("Casilla", "Space"),
    "card": Text("Carta", "Card"),
    "cards": Text("Cartas", "Cards"),
    "grant": Text("Quién lo permite", "What allows it"),
    "source": Text("De quién", "Whose"),
    "choose_terror.source": Text("Quien aterra", "Who terrifies"),
    "target": Text("Objetivo", "Target"),
    "targets": Text("Objetivos", "Targets"),
    "summoner": Text("Invocador", "Summoner"),
    "power": Text("Poder jugado", "Power played"),
    "sources": Text("Invocadores que pagan, por orden", "Summoners who pay, in order"),
    "executor": Text("Quién lo ejecuta", "Who executes it"),
    "being": Text("Quién lo lleva", "Who carries it"),
    "index": Text("Objeto", "Object"),
    "destroy": Text("Territorio enemigo que se destruye", "Enemy territory that is destroyed"),
    "replace": Text("Territorio tuyo que se va", "Territory of yours that goes"),
    "attacker": Text("Atacante", "Attacker"),
    "declare_power.pod": Text("POD que pones", "POD that you put in"),
    "effect_index": Text("Efecto", "Effect"),
    "first": Text("Una carta", "One card"),
    "second": Text("La otra", "The other"),
    "activates": Text("Es una habilidad que se activa", "It is an ability being activated"),
    "targeted": Text("El texto elige a quién", "The text chooses whom"),
    "ops": Text("Lo que dice el texto", "What the text does"),
    "ruling.ops": Text("Qué se corrige", "What is put right"),
    "reason": Text("Por qué", "Why"),
    "agreed": Text("De acuerdo", "Agreed"),
    "seat": Text("Jugador", "Player"),
    "delta": Text("Cambio", "Change"),
    "attr": Text("Atributo", "Attribute"),
    "until": Text("Hasta cuándo", "Until when"),
    "value": Text("Valor", "Value"),
    "amount": Text("Cuánto", "How much"),
    "keyword": Text("Palabra clave", "Keyword"),
    "figure": Text("Cifra", "Figure"),
    "origin": Text("De dónde", "From where"),
    "what": Text("Qué", "What"),
    "to": Text("Adónde", "Where to"),
    "n": Text("Cuántas", "How many"),
    "mandatory": Text("Obligatorio", "Mandatory"),
    "rank_max": Text("Rango como mucho", "Rank at most"),
    "elements": Text("Elementos", "Elements"),
    "types": Text("Tipos", "Types"),
    "text": Text("Nota", "Note"),
    "id": Text("Nombre interno", "Id"),
    "kind": Text("Tipo", "Kind"),
    "rank": Text("Rango", "Rank"),
    "pod": Text("POD", "POD"),
    "fue": Text("FUE", "FUE"),
    "res": Text("RES", "RES"),
    "val": Text("VAL", "VAL"),
    "salud": Text("Salud", "Salud"),
    "traits": Text("Lo que dice además", "What else it says"),
    "keywords": Text("Palabras clave", "Keywords"),
    "terror": Text("TERROR", "TERROR"),
    "inmune": Text("INMUNE", "INMUNE"),
    "pod_cost": Text("POD que cuesta", "POD that it costs"),
    **{f"@{name}": text for name, text in VALUES["op"].items()},
}

TRAITS: Mapping[str, Text] = {
    "summoner": Text("es INVOCADOR", "is an INVOCADOR (summoner)"),
    "god": Text("es un dios", "is a god"),
    "demigod": Text("es un semidiós", "is a demigod"),
    "instant": Text("admite llamada instantánea", "may be called instantly"),
    "survives_pod": Text("sobrevive sin POD", "survives without POD"),
    "survives_salud": Text("sobrevive sin Salud", "survives without Salud"),
    "can_attack": Text("puede atacar", "can attack"),
    "reaction": Text("es una reacción", "is a reaction"),
    "stays": Text("se queda en juego", "stays in play"),
    "equips": Text("se equipa", "stays equipped"),
    "later": Text("su POD se paga después", "its POD is paid later"),
    "indestructible": Text("INDESTRUCTIBLE", "INDESTRUCTIBLE"),
}

ELEMENTS: Mapping[str, Text] = {
    "rayo": Text("rayo", "lightning"),
    "fuego": Text("fuego", "fire"),
    "tierra": Text("tierra", "earth"),
    "agua": Text("agua", "water"),
    "aire": Text("aire", "air"),
}


def _rule(es: str, en: str, says_es: str, says_en: str, **values: tuple[str, str]) -> HouseRule:
    shown: dict[Any, Text] = {key: Text(*text) for key, text in values.items()}
    return HouseRule(Text(es, en), Text(says_es, says_en), shown)


HOUSE_RULES: Mapping[str, HouseRule] = {
    "starting_counter": _rule("Contador al empezar", "Counter at the start", "El reglamento no lo dice.", "The rulebook does not say."),
    "armagedon": _rule(
        "Umbral de ARMAGEDON",
        "ARMAGEDON threshold",
        "Hasta este contador sumas 1 al acabar tu turno.",
        "Up to this counter you add 1 as your turn ends.",
        off=("sin ARMAGEDON", "no ARMAGEDON"),
    ),
    "deckout": _rule(
        "Quedarse sin baraja",
        "Running out of cards",
        "Cuándo pierde quien no tiene cartas.",
        "When somebody without cards loses.",
        on_mandatory_draw=("al tener que robar", "when a draw is due"),
        on_empty=("en cuanto se vacía", "as soon as it is empty"),
    ),
    "first_turn_draw": _rule(
        "Robo del primer turno", "Draw of the first turn", "Quien empieza también roba.", "The first player draws too."
    ),
    "deserters_return": _rule(
        "Vuelta de los desertores",
        "Return of deserters",
        "En qué fase inicial vuelven.",
        "In whose initial phase they return.",
        next_turn=("en la siguiente", "in the next one"),
        controllers_turn=("en la de su jugador", "in their player's"),
    ),
    "terror_on_return": _rule(
        "TERROR al volver", "TERROR on return", "Volver cuenta como entrar.", "Returning counts as coming into play."
    ),
    "flee_attachments": _rule(
        "Lo que lleva quien huye",
        "What a fleeing being carries",
        "Adónde van sus cartas.",
        "Where its cards go.",
        discard=("a los muertos", "to the dead zone"),
        travel=("con él", "along with it"),
    ),
    "second_flight_deck": _rule(
        "Segunda huida",
        "Second flight",
        "Cómo entra la carta en la baraja.",
        "How the card goes into the deck.",
        shuffle=("se baraja", "shuffled"),
        top=("encima", "on top"),
        bottom=("debajo", "at the bottom"),
    ),
    "call_budget": _rule(
        "Puntos de llamada",
        "Call points",
        "Con qué contador se cuentan.",
        "Which counter they follow.",
        live=("el de cada momento", "that of the moment"),
        snapshot=("el del comienzo del turno", "that of the turn's start"),
    ),
    "second_strategy": _rule(
        "Segunda fase de estrategia",
        "Second strategy phase",
        "Qué se puede hacer en ella.",
        "What is allowed in it.",
        full=("todo", "everything"),
        calls_and_strategies=("llamadas y estrategias", "calls and strategies"),
    ),
    "strategy_pool": _rule(
        "Rango de las estrategias",
        "Rank of strategies",
        "Qué se compara con el contador.",
        "What is compared with the counter.",
        per_card=("cada carta", "each card"),
        per_turn_sum=("la suma del turno", "the turn's sum"),
    ),
    "instant_call_rank_limit": _rule(
        "Rango de la llamada instantánea", "Rank of instant calls", "También mira el contador.", "It looks at the counter too."
    ),
    "attacks_per_being": _rule(
        "Ataques de un ser",
        "Attacks of a being",
        "Cuántos por turno.",
        "How many a turn.",
        one=("uno", "one"),
        one_of_each=("uno físico y uno de poder", "one physical and one of power"),
    ),
    "attack_scope": _rule(
        "A quién se ataca",
        "Who is attacked",
        "Con tres o cuatro jugadores.",
        "With three or four players.",
        any=("a cualquiera", "anybody"),
        direct=("al adversario directo", "the direct adversary"),
    ),
    "combat_mode": _rule(
        "Resolver los ataques",
        "Resolving attacks",
        "Cuándo surten efecto.",
        "When they take effect.",
        batch=("todos al final", "all at the end"),
        immediate=("en el acto", "at once"),
    ),
    "restore_scope": _rule(
        "POD y RES se restauran",
        "POD and RES are restored",
        "De quién, al acabar cada turno.",
        "Whose, as each turn ends.",
        all=("los de todos", "everybody's"),
        active=("los de quien juega", "the active player's"),
    ),
    "petrified_counts": _rule("Los petrificados cuentan", "Petrified beings count", "Al comparar los campos.", "When fields are compared."),
    "invisible_in_superiority": _rule("INVISIBLE en la superioridad", "INVISIBLE in superiority", "Cuenta para ella.", "It counts for it."),
    "direct_adversary": _rule(
        "Adversario directo",
        "Direct adversary",
        "Con tres o cuatro jugadores.",
        "With three or four players.",
        next=("el siguiente", "the next one"),
        previous=("el anterior", "the one before"),
    ),
    "territory_destroys": _rule(
        "Destruir al jugar un territorio",
        "Destroying with a territory",
        "Si hay uno enemigo que se pueda destruir.",
        "Where an enemy one can be destroyed.",
        mandatory=("obligatorio", "mandatory"),
        optional=("si quieres", "if you wish"),
    ),
    "third_territory": _rule(
        "Tercer territorio",
        "Third territory",
        "Con dos en juego.",
        "With two in play.",
        reject=("no se juega", "is not played"),
        replace=("sustituye a uno", "replaces one"),
    ),
    "entity_death_points": _rule(
        "Puntos por un ente que cae", "Points for a fallen entity", "Los suma su jugador.", "Its player adds them."
    ),
    "reaction_windows": _rule(
        "Reacciones",
        "Reactions",
        "Si se pregunta tras cada acción.",
        "Whether each action asks for them.",
        ask=("se pregunta", "ask"),
        off=("sin preguntar", "do not ask"),
    ),
    "reaction_uses_slot": _rule(
        "Reacción y estrategia de la fase",
        "Reactions and the phase's strategy",
        "Una reacción propia gasta la estrategia.",
        "One's own reaction uses up the strategy.",
    ),
}
