"""The board is the form, in a real browser: how many touches an action takes, and that every state fits its screen."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pytest

from tapete.core.seats import SEATS
from tapete.table import Hub, Table
from tapete.testing.contract import QUIET
from tests.games.bhm.scenario import Desk
from tests.run_forms import usually
from tests.web.browser.conftest import NewContext
from tests.web.browser.looking import thorough, violations
from tests.web.browser.test_bhm import at

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 360, "height": 640}
TABLE: ViewportSize = {"width": 1280, "height": 720}
SIZES: tuple[ViewportSize, ...] = (
    PHONE,
    {"width": 390, "height": 844},
    {"width": 768, "height": 1024},
    TABLE,
    {"width": 1920, "height": 1080},
)
TRIED = SIZES if thorough() else (PHONE, TABLE)
"""The sizes at which this form of a run looks at the same page."""

FITS = """() => {
  const box = (id) => document.getElementById(id).getBoundingClientRect(), every = (where) => [...document.querySelectorAll(where)];
  const out = (r) => r.bottom > innerHeight + 1 || r.right > innerWidth + 1 || r.left < -1;
  const says = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) && e.getClientRects().length;
  return {
    over: [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight],
    heights: ['strip', 'board', 'news', 'bar'].map((id) => Math.round(box(id).height)),
    outside: every('#bar button, #bar a, #strip button').filter((e) => out(e.getBoundingClientRect())).map((e) => e.id),
    small: every('#strip *, #news *, #bar *, #sheet *')
      .filter((e) => says(e) && parseFloat(getComputedStyle(e).fontSize) < 14).map((e) => e.textContent.trim()),
  };
}"""
"""What does not fit: the page, its zones, buttons outside the window, letters under 14 px."""


class Finger:
    """A person who touches a page and counts.

    Args:
        page: of a match. table: the match.
    """

    def __init__(self, page: Page, table: Table, address: str, seat: str = "") -> None:
        self.page, self.table, self.taps = page, table, 0
        page.goto(f"{address}/match/{table.id}" + (f"/seat/{seat}" if seat else ""))
        page.locator("body.has-script").wait_for()

    def tap(self, where: str) -> None:
        self.page.locator(where).first.click()
        self.taps += 1

    def verb(self, name: str) -> None:
        self.tap(f"[data-press=verb][data-value='\"{name}\"']")

    def thing(self, name: str) -> None:
        self.tap(f"[id='t-{name}']")

    def entered(self, taps: int) -> None:
        """It took so many touches since the last."""
        assert self.taps == taps, f"{self.taps} touches, {taps} were promised"
        self.taps = 0


@pytest.fixture
def duel(hub: Hub) -> Table:
    table = hub.begin("moriham", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game", "first": "A"})
    table.submit({"action": "next_phase", "seat": "A"})
    return table


def until(page: Page, table: Table, seq: int) -> None:
    """Wait until the table has so many entries."""
    page.wait_for_function("seq => Number(document.querySelector('[data-seq-shown]').dataset.seqShown) >= seq", arg=seq)
    assert table.seq >= seq


def test_a_duel_takes_the_touches_that_were_promised(address: str, duel: Table, new_context: NewContext) -> None:
    finger = Finger(new_context(locale="en", viewport=PHONE).new_page(), duel, address, "A")
    page = finger.page
    finger.verb("normal_summon")
    page.locator("#find").fill("mudling")
    finger.tap("#cards [data-press=value]:not([hidden])")
    finger.tap("#bar [data-press=enter]")
    until(page, duel, 3)
    finger.entered(3)
    finger.verb("set_card")
    finger.thing("A.s3")
    until(page, duel, 4)
    finger.entered(2)
    assert duel.state.A.spells[2] is not None
    for action in ("next_phase", "end_turn"):
        duel.submit({"action": action, "seat": "A"})
    duel.submit({"action": "next_phase", "seat": "B"})
    duel.submit({"action": "end_turn", "seat": "B"})
    duel.submit({"action": "next_phase", "seat": "A"})
    duel.submit({"action": "next_phase", "seat": "A"})
    until(page, duel, duel.seq)
    before = duel.seq
    finger.thing("A.m1")
    finger.thing("B.player")
    until(page, duel, before + 1)
    finger.entered(2)
    assert duel.entries[before].action["action"] == "declare_attack"  # type: ignore[index]  # no move
    seq = duel.seq
    finger.tap("#b-undo")
    until(page, duel, seq + 1)
    finger.entered(1)


@pytest.mark.long
def test_a_campaign_takes_the_touches_that_were_promised(address: str, hub: Hub, new_context: NewContext) -> None:
    """Mamlejet: a tactic with its target and payment, a soldier in the plan and out of it, and a round in which nobody plays."""
    table = hub.begin("mamlejet", {}, {"A": "Ana"})
    table.submit({"action": "keep_hand", "seat": "A"})
    screen = Finger(new_context(locale="en", viewport=TABLE).new_page(), table, address)
    screen.verb("pass_mains")
    until(screen.page, table, 4)  # two passes follow by themselves
    screen.entered(1)  # nobody plays in this round
    screen.page.close()
    finger = Finger(new_context(locale="en", viewport=PHONE).new_page(), table, address, "A")
    page = finger.page
    ruling = {"action": "ruling", "cause": "none", "reason": "so it lies on the table", "agreed": ["A"]}
    lying = [
        {"op": "move_card", "owner": "A", "card": card, "source": "hand", "to": "play"}
        for card in ("racion", "mina", "estudio", "centinela")
    ]
    table.submit({**ruling, "ops": lying})
    enemies = [{"op": "enemy_enters", "owner": "A", "card": card} for card in ("e-guerrero", "e-arquero")]
    table.submit({**ruling, "ops": [*enemies, {"op": "ready", "target": 4}]})
    until(page, table, 6)
    finger.verb("play_tactic")
    page.locator("#find").fill("trap")
    finger.tap("#cards [data-press=value]:not([hidden])")
    finger.thing("p5")
    page.locator("#t-p1.picked .badge-tick").wait_for()  # the leanest payment: one resource of the colour, and one more
    finger.tap("#bar [data-press=enter]")
    until(page, table, 7)
    finger.entered(4)
    assert table.entries[-1].action["dedicate"] == [1, 2]  # type: ignore[index]  # a move
    finger.tap("#b-undo")
    until(page, table, 8)
    finger.entered(1)
    while any(owed.what != "plan" for owed in table.awaiting()):
        table.submit({"action": "pass", "seat": "A"})
    until(page, table, table.seq)
    seq = table.seq
    finger.thing("p4")
    finger.thing("p5")
    until(page, table, seq + 1)
    finger.entered(2)
    assert table.rules.board(table.state).at_id(4).opponent == 5  # type: ignore[attr-defined]  # Mamlejet's own board
    finger.thing("p4")
    finger.tap("#bar [data-press=enter]")
    until(page, table, seq + 2)
    finger.entered(2)


def test_a_war_takes_the_touches_that_were_promised(address: str, hub: Hub, new_context: NewContext) -> None:
    """A call takes three touches, or two from the space; an attack two; the least turn five."""
    war = at(hub, Desk({"field": ("howl_hound",), "hand": 4}, {"field": ("moss_bear",)}, phase="initial"))
    finger = Finger(new_context(locale="en", viewport=PHONE).new_page(), war, address, "A")
    page = finger.page

    def went_on(taps: int) -> None:
        until(page, war, before + 1)
        finger.entered(taps)

    def card(part: str) -> None:
        page.locator("#find").fill(part)
        finger.tap("#cards button:not([hidden])")

    before = war.seq
    finger.verb("draw_mandatory")
    went_on(1)
    before = war.seq
    finger.tap("[data-press=sheet][data-value='\"cards\"']")
    card("squire")
    finger.thing("A.3")
    went_on(3)
    before = war.seq
    finger.thing("A.7")
    card("frog")
    went_on(2)
    assert [war.state.players[0].field[slot].card for slot in (3, 7)] == ["lantern_squire", "puddle_frog"]
    before = war.seq
    finger.verb("end_phase")
    went_on(1)
    before = war.seq
    finger.thing("A.0")
    finger.thing("B.0")
    went_on(2)
    assert len(war.state.agenda[0].queue) == 1


def test_the_least_turn_of_a_war_takes_five_touches(address: str, hub: Hub, new_context: NewContext) -> None:
    war = at(hub, Desk({"hand": 4}, {}, phase="initial"))
    finger = Finger(new_context(locale="en", viewport=PHONE).new_page(), war, address, "A")
    for number, verb in enumerate(("draw_mandatory", "end_phase", "resolve_combat", "end_phase"), start=war.seq + 1):
        finger.verb(verb)
        until(finger.page, war, number)
    before = war.seq
    finger.tap("#bar [data-press=enter][data-value='false']")
    until(finger.page, war, before + 1)
    finger.entered(5)
    assert war.state.active == "B"


def test_a_card_is_found_without_accents_and_by_part_of_its_name(address: str, duel: Table, new_context: NewContext) -> None:
    finger = Finger(new_context(locale="es", viewport=PHONE).new_page(), duel, address, "A")
    finger.verb("normal_summon")
    page = finger.page
    page.locator("#find").wait_for()
    assert 4 <= page.locator("#cards button:visible").count() <= 8, "as many as are seen whole"
    page.locator("#find").fill("MUDLI")
    assert page.locator("#cards button:visible").count() == 1


def test_a_bid_is_typed_masked_and_kept_in_no_picture(address: str, table: Table, new_context: NewContext) -> None:
    ana = Finger(new_context(locale="en", viewport=PHONE).new_page(), table, address, "A")
    screen = Finger(new_context(locale="en", viewport=TABLE).new_page(), table, address)
    for digit in "37":
        ana.tap(f"[data-digit='{digit}']")
    assert ana.page.locator("#number").get_attribute("type") == "password"
    ana.tap("#bar .primary")
    until(ana.page, table, 1)
    until(screen.page, table, 1)
    assert "37" not in screen.page.locator("main").inner_text()
    ana.verb("unlock")
    until(ana.page, table, 2)


def test_a_press_is_kept_while_pictures_come(address: str, duel: Table, new_context: NewContext) -> None:
    """A picture between press and release takes no press away: buttons are kept, and mean what they meant."""
    finger = Finger(new_context(locale="en", viewport=PHONE).new_page(), duel, address, "A")
    page = finger.page
    box = page.locator("[data-press=verb]").first.bounding_box()
    assert box is not None
    for number in range(6):
        page.mouse.move(box["x"] + 20, box["y"] + 20)
        page.mouse.down()
        duel.rename({"A": f"Ana{number}"})
        page.wait_for_function("name => document.getElementById('board').textContent.includes(name)", arg=f"Ana{number}")
        page.mouse.up()
        page.locator("#bar [data-press=back]").click()
        page.locator("#b-more").wait_for()


def test_a_double_tap_answers_one_question(address: str, duel: Table, new_context: NewContext) -> None:
    """What a button means by the second tap of a double one is nobody's wish, however soon the first was answered."""
    finger = Finger(new_context(locale="en", viewport=PHONE).new_page(), duel, address, "A")
    page, before = finger.page, duel.seq
    next_phase = page.locator("[data-press=verb][data-value='\"next_phase\"']")
    next_phase.click()
    until(page, duel, before + 1)
    next_phase.wait_for()
    box = next_phase.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.locator("#b-more").click()
    page.locator("#sheet-title").wait_for()
    assert duel.seq == before + 1
    page.locator("#bar [data-press=sheet]").click()
    next_phase.click()
    until(page, duel, before + 2)


@pytest.mark.long
def test_a_secret_play_takes_the_touches_that_were_promised(address: str, hub: Hub, new_context: NewContext) -> None:
    """DataMorphs: a play that both lock face down, and the two of them turned over at the table; the secret is in nobody's page."""
    table = hub.begin("datamorphs", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game"})
    table.submit({"action": "reveal_bios", "bios": {"A": "glint_loom", "B": "ash_router"}, "nonces": {"A": None, "B": None}})
    ana = Finger(new_context(locale="en", viewport=PHONE).new_page(), table, address, "A")
    screen = Finger(new_context(locale="en", viewport=TABLE).new_page(), table, address)
    before = table.seq
    name = ana.page.locator("#cards [data-press=enter]").first.inner_text().split(" · ")[0].split("\n")[0]
    ana.page.locator("#find").fill(name)
    ana.tap("#cards [data-press=enter]:not([hidden])")
    until(ana.page, table, before + 1)
    ana.entered(1)  # what could be locked was asked by itself
    until(screen.page, table, before + 1)
    assert name not in screen.page.locator("#strip, #news, #bar").first.inner_text()
    assert name not in json.dumps([entry.action for entry in table.entries[before:]])
    ana.verb("unlock")
    until(ana.page, table, before + 2)
    ana.entered(1)
    screen.tap("#bar [data-press=back]")  # the table asks for a lock first
    screen.verb("joint_play")
    for half in "AB":
        screen.tap(f'#cards [data-value*=\'"seat":"{half}"\']:not([hidden])')
    until(screen.page, table, before + 3)
    screen.entered(4)


SUBJECTS = (("shazamm", 2), ("moriham", 2), ("datamorphs", 2), ("bhm", 4), ("mamlejet", 4))


@pytest.mark.halves
@pytest.mark.parametrize(("game", "seats"), usually(SUBJECTS, "bhm"))
def test_no_board_has_an_axe_violation(game: str, seats: int, address: str, hub: Hub, new_context: NewContext) -> None:
    table = hub.begin(game, {}, {seat: seat * 3 for seat in SEATS[:seats]})
    rng = random.Random(2)
    for _ in range(30):
        action = table.rules.sample(table.state, rng, avoid=QUIET)
        if action is not None:
            table.submit(action)
    themes = (("lamplight", "dark"), ("paper", "light"))
    for number, (theme, scheme) in enumerate(themes):
        if not thorough() and number != SUBJECTS.index((game, seats)) % len(themes):
            continue
        places: Sequence[tuple[str, Any]] = (("", TABLE), ("A", PHONE))
        for seat, size in places if thorough() else places[number : number + 1]:
            page = new_context(locale="en", viewport=size, color_scheme=scheme).new_page()
            page.goto(f"{address}/match/{table.id}" + (f"/seat/{seat}" if seat else "") + f"?theme={theme}")
            assert violations(page) == [], (game, theme, seat)
            page.locator("#b-more, #bar [data-press=back], #bar [data-press=sheet]").first.click()
            page.locator("#sheet h2, #b-more").first.wait_for()
            assert violations(page) == [], (game, theme, seat, "more")
            page.close()


@pytest.mark.parametrize(("game", "seats"), usually(SUBJECTS, "shazamm"))
def test_a_phone_in_the_middle_shows_the_table_as_narrow_as_a_seat_and_whoever_acts_the_nearest(
    game: str, seats: int, address: str, hub: Hub, new_context: NewContext
) -> None:
    table = hub.begin(game, {}, {seat: seat * 3 for seat in SEATS[:seats]})
    phone = new_context(
        locale="es", viewport=PHONE, user_agent="Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Mobile Safari/537.36"
    )
    page, own, beside = phone.new_page(), phone.new_page(), new_context(locale="es", viewport=PHONE).new_page()
    width = "Number(document.querySelector('#board svg').getAttribute('viewBox').split(' ')[2])"
    for shown, place in ((page, ""), (own, "/seat/A"), (beside, "")):
        shown.goto(f"{address}/match/{table.id}{place}")
        shown.locator("body.has-script").wait_for()
    assert page.evaluate(width) == own.evaluate(width) < beside.evaluate(width)
    rng, before = random.Random(5), table.seq
    for _ in range(12):
        action = table.rules.sample(table.state, rng, avoid=QUIET)
        assert action is not None
        table.submit(action)
    page.wait_for_function("seq => Number(document.querySelector('[data-seq-shown]').dataset.seqShown) >= seq", arg=before + 12)
    assert page.evaluate(width) == own.evaluate(width), "what comes by itself is as narrow"
