"""How a robot plays MORIHAM: it summons what it can, attacks where that hurts more than it costs, and keeps its traps for an attack.

Its deck is real and shuffled once. Which of its cards it holds follows from the order of the deck and from what lies open: the referee
never hears of the others. What it has set face down it remembers by the place on the table.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tapete.bots import HeldCard
from tapete.bots.beam import Beam, followed
from tapete.bots.deadline import Deadline
from tapete.bots.forgetful import Forgetful
from tapete.bots.strength import Strength
from tapete.bots.weighing import best, completed
from tapete.core.actions import Action
from tapete.core.codec import builtins
from tapete.core.kinds import name_of
from tapete.core.rules import Rules
from tapete.core.seats import Seat, rival
from tapete.core.steps import Cards, Owed
from tapete.games.moriham.board import Duel
from tapete.games.moriham.cards import MonsterCard, type_of
from tapete.games.moriham.deck import ADVISED, kind_of
from tapete.games.moriham.figures import SEATS
from tapete.games.moriham.state import Phase
from tapete.games.moriham.summoning import NormalSummon

TRIES = 4
"""So often each half-made action is filled in by chance: with other tributes, places and targets."""

LEAST_GAIN = 0.2
"""What is worth less than this is not worth doing."""


GUESSES = 3
"""So many hands of the rival are looked at."""

MOST_GUESSED = 5
"""Cards of a guessed hand at most."""

MOST_TARGETS = 24
"""Values of one argument that are tried."""

MAIN = ("normal_summon", "special_summon", "activate_magic", "use_ability", "change_position")
OWN_TURN = {
    "initial": ("next_phase",),
    "main1": (*MAIN, "next_phase"),
    "battle": ("declare_attack", "next_phase"),
    "main2": (*MAIN, "end_turn"),
}
"""What is tried in each phase."""

BEFORE = {"main1": ("initial",), "battle": ("initial", "main1")}
"""The phases before one."""

ANSWERS = ("use_trigger", "skip_trigger", "pass_priority")
"""What is tried where something is waited for within its own turn."""

PLACED = ("normal_summon", "special_summon")
"""Actions for which any free place will do."""


STRENGTHS: tuple[Strength, ...] = ("easy", "medium", "strong")


def bot(rules: Rules[Any], rng: random.Random, strength: Strength = "medium") -> MorihamBot | Forgetful:
    """The bot of a match."""
    made = MorihamBot(rules, rng, strong=strength == "strong")
    return Forgetful(made, rules, rng) if strength == "easy" else made


def spent(action: Action) -> tuple[str, ...]:
    """The cards that an action takes out of the hand, as far as they are named."""
    card = getattr(action, "card", None) if getattr(action, "source", "hand") == "hand" else None
    return (*(() if card is None else (card,)), *getattr(action, "cost_cards", ()))


class MorihamBot:
    """See the module.

    Args:
        rules: of the match. rng: shuffles, and fills in what does not matter. strong: it looks through whole turns.
    """

    def __init__(self, rules: Rules[Any], rng: random.Random, *, strong: bool = False) -> None:
        made = Planner if strong else Duelist
        self.players = {seat: made(rules, seat, random.Random(rng.random())) for seat in SEATS}

    def decide(self, state: Any, seat: Seat, owed: Owed, deadline: Deadline | None = None) -> Mapping[str, Any] | None:
        """See `tapete.bots.Bot`; each player thinks alone, on the one thread of its robot."""
        if owed.seat != seat or owed.meaning == "die":
            return None
        action = self.players[seat].choose(state, owed, deadline or Deadline())
        return None if action is None else builtins(action)


def deck_for(rules: Rules[Any], rng: random.Random) -> list[str]:
    """A shuffled deck of the catalogue's cards, in the proportions that the rulebook recommends (MOR-021..026)."""
    size, most = rules.options.deck_size, rules.options.max_copies
    kinds: dict[str, list[str]] = {}
    for card in rules.catalogue.cards.values():
        kinds.setdefault(kind_of(card), []).append(card.id)
    advised = {kind: number for kind, number, _ in ADVISED if kind in kinds}
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


class Duelist:
    """One robot's deck, and what it would do with it.

    Args:
        rules: of the match. seat: its own. rng: its whims.
    """

    def __init__(self, rules: Rules[Any], seat: Seat, rng: random.Random) -> None:
        self._rules, self._seat, self._rng = rules, seat, rng
        self._deck = deck_for(rules, rng)
        self._down: dict[int, str] = {}
        self._to_set: str | None = None

    # ---- its cards

    def hand(self, state: Any) -> list[str]:
        """The cards that it holds: the first of its deck that lie nowhere on the table."""
        self._remember(state)
        board = Duel(self._rules, state)
        gone: Counter[str] = Counter(self._down.values())
        for seat in SEATS:
            side = board.side(seat)
            gone.update(monster.card for monster in side.monsters if monster is not None and monster.owner == self._seat)
            gone.update(spell.card for spell in side.spells if spell is not None and spell.card and spell.owner == self._seat)
        own = board.side(self._seat)
        gone.update((*own.graveyard, *own.removed))
        left = []
        for card in self._deck:
            if gone[card] > 0:
                gone[card] -= 1
            else:
                left.append(card)
        return left[: own.hand]

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
        rules = self._rules
        choices = [one for kind, drafts in self._drafts(state, hand) for one in completed(rules, state, kind, drafts, self._rng, TRIES)]
        found, value = best(self._rules, state, choices, self.worth)
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
            choices += completed(self._rules, state, name, drafts, self._rng, TRIES)
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
        return self._side(state, self._seat) - self._side(state, rival(self._seat))

    def _side(self, state: Any, seat: Seat) -> float:
        board = Duel(self._rules, state)
        side = board.side(seat)
        facing = [board.figure(monster, "attack") for monster in board.side(rival(seat)).monsters if monster is not None]
        strongest = max(facing, default=0)
        value = side.life + 0.7 * side.hand + 0.8 * sum(spell is not None and spell.face_down for spell in side.spells)
        for monster in side.monsters:
            if monster is not None:
                value += 1 + 0.6 * max(board.figure(monster, "attack"), board.figure(monster, "defense"))
                value -= 0.3 * max(0, strongest - board.value(monster))
        return value


class Planner(Duelist):
    """A duelist who looks through a whole turn, and at what the rival could do in the next one with cards by chance."""

    def __init__(self, rules: Rules[Any], seat: Seat, rng: random.Random) -> None:
        super().__init__(rules, seat, rng)
        self._guessed: tuple[tuple[str, ...], ...] = ()
        self._beam = Beam(
            rules,
            seat,
            tries=self._tries,
            spends=spent,
            worth=self.worth,
            reply=self._reply,
            mine=lambda state: state.active == seat,
            onwards=self._onwards,
        )

    def _turn(self, state: Any, hand: list[str], top: Phase, deadline: Deadline) -> Action | None:
        self._guessed = tuple(self._guess(state) for _ in range(GUESSES))
        found = self._beam.best(state, hand, deadline)
        if found is None:
            return super()._turn(state, hand, top, deadline)
        if name_of(type(found)) == "end_turn":
            return self._set(state, hand, top) or found
        return found

    def _tries(self, state: Any, hand: tuple[str, ...]) -> Iterator[Action]:
        """The actions of its own turn, of those that differ in the place alone the first."""
        top = state.agenda[-1]
        if not isinstance(top, Phase):
            yield from self._rules.moves(state, self._seat, hand, most=MOST_TARGETS, names=ANSWERS)
            return
        down = dict(self._down_at(state))
        seen: set[tuple[Any, ...]] = set()
        for action in self._rules.moves(state, self._seat, (*hand, *down.values()), most=MOST_TARGETS, names=OWN_TURN[top.name]):
            kind = name_of(type(action))
            source: Any = getattr(action, "source", "hand")
            card = getattr(action, "card", None)
            if card is not None and (card not in hand if source == "hand" else down.get(source) != card):
                continue
            sameness = tuple(
                tuple(sorted(value)) if name == "cost_cards" else value
                for name in action.__struct_fields__
                if name != "slot" or kind not in PLACED
                for value in (getattr(action, name),)
            )
            if (kind, *sameness) not in seen:
                seen.add((kind, *sameness))
                yield action

    # ---- what the rival could do

    def _guess(self, state: Any) -> tuple[str, ...]:
        """Cards that the rival could hold: of the catalogue, none that it has shown oftener than a deck may hold it."""
        side = Duel(self._rules, state).side(rival(self._seat))
        most = self._rules.options.max_copies or 99
        shown = Counter((*side.graveyard, *side.removed, *(monster.card for monster in side.monsters if monster is not None)))
        pool = [card for card in self._rules.catalogue.cards if shown[card] < most]
        return tuple(self._rng.choice(pool) for _ in range(min(side.hand + 1, MOST_GUESSED))) if pool else ()

    def _reply(self, state: Any) -> float:
        """How good the table is once the rival has summoned and attacked, in the mean over the hands that it could hold."""
        if state.agenda[-1].__class__ is not Phase:
            return self.worth(state)
        return sum(self._after_rival(state, hand) for hand in self._guessed) / len(self._guessed)

    def _after_rival(self, state: Any, hand: tuple[str, ...]) -> float:
        """How good the table is after a turn in which the rival takes each time what hurts most."""
        other, value = rival(self._seat), self.worth(state)
        for phase, names in (("main1", ("normal_summon",)), ("battle", ("declare_attack",) * 5)):
            while isinstance(top := state.agenda[-1], Phase) and state.active == other and top.name in BEFORE[phase]:
                state = followed(self._rules, state, self._rules.read({"action": "next_phase", "seat": other}))
            for name in names:
                if not isinstance(top := state.agenda[-1], Phase) or state.active != other or top.name != phase:
                    break
                after = [
                    followed(self._rules, state, action)
                    for action in self._rules.moves(state, other, hand, most=MOST_TARGETS, names=(name,))
                    if not isinstance(action, NormalSummon) or action.position == "attack"
                ]
                worst = min(after, key=self.worth, default=None)
                if worst is None or self.worth(worst) >= value:
                    break
                state, value = worst, self.worth(worst)
        return value


class _Hands:
    """Who holds which cards of MORIHAM, as far as the table shows. See `tapete.bots.Hands`."""

    def held(self, rules: Rules[Any], state: Any, seat: Seat) -> int:
        return Duel(rules, state).side(seat).hand

    def _open(self, rules: Rules[Any], state: Any, seat: Seat) -> Counter[str]:
        board = Duel(rules, state)
        own = board.side(seat)
        seen = Counter((*own.graveyard, *own.removed))
        for whose in state.seats:
            side = board.side(whose)
            seen.update(monster.card for monster in side.monsters if monster is not None and monster.owner == seat)
            seen.update(spell.card for spell in side.spells if spell is not None and spell.card and spell.owner == seat)
        return seen

    def there(self, rules: Rules[Any], state: Any, seat: Seat) -> Mapping[HeldCard, int]:
        most, seen = rules.options.max_copies or rules.options.deck_size, self._open(rules, state, seat)
        return {card: most - seen[card] for card in rules.catalogue.cards}

    def deal(self, bot: Any, rules: Rules[Any], state: Any, seat: Seat, hand: Sequence[str]) -> None:
        player = bot.players[seat]
        lying = Counter(player._down.values()) + self._open(rules, state, seat)
        player._deck = [*lying.elements(), *hand, *(Counter(player._deck) - lying - Counter(hand)).elements()]


HANDS = _Hands()
