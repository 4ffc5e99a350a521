"""What staff does with a station that runs: its settings, and back to the beginning at once. Any thread may call."""

from __future__ import annotations

from tapete.core.texts import Text
from tapete.station.kiosk.kiosk import Kiosk
from tapete.station.kiosk.notebook import Notebook
from tapete.station.kiosk.stage import Attract, Playing
from tapete.station.settings import Settings


class Staff:
    """Staff's hand on a kiosk.

    Args:
        kiosk: what visitors see. notebook: keeps the settings.
    """

    def __init__(self, kiosk: Kiosk, notebook: Notebook) -> None:
        self._kiosk, self._notebook = kiosk, notebook

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
            Illegal: they do not hold, or cannot be kept; then nothing has changed.
        """
        with self._kiosk.transactions.one():
            self._notebook.change(changed)
            self._kiosk.dim()
            if isinstance(self._kiosk.stage, Attract):
                self._kiosk.go(Attract())

    def reset(self) -> None:
        """Go back to the beginning at once, whatever is on the screen; a match is kept."""
        with self._kiosk.transactions.one():
            if isinstance(self._kiosk.stage, Playing):
                self._kiosk.tell("abandoned")
            self._kiosk.go(Attract())
