"""The pages of staff and of monitors: who gets in, what they show and change."""

from __future__ import annotations

import csv
import io
import logging
import re
import zipfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tapete import games
from tapete.station import settings as kept_settings
from tapete.station.operations import pin
from tapete.station.operations.desk import StaffDesk
from tapete.station.operations.statistics import Play, Statistics
from tapete.station.settings import Settings
from tapete.table import Hub, Journal, Table
from tapete.web import Server, app, refused_keys
from tapete.web.keys import Keys
from tapete.web.refused_keys import RefusedVisits
from tapete.web.station.operations import staff
from tests.station.clock import Clock
from tests.visits import form_of
from tests.web.conftest import Visitor
from tests.web.controls import controls
from tests.web.test_assets import MOST_BYTES, first_load

PIN = "274951"


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    hub = Hub(Journal(tmp_path / "matches.sqlite3"))
    yield hub
    hub.close()


@pytest.fixture
def table(hub: Hub) -> Table:
    return hub.begin("shazamm", {}, {"A": "Aitana", "B": "Bruno"})


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(tmp_path: Path, hub: Hub, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[StaffDesk]:
    monkeypatch.setattr(pin, "COST", 2)  # of guessing; none of these tests guesses
    pin.keep(tmp_path, PIN)
    statistics = Statistics(tmp_path / "statistics.sqlite3", lambda: date(2026, 11, 21))
    yield StaffDesk(tmp_path, hub, statistics, clock=clock)
    statistics.close()


@pytest.fixture
def server(hub: Hub, desk: StaffDesk) -> Iterator[Server]:
    made = app(hub, lan=True, secret=b"a secret of sixteen bytes or more", routes=staff.PAGES)
    staff.install(made, desk)
    with Server(made) as running:
        yield running


@pytest.fixture
def visitor(server: Server) -> Iterator[Visitor]:
    base = f"http://127.0.0.1:{server.port}"
    with Visitor(base_url=base, headers={"accept-language": "en"}, follow_redirects=True, trust_env=False) as client:
        yield client


def token(page: httpx.Response, name: str = "csrf") -> str:
    found = re.search(rf'name="{name}" value="([^"]+)"', page.text)
    assert found is not None, page.text
    return found[1]


def log_in(visitor: Visitor, given: str = PIN) -> httpx.Response:
    return visitor.post("/staff/enter", data={"csrf": token(visitor.get("/staff")), "pin": given})


def post(visitor: Visitor, place: str, **fields: object) -> httpx.Response:
    page = visitor.get("/staff")
    return visitor.post(place, data={"csrf": token(page), "session": token(page, "session"), **fields})


def test_the_first_load_of_staffs_pages_is_small(visitor: Visitor) -> None:
    assert first_load(visitor, "/staff") < MOST_BYTES
    log_in(visitor)
    for place in ("/staff", "/staff/settings", "/staff/figures"):
        assert first_load(visitor, place) < MOST_BYTES


def test_staff_are_told_of_a_distribution_that_cannot_be_used(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    log_in(visitor)
    assert "✓ All is well." in visitor.get("/staff").text
    fault = games.RAISES(game="nim", place="other 1.2, other:GAME", problem="RuntimeError: no good (other.py:3)")
    monkeypatch.setattr(games, "faults", lambda: (fault,))
    page = visitor.get("/staff").text
    assert "other 1.2, other:GAME" in page
    assert "the other games go on" in page
    assert "✓ All is well." not in page


def test_wrong_pins_stand_in_the_log_with_the_address_and_not_themselves(
    visitor: Visitor, clock: Clock, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with caplog.at_level(logging.WARNING):
        for place in ("/staff/enter", "/staff/pin"):
            log_in(visitor)
            monkeypatch.setattr(refused_keys, "_refused", RefusedVisits())
            caplog.clear()
            answer = post(visitor, place, pin="111999", new="222888") if place == "/staff/pin" else log_in(visitor, "111999")
            assert answer.status_code == 403
            said = [record.getMessage() for record in caplog.records if record.name == "tapete.web.refused_keys"]
            assert said == ["refused a PIN from here, 1 since it was last told"], place
            assert not re.search("111999|222888", caplog.text)
            clock.go_on(3_600)


def test_without_the_pin_there_is_nothing_but_the_question_for_it(visitor: Visitor, server: Server, desk: StaffDesk) -> None:
    assert "The PIN, please" in visitor.get("/staff").text
    for place in ("/staff/settings", "/staff/figures"):
        assert "The PIN, please" in visitor.get(place).text
    for place in ("/staff/report.zip", "/staff/figures/plays.csv"):
        assert visitor.get(place).status_code == 403
    fields = {"csrf": token(visitor.get("/staff")), "session": ""}
    for place in ("/staff/settings", "/staff/restart", "/staff/pin", "/staff/leave"):
        assert visitor.post(place, data=fields).status_code == 403, place
    keys: Keys = server.app.state.keys
    visitor.get("/", params={"token": keys.table})
    assert visitor.get("/staff/report.zip").status_code == 403, "the table's key is not staff's"
    assert not desk.restart.is_set()


def test_the_pin_opens_and_leaving_closes(visitor: Visitor, server: Server) -> None:
    assert "Status" in log_in(visitor).text
    cookie = next(one for one in visitor.cookies.jar if one.name == server.app.state.keys.cookie("staff"))
    assert (cookie.path, cookie.has_nonstandard_attr("HttpOnly")) == ("/staff", True)
    assert "The PIN, please" in post(visitor, "/staff/leave").text
    assert visitor.get("/staff/report.zip").status_code == 403


def test_wrong_pins_are_refused_and_then_have_to_wait(visitor: Visitor, clock: Clock) -> None:
    said = [log_in(visitor, "000001").status_code for _ in range(4)]
    assert said == [403, 403, 403, 429]
    waiting = log_in(visitor)
    assert waiting.status_code == 429
    assert int(waiting.headers["retry-after"]) >= 1
    assert "Wait" in waiting.text
    clock.go_on(2)
    assert log_in(visitor).status_code == 200


def test_the_clock_on_the_wall_has_no_say(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wall clock that jumps forward (or back) shortens no wait and ends no session."""
    log_in(visitor)
    monkeypatch.setattr("time.time", lambda: 4e9)
    assert "Status" in visitor.get("/staff").text


def test_a_form_of_another_session_is_refused(visitor: Visitor, desk: StaffDesk) -> None:
    log_in(visitor)
    other = desk.sessions.begin()
    fields = {"csrf": token(visitor.get("/staff")), "session": other.form}
    assert visitor.post("/staff/restart", data=fields).status_code == 403
    foreign = visitor.post("/staff/restart", data=fields, headers={"origin": "http://evil.example"})
    assert foreign.status_code == 403
    assert not desk.restart.is_set()


def test_the_overview_says_how_it_is_in_both_languages(visitor: Visitor, table: Table) -> None:
    log_in(visitor)
    assert "All is well." in visitor.get("/staff").text
    assert "Todo va bien." in visitor.get("/staff?lang=es").text


def test_settings_that_are_refused_stay_in_their_form(visitor: Visitor, desk: StaffDesk) -> None:
    log_in(visitor)
    typed = {
        "language": "es",
        "attract": "yes",
        "idle_s": "5",
        "still_there_s": "31",
        "choose_s": "62",
        "end_s": "93",
        "brightness": "74",
        "league": "http://192.0.2.1/join/no-such-key",
        "quiet_from": "22:15",
        "quiet_to": "08:45",
        "catalogue.moriham": "my own cards",
    }
    refused = post(visitor, "/staff/settings", games=["moriham"], **typed)
    assert refused.status_code == 409
    kept = controls(refused.text, "/staff/settings")
    assert {name: kept[name] for name in typed} == {name: [said] for name, said in typed.items()}
    assert kept["games"] == ["moriham"]
    assert "first_match" not in kept, "what was unticked stays unticked"
    assert desk.settings().idle_s != 5


def test_settings_are_kept_and_what_does_not_hold_is_said(visitor: Visitor, desk: StaffDesk, tmp_path: Path) -> None:
    log_in(visitor)
    fields = {
        "games": ["shazamm", "moriham"],
        "language": "en",
        "attract": "yes",
        "idle_s": "240",
        "still_there_s": "30",
        "choose_s": "60",
        "end_s": "90",
        "brightness": "70",
        "quiet_from": "22:00",
        "quiet_to": "08:30",
    }
    assert post(visitor, "/staff/settings", **fields).status_code == 200
    kept = kept_settings.read(tmp_path)
    assert (kept.games, kept.language, kept.idle_s, kept.brightness) == (("shazamm", "moriham"), "en", 240, 70)
    assert (kept.attract, kept.first_match, kept.quiet_from, kept.quiet_to) == (True, False, "22:00", "08:30")
    for wrong in ({"idle_s": "5"}, {"brightness": "x"}, {"quiet_to": ""}, {"games": ["chess"]}, {"language": "fr"}):
        refused = post(visitor, "/staff/settings", **{**fields, **wrong})
        assert refused.status_code == 409, wrong
        assert 'role="alert"' in refused.text
    assert kept_settings.read(tmp_path) == kept
    page = visitor.get("/staff/settings").text
    assert 'id="offer-moriham" name="games" value="moriham" checked' in page
    assert 'id="offer-bhm" name="games" value="bhm">' in page or "bhm" not in page


def test_house_rules_that_differ_are_kept_alone(visitor: Visitor, tmp_path: Path) -> None:
    log_in(visitor)
    page = visitor.get("/staff/settings").text
    rule = re.search(r'name="(rule\.shazamm\.[a-z_]+)" value="([^"]+)"><label', page)
    assert rule is not None
    fields = {"games": ["shazamm"], "language": "es", rule[1]: rule[2]}
    fields |= {"idle_s": "180", "still_there_s": "45", "choose_s": "60", "end_s": "90", "brightness": "100"}
    assert post(visitor, "/staff/settings", **fields).status_code == 200
    kept = kept_settings.read(tmp_path)
    assert list(kept.house_rules["shazamm"]) == [rule[1].rpartition(".")[2]]


def test_another_pin_needs_the_old_one_and_logs_everybody_out(visitor: Visitor, desk: StaffDesk) -> None:
    log_in(visitor)
    assert post(visitor, "/staff/pin", pin="000001", new="583920").status_code == 403
    assert post(visitor, "/staff/pin", pin=PIN, new="111111").status_code == 403
    assert "The PIN, please" in post(visitor, "/staff/pin", pin=PIN, new="583920").text
    assert log_in(visitor).status_code == 403
    assert "Status" in log_in(visitor, "583920").text


def test_figures_show_plots_and_give_csv(visitor: Visitor, desk: StaffDesk) -> None:
    log_in(visitor)
    assert "Nothing yet." in visitor.get("/staff/figures").text
    for _ in range(3):
        desk.statistics.add(Play(game="shazamm", guided=True, seats=2, how="ended", seconds=600, result="win", reason="wall"))
    desk.statistics.add(Play(game="moriham", guided=False, seats=2, how="left", seconds=60, step="<battle>"))
    desk.statistics.refuse("shazamm", "bid_over_mana", "SHZ-035")
    page = visitor.get("/staff/figures?days=7").text
    assert "Matches ended: 3 (led step by step: 3). Left in the middle: 1." in page
    assert page.count('<svg class="plot"') == 5
    assert "Shazamm: 10 min" in page
    assert "&lt;battle&gt;" in page
    assert " SHZ-035: 1" in page
    assert "bid_over_mana" not in page
    plays = visitor.get("/staff/figures/plays.csv")
    assert plays.headers["content-type"].startswith("text/csv")
    assert len(plays.text.splitlines()) == 5
    assert len(visitor.get("/staff/figures/refusals.csv").text.splitlines()) == 2
    assert visitor.get("/staff/figures/other.csv").status_code == 404


def test_figures_say_in_words_where_people_gave_up_and_csv_keeps_the_identifier(visitor: Visitor, desk: StaffDesk) -> None:
    log_in(visitor)
    desk.statistics.add(Play(game="shazamm", guided=False, seats=2, how="left", seconds=60, step="choose_theft"))
    page = visitor.get("/staff/figures").text
    assert "Theft: decide on each spell" in page
    assert "choose_theft" not in page
    visitor.headers["accept-language"] = "es"
    assert "Hurto: decide sobre cada hechizo" in visitor.get("/staff/figures").text
    (row,) = csv.DictReader(io.StringIO(visitor.get("/staff/figures/plays.csv").text))
    assert row["step"] == "choose_theft"


def test_refusals_of_pages_and_api_are_counted_for_matches_of_people(
    visitor: Visitor, server: Server, desk: StaffDesk, table: Table
) -> None:
    keys: Keys = server.app.state.keys
    desk.recorder.began(table)
    mine = {"authorization": f"Bearer {keys.seat(table.id, 'A')}"}
    visitor.post(f"/api/match/{table.id}", json={"do": {"action": "unlock", "seat": "A"}}, headers=mine)
    visitor.get(f"/match/{table.id}/seat/A?token={keys.seat(table.id, 'A')}")
    visitor.post(f"/match/{table.id}/seat/A/touch", data={"csrf": form_of(keys, visitor), "says": 'verb:"unlock"', "back": "list"})
    [(game, _, _, number)] = desk.statistics.summary().refusals
    assert (game, number) == ("shazamm", 2)


def test_the_report_is_one_touch(visitor: Visitor, table: Table) -> None:
    log_in(visitor)
    report = visitor.get("/staff/report.zip")
    assert report.headers["content-disposition"] == 'attachment; filename="tapete-report.zip"'
    with zipfile.ZipFile(io.BytesIO(report.content)) as archive:
        assert "match.jsonl" in archive.namelist()
        assert b"Aitana" not in archive.read("match.jsonl")


def test_the_report_holds_no_address_of_an_event(visitor: Visitor, tmp_path: Path) -> None:
    log_in(visitor)
    kept_settings.write(tmp_path, Settings(league="http://here/v1/shops/shop/hosts/table-3#1.secret"))
    with zipfile.ZipFile(io.BytesIO(visitor.get("/staff/report.zip").content)) as archive:
        assert b"secret" not in archive.read("settings.toml")


def test_restart_is_asked_for(visitor: Visitor, desk: StaffDesk) -> None:
    log_in(visitor)
    assert "Restarting" in post(visitor, "/staff/restart").text
    assert desk.restart.is_set()


# ---- monitors


def test_health_and_metrics_on_this_computer(visitor: Visitor, table: Table) -> None:
    health = visitor.get("/health")
    assert health.status_code == 200
    assert health.json()["ok"] is True
    assert health.json()["journal"]["matches"] == 1
    text = visitor.get("/metrics")
    assert text.headers["content-type"].startswith("text/plain; version=0.0.4")
    found = {sample.name: sample.value for family in text_string_to_metric_families(text.text) for sample in family.samples}
    assert found["tapete_ok"] == 1
    assert found["tapete_journal_matches"] == 1
    assert found["tapete_memory_bytes"] > 10_000_000
    assert "tapete_info" in found


def test_from_the_room_monitors_need_their_token(server: Server, monkeypatch: pytest.MonkeyPatch, visitor: Visitor) -> None:
    monkeypatch.setattr("tapete.web.keys.group", lambda address: "192.0.2.1")
    keys: Keys = server.app.state.keys
    for place in ("/health", "/metrics"):
        assert visitor.get(place).status_code == 403
        for wrong in ("x", keys.table, keys.form):
            assert visitor.get(place, headers={"authorization": f"Bearer {wrong}"}).status_code == 403
        assert visitor.get(place, headers={"authorization": f"Bearer {keys.monitor}"}).status_code == 200
    assert visitor.get("/", headers={"authorization": f"Bearer {keys.monitor}"}).status_code == 403, "a monitor sees nothing else"


def test_a_station_that_cannot_work_says_so_by_its_status(visitor: Visitor, hub: Hub) -> None:
    hub.journal.path.unlink()
    health = visitor.get("/health")
    assert health.status_code == 503
    assert health.json()["troubles"] == ["journal_unreadable"]


@pytest.mark.parametrize("language", ["es", "en"])
def test_no_page_of_staff_loads_anything_from_elsewhere(visitor: Visitor, language: str) -> None:
    log_in(visitor)
    for place in ("/staff", "/staff/settings", "/staff/figures"):
        page = visitor.get(f"{place}?lang={language}")
        assert not re.findall(r'(?:src|href|action)="(?!/|\?|#)', page.text)
        assert " style=" not in page.text
        assert "script-src 'self'" in page.headers["content-security-policy"]
