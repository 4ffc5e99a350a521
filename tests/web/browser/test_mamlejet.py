"""Mamlejet on the page: rounds for two players and a whole solo match by pressing what the page offers; its pictures on every screen."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pytest

from tapete.bots import bot_of
from tapete.core import position as positions
from tapete.core.steps import Dice
from tapete.table import Hub, Table
from tests.games.mamlejet.camp import Camp
from tests.web.browser.conftest import NewContext, Watched, wait_for_text
from tests.web.browser.looking import TOO_WIDE, at_every_size, looks, resize, violations
from tests.web.browser.screens import SIZES
from tests.web.browser.test_card_games import step

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser

PATIENCE_MS = 30_000


def written(value: Any) -> str:
    """A value as the forms write it."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def fill(form: Locator, name: str, value: Any) -> bool:
    """Fill in one argument where the form shows it; False where it comes in a later step."""
    number, several = form.locator(f'[name="n:{name}"]'), form.locator(f'[name="e:{name}"]')
    if number.count():
        number.fill(str(value))
    elif several.count():
        places = form.locator(f'select[name="s:{name}"]')
        for place, one in enumerate(value):
            if places.count():
                places.nth(place).select_option(written(one))
            else:
                form.locator(f'input[name="s:{name}"][value={written(written(one))}]').check()
    elif form.locator(f'[name="r:{name}"]').count():
        for place, one in enumerate(value):
            form.locator(f'input[name="j:{name}/{place}"][value={written(written(one))}]').check()
    elif form.locator(f'[name="j:{name}"][type=radio]').count():
        form.locator(f'input[name="j:{name}"][value={written(written(value))}]').check()
    else:
        return False
    return True


def enter(page: Page, table: Table, plain: Mapping[str, Any]) -> int:
    """Do an action with the form that the page offers for it, step by step, and wait until the page shows what came of it.

    Returns:
        How many buttons were pressed.
    """
    name = f"form-{plain.get('seat') or 'table'}-{plain['action']}"
    left = {key: value for key, value in plain.items() if key not in ("action", "seat")}
    form, presses = page.locator(f"#{name}"), 0
    form.wait_for(timeout=PATIENCE_MS)
    while True:
        for key in [key for key, value in left.items() if fill(form, key, value)]:
            del left[key]
        presses += 1
        if form.locator("button[name=draft]").count():
            step(page, name)
            continue
        assert not left, (plain, left)
        before = table.seq
        form.locator("button[type=submit]").first.click()
        page.wait_for_function("before => Number(document.querySelector('main').dataset.seq) > before", arg=before, timeout=PATIENCE_MS)
        return presses


def throw(page: Page, table: Table, roll: str, value: int) -> None:
    """Type in a die: one touch on its face. The dice of a batch come one after the other in the same place."""
    pad = page.locator(f"form.pad:has(input[name='j:roll'][value='{written(roll)}']):not(.is-settling)")
    pad.wait_for(timeout=PATIENCE_MS)
    before = table.seq
    button = pad.locator(f"button[value='{value}']")
    button.tap() if page.evaluate("'ontouchstart' in window") else button.click()
    page.wait_for_function("before => Number(document.querySelector('main').dataset.seq) > before", arg=before, timeout=PATIENCE_MS)


class Player:
    """A person who does on the page what robots would, and types in every die."""

    def __init__(self, page: Page, table: Table, seed: int) -> None:
        self.page, self.table, self.rng = page, table, random.Random(seed)
        bot = bot_of(table.rules, self.rng)
        assert bot is not None
        self.bot = bot
        self.touches: Counter[str] = Counter()

    def act(self) -> None:
        """The next thing that is due."""
        owed = self.table.awaiting()[0]
        if owed.meaning == "die":
            plain: Any = {"action": "enter_roll", "roll": owed.params["roll"], "value": self.rng.randint(1, 10)}
            self.look_at_the_dice()
        else:
            plain = self.bot.decide(self.table.state, owed.seat or "A", owed)
            if plain["action"] == "pass":
                plain = {"action": "pass_all"}
        if plain["action"] == "enter_roll":
            throw(self.page, self.table, plain["roll"], plain["value"])
            self.touches["enter_roll"] += 1
        else:
            self.touches[plain["action"]] += enter(self.page, self.table, plain)

    def look_at_the_dice(self) -> None:
        """Every die that is still due has its keys, with what it is for and what it has to show."""
        dice = self.table.state.agenda[-1]
        assert isinstance(dice, Dice)
        due = [die for die in dice.dice if die.value is None]
        self.page.wait_for_function("n => document.querySelectorAll('form.pad legend').length === n", arg=len(due), timeout=PATIENCE_MS)
        for line, die in zip(self.page.locator("form.pad legend").all_text_contents(), due, strict=True):
            told = rf"\b{die.needs} (or more|o más)|only a 10|solo vale un 10|anything but a 1|todo menos un 1"
            assert die.needs is None or re.search(told, line), line
            assert not re.search(r"attack-\d|city-\d|assault-\d|initiative-", line), line


@pytest.mark.long
def test_two_players_play_several_rounds_on_the_tables_page(address: str, hub: Hub, new_context: NewContext) -> None:
    table = hub.begin("mamlejet", {"threat_skip_rounds": 0}, {"A": "Ana", "B": "Bruno"})
    watched = Watched()
    page = watched.watch(new_context(locale="en").new_page())
    page.goto(f"{address}/match/{table.id}/list")
    player = Player(page, table, seed=3)
    while table.state.round < 4:
        player.act()
    wait_for_text(page, "#board h1", "Round 4")
    windows = sum(entry.action is not None and entry.action["action"] == "pass_all" for entry in table.entries)
    assert player.touches["pass_all"] == windows > 10  # one touch for everybody, each time
    assert player.touches["enter_roll"] == sum(
        entry.action is not None and entry.action["action"] == "enter_roll" for entry in table.entries
    )
    assert watched.complaints == []
    assert all(url.startswith(address) for url in watched.asked)


@pytest.mark.long
def test_a_whole_solo_match_on_a_phone(address: str, hub: Hub, new_context: NewContext) -> None:
    table = hub.begin("mamlejet", {"threat_skip_rounds": 0, "win_emuna": 5, "loss_emuna": 5}, {"A": "Ana"})
    page = new_context(locale="es", viewport={"width": 360, "height": 740}).new_page()
    page.goto(f"{address}/match/{table.id}/list")
    player = Player(page, table, seed=6)
    while table.result is None:
        player.act()
    wait_for_text(page, "#result", {"win": "gana", "loss": "perdida", "draw": "Empate"}[table.result.kind])
    assert {"enter_roll", "play_resource", "reveal_enemy", "pass_all"} <= set(player.touches)


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
        name = {"setup": "form-A-keep_hand", "plan": "form-A-confirm_plan"}.get(owed.what, "form-table-pass_all")
        if table.state.agenda and type(table.state.agenda[-1]).__name__ == "Cards":
            table.submit({"action": "discard", "seat": "A", "cards": ["unknown"] * table.state.agenda[-1].number})
            continue
        before = table.seq
        page.locator(f"#{name} button[type=submit]").focus()
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
    page.locator("#form-A-keep_hand button[type=submit]").click()
    page.wait_for_function("() => document.querySelector('#next .clock [data-until]')", timeout=PATIENCE_MS)
    seen = page.evaluate("document.querySelector('[data-until]').textContent")
    assert re.fullmatch(r"(30:00|29:\d\d)", seen), seen
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


def combat(hub: Hub, **names: str) -> Table:
    """Two soldiers on either side at the last step before their dice: four dice come at once."""
    fights = [("centinela", {"opponent": 3, "dedicated": "fights"})]
    camp = Camp(
        at="3a_w1",
        A={"in_play": fights},
        B={"in_play": [("herrero", {"opponent": 4, "dedicated": "fights"})]},
        front=(("e-guerrero", {"opponent": 1}), ("e-guerrero", {"opponent": 2})),
    )
    return hub.begin("mamlejet", {}, dict(names), position=positions.dump(camp.rules, camp.state), catalogue="starter")  # type: ignore[arg-type]  # seats


def dice_of(table: Table) -> list[str]:
    step = table.state.agenda[-1]
    return [die.id for die in step.due] if isinstance(step, Dice) else []


@pytest.mark.parametrize("whose", ["", "/seat/A"])
def test_a_die_takes_one_touch_on_a_phone(address: str, hub: Hub, new_context: NewContext, whose: str) -> None:
    table = combat(hub, A="Ana", B="Bruno")
    page = new_context(locale="es", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True).new_page()
    page.goto(f"{address}/match/{table.id}{whose}/list")
    page.evaluate("window.touches = 0; addEventListener('touchstart', () => touches++, true)")
    while not dice_of(table):
        table.submit({"action": "pass_all"})
    mine = [die.id for die in table.state.agenda[-1].due if not whose or die.panel == "A"]
    assert len(mine) == (2 if whose else 4)
    for roll in mine:
        throw(page, table, roll, 2)
    assert page.evaluate("touches") == len(mine), "one touch a die, in the order in which they are asked"
    assert [entry.action["roll"] for entry in table.entries if entry.action and entry.action["action"] == "enter_roll"] == mine
    if whose:
        page.locator("form.pad").wait_for(state="detached", timeout=PATIENCE_MS)
        assert dice_of(table), "Bruno's dice are his"
    small = page.evaluate("[...document.querySelectorAll('.keys button')].filter(e => e.getBoundingClientRect().height < 44).length")
    assert small == 0


def test_a_double_tap_enters_one_die_and_a_key_of_the_keyboard_enters_one_too(address: str, hub: Hub, new_context: NewContext) -> None:
    table = combat(hub, A="Ana", B="Bruno")
    page = new_context(locale="en").new_page()
    page.goto(f"{address}/match/{table.id}/list")
    while not dice_of(table):
        table.submit({"action": "pass_all"})
    first, second, third, fourth = dice_of(table)
    page.locator(f"form.pad:not(.is-settling) input[value='{written(first)}']").wait_for(state="attached", timeout=PATIENCE_MS)
    key = page.locator("#form-table-enter_roll-4")
    # The second half of a double tap comes as soon as the next die stands in the same place.
    page.evaluate(
        """() => new Promise(done => {
            const pad = () => document.getElementById('form-table-enter_roll');
            const first = pad().elements['j:roll'].value;
            const wait = new MutationObserver(() => {
                if (pad().elements['j:roll'].value === first) return;
                wait.disconnect();
                tap();
                done();
            });
            const tap = () => {
                const key = document.getElementById('form-table-enter_roll-4');
                key.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
                key.click();
            };
            wait.observe(document.getElementById('main'), { childList: true, subtree: true });
            tap();
        })"""
    )
    page.wait_for_function("seq => Number(document.querySelector('main').dataset.seq) >= seq", arg=table.seq, timeout=PATIENCE_MS)
    assert dice_of(table) == [second, third, fourth]
    legend = page.locator("#form-table-enter_roll legend")
    assert "attacks" in legend.inner_text()
    key.focus()
    for roll, digit in ((second, "7"), (third, "0")):
        page.locator(f"#form-table-enter_roll input[value='{written(roll)}']").wait_for(state="attached", timeout=PATIENCE_MS)
        before = table.seq
        page.keyboard.press(digit)
        page.wait_for_function("before => Number(document.querySelector('main').dataset.seq) > before", arg=before, timeout=PATIENCE_MS)
    entered = {entry.action["roll"]: entry.action["value"] for entry in table.entries if entry.action and "roll" in entry.action}
    assert entered == {first: 4, second: 7, third: 10}
    assert page.evaluate("document.activeElement.closest('.pad') !== null"), "the next die is at hand"


def test_without_scripts_a_die_is_one_press_too_and_another_may_come_first(address: str, hub: Hub, new_context: NewContext) -> None:
    table = combat(hub, A="Ana", B="Bruno")
    while not dice_of(table):
        table.submit({"action": "pass_all"})
    rolls = dice_of(table)
    page = new_context(locale="en", java_script_enabled=False).new_page()
    page.goto(f"{address}/match/{table.id}/list")
    page.locator("#form-table-enter_roll-more summary").click()
    page.locator("#form-table-enter_roll-die-2-9").click()
    page.wait_for_load_state()
    assert dice_of(table) == [rolls[0], rolls[1], rolls[3]]
    page.locator("#form-table-enter_roll-10").click()
    page.wait_for_load_state()
    assert dice_of(table) == [rolls[1], rolls[3]]
