"""A scanner's line on the match page: it fills the action at hand, says what it does not know, and offers to type the card in."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tapete.cards.label_codes import code
from tapete.table import Hub, Table, page, story
from tests.web.conftest import Visitor


@pytest.fixture
def duel(hub: Hub) -> Table:
    table = hub.begin("moriham", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game", "first": "A"})
    table.submit({"action": "next_phase", "seat": "A"})
    return table


def test_the_match_page_has_the_line_where_a_game_has_cards(visitor: Visitor, duel: Table, table: Table) -> None:
    assert 'action="/match/' in visitor.get(f"/match/{duel.id}/list").text
    assert f'action="/match/{duel.id}/scan"' in visitor.get(f"/match/{duel.id}/list").text
    assert f'action="/match/{table.id}/scan"' in visitor.get(f"/match/{table.id}/list").text, (
        "Shazamm's spells have numbers on their labels"
    )


@pytest.mark.parametrize("line", ["MOR.REED.SCOUT", "mor.reed.scout", "reed_scout"])
def test_a_scanned_label_fills_every_action_that_takes_the_card(line: str, visitor: Visitor, duel: Table) -> None:
    page = visitor.enter(f"/match/{duel.id}/scan", code=line)
    assert page.status_code == 200
    assert "A card that was scanned: Reed Scout" in page.text
    chosen = re.findall(r'id="form-A-(\w+)-card-[^"]*" name="j:card" value="&#34;(\w+)&#34;" checked', page.text)
    assert ("normal_summon", "reed_scout") in chosen
    assert {card for _, card in chosen} == {"reed_scout"}
    assert "form-A-activate_magic" not in page.text
    before = duel.seq
    done = visitor.enter(
        f"/match/{duel.id}/do",
        action="normal_summon",
        seat="A",
        expected_seq=str(before),
        j_card='"reed_scout"',
        j_position='"attack"',
        e_tributes="",
        j_slot="1",
    )
    assert done.status_code == 200
    assert duel.seq == before + 1
    assert duel.state.A.monsters[0].card == "reed_scout"


def test_what_is_no_label_is_refused_with_what_to_do(visitor: Visitor, duel: Table) -> None:
    for line in ("DAT.GLINT.LOOM", "12345", "<b>", "x" * 200):
        page = visitor.enter(f"/match/{duel.id}/scan", code=line)
        assert page.status_code == 409
        assert "is no label of a card of this game" in page.text
        assert "<b>" not in page.text
    assert duel.seq == 2


def test_a_card_that_nobody_knows_is_typed_in_on_the_spot(visitor: Visitor, duel: Table) -> None:
    page = visitor.enter(f"/match/{duel.id}/scan", code="MOR.NEW.BEAST")
    assert page.status_code == 409
    assert "Nobody here knows the card “new_beast”" in page.text
    assert re.search(r'id="form-table-add_card-id"[^>]*value="new_beast"', page.text)
    drafted = visitor.enter(f"/match/{duel.id}/do", action="add_card", t_id="new_beast", j_type='"monster"', draft="1")
    assert 'name="j:level"' in drafted.text
    done = visitor.enter(
        f"/match/{duel.id}/do",
        action="add_card",
        expected_seq=str(duel.seq),
        t_id="new_beast",
        j_type='"monster"',
        j_level="1",
        j_attack="5",
        j_defense="4",
    )
    assert done.status_code == 200, done.text
    assert duel.state.typed_cards["new_beast"].attack == 5
    assert "A card that was scanned: New beast" in visitor.enter(f"/match/{duel.id}/scan", code="new_beast").text


def test_a_seat_may_scan_its_secret_bios_and_nothing_is_entered(visitor: Visitor, hub: Hub) -> None:
    table = hub.begin("datamorphs", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game"})
    page = visitor.enter(f"/match/{table.id}/seat/A/scan", code="DAT.GLINT.LOOM")
    assert page.status_code == 200
    assert re.search(r'name="j:card" value="&#34;glint_loom&#34;" checked', page.text)
    assert table.seq == 1
    assert "glint_loom" not in table.export().decode().partition("\n")[2]


def test_a_scanned_label_fills_the_registration_of_a_deck(hub: Hub, visitor: Visitor) -> None:
    table = hub.begin("mamlejet", {}, {"A": "Ana", "B": "Bruno"})
    page = visitor.enter(f"/match/{table.id}/scan", code=code("mamlejet", "e-guerrero"))
    assert page.status_code == 200
    form = page.text.partition('id="form-A-register_card"')[2].partition("</form>")[0]
    assert 'name="j:card" value="&#34;e-guerrero&#34;"' in form
    filled = {"action": "register_card", "seat": "A", "expected_seq": str(table.seq), "j_card": '"e-guerrero"', "n_copies": "3"}
    assert visitor.enter(f"/match/{table.id}/do", **filled).status_code == 200
    assert getattr(table.state, "players")[0].listed == {"e-guerrero": 3}  # noqa: B009  # the state of any game


@pytest.mark.parametrize("game", ["moriham", "datamorphs"])
def test_a_typed_in_card_has_its_name_everywhere(game: str, visitor: Visitor, hub: Hub, duel: Table) -> None:
    table, figures = duel, dict[str, Any](type="magic")
    if game == "datamorphs":
        table = hub.begin("datamorphs", {}, {"A": "Ana", "B": "Bruno"})
        table.submit({"action": "start_game"})
        figures = {"element": "bios", "color": "none", "memory": 5, "attack": 0, "defense": 1}
    table.submit({"action": "add_card", "id": "red_rite", "name": "Rito “Rojo” & Co", **figures})
    page = visitor.get(f"/match/{table.id}/list").text
    name = "Rito “Rojo” &amp; Co"
    assert name in page.partition('id="log"')[2], "in the story"
    assert f"{name}</label>" in page, "in the forms"
    assert "Red rite" not in page
    assert name in visitor.enter(f"/match/{table.id}/scan", code="red_rite").text
    told = [
        line for entry in table.entries for line in story.lines(table.rules, entry, tuple(table.events(entry.seq)), "es", {}, table.state)
    ]
    assert any("Rito “Rojo” & Co" in line for line in told)


def test_a_spell_of_shazamm_fills_the_form_of_its_wizard(hub: Hub, visitor: Visitor) -> None:
    table = hub.begin("shazamm", {}, {"A": "Ana", "B": "Bruno"})
    place = f"/match/{table.id}"
    early = visitor.enter(f"{place}/scan", code="SHZ.7.AMBER")
    assert "Attack boost (7)" in early.text
    assert "Nothing at hand takes this card now" in early.text
    for seat in ("A", "B"):
        table.submit({"action": "lock_bid", "seat": seat, "amount": 5}, page())
    for label, seat in (("SHZ.7.AMBER", "A"), ("shz.7.sky", "B")):
        found = visitor.enter(f"{place}/scan", code=label).text
        assert 'name="action" value="declare_cards"' in found
        assert re.findall(r'name="seat" value="([AB])"', found) == [seat]
    assert "SHZ.7.GREEN" not in visitor.enter(f"{place}/scan", code="SHZ.7.GREEN").text
    assert "GREEN deck" in visitor.enter(f"{place}/scan", code="SHZ.7.GREEN").text
    assert visitor.enter(f"{place}/scan", code="SHZ.15").status_code == 409
    assert "SHZ.14.SKY" in visitor.get(f"{place}/labels").text
    assert "scan-code" in visitor.get(f"{place}/list").text
