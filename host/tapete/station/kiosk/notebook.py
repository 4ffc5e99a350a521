"""What a station keeps: staff's settings and its memory (both in its folder), and the troubles that staff should know."""

from __future__ import annotations

import logging
from pathlib import Path

from tapete.core.refusals import RefereeError
from tapete.core.texts import Text
from tapete.station import settings as kept_settings
from tapete.station.kiosk import memory
from tapete.station.kiosk.memory import Memory
from tapete.station.settings import Settings

_log = logging.getLogger(__name__)

MOST_TROUBLES = 10


class Notebook:
    """Settings, memory and troubles; call it in a transaction. What cannot be read or written is a trouble and never ends the station.

    Args:
        folder: where the files are.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.troubles: tuple[Text, ...] = ()
        self.settings = self._read_settings()
        self.memory = memory.read(folder)

    def _read_settings(self) -> Settings:
        try:
            return kept_settings.read(self._folder)
        except RefereeError as refused:
            self.trouble(refused.refusals[0].text())
            return Settings()

    def change(self, settings: Settings) -> None:
        """Keep other settings.

        Raises:
            Illegal: they do not hold, or cannot be kept; then nothing has changed.
        """
        kept_settings.write(self._folder, settings)
        self.settings = settings

    def remember(self, wanted: Memory) -> None:
        """Write down where the station is, unless it is written already."""
        if wanted == self.memory and (self._folder / memory.FILE).exists():
            return
        self.memory = wanted
        try:
            memory.write(self._folder, wanted)
        except OSError as fault:
            self.trouble(memory.NOT_NOTED.fill(why=fault.strerror or str(fault)))

    def trouble(self, text: Text) -> None:
        """Keep a trouble for staff, once."""
        _log.warning("%s", text.in_("en"))
        if text not in self.troubles:
            self.troubles = (*self.troubles, text)[-MOST_TROUBLES:]
