"""Mamlejet's words: how its values are shown, and what each is asked to do. The Hebrew terms stand as the rulebook has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.catalogue import Catalogue
from tapete.core.kinds import shown_as
from tapete.core.texts import Language, Sentence, Show, Text, Words, figure
from tapete.games.mamlejet.cards import Card
from tapete.games.mamlejet.figures import EPIC, RULED
from tapete.games.mamlejet.tales import SENTENCES

TITLE = Text("Mamlejet Kohanim", "Mamlejet Kohanim")

VALUES: dict[str, dict[Any, Text]] = {
    "colour": {
        "white": Text("Sustento", "Sustenance"),
        "red": Text("Materiales", "Materials"),
        "blue": Text("Espiritualidad", "Spirituality"),
    },
    "type": {
        "soldado": Text("soldado", "soldier"),
        "objeto": Text("objeto", "object"),
        "estrategia": Text("estrategia", "strategy"),
        "hishtadlut": Text("hishtadlut", "hishtadlut"),
        "tefila": Text("tefilá", "tefilá"),
        "recurso": Text("recurso", "resource"),
        "enemigo": Text("enemigo", "enemy"),
    },
    "keyword": {
        "coraje": Text("coraje", "courage"),
        "curar": Text("curar", "heal"),
        "dano_catastrofico": Text("daño catastrófico", "catastrophic damage"),
        "disparar_proyectiles": Text("disparar proyectiles", "shoot projectiles"),
        "frenesi": Text("frenesí", "frenzy"),
        "infundir_miedo": Text("infundir miedo", "strike fear"),
        "robustez": Text("robustez", "robustness"),
        "zerizut": Text("zerizut", "zerizut"),
    },
    "duration": {
        "eot": Text("hasta el final del turno", "until the end of the turn"),
        "in_play": Text("mientras siga en juego", "while it stays in play"),
        "while_source": Text("mientras siga en juego lo que lo causa", "while its cause stays in play"),
    },
    "lasts": {
        "attached": Text("mientras vaya unida", "while it is attached"),
        "defending": Text("por defender", "for defending"),
        "printed": Text("impreso", "printed"),
    },
    "cause": {
        EPIC: Text("un fracaso épico", "an epic failure"),
        RULED: Text("una decisión de mesa", "a table ruling"),
    },
    "reason": {
        "pays": Text("da riquezas", "it makes wealth"),
        "acts": Text("ha usado una habilidad", "it has used an ability"),
        "fights": Text("está en combate", "it is in combat"),
        "defends": Text("defiende una ciudad", "it defends a city"),
        "effect": Text("por un efecto", "by an effect"),
    },
    "where": {
        "hand": Text("la mano", "the hand"),
        "city": Text("la ciudad", "the city"),
        "guenizah": Text("la guenizá", "the guenizá"),
        "play": Text("la zona de juego", "play"),
        "enemy_city": Text("la ciudad enemiga", "the enemy city"),
        "enemy_out": Text("los enemigos apartados", "the enemies set aside"),
    },
    "what": {"difficulty": Text("índice de dificultad", "difficulty index"), "attack": Text("ataque", "attack")},
    "hit": {True: Text("acierta", "a success"), False: Text("falla", "a failure")},
    "gained": {True: Text("gana", "gains"), False: Text("pierde", "loses")},
    "mains": {True: Text(", también en las fases principales", ", in the main phases too"), False: Text("", "")},
    "listed": {True: Text("registrado", "registered"), False: Text("sin registrar", "not registered")},
    "fallen": {
        "none": Text("no cuenta como caída", "it does not count as fallen"),
        "battle": Text("caída en batalla", "fallen in battle"),
        "city": Text("caída de la ciudad", "fallen from the city"),
    },
    "result": {
        "win": Text("victoria", "a win"),
        "loss": Text("pierden todos", "everybody loses"),
        "draw": Text("empate", "a draw"),
        "stopped": Text("sin resultado", "no result"),
    },
    "end": {
        "emuna": Text("la emuná del enemigo", "the enemy's emuná"),
        "lost": Text("demasiada emuná perdida", "too much emuná lost"),
        "empty_city": Text("una ciudad vacía", "an empty city"),
        "both": Text("se gana y se pierde a la vez", "won and lost at once"),
        "clock": Text("contra el reloj", "against the clock"),
        "exhausted": Text("no quedan enemigos", "no enemies are left"),
        "card": Text("lo dice una carta", "a card says so"),
        "abandoned": Text("se deja aquí", "the table stops"),
    },
    "family": {"tactics": Text("tácticas", "tactics"), "enemies": Text("enemigos", "enemy")},
    "target": {
        "ally": Text("un soldado aliado", "an allied soldier"),
        "own_ally": Text("un soldado tuyo", "a soldier of yours"),
        "enemy": Text("un enemigo", "an enemy"),
        "soldier": Text("un soldado o enemigo", "a soldier or enemy"),
        "permanent": Text("un permanente", "a permanent"),
        "structure": Text("una estructura", "a structure"),
        "city": Text("una ciudad", "a city"),
        "player": Text("un jugador", "a player"),
        "stack_item": Text("algo que espera en la pila", "something that waits on the stack"),
        "damaged_ally": Text("un soldado con daño pendiente", "a soldier with pending damage"),
        "dedicated_ally": Text("un soldado dedicado", "a dedicated soldier"),
    },
    "expected": {
        "setup": Text("que cada jugador se quede con su mano", "a hand for every player"),
        "window": Text("jugar algo o pasar", "a play or a pass"),
        "plan": Text("cerrar el plan de combate", "the plan for combat"),
        "assaults": Text("decidir quién defiende la ciudad", "who defends the city"),
        "frenzy_choice": Text("elegir enemigo para el frenesí", "an enemy for the frenzy"),
        "entries": Text("indicar el enemigo que entra", "the enemy that enters"),
        "ordering": Text("ordenar las habilidades provocadas", "the order of triggered abilities"),
        "cards": Text("indicar las cartas que se piden", "the cards that are asked for"),
        "dice": Text("tirar los dados que se piden", "the dice that are asked for"),
        "clean_up": Text("indicar las cartas descartadas", "the discarded cards"),
        "discard": Text("indicar las cartas descartadas", "the discarded cards"),
        "fall": Text("indicar la carta que cae de la ciudad", "the card that falls from the city"),
        "mill": Text("indicar las cartas que caen de la ciudad", "the cards that fall from the city"),
    },
    "step": {
        "setup": Text("preparación", "setup"),
        "1a": Text("liberación (1a)", "freeing (1a)"),
        "1b": Text("iniciativa (1b)", "initiative (1b)"),
        "1c": Text("amenaza enemiga (1c)", "enemy threat (1c)"),
        "2a": Text("saque (2a)", "draw (2a)"),
        "2b": Text("enrolamiento (2b)", "enlistment (2b)"),
        "2c_plan": Text("dedicación (2c)", "dedication (2c)"),
        "2c": Text("dedicación (2c)", "dedication (2c)"),
        "2d": Text("fin de la fase principal (2d)", "end of the main phase (2d)"),
        "3a_w1": Text("inicio del combate (3a)", "start of combat (3a)"),
        "3a_targets": Text("ataques a las ciudades (3a)", "attacks on cities (3a)"),
        "3a_defence": Text("defensa de las ciudades (3a)", "defence of the cities (3a)"),
        "3a_w2": Text("antes de los dados (3a)", "before the dice (3a)"),
        "3a_rolls": Text("dados contra las ciudades (3a)", "dice against the cities (3a)"),
        "3b": Text("ataque precoz (3b)", "early attack (3b)"),
        "3c": Text("primera asignación de daño (3c)", "first assignment of damage (3c)"),
        "3d": Text("ataque principal (3d)", "main attack (3d)"),
        "3d_frenzy": Text("frenesí (3d)", "frenzy (3d)"),
        "3e": Text("segunda asignación de daño (3e)", "second assignment of damage (3e)"),
        "3g": Text("fin del combate (3g)", "end of combat (3g)"),
        "4a": Text("final del turno (4a)", "end of the turn (4a)"),
        "4b": Text("limpieza (4b)", "clean-up (4b)"),
        "over": Text("terminada", "over"),
    },
}


def _shows(values: Mapping[Any, Text]) -> Show:
    def show(value: Any, language: Language) -> str:
        return values[value].in_(language) if value in values else str(value)

    return show


VALUES["lasts"] = VALUES["duration"] | VALUES["lasts"]


def outcome(word: Any, language: Language) -> str:
    """How a match has ended, in one word of `core.rules.result_word`: who wins, or what else became of it."""
    if word in VALUES["result"]:
        return VALUES["result"][word].in_(language)
    return f"gana {word}" if language == "es" else f"{word} wins"


def ability(name: Any, language: Language) -> str:
    """An action-ability: by its keyword, or by its place on the card, counted from one."""
    word = {"shoot": "disparar_proyectiles", "heal": "curar"}.get(name)
    if word is not None:
        return VALUES["keyword"][word].in_(language)
    return f"n.º {name + 1}" if language == "es" else f"no. {name + 1}"


def signed(value: Any, language: Language) -> str:
    """A change with its sign."""
    return figure(value, signed=True)


_BY = Text("por", "by")


def reach(value: Any, language: Language) -> str:
    """What a die has to show, as people say it: a 10 always does, a 1 never (MMK-132, 134)."""
    said = _ONLY_TEN if value >= 10 else _NOT_ONE if value <= 2 else _NEEDED
    return said.in_(language).format(n=value)


_NEEDED = Text("hace falta un {n} o más", "{n} or more is needed")
_ONLY_TEN = Text("solo vale un 10", "only a 10 will do")
_NOT_ONE = Text("vale todo menos un 1", "anything but a 1 will do")


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
        return "una carta sin nombre" if language == "es" else "an unnamed card"
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


def _roll(es: str, en: str) -> tuple[Sentence, Sentence]:
    return Sentence(es, en), Sentence("{seat:seat} lanza un dado.", "{seat:seat} rolls a die.")


def _show(es: str, en: str) -> tuple[Sentence, Sentence]:
    return Sentence(es, en), Sentence(
        "{seat:seat} indica {number} {number:carta|cartas}.", "{seat:seat} names {number} {number:card|cards}."
    )


PROMPTS: dict[str, tuple[Sentence, Sentence]] = {
    "setup": (
        Sentence(
            "Baraja tu mazo y roba {hand}. Pulsa LOCK y te quedas con la mano, o roba una menos. Dos números son nuestros, porque el "
            "reglamento los ha perdido: {attack} contra una ciudad y {shot} para los disparos.",
            "Shuffle your deck and draw {hand}. Press LOCK to keep the hand, or draw one fewer. Two numbers are ours, since the "
            "rulebook has lost them: {attack} against a city and {shot} for shots.",
        ),
        Sentence("{seat:seat} mira su mano.", "{seat:seat} is looking at a hand."),
    ),
    "reveal_enemy": (
        Sentence(
            "{owner:seat}: entra un enemigo de tu mazo; dale la vuelta e indica cuál es.",
            "{owner:seat}: an enemy enters from your deck; turn it over and name it.",
        ),
        Sentence("Entra un enemigo.", "An enemy enters."),
    ),
    "main": (
        Sentence(
            "Tu enrolamiento: juega lo que puedas pagar y un recurso, o pulsa LOCK para seguir.",
            "Your enlistment: play what you can pay for and one resource, or press LOCK to go on.",
        ),
        Sentence("{seat:seat} juega su fase principal.", "{seat:seat} is in the main phase."),
    ),
    "answer": (
        Sentence(
            "Espera {card:card} en la pila: responde con una tefilá o una habilidad, o pulsa LOCK para pasar.",
            "{card:card} waits on the stack: answer with a tefilá or an ability, or press LOCK to pass.",
        ),
        Sentence("{seat:seat} piensa si responde.", "{seat:seat} is thinking about an answer."),
    ),
    "answer_ability": (
        Sentence(
            "Espera en la pila una habilidad de {card:card}: responde con una tefilá o una habilidad, o pulsa LOCK para pasar.",
            "An ability of {card:card} waits on the stack: answer with a tefilá or an ability, or press LOCK to pass.",
        ),
        Sentence("{seat:seat} piensa si responde.", "{seat:seat} is thinking about an answer."),
    ),
    "answer_trigger": (
        Sentence(
            "Espera en la pila lo que ha provocado {card:card}: responde con una tefilá o una habilidad, o pulsa LOCK para pasar.",
            "What {card:card} has triggered waits on the stack: answer with a tefilá or an ability, or press LOCK to pass.",
        ),
        Sentence("{seat:seat} piensa si responde.", "{seat:seat} is thinking about an answer."),
    ),
    "answer_damage": (
        Sentence(
            "Hay daño pendiente ({cards:card}): contrarréstalo con una tefilá o una habilidad, o pulsa LOCK y se asigna.",
            "Damage is pending ({cards:card}): counter it with a tefilá or an ability, or press LOCK and it takes effect.",
        ),
        Sentence("{seat:seat} piensa si contrarresta el daño.", "{seat:seat} is thinking about countering the damage."),
    ),
    "window": (
        Sentence(
            "Ronda {round}, {step:step}: juega una tefilá o una habilidad, o pulsa LOCK para pasar.",
            "Round {round}, {step:step}: play a tefilá or an ability, or press LOCK to pass.",
        ),
        Sentence("{seat:seat} decide si juega algo.", "{seat:seat} is deciding whether to play."),
    ),
    "order_triggers": (
        Sentence("Ordena tus habilidades provocadas: {cards:card}.", "Put your triggered abilities in order: {cards:card}."),
        Sentence("{seat:seat} ordena sus habilidades.", "{seat:seat} is ordering abilities."),
    ),
    "plan": (
        Sentence(
            "Asigna tus soldados a enemigos libres y pulsa LOCK: el plan queda cerrado.",
            "Assign your soldiers to free enemies, then press LOCK: the plan is settled.",
        ),
        Sentence("{seat:seat} prepara su combate.", "{seat:seat} is planning combat."),
    ),
    "defence": (
        Sentence(
            "{enemy:card} va contra la ciudad de {city:seat}: elige quién la defiende, o pulsa LOCK y no va nadie.",
            "{enemy:card} goes for {city:seat}'s city: choose who defends it, or press LOCK to send nobody.",
        ),
        Sentence("{seat:seat} decide si defiende.", "{seat:seat} is deciding about the defence."),
    ),
    "frenzy": (
        Sentence(
            "Frenesí de {card:card}: elige otro enemigo, o pulsa LOCK y déjalo pasar.",
            "Frenzy of {card:card}: choose another enemy, or press LOCK to let it be.",
        ),
        Sentence("{seat:seat} decide sobre el frenesí.", "{seat:seat} is deciding about frenzy."),
    ),
    "discard": _show(
        "Descarta {number} {number:carta|cartas} e indica {number:cuál|cuáles}.",
        "Discard {number} {number:card|cards}, and name {number:it|them}.",
    ),
    "clean_up": _show(
        "Tienes demasiadas cartas: descarta {number} e indica {number:cuál|cuáles}.",
        "You hold too many cards: discard {number} and name {number:it|them}.",
    ),
    "mill": _show(
        "Pasa {number} {number:carta|cartas} de encima de tu ciudad a tu guenizá e indica {number:cuál|cuáles}.",
        "Put the top {number:card|cards} of your city ({number}) in your guenizá, and name {number:it|them}.",
    ),
    "fall": _show(
        "Cae la carta de encima de tu ciudad: ponla en tu guenizá e indica cuál es.",
        "The top card of your city falls: put it in your guenizá and name it.",
    ),
    "roll_initiative": _roll("Lanza un D10 para la iniciativa.", "Roll a D10 for initiative."),
    "roll_hero": _roll("Lanza un D10: sale el héroe enemigo.", "Roll a D10: it chooses the enemy hero."),
    "roll_city": _roll(
        "Lanza un D10: elige contra qué ciudad va {card:card}.", "Roll a D10: it chooses the city that {card:card} goes for."
    ),
    "roll_structure": _roll("Lanza un D10: elige qué estructura tuya cae.", "Roll a D10: it chooses which of your structures falls."),
    "roll_attack": _roll("{card:card} ataca a {against:card}: {needs:reach}.", "{card:card} attacks {against:card}: {needs:reach}."),
    "roll_city_attack": _roll(
        "{card:card} ataca la ciudad de {city:seat}: {needs:reach}.", "{card:card} attacks {city:seat}'s city: {needs:reach}."
    ),
    "roll_shot": _roll("{card:card} dispara a {against:card}: {needs:reach}.", "{card:card} shoots at {against:card}: {needs:reach}."),
    "roll_city_shot": _roll(
        "{card:card} dispara a la ciudad de {city:seat}: {needs:reach}.", "{card:card} shoots at {city:seat}'s city: {needs:reach}."
    ),
    "roll_check": _roll("Tirada de {card:card}: {needs:reach}.", "Roll of {card:card}: {needs:reach}."),
    "roll_check_on": _roll(
        "Tirada de {card:card} contra {against:card}: {needs:reach}.", "Roll of {card:card} on {against:card}: {needs:reach}."
    ),
    "roll_heal": _roll("{card:card} cura a {against:card}: {needs:reach}.", "{card:card} heals {against:card}: {needs:reach}."),
}

WORDS = Words(
    {
        "card": _plain,
        "deck": lambda value, language: str(value),
        "signed": signed,
        "reach": reach,
        **{kind: _shows(values) for kind, values in VALUES.items()},
        "outcome": outcome,
        "ability": ability,
        **_causes(_plain),
    },
    {kind: shown_as(kind) for kind in SENTENCES},
)
