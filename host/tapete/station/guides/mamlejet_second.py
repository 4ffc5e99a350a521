"""The second round of the lesson for two in Mamlejet Kohanim: initiative, two main phases, an attack, a defence, a healing.

The initiative is rolled: whoever leads attacks, and the other defends, so what is asked of a player is made from the state. Whatever the
dice say, the deeds that follow stay possible. All wealth is taken at the start, so that nobody has to pass where nothing could be played.
"""

from __future__ import annotations

from tapete.core.seats import Seat
from tapete.core.texts import Sentence, Text
from tapete.games.mamlejet import events
from tapete.station.guide import Explain, Turned
from tapete.station.guides.mamlejet_told import burial, by_hand, city_chosen, dice_told, does, healing_told, main_attack

FIRST_ENEMY, MINE, SMITH, STUDY, SECOND_ENEMY = 1, 2, 4, 5, 8
"""What comes into play and is named again, by its number on the table, in the order of the lesson."""

BOTH: tuple[Seat, ...] = ("A", "B")
SOLDIERS: dict[Seat, str] = {"A": "herrero", "B": "mensajero"}
"""Whom each player enlists in the first round."""


# ---- whom the dice have named


def to_leader(spanish: str, english: str) -> Explain:
    """A sentence about the first in this round's initiative, {seat}, the other one, {other}, and their soldiers, {soldier} and {second}."""

    def said(turned: Turned) -> Text:
        first, second = turned.after.order
        values = {"seat": first, "other": second, "soldier": SOLDIERS[first], "second": SOLDIERS[second]}
        return turned.say(Sentence(spanish, english), **values)

    return said


def order_told(turned: Turned) -> Text:
    """Who leads this round, or that there is a tie."""
    told = turned.first(events.OrderSet)
    if told is None:
        return Text("Hay empate.", "It is a tie.")
    return turned.say(
        Sentence(
            "{seat:seat} saca más: esta ronda juega primero, y el enemigo sale de su mazo.",
            "{seat:seat} rolls higher: this round {seat:seat} plays first, and the enemy comes from {seat:seat}'s deck.",
        ),
        seat=told.order[0],
    )


TIED = does(
    BOTH,
    Text("Jugadores A y B: lancen otra vez (en la consola, ROLL).", "Players A and B: roll again (ROLL on the console)."),
    Text("Los empates se repiten.", "Ties are rolled again."),
    "enter_roll",
    order_told,
    times=2,
    if_owed=("roll_initiative",),
    again=True,
)

MAIN_PHASES = (
    by_hand(
        BOTH,
        Text("Jugadores A y B: enderecen su recurso girado.", "Players A and B: turn your resource upright."),
        Text(
            "Ronda 2. Toda ronda empieza liberando lo dedicado: así se puede usar otra vez.",
            "Round 2. Every round begins by freeing what is dedicated, so that it can be used again.",
        ),
    ),
    does(
        BOTH,
        Text("Jugadores A y B: lancen cada uno un D10 (en la consola, ROLL).", "Players A and B: roll one D10 each (ROLL on the console)."),
        Text("Iniciativa: quien saca más juega primero.", "Initiative: whoever rolls higher plays first."),
        "enter_roll",
        order_told,
        times=2,
    ),
    TIED,
    does(
        (),
        to_leader(
            "Jugador {seat:seat}: da la vuelta a la primera carta de tu mazo enemigo, Guerrero Pelishtí, y ponla en el centro.",
            "Player {seat:seat}: turn over the top card of your enemy deck, Philistine Warrior, and put it in the middle.",
        ),
        Text("Amenaza: cada ronda entra otro.", "Threat: another one comes each round."),
        "reveal_enemy",
        Text("Ya hay dos guerreros en el frente.", "Now there are two warriors at the front."),
        card="e-guerrero",
    ),
    does(
        ("A",),
        Text("Jugador A: gira la Mina.", "Player A: turn the Mine."),
        Text("El punto que da te espera hasta el final de la ronda.", "The point it gives waits for you until the end of the round."),
        "produce",
        seat="A",
        permanent=MINE,
    ),
    does(
        ("B",),
        Text("Jugador B: gira el Estudio de Torá.", "Player B: turn Torah Study."),
        Text("El punto que da te espera hasta el final de la ronda.", "The point it gives waits for you until the end of the round."),
        "produce",
        to_leader(
            "A tiene un punto de materiales, y B uno de espiritualidad. Empieza la fase principal de {seat:seat}.",
            "A has one point of materials, and B one of spirituality. {seat:seat}'s main phase begins.",
        ),
        together=True,
        seat="B",
        permanent=STUDY,
    ),
    by_hand(
        (),
        to_leader("Jugador {seat:seat}: roba la primera carta de tu ciudad.", "Player {seat:seat}: draw the top card of your city."),
        Text("Saque: así empieza cada fase principal.", "The draw: every main phase begins like this."),
    ),
    does(
        (),
        to_leader(
            "Jugador {seat:seat}: acaba el enrolamiento sin jugar nada (en la consola, LOCK).",
            "Player {seat:seat}: end the enlistment and play nothing (LOCK on the console).",
        ),
        Text("Aquí se juegan recursos y soldados, si se pueden pagar.", "Here resources and soldiers are played, if you can pay for them."),
        "pass",
        to_leader(
            "Dedicación: {seat:seat} dice qué soldado va contra qué enemigo.",
            "Dedication: {seat:seat} says which soldier goes against which enemy.",
        ),
    ),
    does(
        (),
        to_leader(
            "Jugador {seat:seat}: pon a {soldier:card} frente al primer guerrero.",
            "Player {seat:seat}: put {soldier:card} opposite the first warrior.",
        ),
        Text("Ya lleva una ronda en tu campamento: puede atacar.", "It has been in your camp for a round: it may attack."),
        "assign",
        Text("Un duelo es siempre de uno contra uno.", "A fight is always one against one."),
        enemy=FIRST_ENEMY,
    ),
    does(
        (),
        to_leader(
            "Jugador {seat:seat}: confirma el plan (en la consola, LOCK).", "Player {seat:seat}: confirm the plan (LOCK on the console)."
        ),
        Text("Hasta ahora podías cambiarlo.", "Until now you could change it."),
        "confirm_plan",
        to_leader(
            "{soldier:card} queda dedicado al combate, girado. Empieza la fase principal de {other:seat}.",
            "{soldier:card} is dedicated to combat, turned. {other:seat}'s main phase begins.",
        ),
    ),
    by_hand(
        (),
        to_leader("Jugador {other:seat}: roba la primera carta de tu ciudad.", "Player {other:seat}: draw the top card of your city."),
        Text("Saque: así empieza cada fase principal.", "The draw: every main phase begins like this."),
    ),
    does(
        (),
        to_leader(
            "Jugador {other:seat}: acaba el enrolamiento sin jugar nada (en la consola, LOCK).",
            "Player {other:seat}: end the enlistment and play nothing (LOCK on the console).",
        ),
        Text("Guarda tus cartas para el combate.", "Keep your cards for the combat."),
        "pass",
        to_leader("{second:card} podría ir contra el segundo guerrero.", "{second:card} might go against the second warrior."),
    ),
    does(
        (),
        to_leader(
            "Jugador {other:seat}: confirma el plan sin asignar a nadie (en la consola, LOCK).",
            "Player {other:seat}: confirm the plan and assign nobody (LOCK on the console).",
        ),
        Text("Tu soldado se queda libre para defender.", "Your soldier stays free to defend."),
        "confirm_plan",
        Text(
            "Empieza el combate. Antes de los ataques aún se puede jugar una hishtadlut, que vale una vez.",
            "Combat begins. Before the attacks a hishtadlut, which acts once, may still be played.",
        ),
    ),
)

COMBAT = (
    does(
        ("A",),
        Text("Jugador A: juega Forja Nocturna sobre Herrero de Campaña.", "Player A: play Night Forge on Field Smith."),
        Text("Cuesta tu punto de materiales. Después va a tu guenizá.", "It costs your point of materials. Then it goes to your guenizá."),
        "play_tactic",
        Text(
            "Hasta el final de la ronda el herrero suma 2 más a sus ataques. El segundo guerrero, sin rival, va contra una ciudad.",
            "Until the end of the round the smith adds 2 more to its attacks. The second warrior has no opponent: it goes for a city.",
        ),
        seat="A",
        card="forja",
        targets=[SMITH],
    ),
    does(
        (),
        to_leader(
            "Jugador {seat:seat}: lanza el D10 (en la consola, ROLL): dice qué ciudad.",
            "Player {seat:seat}: roll the D10 (ROLL on the console): it names the city.",
        ),
        Text("Del 1 al 5, la de A; del 6 al 10, la de B.", "1 to 5 is A's, 6 to 10 is B's."),
        "enter_roll",
        city_chosen,
    ),
    does(
        (),
        to_leader(
            "Jugador {other:seat}: pon a {second:card} frente al segundo guerrero para defenderla.",
            "Player {other:seat}: put {second:card} opposite the second warrior to defend it.",
        ),
        Text("Puedes defender tu ciudad y también la del otro.", "You may defend your own city, and the other one too."),
        "defend",
        Text(
            "Hay dos duelos y ninguna ciudad en peligro. Mensajero Veloz, con zerizut, golpea primero.",
            "There are two fights, and no city in danger. Swift Messenger, with zerizut, strikes first.",
        ),
        enemy=SECOND_ENEMY,
    ),
    does(
        ("B",),
        Text(
            "Jugador B: lanza el dado de Mensajero Veloz (en la consola, ROLL).",
            "Player B: roll Swift Messenger's die (ROLL on the console).",
        ),
        Text("Ataque precoz: acierta con 5 o más.", "Early attack: 5 or more is a success."),
        "enter_roll",
        dice_told,
    ),
    by_hand(
        ("B",),
        burial(
            False,
            Text(
                "Jugador B: deja al mensajero donde está: su guerrero va a responder.",
                "Player B: leave the messenger where it is: its warrior will answer.",
            ),
        ),
        Text(
            "Primera asignación de daño: quien cae aquí ya no golpea. Gana quien llegue primero a 50 de emuná.",
            "First assignment of damage: who falls here strikes no more. Whoever is first to 50 emuná wins.",
        ),
    ),
    *main_attack(
        Sentence(
            "Jugador {seat:seat}: lanza el dado de {card:card} contra {against:card} (en la consola, ROLL).",
            "Player {seat:seat}: roll {card:card}'s die against {against:card} (ROLL on the console).",
        )
    ),
    does(
        ("B",),
        Text("Jugador B: juega Súplica de Sanación sobre un soldado herido.", "Player B: play Plea for Healing on a soldier that was hit."),
        Text(
            "Una tefilá se juega en cualquier momento: el daño aún no surte efecto.",
            "A tefilá may be played at any moment: the damage has not taken effect yet.",
        ),
        "play_tactic",
        Text(
            "B ha pagado con su punto de espiritualidad. Un dado dice si cura.",
            "B paid with the point of spirituality. A die says whether it heals.",
        ),
        if_owed=("window",),
        lock={},
        seat="B",
        card="sanacion",
    ),
    does(
        ("B",),
        Text(
            "Jugador B: lanza el dado de la curación (en la consola, ROLL).", "Player B: roll the die of the healing (ROLL on the console)."
        ),
        Text("Cura con 5 o más. La tefilá va después a tu guenizá.", "It heals with 5 or more. Then the tefilá goes to your guenizá."),
        "enter_roll",
        healing_told,
        if_owed=("answer", "roll_heal"),
    ),
    by_hand(
        BOTH,
        burial(
            False,
            Text(
                "Jugadores A y B: dejen las cartas como están: ya no cae nadie más.",
                "Players A and B: leave the cards as they are: nobody else falls.",
            ),
        ),
        Text(
            "Segunda asignación de daño. Los soldados caídos restan ánimo: si uno pierde 50 de emuná, pierden los dos.",
            "Second assignment of damage. Fallen soldiers cost spirit: if one player loses 50 emuná, both lose.",
        ),
    ),
)

SECOND_ROUND = (*MAIN_PHASES, *COMBAT)
