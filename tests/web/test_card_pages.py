"""The cards page: what was typed in is kept for other matches, and the sheets are a link away."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tapete import cards
from tapete.cards.finding import FOLDER
from tapete.table import Hub, Table
from tests.web.conftest import Visitor


@pytest.fixture
def duel(hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setenv(FOLDER, str(tmp_path / "cards"))
    table = hub.begin("moriham", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game", "first": "A"})
    return table


def test_a_typed_in_card_is_kept_with_one_press(visitor: Visitor, duel: Table) -> None:
    place = f"/match/{duel.id}/cards"
    assert f'href="{place}"' in visitor.get(f"/match/{duel.id}/list").text
    assert "No card has been typed in." in visitor.get(place).text
    duel.submit({"action": "add_card", "id": "red_rite", "type": "magic", "name": "Red <Rite>"})
    shown = visitor.get(place).text
    assert "Red &lt;Rite&gt;" in shown
    assert "Keep for other matches" in shown
    done = visitor.enter(place, card="red_rite")
    assert done.status_code == 200
    assert "is kept in your own catalogue" in done.text
    assert "In your own catalogue" in done.text
    assert cards.open("moriham", "starter+own").cards["red_rite"].name.en == "Red <Rite>"
    again = visitor.enter(place, card="red_rite")
    assert again.status_code == 409
    assert "it stays as it was" in again.text


def test_a_broken_own_catalogue_is_named_beside_the_button(visitor: Visitor, duel: Table, tmp_path: Path) -> None:
    duel.submit({"action": "add_card", "id": "red_rite", "type": "magic"})
    file = tmp_path / "cards" / "moriham" / "own.toml"
    file.parent.mkdir(parents=True)
    file.write_text("[catalogue]\ngame = 7\n", encoding="utf-8")
    page = visitor.enter(f"/match/{duel.id}/cards", card="red_rite")
    assert page.status_code == 409
    assert "has faults. Mend them" in page.text
    assert file.read_text(encoding="utf-8") == "[catalogue]\ngame = 7\n"


@pytest.mark.parametrize("card", ["mudling", "nothing", "../../x"])
def test_only_what_was_typed_in_can_be_kept(visitor: Visitor, duel: Table, card: str) -> None:
    assert visitor.enter(f"/match/{duel.id}/cards", card=card).status_code == 400


def test_sheets_are_printed_from_the_match(visitor: Visitor, duel: Table, table: Table) -> None:
    labels = visitor.get(f"/match/{duel.id}/labels?copies=2")
    assert labels.status_code == 200
    assert labels.text.count('<li class="label">') == 2 * len(cards.starter("moriham").cards)
    for copies in ("0", "999", "x", "-1", "00019999", "1" + "0" * 5_000):
        assert visitor.get(f"/match/{duel.id}/labels?copies={copies}").status_code == 404
    for sheet in (labels.text, visitor.get("/mat/moriham").text):
        assert "<style" not in sheet, "the policy of the pages lets none through"
        (style,) = re.findall(r'rel="stylesheet" href="([^"]+)"', sheet)
        assert "@page" in visitor.get(style).text
    assert visitor.get("/mat/chess").status_code == 404
    assert visitor.get(f"/match/{table.id}/labels").status_code == 200, "Shazamm prints a deck for each colour"
    assert visitor.get(f"/match/{table.id}/cards").status_code == 200
