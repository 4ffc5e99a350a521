"""The host is killed and started again while every kind of page is open: each follows by itself, and no touch is lost without a word."""

from __future__ import annotations

import random
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tapete import games
from tapete.core.seats import SEATS
from tapete.table import Hub, Journal
from tapete.table.folders import journal_path
from tests.forms import by_form, usually
from tests.web.browser.conftest import LOST_HOST, Complaints, NewContext, wait_for_text
from tests.web.browser.hosts import PATIENCE_MS, Host, all_show, has_stayed, keep

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE, TABLE = {"width": 360, "height": 640}, {"width": 1280, "height": 720}
KILLS = by_form(1, 2, 5, 34)
"""Kills in a match of each game: at night, with lessons, stations and events, two hundred in all."""


@pytest.fixture(autouse=True)
def hosts_go_away(complaints: Complaints) -> None:
    """A browser may say so, and nothing else."""
    complaints.expect(LOST_HOST)


STEPS = 4
"""At most so many actions lie between two kills, so that they fall into every phase."""

SIGNALS = (signal.SIGKILL, signal.SIGINT)


def begun(folder: Path, game: str) -> str:
    """A match in the journal of a host that is not yet started."""
    with Journal(journal_path(folder)) as journal:
        hub = Hub(journal)
        table = hub.begin(game, names=dict(zip(SEATS[: max(2, games.need(game).fewest)], ("Ana", "Bo", "Cleo"), strict=False)))
        hub.close()
        return table.id


def followers(host: Host, match: str, new_context: NewContext) -> list[Page]:
    """The phones of two seats, one of them twice, the table's page, a tablet between two people, and lists."""
    found = []
    for place, size in (("/seat/A", PHONE), ("/seat/B", PHONE), ("/seat/B", PHONE), ("", TABLE), ("/list", TABLE), ("/seat/A/list", PHONE)):
        page = new_context(locale="en", viewport=size).new_page()
        page.goto(f"{host.address}/match/{match}{place}")
        page.locator("body.has-script").wait_for()
        found.append(keep(page))
    return found


@pytest.mark.parametrize("game", usually(games.names(), "shazamm"))
def test_every_page_follows_a_match_whose_host_is_killed(game: str, tmp_path: Path, new_context: NewContext) -> None:
    rng, match, slowest = random.Random(game), begun(tmp_path, game), 0.0
    with Host(tmp_path, "play", "--no-console") as host:
        pages = followers(host, match, new_context)
        for number in range(KILLS):
            all_show(pages, host.play_on(match, rng.randint(1, STEPS), rng))
            host.end(SIGNALS[number % 2])
            pages[0].locator("body.is-lost").wait_for(timeout=PATIENCE_MS)
            host.start()
            slowest = max(slowest, all_show(pages, host.stands(match).log.seq))
            all_show(pages, host.play_on(match, 1, rng))
        assert all(map(has_stayed, pages))
    print(f"{game}: {KILLS} kills; the slowest page followed {slowest:.2f} s after the host answered")


def test_a_touch_that_nobody_heard_is_told(tmp_path: Path, new_context: NewContext) -> None:
    match = begun(tmp_path, "moriham")
    with Host(tmp_path, "play", "--no-console") as host:
        host.play_on(match, 1, random.Random(1))
        page = followers(host, match, new_context)[3]
        before = host.stands(match).log.seq
        host.end(signal.SIGKILL)
        page.locator("#bar [data-press]").first.click()
        wait_for_text(page, "#link", "The table does not answer.")
        host.start()
        wait_for_text(page, "#link", "Your last touch may not have arrived.")
        assert host.stands(match).log.seq == before
        page.locator("#board").click(position={"x": 2, "y": 2})
        page.locator("#link").wait_for(state="hidden")
        page.locator("#bar .primary").first.click()
        all_show([page], before + 1)


@pytest.mark.parametrize("game", usually(games.names(), "moriham"))
def test_a_touch_while_the_host_is_killed_is_entered_or_told(game: str, tmp_path: Path, new_context: NewContext) -> None:
    """Somebody touches the board in the very moment: the match has it, or the page says that it may have been lost."""
    rng, match = random.Random(game), begun(tmp_path, game)
    with Host(tmp_path, "play", "--no-console") as host:
        page = followers(host, match, new_context)[3]
        for _ in range(KILLS):
            all_show([page], host.play_on(match, rng.randint(1, STEPS), rng))
            before, shown = host.stands(match).log.seq, page.locator("#asked").inner_text()
            button = page.locator("#bar [data-press]:visible:not(#b-more)")
            if not button.count():
                continue
            button.nth(rng.randrange(button.count())).evaluate("button => setTimeout(() => button.click(), 20)")
            page.wait_for_timeout(rng.randint(0, 60))
            host.end(signal.SIGKILL)
            host.start()
            all_show([page], host.stands(match).log.seq)
            told = page.locator("#link:visible").count() or host.stands(match).log.seq > before
            assert told or page.locator("#asked").inner_text() != shown, "the touch was lost without a word"
            page.keyboard.press("Shift")  # read
        assert has_stayed(page)


@pytest.mark.parametrize("signal_", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.long)])
def test_what_was_only_begun_is_told_and_begins_anew(signal_: signal.Signals, tmp_path: Path, new_context: NewContext) -> None:
    """What fingers point at is kept nowhere: after a restart the page asks again, and says why."""
    match = begun(tmp_path, "moriham")
    with Host(tmp_path, "play", "--no-console") as host:
        host.post(match, {"action": "start_game", "first": "A"})
        host.post(match, {"action": "next_phase", "seat": "A"})
        page = followers(host, match, new_context)[0]
        page.locator("[data-press=verb][data-value='\"normal_summon\"']").click()
        page.locator("#find").fill("mudl")
        host.end(signal_)
        host.start()
        wait_for_text(page, "#link", "Tapete was started again. Touch once more what was not yet entered.")
        assert page.locator("#find").count() == 0
        assert has_stayed(page)
