"""How a robot plays MORIHAM: it summons what it can, attacks where that hurts more than it costs, and keeps its traps for an attack.

Its deck is real and shuffled once. Which of its cards it holds follows from the order of the deck and from what lies open: the referee
never hears of the others. What it has set face down it remembers by the place on the table.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tapete.bots.deadline import Deadline
from tapete.bots.weighing import best, completed
from tapete.core.actions import Action
from tapete.core.rules import Rules
from tapete.core.seats import Seat, rival
from tapete.core.steps import Cards, Owed
from tapete.games.moriham.board import Duel
from tapete.games.moriham.cards import MonsterCard, type_of
from tapete.games.moriham.deck import ADVICES, kind_of
from tapete.games.moriham.figures import SEATS
from tapete.games.moriham.state import Monster, Phase

TRIES = 4
"""So often each half-made action is filled in by chance: with other tributes, places and targets."""

LEAST_GAIN = 0.2
"""What is worth less than this is not worth doing."""

IN_MAIN = ("normal_summon", "special_summon", "activate_magic", "use_ability")
ALIKE = {"normal_summon": ("slot",), "special_summon": ("slot",)}
"""What it does not choose between: a monster stands as well in one slot as in another."""

TRIED = {
    "initial": ("activate_magic", "use_ability"),
    "main1": IN_MAIN,
    "battle": ("activate_magic", "declare_attack"),
    "main2": IN_MAIN,
}
"""What it tries in each phase; nothing else is legal there."""


def deck_for(rules: Rules[Any], rng: random.Random) -> list[str]:
    """A shuffled deck of the catalogue's cards, in the proportions that the rulebook recommends (MOR-021..026)."""
    size, most = rules.options.deck_size, rules.options.max_copies
    kinds: dict[str, list[str]] = {}
    for card in rules.catalogue.cards.values():
        kinds.setdefault(kind_of(card), []).append(card.id)
    advised = {kind: number for kind, number, _ in ADVICES if kind in kinds}
    wanted = [kind for kind, number in advised.items() for _ in range(number)] or list(kinds)
    copies: Counter[str] = Counter()
    deck: list[str] = []
    rng.shuffle(wanted)
    for place in range(20 * size):
        if len(deck) == size:
            break
        card = rng.choice(kinds[wanted[place % len(wanted)]])
        if not most or copies[card] < most:
            copies[card] += 1
            deck.append(card)
    rng.shuffle(deck)
    return deck


def open_cards(rules: Rules[Any], state: Any, seat: Seat) -> Counter[str]:
    """The cards of a player that lie open somewhere."""
    board = Duel(rules, state)
    own = board.side(seat)
    seen = [*own.graveyard, *own.removed]
    for whose in SEATS:
        side = board.side(whose)
        seen += [monster.card for monster in side.monsters if monster is not None and monster.owner == seat]
        seen += [spell.card for spell in side.spells if spell is not None and spell.card and spell.owner == seat]
    return Counter(seen)


def standing(board: Duel, seat: Seat) -> list[Monster]:
    """The monsters of a side."""
    return [monster for monster in board.side(seat).monsters if monster is not None]


class Duelist:
    """One robot's deck, and what it would do with it.

    Args:
        rules: of the match. seat: its own. rng: its whims. tries: how often it fills in each half-made action.
    """

    of_a_card = 0.7
    """What a card in hand is worth to it."""

    def __init__(self, rules: Rules[Any], seat: Seat, rng: random.Random, tries: int = TRIES) -> None:
        self._rules, self._seat, self._rng, self._tries = rules, seat, rng, tries
        self._deck = deck_for(rules, rng)
        self._down: dict[int, str] = {}
        self._to_set: str | None = None
        self._weighed: Duel | None = None
        """The board on which it weighs one state after the other."""

    # ---- its cards

    def hand(self, state: Any) -> list[str]:
        """The cards that it holds: the first of its deck that lie nowhere on the table."""
        self._remember(state)
        gone = open_cards(self._rules, state, self._seat)
        gone.update(self._down.values())
        left: list[str] = []
        number = Duel(self._rules, state).side(self._seat).hand
        for card in self._deck:
            if len(left) == number:
                break
            if gone.get(card, 0) > 0:
                gone[card] -= 1
            else:
                left.append(card)
        return left

    def told(self, state: Any, hand: Sequence[str], down: Mapping[int, str] | None = None) -> None:
        """Hold these cards; what comes next stays a guess.

        Args:
            state: where the match stands. hand: its cards. down: the cards face down, by their numbers; None: those that it remembers.
        """
        self._down = self._down if down is None else dict(down)
        lying = Counter(self._down.values()) + open_cards(self._rules, state, self._seat)
        rest = list((Counter(self._deck) - lying - Counter(hand)).elements())
        self._rng.shuffle(rest)
        self._deck = [*lying.elements(), *hand, *rest]

    def _remember(self, state: Any) -> None:
        """Remember which card lies face down at which place; forget those that are gone."""
        lying = {spell.iid for spell in getattr(state, self._seat).spells if spell is not None and spell.face_down}
        self._down = {iid: card for iid, card in self._down.items() if iid in lying}
        new = sorted(lying - set(self._down))
        if self._to_set is not None and len(new) == 1:
            self._down[new[0]] = self._to_set
        if new or self._to_set is not None:
            self._to_set = None

    def _down_at(self, state: Any) -> Iterator[tuple[int, str]]:
        """Every place with a face-down card that it knows."""
        for slot, spell in enumerate(getattr(state, self._seat).spells, start=1):
            if spell is not None and spell.iid in self._down:
                yield slot, self._down[spell.iid]

    # ---- what it does

    def choose(self, state: Any, owed: Owed, deadline: Deadline) -> Action | None:
        """What it does about what it owes; None: anything will do."""
        hand = self.hand(state)
        top = state.agenda[-1]
        if isinstance(top, Cards):
            return self._provide(state, hand, top)
        if not isinstance(top, Phase):
            return self._react(state, owed)
        return self._turn(state, hand, top, deadline)

    def _turn(self, state: Any, hand: list[str], top: Phase, deadline: Deadline) -> Action | None:
        """What it does in its own turn."""
        return self._act(state, hand) or self._set(state, hand, top) or self._onwards(state)

    def _onwards(self, state: Any) -> Action | None:
        """The next phase, or the end of the turn."""
        top = state.agenda[-1]
        if not isinstance(top, Phase):
            return None
        return self._plain("next_phase" if top.name in ("initial", "main1", "battle") else "end_turn")

    def _plain(self, name: str, **arguments: Any) -> Action:
        return self._rules.read({"action": name, "seat": self._seat, **arguments})

    def _act(self, state: Any, hand: list[str]) -> Action | None:
        """The best of everything that makes the table better."""
        rules, choices = self._rules, list[Action]()
        for kind, drafts in self._drafts(state, hand):
            if drafts and kind in TRIED[state.agenda[-1].name]:
                choices += completed(rules, state, kind, drafts, self._rng, self._tries, ALIKE.get(kind, ()))
        found, value = best(rules, state, choices, self.worth)
        return found if value > self.worth(state) + LEAST_GAIN else None

    def _drafts(self, state: Any, hand: list[str]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
        """What it could declare, as far as its own cards decide it."""
        me = {"seat": self._seat}
        cards = self._rules.catalogue.cards
        monsters = [card for card in dict.fromkeys(hand) if isinstance(cards[card], MonsterCard)]
        magic = [card for card in dict.fromkeys(hand) if type_of(cards[card]) == "magic"]
        summons = [{**me, "card": card, "position": position} for card in monsters for position in ("attack", "defense")]
        yield "normal_summon", summons
        yield "special_summon", [{**draft, **paid} for draft in summons if (paid := self._paid(hand, str(draft["card"]))) is not None]
        down = [(slot, card) for slot, card in self._down_at(state) if type_of(cards[card]) == "magic"]
        sources = [("hand", card) for card in magic] + down
        yield "activate_magic", [{**me, "source": source, "card": card, "option": n} for source, card in sources for n in (1, 2)]
        yield "use_ability", [me]
        yield "declare_attack", [{**me, "slot": slot} for slot in Duel(self._rules, state).own(self._seat)]

    def _paid(self, hand: list[str], card: str) -> dict[str, Any] | None:
        """What a special summon takes out of the hand; None where that is too little, or is paid with other cards as well."""
        printed = self._rules.catalogue.cards[card]
        costs = printed.special.costs if isinstance(printed, MonsterCard) else ()
        kinds = {cost.kind for cost in costs}
        if "discard" not in kinds:
            return {}
        rest, number = list(hand), sum(cost.n for cost in costs if cost.kind == "discard")
        rest.remove(card)
        if "banish_graveyard" in kinds or number > len(rest):
            return None
        return {"cost_cards": tuple(self._rng.sample(rest, number))}

    def _set(self, state: Any, hand: list[str], phase: Phase) -> Action | None:
        """A trap goes to the table face down, in the second phase, when the fight is over."""
        trap = next((card for card in hand if type_of(self._rules.catalogue.cards[card]) == "trap"), None)
        free = Duel(self._rules, state).free(self._seat, "spells")
        if phase.name != "main2" or trap is None or len(free) < 2:
            return None
        self._to_set = trap
        return self._plain("set_card", slot=free[0])

    def _react(self, state: Any, owed: Owed) -> Action | None:
        """A trap, or what an ability offers, where that leaves the table better than to let things happen."""
        choices: list[Action] = []
        for name in owed.actions:
            me = {"seat": self._seat}
            drafts: list[dict[str, Any]] = [me]
            if name == "activate_trap":
                drafts = [{**me, "slot": slot, "card": card, "option": n} for slot, card in self._down_at(state) for n in (1, 2)]
            choices += completed(self._rules, state, name, drafts, self._rng, self._tries)
        found, _ = best(self._rules, state, choices, self.worth)
        return found

    def _provide(self, state: Any, hand: list[str], step: Cards) -> Action | None:
        """Cards that it has to show: what it needs least of its hand."""
        cards = self._rules.catalogue.cards
        pool = hand if step.source == "hand" else [card for card in self._deck if card not in hand]
        pool = sorted(pool, key=lambda card: getattr(cards[card], "attack", 4), reverse=step.source != "hand")
        action = self._plain("provide", cards=pool[: step.number])
        return action if not self._rules.check(state, action) else None

    # ---- what a table is worth

    def worth(self, state: Any) -> float:
        """How good the table is for it: life, what stands on it, and cards to come."""
        over = self._rules.result(state)
        if over is not None:
            return 0.0 if over.kind != "win" else 1_000.0 if self._seat in over.seats else -1_000.0
        board = self._weighed
        if board is None:
            board = self._weighed = Duel(self._rules, state)
        board.state = state
        return self._side(board, self._seat) - self._side(board, rival(self._seat))

    def _side(self, board: Duel, seat: Seat) -> float:
        side = board.side(seat)
        value = side.life + self.of_a_card * side.hand
        value += 0.8 * sum([spell is not None and spell.card is None for spell in side.spells])
        strongest, _ = fighters(board, rival(seat))
        for worth, fights in fighters(board, seat)[1]:
            value += worth
            if fights < strongest:
                value -= 0.3 * (strongest - fights)
        return value


def fighters(board: Duel, seat: Seat) -> tuple[int, tuple[tuple[float, int], ...]]:
    """The strongest attack of a side, and of each of its monsters what it is worth and the figure that it fights by."""
    if board.state.typed_cards:
        return _fighters(board, seat)
    return board.of_part(board.side(seat).monsters, _fighters, seat)


def _fighters(board: Duel, seat: Seat) -> tuple[int, tuple[tuple[float, int], ...]]:
    strongest, found = 0, list[tuple[float, int]]()
    for monster in standing(board, seat):
        attack, defense = board.figure(monster, "attack"), board.figure(monster, "defense")
        strongest = max(strongest, attack)
        found.append((1 + 0.6 * max(attack, defense), attack if monster.position == "attack" else defense))
    return strongest, tuple(found)
