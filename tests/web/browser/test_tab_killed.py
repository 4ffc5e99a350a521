"""The table in a tab whose browser is killed, or put to sleep: nothing that was answered is lost."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tapete.table import match_file
from tests.web.browser.test_tab import START_MS, Tab, altered, built  # noqa: F401 - a fixture
from tests.web.browser.test_touching import TABLE
from tools import lighthouse

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Playwright

    from tests.web.browser.conftest import NewContext

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.nightly]

MOVED = """
const now = performance.now.bind(performance), date = Date.now.bind(Date), hours = new BroadcastChannel("hours");
let moved = 0;
performance.now = () => now() + moved;
Date.now = () => date() + moved;
hours.onmessage = ({ data }) => { moved += data * 3_600_000; hours.postMessage("moved"); };
"""
"""The worker's clock, which Python reads, goes on by hours at once."""

AN_HOUR = """() => new Promise((go) => {
  const hours = new BroadcastChannel("hours");
  hours.onmessage = go;
  hours.postMessage(1);
})"""

ANSWERED = """(seq) => document.querySelector("#bar a[href$='/export']")
  || Number(document.querySelector("[data-seq-shown]").dataset.seqShown) > seq"""

LISTENING = re.compile(r"DevTools listening on (ws://\S+)")


@contextmanager
def browser_of_its_own(playwright: Playwright, profile: Path) -> Iterator[BrowserContext]:
    """A browser with a profile on the disk; it is killed at the end, with all of its processes."""
    program = os.environ["TAPETE_CHROMIUM"]
    options = ("--headless", "--no-first-run", "--disable-gpu", f"--user-data-dir={profile}", "--remote-debugging-port=0")
    rooted = ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()
    process = subprocess.Popen([program, *options, *rooted], stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        assert process.stderr is not None  # asked for above
        found = next(said for line in process.stderr if (said := LISTENING.search(line)))
        yield playwright.chromium.connect_over_cdp(found[1]).contexts[0]
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if process.stderr is not None:
            process.stderr.close()


def test_a_browser_killed_in_the_middle_of_a_bid_goes_on(built: Path, playwright: Playwright, tmp_path: Path) -> None:  # noqa: F811
    with lighthouse.served(built) as site:
        with browser_of_its_own(playwright, tmp_path) as context:
            tab = Tab(context, built, site)
            tab.begin("shazamm")
            for touch in range(60):
                tab.drive(touch, 1, calm=True)
                kept, place = tab.exported(), tab.place
                if len(kept.splitlines()) == 3:
                    break
            assert [json.loads(line)["entries"] for line in kept.splitlines()[-1:]] == [1], "one has locked a bid, the other has not"
        with browser_of_its_own(playwright, tmp_path) as context:
            tab = Tab(context, built, site)
            frame = tab.open(f"#{place.partition('/app')[2]}")  # the address of the tab, as a browser opens it again
            frame.locator("body.has-script main[data-place]").wait_for(timeout=START_MS)
            assert tab.exported() == kept
            session = context.new_cdp_session(tab.page)
            for state in ("frozen", "active"):
                session.send("Page.setWebLifecycleState", {"state": state})
            assert tab.drive(100, 3, calm=True) == 3
            tab.drive(102, 400, calm=True)
            ended = tab.exported()
    match, differences = match_file.check(match_file.read(ended))
    assert (match.result is not None, differences) == (True, ())


def test_a_tab_that_slept_for_an_hour_goes_on_with_its_robot(built: Path, new_context: NewContext, tmp_path: Path) -> None:  # noqa: F811
    worker = (built / "table" / "worker.mjs").read_text(encoding="utf-8")
    context = new_context(viewport=TABLE)
    tab = Tab(context, altered(built, tmp_path / "site", "worker.mjs", worker + MOVED))
    tab.begin("shazamm", robot="medium", bridge_half="6")
    session = context.new_cdp_session(tab.page)
    last, slept = {"entries": 0, "result": ""}, 0
    for touch in range(1000):
        before = tab.exported()
        if tab.drive(touch, 6, calm=True) < 6:  # the robot thinks
            if slept < 2:
                slept += 1
                tab.page.evaluate(AN_HOUR)
                for state in ("frozen", "active"):
                    session.send("Page.setWebLifecycleState", {"state": state})
            tab.page.frames[1].wait_for_function(ANSWERED, arg=last["entries"])
        after = tab.exported()
        assert after.splitlines()[1:-1][: len(before.splitlines()) - 2] == before.splitlines()[1:-1], "no entry is lost"
        last = json.loads(after.splitlines()[-1])
        if last["result"]:
            break
    match, differences = match_file.check(match_file.read(tab.exported()))
    assert (match.result is not None, differences, slept) == (True, (), 2)
    tab.stop()
