"""TRF in and out: what another program writes becomes an event, and what we wrote comes back as it was."""

from __future__ import annotations

import re

import pytest

from tapete.core.refusals import Illegal
from tapete.league.deciding import decide, opened
from tapete.league.server import trf_read
from tapete.league.server.exports import trf_of
from tapete.league.tournament import Tournament
from tests.league.server.conftest import API, FRIDAY, Served
from tests.league.test_published import fide

pytestmark = [pytest.mark.league]


def again(text: str) -> tuple[Tournament, dict[str, str]]:
    """The event that a report makes."""
    report = trf_read.read(text)
    now = opened(report.settings)
    for what, why in report.log:
        now, _entry = decide(now, what, who="", at_ms=0, why=why)
    return now, report.names


def players(text: str) -> list[str]:
    """The lines of players, from the points on."""
    return [line[80:] for line in text.splitlines() if line.startswith("001")]


def test_fides_exercise_goes_out_and_comes_back_with_every_tie_break() -> None:
    at = fide().now
    text = trf_of(at, {one.person: f"Player {one.number}" for one in at.entrants})
    assert len(re.findall(r" [HUZ+-](?= |\r|$)", text)) >= 11
    back, names = again(text)
    assert players(trf_of(back, names)) == players(text)
    assert sorted(names.values()) == sorted(f"Player {number}" for number in range(1, 17))
    assert back.settings.reckoning == "chess"


def test_cards_points_come_back_too() -> None:
    from tests.league.written_events import Evening

    evening = Evening(5, rounds=3).proposed().results("A", "draw").proposed().results("B", "A").now
    text = trf_of(evening, {one.person: f"Player {one.number}" for one in evening.entrants})
    back, names = again(text)
    assert back.match_points() == evening.match_points()
    assert players(trf_of(back, names)) == players(text)


def test_another_programs_report_is_read() -> None:
    caissify = pytest.importorskip("caissify_pairings.trf")
    at = fide().now
    written = trf_of(at, {one.person: f"Jugador Ñ{one.number}" for one in at.entrants})
    read = caissify.parse_trf(written)
    assert [one["name"] for one in read["players"]] == list(trf_read.read(written).names.values())


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no_players"),
        ("012 only a name\n", "no_players"),
        ("001 one      Ana", "bad_trf"),
        ("001    1      Ana                               abcd", "bad_trf"),
        (f"001    1      {'Ana':<33} 1200{'':37}     2 w 1  ", "two_tell"),
        (f"001    1      {'Ana':<33} 1200{'':37}     2 w 1  \n001    2      {'Bea':<33} 1100{'':37}     1 b 1  ", "two_tell"),
        (f"001    1      {'Ana':<33} 1200{'':37}     2 w X  ", "bad_trf"),
        (f"XXR {'9' * 5_000}\n001    1      {'Ana':<33} 1200{'':37}     2 w 1  ", "two_tell"),
    ],
)
def test_what_is_no_report_is_refused_with_the_line(text: str, code: str) -> None:
    with pytest.raises(Illegal) as refused:
        trf_read.read(text)
    assert [one.code for one in refused.value.refusals] == [code]


def test_an_event_is_begun_from_a_file(served: Served) -> None:
    at = fide().now
    text = trf_of(at, {one.person: f"Player {one.number}" for one in at.entrants})
    with served.visitor("organiser", None) as page:
        token = re.search(r'name="csrf" value="([^"]+)"', page.get("/").text)
        assert token is not None
        made = page.post("/events/shop/trf", data={"csrf": token[1]}, files={"file": ("x.trf", text.encode(), "text/plain")})
        assert made.url.path == FRIDAY, made.text
        assert "Player 16" in made.text
        assert "3½" in page.get(f"{FRIDAY}/standings").text
        bad = page.post("/events/shop/trf", data={"csrf": token[1]}, files={"file": ("x.trf", b"nothing", "text/plain")})
        assert bad.status_code == 422
        assert "no line of a player" in bad.text
        binary = page.post("/events/shop/trf", data={"csrf": token[1]}, files={"file": ("x", b"\xff\xfe\x00", "text/plain")})
        assert binary.status_code == 400
    with served.visitor("organiser") as one:
        assert one.post("/events/shop/trf", data={"csrf": "x"}).status_code == 403


def test_a_program_begins_an_event_enters_names_and_reads_the_pairs(served: Served) -> None:
    settings = {"name": "Friday", "game": "other", "seed": "s", "reckoning": "friday", "best_of": 3, "divisions": ["Junior"]}
    with served.program("organiser", None) as program:
        begun = program.post("/v1/shops/shop/events", json={"event": "friday", "settings": settings})
        assert begun.json() == {"ok": True, "event": "friday", "version": 0}
        assert program.post("/v1/shops/shop/events", json={"event": "friday", "settings": settings}).status_code == 422
        assert program.post("/v1/shops/shop/events", json={"event": "x", "settings": {**settings, "game": "nothing"}}).status_code == 422
        for number, name in enumerate(("Ana", "Bruno"), 1):
            done = program.post(f"{API}/entrants", json={"name": name, "strength": 900, "division": "Junior"})
            assert done.json() == {"ok": True, "version": number, "entrant": number}
        twice = program.post(f"{API}/entrants", json={"name": "ana"})
        assert twice.status_code == 422
        assert (
            program.post(f"{API}/entrants", json={"name": "Carla", "division": "Master"}).json()["refusals"][0]["code"]
            == "no_such_division"
        )
        line = {"event": "friday", "name": "Friday", "closed": False, "version": 2}
        assert program.get("/v1/shops/shop/events").json()["events"] == [line]
        pair = {"do": "pair_round", "round": 1, "pairings": [{"kind": "match", "entrants": [1, 2]}], "expected_version": 2}
        assert program.post(f"{API}/decisions", json=pair).status_code == 200
        assert program.post(f"{API}/decisions", json={"do": "publish_round", "round": 1, "expected_version": 3}).status_code == 200
        assert [one["seats"]["A"]["name"] for one in program.get(f"{API}/pairings").json()["pairings"]] == ["Ana"]
    with served.program("organiser") as of_one:
        assert of_one.post("/v1/shops/shop/events", json={"event": "other", "settings": settings}).status_code == 403
    with served.program("judge") as judge:
        assert judge.post(f"{API}/entrants", json={"name": "Dora"}).status_code == 403
