"""How bots play Shazamm: what they lay down each turn, and what they choose when a spell asks.

Bid and cards are decided together, before anything is revealed (SHZ-R69): the cards wait, and are shown whatever the rival has bid. Each
bot has a deck of its own, shuffled once; which of its cards it holds follows from the deck's order and from what it has used.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from tapete.bots import Alternative, HeldCard
from tapete.bots.deadline import Deadline
from tapete.bots.random_answers import plain_of
from tapete.bots.shazamm import exact, simple, spells
from tapete.bots.shazamm.exact import Guess, Moment, Purse
from tapete.bots.shazamm.perfect_values import stored
from tapete.bots.strength import Strength, Unplayable
from tapete.core.actions import Action
from tapete.core.course import Declared
from tapete.core.rules import Rules
from tapete.core.sealing import Locked
from tapete.core.seats import Seat, rival
from tapete.core.steps import Owed
from tapete.games.shazamm.bidding import SEALING, LockBid
from tapete.games.shazamm.constants import CLONE
from tapete.games.shazamm.showing import DeclareCards
from tapete.games.shazamm.state import DECK, SEATS, Bidding, Revealing, State

ALLOWANCE = 0.2
"""What a strong bot may lose of a match without spells while it tries to win more than perfect play would."""

MOST_CHOICES = 4
"""So many decisions after each other are looked ahead where a spell asks."""


STRENGTHS: tuple[Strength, ...] = ("easy", "medium", "strong", "exact")


def bot(rules: Rules[Any], rng: random.Random, strength: Strength = "medium") -> ShazammBot:
    """The bot of a match.

    Raises:
        Unplayable: `exact` under a house rule that the table does not hold for.
    """
    return ShazammBot(rules, rng, strength)


class Laid(Struct, frozen=True):
    """What a player has decided for a turn: its bid and the cards that lie face down."""

    bid: int
    cards: tuple[int, ...] = ()


class ShazammBot:
    """See the module.

    Args:
        rules: of the match. rng: shuffles, and draws from mixes. strength: how it plays.
    """

    def __init__(self, rules: Rules[Any], rng: random.Random, strength: Strength) -> None:
        if strength == "exact" and not exact.applies(rules.options):
            raise Unplayable("exact play is not known where slabs collapse before the wizards move (house rule collapse_order)")
        self.players = {seat: Wizard(rules, seat, random.Random(rng.random()), strength) for seat in SEATS}

    def decide(self, state: Any, seat: Seat, owed: Owed, deadline: Deadline | None = None) -> Mapping[str, Any] | None:
        """See `tapete.bots.Bot`."""
        plain: Mapping[str, Any] | None = plain_of(self.declare(state, seat, owed, deadline))
        return plain

    def declare(self, state: Any, seat: Seat, owed: Owed, deadline: Deadline | None = None) -> Declared | None:
        """See `tapete.bots.Declaring`."""
        player = self.players[seat]
        return player.answer(state, player.hand(state), deadline or Deadline()) if owed.seat == seat else None

    def alternatives(self, state: Any, seat: Seat) -> list[Alternative]:
        """See `tapete.bots.Thoughtful`: bids and cards that a strong player has weighed in this turn."""
        player = self.players[seat]
        of, found = player.weighed
        return found if isinstance(state.agenda[-1], Bidding) and of == _turn(state) else []

    def laid(self, state: Any, seat: Seat) -> tuple[int, ...]:
        """The cards that lie face down beside a bid of this turn."""
        return self.players[seat].laid(state) if isinstance(state.agenda[-1], Bidding) else ()


class Wizard:
    """One player.

    Args:
        rules: of the match. seat: its own. rng: its whims. strength: how it plays.
    """

    def __init__(self, rules: Rules[Any], seat: Seat, rng: random.Random, strength: Strength) -> None:
        self._rules, self._seat, self._rng, self._strength = rules, seat, rng, strength
        self._deck = list(DECK)
        rng.shuffle(self._deck)
        self._laid: tuple[object, Laid] | None = None
        self._guess, self._purse, self._casts = Guess(), Purse(ALLOWANCE), spells.Casts()
        self.weighed: tuple[object, list[Alternative]] = (None, [])
        self._seen: object = None
        self._open: tuple[object, list[list[float]], tuple[float, ...]] | None = None
        """The stage whose rival bid has not been seen yet: when it was, its matrix and the mix that was played."""

    def hand(self, state: State) -> tuple[int, ...]:
        """The cards in its hand."""
        used = state.used.of(self._seat)
        return tuple([card for card in self._deck if card not in used][: state.hand.of(self._seat)])

    def answer(self, state: State, hand: tuple[int, ...], deadline: Deadline) -> Action | Locked | None:
        """What it does about what it owes.

        Args:
            state: where the match stands. hand: its cards. deadline: until when it may think.
        """
        match state.agenda[-1]:
            case Bidding():
                return self._bid(self._decided(state, hand, deadline).bid)
            case Revealing(bids=bids):
                self._see(state, bids.of(rival(self._seat)))
                return DeclareCards(seat=self._seat, numbers=tuple([card for card in self.laid(state) if card in hand]))
        return self._chosen(state)

    # ---- bid and cards

    def _bid(self, amount: int) -> Locked:
        return Locked(LockBid(seat=self._seat), SEALING.secret, amount)

    def laid(self, state: State) -> tuple[int, ...]:
        """The cards that lie face down beside its bid."""
        return self._laid[1].cards if self._laid is not None and self._laid[0] == _turn(state) else ()

    def lay_down(self, state: State, laid: Laid) -> None:
        """Let it lay down this in the turn at hand, without a thought of its own: play-outs that keep answers tell it what it answers."""
        self._watch(state)
        self._laid = _turn(state), laid

    def _decided(self, state: State, hand: tuple[int, ...], deadline: Deadline) -> Laid:
        """What it lays down this turn; asked again, the same."""
        if self._laid is None or self._laid[0] != _turn(state):
            self._laid = _turn(state), self._lay(state, hand, deadline)
        return self._laid[1]

    def _lay(self, state: State, hand: tuple[int, ...], deadline: Deadline) -> Laid:
        at = exact.moment(state, self._rules.options, self._seat)
        if self._strength == "easy":
            return Laid(*simple.careless(at, () if state.silence else hand, self._rng))
        if self._strength == "medium" or not stored().knows(at.start):
            return Laid(*simple.steady(at, () if state.silence else hand, self._rng))
        if self._strength == "exact" or exact.without_spells(state):
            return Laid(self._without_spells(state, at))
        return self._with_spells(state, at, hand, deadline)

    def _without_spells(self, state: State, at: Moment) -> int:
        """The equilibrium; strong, as far from it as the purse pays for."""
        matrix = exact.stage(stored(), at)
        found = exact.equilibrium(stored(), at)
        rows = found.rows
        if self._strength != "exact":
            self._settle(None)
            rows = self._purse.respond(matrix, self._guess.over(found.columns))
            self._open = _turn(state), matrix, rows
        return 1 + self._rng.choices(range(len(rows)), rows)[0]

    def _see(self, state: State, bid: int) -> None:
        """The rival's bid lies open."""
        if self._seen != _turn(state):
            self._seen = _turn(state)
            self._guess.see(bid, state.mana.of(rival(self._seat)))
        if self._open is not None and self._open[0] == _turn(state):
            self._settle(bid)

    def _settle(self, bid: int | None) -> None:
        if self._open is not None:
            _, matrix, rows = self._open
            self._purse.settle(matrix, rows, bid)
            self._open = None

    def _with_spells(self, state: State, at: Moment, hand: tuple[int, ...], deadline: Deadline) -> Laid:
        other = rival(self._seat)
        unused = [card for card in DECK if card not in state.used.of(other)]
        copies = tuple(card for card in state.last_cast.of(other) if card != CLONE)
        answers = tuple(card for card in state.last_cast.of(self._seat) if card != CLONE)
        turn = spells.Turn(stored(), at, max(1, at.start.edge - 2))
        own = spells.choices(at.own, at.other, hand, copies, state.silence)
        drawn = [self._rng.sample(unused, min(len(unused), state.hand.of(other))) for _ in range(spells.HANDS)]
        hands = [spells.choices(at.other, at.own, held, answers, state.silence) for held in drawn]
        can = self._watch(state)
        habit = spells.habit(turn, own, self._guess.bids(at.other), drawn[0] if can else (), self._casts.share)
        found = spells.plan(turn, own, hands, self._rng, lambda: not deadline.over, habit)
        self.weighed = _turn(state), [Alternative(self._bid(one.choice.bid).plain(), one.choice.cards, one.worth) for one in found]
        return Laid(found[0].choice.bid, found[0].choice.cards)

    def _watch(self, state: State) -> bool:
        """Note whether the rival has cast since the last turn, and say whether it can in this one."""
        other = rival(self._seat)
        used = len(state.used.of(other))
        can = used < len(DECK) and state.hand.of(other) > 0 and not state.silence
        self._casts.see(used, can=can)
        return can

    # ---- what a spell asks

    def _chosen(self, state: State) -> Action | None:
        """The answer after which the table is worth most, if the rival answers what he is asked as well as he can."""
        best: Action | None = None
        most = float("-inf")
        asked = {name for owed in self._rules.awaiting(state) if owed.seat == self._seat for name in owed.actions}
        for action in self._rules.every(state):
            if action.__struct_config__.tag not in asked:
                continue
            worth = self._after(self._rules.apply(state, action)[0], MOST_CHOICES)
            if worth > most:
                best, most = action, worth
        return best

    def _after(self, state: State, deep: int) -> float:
        """What a state is worth to this player, no matter who is asked next."""
        over = self._rules.result(state)
        if over is not None:
            return 0.0 if not over.seats else 1.0 if self._seat in over.seats else -1.0
        owed = self._rules.awaiting(state)[0]
        if isinstance(state.agenda[-1], Bidding) or owed.seat is None or deep == 0:
            at = exact.moment(state, self._rules.options, self._seat)
            return stored().worth(at.start, at.place, at.own, at.other) if stored().knows(at.start) else 0.0
        better: Callable[[list[float]], float] = max if owed.seat == self._seat else min
        answers = [action for action in self._rules.every(state) if action.__struct_config__.tag in owed.actions]
        return better([self._after(self._rules.apply(state, action)[0], deep - 1) for action in answers])


def _turn(state: State) -> object:
    """What tells a turn from every other, undone ones included: what lay on the table when it began."""
    return state.round, state.turn, state.wall, state.mana, state.used


class _Hands:
    """Who holds which cards of Shazamm, as far as the table shows. See `tapete.bots.Hands`."""

    def held(self, rules: Rules[Any], state: Any, seat: Seat) -> int:
        count: int = state.hand.of(seat)
        return count

    def there(self, rules: Rules[Any], state: Any, seat: Seat) -> Mapping[HeldCard, int]:
        return {card: 1 for card in DECK if card not in state.used.of(seat)}

    def deal(self, bot: Any, rules: Rules[Any], state: Any, seat: Seat, hand: Sequence[int]) -> None:
        player = bot.players[seat]
        player._deck = [*hand, *(card for card in player._deck if card not in hand)]


HANDS = _Hands()
