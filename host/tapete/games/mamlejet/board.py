"""The board as a chapter leaves it: the verbs of Mamlejet Kohanim."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from tapete.core.seats import Seat
from tapete.core.steps import Over
from tapete.games.mamlejet.changes import (
    AllyFell,
    Attached,
    CardIdentified,
    CardMoved,
    CardsDrawn,
    CityEmpty,
    CityHit,
    CityModified,
    Commanded,
    CountAdjusted,
    Countered,
    DamageWaits,
    Dedicated,
    Discarded,
    EnemyDefeated,
    EnemyEntered,
    EnteredPlay,
    FallenMarked,
    Freed,
    Healed,
    KeywordChanged,
    LeftPlay,
    MatchEnded,
    Modified,
    Paid,
    Produced,
    Readied,
    Triggered,
    WealthGained,
)
from tapete.games.mamlejet.field import Field
from tapete.games.mamlejet.figures import RULED, By, Cause, Cost, Wealth
from tapete.games.mamlejet.state import Hit, Item, Lying, Mod, Permanent, Reason, Round, Trigger, Window


class Front(Field):
    """A state of the match being changed."""

    __slots__ = ()

    def scratch(self) -> Front:
        """A copy to try something on, with the same one at work."""
        copy = super().scratch()
        copy.by, copy.item = self.by, self.item
        return copy

    # ---- the small verbs

    def new_id(self) -> int:
        """A number that nothing has had."""
        number = self.state.next_id
        self.set(next_id=number + 1)
        return number

    def change(self, pid: int, **fields: Any) -> None:
        """Change a permanent in play."""
        self._index()
        place, old = self._place[pid], self.state.permanents
        new = (*old[:place], replace(old[place], **fields), *old[place + 1 :])
        self.state = replace(self.state, permanents=new)
        self._seen = new
        if self._worn is not None and ("attached_to" in fields or "mods" in fields or old[place].attached_to is not None):
            self._worn = None

    def change_player(self, seat: Seat, **fields: Any) -> None:
        """Change one player's piles or wealth."""
        self.set(players=tuple(replace(p, **fields) if p.seat == seat else p for p in self.state.players))

    def step_to(self, at: Any) -> None:
        """The round is at another of its steps; what lies on it stays."""
        base = self.state.agenda[0]
        if isinstance(base, Round) and base.at != at:
            self.state = replace(self.state, agenda=(replace(base, at=at), *self.state.agenda[1:]))

    def hush(self, quiet: bool, mains: bool = False) -> None:
        """From now on nobody is asked in the windows of this round, perhaps in its main phases neither, or everybody is again (MMK-R84)."""
        base = self.state.agenda[0]
        if isinstance(base, Round) and (base.quiet, base.mains) != (quiet, mains):
            self.state = replace(self.state, agenda=(replace(base, quiet=quiet, mains=mains), *self.state.agenda[1:]))

    def played(self) -> None:
        """MMK-R63: something was played in a window; every pass is cleared, those for the rest of the round too."""
        self.hush(False)
        self.become(Window())

    def push(self, item: Item) -> None:
        """Something waits on the stack."""
        self.set(stack=(*self.state.stack, item))

    # ---- wealth

    def gain(self, seat: Seat, colour: str, n: int) -> None:
        """Points at a player's disposal until clean-up (MMK-066, 068)."""
        pool = self.player(seat).pool
        self.change_player(seat, pool=replace(pool, **{colour: getattr(pool, colour) + n}))
        self.tell(WealthGained(seat=seat, colour=colour, n=n))  # type: ignore[arg-type]  # one of the three colours

    def produce(self, seat: Seat, pid: int) -> None:
        """A resource is dedicated for its wealth (MMK-004, 071)."""
        pool = self.player(seat).pool.plus(self.yields(pid))
        self.change(pid, dedicated="pays")
        self.change_player(seat, pool=pool)
        self.tell(Produced(seat=seat, card=self.at_id(pid).card, white=pool.white, red=pool.red, blue=pool.blue))

    def pay(self, seat: Seat, cost: Cost, dedicate: tuple[int, ...], spend: Wealth | None = None) -> None:
        """MMK-069, 091, R56: resources are dedicated and the whole cost is paid; what is left over stays in the pool.

        Args:
            spend: how the grey part is paid, where the player has said so.
        """
        for pid in dedicate:
            self.produce(seat, pid)
        if cost.total:
            pool = self.player(seat).pool.paid(cost.coloured(spend))
            self.change_player(seat, pool=pool)
            self.tell(Paid(seat=seat, white=pool.white, red=pool.red, blue=pool.blue))

    # ---- piles

    def draw(self, seat: Seat, n: int, clause: str = "MMK-R39") -> None:
        """Cards from the city to the hand; too few: all there are, and then the loss (MMK-168, R39)."""
        player = self.player(seat)
        number = min(n, player.city)
        if number:
            self.change_player(seat, hand=player.hand + number, city=player.city - number)
            told = CardsDrawn(seat=seat, n=number, hand=player.hand + number, city=player.city - number, clause=clause)
            self.tell(told)
        if number < n:
            self.change_player(seat, drawn_out=True)
            self.tell(CityEmpty(seat=seat))

    def bury(self, where: Seat, lying: Lying) -> None:
        """A card lies in a guenizá."""
        self.change_player(where, guenizah=(*self.player(where).guenizah, lying))

    def discard(self, seat: Seat, cards: tuple[str, ...], clause: str) -> None:
        """Cards from a hand to its owner's guenizá (MMK-051, 229)."""
        for card in cards:
            self.bury(seat, Lying(card, seat))
        hand = self.player(seat).hand - len(cards)
        self.change_player(seat, hand=hand)
        if cards:
            self.tell(Discarded(seat=seat, cards=cards, hand=hand, clause=clause))

    def fall(self, seat: Seat, card: str, mark: Literal["none", "city"], clause: str) -> None:
        """The top card of a city goes to its owner's guenizá (MMK-188, 202)."""
        city = self.player(seat).city - 1
        self.change_player(seat, city=city)
        self.bury(seat, Lying(card, seat, mark))
        self.tell(CityHit(seat=seat, card=card, city=city, clause=clause))

    # ---- in and out of play

    def enter(self, card: str, owner: Seat, controller: Seat | None, attached_to: int | None = None, *, act: bool = False) -> int:
        """A card is a permanent now: a new one that remembers nothing (MMK-099, 100, 251); legends and triggers follow."""
        pid = self.new_id()
        made = Permanent(id=pid, card=card, owner=owner, controller=controller, entered=not act, attached_to=attached_to)
        self.set(permanents=(*self.state.permanents, made))
        if controller is None:
            self.tell(EnemyEntered(card=card, owner=owner))
        else:
            self.tell(EnteredPlay(seat=controller, card=card))
        if attached_to is not None:
            self.tell(Attached(card=card, to=self.at_id(attached_to).card, clause="MMK-081"))
        if not self._legend(card):
            self.fire("enters_self", pid)
            for other in self.state.permanents:
                if other.id != pid:
                    self._trigger(other, "enters_enemy" if controller is None else "enters_ally")
        return pid

    def enemy(self, owner: Seat, card: str) -> int:
        """The top card of an enemy city enters at the front (MMK-059, 183)."""
        self.change_player(owner, enemy_city=self.player(owner).enemy_city - 1)
        return self.enter(card, owner, None)

    def _legend(self, card: str) -> bool:
        """MMK-246, 247, R42: two equal legends leave together, to their owners' guenizot."""
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
        self, pid: int, to: str, where: Seat, *, fallen: str = "none", curable: bool = False, clause: str = "MMK-250", quiet: bool = False
    ) -> None:
        """A permanent leaves play: pairs, attachments and what it kept up end with it (MMK-027, 250, R49, R60).

        Args:
            pid: which. to: the zone. where: whose zone it is. fallen: how a soldier came there (MMK-R34).
            curable: a healing roll may bring it back in this round. clause: cited. quiet: the event is told by the caller.
        """
        gone = self.at_id(pid)
        self._trigger(gone, "leaves_self")
        for other in (gone.opponent, gone.frenzy_opponent):
            if other is not None and self.in_play(other):
                keep = self.at_id(other)
                if keep.opponent == pid:
                    self.change(other, opponent=None)
                if keep.frenzy_opponent == pid:
                    self.change(other, frenzy_opponent=None)
        self.set(permanents=tuple(p for p in self.state.permanents if p.id != pid))
        self._forget(pid)
        if to == "guenizah":
            lying = Lying(gone.card, gone.owner, fallen, pid if curable else None)  # type: ignore[arg-type]  # one of the three marks
            self.bury(where, lying)
        elif to == "enemy_out":
            self.change_player(gone.owner, enemy_out=(*self.player(gone.owner).enemy_out, gone.card))
        else:
            self.change_player(where, **{to: getattr(self.player(where), to) + 1})
        if not quiet:
            self.tell(LeftPlay(card=gone.card, owner=where, to=to, clause=clause))  # type: ignore[arg-type]  # a zone
        for other_p in [p for p in self.state.permanents if p.attached_to == pid]:
            if self.card(other_p.card).type == "estrategia":
                self.leave(other_p.id, "guenizah", other_p.owner, clause="MMK-R60")
            else:
                self.attach(other_p.id, None)

    def _forget(self, pid: int) -> None:
        """What lasted while a permanent was in play ends."""

        def kept(mods: tuple[Mod, ...]) -> tuple[Mod, ...]:
            return tuple(m for m in mods if not (m.until == "while_source" and m.source == pid))

        for p in self.state.permanents:
            if any(m.until == "while_source" and m.source == pid for m in p.mods):
                self.change(p.id, mods=kept(p.mods))
        for player in self.state.players:
            if player.city_mods:
                self.change_player(player.seat, city_mods=kept(player.city_mods))

    def strike(self, pid: int, by: By) -> None:
        """Damage takes effect: one is enough (MMK-139, 141, 233, R41, R78, R95)."""
        if not self.in_play(pid) or self.figure(pid) is None:
            return
        struck = self.at_id(pid)
        self._trigger(struck, "defeated_self")
        if struck.controller is None:
            self._defeat(struck, by, "MMK-141")
            return
        fallen, curable = "battle" if by == "enemy" else "none", self.options.heal_from_guenizah and self.soldier(struck)
        self.leave(pid, "guenizah", struck.owner, fallen=fallen, curable=curable, quiet=True)
        self.tell(AllyFell(card=struck.card, owner=struck.owner, lost=self.lost(struck.owner)))

    def _defeat(self, enemy: Permanent, by: By, clause: str) -> None:
        """MMK-141, 235, R41: an enemy goes to the guenizá of whoever did it; of nobody's doing it scores nothing."""
        if by in self.state.seats:
            self.leave(enemy.id, "guenizah", by, quiet=True)
            self.tell(EnemyDefeated(card=enemy.card, seat=by, score=self.score(by), clause=clause))
        else:
            self.leave(enemy.id, "enemy_out", enemy.owner, clause="MMK-R41")

    def remove(self, pid: int, by: By, clause: str) -> None:
        """A permanent is eliminated without combat (MMK-232, 234, 235, R83)."""
        gone = self.at_id(pid)
        if gone.controller is None:
            self._defeat(gone, by, "MMK-235")
        else:
            fallen = "battle" if by == "enemy" and self.soldier(gone) else "none"
            self.leave(pid, "guenizah", gone.owner, fallen=fallen, clause=clause)

    # ---- combat

    def pair(self, ally: int, enemy: int) -> None:
        """Two opponents: always one against one (MMK-126)."""
        self.change(ally, opponent=enemy)
        self.change(enemy, opponent=ally)

    def part(self, pid: int) -> None:
        """A pair dissolves (MMK-R49, R50)."""
        p = self.at_id(pid)
        for mine in ("opponent", "frenzy_opponent"):
            other = getattr(p, mine)
            if other is not None:
                self.change(pid, **{mine: None})
                if self.in_play(other):
                    self.change(other, **{mine: None})

    def hurt(self, pid: int, by: By) -> int:
        """Damage is pending (MMK-131, 208)."""
        number = self.new_id()
        self.change(pid, hits=(*self.at_id(pid).hits, Hit(number, by)))
        return number

    def hurt_by_effect(self, pid: int) -> None:
        """Damage outside 3c and 3e waits on the stack by itself (MMK-R51)."""
        number = self.hurt(pid, self.by)
        self.push(Item(id=self.new_id(), kind="damage", controller=self.item.controller if self.item else None, hits=(number,)))
        self.tell(DamageWaits(n=1, clause="MMK-R51"))

    def cure(self, pid: int) -> None:
        """One pending damage is cancelled (MMK-227, R53)."""
        if self.at_id(pid).hits:
            self.change(pid, hits=self.at_id(pid).hits[1:])
            self.tell(Healed(card=self.at_id(pid).card))

    def revive(self, number: int) -> None:
        """MMK-R52, R76, under its house rule: a soldier that fell in this round comes back, as a new card that has just entered."""
        where, lying = self.curable[number]
        pile = self.player(where).guenizah
        self.change_player(where, guenizah=tuple(x for x in pile if x is not lying))
        self.tell(CardMoved(owner=lying.owner, card=lying.card, source="guenizah", to="play", clause="MMK-R52"))
        self.enter(lying.card, lying.owner, lying.owner)

    def dedicate(self, pid: int, reason: Reason, clause: str) -> None:
        """A permanent takes no other action until it is freed (MMK-070, 073)."""
        if self.at_id(pid).dedicated is None:
            self.change(pid, dedicated=reason)
            self.tell(Dedicated(card=self.at_id(pid).card, keeper=self.at_id(pid).keeper, reason=reason, clause=clause))

    def liberate(self, pid: int) -> None:
        """MMK-248, R50, R98: what a permanent is dedicated to ends; a soldier leaves combat, and its frenzy roll is lost.

        An enemy is dedicated to a shot or an ability, never to its combat: freed, it keeps the opponent it has.
        """
        p = self.at_id(pid)
        if p.dedicated is not None:
            if p.controller is not None:
                self.part(pid)
                self.change(pid, frenzy_due=False, defending=False)
            self.change(pid, dedicated=None)
            self.tell(Freed(card=p.card, keeper=p.keeper))

    # ---- effects

    @property
    def cause(self) -> Cause:
        """What is at work: the card of an item of the stack, or the table (MMK-R75)."""
        return self.item.card if self.item is not None and self.item.card is not None else RULED

    @property
    def source(self) -> int | None:
        """The permanent whose ability is at work; None for a tactic and for the table."""
        return self.item.source if self.item is not None else None

    def over_already(self, until: Any) -> bool:
        """Whether a time is over before it begins: what lasts while its source is in play, when that has left (MMK-117, 250)."""
        return until == "while_source" and not self.in_play(self.source)

    def modify(self, pid: int, kind: Any, n: int, keyword: Any, until: Any) -> None:
        """A figure or a keyword of a permanent counts differently for a while."""
        if self.over_already(until):
            return
        p = self.at_id(pid)
        mod = Mod(kind, until, self.cause, n, keyword, self.source if until == "while_source" else None)
        self.change(pid, mods=(*p.mods, mod))
        if kind in ("grant", "lose"):
            self.tell(KeywordChanged(card=p.card, keyword=keyword, gained=kind == "grant", until=until, cause=mod.cause))
        else:
            self.tell(Modified(card=p.card, what=kind, n=n, until=until, cause=mod.cause))

    def modify_city(self, seat: Seat, n: int, until: Any) -> None:
        """A city is harder or easier to hit for a while."""
        if self.over_already(until):
            return
        mod = Mod("city", until, self.cause, n, None, self.source if until == "while_source" else None)
        self.change_player(seat, city_mods=(*self.player(seat).city_mods, mod))
        self.tell(CityModified(seat=seat, n=n, until=until, cause=mod.cause))

    def attach(self, card: int, pid: int | None) -> None:
        """A weapon or strategy goes to a permanent, or to none."""
        self.change(card, attached_to=pid)
        to = None if pid is None else self.at_id(pid).card
        self.tell(Attached(card=self.at_id(card).card, to=to, clause="MMK-027" if pid is None else "MMK-240"))

    def command(self, pid: int, seat: Seat) -> None:
        """Somebody else commands an ally (MMK-R78, R93)."""
        self.change(pid, controller=seat)
        self.tell(Commanded(card=self.at_id(pid).card, seat=seat))

    def ready(self, pid: int) -> None:
        """MMK-199 is lifted."""
        self.change(pid, entered=False)
        self.tell(Readied(card=self.at_id(pid).card))

    def counter(self, number: Any) -> None:
        """MMK-R91: an item is cancelled; its card goes to its owner's guenizá, its damage is gone."""
        if not self.ruled and self.item is not None and isinstance(number, int) and number <= len(self.item.targets):
            number = self.item.targets[number - 1]
        item = next((x for x in self.state.stack if x.id == number), None)
        if item is None:
            return
        self.set(stack=tuple(x for x in self.state.stack if x is not item))
        if item.kind == "tactic" and item.card is not None and item.owner is not None:
            self.bury(item.owner, Lying(item.card, item.owner))
        for p in self.state.permanents:
            if any(hit.id in item.hits for hit in p.hits):
                self.change(p.id, hits=tuple(hit for hit in p.hits if hit.id not in item.hits))
        self.tell(Countered(card=item.card))

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
            self.tell(Triggered(card=p.card))
            found = Trigger(self.new_id(), p.id, p.card, place, p.controller, p.owner)
            if ability.at_once:
                kept = self.item, self.by, self.ruled
                self.item, self.by, self.ruled = triggered_item(found), p.controller or "enemy", False
                for op in ability.effects:
                    op.effect(self)
                self.item, self.by, self.ruled = kept
            else:
                self.set(triggers=(*self.state.triggers, found))

    # ---- corrections

    def move(self, owner: Seat, card: str, source: str, to: str, pid: int | None) -> None:
        """A ruling moves a card between zones of its owner (MMK-R75)."""
        if source == "play" and pid is not None:
            self.leave(pid, to, owner, quiet=True)
        else:
            self._take(owner, card, source)
            if to == "play":
                self.enter(card, owner, None if self.is_enemy(card) else owner)
            elif to == "guenizah":
                self.bury(owner, Lying(card, owner))
            elif to == "enemy_out":
                self.change_player(owner, enemy_out=(*self.player(owner).enemy_out, card))
            else:
                self.change_player(owner, **{to: getattr(self.player(owner), to) + 1})
        told = CardMoved(owner=owner, card=card, source=source, to=to)  # type: ignore[arg-type]  # zones
        self.tell(told)

    def _take(self, owner: Seat, card: str, source: str) -> None:
        if source == "guenizah":
            for player in self.state.players:
                for place, lying in enumerate(player.guenizah):
                    if lying.card == card and lying.owner == owner:
                        self.change_player(player.seat, guenizah=(*player.guenizah[:place], *player.guenizah[place + 1 :]))
                        return
        elif source == "enemy_out":
            out = list(self.player(owner).enemy_out)
            out.remove(card)
            self.change_player(owner, enemy_out=tuple(out))
        else:
            self.change_player(owner, **{source: getattr(self.player(owner), source) - 1})

    def adjust(self, seat: Seat, pile: Literal["hand", "city", "enemy_city"], delta: int) -> None:
        """A pile is counted again; from now on so many cards more or fewer belong to it (MMK-R75)."""
        count = getattr(self.player(seat), pile) + delta
        self.change_player(seat, **{pile: count})
        tactics, enemies = self.state.ruled_counts.get(seat, (0, 0))
        moved = (tactics, enemies + delta) if pile == "enemy_city" else (tactics + delta, enemies)
        self.set(ruled_counts={**self.state.ruled_counts, seat: moved})
        self.tell(CountAdjusted(seat=seat, pile=pile, n=count))

    def identify(self, seat: Seat, index: int, card: str) -> None:
        """An unknown card of a guenizá has a name (MMK-R73)."""
        self._relay(seat, index, card=card)
        self.tell(CardIdentified(seat=seat, card=card))

    def mark(self, seat: Seat, index: int, mark: Any) -> None:
        """How a card came to a guenizá is corrected (MMK-R34)."""
        self._relay(seat, index, fallen=mark)
        self.tell(FallenMarked(seat=seat, card=self.player(seat).guenizah[index].card, mark=mark))

    def _relay(self, seat: Seat, index: int, **fields: Any) -> None:
        pile = self.player(seat).guenizah
        self.change_player(seat, guenizah=(*pile[:index], replace(pile[index], **fields), *pile[index + 1 :]))

    # ---- endings

    def judge(self) -> bool:
        """MMK-164..168, R36..R40: whether a completed unit has decided the match."""
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
            best = [seat for seat in wins if scores[seat] == max(scores.values())]
            self.end("win" if len(best) == 1 else "draw", tuple(best) if len(best) == 1 else (), "emuna", "MMK-164")
        return isinstance(self.top, Over)

    def best_score(self, reason: Literal["clock", "exhausted"], clause: str) -> None:
        """The best score wins, a tie is a draw (MMK-166, R16, R40)."""
        scores = {seat: self.score(seat) for seat in self.state.seats}
        best = tuple(seat for seat, score in scores.items() if score == max(scores.values()))
        self.end("win" if len(best) == 1 else "draw", best if len(best) == 1 else (), reason, clause)

    def decide(self, result: Literal["win", "draw", "loss"], winners: tuple[Seat, ...]) -> None:
        """A card or the table ends the match (MMK-153)."""
        self.end(result, winners, "card", "MMK-153")

    def end(self, result: Any, winners: tuple[Seat, ...], reason: Any, clause: str) -> None:
        """The match has a result; whatever waited is dropped."""
        self.tell(MatchEnded(result=result, winners=winners, reason=reason, clause=clause))
        for item in self.waiting():
            if item.kind == "tactic" and item.card is not None and item.owner is not None:
                self.bury(item.owner, Lying(item.card, item.owner))
        self.set(stack=(), triggers=())
        self.over(Over(result, winners, reason))


def triggered_item(found: Trigger) -> Item:
    """A triggered ability as it waits on the stack (MMK-108)."""
    return Item(
        id=found.id,
        kind="trigger",
        controller=found.controller,
        card=found.card,
        source=found.source,
        ability=found.ability,
        owner=found.owner,
    )


NOTHING = Wealth()
"""An empty pool."""
