"""BHM on the plain page in a real browser: an object and its bearer without scripts, and turns for four."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

import pytest

from tapete import cards
from tapete.bots import bot_of
from tapete.core.position import dump
from tapete.core.seats import SEATS, Seat
from tapete.table import Hub, Table
from tests.games.bhm.scenario import Desk
from tests.web.browser.conftest import NewContext

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

PATIENCE_MS = 45_000
NAMES: Mapping[Seat, str] = {"A": "Ana", "B": "Bruno", "C": "Carla", "D": "Darío"}


def at(hub: Hub, desk: Desk) -> Table:
    """A table at which a match goes on from where a desk stands."""
    rules = cards.bind("bhm", desk.rules.plain_options)
    names = {seat: NAMES[seat] for seat in desk.state.seats}
    return hub.begin("bhm", desk.rules.plain_options, names, position=dump(rules, desk.state))


class Hand:
    """A person at a plain page."""

    def __init__(self, page: Page, table: Table) -> None:
        self.page, self.table = page, table
        page.set_default_timeout(PATIENCE_MS)

    def go(self, address: str, seat: Seat | None = None) -> Hand:
        self.page.goto(f"{address}/match/{self.table.id}" + (f"/seat/{seat}" if seat else "") + "/list")
        return self

    def press(self, verb: str) -> None:
        """Press a verb once the page shows how it stands, and wait until it shows what came of it."""
        before = self.table.seq
        self.page.wait_for_function(
            "now => { const seq = document.querySelector('main').dataset.seq; return seq === undefined || Number(seq) === now }", arg=before
        )
        self.page.locator(f"#b-verb--{verb.replace('_', '-')}-").click()
        self.page.wait_for_function(
            "before => Number((document.querySelector('main') || {dataset: {}}).dataset.seq || 0) > before", arg=before
        )


def test_without_scripts_a_bearer_is_asked_for_after_its_object(address: str, hub: Hub, new_context: NewContext) -> None:
    desk = Desk({"counter": 12, "field": ("moss_bear", "howl_hound")}, {})
    table = at(hub, desk)
    page = new_context(locale="en", java_script_enabled=False).new_page()
    Hand(page, table).go(address, "A")
    for button in ("verb--equip-object-", "value--oak-lance-", f"value-{desk.iid('moss_bear')}", "enter-null"):
        page.locator(f"#b-{button}").click()
    page.wait_for_url(f"**/match/{table.id}/seat/A/list#actions")
    assert [held.card for held in table.state.players[0].field[0].objects] == ["oak_lance"]


@pytest.mark.long
def test_four_play_a_few_turns_and_everybody_sees_the_same(address: str, hub: Hub, new_context: NewContext) -> None:
    table = hub.begin("bhm", {}, dict(NAMES))
    rng = random.Random(6)
    bot = bot_of(table.rules, rng)
    assert bot is not None
    screen = Hand(new_context(locale="es").new_page(), table).go(address)
    phones = {seat: Hand(new_context(locale="es").new_page(), table).go(address, seat) for seat in table.seats}
    while table.state.turn < 6:
        owed = table.awaiting()[0]
        plain = bot.decide(table.state, owed.seat, owed) if owed.seat is not None else None
        if plain is None:
            action = table.rules.sample(table.state, rng, avoid=frozenset({"concede", "add_card", "exchange"}))
            assert action is not None
            table.submit(action)
        elif (
            plain["action"] in ("draw_mandatory", "end_phase", "resolve_combat", "resolve_next_attack", "no_reaction")
            and rng.random() < 0.25
        ):
            assert owed.seat is not None
            phones[owed.seat].press(plain["action"])
        else:
            table.submit(plain)
    for hand in (screen, *phones.values()):
        hand.page.wait_for_function("seq => Number(document.querySelector('main').dataset.seq) === seq", arg=table.seq)
        for seat, player in zip(SEATS, table.state.players, strict=True):
            told = hand.page.locator("#board svg.board").get_attribute("aria-label") or ""
            assert re.search(rf"{NAMES[seat]}[^.]* marca {player.counter} de 32", told)
    last = phones["C"].page.locator("#board .thing").last
    assert last.get_attribute("data-thing") == "C.9", "one's own field lies nearest"
