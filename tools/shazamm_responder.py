"""Learns an answer to a bot of Shazamm with spells over OpenSpiel, and estimates from it how exploitable the bot is (extra `openspiel`).

    python tools/shazamm_responder.py                            # against the strong bot's first answers
    python tools/shazamm_responder.py --play-outs 20000 --think 20 --matches 400

The learner plays whole matches of `tapete(rules=shazamm)` from both seats. What it sees of the table (where the wall stands, who has more
mana, how much it has itself) is one of 63 kinds of situations; in each it knows 7 bids, each with no spell, the spell that mends what is
worst, or any card of its hand. It keeps what matches have come to after each of these (Monte Carlo control, every visit, upper
confidence bounds), then plays the best of them in fresh matches. What it wins there above one half is a lower bound of what the best rival
wins: a finer learner may find more. The bot thinks `--think` times about an answer: 0 is its first one, 24 rounds of regret matching.
Ctrl-C ends the learning, and what was learned is measured.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections import defaultdict
from itertools import count
from typing import Any, NamedTuple

from msgspec.structs import replace

from tapete.bots import Deadline, Strength, bot_of, hands_of, strengths_of
from tapete.bots.shazamm.exact import moment
from tapete.bots.shazamm.simple import steady
from tapete.core.odds import Odds, wilson
from tapete.core.seats import Both
from tapete.games.shazamm.state import SEATS, Bidding, Revealing
from tapete.openspiel import WholeGame
from tapete.simulating import Move

BIDS = (1, 5, 8, 11, 14, 18, 26)
"""Bids that are learned; none above one more than the rival's reserve."""

SPELLS = ("none", "mending", "any")

MARGIN = 6
"""So much more mana is an advantage."""

POOR, RICH = 12, 28
"""Below the first a wizard is poor, from the second on rich."""

BOLDNESS = 0.7
"""How much the learner tries what it has seldom tried."""

Situation = tuple[int, int, int]


class Plan(NamedTuple):
    """A bid of `BIDS`, and which spell goes with it."""

    bid: int
    spell: str


PLANS = tuple(Plan(bid, spell) for bid in BIDS for spell in SPELLS)


class Learner:
    """What matches have come to after each plan in each situation."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.sums: dict[Situation, list[float]] = defaultdict(lambda: [0.0] * len(PLANS))
        self.tries: dict[Situation, list[int]] = defaultdict(lambda: [0] * len(PLANS))

    def plan(self, at: Situation, *, learning: bool) -> int:
        """The number of the plan for a situation: the best so far, or, while learning, one that may be better."""
        sums, tries = self.sums[at], self.tries[at]
        bonus = BOLDNESS * math.sqrt(math.log(1 + sum(tries))) if learning else 0.0

        def hope(number: int) -> tuple[float, float]:
            mean = (sums[number] + 0.5) / (tries[number] + 1)  # as if one draw had been seen
            return mean + bonus / math.sqrt(tries[number] + 1), self._rng.random()

        return max(range(len(PLANS)), key=hope)

    def learn(self, made: list[tuple[Situation, int]], points: float) -> None:
        """Keep what a match has come to."""
        for at, number in made:
            self.sums[at][number] += points
            self.tries[at][number] += 1


class Rival:
    """A bot at one seat of a simulation, told its own cards and no others.

    Args:
        rules: of the match. seat: its own. strength: of the bot. rng: its whims. think: how often it may better an answer.
    """

    def __init__(self, rules: Any, seat: str, strength: Strength, rng: random.Random, think: int) -> None:
        self._rules, self._seat, self._think = rules, seat, think
        self._bot: Any = bot_of(rules, rng, strength)
        self._hands: Any = hands_of("shazamm")

    def _asked(self, state: Any) -> Any:
        owed = next(owed for owed in self._rules.awaiting(state) if owed.seat == self._seat)
        return self._bot.declare(state, self._seat, owed, Deadline(self._think, count().__next__))

    def move(self, simulation: Any, moves: tuple[Move, ...]) -> int:
        """The number of the move that it makes."""
        seen = simulation.seen(self._seat)
        if not isinstance(seen.state.agenda[-1], Bidding):
            wish = self._asked(seen.state)
            return next((number for number, one in enumerate(moves) if one.action == wish), 0)
        if moves[0].secret is None:
            self._hands.deal(self._bot, self._rules, seen.state, self._seat, seen.hand)
        bid = self._asked(seen.state).value
        if moves[0].secret is not None:
            return next(number for number, one in enumerate(moves) if one.secret == bid)
        laid = sorted(self._bot.laid(seen.state, self._seat))
        return next((number for number, one in enumerate(moves) if sorted(one.cards) == laid), 0)

    def told(self, state: Any, bids: Both[int]) -> None:
        """Both bids of a turn lie open."""
        self._asked(replace(state, agenda=(*state.agenda[:-1], Revealing(bids))))


def situation(at: Any) -> Situation:
    """The kind of situation that a wizard is in: where the wall stands, who has more mana, and how much it has."""
    ahead = (at.own - at.other > MARGIN) - (at.other - at.own > MARGIN)
    return at.place, ahead, (at.own >= POOR) + (at.own >= RICH)


def cards_for(spell: str, at: Any, hand: tuple[Any, ...], rng: random.Random) -> tuple[Any, ...]:
    """The cards of a plan."""
    if spell == "none" or not hand:
        return ()
    return steady(at, hand, rng)[1] if spell == "mending" else (rng.choice(hand),)


def play(learner: Learner, strength: Strength, number: int, seed: str, think: int, *, learning: bool) -> float:
    """One match, two of each deal, with the learner at either seat: 1 if it has won, 0.5 for a draw."""
    rng = random.Random(f"{seed} {number // 2}")
    state = WholeGame({"rules": "shazamm", "seed": rng.getrandbits(30)}).new_initial_state()
    simulation = state.simulation
    own, other = SEATS if number % 2 else SEATS[::-1]
    rival = Rival(simulation.rules, other, strength, rng, think)
    chooser = Rival(simulation.rules, own, "medium", rng, 0)  # what a spell asks is answered as a medium bot does
    made: list[tuple[Situation, int]] = []
    bids: dict[str, int] = {}
    while not state.is_terminal():
        before, seat, moves = simulation.state, simulation.turn, simulation.moves()
        if seat == other:
            chosen = rival.move(simulation, moves)
        elif not isinstance(before.agenda[-1], Bidding):
            chosen = chooser.move(simulation, moves)
        elif moves[0].secret is None:
            at = moment(before, simulation.rules.options, own)
            made.append((situation(at), learner.plan(situation(at), learning=learning)))
            plan = PLANS[made[-1][1]]
            cards = cards_for(plan.spell, at, simulation.seen(own).hand, rng)
            chosen = next((n for n, one in enumerate(moves) if one.cards == cards), 0)
        else:
            at = moment(before, simulation.rules.options, own)
            bid = max(1, min(PLANS[made[-1][1]].bid, at.own, at.other + 1))
            chosen = next(n for n, one in enumerate(moves) if one.secret == bid)
        if moves[chosen].secret is not None and seat is not None:
            bids[seat] = moves[chosen].secret
        state.apply_action(chosen)
        if len(bids) == len(SEATS):
            rival.told(before, Both(bids[SEATS[0]], bids[SEATS[1]]))
            bids = {}
    points = (state.returns()[SEATS.index(own)] + 1) / 2
    if learning:
        learner.learn(made, points)
    return points


def learned(learner: Learner, strength: Strength, play_outs: int, seed: int, think: int) -> int:
    """Let a learner play so many matches; the number that it has played when Ctrl-C ends it."""
    for number in range(play_outs):
        try:
            play(learner, strength, number, f"learn {seed}", think, learning=True)
        except KeyboardInterrupt:
            return number
    return play_outs


def measured(learner: Learner, strength: Strength, matches: int, seed: int, think: int) -> Odds:
    """The share of points that what was learned wins in fresh matches, and its interval."""
    points = sum(play(learner, strength, number, f"fresh {seed}", think, learning=False) for number in range(matches))
    return wilson(points, matches)


def main() -> int:
    """Learn, measure, print."""
    parser = argparse.ArgumentParser(description="Learn an answer to a bot of Shazamm with spells, and estimate its exploitability.")
    parser.add_argument("strength", nargs="?", default="strong", choices=strengths_of("shazamm"))
    parser.add_argument("--play-outs", type=int, default=2000, help="matches to learn from (%(default)s)")
    parser.add_argument("--matches", type=int, default=200, help="fresh matches to measure with (%(default)s)")
    parser.add_argument("--think", type=int, default=0, help="how often the bot may better an answer (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.play_outs < 1 or given.matches < 1 or given.think < 0:
        parser.error("one play-out and one match at least, and no thoughts below 0")
    learner, began = Learner(random.Random(given.seed)), time.process_time()
    made = learned(learner, given.strength, given.play_outs, given.seed, given.think)
    spent = time.process_time() - began
    odds = measured(learner, given.strength, given.matches, given.seed, given.think)
    low, share, high = (max(0.0, 2 * one - 1) for one in (odds.low, odds.share, odds.high))
    print(f"{made} play-outs in {spent:.0f} s of processor; {len(learner.tries)} situations")
    print(f"the answer wins {odds.share:.3f} ({odds.low:.3f}..{odds.high:.3f}) of {given.matches} fresh matches against {given.strength}")
    print(f"exploitability, 0 perfect play to 1 beaten every time: {share:.3f} ({low:.3f}..{high:.3f}) at least, by this learner")
    return 0


if __name__ == "__main__":
    sys.exit(main())
