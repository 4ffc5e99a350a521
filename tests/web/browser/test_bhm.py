"""BHM in a real browser: a whole match for two on their phones, turns for four, and how many touches an action takes."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pytest

from tapete import cards
from tapete.bots import bot_of
from tapete.core.position import dump
from tapete.core.seats import SEATS, Seat
from tapete.table import Hub, Table
from tests.games.bhm.scenario import Desk
from tests.web.browser.conftest import NewContext, Watched, wait_for_text

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
    """A person at a page, whose touches and scans are counted."""

    def __init__(self, page: Page, table: Table) -> None:
        self.page, self.table, self.touches = page, table, 0
        page.set_default_timeout(PATIENCE_MS)

    def go(self, address: str, seat: Seat | None = None) -> Hand:
        self.page.goto(f"{address}/match/{self.table.id}" + (f"/seat/{seat}" if seat else "") + "/list")
        return self

    def scan(self, card: str) -> None:
        """A scanner types a line and ends it."""
        self.touches += 1
        self.page.locator("#scan-code").fill(card)
        with self.page.expect_navigation():
            self.page.locator("#scan-code").press("Enter")

    def choose(self, form: str, argument: str, value: str) -> None:
        """Point at a value; where that is the last one asked for, the form goes on to what follows from it."""
        self.touches += 1
        self.page.locator(f'#{form} input[name="j:{argument}"][value={value!r}]').click()

    def number(self, form: str, argument: str, value: int) -> None:
        self.page.locator(f'#{form} input[name="n:{argument}"]').fill(str(value))

    def press(self, form: str) -> None:
        """Press the button of a form once the page shows how it stands, and wait until the match page shows what came of it."""
        self.touches += 1
        before = self.table.seq
        self.page.wait_for_function(
            "now => { const seq = document.querySelector('main').dataset.seq; return seq === undefined || Number(seq) === now }", arg=before
        )
        self.page.locator(f"#{form} button[type=submit]:not([name])").click()
        self.page.wait_for_function(
            "before => Number((document.querySelector('main') || {dataset: {}}).dataset.seq || 0) > before", arg=before
        )

    def counted(self) -> int:
        """The touches since this was asked last."""
        touches, self.touches = self.touches, 0
        return touches


@pytest.mark.long
def test_a_whole_war_of_two_on_their_phones(address: str, hub: Hub, new_context: NewContext) -> None:
    table = hub.begin("bhm", {"starting_counter": 10, "armagedon": 30}, {"A": "Ana", "B": "Bruno"})
    watched = Watched()
    hands = {seat: Hand(watched.watch(new_context(locale="en").new_page()), table).go(address, seat) for seat in table.seats}
    for seat, hand in hands.items():
        hand.number(f"form-{seat}-setup_player", "deck_size", 40)
        hand.number(f"form-{seat}-setup_player", "summons", 3)
        hand.press(f"form-{seat}-setup_player")
    for seat, hand in hands.items():
        hand.page.locator(f"#form-{seat}-exchange").wait_for()
        hand.number(f"form-{seat}-exchange", "n", 0)
        hand.press(f"form-{seat}-exchange")
    for thrower, value in (("A", 9), ("B", 2)):
        due = next(one for one in table.awaiting() if one.seat == thrower)
        table.submit({"action": "enter_roll", "roll": due.params["roll"], "value": value})

    def wave_by() -> None:
        """Nobody reacts: one touch of each, in turn."""
        while type(table.state.agenda[-1]).__name__ == "Window":
            asked: Any = table.awaiting()[0].seat
            hand = hands[asked]
            hand.page.locator(f"#form-{asked}-no_reaction").wait_for()
            hand.counted()
            hand.press(f"form-{asked}-no_reaction")
            assert hand.counted() == 1

    def do(seat: Seat, action: str, **chosen: str) -> None:
        form, hand = f"form-{seat}-{action}", hands[seat]
        hand.page.locator(f"#{form}").wait_for()
        for argument, value in chosen.items():
            hand.choose(form, argument, value)
        hand.press(form)
        wave_by()

    turns = 0
    while table.result is None:  # two beings more in each of A's turns: B is outnumbered until the counter reaches 32
        active: Any = table.state.active
        turns += 1
        do(active, "draw_mandatory")
        if active == "A":
            for slot in (turns - 1, turns):
                do("A", "call_being", card='"howl_hound"', slot=str(slot))
        do(active, "end_phase")
        do(active, "resolve_combat")
        do(active, "end_phase")
        if table.result is None and "draw_optional" in table.awaiting()[0].actions:
            do(active, "draw_optional", take="false")
    assert turns == 6
    assert [player.counter for player in table.state.players] == [13, 36]
    for hand in hands.values():
        wait_for_text(hand.page, "#result", "wins: ")
    assert table.result is not None
    assert table.result.seats == ("A",)
    assert watched.complaints == []
    assert all(url.startswith(address) for url in watched.asked)


@pytest.mark.long
def test_calling_equipping_and_attacking_take_three_touches_and_undo_one(address: str, hub: Hub, new_context: NewContext) -> None:
    desk = Desk({"counter": 12, "field": ("moss_bear",)}, {"counter": 9, "field": ("reed_archer",)}, windows=True)
    table = at(hub, desk)
    hand = Hand(new_context(locale="en").new_page(), table).go(address)

    def nobody() -> None:
        hand.counted()
        hand.press("form-table-pass_all")
        assert hand.counted() == 1, "one touch when nobody reacts"

    hand.scan("BHM.HOWL.HOUND")
    hand.choose("form-A-call_being", "slot", "3")
    hand.press("form-A-call_being")
    assert hand.counted() == 3
    nobody()
    bear, archer = desk.iid("moss_bear"), desk.iid("reed_archer")
    hound = next(x.iid for x in table.state.players[0].field if x is not None and getattr(x, "card", "") == "howl_hound")
    hand.choose("form-A-choose_terror", "source", str(hound))
    hand.choose("form-A-choose_terror", "target", "null")
    hand.press("form-A-choose_terror")
    hand.counted()
    hand.scan("oak_lance")
    hand.choose("form-A-equip_object", "being", str(bear))
    hand.press("form-A-equip_object")
    assert hand.counted() == 3
    nobody()
    hand.press("form-A-end_phase")
    hand.counted()
    hand.choose("form-A-declare_physical", "attacker", str(bear))
    hand.choose("form-A-declare_physical", "target", str(archer))
    hand.press("form-A-declare_physical")
    assert hand.counted() == 3
    nobody()
    wait_for_text(hand.page, "#board", "1 attack declared")
    before = table.state
    hand.press("form-A-resolve_combat")
    seq = table.seq
    hand.page.locator('#form-moves button[value="undo"]').click()
    hand.page.wait_for_function("before => Number(document.querySelector('main').dataset.seq) > before", arg=seq)
    assert table.state == before, "undo is one touch"


@pytest.mark.long
def test_without_a_scanner_calling_equipping_and_attacking_take_three_touches_too(address: str, hub: Hub, new_context: NewContext) -> None:
    desk = Desk({"counter": 12, "field": ("moss_bear",)}, {"counter": 9, "field": ("reed_archer",)})
    table = at(hub, desk)
    hand = Hand(new_context(locale="en").new_page(), table).go(address, "A")
    bear, archer = str(desk.iid("moss_bear")), str(desk.iid("reed_archer"))

    def enter(form: str, **chosen: str) -> None:
        hand.page.locator(f"#{form}").wait_for()
        hand.counted()
        for argument, value in chosen.items():
            hand.choose(form, argument, value)
        hand.press(form)
        assert hand.counted() == 3

    enter("form-A-call_being", card='"bell_summoner"', slot="3")
    enter("form-A-equip_object", card='"oak_lance"', being=bear)
    hand.press("form-A-end_phase")
    enter("form-A-declare_physical", attacker=bear, target=archer)
    assert [held.card for held in table.state.players[0].field[0].objects] == ["oak_lance"]
    assert len(table.state.agenda[0].queue) == 1


def test_arrow_keys_walk_through_cards_and_enter_nothing(address: str, hub: Hub, new_context: NewContext) -> None:
    table = at(hub, Desk({"counter": 12, "field": ("moss_bear",)}, {}))
    hand = Hand(new_context(locale="en").new_page(), table).go(address, "A")
    cards_offered = hand.page.locator('#form-A-equip_object input[name="j:card"]:not(:disabled)')
    cards_offered.first.focus()
    for key in ("Space", "ArrowDown"):
        hand.page.keyboard.press(key)
    assert cards_offered.nth(1).is_checked()
    hand.page.keyboard.press("Enter")
    hand.page.locator('#form-A-equip_object input[name="j:being"]').first.wait_for()
    hand.page.get_by_role("link", name="Cancel").click()
    hand.page.locator('#form-A-equip_object input[name="j:card"]').first.wait_for()
    assert table.seq == 0


def test_without_scripts_a_button_leads_to_the_bearers(address: str, hub: Hub, new_context: NewContext) -> None:
    desk = Desk({"counter": 12, "field": ("moss_bear",)}, {})
    table = at(hub, desk)
    page = new_context(locale="en", java_script_enabled=False).new_page()
    Hand(page, table).go(address, "A")
    form = page.locator("#form-A-equip_object")
    form.locator("input[value='\"oak_lance\"']").check()
    form.get_by_role("button", name="Next").click()
    form.locator(f'input[name="j:being"][value="{desk.iid("moss_bear")}"]').check()
    form.locator("button[type=submit]:not([name])").click()
    page.wait_for_url(f"**/match/{table.id}/seat/A/list")
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
            form = f"form-{owed.seat}-{plain['action']}"
            phones[owed.seat].page.locator(f"#{form}").wait_for()
            phones[owed.seat].press(form)
        else:
            table.submit(plain)
    for hand in (screen, *phones.values()):
        hand.page.wait_for_function("seq => Number(document.querySelector('main').dataset.seq) === seq", arg=table.seq)
        for seat, player in zip(SEATS, table.state.players, strict=True):
            told = hand.page.locator("#board svg.board").get_attribute("aria-label") or ""
            assert re.search(rf"{NAMES[seat]}[^.]* marca {player.counter} de 32", told)
    last = phones["C"].page.locator("#board .thing").last
    assert last.get_attribute("data-thing") == "C.9", "one's own field lies nearest"
