"""The first load of a wall: bytes over the line, and in Chromium the time to the first picture, beside a page that holds one word.

    python -m benchmarks.league_wall [--tables 20] [--times 5] [--chromium PATH]

The browser is TAPETE_CHROMIUM's where none is named; without one bytes alone are counted. Needs the extras `league` and `browser`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import statistics
import tempfile
from typing import Any

import httpx

from benchmarks.league import EVENT, SECRET, prepared
from tapete.league.server.app import app
from tapete.league.server.process import LeagueServer
from tapete.league.server.shared import League
from tapete.league.store.database import engine
from tapete.league.store.store import EventStore

GOALS = {"bytes": 100_000, "picture_ms": 1_000}
WORD = "data:text/html,<p>word"
PICTURE = "performance.getEntriesByName('first-contentful-paint')[0]"


def loaded(address: str, key: str) -> list[tuple[str, int]]:
    """What a browser loads before the first picture: each address with its bytes, as they go over the line."""
    with httpx.Client(base_url=address, trust_env=False, follow_redirects=True, headers={"accept-encoding": "gzip"}) as client:
        page = client.get(f"in/{key}")
        parts = re.findall(r'<(?:link rel="stylesheet"|script|link rel="icon"[^>]*) (?:href|src)="([^"]+)"', page.text)
        return [("page", page.num_bytes_downloaded), *((part.rpartition("/")[2], client.get(part).num_bytes_downloaded) for part in parts)]


def pictures(browser: Any, address: str, times: int) -> list[float]:
    """Milliseconds to the first picture, each time in a browser that has loaded nothing before."""
    found = []
    for _ in range(times):
        page = browser.new_page(locale="en")
        page.goto(address)
        page.wait_for_function(f"() => {PICTURE}")
        found.append(float(page.evaluate(f"() => {PICTURE}.startTime")))
        page.close()
    return found


def in_browser(chromium: str, address: str, key: str, times: int) -> None:
    """Print the times to the first picture."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-background-networking"])
        word, wall = pictures(browser, WORD, times), pictures(browser, f"{address}in/{key}", times)
        browser.close()
    print(f"first picture of one word: median {statistics.median(word):.0f} ms")
    print(f"first picture of the wall: median {statistics.median(wall):.0f} ms, slowest {max(wall):.0f} ms", end=" ")
    print(f"(goal {GOALS['picture_ms']} ms), {statistics.median(wall) / statistics.median(word):.1f} times one word")


def main() -> None:
    """Measure by the arguments."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--chromium", default=os.environ.get("TAPETE_CHROMIUM"))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tapete-") as folder:
        url = f"sqlite:///{folder}/events.sqlite3"
        key = asyncio.run(prepared(url, given.tables))
        with LeagueServer(app(League(EventStore(engine(url)), secret=SECRET))) as server:
            parts = loaded(server.address, key)
            print(f"{given.tables} tables of {EVENT!r}, load {os.getloadavg()[0]:.1f} of {os.cpu_count()} cores")
            print(f"first load: {sum(size for _name, size in parts)} bytes (goal {GOALS['bytes']}):", end=" ")
            print(", ".join(f"{name} {size}" for name, size in parts))
            if given.chromium:
                in_browser(given.chromium, server.address, key, given.times)


if __name__ == "__main__":
    main()
