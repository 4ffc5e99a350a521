"""A first round of Mamlejet Kohanim for two camps: threat, enlistment of each, and the defence of a city, one beside the other.

The initiative is settled before it begins, A first; whatever the enemy's dice say, the deeds that follow stay possible.
"""

from __future__ import annotations

from typing import Any

from tapete import cards
from tapete.core import position
from tapete.core.seats import Seat
from tapete.core.texts import Text
from tapete.station.guide import Deed, Guide, always

OPTIONS = {"level": "escudero", "threat_skip_rounds": 0}

SETTLED: tuple[dict[str, Any], ...] = (
    {"action": "keep_hand", "seat": "A"},
    {"action": "keep_hand", "seat": "B"},
    {"action": "enter_roll", "roll": "initiative-A.0", "value": 9},
    {"action": "enter_roll", "roll": "initiative-B.0", "value": 4},
)
"""What is settled before the lesson begins: hands are kept, and A rolled higher."""

ENEMY, RATION, MINE = 1, 2, 5
"""What comes into play and is named again, by its number on the table."""


def opening() -> dict[str, Any]:
    """The start of the first round, A before B."""
    rules = cards.bind("mamlejet", OPTIONS, "starter")
    state = rules.start(("A", "B"))
    for action in SETTLED:
        state, _ = rules.apply(state, rules.read(action))
    return position.dump(rules, state).plain()


def take(seat: Seat, hand: Text) -> Deed:
    """A prepared hand."""
    return Deed(
        whose=(seat,),
        says=Text(
            f"Jugador {seat}: toma en la mano {hand.es} y cinco cartas más de tu mazo. Las otras, barajadas y boca abajo, son tu ciudad.",
            f"Player {seat}: take {hand.en} and five more cards of your deck into your hand. Shuffle the others face down: your city.",
        ),
        why=Text(
            "Cada cual tiene su ciudad y su campamento; ganan o pierden juntos.", "Each has a city and a camp; you win or lose together."
        ),
    )


def does(seat: Seat | None, says: Text, why: Text | None, action: str, after: Text | None = None, **arguments: Any) -> Deed:
    """One deed: of one player, or of anybody at the table."""
    mine = {} if seat is None else {"seat": seat}
    return Deed(
        whose=() if seat is None else (seat,),
        says=says,
        why=why,
        answers=({"action": action, **mine, **arguments},),
        after=None if after is None else always(after),
        else_=Text("Lo que sigue en esta lección cuenta con ese paso.", "What follows in this lesson builds on that step."),
    )


GUIDE = Guide(
    game="mamlejet",
    title=Text("Su primera ronda juntos", "Your first round together"),
    minutes=10,
    seats=2,
    options=OPTIONS,
    catalogue="starter",
    position=opening(),
    deeds=(
        take("A", Text("Ración de Alimento y Centinela del Portón", "Food Ration and Gate Sentinel")),
        take("B", Text("Mina y Herrero de Campaña", "Mine and Field Smith")),
        Deed(
            says=Text(
                "Jugador A: pon un Guerrero Pelishtí arriba de tu mazo enemigo y déjalo boca abajo.",
                "Player A: put a Philistine Warrior on top of your enemy deck and lay it face down.",
            ),
            whose=("A",),
            why=Text(
                "Cada ronda la iniciativa dice el orden: esta vez A sacó más. Del enemigo se ocupa el árbitro.",
                "Each round the initiative sets the order: this time A rolled higher. The referee runs the enemy.",
            ),
        ),
        does(
            None,
            Text(
                "Amenaza: da la vuelta a la primera carta del mazo enemigo de A: Guerrero Pelishtí.",
                "Threat: turn over the top card of A's enemy deck: Philistine Warrior.",
            ),
            Text("Su dificultad es 5: para vencerlo hace falta un 5 o más.", "Its difficulty is 5: a 5 or more defeats it."),
            "reveal_enemy",
            card="e-guerrero",
            owner="A",
        ),
        does(
            "A",
            Text("Jugador A: juega el recurso Ración de Alimento.", "Player A: play the resource Food Ration."),
            Text("Uno por ronda. De los recursos sale la riqueza.", "One each round. Wealth comes from resources."),
            "play_resource",
            card="racion",
        ),
        does(
            "A",
            Text(
                "Jugador A: dedica la Ración: da un punto de sustento.", "Player A: dedicate the Ration: it gives one point of sustenance."
            ),
            Text(
                "Lo dedicado (gírala) no se usa otra vez hasta la ronda que viene.", "What is dedicated (turn it) rests until next round."
            ),
            "produce",
            permanent=RATION,
        ),
        does(
            "A",
            Text("Jugador A: juega al soldado Centinela del Portón.", "Player A: play the soldier Gate Sentinel."),
            Text(
                "Cuesta un punto de sustento. Esta ronda no ataca, pero puede defender.",
                "It costs one point of sustenance. It may defend this round.",
            ),
            "play_tactic",
            card="centinela",
        ),
        does(
            "B",
            Text("Jugador B: roba una carta y juega el recurso Mina.", "Player B: draw a card and play the resource Mine."),
            Text("Los dos aportan recursos; cada cual paga con los suyos.", "Both bring resources; each pays with their own."),
            "play_resource",
            card="mina",
        ),
        does(
            "B",
            Text("Jugador B: dedica la Mina: da un punto de materiales.", "Player B: dedicate the Mine: it gives one point of materials."),
            None,
            "produce",
            permanent=MINE,
        ),
        does(
            "B",
            Text("Jugador B: juega al soldado Herrero de Campaña.", "Player B: play the soldier Field Smith."),
            Text("Cuesta un punto de materiales.", "It costs one point of materials."),
            "play_tactic",
            card="herrero",
        ),
        does(
            None,
            Text(
                "Lanza el D10: dice contra qué ciudad va el guerrero (en la consola, ROLL).",
                "Roll the D10: it says for which city the warrior goes (ROLL).",
            ),
            Text(
                "Nadie manda al enemigo: decide el dado, y la mesa obedece.",
                "Nobody commands the enemy: the die decides, and the table obeys.",
            ),
            "enter_roll",
        ),
        does(
            None,
            Text(
                "La ciudad señalada se defiende con el soldado de su campamento.",
                "The city that is marked defends itself with the soldier of its camp.",
            ),
            Text("Quien defiende se enfrenta al enemigo, y los dos lanzan.", "A defender faces the enemy, and both roll."),
            "defend",
            enemy=ENEMY,
        ),
        Deed(
            says=Text("Lancen los dos dados del duelo (en la consola, ROLL).", "Roll the two dice of the fight (ROLL on the console)."),
            why=Text("Los golpes son a la vez: los dos pueden caer.", "Blows fall together: both may fall."),
            answers=({"action": "enter_roll"}, {"action": "enter_roll"}),
        ),
    ),
    ending=Text(
        "Ya conocen la ronda: amenaza, enrolamiento y defensa. Ganan juntos con 50 de emuná; la campaña sigue con la iniciativa.",
        "Now you know the round: threat, enlistment and defence. 50 emuná win it together; the campaign goes on with the initiative.",
    ),
)
