"""Every refusal of Shazamm: its code, its clause, its sentence in both languages (ledger, section 6)."""

from __future__ import annotations

from tapete.core.refusals import Code

# ---- the match, its seats and house rules

MATCH_OVER = Code(
    "match_over",
    "SHZ-R70",
    "La partida ha terminado: {result:result}. Puedes deshacer la última jugada o empezar otra partida.",
    "The match is over: {result:result}. You can undo the last action or start a new match.",
    figures={"result": "result"},
)
UNKNOWN_SEAT = Code(
    "unknown_seat",
    "SHZ-001",
    "En este duelo no hay asiento {seat}: solo están A y B.",
    "There is no seat {seat} in this duel, only A and B.",
    figures={"seat": "seat"},
)
SEATS_NOT_TWO = Code(
    "seats_not_two",
    "SHZ-001",
    "Shazamm se juega entre dos, en los asientos A y B; aquí figuran: {seats}.",
    "Shazamm is for two, in the seats A and B; named here: {seats}.",
    figures={"seats": "seats"},
)
UNKNOWN_OPTION = Code(
    "unknown_option",
    "SHZ-S3",
    "Shazamm no tiene la regla de la casa «{key}».",
    "Shazamm has no house rule “{key}”.",
    figures={"key": "key"},
)
BAD_OPTION = Code(
    "bad_option",
    "SHZ-S3",
    "La regla de la casa «{key}» no admite {value}; elige entre: {allowed}.",
    "The house rule “{key}” cannot be {value}; choose from: {allowed}.",
    figures={"key": "key", "value": "value", "allowed": "allowed"},
)
BAD_CATALOGUE = Code(
    "unknown_catalogue",
    "SHZ-008",
    "Shazamm se juega siempre con las mismas quince cartas; no admite el catálogo «{catalogue}». Déjalo sin indicar.",
    "Shazamm is always played with the same fifteen cards; it takes no catalogue “{catalogue}”. Leave it out.",
)
BAD_POSITION = Code(
    "bad_position",
    "SHZ-S7",
    "Con esta posición no se puede seguir; falla: {broken}.",
    "Play cannot go on from this position; wrong: {broken}.",
    figures={"broken": "broken"},
)

# ---- bidding

BIDDING_ONLY = Code(
    "wrong_phase",
    "SHZ-039",
    "Las apuestas de este turno ya están sobre la mesa; podrás apostar en el siguiente.",
    "This turn's bids are already on the table; you can bid in the next one.",
    figures={"phase": "phase"},
)
UNLOCK_LATE = Code(
    "wrong_phase",
    "SHZ-R68",
    "Ya están listos los dos, así que tu apuesta no se puede cambiar.",
    "Both are ready, so your bid can no longer be changed.",
    figures={"phase": "phase"},
)
ALREADY_LOCKED = Code(
    "already_locked",
    "SHZ-R68",
    "Tu apuesta ya está fijada. Para cambiarla, libérala mientras tu rival no esté listo.",
    "Your bid is locked already. To change it, unlock it while your rival is not ready.",
)
NOT_LOCKED = Code(
    "not_locked",
    "SHZ-R68",
    "No tienes ninguna apuesta fijada: cámbiala sin más y pulsa LOCK.",
    "You have no bid locked: just change it and press LOCK.",
)
NOT_BOTH_READY = Code(
    "not_both_ready",
    "SHZ-039",
    "Aún falta por fijar su apuesta: {waiting:seat}. Espera a que los dos estén listos.",
    "Still to lock a bid: {waiting:seat}. Wait until both are ready.",
)
BIDS_OF_BOTH = Code(
    "bids_of_both",
    "SHZ-039",
    "Las dos apuestas se revelan a la vez: indica la de A y la de B.",
    "Both bids are revealed at once: give A's and B's.",
    figures={},
)
SEAL_BROKEN = Code(
    "seal_broken",
    "SHZ-R68",
    "La apuesta revelada de {seat:seat} no es la que se selló. Vuelvan a abrir las apuestas y fijen otra vez.",
    "The bid revealed by {seat:seat} is not the one that was sealed. Open the bidding again and lock once more.",
)
BID_BELOW_ONE = Code(
    "bid_below_one",
    "SHZ-036",
    "Apuestas {bid}, y lo mínimo es {min}.",
    "You bid {bid}; the smallest bid is {min}.",
    figures={"bid": "value", "min": "low"},
)
BID_OVER_MANA = Code(
    "bid_over_mana",
    "SHZ-035",
    "Apuestas {bid}, pero te {mana:queda|quedan} {mana} de maná. Elige entre 1 y {mana}.",
    "You bid {bid} but have {mana} mana left. Choose from 1 to {mana}.",
    figures={"bid": "value", "mana": "high"},
)
RECYCLED_BELOW_ONE = Code(
    "bid_below_one",
    "SHZ-R43",
    "Con ese cambio la apuesta sería {bid}, y lo mínimo es {min}. Quita menos.",
    "With that change the bid would be {bid}; the smallest is {min}. Take off less.",
    figures={"bid": "value", "min": "low"},
)
RECYCLED_OVER_MANA = Code(
    "bid_over_mana",
    "SHZ-R43",
    "Con ese cambio la apuesta sería {bid}, y solo hay {mana} de maná. Añade menos.",
    "With that change the bid would be {bid}, and there is only {mana} mana. Add less.",
    figures={"bid": "value", "mana": "high"},
)

# ---- showing the cards

DECLARE_EARLY = Code(
    "wrong_phase",
    "SHZ-039",
    "Las cartas se muestran cuando los dos están listos y se han revelado las apuestas.",
    "Cards are shown once both are ready and the bids are revealed.",
    figures={"phase": "phase"},
)
DECLARE_LATE = Code(
    "wrong_phase",
    "SHZ-R69",
    "Las cartas de este turno ya se han mostrado; no se añade ninguna.",
    "This turn's cards have been shown; none can be added.",
    figures={"phase": "phase"},
)
ALREADY_DECLARED = Code(
    "already_declared",
    "SHZ-R69",
    "Ya has mostrado tus cartas de este turno. Si hubo un error, deshaz la jugada.",
    "You have shown your cards for this turn. If that was a mistake, undo it.",
)
UNKNOWN_CARD = Code(
    "unknown_card",
    "SHZ-008",
    "No existe ninguna carta con ese número: {numbers}. Van del 0 (la falsa) al 14.",
    "There is no card of that number: {numbers}. They go from 0 (the fake) to 14.",
)
CARD_TWICE = Code(
    "card_twice",
    "SHZ-R12",
    "Tienes cada carta una sola vez, y aquí se repite: {numbers}.",
    "You have each card only once; named twice: {numbers}.",
    figures={"numbers": "twice"},
)
SPELL_ALREADY_USED = Code(
    "spell_already_used",
    "SHZ-047",
    "Cada hechizo se lanza una vez por partida, y ya has gastado {numbers:spell}. Devuelve la carta y muestra las demás.",
    "Each spell is cast once in a match, and you have used {numbers:spell}. Put the card back and show the others.",
)
MORE_SPELLS_THAN_HAND = Code(
    "more_spells_than_hand",
    "SHZ-R13",
    "Muestras {spells} {spells:hechizo|hechizos}, pero en la mano tenías {hand}.",
    "You show {spells} {spells:spell|spells} but had {hand} in hand.",
    figures={"spells": "sum", "hand": "high"},
)

# ---- choices while spells resolve

NO_CLONE_OWED = Code(
    "no_choice_owed",
    "SHZ-068",
    "Ahora no hay ningún Clonar por resolver.",
    "No Clone is being resolved now.",
    figures={"phase": "phase"},
)
NO_THEFT_OWED = Code(
    "no_choice_owed",
    "SHZ-071",
    "Ahora no hay ningún Hurto por resolver.",
    "No Theft is being resolved now.",
    figures={"phase": "phase"},
)
NO_RECYCLE_OWED = Code(
    "no_choice_owed",
    "SHZ-080",
    "Ahora no hay ningún Reciclar por resolver.",
    "No Recycle is being resolved now.",
    figures={"phase": "phase"},
)
NO_PUSH_OWED = Code(
    "no_choice_owed",
    "SHZ-R54",
    "Ahora no hay ningún empujón que decidir.",
    "There is no push to decide now.",
    figures={"phase": "phase"},
)
NOT_YOUR_CHOICE = Code(
    "not_your_choice",
    "SHZ-R71",
    "Ahora decide {owed_by:seat}. Espera su respuesta.",
    "It is for {owed_by:seat} to choose now. Wait for the answer.",
)
CLONE_ITSELF = Code(
    "clone_itself",
    "SHZ-R26",
    "Clonar no puede copiar otro Clonar. Elige otro hechizo o ninguno.",
    "Clone cannot copy a Clone. Choose another spell, or none.",
    figures={},
)
NOT_CLONEABLE = Code(
    "not_cloneable",
    "SHZ-R25",
    "Tu rival no lanzó {number:spell} en el turno anterior. Puedes elegir: {options:spell}.",
    "Your rival did not cast {number:spell} on the previous turn. You can choose: {options:spell}.",
    figures={"number": "value", "options": "options"},
)
NOT_PREY = Code(
    "not_prey",
    "SHZ-R32",
    "Hurto no puede decidir sobre {number:spell}, {source:source}: no está pendiente en el lado rival, o ya lo has decidido.",
    "Theft has nothing to decide on {number:spell}, {source:source}: it is not pending on your rival's side, or you have decided it.",
    figures={"number": "number", "source": "source"},
)
PREY_MISSING = Code(
    "prey_missing",
    "SHZ-R34",
    "Falta decidir sobre {number:spell}, {source:source}: aplícalo o descártalo.",
    "Still to decide: {number:spell}, {source:source}. Apply it or discard it.",
    figures={"number": "number", "source": "source"},
)
RECYCLE_OVER_FIVE = Code(
    "recycle_over_five",
    "SHZ-082",
    "Reciclar cambia la apuesta en {limit} como mucho; pides {delta}.",
    "Recycle changes the bid by {limit} at most; you ask for {delta}.",
    figures={"delta": "value", "limit": "limit"},
)
PUSH_OUT_OF_RANGE = Code(
    "push_out_of_range",
    "SHZ-057",
    "El muro puede avanzar {max} {max:losa|losas} como mucho, o ninguna; pides {steps}.",
    "The wall can be pushed {max} {max:slab|slabs} at most, or none; you ask for {steps}.",
    figures={"steps": "value", "max": "high"},
)
REVEAL_PENDING = Code(
    "reveal_pending",
    "SHZ-R67",
    "Las apuestas están reveladas y faltan cartas por mostrar. Muéstrenlas antes; después puedes rendirte.",
    "The bids are revealed and cards are still to be shown. Show them first; then you can concede.",
    figures={},
)

# ---- table rulings

RULING_PHASE = Code(
    "wrong_phase",
    "SHZ-R73",
    "El tablero se corrige entre turnos. Termina este turno, o deshaz, y corrige al apostar.",
    "The table is corrected between turns. Finish this turn, or undo, and correct while bidding.",
    figures={"phase": "phase"},
)
REASON_MISSING = Code("reason_missing", "SHZ-R73", "Di por qué se corrige.", "Say why it is corrected.", figures={})
BREAKS_INVARIANT = Code(
    "breaks_invariant",
    "SHZ-R73",
    "Así el tablero no cuadra. Cambia en la misma corrección también lo que falta.",
    "The table would not add up. Change what is missing in the same correction.",
    figures={"broken": "broken"},
)
POSITION_NOT_BIDDING = Code(
    "position_not_bidding",
    "SHZ-R73",
    "La posición que se pone debe estar al comienzo de un turno, con las apuestas abiertas.",
    "The position to be set must be at the start of a turn, with the bidding open.",
)
NOT_SPELLS = Code(
    "not_spells",
    "SHZ-R73",
    "Indica números de hechizo del 1 al 14, cada uno una vez.",
    "Give spell numbers from 1 to 14, each once.",
    figures={},
)
OUT_OF_BOUNDS = Code(
    "out_of_bounds",
    "SHZ-R73",
    "{value} no cabe: va de {low} a {high}.",
    "{value} does not fit: it goes from {low} to {high}.",
)

# ---- what a sound position has (ledger, section 7)

INV_COUNTS = Code(
    "inv_1",
    "SHZ-R14",
    "{seat:seat}: mano ({hand}), mazo ({deck}) y hechizos gastados ({used}) deben sumar 14.",
    "{seat:seat}: hand ({hand}), deck ({deck}) and used spells ({used}) must add up to 14.",
)
INV_SORTED = Code(
    "inv_1",
    "SHZ-047",
    "{seat:seat}: los hechizos gastados van por orden y sin repetir.",
    "{seat:seat}: used spells stand in order, each once.",
)
INV_WIZARDS = Code(
    "inv_2",
    "SHZ-013",
    "Cada mago está a tres pasos de donde empezó el muro ({centre:slab}).",
    "Each wizard stands three steps from where the wall began ({centre:slab}).",
)
INV_BETWEEN = Code(
    "inv_2",
    "SHZ-R10",
    "El muro ({wall:slab}) debe estar entre los dos magos.",
    "The wall ({wall:slab}) must stand between the two wizards.",
)
INV_BROKEN = Code(
    "inv_2",
    "SHZ-030",
    "En la ronda {round} debe haber {due} losas rotas a cada lado, no {broken}.",
    "In round {round} there must be {due} broken slabs at each end, not {broken}.",
)
INV_INTACT = Code(
    "inv_2",
    "SHZ-032",
    "{seat:seat} está sobre una losa rota.",
    "{seat:seat} stands on a broken slab.",
)
INV_MANA = Code(
    "inv_2",
    "SHZ-036",
    "{seat:seat} no tiene maná para apostar.",
    "{seat:seat} has no mana to bid.",
)
INV_CENTRE = Code(
    "inv_3",
    "SHZ-R07",
    "En la ronda {round} el muro no pudo empezar en {centre:slab}.",
    "In round {round} the wall cannot have begun on {centre:slab}.",
)
INV_ROUND = Code(
    "inv_4",
    "SHZ-R07",
    "Con este puente no hay ronda {round}, ni {broken} losas rotas a cada lado.",
    "On this bridge there is no round {round}, nor {broken} broken slabs at each end.",
)
INV_AGENDA = Code(
    "inv_16",
    "SHZ-R71",
    "Estos pasos no pueden estar así a la vez: {steps}.",
    "These steps cannot stand like this: {steps}.",
)
INV_READY = Code(
    "inv_16",
    "SHZ-R74",
    "Los que están listos son A o B, cada uno una vez, y solo ellos tienen sello.",
    "Those ready are A or B, each once, and only they have a seal.",
)
INV_BID = Code(
    "inv_16",
    "SHZ-035",
    "La apuesta de {seat:seat} ({bid}) pasa de su maná ({mana}).",
    "The bid of {seat:seat} ({bid}) is over the mana ({mana}).",
)
INV_DECLARED = Code(
    "inv_16",
    "SHZ-R69",
    "Las cartas mostradas por {seat:seat} no pueden ser: {numbers}.",
    "The cards shown by {seat:seat} cannot be: {numbers}.",
)
INV_PENDING = Code(
    "inv_16",
    "SHZ-052",
    "Los hechizos pendientes no están en orden o no son de este turno.",
    "The pending spells are not in order, or not of this turn.",
)
INV_QUESTION = Code(
    "inv_16",
    "SHZ-R71",
    "La pregunta no es la que hace el hechizo de turno: {step}.",
    "The question is not the one that the spell at hand asks: {step}.",
)
INV_RESULT = Code(
    "inv_16",
    "SHZ-R67",
    "Un duelo lo gana un mago o queda en empate.",
    "A duel is won by one wizard, or drawn.",
)
INV_CAST = Code(
    "inv_17",
    "SHZ-R26",
    "{seat:seat}: lo lanzado ({numbers:spell}) debe estar gastado, salvo lo copiado con Clonar.",
    "{seat:seat}: what was cast ({numbers:spell}) must be used up, but for what Clone copied.",
)
INV_SAME_NUMBER = Code(
    "inv_18",
    "SHZ-R71",
    "Los dos magos tienen pendiente {numbers:spell}.",
    "Both wizards have {numbers:spell} pending.",
)
