"""From a button of the simulated console to its own pixel, and to a page: median, p99 and largest, in milliseconds.

The whole way is real: firmware, pseudo-terminal, host link, table, journal (synchronous=FULL), rendering, server-sent event over loopback.
A page counts as updated when the event with the new picture has arrived; with `--chromium PATH` when a real browser's document shows it.

    python -m benchmarks press_to_page        (in the browser too where TAPETE_CHROMIUM names one)
    python benchmarks/press_to_page.py [--presses 200] [--chromium PATH]
"""

from __future__ import annotations

import argparse
import math
import os
import queue
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx

from tapete.console.client import Console
from tapete.console.simulator import SimulatedConsole
from tapete.table import Hub, Journal, Table
from tapete.web import Server, app

PRESS_MS = 40
PAUSE_S = 0.12
"""Between two presses, longer than the debouncing of the buttons."""


def figures(name: str, times: list[float]) -> str:
    """One line: median, p99 and largest of times in seconds."""
    ordered = sorted(1000 * one for one in times)
    median, p99 = ordered[len(ordered) // 2], ordered[max(0, math.ceil(len(ordered) * 0.99) - 1)]
    return f"{name:<34} median {median:7.1f} ms   p99 {p99:7.1f} ms   largest {ordered[-1]:7.1f} ms   ({len(ordered)} presses)"


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


def to_page(console: SimulatedConsole, presses: int, arrived: Callable[[], float]) -> list[float]:
    """LOCK and LOCK again, each until the page shows it; `arrived` waits for that and says when it was."""
    times = []
    for _ in range(presses):
        start = time.perf_counter()
        console.press(0, "lock", PRESS_MS)
        times.append(arrived() - start)
        time.sleep(PAUSE_S)
    return times


def events_of(address: str, table: Table) -> Callable[[], float]:
    """Follow a match as a page does; the result waits for the next picture and says when it came."""
    came: queue.SimpleQueue[float] = queue.SimpleQueue()

    def follow() -> None:
        with httpx.stream("GET", f"{address}match/{table.id}/events", timeout=60, trust_env=False) as answer:
            for line in answer.iter_lines():
                if line.startswith("data: "):
                    came.put(time.perf_counter())

    threading.Thread(target=follow, daemon=True).start()
    came.get(timeout=10)  # the first is the whole picture
    return lambda: came.get(timeout=10)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--presses", type=int, default=200)
    parser.add_argument("--chromium", default=os.environ.get("TAPETE_CHROMIUM"), help="measure in this browser too")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, SimulatedConsole(panels=2) as console:
        hub = Hub(Journal(Path(folder) / "matches.sqlite3"), console)
        table = hub.begin("shazamm", {}, {})
        hub.add_console(lambda on_report, kept: Console(console.url, on_report, kept=kept))
        with Server(app(hub)) as server:
            console.wait_for(lambda now: any(now.panels[0].private), 20)
            time.sleep(1)
            print(figures("press to own pixel", to_own_pixel(console, given.presses)))
            print(figures("press to page (event arrived)", to_page(console, given.presses, events_of(server.address, table))))
            if given.chromium:
                print(
                    figures("press to page (document changed)", in_browser(given.chromium, server.address, table, console, given.presses))
                )
        hub.close()


def in_browser(chromium: str, address: str, table: Table, console: SimulatedConsole, presses: int) -> list[float]:
    """The same in a real browser: its document shows the other status of the seat."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-background-networking"])
        page = browser.new_page(locale="en")
        page.goto(f"{address}match/{table.id}")
        page.locator("#seats .status").first.wait_for()
        page.wait_for_timeout(500)
        shown = page.locator("#seats .status").first.inner_text()

        def arrived() -> float:
            nonlocal shown
            page.wait_for_function("before => document.querySelector('#seats .status').innerText !== before", arg=shown, polling=4)
            at = time.perf_counter()
            shown = page.locator("#seats .status").first.inner_text()
            return at

        times = to_page(console, presses, arrived)
        browser.close()
    return times


if __name__ == "__main__":
    main()
