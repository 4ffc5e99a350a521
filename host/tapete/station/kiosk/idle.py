"""What happens while people do nothing: robots play, people are asked whether they are there, the station goes back to the beginning."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.station.kiosk.kiosk import Kiosk
from tapete.station.kiosk.notebook import Notebook
from tapete.station.kiosk.stage import Attract, Playing


class Idle:
    """The passing of time at a kiosk.

    Args:
        kiosk: what it changes. notebook: with staff's settings.
    """

    def __init__(self, kiosk: Kiosk, notebook: Notebook) -> None:
        self._kiosk, self._notebook = kiosk, notebook

    def tick(self) -> None:
        """Look at the clock; call it about once a second, from any thread."""
        kiosk = self._kiosk
        with kiosk.transactions.begin():
            kiosk.dim()
            here = kiosk.stage
            if isinstance(here, Attract):
                kiosk.perform()
            match kiosk.presence.due(here, self._notebook.settings):
                case "ask" | "abandon" if kiosk.plays_for_event:
                    pass  # its people play on until there is a result
                case "leave":
                    kiosk.go(Attract())
                case "abandon":
                    kiosk.tell("abandoned")
                    kiosk.go(Attract())
                case "ask" if isinstance(here, Playing):
                    kiosk.amend(replace(here, asked=True))
                case "play on" if isinstance(here, Playing):
                    kiosk.amend(Playing(match=here.match))
                case "count down":
                    kiosk.transactions.mark_visible()
