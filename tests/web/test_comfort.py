"""What makes a screen comfortable: its own choices, a tablet between two people, Tapete as a program, the turn clock."""

from __future__ import annotations

import json
import re

import pytest

from tapete.table import Hub, Table
from tests.web.conftest import Visitor


def test_a_screen_chooses_for_itself(visitor: Visitor, table: Table) -> None:
    page = visitor.get(f"/match/{table.id}/seat/A/screen", headers={"page-part": "drawer"}).text
    assert set(re.findall(r'data-switch="(\w+)"', page)) == {"sound", "left", "big"}
    assert f'href="/match/{table.id}/seat/A?lang=es"' in page
    assert "/facing" not in page, "the table chooses that, for both"
    assert f'href="/match/{table.id}/facing"' in visitor.get(f"/match/{table.id}/screen").text


def test_two_people_share_a_tablet_by_a_half_each(visitor: Visitor, table: Table, hub: Hub) -> None:
    answer = visitor.get(f"/match/{table.id}/facing")
    halves = re.findall(r'<iframe src="([^"]+)" title="(\w+)"[^>]*?( class="far-side")?>', answer.text)
    assert halves == [(f"/match/{table.id}/seat/B", "Bruno", ' class="far-side"'), (f"/match/{table.id}/seat/A", "Ana", "")]
    assert "frame-src 'self'" in answer.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    half = visitor.get(halves[0][0])
    assert "frame-ancestors 'self'" in half.headers["content-security-policy"]
    assert half.headers["x-frame-options"] == "SAMEORIGIN"
    war = hub.begin("bhm", seats=3)
    assert visitor.get(f"/match/{war.id}/facing").status_code == 404


def test_no_other_page_is_shown_in_anybodys_frame(visitor: Visitor, table: Table) -> None:
    for place in ("/", f"/match/{table.id}", f"/match/{table.id}/seat/A/list", f"/join/{table.id}", "/nowhere"):
        answer = visitor.get(place)
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"], place
        assert "frame-src" not in answer.headers["content-security-policy"], place
        assert answer.headers["x-frame-options"] == "DENY", place


def test_a_program_opens_where_it_was_kept(visitor: Visitor, table: Table) -> None:
    linked = re.search(r'rel="manifest" href="([^"]+)"', visitor.get(f"/match/{table.id}/seat/B").text)
    assert linked is not None
    answer = visitor.get(linked[1])
    assert answer.headers["content-type"].startswith("application/manifest+json")
    said = json.loads(answer.text)
    assert (said["start_url"], said["display"]) == (f"/match/{table.id}/seat/B", "standalone")
    assert {sign["sizes"] for sign in said["icons"]} == {"any", "192x192", "512x512"}
    for sign in said["icons"]:
        assert visitor.get(sign["src"]).headers["content-type"] == sign["type"]
    for foreign in ("https://evil.example/", "//evil.example", "/staff", "/match/abc/seat/E", "/match/abc?token=x"):
        assert visitor.get("/manifest.webmanifest", params={"at": foreign}).json()["start_url"] == "/"


@pytest.mark.parametrize("game", ["shazamm", "moriham", "datamorphs", "bhm", "mamlejet"])
def test_every_game_has_a_turn_clock(visitor: Visitor, hub: Hub, game: str) -> None:
    begun = visitor.enter("/new", game=game, **{f"turn.{game}": "120"})
    table = hub.table(begun.url.path.rpartition("/")[2])
    assert table is not None
    assert table.turn_s == 120
    assert re.search(r'<p class="clock turn">.*?data-until="\d+">[12]:\d\d<', begun.text)
    assert "data-until" not in visitor.get(visitor.enter("/new", game=game).url.path).text


def test_a_tournament_has_a_turn_clock_unless_somebody_wants_none(visitor: Visitor, hub: Hub) -> None:
    def seconds(**fields: str) -> int:
        table = hub.table(visitor.enter("/new", game="shazamm", **fields).url.path.rpartition("/")[2])
        assert table is not None
        return table.turn_s

    lobby = visitor.get("/").text
    assert "Turn clock: 3 min" in lobby
    assert re.search(r'name="turn.shazamm"><option value="" selected>Off \(tournament: 3 min\)<', lobby)
    assert seconds(**{"preset.shazamm": "tournament", "turn.shazamm": ""}) == 180
    assert seconds(**{"preset.shazamm": "tournament", "turn.shazamm": "0"}) == 0
    assert seconds(**{"preset.shazamm": "quick", "turn.shazamm": ""}) == 0
    assert seconds(**{"preset.shazamm": "quick", "turn.shazamm": "60"}) == 60


def test_a_turn_clock_is_changed_during_a_match_and_told_to_all(visitor: Visitor, hub: Hub) -> None:
    table = hub.begin("shazamm", {}, {"A": "Ana"}, turn_s=45)
    place = f"/match/{table.id}"
    assert '<option value="45" selected>45 s</option>' in visitor.get(f"{place}/seats").text
    assert "form-turn-clock" not in visitor.get(f"{place}/seat/A/seats").text
    assert "The turn clock shows 1 min now." in visitor.enter(f"{place}/turn-clock", turn="60").text
    assert (table.turn_s, hub.extras.of(table.id).turn_s) == (60, 60)
    visitor.enter(f"{place}/turn-clock", turn="60")
    assert len(table.notices) == 1
    assert "The turn clock is off now." in visitor.enter(f"{place}/turn-clock", turn="0").text
    assert hub.extras.of(table.id).turn_s == 0
    assert visitor.enter(f"{place}/turn-clock", turn="7").status_code == 400


def test_a_turn_clock_is_one_of_those_that_are_offered(visitor: Visitor, hub: Hub) -> None:
    assert visitor.enter("/new", game="shazamm", **{"turn.shazamm": "7"}).status_code == 400
    assert hub.matches() == []
