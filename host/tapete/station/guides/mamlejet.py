"""A first campaign of Mamlejet Kohanim for one camp: two rounds, from the first soldier to an attack and a defence.

Nobody can foretell the dice: whatever they say, the deeds that follow stay possible, and what only some faces ask for is asked only then.
"""

from __future__ import annotations

from typing import Any

from tapete.core.texts import Text
from tapete.station.guide import Deed, Guide, always

FIRST_ENEMY, FIRST_RESOURCE, SENTINEL = 1, 2, 4
SECOND_ENEMY, SECOND_RESOURCE, SMITH = 5, 6, 8
"""What comes into play, by its number on the table, in the order of the lesson."""


TABLE = frozenset({"enter_roll", "reveal_enemy"})
"""What belongs to nobody's seat: anybody at the table enters it."""


def does(says: Text, why: Text | None, action: str, after: Text | None = None, *, if_owed: tuple[str, ...] = (), **arguments: Any) -> Deed:
    """One deed of the one player."""
    seat = {} if action in TABLE else {"seat": "A"}
    return Deed(
        whose=("A",),
        says=says,
        why=why,
        answers=({"action": action, **seat, **arguments},),
        after=None if after is None else always(after),
        else_=Text("Lo que sigue en esta lección cuenta con ese paso.", "What follows in this lesson builds on that step."),
        if_owed=if_owed,
    )


FALLEN = does(
    Text(
        "El golpe acierta: pon en tu guenizá la primera carta de tu ciudad y di cuál es.",
        "The blow hits: put the top card of your city into your guenizá and say which it is.",
    ),
    Text("Si tu ciudad se queda sin cartas, has perdido.", "A city without cards is lost."),
    "declare_card",
    if_owed=("fall",),
)

WINDOW = does(
    Text("Nadie reacciona ahora: pasa (en la consola, LOCK).", "Nobody reacts now: pass (LOCK on the console)."),
    Text(
        "Con riqueza en la mesa, el árbitro te deja sitio para una tefilá o una habilidad.",
        "With wealth on the table the referee leaves you room for a tefilá or an ability.",
    ),
    "pass",
    if_owed=("window", "answer", "answer_ability", "answer_trigger", "answer_damage"),
)

ROOM = (WINDOW,) * 4
"""As often as the rules may ask at one place."""

GUIDE = Guide(
    game="mamlejet",
    title=Text("Tu primera campaña", "Your first campaign"),
    minutes=12,
    seats=1,
    options={"level": "escudero", "threat_skip_rounds": 0},
    catalogue="starter",
    deeds=(
        Deed(
            whose=("A",),
            says=Text(
                "Toma en la mano Ración de Alimento, Mina, Centinela del Portón, Herrero de Campaña, Estudio de Torá, Súplica de Sanación "
                "y Jornada de Cosecha. Las otras 53 cartas, barajadas y boca abajo, son tu ciudad.",
                "Take Food Ration, Mine, Gate Sentinel, Field Smith, Torah Study, Plea for Healing and Harvest Day into your hand. "
                "The other 53 cards, shuffled and face down, are your city.",
            ),
            why=Text(
                "En una campaña de verdad robas siete al azar. Hasta cuatro personas juegan juntas contra el enemigo.",
                "In a real campaign you draw seven by chance. Up to four people play together against the enemy.",
            ),
        ),
        Deed(
            whose=("A",),
            says=Text(
                "Pon arriba del mazo enemigo dos Guerreros Pelishtíes y déjalo boca abajo.",
                "Put two Philistine Warriors on top of the enemy deck and lay it face down.",
            ),
            why=Text(
                "Del enemigo se ocupa el árbitro: dice qué carta sale, a quién ataca y qué dado hay que lanzar.",
                "The referee runs the enemy: it says which card comes, whom it attacks and which die to roll.",
            ),
        ),
        does(Text("Quédate con la mano.", "Keep your hand."), None, "keep_hand"),
        does(
            Text(
                "Da la vuelta a la primera carta del mazo enemigo: Guerrero Pelishtí.",
                "Turn over the top card of the enemy deck: Philistine Warrior.",
            ),
            Text("Su dificultad es 5: para vencerlo hace falta un 5 o más.", "Its difficulty is 5: a 5 or more defeats it."),
            "reveal_enemy",
            card="e-guerrero",
        ),
        does(
            Text("Juega el recurso Ración de Alimento.", "Play the resource Food Ration."),
            Text(
                "Uno por ronda. De los recursos sale la riqueza con que pagas todo.",
                "One each round. Resources bring the wealth that pays for everything.",
            ),
            "play_resource",
            card="racion",
        ),
        does(
            Text("Dedica la Ración: da un punto de sustento.", "Dedicate the Ration: it gives one point of sustenance."),
            Text(
                "Lo dedicado (gírala) no se usa otra vez hasta la ronda que viene.",
                "What is dedicated (turn it) cannot be used again until next round.",
            ),
            "produce",
            permanent=FIRST_RESOURCE,
        ),
        does(
            Text("Juega al soldado Centinela del Portón.", "Play the soldier Gate Sentinel."),
            Text(
                "Cuesta un punto de sustento. Esta ronda aún no ataca, pero puede defender.",
                "It costs one point of sustenance. It does not attack this round, but it may defend.",
            ),
            "play_tactic",
            Text(
                "Centinela del Portón está en tu campamento. El guerrero no tiene rival, así que va contra tu ciudad.",
                "Gate Sentinel is in your camp. The warrior has no opponent, so it goes for your city.",
            ),
            card="centinela",
        ),
        does(
            Text("Esta vez no defiendas la ciudad.", "This time do not defend the city."),
            Text("El centinela podría caer, y lo necesitas.", "The sentinel might fall, and you need it."),
            "decline_defence",
            enemy=FIRST_ENEMY,
        ),
        does(
            Text("Lanza el D10 del enemigo (en la consola, ROLL).", "Roll the enemy's D10 (ROLL on the console)."),
            Text("Con 6 o más acierta a la ciudad.", "With 6 or more it hits the city."),
            "enter_roll",
        ),
        FALLEN,
        does(
            Text(
                "Segunda ronda: sale otro Guerrero Pelishtí. Dale la vuelta.",
                "Second round: another Philistine Warrior comes. Turn it over.",
            ),
            Text(
                "Al empezar la ronda todo lo dedicado queda libre, y robas una carta.",
                "When a round begins everything dedicated is free again, and you draw a card.",
            ),
            "reveal_enemy",
            card="e-guerrero",
        ),
        *ROOM,
        does(Text("Juega el recurso Mina.", "Play the resource Mine."), None, "play_resource", card="mina"),
        does(
            Text("Dedica la Mina: da un punto de materiales.", "Dedicate the Mine: it gives one point of materials."),
            None,
            "produce",
            permanent=SECOND_RESOURCE,
        ),
        does(
            Text("Juega al soldado Herrero de Campaña.", "Play the soldier Field Smith."),
            Text("Suma 1 a sus ataques.", "It adds 1 to its attacks."),
            "play_tactic",
            card="herrero",
        ),
        *ROOM,
        does(
            Text("Acaba el enrolamiento: pasa.", "End the enlistment: pass."),
            None,
            "pass",
            Text("Ahora dices qué soldado va contra qué enemigo.", "Now you say which soldier goes against which enemy."),
        ),
        does(
            Text("Asigna a Centinela del Portón contra el primer guerrero.", "Assign Gate Sentinel to the first warrior."),
            Text("Ya lleva una ronda en tu campamento: puede atacar.", "It has been in your camp for a round: it may attack."),
            "assign",
            soldier=SENTINEL,
            enemy=FIRST_ENEMY,
        ),
        does(
            Text("Confirma el plan.", "Confirm the plan."),
            Text("El otro guerrero irá contra tu ciudad.", "The other warrior will go for your city."),
            "confirm_plan",
        ),
        *ROOM,
        does(
            Text("Defiende la ciudad con Herrero de Campaña.", "Defend the city with Field Smith."),
            Text("Quien defiende se enfrenta al enemigo, y los dos lanzan.", "A defender faces the enemy, and both roll."),
            "defend",
            enemy=SECOND_ENEMY,
            soldier=SMITH,
        ),
        *ROOM,
        Deed(
            whose=("A",),
            says=Text("Lanza los cuatro dados: dos duelos, dos dados cada uno.", "Roll the four dice: two fights, two dice each."),
            why=Text(
                "Los golpes son a la vez: los dos pueden caer. Un enemigo vencido va a tu guenizá y da su emuná.",
                "Blows fall together: both may fall. A defeated enemy goes to your guenizá and gives its emuná.",
            ),
            answers=({"action": "enter_roll"}, {"action": "enter_roll"}, {"action": "enter_roll"}, {"action": "enter_roll"}),
        ),
        *ROOM,
    ),
    ending=Text(
        "Ya conoces la ronda entera. Gana quien llega a 50 de emuná sin perder la ciudad: la campaña sigue.",
        "Now you know a whole round. Whoever reaches 50 emuná with the city standing wins: the campaign goes on.",
    ),
)
