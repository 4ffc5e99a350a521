"""A real card is typed in on a phone: what a person does is counted, and priced by the keystroke-level model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tapete.table import Hub, Table
from tests.run_forms import usually
from tests.web.browser.conftest import NewContext
from tests.web.browser.looking import violations
from tests.web.browser.test_touching import FITS, PHONE
from tests.web.test_new_cards import PRINTED, begun

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

KEY_S, POINT_S, PRESS_S, THINK_S = 0.28, 1.10, 0.10, 1.35
"""Card, Moran and Newell, "The keystroke-level model for user performance time with interactive systems", CACM 23 (1980), 396-410.

K of a person who types 40 words a minute, P, B (one way of a button: a tap is P and B), M.
"""

THOUGHTS = 3
"""M before the command, before the card is read, and before the last key: names and figures are arguments, which have none."""

LIMIT_S = 15.0
TOLD = (Path(__file__).parents[3] / "docs/touches.md").read_text(encoding="utf-8").partition("{#typed}")[2]


class Hand:
    """A person with a phone, counted: taps on what is somewhere else, and keys under the thumbs."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps, self.keys = page, 0, 0

    def tap(self, where: str) -> None:
        self.page.locator(where).first.click()
        self.taps += 1

    def types(self, said: str) -> None:
        self.page.keyboard.type(said)
        self.keys += len(said)

    def goes_on(self) -> None:
        """The key of the phone's keyboard that leads to the next field, and from the last one enters."""
        self.page.keyboard.press("Enter")
        self.keys += 1

    @property
    def seconds(self) -> float:
        return self.taps * (POINT_S + PRESS_S) + self.keys * KEY_S + THOUGHTS * THINK_S


def typed(page: Page, table: Table, game: str) -> Hand:
    """Type the card of a game in, from the match's page to the story."""
    name, kind, figures, _known = PRINTED[game]
    hand = Hand(page)
    hand.tap("#b-more")
    hand.tap(f"#sheet a[href$='/match/{table.id}/seat/B/card']")
    page.locator("#new-name:focus").wait_for()
    if not page.locator(f"#new-{kind}").is_checked():
        hand.tap(f"label[for=new-{kind}]")
        page.locator("#new-name").focus()
    hand.types(name)
    asked = page.locator("#form-new-card .figures input:visible")
    for number in range(asked.count()):
        hand.goes_on()
        figure = (asked.nth(number).get_attribute("name") or "").rpartition("/")[2]
        assert asked.nth(number).evaluate("e => e === document.activeElement")
        hand.types(figures.get(figure, ""))
    return hand


@pytest.mark.parametrize("game", usually(PRINTED, "moriham"))
def test_a_real_card_is_typed_in_within_fifteen_seconds(game: str, address: str, hub: Hub, new_context: NewContext) -> None:
    table = begun(hub, game)
    page = new_context(locale="en", viewport=PHONE).new_page()
    page.goto(f"{address}/match/{table.id}/seat/B")
    page.locator("body.has-script").wait_for()
    hand, before = typed(page, table, game), table.seq
    assert violations(page) == []
    assert max(page.evaluate(FITS)["over"]) <= 0
    for choice in page.locator("#form-new-card [data-variant]:not([hidden]) > fieldset").all():  # what has to be chosen beside figures
        choice.locator(".choice label").first.click()
        hand.taps += 1
        page.locator("#form-new-card .figures input:visible").last.focus()
    hand.goes_on()
    page.locator("#drawer").wait_for(state="hidden")
    page.wait_for_function("seq => Number(document.querySelector('[data-seq-shown]').dataset.seqShown) > seq", arg=before)
    assert {"fire_lynx", "fire-lynx"} & set(table.state.typed_cards)
    assert hand.seconds < LIMIT_S
    told = next(line for line in TOLD.splitlines() if line.casefold().startswith(f"| {game} |"))
    assert told.endswith(f"| {hand.taps} | {hand.keys} | {hand.seconds:.1f} |")


def test_what_is_refused_stands_in_the_drawer_with_what_was_typed(address: str, hub: Hub, new_context: NewContext) -> None:
    table = begun(hub, "moriham")
    page = new_context(locale="es", viewport=PHONE).new_page()
    page.goto(f"{address}/match/{table.id}/seat/B")
    page.locator("#b-more").click()
    page.locator("#sheet a[href$='/card']").click()
    page.locator("#new-name:focus").wait_for()
    page.keyboard.type("Reed Scout")
    for said in ("1", "5", "4"):
        page.keyboard.press("Enter")
        page.keyboard.type(said)
    before = table.seq
    page.keyboard.press("Enter")
    page.locator("#drawer [role=alert]").wait_for()
    assert page.locator("#new-name").input_value() == "Reed Scout"
    assert page.locator("#new-monster-card--monster-attack").input_value() == "5"
    assert table.seq == before
    page.locator("label[for=new-trap]").click()
    assert page.locator("#form-new-card .figures input:visible").count() == 0
    page.locator("#new-name").fill("Red Net")
    page.locator("#new-name").press("Enter")
    page.locator("#drawer").wait_for(state="hidden")
    assert table.state.typed_cards["red_net"].type == "trap"
