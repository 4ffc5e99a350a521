"""What a station adds to the table's page of the match on its screen: where the lesson stands, and what its console does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tapete.core.kinds import name_of
from tapete.core.scene import Panel
from tapete.core.seats import Seat
from tapete.core.texts import Language, Text, _
from tapete.presentation.lesson import Either, Pattern
from tapete.presentation.panel import BUTTONS
from tapete.station.kiosk.stage import Playing
from tapete.station.kiosk.stray import Stray
from tapete.station.lessons.guide import Progress, plain
from tapete.station.station import Station
from tapete.table import Table
from tapete.table.buffered_journal import FULL
from tapete.table.prompts import lock_says
from tapete.web.hosted import ALONE, Doing, Hosted
from tapete.web.views import MatchView

HANDS = _("Do it with your hands. Then touch “Done”.")
HANDS_OR_LOCK = _("Do it with your hands. Then touch “Done”, or press LOCK on the console.")
OVER = _("The first match is over: play on, or finish here.")
DONE, PLAY_ON, FINISH = _("Done"), _("Play on"), _("Finish here")
LOCK, ROLL = _("LOCK"), _("ROLL")
NOTHING = _("{button} does nothing now. {what}")
NOTHING_OF = _("{who}: {button} does nothing now. {what}")
ASKED = _("It is the turn of {who}.")
LOCK_DONE = _("LOCK says that it is done.")
LOCK_OR_ROLL = _("LOCK plays on, ROLL finishes here.")


def accepted(pattern: Pattern) -> Mapping[str, Sequence[Any]]:
    """Return a pattern of a guide as the values that it accepts, each as plain data."""
    return {name: [plain(one) for one in (wanted.values if isinstance(wanted, Either) else (wanted,))] for name, wanted in pattern.items()}


def trouble(station: Station, language: Language) -> str:
    """Return what is wrong with a station, as far as visitors should know: they can call somebody."""
    return FULL.in_(language) if getattr(station.hub.journal, "behind", 0) else ""


class AskedPanel(Struct, frozen=True):
    """What the screen shows of the panel that is asked.

    Args:
        seat: whose. says: what its buttons do, in a sentence. keys: each button's sign and name, and whether it answers now.
        number: which number the lesson lets it show under its hood; None: none in particular. hood: whether a number is asked.
    """

    seat: Seat
    says: str
    keys: tuple[tuple[str, str, bool], ...]
    number: int | None
    hood: bool


class Host:
    """One station beside one match, for readers of one language.

    Args:
        station: it. table: the match. language: of the words.
    """

    def __init__(self, station: Station, table: Table, language: Language) -> None:
        self.station, self.table, self.language = station, table, language
        self.here = station.kiosk.table is table and isinstance(station.kiosk.stage, Playing)
        self.progress: Progress | None = station.lesson.progress() if self.here else None
        self.waits_for = station.lesson.waits_for if self.progress is not None else ""
        self.console = any(state.connected for state in station.hub.console_states())

    def _say(self, text: Text, **values: Any) -> str:
        return (text.fill(**values) if values else text).in_(self.language)

    def hosted(self) -> Hosted:
        """What the table's page shows besides the match."""
        return replace(self._hosted(), told=trouble(self.station, self.language)) if self.here else ALONE

    def _hosted(self) -> Hosted:
        progress, stray = self.progress, self.station.kiosk.stray
        no = self._nothing(stray) if stray is not None else ""
        if progress is None:
            return Hosted(no=no, lock=self._lock(None))
        instruction = progress.instruction
        if instruction is None:
            buttons = (self._doing(PLAY_ON, "free", LOCK, primary=True), self._doing(FINISH, "stop", ROLL))
            return Hosted(says=self._say(OVER), no=no, buttons=buttons)
        if not instruction.answers:
            done = self._doing(DONE, "done", LOCK, primary=True, number=progress.number)
            return Hosted(says=self._say(HANDS_OR_LOCK if self.console else HANDS), no=no, buttons=(done,), seats=progress.waits_for)
        said = instruction.lock or {}  # what LOCK would say of what is open is shown, too: any answer does
        answers = tuple(accepted({**said, **pattern}) for pattern in instruction.answers)
        return Hosted(
            seats=progress.waits_for, answers=answers, says=self._due(progress, answers), no=no, lock=self._lock(progress.waits_for)
        )

    def _doing(self, label: Text, does: str, key: Text, *, primary: bool = False, number: int | None = None) -> Doing:
        return Doing(label=self._say(label), does=does, key=self._say(key) if self.console else "", primary=primary, number=number)

    def _due(self, progress: Progress, answers: Sequence[Mapping[str, Sequence[Any]]]) -> str:
        """What is to be done in two words: whose turn it is, and the verb."""
        with self.table.still():
            verb = MatchView(self.table, self.language).voice.title(str(answers[0]["action"][0]))
        return f"{self._names(progress.waits_for)}: {verb}" if progress.waits_for else verb

    def _names(self, seats: Sequence[Seat]) -> str:
        return ", ".join(self.table.names[seat] for seat in seats)

    def _lock(self, seats: Sequence[Seat] | None) -> str:
        """The action that LOCK enters: the lesson's, else the match's own."""
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

    def _nothing(self, stray: Stray) -> str:
        """Why a button did nothing, and what would do something."""
        button = next(label for name, _sign, label in BUTTONS if name == stray.button)
        if self.waits_for:
            what = self._say(LOCK_OR_ROLL if self.waits_for == "end" else LOCK_DONE)
        else:
            with self.table.still():
                view = MatchView(self.table, self.language)
                what = view.presses(stray.seat) if stray.seat is not None else ""
                asked = [owed.seat for owed in self.table.awaiting() if owed.seat is not None]
            if not what and asked:
                what = self._say(ASKED, who=self._names(list(dict.fromkeys(asked))))
        if stray.seat is None:
            return self._say(NOTHING, button=button, what=what)
        return self._say(NOTHING_OF, who=self.table.names[stray.seat], button=button, what=what)

    # ---- the console, beside the board

    def panel(self) -> AskedPanel | None:
        """What the buttons of the panel that is asked do now; None without a console, or where nobody is asked."""
        if not self.console or not self.here:
            return None
        with self.table.still():
            view = MatchView(self.table, self.language)
            panels = {panel.seat: panel for panel in view.scene.panels}
            asked = [*(self.progress.waits_for if self.progress is not None else ()), *(owed.seat for owed in self.table.awaiting())]
            seat = next((one for one in asked if one in panels), None)
            if seat is None:
                return None
            says = view.presses(seat)
        if self.waits_for:
            says = self._say(LOCK_OR_ROLL if self.waits_for == "end" else LOCK_DONE)
        good, panel = self._good(panels[seat]), panels[seat]
        keys = tuple((sign, self._say(label), name in good) for name, sign, label in BUTTONS)
        hood = not self.waits_for and (panel.bid is not None or panel.pick is not None)
        return AskedPanel(seat, says, keys, self.station.lesson.number(seat) if hood else None, hood)

    def _good(self, panel: Panel) -> frozenset[str]:
        """The buttons that answer now."""
        if self.waits_for:
            return frozenset({"lock", "roll"} if self.waits_for == "end" else {"lock"})
        if panel.bid is not None:
            return frozenset({"minus", "plus", "lock"})
        if panel.pick is not None:
            return frozenset({"minus", "plus", "lock", "roll"})
        return frozenset({"roll"} if panel.dice else {"lock"} if panel.lock is not None else ())
