"""Fingers on the pages of matches, in a real browser: what is entered is what stood under the finger when its eyes decided, or nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tapete.core.codec import builtins
from tapete.core.seats import SEATS, Seat
from tapete.presentation import page_of
from tapete.table import Hub, Table
from tapete.testing.contract import QUIET
from tests.run_forms import by_form
from tests.web.browser.conftest import NewContext, settled
from tests.web.browser.test_touching import PHONE, TABLE

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

GAMES = (("shazamm", 2), ("moriham", 2), ("datamorphs", 2), ("bhm", 3), ("mamlejet", 2))

HOUR_MS = 3_600_000
SETTLED_MS = 400
"""After so long a finger has seen what is there now."""

EAGER = 0.8
"""How often a touch is one that may lead to an entry."""

ROUNDS = 10
"""Of a match: in each, three touches are decided by one picture, and the page's clock stands still until all are made."""

WATCHED = """
const meaning = (e) => e && (e.dataset.press === "thing" ? `thing ${e.dataset.value}`
  : `${e.dataset.press ?? ""} ${e.dataset.value ?? ""} ${e.dataset.question ?? ""} ${e.textContent.trim()}`);
const touched = (e) => e.closest("[data-press], [data-digit], [data-step]");
addEventListener("pointerdown", (event) => { window.landed = meaning(touched(event.target)); }, true);
window.choices = () => [...document.querySelectorAll("[data-press]:not([data-press=peek]), [data-digit], [data-step]")].flatMap((e) => {
  const box = e.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  const there = box.width && document.elementFromPoint(x, y)?.closest("[data-press], [data-digit], [data-step]");
  return there === e && !e.disabled && !/concede|abandon/.test(e.dataset.value) ? [[x, y, meaning(e), e.dataset.press ?? ""]] : [];
});
"""
"""What can be touched, where and what it means; and on what a finger came down."""


class Walker:
    """A page that is touched by a person whose eyes are one or two pictures late.

    Args:
        page: of a match. table: the match. seat: whose page; None: the table's. rng: chooses.
    """

    def __init__(self, page: Page, table: Table, seat: Seat | None, address: str, rng: random.Random) -> None:
        self.page, self.table, self.seat, self.rng = page, table, seat, rng
        page.clock.install(time=0)
        page.add_init_script(WATCHED)
        page.goto(f"{address}/match/{table.id}" + (f"/seat/{seat}" if seat else ""))
        page.locator("body.has-script").wait_for()
        page.clock.pause_at(HOUR_MS)

    def round(self) -> Iterator[tuple[str, str, int]]:
        """Decide three touches by one picture, and make them; of each: what was meant, what it came down on, how many entries it made."""
        self.page.clock.run_for(SETTLED_MS)
        there = self.page.evaluate("choices()")
        if not there:
            return
        kinds = sorted({kind for *_, kind in there})
        telling = [kind for kind in kinds if kind in ("enter", "done", "value", "verb", "thing")] or kinds
        for _touch in range(3):
            kind = self.rng.choice(telling if self.rng.random() < EAGER else kinds)
            x, y, meant, _kind = self.rng.choice([one for one in there if one[3] == kind])
            before = self.table.seq
            self.page.evaluate("() => { window.landed = '' }")
            self.page.touchscreen.tap(x, y)
            self.page.locator("main:not([aria-busy])").wait_for()
            self.page.evaluate("0")
            yield meant, self.page.evaluate("window.landed ?? ''"), self.table.seq - before


def points_at(table: Table, entry: int, thing: str, seat: Seat | None) -> bool:
    """Whether an entry's action names a thing of the picture before it."""
    action: dict[str, Any] = dict(table.entries[entry - 1].action or {})
    page, state = page_of(table.rules.game.name), table.after(entry - 1)
    whose = action.get("seat", seat)
    values = [(path, one) for path, value in action.items() for one in (value if isinstance(value, list) else [value])]
    return any(page.thing(table.rules, state, action["action"], path, one, whose) == thing for path, one in values)


def in_the_middle(hub: Hub, game: str, seats: int, rng: random.Random) -> Table:
    """A match that has been played by chance for a while."""
    table = hub.begin(game, {}, dict(zip(SEATS[:seats], ("Ana", "Bruno", "Carla"), strict=False)))
    for _ in range(rng.randrange(5, 70)):
        action = table.rules.sample(table.state, rng, avoid=QUIET)
        if action is None:
            break
        table.submit(action)
    return table if table.result is None else in_the_middle(hub, game, seats, rng)


def others_play(table: Table, seat: Seat | None, rng: random.Random) -> None:
    """Everybody else goes on until the page's seat is asked."""
    while table.result is None and not any(seat in (None, owed.seat) for owed in table.awaiting()):
        action = table.rules.sample(table.state, rng, avoid=QUIET)
        if action is None:
            return
        plain, sealings = builtins(action), table.rules.game.sealings
        if (sealing := next((one for one in sealings if isinstance(action, one.lock)), None)) is not None:
            domain = sealing.domain(table.rules.board(table.state), plain["seat"])
            assert domain is not None
            plain = {**plain, sealing.secret: builtins(domain.sample(rng))}
        table.submit(plain)


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_late_eyes_enter_what_they_saw_or_nothing(address: str, hub: Hub, new_context: NewContext, game: str, seats: int) -> None:
    """In each of many matches a person touches where things and buttons stood one and two pictures ago, on phones and at the table."""
    entered = late = 0
    for seed in range(by_form(1, 1, 3, 100)):
        rng = random.Random(f"{game} {seed}")
        table = in_the_middle(hub, game, seats, rng)
        seat: Seat | None = rng.choice((None, *table.seats))
        context = new_context(locale="en", viewport=PHONE if seat else TABLE, has_touch=True)
        walker = Walker(context.new_page(), table, seat, address, rng)
        for _round in range(ROUNDS):
            others_play(table, seat, rng)
            if table.result is not None:
                break
            for number, (meant, landed, made) in enumerate(walker.round()):
                if not made:
                    continue
                entered += 1
                late += number > 0
                assert landed == meant, (
                    f"{game} {seed}, entry {table.seq}: {meant!r} was decided, {landed!r} entered {table.entries[-1].action}"
                )
                if meant.startswith("thing "):
                    assert points_at(table, table.seq - made + 1, meant.removeprefix("thing "), seat or walker_seat(table, made))
        context.close()
    assert entered >= by_form(0, 0, 2, 100), (entered, late)


def walker_seat(table: Table, made: int) -> Seat | None:
    """For whom the table's page acted."""
    action = table.entries[table.seq - made].action or {}
    return action.get("seat")


def test_nothing_is_locked_that_was_not_entered_and_its_owner_sees_it_while_holding(
    address: str, hub: Hub, new_context: NewContext
) -> None:
    table = hub.begin("shazamm", {}, {"A": "Ana", "B": "Bruno"})
    page = new_context(locale="en", viewport=PHONE, has_touch=True).new_page()
    page.goto(f"{address}/match/{table.id}/seat/A")
    page.locator("body.has-script").wait_for()
    asked = page.locator("#asked").inner_text()
    assert page.locator("#number").input_value() == ""
    assert page.locator("#b-digit-sign").count() == 0, "no key without effect: a bid is never below nothing"
    page.locator("#bar [data-from=number]").tap()
    assert "No number is there yet" in page.locator("#asked").inner_text()
    assert table.seq == 0
    page.locator("#b-digit-1").tap()
    assert page.locator("#asked").inner_text() == asked
    page.locator("#b-digit-7").tap()
    page.locator("#bar [data-from=number]").tap()
    own = page.locator("[data-press=peek]")
    own.wait_for()
    settled(page)
    assert table.state.agenda[-1].ready == ("A",)
    assert "17" not in page.locator("#sheet").inner_text() + page.locator("#bar").inner_text()
    own.hover()
    page.mouse.down()
    page.locator("#peek", has_text="17").wait_for()
    page.mouse.up()
    page.locator("#peek").wait_for(state="hidden")
    assert page.locator("#peek").inner_text() == ""
    assert table.seq == 1, "looking enters nothing"


FITTING = """() => {
  const inside = (e) => { const r = e.getBoundingClientRect(); return r.width > 0 && r.top >= 0 && r.bottom <= innerHeight + 1; };
  const shown = (e) => e.checkVisibility({ visibilityProperty: true });
  return {
    match: [...document.querySelectorAll("#bar .primary")].filter(shown).map((e) => e.textContent),
    own: [...document.querySelectorAll("#drawer button[type=submit]")].filter(shown).map((e) => [e.textContent.trim(), inside(e)]),
  };
}"""


@pytest.mark.parametrize("language", ["en", pytest.param("es", marks=pytest.mark.long)])
@pytest.mark.parametrize("game", [name for name, _seats in GAMES if name != "shazamm"])
def test_the_one_primary_button_belongs_to_what_is_seen(address: str, hub: Hub, new_context: NewContext, game: str, language: str) -> None:
    """Over a form the match's button is gone, and the form's own stays in sight however long it is."""
    table, rng = hub.begin(game, {}, dict(zip(SEATS[:2], ("Ana", "Bruno"), strict=True))), random.Random(1)
    while "add_card" not in table.legal(None):
        action = table.rules.sample(table.state, rng, avoid=QUIET)
        assert action is not None
        table.submit(action)
    page = new_context(locale=language, viewport=PHONE, has_touch=True).new_page()
    page.goto(f"{address}/match/{table.id}/seat/A")
    page.locator("body.has-script").wait_for()
    page.locator("#b-more").tap()
    page.locator("#sheet a[href$='/card']").wait_for()
    settled(page)
    page.locator("#sheet a[href$='/card']").tap()
    page.locator("#form-new-card").wait_for()
    found = page.evaluate(FITTING)
    assert found["match"] == []
    assert [inside for _label, inside in found["own"]] == [True], found
    page.evaluate("document.getElementById('drawer').scrollTop = 1e6")
    assert [inside for _label, inside in page.evaluate(FITTING)["own"]] == [True]
    settled(page)
    page.locator("#drawer a.back").tap()
    page.locator("#drawer").wait_for(state="hidden")
    assert page.locator("#bar").is_visible()


def test_a_sheet_keeps_its_places_while_it_is_open(address: str, hub: Hub, new_context: NewContext) -> None:
    """Theft of 7 and 8: after one of the four is picked the others lie where they lay, barred or not."""
    table = hub.begin("shazamm", {}, {"A": "Ana", "B": "Bruno"})
    for seat in "AB":
        table.submit({"action": "lock_bid", "seat": seat, "amount": 5})
    table.submit({"action": "declare_cards", "seat": "A", "numbers": [3]})
    table.submit({"action": "declare_cards", "seat": "B", "numbers": [7, 8]})
    page = new_context(locale="en", viewport=PHONE, has_touch=True).new_page()
    page.goto(f"{address}/match/{table.id}/seat/A")
    page.locator("#cards button").first.wait_for()
    places = "[...document.querySelectorAll('#cards button')].map(e => [e.id, e.getBoundingClientRect().x, e.getBoundingClientRect().y])"
    before = page.evaluate(places)
    assert len(before) == 4
    entries = table.seq
    page.locator("#cards button").nth(0).tap()
    page.locator("#cards .picked").wait_for()
    after = page.evaluate(places)
    assert after == before
    assert table.seq == entries


def test_a_card_that_no_search_finds_is_typed_in_from_there(address: str, hub: Hub, new_context: NewContext) -> None:
    table = hub.begin("moriham", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game", "first": "A"})
    table.submit({"action": "next_phase", "seat": "A"})
    page = new_context(locale="en", viewport=PHONE, has_touch=True).new_page()
    page.goto(f"{address}/match/{table.id}/seat/A")
    page.locator("body.has-script").wait_for()
    page.locator("[data-press=verb][data-value='\"normal_summon\"']").click()
    page.locator("#find").fill("mudl")
    assert page.locator("#no-hit").is_hidden()
    page.locator("#find").fill("Dragón de ceniza")
    assert page.locator("#no-hit").is_visible()
    add = page.locator("#b-add")
    assert add.inner_text() == "Add “Dragón de ceniza”"
    add.click()
    page.locator("#new-name").wait_for()
    assert page.locator("#new-name").input_value() == "Dragón de ceniza"
