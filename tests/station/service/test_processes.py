"""Every process of a station is killed, and everything comes back: the host, the console, the browser. Real processes, `kill -9`."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest

from tapete.commands import station_run
from tapete.station.operations import pin
from tapete.table.buffered_journal import BufferedJournal
from tests.run_forms import by_form
from tests.table import full_disk
from tests.visits import form_of
from tools.soak_parts import ConsolePart, HostPart

pytestmark = pytest.mark.slow

F = TypeVar("F")

PATIENCE_S = 120.0
"""A generous bound: how fast it is, is measured by tools/soak.py."""


def until(happened: Callable[[], F]) -> F:
    """Wait for it; a host that is just being started answers nothing."""
    ending, last = time.monotonic() + PATIENCE_S, "nothing"
    pause = threading.Event()
    while time.monotonic() < ending:
        try:
            if found := happened():
                return found
            last = repr(found)
        except httpx.TransportError as fault:
            last = repr(fault)
        pause.wait(0.1)
    raise AssertionError(f"it did not happen within {PATIENCE_S} s; last: {last}")


@pytest.fixture
def host(tmp_path: Path) -> Iterator[HostPart]:
    with HostPart(tmp_path / "data", None) as running:
        yield running


def match_on_screen(host: HostPart) -> str:
    found = re.search(r"/match/([a-z2-9]{8})", host.screen())
    return found[1] if found else ""


def begin(host: HostPart) -> str:
    """A free match of Shazamm, as it is chosen on the screen."""
    host.press_screen(do="here")
    host.press_screen(choose="shazamm")
    host.press_screen(choose="free")
    return until(lambda: match_on_screen(host))


def bid(host: HostPart, match: str, seat: Any, amount: int) -> dict[str, Any]:
    return host.api(f"/api/match/{match}", {"do": {"action": "lock_bid", "seat": seat, "amount": amount}}, match, seat)


def seq(host: HostPart, match: str) -> int:
    return int(host.get(f"/api/match/{match}", ask="result").json()["seq"])


def test_a_killed_host_comes_back_with_the_same_match_and_says_how_the_table_lies(host: HostPart) -> None:
    match = begin(host)
    bid(host, match, "A", 7)
    assert bid(host, match, "B", 3)["ok"]
    before = seq(host, match)
    phone = f"/match/{match}/seat/A?token={host.keys.seat(match, 'A')}"
    host.kill()
    host.start()
    assert until(lambda: match_on_screen(host)) == match
    assert seq(host, match) >= before
    assert "El marcador de maná de A está en" in host.screen(), "people are told what lies where"
    assert host.get(phone).status_code == 200, "a phone's key fits after the restart"
    page = host.get(f"/match/{match}/list?lang=en").text
    assert "The station was restarted" in page


@pytest.mark.long
def test_a_secret_that_went_with_the_host_is_asked_for_again(host: HostPart) -> None:
    match = begin(host)
    assert bid(host, match, "A", 7)["ok"]
    host.kill()
    host.start()
    until(lambda: match_on_screen(host) == match)
    assert bid(host, match, "A", 9)["ok"]


@pytest.mark.long
def test_killed_in_the_middle_of_writing_nothing_acknowledged_is_lost(host: HostPart) -> None:
    match = begin(host)
    acknowledged = 0
    for turn in range(by_form(20, 20, 20, 60)):
        stop = threading.Event()
        heard: list[int] = []

        def lock_and_unlock(stop: threading.Event = stop, heard: list[int] = heard) -> None:
            while not stop.is_set():
                try:
                    said = bid(host, match, "A", 5)
                    said = (
                        said if not said["ok"] else host.api(f"/api/match/{match}", {"do": {"action": "unlock", "seat": "A"}}, match, "A")
                    )
                except httpx.TransportError:
                    return
                if said["ok"]:
                    heard.append(said["seq"])

        thread = threading.Thread(target=lock_and_unlock)
        thread.start()
        until(lambda heard=heard, turn=turn: len(heard) > turn)  # type: ignore[misc]  # this turn's values are meant
        host.kill()
        stop.set()
        thread.join()
        host.start()
        until(lambda: match_on_screen(host) == match)
        acknowledged = max([acknowledged, *heard])
        assert seq(host, match) >= acknowledged


@pytest.mark.long
def test_sigterm_ends_in_order_and_a_new_start_goes_on(host: HostPart, tmp_path: Path) -> None:
    match = begin(host)
    os.kill(host.pid, signal.SIGTERM)
    assert host.wait(PATIENCE_S) == 0
    assert not (tmp_path / "data" / "tapete.sqlite3-wal").exists(), "the journal was closed"
    host.start()
    assert until(lambda: match_on_screen(host)) == match


@pytest.mark.long
def test_staff_restarts_the_program_in_place(tmp_path: Path) -> None:
    pin.keep(tmp_path / "data", "274951")
    with HostPart(tmp_path / "data", None) as host:
        match = begin(host)
        before = host.pid
        with httpx.Client(base_url=f"http://127.0.0.1:{host.port}", trust_env=False, follow_redirects=True, timeout=60) as staff:
            page = staff.post("/staff/enter", data={"csrf": form_of(host.keys, staff), "pin": "274951"}).text
            form = re.search(r'name="session" value="([^"]+)"', page)
            assert form is not None
            assert staff.post("/staff/restart", data={"csrf": form_of(host.keys, staff), "session": form[1]}).status_code == 200
            # The one who was logged in is not any more: that is how the new program is known.
            until(lambda: 'id="form-pin"' in staff.get("/staff").text)
        assert host.pid == before
        assert until(lambda: match_on_screen(host)) == match


@pytest.mark.long
def test_a_killed_console_comes_back_and_shows_the_match(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    with ConsolePart(tmp_path / "console", speed=4.0, panels=2) as console, HostPart(tmp_path / "data", console.link) as host:
        match = begin(host)

        def connected() -> bool:
            found: bool = host.get("/health").json()["consoles"][0]["connected"]
            return found

        until(connected)
        console.kill_and_start()
        until(lambda: host.get("/health").json()["consoles"][0]["sessions"] >= 2 and connected())
        assert bid(host, match, "A", 7)["ok"]
        until(lambda: console.lit())
        assert match_on_screen(host) == match


@pytest.mark.browser
@pytest.mark.long
def test_a_killed_browser_shows_the_match_again(host: HostPart, tmp_path: Path) -> None:
    match = begin(host)
    address = f"http://127.0.0.1:{host.port}/station?token={host.keys.table}"
    chromium = os.environ["TAPETE_CHROMIUM"]
    command = [chromium, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'browser'}"]
    with subprocess.Popen(
        [*command, "--kiosk", address], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as browser:
        until(lambda: host.get("/health").json()["open_pages"] >= 1)
        os.killpg(browser.pid, signal.SIGKILL)
    for lock in (tmp_path / "browser").glob("Singleton*"):
        lock.unlink(missing_ok=True)
    shown = subprocess.run([*command, "--dump-dom", "--timeout=20000", address], capture_output=True, encoding="utf-8", check=False).stdout
    assert f"/match/{match}" in shown


def test_old_matches_make_room_while_the_station_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(station_run, "CATCH_UP_S", 0.01)
    monkeypatch.setattr(station_run, "TIDY_S", 0.0)
    used: list[Collection[str]] = []

    def tidy(journal: BufferedJournal, in_use: Callable[[], Collection[str]] | None = None) -> None:
        if in_use is not None:  # opening tidies too, before anything is in memory
            used.append(in_use())

    monkeypatch.setattr(BufferedJournal, "tidy", tidy)
    with station_run.hub_of(tmp_path) as hub:
        table = hub.begin("shazamm")
        until(lambda: any(table.id in one for one in used))


def test_a_damaged_journal_is_told_at_the_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    (tmp_path / "tapete.sqlite3").write_bytes(b"noise" * 2_000)
    with station_run.hub_of(tmp_path) as hub:
        assert hub.begin("shazamm").seq == 0
    assert "is set aside as tapete.damaged-" in capsys.readouterr().err


def test_on_a_full_disk_the_table_is_told(tmp_path: Path) -> None:
    with station_run.hub_of(tmp_path) as hub:
        table = hub.begin("shazamm")
        full_disk.fill(hub.journal)
        for _ in range(2_000):
            table.submit({"action": "lock_bid", "seat": "A", "amount": 5})
            table.submit({"action": "unlock", "seat": "A"})
            if table.notices:
                break
        assert "El disco está lleno" in table.notices[-1].text.in_("es")
        assert "Tell the staff" in table.notices[-1].text.in_("en")
