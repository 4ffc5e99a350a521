"""What a lesson adds to the pages of its match: the instruction in words, what answers it, and the buttons beside the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tapete.core.kinds import name_of
from tapete.core.seats import Seat
from tapete.core.texts import Language, Text, _
from tapete.lessons.guide import Progress, plain
from tapete.lessons.led_match import LedMatch
from tapete.lessons.tutor import Waits
from tapete.presentation.lesson import Either, Pattern, without_lock
from tapete.table import Table
from tapete.table.prompts import lock_says
from tapete.web.hosted import ALONE, Doing, Hosted, LessonBox
from tapete.web.view import MatchView

HANDS = _("Do it with your hands. Then touch “Done”.")
HANDS_OR_LOCK = _("Do it with your hands. Then touch “Done”, or press LOCK on the console.")
LOCK = _("LOCK")
OVER = _("The first match is over: play on, or finish here.")
DONE, PLAY_ON = _("Done"), _("Play on")
ASKED = _("It is the turn of {who}.")


def accepted(pattern: Pattern) -> Mapping[str, Sequence[Any]]:
    """Return a pattern of a guide as the values that it accepts, each as plain data."""
    return {name: [plain(one) for one in (wanted.values if isinstance(wanted, Either) else (wanted,))] for name, wanted in pattern.items()}


class Guided:
    """One match in a lesson, for readers of one language.

    Args:
        table: the match. language: of the words.
        progress: where the guide stands; None: no guide. waits_for: what it waits for besides the match.
        said: why the last action was taken back. length: how many instructions there are.
        console: whether one follows the lesson, so that its buttons are named.
    """

    def __init__(
        self,
        table: Table,
        language: Language,
        progress: Progress | None,
        waits_for: Waits = "",
        said: Text | None = None,
        length: int = 0,
        *,
        console: bool = False,
    ) -> None:
        self.table, self.language = table, language
        self.progress, self.waits_for, self.said, self.length, self.console = progress, waits_for, said, length, console

    def _say(self, text: Text, **values: Any) -> str:
        return (text.fill(**values) if values else text).in_(self.language)

    def _names(self, seats: Sequence[Seat]) -> str:
        return ", ".join(self.table.names[seat] for seat in seats)

    def lesson(self) -> LessonBox | None:
        """The lesson in words; None without one."""
        progress = self.progress
        if progress is None:
            return None
        instruction, told = progress.instruction, self.said or progress.explained
        return LessonBox(
            wanted=self._say(progress.says if self.console else without_lock(progress.says)),
            why=self._say(progress.why) if progress.why is not None else "",
            told=self._say(told) if told is not None else "",
            taken_back=self.said is not None,
            whose=progress.waits_for,
            number=0 if instruction is None else progress.number + 1,
            steps=self.length,
        )

    def hosted(self, seat: Seat | None = None) -> Hosted:
        """What a page shows besides the match.

        Args:
            seat: whose own page; None: the page of the whole table.
        """
        progress = self.progress
        if progress is None:
            return ALONE
        mine = seat is None or not progress.waits_for or seat in progress.waits_for
        instruction, lesson = progress.instruction, self.lesson()
        if instruction is None:
            return Hosted(says=self._say(OVER), buttons=self.at_the_end(), lesson=lesson, leaves=True)
        if not mine:
            return Hosted(says=self._say(ASKED, who=self._names(progress.waits_for)), lesson=lesson, leaves=True)
        if not instruction.answers:
            done, whose = (self.done(progress),), progress.waits_for
            return Hosted(says=self._say(self.hands()), buttons=done, seats=whose, lesson=lesson, leaves=True)
        said = instruction.lock or {}  # what LOCK would say of what is open is shown, too: any answer does
        answers = tuple(accepted({**said, **one}) for one in instruction.answers if seat is None or one.get("seat", seat) == seat)
        says = self._due(progress, answers) if answers else ""
        lock = self.lock(progress.waits_for)
        return Hosted(seats=progress.waits_for, answers=answers, says=says, lock=lock, lesson=lesson, leaves=True)

    def hands(self) -> Text:
        """What the strip says while hands have something to do."""
        return HANDS_OR_LOCK if self.console else HANDS

    def done(self, progress: Progress) -> Doing:
        """The button that says that an instruction for hands is followed."""
        return self.doing(DONE, "followed", LOCK, here=True, primary=True, number=progress.number)

    def at_the_end(self) -> tuple[Doing, ...]:
        """The buttons once the lesson is over."""
        return (self.doing(PLAY_ON, "free", LOCK, here=True, primary=True),)

    def doing(self, label: Text, does: str, key: Text, *, here: bool = False, primary: bool = False, number: int | None = None) -> Doing:
        """A button of the page, with the console's button that says the same where there is one; the arguments as of `Doing`."""
        said = self._say(key) if self.console else ""
        return Doing(label=self._say(label), does=does, here=here, key=said, primary=primary, number=number)

    def lock(self, seats: Sequence[Seat] = ()) -> str:
        """The action that LOCK of a console enters: the lesson's, else the match's own; empty: none.

        Args:
            seats: whom the lesson waits for.
        """
        if not self.console:
            return ""
        progress = self.progress
        if self.waits_for == "instruction" and progress is not None and progress.instruction is not None:
            return str(progress.instruction.answers[0]["action"])
        owing = seats or [owed.seat for owed in self.table.awaiting() if owed.seat is not None]
        if not owing:
            return ""
        with self.table.still():
            says = lock_says(self.table.rules, self.table.state, owing[0])
        return "" if says is None else name_of(type(says))

    def _due(self, progress: Progress, answers: Sequence[Mapping[str, Sequence[Any]]]) -> str:
        """What is to be done in two words: whose turn it is, and the verb."""
        with self.table.still():
            verb = MatchView(self.table, self.language).voice.title(str(answers[0]["action"][0]))
        return f"{self._names(progress.waits_for)}: {verb}" if progress.waits_for else verb


def hosted(led: LedMatch, table: Table, language: Language, seat: Seat | None, *, console: bool = False) -> Hosted:
    """What the guide of a match adds to one of its pages.

    Args:
        led: the match as its guide follows it. table: the same. language: the reader's. seat: whose own page; None: the whole table's.
        console: whether a console serves the match.
    """
    if (progress := led.progress()) is None:
        return ALONE
    return Guided(table, language, progress, led.waits_for, led.said, led.length, console=console).hosted(seat)
