"""What the table in a browser's tab is packed of."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools import site_table

PLAYS = """
import asyncio, sys
sys.path.insert(0, sys.argv[1])
for name in ("uvicorn", "h11", "click", "rich", "cryptography", *sys.argv[3].split()):
    sys.modules[name] = None
from pathlib import Path
import tapete
assert Path(tapete.__file__).is_relative_to(sys.argv[1]), tapete.__file__
from tapete import bots, games, presentation
from tapete.coach import play_outs, review
from tapete.tab import begin, progress
from tapete.table import Hub, Journal
from tapete.web.application import app

hub = Hub(Journal(Path(sys.argv[2]) / "journal", alone=True))
made = app(hub, root="/app", framed=True)

async def get(path):
    told = []
    async def receive(): await asyncio.Event().wait()
    async def send(message): told.append(message)
    headers = [(b"host", b"localhost"), (b"accept-language", b"es")]
    scope = {"type": "http", "method": "GET", "scheme": "http", "path": path, "query_string": b"", "root_path": "", "headers": headers,
        "http_version": "1.1", "client": ("127.0.0.1", 1), "server": ("localhost", 80), "asgi": {"version": "3.0"}}
    await made(scope, receive, send)
    assert told[0]["status"] == 200, (path, told[0])

async def main():
    await get("/app/")
    for name in games.names():
        match = hub.begin(name, seats=max(2, games.need(name).fewest)).id
        hub.robots.seat(hub.table(match), {})
        for page in ("", "/list", "/seat/A", "/seats", "/facing", "/screen", "/log", "/end", "/at", "/cards", "/export"):
            await get(f"/app/match/{match}{page}")
        await get(f"/app/rules/{name}")

asyncio.run(main())
hub.close()
assert bots.faults() == presentation.faults() == (), "a page without its game's words and boards is answered too"
"""
"""Pages of every game, in a process that knows of Tapete what is packed, and nothing of a server or of what the standard library lacks."""


@pytest.mark.slow
def test_what_is_packed_is_all_that_pages_need(tmp_path: Path) -> None:
    packed = tmp_path / "packed"
    for place, path in site_table._package():
        (packed / place).parent.mkdir(parents=True, exist_ok=True)
        (packed / place).write_bytes(path.read_bytes())
    standard = " ".join(name.removesuffix(".py") for name in site_table.STDLIB_LEFT_OUT if name.endswith(".py") and "/" not in name)
    done = subprocess.run([sys.executable, "-c", PLAYS, packed, tmp_path, standard], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


def test_every_kind_of_file_is_packed_or_is_a_source_of_one() -> None:
    told = subprocess.run(["git", "ls-files", "host/tapete"], cwd=site_table.ROOT, capture_output=True, encoding="utf-8", check=True).stdout
    assert {Path(name).suffix for name in told.splitlines()} - site_table.KINDS == {".po", ".pyi"}  # the other kind is of type checkers


def test_nothing_is_packed_that_no_tab_comes_to() -> None:
    places = [place for place, _path in site_table._package()]
    assert "tapete/tab/begin.py" in places
    assert "tapete/locale/es/LC_MESSAGES/tapete.mo" in places
    assert "tapete_console/wire.py" in places
    for beginning in site_table.LEFT_OUT:
        found = Path(site_table.ROOT, "host", "tapete")
        assert any(path.relative_to(found).as_posix().startswith(beginning) for path in found.rglob("*")), f"{beginning} is nowhere"
        assert not any(place.startswith(f"tapete/{beginning}") for place in places)


def test_what_has_not_been_fetched_is_told_with_its_command(tmp_path: Path) -> None:
    with pytest.raises(site_table.Unprepared, match=r"left out: python tools/site_table\.py prepare"):
        site_table.write(tmp_path, tmp_path)
