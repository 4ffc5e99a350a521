"""What the telling of a turn costs a station's screen: processor time of server and browser while a television of 1080p tells a blow.

A golden match of each game is played at a table whose page a browser shows at 1920 by 1080. Turns with a blow are measured, from the
declaration until the last beat has stood; `idle` is the same page while nothing happens. The browser paints without a graphics chip here.
A core of a Raspberry Pi 4 is taken for a quarter of one of this computer's: that is a guess, and `--slower` sets another.

    python -m benchmarks kiosk                (where TAPETE_CHROMIUM names a browser)
    python -m benchmarks.kiosk [--blows 3] [--slower 4]
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.scenes import GOLDEN, replayed
from tapete.core.position import dump
from tapete.presentation import find, telling
from tapete.table import Hub, Journal
from tapete.web import Server, app

if TYPE_CHECKING:
    from playwright.sync_api import Page

MATCHES = {"shazamm": "fall_by_hit", "moriham": "life", "datamorphs": "two_wins_in_three", "bhm": "counter", "mamlejet": "win_emuna"}

NAMES = ("Ana", "Bruno", "Carla", "Diego")

TELLS = "document.body.classList.contains('is-telling')"

BEGIN_MS, AFTER_S, IDLE_S = 5_000, 0.5, 5.0
"""How soon a page begins to tell; how much longer than its beats an account is measured; how long a page is watched at rest."""


class Meter:
    """Processor time of this process, which serves, and of all processes of a browser."""

    def __init__(self, page: Page) -> None:
        browser = page.context.browser
        assert browser is not None
        self._system = browser.new_browser_cdp_session()
        self.begin()

    def begin(self) -> None:
        """Count from now on."""
        self._server, self._browser, self._since = time.process_time(), self._spent(), time.monotonic()

    def _spent(self) -> float:
        found: Any = self._system.send("SystemInfo.getProcessInfo")
        return sum(one["cpuTime"] for one in found["processInfo"])

    def line(self, name: str, slower: float) -> str:
        """What was spent since, in a line."""
        took, server, browser = time.monotonic() - self._since, time.process_time() - self._server, self._spent() - self._browser
        share = (server + browser) / took
        spent = f"server {1000 * server:5.0f} ms, browser {1000 * browser:5.0f} ms in {took:4.1f} s"
        part = "a quarter of a core" if slower == 4 else f"a core divided by {slower:g}"
        return f"{name:<22} {spent}: {100 * share:4.1f} % of a core, {100 * slower * share:3.0f} % of {part}"


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--blows", type=int, default=3, help="turns with a blow that are measured, of each game")
    parser.add_argument("--slower", type=float, default=4.0, help="how many times slower than a core here one of the station's is")
    given = parser.parse_args()
    chromium = os.environ.get("TAPETE_CHROMIUM")
    if chromium is None:
        print("left out: TAPETE_CHROMIUM names no browser")
        return
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        hub = Hub(Journal(Path(folder) / "journal.sqlite3"))
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-background-networking"])
        try:
            with Server(app(hub)) as server:
                for game, match in MATCHES.items():
                    page = browser.new_page(viewport={"width": 1920, "height": 1080}, locale="en", bypass_csp=True)
                    measured(page, hub, server.address, game, match, given.blows, given.slower)
                    page.close()
        finally:
            browser.close()
            hub.close()


def measured(page: Page, hub: Hub, address: str, game: str, match: str, blows: int, slower: float) -> None:
    """Play a golden match up to so many turns with a blow, and print what each costs, then what rest does."""
    steps = list(replayed(GOLDEN / game / f"{match}.txt"))
    rules, first, _action = steps[0]
    names = dict(zip(first.seats, NAMES, strict=False)) if hasattr(first, "seats") else {"A": "Ana", "B": "Bruno"}
    table = hub.begin(game, rules.plain_options, names, position=dump(rules, first))
    table.passes_by_itself = False
    meter = Meter(page)
    for _rules, _state, action in steps:
        if action is None or not blows:
            break
        on_screen = page.url.startswith("http")
        meter.begin()
        table.submit(action)
        told = telling.newest(table, find(game).account)
        if told is None or told.number != table.seq or told.weight < telling.BLOW:
            continue
        if not on_screen:  # the first blow is where the page is opened: the next ones are told on it
            page.goto(f"{address}match/{table.id}")
            page.wait_for_function("document.querySelector('#told')")
            continue
        page.wait_for_function(TELLS, timeout=BEGIN_MS)
        page.wait_for_timeout(sum(one.hold_ms for one in told.beats) + 1000 * AFTER_S)
        print(meter.line(f"{game}, {len(told.beats)} beats", slower), flush=True)
        page.reload()  # a page that comes to a told turn shows its result at once
        blows -= 1
    meter.begin()
    page.wait_for_timeout(1000 * IDLE_S)
    print(meter.line(f"{game}, idle", slower), flush=True)


if __name__ == "__main__":
    main()
