"""What a fight, a soldier and an effect of Mamlejet are worth to a player, in emuná that is gained on average.

A fight is reckoned exactly: who rolls, who strikes first, and what an epic failure does. A soldier is worth what it will still gain in the
rounds that are left, so that one whom few enemies can harm is not spent, and one that would not live to fight again is.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec.structs import replace

from tapete.bots.mamlejet_cards import open_cards
from tapete.core.seats import Seat
from tapete.games.mamlejet import operations as ops
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.figures import RULED
from tapete.games.mamlejet.state import Mod, Permanent

PACE = 3.5
"""Emuná that a player gains in a round, about; it tells how many rounds are left."""

MOST_ROUNDS = 12.0
"""Rounds that are looked ahead at most."""

ENDLESS = 10_000
"""Emuná to gain where no score ends the match."""

LATER = 0.9
"""What is gained a round later counts so much less."""

CHOOSY = 0.4
"""A soldier meets the best of the enemies there are: this share of them."""

CARE = 3.0
"""What a soldier is worth while it is asked which enemies suit it."""

DENIED = 0.8
"""What a rival does not gain counts so much, where a shot takes an enemy that the rival has hit."""

LAST_STAND = 12.0
"""What it costs to lose so much emuná that everybody loses."""

DRAWN = 1.2
"""What a drawn card is worth."""


WIDTH = 6
"""So many choices of each soldier are looked at together with those of the others; who goes without is paired once these are."""

MOST_PAIRINGS = 20_000
"""So many pairings are looked at; the first of them gives each soldier in turn the best that is left."""


def chance(index: int) -> float:
    """How likely a D10 reaches an index: a 10 always does, a 1 never (MMK-132, 134)."""
    return (11 - min(max(index, 2), 10)) / 10


class Fight(NamedTuple):
    """How likely a soldier defeats an enemy, and falls to it."""

    kills: float
    falls: float


NO_FIGHT = Fight(0.0, 0.0)


def fight(board: Front, soldier: Permanent, enemy: Permanent) -> Fight:
    """The chances of a soldier and an enemy that meet, one die each (MMK-129..142, R24, R27)."""
    harms, harmed = board.lacking(soldier, enemy) is None, board.lacking(enemy, soldier) is None
    index, own = board.index(soldier, enemy), board.index(enemy, soldier)
    first, late = board.has(soldier, "zerizut"), board.has(enemy, "zerizut")
    slip = board.options.epic_fail_penalty
    if not harms or not harmed:
        return Fight(chance(index) if harms else 0.0, chance(own) if harmed else 0.0)
    if first == late:
        return Fight(_helped(index, slip), _helped(own, slip))
    if first:
        kills = chance(index)
        return Fight(kills, _after(kills, own, slip))
    falls = chance(own)
    return Fight(_after(falls, index, slip), falls)


def _helped(index: int, slip: int) -> float:
    """A roll while the other rolls too: a 1 of the other helps (MMK-135)."""
    return 0.9 * chance(index) + 0.1 * chance(index - slip)


def _after(struck: float, index: int, slip: int) -> float:
    """The roll of the side that still stands; the other may have rolled a 1."""
    return (0.9 - struck) * chance(index) + 0.1 * chance(index - slip)


Rounds = dict[tuple[str, int, tuple[Mod, ...]], tuple[float, float]]
"""What soldiers do in a round (`Judge._round`), by card, number of one that bears something, and what effects have changed for good."""


class Judge:
    """What things are worth to a player as the table is now.

    Args:
        board: the table. seat: whose part is taken.
        rounds: what is known of soldiers while the table is the same; it is filled in. None: nothing yet.
    """

    def __init__(self, board: Front, seat: Seat, rounds: Rounds | None = None) -> None:
        self.board, self.seat = board, seat
        scores = {one: board.score(one) for one in board.state.seats}
        aimed = board.options.mode == "emuna" or board.options.clock_keeps_threshold
        aim = board.options.win_emuna if aimed else ENDLESS
        self.needs = max(1, aim - scores[seat])
        self.rival_needs = min((aim - score for one, score in scores.items() if one != seat), default=aim)
        self.rounds = min(MOST_ROUNDS, max(0.0, min(self.needs, self.rival_needs) / PACE))
        self.lost = board.lost(seat)
        self._rounds: Rounds = {} if rounds is None else rounds

    @functools.cached_property
    def _crowd(self) -> list[tuple[Permanent, int]]:
        """The enemies at the front, and those that registered decks still hold, by card; their number counts."""
        board, kinds = self.board, dict[str, int]()
        for e in board.enemies:
            kinds[e.card] = kinds.get(e.card, 0) + 2
        decks = board.rules.catalogue.extras.get("decks", {})
        for player in board.state.players:
            hidden = Counter(decks[player.deck].enemies if player.deck in decks else {}) - open_cards(board, player.seat)
            for card, number in hidden.items():
                kinds[card] = kinds.get(card, 0) + number
        fighting = ((card, n) for card, n in kinds.items() if n and board.card(card).difficulty is not None)
        return [(Permanent(id=-1, card=card, owner=self.seat), n) for card, n in fighting]

    # ---- soldiers and enemies

    def prize(self, enemy: Permanent) -> float:
        """What defeating an enemy brings: its emuná, and the match where that is enough."""
        worth = self.board.card(enemy.card).worth
        return worth if worth < self.needs else self.needs + 10.0

    def loss(self, soldier: Permanent) -> float:
        """What it costs if a soldier falls."""
        worth, limit = self.board.card(soldier.card).worth, self.board.options.loss_emuna
        if self.lost + worth >= limit:
            return LAST_STAND + worth
        return LATER * self.future(soldier, self.rounds - 1) + worth * 0.1 + worth * max(0.0, self.lost / limit - 0.5)

    def future(self, soldier: Permanent, rounds: float) -> float:
        """The emuná that a soldier will still gain."""
        if rounds <= 0:
            return 0.0
        board = self.board
        mods = tuple([mod for mod in soldier.mods if mod.until != "eot"])
        key = (soldier.card, soldier.id if board.worn(soldier.id) else 0, mods)
        if key not in self._rounds:
            self._rounds[key] = self._round(replace(soldier, mods=mods, defending=False))
        gains, falls = self._rounds[key]
        if board.card(soldier.card).heal_difficulty is not None:
            gains += 0.4
        stays = LATER * (1 - falls)
        found: float = gains * (1 - stays**rounds) / (1 - stays)
        return found

    def _round(self, soldier: Permanent) -> tuple[float, float]:
        """What a soldier gains in a round on average, and how likely it falls: by the better part of the enemies, or by shots."""
        board = self.board
        if not self._crowd:
            return 2.0, 0.5
        met: list[tuple[float, float, float, int]] = []
        for enemy, number in self._crowd:
            odds = fight(board, soldier, enemy)
            gain = odds.kills * board.card(enemy.card).worth
            if board.has(soldier, "frenesi"):
                gain *= 1 + odds.kills * 0.8
            met.append((gain - CARE * odds.falls, gain, odds.falls, number))
        met.sort(reverse=True)
        left = whole = CHOOSY * sum(number for *_, number in met)
        gains = falls = 0.0
        for value, gain, fall, number in met:
            part = min(left, number)
            left -= part
            if value > 0:
                gains += gain * part / whole
                falls += fall * part / whole
        if board.has(soldier, "disparar_proyectiles"):
            shots = [chance(board.index(soldier, e, projectile=True)) * board.card(e.card).worth for e, _n in self._crowd]
            if max(shots) > gains - CARE * falls:
                return max(shots), 0.0
        return gains, falls

    def gain(self, soldier: Permanent, enemy: Permanent) -> float:
        """What a fight brings on average, less what it costs."""
        return self.of(fight(self.board, soldier, enemy), soldier, enemy)

    def of(self, odds: Fight, soldier: Permanent, enemy: Permanent) -> float:
        """The worth of these chances."""
        return odds.kills * self.prize(enemy) - odds.falls * self.loss(soldier)

    def second(self, soldier: Permanent, enemy: Permanent) -> float:
        """What the second roll of a frenzied soldier brings on average, where the first is against this enemy (MMK-143)."""
        board = self.board
        if not board.has(soldier, "frenesi"):
            return 0.0
        others = [e for e in board.enemies if e.id != enemy.id and board.free_enemy(e) and board.lacking(soldier, e) is None]
        kills = fight(board, soldier, enemy).kills
        return 0.7 * kills * max((chance(board.index(soldier, e)) * self.prize(e) for e in others), default=0.0)

    def shot(self, shooter: Permanent, enemy: Permanent) -> float:
        """What a shot brings: more if a rival has hit the enemy already, nothing if that was the own side (MMK-R55)."""
        by = {hit.by for hit in enemy.hits}
        if self.seat in by:
            return 0.0
        worth = self.prize(enemy) + (DENIED * self.board.card(enemy.card).worth if by else 0.0)
        return chance(self.board.index(shooter, enemy, projectile=True)) * worth

    # ---- what effects do

    def effect(self, effects: Iterable[Any], targets: tuple[Any, ...]) -> float:
        """What operations of a card bring, with these targets (permanents, seats or None)."""
        return sum(self._one(op, targets) for op in effects)

    def _one(self, op: Any, targets: tuple[Any, ...]) -> float:
        if isinstance(op, ops.Roll):
            hit = chance(op.difficulty)
            return hit * self.effect(op.then, targets) + (1 - hit) * self.effect(op.otherwise, targets)
        if isinstance(op, ops.Draw):
            return self.draw(op.n) if op.player == "controller" else 0.0
        number = getattr(op, "target", None)
        target = targets[number - 1] if isinstance(number, int) and 1 <= number <= len(targets) else None
        if not isinstance(target, Permanent):
            return 0.0
        if isinstance(op, ops.Damage | ops.Eliminate):
            return self._struck(target)
        if isinstance(op, ops.Heal):
            hurt = target.controller == self.seat and len(target.hits) == 1
            return chance(op.difficulty) * self.loss(target) if hurt else 0.0
        if isinstance(op, ops.Liberate):
            return self._freed(target)
        mod = modified(op)
        return self.changed(target, replace(target, mods=(*target.mods, mod))) if mod is not None else 0.0

    def _struck(self, target: Permanent) -> float:
        """What it brings to strike something down by other means than a fight."""
        if target.controller is not None:
            return -self.loss(target) if target.controller == self.seat else 0.0
        if any(hit.by == self.seat for hit in target.hits):
            return 0.0
        opponent = self._opponent(target)
        fought = self.gain(opponent, target) if opponent is not None else 0.0
        return self.prize(target) - max(0.0, fought)

    def _freed(self, target: Permanent) -> float:
        """What it brings that a soldier may act again: another shot."""
        board = self.board
        spent = target.controller == self.seat and target.dedicated is not None and not board.waits(target) and not target.hits
        if not spent or not board.has(target, "disparar_proyectiles"):
            return 0.0
        return max((self.shot(target, board.at_id(e)) for e in board.shootable(target)), default=0.0)

    def _opponent(self, p: Permanent) -> Permanent | None:
        return self.board.at_id(p.opponent) if p.opponent is not None and self.board.in_play(p.opponent) else None

    def changed(self, before: Permanent, after: Permanent) -> float:
        """What a change to one in a fight of the own side brings; in another's fight nothing."""
        other = self._opponent(before)
        if other is None or before.attacked:
            return 0.0
        if before.controller == self.seat:
            return self.gain(after, other) - self.gain(before, other)
        if before.controller is None and other.controller == self.seat:
            return self.gain(other, after) - self.gain(other, before)
        return 0.0

    def draw(self, number: int) -> float:
        """What drawing is worth; a small city is not emptied further."""
        return DRAWN * number if self.board.player(self.seat).city > self.rounds + number + 4 else -DRAWN


def modified(op: Any) -> Mod | None:
    """What an operation adds to a permanent in a fight; None where it is of another kind."""
    if isinstance(op, ops.ModDifficulty | ops.ModAttack):
        return Mod(kind=op.what, until=op.duration, cause=RULED, n=op.n)
    if isinstance(op, ops.GrantKeyword | ops.LoseKeyword):
        return Mod(kind=op.kind, until=op.duration, cause=RULED, keyword=op.keyword)
    return None


def best_pairs(options: list[dict[int, float]]) -> dict[int, int]:
    """Who takes whom, so that all together bring most: place of the soldier, and what it takes; who is left out brings nothing.

    Args:
        options: of each soldier, what each choice brings; a choice is taken once.
    """
    best: tuple[float, dict[int, int]] = (0.0, {})
    most = [max((0.0, *one.values())) for one in options]
    ordered = [sorted(((v, k) for k, v in one.items() if v > 0), reverse=True)[:WIDTH] for one in options]
    looks = 0

    def follow(place: int, value: float, taken: dict[int, int]) -> None:
        nonlocal best, looks
        looks += 1
        if value > best[0]:
            best = value, dict(taken)
        if place == len(ordered) or looks > MOST_PAIRINGS or value + sum(most[place:]) <= best[0]:
            return
        for worth, choice in ordered[place]:
            if choice not in taken.values():
                follow(place + 1, value + worth, {**taken, place: choice})
        follow(place + 1, value, taken)

    follow(0, 0.0, {})
    return best[1]
