"""MORIHAM and DataMorphs on the plain page in a real browser: an effect that is declared, and pages for everybody."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from tapete.table import Hub
from tests.run_forms import usually
from tests.web.browser.conftest import NewContext, wait_for_text
from tests.web.browser.looking import TOO_WIDE, at_every_size, looks, resize, violations
from tests.web.browser.screens import SIZES

if TYPE_CHECKING:
    pass

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scripts", usually((True, False), True))
def test_a_declared_effect_is_looked_at_and_then_done(address: str, hub: Hub, new_context: NewContext, scripts: bool) -> None:
    """What no catalogue describes: said by the fixed list, shown with all that follows, and entered: with and without scripts."""
    table = hub.begin("moriham", {}, {"A": "Ana", "B": "Bruno"})
    for plain in ({"action": "start_game", "first": "A"}, {"action": "add_card", "id": "red_rite", "type": "magic"}):
        table.submit(plain)
    table.submit({"action": "next_phase", "seat": "A"})
    page = new_context(locale="en", java_script_enabled=scripts).new_page()
    page.goto(f"{address}/match/{table.id}/list")
    before = table.seq
    for button in ("verb--activate-magic-", "value--red-rite-", "value-1", "value--life-lose-"):
        page.locator(f"#b-{button}").click()
    page.locator("#answer").fill("5")
    page.locator("#form-answer button[type=submit]").click()
    for button in ("value--opponent-", "done-null"):
        page.locator(f"#b-{button}").click()
    wait_for_text(page, ".shown-preview", "Bruno's life goes from 30 to 25.")
    assert table.seq == before
    page.locator("#b-enter-null").click()
    wait_for_text(page, "#log", "Bruno's life goes from 30 to 25.")
    assert table.state.B.life == 25


@pytest.mark.halves
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
