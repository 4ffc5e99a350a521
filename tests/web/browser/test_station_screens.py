"""On a station's screen everything is in its place in every state: nothing off screen, nothing cut off, nothing to scroll.

A screen is 1280 x 720 or 1920 x 1080. The long forms look at every state of every lesson and at each eleventh of a whole free match of each
game (each one at night), at both sizes, in one language by the commit's turn and in both at night; the usual one at some states of each
match. A lesson's screen follows by itself, and each eighth step is opened anew.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tapete import games
from tapete.core.texts import Given
from tapete.i18n import Language
from tapete.lessons.guide import Progress
from tapete.presentation import lessons
from tapete.presentation.lesson import Guide
from tapete.station.kiosk.show import Show
from tapete.testing.contract import QUIET
from tests.lessons.walks import actions_of
from tests.run_forms import by_form, form, turn, usually
from tests.web.browser.conftest import NewContext
from tests.web.browser.looking import in_both_languages, thorough
from tests.web.browser.stations import PATIENCE_MS, Stand, at_stage, stand

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

GUIDES = [guide for name in games.names() for guide in lessons.all_of(name)]
SIZES = ((1280, 720), (1920, 1080))
SMALLEST = 1 / 45
"""Of the screen's height, the smallest text outside of boards."""

LONGEST_MATCH = 400
"""Actions of a free match that is played by chance."""

EACH = by_form(quick=24, usual=24, long=11, nightly=1)
"""So-many-th states of a free match are looked at."""

MEASURE = """smallest => {
    const wrong = [], all = where => [...document.querySelectorAll(where)].filter(e => e.getClientRects().length);
    const name = e => e.id || e.className || e.tagName;
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) wrong.push(`page ${root.scrollWidth} x ${root.scrollHeight}`);
    const zones = all('#strip, #news, #bar, #beside, #stage, .still .box');
    for (const zone of zones) {
        if (zone.scrollHeight > zone.clientHeight + 1 || zone.scrollWidth > zone.clientWidth + 1) wrong.push(`${name(zone)} is cut off`);
    }
    for (const e of all('button, a[href], input:not([type=hidden]), summary, .qr svg, #asked, .lesson p, .console p, .result, .count')) {
        if (e.closest('#sheet, #drawer, .visually-hidden, .skip')) continue;
        const r = e.getBoundingClientRect();
        if (r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1) wrong.push(`${name(e)} is off screen`);
        const zone = e.closest('#strip, #news, #bar, #beside'), z = zone && zone.getBoundingClientRect();
        if (z && (r.top < z.top - 1 || r.bottom > z.bottom + 1 || r.right > z.right + 1)) wrong.push(`${name(e)} leaves ${zone.id}`);
        if (e.matches('#bar button, #foot button') && e.scrollHeight > e.clientHeight + 2) wrong.push(`${name(e)} is cut off`);
    }
    for (const e of all('main *')) {
        if (e.ownerSVGElement || e.closest('.visually-hidden, .sr, #board, #sheet, #drawer, .show')) continue;
        if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
        const size = parseFloat(getComputedStyle(e).fontSize);
        if (size < smallest * innerHeight - 0.2) wrong.push(`${name(e)}: text of ${size} px`);
    }
    return [...new Set(wrong)];
}"""


def led(made: Stand, guide: Guide) -> Iterator[Progress]:
    """A guided match from its beginning to its end, instruction by instruction."""
    made.station.staff.reset()
    made.station.visitors.touch()
    for value in (guide.game, str(guide.seats), "guided"):
        made.station.visitors.choose(value)
    table = made.table()
    while True:
        assert table.settle(PATIENCE_MS / 1000)
        progress = made.station.lesson.progress()
        assert progress is not None
        yield progress
        if progress.instruction is None:
            return
        if not progress.instruction.answers:
            made.station.lesson.done(progress.number)
        for action in actions_of(guide, table, progress.instruction, 6):
            table.submit(action)


def measured(page: Page, where: str) -> list[Any]:
    """Measure what a page shows, at both sizes; gives what is wrong."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found += [(where, width, wrong) for wrong in page.evaluate(MEASURE, SMALLEST)]
    return found


def opened(made: Stand, page: Page, stage: str) -> None:
    """Open the screen of a station, and wait until it shows its stage."""
    page.goto(f"{made.address}/station?token={made.keys.table}")
    at_stage(page, stage)


def looker(made: Stand, page: Page) -> Callable[[str, str], list[Any]]:
    """What looks at the screen of a station as it is now, at both sizes, and says what is wrong."""

    def look(stage: str, where: str) -> list[Any]:
        opened(made, page, stage)
        found = measured(page, where)
        page.goto("about:blank")  # a station's page goes on by itself
        return found

    return look


@pytest.mark.halves
@in_both_languages("es")
@pytest.mark.parametrize("guide", GUIDES, ids=lambda one: f"{one.game}-{one.seats}")
@pytest.mark.long
def test_every_step_of_a_lesson_fits_the_screen(guide: Guide, language: Language, tmp_path: Path, new_context: NewContext) -> None:
    with stand(tmp_path, language, simulated=guide is GUIDES[0], lan=True) as made:
        page, wrong, seen = new_context().new_page(), list[Any](), 0
        for progress in led(made, guide):
            if progress.number % 8 == 0 or progress.instruction is None:
                opened(made, page, "play")
            if progress.instruction is not None:
                page.locator(".lesson .steps", has_text=f" {progress.number + 1} ").wait_for()
            wrong += measured(page, f"{guide.game} step {progress.number + 1}")
            seen += 1
        assert wrong == []
        assert seen >= len(guide.instructions) - 2, "the last ones may be answered together"


@pytest.mark.halves
@pytest.mark.parametrize("game", usually(games.names(), "shazamm", "bhm"))
def test_every_state_of_a_whole_match_fits_the_screen(game: str, tmp_path: Path, new_context: NewContext) -> None:
    found = games.find(game)
    assert found is not None
    rng = random.Random(3)
    spoken: tuple[Language, ...] = ("es", "en")
    turn_here = turn() + games.names().index(game)
    for language in spoken if form() == "nightly" else spoken[turn_here % 2 :][:1]:
        with stand(tmp_path / language, language, simulated=False, lan=True, end_s=1_800) as made:
            look = looker(made, new_context().new_page())
            made.station.visitors.touch()
            for value in (game, str(found.most), "free"):
                made.station.visitors.choose(value)
            table, wrong = made.table(), []
            for number in range(LONGEST_MATCH if thorough() else 25):
                if table.result is not None:
                    break
                if number % EACH == 0:
                    wrong += look("play", f"{game} after {number}")
                action = table.rules.sample(table.state, rng, avoid=QUIET)
                assert action is not None
                table.submit(action)
            assert wrong == []


def test_long_captions_make_the_board_smaller_and_never_the_page_longer(
    tmp_path: Path, new_context: NewContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Show, "captions", (Given("Ana juega una carta y roba otra. " * 9),) * 3)
    with stand(tmp_path, "es", simulated=False, lan=True) as made:
        page = new_context().new_page()
        opened(made, page, "attract")
        page.locator(".show .captions").wait_for()
        assert measured(page, "attract") == []
        height = page.locator(".show #board .board").evaluate("e => e.getBoundingClientRect().height")
        assert height > 150, "the board is still seen"


@pytest.mark.long
def test_what_is_asked_before_and_after_a_match_fits_the_screen(tmp_path: Path, new_context: NewContext) -> None:
    with stand(tmp_path, "es", simulated=False, lan=True) as made:
        look = looker(made, new_context().new_page())
        station = made.station
        wrong = look("attract", "attract")
        station.visitors.touch()
        wrong += look("choose", "games")
        station.visitors.choose("mamlejet")
        wrong += look("choose", "players")
        station.visitors.choose("2")
        wrong += look("choose", "lesson")
        station.visitors.choose("guided")
        made.table().submit(next(iter(actions_of(_guide("mamlejet"), made.table(), _first_action("mamlejet")))))
        assert made.table().settle(PATIENCE_MS / 1000)
        wrong += look("play", "lesson")
        made.later(station.staff.settings.idle_s)
        station.tick()
        wrong += look("play", "still there")
        station.visitors.hold()
        station.visitors.hold()
        wrong += look("play", "finish here")
        station.visitors.stop()
        wrong += look("end", "end")
        station.visitors.back()
        station.visitors.touch()
        station.visitors.choose("resume")
        wrong += look("choose", "code")
        assert wrong == []


def _guide(game: str) -> Guide:
    found = lessons.find(game, 2)
    assert found is not None
    return found


def _first_action(game: str) -> Any:
    return next(instruction for instruction in _guide(game).instructions if instruction.answers)
