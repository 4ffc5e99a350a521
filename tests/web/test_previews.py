"""What an action would bring about, on the page and before it is entered: by hand without scripts, and for every form that declares."""

from __future__ import annotations

import html
import re

import httpx
import pytest

from tapete.core.sealing import Sealing
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


RITE = {
    "action": "activate_magic",
    "seat": "A",
    "j:source": '"hand"',
    "j:card": '"red_rite"',
    "j:option": "1",
    "o:ops": "",
    "v:ops/0": "life_lose",
    "j:ops/0/@life_lose/who": '"opponent"',
    "n:ops/0/@life_lose/n": "5",
    "r:targets": "0",
}


def post(visitor: Visitor, table: Table, fields: dict[str, str], **more: str) -> httpx.Response:
    sent = {"csrf": visitor.token(), "expected_seq": str(table.seq), "question": table.question, **fields, **more}
    return visitor.post(f"/match/{table.id}/do", data=sent)


def hidden(page: str) -> dict[str, str]:
    """What the form with the preview sends along."""
    form = re.search(r'<form class="form".*?</form>', page, re.S)
    assert form is not None
    found = (re.search(r'type="hidden" name="([^"]*)" value="([^"]*)"', field) for field in re.findall(r"<input [^>]*>", form[0]))
    return {html.unescape(one[1]): html.unescape(one[2]) for one in found if one is not None}


def preview(page: str) -> str:
    section = re.search(r'<section class="notice shown-preview.*?</section>', page, re.S)
    assert section is not None, page[:2000]
    return html.unescape(re.sub(r"<[^>]+>|\s+", " ", section[0]))


def test_a_declared_effect_is_looked_at_before_it_counts(visitor: Visitor, duel: Table) -> None:
    before = duel.seq
    page = post(visitor, duel, RITE)
    assert page.status_code == 200
    assert duel.seq == before, "only looked at"
    told = preview(page.text)
    at_once, _, nobody = told.partition("And if nobody reacts")
    assert "This would happen" in at_once
    assert re.search(r"Bruno.*25", nobody)
    assert "Bruno, Life: 30 → 25" in re.sub(r" +", " ", nobody)
    done = visitor.post(f"/match/{duel.id}/do", data=hidden(page.text))
    assert done.status_code == 200
    assert duel.seq == before + 1
    duel.submit({"action": "pass_priority", "seat": "B"})
    assert duel.state.B.life == 25


def test_what_was_looked_at_counts_only_while_nothing_else_happens(visitor: Visitor, duel: Table) -> None:
    seen = hidden(post(visitor, duel, RITE).text)
    duel.submit({"action": "add_card", "id": "blue_rite", "type": "magic"})
    before = duel.seq
    late = visitor.post(f"/match/{duel.id}/do", data=seen)
    assert late.status_code == 409
    assert duel.seq == before


def test_any_choice_can_be_looked_at(visitor: Visitor, duel: Table) -> None:
    place = f"/match/{duel.id}"
    assert 'name="preview"' in visitor.get(f"{place}/list").text
    before = duel.seq
    fields = {"action": "set_card", "seat": "A", "j:slot": "2"}
    page = post(visitor, duel, fields, preview="1")
    assert duel.seq == before
    assert "magic and trap slot 2" in preview(page.text)
    assert "Do it" in page.text
    assert visitor.post(f"{place}/do", data=hidden(page.text)).status_code == 200
    assert duel.seq == before + 1


def test_what_is_not_legal_is_refused_instead_of_shown(visitor: Visitor, duel: Table) -> None:
    page = post(visitor, duel, {"action": "set_card", "seat": "A", "j:slot": "9"}, preview="1")
    assert page.status_code in (400, 409)
    assert "shown-preview" not in page.text
    assert "Not possible:" in page.text


def test_room_for_one_more_operation(visitor: Visitor, duel: Table) -> None:
    page = post(visitor, duel, RITE, more="1")
    assert page.status_code == 200
    assert 'name="v:ops/1"' in page.text
    sent = hidden(page.text)
    assert (sent["j:card"], sent["j:source"]) == ('"red_rite"', '"hand"')
    assert re.search(r'name="n:ops/0/@life_lose/n" value="5"', page.text)


def test_script_and_page_show_the_same(visitor: Visitor, duel: Table) -> None:
    sent = {"csrf": visitor.token(), "expected_seq": str(duel.seq), **RITE}
    answer = visitor.post(f"/match/{duel.id}/do", data=sent, headers={"accept": "application/json"}).json()
    assert (answer["ok"], answer["id"]) == (True, "form-A-activate_magic")
    assert preview(answer["form"]) == preview(post(visitor, duel, RITE).text)


def test_a_declared_text_of_datamorphs_is_looked_at_too(visitor: Visitor, hub: Hub) -> None:
    table = hub.begin("datamorphs", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game"})
    table.submit({"action": "reveal_bios", "bios": {"A": "brine_socket", "B": "glint_loom"}})
    table.submit({"action": "choose_order", "seat": "A", "first": "A"})
    fields = {
        "action": "play",
        "seat": "A",
        "j:part": '"program"',
        "j:slot": '"program"',
        "j:card": '"glint_loom"',
        "j:choice": "null",
        "o:ops": "",
        "v:ops/0": "adjust_memory",
        "j:ops/0/@adjust_memory/seat": '"A"',
        "n:ops/0/@adjust_memory/n": "2",
    }
    before = table.seq
    page = post(visitor, table, fields)
    assert table.seq == before
    assert "+2 memory in this round" in preview(page.text)
    assert "7 → 6" in preview(page.text), "a Program of three, and two more memory"
    visitor.post(f"/match/{table.id}/do", data=hidden(page.text))
    assert table.state.players.A.adjust.memory == 2


def test_a_ruling_shows_what_would_lie_otherwise(visitor: Visitor, duel: Table) -> None:
    fields = {"csrf": visitor.token(), "seat": "A", "t:reason": "Slipped", "o:ops": "", "v:ops/0": "set_life"}
    fields |= {"j:ops/0/@set_life/seat": '"B"', "n:ops/0/@set_life/n": "12"}
    place = f"/match/{duel.id}"
    page = visitor.post(f"{place}/correct", data={**fields, "preview": "1"})
    assert page.status_code == 200, page.text
    assert "30 → 12" in preview(page.text)
    assert duel.asked() is None
    asked = visitor.post(f"{place}/correct", data=fields)
    assert "30 → 12" in preview(asked.text), "whoever is asked to agree sees to what"
    for seat in "AB":
        visitor.post(f"{place}/consent", data={"csrf": fields["csrf"], "seat": seat, "answer": "yes"})
    assert duel.state.B.life == 12


def test_a_ruling_is_seen_from_the_seat_that_is_named(visitor: Visitor, duel: Table) -> None:
    fields = {"csrf": visitor.token(), "seat": "B", "t:reason": "Slipped", "o:ops": "", "v:ops/0": "life_lose", "preview": "1"}
    fields |= {"j:ops/0/@life_lose/who": '"own"', "n:ops/0/@life_lose/n": "4"}
    page = visitor.post(f"/match/{duel.id}/correct", data=fields)
    assert re.search(r"Bruno[^→]*30 → 26", preview(page.text))
    assert f'href="/match/{duel.id}/correct?from=A"' in page.text


@pytest.mark.clause("DAT-026", "DAT-027")
def test_nobody_looks_at_a_secret_before_choosing(visitor: Visitor, hub: Hub) -> None:
    """What a phone keeps comes to light only with the rest: not by trying the other half."""
    table = hub.begin("datamorphs", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game"})
    table.submit({"action": "lock_bios", "seat": "A", "card": "fern_cache"})
    page = visitor.get(f"/match/{table.id}/list").text
    form = re.search(r'<form class="form" id="form-table-reveal_bios".*?</form>', page, re.S)
    assert form is not None
    assert 'name="j:bios/B"' in form[0]
    assert 'name="j:bios/A"' not in form[0], "A's phone keeps it"
    assert 'name="preview"' not in form[0]
    before = table.seq
    tried = post(visitor, table, {"action": "reveal_bios", "j:bios/B": '"ash_router"'}, preview="1")
    assert tried.status_code in (400, 409)
    assert "ern_cache" not in tried.text.partition("Not possible")[2][:400]
    assert "shown-preview" not in tried.text
    assert table.seq == before
    assert post(visitor, table, {"action": "reveal_bios", "j:bios/B": '"ash_router"'}).status_code == 200
    assert table.seq == before + 1
    assert isinstance(table.rules.game.sealings[0], Sealing)


def test_both_halves_of_a_joint_play_are_entered_on_the_page(visitor: Visitor, hub: Hub) -> None:
    table = hub.begin("datamorphs", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game"})
    for seat in "AB":
        table.submit({"action": "lock_bios", "seat": seat})
    done = post(visitor, table, {"action": "reveal_bios", "j:bios/A": '"glint_loom"', "j:bios/B": '"ash_router"'})
    assert done.status_code == 200
    for seat in "AB":
        table.submit({"action": "lock_move", "seat": seat})
    page = visitor.get(f"/match/{table.id}/list").text
    form = re.search(r'<form class="form" id="form-table-joint_play".*?</form>', page, re.S)
    assert form is not None
    assert "nonces" not in form[0]
    before = table.seq
    fields = {"action": "joint_play", "v:a": "skip_program", "v:b": "skip_program"}
    assert post(visitor, table, fields).status_code == 200
    assert table.seq == before + 1


@pytest.mark.clause("DAT-058", "DAT-R23", "DAT-R24")
def test_a_secret_play_is_chosen_step_by_step_on_two_phones(visitor: Visitor, hub: Hub) -> None:
    """What it is played as, then the card and its place; the other phone may skip. Nothing of it is told before both are ready."""
    table = hub.begin("datamorphs", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game"})
    table.submit({"action": "reveal_bios", "bios": {"A": "glint_loom", "B": "ash_router"}})
    place = f"/match/{table.id}/seat/A"
    token, before = visitor.token(), table.seq
    first = {"csrf": token, "action": "lock_move", "seat": "A", "v:move": "play", "j:move/@play/part": '"program"'}
    page = visitor.post(f"{place}/do", data=first)
    assert page.status_code == 200
    assert table.seq == before, "only half is said"
    sent = hidden(page.text)
    assert (sent["v:move"], sent["j:move/@play/part"]) == ("play", '"program"')
    assert 'name="j:move/@play/card" value="&#34;pebble_mux&#34;"' in page.text
    assert 'name="preview"' not in page.text
    done = visitor.post(f"{place}/do", data={**sent, "j:move/@play/card": '"pebble_mux"', "j:move/@play/slot": '"program"'})
    assert done.status_code == 200
    assert table.state.agenda[-1].ready == ("A",)
    assert "pebble_mux" not in table.export().decode()
    visitor.post(f"/match/{table.id}/seat/B/do", data={"csrf": token, "action": "lock_move", "seat": "B", "v:move": "skip_program"})
    assert table.state.players.A.program.card == "pebble_mux"
    assert table.state.players.B.program is None


@pytest.mark.clause("DAT-R30")
def test_a_secret_boost_asks_on_whom_it_acts(visitor: Visitor, hub: Hub) -> None:
    table = hub.begin("datamorphs", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game"})
    table.submit({"action": "reveal_bios", "bios": {"A": "glint_loom", "B": "ash_router"}})
    skips = {part: {"action": "skip_program", "seat": seat} for seat, part in {"A": "a", "B": "b"}.items()}
    table.submit({"action": "joint_play", **skips})
    play = {"v:move": "play", "j:move/@play/part": '"boost"', "j:move/@play/slot": '"boost_a"', "j:move/@play/card": '"quill_daemon"'}
    sent = {"csrf": visitor.token(), "action": "lock_move", "seat": "A", **play}
    page = visitor.post(f"/match/{table.id}/seat/A/do", data=sent)
    assert 'name="j:move/@play/choice"' in page.text
    assert table.state.agenda[-1].ready == ()
    visitor.post(f"/match/{table.id}/seat/A/do", data={**hidden(page.text), "j:move/@play/choice": '"rival"'})
    assert table.state.agenda[-1].ready == ("A",)
