"""What a station adds to the table's page of the match on its screen: where the lesson stands, and what its console does."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tapete.core.scene import Panel
from tapete.core.seats import Seat
from tapete.core.texts import Language, _
from tapete.lessons.guide import Progress
from tapete.presentation.panel import BUTTONS
from tapete.station.kiosk.stage import Playing
from tapete.station.kiosk.stray import Stray
from tapete.station.station import Station
from tapete.table import Table
from tapete.table.buffered_journal import FULL
from tapete.table.prompts import LOCK_DONE
from tapete.web.guided import ASKED, DONE, LOCK, PLAY_ON, Guided
from tapete.web.hosted import ALONE, Doing, Hosted
from tapete.web.view import MatchView

FINISH = _("Finish here")
ROLL = _("ROLL")
NOTHING = _("{button} does nothing now. {what}")
NOTHING_OF = _("{who}: {button} does nothing now. {what}")
LOCK_OR_ROLL = _("LOCK plays on, ROLL finishes here.")


ROUND_WAITS = _("Round {round} of the event has begun at this table. Finish here, and its match comes by itself.")
AWAY = _("The event's server does not answer. The table plays on, and sends what it owes as soon as the server is there.")


def trouble(station: Station, language: Language) -> str:
    """Return what is wrong with a station, as far as visitors should know: they can call a person, or make room for an event's match."""
    if getattr(station.hub.journal, "behind", 0):
        return FULL.in_(language)
    event, here = station.kiosk.event, station.kiosk.stage
    if event is not None and event.match and not event.over and isinstance(here, Playing) and here.match != event.match:
        return ROUND_WAITS.fill(round=event.round).in_(language)
    return AWAY.in_(language) if event is not None and event.away else ""


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


class Host(Guided):
    """One station beside one match, for readers of one language.

    Args:
        station: it. table: the match. language: of the words.
    """

    def __init__(self, station: Station, table: Table, language: Language) -> None:
        self.station = station
        self.here = station.kiosk.table is table and isinstance(station.kiosk.stage, Playing)
        progress = station.lesson.progress() if self.here else None
        waits_for = station.lesson.waits_for if progress is not None else ""
        console = any(state.connected for state in station.hub.console_states())
        super().__init__(table, language, progress, waits_for, station.lesson.said, station.lesson.length(), console=console)

    def hosted(self, seat: Seat | None = None) -> Hosted:
        """What the table's page shows besides the match; a seat's own shows nothing of the station."""
        if not self.here or seat is not None:
            return ALONE
        progress, stray = self.progress, self.station.kiosk.stray
        waits = progress is not None and (progress.instruction is None or not progress.instruction.answers)
        return replace(
            super().hosted(),
            no=self._nothing(stray) if stray is not None else "",
            lock="" if waits else self.lock(progress.waits_for if progress is not None else ()),
            told=trouble(self.station, self.language),
            leaves=False,
        )

    def done(self, progress: Progress) -> Doing:
        """As in any lesson, with the console's button."""
        return self.doing(DONE, "done", LOCK, primary=True, number=progress.number)

    def at_the_end(self) -> tuple[Doing, ...]:
        """As in any lesson, with a way to stop."""
        return self.doing(PLAY_ON, "free", LOCK, primary=True), self.doing(FINISH, "stop", ROLL)

    def _nothing(self, stray: Stray) -> str:
        """Why a button did nothing, and what would do something."""
        button = next(label for name, _sign, label in BUTTONS if name == stray.button)
        if self.waits_for:
            what = self._say(LOCK_OR_ROLL if self.waits_for == "end" else LOCK_DONE)
        else:
            with self.table.still():
                view = MatchView(self.table, self.language)
                what = view.boxes.presses(stray.seat) if stray.seat is not None else ""
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
            says = view.boxes.presses(seat)
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
