"""The host is killed and started again while every kind of page is open: each follows by itself, and no touch is lost without a word."""

from __future__ import annotations

import os
import random
import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from tapete import games
from tapete.core.seats import SEATS
from tapete.lessons import led_match
from tapete.presentation import lessons
from tapete.presentation.lesson import Guide
from tapete.table import Hub, Journal
from tapete.table.folders import journal_path
from tests import loops
from tests.lessons.walks import actions_of
from tests.run_forms import by_form, usually
from tests.web.browser.conftest import LOST_HOST, Complaints, NewContext, wait_for_text
from tests.web.browser.host_process import PATIENCE_MS, Host, all_show, has_stayed, keep
from tests.web.browser.stations import at_stage
from tools.soak_parts import HostPart

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE: ViewportSize = {"width": 360, "height": 640}
TABLE: ViewportSize = {"width": 1280, "height": 720}
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


def opened(new_context: NewContext, address: str, size: ViewportSize) -> Page:
    """A page of a browser of its own."""
    page = new_context(locale="en", viewport=size).new_page()
    page.goto(address)
    page.locator("body.has-script").wait_for()
    return page


def followers(host: Host, match: str, new_context: NewContext) -> list[Page]:
    """The phones of two seats, one of them twice, the table's page, a tablet between two people, and lists."""
    places = (("/seat/A", PHONE), ("/seat/B", PHONE), ("/seat/B", PHONE), ("", TABLE), ("/list", TABLE), ("/seat/A/list", PHONE))
    return [keep(opened(new_context, f"{host.address}/match/{match}{place}", size)) for place, size in places]


@pytest.mark.halves
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


@pytest.mark.halves
@pytest.mark.parametrize("game", usually(games.names(), "moriham"))
def test_a_touch_while_the_host_is_killed_is_entered_or_told(game: str, tmp_path: Path, new_context: NewContext) -> None:
    """A person touches the board in the very moment: the match has it, or the page says that it may have been lost."""
    rng, match = random.Random(game), begun(tmp_path, game)
    with Host(tmp_path, "play", "--no-console") as host:
        page = followers(host, match, new_context)[3]
        answered: list[str] = []
        page.on("requestfinished", lambda request: answered.append(request.url) if request.url.endswith("/touch") else None)
        for _ in range(KILLS):
            all_show([page], host.play_on(match, rng.randint(1, STEPS), rng))
            before = host.stands(match).log.seq
            button = page.locator("#bar [data-press]:visible:not(#b-more)")
            if not button.count():
                continue
            answered.clear()
            button.nth(rng.randrange(button.count())).evaluate("button => setTimeout(() => button.click(), 20)")
            page.wait_for_timeout(rng.randint(0, 60))
            host.end(signal.SIGKILL)
            host.start()
            all_show([page], host.stands(match).log.seq)
            told = page.locator("#link:visible").count() > 0
            assert told or answered or host.stands(match).log.seq > before, "the touch was lost without a word"
            page.keyboard.press("Shift")  # read
        assert has_stayed(page)


def test_a_phone_that_slept_over_three_restarts_shows_what_is_now(tmp_path: Path, new_context: NewContext) -> None:
    """The browser holds the page as a phone that sleeps does: none of its scripts runs while three hosts come and go."""
    rng, match = random.Random(3), begun(tmp_path, "moriham")
    with Host(tmp_path, "play", "--no-console") as host:
        page = keep(opened(new_context, f"{host.address}/match/{match}/seat/A", PHONE))
        all_show([page], host.play_on(match, 1, rng))
        asleep: list[Any] = []
        phone = page.context.new_cdp_session(page)
        phone.on("Debugger.paused", lambda said: asleep.append(said))
        phone.send("Debugger.enable")
        phone.send("Debugger.pause")  # at what it would do next: it looks each second whether it still hears
        table = opened(new_context, f"{host.address}/match/{match}", TABLE)
        for number in range(3):
            host.end(SIGNALS[number % 2])
            table.locator("body.is-lost").wait_for(timeout=PATIENCE_MS)
            host.start()
            newest = host.play_on(match, 2, rng)
            all_show([table], newest)
        assert len(asleep) == 1, "it slept all the time"
        phone.send("Debugger.resume")
        all_show([page], newest)
        assert has_stayed(page)
        fresh = opened(new_context, f"{host.address}/match/{match}/seat/A", PHONE)
        for zone in ("#board", "#asked"):
            assert page.locator(zone).inner_text() == fresh.locator(zone).inner_text(), "as a page that was just opened"


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


# ---- a lesson


def do_next_step(folder: Path, match: str, guide: Guide) -> None:
    """Do the next step of a lesson while its host is away. A secret goes with whom it was told: then that step comes again."""
    with Journal(journal_path(folder)) as journal:
        hub = Hub(journal)
        table = hub.table(match)
        assert table is not None
        led = led_match.LedMatch(hub, table, lambda: None)
        progress = led.progress()
        if progress is not None and progress.instruction is not None and not progress.instruction.answers:
            led.followed(progress.number)
        elif progress is not None and progress.instruction is not None:
            for action in actions_of(guide, table, progress.instruction, 6):
                table.submit(action)
            assert table.settle(30)
        led.close()
        hub.close()


@pytest.mark.parametrize("game", usually(games.names(), "datamorphs"))
def test_a_lesson_goes_on_where_it_was(game: str, tmp_path: Path, new_context: NewContext) -> None:
    guide = lessons.all_of(game)[0]
    with Journal(journal_path(tmp_path)) as journal:
        hub = Hub(journal)
        match = led_match.begin(hub, guide, {"A": "Ana"}).id
        hub.close()
    with Host(tmp_path, "play", "--no-console") as host:
        places = (("/seat/A", PHONE), ("", TABLE))
        pages = [keep(opened(new_context, f"{host.address}/match/{match}{place}", size)) for place, size in places]
        steps = set[str]()
        for number in range(by_form(1, 2, 4, 10)):
            host.end(SIGNALS[number % 2])
            do_next_step(tmp_path, match, guide)
            host.start()
            fresh = httpx.get(f"{host.address}/match/{match}", headers={"accept-language": "en"}, trust_env=False, timeout=60).text
            step = re.search(r"step \d+ of", fresh)
            for page in pages if step else ():
                page.locator("#lesson .number", has_text=step[0] if step else "").wait_for(timeout=PATIENCE_MS)
            steps.add(step[0] if step else "")
        assert len(steps) > 1 or by_form(1, 2, 4, 10) < 3, "it goes on"
        assert all(map(has_stayed, pages))


# ---- a station


def test_a_stations_screen_and_its_phones_go_on(tmp_path: Path, new_context: NewContext) -> None:
    with HostPart(tmp_path, None) as host:
        screen = opened(new_context, f"http://127.0.0.1:{host.port}/station?token={host.keys.table}", TABLE)
        at_stage(screen, "attract")
        host.kill()
        screen.locator("body.is-lost").wait_for(timeout=PATIENCE_MS)
        host.start()
        screen.locator("body:not(.is-lost)").wait_for(timeout=PATIENCE_MS)
        screen.locator("#station-start button").click()
        at_stage(screen, "choose")
        screen.locator("#tile-shazamm").click()
        screen.locator("#tile-free").click()
        at_stage(screen, "play")
        match = screen.evaluate("document.querySelector('main').dataset.place").rpartition("/")[2]
        phone = opened(new_context, f"http://127.0.0.1:{host.port}/match/{match}/seat/A?token={host.keys.seat(match, 'A')}", PHONE)
        pages = [keep(screen), keep(phone)]
        for number in range(by_form(1, 2, 4, 10)):
            os.kill(host.pid, SIGNALS[number % 2])
            host.wait(60)
            phone.locator("body.is-lost").wait_for(timeout=PATIENCE_MS)
            host.start()
            said = host.api(f"/api/match/{match}", {"do": {"action": "lock_bid", "seat": "A", "amount": 5}}, match, "A")
            assert said["ok"], "the bid that went with the host is asked for again"
            all_show(pages, said["seq"])
        assert all(map(has_stayed, pages))


# ---- an event


@pytest.mark.halves
@pytest.mark.league
def test_every_page_of_an_event_follows_a_server_that_is_killed(tmp_path: Path, new_context: NewContext) -> None:
    pytest.importorskip("sqlalchemy", reason="the extra `league`")
    from tapete.commands.league import engine_of, secret_of
    from tapete.league.decisions import EnterEntrant
    from tapete.league.server.access import new_link, player_links
    from tapete.league.server.shared import League
    from tapete.league.store.store import EventStore
    from tapete.league.tournament import TournamentSettings

    def within(work: Callable[[League], Any]) -> Any:
        async def alone() -> Any:
            league = League(EventStore(engine_of(None, tmp_path)), secret=secret_of(tmp_path, None), shop="shop")
            try:
                await league.store.open()
                await league.store.add_shop("shop", "shop")
                return await work(league)
            finally:
                await league.store.close()

        return loops.run(alone())

    async def enter(league: League, number: int) -> None:
        await league.store.name_person("shop", f"person {number}", f"Name {number}")
        await league.decide("shop", "friday", EnterEntrant(f"person {number}"), who="organiser", why="late")

    async def begin(league: League) -> dict[str, str]:
        await league.store.begin("shop", "friday", TournamentSettings(name="Friday", game="shazamm", seed="seed"))
        for number in (1, 2):
            await enter(league, number)
        keys: dict[str, str] = {role: await new_link(league, role, "shop", "friday", "") for role in ("organiser", "judge", "wall")}
        return keys | {"player": (await player_links(league, "shop", "friday", [1]))[1]}

    async def sign(league: League) -> str:
        return ".".join(map(str, await league.store.mark("shop", "friday")))

    keys = within(begin)
    with Host(tmp_path, "league", "serve") as host:
        pages = {}
        for role, key in keys.items():
            pages[role] = new_context(locale="en").new_page()
            pages[role].goto(f"{host.address}/in/{key}")
            pages[role].locator("main").wait_for()
            keep(pages[role])

        def follow(entrants: int) -> None:
            pages["wall"].locator(f".standings li:nth-child({entrants})").wait_for(timeout=PATIENCE_MS)
            newest = within(sign)
            for role, page in pages.items():
                if role != "wall":
                    page.wait_for_function("mark => document.querySelector('main').dataset.mark === mark", arg=newest, timeout=PATIENCE_MS)

        for number in range(by_form(1, 2, 5, 10)):
            host.end(SIGNALS[number % 2])
            pages["organiser"].locator("body.is-lost").wait_for(timeout=PATIENCE_MS)
            within(lambda league: enter(league, 2 * number + 3))  # noqa: B023 - it is done at once
            host.start()
            follow(2 * number + 3)
            within(lambda league: enter(league, 2 * number + 4))  # noqa: B023
            follow(2 * number + 4)
        assert all(map(has_stayed, pages.values()))
