"""Staff's desk: PIN, sessions, settings, figures, health and log of a station, and the wish to restart it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

from tapete.core.refusals import Illegal
from tapete.station import settings as kept_settings
from tapete.station.operations import pin
from tapete.station.operations.health import Health
from tapete.station.operations.logtail import LogTail
from tapete.station.operations.recorder import Recorder
from tapete.station.operations.sessions import Sessions
from tapete.station.operations.statistics import Statistics
from tapete.station.settings import Settings
from tapete.table import Hub


class StaffDesk:
    """All that the pages of staff work on.

    Args:
        folder: of the station's settings and PIN.
        hub: its matches.
        statistics: what was counted.
        clock: monotonic seconds.
        apply: keeps new settings; without it they are written into the folder.
        read: returns the settings that hold; without it they are read from the folder.
    """

    def __init__(
        self,
        folder: Path,
        hub: Hub,
        statistics: Statistics,
        *,
        clock: Callable[[], float] = time.monotonic,
        apply: Callable[[Settings], None] | None = None,
        read: Callable[[], Settings] | None = None,
    ) -> None:
        self.folder, self.hub, self.statistics = folder, hub, statistics
        self.pin_check, self.sessions = pin.PinCheck(folder, clock), Sessions(clock)
        self.log = LogTail(clock)
        self.recorder = Recorder(statistics, clock)
        self.health = Health(hub, self.log, clock=clock, lost=lambda: statistics.lost)
        self.restart = threading.Event()
        """Set when staff wants the program to begin anew."""
        self._apply = apply or (lambda settings: kept_settings.write(folder, settings))
        self._read = read or (lambda: kept_settings.read(folder))

    def settings(self) -> Settings:
        """Return the settings that hold; the defaults if the file cannot be read."""
        try:
            return self._read()
        except Illegal:
            return Settings()

    def change(self, settings: Settings) -> None:
        """Keep new settings.

        Raises:
            Illegal: they do not hold, or could not be kept.
        """
        self._apply(settings)
