"""A browser set to larger letters: pages write with them, and cut nothing."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from tapete.table import Hub
from tapete.testing.contract import QUIET
from tests.web.browser.conftest import NewContext
from tests.web.browser.test_touching import PHONE, TABLE

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

pytestmark = pytest.mark.browser

FAR = 60
"""Entries after which a match has much to be done."""

LARGER = 24
"""Pixels: half as large again as browsers write by themselves."""

CUT = """() => {
  const read = (e) => !e || (getComputedStyle(e).clipPath !== 'inset(50%)' && read(e.parentElement)); // else it is for readers of screens
  const shown = (e) => e && e.checkVisibility({ visibilityProperty: true }) && !e.closest('svg, .skip') && read(e);
  const clips = (how) => how === 'hidden' || how === 'clip';
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (!text.data.trim() || !shown(text.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const line of range.getClientRects()) {
      let cut = line.left < -1 || line.right > innerWidth + 1;
      for (let e = text.parentElement; e && e !== document.documentElement; e = e.parentElement) {
        const box = e.getBoundingClientRect(), how = getComputedStyle(e), small = line.height * .2;
        cut ||= clips(how.overflowX) && (line.left < box.left - 2 || line.right > box.right + 2);
        cut ||= clips(how.overflowY) && (line.top < box.top - small || line.bottom > box.bottom + small);
        if (how.overflowY === 'auto' || how.overflowY === 'scroll' || how.position === 'fixed') break;
      }
      if (cut) { found.push(text.data.trim()); break; }
    }
  }
  return found;
}"""
"""The texts of a page of which a box, or the window's side, hides a part that nobody can scroll to."""


def enlarged(new_context: NewContext, size: ViewportSize) -> Page:
    """Open a page of a browser whose own letters are larger, in the language with the longer words."""
    page = new_context(locale="es", viewport=size).new_page()
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": LARGER, "fixed": LARGER}})
    return page


@pytest.mark.halves
@pytest.mark.long
def test_larger_letters_of_the_browser_are_shown_whole(address: str, hub: Hub, new_context: NewContext) -> None:
    duel = hub.begin("moriham", {}, {"A": "Ana", "B": "Bruno"})
    duel.submit({"action": "start_game", "first": "A"})
    war = hub.begin("bhm", {}, {"A": "Ana", "B": "Bruno", "C": "Carla"})
    rng = random.Random(1)
    while war.seq < FAR:
        action = war.rules.sample(war.state, rng, avoid=QUIET)
        assert action is not None
        war.submit(action)
    bids = hub.begin("shazamm", {}, {"A": "Ana", "B": "Bruno"})
    phone, table = (enlarged(new_context, size) for size in (PHONE, TABLE))
    for page, place, wait in (
        (phone, "/", "h1"),
        (table, "/", "h1"),
        (phone, f"/match/{duel.id}/seat/A", "body.has-script"),
        (table, f"/match/{duel.id}", "body.has-script"),
        (phone, f"/match/{war.id}/seat/{war.awaiting()[0].seat}", "body.has-script"),
        (table, f"/match/{war.id}", "body.has-script"),
        (table, f"/match/{bids.id}", "body.has-script"),
        (phone, f"/match/{bids.id}/seat/A", "body.has-script"),
    ):
        page.goto(address + place)
        page.locator(wait).first.wait_for()
        assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)") >= LARGER * 14 / 16, place
        assert page.evaluate(CUT) == [], (place, page.viewport_size)
