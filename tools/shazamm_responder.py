"""Learns an answer to a bot of Shazamm with spells over OpenSpiel, and estimates from it how exploitable the bot is (extra `openspiel`).

    python tools/shazamm_responder.py                                           # against the strong bot's first answers
    python tools/shazamm_responder.py --play-outs 1000000 --seconds 1800        # as many as half an hour of processor holds
    python tools/shazamm_responder.py --play-outs 20000 --anew --matches 400    # the bot thinks in every turn of every match

The learner plays whole matches of `tapete(rules=shazamm)` from both seats. What it sees of the table (where the wall and the centre stand,
who has more mana, how much it has itself) is one of 189 kinds of situations; in each it knows 22 plans: 7 bids, each with no spell, the
spell that mends what is worst, or any card of its hand; and to do what the bot itself would do. It keeps what matches have lately come to
after each of these (Monte Carlo control, every visit, upper confidence bounds), then plays the best of them in fresh matches. What it wins
there above one half is a lower bound of what the best rival wins: a finer learner may find more.

Nearly all of a match is the strong bot's own thinking, and it hardly ever meets the same cards and bids again. So while the learner learns,
the bot's answers are kept by kinds of moments: a moment of a kind that was met often is answered by what the bot has answered there with
other cards, as far as the hand holds them. In the fresh matches, which are what is measured, the bot thinks about every answer. It betters
an answer `--think` times: 0 is its first one, 24 rounds of regret matching; 200 is more than it ever does (it ends after 200 rounds).
Ctrl-C ends the learning, and what was learned is measured.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import count
from typing import Any, NamedTuple

from msgspec.structs import replace

from tapete.bots import Deadline, Strength, bot_of, hands_of, strengths_of
from tapete.bots.shazamm import Laid
from tapete.bots.shazamm.exact import moment, without_spells
from tapete.bots.shazamm.simple import steady
from tapete.core.odds import Odds, wilson
from tapete.core.seats import Both
from tapete.games.shazamm.state import SEATS, Bidding, Revealing
from tapete.openspiel import WholeGame
from tapete.simulating import Move

BIDS = (1, 5, 8, 11, 14, 18, 26)
"""Bids that are learned; none above one more than the rival's reserve."""

SPELLS = ("none", "mending", "any")

ITSELF = "itself"
"""The plan to do what the bot itself would do."""

MARGIN = 6
"""So much more mana is an advantage."""

POOR, RICH = 12, 28
"""Below the first a wizard is poor, from the second on rich."""

BOLDNESS = 0.7
"""How much the learner tries what it has seldom tried."""

LATELY = 4000
"""So many matches count after a plan: what is done later in a match changes while it is learned."""

RESERVES = (4, 9, 16, 26, 38)
"""Reserves between two of these are of one kind where answers are kept."""

REPORTS = 10
"""How often the tool says how far it is, by play-outs or by seconds."""

Situation = tuple[int, int, int, int]

Kind = tuple[int, ...]


class Plan(NamedTuple):
    """A bid of `BIDS`, and which spell goes with it; for `ITSELF` the bot chooses both."""

    bid: int
    spell: str


PLANS = (*(Plan(bid, spell) for bid in BIDS for spell in SPELLS), Plan(0, ITSELF))


class Learner:
    """What matches have come to after each plan in each situation."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.means: dict[Situation, list[float]] = defaultdict(lambda: [0.5] * len(PLANS))
        self.tries: dict[Situation, list[int]] = defaultdict(lambda: [0] * len(PLANS))

    def plan(self, at: Situation, *, learning: bool) -> int:
        """The number of the plan for a situation: the best so far, or, while learning, one that may be better."""
        means, tries, chance = self.means[at], self.tries[at], self._rng.random
        bonus = BOLDNESS * math.sqrt(math.log(1 + sum(tries))) if learning else 0.0
        hopes = [(mean + bonus / math.sqrt(tried + 1), chance()) for mean, tried in zip(means, tries, strict=True)]
        return hopes.index(max(hopes))

    def learn(self, made: list[tuple[Situation, int]], points: float) -> None:
        """Keep what a match has come to; the first one of a plan counts as much as a draw before it."""
        for at, number in made:
            self.tries[at][number] += 1
            means = self.means[at]
            means[number] += (points - means[number]) / min(LATELY, self.tries[at][number] + 1)


class Kept:
    """Answers of a bot by kinds of moments: the start of the round, the wall, both reserves roughly, silence, and whether it holds cards.

    After n answers of a kind the next one is thought of once the kind was met (2 n) ** 3 times. `asked` and `thought` count.
    """

    def __init__(self) -> None:
        self._answers: dict[Kind, list[Laid]] = defaultdict(list)
        self._met: Counter[Kind] = Counter()
        self.asked = self.thought = 0

    def __len__(self) -> int:
        return len(self._answers)

    @staticmethod
    def kind(at: Any, *, silence: bool, armed: bool) -> Kind:
        """The kind of a moment, from the seat that bids: the same for both."""
        return (*at.start, at.place, bisect(RESERVES, at.own), bisect(RESERVES, at.other), silence, armed)

    def answer(self, kind: Kind, hand: tuple[Any, ...], most: int, rng: random.Random) -> Laid | None:
        """An answer that was kept, out of those whose cards are in the hand; None where the bot is to think.

        Args:
            kind: of the moment. hand: the bot's. most: that it can bid.
        """
        self.asked += 1
        self._met[kind] += 1
        found = self._answers[kind]
        if len(found) <= self._met[kind] ** (1 / 3) / 2:
            return None
        fitting = [laid for laid in found if not laid.cards or laid.cards[0] in hand]
        laid = rng.choice(fitting or found)
        return Laid(min(laid.bid, most), laid.cards if fitting else ())

    def keep(self, kind: Kind, laid: Laid) -> None:
        """Keep what the bot has thought of."""
        self.thought += 1
        self._answers[kind].append(laid)


class Rival:
    """A bot at one seat of a simulation, told its own cards and no others.

    Args:
        rules: of the match. seat: its own. strength: of the bot. rng: its whims. think: how often it may better an answer.
        kept: its answers so far, which it gives again; None: it thinks about each.
    """

    def __init__(self, rules: Any, seat: str, strength: Strength, rng: random.Random, think: int, kept: Kept | None = None) -> None:
        self._rules, self._seat, self._think, self._rng, self._kept = rules, seat, think, rng, kept
        self._bot: Any = bot_of(rules, rng, strength)
        self._hands: Any = hands_of("shazamm")

    def _asked(self, state: Any) -> Any:
        owed = next(owed for owed in self._rules.awaiting(state) if owed.seat == self._seat)
        return self._bot.declare(state, self._seat, owed, Deadline(self._think, count().__next__))

    def move(self, simulation: Any, moves: Sequence[Move]) -> int:
        """The number of the move that it makes."""
        seen = simulation.seen(self._seat)
        if not isinstance(seen.state.agenda[-1], Bidding):
            wish = self._asked(seen.state)
            return next((number for number, one in enumerate(moves) if one.action == wish), 0)
        if moves[0].secret is not None:
            bid = self._asked(seen.state).value
            return next(number for number, one in enumerate(moves) if one.secret == bid)
        self._hands.deal(self._bot, self._rules, seen.state, self._seat, seen.hand)
        self._decide(seen.state, seen.hand)
        laid = sorted(self._bot.laid(seen.state, self._seat))
        return next((number for number, one in enumerate(moves) if sorted(one.cards) == laid), 0)

    def _decide(self, state: Any, hand: tuple[Any, ...]) -> None:
        """Let the bot decide what it lays down, by what is kept or by a thought of its own."""
        if self._kept is None or without_spells(state):
            self._asked(state)
            return
        at = moment(state, self._rules.options, self._seat)  # type: ignore[arg-type]  # a seat
        kind = self._kept.kind(at, silence=state.silence, armed=bool(hand))
        laid = self._kept.answer(kind, hand, min(at.own, at.other + 1), self._rng)
        if laid is None:
            bid = self._asked(state).value
            self._kept.keep(kind, Laid(bid, self._bot.laid(state, self._seat)))
        else:
            self._bot.players[self._seat].lay_down(state, laid)

    def told(self, state: Any, bids: Both[int]) -> None:
        """Both bids of a turn lie open."""
        self._asked(replace(state, agenda=(*state.agenda[:-1], Revealing(bids))))


def situation(at: Any) -> Situation:
    """The kind of situation that a wizard is in: where the wall stands, who has more mana, how much it has, and whose end is nearer."""
    ahead = (at.own - at.other > MARGIN) - (at.other - at.own > MARGIN)
    centre = at.start.centre
    return at.place, ahead, (at.own >= POOR) + (at.own >= RICH), (centre > 0) - (centre < 0)


def cards_for(spell: str, at: Any, hand: tuple[Any, ...], rng: random.Random) -> tuple[Any, ...]:
    """The cards of a plan."""
    if spell == "none" or not hand:
        return ()
    return steady(at, hand, rng)[1] if spell == "mending" else (rng.choice(hand),)


def play(learner: Learner, strength: Strength, number: int, seed: str, think: int, *, learning: bool, kept: Kept | None = None) -> float:
    """One match, two of each deal, with the learner at either seat: 1 if it has won, 0.5 for a draw."""
    rng = random.Random(f"{seed} {number // 2}")
    state = WholeGame({"rules": "shazamm", "seed": rng.getrandbits(30)}).new_initial_state()
    simulation = state.simulation
    own, other = SEATS if number % 2 else SEATS[::-1]
    rival = Rival(simulation.rules, other, strength, rng, think, kept)
    itself = Rival(simulation.rules, own, strength, rng, think, kept)  # it answers what a spell asks, too
    made: list[tuple[Situation, int]] = []
    bids: dict[str, int] = {}
    while not state.is_terminal():
        before, seat, moves = simulation.state, simulation.turn, simulation.moves()
        if seat == other:
            chosen = rival.move(simulation, moves)
        elif not isinstance(before.agenda[-1], Bidding):
            chosen = itself.move(simulation, moves)
        else:
            at = moment(before, simulation.rules.options, own)
            if moves[0].secret is None:
                made.append((situation(at), learner.plan(situation(at), learning=learning)))
            plan = PLANS[made[-1][1]]
            if plan.spell == ITSELF:
                chosen = itself.move(simulation, moves)
            elif moves[0].secret is None:
                cards = cards_for(plan.spell, at, simulation.seen(own).hand, rng)
                chosen = next((n for n, one in enumerate(moves) if one.cards == cards), 0)
            else:
                bid = max(1, min(plan.bid, at.own, at.other + 1))
                chosen = next(n for n, one in enumerate(moves) if one.secret == bid)
        if moves[chosen].secret is not None and seat is not None:
            bids[seat] = moves[chosen].secret
        state.apply_action(chosen)
        if len(bids) == len(SEATS):
            open_bids = Both(bids[SEATS[0]], bids[SEATS[1]])
            rival.told(before, open_bids)
            itself.told(before, open_bids)
            bids = {}
    points = (state.returns()[SEATS.index(own)] + 1) / 2
    if learning:
        learner.learn(made, points)
    return points


def learned(
    learner: Learner, strength: Strength, play_outs: int, seed: int, think: int, kept: Kept | None = None, seconds: float = math.inf
) -> int:
    """Let a learner play so many matches; the number that it has played when Ctrl-C ends it, or when its seconds of processor are over."""
    began, points, since, due = time.process_time(), 0.0, 0, 1
    for number in range(play_outs):
        try:
            points += play(learner, strength, number, f"learn {seed}", think, learning=True, kept=kept)
        except KeyboardInterrupt:
            return number
        spent, made = time.process_time() - began, number + 1
        part = REPORTS * max(made / play_outs, spent / seconds)
        if part >= due:
            won = points / (made - since)
            print(f"{made} play-outs, {spent:.0f} s; the last {made - since} won {won:.3f}", file=sys.stderr, flush=True)
            points, since, due = 0.0, made, int(part) + 1
        if spent >= seconds:
            return made
    return play_outs


def measured(learner: Learner, strength: Strength, matches: int, seed: int, think: int) -> Odds:
    """The share of points that what was learned wins in fresh matches, in which the bot thinks about every answer; and its interval."""
    points = sum(play(learner, strength, number, f"fresh {seed}", think, learning=False) for number in range(matches))
    return wilson(points, matches)


def main() -> int:
    """Learn, measure, print."""
    parser = argparse.ArgumentParser(description="Learn an answer to a bot of Shazamm with spells, and estimate its exploitability.")
    parser.add_argument("strength", nargs="?", default="strong", choices=strengths_of("shazamm"))
    parser.add_argument("--play-outs", type=int, default=2000, help="matches to learn from (%(default)s)")
    parser.add_argument("--seconds", type=float, default=math.inf, help="of processor after which the learning ends (none)")
    parser.add_argument("--anew", action="store_true", help="the bot thinks about every answer while the learner learns, too")
    parser.add_argument("--matches", type=int, default=200, help="fresh matches to measure with (%(default)s)")
    parser.add_argument("--think", type=int, default=0, help="how often the bot may better an answer (%(default)s)")
    parser.add_argument("--deep", type=int, default=0, metavar="MATCHES", help="further fresh matches in which it betters them 200 times")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.play_outs < 1 or given.matches < 1 or given.think < 0 or given.deep < 0 or not given.seconds > 0:
        parser.error("one play-out and one match at least, and no thoughts, seconds or matches below 0")
    learner, began = Learner(random.Random(given.seed)), time.process_time()
    kept = None if given.anew or given.strength != "strong" else Kept()
    made = learned(learner, given.strength, given.play_outs, given.seed, given.think, kept, given.seconds)
    spent = time.process_time() - began
    print(f"{made} play-outs in {spent:.0f} s of processor; {len(learner.tries)} situations")
    if kept is not None:
        print(f"the bot was asked {kept.asked} times and has thought {kept.thought} times, in {len(kept)} kinds of moments")
    best = Counter(PLANS[learner.plan(at, learning=False)].spell for at in list(learner.tries))
    print("the answer: " + ", ".join(f"{spell} in {number} situations" for spell, number in best.most_common()))
    odds = measured(learner, given.strength, given.matches, given.seed, given.think)
    low, share, high = (max(0.0, 2 * one - 1) for one in (odds.low, odds.share, odds.high))
    print(f"the answer wins {odds.share:.3f} ({odds.low:.3f}..{odds.high:.3f}) of {given.matches} fresh matches against {given.strength}")
    print(f"exploitability, 0 perfect play to 1 beaten every time: {share:.3f} ({low:.3f}..{high:.3f}) at least, by this learner")
    if given.deep:
        deep = measured(learner, given.strength, given.deep, given.seed, 200)
        print(f"where the bot thinks as long as it ever does: {deep.share:.3f} ({deep.low:.3f}..{deep.high:.3f}) of {given.deep}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
