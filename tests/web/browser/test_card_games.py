"""A whole match of MORIHAM and of DataMorphs in a real browser, and their pages for everybody."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tapete.core import notation
from tapete.table import Hub, Table
from tests.run_forms import usually
from tests.web.browser.conftest import NewContext, Watched, wait_for_text
from tests.web.browser.looking import TOO_WIDE, at_every_size, looks, resize, violations
from tests.web.browser.screens import SIZES

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def unfold(page: Page, form: str) -> None:
    """Open what is folded around a form; it stays open while the reader goes on."""
    fold = page.locator(f"details.fold:not([open]):has(> #{form}) > summary")
    if fold.count():
        fold.click()


def press(page: Page, form: str, table: Table) -> None:
    """Press the button of a form, with its steps, and wait until the page shows what came of it."""
    before = table.seq
    unfold(page, form)
    page.locator(f"#{form} button[type=submit]").first.click()
    page.wait_for_function("before => Number(document.querySelector('main').dataset.seq) > before", arg=before, timeout=30_000)


def step(page: Page, form: str) -> None:
    """Press the button of a form that asks for more, and wait until the form with the next arguments stands in its place."""
    page.evaluate("form => { document.getElementById(form).dataset.before = 'yes' }", form)
    page.locator(f"#{form} button[type=submit]").first.click()
    page.wait_for_function(
        "form => { const now = document.getElementById(form); return now !== null && !now.dataset.before }", arg=form, timeout=30_000
    )


def choose(page: Page, form: str, argument: str, value: str) -> None:
    unfold(page, form)
    page.locator(f'#{form} input[name="j:{argument}"][value={value!r}]').check()


@pytest.mark.long
def test_a_whole_duel_of_moriham_on_the_tables_page(address: str, hub: Hub, new_context: NewContext) -> None:
    table = hub.begin("moriham", {}, {"A": "Ana", "B": "Bruno"})
    watched = Watched()
    page = watched.watch(new_context(locale="en").new_page())
    page.goto(f"{address}/match/{table.id}/list")
    choose(page, "form-table-start_game", "first", '"A"')
    press(page, "form-table-start_game", table)
    for turn in range(1, 5):
        press(page, "form-A-next_phase", table)
        page.locator("#scan-code").fill("MOR.REED.SCOUT")  # a scanner's line, and its Enter
        page.locator("#scan-code").press("Enter")
        summon = "form-A-normal_summon"
        page.locator(f"#{summon}").wait_for()
        choose(page, summon, "position", '"attack"')
        step(page, summon)
        step(page, summon)  # no tributes are due at level 1
        choose(page, summon, "slot", str(turn))
        page.locator(f"#{summon} button[type=submit]").first.click()
        page.wait_for_url(f"**/match/{table.id}/list")
        assert table.state.A.monsters[turn - 1].card == "reed_scout"
        press(page, "form-A-next_phase", table)
        for slot in range(1, turn + 1):
            if table.result is not None:
                break
            choose(page, "form-A-declare_attack", "slot", str(slot))
            step(page, "form-A-declare_attack")
            choose(page, "form-A-declare_attack", "target", '"player"')
            press(page, "form-A-declare_attack", table)
        if table.result is None:
            press(page, "form-A-end_turn", table)
            press(page, "form-B-end_turn", table)
    wait_for_text(page, "#result", "wins: ")
    assert table.result is not None
    assert table.result.seats == ("A",)
    assert table.state.B.life == 0
    assert watched.complaints == []
    assert all(url.startswith(address) for url in watched.asked)


@pytest.mark.long
def test_a_whole_game_of_datamorphs_on_two_phones(address: str, hub: Hub, new_context: NewContext) -> None:
    table = hub.begin("datamorphs", {"exchange": False}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game"})
    screen, ana, bruno = (new_context(locale="en").new_page() for _ in range(3))
    screen.goto(f"{address}/match/{table.id}/list")
    phones = {"A": ana, "B": bruno}
    for seat, phone in phones.items():
        phone.goto(f"{address}/match/{table.id}/seat/{seat}/list")
    bios = {1: ("quill_daemon", "velvet_stack"), 2: ("moth_kernel", "brine_socket")}  # more attack, and more memory
    for number, played in bios.items():
        for seat, card in zip("AB", played, strict=True):
            choose(phones[seat], f"form-{seat}-lock_bios", "card", f'"{card}"')
            press(phones[seat], f"form-{seat}-lock_bios", table)
        assert not re.search("quill_daemon|Quill Daemon", "" if number > 1 else "".join(page.url for page in phones.values()))
        wait_for_text(screen, "#board", f"Round {number}")
        choose(bruno, "form-B-choose_order", "first", '"A"')
        press(bruno, "form-B-choose_order", table)
        for seat in "AB":
            phones[seat].locator(f"#form-{seat}-skip_program").wait_for()
            press(phones[seat], f"form-{seat}-skip_program", table)
        choose(bruno, "form-B-choose_order", "first", '"A"')
        press(bruno, "form-B-choose_order", table)
        for seat in "AB":
            phones[seat].locator(f"#form-{seat}-stop").wait_for()
            press(phones[seat], f"form-{seat}-stop", table)
        if table.result is None:
            ana.locator("#form-A-leave_out").wait_for()
            choose(ana, "form-A-leave_out", "own", '"bios"')
            choose(ana, "form-A-leave_out", "rival", '"bios"')
            press(ana, "form-A-leave_out", table)
    for page in (screen, ana, bruno):
        wait_for_text(page, "#result", "wins: ")
    assert table.result is not None
    assert table.result.seats == ("A",)


@pytest.mark.parametrize("scripts", usually((True, False), True))
def test_a_declared_effect_is_looked_at_and_then_done(address: str, hub: Hub, new_context: NewContext, scripts: bool) -> None:
    """What no catalogue describes: said by the fixed list, shown with all that follows, and entered: with and without scripts."""
    table = hub.begin("moriham", {}, {"A": "Ana", "B": "Bruno"})
    for plain in ({"action": "start_game", "first": "A"}, {"action": "add_card", "id": "red_rite", "type": "magic"}):
        table.submit(plain)
    table.submit({"action": "next_phase", "seat": "A"})
    page = new_context(locale="en", java_script_enabled=scripts).new_page()
    page.goto(f"{address}/match/{table.id}/list")
    form, before = "#form-A-activate_magic", table.seq

    def onwards(shown: str) -> None:
        page.locator(f"{form} button[type=submit]").first.click()
        page.locator(f"{form} {shown}").first.wait_for(timeout=30_000)

    choose(page, "form-A-activate_magic", "source", '"hand"')
    choose(page, "form-A-activate_magic", "card", '"red_rite"')
    choose(page, "form-A-activate_magic", "option", "1")
    onwards('select[name="v:ops/0"]')
    page.locator(f'{form} select[name="v:ops/0"]').select_option("life_lose")
    page.locator(f"{form} input[name='j:ops/0/@life_lose/who'][value='\"opponent\"']").check()
    page.locator(f'{form} input[name="n:ops/0/@life_lose/n"]').fill("5")
    onwards(".shown-preview")  # nobody is asked to point at no card
    wait_for_text(page, f"{form} .shown-preview", "Bruno's life goes from 30 to 25.")
    assert table.seq == before
    page.locator(f"{form} button[type=submit]").first.click()
    wait_for_text(page, "#log", "Bruno's life goes from 30 to 25.")
    assert table.state.B.life == 25


@pytest.mark.long
def test_the_pages_of_both_games_are_free_of_axe_violations_and_fit_every_screen(address: str, hub: Hub, new_context: NewContext) -> None:
    places: dict[str, str] = {}
    for game in ("moriham", "datamorphs"):
        table, rng = hub.begin(game, {}, {"A": "Ana", "B": "Bruno"}), random.Random(3)
        for _ in range(14):
            action = table.rules.sample(table.state, rng, avoid=frozenset({"ruling", "concede", "add_card", "end_turn"}))
            assert action is not None
            table.submit(action)
        places |= {game: f"/match/{table.id}/list", f"{game}-seat": f"/match/{table.id}/seat/A/list"}
    found = []
    page = new_context(locale="es").new_page()
    for number, (name, path) in enumerate(places.items()):
        for size in at_every_size(page, f"{address}{path}"):
            assert page.evaluate(TOO_WIDE) <= 0, (name, size)
            smallest = page.evaluate(
                """() => Math.min(...[...document.querySelectorAll('main svg text')]
                    .map(e => parseFloat(getComputedStyle(e).fontSize) * e.ownerSVGElement.getScreenCTM().a))"""
            )
            assert smallest >= (SIZES[size][1] / 45 if size == "television" else 9) - 0.1, (name, size)
        for theme, size in looks(number):
            resize(page, size)
            page.goto(f"{address}{path}?theme={theme}")
            found += [(name, theme, size, wrong) for wrong in violations(page)]
    assert found == []


@pytest.mark.parametrize(("game", "script", "steps"), [("moriham", "every_action", 12), ("datamorphs", "tie_break_in_round_four", 24)])
def test_on_a_phone_the_board_stands_above_forms_that_are_folded(
    address: str, hub: Hub, new_context: NewContext, game: str, script: str, steps: int
) -> None:
    """What is not in use takes a line: the page of the one who is to play is a few screens high, with and without scripts."""
    table = hub.begin(game, {}, {"A": "Ana", "B": "Bruno"})
    golden = (Path(__file__).parents[2] / "golden" / game / f"{script}.txt").read_text(encoding="utf-8")
    for line in [line[2:] for line in golden.splitlines() if line.startswith("> ")][:steps]:
        table.submit(notation.read(table.rules, line))
    for scripts in (True, False):
        page = new_context(locale="es", viewport={"width": 360, "height": 740}, java_script_enabled=scripts).new_page()
        page.goto(f"{address}/match/{table.id}/seat/B/list")
        board, actions, told = (page.locator(f"#{part}").bounding_box() for part in ("board", "actions", "log"))
        assert board is not None
        assert actions is not None
        assert told is not None
        assert board["y"] + board["height"] <= actions["y"] < told["y"]
        bottom = page.locator("footer").bounding_box()
        assert bottom is not None
        assert bottom["y"] < 4 * 740, bottom
        older = page.locator("#log-older li").first
        assert not older.is_visible()
        page.locator("#log-older > summary").click()
        assert older.is_visible()
