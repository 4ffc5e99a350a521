"""Whatever a guide says, on a television all that matters is on one screen: guide, board, both players, and what is to be entered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tapete import games
from tapete.i18n import Language
from tapete.presentation import lessons
from tapete.presentation.lesson import Guide
from tapete.station.lessons.guide import Progress
from tests.station.lessons.guided import actions_of
from tests.web.browser.conftest import NewContext
from tests.web.browser.screens import SIZES
from tests.web.browser.stations import PATIENCE_MS, Stand, at_stage, stand

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

GUIDES = [guide for name in games.names() for guide in lessons.all_of(name)]
WIDTH, HEIGHT = SIZES["television"]
MOST_LINES = 5
"""Of each text of a guide."""

MEASURE = """() => {
    const within = (e, frame) => {
        const r = e.getBoundingClientRect(), f = frame.getBoundingClientRect();
        return r.height > 0 && r.top >= f.top - 1 && r.bottom <= f.bottom + 1 && r.left >= f.left - 1 && r.right <= f.right + 1;
    };
    const screen = {getBoundingClientRect: () => ({top: 0, left: 0, bottom: innerHeight, right: innerWidth})};
    const all = where => [...document.querySelectorAll(where)];
    const lines = e => Math.round(e.getBoundingClientRect().height / parseFloat(getComputedStyle(e).lineHeight));
    const side = document.querySelector(".side");
    const asked = all("#actions .form").filter(e => !e.closest("details")).slice(0, 2);
    const has = { guide: all("#guide .guide"), board: all("#board svg.board"), seats: all("#seats .seat .big, #seats .status") };
    const hidden = Object.entries(has).filter(([, found]) => !found.length || !found.every(e => within(e, screen))).map(([name]) => name);
    if (side.scrollTop || !has.seats.every(e => within(e, side))) hidden.push("side");
    if (asked.length && !within(asked[0].querySelector("button[type=submit]"), side)) hidden.push("asked");
    const texts = all("#guide p").filter(e => e.getClientRects().length);
    return {
        hidden,
        scrolls: document.documentElement.scrollHeight > innerHeight,
        smallest: Math.min(...texts.map(e => parseFloat(getComputedStyle(e).fontSize))),
        lines: Math.max(...texts.filter(e => e.matches(".guide-says, .explained, .notice")).map(lines)),
        asked: asked.length,
    };
}"""


FACES = (6, 1, 4)
"""What all dice of a walk show: they hit; they fail in the worst way; soldiers miss where enemies hit, and most has to be told."""


def faces_of(guide: Guide) -> tuple[int, ...]:
    """The faces with which a guide says different things; one where nobody rolls."""
    rolls = any(pattern["action"] == "enter_roll" for instruction in guide.instructions for pattern in instruction.answers)
    return FACES if rolls else FACES[:1]


def led(made: Stand, guide: Guide, face: int = FACES[0]) -> Iterator[Progress]:
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
        for action in actions_of(guide, table, progress.instruction, face):
            table.submit(action)


def length(progress: Progress, language: Language) -> int:
    """Letters of all that a guide shows."""
    texts = (progress.says, progress.explained, progress.instruction.why if progress.instruction is not None else None)
    return sum(len(text.in_(language)) for text in texts if text is not None)


def measured(page: Page, made: Stand) -> dict[str, object]:
    """How the screen of a match stands."""
    page.goto(f"{made.address}/station")
    at_stage(page, "play")
    found: dict[str, object] = page.evaluate(MEASURE)
    return found


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: f"{guide.game}-{guide.seats}")
def test_the_longest_step_leaves_room_for_all_that_matters(
    guide: Guide, language: Language, tmp_path: Path, new_context: NewContext
) -> None:
    with stand(tmp_path, language, simulated=False) as made:
        page = new_context(viewport={"width": WIDTH, "height": HEIGHT}).new_page()
        steps = [(length(progress, language), progress.number, face) for face in faces_of(guide) for progress in led(made, guide, face)]
        _, longest, face = max(steps)
        for progress in led(made, guide, face):
            if progress.number >= longest:
                break
        found = measured(page, made)
        assert (found["hidden"], found["scrolls"]) == ([], False)
        assert found["smallest"] >= HEIGHT / 40 - 0.1  # type: ignore[operator]  # a number
        assert found["lines"] <= MOST_LINES  # type: ignore[operator]  # the same


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: f"{guide.game}-{guide.seats}")
def test_the_guide_offers_what_it_asks_for(guide: Guide, tmp_path: Path, new_context: NewContext) -> None:
    """The first instruction that is declared has its form open, with its values chosen as far as the guide names them."""
    with stand(tmp_path, "en", simulated=False) as made:
        page = new_context(viewport={"width": WIDTH, "height": HEIGHT}).new_page()
        instruction = next(
            progress.instruction for progress in led(made, guide) if progress.instruction is not None and progress.instruction.answers
        )
        assert measured(page, made)["asked"]
        form = page.locator("#actions form").first
        assert form.locator("input[name=action]").get_attribute("value") == instruction.answers[0]["action"]
        assert not page.locator("#more-actions").evaluate("e => e.open")
