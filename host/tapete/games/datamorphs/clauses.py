"""The ledger's clauses (sections 1 and 3) in short words of our own; the rulings are in `rulings.py`."""

from __future__ import annotations

from tapete.core.clauses import Clause, clause
from tapete.games.datamorphs.rulings import RULINGS

RULEBOOK: tuple[Clause, ...] = (
    clause("DAT-001", "Cada jugador forma un DataMorph que ataca y protege.", "Each player forms a DataMorph that attacks and protects."),
    clause("DAT-002", "Gana el DataMorph con más potencia.", "The DataMorph with more power wins."),
    clause(
        "DAT-003", "Quien gana entra en la base de datos rival y cambia cartas.", "The winner enters the rival's database and swaps cards."
    ),
    clause("DAT-004", "Un jugador tiene cinco cartas de principio a fin.", "Each player always owns five cards."),
    clause("DAT-005", "Una carta se juega cada vez por uno de sus elementos.", "A card is played for one of its elements each time."),
    clause("DAT-006", "Una carta tiene cinco elementos.", "A card has five elements."),
    clause("DAT-007", "La Bios es la configuración base.", "The Bios is the base configuration."),
    clause("DAT-008", "La Bios da la memoria disponible.", "The Bios gives the memory available."),
    clause("DAT-009", "La Bios tiene un ataque base.", "The Bios has a base attack."),
    clause("DAT-010", "La Bios tiene una defensa base.", "The Bios has a base defense."),
    clause("DAT-011", "Una sola Bios por DataMorph.", "One Bios to a DataMorph."),
    clause("DAT-012", "El Programa da el tipo de DataMorph.", "The Program gives the type of DataMorph."),
    clause("DAT-013", "Los Programas suelen tener iconos de ataque o defensa.", "Programs usually have attack or defense icons."),
    clause("DAT-014", "Algunos Programas amplían la memoria.", "Some Programs add memory."),
    clause("DAT-015", "Un solo Programa por DataMorph.", "One Program to a DataMorph."),
    clause("DAT-016", "Los Boosts dan ataque, defensa o habilidades.", "Boosts give attack, defense or abilities."),
    clause("DAT-017", "Dos Boosts como mucho por DataMorph.", "Two Boosts at most to a DataMorph."),
    clause("DAT-018", "Uno a cada lado del Programa.", "One on each side of the Program."),
    clause("DAT-019", "La Función beneficia a los Programas afines.", "The Function helps affine Programs."),
    clause("DAT-020", "La Función debilita a los Programas vulnerables.", "The Function weakens vulnerable Programs."),
    clause("DAT-021", "Una Interrupción es una carta boca abajo.", "An Interrupt is a card played face down."),
    clause("DAT-022", "Va en posición de Boost o de Función.", "It goes in a Boost or Function position."),
    clause("DAT-023", "Desactiva lo que tiene enfrente.", "It switches off what faces it."),
    clause("DAT-024", "Tres Interrupciones como mucho.", "Three Interrupts at most."),
    clause("DAT-025", "Una partida tiene tres rondas como mucho.", "A game has three rounds at most."),
    clause("DAT-026", "Cada ronda empieza con una Bios boca abajo.", "Each round begins with a Bios face down."),
    clause("DAT-027", "Las dos Bios se descubren a la vez.", "Both Bios are turned over together."),
    clause("DAT-028", "La Bios con más memoria tiene la iniciativa.", "The Bios with more memory has the initiative."),
    clause("DAT-029", "Se baja una carta cada vez, alternándose.", "Cards are laid one at a time, alternating."),
    clause("DAT-030", "Hasta quedarse sin memoria o sin cartas que jugar.", "Until memory or playable cards run out."),
    clause("DAT-031", "Quien aún puede jugar sigue.", "Whoever can still play may go on."),
    clause("DAT-032", "Al acabar, cada cual suma ataque y defensa.", "In the end each adds up attack and defense."),
    clause("DAT-033", "La defensa anula ataque del rival.", "Defense cancels the rival's attack."),
    clause("DAT-034", "Gana la ronda quien inflige más ataque.", "Whoever inflicts more attack wins the round."),
    clause("DAT-035", "Las habilidades especiales cuentan.", "Special abilities count."),
    clause("DAT-036", "Quien gana la ronda aparta una carta de cada jugador.", "The winner says which card of each stays out."),
    clause("DAT-037", "Vale lo que se jugó en esa ronda.", "Only cards played in that round."),
    clause("DAT-038", "Sin mirar más de lo que las cartas muestran.", "Without looking beyond what the cards show."),
    clause("DAT-039", "Las otras vuelven a las manos.", "The others are picked up."),
    clause("DAT-040", "La ronda siguiente empieza igual.", "The next round begins the same way."),
    clause("DAT-041", "En cada ronda hay una menos que en la anterior.", "With one card fewer."),
    clause("DAT-042", "Cinco cartas, luego cuatro, luego tres.", "Five cards, then four, then three."),
    clause("DAT-043", "En empate, cada cual elige su carta que queda fuera.", "After a tie each chooses which own card stays out."),
    clause("DAT-044", "Gana la partida quien gana dos rondas.", "Whoever wins two rounds wins the game."),
    clause("DAT-045", "Si hubo empate, una ronda más decide.", "If a round was tied, one more round decides."),
    clause("DAT-046", "Con las tres en empate no hay ganador.", "With all three tied there is no winner."),
    clause("DAT-047", "Quien gana la partida toma una carta del rival.", "The winner chooses a rival card to keep."),
    clause("DAT-048", "A cambio entrega una suya.", "And which own card to give."),
    clause("DAT-049", "Los dos acaban con cinco cartas.", "Both end with five cards."),
    clause("DAT-050", "Para jugar una carta hace falta memoria.", "A card takes enough memory."),
    clause("DAT-051", "Jugar un Programa, un Boost o una Función cuesta memoria.", "Programs, Boosts and Functions have a cost."),
    clause("DAT-052", "Programa o Boost: sus iconos de ataque y defensa.", "Program or Boost: its attack and defense icons."),
    clause("DAT-053", "Los demás iconos no cuentan para el coste.", "Other icons do not count for the cost."),
    clause("DAT-054", "Los Boosts de cambio cuestan 1.", "Change Boosts cost 1."),
    clause("DAT-055", "Cualquier Función cuesta 1.", "Functions always cost 1."),
    clause("DAT-056", "Lo gastado no pasa de la memoria total.", "What is spent never exceeds the total memory."),
    clause(
        "DAT-057", "Quien tiene más memoria decide el orden del Programa.", "The one with more memory decides the order of the Program."
    ),
    clause("DAT-058", "Con igual memoria, los dos juegan a la vez.", "With equal memory both play together."),
    clause("DAT-059", "Tras cada carta se recalcula la memoria.", "After each card memory is recomputed."),
    clause("DAT-060", "Quien tiene más memoria decide el orden siguiente.", "The one with more memory decides the next order."),
    clause("DAT-061", "Cada icono de memoria es una unidad.", "Each memory icon is one unit."),
    clause("DAT-062", "En Programa o Boost suma desde ese momento.", "On a Program or Boost it adds from that moment on."),
    clause("DAT-063", "Cada icono de ataque es un punto contra el rival.", "Each attack icon is a point against the rival."),
    clause("DAT-064", "Quien recibe más pierde la ronda.", "Whoever receives more loses the round."),
    clause("DAT-065", "Cada icono de defensa anula uno de ataque.", "Each defense icon cancels one attack icon."),
    clause("DAT-066", "Memoria y Boost extra: una memoria más.", "Extra memory and Boost: one more memory."),
    clause("DAT-067", "Y otro Boost debajo de este.", "And one more Boost below this one."),
    clause("DAT-068", "Cambia iconos: todos los de un tipo pasan a otro.", "Change icons: all of one type become another."),
    clause("DAT-069", "Intercambio: el ataque pasa a defensa y al revés.", "Swap: attack becomes defense and the reverse."),
    clause(
        "DAT-070", "Cambio de color: un color pasa a otro en todas las partes.", "Colour change: one colour becomes another on all parts."
    ),
    clause("DAT-071", "Suma de color: un icono por cada parte de ese color.", "Colour sum: one icon for each part of that colour."),
    clause("DAT-072", "Anula iconos del rival por cada parte de un color.", "Cancels rival icons for each part of a colour."),
    clause("DAT-073", "Anula un color en las partes del rival.", "Cancels a colour on the rival's parts."),
    clause("DAT-074", "Cuentan las partes que están en uso.", "Parts that are in use count."),
    clause("DAT-075", "Anula una memoria del rival.", "Cancels one memory of the rival."),
)

CLAUSES: tuple[Clause, ...] = (*RULEBOOK, *RULINGS)
"""The whole ledger, in its order."""
