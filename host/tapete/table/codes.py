"""What the table itself refuses or has to tell, in both languages (the rules' own refusals cite clauses; these have none)."""

from __future__ import annotations

from tapete.core.refusals import Code
from tapete.core.texts import Sentence

NOT_YOUR_SEAT = Code(
    "not_your_seat",
    "",
    "Desde aquí se juega por {own}, no por {seat}. Hazlo en la página de {seat} o en la de la mesa.",
    "This place plays for {own}, not for {seat}. Do it on {seat}'s page or on that of the table.",
)
NOT_WRITTEN = Code(
    "not_written",
    "",
    "No se ha podido guardar la jugada ({why}), así que no cuenta. Haz sitio en el disco y repítela; mirar la partida sí se puede.",
    "The move could not be saved ({why}), so it does not count. Free some disk space and make it again; the match can still be read.",
)
ELSEWHERE = Code(
    "open_elsewhere",
    "",
    "Otro Tapete ha seguido esta partida en este ordenador. Cierra uno de los dos y retómala con «tapete resume».",
    "Another Tapete on this computer has gone on with this match. Close one of the two and go on with “tapete resume”.",
)
NOTHING_ASKED = Code("nothing_asked", "", "Nadie ha pedido nada que aceptar.", "Nobody has asked for anything to agree to.")
ASK_FIRST = Code(
    "ask_first",
    "",
    "Una decisión de mesa la toman todos: pídela y que cada asiento la acepte.",
    "A table ruling is everybody's: ask for it, and let each seat agree.",
)
NO_GAME = Code("unknown_game", "", "No conozco el juego «{game}»; conozco: {games}.", "There is no game “{game}”; there are: {games}.")
NO_MATCH = Code(
    "unknown_match",
    "",
    "No hay ninguna partida «{match}». «tapete resume --list» las nombra.",
    "There is no match “{match}”. “tapete resume --list” names them.",
)
GAME_MISSING = Code(
    "game_missing",
    "",
    "La partida es de «{game}», un juego que no está instalado aquí. Instálalo y vuelve a abrirla.",
    "The match is one of “{game}”, a game that is not installed here. Install it and open the match again.",
)
OTHER_CARDS = Code(
    "other_cards",
    "",
    "La partida se jugó con otra edición del catálogo «{catalogue}». Pon esa edición y vuelve a abrirla.",
    "The match was played with another edition of the catalogue “{catalogue}”. Put that edition back and open the match again.",
)
NOT_A_MATCH = Code(
    "not_a_match_file",
    "",
    "La línea {line} no es de una partida exportada: {problem}.",
    "Line {line} does not belong to an exported match: {problem}.",
)
OTHER_FORMAT = Code(
    "other_format",
    "",
    "El archivo tiene el formato {format}; este Tapete lee el {ours}. Actualiza Tapete.",
    "The file has format {format}; this Tapete reads {ours}. Update Tapete.",
)

ASKED_UNDO = Sentence("{by} pide volver a la jugada {to}.", "{by} asks to go back to entry {to}.")
ASKED_REDO = Sentence("{by} pide rehacer hasta la jugada {to}.", "{by} asks to redo up to entry {to}.")
ASKED_JUMP = Sentence("{by} pide ir a la jugada {to}.", "{by} asks to go to entry {to}.")
ASKED_RULING = Sentence("{by} propone una decisión de mesa: {reason}", "{by} proposes a table ruling: {reason}")
THE_TABLE = Sentence("La mesa", "The table")

SEAL_DIFFERS = Sentence(
    "La apuesta de {seat:seat} no abre su sello. Vuelvan a apostar.",
    "The bid of {seat:seat} does not open its seal. Bid again.",
)
BID_OUT_OF_BOUNDS = Sentence(
    "La apuesta que reveló la consola no vale: {why} Vuelvan a apostar.",
    "The bid that the console revealed does not hold: {why} Bid again.",
)
BID_GONE = Sentence(
    "La consola ya no guarda la apuesta de {seat:seat}. Vuelve a apostar.",
    "The console no longer holds the bid of {seat:seat}. Bid again.",
)
BID_FORGOTTEN = Sentence(
    "Tapete se cerró, y lo apostado en el teléfono no se guarda en ningún sitio. {seat:seat}: vuelve a apostar.",
    "Tapete was closed, and a bid set on a phone is kept nowhere. {seat:seat}: bid again.",
)
CONSOLE_AWAY = Sentence(
    "La consola no está. La partida sigue en la página; la apuesta sellada de {seats:seat} espera a que vuelva, o se reabren las apuestas.",
    "The console is away. The match goes on from the page; the sealed bid of {seats:seat} waits for it, or the bidding is opened again.",
)
CONSOLE_AWAY_PLAIN = Sentence(
    "La consola no está. La partida sigue en la página.",
    "The console is away. The match goes on from the page.",
)
CONSOLE_BACK = Sentence("La consola ha vuelto.", "The console is back.")
PICK_REFUSED = Sentence("{seat:seat}: la carta {number} no vale. {why}", "{seat:seat}: card {number} does not hold. {why}")
PICKS_REFUSED = Sentence("{seat:seat}: esas cartas no valen. {why}", "{seat:seat}: those cards do not hold. {why}")
COUNTERS_ALONE = Sentence(
    "Mientras estuvo sola, la consola contó {values}. Los marcadores vuelven a lo que dice la partida; si algo falta, corrígelo.",
    "While it was alone the console counted {values}. The counters show the match again; if something is missing, correct it.",
)
OTHER_RULES = Sentence(
    "Las reglas han cambiado desde que se jugó: desde la jugada {seq} se sigue con lo último guardado, y lo anterior no se deshace.",
    "The rules have changed since: from entry {seq} on the match continues from what was kept last, and nothing before it can be undone.",
)
NO_ROBOT_SEAT = Code(
    "no_robot_seat",
    "",
    "Aquí no juega nadie en el asiento {seat}; los asientos son {seats}. Elige uno de ellos para el robot.",
    "Nobody plays at seat {seat} here; the seats are {seats}. Choose one of them for the robot.",
)
