"""The strong bot of Mamlejet: it reckons each fight, and plays what brings most emuná until a player wins.

A hand is kept, and a resource chosen, by what the hand will bring over the rounds to come (`tapete.bots.mamlejet_outlook`).

It differs from medium in what else it knows: that an enemy with zerizut strikes first, what a soldier will still gain if it lives, which
soldier suits which enemy best, which cards of a hand can be paid together, which effect turns a fight of its own, and that a shot after
the dice may take an enemy that another player has hit (MMK-R55).
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from operator import le
from typing import Any

from msgspec.structs import replace

from tapete.bots import Alternative
from tapete.bots.mamlejet_cards import Stock, open_cards
from tapete.bots.mamlejet_medium import MamlejetBot, Plain, made_by, payment
from tapete.bots.mamlejet_odds import MOST_ROUNDS, Judge, Rounds, best_pairs, chance, fight
from tapete.bots.mamlejet_outlook import DEALS, Outlook, Playable, playable
from tapete.core.course import Declared
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.steps import Cards, Owed
from tapete.games.mamlejet.attack import frenzied
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.cards import Aim, Card
from tapete.games.mamlejet.combat import asked, available, ready
from tapete.games.mamlejet.figures import COLOURS, Cost, Wealth
from tapete.games.mamlejet.state import Assaults, Permanent

USEFUL = 0.45
"""An effect that brings less is kept for later."""

ENOUGH = 6
"""With so many resources in play another one is worth nothing."""

HELD_BACK = 0.8
"""What a tefilá in hand is worth while it is decided what is paid for."""

MOST_CARDS = 8
"""So many cards of a hand are weighed together."""

ACTS = ("soldado", "objeto", "estrategia", "hishtadlut")


ONCE = 1.0
"""What a card brings whose effect is used up at once."""


class StrongBot(MamlejetBot):
    """See the module."""

    def __init__(self, rules: Rules[Any], rng: random.Random) -> None:
        super().__init__(rules, rng)
        self._known: dict[Seat, tuple[Any, Any, Rounds]] = {}
        """Of seats: what was in play and what players had when soldiers were reckoned last, and what was found."""

    def _judge(self, board: Front, seat: Seat) -> Judge:
        """What things are worth to a player now; soldiers are reckoned anew when the table has changed."""
        state, known = board.state, self._known.get(seat)
        if known is None or known[0] is not state.permanents or known[1] is not state.players:
            known = self._known[seat] = state.permanents, state.players, {}
        return Judge(board, seat, known[2])

    def _setup(self, board: Front, seat: Seat) -> Declared | None:
        """Keep a hand that is worth more than a new one with one card less is on average (MMK-170)."""
        stock = self._stock(board, seat)
        if stock is None:
            return super()._setup(board, seat)
        rounds, deck = int(MOST_ROUNDS), self._deck(board, seat)
        cards = self._ahead(self._judge(board, seat), stock, rounds)
        rest = [cards[card] for card in (deck - Counter(stock.hand)).elements()]
        kept = Outlook(rest, Wealth(), rounds).of([cards[card] for card in stock.hand])
        new = Outlook([cards[card] for card in deck.elements()], Wealth(), rounds, 2 * DEALS).fresh(len(stock.hand) - 1)
        wish = {"action": "mulligan", "seat": seat}
        return next(self._legal(board, iter([wish] if kept < new else [])), {"action": "keep_hand", "seat": seat})

    def _deck(self, board: Front, seat: Seat) -> Counter[str]:
        """The tactics that a player has registered."""
        name = board.player(seat).deck
        return Counter(board.rules.catalogue.extras["decks"][name].tactics if name is not None else {})

    def _ahead(self, judge: Judge, stock: Stock, rounds: int) -> dict[str, Playable]:
        """The cards of deck and hand, with what each brings by the rounds that are left when it is played."""
        board, seat = judge.board, judge.seat

        def worth(printed: Card) -> Callable[[int], float]:
            if printed.type == "soldado":
                soldier = Permanent(id=-2, card=printed.id, owner=seat, controller=seat)
                return lambda left: judge.future(soldier, left)
            if printed.type in ("objeto", "estrategia"):
                lasts = self._value(judge, printed) / max(1.0, judge.rounds)
                return lambda left: lasts * left
            return lambda _left: 0.0 if printed.type == "recurso" else ONCE

        printed = map(board.card, {**self._deck(board, seat), **dict.fromkeys(stock.hand)})
        return {one.id: playable(one, worth(one), rounds) for one in printed}

    def _named(self, board: Front, seat: Seat, step: Cards, stock: Stock) -> Plain:
        if step.source == "city":
            return super()._named(board, seat, step, stock)
        judge = self._judge(board, seat)
        spared = sorted(stock.hand, key=lambda card: self._kept(judge, card))[: step.number]
        stock.show(*spared)
        return {"action": "discard", "seat": seat, "cards": spared}

    def _kept(self, judge: Judge, card: str) -> float:
        """What a card in hand is worth."""
        board, printed = judge.board, judge.board.card(card)
        if printed.type == "recurso":
            return 0.6 * (ENOUGH - sum(board.yields(p.id).total for p in board.of(judge.seat)))
        return self._value(judge, printed) if printed.type in ACTS else HELD_BACK

    # ---- what is played in a window

    def _plays(self, board: Front, seat: Seat, owed: Owed, stock: Stock) -> Iterator[Plain]:
        step, stack = board.at_step, board.state.stack
        if stack and stack[-1].kind not in ("batch", "damage"):
            return
        judge = self._judge(board, seat)
        yield from self._shots(judge, winning=True)
        if owed.what == "main" and board.active == seat:
            yield from self._resource(board, seat, stock)
            yield from self._enlist(judge, stock)
            yield from self._equipment(board, seat)
        elif not stack and step == "3a_w1":
            last = not _attackers(board)
            yield from self._aids(judge, stock, *(("hishtadlut", "tefila") if last else ("hishtadlut",)), able=last)
        elif not stack and step == "3a_w2":
            yield from self._aids(judge, stock, "tefila", able=True)
        elif stack and stack[-1].kind in ("batch", "damage"):
            yield from self._aids(judge, stock, "tefila", able=True)
            yield from self._heals(judge)
            yield from self._shots(judge, stolen=True)
        elif not stack and step == "3g":
            yield from self._shots(judge)
            yield from self._aids(judge, stock, "tefila", able=False)

    def _shots(self, judge: Judge, *, winning: bool = False, stolen: bool = False) -> Iterator[Plain]:
        """Shots, the best first.

        Args:
            winning: only where a hit wins the match. stolen: only at an enemy that a rival has hit.
        """
        board, found = judge.board, []
        for p, names in board.acting(judge.seat):
            if "shoot" not in names:
                continue
            for e in map(board.at_id, board.shootable(p)):
                wins = board.card(e.card).worth >= judge.needs
                taken = any(hit.by not in (judge.seat, "enemy", "none") for hit in e.hits)
                if (wins or not winning) and (taken or not stolen):
                    found.append((judge.shot(p, e), -p.id, -e.id))
        for value, p_id, e_id in sorted(found, reverse=True):
            if value > 0:
                yield self._ability(judge.seat, -p_id, "shoot", [-e_id], [])

    def _ability(self, seat: Seat, permanent: int, name: Any, targets: list[Any], paid: list[int]) -> Plain:
        return {"action": "play_ability", "seat": seat, "permanent": permanent, "ability": name, "targets": targets, "dedicate": paid}

    def _heals(self, judge: Judge) -> Iterator[Plain]:
        """Healing by soldiers that are free: the own ones, the most valuable first."""
        board = judge.board
        hurt = [p for p in board.of(judge.seat) if board.soldier(p) and len(p.hits) == 1]
        for p, names in board.acting(judge.seat) if hurt else ():
            if "heal" in names:
                yield self._ability(judge.seat, p.id, "heal", [max(hurt, key=judge.loss).id], [])

    def _aids(self, judge: Judge, stock: Stock, *types: str, able: bool) -> Iterator[Plain]:
        """Cards of these types, and abilities, that bring something where they are aimed best; the best first."""
        board, seat, found = judge.board, judge.seat, list[tuple[float, str, Plain]]()
        for card in sorted({card for card in stock.hand if board.card(card).type in types}):
            printed = board.card(card)
            value, aimed = self._aim(judge, printed.targets, printed.effects)
            paid = payment(board, seat, printed.cost, spared=Cost())
            if value > USEFUL and paid is not None:
                plain = {"action": "play_tactic", "seat": seat, "card": card, "targets": aimed, "dedicate": paid}
                found.append((value, card, plain))
        for p, names in board.acting(seat) if able else ():
            for name in names:
                if isinstance(name, int):
                    ability = board.card(p.card).abilities[name]
                    value, aimed = self._aim(judge, ability.targets, ability.effects)
                    value *= chance(ability.roll) if ability.roll is not None else 1.0
                    paid = payment(board, seat, ability.cost, but=p.id)
                    if value > 0.1 and paid is not None:
                        found.append((value, "", self._ability(seat, p.id, name, aimed, paid)))
        for _value, card, plain in sorted(found, key=lambda one: -one[0]):
            if card:
                stock.show(card)
            yield plain

    def _aim(self, judge: Judge, wanted: tuple[Aim, ...], effects: tuple[Any, ...]) -> tuple[float, list[Any]]:
        """What effects bring with the best targets, and those; each target is chosen by itself."""
        board, chosen = judge.board, list[Any]()
        for place, aim in enumerate(wanted):
            options = [target for target in board.targets_of(aim, judge.seat) if target not in chosen]
            if not options:
                if not aim.optional:
                    return 0.0, []
                chosen.append(None)
                continue
            if aim.kind in ("city", "player"):
                chosen.append(judge.seat)
                continue

            def brings(target: Any, place: int = place) -> float:
                met = [None] * place + [board.at_id(target) if board.in_play(target) else None]
                return judge.effect(effects, tuple(met))

            chosen.append(max(options, key=brings))
        met = tuple(board.at_id(one) if isinstance(one, int) and board.in_play(one) else one for one in chosen)
        return judge.effect(effects, met), chosen

    # ---- the main phase

    def _value(self, judge: Judge, printed: Card) -> float:
        """What a card brings if it is played now."""
        board, seat, rounds = judge.board, judge.seat, judge.rounds
        triggers = [ability for ability in printed.abilities if ability.kind == "triggered"]
        drawn = sum(judge.effect(ability.effects, ()) for ability in triggers if ability.on == "enters_self")
        if printed.type == "soldado":
            same = [p for p in board.state.permanents if p.card == printed.id] if printed.legendary else []
            if same:
                rival = same[0].controller not in (seat, None)
                return 0.5 * judge.future(same[0], rounds) if rival else -1.0
            return judge.future(Permanent(id=-2, card=printed.id, owner=seat, controller=seat), rounds) + drawn
        if printed.type == "hishtadlut":
            return self._aim(judge, printed.targets, printed.effects)[0]
        value = drawn + 0.1 * rounds * (printed.city_difficulty + printed.defender_bonus)
        if printed.bearer is not None and printed.type == "objeto":
            gives, soldiers = printed.bearer, any(board.soldier(p) for p in board.of(seat))
            each = 0.4 * gives.attack_bonus + 0.25 * gives.difficulty + 0.4 * len(gives.keywords)
            value += rounds * each * (1.0 if soldiers else 0.5)
        elif printed.bearer is not None:
            gives, helped = printed.bearer, printed.targets[0].kind != "enemy"
            value += 0.6 * (gives.difficulty + gives.attack_bonus if helped else -gives.difficulty)
        value += sum(0.5 * rounds for ability in printed.abilities if ability.kind == "action")
        return value + 0.1 * len(triggers)

    def _worthwhile(self, judge: Judge, stock: Stock) -> list[tuple[float, Card]]:
        """The cards in hand that something can be paid for, with what they bring."""
        cards = [judge.board.card(card) for card in stock.hand]
        found = [(self._value(judge, one), one) for one in cards if one.type in ACTS]
        found += [(HELD_BACK, one) for one in cards if one.type == "tefila"]
        able = [(value, one) for value, one in found if value > 0.05 and (one.type != "hishtadlut" or value > USEFUL)]
        return sorted(able, key=lambda one: (-one[0], one[1].id))[:MOST_CARDS]

    def _enlist(self, judge: Judge, stock: Stock) -> Iterator[Plain]:
        """The cards that together bring most and can be paid for; resources of the colours that the others need are spared."""
        board, seat = judge.board, judge.seat
        hand = self._worthwhile(judge, stock)
        _value, together = together_best(hand, board.means(seat))
        for _worth, printed in together:
            if printed.type == "tefila" or (printed.type == "hishtadlut" and _before_combat(printed)):
                continue
            rest = _sum([one.cost for _w, one in together if one is not printed])
            paid = payment(board, seat, printed.cost, spared=rest)
            aimed = self._targets(judge, printed)
            if paid is not None and aimed is not None:
                stock.show(printed.id)
                yield {"action": "play_tactic", "seat": seat, "card": printed.id, "targets": aimed, "dedicate": paid}

    def _targets(self, judge: Judge, printed: Card) -> list[Any] | None:
        """What a card of the main phase is aimed at; None: there is nothing."""
        if printed.type == "estrategia" and printed.targets:
            free = [e for e in judge.board.enemies if judge.board.free_enemy(e)]
            mine = [p for p in judge.board.of(judge.seat) if ready(judge.board, p)]
            if printed.targets[0].kind != "enemy":
                return [max(mine, key=lambda p: judge.future(p, judge.rounds)).id] if mine else None
            fights = [(judge.gain(p, e), e.id) for p in mine for e in free if judge.board.lacking(p, e) is None]
            return [max(fights)[1]] if fights else None
        value, aimed = self._aim(judge, printed.targets, printed.effects)
        return aimed if value > 0 or not printed.targets else None

    def _resource(self, board: Front, seat: Seat, stock: Stock) -> Iterator[Plain]:
        """The resource with which the hand will bring most, this round and later."""
        resources = sorted({card for card in stock.hand if board.card(card).type == "recurso"})
        if board.player(seat).resource_played or not resources:
            return
        if len(resources) > 1:
            judge = self._judge(board, seat)
            rounds = max(1, math.ceil(judge.rounds))
            cards = self._ahead(judge, stock, rounds)
            unseen = (self._deck(board, seat) - open_cards(board, seat) - Counter(stock.hand)).elements()
            outlook = Outlook([cards[card] for card in sorted(unseen)], made_by(board, [p.id for p in board.of(seat)]), rounds)
            hand = [cards[card] for card in stock.hand]
            resources.sort(key=lambda card: outlook.of(hand, cards[card]), reverse=True)
        for card in resources:
            stock.show(card)
            yield {"action": "play_resource", "seat": seat, "card": card}

    def _equipment(self, board: Front, seat: Seat) -> Iterator[Plain]:
        """Give a free weapon to the soldier that will gain most."""
        judge = self._judge(board, seat)
        soldiers = sorted((p for p in board.of(seat) if board.soldier(p)), key=lambda p: (-judge.future(p, 4.0), p.id))
        for p in board.of(seat):
            cost = board.card(p.card).equip_cost
            if cost is not None and p.attached_to is None and soldiers:
                paid = payment(board, seat, cost, spared=Cost())
                if paid is not None:
                    yield {"action": "equip", "seat": seat, "weapon": p.id, "soldier": soldiers[0].id, "dedicate": paid}

    # ---- combat

    def _plan(self, board: Front, seat: Seat) -> Plain:
        """The fights that bring most together."""
        soldiers, options = self._fights(board, seat)
        pairs = best_pairs(options)
        if not pairs:
            return {"action": "confirm_plan", "seat": seat}
        place = max(pairs, key=lambda place: options[place][pairs[place]])
        return {"action": "assign", "seat": seat, "soldier": soldiers[place], "enemy": pairs[place]}

    def _fights(self, board: Front, seat: Seat) -> tuple[list[int], list[dict[int, float]]]:
        """The soldiers that may be planned for, and what each enemy would bring to each of them."""
        judge = self._judge(board, seat)
        soldiers = [p for p in board.of(seat) if ready(board, p)]
        enemies = [e for e in board.enemies if available(board, e)]
        danger = _danger(judge)
        options = [
            {e.id: judge.gain(p, e) + judge.second(p, e) - self._stays(judge, p, danger) for e in enemies if board.lacking(p, e) is None}
            for p in soldiers
        ]
        return [p.id for p in soldiers], options

    def alternatives(self, state: Any, seat: Seat) -> list[Alternative]:
        """See `tapete.bots.Thoughtful`.

        While fights are planned: each with what the best plan brings that holds it; to plan no more brings nothing. Of the best plan of all
        it names only the fight that it begins with.
        """
        board = Front(self._rules, state)
        if not any(owed.what == "plan" and owed.seat == seat for owed in self._rules.awaiting(state)):
            return []
        soldiers, options = self._fights(board, seat)
        found = [Alternative({"action": "confirm_plan", "seat": seat}, (), 0.0)]
        chosen, best = self._plan(board, seat), best_pairs(options)
        for place, soldier in enumerate(soldiers):
            for enemy, value in options[place].items():
                plain = {"action": "assign", "seat": seat, "soldier": soldier, "enemy": enemy}
                if best.get(place) == enemy and plain != chosen:
                    continue
                others = [{one: brings for one, brings in row.items() if one != enemy} for row in options]
                others[place] = {}
                total = value + sum(others[other][taken] for other, taken in best_pairs(others).items())
                found.append(Alternative(plain, (), total))
        return sorted(found, key=lambda one: -(one.worth or 0.0))

    def _stays(self, judge: Judge, p: Permanent, danger: float) -> float:
        """What a soldier brings that does not fight: a shot, or healing."""
        board = judge.board
        if not board.at_hand(p):
            return 0.0
        shot = 0.0
        if board.has(p, "disparar_proyectiles"):
            shot = max((judge.shot(p, board.at_id(e)) for e in board.shootable(p)), default=0.0)
        heal = board.card(p.card).heal_difficulty
        return max(shot, chance(heal) * danger if heal is not None and board.has(p, "curar") else 0.0)

    def _defence(self, board: Front, seat: Seat) -> Plain | None:
        """The fights against attackers that bring most together; the one that is asked about is taken if it is among them."""
        step = board.top
        found = asked(board, step) if isinstance(step, Assaults) else None
        if found is None or not isinstance(step, Assaults):
            return None
        judge, now = self._judge(board, seat), found[0]
        danger = _danger(judge)
        attacks = [a for a in step.attacks if not a.defended and board.in_play(a.enemy) and seat not in a.declined]
        free = [p for p in board.of(seat) if board.soldier(p) and p.dedicated is None and p.opponent is None]
        options = []
        for p in free:
            shield, stays = replace(p, defending=True), self._stays(judge, p, danger)
            options.append({a.enemy: self._defends(judge, shield, a.enemy, a.city) - stays for a in attacks})
        pairs = best_pairs(options)
        for place, enemy in pairs.items():
            if enemy == now.enemy:
                return {"action": "defend", "seat": seat, "enemy": enemy, "soldier": free[place].id}
        return {"action": "decline_defence", "seat": seat}

    def _defends(self, judge: Judge, p: Permanent, enemy_id: int, city: Seat) -> float:
        """What it brings that a soldier stands between an enemy and a city."""
        board = judge.board
        enemy = board.at_id(enemy_id)
        spare = board.player(city).city > judge.rounds + 8
        card = 0.1 if spare and city == judge.seat else 0.0 if spare else 1.5
        return judge.gain(p, enemy) + judge.second(p, enemy) + card * chance(board.city_index(enemy, city))

    def _frenzy(self, board: Front, seat: Seat) -> Plain:
        judge = self._judge(board, seat)
        soldier = next(p for p in frenzied(board) if p.controller == seat)
        foes = [e for e in board.enemies if board.free_enemy(e) and board.lacking(soldier, e) is None]
        best = max(foes, key=lambda e: chance(board.index(soldier, e)) * judge.prize(e))
        return {"action": "assign_frenzy", "seat": seat, "soldier": soldier.id, "enemy": best.id}


def _danger(judge: Judge) -> float:
    """What the own side is likeliest to lose in a fight that is planned."""
    board = judge.board
    fights = [p for p in board.of(judge.seat) if board.soldier(p) and p.opponent is not None and board.in_play(p.opponent)]
    return max((fight(board, p, board.at_id(p.opponent or 0)).falls * judge.loss(p) for p in fights), default=0.0)


def _attackers(board: Front) -> bool:
    """Say whether an enemy will go for a city in this round (MMK-201)."""
    strict = not board.options.dedicated_enemy_attacks_city
    return any(board.free_enemy(e) and not (strict and e.dedicated is not None) for e in board.enemies)


def _before_combat(printed: Card) -> bool:
    """Say whether a hishtadlut waits for a fight: it strengthens a fighter."""
    return any(op.__struct_config__.tag in ("mod_attack", "mod_difficulty", "grant_keyword", "lose_keyword") for op in printed.effects)


def _sum(costs: list[Cost]) -> Cost:
    return Cost(*(sum(getattr(cost, name) for cost in costs) for name in (*COLOURS, "generic")))


def together_best(hand: list[tuple[float, Card]], have: Wealth) -> tuple[float, list[tuple[float, Card]]]:
    """The cards that together bring most among those that can be paid together, and what they bring."""
    values, costs = [0.0], [(0, 0, 0, 0)]  # of each choice out of the hand: bit by bit of its place the cards that are in it
    for worth, printed in hand:
        cost = printed.cost
        values += [value + worth for value in values]
        costs += [(white + cost.white, red + cost.red, blue + cost.blue, total + cost.total) for white, red, blue, total in costs]
    best, bits, most = 0.0, 0, (have.white, have.red, have.blue, have.total)
    for place, value in enumerate(values):
        if value > best and all(map(le, costs[place], most)):
            best, bits = value, place
    return best, [card for place, card in enumerate(hand) if bits >> place & 1]
