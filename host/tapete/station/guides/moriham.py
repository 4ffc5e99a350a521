"""A first duel of MORIHAM: three turns with every phase, a summon of each price, a magic, and a chain of two traps.

A opens with a direct attack, B heals and puts up a defender, and A comes back with a tribute. B's net and A's bell make a chain.
"""

from __future__ import annotations

from tapete.core.seats import Seat
from tapete.core.texts import Sentence, Text
from tapete.games.moriham.events import BattleFought, LifeChanged
from tapete.station.by_lock import with_lock
from tapete.station.guide import Deed, Guide, Turned, always

DECK = 20
"""Cards of each deck in this lesson; a duel has 50."""


def take(seat: Seat, spanish: str, english: str) -> Deed:
    """A prepared hand."""
    return Deed(
        whose=(seat,),
        says=Text(
            f"Jugador {seat}: toma en la mano {spanish}. Baraja las otras quince y déjalas boca abajo: son tu mazo.",
            f"Player {seat}: take {english} into your hand. Shuffle the other fifteen and lay them face down: they are your deck.",
        ),
        why=Text(
            "En un duelo de verdad cada mazo tiene cincuenta cartas y la mano sale al azar.",
            "In a real duel a deck has fifty cards and the hand is drawn by chance.",
        ),
    )


def phase(seat: Seat, spanish: str, english: str, why: Text) -> Deed:
    """Going on to the next phase."""
    return Deed(
        whose=(seat,),
        says=with_lock(Text(f"Jugador {seat}: pasa {spanish}.", f"Player {seat}: go on {english}.")),
        why=why,
        answers=({"action": "next_phase", "seat": seat},),
        else_=Text("Ahora queremos ver la fase que sigue.", "Now we want to see the next phase."),
    )


INITIAL = Text(
    "En la fase inicial actúan los efectos que lo digan en su carta. Hoy no hay ninguno.",
    "In the initial phase effects act whose cards say so. Today there are none.",
)

BATTLE = Text(
    "Cada monstruo en ataque (carta en vertical) puede atacar una vez.", "Each monster in attack position (card upright) may attack once."
)

FIRST_SLOT = Text("primer hueco libre", "first free slot")
"""Where LOCK puts what may lie anywhere."""

KEEP = Text("Guarda la trampa: dentro de poco te hará falta.", "Keep the trap: you will need it soon.")

THIS_CARD = Text("Los turnos que siguen cuentan con esa carta.", "The next turns count on that card.")


def direct_told(turned: Turned) -> Text:
    """The direct attack."""
    lost = turned.first(LifeChanged)
    return turned.say(
        Sentence(
            "{seat:seat} no tenía monstruos: el ataque va derecho a su vida, que pasa de {before} a {after}.",
            "{seat:seat} had no monsters: the attack goes straight to their life, from {before} to {after}.",
        ),
        seat=lost.seat,
        before=lost.before,
        after=lost.life,
    )


def chain_told(turned: Turned) -> Text:
    """The chain and the battle beneath it."""
    battle, lost = turned.first(BattleFought), turned.first(LifeChanged)
    return turned.say(
        Sentence(
            "Una cadena se resuelve desde la última carta: la campana anula la red, y el ataque sigue. Son {attack} de ataque contra "
            "{value} de defensa: el defensor va al cementerio y {seat:seat} pierde la diferencia, {damage}.",
            "A chain resolves from its last card: the bell silences the net, and the attack goes on. It is {attack} attack against "
            "{value} defense: the defender goes to the graveyard and {seat:seat} loses the difference, {damage}.",
        ),
        attack=battle.attack,
        value=battle.value,
        seat=lost.seat,
        damage=battle.damage,
    )


GUIDE = Guide(
    game="moriham",
    title=Text("Tu primer duelo de monstruos", "Your first duel of monsters"),
    minutes=10,
    seats=2,
    options={"deck_size": DECK},
    catalogue="starter",
    deeds=(
        take(
            "A",
            "Vigía de Juncos, Gaitero del Cenagal, Campana Muda, Cangrejo de Hojalata y Segundo Aliento",
            "Reed Scout, Bog Piper, Silent Bell, Tin Crab and Second Wind",
        ),
        take(
            "B",
            "Polilla Farolera, Red Enredada, Segundo Aliento, Lodito y Gólem del Horno",
            "Lamp Moth, Tangle Net, Second Wind, Mudling and Kiln Golem",
        ),
        Deed(
            says=with_lock(Text("Digan que empieza A.", "Say that A goes first.")),
            why=Text(
                "Pierde quien se queda sin vida, o sin mazo al empezar su turno.",
                "You lose with no life left, or no deck when your turn starts.",
            ),
            answers=({"action": "start_game", "first": "A"},),
            after=always(
                Text(
                    "Cada uno tiene 30 de vida. El turno empieza robando hasta tener seis cartas: A roba una.",
                    "Each has 30 life. A turn begins by drawing up to six cards: A draws one.",
                )
            ),
        ),
        phase("A", "a la fase 1", "to phase 1", INITIAL),
        Deed(
            whose=("A",),
            says=with_lock(
                Text(
                    "Jugador A: convoca a Vigía de Juncos en el hueco 1, en ataque (carta en vertical).",
                    "Player A: summon Reed Scout in slot 1, in attack position (card upright).",
                )
            ),
            why=Text(
                "Nivel 1: no cuesta nada. Hay una convocación normal por turno.",
                "Level 1: it costs nothing. There is one normal summon a turn.",
            ),
            answers=({"action": "normal_summon", "seat": "A", "card": "reed_scout", "position": "attack", "slot": 1},),
            else_=THIS_CARD,
        ),
        phase("A", "a la batalla", "to battle", BATTLE),
        Deed(
            whose=("A",),
            says=with_lock(Text("Jugador A: ataca a B con Vigía de Juncos.", "Player A: attack B with Reed Scout.")),
            why=Text("Tiene 4 de ataque.", "It has 4 attack."),
            answers=({"action": "declare_attack", "seat": "A", "target": "player"},),
            after=direct_told,
        ),
        phase(
            "A",
            "a la fase 2",
            "to phase 2",
            Text("Tras la batalla puedes colocar y activar cartas otra vez.", "After battle you may set and activate cards again."),
        ),
        Deed(
            whose=("A",),
            says=with_lock(Text("Jugador A: coloca Campana Muda boca abajo.", "Player A: set Silent Bell face down."), FIRST_SLOT),
            why=Text(
                "Solo la ves tú. Una trampa colocada vale en el turno de cualquiera.",
                "Only you see it. A set trap may act in anybody's turn.",
            ),
            answers=({"action": "set_card", "seat": "A"},),
            lock={},
            else_=THIS_CARD,
        ),
        Deed(
            whose=("A",),
            says=with_lock(Text("Jugador A: acaba el turno.", "Player A: end the turn.")),
            answers=({"action": "end_turn", "seat": "A"},),
        ),
        phase("B", "a la fase 1", "to phase 1", Text("B ya ha robado hasta seis cartas.", "B has already drawn up to six cards.")),
        Deed(
            whose=("B",),
            says=with_lock(
                Text(
                    "Jugador B: activa la magia Segundo Aliento, efecto 1: recupera 4 de vida.",
                    "Player B: activate the magic Second Wind, effect 1: regain 4 life.",
                )
            ),
            why=Text("Toda magia y toda trampa tiene dos efectos: eliges uno.", "Every magic and trap has two effects: you choose one."),
            answers=({"action": "activate_magic", "seat": "B", "card": "second_wind", "option": 1, "source": "hand"},),
            after=always(
                Text(
                    "Antes de que valga, quien tiene cartas boca abajo puede responder con una trampa.",
                    "Before it takes effect, whoever has face-down cards may answer with a trap.",
                )
            ),
            else_=THIS_CARD,
        ),
        Deed(
            whose=("A",),
            says=Text("Jugador A: deja pasar la magia (en la consola, LOCK).", "Player A: let the magic go by (LOCK on the console)."),
            why=Text("Tu campana anula trampas, y esto es una magia.", "Your bell silences traps, and this is a magic."),
            answers=({"action": "pass_priority", "seat": "A"},),
            else_=KEEP,
        ),
        Deed(
            whose=("B",),
            says=with_lock(
                Text(
                    "Jugador B: convoca a Polilla Farolera en el hueco 1, en defensa (carta en horizontal).",
                    "Player B: summon Lamp Moth in slot 1, in defense position (card sideways).",
                )
            ),
            why=Text(
                "Mientras tengas un defensor, tu rival no puede atacar otra cosa.",
                "While you have a defender, your rival can attack nothing else.",
            ),
            answers=({"action": "normal_summon", "seat": "B", "card": "lamp_moth", "position": "defense", "slot": 1},),
            else_=THIS_CARD,
        ),
        Deed(
            whose=("B",),
            says=with_lock(Text("Jugador B: coloca Red Enredada boca abajo.", "Player B: set Tangle Net face down."), FIRST_SLOT),
            why=Text("Cuando A ataque, lo detendrá. O eso crees.", "When A attacks, it will stop the attack. Or so you think."),
            answers=({"action": "set_card", "seat": "B"},),
            lock={},
            else_=THIS_CARD,
        ),
        Deed(
            whose=("B",),
            says=with_lock(Text("Jugador B: acaba el turno.", "Player B: end the turn.")),
            why=Text("La polilla, en defensa, no ataca.", "In defense the moth does not attack."),
            answers=({"action": "end_turn", "seat": "B"},),
        ),
        phase("A", "a la fase 1", "to phase 1", INITIAL),
        Deed(
            whose=("A",),
            says=with_lock(
                Text(
                    "Jugador A: convoca a Gaitero del Cenagal en ataque, con Vigía de Juncos de tributo.",
                    "Player A: summon Bog Piper in attack position, with Reed Scout as the tribute.",
                ),
                FIRST_SLOT,
            ),
            why=Text(
                "Nivel 2: se paga con un monstruo de nivel 1. Los niveles más altos, con tributos que sumen el nivel menos uno.",
                "Level 2 is paid with a level-1 monster; higher levels with tributes whose levels add up to one less.",
            ),
            answers=({"action": "normal_summon", "seat": "A", "card": "bog_piper", "position": "attack", "tributes": [1]},),
            lock={},
            else_=THIS_CARD,
        ),
        phase("A", "a la batalla", "to battle", BATTLE),
        Deed(
            whose=("A",),
            says=with_lock(
                Text("Jugador A: ataca a Polilla Farolera con Gaitero del Cenagal.", "Player A: attack Lamp Moth with Bog Piper.")
            ),
            why=Text(
                "Está en defensa, y hay que vencerla antes de llegar a B.",
                "It stands in defense, and must be beaten before B can be reached.",
            ),
            answers=({"action": "declare_attack", "seat": "A", "target": 1},),
        ),
        Deed(
            whose=("B",),
            says=with_lock(
                Text(
                    "Jugador B: descubre Red Enredada y activa su efecto 1: el ataque queda anulado.",
                    "Player B: turn up Tangle Net and activate effect 1: the attack is to be negated.",
                )
            ),
            answers=({"action": "activate_trap", "seat": "B", "card": "tangle_net", "option": 1},),
            after=always(
                Text("La red espera encima del ataque: empieza una cadena.", "The net waits on top of the attack: a chain begins.")
            ),
            else_=Text("Queremos ver una cadena de trampas.", "We want to see a chain of traps."),
        ),
        Deed(
            whose=("A",),
            says=with_lock(
                Text(
                    "Jugador A: responde con Campana Muda, efecto 1: anula la trampa de debajo.",
                    "Player A: answer with Silent Bell, effect 1: it negates the trap beneath it.",
                )
            ),
            answers=({"action": "activate_trap", "seat": "A", "card": "silent_bell", "option": 1},),
            after=chain_told,
            else_=Text("Queremos ver una cadena de trampas.", "We want to see a chain of traps."),
        ),
        Deed(
            whose=("A",),
            says=with_lock(Text("Jugador A: acaba el turno.", "Player A: end the turn.")),
            answers=({"action": "end_turn", "seat": "A"},),
        ),
    ),
    ending=Text(
        "Ya conocen todas las fases. El duelo sigue con las reglas de siempre: B empieza su turno.",
        "Now you know every phase. The duel goes on by the ordinary rules: it is B's turn.",
    ),
)
