"""Opens the match that people play: a new one, by a guide or by the full rules, or one that waits for them in the journal."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from tapete.core.refusals import RefereeError
from tapete.core.texts import Text, _
from tapete.lessons import led_match
from tapete.presentation.lesson import Guide
from tapete.station.kiosk import resume_code
from tapete.station.kiosk.notebook import Notebook
from tapete.table import Hub, JournalTrouble, Listing, Table

_log = logging.getLogger(__name__)

NOT_BEGUN = _("The match could not be begun: {why}")


def not_begun(refused: RefereeError) -> Text:
    """Return what people are told if a match cannot begin."""
    return NOT_BEGUN.fill(why=refused.refusals[0].text())


class Openings:
    """Opens matches for a station.

    Args:
        hub: where they are. clock: seconds that never go back. notebook: with staff's settings; told what staff should know.
    """

    def __init__(self, hub: Hub, clock: Callable[[], float], notebook: Notebook) -> None:
        self._hub, self._notebook = hub, notebook
        self._guesses = resume_code.GuessLimit(clock)

    def led(self, guide: Guide) -> Table:
        """Begin the match of a guide.

        Raises:
            RefereeError: it cannot be begun here.
        """
        return led_match.opened(self._hub, guide)

    def free(self, game: str, seats: int) -> Table:
        """Begin a match by the rules that staff has chosen.

        Args:
            game: its name. seats: how many play.

        Raises:
            RefereeError: it cannot be begun here.
        """
        settings = self._notebook.settings
        return self._hub.begin(game, settings.house_rules.get(game), None, seats, settings.catalogues.get(game))

    def waiting(self) -> Sequence[Listing]:
        """Return the matches that people may go on with."""
        try:
            return resume_code.waiting(self._hub.matches(unfinished=True))
        except JournalTrouble as trouble:
            self._notebook.trouble(trouble.text)
            return ()

    def find(self, code: str) -> Listing | None:
        """Return the match of a code that was spelled at the screen; None if no match has it."""
        return resume_code.find(self.waiting(), code)

    def guess(self, code: str, phone: str) -> Listing | None:
        """Return the match of a code that a phone brings; None also while this phone, or all together, may be guessing."""
        if self._guesses.too_many(phone):
            return None
        found = self.find(code)
        if found is None:
            self._guesses.wrong(phone)
        return found

    def again(self, match: str) -> Table | None:
        """Return a kept match to go on with; None if that is impossible."""
        try:
            table = self._hub.table(match)
        except (RefereeError, JournalTrouble) as fault:
            _log.warning("match %s cannot be gone on with: %s", match, fault)
            return None
        return None if table is None or table.result is not None else table
