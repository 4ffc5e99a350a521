"""What the pages say of a panel: the numbers it shows, the light on it, and what its buttons do at this moment."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, get_args

import pytest

from tapete.console import reports
from tapete.core.scene import DIE_PURPOSES, Bounds, Lamp, Panel
from tapete.core.texts import LANGUAGES, Language, Words
from tapete.presentation import legend
from tapete.presentation import panel as panels
from tapete.table import Hub, Table
from tapete.table.prompts import lock_says
from tapete.web.view import MatchView
from tapete.web.view.seats import STATUS
from tapete_console import lights
from tapete_console.picture import LAMPS, PURPOSES
from tests.contract.test_contract import SUBJECTS, Subject, subject_id
from tests.contract.test_panels import states
from tests.run_forms import by_form
from tests.table.fake_console import FakeConsole
from tests.web.conftest import Visitor
from tools import generate_light_gallery as gallery

games = pytest.mark.parametrize("subject", [one for one in SUBJECTS if one.name != "fairground"], ids=subject_id)


@pytest.mark.slow
@games
def test_page_and_panel_agree_and_every_press_has_its_words(subject: Subject) -> None:
    for number, match in enumerate(states(subject)):
        if number % by_form(40, 40, 5, 1):
            continue
        table = Table(match, passes_by_itself=False)
        views = {language: MatchView(table, language) for language in LANGUAGES}
        for panel in match.rules.scene(match.state).panels:
            for language, view in views.items():
                box = view.boxes.box(panel.seat)
                assert box.figures.value == panel.value, (panel, box)
                assert box.figures.largest in (0, panel.largest), (panel, box)
                assert (box.status, box.status_text) == (panel.lamp, STATUS[panel.lamp][1].in_(language))
                says = lock_says(match.rules, match.state, panel.seat)
                asked = panel.pick or panel.dice or says is not None or table.lock_means is not None
                assert bool(box.presses) == bool(asked or panel.lamp == "turn"), (panel, box.presses)
                if says is not None:
                    button = view.voice.button(tag(says))
                    assert box.presses == (f"LOCK: «{button}»." if language == "es" else f"LOCK: “{button}”.")
                assert panels.description(panel, box.presses, language, view.words).count(str(panel.value)) >= 1


def tag(action: Any) -> str:
    return str(action.__struct_config__.tag)


def test_pages_say_that_lock_ticks_what_hands_must_do(visitor: Visitor, hub: Hub) -> None:
    """Where a console is there, and asked for nothing else; the step that is ticked leaves every page."""
    table = hub.begin("moriham", names={"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game", "first": "A"})
    place, made = f"/match/{table.id}", list[FakeConsole]()
    assert "LOCK" not in visitor.get(place).text

    def opens(*told: Any) -> FakeConsole:
        made.append(FakeConsole(*told))
        return made[-1]

    hub.add_console(opens)
    assert visitor.get(place).text.count("<small>LOCK: done</small>") == 2
    assert "LOCK says that it is done." in visitor.get(f"{place}/seats").text
    assert visitor.get("/console").text.count("LOCK says that it is done.") == 2
    made[0].press_lock(1)
    assert table.settle()
    for page in (place, f"{place}/seat/A"):
        assert "draw five cards" not in visitor.get(page).text
        assert "2/2" in visitor.get(page).text
    made[0].press_lock(0, revision=1)
    assert table.settle()
    assert "LOCK" not in visitor.get(place).text
    assert [made[0].panel(number).lock for number in (0, 1)] == [None, None]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_locked_bid_is_taken_back_where_it_lies(language: Language) -> None:
    asked = Panel(seat="A", value=9, largest=50, lamp="turn", bid=Bounds(1, 9))
    said = panels.presses(asked, "", language, Words())
    assert ("LOCK" in said, "1" in said, "9" in said) == (True, True, True)
    ready = Panel(seat="A", value=9, largest=50, lamp="ready", bid=Bounds(1, 9))
    assert panels.presses(ready, "", language, Words(), bid="locked") not in ("", said)
    assert panels.presses(ready, "", language, Words(), bid="away") == "", "a phone has it: LOCK opens nothing"


def test_shazamms_panel_says_how_a_bid_is_set_and_opened_again(hub: Hub, visitor: Visitor, console: FakeConsole) -> None:
    table = hub.begin("shazamm")
    place = f"/match/{table.id}"
    asked = "MINUS and PLUS set the bid, 1 to 50; LOCK keeps it secret."
    assert lines(visitor.get(f"{place}/list").text) == [f"Panel 1: {asked}", f"Panel 2: {asked}"]
    assert table.settle(30)
    console.lock(0, 7)
    assert lines(visitor.get(f"{place}/list").text) == ["Panel 1: LOCK opens the bid again.", f"Panel 2: {asked}"]
    table.submit({"action": "lock_bid", "seat": "B", "amount": 3})
    assert lines(visitor.get(f"{place}/list").text) == ["Panel 1", "Panel 2"], "both are locked: nothing is opened again"


@pytest.fixture
def console(hub: Hub) -> FakeConsole:
    made: list[FakeConsole] = []

    def open_console(on_report: Callable[[reports.ConsoleReport], None], kept: Callable[[str], int]) -> FakeConsole:
        made.append(FakeConsole(on_report, kept))
        return made[-1]

    hub.add_console(open_console)
    return made[0]


def lines(page: str) -> list[str]:
    """The lines about panels of a page."""
    return re.findall(r'<p class="fact panel-line">([^<]*)</p>', page)


def test_beside_each_seat_with_a_panel_stands_what_its_buttons_do(hub: Hub, visitor: Visitor, console: FakeConsole) -> None:
    table = hub.begin("datamorphs", catalogue="starter")
    place = f"/match/{table.id}"
    nothing = "No button answers now: declare it on the page."
    assert lines(visitor.get(f"{place}/list").text) == [f"Panel 1: {nothing}", f"Panel 2: {nothing}"]
    table.submit({"action": "start_game"})
    asked = lines(visitor.get(f"{place}/list").text)[0]
    assert asked.startswith("Panel 1: LOCK: “")
    assert table.settle(30)
    console.press_lock(0)
    assert lines(visitor.get(f"{place}/list").text) == ["Panel 1: LOCK: “Change my choice”.", asked.replace("1", "2", 1)]
    assert lines(visitor.get(f"{place}/seat/B/list").text) == [asked.replace("1", "2", 1)]
    console.vanish()
    assert lines(visitor.get(f"{place}/list").text) == [], "a panel that is away answers nothing"


def test_who_sits_without_a_panel_is_told_of_none(hub: Hub, visitor: Visitor, console: FakeConsole) -> None:
    table = hub.begin("bhm", seats=3, catalogue="starter")
    assert [line.partition(":")[0] for line in lines(visitor.get(f"/match/{table.id}/list").text)] == ["Panel 1", "Panel 2"]
    assert "C: the counter" not in visitor.get("/console").text
    assert "B: the counter shows 0 of 32." in visitor.get("/console").text


def test_no_light_is_left_without_a_meaning() -> None:
    assert set(LAMPS) == set(get_args(Lamp)) == set(STATUS)
    assert set(PURPOSES) == set(DIE_PURPOSES)
    every = {name for name in LAMPS if name not in ("dark", "ready")} | set(PURPOSES)
    assert every <= set(legend.BY_LAMP)
    assert {state.lamp for state in (*legend.STATES, *legend.RARE)} == set(gallery.LAMPS)


FILMS: dict[str, Callable[[int], list[int]]] = {
    "not_now": lambda now: lights.not_now(now, 10),
    "running": lambda now: lights.running(now, 10),
    "face": lambda now: lights.face(7, 10),
    "pressed": lambda now: lights.pressed(2, 10),
    "alarm": lambda now: lights.alarm(now, 10),
}


@pytest.mark.parametrize("state", [*legend.STATES, *legend.RARE], ids=lambda state: state.lamp)
def test_the_card_says_what_the_firmware_draws(state: legend.LampState) -> None:
    film = FILMS.get(state.lamp)
    frames = [film(now) if film is not None else lights.lamp(state.lamp, now, 10) for now in range(0, 6000, 40)]
    lit = {place + 1 for frame in frames for place, pixel in enumerate(frame) if pixel}
    assert lit == set(state.lit)
    moves = len({tuple(frame) for frame in frames}) > 1
    assert moves == (state.moves.in_("en") not in ("still", "shines twice"))


def test_a_panel_and_its_words_agree_on_the_lamp() -> None:
    for panel, lamp in (
        (Panel(seat="A", value=1, largest=9, lamp="turn", bid=Bounds(1, 9)), "bid"),
        (Panel(seat="A", value=1, largest=9, lamp="turn", pick=Bounds(1, 9)), "pick"),
        (Panel(seat="A", value=1, largest=9, lamp="turn", lock="pass"), "lock"),
        (Panel(seat="A", value=1, largest=9, lamp="turn", dice=("d",), purpose="attack"), "attack"),
        (Panel(seat="A", value=1, largest=9, lamp="ready", lock="back"), "locked"),
    ):
        assert legend.lamp_of(panel) == lamp
        for language in LANGUAGES:
            assert legend.BY_LAMP[lamp].title.in_(language) in panels.description(panel, "", language, Words())
