"""A scanner's line on the match page: it fills the action at hand, says what it does not know, and offers to type the card in."""

from __future__ import annotations

import re
from typing import Any

import httpx
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


def scan(visitor: Visitor, place: str, line: str) -> httpx.Response:
    """A scanner types a line into the plain page, and ends it."""
    return visitor.enter(f"{place}/touch", back="list", says="card:", words=line)


def test_the_match_page_has_the_line_where_a_game_has_cards(visitor: Visitor, duel: Table, table: Table) -> None:
    assert 'id="scan-code"' in visitor.get(f"/match/{duel.id}/list").text
    assert 'id="scan-code"' in visitor.get(f"/match/{table.id}/list").text, "Shazamm's spells have numbers on their labels"


@pytest.mark.parametrize("line", ["MOR.REED.SCOUT", "mor.reed.scout", "reed_scout"])
def test_a_scanned_label_begins_what_takes_the_card_and_enters_nothing(line: str, visitor: Visitor, duel: Table) -> None:
    place = f"/match/{duel.id}"
    page = scan(visitor, place, line)
    assert page.status_code == 200
    before = duel.seq
    assert "Reed Scout" in page.text.partition('id="actions"')[2]
    visitor.press(place, 'value:"attack"')
    shown = visitor.press(place, 'thing:"A.m1"')
    assert duel.seq == before, "it is shown first"
    assert "shown-preview" in shown.text
    visitor.press(place, "enter:")
    assert duel.seq == before + 1
    assert duel.state.A.monsters[0].card == "reed_scout"


def test_what_is_no_label_is_refused_with_what_to_do(visitor: Visitor, duel: Table) -> None:
    for line in ("DAT.GLINT.LOOM", "12345", "<b>", "x" * 200):
        page = scan(visitor, f"/match/{duel.id}", line)
        assert page.status_code == 409
        assert "is no label of a card of this game" in page.text
        assert "<b>" not in page.text
    assert 'id="scan-code" name="words" value="12345"' in scan(visitor, f"/match/{duel.id}", "12345").text, "what was typed is kept"
    assert duel.seq == 2


def test_a_card_that_nobody_knows_is_typed_in_a_touch_away(visitor: Visitor, duel: Table) -> None:
    page = scan(visitor, f"/match/{duel.id}", "MOR.NEW.BEAST")
    assert page.status_code == 409
    assert "Nobody here knows the card “new_beast”" in page.text
    assert f'href="/match/{duel.id}/card"' in page.text
    duel.submit({"action": "add_card", "id": "new_beast", "type": "monster", "level": 1, "attack": 5, "defense": 4})
    assert "New beast" in scan(visitor, f"/match/{duel.id}", "new_beast").text.partition('id="actions"')[2]


def test_a_seat_may_scan_its_secret_bios_and_nothing_is_entered(visitor: Visitor, hub: Hub) -> None:
    table = hub.begin("datamorphs", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game"})
    place = f"/match/{table.id}/seat/A"
    page = scan(visitor, place, "DAT.GLINT.LOOM")
    assert page.status_code == 200
    assert re.findall(r'name="says" value="enter:([^"]*)"', page.text) == ["&#34;glint_loom&#34;"], "one press locks it"
    assert table.seq == 1
    assert "glint_loom" not in table.export().decode().partition("\n")[2]
    visitor.press(place, 'enter:"glint_loom"')
    assert table.state.agenda[-1].ready == ("A",)


def test_a_scanned_label_fills_the_registration_of_a_deck(hub: Hub, visitor: Visitor) -> None:
    table = hub.begin("mamlejet", {}, {"A": "Ana", "B": "Bruno"})
    place = f"/match/{table.id}"
    page = scan(visitor, place, code("mamlejet", "e-guerrero"))
    assert page.status_code == 200
    visitor.press(place, "value:", number="3")
    visitor.press(place, "enter:")
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
    assert "Red rite" not in page
    assert name in scan(visitor, f"/match/{table.id}", "red_rite").text.partition('id="log"')[2]
    told = [
        line for entry in table.entries for line in story.lines(table.rules, entry, tuple(table.events(entry.seq)), "es", {}, table.state)
    ]
    assert any("Rito “Rojo” & Co" in line for line in told)


def test_a_spell_of_shazamm_is_its_wizards(hub: Hub, visitor: Visitor) -> None:
    table = hub.begin("shazamm", {}, {"A": "Ana", "B": "Bruno"})
    place = f"/match/{table.id}"
    early = scan(visitor, place, "SHZ.7.AMBER")
    assert early.status_code == 409, "nothing takes it now"
    for seat in ("A", "B"):
        table.submit({"action": "lock_bid", "seat": seat, "amount": 5}, page())
    for label, name in (("SHZ.7.AMBER", "Ana"), ("shz.7.sky", "Bruno")):
        found = scan(visitor, place, label).text
        assert re.search(rf'aria-pressed="true"><svg[^>]*>.*?</svg><bdi>{name}</bdi>', found, re.S), (
            "the table acts for the one whose card it is"
        )
        assert re.search(r'id="b-value-7"[^>]* aria-pressed="true"', found)
    assert "GREEN deck" in scan(visitor, place, "SHZ.7.GREEN").text
    assert scan(visitor, place, "SHZ.15").status_code == 409
    assert scan(visitor, f"{place}/seat/A", "SHZ.7.SKY").status_code == 409, "another's card"
    assert "SHZ.14.SKY" in visitor.get(f"{place}/labels").text
