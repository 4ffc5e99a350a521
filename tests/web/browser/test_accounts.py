"""The telling of a turn: after every entry each phone and the table say what happened until a person goes on."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tapete.core.seats import Seat
from tapete.core.texts import LANGUAGES, Language
from tapete.presentation import find, telling
from tapete.table import Hub, Table
from tapete.table.sources import Source
from tapete.web import Server
from tests.run_forms import by_form
from tests.web.browser.conftest import Complaints, NewContext, Watched, follows, wait_for_text
from tests.web.browser.headlines import HEADLINES
from tests.web.browser.screens import bid
from tests.web.browser.test_every_state import golden
from tools import generate_golden

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route, ViewportSize

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 360, "height": 640}
TELEVISION: ViewportSize = {"width": 1280, "height": 720}

SIZES: tuple[ViewportSize, ...] = (
    PHONE,
    {"width": 390, "height": 844},
    {"width": 768, "height": 1024},
    TELEVISION,
    {"width": 1920, "height": 1080},
)
"""Those at which every beat is looked at."""

NO_SOUND = "window.AudioContext = class { constructor() { throw new Error('no sound here'); } };"

TOLD = "try { localStorage.pace = 'calm'; } catch {}"
"""Lets a page tell turns, slowly: a test goes on by hand."""

MATCHES = {"shazamm": "fall_by_hit", "moriham": "life", "datamorphs": "two_wins_in_three", "bhm": "counter", "mamlejet": "win_emuna"}
"""Of each game the golden match whose headlines are written by hand (`headlines.py`)."""


def file_of(game: str) -> Path:
    return next(path for path in generate_golden.files() if (path.parent.name, path.stem) == (game, MATCHES[game]))


def opened(context: Any, address: str) -> Page:
    context.add_init_script(TOLD)
    page: Page = context.new_page()
    page.goto(address)
    follows(page)
    return page


def address_of(server: Server, table: Table, seat: str = "") -> str:
    return f"{server.address}match/{table.id}" + (f"/seat/{seat}" if seat else "")


def told_entries(hub: Hub, game: str, language: Language) -> Iterator[tuple[Table, telling.Account | None]]:
    """A golden match, state by state: the table, and the account of what has just been declared."""
    for table in golden(hub, file_of(game)):
        groups = telling.groups_now(table)
        yield table, telling.of_group(table, find(game).account, groups[-1], language) if groups else None


# ---- headlines


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", HEADLINES)
def test_the_headline_of_each_entry_is_the_one_written_by_hand(game: str, language: Language, hub: Hub) -> None:
    told = {table.seq: account.title for table, account in told_entries(hub, game, language) if account is not None}
    wanted = {seq: by_language[language] for seq, by_language in HEADLINES[game].items()}
    assert len(wanted) >= 10
    assert {seq: told.get(seq) for seq in wanted} == wanted


# ---- a beat is read, and nothing is skipped past the result

LOOK = """() => {
  const every = (where) => [...document.querySelectorAll(where)], box = (e) => e.getBoundingClientRect();
  const style = (e) => getComputedStyle(e);
  const shown = (e) => e.getClientRects().length > 0 && e.textContent.trim() !== "", text = (e) => e.textContent.trim();
  const wide = innerWidth > innerHeight && document.body.classList.contains("at-table");
  const least = Math.max(14, wide ? innerHeight / 45 : 14) - 0.05;
  const own = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
  const texts = every("#strip *, #news *, #bar *").filter(shown).filter(own).filter((e) => !e.closest(".sr"));
  const over = (a, b) => a.right > b.left + 1 && b.right > a.left + 1 && a.bottom > b.top + 1 && b.bottom > a.top + 1;
  const apart = (a, b) => a.contains(b) || b.contains(a) || !over(box(a), box(b));
  const outside = (e) => {
    const zone = box(e.closest("#strip, #news, #bar")), r = box(e);
    return r.bottom > zone.bottom + 2 || r.top < zone.top - 2 || r.right > zone.right + 2 || r.left < zone.left - 2;
  };
  const rgb = (said) => (said.match(/[\\d.]+/g) ?? [0, 0, 0, 0]).map((n) => Number(n) * (said.startsWith("color(") ? 255 : 1));
  const light = (rgb) => rgb.slice(0, 3).map((v) => v / 255).map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, n) => sum + v * [0.2126, 0.7152, 0.0722][n], 0);
  const behind = (e) => {
    for (let at = e; at; at = at.parentElement) {
      const found = rgb(style(at).backgroundColor);
      if (found.length < 4 || found[3] > 0) return light(found);
    }
    return 1;
  };
  const faint = (e) => {
    const [low, high] = [light(rgb(style(e).color)), behind(e)].sort((a, b) => a - b), size = parseFloat(style(e).fontSize);
    return (high + 0.05) / (low + 0.05) < (size >= 24 || (size >= 18.66 && style(e).fontWeight >= 700) ? 3 : 4.5);
  };
  const cut = (e) => e.scrollWidth > e.clientWidth + 1 && style(e).overflow !== "visible" && style(e).display !== "inline";
  return {
    strip: text(document.getElementById("asked")),
    title: document.querySelector("#news .title, #told")?.textContent.trim() ?? "",
    hands: document.querySelector("#bar .hands")?.textContent.trim() ?? "",
    blow: document.body.classList.contains("is-blow"),
    primary: every("#bar .primary:not(.calm)").filter(shown).map(text),
    sheet: document.getElementById("sheet").getClientRects().length > 0 && document.querySelector("#sheet h2") !== null,
    small: texts.filter((e) => parseFloat(style(e).fontSize) < least).map(text),
    cut: texts.filter(cut).map(text),
    faint: texts.filter(faint).map(text),
    outside: texts.filter(outside).map(text),
    over: texts.flatMap((a, n) => texts.slice(n + 1).filter((b) => !apart(a, b)).map((b) => [text(a), text(b)])),
    scrolls: document.documentElement.scrollWidth > innerWidth + 1 || document.documentElement.scrollHeight > innerHeight + 1,
    styles: every("[style]").map((e) => e.outerHTML.slice(0, 80)),
  };
}"""
"""What a page shows while it tells: its texts, and those that are small, faint (WCAG 1.4.3), cut, out of their zone or over another."""

SAYS = "says => document.querySelector('#asked.told')?.textContent.trim() === says"
IS_DONE = "() => !document.body.classList.contains('is-telling')"


def whole(found: dict[str, Any], where: object) -> None:
    """What is shown is whole: nothing is small, faint, cut, outside its zone or over something else."""
    for fault in ("small", "faint", "cut", "outside", "over", "styles"):
        assert found[fault] == [], (where, fault)
    assert not found["scrolls"], where


def go_on(page: Page) -> None:
    page.locator("#b-told-on").click()
    page.wait_for_function(IS_DONE)


def beats_of(page: Page, account: telling.Account, where: object) -> None:
    """Go through an account by hand, looking at each beat, and close it."""
    for number, beat in enumerate(account.beats):
        page.wait_for_function(SAYS, arg=beat.says)
        whole(page.evaluate(LOOK), (where, number))
        if number < len(account.beats) - 1:
            page.locator("#b-told-next").click()
    go_on(page)


def blows_of(hub: Hub, game: str, language: Language) -> list[int]:
    """The entries of a golden match with which something is decided."""
    told = ((table.seq, account) for table, account in told_entries(hub, game, language))
    return [seq for seq, account in told if account is not None and account.number == seq and account.weight >= telling.BLOW]


@pytest.mark.halves
@pytest.mark.parametrize("language", ["es", pytest.param("en", marks=pytest.mark.long)])
@pytest.mark.parametrize("game", MATCHES)
def test_every_page_shows_what_happened_until_somebody_goes_on(
    game: str, language: Language, server: Server, hub: Hub, new_context: NewContext
) -> None:
    """Headline, figures and result as text, on each phone and on the table, after every entry that decides something."""
    watched = Watched()
    pages: dict[str, Page] = {}
    looked = blows_of(hub, game, language)[: by_form(1, 3, 1000, 1000)]
    for table, account in told_entries(hub, game, language):
        if table.seq == looked[0] - 1:
            for seat in ("", *table.seats):
                context = new_context(locale=language, viewport=PHONE if seat else TELEVISION, reduced_motion="reduce")
                pages[seat] = watched.watch(opened(context, address_of(server, table, seat)))
        if table.seq not in looked:
            continue
        assert account is not None
        for seat, page in pages.items():
            page.wait_for_function(SAYS, arg=account.beats[-1].says)
            found = page.evaluate(LOOK)
            whole(found, (game, table.seq, seat))
            assert found["blow"], (table.seq, seat)
            assert account.title in found["title"], "the line that stays stands there too"
            assert not found["sheet"], "a pad that opens by itself covers nothing that was not read"
            assert len(found["primary"]) == 1, "one button goes on, and it says to what"
            if account.hands:
                assert account.hands[0] in found["hands"]
        first, *others = pages.values()
        go_on(first)
        assert all(page.evaluate(LOOK)["blow"] for page in others), "who goes on hides nothing from the others"
        for page in others:
            go_on(page)
        if table.seq == looked[-1]:
            break
    assert watched.complaints == []


@pytest.mark.halves
@pytest.mark.parametrize("game", MATCHES)
def test_every_beat_is_whole_at_every_size(game: str, server: Server, hub: Hub, new_context: NewContext) -> None:
    """Nothing small, cut or over something else: five sizes, both languages, both themes; samples except the long forms."""
    for number, (size, language, theme) in enumerate(itertools.product(SIZES, LANGUAGES, ("lamplight", "paper"))):
        if number % by_form(20, 10, 5, 1) != list(MATCHES).index(game) % by_form(20, 10, 5, 1):
            continue
        blows = blows_of(hub, game, language)[-by_form(1, 1, 2, 1000) :]
        for seat in ("A", ""):
            page: Page = new_context(locale=language, viewport=size).new_page()
            page.add_init_script(TOLD)
            for table, account in told_entries(hub, game, language):
                if table.seq in blows and account is not None:
                    beats_of(page, account, (game, table.seq, size, language, theme, seat))
                if table.seq + 1 in blows:
                    page.goto(f"{address_of(server, table, seat)}?theme={theme}")
                    follows(page)
                if table.seq == blows[-1]:
                    break


def test_skipping_leads_to_the_result_and_never_past_it(server: Server, hub: Hub, new_context: NewContext) -> None:
    blow = blows_of(hub, "shazamm", "en")[0]
    page: Page | None = None
    faults: list[object] = []
    for table, account in told_entries(hub, "shazamm", "en"):
        if table.seq == blow - 1:
            context = new_context(locale="en", viewport=PHONE)
            context.add_init_script(NO_SOUND)
            page = opened(context, address_of(server, table, "A"))
            page.on("pageerror", lambda fault: faults.append(fault))
        if table.seq == blow:
            break
    assert page is not None
    assert account is not None
    page.wait_for_function(SAYS, arg=account.beats[0].says)
    page.locator("#b-told-skip").click()
    page.wait_for_function(SAYS, arg=account.beats[-1].says)
    for _ in range(3):
        page.locator("#board").click()
    found = page.evaluate(LOOK)
    assert found["blow"], "a touch of the picture does not go past the result"
    page.locator("#b-told-again").click()
    page.wait_for_function(SAYS, arg=account.beats[0].says)
    page.keyboard.press("Escape")
    page.wait_for_function(SAYS, arg=account.beats[-1].says)
    go_on(page)
    assert page.evaluate(LOOK)["sheet"] or page.locator("#bar .primary").count() == 1
    page.locator("#b-tell, #bar [data-press=back]").first.wait_for()
    assert faults == [], "a browser that refuses sound tells all the same"


@pytest.mark.nightly
def test_names_of_forty_letters_fit_the_ring(server: Server, hub: Hub, new_context: NewContext) -> None:
    table = hub.begin("shazamm", {}, {"A": "Wilhelmina Maximiliana von und zu Hallig", "B": "José Antonio García Martínez de Velasco"})
    for size in (PHONE, TELEVISION):
        page = opened(new_context(locale="es", viewport=size), address_of(server, table))
        bid(table, A=9, B=6)
        for seat in "AB":
            table.submit({"action": "declare_cards", "seat": seat, "numbers": []})
        account = telling.newest(table, find("shazamm").account, "es", telling.groups_now(table))
        assert account is not None
        beats_of(page, account, size)
        page.close()


def test_of_robots_that_are_quicker_than_a_reader_two_accounts_wait_at_most(server: Server, hub: Hub, new_context: NewContext) -> None:
    """What they did is told in short, one result after the other, and the last one whole; nothing is lost."""
    table = hub.begin("shazamm", {}, {"A": "Ana", "B": "Bo"})

    def turn(ana: int, bo: int) -> str:
        """Robots play a turn; gives its result."""
        seats: tuple[Seat, Seat] = ("A", "B")
        for seat, amount in zip(seats, (ana, bo), strict=True):
            table.submit({"action": "lock_bid", "seat": seat, "amount": amount}, Source("robot", seat))
        for seat in seats:
            table.submit({"action": "declare_cards", "seat": seat, "numbers": []}, Source("robot", seat))
        made = telling.newest(table, find("shazamm").account)
        assert made is not None
        assert made.by_robot
        page.wait_for_function("seq => Number(document.getElementById('main').dataset.newest) >= seq", arg=made.number)
        assert int(page.locator("#main").get_attribute("data-waiting") or 9) <= 2
        return made.beats[-1].says

    page = opened(new_context(locale="en", viewport=PHONE), address_of(server, table, "A"))
    turn(5, 2)
    results = [turn(*bids) for bids in ((2, 5), (6, 2), (2, 4), (5, 3), (3, 7))]
    heard, touched = [], 0
    while page.locator("body.is-telling").count():
        heard.append(page.locator("#asked").inner_text())
        if page.locator("#b-told-next").count():
            page.locator("#b-told-next").click()
        else:
            touched += 1
            page.locator("#b-told-on").click()
    assert touched <= 4, "one account that was being told, one that gathers, the last one"
    assert [said for said in results if said in heard] == results, "no result is passed over"


def test_an_undone_turn_is_struck_through_and_has_no_account(server: Server, hub: Hub, new_context: NewContext) -> None:
    blow = blows_of(hub, "moriham", "en")[1]
    for table, account in told_entries(hub, "moriham", "en"):
        if table.seq == blow:
            break
    assert account is not None
    page = opened(new_context(locale="en", viewport=TELEVISION), address_of(server, table))
    page.locator("#told", has_text=account.title).wait_for()
    table.move("undo", None, None)
    page.locator("#told s", has_text=account.title).wait_for()
    assert not page.evaluate(LOOK)["blow"]


def test_a_page_that_was_away_shows_the_result_at_once(server: Server, hub: Hub, new_context: NewContext) -> None:
    """A hidden page plays nothing: what it shows when it is looked at is the result."""
    blow = blows_of(hub, "moriham", "en")[1]
    page: Page | None = None
    for table, account in told_entries(hub, "moriham", "en"):
        if table.seq == blow - 1:
            page = opened(new_context(locale="en", viewport=PHONE), address_of(server, table, "B"))
            page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
        if table.seq == blow:
            break
    assert page is not None
    assert account is not None
    page.wait_for_function(SAYS, arg=account.beats[-1].says)


LOST: dict[str, tuple[str, Callable[[Route], None]]] = {
    "its answer": ("**/account?*", lambda asked: asked.abort()),
    "what tells it": ("**/account.js", lambda asked: asked.abort()),
    "what tells it, of a later version": (
        "**/account.js",
        lambda asked: asked.fulfill(body='import { later } from "./board.js";', content_type="text/javascript"),
    ),
}
"""What an account needs and does not get."""


@pytest.mark.parametrize("lost", LOST)
def test_an_account_that_cannot_be_told_leaves_the_right_picture(
    lost: str, server: Server, hub: Hub, new_context: NewContext, complaints: Complaints
) -> None:
    """The page shows the board as it is, and can be played on."""
    complaints.expect("net::ERR_FAILED .*/account")
    blow = blows_of(hub, "moriham", "en")[1]
    page: Page | None = None
    for table, _account in told_entries(hub, "moriham", "en"):
        if table.seq == blow - 1:
            page = opened(new_context(locale="en", viewport=PHONE), address_of(server, table, "B"))
            loaded = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name).join()")
            assert "board.js" in loaded
            assert "account.js" not in loaded, "a page opens without it"
            page.route(*LOST[lost])
        if table.seq == blow:
            break
    assert page is not None
    page.wait_for_function("seq => Number(document.querySelector('#told')?.dataset.seqShown) === seq", arg=table.seq)
    page.wait_for_function(IS_DONE)
    assert page.locator("#bar button:visible").count() >= 1
    if lost != "its answer":
        page.evaluate("document.querySelector('[data-tell]').click()")
        wait_for_text(page, "#link", "That could not be loaded. Load this page once more.")


QUIET = """() => new Promise((done) => {
  const frame = requestAnimationFrame;
  let asked = 0, quiet = 0;
  window.requestAnimationFrame = (does) => { asked += 1; return frame(does); };
  const look = () => {
    quiet = asked ? 0 : quiet + 1;
    asked = 0;
    if (quiet === 3) done();
    else setTimeout(look, 100);
  };
  look();
})"""
"""Waits until a page asks for no frame any more; where something runs for ever that never comes."""


def test_nothing_is_painted_when_nothing_happens(server: Server, hub: Hub, new_context: NewContext) -> None:
    """After an account no animation runs and no frame is asked for."""
    blow = blows_of(hub, "shazamm", "en")[0]
    page: Page | None = None
    for table, account in told_entries(hub, "shazamm", "en"):
        if table.seq == blow - 1:
            page = opened(new_context(locale="en", viewport=TELEVISION), address_of(server, table))
        if table.seq == blow:
            break
    assert page is not None
    assert account is not None
    beats_of(page, account, table.seq)
    page.wait_for_function("() => document.getAnimations().length === 0")
    page.evaluate(QUIET)
