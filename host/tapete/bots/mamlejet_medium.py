"""How robots play Mamlejet: each with a shuffled deck of its own, soldiers first, and no fight that costs more than it brings.

The choices are simple on purpose; they weigh the chance of a D10 against the emuná on both cards.
"""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, cast

from tapete.bots.deadline import Deadline
from tapete.bots.mamlejet_cards import Stock, sound_deck
from tapete.bots.mamlejet_odds import chance
from tapete.bots.random_answers import plain_of
from tapete.core.actions import Action
from tapete.core.course import Declared
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.steps import Cards, Owed
from tapete.games.mamlejet.attack import frenzied
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.cards import Aim, Card
from tapete.games.mamlejet.combat import asked, available, ready
from tapete.games.mamlejet.figures import COLOURS, Cost, Wealth
from tapete.games.mamlejet.plays import Pass
from tapete.games.mamlejet.state import Assaults, Permanent, Window

Plain = dict[str, Any]

KEPT_RESOURCES = range(2, 6)
"""So many resources make a first hand of seven that is kept."""

BEFORE_DICE = frozenset({"2c", "3a_w1", "3a_w2"})
"""Steps in which a soldier in combat is still worth strengthening."""

SPARE_CITY = 12
"""With fewer cards in its city a player plays nothing that draws."""


class _Lock:
    """A lock that each copy of a bot has for itself."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_fault: object) -> None:
        self._lock.release()

    def __reduce__(self) -> tuple[Any, ...]:
        return _Lock, ()


class MamlejetBot:
    """See the module.

    Args:
        rules: of the match. rng: shuffles, and decides between equals.
    """

    def __init__(self, rules: Rules[Any], rng: random.Random) -> None:
        self._rules, self._rng, self._deal = rules, rng, rng.random()
        self._lock = _Lock()
        self._stocks: dict[Seat, Stock] = {}
        self._idle: dict[Seat, tuple[Any, ...]] = {}
        """What a seat had, held and saw in the last window before dice in which it wished for nothing: then it does not in the next."""

    def decide(self, state: Any, seat: Seat, owed: Owed, deadline: Deadline | None = None) -> Mapping[str, Any] | None:
        """See `Bot`."""
        plain: Mapping[str, Any] | None = plain_of(self.declare(state, seat, owed, deadline))
        return plain

    def declare(self, state: Any, seat: Seat, owed: Owed, deadline: Deadline | None = None) -> Declared | None:
        """See `tapete.bots.Declaring`; what was judged here is not read and judged again."""
        with self._lock:
            board = cast("Front", self._rules.asked_on(state))  # what it reads there serves the judging of its plays
            if owed.what == "setup":
                return self._setup(board, seat)
            if owed.what == "reveal_enemy":
                return self._reveal(board, owed.params["owner"])
            stock = self._stock(board, seat)
            if stock is None:
                return None
            if isinstance(board.top, Cards):
                return self._named(board, seat, board.top, stock)
            if isinstance(board.top, Window):
                return next(self._legal(board, self._plays(board, seat, owed, stock)), None) or Pass(seat)
            return self._combat(board, seat, owed)

    def _legal(self, board: Front, wishes: Iterator[Plain]) -> Iterator[Action]:
        """Those that the referee would take now."""
        return (action for action in map(self._rules.read, wishes) if self._rules.allows(board.state, action))

    def _stock(self, board: Front, seat: Seat) -> Stock | None:
        """Return a player's cards as they are now; None where no deck is registered."""
        player = board.player(seat)
        if player.deck is None:
            return None
        if seat not in self._stocks:
            self._stocks[seat] = Stock(
                board.rules.catalogue.extras["decks"][player.deck], player.hero, random.Random(f"{self._deal} {seat}")
            )
        self._stocks[seat].follow(board, seat)
        return self._stocks[seat]

    # ---- decks and cards

    def _setup(self, board: Front, seat: Seat) -> Declared | None:
        """Register the first deck there is, then keep a hand with a fair share of resources."""
        if board.player(seat).deck is None:
            deck = sound_deck(self._rules)
            return {"action": "keep_hand", "seat": seat} if deck is None else {"action": "register_deck", "seat": seat, "deck": deck}
        stock = self._stock(board, seat)
        resources = sum(board.card(card).type == "recurso" for card in stock.hand) if stock is not None else 0
        again = resources not in KEPT_RESOURCES and board.player(seat).mulligans < 2
        wish = {"action": "mulligan", "seat": seat}
        return next(self._legal(board, iter([wish] if again else [])), {"action": "keep_hand", "seat": seat})

    def _reveal(self, board: Front, owner: Seat) -> Plain | None:
        """Turn over the top card of an enemy city."""
        stock = self._stock(board, owner)
        if stock is None or not stock.enemy_city:
            return None
        return {"action": "reveal_enemy", "owner": owner, "card": stock.enemy_city[-1]}

    def _named(self, board: Front, seat: Seat, step: Cards, stock: Stock) -> Plain:
        """What falls lies on top of the city; what is discarded is what can be spared."""
        if step.source == "city":
            return {"action": "declare_card", "seat": seat, "cards": stock.city[::-1][: step.number]}
        lands = sum(board.card(p.card).type == "recurso" for p in board.of(seat))

        def worth(card: str) -> float:
            printed = board.card(card)
            return 5 - lands if printed.type == "recurso" else printed.cost.total

        spared = sorted(stock.hand, key=worth)[: step.number]
        stock.show(*spared)
        return {"action": "discard", "seat": seat, "cards": spared}

    # ---- what is played in a window

    def _plays(self, board: Front, seat: Seat, owed: Owed, stock: Stock) -> Iterator[Plain]:
        """What a player would play now, best first."""
        if owed.what == "main" and board.active == seat:
            yield from self._resource(board, seat, stock)
            yield from self._tactics(board, seat, stock, "soldado", "objeto", "estrategia", "hishtadlut")
            yield from self._equipment(board, seat)
            yield from self._abilities(board, seat)
        elif not board.state.stack and board.at_step in BEFORE_DICE:
            state, (permanents, players, hand) = board.state, self._idle.get(seat, (None, None, None))
            if permanents is state.permanents and players is state.players and hand == stock.hand:
                return
            wished = False
            for wish in chain(self._tactics(board, seat, stock, "hishtadlut", "tefila"), self._abilities(board, seat)):
                wished = True
                yield wish
            if not wished:
                self._idle[seat] = state.permanents, state.players, [*stock.hand]
        elif board.state.stack and board.state.stack[-1].kind in ("batch", "damage"):
            yield from self._tactics(board, seat, stock, "tefila")
            yield from self._abilities(board, seat)

    def _resource(self, board: Front, seat: Seat, stock: Stock) -> Iterator[Plain]:
        """The resource of which there is least, measured by what the hand costs."""
        if board.player(seat).resource_played:
            return
        held = {card for card in stock.hand if board.card(card).type == "recurso"}
        if not held:
            return
        made = made_by(board, [p.id for p in board.of(seat)])
        wanted: Counter[str] = Counter()
        for card in stock.hand:
            wanted.update({colour: getattr(board.card(card).cost, colour) for colour in COLOURS})

        def missing(card: str) -> int:
            produces = board.card(card).produces
            yielded = [colour for colour in COLOURS if produces is not None and getattr(produces, colour)]
            return sum(wanted[colour] - 3 * getattr(made, colour) for colour in yielded)

        for card in sorted(held, key=lambda card: (-missing(card), card)):
            stock.show(card)
            yield {"action": "play_resource", "seat": seat, "card": card}

    def _tactics(self, board: Front, seat: Seat, stock: Stock, *types: str) -> Iterator[Plain]:
        """Cards of these types that can be paid for and have something to do, the dearest of a type first."""
        held = {card for card in stock.hand if board.card(card).type in types}
        for card in sorted(held, key=lambda card: (types.index(board.card(card).type), -board.card(card).cost.total, card)):
            printed = board.card(card)
            if not self._useful(board, seat, printed):
                continue
            paid = payment(board, seat, printed.cost)
            aimed = None if paid is None else self._aimed(board, seat, printed.targets, bold=printed.type != "tefila")
            if aimed is not None:
                stock.show(card)
                yield {"action": "play_tactic", "seat": seat, "card": card, "targets": aimed, "dedicate": paid}

    def _useful(self, board: Front, seat: Seat, printed: Card) -> bool:
        """Say whether a card is useful here: it wastes no wealth and empties no small city further."""
        names = {op.__struct_config__.tag for op in printed.effects}
        if "wealth" in names:
            return False
        return not ("draw" in names and board.player(seat).city < SPARE_CITY)

    def _equipment(self, board: Front, seat: Seat) -> Iterator[Plain]:
        """Give a free weapon to the strongest soldier."""
        soldiers = sorted((p for p in board.of(seat) if board.soldier(p)), key=lambda p: -board.difficulty(p))
        for p in board.of(seat):
            cost = board.card(p.card).equip_cost
            if cost is not None and p.attached_to is None and soldiers:
                paid = payment(board, seat, cost)
                if paid is not None:
                    yield {"action": "equip", "seat": seat, "weapon": p.id, "soldier": soldiers[0].id, "dedicate": paid}

    def _abilities(self, board: Front, seat: Seat) -> Iterator[Plain]:
        """Action-abilities of what is free to act, where there is something to aim at."""
        for p, names in board.acting(seat):
            for name in names:
                if name == "shoot":
                    odds = {e: chance(board.index(p, board.at_id(e), projectile=True)) for e in board.shootable(p)}
                    aimed: list[Any] | None = [max(odds, key=lambda e: odds[e] * worth(board, board.at_id(e)))] if odds else None
                    paid: list[int] | None = []
                elif name == "heal":
                    aimed, paid = self._aimed(board, seat, (Aim("damaged_ally"),)), []
                else:
                    ability = board.card(p.card).abilities[name]
                    aimed, paid = self._aimed(board, seat, ability.targets), payment(board, seat, ability.cost, but=p.id)
                if aimed is not None and paid is not None:
                    yield {"action": "play_ability", "seat": seat, "permanent": p.id, "ability": name, "targets": aimed, "dedicate": paid}

    def _aimed(self, board: Front, seat: Seat, wanted: tuple[Aim, ...], *, bold: bool = False) -> list[Any] | None:
        """A target for each that is asked; None where one would be wasted. `bold`: an enemy need not be in combat."""
        found: list[Any] = []
        for aim in wanted:
            target = self._target(board, seat, aim.kind, bold=bold)
            if target is None and not aim.optional:
                return None
            found.append(target)
        return found

    def _target(self, board: Front, seat: Seat, kind: str, *, bold: bool) -> Any:
        """The best target of a class, or None."""
        if kind in ("city", "player"):
            return seat
        if kind == "enemy":
            choice = [e for e in board.enemies if (bold or e.opponent is not None) and not e.mods]
        elif kind in ("ally", "own_ally", "soldier"):
            choice = [p for p in board.of(seat) if p.opponent is not None and not p.mods and board.soldier(p)]
        elif kind == "damaged_ally":
            struck = [p for p in board.state.permanents if p.hits and board.soldier(p)]
            choice = [p for p in struck if p.controller == seat] or struck
        elif kind == "dedicated_ally":
            choice = [p for p in board.of(seat) if p.dedicated in ("acts", "effect", "ruling") and board.soldier(p)]
        else:
            return None
        best = max(choice, key=lambda p: worth(board, p), default=None)
        return None if best is None else best.id

    # ---- combat

    def _combat(self, board: Front, seat: Seat, owed: Owed) -> Plain | None:
        if owed.what == "plan":
            return self._plan(board, seat)
        if owed.what == "defence":
            return self._defence(board, seat)
        if owed.what == "frenzy":
            return self._frenzy(board, seat)
        return None

    def _gain(self, board: Front, soldier: Permanent, enemy: Permanent) -> float:
        """Emuná that a fight brings on average, less what it costs; what was lost before weighs on the next loss."""
        wins = chance(board.index(soldier, enemy)) if board.lacking(soldier, enemy) is None else 0.0
        falls = chance(board.index(enemy, soldier)) if board.lacking(enemy, soldier) is None else 0.0
        if board.has(soldier, "zerizut") and not board.has(enemy, "zerizut"):
            falls *= 1 - wins
        care = 0.4 + board.lost(soldier.owner) / board.options.loss_emuna
        return wins * worth(board, enemy) - care * falls * worth(board, soldier)

    def _plan(self, board: Front, seat: Seat) -> Plain:
        """The best fight that is open, as long as one brings anything."""
        pairs = [
            (self._gain(board, soldier, enemy), soldier.id, enemy.id)
            for soldier in board.of(seat)
            if ready(board, soldier)
            for enemy in board.enemies
            if available(board, enemy) and board.lacking(soldier, enemy) is None
        ]
        gain, soldier_id, enemy_id = max(pairs, default=(0.0, 0, 0))
        if gain > 0:
            return {"action": "assign", "seat": seat, "soldier": soldier_id, "enemy": enemy_id}
        return {"action": "confirm_plan", "seat": seat}

    def _defence(self, board: Front, seat: Seat) -> Plain | None:
        """Defend with the soldier that gains most by the fight; a structure that is saved counts a little too."""
        step = board.top
        found = asked(board, step) if isinstance(step, Assaults) else None
        if found is None:
            return None
        attack = found[0]
        enemy = board.at_id(attack.enemy)
        saved = chance(board.city_index(enemy, attack.city)) * (2.0 if board.has(enemy, "dano_catastrofico") else 1.0)
        free = [p for p in board.of(seat) if board.soldier(p) and p.dedicated is None and p.opponent is None]
        gain, soldier = max(((self._gain(board, p, enemy) + saved, p.id) for p in free), default=(0.0, 0))
        if gain > 0:
            return {"action": "defend", "seat": seat, "enemy": enemy.id, "soldier": soldier}
        return {"action": "decline_defence", "seat": seat}

    def _frenzy(self, board: Front, seat: Seat) -> Plain:
        """The second roll costs nothing: the enemy that promises most."""
        soldier = next(p for p in frenzied(board) if p.controller == seat)
        foes = [e for e in board.enemies if board.free_enemy(e) and board.lacking(soldier, e) is None]
        best = max(foes, key=lambda e: chance(board.index(soldier, e)) * worth(board, e))
        return {"action": "assign_frenzy", "seat": seat, "soldier": soldier.id, "enemy": best.id}


def worth(board: Front, p: Permanent) -> int:
    """The emuná of a permanent."""
    return board.card(p.card).worth


def payment(board: Front, seat: Seat, cost: Cost, but: int | None = None, spared: Cost | None = None) -> list[int] | None:
    """Free resources that pay a cost together with the pool, colours first; None where they do not.

    Args:
        but: a permanent that is used up by what is paid for. spared: another cost, of whose colours most is to be left.
    """
    have = board.player(seat).pool
    if not cost.total:
        return []
    made = {p.id: wealth for p in board.of(seat) if p.dedicated is None and p.id != but and (wealth := board.made(p)).total}
    free, chosen = list(made), list[int]()
    for colour in COLOURS:
        due = getattr(cost, colour)
        for pid in [pid for pid in free if getattr(made[pid], colour)] if getattr(have, colour) < due else ():
            if getattr(have, colour) >= due:
                break
            chosen.append(pid)
            free.remove(pid)
            have = have.plus(made[pid])
        if getattr(have, colour) < due:
            return None
    while have.total < cost.total and free:
        pid = free[-1] if spared is None else _most_left(board, free, spared)
        free.remove(pid)
        chosen.append(pid)
        have = have.plus(made[pid])
    return chosen if have.total >= cost.total else None


def _most_left(board: Front, free: list[int], spared: Cost) -> int:
    """The resource of the colour of which most is left beside what another cost needs."""
    left = made_by(board, free)

    def plenty(pid: int) -> int:
        made = board.yields(pid)
        more: list[int] = [getattr(left, colour) - getattr(spared, colour) for colour in COLOURS if getattr(made, colour)]
        return min(more)

    return max(free, key=plenty)


def made_by(board: Front, permanents: Iterable[int]) -> Wealth:
    """What these permanents make together."""
    found = Wealth()
    for pid in permanents:
        found = found.plus(board.yields(pid))
    return found
