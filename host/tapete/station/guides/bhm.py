"""A first war of BHM: two turns with every phase, and the start of a third in which a deserter comes back.

A calls a bear and a scribe and arms the bear; B frightens the scribe away, brings the bear down with two attacks and takes the territory.
Counters begin at 8, a house rule, so that something can be called at once; who begins has been decided.
"""

from __future__ import annotations

from typing import Any

from tapete import cards
from tapete.core import position
from tapete.core.seats import Seat
from tapete.core.texts import Text
from tapete.station.by_lock import with_lock
from tapete.station.guide import Deed, Guide, Pattern, always

OPTIONS = {"starting_counter": 8, "reaction_windows": "off"}

MOSS_BEAR, TIDE_SCRIBE, HOWL_HOUND, VEIL_STALKER = 5, 7, 14, 17
"""The beings of this lesson by their numbers on the table, in the order in which they are called."""

SETTLED: tuple[dict[str, Any], ...] = (
    {"action": "setup_player", "seat": "A", "deck_size": 40, "summons": 0},
    {"action": "setup_player", "seat": "B", "deck_size": 40, "summons": 0},
    {"action": "exchange", "seat": "A", "n": 0},
    {"action": "exchange", "seat": "B", "n": 0},
    {"action": "enter_roll", "roll": "start1", "value": 9},
    {"action": "enter_roll", "roll": "start2", "value": 4},
)
"""What is settled before the lesson begins: decks, hands, and A's higher die."""


def opening() -> dict[str, Any]:
    """The start of A's first turn."""
    rules = cards.bind("bhm", OPTIONS, "starter")
    state = rules.start(("A", "B"))
    for action in SETTLED:
        state, _ = rules.apply(state, rules.read(action))
    return position.dump(rules, state).plain()


def take(seat: Seat, hand: Text) -> Deed:
    """A prepared hand, and the card that will be drawn."""
    return Deed(
        whose=(seat,),
        says=Text(
            f"Jugador {seat}: toma en la mano {hand.es}. Las otras 35 cartas de tu baraja, barajadas y boca abajo a tu lado.",
            f"Player {seat}: take {hand.en} into your hand. Shuffle the other 35 cards of your deck and lay them face down beside you.",
        ),
        why=Text(
            "En una guerra de verdad robas cinco al azar y puedes cambiar las que no quieras; un dado dice quién empieza.",
            "In a real war you draw five by chance and may exchange those you do not want; a die says who begins.",
        ),
    )


def does(
    seat: Seat,
    says: Text,
    why: Text | None,
    action: str,
    after: Text | None = None,
    lock: Pattern | None = None,
    enters: Text | None = None,
    **arguments: Any,
) -> Deed:
    """One deed of one player.

    Args:
        seat, says, why: as in `Deed`. after: the same, whatever has happened.
        action, arguments: what answers it, as far as it matters.
        lock, enters: what LOCK says of the rest, and how that is told (`with_lock`).
    """
    return Deed(
        whose=(seat,),
        says=with_lock(Text(f"Jugador {seat}: {says.es}", f"Player {seat}: {says.en}"), enters),
        why=why,
        answers=({"action": action, "seat": seat, **arguments},),
        after=None if after is None else always(after),
        else_=Text("Lo que sigue en esta lección cuenta con ese paso.", "What follows in this lesson builds on that step."),
        lock=lock,
    )


def first_free(seat: Seat, says: Text, why: Text, action: str, **arguments: Any) -> Deed:
    """One deed that puts a being on whichever space its player likes."""
    enters = Text("primera casilla libre", "first free space")
    return does(seat, says, why, action, lock={}, enters=enters, **arguments)


GUIDE = Guide(
    game="bhm",
    title=Text("Tu primera guerra", "Your first war"),
    minutes=12,
    seats=2,
    options=OPTIONS,
    catalogue="starter",
    position=opening(),
    deeds=(
        take(
            "A",
            Text(
                "Oso de Musgo, Escriba de Mareas, Lanza de Roble, Toque de Reunión y Marjal de Niebla",
                "Moss Bear, Tide Scribe, Oak Lance, Rally Call and Fog Fen",
            ),
        ),
        take(
            "B",
            Text(
                "Sabueso del Alarido, Acechador del Velo, Látigo de Marea, Terraza del Viento y Rana de Charco",
                "Howl Hound, Veil Stalker, Tidal Lash, Wind Terrace and Puddle Frog",
            ),
        ),
        Deed(
            says=Text(
                "Miren sus contadores de llamada: los dos empiezan hoy en 8.",
                "Look at your call counters: today both begin at 8.",
            ),
            why=Text(
                "Dicen a qué seres puedes llamar, y también lo mal que te va: con 32 pierdes.",
                "They say which beings you may call, and how badly you fare: at 32 you lose.",
            ),
        ),
        does("A", Text("empieza tu turno: roba una carta.", "your turn begins: draw a card."), None, "draw_mandatory"),
        first_free(
            "A",
            Text("llama a Oso de Musgo a tu campo.", "call Moss Bear to your field."),
            Text(
                "Su rango, 4, no pasa de tu contador. Los rangos que llamas en un turno suman como mucho lo que marca.",
                "Its rank, 4, is not above your counter. The ranks called in a turn add up to what it shows, at most.",
            ),
            "call_being",
            card="moss_bear",
        ),
        first_free(
            "A",
            Text("llama también a Escriba de Mareas.", "call Tide Scribe as well."),
            Text(
                "Rango 3: te quedaban 4 puntos. El contador no baja por llamar.",
                "Rank 3: you had 4 points left. Calling does not lower the counter.",
            ),
            "call_being",
            card="tide_scribe",
        ),
        does(
            "A",
            Text("equipa a Oso de Musgo con Lanza de Roble.", "equip Moss Bear with Oak Lance."),
            Text(
                "Un objeto necesita un ser de su rango o más, y aquí da 150 de FUE.",
                "An object needs a being of its rank or above; this one gives 150 FUE.",
            ),
            "equip_object",
            being=MOSS_BEAR,
            card="oak_lance",
        ),
        does(
            "A",
            Text("juega la estrategia Toque de Reunión.", "play the strategy Rally Call."),
            Text(
                "Una por fase de estrategia, de rango no mayor que tu contador.",
                "One in each strategy phase, of a rank not above your counter.",
            ),
            "play_strategy",
            lock={"targets": ["A"]},
            enters=Text("robas una carta", "you draw a card"),
            card="rally_call",
        ),
        does("A", Text("pasa al combate.", "go on to combat."), None, "end_phase"),
        does(
            "A",
            Text("B no tiene seres: cierra el combate sin atacar.", "B has no beings: close combat without an attack."),
            Text("A un jugador no se le ataca; se le vencen los seres.", "Players are not attacked; their beings are beaten."),
            "resolve_combat",
        ),
        does(
            "A",
            Text(
                "en la segunda fase de estrategia, juega el territorio Marjal de Niebla.",
                "in the second strategy phase, play the territory Fog Fen.",
            ),
            Text("Cada cual tiene dos como mucho; perder uno sube el contador.", "Each may hold two; losing one raises the counter."),
            "play_territory",
            card="fog_fen",
        ),
        does("A", Text("acaba la fase.", "end the phase."), None, "end_phase"),
        does(
            "A",
            Text("fase final: roba una carta más.", "final phase: draw one more card."),
            Text(
                "Este robo es libre: puedes hacerlo si tienes menos de siete cartas.",
                "This draw is up to you: you may with fewer than seven in hand.",
            ),
            "draw_optional",
            Text(
                "Se comparan los campos: A tiene dos seres más, y el contador de B sube 2. Y con 20 o menos el de A sube 1: es ARMAGEDON.",
                "Fields are compared: A has two more, so B's counter rises by 2. At 20 or less A's own rises by 1: that is ARMAGEDON.",
            ),
            take=True,
        ),
        does("B", Text("empieza tu turno: roba una carta.", "your turn begins: draw a card."), None, "draw_mandatory"),
        first_free(
            "B",
            Text("llama a Sabueso del Alarido.", "call Howl Hound."),
            Text("Tu contador subió a 10: ahora puedes llamar por 10.", "Your counter rose to 10: now you may call for 10."),
            "call_being",
            card="howl_hound",
        ),
        does(
            "B",
            Text("su TERROR 120 asusta a un enemigo: elige a Escriba de Mareas.", "its TERROR 120 frightens an enemy: choose Tide Scribe."),
            Text("Le quita 120 de VAL. Quien se queda sin VAL huye.", "It takes 120 VAL away. A being without VAL flees."),
            "choose_terror",
            target=TIDE_SCRIBE,
        ),
        first_free(
            "B",
            Text("llama a Acechador del Velo.", "call Veil Stalker."),
            Text(
                "5 y 5 son 10, justo. Es INVISIBLE: nadie puede elegirlo como blanco.",
                "5 and 5 make 10, just enough. It is INVISIBLE: nobody can choose it as a target.",
            ),
            "call_being",
            card="veil_stalker",
        ),
        does(
            "B",
            Text(
                "Sabueso del Alarido ejecuta el poder Látigo de Marea contra Escriba de Mareas.",
                "Howl Hound executes the power Tidal Lash on Tide Scribe.",
            ),
            Text(
                "Cuesta 60 de POD y quita 80 de VAL: al escriba le quedaban 20.",
                "It costs 60 POD and takes 80 VAL: the scribe had 20 left.",
            ),
            "play_power",
            executor=HOWL_HOUND,
            card="tidal_lash",
            targets=[TIDE_SCRIBE],
        ),
        does("B", Text("pasa al combate.", "go on to combat."), None, "end_phase"),
        does(
            "B",
            Text(
                "declara un ataque físico de Sabueso del Alarido a Oso de Musgo.", "declare a physical attack by Howl Hound on Moss Bear."
            ),
            Text(
                "FUE 300 contra RES 250: gasta la RES, y lo que sobra va a la Salud.",
                "FUE 300 against RES 250: it uses up the RES, and what is left goes to Salud.",
            ),
            "declare_physical",
            attacker=HOWL_HOUND,
            target=MOSS_BEAR,
        ),
        does(
            "B",
            Text("declara otro, de Acechador del Velo al mismo oso.", "declare another, by Veil Stalker on the same bear."),
            Text(
                "Los ataques se acumulan y se resuelven en el orden en que se declaran.",
                "Attacks add up, and are resolved in the order in which they are declared.",
            ),
            "declare_physical",
            attacker=VEIL_STALKER,
            target=MOSS_BEAR,
        ),
        does(
            "B",
            Text("cierra las declaraciones.", "close the declarations."),
            None,
            "resolve_combat",
            Text("Ya nadie declara más ataques: toca resolverlos.", "Nobody declares any more attacks: now they are resolved."),
        ),
        does("B", Text("resuelve el primer ataque.", "resolve the first attack."), None, "resolve_next_attack"),
        does(
            "B",
            Text("resuelve el segundo.", "resolve the second."),
            Text("Ya no le queda RES: las 350 de FUE van enteras a la Salud.", "No RES is left: all 350 FUE go to Salud."),
            "resolve_next_attack",
        ),
        does(
            "B",
            Text(
                "juega el territorio Terraza del Viento: destruye Marjal de Niebla.",
                "play the territory Wind Terrace: it destroys Fog Fen.",
            ),
            Text(
                "Así se toma un territorio enemigo, salvo que sea INDESTRUCTIBLE.",
                "That is how an enemy territory is taken, unless it is INDESTRUCTIBLE.",
            ),
            "play_territory",
            card="wind_terrace",
            destroy={"seat": "A", "index": 0},
        ),
        does("B", Text("acaba la fase.", "end the phase."), None, "end_phase"),
        does(
            "B",
            Text("di si robas una carta más.", "say whether you draw one more card."),
            None,
            "draw_optional",
            lock={"take": True},
            enters=Text("robas", "you draw"),
        ),
        does("A", Text("roba la carta de tu turno.", "draw your turn's card."), None, "draw_mandatory"),
        first_free(
            "A",
            Text(
                "Escriba de Mareas vuelve de los desertores: ponlo en una casilla.",
                "Tide Scribe comes back from the deserters: put it on a space.",
            ),
            Text("Si huye otra vez este turno, se irá a la baraja.", "If it flees again this turn it goes to the deck."),
            "return_deserter",
            iid=TIDE_SCRIBE,
        ),
    ),
    ending=Text(
        "Ya conocen las cinco fases. La guerra sigue con las reglas de siempre: pierde quien llegue a 32.",
        "Now you know all five phases. The war goes on by the ordinary rules: whoever reaches 32 loses.",
    ),
)
