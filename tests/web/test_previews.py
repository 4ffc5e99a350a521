"""What an action would bring about, on the plain page and before it is entered: whatever is put together there."""

from __future__ import annotations

import html
import re

import pytest

from tapete.table import Hub, Table
from tests.web.conftest import Visitor


@pytest.fixture
def duel(hub: Hub) -> Table:
    """A's first phase of magic; B has a card face down that might answer."""
    table = hub.begin("moriham", {}, {"A": "Ana", "B": "Bruno"})
    for plain in (
        {"action": "start_game", "first": "B"},
        {"action": "next_phase", "seat": "B"},
        {"action": "set_card", "seat": "B", "slot": 1},
        {"action": "end_turn", "seat": "B"},
        {"action": "add_card", "id": "red_rite", "type": "magic"},
        {"action": "next_phase", "seat": "A"},
    ):
        table.submit(plain)
    return table


RITE = ('verb:"activate_magic"', 'value:"red_rite"', "value:1")
LOSES = ('value:"life_lose"', "value:5", 'value:"opponent"')


def pressed(visitor: Visitor, place: str, *says: str) -> str:
    """Press one button after the other, and return the last page."""
    page = ""
    for one in says:
        answer = visitor.press(place, one)
        assert answer.status_code == 200, (one, answer.text.partition('id="actions"')[2][:3000])
        page = answer.text
    return page


def preview(page: str) -> str:
    section = re.search(r'<section class="notice shown-preview.*?</section>', page, re.S)
    assert section is not None, page.partition('id="actions"')[2][:3000]
    return html.unescape(re.sub(r"<[^>]+>|\s+", " ", section[0]))


def test_a_declared_effect_is_looked_at_before_it_counts(visitor: Visitor, duel: Table) -> None:
    before, place = duel.seq, f"/match/{duel.id}"
    page = pressed(visitor, place, *RITE, *LOSES, "done:")
    assert duel.seq == before, "only looked at"
    at_once, _, nobody = preview(page).partition("And if nobody reacts")
    assert "This would happen" in at_once
    assert re.search(r"Bruno.*25", nobody)
    assert "Bruno, Life: 30 → 25" in re.sub(r" +", " ", nobody)
    pressed(visitor, place, "enter:")
    assert duel.seq == before + 1
    duel.submit({"action": "pass_priority", "seat": "B"})
    assert duel.state.B.life == 25


def test_room_for_one_more_operation_and_the_way_back(visitor: Visitor, duel: Table) -> None:
    place = f"/match/{duel.id}"
    page = pressed(visitor, place, *RITE, *LOSES, *LOSES, "done:")
    assert "30 → 20" in preview(page).partition("And if nobody reacts")[2]
    page = pressed(visitor, place, "back:", *LOSES, "done:")
    assert "30 → 25" in preview(page).partition("And if nobody reacts")[2], "what was listed is taken back"


def test_what_was_looked_at_counts_only_while_nothing_else_happens(visitor: Visitor, duel: Table) -> None:
    place = f"/match/{duel.id}"
    page = pressed(visitor, place, 'verb:"set_card"')
    seen = dict(re.findall(r'name="(csrf|question)" value="([^"]+)"', page))
    duel.submit({"action": "set_card", "seat": "A", "slot": 2})
    before = duel.seq
    late = visitor.post(f"{place}/touch", data={**seen, "back": "list", "says": "enter:"})
    assert late.status_code == 409
    assert duel.seq == before
    assert "shown-preview" in late.text, "what was put together stays, and is shown anew"


def test_any_choice_is_shown_before_it_counts(visitor: Visitor, duel: Table) -> None:
    place, before = f"/match/{duel.id}", duel.seq
    page = pressed(visitor, place, 'verb:"set_card"', 'thing:"A.s2"')
    assert duel.seq == before
    assert "magic and trap slot 2" in preview(page)
    pressed(visitor, place, "enter:")
    assert duel.seq == before + 1


def test_what_is_not_legal_is_refused_instead_of_shown(visitor: Visitor, duel: Table) -> None:
    visitor.press(f"/match/{duel.id}", 'verb:"set_card"')
    page = visitor.press(f"/match/{duel.id}", "value:9")
    assert page.status_code == 409
    assert "Not possible:" in page.text


def test_a_declared_text_of_datamorphs_is_looked_at_too(visitor: Visitor, hub: Hub) -> None:
    table = hub.begin("datamorphs", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game"})
    table.submit({"action": "reveal_bios", "bios": {"A": "brine_socket", "B": "glint_loom"}})
    table.submit({"action": "choose_order", "seat": "A", "first": "A"})
    before, place = table.seq, f"/match/{table.id}"
    page = pressed(
        visitor, place, 'verb:"play"', 'value:"glint_loom"', 'sheet:"ops"', 'value:"adjust_memory"', "value:2", 'value:"A"', "done:"
    )
    assert table.seq == before
    assert "+2 memory in this round" in preview(page)
    assert "7 → 6" in preview(page), "a Program of three, and two more memory"
    pressed(visitor, place, "enter:")
    assert table.state.players.A.adjust.memory == 2


def test_a_ruling_shows_what_would_lie_otherwise(visitor: Visitor, duel: Table) -> None:
    place = f"/match/{duel.id}"
    visitor.enter(f"{place}/correct", reason="Slipped")
    assert "30 → 12" in preview(pressed(visitor, place, 'value:"set_life"', "value:12", 'value:"B"', "done:"))
    assert duel.asked() is None
    asked = pressed(visitor, place, "enter:")
    assert "30 → 12" in preview(asked), "a person who is asked to agree sees to what"
    for seat in "AB":
        visitor.enter(f"{place}/consent", seat=seat, answer="yes")
    assert duel.state.B.life == 12


def test_a_ruling_is_seen_from_the_seat_for_which_the_table_acts(visitor: Visitor, duel: Table) -> None:
    place = f"/match/{duel.id}"
    pressed(visitor, place, 'seat:"B"')
    visitor.enter(f"{place}/correct", reason="Slipped")
    page = pressed(visitor, place, 'value:"life_lose"', "value:4", 'value:"own"', "done:")
    assert re.search(r"Bruno[^→]*30 → 26", preview(page))


@pytest.mark.clause("DAT-026", "DAT-027")
def test_nobody_looks_at_a_secret_before_choosing(visitor: Visitor, hub: Hub) -> None:
    """What a phone keeps comes to light only with the rest: not by trying the other half."""
    table = hub.begin("datamorphs", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game"})
    table.submit({"action": "lock_bios", "seat": "A", "card": "fern_cache"})
    before, place = table.seq, f"/match/{table.id}"
    asked = pressed(visitor, place, 'verb:"reveal_bios"')
    assert "Bruno" in asked.partition('id="asks"')[2].partition("</p>")[0] or "B" in asked
    shown = pressed(visitor, place, 'value:"ash_router"')
    assert "shown-preview" not in shown
    assert "ern_cache" not in shown.partition('id="actions"')[2].partition('id="why-not"')[0]
    assert table.seq == before
    pressed(visitor, place, "enter:")
    assert table.seq == before + 1


def test_both_halves_of_a_joint_play_are_entered_on_the_page(visitor: Visitor, hub: Hub) -> None:
    table = hub.begin("datamorphs", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game"})
    for seat in "AB":
        table.submit({"action": "lock_bios", "seat": seat})
    place = f"/match/{table.id}"
    pressed(visitor, place, 'value:"glint_loom"', 'value:"ash_router"', "enter:")
    for seat in "AB":
        table.submit({"action": "lock_move", "seat": seat})
    before = table.seq
    skips = [f'value:{{"action":"skip_program","seat":"{seat}"}}' for seat in "AB"]
    pressed(visitor, place, *skips, "enter:")
    assert table.seq == before + 1


@pytest.mark.clause("DAT-058", "DAT-R23", "DAT-R24")
def test_a_secret_play_is_one_press_and_nothing_keeps_it(visitor: Visitor, hub: Hub) -> None:
    """The other phone may skip. Nothing of it is told before both are ready."""
    table = hub.begin("datamorphs", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game"})
    table.submit({"action": "reveal_bios", "bios": {"A": "glint_loom", "B": "ash_router"}})
    place = f"/match/{table.id}/seat"
    page = visitor.get(f"{place}/A/list").text
    plays = [html.unescape(one) for one in re.findall(r'name="says" value="enter:([^"]*)"', page)]
    play = next(one for one in plays if "pebble_mux" in one)
    visitor.press(f"{place}/A", f"enter:{play}")
    assert table.state.agenda[-1].ready == ("A",)
    assert "pebble_mux" not in table.export().decode().partition("\n")[2], "below the head, which has every card"
    visitor.press(f"{place}/B", 'verb:"lock_move"')
    skips = visitor.press(f"{place}/B", f"enter:{next(one for one in plays if 'skip_program' in one)}".replace('"A"', '"B"'))
    assert skips.status_code == 200, skips.text.partition('id="actions"')[2][:2000]
    assert table.state.players.A.program.card == "pebble_mux"
    assert table.state.players.B.program is None


@pytest.mark.clause("DAT-R30")
def test_a_secret_boost_says_on_whom_it_acts(visitor: Visitor, hub: Hub) -> None:
    table = hub.begin("datamorphs", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game"})
    table.submit({"action": "reveal_bios", "bios": {"A": "glint_loom", "B": "ash_router"}})
    skips = {part: {"action": "skip_program", "seat": seat} for seat, part in {"A": "a", "B": "b"}.items()}
    table.submit({"action": "joint_play", **skips})
    place = f"/match/{table.id}/seat/A"
    boosts = [html.unescape(one) for one in re.findall(r'name="says" value="enter:([^"]*)"', visitor.get(f"{place}/list").text)]
    boost = next(one for one in boosts if '"card":"quill_daemon"' in one and '"choice":"rival"' in one)
    visitor.press(place, f"enter:{boost}")
    assert table.state.agenda[-1].ready == ("A",)
