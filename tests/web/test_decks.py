"""A deck is scanned line by line: the count grows, the last scan is taken back, and the whole list is registered."""

from __future__ import annotations

import html
import re

import pytest

from tapete.cards.label_codes import code
from tapete.table import Hub, Table
from tests.web.conftest import Visitor


@pytest.fixture
def camp(hub: Hub) -> Table:
    """A match with small decks: three tactics, one enemy."""
    return hub.begin("mamlejet", {"deck_tactics": 3, "deck_enemies": 1, "opening_hand": 2, "mulligan_floor": 0}, {"A": "Ana", "B": "Bruno"})


def status(page: str) -> str:
    """What the page says of the list."""
    found = re.search(r'<p role="status">(.*?)</p>', page)
    assert found is not None
    return html.unescape(re.sub(r"<[^>]+>", "", found[1]))


def scan(visitor: Visitor, table: Table, line: str) -> str:
    return visitor.enter(f"/match/{table.id}/seat/A/deck", code=line).text


def test_every_line_is_one_copy_more(visitor: Visitor, camp: Table) -> None:
    assert status(visitor.get(f"/match/{camp.id}/seat/A/deck").text) == "Tactics: 0 / 3 · Enemies: 0 / 1"
    scan(visitor, camp, code("mamlejet", "racion"))
    scan(visitor, camp, code("mamlejet", "racion"))
    page = scan(visitor, camp, code("mamlejet", "e-guerrero"))
    assert status(page) == "Tactics: 2 / 3 · Enemies: 1 / 1 · Last scan: Philistine Warrior"
    assert camp.state.players[0].listed == {"e-guerrero": 1, "racion": 2}
    assert re.search(r"Food Ration</th><td[^>]*>2<", page)


def test_the_last_scan_is_taken_back_and_then_the_one_before(visitor: Visitor, camp: Table) -> None:
    for card in ("racion", "mina", "racion"):
        scan(visitor, camp, card)
    place = f"/match/{camp.id}/seat/A/deck"
    assert status(visitor.enter(place, back="1").text).endswith("Last scan: Mine")
    assert camp.state.players[0].listed == {"mina": 1, "racion": 1}
    assert status(visitor.enter(place, back="1").text).endswith("Last scan: Food Ration")
    assert camp.state.players[0].listed == {"racion": 1}
    assert status(visitor.enter(place, back="1").text) == "Tactics: 0 / 3 · Enemies: 0 / 1"
    assert status(scan(visitor, camp, "mina")) == "Tactics: 1 / 3 · Enemies: 0 / 1 · Last scan: Mine"


def test_a_list_that_is_no_deck_is_refused_with_the_figures_and_a_whole_one_is_registered(visitor: Visitor, camp: Table) -> None:
    for card in ("racion", "mina", "e-guerrero"):
        scan(visitor, camp, card)
    place = f"/match/{camp.id}/seat/A/deck"
    refused = visitor.enter(place, done="1")
    assert refused.status_code == 409
    assert "MMK-148" in refused.text
    assert camp.state.players[0].listing
    scan(visitor, camp, "estudio")
    done = visitor.enter(place, done="1")
    assert done.url.path == f"/match/{camp.id}/seat/A"
    assert not camp.state.players[0].listing


def test_what_is_no_card_counts_for_nothing(visitor: Visitor, camp: Table) -> None:
    for line in ("", "%%%", "no-such-card", "DAT.GLINT.LOOM"):
        page = visitor.enter(f"/match/{camp.id}/seat/A/deck", code=line)
        assert page.status_code == 409
    assert camp.seq == 0


def test_the_match_page_leads_there_while_decks_are_open(visitor: Visitor, camp: Table, table: Table) -> None:
    assert f'href="/match/{camp.id}/seat/B/deck"' in visitor.get(f"/match/{camp.id}/list").text
    for seat in "AB":
        camp.submit({"action": "keep_hand", "seat": seat})
    assert "/deck" not in visitor.get(f"/match/{camp.id}/list").text
    assert "before the hand is kept" in visitor.get(f"/match/{camp.id}/seat/A/deck").text
    assert visitor.get(f"/match/{table.id}/seat/A/deck").status_code == 404  # Shazamm has no decks to register
