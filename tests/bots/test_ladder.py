"""The ladder: the same matches on any number of cores, honest intervals, and, at night, every strength better than the one below."""

from __future__ import annotations

import importlib
import math
import random
import subprocess
import sys
from datetime import date
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from tapete.bots import bot_of, strengths_of
from tapete.cards import bind
from tapete.core.odds import difference, elo, sequential, wilson
from tapete.games.mamlejet.board import Front

TOOL = Path(__file__).parents[2] / "tools" / "bot_ladder.py"


@pytest.fixture(scope="module")
def ladder() -> ModuleType:
    return importlib.import_module("tools.bot_ladder")


@pytest.mark.slow
def test_the_same_seed_plays_the_same_matches_on_any_number_of_cores(ladder: Any) -> None:
    pairing = ladder.Pairing("shazamm", "medium", "easy", False, 5)
    alone = [ladder.play(pairing, number) for number in range(12)]
    assert alone == [ladder.play(pairing, number) for number in range(12)]
    score = ladder.compete(pairing, 12, 2)
    assert (score.won, score.drawn, score.lost) == (alone.count(1.0), alone.count(0.5), alone.count(0.0))
    other = [ladder.play(pairing._replace(seed=6), number) for number in range(12)]
    assert alone != other


@pytest.mark.parametrize(
    ("score", "low", "high"), [((260, 0, 140), 0.602, 0.695), ((400, 0, 0), 0.990, 1.0), ((0, 8, 0), 0.215, 0.785), ((1, 0, 0), 0.207, 1.0)]
)
def test_an_interval_is_wilsons(ladder: Any, score: tuple[int, int, int], low: float, high: float) -> None:
    assert ladder.Score(*score).odds[1:] == pytest.approx((low, high), abs=5e-4)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "chess has no bots"),
        (["shazamm", "perfect"], "there is no strength perfect; there are easy, medium, strong, exact"),
        (["bhm", "--without-spells"], "only shazamm is played without spells"),
        (["shazamm", "--matches", "0"], "one match and one process at least"),
        (["bhm", "exact", "medium", "--matches", "1"], "bhm has no bot of strength exact"),
    ],
)
def test_what_cannot_be_played_is_said(arguments: list[str], said: str) -> None:
    told = subprocess.run([sys.executable, str(TOOL), *arguments], capture_output=True, encoding="utf-8", check=False)
    assert told.returncode == 2
    assert said in told.stderr


def result(ladder: Any, **said: Any) -> Any:
    given = {"game": "bhm", "first": "medium", "second": "easy", "without_spells": False, "seeds": (1,), "won": 3, "drawn": 0, "lost": 1}
    return ladder.Result(**given | said)


def test_a_result_takes_the_place_of_the_one_before_and_leaves_the_others(ladder: Any, tmp_path: Path) -> None:
    path = tmp_path / "ladder.json"
    assert ladder.read_kept(path) == ()
    for one in (result(ladder), result(ladder, first="strong", second="medium"), result(ladder, won=4, lost=0)):
        ladder.keep(one, path)
    assert [(one.first, one.won) for one in ladder.read_kept(path)] == [("strong", 3), ("medium", 4)]
    assert [one.name for one in tmp_path.iterdir()] == ["ladder.json"], "nothing half written is left"


def test_a_file_that_is_no_ladder_is_refused(ladder: Any, tmp_path: Path) -> None:
    path = tmp_path / "ladder.json"
    path.write_text('{"results": [{"game": "bhm"}]}')
    with pytest.raises(msgspec.ValidationError, match="first"):
        ladder.keep(result(ladder), path)
    assert path.read_text() == '{"results": [{"game": "bhm"}]}'


def test_an_interrupted_ladder_keeps_nothing_of_the_pairing_that_it_was_playing(
    ladder: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, played = tmp_path / "ladder.json", list[Any]()

    def compete(pairing: Any, matches: int, workers: int) -> Any:
        if played:
            raise KeyboardInterrupt
        played.append(pairing)
        return ladder.Score(3, 0, 1)

    monkeypatch.setattr(ladder, "compete", compete)
    monkeypatch.setattr(ladder.keep, "__defaults__", (path,))
    monkeypatch.setattr(ladder.read_kept, "__defaults__", (path,))
    monkeypatch.setattr(sys, "argv", ["bot_ladder.py", "bhm", "--keep", "--matches", "4"])
    assert ladder.main() == 130
    assert [(one.first, one.second) for one in ladder.read_kept(path)] == [("strong", "medium")]


def test_ratings_are_those_of_the_scale_of_elo() -> None:
    """As published of the logistic scale: 100 points more are expected to score 64 %, 200 points 76 %, 400 points ten to one."""
    assert round(elo(0.640065)) == 100
    assert round(elo(0.759747)) == 200
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(0.5) == 0
    assert elo(1 / 11) == pytest.approx(-400)
    assert (elo(0.0), elo(1.0)) == (-math.inf, math.inf)


def test_a_sequential_test_ends_on_the_lines_that_are_published() -> None:
    """NIST's handbook of engineering statistics, 6.2.6: p1 0.01, p2 0.10, risks 0.05 and 0.10: -0.939 + 0.0397 n and 1.205 + 0.0397 n."""
    for number in range(1, 400):
        accept, reject = -0.939 + 0.0397 * number, 1.205 + 0.0397 * number
        for defects in range(number + 1):
            if min(abs(defects - accept), abs(defects - reject)) < 0.03:  # the lines are printed with four figures
                continue
            found = sequential(defects, number, 0.01, 0.10, (0.05, 0.10))
            assert found == ("low" if defects < accept else "high" if defects > reject else None)


def test_a_pairing_is_played_until_it_is_decided(ladder: Any) -> None:
    score, told = ladder.until_decided(ladder.Pairing("shazamm", "strong", "easy", True, 5), 200, 1)
    assert told == "0.65 rather than 0.6"
    assert 8 <= score.played < 200
    score, told = ladder.until_decided(ladder.Pairing("shazamm", "easy", "easy", True, 5), 4, 1)
    assert (score.played, told) == (4, "not decided")


def test_the_page_of_the_ladder_shows_what_is_kept() -> None:
    told = subprocess.run(
        [sys.executable, str(TOOL.with_name("generate_ladder.py")), "--check"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert told.returncode == 0, told.stderr


PUBLISHED = msgspec.json.decode((TOOL.parents[1] / "docs" / "ladder.json").read_bytes())["results"]

STEPS = [
    (game, *step) for game in ("shazamm", "moriham", "bhm", "mamlejet", "datamorphs") for step in (("strong", "medium"), ("medium", "easy"))
]


@pytest.mark.parametrize(("game", "first", "second"), STEPS)
def test_each_strength_beats_the_one_below(ladder: Any, game: str, first: str, second: str) -> None:
    """What is published proves it; that it is true is shown at night."""
    odds = next(
        one.score.odds
        for one in ladder.read_kept()
        if (one.game, one.first, one.second, one.without_spells) == (game, first, second, False)
    )
    assert odds.share >= (0.9 if (game, first) == ("shazamm", "strong") else ladder.LEAST)
    assert odds.low > ladder.LOWEST


@pytest.mark.slow
@pytest.mark.parametrize("game", ["moriham", "datamorphs"])
def test_a_strong_bot_that_has_hardly_any_time_plays_about_as_a_medium_one(ladder: Any, game: str) -> None:
    hurried = ladder.Pairing(game, "strong", "medium", False, 99, 0.02)
    assert sum(ladder.play(hurried, number) for number in range(16)) > 16 * 0.35


@pytest.mark.nightly
@pytest.mark.parametrize(
    "place", range(len(PUBLISHED)), ids=lambda place: "{game}-{first}-{second}-{without_spells}".format(**PUBLISHED[place])
)
def test_what_is_published_is_repeated_by_a_seed_of_the_day(ladder: Any, place: int) -> None:
    """The difference of both scores lies within an interval of 99.9 %, so that of a thousand nights one fails by chance."""
    one, seed = ladder.read_kept()[place], date.today().toordinal()
    today = ladder.compete(ladder.Pairing(one.game, one.first, one.second, one.without_spells, seed), 400, 2)
    both = [wilson(score.won + score.drawn / 2, score.played, z=3.3) for score in (today, one.score)]
    assert difference(*both).low <= 0 <= difference(*both).high, f"--seed {seed}: {today.odds}, and published is {one.score.odds}"


@pytest.mark.parametrize("game", ["shazamm", "moriham", "bhm", "mamlejet", "datamorphs"])
def test_a_seat_is_dealt_the_same_whichever_bot_sits_there(game: str) -> None:
    """So that matches come in pairs of one opening (the easy bot is another one that sometimes does nothing)."""
    rules = bind(game)
    for seat in ("A", "B"):
        dealt = []
        for strength in strengths_of(game):
            made: Any = bot_of(rules, random.Random(5), strength)
            dealt.append(cards_of(rules, getattr(made, "bot", made), seat))
        assert dealt[1:] == dealt[:-1]
        assert dealt[0]


def cards_of(rules: Any, bot: Any, seat: Any) -> list[Any]:
    """The cards of a bot's seat, in the order in which they come."""
    if rules.game.name != "mamlejet":
        return list(next(getattr(bot.players[seat], name) for name in ("order", "_deck", "cards") if hasattr(bot.players[seat], name)))
    state, _told = rules.apply(rules.start(("A", "B")), rules.read({"action": "register_deck", "seat": seat, "deck": "demo"}))
    stock = bot._stock(Front(rules, state), seat)
    return [*stock.hand, *stock.city, *stock.enemy_city]


def test_two_matches_of_a_pair_have_one_opening(ladder: Any) -> None:
    """Bots of one strength differ in nothing: seat A wins or loses both matches."""
    same = ladder.Pairing("datamorphs", "medium", "medium", False, 5)
    points = [ladder.play(same, number) for number in range(8)]
    assert [first + second for first, second in zip(points[::2], points[1::2], strict=True)] == [1.0] * 4
    assert len(set(points[::2])) > 1


def test_several_seeds_share_the_matches(ladder: Any) -> None:
    pairing = ladder.Pairing("shazamm", "medium", "easy", True, 0)
    both = ladder.pooled(pairing, (5, 6), 8, 1)
    apart = [ladder.compete(pairing._replace(seed=seed), 4, 1) for seed in (5, 6)]
    assert both == tuple(map(sum, zip(*apart, strict=True)))
    assert both.played == 8


@pytest.mark.parametrize(
    ("game", "first", "second"),
    [("mamlejet", "strong", "medium"), *((game, "medium", "easy") for game in ("shazamm", "moriham", "bhm", "datamorphs"))],
)
def test_bots_that_answer_at_once_play_the_same_at_a_quarter(ladder: Any, game: str, first: str, second: str) -> None:
    pairing = ladder.Pairing(game, first, second, False, 5)
    assert ladder.at_once(pairing)
    assert [ladder.play(pairing, number) for number in range(2)] == [
        ladder.play(pairing._replace(think=0.0), number) for number in range(2)
    ]


def test_a_score_at_a_quarter_stays_beside_its_line_until_another_bot_has_played_it(ladder: Any, tmp_path: Path) -> None:
    path, pairing = tmp_path / "ladder.json", ladder.Pairing("bhm", "medium", "easy", False, 1)
    with pytest.raises(LookupError):
        ladder.keep_quarter(pairing, ladder.Score(1, 0, 1), path)
    ladder.keep(result(ladder), path)
    ladder.keep_quarter(pairing, ladder.Score(1, 0, 1), path)
    ladder.keep(result(ladder), path)
    assert [one.quarter for one in ladder.read_kept(path)] == [(1, 0, 1)]
    ladder.keep(result(ladder, won=4, lost=0), path)
    assert [one.quarter for one in ladder.read_kept(path)] == [None]
