"""`tapete league serve` as a process of its own."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests import loops

pytest.importorskip("sqlalchemy", reason="the extra `league`")
pytestmark = [pytest.mark.league]

PROGRAM = [sys.executable, "-m", "tapete", "--lang", "en", "league"]


@contextmanager
def ended(program: subprocess.Popen[str]) -> Iterator[None]:
    """End a program that a failed test leaves behind: its block waits for it."""
    try:
        yield
    finally:
        program.kill()


@pytest.mark.parametrize(("how", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
def test_it_serves_from_nothing_leaves_the_link_in_a_file_and_ends_in_order(tmp_path: Path, how: signal.Signals, status: int) -> None:
    """By Ctrl-C, or as systemd and containers end it."""
    words = [*PROGRAM, "serve", "--data", str(tmp_path), "--web-port", "0", "--no-browser"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as begun, ended(begun):
        assert begun.stdout is not None
        address = begun.stdout.readline().split()[1]
        assert "league-link" in begun.stdout.readline()
        link = tmp_path / "league-link"
        assert link.stat().st_mode & 0o077 == 0
        with httpx.Client(trust_env=False, follow_redirects=True, headers={"accept-language": "en"}, timeout=None) as organiser:
            assert "No event yet" in organiser.get(link.read_text().strip()).text
            assert organiser.get(address).status_code == 200
        begun.send_signal(how)
        assert begun.wait() == status
    assert not link.exists()


@pytest.mark.parametrize(
    ("database", "says"),
    [
        ("mysql://here/events", "is no database for events"),
        ("postgresql://me:hidden@127.0.0.1:9/events", "postgresql://127.0.0.1:9/events cannot be opened"),
    ],
)
def test_what_is_wrong_with_a_database_is_said(tmp_path: Path, database: str, says: str) -> None:
    found = subprocess.run(
        [*PROGRAM, "serve", "--data", str(tmp_path), "--database", database], capture_output=True, text=True, check=False
    )
    assert found.returncode == 1
    assert says in " ".join(found.stderr.split())
    assert "hidden" not in found.stderr
    assert "Traceback" not in found.stderr


def test_a_database_of_a_newer_tapete_is_refused(tmp_path: Path) -> None:
    import sqlite3

    with sqlite3.connect(tmp_path / "league.sqlite3") as made:
        made.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        made.execute("INSERT INTO alembic_version VALUES ('9999')")
    found = subprocess.run([*PROGRAM, "serve", "--data", str(tmp_path)], capture_output=True, text=True, check=False)
    assert found.returncode == 1
    assert "newer Tapete" in found.stderr


def events_in(folder: Path, decisions: int) -> None:
    """Keep an event with so many entrants in a folder of data."""
    from tapete.league.decisions import EnterEntrant
    from tapete.league.store.database import engine
    from tapete.league.store.store import EventStore
    from tapete.league.tournament import TournamentSettings

    async def kept() -> None:
        store = EventStore(engine(f"sqlite:///{folder}/league.sqlite3"))
        await store.open()
        await store.add_shop("shop", "shop")
        await store.begin("shop", "friday", TournamentSettings(name="Friday", game="shazamm", seed="s"))
        for number in range(decisions):
            await store.name_person("shop", f"p{number}", f"Name {number}")
            await store.decide("shop", "friday", EnterEntrant(f"p{number}"), who="organiser", at_ms=1_000)
        await store.close()

    loops.run(kept())


def ran(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, *words], capture_output=True, text=True, check=False)


def test_the_doctor_finds_all_well_and_names_what_is_not(tmp_path: Path) -> None:
    import json
    import sqlite3

    assert "There are no events" in ran("doctor", "--data", str(tmp_path)).stderr
    events_in(tmp_path, 3)
    well = ran("doctor", "--data", str(tmp_path))
    assert (well.returncode, well.stdout.count("✓")) == (0, 6), well.stdout
    assert "1 event: every log can be played again." in well.stdout
    with sqlite3.connect(tmp_path / "league.sqlite3") as altered:
        altered.execute("DROP TRIGGER decision_DELETE")
        altered.execute("DELETE FROM decision WHERE number = 2")
    found = ran("doctor", "--data", str(tmp_path), "--json")
    assert found.returncode == 1
    assert [one["what"] for one in json.loads(found.stdout) if not one["well"]] == ["log"]


def test_a_backup_is_whole_and_can_be_put_back(tmp_path: Path) -> None:
    events_in(tmp_path, 3)
    copy = tmp_path / "copy"
    copy.mkdir()
    assert ran("backup", str(copy / "league.sqlite3"), "--data", str(tmp_path)).returncode == 0
    assert ran("doctor", "--data", str(copy)).returncode == 0
    assert "is there already" in ran("backup", str(copy / "league.sqlite3"), "--data", str(tmp_path)).stderr


def test_a_file_that_is_no_secret_is_left_as_it_is(tmp_path: Path) -> None:
    short = tmp_path / "notes"
    short.write_text("mine")
    assert "too short for a secret" in ran("serve", "--data", str(tmp_path), "--secret", str(short)).stderr
    assert "cannot be read" in ran("serve", "--data", str(tmp_path), "--secret", str(tmp_path / "none")).stderr
    assert short.read_text() == "mine"


def test_a_season_from_its_beginning_to_its_final_by_commands(tmp_path: Path) -> None:
    """And a shop's address at the chain, by which a server sends on."""
    from click.testing import CliRunner, Result

    from tapete.commands.league import command
    from tapete.league.joining.address import read_address
    from tapete.league.server.shared import League
    from tapete.league.store.database import engine
    from tapete.league.store.store import EventStore
    from tests.league.server.chains import begun, played

    def said(*words: str) -> Result:
        return loops.apart(lambda: CliRunner().invoke(command, [*words, "--data", str(tmp_path)]))

    async def scene() -> None:
        league = League(EventStore(engine(f"sqlite:///{tmp_path}/league.sqlite3")), secret=b"s" * 32)
        await league.store.open()
        await begun(league, "shop", "friday", ["ana", "bea", "ciro"])
        await played(league, "shop", "friday")
        await league.store.close()

    loops.run(scene())
    begin = ("season", "begin", "winter", "--points", "10,6", "--finalists", "2")
    assert said(*begin).exit_code == 0
    assert said(*begin).exit_code == 1
    assert said("season", "begin", "x", "--points", "ten").exit_code == 2
    assert said("season", "add", "winter", "friday").exit_code == 0
    assert said("season", "add", "winter", "monday").exit_code == 1
    table = said("season", "table", "winter").output.splitlines()
    assert [line.split()[0::2] for line in table] == [["1", "10"], ["2", "6"], ["3", "1"]]
    assert said("season", "table", "winter", "--csv").output.startswith("\ufeff") is False
    assert said("season", "final", "winter", "final", "--game", "shazamm").exit_code == 0
    assert said("season", "final", "winter", "final", "--game", "shazamm").exit_code == 1, "there is such an event"
    address = read_address(said("relay", "north", "--address", "https://events.example").output)
    assert (address.server, address.shop, address.key_no) == ("https://events.example", "north", 1)
    refused = said("serve", "--chain", "nonsense", "--no-browser")
    assert refused.exit_code == 2
    assert "no address of an event" in " ".join(refused.output.split())
