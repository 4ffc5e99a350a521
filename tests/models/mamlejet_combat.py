"""Mamlejet's combat phase when nobody plays a card in it, written from its ledger (MMK-122..146, 197..216, R06, R18..R55, R88, R94, R106).

`Combat.run` is a conversation: it yields what the table owes, and is sent the answer. Windows are passed by all and are not spoken of.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import Any

Ask = tuple[Any, ...]
"""What is owed: ("lot", number of things), ("lots", {enemy: number}), ("defence", seat, enemy, soldiers), ("dice", {fighter: index}),
("fall", seat), ("frenzy", seat, pairs)."""


@dataclass(frozen=True)
class House:
    """House rules by the ledger's names."""

    city_attack_difficulty: int = 6
    defend_others: bool = True
    epic_fail_penalty: int = 1
    epic_fail_timing: str = "batch_first"
    dedicated_enemy_strikes_back: bool = True
    dedicated_enemy_attacks_city: bool = False
    dedicated_enemy_attackable: bool = True
    enemy_frenzy_after_city: bool = True
    emuna_loss: str = "defeated"
    win_emuna: int = 50
    loss_emuna: int = 50


@dataclass
class Card:
    """A permanent. `controller` is None for an enemy; `difficulty` is printed, `shift` what changes it; None: it cannot fight."""

    number: int
    name: str
    controller: str | None
    difficulty: int | None = None
    words: frozenset[str] = frozenset()
    bonus: int = 0
    emuna: int = 0
    structure: bool = False
    city: int = 0
    guard: int = 0
    dedicated: bool = False
    entered: bool = False
    opponent: int | None = None
    shift: int = 0
    hits: list[str | None] = field(default_factory=list)
    attacked: bool = False
    opened: bool = False
    defending: bool = False


@dataclass
class Combat:
    """All that is in play by number, the seats in order of initiative, how many cards each city holds, and what has fallen.

    `fallen`: for each seat its own soldiers lost in battle, soldiers lost from its city, and enemies taken, as points of emuná.
    """

    house: House
    order: str
    cards: dict[int, Card]
    city: dict[str, int]
    soldiers: dict[str, int]
    taken: dict[str, int] = field(default_factory=dict)
    lost: dict[str, int] = field(default_factory=dict)
    from_city: dict[str, int] = field(default_factory=dict)
    result: tuple[str, tuple[str, ...]] | None = None

    # ---- who may meet whom

    def valid(self, one: Card, other: Card) -> bool:
        """Whether one could hurt the other in melee (MMK-127, 226, 228, 244, 249)."""
        armoured = "robustez" in other.words and "dano_catastrofico" not in one.words
        frightening = "infundir_miedo" in other.words and "coraje" not in one.words
        return other.difficulty is not None and not armoured and not frightening

    def plannable(self, seat: str, one: Card, other: Card) -> bool:
        """Whether a seat may assign its soldier to an enemy in 2c."""
        mine = one.controller == seat and one.difficulty is not None and not one.dedicated and not one.entered and one.opponent is None
        there = other.controller is None and other.opponent is None
        free = self.house.dedicated_enemy_attackable or not other.dedicated
        return mine and there and free and self.valid(one, other)

    def pair(self, soldier: int, enemy: int) -> None:
        """They meet; the soldier is dedicated to it."""
        self.cards[soldier].opponent, self.cards[enemy].opponent = enemy, soldier
        self.cards[soldier].dedicated = True

    def index(self, one: Card, other: Card) -> int:
        """R31."""
        guard = sum(card.guard for card in self.cards.values() if card.controller == other.controller) if other.defending else 0
        return (other.difficulty or 0) + other.shift + guard - one.bonus

    def city_index(self, one: Card, seat: str) -> int:
        """R04, R26."""
        return self.house.city_attack_difficulty + sum(card.city for card in self.cards.values() if card.controller == seat) - one.bonus

    def enemies(self) -> list[Card]:
        return [card for card in self.in_order() if card.controller is None]

    def in_order(self) -> list[Card]:
        """By entry."""
        return [self.cards[number] for number in sorted(self.cards)]

    # ---- the phase

    def run(self) -> Generator[Ask, Any, None]:
        """From the end of the opening window of 3a to the end of combat."""
        attackers = [enemy for enemy in self.enemies() if self._attacks_city(enemy)]
        aims = yield from self._aims(attackers)
        defended = []
        for enemy in attackers:
            soldier = yield from self._defence(enemy, aims[enemy.number])
            if soldier is not None:
                defended.append(enemy)
        yield from self._cities([(enemy, aims[enemy.number]) for enemy in attackers if enemy not in defended])
        for quick in (True, False):
            if self.result is not None:
                return
            rollers = [one for one in self.in_order() if self._rolls(one) and (not quick or "zerizut" in one.words)]
            yield from self._batch([(one, self.cards[one.opponent or 0]) for one in rollers], [])
            for one in rollers:
                one.attacked = True
            if not quick:
                yield from self._frenzy()
            if self.result is None:
                self._damage()

    def _attacks_city(self, enemy: Card) -> bool:
        rested = not enemy.dedicated or self.house.dedicated_enemy_attacks_city
        return enemy.difficulty is not None and enemy.opponent is None and rested

    def _rolls(self, one: Card) -> bool:
        if one.opponent is None or one.attacked or one.difficulty is None:
            return False
        idle = one.controller is None and one.dedicated and not self.house.dedicated_enemy_strikes_back
        return not idle and self.valid(one, self.cards[one.opponent])

    def _aims(self, enemies: list[Card]) -> Generator[Ask, Any, dict[int, str]]:
        """A random player for each, all in seat order (R06)."""
        seats = sorted(self.order)
        chosen = yield ("lots", {enemy.number: len(seats) for enemy in enemies}) if len(seats) > 1 and enemies else ("nothing",)
        return {enemy.number: seats[chosen[enemy.number]] if len(seats) > 1 else seats[0] for enemy in enemies}

    def _defence(self, enemy: Card, city: str) -> Generator[Ask, Any, int | None]:
        """R23: the owner of the city first, then the others by initiative."""
        asked = [city, *(seat for seat in self.order if seat != city and self.house.defend_others)]
        for seat in asked:
            able = {
                one.number
                for one in self.cards.values()
                if one.controller == seat and one.difficulty is not None and not one.dedicated and one.opponent is None
            }
            if able and (soldier := (yield ("defence", seat, enemy.number, able))) is not None:
                self.pair(soldier, enemy.number)
                self.cards[soldier].defending = True
                return int(soldier)
        return None

    def _epic(self, rolls: dict[int, int]) -> None:
        for number, face in rolls.items():
            if face == 1:
                self.cards[number].shift -= self.house.epic_fail_penalty

    @staticmethod
    def _passes(face: int, index: int) -> bool:
        return face == 10 or (face != 1 and face >= index)

    def _batch(self, pairs: list[tuple[Card, Card]], cities: list[tuple[Card, str]], *, opens: bool = True) -> Generator[Ask, Any, None]:
        """One die each, all at once; then what falls from cities falls."""
        if not pairs and not cities:
            return

        def due() -> dict[int, int]:
            fights = {one.number: self.index(one, other) for one, other in pairs}
            return fights | {one.number: self.city_index(one, seat) for one, seat in cities}

        rolls = yield ("dice", due())
        if self.house.epic_fail_timing == "batch_first":
            self._epic(rolls)
        indices = due()
        hit = {number for number, face in rolls.items() if self._passes(face, indices[number])}
        if self.house.epic_fail_timing == "after_batch":
            self._epic(rolls)
        for one, other in pairs:
            if one.number in hit:
                other.hits.append(one.controller)
                one.opened = opens
        struck = [(one, seat) for one, seat in cities if one.number in hit]
        for one, _seat in cities:
            one.attacked = True
        for one, seat in sorted(struck, key=lambda blow: blow[0].number):
            one.opened = opens and self.house.enemy_frenzy_after_city
            yield from self._strike(one, seat)
        if cities:
            self._judge()

    def _cities(self, attacks: list[tuple[Card, str]]) -> Generator[Ask, Any, None]:
        yield from self._batch([], attacks)

    def _strike(self, enemy: Card, seat: str) -> Generator[Ask, Any, None]:
        """The top card falls; catastrophic damage takes a structure besides (R43, R79)."""
        if self.city[seat] > 0:
            self.city[seat] -= 1
            card = yield ("fall", seat)
            self.from_city[seat] = self.from_city.get(seat, 0) + self.soldiers.get(card, 0)
        if "dano_catastrofico" in enemy.words:
            standing = [card for card in self.in_order() if card.controller == seat and card.structure]
            if standing:
                place = (yield ("lot", len(standing))) if len(standing) > 1 else 0
                del self.cards[standing[place].number]

    def _frenzy(self) -> Generator[Ask, Any, None]:
        """Batch 2 of 3d."""
        chosen: list[tuple[Card, Card]] = []
        taken: set[int] = set()

        def open_to(one: Card) -> set[int]:
            alone = (enemy for enemy in self.enemies() if enemy.opponent is None and enemy.number not in taken)
            return {enemy.number for enemy in alone if self.valid(one, enemy)}

        for seat in self.order:
            left = {one.number for one in self.in_order() if one.controller == seat and "frenesi" in one.words and one.opened}
            while any(open_to(self.cards[number]) for number in left):
                may = {(number, enemy) for number in left for enemy in open_to(self.cards[number])}
                soldier, enemy = yield ("frenzy", seat, may)
                left.discard(soldier)
                if enemy is not None:
                    taken.add(enemy)
                    chosen.append((self.cards[soldier], self.cards[enemy]))
        raging = [enemy for enemy in self.enemies() if "frenesi" in enemy.words and enemy.opened]
        aims = yield from self._aims(raging)
        yield from self._batch(chosen, [(enemy, aims[enemy.number]) for enemy in raging], opens=False)

    def _damage(self) -> None:
        """3c and 3e: those that were hit leave play, all at once."""
        struck = [card for card in self.cards.values() if card.hits]
        for card in struck:
            del self.cards[card.number]
            seat, into = (card.controller, self.lost) if card.controller is not None else (card.hits[0], self.taken)
            if seat is not None:
                into[seat] = into.get(seat, 0) + card.emuna
        for card in self.cards.values():
            if card.opponent not in self.cards:
                card.opponent = None
        if struck:
            self._judge()

    def lost_by(self, seat: str) -> int:
        """R34."""
        city = self.from_city.get(seat, 0) if self.house.emuna_loss != "defeated" else 0
        return self.lost.get(seat, 0) + city

    def _judge(self) -> None:
        """R36..R38."""
        best = max((self.taken.get(seat, 0) for seat in self.order), default=0)
        first = tuple(seat for seat in sorted(self.order) if self.taken.get(seat, 0) == best)
        won = best >= self.house.win_emuna
        lost = any(self.lost_by(seat) >= self.house.loss_emuna for seat in self.order)
        if won and (lost or len(first) > 1):
            self.result = ("draw", ())
        elif won:
            self.result = ("win", first)
        elif lost:
            self.result = ("loss", ())


def lot(faces: Iterable[int], number: int) -> int | None:
    """R06: which of so many things (up to ten) the first die that chooses one chooses; None: none does yet."""
    share = 10 // number
    return next(((face - 1) // share for face in faces if (face - 1) // share < number), None)
