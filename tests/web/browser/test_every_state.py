"""Every state of golden and of random matches, at the table and at the seats, on every screen and in both languages: it fits, it can be
read, and the one who owes something can do it there.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tapete.core import notation
from tapete.core import position as positions
from tapete.core.codec import builtins
from tapete.core.seats import SEATS
from tapete.core.texts import LANGUAGES, Language
from tapete.table import Hub, Table
from tapete.testing.contract import QUIET
from tapete.web import Server
from tests.run_forms import by_form, matches, usually
from tests.web.browser.conftest import NewContext
from tests.web.browser.looking import in_both_languages, violations
from tests.web.browser.test_touching import SIZES, SUBJECTS, TRIED
from tools import generate_golden

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route, ViewportSize

pytestmark = pytest.mark.browser

NAMES = ("Ana", "Bruno", "Carla", "Maximiliana de la Torre")

LOOK = """(least) => {
  const box = (id) => document.getElementById(id).getBoundingClientRect(), every = (where) => [...document.querySelectorAll(where)];
  const out = (r) => r.bottom > innerHeight + 1 || r.right > innerWidth + 1 || r.left < -1;
  const says = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) && e.getClientRects().length;
  const scale = (e) => e.getScreenCTM ? e.getScreenCTM().a : 1;
  const high = (e) => parseFloat(getComputedStyle(e).fontSize) * scale(e);
  const cut = (e) => {
    const zone = e.closest('#strip, #news, #bar').getBoundingClientRect(), own = e.getBoundingClientRect();
    const larger = e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1;
    return larger || own.top < zone.top - 1 || own.bottom > zone.bottom + 1;
  };
  const overfull = (e) => e.getComputedTextLength() > 1.02 * Number(e.dataset.fits);
  return {
    pressed: every('#board text[textLength]').map((e) => e.textContent),
    overfull: every('#board text[data-fits]').filter(overfull)
      .map((e) => [e.textContent, Math.round(e.getComputedTextLength()), Number(e.dataset.fits)]),
    size: [innerWidth, innerHeight],
    over: Math.max(document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight),
    heights: ['strip', 'board', 'news', 'bar'].map((id) => Math.round(box(id).height)),
    outside: every('#asked, #bar button, #bar a, #strip button, .qr').filter((e) => e.getClientRects().length)
      .filter((e) => out(e.getBoundingClientRect())).map((e) => e.id),
    small: every('#strip *, #news *, #bar *, #sheet *').filter(says).filter((e) => high(e) < least).map((e) => e.textContent.trim()),
    clipped: every('#asked, #told:not(.sr), .ring, .step, #bar button, #bar a, #strip button').filter((e) => e.getClientRects().length)
      .filter(cut).map((e) => e.textContent),
    asked: document.getElementById('asked').className,
    open: every('#bar .main button:not([disabled]), #board .thing.lit, #cards button:not([disabled])').length,
    text: document.body.innerText,
  };
}"""
"""What a page shows, measured where it stands; letters lower than the least, in pixels, are small."""

OPENED = """([name, address]) => new Promise((done) => {
  const frame = Object.assign(document.createElement("iframe"), { id: name, src: address });
  frame.addEventListener("load", async () => {
    const board = await frame.contentWindow.eval(`import(document.querySelector("script[src$='/board.js']").src)`);
    frame.show = board.show;
    await Promise.all(["400 1em Archivo", "700 1em Archivo"].map((font) => frame.contentDocument.fonts.load(font)));
    done();
  });
  document.body.append(frame);
})"""
"""Opens a page in a frame that is called so."""

BY_THE_WALK = """try { for (const seat of ["", " A", " B", " C", " D"]) localStorage[`pace${seat}`] = "off"; } catch {}
window.EventSource = class extends EventTarget {
  constructor() {
    super();
    setInterval(() => this.dispatchEvent(new MessageEvent("here", { data: `{"now": ${Date.now()}}` })), 5000);
  }
  close() {}
}"""
"""A page follows no match by itself and tells no turn: the walk brings it each picture. A framed page keeps its choices by its seat."""

SHOWN = f"""(pages) => pages.map(([name, version, fragments, sizes]) => {{
  const frame = document.getElementById(name), page = frame.contentWindow;
  if (fragments) frame.show({{ version, fragments }});
  const look = page.eval({json.dumps(f"({LOOK})")});
  return sizes.map(([width, height, least]) => {{
    Object.assign(frame, {{ width, height }});
    return look(least);
  }});
}})"""
"""Brings pages their next picture, as the match's events do, and measures each at each size."""

PROGRAMMERS = re.compile(
    r"\b[a-z]+_[a-z_]+\b|(?<=[^\n])\bNone\b|\bNone\b(?=[^\n])"
    r"|\bnull\b|\bundefined\b|\bNaN\b|\bTrue\b|\bFalse\b|\[object|[{}`]|\bseq\b|\bJSON\b"
)
"""Words and signs that no player is to read; alone on its line, None is a button in English."""


@pytest.fixture
def pages_in_pieces() -> None:
    """Each page arrives at once here: thousands are opened, and a walk waits for the whole of each."""


FRAMES = "frames"
"""Where the page around the frames is, on the server."""

AROUND = "<!doctype html><style>iframe { border: 0; visibility: hidden; }</style><body></body>"
"""That page: nothing in it is painted."""

CLOSELY = by_form(1, 1, 1, 60)
"""Of so many states that are looked at, one is opened in a window too, at the next of the sizes."""


def place(server: Server, table: Table, seat: str) -> str:
    """Give the address of a seat's page, or of the table's."""
    return f"{server.address}match/{table.id}" + (f"/seat/{seat}" if seat else "")


def least_letters(seat: str, size: ViewportSize) -> float:
    """Give how high letters are at least, in pixels: a table's page is read from afar."""
    return max(14, size["height"] / 45 if not seat and size["width"] > size["height"] else 14) - 0.01


def framed(asked: Route) -> None:
    """Let a page be shown within another, which it forbids."""
    answer = asked.fetch()
    asked.fulfill(response=answer, headers={name: value for name, value in answer.headers.items() if name not in FORBIDS})


FORBIDS = {"content-encoding", "content-length", "content-security-policy", "x-frame-options"}
"""Headers that do so, and those of the body as it was sent."""


def golden(hub: Hub, path: Path) -> Iterator[Table]:
    """Every state of a golden match."""
    lines = path.read_text(encoding="utf-8").splitlines()
    head = {word: rest for word, _, rest in (line.partition(" ") for line in lines) if word in generate_golden.HEAD}
    seats = int(head.get("seats", "2"))
    table = hub.begin(
        head["game"],
        json.loads(head.get("options", "{}")),
        dict(zip(SEATS[:seats], NAMES, strict=False)),
        catalogue=head.get("catalogue"),
        position=positions.read(head["position"]) if "position" in head else None,
    )
    table.passes_by_itself = False  # the match has every pass
    yield table
    for line in lines:
        if line.startswith("> "):
            table.submit(builtins(notation.read(table.rules, line[2:])))
            yield table


def by_chance(hub: Hub, game: str, seats: int, seed: int) -> Iterator[Table]:
    """Every state of a match by chance."""
    table, rng = hub.begin(game, {}, dict(zip(SEATS[:seats], NAMES, strict=False))), random.Random(seed)
    yield table
    while (action := table.rules.sample(table.state, rng, avoid=QUIET)) is not None:
        table.submit(action)
        yield table


class Screens:
    """The pages of a match, each in a frame that is given every size that is tried.

    A page is opened once and goes on from picture to picture as at the table: that, and measuring a frame that nobody paints, costs a third
    of opening every state in a window. Every so many states the page is opened in a window of its own too, and has to show the same there.

    Args:
        server: of the pages.
        new_context: makes a browser of its own.
        language: of the pages.
    """

    def __init__(self, server: Server, new_context: NewContext, language: Language) -> None:
        self.server = server
        self.language = language
        around = new_context(locale=language, reduced_motion="reduce")
        around.route(f"**/{FRAMES}", lambda asked: asked.fulfill(body=AROUND, content_type="text/html"))
        around.route(re.compile(r"/match/[^/]+(/seat/.)?$"), framed)
        around.add_init_script(BY_THE_WALK)
        self.frames: Page = around.new_page()
        self.page: Page = new_context(locale=language).new_page()
        self.frames.goto(server.address + FRAMES)
        self.opened: set[str] = set()
        self.heights: dict[tuple[str, str], Any] = {}

    def look(self, table: Table, *, closely: int | None) -> None:
        """Look at the table's page, at those of the seats that owe something, and at that of one that waits: each in its turn.

        Args:
            table: of the match. closely: which of the sizes a window of its own has, for axe; None: none is opened.
        """
        owing = {owed.seat for owed in table.rules.awaiting(table.state)}
        waiting = [seat for seat in table.seats if seat not in owing]
        shown: list[str] = ["", *(seat for seat in table.seats if seat in owing)]
        if waiting:
            shown.append(waiting[table.seq % len(waiting)])
        found = self.frames.evaluate(SHOWN, [self._picture(table, seat) for seat in shown])
        for seat, at_sizes in zip(shown, found, strict=True):
            for size, at_size in zip(TRIED, at_sizes, strict=True):
                self._judge(at_size, (table.rules.game.name, table.seq, seat, size), size, asked=seat in owing)
        if closely is not None:
            for number, (seat, at_sizes) in enumerate(zip(shown, found, strict=True)):
                self._open(table, seat, TRIED[closely], at_sizes[closely], colours=number == table.seq % len(shown))

    def _picture(self, table: Table, seat: str) -> tuple[str, int, Mapping[str, str] | None, list[tuple[int, int, float]]]:
        """Give what brings the page of a seat up to now; it is opened where it was not yet."""
        sizes = [(size["width"], size["height"], least_letters(seat, size)) for size in TRIED]
        name = f"at-{seat}"
        if name not in self.opened:
            self.frames.evaluate(OPENED, [name, place(self.server, table, seat)])
            self.opened.add(name)
            return name, 0, None, sizes
        version, zones = self.server.app.state.page_cache.pages(table).zones(self.language, seat or None)
        return name, version, {zone: str(html) for zone, html in zones.items()}, sizes

    def _open(self, table: Table, seat: str, size: ViewportSize, in_frame: Any, colours: bool) -> None:
        """Open a page in a window, compare it with its frame, and let axe look at it; at its colours, too, where they are asked for."""
        where = (table.rules.game.name, table.seq, seat, size)
        self.page.set_viewport_size(size)
        self.page.goto(place(self.server, table, seat))
        found = self.page.evaluate(LOOK, least_letters(seat, size))
        # The texts may differ: the frame keeps that of the last moment.
        assert {**found, "text": None} == {**in_frame, "text": None}, where
        assert violations(self.page, colours) == [], where

    def _judge(self, found: Any, where: tuple[Any, ...], size: ViewportSize, *, asked: bool) -> None:
        """Judge what was measured."""
        assert found["size"] == [size["width"], size["height"]], where
        assert found["over"] <= 0, (where, found["over"])
        assert found["outside"] == [], (where, found["outside"])
        assert found["clipped"] == [], (where, found["clipped"])
        assert found["pressed"] == [], (where, found["pressed"])
        assert found["overfull"] == [], (where, found["overfull"])
        assert found["small"] == [], (where, found["small"])
        assert PROGRAMMERS.findall(found["text"]) == [], where
        assert self.heights.setdefault((where[2], str(size)), found["heights"]) == found["heights"], where
        if asked:
            assert "mine" in found["asked"], where
            assert found["open"], where


def walk(states: Iterator[Table], screens: Screens, every: int, most: int, first: int = 0) -> int:
    """Look at each such state from the first one on, and at the last; gives how many were looked at."""
    looked, table = 0, None
    for number, table in enumerate(states):
        if number >= first and number % every == 0:
            turn, between = divmod(looked + CLOSELY // 2, CLOSELY)
            screens.look(table, closely=None if between or len(TRIED) != len(SIZES) else turn % len(SIZES))
            looked += 1
        if number == most:
            return looked
    assert table is not None
    screens.look(table, closely=None)
    return looked + 1


@pytest.mark.halves
@pytest.mark.parametrize("seed", range(matches(1, 1, 1, 30)))
@pytest.mark.parametrize(("game", "seats"), usually(SUBJECTS, "shazamm", "bhm", "mamlejet"))
def test_every_state_of_a_match_by_chance(game: str, seats: int, seed: int, server: Server, hub: Hub, new_context: NewContext) -> None:
    screens, states = Screens(server, new_context, LANGUAGES[seed % len(LANGUAGES)]), by_chance(hub, game, seats, seed)
    assert walk(states, screens, by_form(50, 50, 40, 1), by_form(50, 50, 200, 2_000), by_form(1, 1, 0, 0))


@pytest.mark.halves
@in_both_languages("es")
@pytest.mark.parametrize("path", generate_golden.files(), ids=lambda path: f"{path.parent.name}-{path.stem}")
@pytest.mark.long
def test_every_state_of_a_golden_match(path: Path, language: Language, server: Server, hub: Hub, new_context: NewContext) -> None:
    assert walk(golden(hub, path), Screens(server, new_context, language), by_form(60, 60, 60, 1), 2_000)


LEAVING = """() => [...document.querySelectorAll('#board .thing')].flatMap((thing) => {
  const frame = thing.querySelector('rect')?.getBoundingClientRect();
  if (!frame) return [];
  return [...thing.querySelectorAll('text, path.icon')].map((e) => [e, e.getBoundingClientRect()])
    .filter(([, at]) => at.left < frame.left - 2 || at.right > frame.right + 2)
    .map(([e]) => `${thing.id}: ${e.textContent || e.getAttribute('class')}`);
})"""
"""Words and signs that leave the frame of their thing to the left or the right."""


@pytest.mark.halves
@pytest.mark.parametrize("game", usually(("shazamm", "moriham", "datamorphs", "bhm"), "bhm"))
def test_what_lies_in_a_frame_stays_in_it(game: str, address: str, hub: Hub, new_context: NewContext) -> None:
    page = new_context(locale="es", viewport=SIZES[0]).new_page()
    for number, table in enumerate(by_chance(hub, game, 2, 2)):
        if number % by_form(15, 15, 3, 1) == 0:
            page.goto(f"{address}/match/{table.id}/seat/A")
            assert page.evaluate(LEAVING) == [], number
        if number > by_form(60, 60, 200, 2_000):
            return
