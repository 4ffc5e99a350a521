"""A console for who has none: the shipped firmware in a worker of the tab, with its lamps and buttons beside the table."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.web.browser.test_tab import START_MS, Tab, built, tab  # noqa: F401 - fixtures

if TYPE_CHECKING:
    from playwright.sync_api import FrameLocator

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.nightly]

ASKS = """() => [0, 1].every((panel) =>
  new Set([...document.getElementById(`pixels-${panel}-private`).children].map((one) => one.getAttribute("fill"))).size > 1)"""
"""Both panels' private row shows a number."""

FITS = """() => document.documentElement.scrollWidth <= innerWidth
  && document.querySelectorAll("[data-button]")[7].getBoundingClientRect().bottom <= innerHeight"""
"""All eight buttons are seen at once."""

REVEALED = """async (place) => (await (await fetch(`${place}/export`)).text()).includes('"bids":{"A":')"""


def switched_on(tab: Tab, frame: FrameLocator) -> FrameLocator:  # noqa: F811 - the fixture
    """The panels, once the firmware runs."""
    frame.locator("#try").click()
    panels = tab.page.frame_locator("#console")
    panels.locator("#presses").wait_for(timeout=START_MS)
    return panels


def test_both_bids_are_locked_on_a_console_that_runs_in_the_tab(tab: Tab) -> None:  # noqa: F811 - the fixture
    frame = tab.open()
    switched_on(tab, frame).locator("#put-away").click()
    tab.page.locator("#console").wait_for(state="hidden")
    panels = switched_on(tab, frame)  # tried again, it is as new
    frame.locator("#begin").click()
    frame.locator("body.has-script main[data-place]").wait_for(timeout=START_MS)
    beside = tab.page.frames[2]
    beside.wait_for_function(ASKS, timeout=START_MS)
    for width, height in ((1280, 720), (360, 640)):
        tab.page.set_viewport_size({"width": width, "height": height})
        beside.wait_for_function(FITS)
    for number in (0, 1):
        panels.locator(f"[data-panel='{number}'][data-button=plus]").click()
        panels.locator(f"[data-panel='{number}'][data-button=lock]").click()
    tab.page.frames[1].wait_for_function(REVEALED, arg=tab.place, timeout=START_MS)
    sources = {json.loads(line)["source"].partition(":")[0] for line in tab.exported().splitlines()[1:-1]}
    assert sources == {"console"}
    assert [url for url in tab.asked if not url.startswith((tab.site, "about:", "blob:"))] == []
