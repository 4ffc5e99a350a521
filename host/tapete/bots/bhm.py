"""How a robot plays BHM: it calls what it can, equips it, spends its powers and abilities, summons, and attacks where that hurts.

Its hand is real: a deck of the catalogue, shuffled once. The referee counts hands and does not know them, so which of its cards it holds
follows from the order of the deck and from what of it lies open: the first so many cards of those that nobody has seen yet. No cards are
kept beside the state, so an undone turn needs no care; of abilities it remembers which it has used this turn, once each.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from operator import attrgetter
from typing import Any, cast

from tapete.bots import Alternative, HeldCard
from tapete.bots.deadline import Deadline
from tapete.bots.forgetful import Forgetful
from tapete.bots.random_answers import plain_of
from tapete.bots.rollouts import LOOKS, Looked, play_on, ranked
from tapete.bots.strength import Strength
from tapete.bots.worth import Worth, weights_of
from tapete.bots.worth.bhm import FIGURES, figures
from tapete.core.actions import Action
from tapete.core.codec import builtins
from tapete.core.rules import Rules
from tapete.core.seats import SEATS, Seat
from tapete.core.steps import Owed
from tapete.games.bhm.beings import STANDING, Being, Space
from tapete.games.bhm.board import War
from tapete.games.bhm.calling import AssignSummonPoints, CallBeing, ChooseTerror, Summon
from tapete.games.bhm.cards import Card, Deck, Effect
from tapete.games.bhm.combat import DeclarePhysical, DeclarePower, ResolveCombat, ResolveNextAttack, attackers, may_use_power
from tapete.games.bhm.constants import HAND_LIMIT, LOSING
from tapete.games.bhm.effects import candidates
from tapete.games.bhm.figures import CALLED_KINDS, AttrName, Target, Targets, TerritoryRef
from tapete.games.bhm.playing import EquipObject, PlayPower, PlayReaction, PlayStrategy, PlayTerritory, ReattachObject
from tapete.games.bhm.rulings import UseEffect, effects_of
from tapete.games.bhm.seen import carried_by
from tapete.games.bhm.setup import Exchange, SetupPlayer
from tapete.games.bhm.state import Player as Side
from tapete.games.bhm.state import State, Window
from tapete.games.bhm.turn import Discard, DrawMandatory, DrawOptional, EndPhase, ReturnDeserter
from tapete.games.bhm.windows import NoReaction

HOPELESS_RANK = 6
"""A card of this rank or more is exchanged at the opening: no counter reaches it soon."""

HELPFUL = frozenset({"heal", "unfreeze", "grant_power_attack", "add_keyword", "draw", "grant_instant_call"})
"""Operations of abilities that it turns to its own side."""

HARMFUL = frozenset(
    {"damage", "kill", "annihilate", "petrify", "freeze", "force_flee", "remove_keyword", "remove_name", "destroy_territory"}
)
"""Those for its enemies; what changes a figure is the one or the other by its sign."""

MOST_IDEAS = 6
"""So many ideas are looked at."""

UNTHOUGHT = frozenset({"setup_draw", "setup_exchange", "draw", "fight", "draw_optional", "discard"})
"""What is done by rule."""

WORTH_STOPPING = 4
"""Rank from which on an enemy's action is worth a reaction card."""


def open_cards(board: War, seat: Seat) -> list[str]:
    """The cards of a player that lie open somewhere: they are not in the hand any more."""
    state = board.state
    seen: list[str] = []
    for whose, side in zip(SEATS, state.players, strict=False):
        if whose == seat:
            seen += side.dead
        seen += board.of_part(side.field, _on_field, whose, seat)
        for being in side.deserters:
            seen += _owned_by(seat, being)
        if side.territories or side.strategies:
            seen += [held.card for held in (*side.territories, *side.strategies) if held.owner == seat]
    for step in state.agenda:
        if type(step) is Window and step.seat == seat:
            card = getattr(step.plan, "card", None)
            if card is not None and getattr(step.plan, "orphan", None) is None:
                seen.append(card)
    return seen


def _on_field(board: War, whose: Seat, seat: Seat) -> list[str]:
    found: list[str] = []
    for space in board.player(whose).field:
        if type(space) is Being and not (space.powers or space.objects or space.beside):
            if space.owner == seat:
                found.append(space.card)
        elif space is not None:
            found += _owned_by(seat, space)
    return found


def _owned_by(seat: Seat, space: Space) -> list[str]:
    """The cards of a player among what is in a space."""
    own = [space.card] if isinstance(space, STANDING) and space.owner == seat else []
    return own + [held.card for held in carried_by(space) if held.owner == seat]


_fed = attrgetter("points")


def ready_on(board: War, seat: Seat) -> list[tuple[Being, dict[int, Effect]]]:
    """What of a player's has ready-made effects, with them by their place on the card."""
    found = ((being, effects_of(board, being.iid)) for being in board.beings(seat))
    return [(being, effects) for being, effects in found if effects]


def helps(effect: Effect) -> bool | None:
    """Whether an ability does good to whom it reaches; None where that cannot be said."""
    if effect.op in HELPFUL or effect.op in HARMFUL:
        return effect.op in HELPFUL
    delta = effect.arguments.get("delta", 0)
    if not isinstance(delta, int) or not delta or effect.op not in ("attr_change", "rank_change", "counter_change"):
        return None
    return (delta > 0) != (effect.op == "counter_change")  # a counter loses at its top


def matters(board: War, effect: Effect, target: Target) -> bool:
    """Say whether an ability would change anything about its target, as far as that is seen at a glance."""
    if isinstance(target, TerritoryRef):
        return not board.card(board.player(target.seat).territories[target.index].card).indestructible
    being = board.find(target) if isinstance(target, int) else None
    if being is None:
        return True
    name = effect.arguments.get("attr")
    attr = being.attr(cast("AttrName", name)) if isinstance(name, str) else None
    if effect.op == "heal":
        return attr is not None and attr.cur < attr.max
    if effect.op in ("damage", "attr_change"):
        return attr is not None and (attr.cur > 0 or effect.op == "attr_change")
    if effect.op in ("freeze", "unfreeze"):
        return being.frozen == (effect.op == "unfreeze")
    if effect.op == "grant_power_attack":
        return being.now("pod") > 0 and not may_use_power(being)
    return True


STRENGTHS: tuple[Strength, ...] = ("easy", "medium", "strong")


def bot(rules: Rules[Any], rng: random.Random, strength: Strength = "medium") -> BhmBot | Forgetful:
    """The bot of a match.

    Raises:
        Unplayable: `strong` without weights of this version.
    """
    made = BhmBot(rules, rng, strong=strength == "strong")
    return Forgetful(made, rules, rng) if strength == "easy" else made


class BhmBot:
    """See the module.

    Args:
        rules: of the match; its catalogue's first deck is everybody's. Without one there is nothing to hold in hand, and chance decides.
        rng: shuffles. strong: it looks at what comes of its choices.
    """

    def __init__(self, rules: Rules[Any], rng: random.Random, *, strong: bool = False) -> None:
        made = Looker if strong else Player
        self.players = {seat: made(rules, seat, random.Random(rng.random())) for seat in SEATS}

    def decide(self, state: Any, seat: Seat, owed: Owed, deadline: Deadline | None = None) -> Mapping[str, Any] | None:
        """See `tapete.bots.Bot`; each player thinks alone, on the one thread of its robot."""
        plain: Mapping[str, Any] | None = plain_of(self.declare(state, seat, owed, deadline))
        return plain

    def declare(self, state: Any, seat: Seat, owed: Owed, deadline: Deadline | None = None) -> Action | None:
        """See `tapete.bots.Declaring`."""
        return self.players[seat].choose(state, owed, deadline or Deadline()) if owed.seat == seat else None

    def alternatives(self, state: Any, seat: Seat) -> list[Alternative]:
        """See `tapete.bots.Thoughtful`: what a strong player has looked at."""
        player = self.players[seat]
        of, looked = player.looked if isinstance(player, Looker) else (None, [])
        return [Alternative(builtins(one.choice), (), one.worth) for one in looked] if of == state else []


class Player:
    """What one robot holds and wants.

    Args:
        rules: of the match. seat: whose part it takes. rng: its whims.
    """

    def __init__(self, rules: Rules[Any], seat: Seat, rng: random.Random) -> None:
        self.seat, self._rules, self._rng = seat, rules, rng
        self._used: tuple[int, set[tuple[int, int]]] = (0, set())
        """A turn, and the abilities used in it: the being, and the place of the effect on its card."""
        decks: dict[str, Deck] = rules.catalogue.extras.get("decks", {})
        deck = next(iter(decks.values()), None)
        main = deck.cards if deck is not None else {}
        self.summons = list(Counter(deck.summons if deck is not None else {}).elements())
        self.order = list(Counter(main).elements())
        rng.shuffle(self.order)
        self._held: tuple[tuple[int, list[str]] | None, list[str]] = None, []
        """How many cards it had when it was asked last, and which lay open; what it held."""

    def hand(self, state: State) -> list[str]:
        """The cards in its hand."""
        board: Any = self._rules.asked_on(state)
        of = number, lie = board.player(self.seat).hand, open_cards(board, self.seat)
        if self._held[0] != of:
            seen = dict.fromkeys(lie, 0)
            for card in lie:
                seen[card] += 1
            hand: list[str] = []
            for card in self.order if number else ():
                if seen.get(card):
                    seen[card] -= 1
                    continue
                hand.append(card)
                number -= 1
                if not number:
                    break
            self._held = of, hand
        return self._held[1]

    def choose(self, state: State, owed: Owed, deadline: Deadline) -> Action | None:
        """What it does about what it owes; None: anything will do."""
        action = self._chosen(state, owed, deadline) if self.order else None
        if action is not None:
            self.note(state, action)
        return action

    def worth(self, state: State) -> float:
        """How good the table is for it."""
        return Worth(self._rules, figures, weights_of("bhm", FIGURES))(state, self.seat)

    def note(self, state: State, action: Action) -> None:
        """Remember an ability that it uses."""
        if type(action) is UseEffect:
            self._used_in(state.turn).add((action.source, action.effect_index))

    def _chosen(self, state: State, owed: Owed, deadline: Deadline) -> Action | None:
        if owed.meaning == "pass":  # half of all that is asked
            board: Any = self._rules.asked_on(state)
            idle = NoReaction(self.seat)
            if self._lets_pass(board) and self._rules.allows(state, idle):
                return idle
        return next(self._legal(state, owed), None)

    def _legal(self, state: State, owed: Owed) -> Iterator[Action]:
        """Its ideas that are legal, the best first."""
        return self._rules.among(state, self._ideas(state, owed.what))

    def told(self, state: State, hand: Sequence[str]) -> None:
        """Hold these cards; what comes next stays a guess."""
        seen = Counter(open_cards(cast("War", self._rules.asked_on(state)), self.seat))
        rest = list((Counter(self.order) - seen - Counter(hand)).elements())
        self._rng.shuffle(rest)
        self._lay([*seen.elements(), *hand, *rest])

    def _lay(self, order: list[str]) -> None:
        """Have its deck in this order from now on."""
        self.order, self._held = order, (None, [])

    def _used_in(self, turn: int) -> set[tuple[int, int]]:
        """The abilities used in this turn."""
        if self._used[0] != turn:
            self._used = (turn, set())
        return self._used[1]

    def _ideas(self, state: State, what: str) -> Iterator[Action]:
        """What it would do, the best first; some of it may be refused."""
        seat = self.seat
        board: Any = self._rules.asked_on(state)  # what it reads there serves the judging of its ideas
        side = board.player(seat)
        if what in ("react", "react_card"):
            yield from self._reactions(board)
            yield NoReaction(seat)
        elif what == "setup_draw":
            yield SetupPlayer(seat, len(self.order), len(self.summons))
        elif what == "setup_exchange":
            yield Exchange(seat, self._put_back(board, self.hand(state)))
        elif what == "draw":
            yield DrawMandatory(seat)
        elif what == "return":
            yield from (ReturnDeserter(seat, being.iid, slot) for being in side.deserters for slot in board.free_slots(seat))
        elif what in ("strategy_1", "strategy_2"):
            yield from self._strategy(board, side, self.hand(state))
            yield EndPhase(seat)
        elif what == "declare":
            yield from self._attacks(board)
            yield ResolveCombat(seat)
        elif what == "fight":
            yield ResolveNextAttack(seat)
        elif what == "draw_optional":
            yield DrawOptional(seat, side.deck > 1)
        elif what == "discard":
            dearest = sorted(self.hand(state), key=lambda card: -board.card(card).rank)
            yield Discard(seat, tuple(dearest[: side.hand - HAND_LIMIT]))
        elif what == "terror":
            yield from self._terror(board)

    # ---- the opening

    def _put_back(self, board: War, hand: list[str]) -> int:
        """Exchange what is too dear: those cards go under the others."""
        dear = [card for card in hand if board.card(card).rank >= HOPELESS_RANK]
        left = self.order.copy()
        for card in dear:
            left.remove(card)
        self._lay(left + dear)
        return len(dear)

    # ---- strategy phases

    def _strategy(self, board: War, side: Side, hand: list[str]) -> Iterator[Action]:
        """Beings first, the greatest one that can be called; then what they carry, do and summon."""
        dearest = sorted(map(board.card, dict.fromkeys(hand)), key=lambda card: (-card.rank, card.id))
        free = board.free_slots(self.seat)
        for card in dearest:
            if free and card.kind in CALLED_KINDS:
                yield CallBeing(self.seat, card.id, free[0])
        yield from self._effects(board)
        carried = [card for card in dearest if card.kind in ("object", "power")]
        piles = [slot for slot, space in enumerate(side.field) if not (space is None or type(space) is Being) and carried_by(space)]
        if carried or piles:
            mine = sorted(board.beings(self.seat), key=lambda being: -being.now("fue"))
            yield from (ReattachObject(self.seat, slot, 0, being.iid) for slot in piles for being in mine)
            yield from (EquipObject(self.seat, being.iid, card.id) for card in carried if card.kind == "object" for being in mine)
            for card in carried:
                if card.kind == "power":
                    yield from (
                        PlayPower(self.seat, being.iid, card.id, self._targets(board, card, being.iid))
                        for being in sorted(mine, key=lambda being: -being.now("pod"))
                        if being.now("pod") > card.pod_cost
                    )
        yield from self._summons(board, side, free)
        for card in dearest:
            if card.kind == "territory":
                yield from (PlayTerritory(self.seat, card.id, ref, None) for ref in (*self._territories(board), None))
            elif card.kind == "strategy" and not card.reaction:
                yield PlayStrategy(self.seat, card.id, self._targets(board, card, None))

    def _effects(self, board: War) -> Iterator[Action]:
        """The effects that stand ready on its beings: good ones for its own side, bad ones for its enemies, on the greatest first."""
        for being, effects in board.of_part(board.player(self.seat).field, ready_on, self.seat):
            for index, effect in effects.items():
                good = helps(effect)
                if good is None or (being.iid, index) in self._used_in(board.state.turn):
                    continue
                reached = [at for at in candidates(board, self.seat, effect.target, being.iid) if matters(board, effect, at)]
                meant = [at for at in reached if (self._whose(board, at) == self.seat) == good]
                meant.sort(key=lambda at: -board.standing(at).rank if isinstance(at, int) else 0)
                yield from (UseEffect(self.seat, being.iid, index, at) for at in meant)

    def _whose(self, board: War, target: Target) -> Seat | None:
        if isinstance(target, int):
            return board.controller(target)
        return target.seat if isinstance(target, TerritoryRef) else target if target in SEATS else None

    def _territories(self, board: War) -> list[TerritoryRef]:
        """The enemies' territories, those of the one who is closest to losing first."""
        enemies = [ref for ref in board.territories() if ref.seat != self.seat]
        return sorted(enemies, key=lambda ref: -board.player(ref.seat).counter)

    def _summons(self, board: War, side: Side, free: list[int]) -> Iterator[Action]:
        """Feed the greatest summoner with each power played, and spend what has come together on the greatest summon."""
        if not side.powers and not any(map(_fed, board.beings(self.seat))):
            return
        summoners = [being for being in board.beings(self.seat) if board.card(being.card).summoner]
        summoners.sort(key=lambda being: -being.rank)
        yield from (AssignSummonPoints(self.seat, being.iid, power.seq) for power in side.powers for being in summoners)
        points = tuple(being.iid for being in summoners if being.points)
        if not (points and free):
            return
        out = {being.card for being in board.beings(self.seat)}
        for card in sorted(dict.fromkeys(self.summons), key=lambda card: -board.card(card).rank):
            if card not in out:
                yield Summon(self.seat, card, free[0], points)

    def _targets(self, board: War, card: Card, executor: int | None) -> Targets:
        """For each effect of a card the greatest thing that it may be aimed at; nothing where that would be one's own."""
        return tuple(self._target(board, list(candidates(board, self.seat, effect.target, executor))) for effect in card.on_play)

    def _target(self, board: War, options: list[Target]) -> Target:
        beings = [x for x in options if isinstance(x, int) and (being := board.find(x)) is not None and self._seen(board, being)]
        if beings:
            return max(beings, key=lambda iid: board.standing(iid).now("fue"))
        others = [x for x in options if not isinstance(x, int)]
        return self._rng.choice(others) if others else None

    def _seen(self, board: War, being: Being) -> bool:
        return board.controller(being.iid) == self.seat or not being.has("invisible")

    # ---- combat

    def _attacks(self, board: War) -> Iterator[Action]:
        """Each being hits what it hurts most: first whatever it kills, else the weakest; a power attack where that kills."""
        able = board.kept(attackers, self.seat, False)
        enemies: list[Being] | None = None
        weakest: list[Being] = []
        for being in sorted(board.beings(self.seat), key=lambda being: -being.now("fue")):
            powerful, free = may_use_power(being), not being.physical_used and able.takes(being.iid)
            if not (powerful or free):
                continue
            if enemies is None:
                enemies = self._attackable(board)
                weakest = sorted(enemies, key=lambda enemy: enemy.now("salud") + enemy.now("res"))
            if powerful:
                pod = being.now("pod")
                for enemy in enemies:
                    if 0 < enemy.now("salud") < pod and not enemy.has("resistencia_magica"):
                        yield DeclarePower(self.seat, being.iid, enemy.iid, enemy.now("salud"))
            if free:
                fue = being.now("fue")
                for enemy in weakest:
                    if fue > enemy.now("res") and not enemy.has("intangible"):
                        yield DeclarePhysical(self.seat, being.iid, enemy.iid)

    def _attackable(self, board: War) -> list[Being]:
        """What enemies have that can be attacked, first that of the one who is closest to losing."""
        order = sorted(board.living, key=lambda seat: -board.player(seat).counter)
        others = [being for seat in order if seat != self.seat for being in board.beings(seat)]
        return [being for being in others if being.salud is not None and not being.has("invisible")]

    # ---- answers

    def _terror(self, board: War) -> Iterator[Action]:
        """Choose a target that flees from it, else one that it weakens, else none."""
        source = getattr(board.top, "source", 0)
        bearer = board.find(source)
        figure = 0 if bearer is None else bearer.figure("terror") or 0
        enemies = [being for seat, being in board.every() if seat != self.seat and being.val is not None]
        enemies.sort(key=lambda being: (being.now("val") > figure, -being.rank))
        yield from (ChooseTerror(self.seat, source, being.iid) for being in enemies)
        yield ChooseTerror(self.seat, source, None)

    def _reactions(self, board: War) -> Iterator[Action]:
        """A reaction card against what an enemy announces, where that is worth it."""
        if self._lets_pass(board):
            return
        for card in dict.fromkeys(self.hand(board.state)):
            printed = board.card(card)
            if printed.reaction and printed.kind == "strategy":
                yield PlayReaction(self.seat, card, self._targets(board, printed, None), None)

    def _lets_pass(self, board: War) -> bool:
        """Say whether what is announced is worth no card."""
        top = board.top
        by, rank = getattr(top, "seat", self.seat), getattr(top, "rank", None) or 0
        return by == self.seat or (rank < WORTH_STOPPING and board.player(self.seat).counter <= LOSING - 8)


class Looker(Player):
    """A player who looks at what comes of its ideas: it plays its turn and the next ones on, with cards that the others could hold."""

    def __init__(self, rules: Rules[Any], seat: Seat, rng: random.Random) -> None:
        super().__init__(rules, seat, rng)
        weights_of("bhm", FIGURES)
        self.looked: tuple[State | None, list[Looked[Action]]] = (None, [])

    def _chosen(self, state: State, owed: Owed, deadline: Deadline) -> Action | None:
        choices = list(islice(dict.fromkeys(self._legal(state, owed)), MOST_IDEAS))
        if len(choices) < 2 or owed.what in UNTHOUGHT:
            return next(iter(choices), None)
        hand, seeds = self.hand(state), [self._rng.random() for _ in range(LOOKS)]
        ends = state.turn + len(state.seats)

        def look(choice: Action, number: int) -> float:
            rng = random.Random(seeds[number])
            guessed = BhmBot(self._rules, rng)
            own = guessed.players[self.seat]
            own.told(state, hand)
            own._used = self._used[0], set(self._used[1])
            own.note(state, choice)
            after = self._rules.apply(state, choice, checked=True)[0]

            def act(then: State, seat: Seat, owed: Owed) -> Action | None:
                """What the guessed players do; those who may only react pass."""
                return NoReaction(seat) if owed.meaning == "pass" else guessed.players[seat].choose(then, owed, deadline)

            return self.worth(play_on(self._rules, after, act, rng, lambda then: then.turn >= ends))

        found = ranked(choices, look, deadline)
        self.looked = state, found
        return found[0].choice


class _Hands:
    """Who holds which cards of BHM, as far as the table shows. See `tapete.bots.Hands`."""

    def held(self, rules: Rules[Any], state: Any, seat: Seat) -> int:
        count: int = state.players[state.seats.index(seat)].hand
        return count

    def there(self, rules: Rules[Any], state: Any, seat: Seat) -> Mapping[HeldCard, int]:
        return {card.id: self.held(rules, state, seat) for card in rules.catalogue.cards.values() if card.kind != "summon"}

    def deal(self, bot: Any, rules: Rules[Any], state: Any, seat: Seat, hand: Sequence[str]) -> None:
        bot.players[seat].told(state, hand)


HANDS = _Hands()
