"""Every state of golden and of random matches, at the table and at each seat, on every screen: it fits, it can be read, and whoever owes
something can do it there.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tapete.core import notation
from tapete.core import position as positions
from tapete.core.codec import builtins
from tapete.core.seats import SEATS
from tapete.table import Hub, Table
from tapete.testing.contract import QUIET
from tests.forms import by_form, matches, usually
from tests.web.browser.conftest import NewContext
from tests.web.browser.looking import violations
from tests.web.browser.test_touching import SIZES, SUBJECTS, TRIED
from tools import generate_golden

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

pytestmark = pytest.mark.browser

NAMES = ("Ana", "Bruno", "Carla", "Maximiliana de la Torre")

LOOK = """() => {
  const box = (id) => document.getElementById(id).getBoundingClientRect(), every = (where) => [...document.querySelectorAll(where)];
  const out = (r) => r.bottom > innerHeight + 1 || r.right > innerWidth + 1 || r.left < -1;
  const says = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) && e.getClientRects().length;
  const scale = (e) => e.getScreenCTM ? e.getScreenCTM().a : 1;
  const high = (e) => parseFloat(getComputedStyle(e).fontSize) * scale(e);
  const letters = (where) => every(where).filter(says).map((e) => [high(e), e.textContent.trim()]);
  return {
    size: [innerWidth, innerHeight],
    over: Math.max(document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight),
    heights: ['strip', 'board', 'news', 'bar'].map((id) => Math.round(box(id).height)),
    outside: every('#asked, #bar button, #bar a, #strip button, .qr').filter((e) => e.getClientRects().length)
      .filter((e) => out(e.getBoundingClientRect())).map((e) => e.id),
    letters: letters('#strip *, #news *, #bar *, #sheet *'),
    clipped: every('#asked').filter((e) => e.scrollHeight > Math.min(e.clientHeight, box('strip').height) + 1).map((e) => e.textContent),
    asked: document.getElementById('asked').className,
    open: every('#bar .main button:not([disabled]), #board .thing.lit, #cards button:not([disabled])').length,
    text: document.body.innerText,
  };
}"""
"""What a page shows, measured where it stands."""

PROGRAMMERS = re.compile(r"\b[a-z]+_[a-z_]+\b|\bNone\b|\bnull\b|\bundefined\b|\bNaN\b|\bTrue\b|\bFalse\b|\[object|[{}`]|\bseq\b|\bJSON\b")
"""Words and signs that no player is to read."""


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
    """The pages of a match, each at every size that is tried: opened at one of them, then turned and stretched to the others.

    Args:
        address: of the server.
        new_context: makes a browser of its own.
    """

    def __init__(self, address: str, new_context: NewContext) -> None:
        self.address = address
        self.page: Page = new_context(locale="es", viewport=TRIED[0]).new_page()
        self.heights: dict[tuple[str, ...], Any] = {}

    def look(self, table: Table, *, axe: bool) -> None:
        """Look at the table's page and at those of the seats that owe something, or of the first."""
        owing = {owed.seat for owed in table.rules.awaiting(table.state)}
        shown: list[str] = ["", *(seat for seat in table.seats if seat in owing)]
        if not owing - {None}:
            shown.append(table.seats[0])
        for seat in shown:
            self.page.goto(f"{self.address}/match/{table.id}" + (f"/seat/{seat}" if seat else ""))
            for size in TRIED:
                self.page.set_viewport_size(size)
                self._judge(table, seat, size, asked=seat in owing)
                if axe:
                    assert violations(self.page) == [], (table.rules.game.name, table.seq, seat, size)

    def _judge(self, table: Table, seat: str, size: ViewportSize, *, asked: bool) -> None:
        """Measure the page as it stands."""
        where = (table.rules.game.name, table.seq, seat, size)
        found = self.page.evaluate(LOOK)
        assert found["size"] == [size["width"], size["height"]], where
        assert found["over"] <= 0, where
        assert found["outside"] == [], where
        assert found["clipped"] == [], where
        least = max(14, size["height"] / 45) if not seat and size["width"] > size["height"] else 14
        assert [letters for letters in found["letters"] if letters[0] < least - 0.01] == [], where
        assert PROGRAMMERS.findall(found["text"]) == [], where
        assert self.heights.setdefault((table.id, seat, str(size)), found["heights"]) == found["heights"], where
        if asked:
            assert "mine" in found["asked"], where
            assert found["open"], where


def walk(states: Iterator[Table], screens: Screens, every: int, most: int, first: int = 0) -> int:
    """Look at each such state from the first one on, and at the last; gives how many were looked at."""
    looked, table = 0, None
    for number, table in enumerate(states):
        if number >= first and number % every == 0:
            screens.look(table, axe=number % (every * 20) == 0 and len(TRIED) == len(SIZES))
            looked += 1
        if number == most:
            return looked
    assert table is not None
    screens.look(table, axe=False)
    return looked + 1


@pytest.mark.parametrize(("game", "seats"), usually(SUBJECTS, "shazamm", "bhm", "mamlejet"))
def test_every_state_of_matches_by_chance(game: str, seats: int, address: str, hub: Hub, new_context: NewContext) -> None:
    screens = Screens(address, new_context)
    for seed in range(matches(1, 1, 1, 30)):
        assert walk(by_chance(hub, game, seats, seed), screens, by_form(50, 50, 40, 1), by_form(50, 50, 200, 2_000), by_form(1, 1, 0, 0))


@pytest.mark.parametrize("path", generate_golden.files(), ids=lambda path: f"{path.parent.name}-{path.stem}")
@pytest.mark.long
def test_every_state_of_a_golden_match(path: Path, address: str, hub: Hub, new_context: NewContext) -> None:
    assert walk(golden(hub, path), Screens(address, new_context), by_form(60, 60, 60, 1), 2_000)


LEAVING = """() => [...document.querySelectorAll('#board .thing')].flatMap((thing) => {
  const frame = thing.querySelector('rect')?.getBoundingClientRect();
  if (!frame) return [];
  return [...thing.querySelectorAll('text, path.icon')].map((e) => [e, e.getBoundingClientRect()])
    .filter(([, at]) => at.left < frame.left - 2 || at.right > frame.right + 2)
    .map(([e]) => `${thing.id}: ${e.textContent || e.getAttribute('class')}`);
})"""
"""Words and signs that leave the frame of their thing to the left or the right."""


@pytest.mark.parametrize("game", usually(("shazamm", "moriham", "datamorphs", "bhm"), "bhm"))
def test_what_lies_in_a_frame_stays_in_it(game: str, address: str, hub: Hub, new_context: NewContext) -> None:
    page = new_context(locale="es", viewport=SIZES[0]).new_page()
    for number, table in enumerate(by_chance(hub, game, 2, 2)):
        if number % by_form(15, 15, 3, 1) == 0:
            page.goto(f"{address}/match/{table.id}/seat/A")
            assert page.evaluate(LEAVING) == [], number
        if number > by_form(60, 60, 200, 2_000):
            return
