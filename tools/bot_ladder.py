"""Plays bots of different strengths against each other, and says how sure the scores are.

    python tools/bot_ladder.py shazamm                                # every strength against every other, 400 matches each
    python tools/bot_ladder.py shazamm strong medium --matches 100
    python tools/bot_ladder.py shazamm exact easy --without-spells    # nobody holds a card
    python tools/bot_ladder.py bhm strong medium --sprt --seed 77    # until it is decided whether the step is proved
    python tools/bot_ladder.py bhm strong medium --keep               # in docs/ladder.json, of which tools/generate_ladder.py makes a page
    python tools/bot_ladder.py bhm strong medium --seed 7 8 --keep   # half of the matches of each seed, counted together

Matches come in pairs of one opening: both seats hold the same cards in the same order and the same dice fall, and the bots change seats. A
match is given by its number and the seed, whatever else is played and on how many cores: bots count steps of thought and not seconds. A
draw is half a point, and so is a match that both lose; the interval holds the true score 95 times of 100 (Wilson; as if matches did not
come in pairs, so that it is rather too wide). Ctrl-C ends a pairing: what was finished before it is kept, and what was begun is not.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, repeat
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tapete.bots import STRENGTHS, Strength, Unplayable, bot_of, strengths_of
from tapete.bots.driving import play_on
from tapete.bots.shazamm.exact import cards_used_up
from tapete.cards import bind
from tapete.core.course import Course
from tapete.core.odds import Odds, elo, sequential, wilson
from tapete.core.seats import Seat

KEPT = Path(__file__).parents[1] / "docs" / "ladder.json"
"""The results that the page of the ladder is made of."""

OPTIONS: dict[str, dict[str, Any]] = {"mamlejet": {"level": "heroe"}}
"""House rules of the matches, where not the usual ones: two who defend the people, and the first with 50 emuna wins."""

LEAST, LOWEST = 0.65, 0.6
"""A strength is proved by such a score against the one below, with the lower end of its interval above the second figure."""

STEPS = {"shazamm": 20, "moriham": 400}
"""How often a bot may better its first answer; of the other games `USUAL_STEPS`."""

USUAL_STEPS = 60

THINKS = ("strong",)
"""Strengths that better a first answer while there is time; Mamlejet's strong bot has one answer."""

QUARTER = 0.25
"""What a Raspberry Pi 4 thinks in the same time, as a part of what the computer thinks on which budgets were set."""


class Pairing(NamedTuple):
    """Who plays whom."""

    game: str
    first: Strength
    second: Strength
    without_spells: bool
    seed: int
    think: float = 1.0


def at_once(one: Pairing | Result) -> bool:
    """Say whether both bots answer without thinking, so that a quarter of the thoughts changes nothing."""
    return all(strength not in THINKS or (one.game, strength) == ("mamlejet", "strong") for strength in (one.first, one.second))


class Score(NamedTuple):
    """What the first of a pairing has won."""

    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def odds(self) -> Odds:
        """The share of points, and its interval."""
        return wilson(self.won + self.drawn / 2, self.played)


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A pairing that was played, as it is kept."""

    game: str
    first: Strength
    second: Strength
    without_spells: bool
    seeds: tuple[int, ...]
    won: int
    drawn: int
    lost: int
    quarter: Score | None = None
    """What it has won with a quarter of the thoughts, as on a Pi; None: not measured."""

    @property
    def score(self) -> Score:
        return Score(self.won, self.drawn, self.lost)


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every result that is kept."""

    results: tuple[Result, ...] = ()


def read_kept(path: Path = KEPT) -> tuple[Result, ...]:
    """The results that are kept; none where there is no file.

    Raises:
        msgspec.ValidationError, msgspec.DecodeError: it is no file of results.
    """
    return msgspec.json.decode(path.read_bytes(), type=Kept).results if path.exists() else ()


def keep(result: Result, path: Path = KEPT) -> None:
    """Keep a result in place of the one of the same pairing; a file that was half written never stays.

    What was counted at a quarter of the thoughts stays where the same score was kept, else it is another bot's.
    """
    if result.quarter is None:
        same = (one.quarter for one in read_kept(path) if (_pair(one), one.score) == (_pair(result), result.score))
        result = msgspec.structs.replace(result, quarter=next(same, None))
    others = [one for one in read_kept(path) if _pair(one) != _pair(result)]
    kept = Kept(tuple(sorted((*others, result), key=_pair)))
    beside = path.with_suffix(".new")
    beside.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")
    beside.replace(path)


def keep_quarter(pairing: Pairing, score: Score, path: Path = KEPT) -> None:
    """Keep beside a result what the same pairing has won with a quarter of the thoughts.

    Raises:
        LookupError: no result of this pairing is kept.
    """
    said = pairing.game, pairing.first, pairing.second, pairing.without_spells
    for one in read_kept(path):
        if (one.game, one.first, one.second, one.without_spells) == said:
            return keep(msgspec.structs.replace(one, quarter=score), path)
    raise LookupError("keep the result with all thoughts first")


def _pair(one: Result) -> tuple[str, bool, int, int]:
    return one.game, one.without_spells, -STRENGTHS.index(one.first), -STRENGTHS.index(one.second)


def play(pairing: Pairing, number: int) -> float:
    """One match: 1 if the first has won, 0.5 for a draw. Every other match it sits at B, with the opening of the one before."""
    rng = random.Random(f"{pairing.seed} {number // 2} {pairing.first} {pairing.second}")
    rules = bind(pairing.game, OPTIONS.get(pairing.game, {}))
    start = rules.start(("A", "B"))
    course = Course(rules, cards_used_up(start) if pairing.without_spells else start)
    seats: dict[Seat, Strength] = {"A": pairing.first, "B": pairing.second}
    mine: Seat = "A"
    if number % 2:
        seats, mine = {"A": pairing.second, "B": pairing.first}, "B"
    bots = {seat: bot_of(rules, random.Random(rng.random()), strength) for seat, strength in seats.items()}
    over = play_on(course, bots, rng, round(pairing.think * STEPS.get(pairing.game, USUAL_STEPS)))
    return 0.5 if over is None or not over.seats else float(mine in over.seats)


def _some(pairing: Pairing, numbers: range) -> list[float]:
    return [play(pairing, number) for number in numbers]


def compete(pairing: Pairing, matches: int, workers: int) -> Score:
    """Play a pairing on several cores; the same matches whatever their number."""
    parts = [range(start, matches, workers * 4) for start in range(min(matches, workers * 4))]
    with ProcessPoolExecutor(workers) as pool:
        points = [point for part in pool.map(_some, repeat(pairing), parts) for point in part]
    return Score(points.count(1.0), points.count(0.5), points.count(0.0))


def pooled(pairing: Pairing, seeds: Sequence[int], matches: int, workers: int) -> Score:
    """Play a pairing with several seeds, as many pairs of matches of each, and count them together."""
    each = matches // len(seeds)
    scores = [compete(pairing._replace(seed=seed), each, workers) for seed in seeds]
    return Score(*map(sum, zip(*scores, strict=True)))


def until_decided(pairing: Pairing, most: int, workers: int) -> tuple[Score, str]:
    """Play a pairing until Wald's test decides whether its score is `LOWEST` or `LEAST`, wrong in 5 % each way, or `most` are played."""
    points: list[float] = []
    said = None
    with ProcessPoolExecutor(workers) as pool:
        while said is None and len(points) < most:
            step = range(len(points), min(most, len(points) + workers * 4))
            for part in pool.map(_some, repeat(pairing), [range(number, number + 1) for number in step]):
                points += part
            said = sequential(sum(points), len(points), LOWEST, LEAST)
    told = {"high": f"{LEAST} rather than {LOWEST}", "low": f"{LOWEST} rather than {LEAST}", None: "not decided"}[said]
    return Score(points.count(1.0), points.count(0.5), points.count(0.0)), told


def main() -> int:
    """Play a ladder."""
    parser = argparse.ArgumentParser(description="Play bots against each other.")
    parser.add_argument("game")
    parser.add_argument("strengths", nargs="*", metavar="strength", help="two or more of the game's; without any, all of them")
    parser.add_argument("--matches", type=int, default=400, help="for each pairing (%(default)s)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (%(default)s)")
    parser.add_argument("--seed", type=int, nargs="+", default=[1], help="of the matches; several share them")
    parser.add_argument("--without-spells", action="store_true", help="shazamm: nobody holds a card")
    parser.add_argument("--sprt", action="store_true", help=f"until {LOWEST} or {LEAST} is decided, --matches at most")
    parser.add_argument("--think", type=float, default=1, help="part of the usual thoughts of a bot: 0.25 as on a Pi (%(default)s)")
    parser.add_argument("--keep", action="store_true", help="keep the results in docs/ladder.json")
    given = parser.parse_args()
    if given.matches < 1 or given.workers < 1:
        parser.error("one match and one process at least")
    if given.keep and (given.sprt or given.think not in (1, QUARTER)):
        parser.error(f"what is kept is played whole, with all thoughts or --think {QUARTER}")
    if given.matches % len(given.seed) or (given.sprt and len(given.seed) > 1):
        parser.error("each seed has as many matches, and --sprt has one seed")
    known = strengths_of(given.game)
    if not known:
        parser.error(f"{given.game} has no bots")
    if given.without_spells and given.game != "shazamm":
        parser.error("only shazamm is played without spells")
    if unknown := [one for one in given.strengths if one not in STRENGTHS]:
        parser.error(f"there is no strength {', '.join(unknown)}; there are {', '.join(STRENGTHS)}")
    chosen: list[Strength] = given.strengths or [one for one in known if one != "exact" or given.without_spells]
    print(f"{given.game}, {given.matches} matches each, seed {' '.join(map(str, given.seed))}: score of the first, interval of 95 %")
    for first, second in combinations(sorted(chosen, key=STRENGTHS.index, reverse=True), 2):
        began = time.perf_counter()
        pairing = Pairing(given.game, first, second, given.without_spells, given.seed[0], given.think)
        told = ""
        try:
            if given.sprt:
                score, said = until_decided(pairing, given.matches, given.workers)
                told = f"{said}  "
            else:
                score = pooled(pairing, given.seed, given.matches, given.workers)
        except Unplayable as fault:
            parser.error(str(fault))
        except KeyboardInterrupt:
            print(f"{first:>7} v {second:<7} was not played to its end; run it again to play it whole", file=sys.stderr)
            return 130
        odds, rating = score.odds, [f"{elo(share):+.0f}" for share in score.odds]
        print(
            f"{first:>7} v {second:<7} {odds.share:.3f}  {odds.low:.3f}..{odds.high:.3f}  "
            f"Elo {rating[0]} ({rating[1]}..{rating[2]})  {told}"
            f"({score.won} won, {score.drawn} drawn, {score.lost} lost; {time.perf_counter() - began:.0f} s)",
            flush=True,
        )
        if given.keep and given.think == QUARTER:
            try:
                keep_quarter(pairing, score)
            except LookupError as fault:
                parser.error(str(fault.args[0]))
        elif given.keep:
            keep(Result(given.game, first, second, given.without_spells, tuple(given.seed), *score))
    return 0


if __name__ == "__main__":
    sys.exit(main())
