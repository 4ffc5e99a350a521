"""Refusal codes of the server of events, each with the next step."""

from __future__ import annotations

from tapete.core.refusals import Code
from tapete.core.texts import _

NO_KEY = Code("no_key", "", _("This page opens by its link: scan the code on your slip, or ask the organiser for the link."))
NOT_OPENED = Code("not_opened", "", _("Your link does not open this page. Ask the organiser for one that does."))
OLD_LINK = Code("old_link", "", _("This link opens nothing any more. Ask the organiser for a new one."))
NOT_YOURS = Code("not_yours", "", _("Your link does not let you decide this. Ask the organiser."))
NOTHING_HERE = Code("nothing_here", "", _("There is nothing at this address. Go back to the list of events."))
NOT_TAKEN = Code("not_taken", "", _("This address does not take that. Go back to the page of the event."))
FOREIGN_HOST = Code("foreign_host", "", _("This is not the address of the event. Open the one that the organiser has."))
FOREIGN_PAGE = Code("foreign_page", "", _("The form came from a foreign page and was ignored. Open it from the page of the event."))
OLD_FORM = Code("old_form", "", _("The form is from before the server was started again. Load the page once more, then send it."))
TOO_LONG = Code("too_long", "", _("That is more than this address takes. Send less."))
TOO_SLOW = Code("too_slow", "", _("The request did not arrive whole in time. Try again where the signal is good."))
TOO_FAST = Code("too_fast", "", _("Too many requests in a row. Wait a few seconds and load the page again."))
TOO_MUCH = Code(
    "too_much", "", _("Too much is being sent to this computer at once. Nothing of yours was taken: send it again in a few seconds.")
)
TOO_MANY_PAGES = Code(
    "too_many_pages", "", _("Too many pages are open at once. Close those that nobody looks at, and load this one again.")
)
WRONG_TYPE = Code("wrong_type", "", _("Only ordinary forms and JSON are read."))
UNREADABLE = Code("unreadable", "", _("That cannot be read. Load the page and try again."))
NO_DATABASE = Code("no_database", "", _("The database of the events does not answer. What was decided is kept: try again in a moment."))
NO_PAIRING_LIBRARY = Code(
    "no_pairing_library", "", _("The library that pairs is not installed. Install “tapete[league]”, then start again.")
)
NOT_A_CODE = Code(
    "not_a_code", "", _("No event that is open has this code. Read it again from the wall, the slip, the ticket or the staff's page.")
)
CLOCK_SET = Code(
    "clock_set",
    "",
    _(
        "The clock of this computer was set by {days} {days:day|days} while the server runs. "
        "Rounds and links go on by the time before; start the server again after the event."
    ),
)
CLOCK_BEHIND = Code(
    "clock_behind",
    "",
    _(
        "The newest decision is {minutes} minutes ahead of this computer's clock. "
        "If the clock is wrong, set it and start the server again: rounds go by it. What was decided stays in its order."
    ),
)
NOT_TEXT = _("the file is no text in UTF-8")
NO_SUCH_ROLE = _("there is no such link")

FILE_MISSING = Code("file_missing", "", _("No file came. Choose the match file on the stick, then send it."))
FILE_TOO_LARGE = Code(
    "file_too_large", "", _("This file is too large for a match. Choose the match file that the table made: its name ends in .jsonl.")
)
FILE_OF_OTHER_GAME = Code(
    "file_of_other_game", "", _("This file is a match of {game}; this table plays {ours}. Choose the file of this table.")
)
FILE_OTHER_SEATS = Code(
    "file_other_seats", "", _("In this file {found} {found:plays|play}; at this table {due} {due:sits|sit}. Choose the file of this table.")
)
FILE_OTHER_HOUSE_RULES = Code(
    "file_other_house_rules", "", _("This match was played by other house rules than those of the event. Choose the file of this table.")
)
FILE_TOLD_BEFORE = Code(
    "file_told_before", "", _("This match is that of round {round}, table {table} (event “{event}”). Choose the file of this table.")
)
FILE_UNFINISHED = Code(
    "file_unfinished", "", _("The match in this file is not over. Let it be played to its end, or set the result by hand with its reason.")
)
FILE_ALTERED = Code(
    "file_altered",
    "",
    _(
        "From line {line} on this file is no match by the rules: it was altered or damaged. "
        "Take it from the table once more, or set the result by hand."
    ),
)
FILE_OTHER_NAMES = Code(
    "file_other_names",
    "",
    _("This file names {theirs}; at this table sit {ours}. If it is their match all the same, tick the box and send it again."),
)
