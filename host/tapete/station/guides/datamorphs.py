"""A first round of DataMorphs: every element once, an Interrupt, the score, and the card that stays out (ledger, worked example 13).

B leads all the way with more memory; the Interrupt in B's Boost A switches off A's change, and one point of attack gets through.
"""

from __future__ import annotations

from typing import Any

from tapete.core.seats import Seat
from tapete.core.texts import Sentence, Text
from tapete.games.datamorphs.rounds import RoundScored
from tapete.station.by_lock import with_lock
from tapete.station.guide import Deed, Guide, Turned, always

HAND_A = Text(
    "Oráculo de Óxido, Telar Destello, Puerto Rescoldo, Hilo Hueco y Mux Guijarro",
    "Rust Oracle, Glint Loom, Cinder Port, Hollow Thread and Pebble Mux",
)
HAND_B = Text(
    "Pila Terciopelo, Núcleo Polilla, Enrutador Ceniza, Búfer Charrán y Zócalo Salobre",
    "Velvet Stack, Moth Kernel, Ash Router, Tern Buffer and Brine Socket",
)

OTHER_ROUND = Text("El recuento de esta ronda necesita justo esa jugada.", "The sums of this round need just that play.")


def take(seat: Seat, hand: Text) -> Deed:
    """A player's five cards."""
    return Deed(
        whose=(seat,),
        says=Text(f"Jugador {seat}: tus cinco cartas son {hand.es}.", f"Player {seat}: your five cards are {hand.en}."),
        why=Text(
            "Cada carta vale como Bios, Programa, Boost, Función o, boca abajo, Interrupción.",
            "Each card serves as a Bios, a Program, a Boost, a Function or, face down, an Interrupt.",
        ),
    )


def order(first: Seat, why: Text) -> Deed:
    """B has more memory and names who plays first."""
    return Deed(
        whose=("B",),
        says=with_lock(
            Text(
                f"Jugador B: tienes más memoria. Di que primero juega {first}.",
                f"Player B: you have more memory. Say that {first} plays first.",
            )
        ),
        why=why,
        answers=({"action": "choose_order", "seat": "B", "first": first},),
        else_=OTHER_ROUND,
    )


def plays(seat: Seat, part: str, slot: str, card: str | None, says: Text, why: Text) -> Deed:
    """One card, as one of its elements."""
    answer: dict[str, Any] = {"action": "play", "seat": seat, "part": part, "slot": slot, "card": card}
    return Deed(
        whose=(seat,),
        says=with_lock(Text(f"Jugador {seat}: {says.es}", f"Player {seat}: {says.en}")),
        why=why,
        answers=(answer,),
        else_=OTHER_ROUND,
    )


FREE_ORDER = Text("En una partida libre eliges tú, y a veces conviene esperar.", "In a free match it is your choice, and waiting may pay.")
FUNCTION = Text(
    "Una Función da iconos a su propio Programa si es de los tipos que nombra, y quita al rival si el suyo es vulnerable.",
    "A Function gives icons to its own Program if it is of a type that it names, and takes some from a rival Program that is vulnerable.",
)


def scored(turned: Turned) -> Text:
    """The round's sums."""
    score = turned.first(RoundScored)
    return turned.say(
        Sentence(
            "Se suman los iconos que siguen activos. A: {a} de ataque y {ad} de defensa. B: {b} de ataque y {bd} de defensa. La defensa "
            "anula el ataque rival: pasan {ai} de A y {bi} de B, así que B gana la ronda.",
            "The icons of active parts are added. A: {a} attack and {ad} defense. B: {b} attack and {bd} defense. Defense cancels the "
            "rival's attack: {ai} of A's and {bi} of B's get through, and B wins the round.",
        ),
        a=score.attack.A,
        ad=score.defense.A,
        b=score.attack.B,
        bd=score.defense.B,
        ai=score.inflicted.A,
        bi=score.inflicted.B,
    )


GUIDE = Guide(
    game="datamorphs",
    title=Text("Tu primer DataMorph", "Your first DataMorph"),
    minutes=10,
    seats=2,
    catalogue="starter",
    deeds=(
        take("A", HAND_A),
        take("B", HAND_B),
        Deed(
            says=with_lock(Text("Cuando estén listos, empiecen la partida.", "When you are ready, start the game.")),
            why=Text("Gana quien se lleva dos rondas de tres.", "Whoever wins two rounds of three wins."),
            answers=({"action": "start_game"},),
            after=always(Text("Ronda 1: cinco cartas cada uno.", "Round 1: five cards each.")),
        ),
        Deed(
            says=with_lock(
                Text(
                    "Pongan boca abajo su Bios: A, Oráculo de Óxido; B, Pila Terciopelo. Den la vuelta a las dos a la vez.",
                    "Lay your Bios face down: A, Rust Oracle; B, Velvet Stack. Turn both over together.",
                )
            ),
            why=Text("La Bios dice cuánta memoria tienes para toda la ronda.", "The Bios says how much memory you have for the round."),
            answers=({"action": "reveal_bios", "bios": {"A": "rust_oracle", "B": "velvet_stack"}},),
            else_=OTHER_ROUND,
        ),
        order(
            "A",
            Text(
                "Más memoria es la iniciativa: decides el orden en cada intercambio.",
                "More memory is the initiative: you decide each exchange's order.",
            ),
        ),
        plays(
            "A",
            "program",
            "program",
            "glint_loom",
            Text("juega Telar Destello como Programa.", "play Glint Loom as the Program."),
            Text(
                "Cuesta tanta memoria como iconos de ataque y defensa lleva: 3.",
                "It costs as much memory as it has attack and defense icons: 3.",
            ),
        ),
        plays(
            "B",
            "program",
            "program",
            "moth_kernel",
            Text("juega Núcleo Polilla como Programa.", "play Moth Kernel as the Program."),
            Text("Cuesta 2, y desde ahora da 1 de memoria.", "It costs 2, and brings 1 memory from now on."),
        ),
        order("B", FREE_ORDER),
        plays(
            "B",
            "boost",
            "boost_b",
            "ash_router",
            Text("juega Enrutador Ceniza como Boost B.", "play Ash Router as Boost B."),
            Text("Dos de defensa, por dos de memoria.", "Two defense for two memory."),
        ),
        plays(
            "A",
            "boost",
            "boost_a",
            "cinder_port",
            Text("juega Puerto Rescoldo como Boost A.", "play Cinder Port as Boost A."),
            Text(
                "Un Boost de cambio cuesta solo 1: convertiría tu defensa en ataque.",
                "A change Boost costs only 1: it would turn your defense into attack.",
            ),
        ),
        order("A", FREE_ORDER),
        plays(
            "A",
            "boost",
            "boost_b",
            "hollow_thread",
            Text("juega Hilo Hueco como Boost B.", "play Hollow Thread as Boost B."),
            Text("Un ataque, y su memoria se paga sola.", "One attack, and its memory pays for itself."),
        ),
        plays(
            "B",
            "interrupt",
            "boost_a",
            None,
            Text(
                "pon Zócalo Salobre boca abajo en tu Boost A: es una Interrupción.",
                "lay Brine Socket face down in your Boost A: an Interrupt.",
            ),
            Text(
                "Anula lo que tiene enfrente: el cambio de A ya no vale. No hay que decir qué carta es.",
                "It switches off what faces it: A's change is gone. Nobody has to say which card it is.",
            ),
        ),
        order("B", FREE_ORDER),
        plays(
            "B",
            "function",
            "function",
            "tern_buffer",
            Text("juega Búfer Charrán como Función.", "play Tern Buffer as the Function."),
            FUNCTION,
        ),
        Deed(
            whose=("A",),
            says=with_lock(Text("Jugador A: juega Mux Guijarro como Función.", "Player A: play Pebble Mux as the Function.")),
            why=Text(
                "No es de tu tipo, pero era tu última carta: la ronda acaba y se cuenta.",
                "It does not fit your type, but it was your last card: the round ends and is scored.",
            ),
            answers=({"action": "play", "seat": "A", "part": "function", "slot": "function", "card": "pebble_mux"},),
            after=scored,
            else_=OTHER_ROUND,
        ),
        Deed(
            whose=("B",),
            says=with_lock(
                Text(
                    "Jugador B: elige una carta tuya y una de A que se quedan fuera.",
                    "Player B: choose one card of yours and one of A's to stay out.",
                ),
                Text("tu Interrupción y el Programa de A", "your Interrupt and A's Program"),
            ),
            why=Text(
                "Quien gana la ronda elige. Puede ser tu Interrupción: nadie la verá.",
                "The winner of the round chooses. It may be your Interrupt: nobody will see it.",
            ),
            answers=({"action": "leave_out", "seat": "B"},),
            lock={"own": "interrupt:boost_a", "rival": "program"},
        ),
    ),
    ending=Text(
        "Ya conocen los cinco elementos. Sigue la ronda 2, con cuatro cartas cada uno y las reglas de siempre.",
        "Now you know all five elements. Round 2 follows, with four cards each and the ordinary rules.",
    ),
)
