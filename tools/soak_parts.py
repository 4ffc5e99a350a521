"""The parts of a station that a soak starts and kills: the host, the console, the screen (its line alone, or a whole browser)."""

from __future__ import annotations

import collections
import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, cast

import httpx

from tapete.console.simulator import Button, SimulatedConsole, SimulationFailed
from tapete.core.seats import Seat
from tapete.station.service.units import FEW_ARENAS
from tapete.table.folders import JOURNAL, Renewals, page_secret
from tapete.web.keys import Keys
from tapete.web.visits import SESSION_COOKIE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page, Playwright

ROOT = Path(__file__).resolve().parents[1]

START_S = 60.0
"""How long a loaded computer may take to start a station."""

LOOKS = 3
"""How often a browser's debugging address is tried in that time."""

MOST_SAID = 30
"""Lines of a station's output that are kept."""


class ConsolePart:
    """A simulated console behind a path that stays the same.

    Args:
        link: the path.
        speed: of its clock.
        panels: how many.
    """

    def __init__(self, link: Path, speed: float, panels: int = 4) -> None:
        self.link, self._speed, self._panels = link, speed, panels
        self._console = self._new()

    def _new(self) -> SimulatedConsole:
        return SimulatedConsole(panels=self._panels, link=self.link, speed=self._speed)

    def __enter__(self) -> Self:
        self._console.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._console.stop()

    def press(self, panel: int, button: str) -> bool:
        """Press a button; False while the board is away."""
        try:
            self._console.press(panel, cast("Button", button), 40)
        except SimulationFailed:
            return False
        return True

    def lit(self) -> bool:
        """Whether a counter shines."""
        return any(any(panel.counter) for panel in self._console.pixels().panels)

    def kill_and_start(self) -> None:
        """Kill the board's process, and switch another on at the same place."""
        process = self._console.pid
        if process is not None:
            os.kill(process, signal.SIGKILL)
        self._console.wait_until_ended()
        self._console.stop()
        self.link.unlink(missing_ok=True)
        self._console = self._new().start()


class HostPart:
    """`tapete station` as a process.

    Args:
        data: its folder.
        console: the path of its console's port.
        settings: further arguments.
    """

    def __init__(self, data: Path, console: Path | None, settings: tuple[str, ...] = ()) -> None:
        self._data, self._console, self._settings = data, console, settings
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self._process: subprocess.Popen[str] | None = None
        self._said: collections.deque[str] = collections.deque(maxlen=MOST_SAID)
        self._client = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", trust_env=False, timeout=60, follow_redirects=True)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(15)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._client.close()

    def start(self) -> None:
        """Start it, and wait until it answers.

        Raises:
            RuntimeError: it ended, or does not answer.
        """
        command = [
            sys.executable,
            "-m",
            "tapete",
            "station",
            "--lan",
            "--no-browser",
            "--web-port",
            str(self.port),
            "--data",
            str(self._data),
        ]
        command += ["--console", "none"] if self._console is None else ["--port", str(self._console)]
        paths = os.pathsep.join([str(ROOT / "host"), str(ROOT / "firmware" / "lib"), os.environ.get("PYTHONPATH", "")])
        self._process = subprocess.Popen(
            [*command, *self._settings],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, **dict([FEW_ARENAS]), "PYTHONPATH": paths, "LANGUAGE": "en"},  # as the service unit starts it
        )
        threading.Thread(target=self._listen, args=(self._process,), daemon=True, name="station's output").start()
        until = time.monotonic() + START_S
        while time.monotonic() < until:
            if self._process.poll() is not None:
                raise RuntimeError(f"the station ended: {self.output()}")
            with contextlib.suppress(httpx.TransportError):
                if self._client.get("/health").status_code == 200:
                    self._client.cookies.set(self.keys.cookie("table"), self.keys.table)
                    return
            time.sleep(0.05)
        raise RuntimeError(f"the station does not answer: {self.output()}")

    def kill(self) -> None:
        """As a power cut does."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    @property
    def pid(self) -> int:
        """Of the process."""
        assert self._process is not None
        return self._process.pid

    def wait(self, timeout_s: float) -> int:
        """Wait until it has ended; its status."""
        assert self._process is not None
        return self._process.wait(timeout_s)

    def _listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        with process.stdout as lines:
            for line in lines:
                self._said.append(line.rstrip())

    def output(self) -> str:
        """The last lines that it printed."""
        return " | ".join(self._said)

    @property
    def keys(self) -> Keys:
        """Those of its pages."""
        return Keys(lan=True, secret=page_secret(self._data / JOURNAL), renewed=Renewals(self._data / JOURNAL))

    # ---- pages

    def get(self, place: str, **query: str) -> httpx.Response:
        """A page or an answer, as the whole table sees it.

        Raises:
            RuntimeError: an error that is no refusal.
        """
        found = self._client.get(place, params=query or None)
        if found.status_code >= 400:
            raise RuntimeError(f"{place}: {found.status_code} {found.text[:200]}")
        return found

    def screen(self) -> str:
        """The big screen."""
        return self.get("/station").text

    def press_screen(self, **fields: str) -> int:
        """Press something on the big screen; the status."""
        token = self.keys.form_of(self._client.cookies.get(SESSION_COOKIE) or "")
        return self._client.post("/station/do", data={"csrf": token, **fields}).status_code

    def api(self, place: str, message: dict[str, Any], match: str, seat: Seat | None) -> dict[str, Any]:
        """Declare over the API, from a seat's phone or from the table.

        Raises:
            RuntimeError: an error that is no refusal.
        """
        token = self.keys.seat(match, seat) if seat is not None else self.keys.table
        said = self._client.post(place, json=message, headers={"authorization": f"Bearer {token}"})
        if said.status_code not in (200, 400, 409):
            raise RuntimeError(f"{place}: {said.status_code} {said.text[:200]}")
        return cast("dict[str, Any]", said.json())


class ScreenPart:
    """A screen that follows the station, as a browser does: it connects again whenever it is cut off.

    Args:
        host: whose pages.
    """

    def __init__(self, host: HostPart) -> None:
        self._host = host
        self._ending = threading.Event()
        self._line: socket.socket | None = None
        self.events = 0
        """Pictures that came."""
        self._thread = threading.Thread(target=self._follow, daemon=True, name="screen")
        self._thread.start()

    def _follow(self) -> None:
        while not self._ending.is_set():
            with contextlib.suppress(OSError):
                self._once()
            self._ending.wait(0.1)

    def _once(self) -> None:
        with socket.create_connection(("127.0.0.1", self._host.port), timeout=30) as line:
            self._line = line
            keys = self._host.keys
            cookie = f"Cookie: {keys.cookie('table')}={keys.table}"
            head = ("GET /station/events HTTP/1.1", f"Host: 127.0.0.1:{self._host.port}", cookie)
            line.sendall("\r\n".join([*head, "", ""]).encode())
            while octets := line.recv(65_536):
                self.events += octets.count(b"event: ")

    def kill_and_start(self) -> None:
        """Cut the connection without a word; the next one follows by itself."""
        if self._line is not None:
            with contextlib.suppress(OSError):
                self._line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Follow no more."""
        self._ending.set()
        self.kill_and_start()
        self._thread.join(5)


class BrowserPart:
    """Chromium full-screen on the station's screen, as the kiosk's service starts it; it follows by itself.

    Needs the extra `browser`. Playwright only looks on: the page is loaded and kept current by the browser's own process.

    Args:
        host: whose screen.
        chromium: the program.
        profile: folder of its profile.
    """

    def __init__(self, host: HostPart, chromium: str, profile: Path) -> None:
        from playwright.sync_api import sync_playwright

        self._host, self._chromium, self._profile = host, chromium, profile
        self._looking: Playwright = sync_playwright().start()
        self._process: subprocess.Popen[bytes] | None = None
        self._browser: Browser | None = None
        self._page: Page | None = None
        self._devtools: CDPSession | None = None
        self._start()

    def _start(self) -> None:
        self._profile.mkdir(parents=True, exist_ok=True)
        told = self._profile / "DevToolsActivePort"
        for left in (told, *self._profile.glob("Singleton*")):
            left.unlink(missing_ok=True)
        self._process = subprocess.Popen(
            [
                self._chromium,
                *("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1920,1080", "--remote-debugging-port=0"),
                f"--user-data-dir={self._profile}",
                *("--kiosk", f"http://127.0.0.1:{self._host.port}/station?token={self._host.keys.table}"),
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        until = time.monotonic() + START_S
        while not told.exists() or len(told.read_text().splitlines()) < 2:
            if time.monotonic() > until:
                raise RuntimeError("the browser does not start")
            time.sleep(0.05)
        self._look_on(f"http://127.0.0.1:{told.read_text().splitlines()[0]}")

    def _look_on(self, debugging: str) -> None:
        """Look at the page over the browser's debugging address. A browser that has just begun sometimes does not answer the first time."""
        from playwright.sync_api import Error

        self._let_go()
        for tries_left in reversed(range(LOOKS)):
            try:
                self._browser = self._looking.chromium.connect_over_cdp(debugging, timeout=START_S * 1000 / LOOKS)
                context = self._browser.contexts[0]
                self._page = context.pages[0] if context.pages else context.wait_for_event("page")
                self._devtools = context.new_cdp_session(self._page)
                return
            except Error:
                self._let_go()
                if not tries_left:
                    raise

    def _let_go(self) -> None:
        """Look no more at a browser that is killed or was not reached."""
        from playwright.sync_api import Error

        if self._browser is not None:
            with contextlib.suppress(Error):  # its connection went with it
                self._browser.close()
        self._browser = self._page = self._devtools = None

    def shows(self, stage: str, match: str, seq: int) -> bool:
        """Whether the page that people see is on line, at this stage of this match, and as new as this entry."""
        from playwright.sync_api import Error

        assert self._page is not None
        look = """() => [
            document.body.classList.contains("is-lost"),
            Number(document.getElementById("main")?.dataset.seq ?? -1),
            document.getElementById("stage-key")?.textContent ?? "",
        ]"""
        try:
            lost, newest, key = self._page.evaluate(look)
        except Error:  # it is just loading another stage; a browser that is gone shows nothing either, for ever
            return False
        return not lost and newest >= seq and str(key).startswith(f"{stage}-{match}")

    def figures(self) -> dict[str, int]:
        """What the page holds, after its garbage is collected: bytes of the scripts' heap, nodes, listeners."""
        assert self._devtools is not None
        self._devtools.send("HeapProfiler.collectGarbage")
        self._devtools.send("Performance.enable")
        told = {one["name"]: int(one["value"]) for one in self._devtools.send("Performance.getMetrics")["metrics"]}
        return {"page_heap_bytes": told["JSHeapUsedSize"], "page_nodes": told["Nodes"], "page_listeners": told["JSEventListeners"]}

    def kill_and_start(self) -> None:
        """Kill the browser with all its processes, and start it again."""
        self._kill()
        self._start()

    def _kill(self) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def close(self) -> None:
        """Look no more."""
        self._kill()
        self._let_go()
        self._looking.stop()
