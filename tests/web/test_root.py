"""Every page lies under one root, and names nothing outside it: behind a proxy, or in a folder of a site."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tapete import games
from tapete.station.operations import pin
from tapete.station.operations.desk import StaffDesk
from tapete.station.operations.statistics import Statistics
from tapete.station.station import Station
from tapete.table import Hub
from tapete.web import Server, app
from tapete.web.request_checks import policy
from tapete.web.station import app as station_app
from tapete.web.station.operations import staff
from tests.station.clock import Clock
from tests.web.conftest import Visitor
from tests.web.test_rights_walk import pages

ROOT = "/x/y"
STREAMS = ("/events", "/wall/stream")
NAMED = re.compile(r"""(?:\b(?:href|action|src|data-[a-z-]+)="|\burl=|"(?:id|start_url|scope|go|href|src)": ?")(/[^"]*)""")
"""Addresses in a page's markup, its refresh, and in what JSON says."""


@pytest.fixture
def rooted(hub: Hub) -> Iterator[Visitor]:
    with Server(app(hub, root=ROOT, framed=True)) as server, visiting(server) as client:
        yield client


def visiting(server: Server) -> Visitor:
    return Visitor(
        base_url=f"http://127.0.0.1:{server.port}{ROOT}", headers={"accept-language": "en"}, follow_redirects=True, trust_env=False
    )


def walk(visitor: Visitor, begin: list[str]) -> set[str]:
    """Follow every address from those on; says which were seen."""
    seen, due = set[str](), [f"{ROOT}{address}" for address in begin]
    while due:
        address = due.pop()
        bare = address.partition("#")[0]
        if bare in seen:
            continue
        seen.add(bare)
        if bare.partition("?")[0].endswith(STREAMS):
            continue
        answer = visitor.get(str(visitor.base_url.copy_with(raw_path=bare.replace("&amp;", "&").encode())))
        assert answer.status_code in (200, 405), (answer.status_code, address)  # a form's own address takes no GET
        if answer.headers["content-type"].partition(";")[0] in ("text/html", "application/manifest+json"):
            found = NAMED.findall(answer.text)
            assert [one for one in found if not one.startswith(f"{ROOT}/")] == [], address
            due += found
    return seen


@pytest.mark.long
@pytest.mark.halves
@pytest.mark.parametrize("game", games.names())
def test_no_page_of_a_match_names_an_address_outside_the_root(rooted: Visitor, hub: Hub, game: str) -> None:
    table = hub.begin(game, seats=max(2, games.need(game).fewest))
    given = {"match": table.id, "seat": "A", "game": game, "which": games.need(game).clauses[0].id, "card": "moss_bear"}
    of_match = ("GET /match", "GET /record", "GET /rules", "GET /console", "GET /manifest")
    public = [one.removeprefix("GET ").format(**given) for one in pages(app(hub)) if one.startswith(of_match)]
    known = {one for one in public if rooted.get(one if not one.endswith(STREAMS) else "/").status_code == 200}
    assert len(known) > 25
    seen = walk(rooted, ["/", *sorted(known)])
    assert f"{ROOT}/match/{table.id}/seat/A/list" in seen
    assert len(seen) > 40


def test_what_is_pushed_names_the_root(rooted: Visitor, hub: Hub) -> None:
    table = hub.begin("shazamm")
    with rooted.stream("GET", f"/match/{table.id}/list/events") as stream:
        said = next(line for line in stream.iter_lines() if line.startswith("data:"))
    found = re.findall(r'(?:href|action)=\\?"(/[^"\\]*)', said)
    assert found
    assert all(one.startswith((f"{ROOT}/match/{table.id}", f"{ROOT}/rules/", f"{ROOT}/join/{table.id}")) for one in found)


def test_what_is_posted_leads_on_under_the_root(rooted: Visitor, hub: Hub) -> None:
    begun = rooted.post("/new", data={"csrf": rooted.token(), "game": "shazamm"}, follow_redirects=False)
    (listed,) = hub.matches()
    assert begun.headers["location"] == f"{ROOT}/match/{listed.id}"
    told = rooted.post("/new", data={"csrf": rooted.token(), "game": "shazamm"}, headers={"accept": "application/json"})
    assert told.json()["go"].startswith(f"{ROOT}/match/")
    assert json.loads(rooted.get("/api/match/none").text)["ok"] is False
    assert {cookie.path for cookie in rooted.cookies.jar} == {f"{ROOT}/"}
    large = rooted.post("/load", files={"file": b"x" * 100_000, "csrf": (None, rooted.token())})
    assert large.status_code == 409  # read, and no match: the address that takes files is known under the root


def test_a_proxy_may_take_the_root_off(rooted: Visitor) -> None:
    taken = rooted.get(str(rooted.base_url.copy_with(raw_path=b"/rules/shazamm")))
    assert taken.status_code == 200
    assert f'href="{ROOT}/rules/shazamm/sheet"' in taken.text


def test_pages_show_in_frames_only_where_that_was_asked(rooted: Visitor, visitor: Visitor) -> None:
    framed, alone = rooted.get("/"), visitor.get("/")
    assert framed.headers["content-security-policy"] == policy(framed=True)
    assert framed.headers["x-frame-options"] == "SAMEORIGIN"
    assert alone.headers["content-security-policy"] == policy()
    assert alone.headers["x-frame-options"] == "DENY"


def test_no_page_of_a_station_names_an_address_outside_the_root(tmp_path: Path, hub: Hub) -> None:
    pin.keep(tmp_path, "274951")
    station = Station(hub, tmp_path, clock=Clock())
    statistics = Statistics(tmp_path / "statistics.sqlite3")
    desk = StaffDesk(tmp_path, hub, statistics, apply=station.staff.change_settings, read=lambda: station.staff.settings)
    made = station_app(station, routes=staff.PAGES, root=ROOT)
    staff.install(made, desk)
    with Server(made) as server, visiting(server) as visitor:
        assert visitor.get("/").url.path == f"{ROOT}/station"
        page = visitor.get("/staff")
        token = re.search(r'name="csrf" value="([^"]+)"', page.text)
        assert token is not None
        entered = visitor.post("/staff/enter", data={"csrf": token[1], "pin": "274951"})
        assert entered.url.path == f"{ROOT}/staff"
        seen = walk(visitor, ["/station", "/staff", "/staff/settings", "/staff/figures"])
    assert f"{ROOT}/staff/figures/plays.csv" in seen
    station.close()
    statistics.close()
