"""What the table itself refuses or has to tell, in both languages (the rules' own refusals cite clauses; these have none)."""

from __future__ import annotations

from tapete.core.refusals import Code
from tapete.core.texts import _

NOT_YOUR_SEAT = Code("not_your_seat", "", _("This place plays for {own}, not for {seat}. Do it on {seat}'s page or on that of the table."))
NOT_WRITTEN = Code(
    "not_written",
    "",
    _("The move could not be saved ({why}), so it does not count. Free some disk space and make it again; the match can still be read."),
)
ELSEWHERE = Code(
    "open_elsewhere",
    "",
    _("Another Tapete on this computer has gone on with this match. Close one of the two and go on with “tapete resume”."),
)
NOTHING_TO_DO = Code("nothing_to_do", "", _("Nothing can be done with that now."))
SAY_IT_FIRST = Code("say_it_first", "", _("Nothing is locked yet: say first what you choose, then lock it."))
NOTHING_TAKES_IT = Code("nothing_takes_it", "", _("Nothing at hand takes this card now."))
WENT_ON = Code("went_on", "", _("Another player went on meanwhile: look at the board, and touch again."))
NOT_ASKED_LATER = Code("not_asked_later", "", _("Nobody will ask you about this: look at the board."))
NOT_OVER = Code("not_over", "", _("Another match is begun here once this one is over. Finish it, or begin one in the lobby."))
NOT_YOURS = Code("not_yours_to_withdraw", "", _("Only who asked can withdraw that."))
NOTHING_ASKED = Code("nothing_asked", "", _("Nobody has asked for anything to agree to."))
FOR_THE_TABLE = Code("for_the_table", "", _("This is for the whole table to say: do it on the table's page."))
ASK_FIRST = Code("ask_first", "", _("A table ruling is everybody's: ask for it, and let each seat agree."))
NO_MATCH = Code("unknown_match", "", _("There is no match “{match}”. “tapete resume --list” names them."))
GAME_MISSING = Code(
    "game_missing", "", _("The match is one of “{game}”, a game that is not installed here. Install it and open the match again.")
)
OTHER_CARDS = Code(
    "other_cards",
    "",
    _("The match was played with another edition of the catalogue “{catalogue}”. Put that edition back and open the match again."),
)
CARDS_ALTERED = Code(
    "cards_altered",
    "",
    _("The file carries other cards (“{catalogue}”) than its match was played with, so it was altered. Ask for the file again."),
)
NOT_A_MOVE = Code("not_a_move", "", _("Line {line} cannot be played: {problem}"))
NOT_A_MATCH = Code("not_a_match_file", "", _("Line {line} does not belong to an exported match: {problem}."))
OTHER_FORMAT = Code("other_format", "", _("The file has format {format}; this Tapete reads {ours}. Update Tapete."))

ASKED_BACK = _("{by} wants to take back: {what}")
ASKED_BACK_MANY = _("{by} wants to take back {number} moves, from this one on: {what}")
ASKED_AGAIN = _("{by} wants to bring back: {what}")
ASKED_AGAIN_MANY = _("{by} wants to bring back {number} moves, from this one on: {what}")
ASKED_JUMP = _("{by} asks to go to move {to}.")
MOVE_OF = _("move {seq}.")
LOCKS_TOO = _("What {seats:seat} {seats:has|have} locked goes with it.")
SEEN_SINCE = {
    "secret": _("What was secret has been seen."),
    "die": _("A die has been seen."),
    "cards": _("Cards have been drawn or shown."),
}
"""What nobody can forget again, of what a request takes back."""

TAKEN_BACK_AFTER = {
    "secret": _("This was taken back after the secrets had been seen."),
    "die": _("This was taken back after a die had been seen."),
    "cards": _("This was taken back after cards had been drawn or shown."),
}
"""The same as the log marks it."""

SAID_NO = _("{seat:seat} said no, so nothing changes. {why}")
WITHDRAWN = _("{by} withdrew that, so nothing changes. {why}")
OVERTAKEN = _("Play went on meanwhile, so this is off. {why}")
ASKED_RULING = _("{by} proposes a table ruling: {reason:written}")
ASKED_HINTS = _("{by} asks to allow hints: a phone may then ask the robot what it would do.")
ASKED_NO_HINTS = _("{by} asks to play on without hints.")
THE_TABLE = _("The table")

HINTS_NOW = _("Hints are allowed now: under “More”, on the phone of the player who is to act.")
NO_HINTS_NOW = _("Hints are off now.")
NO_HINTS = Code("no_hints", "", _("Hints are off in this match. Ask for them under “Everybody's seat”; they begin when all seats agree."))

HINTS_BARRED = Code("hints_barred", "", _("This event is played without hints: only its organiser can allow them, before it begins."))

SEAL_DIFFERS = _("The bid of {seat:seat} does not open its seal. Bid again.")
BID_OUT_OF_BOUNDS = _("The bid that the console revealed does not hold: {why} Bid again.")
BID_GONE = _("The console no longer holds the bid of {seat:seat}. Bid again.")
PRESS_LOCK = _("{seat:seat} has bid elsewhere: press LOCK on that panel, so that the bids can be opened.")
BID_FORGOTTEN = _("Tapete was closed, and a bid set on a phone is kept nowhere. {seat:seat}: bid again.")
CONSOLE_AWAY = _(
    "The console is away. The match goes on from the page; the sealed bid of {seats:seat} waits for it, or the bidding is opened again."
)
CONSOLE_AWAY_PLAIN = _("The console is away. The match goes on from the page.")
CONSOLE_BACK = _("The console is back.")
PICK_REFUSED = _("{seat:seat}: card {number} does not hold. {why}")
PICKS_REFUSED = _("{seat:seat}: those cards do not hold. {why}")
COUNTERS_ALONE = _(
    "While it was alone the console counted {values}. The counters show the match again; if something is missing, correct it."
)
OTHER_RULES = _(
    "The rules have changed since: from move {seq} on the match continues from what was kept last, and nothing before it can be undone."
)
NO_ROBOT_SEAT = Code("no_robot_seat", "", _("Nobody plays at seat {seat} here; the seats are {seats}. Choose one of them for the robot."))
COLOUR_TWICE = Code("colour_twice", "", _("{first} and {second} have chosen the same colour. Choose another one for either."))

NO_ROBOT_STRENGTH = Code(
    "no_robot_strength",
    "",
    _("No robot plays {game} so: {strength}. Choose another strength: {strengths}. Exact play needs the house rules that were solved."),
)
