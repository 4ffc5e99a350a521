"""The organiser's evening in a browser: eight entrants, three rounds, a late one, a drop, a corrected result. Wall and phone follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

pytest.importorskip("sqlalchemy", reason="the extra `league`")

from tapete.league.decisions import AnyDecision, CloseRound, PublishRound, SetResult
from tapete.league.pairing import propose
from tapete.league.server.shared import League
from tests.league import matches
from tests.league.server import two_tables
from tests.league.server.chains import begun, played, with_season
from tests.league.server.conftest import FRIDAY, Served, served
from tests.web.browser.conftest import LOST_HOST, Complaints, NewContext, wait_for_number, wait_for_text
from tests.web.browser.looking import TOO_WIDE, at_every_size, in_both_languages, looks, resize, violations
from tests.web.browser.test_prints import FONTS, IN_FONT

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

__all__ = ["served"]

pytestmark = [pytest.mark.league, pytest.mark.browser]

NAMES = "Ana\nBruno\nCarla\nDaniel\nElena\nFidel\nGema\nHugo"
FIRST_WINS = 0
DRAW = 2


def opened(served: Served, context: BrowserContext, key: str) -> Page:
    """A page that has opened a link."""
    page = context.new_page()
    page.goto(f"{served.server.address}in/{key}")
    return page


def say_results(page: Page, *choices: int) -> None:
    """Say what came of each table of a round by its button, and close the round."""
    for said, choice in enumerate(choices):
        wait_for_number(page, ".results", len(choices) - said)
        page.locator(".results").first.locator("button").nth(choice).click()
    wait_for_number(page, ".results", 0)
    page.click("#do-close-round")


def play_round(page: Page, *choices: int) -> None:
    """Pair a round as it is proposed, publish it, start the clock, and play it."""
    page.click("#do-pair")
    page.click("#do-it")
    page.click("#do-publish")
    page.click("#do-start")
    say_results(page, *choices)


def test_a_whole_evening(served: Served, new_context: NewContext) -> None:
    page = opened(served, new_context(locale="en-GB"), served.link("organiser", None))
    page.fill("#name", "Friday")
    page.fill("#rounds", "3")
    page.click("#begin")
    page.fill("#names", NAMES)
    page.click("#do-enter")
    wall = opened(served, new_context(locale="es-ES"), served.link("wall"))
    phone = opened(served, new_context(locale="es-ES"), served.player(1))

    page.click("#do-pair")
    page.click("#do-it")
    assert "Te damos la bienvenida" in wall.inner_text("h1"), "staff look first"
    page.click("#do-publish")
    wall.locator("h1", has_text="Ronda 1: busca tu mesa.").wait_for()
    phone.locator(".where", has_text="Mesa").wait_for()
    page.click("#do-start")
    wall.locator("h1", has_text="Ronda 1: a jugar.").wait_for()
    say_results(page, FIRST_WINS, FIRST_WINS, FIRST_WINS, FIRST_WINS)
    wall.locator(".standings .points", has_text="3").first.wait_for()

    page.fill("#names", "Inma")
    page.fill("#why-late", "the bus was late")
    page.click("#do-enter")
    wait_for_number(page, ".entrants li", 9)
    page.locator(".entrants summary").nth(0).click()
    page.get_by_role("button", name="Drop Ana").click()
    page.fill("#why", "goes home")
    page.click("#do-it")
    phone.get_by_text("Te has retirado.").wait_for()

    play_round(page, FIRST_WINS, DRAW, FIRST_WINS, FIRST_WINS)
    page.locator("h2", has_text="Round 1").click()
    page.locator("#h-round-1").locator("xpath=ancestor::section").locator(".more summary").first.click()
    form = page.locator("#result-r1t1")
    form.select_option("B")
    form.locator("xpath=ancestor::form").locator("button").click()
    page.locator(".moves tbody tr").nth(1).wait_for()
    page.fill("#why", "read upside down")
    page.click("#do-it")
    play_round(page, FIRST_WINS, FIRST_WINS, FIRST_WINS, DRAW)
    page.click("#do-close")
    page.click("#do-it")
    wait_for_text(page, ".next", "The event is closed. These are the final places.")
    wall.locator("h1", has_text="El evento ha terminado.").wait_for()
    first = page.locator("#standings tbody tr").first
    first.locator("summary").click()
    assert "=" in first.locator(".sums").inner_text(), "the sum stands beside the tie-break"


def test_the_page_follows_what_another_decides_and_spares_who_types(served: Served, new_context: NewContext) -> None:
    from tapete.league.decisions import DropEntrant

    served.friday(4)
    page = opened(served, new_context(locale="en-GB"), served.link("organiser"))
    served.within(lambda league: league.decide("shop", "friday", DropEntrant(4), who="judge", why="ill"))
    page.locator(".log li", has_text="Name 4 drops.").wait_for()
    page.fill("#names", "In")
    served.within(lambda league: league.decide("shop", "friday", DropEntrant(3), who="judge", why="ill"))
    page.locator("#stale").wait_for()
    assert page.input_value("#names") == "In"


def test_a_button_stays_under_the_finger_while_another_decides(served: Served, new_context: NewContext) -> None:
    from tapete.league.decisions import DropEntrant, PublishRound, StartRound
    from tapete.league.pairing import propose

    served.friday(6)

    async def begin(league: League) -> None:
        for what in (propose(await league.store.load("shop", "friday")).what, PublishRound(1), StartRound(1)):
            await league.decide("shop", "friday", what, who="organiser")

    served.within(begin)
    page = opened(served, new_context(locale="en-GB"), served.link("judge"))
    wait_for_number(page, ".results", 3)
    page.locator(".results button").first.hover()
    with page.expect_response(lambda answer: answer.url.endswith("/judge") and answer.request.resource_type == "fetch") as news:
        page.mouse.down()
        served.within(lambda league: league.decide("shop", "friday", DropEntrant(6), who="organiser", why="ill"))
    news.value.finished()
    assert page.evaluate("fetch(location.href).then(answer => answer.ok)"), "what came before it has been read by now"
    page.mouse.up()
    page.locator("#do-it").wait_for()
    wait_for_text(page, "main", "Meanwhile another person has deci")


def test_the_wall_counts_the_moves_of_each_table_and_draws_its_board(served: Served, new_context: NewContext) -> None:
    table, match = two_tables.evening(served)(1), matches.told()
    wall = opened(served, new_context(locale="es-ES"), served.link("wall"))
    wall.locator(".pairings li").first.wait_for()
    assert table.lines(match.part(0, 12, two_tables.KEY)) == (200, {"have": 12})
    wall.locator("[data-moves='1']", has_text="jugada 12").wait_for(state="attached")
    assert wall.locator("[data-moves='2']").inner_text() == ""
    wall.wait_for_function("() => document.querySelector('[data-key=t1] .face[data-moves=\"12\"] img')?.naturalWidth > 0")
    assert table.lines(match.part(12, 30))[0] == 200
    wall.locator("[data-key='t1'] .face[data-moves='30'] .score", has_text="Maná").wait_for()
    served.within(lambda league: two_tables.decide(league, SetResult(1, 2, "A")))
    wall.locator("[data-key='t2'].done").wait_for()
    assert wall.locator("[data-key='t1'].drawn .face").count() == 1, "a new state keeps it"
    assert wall.locator("[data-key='t2'] .face").count() == 0, "that table has sent nothing"
    two_tables.close()


@pytest.mark.nightly
def test_a_larger_room_sees_one_board_after_the_other_in_a_frame(served: Served, new_context: NewContext) -> None:
    table, match = two_tables.evening(served, players=26)(1), matches.told()
    wall = opened(served, new_context(), served.link("wall"))
    table.lines(match.part(0, 12, two_tables.KEY))
    wall.locator(".spotlight .face[data-moves='12']").wait_for()
    assert wall.locator(".spotlight h2 b").inner_text() == "1"
    assert violations(wall) == []
    two_tables.close()


@pytest.mark.long
def test_a_touch_on_the_wall_opens_the_tables_board_which_goes_on_by_itself(served: Served, new_context: NewContext) -> None:
    """Its short sibling asks without a browser: tests/league/server/test_boards.py."""
    from tapete.league.decisions import SetResult

    table, match = two_tables.evening(served)(1), matches.told()
    table.lines(match.part(0, 12, two_tables.KEY))
    wall = opened(served, new_context(locale="es-ES"), served.link("wall"))
    wall.click("[data-key='t1'] a")
    wall.locator("h2", has_text="jugada 12").wait_for()
    wall.wait_for_function("() => document.querySelector('img.board').naturalWidth > 0")
    table.lines(match.part(12, 30))
    wall.locator("h2", has_text="jugada 30").wait_for()
    table.lines(match.part(30))
    served.within(lambda league: two_tables.decide(league, SetResult(1, 1, match.result)))
    wall.locator("img.story").wait_for()
    place = f"{served.server.address.rstrip('/')}{FRIDAY}/wall"
    for address in (f"{place}/tables/1", f"{place}/moments"):
        for theme in ("lamplight", "paper"):
            for size in at_every_size(wall, f"{address}?theme={theme}"):
                assert wall.evaluate(TOO_WIDE) <= 0, (address, size)
            assert violations(wall) == [], (address, theme)
    two_tables.close()


@pytest.mark.long
def test_between_rounds_a_large_wall_shows_the_moments_without_a_touch(served: Served, new_context: NewContext) -> None:
    """Each after a look at the lists, and none any more as soon as people find their tables; a match without lines has no picture."""
    from tapete.league.decisions import CloseRound, SetResult

    table, match = two_tables.evening(served)(1), matches.told()
    table.lines(match.part(0, None, two_tables.KEY))
    served.within(lambda league: two_tables.decide(league, SetResult(1, 1, match.result), SetResult(1, 2, match.result)))
    context = new_context(locale="en-GB", viewport={"width": 1280, "height": 720})
    wall, asked = context.new_page(), list[str]()
    wall.on("request", lambda request: asked.append(request.url) if "moment.svg" in request.url else None)
    wall.clock.install()
    wall.goto(f"{served.server.address}in/{served.link('wall')}")
    wall.clock.run_for(16_000)
    assert wall.locator("#moment").is_hidden(), "people play still"
    served.within(lambda league: two_tables.decide(league, CloseRound(1)))
    wall.locator("h1", has_text="the next round is paired soon").wait_for()
    wall.clock.run_for(15_000)
    wall.locator("#moment p", has_text="table 1:").wait_for()
    assert wall.evaluate(
        "() => document.querySelector('#moment img').naturalWidth > 0 && document.documentElement.scrollWidth <= innerWidth"
    )
    assert violations(wall) == []
    wall.clock.run_for(15_000)
    wall.locator("#moment").wait_for(state="hidden")
    assert wall.locator(".standings tbody tr").count() == 4
    wall.clock.run_for(15_000)
    wall.locator("#moment p", has_text="table 1:").wait_for()
    assert {address.rpartition("/wall/")[2] for address in asked} == {"tables/1/moment.svg?lang=en"}, "table 2 has sent no lines"
    served.within(two_tables.next_round)
    wall.locator("h1", has_text="Round 2: find your table.").wait_for()
    assert wall.locator("#moment").is_hidden()
    two_tables.close()


def test_the_wall_shows_the_age_of_its_picture_when_the_server_is_away(
    served: Served, new_context: NewContext, complaints: Complaints
) -> None:
    complaints.expect(LOST_HOST)
    served.friday(4)
    context = new_context(locale="en-GB")
    wall = context.new_page()
    wall.clock.install()
    wall.goto(f"{served.server.address}in/{served.link('wall')}")
    wall.locator(".standings li").first.wait_for()
    served.server.stop()
    wall.clock.run_for(30_000)
    wall.locator("#age", has_text="the server is away").wait_for()
    assert wall.locator(".standings li").count() == 4, "it is never empty"


def test_a_list_stays_typed_while_the_server_is_away(served: Served, new_context: NewContext, complaints: Complaints) -> None:
    complaints.expect(LOST_HOST)
    served.friday(4)
    page = opened(served, new_context(locale="en-GB"), served.link("organiser"))
    page.fill("#names", NAMES)
    served.server.stop()
    page.click("#do-enter")
    wait_for_text(page, "#link", "What you entered is still here: send it again.")
    assert page.input_value("#names") == NAMES


@pytest.mark.halves
@in_both_languages("es")
def test_every_page_is_free_of_axe_violations_and_fits_every_screen(served: Served, language: str, new_context: NewContext) -> None:
    from tapete.league.decisions import ForbidPair, Penalize, PublishRound, SetResult, StartRound
    from tapete.league.matters import PlayersWord
    from tapete.league.pairing import propose
    from tapete.league.store import said

    served.friday(9, round_ms=3_000_000)

    async def play(league: League) -> None:
        for what in (ForbidPair(1, 2), Penalize(3, 1)):
            await league.decide("shop", "friday", what, who="organiser", why="so it is")
        await league.decide("shop", "friday", propose(await league.store.load("shop", "friday")).what, who="organiser")
        for one in (PublishRound(1), StartRound(1), SetResult(1, 1, "A")):
            await league.decide("shop", "friday", one, who="organiser")
        both = (await league.store.load("shop", "friday")).rounds[0].placed[1].pairing.entrants
        for entrant, word in zip(both, "AB", strict=True):
            await said.report(league.store.engine, "shop", "friday", PlayersWord(1, 1, entrant, word, 1))

    served.within(play)

    async def counted(league: League) -> None:
        await begun(league, "shop", "sunday", ["ana", "bea", "ciro"])
        await with_season(league, "shop", "sunday")
        await played(league, "shop", "sunday")

    served.within(counted)
    context = new_context(locale=language)
    shop = opened(served, context, served.link("organiser", None))
    opened(served, context, served.link("judge")).close()
    opened(served, context, served.player(2)).close()
    staffs, all_see = ("", "/judge", "/rounds/1/tables/2", "/rounds/1/tickets", "/signs"), ("/player", "/standings", "/slips")
    own = (*staffs, *all_see, "/wall", "/wall/tables/1", "/wall/moments")
    pages = ("/", *(f"{FRIDAY}{one}" for one in own), "/seasons", "/seasons/winter")
    found = []
    for number, place in enumerate(pages):
        address = f"{served.server.address.rstrip('/')}{place}?lang={language}"
        for size in at_every_size(shop, address):
            assert shop.evaluate(TOO_WIDE) <= 0, (place, size)
        for theme, size in looks(number):
            resize(shop, size)
            shop.goto(f"{address}&theme={theme}")
            found += [(place, theme, *one) for one in violations(shop)]
    assert found == []


PAPER = {"width": 794, "height": 1123}
"""A4 at 96 pixels an inch."""

OUT_OF_ITS_BOX = """() => [...document.querySelectorAll('.scrolls, .slip, .bracket-match, .ticket, .lists .box')].flatMap((box) =>
  [...box.querySelectorAll('td, th, p, h2, svg')].filter((e) => e.getBoundingClientRect().right > box.getBoundingClientRect().right + 1)
    .map((e) => e.textContent.slice(0, 20)))"""
"""What stands out of its box to the right, or off the sheet."""


def test_on_paper_no_column_is_cut_and_every_sum_is_open(served: Served, new_context: NewContext) -> None:
    served.friday(
        9, reckoning="friday", best_of=3, rounds=1, cut=4, tiebreaks=("opponents_wins", "games", "opponents_games", "buchholz", "wins")
    )

    async def play(league: League) -> None:
        await league.store.name_person("shop", "person 1", "José Antonio García Martínez de la Vega")
        await league.store.name_person("shop", "person 2", "Maximilian" * 4)
        for words in (["A 2-1"] * 4, ["A 2-0"] * 2):
            what = propose(await league.store.load("shop", "friday")).what
            told = [SetResult(what.round, table, word) for table, word in enumerate(words, 1)]
            decided: list[AnyDecision] = [what, PublishRound(what.round), *told, *([CloseRound(1)] if what.round == 1 else [])]
            for one in decided:
                await league.decide("shop", "friday", one, who="organiser")

    served.within(play)
    page = opened(served, new_context(locale="es-ES", viewport=PAPER), served.link("organiser"))
    page.emulate_media(media="print")
    for place in ("standings", "slips", "rounds/2/list", "rounds/2/tickets"):
        page.goto(f"{served.server.address.rstrip('/')}{FRIDAY}/{place}")
        for font in FONTS:
            page.evaluate(IN_FONT, font)
            assert page.evaluate(OUT_OF_ITS_BOX) == [], (place, font)
            assert page.evaluate("document.documentElement.scrollWidth") <= PAPER["width"], (place, font)
        if place == "standings":
            assert page.locator("#standings th").count() == 8
            page.evaluate("dispatchEvent(new Event('beforeprint'))")
            assert page.locator(".sums-of-all details:not([open])").count() == 0


def test_an_event_is_run_by_the_keyboard_alone(served: Served, new_context: NewContext) -> None:
    served.friday(2)
    page = opened(served, new_context(locale="en-GB"), served.link("organiser"))
    page.focus("#do-pair")
    page.keyboard.press("Enter")
    page.wait_for_selector("#do-it")
    page.focus("#why")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "do-it"
    page.keyboard.press("Enter")
    page.wait_for_selector("#do-publish")
    page.focus("#do-publish")
    page.keyboard.press("Enter")
    page.locator(".results button").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#do-close-round")


def test_what_asks_is_decided_by_the_keyboard_alone(served: Served, new_context: NewContext) -> None:
    from tapete.league.decisions import PublishRound
    from tapete.league.matters import PlayersWord
    from tapete.league.pairing import propose
    from tapete.league.store import said

    served.friday(2)

    async def contradicted(league: League) -> None:
        await league.decide("shop", "friday", propose(await league.store.load("shop", "friday")).what, who="organiser")
        await league.decide("shop", "friday", PublishRound(1), who="organiser")
        for entrant, word in ((1, "A"), (2, "B")):
            await said.report(league.store.engine, "shop", "friday", PlayersWord(1, 1, entrant, word, 1))

    served.within(contradicted)
    page = opened(served, new_context(locale="en-GB"), served.link("judge"))
    page.locator("#asking button").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".moves")
    page.focus("#why")
    page.keyboard.type("both have shown me their cards")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator(".log li", has_text="both have shown me their cards").wait_for()
    assert page.locator("#asking").count() == 0


def test_tickets_are_printed_by_one_press_and_none_is_cut_in_two(served: Served, new_context: NewContext) -> None:
    from tapete.league.decisions import PublishRound
    from tapete.league.pairing import propose

    served.friday(21)

    async def publish(league: League) -> None:
        await league.decide("shop", "friday", propose(await league.store.load("shop", "friday")).what, who="organiser")
        await league.decide("shop", "friday", PublishRound(1), who="organiser")

    served.within(publish)
    page = opened(served, new_context(locale="en-GB"), served.link("organiser"))
    page.get_by_role("link", name="Tickets of round 1").click()
    page.wait_for_load_state()
    page.evaluate("() => { window.print = () => { window.printed = true; }; }")
    page.focus("#do-print")
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.printed")
    page.emulate_media(media="print")
    assert page.locator("#do-print").is_hidden()
    assert page.locator(".ticket").count() == 11
    assert page.evaluate("() => [...document.querySelectorAll('.ticket')].every((e) => getComputedStyle(e).breakInside === 'avoid')")
    for paper in ("A4", "Letter"):
        assert sheets(page, paper) == 3, (paper, "four or five on a sheet")
    page.set_viewport_size({"width": PAPER["width"], "height": PAPER["height"]})
    assert page.evaluate(OUT_OF_ITS_BOX) == []
    page.goto(f"{served.server.address.rstrip('/')}{FRIDAY}/signs?tables=6")
    for paper in ("A4", "Letter"):
        assert sheets(page, paper) == 3, (paper, "two on a sheet")


def sheets(page: Page, paper: str) -> int:
    """How many sheets a page takes."""
    return page.pdf(format=paper, prefer_css_page_size=True).count(b"/Type /Page\n")


def test_no_page_asks_the_outside_for_anything(served: Served, new_context: NewContext) -> None:
    served.friday(4)
    page = new_context(locale="en-GB").new_page()
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda one: said.append(one.text) if one.type in ("error", "warning") else None)
    page.goto(f"{served.server.address}in/{served.link('organiser')}")
    for place in ("", "/standings", "/slips", "/wall"):
        page.goto(f"{served.server.address.rstrip('/')}{FRIDAY}{place}")
    assert {url.split("/")[2] for url in asked} == {f"127.0.0.1:{served.server.port}"}
    assert said == []
