"""Refusal codes for decisions about an event, each with the next step. They cite no clause: no rulebook speaks of them."""

from __future__ import annotations

from tapete.core.refusals import Code
from tapete.core.texts import Text, _

STATES: dict[str, Text] = {
    "paired": _("paired", "round"),
    "published": _("published", "round"),
    "running": _("running", "round"),
    "closed": _("closed", "round"),
}
"""What people call the states of a round."""

PAUSED = _("paused", "round")

BEHIND = Code("behind", "", _("Meanwhile another person has decided something here ({version}, not {expected}). Look again, then decide."))
REASON_NEEDED = Code("reason_needed", "", _("This needs a reason, which stays in the log: write one."))
CUT_NEEDS_SWISS = _("a cut follows rounds of Swiss with two at a table")
DIVISION_TWICE = _("a division is named twice")
BAD_SETTING = Code("bad_setting", "", _("An event cannot be so: {problem}."))
FEWEST_OVER_SEATS = _("the fewest at a table are more than its seats")
TWO_TO_A_MATCH = _("a round robin and an elimination have two to a match")
NOBODY_TO_PLAY = _("one alone at a table has nobody to play against")
TIEBREAK_TWICE = _("a tie-break is named twice")
POINTS_ORDER = _("a win may not be worth less than a draw, nor a draw less than a loss")
EVENT_OVER = Code("event_over", "", _("The event is closed: open it again first."))
NOT_OVER = Code("not_over", "", _("The event is open."))
ROUND_OPEN = Code("round_open", "", _("Round {round} is not closed: close it first, or take it back."))

NO_SUCH_EVENT = Code("no_such_event", "", _("There is no event “{event}” here: look at the list of events."))
EVENT_THERE = Code("event_there", "", _("There is an event “{event}” already: choose another name."))
NO_SUCH_PERSON = Code("no_such_person", "", _("Nobody here has this code: enter the name first."))
UNKNOWN_ENTRANT = Code("unknown_entrant", "", _("Nobody has number {entrant} in this event: look at the list."))
ENTERED_ALREADY = Code("entered_already", "", _("This person is entered already, with number {entrant}. After a drop use “return”."))
ASKED_ALREADY = Code("asked_already", "", _("This person has asked to come in already: accept or turn away."))
NOBODY_ASKED = Code("nobody_asked", "", _("This person does not wait at the door: load the page again."))
NO_SUCH_DIVISION = Code("no_such_division", "", _("This event has no division “{division}”: choose one of its own."))
ENTRIES_CLOSED = Code("entries_closed", "", _("The first round is paired, and this system takes nobody later. Take the round back first."))
NOT_PLAYING = Code("not_playing", "", _("Number {entrant} has dropped."))
PLAYING_ALREADY = Code("playing_already", "", _("Number {entrant} has not dropped."))
ABSENT_ALREADY = Code("absent_already", "", _("Number {entrant} is noted as absent from the next round already."))
NOT_ABSENT = Code("not_absent", "", _("Number {entrant} is not noted as absent from the next round."))
WITH_ONESELF = Code("with_oneself", "", _("Two different numbers are needed."))
FORBIDDEN_ALREADY = Code("forbidden_already", "", _("Numbers {a} and {b} are kept apart already."))
NOT_FORBIDDEN = Code("not_forbidden", "", _("Numbers {a} and {b} are not kept apart."))
NOBODY_APART = Code("nobody_apart", "", _("In this system nobody can be kept apart: who meets whom is fixed."))
NO_OPEN_MATCH = Code("no_open_match", "", _("Number {entrant} has no open match now: give a warning, or take points."))
NO_SUCH_PENALTY = Code("no_such_penalty", "", _("Decision {number} is no penalty that counts."))

NO_MORE_ROUNDS = Code("no_more_rounds", "", _("There is no further round: {rounds} {rounds:is|are} paired, and that is all."))
TOO_FEW = Code("too_few", "", _("Nobody can be paired: {playing} {playing:plays|play}. Enter a player first."))
OTHER_ROUND = Code("other_round", "", _("Round {due} is the next one to be paired, not round {round}."))
NO_SUCH_ROUND = Code("no_such_round", "", _("There is no round {round}."))
ROUND_IS = Code("round_is", "", _("This cannot be done with round {round} as it stands: it is {state}."))
NOT_THE_LAST = Code("not_the_last", "", _("Round {last} follows. Take that one back first."))
RESULTS_MISSING = Code("results_missing", "", _("Round {round} lacks the {missing:result of table|results of tables} {missing}."))
NO_BYE_HERE = Code("no_bye_here", "", _("Round {round} has no bye against which a player could be seated."))
TABLE_FIXED = Code("table_fixed", "", _("Table {table} is kept for another player already: choose another one."))
NO_SUCH_PAIRING = Code("no_such_pairing", "", _("Round {round} has no match with number {pairing}."))
BAD_RESULT = Code("bad_result", "", _("“{result}” is no result of this match: name the seats that won, or say draw, loss or stopped."))
BAD_GAMES = Code(
    "bad_games", "", _("{games} games do not lead to this result in a match of best of {best_of}: say those of seat A first, as in 2-1.")
)
NOTHING_TOLD = Code("nothing_told", "", _("Nothing was said of table {pairing} yet: let it be played, then say the result."))
ASIDE_ALREADY = Code("aside_already", "", _("This was looked at before: load the page of the event again."))
NEEDS_WINNER = Code("needs_winner", "", _("In an elimination one of the two goes on: name the winner."))

TWICE_IN_ROUND = Code("twice_in_round", "", _("Number {entrant} sits twice in this round."))
NOT_SEATED = Code("not_seated", "", _("Number {entrant} plays and has no place in this round."))
NOT_DUE = Code("not_due", "", _("Number {entrant} has a place in this round and does not play in it."))
WRONG_SIZE = Code("wrong_size", "", _("Pairing {pairing} has {found} {found:seat|seats}; between {least} and {most} are needed."))
FORBIDDEN_PAIR = Code("forbidden_pair", "", _("Numbers {a} and {b} are kept apart: {why}"))
REMATCH = Code("rematch", "", _("Numbers {a} and {b} have met before. Change the pairs, or allow it with a reason."))
SECOND_BYE = Code("second_bye", "", _("Number {entrant} has had a bye before. Change the pairs, or allow it with a reason."))
TOO_MANY_BYES = Code("too_many_byes", "", _("This round has {found} byes and needs {due}. Change the pairs, or allow it with a reason."))
NOT_OF_THE_BRACKET = Code("not_of_the_bracket", "", _("Numbers {pairing} do not meet in this round of the bracket."))
TOO_FAR = Code("too_far", "", _("Numbers {a} and {b} stand {apart} places apart; up to {reach} may be challenged. Change the pairs."))
NO_BYE_IN_LADDER = Code("no_bye_in_ladder", "", _("A ladder has no byes: leave number {entrant} out, who waits for the next wave."))
NO_CHALLENGE = Code("no_challenge", "", _("Nobody challenges anybody: write at least one table, or close the event."))
NO_FULL_ROUND = Code(
    "no_full_round",
    "",
    _(
        "Not everybody can be paired by the rules: {left} would have nobody left to play. "
        "The cheapest way out is proposed; to take it, allow rematches with a reason."
    ),
)

NO_TICKET = Code("no_ticket", "", _("This is no ticket of an event: scan the code of the table, or ask the staff for another."))
NO_TABLE_LETTERS = Code(
    "no_table_letters", "", _("No table of the round that is played has these letters. Read them again from the ticket of this round.")
)
LETTERS_NEED_SERVER = Code(
    "letters_need_server",
    "",
    _(
        "The event's server does not answer, and four letters need it. "
        "Scan the code for the table on the ticket, or type the words below it."
    ),
)
LETTERS_TOO_OFTEN = Code(
    "letters_too_often", "", _("Too many letters that fit no table. Wait a minute, then type those of the ticket of this round.")
)
NO_LEAGUE_ADDRESS = Code(
    "no_league_address", "", _("This is no address of an event: copy it whole from the organiser's page, or scan its code.")
)
TICKET_ALONE = Code(
    "ticket_alone",
    "",
    _("This is the ticket of a match. Let the table join first, by the address or code of the table; then scan the ticket."),
)
NOT_THE_SERVER = Code(
    "not_the_server",
    "",
    _("Something else than the event of this address answers at {server}. Nothing was sent: ask the staff for the code of this table."),
)
NO_ANSWER = Code(
    "no_answer",
    "",
    _(
        "The event's server at {server} does not answer. Bring this computer into the room's network, then try again; "
        "nothing has changed here."
    ),
)
NO_EVENTS_THERE = Code(
    "no_events_there", "", _("What answers at {server} is no server of events. Ask the staff for the address of this table.")
)
ADDRESS_OVER = Code(
    "address_over", "", _("This address holds no more: the table got a new one, or was let go. Ask the staff for today's address.")
)
EVENT_IS_OVER = Code(
    "event_is_over", "", _("The event “{event}” is over, so this address is an old one. Ask the staff for that of today's event.")
)
TABLE_TAKEN = Code(
    "table_taken",
    "",
    _("Another computer takes part as table {table} already. End it there, or let the staff give this computer an address of its own."),
)
STILL_OWED = Code(
    "still_owed",
    "",
    _(
        "The event lacks {matches} {matches:match|matches} of this table yet. "
        "Wait until they are sent; if you leave now, they are sent when it joins again."
    ),
)
NOT_SIGNED = Code("not_signed", "", _("The signature is missing or not by this table's key: let the table join the event again."))
OLD_REQUEST = Code(
    "old_request", "", _("This request was signed at another time, or came before: it is signed anew and sent again by itself.")
)
NOT_YOUR_MATCH = Code("not_your_match", "", _("This match belongs to another table: ask the staff which table plays it."))
NOT_YOUR_PAIRING = Code("not_your_pairing", "", _("Table {table} of round {round} is not this one: ask the staff where these people sit."))
OLD_TICKET = Code("old_ticket", "", _("Round {round} was paired again, or is not there: scan the table's code of this round."))
NO_SUCH_HOST = Code("no_such_host", "", _("No table “{host}” has joined here: let it join the event again."))
NO_TABLE_OF_OTHER = Code(
    "no_table_of_other", "", _("No table can be connected here: Tapete does not referee the game of this event. Results come by phone.")
)
HOST_THERE = Code("host_there", "", _("There is a table “{host}” already: choose another name."))
TOO_LARGE = Code("too_large", "", _("More than {most} bytes came at once: send fewer lines."))
LINES_APART = Code("lines_apart", "", _("The lines do not follow those that are here ({have}): {how}."))
NOT_FOLLOWING: dict[str, Text] = {
    "gap": _("lines are missing in between"),
    "behind": _("the server has more"),
    "forked": _("they tell another match, and a judge chooses"),
}
TOO_MANY = Code("too_many", "", _("Too many tables send at once: this one sends again in {seconds} s by itself."))
NO_SUCH_SEASON = Code("no_such_season", "", _("There is no season of that name here: begin it first."))
SEASON_THERE = Code("season_there", "", _("There is a season of that name already: choose another name."))
SEASON_CLOSED = Code("season_closed", "", _("This season is closed: its table is final."))
NOT_IN_SEASON = Code("not_in_season", "", _("This event does not count for the season."))
NOBODY_PROMOTED = Code("nobody_promoted", "", _("Nobody has a place in this season yet: close an event of it first."))
NO_RELAY = Code("no_relay", "", _("This key is a table's, not that of a shop's server: let the chain's staff make one for the shop."))
DECIDED_ELSEWHERE = Code(
    "decided_elsewhere", "", _("This event is decided at the shop's own server: decide it there, and it is here a moment later.")
)
DATABASE_FULL = Code("database_full", "", _("The disk of the events is full: make room. The tables keep what they owe and send it then."))
DATABASE_READ_ONLY = Code(
    "database_read_only",
    "",
    _("The database of the events cannot be written: let it be written again. The tables keep what they owe and send it then."),
)
DATABASE_AWAY = Code(
    "database_away", "", _("The database of the events does not answer: start it again. The tables keep what they owe and send it then.")
)
