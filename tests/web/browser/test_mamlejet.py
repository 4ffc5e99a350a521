"""Mamlejet on the plain page: a round from the keyboard, dice without scripts, the time that is left; its pictures on every screen."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any

import pytest

from tapete.bots import bot_of
from tapete.core import position as positions
from tapete.core.steps import Dice
from tapete.table import Hub, Table
from tests.games.mamlejet.camp import Camp
from tests.web.browser.conftest import NewContext
from tests.web.browser.looking import TOO_WIDE, at_every_size, looks, resize, violations
from tests.web.browser.screens import SIZES

if TYPE_CHECKING:
    pass

pytestmark = pytest.mark.browser

PATIENCE_MS = 30_000


@pytest.mark.halves
@pytest.mark.long
def test_the_pages_are_free_of_axe_violations_and_fit_every_screen(address: str, hub: Hub, new_context: NewContext) -> None:
    names: dict[Any, str] = dict(zip("ABCD", ("Ana", "Bruno", "Carla", "Daniel"), strict=True))
    places: dict[str, str] = {}
    for number in (1, 2, 3, 4):
        until = {1: "Plan", 2: "Dice", 3: "Assaults", 4: "Window"}[number]
        table = next(
            table
            for seed in range(1, 20)
            if play_until(
                table := hub.begin("mamlejet", {"level": "heroe"}, {seat: names[seat] for seat in list(names)[:number]}), until, seed
            )
        )
        places[f"{number}"] = f"/match/{table.id}/list"
        if number in (1, 4):
            places[f"{number}-seat"] = f"/match/{table.id}/seat/A/list"
    found = []
    page = new_context(locale="es").new_page()
    for number, (name, path) in enumerate(places.items()):
        for size in at_every_size(page, f"{address}{path}"):
            assert page.evaluate(TOO_WIDE) <= 0, (name, size)
            smallest = page.evaluate(
                """() => Math.min(...[...document.querySelectorAll('main svg.board text')]
                    .map(e => parseFloat(getComputedStyle(e).fontSize) * e.ownerSVGElement.getScreenCTM().a))"""
            )
            assert smallest >= (SIZES[size][1] / 45 if size == "television" else 9) - 0.1, (name, size)
        for theme, size in looks(number):
            resize(page, size)
            page.goto(f"{address}{path}?theme={theme}")
            found += [(name, theme, size, wrong) for wrong in violations(page)]
    assert found == []


def play_until(table: Table, step_name: str, seed: int) -> bool:
    """Play to a step of the fifth round or later; False where the match is over before."""
    rng = random.Random(seed)
    bot = bot_of(table.rules, rng)
    assert bot is not None
    while table.state.round < 5 or type(table.state.agenda[-1]).__name__ != step_name:
        if table.result is not None:
            return False
        owed = table.awaiting()[0]
        roll = {"action": "enter_roll", "roll": owed.params.get("roll"), "value": rng.randint(1, 10)}
        plain: Any = roll if owed.meaning == "die" else bot.decide(table.state, owed.seat or "A", owed)
        table.submit(plain)
    return True


def test_a_round_goes_by_from_the_keyboard_alone(address: str, hub: Hub, new_context: NewContext) -> None:
    table = hub.begin("mamlejet", {"solo_skip_first_draw": False}, {"A": "Ana"})
    page = new_context(locale="en").new_page()
    page.goto(f"{address}/match/{table.id}/list")
    for _ in range(200):
        if table.state.round == 2:
            break
        owed = table.awaiting()[0]
        name = {"setup": "b-verb--keep-hand-", "plan": "b-verb--confirm-plan-"}.get(owed.what, "b-verb--pass-all-")
        if table.state.agenda and type(table.state.agenda[-1]).__name__ == "Cards":
            table.submit({"action": "discard", "seat": "A", "cards": ["unknown"] * table.state.agenda[-1].number})
            continue
        before = table.seq
        page.locator(f"#{name}").focus()
        page.keyboard.press("Enter")
        page.wait_for_function("before => Number(document.querySelector('main').dataset.seq) > before", arg=before, timeout=PATIENCE_MS)
    assert table.state.round == 2


NOT_TOLD = """EventSource.prototype.addEventListener = function (kind, hear) {
    if (kind !== 'here') EventTarget.prototype.addEventListener.call(this, kind, hear);
}"""
"""A page that the table does not tell its time, after the first."""


def test_the_time_that_is_left_counts_down_by_itself_whatever_the_devices_own_clock_says(
    address: str, hub: Hub, new_context: NewContext
) -> None:
    table = hub.begin("mamlejet", {"mode": "clock", "clock_minutes": 30}, {"A": "Ana"})
    page = new_context(locale="es").new_page()
    page.add_init_script(NOT_TOLD)
    page.clock.install(time="2031-05-01T18:00:00Z")  # years ahead of the table's own
    page.goto(f"{address}/match/{table.id}/list")
    timer = page.locator("#next .clock strong")
    assert timer.inner_text() == "30:00"
    page.clock.run_for(5_000)
    assert timer.inner_text() == "30:00", "decks and hands take no time"
    page.locator("#b-verb--keep-hand-").click()
    page.wait_for_function("() => document.querySelector('#next .clock [data-until]')", timeout=PATIENCE_MS)
    seen = page.evaluate("document.querySelector('[data-until]').textContent")
    assert re.fullmatch(r"(30:0[01]|29:\d\d)", seen), seen  # this page heard the table's time once, as late as the page came
    page.clock.run_for(61_000)
    minutes, seconds = (int(part) for part in timer.inner_text().split(":"))
    assert 60 * minutes + seconds <= 30 * 60 - 61
    assert 60 * minutes + seconds >= 27 * 60
    assert timer.get_attribute("aria-live") == "off", "nobody is told the time each second"
    page.clock.run_for(31 * 60_000)
    assert timer.inner_text() == "0:00"


def test_without_scripts_the_page_says_the_time_as_it_was_drawn(address: str, hub: Hub, new_context: NewContext) -> None:
    table = hub.begin("mamlejet", {"mode": "clock", "clock_minutes": 30}, {"A": "Ana"})
    table.submit({"action": "keep_hand", "seat": "A"})
    page = new_context(locale="en", java_script_enabled=False).new_page()
    page.goto(f"{address}/match/{table.id}/list")
    assert re.fullmatch(r"Time of play left: (30:00|29:\d\d)", page.locator("#next .clock").inner_text())


def test_without_scripts_a_die_is_one_press(address: str, hub: Hub, new_context: NewContext) -> None:
    """The dice of a batch come one after the other, and each face is large enough for a thumb."""
    fights = [("centinela", {"opponent": 3, "dedicated": "fights"})]
    camp = Camp(
        at="3a_w1",
        A={"in_play": fights},
        B={"in_play": [("herrero", {"opponent": 4, "dedicated": "fights"})]},
        front=(("e-guerrero", {"opponent": 1}), ("e-guerrero", {"opponent": 2})),
    )
    table = hub.begin("mamlejet", {}, {"A": "Ana", "B": "Bruno"}, position=positions.dump(camp.rules, camp.state), catalogue="starter")
    while not isinstance(table.state.agenda[-1], Dice):
        table.submit({"action": "pass_all"})
    rolls = [die.id for die in table.state.agenda[-1].due]
    page = new_context(locale="en", java_script_enabled=False, viewport={"width": 360, "height": 740}).new_page()
    page.goto(f"{address}/match/{table.id}/list")
    small = page.locator(".keys button").evaluate_all("all => all.filter(e => e.getBoundingClientRect().height < 44).length")
    assert small == 0
    for face in (9, 10):
        page.locator(f"#b-value-{face}").click()
        page.wait_for_load_state()
    assert [entry.action["roll"] for entry in table.entries if entry.action and entry.action["action"] == "enter_roll"] == rolls[:2]
