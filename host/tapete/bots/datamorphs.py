"""How a robot plays DataMorphs: five cards of its own, and each card where it raises what gets through most.

It looks one play ahead. What it owns nobody else knows: its cards are chosen once, and change hands in the final exchange only.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from tapete.bots import HeldCard
from tapete.bots.deadline import Deadline
from tapete.bots.forgetful import Forgetful
from tapete.bots.random_answers import plain_of
from tapete.bots.strength import Strength
from tapete.bots.weighing import best, completed
from tapete.core.actions import Action
from tapete.core.rules import Rules
from tapete.core.sealing import Locked
from tapete.core.seats import Seat, rival
from tapete.core.steps import Owed
from tapete.games.datamorphs.board import MorphBoard, faces_of, refs_of
from tapete.games.datamorphs.constants import OWNED
from tapete.games.datamorphs.plays import Play
from tapete.games.datamorphs.scoring import score
from tapete.games.datamorphs.state import SEATS, ChoosingBios, Exchanging, Interrupt, Joint, LeavingOut, LeavingOutTied, Ordering, Playing

ELEMENTS = ("program", "boost", "function", "interrupt")

TRIES = 3
"""So often a play is filled in by chance: with other places and aims."""


CANDIDATES = 5
"""So many plays are followed to the end of the round, besides none."""

SAMPLES = 6
"""So many hands of the rival are looked at."""

MARGIN = 0.03
"""What an attack that gets through counts beside the round."""


STRENGTHS: tuple[Strength, ...] = ("easy", "medium", "strong")


def bot(rules: Rules[Any], rng: random.Random, strength: Strength = "medium") -> MorphBot | Forgetful:
    """The bot of a match."""
    made = MorphBot(rules, rng, strong=strength == "strong")
    return Forgetful(made, rules, rng) if strength == "easy" else made


class MorphBot:
    """See the module.

    Args:
        rules: of the match. rng: deals, and decides between equals. strong: it plays each round to its end first.
    """

    def __init__(self, rules: Rules[Any], rng: random.Random, *, strong: bool = False) -> None:
        made = Guesser if strong else Builder
        self.players = {seat: made(rules, seat, random.Random(rng.random())) for seat in SEATS}

    def decide(self, state: Any, seat: Seat, owed: Owed, deadline: Deadline | None = None) -> Mapping[str, Any] | None:
        """See `tapete.bots.Bot`; a lock carries its secret, which goes into the table's vault."""
        plain: Mapping[str, Any] | None = plain_of(self.declare(state, seat, owed, deadline))
        return plain

    def declare(self, state: Any, seat: Seat, owed: Owed, deadline: Deadline | None = None) -> Action | Locked | None:
        """See `tapete.bots.Declaring`."""
        if owed.seat != seat:
            return None
        if isinstance(state.agenda[-1], Exchanging):
            return self.players[seat].exchange(state, self.players[rival(seat)].cards)
        return self.players[seat].choose(state, deadline or Deadline())


def five_of(rules: Rules[Any], rng: random.Random) -> list[str]:
    """Five cards of the catalogue by chance, all different where there are as many."""
    known = sorted(rules.catalogue.cards)
    return rng.sample(known, OWNED) if len(known) >= OWNED else rng.choices(known, k=OWNED)


def collection_of(state: Any, seat: Seat) -> tuple[str, ...] | None:
    """The five cards that a player has shown before the match (DAT-R68); None: they are a secret."""
    return None if state.owned is UNSET else state.owned.get(seat)


class Builder:
    """One robot's five cards, and what it builds of them.

    Args:
        rules: of the match. seat: its own. rng: its whims.
    """

    def __init__(self, rules: Rules[Any], seat: Seat, rng: random.Random) -> None:
        self._rules, self._seat, self._rng = rules, seat, rng
        self.cards = five_of(rules, rng)
        self._down: list[str] = []
        self._lost: list[str] = []

    def hand(self, state: Any) -> list[str]:
        """What it holds: its cards except those on the table and those out of the game, seen by others or not."""
        player, shown = state.players.of(self._seat), collection_of(state, self._seat)
        if shown is not None:
            self.cards = list(shown)
        down = sum(isinstance(there, Interrupt) for there in (player.boost_a, player.boost_b, player.function))
        unseen = sum(card is None for card in player.out)
        self._lost = [*self._lost, *self._down][:unseen] if len(self._lost) < unseen else self._lost[:unseen]
        self._down = self._down[:down]
        gone = Counter((*faces_of(player), *(card for card in player.out if card is not None), *self._down, *self._lost))
        return list((Counter(self.cards) - gone).elements())[: player.hand]

    # ---- what it does

    def choose(self, state: Any, deadline: Deadline) -> Action | Locked | None:
        """What it does about what it owes; None: anything will do."""
        match state.agenda[-1]:
            case ChoosingBios():
                return Locked(self._action("lock_bios"), "card", max(self.hand(state), key=self._as_bios))
            case Ordering():
                return self._action("choose_order", first=rival(self._seat))  # who plays second knows more
            case Playing():
                return self._play(state, deadline)
            case Joint(exchange=exchange):
                alone = MorphBoard(self._rules, state).alone(self._seat, exchange).state
                return Locked(self._action("lock_move"), "move", self._play(alone, deadline))
            case LeavingOut():
                own, other = (self._sorted(state, seat) for seat in (self._seat, rival(self._seat)))
                return self._action("leave_out", own=own[0], rival=other[-1])
            case LeavingOutTied():
                return self._action("leave_out_own", ref=self._sorted(state, self._seat)[0])
        return None

    def _action(self, name: str, **arguments: Any) -> Action:
        return self._rules.read({"action": name, "seat": self._seat, **arguments})

    def _play(self, state: Any, deadline: Deadline) -> Action:
        """The play that helps most, or none where none helps."""
        first = state.agenda[-1].exchange == 1
        found, value = self._best(state, deadline)
        if found is None or (value <= self.worth(state) and not first):
            return self._action("skip_program" if first else "stop")
        if isinstance(found, Play) and found.part == "interrupt":
            least = min(self.hand(state), key=self._strength)
            self._down.append(least)
        return found

    def _best(self, state: Any, deadline: Deadline) -> tuple[Action | None, float]:
        return best(self._rules, state, self._plays(state), self.worth)

    def _plays(self, state: Any) -> Iterator[Action]:
        """Every card of its hand as every element, in some places."""
        held: list[str | None] = [*dict.fromkeys(self.hand(state))]
        drafts = [
            {"seat": self._seat, "part": part, "card": card, "ops": ()}
            for part in ELEMENTS
            for card in ([None] if part == "interrupt" else held)
        ]
        return completed(self._rules, state, "play", drafts, self._rng, TRIES)

    def exchange(self, state: Any, others: list[str]) -> Action | None:
        """The best of the rival's five for the least of its own, if the referee can believe both."""
        for take in sorted(others, key=self._strength, reverse=True):
            for give in sorted(self.cards, key=self._strength):
                action = self._action("exchange_cards", take=take, give=give)
                if self._rules.allows(state, action):
                    return action
        return None

    # ---- what things are worth

    def worth(self, state: Any) -> float:
        """How good the table is for it: what would get through now, then icons, then memory to go on with."""
        board = MorphBoard(self._rules, state)
        now = score(board)
        own, other = now.of(self._seat), now.of(rival(self._seat))
        icons = own.attack + own.defense - other.attack - other.defense
        return own.inflicted - other.inflicted + 0.3 * icons + 0.05 * board.memory(self._seat).available

    def _as_bios(self, card: str) -> float:
        """Memory to build with, and what it brings itself; what is better kept as a Program counts against it."""
        face = self._rules.catalogue.cards[card]
        return float(0.6 * face.bios.memory + face.bios.attack + 0.7 * face.bios.defense - 0.4 * face.program.attack) + self._rng.random()

    def _strength(self, card: str) -> float:
        face = self._rules.catalogue.cards[card]
        return float(face.program.attack + face.program.defense + face.boost.attack + face.boost.defense + 0.3 * face.bios.memory)

    def _sorted(self, state: Any, seat: Seat) -> list[str]:
        """Return the places of a player's cards of this round, the weakest first; an unseen card counts as average."""
        lying = refs_of(state.players.of(seat))

        def strength(ref: str) -> float:
            card = lying[ref]
            return 4.0 if card is None else self._strength(card)

        return sorted(lying, key=strength)


class Guesser(Builder):
    """A builder who plays the round to its end, with cards that the rival could hold, before it chooses."""

    def _best(self, state: Any, deadline: Deadline) -> tuple[Action | None, float]:
        """The play after which the round ends best in the mean, both sides taking each time what helps them most."""
        seat, exchange, now = self._seat, state.agenda[-1].exchange, self.worth(state)
        plays = [(self.worth(after), action, after) for action, after in self._after(state, seat, tuple(self.hand(state)))]
        plays.sort(key=lambda play: -play[0])
        idle = self._idle(state, seat)
        tried: list[tuple[Action | None, Any]] = [(action, after) for _, action, after in plays[:CANDIDATES]]
        tried.append((None, self._rules.apply(state, idle, checked=True)[0]))
        gains = [0.0] * len(tried)
        for sample in range(SAMPLES):
            held = self._guess(state)
            for place, (action, after) in enumerate(tried):
                if deadline.over:
                    break
                hands = {seat: self._left(tuple(self.hand(state)), action), rival(seat): held}
                gains[place] += self._to_the_end(after, hands)
            else:
                continue
            if sample == 0:  # there was no time for one look at each
                return (plays[0][1], plays[0][0]) if plays and (plays[0][0] > now or exchange == 1) else (None, now)
            break
        found = max(range(len(tried)), key=lambda place: gains[place])
        action = tried[found][0]
        return action, now if action is None else float("inf")

    def _after(self, state: Any, seat: Seat, hand: tuple[str, ...]) -> Iterator[tuple[Action, Any]]:
        """Each play of a seat, and what it leads to."""
        for action in self._rules.moves(state, seat, hand, names=("play",)):
            yield action, self._rules.apply(state, action, checked=True)[0]

    def _idle(self, state: Any, seat: Seat) -> Action:
        """The action by which a seat plays no card."""
        return self._rules.read({"action": "skip_program" if state.agenda[-1].exchange == 1 else "stop", "seat": seat})

    def _left(self, hand: tuple[str, ...], action: Action | None) -> tuple[str, ...]:
        """What is held after a play; what goes face down is the least."""
        if action is None or not hand:
            return hand
        left = list(hand)
        left.remove(getattr(action, "card", None) or min(hand, key=self._strength))
        return tuple(left)

    def _guess(self, state: Any) -> tuple[str, ...]:
        """Cards that the rival could hold: those that it has shown before and others by chance."""
        player = state.players.of(rival(self._seat))
        gone = {*faces_of(player), *player.out}
        known = collection_of(state, rival(self._seat))
        shown = [card for card in dict.fromkeys(card for faces in player.shown for card in faces) if card not in gone]
        others = [card for card in known or self._rules.catalogue.cards if card not in gone and card not in shown]
        self._rng.shuffle(others)
        return tuple([*shown, *others][: player.hand])

    def _to_the_end(self, state: Any, hands: dict[Seat, tuple[str, ...]]) -> float:
        """How the round ends for it if both take each time what helps them most: won or lost, and by how much."""
        while isinstance(top := state.agenda[-1], Playing):
            seat = top.left[0]
            sign = 1 if seat == self._seat else -1
            found: tuple[Action | None, Any] = None, self._rules.apply(state, self._idle(state, seat), checked=True)[0]
            most = sign * self.worth(state) if top.exchange > 1 else float("-inf")
            for action, after in self._after(state, seat, hands[seat]):
                if (value := sign * self.worth(after)) > most:
                    most, found = value, (action, after)
            hands = {**hands, seat: self._left(hands[seat], found[0])}
            state = found[1]
        over = self._rules.result(state)
        if over is not None and over.kind == "win":
            return 2.0 if self._seat in over.seats else -2.0
        now = score(MorphBoard(self._rules, state))
        margin = now.of(self._seat).inflicted - now.of(rival(self._seat)).inflicted
        return (margin > 0) - (margin < 0) + MARGIN * margin


class _Hands:
    """Who holds which cards of DataMorphs, as far as the table shows. See `tapete.bots.Hands`."""

    def held(self, rules: Rules[Any], state: Any, seat: Seat) -> int:
        count: int = state.players.of(seat).hand
        return count

    def there(self, rules: Rules[Any], state: Any, seat: Seat) -> Mapping[HeldCard, int]:
        return dict.fromkeys(rules.catalogue.cards, self.held(rules, state, seat))

    def deal(self, bot: Any, rules: Rules[Any], state: Any, seat: Seat, hand: Sequence[str]) -> None:
        side, player = state.players.of(seat), bot.players[seat]
        out = [card for card in side.out if card is not None]
        player.cards = [*faces_of(side), *out, *player._down, *player._lost, *hand]


HANDS = _Hands()
