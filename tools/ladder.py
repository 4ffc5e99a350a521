"""Plays bots of different strengths against each other, and says how sure the scores are.

    python tools/ladder.py shazamm                                # every strength against every other, 400 matches each
    python tools/ladder.py shazamm strong medium --matches 100
    python tools/ladder.py shazamm exact easy --without-spells    # nobody holds a card

Seats change every match. A match is given by its number and the seed, whatever else is played and on how many cores: bots count steps of
thought and not seconds. A draw is half a point; the interval holds the true score 95 times of 100 (Wilson).
"""

from __future__ import annotations

import argparse
import math
import os
import random
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, count, repeat
from typing import Any, NamedTuple

from tapete.bots import STRENGTHS, Bot, Deadline, Strength, Unplayable, bot_of, strengths_of
from tapete.bots.shazamm.exact import cards_used_up
from tapete.cards import bind
from tapete.core import position as positions
from tapete.core.codec import builtins
from tapete.core.kinds import name_of
from tapete.core.match import Match
from tapete.core.refusals import RefereeError
from tapete.core.seats import Seat

Z = 1.96
"""Standard errors of an interval of 95 %."""

STEPS = {"shazamm": 20}
"""How often a bot may better its first answer; of the other games `USUAL_STEPS`."""

USUAL_STEPS = 60

MOST_ACTIONS = 20_000
"""More than any match has; one that does not end counts as drawn."""


class Pairing(NamedTuple):
    """Who plays whom."""

    game: str
    first: Strength
    second: Strength
    without_spells: bool
    seed: int


class Score(NamedTuple):
    """What the first of a pairing has won."""

    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def mean(self) -> float:
        return (self.won + self.drawn / 2) / self.played

    def interval(self) -> tuple[float, float]:
        """Between these the true score lies, 95 times of 100 (Wilson 1927)."""
        n, p = self.played, self.mean
        middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z / (1 + Z * Z / n) * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
        return middle - half, middle + half


def play(pairing: Pairing, number: int) -> float:
    """One match: 1 if the first has won, 0.5 for a draw. Every other match it sits at B."""
    rng = random.Random(f"{pairing.seed} {number} {pairing.first} {pairing.second}")
    rules = bind(pairing.game)
    position = None
    if pairing.without_spells:
        position = positions.dump(rules, cards_used_up(rules.start(("A", "B"))))
    match = Match(rules, ("A", "B"), position)
    seats: dict[Seat, Strength] = {"A": pairing.first, "B": pairing.second}
    mine: Seat = "A"
    if number % 2:
        seats, mine = {"A": pairing.second, "B": pairing.first}, "B"
    bots = {seat: bot_of(rules, random.Random(rng.random()), strength) for seat, strength in seats.items()}
    for _ in range(MOST_ACTIONS):
        over = rules.result(match.state)
        if over is not None:
            return 0.5 if not over.seats else float(mine in over.seats)
        try:
            match.do(_answer(match, bots, rng))
        except RefereeError:  # as at a table: what is refused is left to chance
            match.do(_answer(match, {}, rng))
    return 0.5


def _answer(match: Match[Any], bots: Mapping[Seat, Bot | None], rng: random.Random) -> Mapping[str, Any]:
    """What comes next: dice fall, a bot decides, chance fills in."""
    rules, state = match.rules, match.state
    owed = rules.awaiting(state)[0]
    if owed.meaning == "die":
        return {"action": "enter_roll", "roll": owed.params["roll"], "value": rng.randint(1, 10)}
    bot = bots.get(owed.seat or state.seats[0])
    thought = Deadline(STEPS.get(rules.game.name, USUAL_STEPS), count().__next__)
    wish = bot.decide(state, owed.seat or state.seats[0], owed, thought) if bot is not None else None
    if wish is not None:
        return wish
    others = frozenset(name_of(kind) for kind in rules.game.actions) - set(owed.actions)
    action = rules.sample(state, rng, owed.seat, avoid=others) or rules.sample(state, rng, None, avoid=others)
    if action is None:
        raise RuntimeError(f"nothing answers {owed}")
    plain: dict[str, Any] = builtins(action)
    return plain


def _some(pairing: Pairing, numbers: range) -> list[float]:
    return [play(pairing, number) for number in numbers]


def compete(pairing: Pairing, matches: int, workers: int) -> Score:
    """Play a pairing on several cores; the same matches whatever their number."""
    parts = [range(start, matches, workers * 4) for start in range(min(matches, workers * 4))]
    with ProcessPoolExecutor(workers) as pool:
        points = [point for part in pool.map(_some, repeat(pairing), parts) for point in part]
    return Score(points.count(1.0), points.count(0.5), points.count(0.0))


def main() -> int:
    """Play a ladder."""
    parser = argparse.ArgumentParser(description="Play bots against each other.")
    parser.add_argument("game")
    parser.add_argument("strengths", nargs="*", metavar="strength", help="two or more of the game's; without any, all of them")
    parser.add_argument("--matches", type=int, default=400, help="for each pairing (%(default)s)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--without-spells", action="store_true", help="shazamm: nobody holds a card")
    given = parser.parse_args()
    if given.matches < 1 or given.workers < 1:
        parser.error("one match and one process at least")
    known = strengths_of(given.game)
    if not known:
        parser.error(f"{given.game} has no bots")
    if given.game == "mamlejet":
        parser.error("mamlejet is played together, not against each other")
    if given.without_spells and given.game != "shazamm":
        parser.error("only shazamm is played without spells")
    if unknown := [one for one in given.strengths if one not in STRENGTHS]:
        parser.error(f"there is no strength {', '.join(unknown)}; there are {', '.join(STRENGTHS)}")
    chosen: list[Strength] = given.strengths or [one for one in known if one != "exact" or given.without_spells]
    print(f"{given.game}, {given.matches} matches each, seed {given.seed}: score of the first, and its interval of 95 %")
    for first, second in combinations(sorted(chosen, key=STRENGTHS.index, reverse=True), 2):
        began = time.perf_counter()
        try:
            score = compete(Pairing(given.game, first, second, given.without_spells, given.seed), given.matches, given.workers)
        except Unplayable as fault:
            parser.error(str(fault))
        low, high = score.interval()
        print(
            f"{first:>7} v {second:<7} {score.mean:.3f}  {low:.3f}..{high:.3f}  "
            f"({score.won} won, {score.drawn} drawn, {score.lost} lost; {time.perf_counter() - began:.0f} s)",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
