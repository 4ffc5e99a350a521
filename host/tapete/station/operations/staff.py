"""What staff does with a station that runs: its settings, and back to the beginning at once. Any thread may call."""

from __future__ import annotations

from tapete.core.refusals import Illegal, RefereeError
from tapete.core.texts import Text
from tapete.station import settings as kept_settings
from tapete.station.kiosk.kiosk import Kiosk
from tapete.station.kiosk.notebook import Notebook
from tapete.station.kiosk.stage import Attract, Playing
from tapete.station.settings import Settings
from tapete.table.in_event import InEvent


class Staff:
    """Staff's hand on a kiosk.

    Args:
        kiosk: what visitors see. notebook: keeps the settings. in_event: how the station takes part in events; None: it cannot.
    """

    def __init__(self, kiosk: Kiosk, notebook: Notebook, in_event: InEvent | None = None) -> None:
        self._kiosk, self._notebook, self._in_event = kiosk, notebook, in_event

    @property
    def settings(self) -> Settings:
        """What staff has decided."""
        return self._notebook.settings

    @property
    def troubles(self) -> tuple[Text, ...]:
        """What staff should know."""
        return self._notebook.troubles

    def change_settings(self, changed: Settings) -> None:
        """Keep other settings, and go by them from now on.

        Raises:
            Illegal: they do not hold, cannot be kept, or name an event that cannot be joined; then nothing has changed.
        """
        if refusals := kept_settings.faults(changed):
            raise Illegal(refusals)
        if self._in_event is not None and changed.league != self.settings.league:  # before the lock: a server is asked
            if changed.league:
                self._in_event.join(changed.league)
            else:
                self._in_event.leave(anyway=True)
        with self._kiosk.transactions.begin():
            self._notebook.change(changed)
            self._kiosk.dim()
            if isinstance(self._kiosk.stage, Attract):
                self._kiosk.go(Attract())

    def attend(self) -> None:
        """Take part in the event of the settings, if they name one; staff is told if its address cannot be read."""
        if self._in_event is not None and self.settings.league:
            try:
                self._in_event.join(self.settings.league, anyway=True)
            except RefereeError as refused:
                with self._kiosk.transactions.begin():
                    self._notebook.trouble(refused.refusals[0].text())

    def reset(self) -> None:
        """Go back to the beginning at once, whatever is on the screen; a match is kept."""
        with self._kiosk.transactions.begin():
            if isinstance(self._kiosk.stage, Playing):
                self._kiosk.tell("abandoned")
            self._kiosk.go(Attract())
