"""A first match step by step, away from a station: on a phone and on the table's page every step can be read whole and followed.

The long forms look at every step of every guide, at a phone and at a laptop: in one language by the commit's turn, at night in both. Both
follow by themselves, and each eighth step is opened anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tapete import games
from tapete.i18n import Language
from tapete.lessons import led_match
from tapete.lessons.guide import Progress
from tapete.presentation import lessons
from tapete.presentation.lesson import Guide
from tapete.table import Hub, Table
from tests.lessons.walks import actions_of
from tests.web.browser.conftest import NewContext
from tests.web.browser.looking import in_both_languages

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

GUIDES = [guide for name in games.names() for guide in lessons.all_of(name)]
NAMES = {"A": "Ana", "B": "Bruno", "C": "Carla", "D": "Diego"}
SIZES = {"/seat/A": (360, 640), "": (1280, 720)}
"""Of a player's phone, and of the laptop that shows the table."""

CUT_OFF = """() => {
    const root = document.documentElement, found = [];
    if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) found.push('the page scrolls');
    for (const e of document.querySelectorAll('#asked, .lesson, #bar')) {
        const r = e.getBoundingClientRect();
        if (!e.getClientRects().length) found.push(`${e.id || e.className} is not there`);
        else if (e.scrollHeight > e.clientHeight + 1) found.push(`${e.id || e.className}: ${e.scrollHeight} in ${e.clientHeight}`);
        else if (r.top < -1 || r.bottom > innerHeight + 1) found.push(`${e.id || e.className} is off screen`);
    }
    return found;
}"""


def steps(hub: Hub, guide: Guide, table: Table, page: Page, place: str) -> Iterator[Progress]:
    """A led match from its beginning to its end; what hands do is said by a touch on the page."""
    while table.result is None:
        assert table.settle(30)
        led = led_match.LedMatch(hub, table, lambda: None)
        progress = led.progress()
        led.close()
        if progress is None or progress.instruction is None:
            return
        yield progress
        if progress.instruction.answers:
            for action in actions_of(guide, table, progress.instruction, 6):
                table.submit(action)
        else:
            page.goto(place)
            page.locator("#b-do-followed").click()
            page.wait_for_function(
                "was => !document.querySelector('#b-do-followed') || +document.querySelector('#b-do-followed').dataset.value > was",
                arg=progress.number,
            )


@pytest.mark.halves
@in_both_languages("es")
@pytest.mark.parametrize("guide", GUIDES, ids=lambda one: f"{one.game}-{one.seats}")
@pytest.mark.long
def test_every_step_can_be_read_and_followed(guide: Guide, language: Language, address: str, hub: Hub, new_context: NewContext) -> None:
    table = led_match.begin(hub, guide, {seat: name for seat, name in NAMES.items() if seat in "ABCD"[: guide.seats]})  # type: ignore[misc]
    page, wrong = new_context(locale=language).new_page(), list[Any]()
    place = f"{address}/match/{table.id}"
    page.goto(place)
    followers = {}
    for end, (width, height) in SIZES.items():
        followers[end] = new_context(locale=language, viewport={"width": width, "height": height}).new_page()
        followers[end].goto(place + end)
    seen = 0
    for progress in steps(hub, guide, table, page, place):
        seen += 1
        for end, follower in followers.items():
            if progress.number % 8 == 0:
                follower.goto(place + end)
            follower.locator(".lesson .steps", has_text=f" {progress.number + 1} ").wait_for()
            wrong += [(progress.number + 1, end, fault) for fault in follower.evaluate(CUT_OFF)]
    assert wrong == []
    assert seen >= len(guide.instructions) - 2, "the last ones may be answered together"
