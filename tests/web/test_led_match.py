"""A first match step by step away from a station: the table's page and the phones follow the same guide, also after a restart."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tapete.console.clock import RealClock
from tapete.core.scene import Panel
from tapete.lessons.led_match import BOTH_S, LedMatch
from tapete.table import Hub, Journal, Table
from tests.table.fake_console import FakeConsole
from tests.web.conftest import Visitor


def lesson_of(visitor: Visitor, place: str) -> str:
    """The words of the lesson on a page; empty where there is none."""
    found = re.search(r'<section class="lesson.*?</section>', visitor.get(place).text, re.S)
    return html.unescape(" ".join(re.sub(r"<[^>]+>", " ", found[0]).split())) if found else ""


def strip_of(visitor: Visitor, place: str) -> str:
    found = re.search(r'<h1 id="asked"[^>]*>(.*?)</h1>', visitor.get(place).text, re.S)
    assert found
    return html.unescape(found[1]).strip()


@pytest.fixture
def duel(visitor: Visitor, hub: Hub) -> Table:
    names = {"name.moriham.A": "Ana", "name.moriham.B": "Bruno"}
    page = visitor.enter("/new", game="moriham", **{"guided.moriham": "2"}, **names)
    found = hub.table(page.url.path.rpartition("/")[2])
    assert found is not None
    return found


def test_the_lobby_begins_it_and_every_page_tells_the_step(visitor: Visitor, hub: Hub, duel: Table) -> None:
    table, ana, bruno = f"/match/{duel.id}", f"/match/{duel.id}/seat/A", f"/match/{duel.id}/seat/B"
    assert 'name="guided.moriham"' in visitor.get("/").text
    for place in (table, ana, bruno):
        assert "step 1 of 23" in lesson_of(visitor, place)
        assert "LOCK" not in lesson_of(visitor, place), "no console follows it"
    assert strip_of(visitor, ana) == "Do it with your hands. Then touch “Done”."
    assert strip_of(visitor, bruno) == "It is the turn of Ana."
    assert "b-do-followed" not in visitor.get(bruno).text
    visitor.enter(f"{ana}/touch", press="followed", value="0")
    assert "step 2 of 23" in lesson_of(visitor, table)
    visitor.enter(f"{ana}/touch", press="followed", value="0")
    assert "step 2 of 23" in lesson_of(visitor, table), "the second tap of a double one is for the step before"


def until_asked(visitor: Visitor, duel: Table) -> None:
    """Say that every instruction for hands is followed."""
    page = visitor.get(f"/match/{duel.id}").text
    while found := re.search(r'id="b-do-followed"[^>]*data-value="(\d+)"', page):
        page = visitor.enter(f"/match/{duel.id}/touch", press="followed", value=found[1]).text


def test_what_the_step_does_not_need_is_taken_back_with_a_sentence(visitor: Visitor, duel: Table) -> None:
    until_asked(visitor, duel)
    before = duel.seq
    duel.submit({"action": "start_game", "first": "B"})
    duel.settle()
    assert duel.line() == tuple(range(1, before + 1))
    for place in (f"/match/{duel.id}", f"/match/{duel.id}/seat/B"):
        assert "↶ That is legal too" in lesson_of(visitor, place)
    duel.submit({"action": "start_game", "first": "A"})
    duel.settle()
    assert "↶" not in lesson_of(visitor, f"/match/{duel.id}")


def test_it_goes_on_after_a_restart_until_people_leave_it(visitor: Visitor, hub: Hub, duel: Table, tmp_path: Path) -> None:
    until_asked(visitor, duel)
    told = lesson_of(visitor, f"/match/{duel.id}")
    again: Callable[[], LedMatch] = lambda: LedMatch(hub, duel, lambda: None)  # noqa: E731
    progress = again().progress()
    assert progress is not None
    assert f"step {progress.number + 1} of" in told
    assert "Go on without the guide" in visitor.enter(f"/match/{duel.id}/touch", press="sheet", value='"more"').text
    visitor.enter(f"/match/{duel.id}/touch", press="free", value="null")
    assert lesson_of(visitor, f"/match/{duel.id}") == ""
    assert again().progress() is None
    hub.close()
    hub = Hub(Journal(hub.journal.path))
    lesson = hub.extras.of(duel.id).lesson
    assert lesson is not None
    assert lesson.over
    hub.close()


def test_a_lesson_for_so_many_must_be_there(visitor: Visitor, hub: Hub) -> None:
    assert visitor.enter("/new", game="moriham", **{"guided.moriham": "4"}).status_code == 400
    assert not hub.matches()


def test_the_page_of_forms_leads_too_without_scripts(visitor: Visitor, duel: Table) -> None:
    """A browser without scripts is sent there; its buttons are plain forms."""
    ana, bruno = f"/match/{duel.id}/seat/A/list", f"/match/{duel.id}/seat/B/list"
    page = visitor.get(ana).text
    assert "step 1 of 23" in page
    assert "Ana: take Reed Scout" in html.unescape(page)
    assert '"press" value="followed"' in page
    assert '"press" value="followed"' not in visitor.get(bruno).text, "the step is Ana's"
    fields = dict(re.findall(r'name="(back|press|value)" value="([^"]*)"', page[page.index('name="back"') :])[:3])
    after = visitor.enter(f"/match/{duel.id}/seat/A/touch", **fields)
    assert after.url.path == ana
    assert "step 2 of 23" in after.text
    assert "step 2 of 23" in visitor.get(bruno).text
    assert '"press" value="followed"' in visitor.get(bruno).text


class Told(RealClock):
    """A clock that stands still until the test moves it."""

    at = 100.0

    def now(self) -> float:
        return self.at


def test_a_console_confirms_with_lock_what_hands_have_done(visitor: Visitor, hub: Hub, duel: Table) -> None:
    """The panels ask for LOCK and nothing else, pages and panels say so, and each press is one step."""
    place, made = f"/match/{duel.id}", list[FakeConsole]()

    def opens(*told: Any) -> FakeConsole:
        made.append(FakeConsole(*told))
        return made[-1]

    def panels() -> list[Panel]:
        assert duel.settle()
        return [made[0].panel(number) for number in (0, 1)]

    clock = hub.clock = Told()
    visitor.get(place)
    hub.add_console(opens)
    console = made[0]
    assert [(panel.lamp, panel.lock, panel.bid, panel.dice) for panel in panels()] == [("turn", "ready", None, ())] * 2
    assert strip_of(visitor, place) == "Do it with your hands. Then touch “Done”, or press LOCK on the console."
    assert "<small>LOCK</small>" in visitor.get(f"{place}/seat/A").text
    assert "LOCK says that it is done." in visitor.get(f"{place}/seats").text
    assert visitor.get("/console").text.count("LOCK says that it is done.") == 2
    before = duel.seq
    console.press_lock(0)
    assert "step 2 of 23" in lesson_of(visitor, place)
    console.press_lock(1)
    assert "step 2 of 23" in lesson_of(visitor, place), "both have done the same step, and both said so"
    clock.at += BOTH_S
    console.press_lock(1, revision=1)
    panels()
    console.press_lock(1, revision=1)
    assert "step 3 of 23" in lesson_of(visitor, place), "a press of an old picture counts once"
    assert duel.seq == before, "none of it is a move"
    clock.at += BOTH_S
    visitor.enter(f"{place}/touch", press="free", value="null")
    assert [panel.lock for panel in panels()] != ["ready", "ready"], "LOCK answers what the match asks again"
    console.press_lock(0)
    assert lesson_of(visitor, place) == ""
