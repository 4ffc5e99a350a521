"""The board that a chapter changes: the verbs of Mamlejet Kohanim."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Literal

from msgspec.structs import replace

from tapete.core.seats import Seat
from tapete.core.steps import Over
from tapete.games.mamlejet import changes
from tapete.games.mamlejet.cards import Ability
from tapete.games.mamlejet.field import Field
from tapete.games.mamlejet.figures import By, Cost, Fallen, Reason, Wealth, Where
from tapete.games.mamlejet.state import Hit, Item, Lying, Mod, Permanent, Trigger, Window


class Front(Field):
    """A state of the match being changed."""

    __slots__ = ()

    # ---- the small verbs

    def new_id(self) -> int:
        """Return a number that nothing has had."""
        number = self.state.next_id
        self.set(next_id=number + 1)
        return number

    def alter(self, pid: int, **fields: Any) -> Permanent:
        """Change a permanent in play, and give it as it is then."""
        old = self.state.permanents
        place = self._standing.place[pid]
        p = replace(old[place], **fields)
        self.state = replace(self.state, permanents=(*old[:place], p, *old[place + 1 :]))
        return p

    def go_on(self, **fields: Any) -> None:
        """Move the round to another of its steps (`at`), or let it ask less or more (`quiet`, `mains`: MMK-R84); what lies on it stays."""
        base = self.at_round
        if base is not None and (new := replace(base, **fields)) != base:
            self.state = replace(self.state, agenda=(new, *self.state.agenda[1:]))

    def played(self) -> None:
        """Something was played in a window; every pass is cleared, those for the rest of the round too (MMK-R63)."""
        self.go_on(quiet=False, mains=False)
        self.become(Window())

    def push(self, item: Item) -> None:
        """Something waits on the stack."""
        self.set(stack=(*self.state.stack, item))

    def used(self, p: Permanent, kind: Any, **fields: Any) -> Item:
        """Return what a permanent does, as it waits on the stack."""
        return Item(id=self.new_id(), kind=kind, card=p.card, source=p.id, owner=p.owner, **fields)

    def working_on(self, item: Item) -> AbstractContextManager[None]:
        """Let the effect of an item be at work, also in the middle of a ruling."""
        return self.working(item=item, by=item.by, ruled=False)

    def do_at_once(self, item: Item, ability: Ability) -> None:
        """What only makes wealth waits for nobody (MMK-119)."""
        with self.working_on(item):
            for op in ability.effects:
                op.effect(self)

    # ---- wealth

    def produce(self, seat: Seat, pid: int) -> None:
        """A resource is dedicated for its wealth (MMK-004, 071)."""
        pool = self.player(seat).pool.plus(self.yields(pid))
        self.alter(pid, dedicated="pays")
        self.change(seat, pool=pool)
        self.tell(changes.Produced(seat=seat, card=self.at_id(pid).card, white=pool.white, red=pool.red, blue=pool.blue))

    def pay(self, seat: Seat, cost: Cost, dedicate: tuple[int, ...], spend: Wealth | None = None) -> None:
        """Resources are dedicated, and the whole cost is paid, its grey part by `spend`; the rest stays in the pool (MMK-069, 091, R56)."""
        for pid in dedicate:
            self.produce(seat, pid)
        if cost.total:
            pool = self.player(seat).pool.paid(cost.coloured(spend))
            self.change(seat, pool=pool)
            self.tell(changes.Paid(seat=seat, white=pool.white, red=pool.red, blue=pool.blue))

    # ---- piles

    def draw(self, seat: Seat, n: int, clause: str = "MMK-R39") -> None:
        """Cards from the city to the hand; too few: all there are, and then the loss (MMK-168, R39)."""
        if number := self.pass_on(seat, "city", "hand", n):
            player = self.player(seat)
            self.tell(changes.CardsDrawn(seat=seat, n=number, hand=player.hand, city=player.city, clause=clause))
        if number < n:
            self.change(seat, drawn_out=True)
            self.tell(changes.CityEmpty(seat=seat))

    def lie(self, where: Seat, zone: str, lying: Lying) -> None:
        """A card lies in a zone out of play."""
        if zone in ("guenizah", "enemy_out"):
            self.lay(where, zone, lying if zone == "guenizah" else lying.card)
        else:
            self.count(where, zone, 1)

    def use_up(self, item: Item) -> None:
        """The tactic of an item that is used, cancelled or dropped goes to its owner's guenizá (MMK-018, 021, 050, 090, 098)."""
        if item.kind == "tactic" and item.card is not None and item.owner is not None:
            self.lay(item.owner, "guenizah", Lying(item.card, item.owner))

    def discard(self, seat: Seat, cards: tuple[str, ...], clause: str) -> None:
        """Cards from a hand to its owner's guenizá (MMK-051, 229)."""
        self.lay(seat, "guenizah", *(Lying(card, seat) for card in cards))
        hand = self.count(seat, "hand", -len(cards))
        if cards:
            self.tell(changes.Discarded(seat=seat, cards=cards, hand=hand, clause=clause))

    def fall(self, seat: Seat, card: str, mark: Literal["none", "city"], clause: str) -> None:
        """The top card of a city goes to its owner's guenizá (MMK-188, 202)."""
        city = self.count(seat, "city", -1)
        self.lay(seat, "guenizah", Lying(card, seat, mark))
        self.tell(changes.CityHit(seat=seat, card=card, city=city, clause=clause))

    # ---- in and out of play

    def enter(self, card: str, owner: Seat, controller: Seat | None, attached_to: int | None = None) -> int:
        """Make a card a permanent: a new one that remembers nothing (MMK-099, 100, 251); legends and triggers follow."""
        pid = self.new_id()
        made = Permanent(id=pid, card=card, owner=owner, controller=controller, entered=True, attached_to=attached_to)
        self.set(permanents=(*self.state.permanents, made))
        if controller is None:
            self.tell(changes.EnemyEntered(card=card, owner=owner))
        else:
            self.tell(changes.EnteredPlay(seat=controller, card=card))
        if attached_to is not None:
            self.tell(changes.Attached(card=card, whose=controller, to=self.at_id(attached_to).card, clause="MMK-081"))
        if not self._legend(card):
            self.fire("enters_self", pid)
            for other in self.state.permanents:
                if other.id != pid:
                    self._trigger(other, "enters_enemy" if controller is None else "enters_ally")
        return pid

    def enemy(self, owner: Seat, card: str) -> int:
        """Return the top card of an enemy city enters at the front (MMK-059, 183)."""
        self.count(owner, "enemy_city", -1)
        return self.enter(card, owner, None)

    def _legend(self, card: str) -> bool:
        """Two equal legends leave together, to their owners' guenizot (MMK-246, 247, R42)."""
        if not self.card(card).legendary:
            return False
        equal = [p for p in self.state.permanents if p.card == card]
        if len(equal) < 2:
            return False
        for p in equal:
            out = p.controller is None and not self.options.legendary_enemy_scores
            self.leave(p.id, "enemy_out" if out else "guenizah", p.owner, clause="MMK-247")
        return True

    def leave(
        self,
        pid: int,
        to: Where,
        where: Seat,
        *,
        fallen: Fallen = "none",
        curable: bool = False,
        clause: str = "MMK-250",
        quiet: bool = False,
    ) -> None:
        """A permanent leaves play: pairs, attachments and what it kept up end with it (MMK-027, 250, R49, R60).

        Args:
            pid: which. to: the zone. where: whose zone it is. fallen: how a soldier came there (MMK-R34).
            curable: a healing roll may bring it back in this round. clause: cited. quiet: the event is told by the caller.
        """
        gone = self.at_id(pid)
        self._trigger(gone, "leaves_self")
        self.part(pid)
        self.set(permanents=tuple(p for p in self.state.permanents if p.id != pid))
        self.lapse(lambda mod: mod.until == "while_source" and mod.source == pid)
        self.lie(where, to, Lying(gone.card, gone.owner, fallen, pid if curable else None))
        if not quiet:
            self.tell(changes.LeftPlay(card=gone.card, owner=where, to=to, clause=clause))
        for worn in [p for p in self.state.permanents if p.attached_to == pid]:
            if self.card(worn.card).type == "estrategia":
                self.leave(worn.id, "guenizah", worn.owner, clause="MMK-R60")
            else:
                self.attach(worn.id, None)

    def lapse(self, ends: Callable[[Mod], bool]) -> None:
        """What effects have changed on permanents and cities ends, where `ends` says so."""
        for p in self.state.permanents:
            if any(map(ends, p.mods)):
                self.alter(p.id, mods=tuple(mod for mod in p.mods if not ends(mod)))
        for player in self.state.players:
            if any(map(ends, player.city_mods)):
                self.change(player.seat, city_mods=tuple(mod for mod in player.city_mods if not ends(mod)))

    def strike(self, pid: int, by: By) -> None:
        """Damage takes effect: one is enough (MMK-139, 141, 233, R41, R78, R95)."""
        if self.figure(pid) is None:
            return
        struck = self.at_id(pid)
        self._trigger(struck, "defeated_self")
        if struck.controller is None:
            self.defeat(struck, by, "MMK-141")
        else:
            curable = self.options.heal_from_guenizah and self.soldier(struck)
            self.leave(pid, "guenizah", struck.owner, fallen="battle" if by == "enemy" else "none", curable=curable, quiet=True)
            self.tell(changes.AllyFell(card=struck.card, owner=struck.owner, lost=self.lost(struck.owner)))

    def defeat(self, enemy: Permanent, by: By, clause: str) -> None:
        """An enemy goes to the guenizá of the one who did it; of nobody's doing it scores nothing (MMK-141, 235, R41)."""
        if by in self.state.seats:
            self.leave(enemy.id, "guenizah", by, quiet=True)
            self.tell(changes.EnemyDefeated(card=enemy.card, seat=by, score=self.score(by), clause=clause))
        else:
            self.leave(enemy.id, "enemy_out", enemy.owner, clause="MMK-R41")

    # ---- combat

    def pair(self, ally: int, enemy: int) -> None:
        """Two opponents: always one against one (MMK-126)."""
        self.alter(ally, opponent=enemy)
        self.alter(enemy, opponent=ally)

    def part(self, pid: int) -> None:
        """A pair dissolves (MMK-R49, R50)."""
        p = self.at_id(pid)
        for mine in ("opponent", "frenzy_opponent"):
            other = getattr(p, mine)
            if other is not None:
                self.alter(pid, **{mine: None})
                if self.in_play(other):
                    self.alter(other, **{mine: None})

    def hurt(self, pid: int, by: By) -> int:
        """Damage is pending (MMK-131, 208)."""
        number = self.new_id()
        self.alter(pid, hits=(*self.at_id(pid).hits, Hit(number, by)))
        return number

    def hurt_alone(self, pid: int, by: Seat | None) -> None:
        """Damage outside 3c and 3e, a player's or the enemy's, waits on the stack by itself (MMK-R51)."""
        number = self.hurt(pid, by or "enemy")
        self.push(Item(id=self.new_id(), kind="damage", controller=by, hits=(number,)))
        self.tell(changes.DamageWaits(n=1, clause="MMK-R51"))

    def cure(self, pid: int) -> None:
        """One pending damage is cancelled (MMK-227, R53)."""
        if hits := self.at_id(pid).hits:
            p = self.alter(pid, hits=hits[1:])
            self.tell(changes.Healed(card=p.card, whose=p.controller))

    def revive(self, number: int) -> None:
        """Under its house rule, a soldier that fell in this round comes back, as a new card that has just entered (MMK-R52, R76)."""
        where, lying = self.curable[number]
        pile = self.player(where).guenizah
        self.change(where, guenizah=tuple(x for x in pile if x is not lying))
        self.tell(changes.CardMoved(owner=lying.owner, card=lying.card, source="guenizah", to="play", clause="MMK-R52"))
        self.enter(lying.card, lying.owner, lying.owner)

    def dedicate(self, pid: int, reason: Reason, clause: str) -> None:
        """A permanent takes no other action until it is freed (MMK-070, 073)."""
        if self.at_id(pid).dedicated is None:
            p = self.alter(pid, dedicated=reason)
            self.tell(changes.Dedicated(card=p.card, whose=p.controller, keeper=p.keeper, reason=reason, clause=clause))

    def attach(self, card: int, pid: int | None) -> None:
        """A weapon or strategy goes to a permanent, or to none."""
        p = self.alter(card, attached_to=pid)
        to = None if pid is None else self.card_of(pid)
        self.tell(changes.Attached(card=p.card, whose=p.controller, to=to, clause="MMK-027" if pid is None else "MMK-240"))

    # ---- triggers

    def fire(self, event: str, pid: int) -> None:
        """Something has happened to a permanent: its own abilities may trigger (MMK-106, 107)."""
        if self.in_play(pid):
            self._trigger(self.at_id(pid), event)

    def fire_all(self, event: str, seat: Seat | None = None) -> None:
        """Something has happened: abilities of all, or of one player's permanents, trigger."""
        for p in self.state.permanents:
            if seat is None or p.controller == seat:
                self._trigger(p, event)

    def _trigger(self, p: Permanent, event: str) -> None:
        for place, ability in enumerate(self.card(p.card).abilities):
            if ability.on != event:
                continue
            self.tell(changes.Triggered(card=p.card, whose=p.controller))
            found = Trigger(self.new_id(), p.id, p.card, place, p.controller, p.owner)
            if ability.at_once:
                self.do_at_once(found.item, ability)
            else:
                self.set(triggers=(*self.state.triggers, found))

    # ---- endings

    def settle(self) -> bool:
        """Say whether a completed unit has decided the match (MMK-164..168, R36..R40)."""
        options, seats = self.options, self.state.seats
        if isinstance(self.top, Over):
            return True
        scores = {seat: self.score(seat) for seat in seats}
        aim = options.mode == "emuna" or options.clock_keeps_threshold
        wins = [seat for seat in seats if aim and scores[seat] >= options.win_emuna]
        empty = any(self.player(seat).drawn_out for seat in seats)
        losing = empty or any(self.lost(seat) >= options.loss_emuna for seat in seats)
        if wins and losing:
            self.end("draw", (), "both", "MMK-R37")
        elif losing:
            self.end("loss", (), "empty_city" if empty else "lost", "MMK-168" if empty else "MMK-167")
        elif wins:
            self.best_score("emuna", "MMK-164")
        return isinstance(self.top, Over)

    def best_score(self, reason: str, clause: str) -> None:
        """The best score wins, a tie is a draw (MMK-166, R16, R40)."""
        scores = {seat: self.score(seat) for seat in self.state.seats}
        best = tuple(seat for seat, score in scores.items() if score == max(scores.values()))
        self.end("win" if len(best) == 1 else "draw", best if len(best) == 1 else (), reason, clause)

    def end(self, result: Any, winners: tuple[Seat, ...], reason: Any, clause: str) -> None:
        """End the match with a result and drop all that waited."""
        self.tell(changes.MatchEnded(result=result, winners=winners, reason=reason, clause=clause))
        for item in self.waiting():
            self.use_up(item)
        self.set(stack=(), triggers=())
        self.over(Over(result, winners, reason))
