"""MORIHAM's strong bot: it looks for the best lines through its whole turn, and plays the rival's next turn after each of them.

The cards that nobody has shown are dealt anew for each look, the same for every line: the rival holds cards of a deck as the rulebook
recommends it, and its own deck is shuffled. Duelists play both sides.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from tapete.bots.beam import Beam, Line, Planned
from tapete.bots.deadline import Deadline
from tapete.bots.moriham_duelist import Duelist, standing
from tapete.bots.rollouts import Looked, play_on, ranked
from tapete.core.actions import Action
from tapete.core.kinds import name_of
from tapete.core.rules import Rules
from tapete.core.seats import Seat, rival
from tapete.core.steps import Owed
from tapete.games.moriham.activation import ActivateTrap
from tapete.games.moriham.board import Duel
from tapete.games.moriham.cards import type_of
from tapete.games.moriham.state import Phase

MOST_TARGETS = 24
"""Values of one argument that are tried."""

FINALS = 6
"""So many lines are played on."""

LOOKS = 3
"""So often the best of them are played on."""

OWN_BATTLE, NEXT_BATTLE = 0.9, 0.7
"""What it counts of the life that the own battle, and the rival's next one, would take."""

LETHAL = 15
"""What a battle is worth besides that would end the match."""

COMING = (6,)
"""Attacks of monsters that the rival may summon before its battle."""

MAIN = ("normal_summon", "special_summon", "activate_magic", "activate_trap", "use_ability", "change_position")
OWN_TURN = {
    "initial": ("use_ability", "next_phase"),
    "main1": (*MAIN, "next_phase"),
    "battle": ("declare_attack", "next_phase"),
    "main2": (*MAIN, "end_turn"),
}
"""What is tried in each phase."""

ANSWERS = ("use_trigger", "skip_trigger", "pass_priority")
"""What is tried where something is waited for within its own turn."""

PLACED = ("normal_summon", "special_summon")
"""Actions for which any free place will do."""


class Held(NamedTuple):
    """What it knows of its own cards: those in hand, and those face down by their numbers."""

    hand: tuple[str, ...]
    down: tuple[tuple[int, str], ...]

    def without(self, cards: Iterable[str]) -> Held:
        """The same with cards gone from the hand, as far as they are there."""
        left = list(self.hand)
        for card in cards:
            if card in left:
                left.remove(card)
        return Held(tuple(left), self.down)


def spent(action: Action) -> tuple[str, ...]:
    """The cards that an action takes out of the hand, as far as they are named."""
    lies = isinstance(action, ActivateTrap) or getattr(action, "source", "hand") != "hand"
    card = None if lies else getattr(action, "card", None)
    return (*(() if card is None else (card,)), *getattr(action, "cost_cards", ()))


def assault(attacks: Iterable[int], direct: int, defenders: Iterable[int]) -> int:
    """The life that a side loses in a battle, about: each defender falls to the weakest attack that beats it, the others go through.

    Args:
        attacks: those that have to pass the defenders. direct: the sum of those that need not. defenders: what each holds.
    """
    left, damage = sorted(attacks), direct
    for defense in sorted(defenders):
        place = next((place for place, attack in enumerate(left) if attack > defense), None)
        if place is None:
            return damage
        damage += left.pop(place) - defense
    return damage + sum(left)


class Hasty(Duelist):
    """A duelist who plays on in a look: it does nothing but set cards once its battle is over, and nothing before its first phase."""

    def _turn(self, state: Any, hand: list[str], top: Phase, deadline: Deadline) -> Action | None:
        if top.name in ("main1", "battle"):
            return super()._turn(state, hand, top, deadline)
        return self._set(state, hand, top) or self._onwards(state)


def _same(state: Any) -> tuple[Any, ...]:
    """What two moments of one turn have in common where it does not matter how they were reached."""
    return state.agenda, state.A, state.B


class Planner(Duelist):
    """A duelist who looks ahead; see the module. Hands are filled up every turn, so that a card that is kept is worth little to it."""

    of_a_card = 0.15

    def __init__(self, rules: Rules[Any], seat: Seat, rng: random.Random) -> None:
        super().__init__(rules, seat, rng)
        self._beam = Beam[Held](
            rules,
            tries=self._moves,
            worth=self.worth,
            mine=self._mine,
            onwards=self._onwards,
            same=_same,
        )
        self._plan: tuple[Planned[Held], ...] = ()
        self.looked: tuple[Any, list[Looked[Action]]] = (None, [])
        """Where it looked for lines last, and what each of them begins with and is worth, the best first."""

    # ---- its own turn

    def _mine(self, state: Any) -> bool:
        """Say whether it is this player's turn."""
        return bool(state.active == self._seat)

    def _turn(self, state: Any, hand: list[str], top: Phase, deadline: Deadline) -> Action | None:
        held = self._held(hand)
        if (planned := self._goes_on(state, held)) is None:
            lines = self._beam.lines(state, held, deadline)[:FINALS]
            if not lines or (deadline.over and self._finished(state, held) >= lines[0].worth):
                return super()._turn(state, hand, top, deadline)
            found = self._compared(state, lines, deadline)
            self._plan = found[0].choice.actions
            self.looked = state, _openings(found)
            planned = self._plan[0]
        laid = dict(planned.after.down).keys() - dict(planned.held.down).keys()
        self._to_set = next((dict(planned.after.down)[iid] for iid in laid), None)
        return planned.action

    def _held(self, hand: Iterable[str]) -> Held:
        """What it knows of its own cards; `hand` has been asked for."""
        return Held(tuple(hand), tuple(sorted(self._down.items())))

    def _finished(self, state: Any, held: Held) -> float:
        """What the table is worth where a duelist plays the turn to its end: lines that were cut short may do less than that."""
        rng = random.Random(self._rng.random())
        players = self._guessed(state, Line(state, held, (), 0.0), rng)

        def act(then: Any, seat: Seat, owed: Owed) -> Action | None:
            return players[seat].choose(then, owed, Deadline(0))

        return self.worth(play_on(self._rules, state, act, rng, lambda then: not self._mine(then)))

    def _goes_on(self, state: Any, held: Held) -> Planned[Held] | None:
        """The next action of the plan, as long as everything comes as it was thought."""
        for place, planned in enumerate(self._plan):
            if planned.state == state and planned.held.down == held.down and not planned.held.without(held.hand).hand:
                self._plan = self._plan[place:]
                return planned
        self._plan = ()
        return None

    def _moves(self, state: Any, held: Held) -> Iterator[tuple[Action, Held]]:
        """The actions of its own turn with what is held afterwards, of those that differ in the place alone the first."""
        top = state.agenda[-1]
        if not isinstance(top, Phase):
            for action in self._rules.moves(state, self._seat, held.hand, most=MOST_TARGETS, names=ANSWERS):
                yield action, held
            return
        known, spells = dict(held.down), Duel(self._rules, state).side(self._seat).spells
        down = {slot: known[spell.iid] for slot, spell in enumerate(spells, start=1) if spell is not None and spell.iid in known}
        seen: set[tuple[Any, ...]] = set()
        for action in self._rules.moves(state, self._seat, (*held.hand, *down.values()), most=MOST_TARGETS, names=OWN_TURN[top.name]):
            kind = name_of(type(action))
            place: Any = getattr(action, "slot" if kind == "activate_trap" else "source", "hand")
            card = getattr(action, "card", None)
            if card is not None and (card not in held.hand if place == "hand" else down.get(place) != card):
                continue
            sameness = tuple(
                tuple(sorted(value)) if name == "cost_cards" else value
                for name in action.__struct_fields__
                if name != "slot" or kind not in PLACED
                for value in (getattr(action, name),)
            )
            if (kind, *sameness) not in seen:
                seen.add((kind, *sameness))
                yield action, held.without(spent(action))
        if top.name == "main2":
            yield from self._settings(state, held)

    def _settings(self, state: Any, held: Held) -> Iterator[tuple[Action, Held]]:
        """Each card that can be set face down; several of them in one order, and one place stays free."""
        board = Duel(self._rules, state)
        free = board.free(self._seat, "spells")
        if len(free) < 2:
            return
        new = {spell.iid for spell in board.side(self._seat).spells if spell is not None and spell.set_turn == state.turn}
        last = max((card for iid, card in held.down if iid in new), default="")
        action = self._plain("set_card", slot=free[0])
        for card in dict.fromkeys(held.hand):
            if card >= last and type_of(self._rules.catalogue.cards[card]) == "trap":
                left = held.without((card,))
                yield action, Held(left.hand, (*held.down, (state.next_iid, card)))

    def worth(self, state: Any) -> float:
        """How good the table is for it, with what the next battles would take from both."""
        value = super().worth(state)
        if self._rules.result(state) is not None:
            return value
        board, other = Duel(self._rules, state), rival(self._seat)
        bottom = state.agenda[0]
        if state.active == self._seat and isinstance(bottom, Phase) and bottom.name != "main2":
            value += OWN_BATTLE * self._assault(board, self._seat, ())
        return value - NEXT_BATTLE * self._assault(board, other, COMING)

    def _assault(self, board: Duel, seat: Seat, coming: tuple[int, ...]) -> float:
        """What a side would take from the other in a battle now; more than there is counts as winning."""
        attacks, direct = list(coming), 0
        for monster in standing(board, seat):
            if monster.position == "attack" and not any(mod.attr == "forbid_attack" for mod in monster.mods):
                used = monster.attacks_used if board.active == seat else 0
                left = [board.figure(monster, "attack")] * max(0, 1 + monster.extra_attacks - used)
                if monster.direct_ok:
                    direct += sum(left)
                else:
                    attacks += left
        foe = rival(seat)
        defenders = [board.figure(monster, "defense") for monster in standing(board, foe) if monster.position == "defense"]
        damage = assault(attacks, direct, defenders)
        return damage + LETHAL if damage >= board.side(foe).life else damage

    # ---- playing on

    def _compared(self, state: Any, lines: Sequence[Line[Held]], deadline: Deadline) -> list[Looked[Line[Held]]]:
        """The lines, first the one of which most comes when the rival's turn is played on.

        Args:
            state: where they begin. lines: the best first, as far as one sees without playing on. deadline: until when.
        """
        seeds, ends = [self._rng.random() for _ in range(LOOKS)], state.turn + 2

        def look(line: Line[Held], number: int) -> float | None:
            rng, late = random.Random(seeds[number]), False
            players = self._guessed(state, line, rng)

            def act(then: Any, seat: Seat, owed: Owed) -> Action | None:
                return players[seat].choose(then, owed, deadline)

            def until(then: Any) -> bool:
                nonlocal late
                late = deadline.over
                return late or then.turn >= ends

            end = play_on(self._rules, line.state, act, rng, until)
            return None if late else self.worth(end)

        return ranked(lines, look, deadline, LOOKS)

    def _guessed(self, state: Any, line: Line[Held], rng: random.Random) -> dict[Seat, Duelist]:
        """Two who play on: itself with a deck that is shuffled anew, and the rival with cards that it could hold.

        What lies face down is guessed where the lines begin, so that it is the same for every one of them.
        """
        other = rival(self._seat)
        own, guess = (Hasty(self._rules, seat, random.Random(rng.random()), tries=1) for seat in (self._seat, other))
        own._deck = list(self._deck)
        own.told(line.state, line.held.hand, dict(line.held.down))
        traps = [card for card in guess._deck if type_of(self._rules.catalogue.cards[card]) == "trap"]
        lying = [spell.iid for spell in Duel(self._rules, state).side(other).spells if spell is not None and spell.face_down]
        guess._down = {iid: rng.choice(traps) for iid in lying if traps}
        return {self._seat: own, other: guess}


def _openings(lines: Iterable[Looked[Line[Held]]]) -> list[Looked[Action]]:
    """What lines begin with, each once, with what the best of its lines is worth."""
    best: dict[Action, float | None] = {}
    for line in lines:
        best.setdefault(line.choice.actions[0].action, line.worth)
    return [Looked(action, worth) for action, worth in best.items()]
