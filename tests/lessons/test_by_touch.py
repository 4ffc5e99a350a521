"""Every lesson can be followed to its end by touching nothing but what the station's page marks and what its instruction names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import pytest

from tapete import games
from tapete.core.codec import builtins
from tapete.core.kinds import name_of
from tapete.core.seats import Seat
from tapete.lessons.guide import Progress
from tapete.presentation import lessons
from tapete.presentation.lesson import Guide
from tapete.station import settings
from tapete.station.settings import Settings
from tapete.station.station import Station
from tapete.table import Hub, Journal, Table
from tapete.table import page as page_source
from tapete.table.question.selection import Press
from tapete.web.board_view import BoardView
from tapete.web.match_pages import PageCache, PageHooks
from tapete.web.station.kiosk.hosting import Host

GUIDES = [guide for name in games.names() for guide in lessons.all_of(name)]
MOST_TOUCHES = 12
"""For one instruction of a lesson: a verb, and what it asks."""


def secret_of(guide: Guide, table: Table, number: int, seat: Seat) -> Any:
    """What an instruction lets a seat lock, as its words say: the value that the next reveal names."""
    for sealing in table.rules.game.sealings:
        for pattern in (pattern for one in guide.instructions[number:] for pattern in one.answers):
            if pattern["action"] == name_of(sealing.reveal):
                return builtins(pattern[sealing.parts[seat]] if sealing.parts else pattern[sealing.argument][seat])
    raise AssertionError(f"nothing is revealed after instruction {number}")


def touch(view: BoardView, told: Any) -> tuple[Press, Any]:
    """The next touch of a person who touches what is marked; `told` is the secret that the instruction names."""
    if view.asked.kind == "die":
        return "value", 7 if view.asked.path.startswith("initiative-B") else 6  # equal dice are rolled again
    if view.asked.kind == "secret" and view.action is not None and view.selection.sheet == view.asked.path:
        return "enter", told
    marked = [thing for thing, mark in view._marks().items() if mark == "wanted"]
    cards = [button for button in (view.sheet.buttons if view.sheet else ()) if button.class_ == "wanted"]
    if cards:
        return cast("Press", cards[0].press), cards[0].value
    if marked and view.asked.lit:
        return "thing", marked[0]
    buttons = [button for button in view.bar()[0] if button.class_ == "primary"]
    free = [button for button in (view.sheet.buttons if view.sheet else ()) if not button.class_]
    if not buttons and free:  # the lesson leaves it open
        return cast("Press", free[0].press), free[0].value
    assert buttons, (view.sentence(), view.asked.kind)
    press = buttons[0]
    if press.source == "number":
        wanted = view.hosted.accepts(str(view.action), view.asked.path)
        return cast("Press", press.press), wanted[0] if wanted else view.sheet.pad.value if view.sheet and view.sheet.pad else 0
    return cast("Press", press.press), press.value


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: f"{guide.game}-{guide.seats}")
def test_a_lesson_is_followed_by_touching_what_is_marked(guide: Guide, tmp_path: Path) -> None:
    settings.write(tmp_path, Settings(language="en"))
    hub = Hub(Journal(tmp_path / "matches.sqlite3"))
    station = Station(hub, tmp_path)
    page_cache = PageCache(PageHooks(hosted=lambda table, language, seat: Host(station, table, language).hosted(seat)))
    try:
        station.visitors.touch()
        for value in (guide.game, str(guide.seats), "guided"):
            station.visitors.choose(value)
        table = station.kiosk.table
        assert table is not None
        pages = page_cache.pages(table)
        touches: Mapping[int, int] = {}
        while (progress := station.lesson.progress()) is not None and progress.instruction is not None:
            touches = {progress.number: touches.get(progress.number, 0) + 1}
            assert touches[progress.number] <= MOST_TOUCHES, (progress.number, progress.says.in_("en"))
            view = pages.view("en", None)
            if view.idle:
                assert view.hosted.buttons[0].does == "done"
                station.lesson.done(view.hosted.buttons[0].number)
                continue
            press, value = touch(view, told(guide, table, progress, view))
            said = pages.selections.press(None, press, value, table.question, page_source(None))
            assert not said, (progress.number, press, value, said[0].text(table.rules.words).in_("en"))
            assert table.settle(20)
            assert station.lesson.said is None, (progress.number, press, value)
        assert pages.view("en", None).hosted.buttons[0].does == "free"
    finally:
        station.close()
        hub.close()


def told(guide: Guide, table: Table, progress: Progress, view: BoardView) -> Any:
    """The secret that an instruction names, where one is asked for."""
    return secret_of(guide, table, progress.number, cast("Seat", view.actor)) if view.asked.kind == "secret" else None
