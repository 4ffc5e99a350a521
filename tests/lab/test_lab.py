"""The lab: every match counted once, whatever interrupts it, and figures that follow from the matches."""

from __future__ import annotations

import csv
import json
import multiprocessing
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tapete.bots import Strength
from tapete.cards import bind
from tapete.core.refusals import Illegal
from tapete.lab.folder import Folder
from tapete.lab.matches import LabMatch, Setup, cards_in, cards_there, played, set_up
from tapete.lab.running import on_a_cluster, on_this_computer, several
from tapete.lab.totals import counted
from tests.commands.test_tables import environment, tapete

ROBOTS: tuple[Strength, Strength] = ("medium", "easy")


def noted(number: int, winners: str, cards: dict[str, str], result: str = "win") -> LabMatch:
    return LabMatch(
        number=number,
        sat={"A": number % 2, "B": 1 - number % 2},
        result=result,
        winners=tuple(winners),  # type: ignore[arg-type]  # letters of seats
        reason="fall",
        actions=10 + number,
        cards={"A": tuple(cards["A"]), "B": tuple(cards["B"])},
    )


def test_figures_follow_from_the_matches() -> None:
    matches = [noted(0, "A", {"A": "xy", "B": "y"}), noted(1, "A", {"A": "x", "B": ""}), noted(2, "", {"A": "", "B": "y"}, "draw")]
    found = counted(matches, 2, {"x": "X", "y": "Y", "z": "Z"})
    assert found.matches == 3
    assert [(one.won, one.drawn, one.lost) for one in found.robots] == [(1, 1, 1), (1, 1, 1)]
    assert {seat: one.share for seat, one in found.seats.items()} == {"A": pytest.approx(5 / 6), "B": pytest.approx(1 / 6)}
    assert (found.cards["x"].won, found.cards["x"].matches) == (2, 2)
    assert (found.cards["y"].won, found.cards["y"].lost, found.cards["y"].drawn) == (1, 1, 1)
    assert list(found.cards) == ["x", "y"], "the best first"
    assert found.never == ("z",)
    assert found.lengths[1] == 11
    assert found.ends == {"win: fall": 2, "draw: fall": 1}


def test_a_match_is_the_same_wherever_it_is_played_and_robots_change_seats() -> None:
    setup = set_up("shazamm", {}, None, ROBOTS, 7)
    first, second = played(setup, 0), played(setup, 1)
    assert first == played(setup, 0)
    assert (first.sat, second.sat) == ({"A": 0, "B": 1}, {"A": 1, "B": 0})
    assert (first.actions, first.cards) != (second.actions, second.cards)


def test_what_is_revealed_belongs_to_who_had_locked_it() -> None:
    rules = bind("datamorphs")
    one, two = sorted(rules.catalogue.cards)[:2]
    plays = {"a": {"action": "play", "seat": "A", "card": one}, "b": {"action": "play", "seat": "B", "card": two}}
    assert set(cards_in(rules, {"action": "joint_play", **plays})) == {("A", one), ("B", two)}
    shazamm = bind("shazamm")
    assert list(cards_in(shazamm, {"action": "declare_cards", "seat": "B", "numbers": [7, 13]})) == [("B", "7"), ("B", "13")]
    assert len(cards_there(shazamm)) == 14
    assert cards_there(shazamm, "es")["7"] == "Potenciador de ataque (7)"
    assert cards_there(bind("moriham"))["bog_piper"] == "Bog Piper"


def test_a_folder_goes_on_where_it_was_cut_off_and_counts_a_match_once(tmp_path: Path) -> None:
    setup = set_up("shazamm", {}, None, ROBOTS, 7)
    folder = Folder(tmp_path / "lab", setup)
    matches = [noted(n, "A", {"A": "", "B": ""}) for n in range(3)]
    assert folder.keep(matches[:2]) == 2
    assert folder.keep(matches) == 1
    lines = tmp_path / "lab" / "matches.jsonl"
    lines.write_bytes(lines.read_bytes()[:-5])
    again = Folder(tmp_path / "lab", setup)
    assert again.missing(4) == [2, 3], "the line that was cut off is played again"
    again.keep(matches)
    assert Folder(tmp_path / "lab", setup).matches == tuple(matches)


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("setup.json", None, "holds another lab \\(seed\\)"),
        ("setup.json", b"{}", "holds something that is no lab \\(setup.json\\)"),
        ("matches.jsonl", b"{}\n", "holds something that is no lab \\(matches.jsonl\\)"),
    ],
)
def test_a_folder_with_something_else_is_left_alone(tmp_path: Path, file: str, content: bytes | None, said: str) -> None:
    Folder(tmp_path, set_up("shazamm", {}, None, ROBOTS, 7))
    if content is not None:
        (tmp_path / file).write_bytes(content)
    with pytest.raises(Illegal) as refused:
        Folder(tmp_path, set_up("shazamm", {}, None, ROBOTS, 8 if content is None else 7))
    assert re.search(said, refused.value.in_("en"))
    assert refused.value.in_("es") != refused.value.in_("en")


def test_other_cards_on_this_computer_are_not_played() -> None:
    setup = set_up("moriham", {}, None, ROBOTS, 7)
    with pytest.raises(Illegal) as refused:
        played(Setup(**{**{name: getattr(setup, name) for name in Setup.__struct_fields__}, "cards": "0" * 64}), 0)
    assert [one.code for one in refused.value.refusals] == ["other_cards_here"]


@pytest.mark.slow
def test_the_command_plays_counts_and_goes_on(tmp_path: Path) -> None:
    lab = tmp_path / "lab"
    asked = ["--lang", "en", "lab", "shazamm", "--robots", "medium,easy", "-o", str(lab), "--workers", "2", "--matches"]
    assert tapete(tmp_path, *asked, "4").returncode == 0
    before = (lab / "matches.jsonl").read_bytes()
    done = tapete(tmp_path, *asked, "12")
    assert done.returncode == 0, done.stderr
    assert (lab / "matches.jsonl").read_bytes().startswith(before), "what was played is not played again"
    figures = json.loads((lab / "figures.json").read_bytes())["figures"]
    assert figures["matches"] == 12
    assert sum(one["won"] for one in figures["robots"]) + figures["robots"][0]["drawn"] == 12
    rows = list(csv.DictReader((lab / "standings.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["name"] for row in rows[:2]] == ["medium", "easy"]
    assert {row["id"] for row in rows if row["kind"] in ("card", "never")} == {str(n) for n in range(1, 15)}
    assert len((lab / "matches.csv").read_text(encoding="utf-8").splitlines()) == 13
    assert "1: medium: " in done.stdout


@pytest.mark.slow
def test_a_lab_that_is_ended_does_not_wait_for_its_workers() -> None:
    """Ctrl-C at long matches would else take a minute."""
    others = set(multiprocessing.active_children())
    playing = on_this_computer(set_up("shazamm", {}, None, ROBOTS, 7), range(10_000), 1, several)
    next(playing)
    workers = set(multiprocessing.active_children()) - others
    playing.close()  # type: ignore[attr-defined]  # a generator
    assert [worker.exitcode for worker in workers] == [-signal.SIGTERM]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["shazamm", "--robots", "perfect,medium"], "perfect is no strength; there are: easy, medium, strong, exact."),
        (["bhm", "--robots", "exact,medium"], "BHM has no such bot under these house rules; its strengths are: "),
        (["shazamm", "--robots", "medium"], "Shazamm"),
        (["chess"], "chess"),
        pytest.param(["shazamm", "--scheduler", "tcp://127.0.0.1:1"], "127.0.0.1:1", marks=pytest.mark.long),
    ],
)
def test_what_cannot_be_played_is_said(tmp_path: Path, arguments: list[str], said: str) -> None:
    if "--scheduler" in arguments:
        pytest.importorskip("distributed", reason="needs the extra `cluster`")
    done = tapete(tmp_path, "--lang", "en", "lab", *arguments, "-o", str(tmp_path / "lab"), "--matches", "2")
    assert done.returncode in (1, 2), done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_the_page_draws_everything_and_asks_nobody(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="needs the extra `lab`")
    from tapete.lab.report import page

    setup = set_up("shazamm", {}, None, ROBOTS, 7)
    matches = [one for part in on_this_computer(setup, range(6), 1, several) for one in part]
    found = counted(matches, 2, cards_there(bind("shazamm")))
    for language, word in (("en", "By card"), ("es", "Por carta")):
        made = page(setup, found, matches, cards_there(bind("shazamm")), "Shazamm", language)
        assert word in made
        assert made.count("<svg") == 5
        assert "<script" not in made
        assert not re.search(r"(?:src|href)=\"(?!#)(?!http://www\.w3\.org)", made)
        assert "url(http" not in made


@contextmanager
def started(*command: str, until: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A program of Dask, from the line on that says that it is there."""
    with subprocess.Popen(
        [sys.executable, "-m", *command], env=environment(Path()), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, encoding="utf-8"
    ) as program:
        try:
            assert program.stderr is not None
            yield program, next(line for line in program.stderr if until in line)
        finally:
            program.kill()


@pytest.mark.long
def test_every_match_counts_once_on_a_cluster_that_loses_a_worker(tmp_path: Path) -> None:
    """A scheduler and three workers as processes; one is killed while it plays."""
    distributed = pytest.importorskip("distributed", reason="needs the extra `cluster`")
    setup = set_up("shazamm", {}, None, ROBOTS, 7)
    folder = Folder(tmp_path / "lab", setup)
    quiet = ("--port", "0", "--no-dashboard")
    with ExitStack() as programs:
        _scheduler, said = programs.enter_context(started("distributed.cli.dask_scheduler", *quiet, until="Scheduler at"))
        address = said.split()[-1]
        alone = ("--no-nanny", "--nthreads", "1", "--no-dashboard")
        workers = [
            programs.enter_context(started("distributed.cli.dask_worker", address, *alone, until="Registered to"))[0]
            for _worker in range(3)
        ]
        kept = 0
        for part in on_a_cluster(setup, folder.missing(240), address):
            if kept == 0:
                workers[0].kill()
            kept += folder.keep(part)
        assert kept == 240
        with distributed.Client(address, set_as_default=False) as client:
            assert len(client.scheduler_info()["workers"]) == 2
    assert [one.number for one in folder.matches] == list(range(240))
    assert folder.matches[:10] == tuple(played(setup, number) for number in range(10)), "as on this computer"
    assert len((tmp_path / "lab" / "matches.jsonl").read_bytes().splitlines()) == 240
