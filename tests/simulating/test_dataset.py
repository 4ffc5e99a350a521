"""A data set of matches: read by other hands, played again by the rules, the same each time; and the command that makes it."""

from __future__ import annotations

import gzip
import hashlib
import json
import multiprocessing
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from click.testing import CliRunner, Result

from tapete import cli, games
from tapete.commands.dataset import _play
from tapete.lab.matches import Setup, set_up
from tapete.simulating import dataset
from tapete.table import match_file

GAMES = ("shazamm", "moriham", "datamorphs", "bhm", "mamlejet")


@pytest.fixture(autouse=True)
def _language_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli.command_line("en"), ["dataset", *map(str, arguments)], prog_name="tapete")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two matches of each game."""
    folder = tmp_path_factory.mktemp("set") / "made"
    done = run("--matches", "2", "--robots", "easy,medium", "--seed", "3", "--workers", "1", "-o", folder, "--json")
    assert done.exit_code == 0, done.output
    assert [one["game"] for one in json.loads(done.stdout)["games"]] == list(GAMES)
    return folder


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]


@pytest.mark.parametrize("game", GAMES)
def test_every_line_is_a_match_that_the_rules_play_again(game: str, made: Path) -> None:
    found = lines(made / f"{game}.jsonl.gz")
    assert [one["number"] for one in found] == [0, 1]
    assert [one["robots"] for one in found] == [{"A": "easy", "B": "medium"}, {"A": "medium", "B": "easy"}]
    for one in found:
        exported = match_file.read(one["notation"].encode())
        match, differences = match_file.check(exported)
        assert differences == ()
        assert (exported.result, len(match.log.line()), match.rules.game.name) == (one["result"], one["moves"], game)
        over = match.result
        assert over is not None
        assert (list(over.seats), over.reason) == (one["winners"], one["reason"])


def test_card_and_sums_say_what_is_there(made: Path) -> None:
    card, about = (made / dataset.CARD).read_text(encoding="utf-8"), json.loads((made / dataset.ABOUT).read_text(encoding="utf-8"))
    assert card.startswith("---\nlicense: cc0-1.0\n")
    assert "`tapete dataset --matches 2 --robots easy,medium --seed 3`" in card
    for one in about["games"]:
        raw = gzip.decompress((made / f"{one['game']}.jsonl.gz").read_bytes())
        assert hashlib.sha256(raw).hexdigest() == one["lines_sha256"]
        assert one["lines_sha256"] in card
        assert (one["matches"], sum(one["results"].values()), one["bytes"]) == (2, 2, len(raw))
    fields = re.findall(r"^\| (`.+?`) \| ", card, re.M)
    assert re.findall(r"`(\w+)`", " ".join(fields)) == list(dataset.SetMatch.__struct_fields__)
    listed = {line[66:]: line[:64] for line in (made / dataset.SUMS).read_text(encoding="utf-8").splitlines()}
    assert set(listed) | {dataset.SUMS} == {path.name for path in made.iterdir()}
    assert all(hashlib.sha256((made / name).read_bytes()).hexdigest() == digest for name, digest in listed.items())


def test_the_tools_of_others_read_it(made: Path) -> None:
    subprocess.run(["sha256sum", "--check", "--strict", "--quiet", dataset.SUMS], cwd=made, check=True)
    shown = subprocess.run(["gzip", "-dc", "moriham.jsonl.gz"], cwd=made, check=True, capture_output=True).stdout
    assert shown == gzip.decompress((made / "moriham.jsonl.gz").read_bytes())
    if shutil.which("jq") is not None:
        said = subprocess.run(["jq", "-r", ".notation"], input=shown, check=True, capture_output=True).stdout.decode()
        assert said == "".join(one["notation"] + "\n" for one in lines(made / "moriham.jsonl.gz"))


@pytest.mark.slow
def test_the_same_seed_makes_the_same_bytes_on_any_number_of_cores(tmp_path: Path) -> None:
    for name, workers in (("one", "1"), ("two", "2")):
        assert run("shazamm", "--matches", "25", "--workers", workers, "-o", tmp_path / name).exit_code == 0
    assert (tmp_path / "one" / "shazamm.jsonl.gz").read_bytes() == (tmp_path / "two" / "shazamm.jsonl.gz").read_bytes()
    other = run("shazamm", "--matches", "25", "--seed", "2", "--workers", "1", "-o", tmp_path / "other")
    assert other.exit_code == 0
    assert lines(tmp_path / "other" / "shazamm.jsonl.gz") != lines(tmp_path / "one" / "shazamm.jsonl.gz")


def test_what_is_there_stays_and_what_is_wrong_is_said(made: Path, tmp_path: Path) -> None:
    before = {path.name: path.read_bytes() for path in made.iterdir()}
    again = run("shazamm", "--matches", "1", "-o", made)
    assert again.exit_code == 1
    assert "--force" in again.stderr
    assert {path.name: path.read_bytes() for path in made.iterdir()} == before
    assert run("chess", "-o", tmp_path / "x").exit_code == 2
    no_bot = run("moriham", "--robots", "exact,exact", "-o", tmp_path / "x")
    assert no_bot.exit_code == 2
    assert "strong" in no_bot.stderr
    assert not (tmp_path / "x").exists()


def test_after_an_interruption_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_given: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(dataset, "in_order", interrupted)
    assert run("shazamm", "-o", tmp_path / "x").exit_code != 0
    assert list(tmp_path.iterdir()) == []


def test_every_game_of_ours_is_in_it_by_default() -> None:
    assert set(GAMES) <= set(games.names())


@pytest.mark.slow
def test_ctrl_c_while_a_line_is_written_ends_the_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the program would wait at its end for every match that is due."""

    def interrupted(_file: Path, _setup: Setup, played: Iterator[dataset.SetMatch]) -> NoReturn:
        next(played)
        raise KeyboardInterrupt

    monkeypatch.setattr(dataset, "write_game", interrupted)
    before = set(multiprocessing.active_children())
    with pytest.raises(KeyboardInterrupt) as _held:  # the fault keeps its frames, and these what they hold
        _play(tmp_path, [set_up("shazamm", {}, None, ("medium", "medium"), 1)], 100_000, 1)
    assert set(multiprocessing.active_children()) == before
