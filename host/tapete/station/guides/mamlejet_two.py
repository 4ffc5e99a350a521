"""First rounds of Mamlejet Kohanim for two camps: one to enlist, here, and a second with every step (`mamlejet_second`).

The initiative of the first round is settled before it begins, A first; whatever the dice say, the deeds that follow stay possible.
"""

from __future__ import annotations

from typing import Any

from tapete import cards
from tapete.core import position
from tapete.core.texts import Sentence, Text
from tapete.games.mamlejet.figures import UNKNOWN
from tapete.games.mamlejet.state import Assaults
from tapete.station.guide import Explain, Guide, Turned
from tapete.station.guides.mamlejet_second import BOTH, MINE, SECOND_ROUND, STUDY
from tapete.station.guides.mamlejet_told import OPTIONS, by_hand, city_chosen, city_told, does, fallen_told

SETTLED: tuple[dict[str, Any], ...] = (
    {"action": "keep_hand", "seat": "A"},
    {"action": "keep_hand", "seat": "B"},
    {"action": "enter_roll", "roll": "initiative-A.0", "value": 9},
    {"action": "enter_roll", "roll": "initiative-B.0", "value": 4},
)
"""What is settled before the lesson begins: hands are kept, and A rolled higher."""


def opening() -> dict[str, Any]:
    """The start of the first round, A before B."""
    rules = cards.bind("mamlejet", OPTIONS, "starter")
    state = rules.start(BOTH)
    for action in SETTLED:
        state, _ = rules.apply(state, rules.read(action))
    return position.dump(rules, state).plain()


# ---- whom the dice have named


def to_city(spanish: str, english: str, *, other: bool = False) -> Explain:
    """A sentence to the player whose city was chosen last, {seat}; or to the other one."""

    def said(turned: Turned) -> Text:
        city = next(step for step in turned.after.agenda if isinstance(step, Assaults)).attacks[0].city
        return turned.say(Sentence(spanish, english), seat=next(seat for seat in BOTH if (seat == city) != other))

    return said


def to_fallen(spanish: str, english: str) -> Explain:
    """A sentence to the player from whose city a card falls, {seat}."""
    return lambda turned: turned.say(Sentence(spanish, english), seat=turned.after.agenda[-1].seat)


SETTING_OUT = (
    by_hand(
        ("A",),
        Text(
            "Jugador A: toma en la mano Mina, Herrero de Campaña, Forja Nocturna y cuatro cartas más de tu mazo.",
            "Player A: take Mine, Field Smith, Night Forge and four more cards of your deck into your hand.",
        ),
        Text("En una campaña de verdad robas siete al azar.", "In a real campaign you draw seven by chance."),
    ),
    by_hand(
        ("B",),
        Text(
            "Jugador B: toma en la mano Estudio de Torá, Mensajero Veloz, Súplica de Sanación y cuatro cartas más de tu mazo.",
            "Player B: take Torah Study, Swift Messenger, Plea for Healing and four more cards of your deck into your hand.",
        ),
        Text("Cada cual tiene su mazo y su campamento; el enemigo es de los dos.", "Each has a deck and a camp; the enemy is everybody's."),
    ),
    by_hand(
        BOTH,
        Text(
            "Jugadores A y B: barajen el resto de su mazo y pónganlo boca abajo: es su ciudad.",
            "Players A and B: shuffle the rest of your deck and lay it face down: it is your city.",
        ),
        Text(
            "De ahí roban. Quien tiene que robar de una ciudad vacía hace perder a los dos.",
            "You draw from it. Whoever has to draw from an empty city loses it for both.",
        ),
    ),
    by_hand(
        BOTH,
        Text(
            "Jugadores A y B: pongan dos Guerreros Pelishtíes arriba de su mazo enemigo, boca abajo.",
            "Players A and B: put two Philistine Warriors on top of your enemy deck, face down.",
        ),
        Text(
            "Del enemigo se ocupa el árbitro. En una campaña de verdad no llega hasta la tercera ronda.",
            "The referee runs the enemy. In a real campaign it does not come before the third round.",
        ),
    ),
)

FIRST_ROUND = (
    does(
        ("A",),
        Text(
            "Jugador A: da la vuelta a la primera carta de tu mazo enemigo, Guerrero Pelishtí, y ponla en el centro.",
            "Player A: turn over the top card of your enemy deck, Philistine Warrior, and put it in the middle.",
        ),
        Text(
            "Amenaza: el centro es el frente de batalla. Esta ronda abre A: ya ha sacado más en la iniciativa.",
            "Threat: the middle is the battle front. A opens this round, having rolled higher for initiative.",
        ),
        "reveal_enemy",
        Text(
            "El guerrero está en el frente. Cae con un 5 o más en el dado, y da 5 de emuná, el ánimo de su ejército.",
            "The warrior is at the front. A 5 or more on the die defeats it, and it gives 5 emuná, the spirit of its army.",
        ),
        owner="A",
        card="e-guerrero",
    ),
    does(
        ("A",),
        Text("Jugador A: juega el recurso Mina.", "Player A: play the resource Mine."),
        Text(
            "Enrolamiento: un recurso por ronda. De ellos sale la riqueza con que se paga todo.",
            "Enlistment: one resource each round. They bring the wealth that pays for everything.",
        ),
        "play_resource",
        Text("La Mina está en el campamento de A.", "The Mine is in A's camp."),
        seat="A",
        card="mina",
    ),
    does(
        ("A",),
        Text("Jugador A: gira la Mina para dedicarla.", "Player A: turn the Mine to dedicate it."),
        Text("Lo dedicado no se usa otra vez hasta la ronda que viene.", "What is dedicated cannot be used again until next round."),
        "produce",
        Text("A tiene un punto de materiales.", "A has one point of materials."),
        seat="A",
        permanent=MINE,
    ),
    does(
        ("A",),
        Text("Jugador A: juega al soldado Herrero de Campaña.", "Player A: play the soldier Field Smith."),
        Text("Cuesta ese punto. Suma 1 a sus ataques.", "It costs that point. It adds 1 to its attacks."),
        "play_tactic",
        Text(
            "El herrero está en el campamento de A. Quien acaba de entrar no ataca, pero puede defender. Le toca a B.",
            "The smith is in A's camp. Who has just entered does not attack, but may defend. It is B's turn.",
        ),
        seat="A",
        card="herrero",
    ),
    by_hand(
        ("B",),
        Text("Jugador B: roba la primera carta de tu ciudad.", "Player B: draw the top card of your city."),
        Text(
            "Saque: así empieza toda fase principal, salvo la primera de la campaña.",
            "The draw: every main phase begins like this, but for the first of the campaign.",
        ),
    ),
    does(
        ("B",),
        Text("Jugador B: juega el recurso Estudio de Torá.", "Player B: play the resource Torah Study."),
        Text("Cada cual paga con sus propios recursos.", "Each pays with their own resources."),
        "play_resource",
        Text("El Estudio de Torá está en el campamento de B.", "Torah Study is in B's camp."),
        seat="B",
        card="estudio",
    ),
    does(
        ("B",),
        Text("Jugador B: gira el Estudio de Torá para dedicarlo.", "Player B: turn Torah Study to dedicate it."),
        None,
        "produce",
        Text("B tiene un punto de espiritualidad.", "B has one point of spirituality."),
        seat="B",
        permanent=STUDY,
    ),
    does(
        ("B",),
        Text("Jugador B: juega al soldado Mensajero Veloz.", "Player B: play the soldier Swift Messenger."),
        Text(
            "Cuesta ese punto. Tiene zerizut: en el combate golpea antes que los demás.",
            "It costs that point. It has zerizut: in combat it strikes before the others.",
        ),
        "play_tactic",
        Text(
            "El mensajero está en el campamento de B. Empieza el combate: el guerrero no tiene rival y va contra una ciudad.",
            "The messenger is in B's camp. Combat begins: the warrior has no opponent and goes for a city.",
        ),
        seat="B",
        card="mensajero",
    ),
    does(
        ("A",),
        Text(
            "Jugador A: lanza el D10 (en la consola, ROLL): dice qué ciudad.",
            "Player A: roll the D10 (ROLL on the console): it names the city.",
        ),
        Text("Del 1 al 5, la de A; del 6 al 10, la de B.", "1 to 5 is A's, 6 to 10 is B's."),
        "enter_roll",
        city_chosen,
    ),
    does(
        (),
        to_city(
            "Jugador {seat:seat}: esta vez no defiendas tu ciudad (en la consola, LOCK).",
            "Player {seat:seat}: this time do not defend your city (LOCK on the console).",
        ),
        Text("Tu soldado podría caer, y lo necesitas.", "Your soldier might fall, and you need it."),
        "decline_defence",
        Text("También el otro podría defenderla.", "The other player might defend it too."),
    ),
    does(
        (),
        to_city(
            "Jugador {seat:seat}: no la defiendas tú tampoco (en la consola, LOCK).",
            "Player {seat:seat}: do not defend it either (LOCK on the console).",
            other=True,
        ),
        Text("Los dos soldados quedan para la ronda que viene.", "Both soldiers are kept for the next round."),
        "decline_defence",
        Text("Nadie sale al paso del guerrero.", "Nobody stands in the warrior's way."),
    ),
    does(
        (),
        to_city(
            "Jugador {seat:seat}: lanza el D10 del guerrero (en la consola, ROLL).",
            "Player {seat:seat}: roll the warrior's D10 (ROLL on the console).",
        ),
        Text("Con 6 o más acierta a la ciudad.", "With 6 or more it hits the city."),
        "enter_roll",
        city_told,
    ),
    does(
        (),
        to_fallen(
            "Jugador {seat:seat}: pon en tu guenizá la primera carta de tu ciudad y di cuál es (en la consola, LOCK, sin nombrarla).",
            "Player {seat:seat}: put the top card of your city in your guenizá and say which it is (on the console LOCK, unnamed).",
        ),
        Text("La guenizá es tu pila de descartes, boca arriba.", "The guenizá is your discard pile, face up."),
        "declare_card",
        fallen_told,
        if_owed=("fall",),
        lock={"cards": [UNKNOWN]},
    ),
)

GUIDE = Guide(
    game="mamlejet",
    title=Text("Sus dos primeras rondas juntos", "Your first two rounds together"),
    minutes=15,
    seats=2,
    options=OPTIONS,
    catalogue="starter",
    position=opening(),
    deeds=(*SETTING_OUT, *FIRST_ROUND, *SECOND_ROUND),
    ending=Text(
        "Ya conocen la ronda entera. Al final se pierde la riqueza sin usar, y la mano se queda en siete cartas. La campaña sigue.",
        "Now you know a whole round. At its end unused wealth is lost, and hands go down to seven cards. The campaign goes on.",
    ),
)
