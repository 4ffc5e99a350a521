"""Opens the table in the worker of a tab: files, journal, hub, application, and then one request after the other.

The worker has called `strands.begin` and `strands.install` before this is imported.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tapete.bots.deadline import Deadline
from tapete.cards.finding import FOLDER
from tapete.console.clock import REAL_TIME
from tapete.core.texts import _
from tapete.presentation.lamps import turn_told
from tapete.tab import strands
from tapete.tab.keeping import Keeper
from tapete.tab.loop_clock import LoopClock
from tapete.tab.page_requests import Jar, PageBridge
from tapete.tab.serial import ConsoleInWorker, Ports
from tapete.table import Hub, Journal
from tapete.table.folders import JOURNAL
from tapete.web.application import app
from tapete.web.coaching import Coaches
from tapete.web.request_checks import FILES

_log = logging.getLogger(__name__)

COOKIES = "cookies.json"
"""What outlasts the tab of its cookies: language and theme."""

LONGEST = max(FILES.values())
"""Bytes of the longest body that any page takes; the guard refuses a longer one by its length."""

SPARE = 2
"""Matches, and pages of matches, that stay in memory although no page shows them: one person looks here, and memory is never given back."""

NOT_KEPT = _(
    "The browser keeps no more ({why}): what is played from now on is lost with this tab. "
    "Save the match as a file, free some space on this device, and let the browser keep data for this address."
)


def for_script(value: Any) -> Any:
    """A value as JavaScript takes it: bytes become a Uint8Array, a mapping an object."""
    if find_spec("js") is None:  # on an ordinary Python, as tests use
        return value
    import js
    from pyodide.ffi import to_js

    return to_js(value, dict_converter=js.Object.fromEntries)


def read_by_script(path: Path) -> Any:
    """What the worker's script is handed of a file: True, for it reads the file itself; its bytes where there is no script.

    Through Python a journal would grow memory by more than its own size, and Python gives none back.
    """
    return path.read_bytes() if find_spec("js") is None else True


class FromPage:
    """A request as the worker's script hands it on.

    Args:
        sent: the script's own object.
    """

    def __init__(self, sent: Any) -> None:
        self._sent = sent
        self.method, self.url, self.origin = str(sent.method), str(sent.url), str(sent.origin)
        self.headers: Sequence[tuple[str, str]] = [(str(name), str(value)) for name, value in json.loads(sent.headers)]
        self.length = int(sent.body.length)
        self.body = bytes(sent.body.to_bytes()) if self.length <= LONGEST else b""  # memory that Python takes is never given back

    @property
    def gone(self) -> Awaitable[object]:
        """Is done once the page wants no more."""
        found: Awaitable[object] = self._sent.gone
        return found

    def start(self, status: int, headers: list[tuple[str, str]]) -> None:
        """Begin the answer."""
        self._sent.start(status, json.dumps(headers))

    def piece(self, piece: bytes) -> None:
        """Go on with it."""
        self._sent.piece(for_script(piece))

    def end(self) -> None:
        """It is complete."""
        self._sent.end()

    def fault(self) -> None:
        """There is no answer, or no more of it."""
        self._sent.fault()


class TableInTab:
    """The table of this tab.

    Args:
        folder: of its files, which are there already.
        root: under which all pages lie, such as `/tapete/table/app`.
        host: the name of the site's server.
        write: the script's own; keeps files, and raises where it cannot.
    """

    def __init__(self, folder: Path, root: str, host: str, write: Callable[[Any], Awaitable[object]]) -> None:
        self.folder, self.root, self.host = folder, root, host
        self._write = write
        self._tasks: list[asyncio.Task[None]] = []
        self._due = asyncio.Event()

    async def open(self) -> None:
        """Open the journal, and make the pages. Raises JournalTrouble where it cannot be opened."""
        self.folder.mkdir(parents=True, exist_ok=True)
        os.environ.setdefault(FOLDER, str(self.folder / "cards"))
        self.keeper = Keeper(self.folder, self._keep, self._told, read_by_script)
        clock = REAL_TIME if (waits := strands.can_wait()) else LoopClock()
        self.hub = await strands.in_strand(lambda: Hub(Journal(self.folder / JOURNAL, alone=True), clock=clock, spare=SPARE))
        self.hub.teller = turn_told
        self.ports, self.trial = Ports(for_script), Ports(for_script)
        self.hub.journal.on_kept = lambda match: self._due.set()
        made = app(self.hub, hosts=frozenset({self.host}), root=self.root, framed=True)
        made.state.coaches, made.state.in_tab, made.state.waits = Coaches(apart=False, looks=waits), True, waits
        made.state.page_cache.most = SPARE
        self.bridge = PageBridge(made, self.keeper.keep, self._jar())
        loop = asyncio.get_running_loop()
        self._tasks.append(loop.create_task(self._keep_on()))
        if waits:
            Deadline.meanwhile = strands.breathe
            self._tasks.append(loop.create_task(strands.tidy()))

    async def serve(self, following: Callable[[], Awaitable[Any]]) -> None:
        """Answer requests for as long as the tab lives.

        Args:
            following: the script's own; gives the next one.
        """
        while True:
            self.bridge.take(FromPage(await following()))

    async def plugged(self, following: Callable[[], Awaitable[Any]]) -> None:
        """Know of the consoles that are plugged in, for as long as the tab lives.

        Args:
            following: the script's own; gives what was plugged in or out next.
        """
        bound = set[int]()
        while True:
            event = await following()
            simulated = bool(event.simulated)
            ports = self.trial if simulated else self.ports
            if not event.there:
                ports.unplug(int(event.number))
                if simulated:
                    self.hub.simulator = None
                continue
            ports.plug(int(event.number), event, str(event.description))
            if simulated:
                self.hub.simulator = ConsoleInWorker(event)
            if id(ports) not in bound:
                bound.add(id(ports))
                await strands.in_strand(self.hub.add_console, ports.console)
            event.used()

    async def _keep(self, changed: Mapping[str, Any]) -> None:
        try:
            await self._write(for_script(dict(changed)))
        except Exception as fault:  # the script's own error is of no kind that Python knows
            raise OSError(str(fault)) from fault

    async def _keep_on(self) -> None:
        """Keep what nobody's touch led to: what robots do."""
        while True:
            await self._due.wait()
            self._due.clear()
            await self.keeper.keep()

    def _told(self, fault: OSError | None) -> None:
        if fault is None:
            self.hub.alerts.take_back("tab_not_kept")
        else:
            self.hub.alerts.say("tab_not_kept", NOT_KEPT.fill(why=str(fault)))

    def _jar(self) -> Jar:
        path = self.folder / COOKIES
        try:
            kept = {str(name): str(header) for name, header in json.loads(path.read_text(encoding="utf-8")).items()}
        except (OSError, ValueError, AttributeError):  # none yet, or torn: a choice of language is made again
            kept = {}
        return Jar(kept, self._lasting)

    def _lasting(self, cookies: dict[str, str]) -> None:
        (self.folder / COOKIES).write_text(json.dumps(cookies), encoding="utf-8")
        self._due.set()
