"""The page on which the board is the form, without a browser: its zones, its presses, and what comes of them."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import httpx
import pytest

from tapete.core.seats import Seat
from tapete.core.texts import Language
from tapete.games.moriham.cards import type_of
from tapete.presentation import page_of
from tapete.presentation.moriham.face import face
from tapete.table import Hub, Table
from tapete.table.question.selections import Selections
from tapete.table.sources import page as page_source
from tapete.testing.contract import QUIET
from tapete.web import Server
from tapete.web.board_view import ZONES, BoardView
from tests.web.conftest import Visitor


class Reader:
    """A person at the board of one match.

    Args:
        visitor: their browser. table: the match. seat: whose own page; empty: the page of the whole table.
    """

    def __init__(self, visitor: Visitor, table: Table, seat: str = "") -> None:
        self.visitor, self.place = visitor, f"/match/{table.id}" + (f"/seat/{seat}" if seat else "")
        self.page = visitor.get(self.place).text
        found = re.search(r'data-token="([^"]+)"', self.page)
        assert found is not None
        self.token = found[1]
        consent = re.search(r'data-press="(?:agree|withdraw)"[^>]* data-question="(\w+)"', self.page)
        self.question = table.question if consent is None else consent[1]

    def press(self, press: str, value: Any = None, **fields: str) -> httpx.Response:
        data = {"csrf": self.token, "press": press, "value": json.dumps(value), "question": self.question, **fields}
        return self.visitor.post(f"{self.place}/touch", data=data, headers={"accept": "application/json", "page-language": "en"})

    def zones(self, press: str, value: Any = None) -> dict[str, str]:
        said: dict[str, dict[str, str]] = self.press(press, value).json()
        return said["fragments"]


@pytest.fixture
def duel(hub: Hub) -> Table:
    """MORIHAM's first main phase."""
    table = hub.begin("moriham", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game", "first": "A"})
    table.submit({"action": "next_phase", "seat": "A"})
    return table


def field(duel: Table) -> Any:
    return duel.rules.board(duel.state)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("game", ["shazamm", "moriham", "datamorphs", "bhm", "mamlejet"])
def test_every_game_has_all_zones(visitor: Visitor, hub: Hub, game: str, language: str) -> None:
    table = hub.begin(game, {}, {"A": "Ana", "B": "Bruno"})
    for seat in ("", "A"):
        page = visitor.get(Reader(visitor, table, seat).place, headers={"accept-language": language}).text
        assert f'<html lang="{language}"' in page
        for zone in ZONES:
            assert f'id="{zone}"' in page
        assert 'data-press="' in page.partition('id="bar"')[2], "somebody can do something"


def test_a_match_begins_from_a_phone(visitor: Visitor, hub: Hub) -> None:
    """The start belongs to nobody: any seat's own page can make it."""
    table = hub.begin("moriham", {}, {"A": "Ana", "B": "Bruno"})
    phone = Reader(visitor, table, "B")
    zones = phone.zones("thing", "A.player")
    if table.seq == 0:
        zones = phone.zones("enter")
    assert table.seq > 0, zones["strip"]


def test_a_summon_takes_three_touches(visitor: Visitor, duel: Table) -> None:
    phone, before = Reader(visitor, duel, "A"), duel.seq
    zones = phone.zones("verb", "normal_summon")
    assert 'id="find"' in zones["sheet"]
    zones = phone.zones("value", "mudling")
    assert "How does it come?" in zones["strip"]
    assert 'class="ghost' in zones["board"]
    assert duel.seq == before
    phone.press("enter", "attack")
    assert duel.seq == before + 1
    assert field(duel).monster("A", 1).card == "mudling"


def test_thing_first_and_verb_first_meet(visitor: Visitor, duel: Table) -> None:
    phone = Reader(visitor, duel, "A")
    phone.press("thing", "A.m4")
    phone.press("verb", "normal_summon")
    phone.press("value", "mudling")
    phone.press("enter", "defense")
    assert field(duel).monster("A", 4).position == "defense"


def test_a_barred_touch_says_one_reason(visitor: Visitor, duel: Table) -> None:
    phone = Reader(visitor, duel, "A")
    zones = phone.zones("thing", "B.m1")
    said = re.search(r'<h1 id="asked" class="no[^>]*>([^<]+)', zones["strip"])
    assert said is not None
    assert said[1].count(".") == 1
    assert "thing" not in said[1]


def test_back_takes_the_last_touch_back(visitor: Visitor, duel: Table) -> None:
    phone = Reader(visitor, duel, "A")
    phone.press("verb", "normal_summon")
    phone.press("value", "mudling")
    zones = phone.zones("back")
    assert "which monster" in zones["strip"]
    zones = phone.zones("back")
    assert 'data-press="back"' not in zones["bar"]
    assert duel.seq == 2


def test_what_was_meant_for_an_earlier_question_enters_nothing(visitor: Visitor, duel: Table) -> None:
    phone = Reader(visitor, duel, "A")
    duel.submit({"action": "end_turn", "seat": "A"})
    before = duel.seq
    answer = phone.press("verb", "next_phase")
    assert answer.status_code == 409
    assert duel.seq == before
    table = Reader(visitor, duel)
    assert table.press("verb", "next_phase", question="0").status_code == 409
    assert duel.seq == before
    assert "Another player went on meanwhile" in visitor.get(table.place).text


def test_two_pages_of_a_seat_show_the_same_finger(visitor: Visitor, duel: Table) -> None:
    Reader(visitor, duel, "A").press("verb", "normal_summon")
    assert "which monster" in Reader(visitor, duel, "A").page
    assert "which monster" in Reader(visitor, duel).page, "the table acts for the seat that is asked"
    assert "which monster" not in Reader(visitor, duel, "B").page


def test_an_old_page_takes_nothing_back_and_agrees_to_nothing_new(visitor: Visitor, duel: Table) -> None:
    ana = Reader(visitor, duel, "A")
    for seat, action in (("A", "end_turn"), ("B", "next_phase")):
        duel.submit({"action": action, "seat": seat})
    assert ana.press("undo").json()["refusals"][0]["code"] == "went_on"
    assert duel.asked() is None
    duel.move("undo", None, "A")
    bruno = Reader(visitor, duel, "B")
    duel.answer("B", False)
    duel.move("jump", 0, "A")
    for press in ("agree", "disagree"):
        assert bruno.press(press, "B").json()["refusals"][0]["code"] == "went_on"
    answer = visitor.enter(f"{bruno.place}/consent", answer="yes", asked=bruno.question, seat="B")
    assert "Another player went on meanwhile" in answer.text
    asked = duel.asked()
    assert asked is not None
    assert asked.seats == (("A", True), ("B", False))
    Reader(visitor, duel, "B").press("agree", "B")
    assert duel.entries[-1].move == "jump"


def test_undo_answers_where_the_finger_is(visitor: Visitor, duel: Table) -> None:
    phone = Reader(visitor, duel, "A")
    phone.press("undo")
    assert duel.seq == 3
    assert duel.entries[-1].move == "undo"


def test_consent_takes_the_bar_of_every_seat(visitor: Visitor, duel: Table) -> None:
    duel.submit({"action": "end_turn", "seat": "A"})
    duel.submit({"action": "next_phase", "seat": "B"})
    Reader(visitor, duel, "A").press("undo")
    other = Reader(visitor, duel, "B")
    assert 'data-press="agree"' in other.page
    other.press("agree", "B")
    assert duel.entries[-1].move == "undo"


def test_who_asked_may_withdraw_and_both_see_what_would_stand(visitor: Visitor, duel: Table) -> None:
    duel.submit({"action": "end_turn", "seat": "A"})
    duel.submit({"action": "next_phase", "seat": "B"})
    Reader(visitor, duel, "A").press("undo")
    mine, other = Reader(visitor, duel, "A"), Reader(visitor, duel, "B")
    for page in (mine.page, other.page):
        assert "wants to take back: " in page
        assert "Then it would stand so" in page
    assert 'data-press="withdraw"' not in other.page
    assert 'data-press="withdraw"' in mine.page
    mine.press("withdraw")
    assert duel.asked() is None
    assert "withdrew that, so nothing changes." in Reader(visitor, duel, "B").page


def test_a_secret_is_in_no_zone(visitor: Visitor, table: Table) -> None:
    phone = Reader(visitor, table, "A")
    assert "data-secret" in phone.page
    answer = phone.press("enter", 37)
    assert answer.status_code == 200
    assert table.state.agenda[-1].ready == ("A",)
    for seat in ("", "A", "B"):
        page = re.sub(
            r"data-[a-z]+=\"[^\"]*\"|id=\"[^\"]*\"|[-\d.]+ ?[-\d.]* ?\w*=?\"|<path[^>]*>|#[0-9a-f]{3,6}",
            "",
            Reader(visitor, table, seat).page,
        )
        assert not re.search(r"(?<![\w-])37(?![\w-])", page), "the number by itself: a match's id by chance may hold its digits"


def test_a_secret_out_of_bounds_is_said(visitor: Visitor, table: Table) -> None:
    phone = Reader(visitor, table, "A")
    zones = phone.zones("enter", 51)
    assert 'class="no ' in zones["strip"]
    assert "50" in zones["strip"]
    assert table.seq == 0
    for seat in ("", "A", "B"):
        strip = (
            visitor.get(f"/match/{table.id}" + (f"/seat/{seat}" if seat else "")).text.partition('id="strip"')[2].partition("</header>")[0]
        )
        assert ("51" in strip) == (seat == "A"), "the page that was touched tells it, and no other"


def test_a_refused_secret_leaves_the_sheet_open_on_the_page_that_opened_it(visitor: Visitor, table: Table) -> None:
    screen = Reader(visitor, table)
    opened = screen.zones("verb", "lock_bid")["sheet"]
    assert "data-secret" in opened
    assert screen.zones("enter", 77)["sheet"] == opened, "a zone that has not changed keeps what was typed"
    assert "data-secret" not in screen.zones("enter", 7)["sheet"]
    Reader(visitor, table, "B").press("enter", 77)
    assert "data-secret" not in Reader(visitor, table).page, "a phone's sheet is its own"


def test_what_was_asked_of_nobody_in_particular_goes_without_a_word(visitor: Visitor, hub: Hub) -> None:
    """A question that asks itself is open on a phone; when a person answers it elsewhere, the phone shows the next one, and no refusal."""
    table = hub.begin("datamorphs", {}, {"A": "Ana", "B": "Bruno"})
    rng = random.Random(1)
    while "choose_order" not in [name for owed in table.awaiting() for name in owed.actions]:
        action = table.rules.sample(table.state, rng, avoid=QUIET)
        assert action is not None
        table.submit(action)
    chooser = next(owed.seat for owed in table.awaiting())
    assert "who plays first" in Reader(visitor, table, chooser or "").page
    table.submit({"action": "choose_order", "seat": chooser, "first": chooser})
    strip = Reader(visitor, table, chooser or "").page.partition("</header>")[0]
    assert 'class="no' not in strip
    assert "Program" in strip


def test_a_page_is_drawn_from_one_moment(duel: Table) -> None:
    """The finger goes on while a page is drawn: the page shows what the finger pointed at when it began."""
    selections = Selections(duel, page_of("moriham"))

    def shown() -> dict[str, str]:
        return dict(BoardView(duel, selections, "en", "A").zones())

    selections.press("A", "verb", "normal_summon", duel.question, page_source("A"))
    began, view = shown(), BoardView(duel, selections, "en", "A")
    selections.press("A", "value", "mudling", duel.question, page_source("A"))
    assert view.zones() == began
    assert shown() != began


@pytest.mark.parametrize(
    ("press", "value", "status"),
    [
        ("dance", "null", 409),
        ("value", "{", 400),
        ("value", "[" * 3000, 400),
        ("agree", '"Z"', 409),
        ("verb", '"no_such"', 409),
        ("thing", '"A.m99"', 409),
    ],
)
def test_nonsense_is_refused_and_changes_nothing(visitor: Visitor, duel: Table, press: str, value: str, status: int) -> None:
    before = duel.seq
    reader = Reader(visitor, duel, "A")
    data = {"csrf": reader.token, "press": press, "value": value, "question": reader.question}
    assert visitor.post(f"{reader.place}/touch", data=data, headers={"accept": "application/json"}).status_code == status
    assert duel.seq == before


def test_without_scripts_the_page_gives_way_to_the_forms(visitor: Visitor, duel: Table) -> None:
    reader = Reader(visitor, duel, "A")
    assert f'<noscript><meta http-equiv="refresh" content="0;url={reader.place}/list"></noscript>' in reader.page
    assert visitor.get(f"{reader.place}/list").status_code == 200


def test_a_scanned_card_answers_or_begins(visitor: Visitor, duel: Table) -> None:
    phone = Reader(visitor, duel, "A")
    zones = phone.zones("card", "MOR.MUDLING")
    assert "How does it come?" in zones["strip"]
    phone.press("back")
    phone.press("back")
    phone.press("verb", "normal_summon")
    assert "How does it come?" in phone.zones("card", "MOR.MUDLING")["strip"]


@pytest.mark.parametrize(
    ("line", "said"), [("no label", "is no label"), ("MOR.NO.SUCH.CARD", "Nobody here knows"), ("MOR.CROSSWIND", "takes this card")]
)
def test_a_line_that_is_no_card_of_now_is_told(visitor: Visitor, duel: Table, line: str, said: str) -> None:
    duel.submit({"action": "end_turn", "seat": "A"})
    phone = Reader(visitor, duel, "A")
    answer = phone.press("card", line)
    assert answer.status_code == 409
    assert said in answer.json()["fragments"]["strip"]


def test_cards_show_their_figures_and_conceding_is_asked_once(visitor: Visitor, duel: Table) -> None:
    phone = Reader(visitor, duel, "A")
    sheet = phone.zones("verb", "normal_summon")["sheet"]
    mudling = sheet.partition("-mudling-")[2].partition("</button>")[0]
    assert "<small>" in mudling
    assert re.search(r"\d", mudling.partition("<small>")[2]), mudling
    assert duel.result is None
    zones = phone.zones("verb", "concede")
    assert duel.result is None
    assert re.search(r'class="grave"[^>]* data-press="enter"', zones["bar"]), "not the button of every turn"
    assert "Do you give this match up? It is over then." in zones["strip"]
    listed = visitor.get(f"{phone.place}/list").text
    assert "Do you give this match up? It is over then." in listed, "the plain page asks too"
    assert duel.result is None
    phone.press("enter")
    assert duel.result is not None


def test_a_card_to_be_typed_in_has_a_form(visitor: Visitor, duel: Table) -> None:
    sheet = Reader(visitor, duel, "A").zones("sheet", "more")["sheet"]
    assert "What else can be done" not in Reader(visitor, duel).page, "each page opens it for itself"
    assert "What else can be done" in Reader(visitor, duel, "A").page
    assert f'href="/match/{duel.id}/seat/A/card" data-drawer' in sheet
    assert 'data-value="&#34;add_card&#34;"' not in sheet


def test_a_secret_card_is_named_by_one_press_or_lies_face_down_at_the_table(visitor: Visitor, hub: Hub) -> None:
    table, rng = hub.begin("datamorphs", {}, {"A": "Ana", "B": "Bruno"}), random.Random(1)
    while not any("lock_bios" in owed.actions for owed in table.awaiting()):
        action = table.rules.sample(table.state, rng, avoid=QUIET)
        assert action is not None
        table.submit(action)
    ana, bruno = Reader(visitor, table, "A"), Reader(visitor, table, "B")
    assert 'data-press="enter" data-value="&#34;hollow_thread&#34;"' in ana.zones("verb", "lock_bios")["sheet"]
    assert ana.press("enter", "hollow_thread").status_code == 200
    assert table.state.agenda[-1].ready == ("A",)
    for seat in ("", "A"):
        assert "hollow_thread" not in Reader(visitor, table, seat).page, "no page shows a secret"
    bruno.press("verb", "lock_bios")
    assert "say first what you choose" in bruno.press("enter").text, "on a phone nothing is locked that was not said"
    assert table.state.agenda[-1].ready == ("A",)
    screen = Reader(visitor, table)
    assert "It lies face down" in screen.zones("verb", "lock_bios")["bar"]
    assert screen.press("enter").status_code == 200
    screen = Reader(visitor, table)
    assert "Ana" not in screen.page.partition('id="sheet-title"')[2][:80], "what a phone has said is asked of nobody"
    assert screen.press("value", "ash_router").status_code == 200
    assert not any({"lock_bios", "reveal_bios"} & set(owed.actions) for owed in table.awaiting())


def test_bids_on_paper_are_revealed_one_after_the_other(visitor: Visitor, table: Table) -> None:
    screen = Reader(visitor, table)
    for _seat in ("A", "B"):
        screen.press("verb", "lock_bid")
        screen.press("enter")
    assert "Ana: " in Reader(visitor, table).page.partition('id="sheet-title"')[2][:80]
    screen.press("enter", 7)
    assert "Bruno: " in Reader(visitor, table).page.partition('id="sheet-title"')[2][:80]
    screen.press("enter", 5)
    assert table.state.agenda[-1].bids.of("A") == 7


def test_after_the_end_a_phone_is_led_nowhere_that_it_may_not_go(visitor: Visitor, duel: Table) -> None:
    duel.submit({"action": "concede", "seat": "A"})
    assert 'href="/"' in Reader(visitor, duel).page
    phone = Reader(visitor, duel, "A").page.partition('id="bar"')[2]
    assert 'href="/"' not in phone
    assert f'href="/match/{duel.id}/seat/A/log"' in phone


def to_a_die(hub: Hub) -> Table:
    """A match of Mamlejet in which a die is owed."""
    table, rng = hub.begin("mamlejet", seats=2), random.Random(1)
    for _ in range(400):
        if any("enter_roll" in owed.actions for owed in table.awaiting()):
            return table
        action = table.rules.sample(table.state, rng, avoid=QUIET)
        assert action is not None
        table.submit(action)
    raise AssertionError("no die was owed")


def test_a_die_that_is_owed_is_rolled_by_the_page_in_one_touch(visitor: Visitor, server: Server, hub: Hub) -> None:
    table = to_a_die(hub)
    offered: list[int] = []

    def roll(faces: list[int]) -> int:
        offered.extend(faces)
        return 7

    server.app.state.roll = roll
    reader = Reader(visitor, table)
    assert 'data-press="roll"' in reader.page
    before = table.seq
    assert reader.press("roll").status_code == 200
    assert offered == list(range(1, 11))
    assert (table.entries[before].action or {})["value"] == 7
    assert Reader(visitor, hub.begin("shazamm")).press("roll").status_code == 409


def test_a_die_of_a_panel_is_left_to_it(hub: Hub) -> None:
    table = to_a_die(hub)
    selections = Selections(table, page_of("mamlejet"))
    actor = selections.acts_for(None)
    assert actor is not None
    assert "roll" in BoardView(table, selections, "en", None).zones()["bar"]
    assert "roll" not in BoardView(table, selections, "en", None, panels=frozenset({actor})).zones()["bar"]


def test_the_strip_has_the_sign_of_who_is_asked_and_at_the_end_of_who_won(visitor: Visitor, duel: Table) -> None:
    """Also on a page that waits: the sentence beside it is about the other one."""

    def signs(place: str) -> list[str]:
        strip = visitor.get(f"/match/{duel.id}{place}").text.partition('<header id="strip">')[2].partition("</header>")[0]
        return re.findall(r'class="who".*?seat-([A-D])', strip)

    asked = next(owed.seat for owed in duel.awaiting() if owed.seat is not None)
    for place in ("", "/seat/A", "/seat/B"):
        assert signs(place) == [asked]
    duel.submit({"action": "concede", "seat": "A"})
    for place in ("", "/seat/A", "/seat/B"):
        assert signs(place) == ["B"]


def test_only_its_own_page_is_told_what_a_seat_has_locked(visitor: Visitor, table: Table) -> None:
    table.submit({"action": "lock_bid", "seat": "A", "amount": 17})
    own = Reader(visitor, table, "A").press("peek")
    assert (own.status_code, own.json()["peek"]) == (200, "17")
    assert own.headers["cache-control"] == "no-store"
    for other in ("B", ""):
        refused = Reader(visitor, table, other).press("peek")
        assert refused.status_code == 409
        assert "17" not in refused.text


def test_a_button_enters_what_its_page_showed_or_nothing(visitor: Visitor, duel: Table) -> None:
    """Two pages share Ana's hand: what one has changed, the other's older button does not enter."""
    phone = Reader(visitor, duel, "A")
    phone.press("verb", "normal_summon")
    shown = Reader(visitor, duel, "A")
    phone.press("value", "mudling")
    stamps = re.findall(r'data-press="enter"[^>]*data-question="([^"]+)"', Reader(visitor, duel, "A").page)
    assert len(set(stamps)) == 1
    assert "." in stamps[0]
    before = duel.seq
    late = phone.press("enter", "attack", question=f"{stamps[0].partition('.')[0]}.0")
    assert "Another player went on meanwhile" in late.text
    assert duel.seq == before
    shown.press("verb", "normal_summon")
    shown.press("value", "mudling")
    assert shown.press("enter", "attack", question=stamps[0]).status_code == 200
    assert duel.seq == before + 1


def test_a_tribute_says_for_whom_how_much_and_which(hub: Hub) -> None:
    table = hub.begin("moriham", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game", "first": "A"})
    table.submit({"action": "next_phase", "seat": "A"})
    rules, page = table.rules, page_of("moriham")
    levels = {card: rules.catalogue.cards[card].level for card in rules.catalogue.cards if hasattr(rules.catalogue.cards[card], "level")}
    one = next(card for card, level in levels.items() if level == 1)
    two = next(card for card, level in levels.items() if level == 2)
    table.submit({"action": "normal_summon", "seat": "A", "card": one, "position": "attack", "tributes": [], "slot": 1})
    draft = {"action": "normal_summon", "card": two}
    words = rules.words
    asked = page.asked(rules, table.state, draft, "tributes", "en", words)
    assert asked == f"Tribute for {words.show(two, 'en', 'card')}, level 2: touch monsters of yours whose levels add up to 1."
    told = page.asked(rules, table.state, {**draft, "tributes": [1]}, "position", "en", words)
    assert told == f"For {words.show(two, 'en', 'card')} you offer {words.show(one, 'en', 'card')} as tribute. How does it come?"


def test_the_table_shows_no_button_of_a_robot(hub: Hub) -> None:
    table = hub.begin("moriham", {}, {"A": "Ana", "B": "Robot"})
    table.submit({"action": "start_game", "first": "B"})
    selections = Selections(table, page_of("moriham"), robots=lambda: table.seats[1:])
    view = BoardView(table, selections, "en", None)
    assert view.actor is None
    assert not {"next_phase", "end_turn", "normal_summon"} & {button.value for row in view.bar() for button in row}
    assert view.sentence()[1] == "waits"
    own = BoardView(table, Selections(table, page_of("moriham")), "en", None)
    assert "next_phase" in {button.value for row in own.bar() for button in row}


def touched(table: Table, selections: Selections, press: Any, value: str, seat: Seat = "A") -> BoardView:
    """What a seat's page shows after one touch."""
    selections.press(seat, press, value, table.question, page_source(seat))
    return BoardView(table, selections, "en", seat)


@pytest.mark.parametrize(("verb", "kind"), [("normal_summon", "monster"), ("activate_trap", "trap"), ("activate_magic", "magic")])
def test_a_list_of_cards_holds_what_can_be_meant_and_nothing_else(duel: Table, verb: str, kind: str) -> None:
    """Where a trap is asked for stand the traps, those that cannot be activated now with their reason, and no monster."""
    duel.submit({"action": "set_card", "seat": "A", "slot": 2})
    selections = Selections(duel, page_of("moriham"))
    view = touched(duel, selections, "verb", verb)
    if view.asked.path != "card":  # where it lies, or where from, is asked first
        view = touched(duel, selections, "thing", "A.s2")
    assert view.asked.path == "card"
    assert view.sheet is not None
    catalogue: Any = duel.rules.catalogue
    assert {button.value for button in view.sheet.buttons} == {card for card in catalogue.cards if type_of(catalogue.cards[card]) == kind}


@pytest.mark.parametrize("language", ["en", "es"])
def test_each_effect_of_a_card_says_what_it_does(duel: Table, language: Language) -> None:
    """Two effects are asked for with their sentences, as they are printed on the card's face; nobody has to read “Effect 1”."""
    selections = Selections(duel, page_of("moriham"))
    view = touched(duel, selections, "verb", "activate_magic")
    while view.asked.path != "option":
        view = touched(duel, selections, "value", "second_wind" if view.asked.path == "card" else "hand")
    view = BoardView(duel, selections, language, "A")
    assert view.sheet is not None
    printed = face(duel.rules.catalogue.cards["second_wind"], language)
    assert [(button.label, button.note) for button in view.sheet.buttons] == [(name.lower(), said) for name, said in printed.lines]
    assert len({button.note for button in view.sheet.buttons}) == 2
    assert view.sentence()[0].endswith("?")
