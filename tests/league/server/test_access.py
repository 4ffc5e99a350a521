"""Links: what each role opens, and what it does not."""

from __future__ import annotations

import httpx
import pytest

from tests.league.server.conftest import API, Served

pytestmark = [pytest.mark.league]

PAIR = {"expected_version": 2, "do": "drop_entrant", "entrant": 1, "why": "goes home"}


def test_without_a_link_nothing_opens(served: Served) -> None:
    served.friday(2)
    with served.visitor() as nobody:
        assert nobody.get("/").status_code == 401
        assert "scan the code on your slip" in nobody.get("/").text
        assert nobody.get(f"{API}/standings").json()["refusals"][0]["code"] == "no_key"
        assert nobody.get("/in/AAAAAAAAAAAAAAAAAAAAAAAA").status_code == 403


def test_a_link_is_a_cookie_once_it_was_opened(served: Served) -> None:
    served.friday()
    with served.visitor("organiser", None) as organiser:
        found = organiser.get("/")
        assert found.status_code == 200
        assert "Friday" in found.text
        assert set(organiser.cookies) >= {served.league.cookie("organiser")}


@pytest.mark.parametrize(
    ("role", "event", "reads", "decides"),
    [
        ("organiser", None, 200, 200),
        ("organiser", "friday", 200, 200),
        ("organiser", "monday", 403, 403),
        ("judge", "friday", 200, 200),
        ("wall", "friday", 200, 403),
        ("chain", None, 200, 403),
    ],
)
def test_what_a_role_may(served: Served, role: str, event: str | None, reads: int, decides: int) -> None:
    served.friday(2)
    from tapete.league.tournament import TournamentSettings

    served.within(lambda league: league.store.begin("shop", "monday", TournamentSettings(name="M", game="shazamm", seed="s")))
    with served.program(role, event) as program:  # type: ignore[arg-type]  # a word of the table above
        assert program.get(f"{API}/standings").status_code == reads
        assert program.post(f"{API}/decisions", json=PAIR).status_code == decides


def test_what_a_judge_leaves_to_the_organiser(served: Served) -> None:
    served.friday(2)
    with served.program("judge") as judge:
        refused = judge.post(f"{API}/decisions", json={"expected_version": 2, "do": "close_tournament", "why": "late"})
    assert (refused.status_code, refused.json()["refusals"][0]["code"]) == (403, "not_yours")


def test_a_link_ends_with_its_time(served: Served) -> None:
    served.friday(2)
    with served.program("judge") as judge:
        assert judge.get(f"{API}/standings").status_code == 200
        served.league.now += 13 * 3_600_000
        assert judge.get(f"{API}/standings").status_code == 403


def test_the_database_keeps_no_key(served: Served, tmp_path: object) -> None:
    served.friday(2)
    key = served.player(1)
    assert len(key) == 24
    from pathlib import Path

    for path in Path(str(tmp_path)).iterdir():
        assert key.encode() not in path.read_bytes()


def test_a_page_of_another_site_decides_nothing(served: Served) -> None:
    served.friday(2)
    key = served.link("organiser")
    foreign = {"authorization": f"Bearer {key}", "origin": "http://elsewhere.example"}
    found = httpx.post(served.server.address + API[1:] + "/decisions", json=PAIR, headers=foreign, trust_env=False, timeout=None)
    assert (found.status_code, found.json()["refusals"][0]["code"]) == (403, "foreign_page")
