"""What visitors do at a station: by finger, by key, by the buttons of a console, or from a phone with a code. Any thread may call."""

from __future__ import annotations

import logging

from msgspec.structs import replace

from tapete.core.refusals import RefereeError
from tapete.core.texts import _
from tapete.i18n import Language
from tapete.lessons.tutor import Tutor
from tapete.presentation import lessons
from tapete.station.addresses import group
from tapete.station.kiosk import resume_code, stage
from tapete.station.kiosk.kiosk import Kiosk
from tapete.station.kiosk.openings import not_begun
from tapete.station.kiosk.stage import Attract, Choosing, Ended, Playing

_log = logging.getLogger(__name__)

NO_CODE = _("No match waits under that code. Look at the code again, or begin a new match.")


class Visitors:
    """The one who comes by.

    Args:
        kiosk: what they see. tutor: follows their lessons.
    """

    def __init__(self, kiosk: Kiosk, tutor: Tutor) -> None:
        self._kiosk, self._tutor = kiosk, tutor
        self._changing = kiosk.transactions.begin

    def touch(self) -> None:
        """Wake the station up, or answer that a person is still there: a finger, a key, a button."""
        with self._changing():
            self._kiosk.alive()
            if isinstance(self._kiosk.stage, Attract):
                self._kiosk.go(Choosing())

    def hold(self) -> None:
        """Ask whether people stop here (MINUS and PLUS held together); a second time they do. While asked, it says that they are there."""
        with self._changing():
            here = self._kiosk.stage
            if not isinstance(here, Playing) or here.stopping:
                self.stop()
            elif here.asked:
                self._kiosk.alive()
            elif not self._kiosk.presence.has_answered:  # the first touch of the buttons may have been the answer already
                self._kiosk.presence.touch()
                self._kiosk.amend(replace(here, stopping=True))

    def move(self, by: int) -> None:
        """Move the cursor so many places on, while people choose."""
        with self._changing():
            self._kiosk.alive()
            if isinstance(here := self._kiosk.stage, Choosing):
                self._kiosk.amend(stage.moved(here, by, len(self._kiosk.choices())))

    def choose(self, value: str) -> bool:
        """Choose one of the kiosk's `choices` by its value; False if it cannot be chosen now."""
        with self._changing():
            self._kiosk.alive()
            here = self._kiosk.stage
            if not isinstance(here, Choosing) or value not in {choice.value for choice in self._kiosk.choices()}:
                return False
            self._choose(here, value)
            return True

    def back(self) -> None:
        """Go to the question before, or from the result to the beginning."""
        with self._changing():
            self._kiosk.alive()
            here = self._kiosk.stage
            if isinstance(here, Choosing):
                self._kiosk.go(stage.back(here))
            elif isinstance(here, Ended):
                self._kiosk.go(Attract())

    def stop(self) -> None:
        """Stop here: the match is kept, and its code is shown."""
        with self._changing():
            self._kiosk.alive()
            if isinstance(here := self._kiosk.stage, Playing):
                self._kiosk.tell("left")
                self._kiosk.go(Ended(match=here.match))

    def resume(self, code: str, address: str = "") -> bool:
        """Go on with a kept match by the code that a phone brings.

        False if there is none, if other people are at the station, or if so many wrong codes came lately from this phone, or from all
        together, that a person may be guessing (the screen itself takes codes all the same).

        Args:
            code: as it was typed or scanned. address: of the phone.
        """
        with self._changing():
            free = isinstance(self._kiosk.stage, Attract | Choosing)
            found = self._kiosk.openings.guess(code, group(address)) if free else None
            if found is None:
                return False
            self._kiosk.presence.touch()
            return self._kiosk.resume(found.id)

    def set_language(self, language: Language) -> None:
        """Let the screen speak another language until these people go."""
        with self._changing():
            self._kiosk.alive()
            self._kiosk.speak(language)
            self._kiosk.remember()

    def _choose(self, here: Choosing, value: str) -> None:
        to = stage.follows(here, value)
        if isinstance(to, Choosing) and to.question == "lesson" and not stage.has_lesson(to.game, to.seats):
            self._begin(to, guided=False)  # there is only one answer
        elif isinstance(to, Choosing):
            self._kiosk.go(to)
        elif to is not None:
            self._kiosk.speak(to)
            self._kiosk.go(Choosing())
        elif here.question == "code":
            self._spell(here, value)
        else:
            self._begin(here, guided=value == "guided")

    def _spell(self, here: Choosing, letter: str) -> None:
        spelled = here.spelled + letter
        if len(spelled) < resume_code.LENGTH:
            self._kiosk.amend(replace(here, spelled=spelled, said=None))
            return
        found = self._kiosk.openings.find(spelled)
        if found is None or not self._kiosk.resume(found.id):
            self._kiosk.go(Choosing(question="code", said=NO_CODE))

    def _begin(self, here: Choosing, *, guided: bool) -> None:
        """Begin the match that was chosen; what goes wrong is said, and the choice stands."""
        openings = self._kiosk.openings
        try:
            guide = lessons.find(here.game, here.seats) if guided else None
            table = openings.free(here.game, here.seats) if guide is None else openings.led(guide)
        except RefereeError as refused:
            said = not_begun(refused)
            _log.warning("%s", said.in_("en"))
            self._kiosk.go(Choosing(said=said))
            return
        if guide is not None:
            self._tutor.begin(table)
        self._kiosk.play(table, "began")
