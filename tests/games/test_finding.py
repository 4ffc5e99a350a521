"""Games of other distributions: found by their entry point; what cannot be used is named with its place, and takes no other game away."""

from __future__ import annotations

import importlib
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner, Result

from tapete import bots, cards, games, presentation
from tapete.cli import command_line
from tapete.commands import rules
from tapete.core.announced import leave_out
from tapete.core.refusals import Illegal
from tapete.core.texts import LANGUAGES
from tapete.presentation import distributions
from tapete.table import Hub, Journal
from tapete.web import Server, app

Install = Callable[..., None]

GAME = """
from tapete.games.shazamm import GAME as SHAZAMM
from tapete.core.game import Game
from tapete.core.clauses import ledger
from tapete.core.texts import TextDomain
GAME = Game.__new__(Game)
GAME.__dict__.update(SHAZAMM.__dict__, name="{name}")
"""
"""A game that is Shazamm by another name."""

LEDGER = "GAME.clauses = ledger(__name__, TextDomain('other'))\n"


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a distribution: the code of its package, and what it announces under which name."""
    _forget()
    monkeypatch.syspath_prepend(str(tmp_path))

    def made(distribution: str, code: str, page: str = "", robot: str = "", **announced: str) -> None:
        package = distribution.replace("-", "_")
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text(code, encoding="utf-8")
        info = tmp_path / f"{package}-1.2.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.2\n", encoding="utf-8")
        points = "".join(f"{name} = {value or f'{package}:GAME'}\n" for name, value in announced.items())
        presented = f"[tapete.presentations]\nnim = {page}\n" if page else ""
        playing = f"[tapete.bots]\nnim = {robot}\n" if robot else ""
        (info / "entry_points.txt").write_text(f"[tapete.games]\n{points}{presented}{playing}", encoding="utf-8")
        importlib.invalidate_caches()
        _forget()

    yield made
    monkeypatch.undo()
    _forget()
    for name in [name for name, module in sys.modules.items() if str(getattr(module, "__file__", "")).startswith(f"{tmp_path}{os.sep}")]:
        del sys.modules[name]


def _forget() -> None:
    leave_out(())
    for found in (games._GAMES, bots._MODULES, presentation._PRESENTATIONS):
        vars(found).pop("_points", None)
        found._found.clear()


def told(code: str, *words: str) -> None:
    """One fault is told, with these words in every language; the built-in games go on; `tapete rules` says it."""
    assert games.names()[: len(games.BUILT_IN)] == games.BUILT_IN
    (fault,) = games.faults()
    assert fault.code == code
    said = {fault.text().in_(language) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    for one in said:
        assert all(word in one for word in words), one
    result = CliRunner().invoke(rules.command, [])
    assert result.exit_code == 0
    assert all(name in result.stdout for name in games.BUILT_IN)
    assert any(one in result.stderr for one in said)


def refused(name: str, code: str) -> None:
    assert games.find(name) is None
    with pytest.raises(Illegal) as fault:
        games.need(name)
    assert [refusal.code for refusal in fault.value.refusals] == [code]


def test_a_game_of_another_distribution_is_found(install: Install) -> None:
    install("other-nim", GAME.format(name="nim"), nim="")
    assert games.names() == (*games.BUILT_IN, "nim")
    assert games.need("nim").name == "nim"
    assert games.faults() == ()


def test_a_distribution_that_raises_on_import(install: Install) -> None:
    install("other-broken", "\n\nraise RuntimeError('no good')\n", nim="")
    told("game_raises", "nim", "other-broken 1.2", "other_broken:GAME", "RuntimeError: no good", "__init__.py:3")
    refused("nim", "game_raises")


def test_a_distribution_whose_module_is_not_there(install: Install) -> None:
    install("other-gone", "", nim="nowhere_at_all:GAME")
    told("game_raises", "nim", "other-gone 1.2", "nowhere_at_all")


def test_a_distribution_that_announces_something_else(install: Install) -> None:
    install("other-module", "GAME = 7\n", nim="")
    told("not_a_game", "nim", "other-module 1.2")
    refused("nim", "not_a_game")


def test_a_distribution_that_calls_its_game_otherwise(install: Install) -> None:
    install("other-names", GAME.format(name="nimble"), nim="")
    told("game_named_otherwise", "nim", "nimble", "other-names 1.2")


def test_a_distribution_that_names_a_taken_game(install: Install) -> None:
    install("other-taken", GAME.format(name="bhm"), bhm="")
    told("game_name_taken", "bhm", "other-taken 1.2")
    assert games.need("bhm").title.in_("en") == "BHM"


def test_a_distribution_without_a_ledger(install: Install) -> None:
    install("other-ledgerless", GAME.format(name="nim") + LEDGER, nim="")
    told("game_without_ledger", "nim", "other-ledgerless 1.2", "ledger.toml")
    refused("nim", "game_without_ledger")


def test_two_distributions_with_one_name(install: Install) -> None:
    install("other-one", GAME.format(name="nim"), nim="")
    install("other-two", GAME.format(name="nim"), nim="")
    told("game_name_twice", "nim", "other-one 1.2", "other-two 1.2")
    refused("nim", "game_name_twice")


def plain(code: str, *words: str) -> None:
    """The page is told to be unusable, with these words in every language; the game goes on with the plain one."""
    (fault,) = presentation.faults()
    assert fault.code == code
    said = {fault.text().in_(language) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    for one in said:
        assert all(word in one for word in words), one
    assert presentation.find("nim") is presentation.PLAIN
    assert games.need("nim").name == "nim"
    assert presentation.find("bhm") is not presentation.PLAIN


def test_a_page_that_is_not_there(install: Install) -> None:
    install("other-pageless", GAME.format(name="nim"), page="other_pageless.table:TABLE", nim="")
    plain("page_raises", "nim", "other-pageless 1.2", "other_pageless.table")


def test_a_page_that_is_something_else(install: Install) -> None:
    install("other-strange", GAME.format(name="nim"), page="other_strange:GAME", nim="")
    plain("not_a_presentation", "nim", "other-strange 1.2")


def test_two_pages_of_one_game(install: Install) -> None:
    install("other-first", GAME.format(name="nim"), page="other_first:GAME", nim="")
    install("other-second", "", page="other_second:GAME")
    plain("page_twice", "other-first 1.2", "other-second 1.2")


def test_a_game_without_a_page_has_the_plain_one(install: Install) -> None:
    install("other-bare", GAME.format(name="nim"), nim="")
    assert presentation.find("nim") is presentation.PLAIN
    assert presentation.faults() == ()


def botless(code: str, *words: str) -> None:
    """The bots are told to be unusable, with these words in every language; robots play the game by chance, and those of others as ever."""
    (fault,) = bots.faults()
    assert fault.code == code
    assert fault in distributions.faults()
    said = {fault.text().in_(language) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    for one in said:
        assert all(word in one for word in words), one
    assert bots.strengths_of("nim") == ()
    assert bots.bot_of(cards.bind("nim"), random.Random(1)) is None
    assert bots.strengths_of("bhm")
    assert any(one in CliRunner().invoke(rules.command, []).stderr for one in said)


def test_bots_that_raise_on_import(install: Install) -> None:
    install("other-careless", GAME.format(name="nim"), robot="other_careless.bots", nim="")
    botless("bots_raise", "nim", "other-careless 1.2", "other_careless.bots")


def test_bots_that_are_something_else(install: Install) -> None:
    install("other-hollow", GAME.format(name="nim"), robot="other_hollow", nim="")
    botless("no_bots", "nim", "other-hollow 1.2", "STRENGTHS", "bot")


def test_two_modules_of_bots_for_one_game(install: Install) -> None:
    install("other-left", GAME.format(name="nim"), robot="other_left", nim="")
    install("other-right", "", robot="other_right")
    botless("bots_twice", "nim", "other-left 1.2", "other-right 1.2")


def test_names_are_told_without_importing_our_games() -> None:
    ours = "*(name for name in games.BUILT_IN if f'tapete.games.{name}' in sys.modules)"
    code = f"import sys; from tapete import games; games.names(); print({ours})"
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, encoding="utf-8").stdout.strip() == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_tells_it_and_offers_the_others(install: Install, tmp_path: Path, language: str) -> None:
    install("other-lobby", "raise RuntimeError('no good')\n", nim="")
    hub = Hub(Journal(tmp_path / "matches.sqlite3"))
    headers = {"accept-language": language}
    with Server(app(hub)) as server, httpx.Client(base_url=server.address, headers=headers, trust_env=False, timeout=None) as client:
        answer = client.get("/", follow_redirects=True)
        assert answer.status_code == 200
        assert "other-lobby 1.2" in answer.text
        assert "RuntimeError: no good" in answer.text
        assert all(games.need(name).title.in_(language) in answer.text for name in games.BUILT_IN)
        assert client.get("/rules/nim").status_code == 404
    hub.close()


def test_games_are_listed_with_their_distribution_and_one_is_switched_off(install: Install, tmp_path: Path) -> None:
    """What is off is not even loaded: its module would write a file."""
    loaded = tmp_path / "loaded"
    install("tapete-nim", f"import pathlib; pathlib.Path({str(loaded)!r}).touch()", nim="tapete_nim:GAME")
    data = str(tmp_path / "data")

    def tapete(*words: str) -> Result:
        return CliRunner(env={"TAPETE_DATA": data}).invoke(command_line("en"), list(words))

    told = tapete("games", "--off", "nim")
    assert told.exit_code == 0, told.output
    assert re.search(r"^nim +tapete-nim \S+ +switched off$", told.output, re.MULTILINE)
    assert re.search(r"^shazamm +tapete ", told.output, re.MULTILINE)
    _forget()
    listed = json.loads(tapete("games", "--json").output)
    assert [one["state"] for one in listed] == ["on"] * 5 + ["off"]
    assert "\nnim" not in tapete("rules").output
    assert games.find("nim") is None
    assert not loaded.exists()
    assert tapete("games", "--off", "shazamm").exit_code == 1
    tapete("games", "--on", "nim")
    _forget()
    assert json.loads(tapete("games", "--json").output)[-1]["state"] == "broken", "it has no GAME"
    assert loaded.exists()


def test_damaged_games_of_ours_are_told_and_not_imported(tmp_path: Path) -> None:
    sizes = {
        "games/bhm/ledger.toml": 9,
        "games/bhm/__init__.py": 5,
        "presentation/moriham/page.py": 4,
        "bots/shazamm/bot.py": 3,
        "cli.py": 8,
    }
    record = "".join(f"tapete/{name},sha256=0,{size}\n" for name, size in sizes.items())
    (tmp_path / "tapete-1.0.dist-info").mkdir()
    (tmp_path / "tapete-1.0.dist-info" / "RECORD").write_text(f"{record}tapete-1.0.dist-info/RECORD,,\n", encoding="utf-8")
    for name, size in sizes.items():
        (tmp_path / "tapete" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "tapete" / name).write_bytes(b"x" * size)
    assert games.damaged(tmp_path) == ()
    (tmp_path / "tapete/games/bhm/ledger.toml").write_bytes(b"x")  # a full disk cut it short
    (tmp_path / "tapete/presentation/moriham/page.py").unlink()
    (tmp_path / "tapete/cli.py").unlink()
    found = games.damaged(tmp_path)
    assert [fault.params for fault in found] == [
        {"game": "bhm", "file": "tapete/games/bhm/ledger.toml"},
        {"game": "moriham", "file": "tapete/presentation/moriham/page.py"},
    ]
    assert "Install Tapete again" in found[0].text().in_("en")
    assert "Vuelve a instalar Tapete" in found[0].text().in_("es")
