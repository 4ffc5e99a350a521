"""What a start does not import: what the first page does not show is loaded when it is asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tapete import games

SERVED = """
import contextlib, sys
from tapete.commands import hosting, station

def serve(hub, path, *, build=None, **_others):
    from tapete.web import app
    app(hub) if build is None else build(False, b"k" * 32)
    print("\\n".join(sys.modules), file=sys.__stdout__)

hosting.serve = serve
station.ticking = lambda _station: contextlib.nullcontext()  # its first tick may begin the show, which plays a game
from tapete.cli import main
main()
"""
"""A start up to its pages; what has been imported by then is its output."""

OF_A_GAME = frozenset(f"tapete.{part}.{game}" for part in ("games", "bots", "presentation") for game in games.BUILT_IN)
LATER = frozenset(
    {"concurrent.futures.process", "prometheus_client", "segno", "tapete.coach.exact", "tapete.league.server", "numpy", "sqlalchemy"}
)
"""Imported by no start: other processes of the coach, figures, QR codes, perfect play, the server of events."""


def imported(*words: str, folder: Path) -> set[str]:
    """The modules that a start has imported once its pages are there."""
    environment = {**os.environ, "COLUMNS": "80"}
    code = f"import sys; sys.argv = {['tapete', *words, '--data', str(folder)]!r}\n{SERVED}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines())


@pytest.mark.parametrize(
    ("words", "played"),
    [
        (("station", "--console", "none"), ""),
        (("play", "--no-console"), ""),
        (("play", "datamorphs", "--no-console"), "datamorphs"),
    ],
)
def test_a_start_imports_no_game_that_is_not_played(tmp_path: Path, words: tuple[str, ...], played: str) -> None:
    found = imported(*words, folder=tmp_path)
    assert {"tapete.web.application", "tapete.web.board_pages"} <= found
    assert {name for name in OF_A_GAME & found if not name.endswith(f".{played or None}")} == set()
    assert LATER & found == set()


def test_help_imports_neither_pages_nor_games() -> None:
    code = "import sys; sys.argv = ['tapete', '--help']\nfrom tapete.cli import main\n"
    code += "try:\n    main()\nfinally:\n    print(*sys.modules, sep='\\n')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    found = set(done.stdout.splitlines())
    assert "click" in found
    assert not {"tapete.web", "tapete.games", "tapete.core.rules", "tapete.table", "starlette", "jinja2", "asyncio", "sqlite3"} & found
