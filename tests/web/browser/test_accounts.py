"""The telling of a turn: after every entry each phone and the table say what happened until somebody goes on."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tapete.core.texts import LANGUAGES, Language
from tapete.presentation import find, telling
from tapete.table import Hub, Table
from tapete.web import Server
from tests.forms import by_form
from tests.web.browser.conftest import NewContext, Watched
from tests.web.browser.headlines import HEADLINES
from tests.web.browser.test_every_state import golden
from tools import generate_golden

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

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
    return page


def address_of(server: Server, table: Table, seat: str = "") -> str:
    return f"{server.address}match/{table.id}" + (f"/seat/{seat}" if seat else "")


def told_entries(hub: Hub, game: str, language: Language) -> Iterator[tuple[Table, telling.Account | None]]:
    """A golden match, state by state: the table, and the account of what has just been declared."""
    for table in golden(hub, file_of(game)):
        groups = telling.groups(table)
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
    outside: texts.filter(outside).map(text),
    over: texts.flatMap((a, n) => texts.slice(n + 1).filter((b) => !apart(a, b)).map((b) => [text(a), text(b)])),
    scrolls: document.documentElement.scrollWidth > innerWidth + 1 || document.documentElement.scrollHeight > innerHeight + 1,
    styles: every("[style]").map((e) => e.outerHTML.slice(0, 80)),
  };
}"""
"""What a page shows while it tells: its texts, and those of them that are small, cut, out of their zone or over another."""

IS_TOLD = "() => document.querySelector('#asked.told') !== null"
IS_DONE = "() => !document.body.classList.contains('is-telling')"


def whole(found: dict[str, Any], where: object) -> None:
    """What is shown is whole: nothing is small, cut, outside its zone or over something else."""
    for fault in ("small", "cut", "outside", "over", "styles"):
        assert found[fault] == [], (where, fault)
    assert not found["scrolls"], where


def beats_of(page: Page, account: telling.Account, look: Any) -> None:
    """Go through an account by hand, looking at each beat, and close it."""
    page.wait_for_function(IS_TOLD)
    for number, beat in enumerate(account.beats):
        page.wait_for_function("says => document.getElementById('asked').textContent.trim() === says", arg=beat.says)
        look(number)
        if number < len(account.beats) - 1:
            page.locator("#b-told-next").click()
    page.locator("#b-told-on").click()
    page.wait_for_function(IS_DONE)


@pytest.mark.parametrize("game", HEADLINES)
def test_every_page_shows_what_happened_until_somebody_goes_on(game: str, server: Server, hub: Hub, new_context: NewContext) -> None:
    """Headline, figures and result as text, on each phone and on the table, after every entry that decides something."""
    watched, language, looked = Watched(), "es", 0
    pages: dict[str, Page] = {}
    for table, account in itertools.islice(told_entries(hub, game, language), by_form(24, 40, 400, 4000)):
        if not pages:
            for seat in ("", *table.seats):
                context = new_context(locale=language, viewport=PHONE if seat else TELEVISION, reduced_motion="reduce")
                pages[seat] = watched.watch(opened(context, address_of(server, table, seat)))
            continue
        if account is None or account.weight < telling.BLOW or account.number != table.seq:
            for page in pages.values():  # it is told in passing, or not at all
                page.wait_for_function(
                    "seq => Number(document.querySelector('#told[data-seq-shown], #asked.told')?.dataset.seqShown ?? seq) >= seq",
                    arg=table.seq,
                )
            continue
        for seat, page in pages.items():
            page.wait_for_function("says => document.getElementById('asked').textContent.trim() === says", arg=account.beats[-1].says)
            found = page.evaluate(LOOK)
            whole(found, (game, table.seq, seat))
            assert found["blow"], (table.seq, seat)
            assert found["strip"] == account.beats[-1].says
            assert account.title in found["title"], "the line that stays stands there too"
            assert not found["sheet"], "a pad that opens by itself covers nothing that was not read"
            assert len(found["primary"]) == 1, "one button goes on, and it says to what"
            if account.hands:
                assert account.hands[0] in found["hands"]
        first, *others = pages.values()
        first.locator("#b-told-on").click()
        first.wait_for_function(IS_DONE)
        assert all(page.evaluate(LOOK)["blow"] for page in others), "who goes on hides nothing from the others"
        for page in others:
            page.locator("#b-told-on").click()
            page.wait_for_function(IS_DONE)
        looked += 1
    assert looked >= 1
    assert watched.complaints == []
