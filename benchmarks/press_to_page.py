"""From a button of the simulated console to its own pixel, and to pages: median, p99 and largest, in milliseconds.

The whole way is real: firmware, pseudo-terminal, host link, table, journal (synchronous=FULL), rendering, server-sent event over loopback.
A table's page and four phones, in a process of their own, follow the match. A page counts as updated when the event with the new picture
has arrived; with `--chromium PATH` when a real browser's document shows it. Two parts of each such time are told: until the host has read
the press (button, debouncing, line), and from there to the last page. Then BHM with forty beings: how long the server draws a page, in
which one being has changed since the page before, and when the answer to a touch has arrived.

These are times of a computer that does nothing else; how long a fixed sum takes here stands above them, and the load below.

    python -m benchmarks press_to_page        (in the browser too where TAPETE_CHROMIUM names one)
    python -m benchmarks.press_to_page [--presses 200] [--chromium PATH]
"""

from __future__ import annotations

import argparse
import contextlib
import math
import multiprocessing
import os
import re
import selectors
import socket
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.queues import SimpleQueue
from pathlib import Path
from typing import Any

import httpx

from benchmarks.rules_bhm import crowded
from tapete import cards
from tapete.commands.hosting import settle
from tapete.console import reports
from tapete.console.client import Console
from tapete.console.simulator import SimulatedConsole
from tapete.core import position
from tapete.core.seats import SEATS
from tapete.table import Hub, Journal, Table
from tapete.web import Server, app
from tapete.web.match_pages import MatchPages

PRESS_MS = 40
NAMES = ("Ana", "Bruno", "Carla", "Diego")
PAUSE_S = 0.12
"""Between two presses, longer than the debouncing of the buttons."""


def figures(name: str, times: list[float]) -> str:
    """One line: median, p99 and largest of times in seconds."""
    ordered = sorted(1000 * one for one in times)
    median, p99 = ordered[len(ordered) // 2], ordered[max(0, math.ceil(len(ordered) * 0.99) - 1)]
    return f"{name:<34} median {median:7.1f} ms   p99 {p99:7.1f} ms   largest {ordered[-1]:7.1f} ms   ({len(ordered)} times)"


def to_own_pixel(console: SimulatedConsole, presses: int) -> list[float]:
    """PLUS and MINUS in turn, each until the private display of that panel has changed."""
    times = []
    for number in range(presses):
        before = console.pixels().panels[0].private
        start = time.perf_counter()
        console.press(0, "minus" if number % 2 else "plus", PRESS_MS)
        console.wait_for(lambda now, before=before: now.panels[0].private != before)  # type: ignore[misc]  # the default binds `before`
        times.append(time.perf_counter() - start)
        time.sleep(PAUSE_S)
    return times


class Heard:
    """When the host has read what a person did at the console: stands between the console and the table."""

    def __init__(self) -> None:
        self.at = 0.0

    def before(self, on_report: Callable[[reports.ConsoleReport], None]) -> Callable[[reports.ConsoleReport], None]:
        """What notes the time of each precious report, and passes all of them on."""

        def noted(event: reports.ConsoleReport) -> None:
            if isinstance(event, reports.Precious):
                self.at = time.perf_counter()
            on_report(event)

        return noted


def to_page(console: SimulatedConsole, heard: Heard, presses: int, arrived: Callable[[float], float]) -> list[tuple[float, float]]:
    """LOCK and LOCK again, each until the page shows it: seconds until the host has read the press, and seconds from there.

    Args:
        console: whose LOCK. heard: when the host has read it. presses: how many.
        arrived: given when the press began, waits until a page shows it, and says when that was.
    """
    times = []
    for _ in range(presses):
        start = time.perf_counter()
        console.press(0, "lock", PRESS_MS)
        shown = arrived(start)
        times.append((heard.at - start, shown - heard.at))
        time.sleep(PAUSE_S)
    return times


def parted(name: str, times: list[tuple[float, float]]) -> str:
    """Three lines: the whole way of each press, and its two parts."""
    lines = (name, [before + after for before, after in times]), ("  until the host has read it", [before for before, _ in times])
    return "\n".join(figures(what, found) for what, found in (*lines, ("  from there: host and pages", [after for _, after in times])))


def follow(pages: Sequence[str], came: SimpleQueue[tuple[int, float]]) -> None:
    """Follow each page of a match as a phone does, and tell when a picture has come whole for which of them; the first tells at once.

    Bytes are all that is looked at: five phones have five processors for the rest.
    """
    waiting = selectors.DefaultSelector()
    for place, page in enumerate(pages):
        host, _, path = page.removeprefix("http://").partition("/")
        name, _, port = host.partition(":")
        line = socket.create_connection((name, int(port)), timeout=60)
        line.sendall(f"GET /{path}/events HTTP/1.1\r\nHost: {host}\r\nAccept: text/event-stream\r\n\r\n".encode())
        waiting.register(line, selectors.EVENT_READ, (place, line, bytearray()))
    while True:
        for key, _ in waiting.select():
            place, line, kept = key.data
            chunk = line.recv(1 << 18)
            at = time.perf_counter()
            if not chunk:
                return
            kept += chunk
            *events, rest = kept.split(b"\n\n")
            kept[:] = rest
            if any(b"data: " in event for event in events):
                came.put((place, at))


@contextlib.contextmanager
def phones(pages: Sequence[str]) -> Iterator[Callable[[float], float]]:
    """Follow pages from a process of its own, for phones compute elsewhere; waits for the last first picture of all since a moment."""
    spawn = multiprocessing.get_context("spawn")
    came: SimpleQueue[tuple[int, float]] = spawn.SimpleQueue()
    process = spawn.Process(target=follow, args=(pages, came), daemon=True)
    process.start()

    def arrived(since: float) -> float:
        first: dict[int, float] = {}
        while len(first) < len(pages):
            place, at = came.get()
            if at >= since:
                first.setdefault(place, at)
        return max(first.values())

    arrived(0.0)  # the first is the whole picture
    yield arrived
    process.terminate()
    process.join()


def yardstick() -> float:
    """Seconds that a fixed sum takes: the best of five."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        sum(number * number for number in range(1_000_000))
        times.append(time.perf_counter() - start)
    return min(times)


def war() -> Table:
    """A combat phase of BHM for four with forty beings."""
    rules = cards.bind("bhm")
    return Table.begin(None, rules, SEATS, position=position.dump(rules, crowded(rules, 10)), names=dict(zip(SEATS, NAMES, strict=True)))


def drawn(tries: int) -> list[float]:
    """The table's page of forty beings, each time after one more of them has attacked."""
    times: list[float] = []
    while len(times) < tries:
        table = war()
        pages = MatchPages(table)
        pages.zones("en", None)
        board: Any = table.rules.board(table.state)
        target = next(board.beings("B")).iid
        for being in list(board.beings("A")):
            table.submit({"action": "declare_physical", "seat": "A", "attacker": being.iid, "target": target})
            start = time.perf_counter()
            pages.zones("en", None)
            times.append(time.perf_counter() - start)
        table.close()
    return times


def touched(tries: int) -> list[float]:
    """A touch of a being, and of *Back*, in turn, over HTTP."""
    with tempfile.TemporaryDirectory() as folder:
        hub = Hub(Journal(Path(folder) / "matches.sqlite3"))
        rules = cards.bind("bhm")
        opening = position.dump(rules, crowded(rules, 10))
        table = hub.begin("bhm", {}, dict(zip(SEATS, NAMES, strict=True)), 4, None, opening)
        with Server(app(hub)) as server, httpx.Client(base_url=server.address, trust_env=False) as phone:
            place = f"/match/{table.id}/seat/A"
            page = phone.get(place).text
            token, question = (re.findall(rf'data-{name}="([^"]*)"', page)[0] for name in ("token", "question"))
            times = []
            for number in range(tries):
                said = {"press": "back"} if number % 2 else {"press": "thing", "value": '"A.0"'}
                start = time.perf_counter()
                answer = phone.post(
                    f"{place}/touch", data={"csrf": token, "question": question, **said}, headers={"accept": "application/json"}
                )
                times.append(time.perf_counter() - start)
                answer.raise_for_status()
        hub.close()
    return times


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--presses", type=int, default=200)
    parser.add_argument("--chromium", default=os.environ.get("TAPETE_CHROMIUM"), help="measure in this browser too")
    given = parser.parse_args()
    print(f"a fixed sum: {1000 * yardstick():.0f} ms")
    with tempfile.TemporaryDirectory() as folder, SimulatedConsole(panels=2) as console:
        hub = Hub(Journal(Path(folder) / "matches.sqlite3"), console)
        table = hub.begin("shazamm", {}, {})
        heard = Heard()
        hub.add_console(lambda on_report, kept: Console(console.url, heard.before(on_report), kept=kept))
        with Server(app(hub)) as server:
            console.wait_for(lambda now: any(now.panels[0].private), 20)
            settle()
            time.sleep(1)
            print(figures("press to own pixel", to_own_pixel(console, given.presses)))
            pages = [f"{server.address}match/{table.id}{page}" for page in ("", "/seat/A", "/seat/A", "/seat/B", "/seat/B")]
            with phones(pages) as arrived:
                print(parted("press to page (last of five)", to_page(console, heard, given.presses, arrived)))
            if given.chromium:
                times = in_browser(given.chromium, server.address, table, console, heard, given.presses)
                print(parted("press to page (document changed)", times))
        hub.close()
    print(figures("page drawn, 40 beings", drawn(given.presses)))
    print(figures("touch answered, 40 beings", touched(given.presses)))
    print("load of the last minute: " + (f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "not told by this system"))


def in_browser(
    chromium: str, address: str, table: Table, console: SimulatedConsole, heard: Heard, presses: int
) -> list[tuple[float, float]]:
    """The same in a real browser: the strip of the table's page names the next one who is asked."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-background-networking"])
        page = browser.new_page(locale="en")
        page.goto(f"{address}match/{table.id}")
        strip = page.locator("#strip")
        strip.wait_for()
        page.wait_for_timeout(500)
        shown = strip.inner_html()

        def arrived(since: float) -> float:
            nonlocal shown
            page.wait_for_function("before => document.querySelector('#strip').innerHTML !== before", arg=shown, polling=4)
            at = time.perf_counter()
            shown = strip.inner_html()
            return at

        times = to_page(console, heard, presses, arrived)
        browser.close()
    return times


if __name__ == "__main__":
    main()
