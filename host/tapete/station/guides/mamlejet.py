"""A first campaign of Mamlejet Kohanim for one camp: a round to enlist, and one with every step: an attack, a defence, a healing.

Nobody can foretell the dice: whatever they say, the deeds that follow stay possible, and what only some faces ask for is asked only then.
All wealth is taken at the start of the second round, so that nobody has to pass where nothing could be played.
"""

from __future__ import annotations

from tapete.core.seats import Seat
from tapete.core.texts import Sentence, Text
from tapete.games.mamlejet.figures import UNKNOWN
from tapete.station.guide import Guide
from tapete.station.guides.mamlejet_told import OPTIONS, burial, by_hand, city_told, dice_told, does, fallen_told, healing_told, main_attack

FIRST_ENEMY, STUDY, MESSENGER = 1, 2, 4
SECOND_ENEMY, MINE, SMITH = 5, 6, 8
"""What comes into play, by its number on the table, in the order of the lesson."""

SOLO: tuple[Seat, ...] = ("A",)

GUIDE = Guide(
    game="mamlejet",
    title=Text("Tu primera campaña", "Your first campaign"),
    minutes=12,
    seats=1,
    options=OPTIONS,
    catalogue="starter",
    deeds=(
        by_hand(
            SOLO,
            Text(
                "Toma en la mano Estudio de Torá, Mensajero Veloz, Mina, Herrero de Campaña, Súplica de Sanación y dos cartas más.",
                "Take Torah Study, Swift Messenger, Mine, Field Smith, Plea for Healing and two more cards into your hand.",
            ),
            Text(
                "En una campaña de verdad robas siete al azar. Hasta cuatro personas juegan juntas contra el enemigo.",
                "In a real campaign you draw seven by chance. Up to four people play together against the enemy.",
            ),
        ),
        by_hand(
            SOLO,
            Text(
                "Baraja las otras 53 cartas y ponlas boca abajo: son tu ciudad.",
                "Shuffle the other 53 cards and lay them face down: your city.",
            ),
            Text(
                "De ahí robas. Si tienes que robar y está vacía, pierdes.",
                "You draw from it. If you have to draw and it is empty, you lose.",
            ),
        ),
        by_hand(
            SOLO,
            Text(
                "Pon dos Guerreros Pelishtíes arriba de tu mazo enemigo, boca abajo.",
                "Put two Philistine Warriors on top of your enemy deck, face down.",
            ),
            Text(
                "Del enemigo se ocupa el árbitro: dice qué carta sale, a quién ataca y qué dado hay que lanzar.",
                "The referee runs the enemy: it says which card comes, whom it attacks and which die to roll.",
            ),
        ),
        does(
            SOLO,
            Text("Quédate con esta mano (en la consola, LOCK).", "Keep this hand (LOCK on the console)."),
            Text(
                "Si no te gustara, podrías barajarla y robar una carta menos.",
                "If you did not like it, you could shuffle it back and draw one card fewer.",
            ),
            "keep_hand",
            Text(
                "Empieza la ronda 1. En una campaña de verdad el enemigo no llega hasta la tercera.",
                "Round 1 begins. In a real campaign the enemy does not come before the third.",
            ),
            seat="A",
        ),
        does(
            SOLO,
            Text(
                "Da la vuelta a la primera carta de tu mazo enemigo, Guerrero Pelishtí, y ponla en el centro.",
                "Turn over the top card of your enemy deck, Philistine Warrior, and put it in the middle.",
            ),
            Text("Amenaza: el centro es el frente de batalla.", "Threat: the middle is the battle front."),
            "reveal_enemy",
            Text(
                "El guerrero está en el frente. Cae con un 5 o más en el dado, y te da 5 de emuná, el ánimo de su ejército.",
                "The warrior is at the front. A 5 or more on the die defeats it, and gives you 5 emuná, the spirit of its army.",
            ),
            card="e-guerrero",
        ),
        does(
            SOLO,
            Text("Juega el recurso Estudio de Torá.", "Play the resource Torah Study."),
            Text(
                "Enrolamiento: un recurso por ronda. De ellos sale la riqueza con que pagas todo.",
                "Enlistment: one resource each round. They bring the wealth that pays for everything.",
            ),
            "play_resource",
            Text("El Estudio de Torá está en tu campamento.", "Torah Study is in your camp."),
            seat="A",
            card="estudio",
        ),
        does(
            SOLO,
            Text("Gira el Estudio de Torá para dedicarlo.", "Turn Torah Study to dedicate it."),
            Text("Lo dedicado no se usa otra vez hasta la ronda que viene.", "What is dedicated cannot be used again until next round."),
            "produce",
            Text("Tienes un punto de espiritualidad.", "You have one point of spirituality."),
            seat="A",
            permanent=STUDY,
        ),
        does(
            SOLO,
            Text("Juega al soldado Mensajero Veloz.", "Play the soldier Swift Messenger."),
            Text(
                "Cuesta ese punto. Tiene zerizut: en el combate golpea antes que los demás.",
                "It costs that point. It has zerizut: in combat it strikes before the others.",
            ),
            "play_tactic",
            Text(
                "El mensajero está en tu campamento; quien acaba de entrar no ataca. El guerrero no tiene rival: va contra tu ciudad.",
                "The messenger is in your camp; who has just entered does not attack. The warrior has no opponent: it goes for your city.",
            ),
            seat="A",
            card="mensajero",
        ),
        does(
            SOLO,
            Text("Esta vez no defiendas la ciudad (en la consola, LOCK).", "This time do not defend the city (LOCK on the console)."),
            Text("El mensajero podría caer, y lo necesitas para atacar.", "The messenger might fall, and you need it for an attack."),
            "decline_defence",
            Text("Nadie sale al paso del guerrero.", "Nobody stands in the warrior's way."),
            seat="A",
        ),
        does(
            SOLO,
            Text("Lanza el D10 del guerrero (en la consola, ROLL).", "Roll the warrior's D10 (ROLL on the console)."),
            Text("Con 6 o más acierta a la ciudad.", "With 6 or more it hits the city."),
            "enter_roll",
            city_told,
        ),
        does(
            SOLO,
            Text(
                "Pon en tu guenizá la primera carta de tu ciudad y di cuál es (en la consola, LOCK, sin nombrarla).",
                "Put the top card of your city in your guenizá and say which it is (on the console LOCK, unnamed).",
            ),
            Text("La guenizá es tu pila de descartes, boca arriba.", "The guenizá is your discard pile, face up."),
            "declare_card",
            fallen_told,
            if_owed=("fall",),
            lock={"cards": [UNKNOWN]},
        ),
        by_hand(
            SOLO,
            Text("Endereza el Estudio de Torá.", "Turn Torah Study upright."),
            Text(
                "Ronda 2. Toda ronda empieza liberando lo dedicado: así se puede usar otra vez.",
                "Round 2. Every round begins by freeing what is dedicated, so that it can be used again.",
            ),
        ),
        does(
            SOLO,
            Text(
                "Da la vuelta a la primera carta de tu mazo enemigo, otro Guerrero Pelishtí, y ponla en el centro.",
                "Turn over the top card of your enemy deck, another Philistine Warrior, and put it in the middle.",
            ),
            None,
            "reveal_enemy",
            Text("Ya hay dos guerreros en el frente.", "Now there are two warriors at the front."),
            card="e-guerrero",
        ),
        does(
            SOLO,
            Text("Gira el Estudio de Torá.", "Turn Torah Study."),
            Text("Su punto te espera hasta el final de la ronda.", "Its point waits for you until the end of the round."),
            "produce",
            Text(
                "Tienes un punto de espiritualidad, y empieza tu fase principal.",
                "You have one point of spirituality, and your main phase begins.",
            ),
            seat="A",
            permanent=STUDY,
        ),
        by_hand(
            SOLO,
            Text("Roba la primera carta de tu ciudad.", "Draw the top card of your city."),
            Text(
                "Saque: así empieza toda fase principal, salvo la primera de la campaña.",
                "The draw: every main phase begins like this, but for the first of the campaign.",
            ),
        ),
        does(
            SOLO,
            Text("Juega el recurso Mina.", "Play the resource Mine."),
            None,
            "play_resource",
            Text("La Mina está en tu campamento.", "The Mine is in your camp."),
            seat="A",
            card="mina",
        ),
        does(
            SOLO,
            Text("Gira la Mina para dedicarla.", "Turn the Mine to dedicate it."),
            None,
            "produce",
            Text("Tienes además un punto de materiales.", "You have one point of materials too."),
            seat="A",
            permanent=MINE,
        ),
        does(
            SOLO,
            Text("Juega al soldado Herrero de Campaña.", "Play the soldier Field Smith."),
            Text("Cuesta un punto de materiales. Suma 1 a sus ataques.", "It costs one point of materials. It adds 1 to its attacks."),
            "play_tactic",
            Text(
                "El herrero está en tu campamento: esta ronda solo puede defender.",
                "The smith is in your camp: this round it may only defend.",
            ),
            seat="A",
            card="herrero",
        ),
        does(
            SOLO,
            Text("Acaba el enrolamiento: pasa (en la consola, LOCK).", "End the enlistment: pass (LOCK on the console)."),
            Text("Guarda la Súplica de Sanación: puede hacer falta.", "Keep the Plea for Healing: it may be needed."),
            "pass",
            Text(
                "Dedicación: ahora dices qué soldado va contra qué enemigo.",
                "Dedication: now you say which soldier goes against which enemy.",
            ),
            seat="A",
        ),
        does(
            SOLO,
            Text("Pon a Mensajero Veloz frente al primer guerrero.", "Put Swift Messenger opposite the first warrior."),
            Text("Ya lleva una ronda en tu campamento: puede atacar.", "It has been in your camp for a round: it may attack."),
            "assign",
            Text("Un duelo es siempre de uno contra uno.", "A fight is always one against one."),
            seat="A",
            soldier=MESSENGER,
            enemy=FIRST_ENEMY,
        ),
        does(
            SOLO,
            Text("Confirma el plan (en la consola, LOCK).", "Confirm the plan (LOCK on the console)."),
            Text("Hasta ahora podías cambiarlo.", "Until now you could change it."),
            "confirm_plan",
            Text(
                "El mensajero queda dedicado al combate, girado. El otro guerrero está libre: va contra tu ciudad.",
                "The messenger is dedicated to combat, turned. The other warrior is free: it goes for your city.",
            ),
            seat="A",
        ),
        does(
            SOLO,
            Text(
                "Defiende la ciudad: pon a Herrero de Campaña frente al segundo guerrero.",
                "Defend the city: put Field Smith opposite the second warrior.",
            ),
            Text("Quien defiende se bate en lugar de la ciudad.", "A defender fights in the city's place."),
            "defend",
            Text(
                "Hay dos duelos. Mensajero Veloz, con zerizut, golpea primero.",
                "There are two fights. Swift Messenger, with zerizut, strikes first.",
            ),
            seat="A",
            enemy=SECOND_ENEMY,
            soldier=SMITH,
        ),
        does(
            SOLO,
            Text("Lanza el dado de Mensajero Veloz (en la consola, ROLL).", "Roll Swift Messenger's die (ROLL on the console)."),
            Text("Ataque precoz: acierta con 5 o más.", "Early attack: 5 or more is a success."),
            "enter_roll",
            dice_told,
        ),
        by_hand(
            SOLO,
            burial(
                True,
                Text(
                    "Deja al mensajero donde está: el guerrero va a responder.", "Leave the messenger where it is: the warrior will answer."
                ),
            ),
            Text(
                "Primera asignación de daño: quien cae aquí ya no golpea. Ganas con 50 de emuná en tu guenizá.",
                "First assignment of damage: who falls here strikes no more. You win with 50 emuná in your guenizá.",
            ),
        ),
        *main_attack(
            Sentence(
                "Lanza el dado de {card:card} contra {against:card} (en la consola, ROLL).",
                "Roll {card:card}'s die against {against:card} (ROLL on the console).",
            ),
            SOLO,
        ),
        does(
            SOLO,
            Text("Juega Súplica de Sanación sobre un soldado herido.", "Play Plea for Healing on a soldier that was hit."),
            Text(
                "Una tefilá se juega en cualquier momento: el daño aún no surte efecto.",
                "A tefilá may be played at any moment: the damage has not taken effect yet.",
            ),
            "play_tactic",
            Text(
                "Has pagado con tu punto de espiritualidad. Un dado dice si cura.",
                "You paid with your point of spirituality. A die says whether it heals.",
            ),
            if_owed=("window",),
            lock={},
            seat="A",
            card="sanacion",
        ),
        does(
            SOLO,
            Text("Lanza el dado de la curación (en la consola, ROLL).", "Roll the die of the healing (ROLL on the console)."),
            Text("Cura con 5 o más. La tefilá va después a tu guenizá.", "It heals with 5 or more. Then the tefilá goes to your guenizá."),
            "enter_roll",
            healing_told,
            if_owed=("answer", "roll_heal"),
        ),
        by_hand(
            SOLO,
            burial(True, Text("Deja las cartas como están: ya no cae nadie más.", "Leave the cards as they are: nobody else falls.")),
            Text(
                "Segunda asignación de daño. Tus soldados caídos te restan ánimo: con 50 de emuná perdidos se acaba todo.",
                "Second assignment of damage. Your fallen soldiers cost you spirit: with 50 emuná lost all is over.",
            ),
        ),
    ),
    ending=Text(
        "Ya conoces la ronda entera. Al final se pierde la riqueza sin usar, y la mano se queda en siete cartas. La campaña sigue.",
        "Now you know a whole round. At its end unused wealth is lost, and hands go down to seven cards. The campaign goes on.",
    ),
)
