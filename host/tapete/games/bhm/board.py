"""The board that a chapter reads and changes: cards that go from zone to zone, counters, checks, eliminations."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from tapete.core.seats import SEATS, Seat
from tapete.core.steps import Dice, Over, Step
from tapete.games.bhm import changes
from tapete.games.bhm.beings import STANDING, Attr, Being, Field, Held, Orphans, Petrified, Space, refitted, rested, without_temp
from tapete.games.bhm.constants import DIVINE, FLED, KILLED, LOSING, TERRITORY_LOST
from tapete.games.bhm.figures import ATTRS, AttrName, Guard, OutReason
from tapete.games.bhm.seen import Seen, carried_by
from tapete.games.bhm.state import CallPlan, CardPlan, Final, ObjectPlan, Plan, Player, PowerPlan, SetupDie, Terror, Window


class War(Seen):
    """A state of the war being read or changed."""

    __slots__ = ()

    # ---- plain changes

    def put_space(self, seat: Seat, slot: int, space: Space) -> None:
        """Something lies in a space, or nothing."""
        field = self.player(seat).field
        self.change(seat, field=(*field[:slot], space, *field[slot + 1 :]))

    def put_being(self, being: Being) -> Being:
        """A being on the field is now like this."""
        spot, there = self.where(being.iid), self.numbered
        self.put_space(*spot, being)
        self._players, self._there = self.state.players, {**there, being.iid: (spot, being)}
        return being

    def alter(self, iid: int, **fields: Any) -> Being:
        """Change fields of a being on the field."""
        return self.put_being(replace(self.standing(iid), **fields))

    def next_seq(self) -> int:
        """The next activation number (BHM-102)."""
        self.set(seq=self.state.seq + 1)
        return self.state.seq

    def tell_of(self, kind: Any, iid: int, **figures: Any) -> None:
        """An event about a being on the field."""
        self.tell(kind(seat=self.controller(iid), card=self.standing(iid).card, **figures))

    # ---- whether an effect takes hold

    def no_effect(self, seat: Seat, card: str | None, reason: changes.Reason, clause: str) -> None:
        """Say that something does nothing, and why."""
        self.tell(changes.NoEffect(seat=seat, card=card, reason=reason, clause=clause))

    def fails(self, iid: int, reason: changes.Reason, clause: str) -> None:
        """Say that something does nothing to a being on the field, and why."""
        self.no_effect(self.controller(iid), self.standing(iid).card, reason, clause)

    def affected(self, iid: int, *, beings_only: bool = False) -> bool:
        """Say whether an effect reaches a being: there, no entity where beings are named, not immune (BHM-107, 148, R68, R107)."""
        being = self.find(iid)
        if being is None:
            self.no_effect(self.by or self.active, self.card_at_work, "gone", "BHM-R107")
            return False
        immune = None if self.by in (None, self.controller(iid)) else being.figure("inmune")
        if beings_only and being.is_entity:
            self.fails(iid, "entity", "BHM-107")
        elif immune is not None and self.rank is not None and immune >= self.rank:
            self.fails(iid, "immune", "BHM-148")
        else:
            return True
        return False

    def still_seen(self, seat: Seat, iid: int) -> bool:
        """Say whether a player may still choose a being that was chosen before others could react (BHM-142, R89)."""
        hidden = self.seen_by(seat)(iid) is not None
        if hidden:
            self.fails(iid, "invisible", "BHM-R89")
        return not hidden

    def protected(self, iid: int, keywords: Mapping[Guard, str]) -> bool:
        """Say whether a keyword in force keeps an effect from working; `keywords` gives the clause of each."""
        being = self.standing(iid)
        word = next((word for word in keywords if being.has(word)), None)
        if word is not None:
            self.fails(iid, word, keywords[word])
        return word is not None

    # ---- attributes

    def tell_attr(self, iid: int, name: AttrName, clause: str = "BHM-R18") -> None:
        """Say how an attribute stands."""
        attr = self.standing(iid).attr(name)
        if attr is not None:
            self.tell_of(changes.AttributeChanged, iid, attr=name, now=attr.cur, most=attr.max, clause=clause)

    def shift(self, iid: int, name: AttrName, delta: int, clause: str = "BHM-R18") -> None:
        """The current value moves inside its bounds (BHM-R18)."""
        attr = self.standing(iid).attr(name)
        if attr is None:
            self.fails(iid, "no_attribute", "BHM-R109")
        else:
            self.alter(iid, **{name: attr.at(attr.cur + delta)})
            self.tell_attr(iid, name, clause)

    def thaw(self, iid: int, clause: str) -> None:
        """A frozen being thaws (BHM-132)."""
        if self.standing(iid).frozen:
            self.alter(iid, frozen=False)
            self.tell_of(changes.Thawed, iid, clause=clause)

    # ---- what is attached

    def attach(self, iid: int, held: Held, where: str) -> None:
        """A card is attached, and what it changes takes hold of the attributes that are there (BHM-R79, R109)."""
        being = self.standing(iid)
        mods = {name: delta for name, delta in self.card(held.card).mods.items() if being.attr(name) is not None}
        carried = (*getattr(being, where), replace(held, mods=mods))
        self.put_being(refitted(replace(being, **{where: carried}), ending=False))
        clause = "BHM-093" if where == "powers" else "BHM-096"
        self.tell(changes.Equipped(seat=self.controller(iid), bearer=being.card, card=held.card, clause=clause))

    def detach(self, iid: int, held: Held, where: str) -> None:
        """Take a card off and end what it changed (BHM-R79)."""
        being = self.standing(iid)
        rest = tuple(other for other in getattr(being, where) if other != held)
        self.put_being(refitted(replace(being, **{where: rest}), ending=True))
        self.tell(changes.Detached(seat=self.controller(iid), bearer=being.card, card=held.card, clause="BHM-R79"))

    # ---- counters

    def raise_counter(self, seat: Seat, delta: int, cause: changes.Cause, clause: str) -> None:
        """Move a call counter, never below 0. A player who is out counts nothing (BHM-R03, R10)."""
        player = self.player(seat)
        now = max(0, player.counter + delta)
        if player.alive and now != player.counter:
            self.change(seat, counter=now)
            self.tell(changes.CounterChanged(seat=seat, was=player.counter, now=now, cause=cause, clause=clause))

    # ---- zones

    def home(self, owner: Seat, card: str, clause: str) -> None:
        """A card goes to its owner's dead zone, a summon to its summon zone (BHM-100, 111, R83, R91)."""
        player = self.player(owner)
        if not player.alive:
            return
        if self.is_summon(card):
            known = player.known_summons if card in player.known_summons else (*player.known_summons, card)
            self.change(owner, summons=player.summons + 1, known_summons=known)
            self.tell(changes.WentTo(seat=owner, card=card, zone="summons", where=None, clause="BHM-111"))
        else:
            self.lay(owner, "dead", card)
            self.tell(changes.WentTo(seat=owner, card=card, zone="dead", where=None, clause=clause))

    def fizzle(self, seat: Seat, card: str, reason: changes.Reason, *, home: bool = True) -> None:
        """Let what was announced have no effect, and send its card home (BHM-R89)."""
        self.no_effect(seat, card, reason, "BHM-R89")
        if home:
            self.home(seat, card, "BHM-R89")

    def draw(self, seat: Seat, n: int, *, mandatory: bool, clause: str) -> None:
        """As many cards as there are; a mandatory draw with too few left dooms (BHM-006, R05)."""
        if drawn := self.pass_on(seat, "deck", "hand", n):
            player = self.player(seat)
            self.tell(changes.Drawn(seat=seat, n=drawn, hand=player.hand, deck=player.deck, mandatory=mandatory, clause=clause))
        if mandatory and drawn < n:
            self.doomed = (*self.doomed, seat)

    def discard(self, seat: Seat, cards: tuple[str, ...], clause: str) -> None:
        """Cards of a hand lie open in the dead zone (BHM-123, R85); no more than there are."""
        player = self.player(seat)
        cards = cards[: player.hand]
        player = self.change(seat, hand=player.hand - len(cards), dead=(*player.dead, *cards))
        self.tell(changes.Discarded(seat=seat, cards=cards, hand=player.hand, clause=clause))

    # ---- coming and going

    def printed_being(self, card: str, owner: Seat, seq: int) -> Being:
        """A being as its card is printed."""
        printed = self.card(card)
        given: dict[str, Any] = {name: Attr(value, value, value) for name in ATTRS if (value := getattr(printed, name)) is not None}
        given |= {"kind": printed.kind, "rank_base": printed.rank, "keywords": printed.keywords}
        return Being(iid=seq, card=card, owner=owner, seq=seq, since=seq, **given)

    def enter(self, seat: Seat, slot: int, card: str, owner: Seat, how: changes.How, clause: str) -> Being:
        """A being comes on the field."""
        being = replace(self.printed_being(card, owner, self.next_seq()), fresh=any(e.when == "on_enter" for e in self.card(card).effects))
        self.put_space(seat, slot, being)
        self.tell(changes.Entered(seat=seat, card=card, slot=slot, how=how, clause=clause))
        return being

    def owe_terror(self, iid: int) -> None:
        """The one who controls what has come owes TERROR's victim, where there is any (BHM-144, R112)."""
        being, seat = self.standing(iid), self.controller(iid)
        if being.has("terror") and not self.victims(seat).empty():
            if being.frozen:  # it may have come back so from the deserters
                self.fails(iid, "frozen", "BHM-129")
            else:
                self.put(Terror(seat, iid))

    def lift(self, iid: int, *, travel: bool = False) -> Being:
        """Take a being from its space; what it carried goes to the dead zone, stays as a pile, or goes along (BHM-R15, R75, R78)."""
        spot, being = self.where(iid), self.standing(iid)
        loose = () if travel else (*being.powers, *(held for held in being.objects if not self.card(held.card).indestructible))
        stays = () if travel else tuple(replace(held, mods={}) for held in being.objects if self.card(held.card).indestructible)
        self.put_space(spot.seat, spot.slot, Orphans(stays) if stays else None)
        for held in (*loose, *being.beside):
            self.tell(changes.Detached(seat=spot.seat, bearer=being.card, card=held.card))
            self.home(held.owner, held.card, "BHM-R15" if held in loose else "BHM-R75")
        if travel:
            return replace(being, beside=())
        return refitted(replace(being, beside=(), powers=(), objects=()), ending=True)

    def count_death(self, seat: Seat, being: Being, points: int, cause: changes.Cause, clause: str) -> None:
        """A counter rises for a being that has died, by one more for gods and demigods (BHM-105)."""
        divine = self.card(being.card).is_divine
        self.raise_counter(seat, points + (DIVINE if divine else 0), cause, "BHM-105" if divine else clause)

    def kill(self, iid: int, clause: str) -> None:
        """A being is killed: its controller's counter rises (BHM-033, 105, 124, 125)."""
        seat, being = self.controller(iid), self.lift(iid)
        self.tell(changes.Killed(seat=seat, card=being.card, clause=clause))
        self.home(being.owner, being.card, "BHM-124")
        self.count_death(seat, being, KILLED, "killed", "BHM-033")

    def flee(self, iid: int, clause: str) -> None:
        """A being flees to the deserters; fleeing again in the turn of its return it leaves for good (BHM-063, 065, 077, R14..R16)."""
        seat, before = self.controller(iid), self.standing(iid)
        travel = self.options.flee_attachments == "travel" and not before.returned
        being = self.lift(iid, travel=travel)
        self.tell(changes.Fled(seat=seat, card=being.card, clause=clause))
        self.raise_counter(seat, FLED, "fled", "BHM-031")
        if before.returned and self.is_summon(being.card):
            self.home(being.owner, being.card, "BHM-R16")
        elif before.returned:
            self.count(being.owner, "deck", 1)
            where = self.options.second_flight_deck
            self.tell(changes.WentTo(seat=being.owner, card=being.card, zone="deck", where=where, clause="BHM-077"))
        else:
            self.lay(being.owner, "deserters", replace(rested(without_temp(being)), fled_turn=self.state.turn))

    def pick_deserter(self, seat: Seat, iid: int) -> Being:
        """A deserter leaves the others."""
        there = self.player(seat).deserters
        self.change(seat, deserters=tuple(being for being in there if being.iid != iid))
        return next(being for being in there if being.iid == iid)

    def lose_territory(self, seat: Seat, index: int, clause: str, *, home: bool = True) -> None:
        """A territory is lost: its controller's counter rises by 1 (BHM-032, 086, R72)."""
        territories = self.player(seat).territories
        held = territories[index]
        self.change(seat, territories=(*territories[:index], *territories[index + 1 :]))
        self.tell(changes.TerritoryDestroyed(seat=seat, card=held.card, clause=clause))
        if home:
            self.home(held.owner, held.card, clause)
        self.raise_counter(seat, TERRITORY_LOST, "territory", "BHM-086")

    def destroy_territory(self, seat: Seat, index: int) -> None:
        """A territory is destroyed, unless nothing can (BHM-084, 134, R71)."""
        territories = self.player(seat).territories
        if index >= len(territories):
            self.no_effect(seat, None, "not_there", "BHM-R107")
        elif self.card(territories[index].card).indestructible:
            self.no_effect(seat, territories[index].card, "indestructible", "BHM-134")
        else:
            self.lose_territory(seat, index, "BHM-032")

    # ---- what is pending

    def pending_card(self, plan: Plan) -> str | None:
        """The card that a pending action holds (BHM-R96, R114)."""
        lies = isinstance(plan, ObjectPlan) and plan.orphan is not None
        return plan.card if isinstance(plan, CardPlan) and not lies else None

    # ---- the end of an atomic action

    def settle(self) -> None:
        """State checks, then the losing check (BHM-034, 058..060, 063, R08, R42, R47..R51, R53)."""
        for window in self.state.agenda:
            if type(window) is not Window:
                continue
            plan = window.plan
            if type(plan) is PowerPlan and plan.last_pod and (payer := self.find(plan.executor)) is not None and payer.now("pod"):
                self.swap(window, replace(window, plan=replace(plan, last_pod=False)))  # what takes this POD is no payment
        while self.exposed and sum(self._check(iid) for iid in [being.iid for _, being in self.every() if being.exposed]):
            pass
        self.judge()

    @property
    def exposed(self) -> bool:
        """Say whether anything on any field calls for a check."""
        return self.of_part(self.state.players, _exposed)

    def _check(self, iid: int) -> bool:
        """The first of the three checks that applies to a being; whether it left."""
        being = self.find(iid)
        reason = None if being is None else next(self.fatal(being), None)
        if being is None or reason is None:
            return False
        if reason == "val":
            self.flee(iid, "BHM-063")
        elif being.is_entity:
            seat = self.controller(iid)
            self.lift(iid)
            self.home(being.owner, being.card, "BHM-R53")
            self.raise_counter(seat, self.options.entity_death_points, "entity", "BHM-R53")
        else:
            self.kill(iid, "BHM-068" if reason == "pod" else "BHM-078")
        return True

    def fatal(self, being: Being) -> Iterator[AttrName]:
        """Yield the attributes at zero with which a being does not stay (BHM-059, 063, 068, 078; R42, R47..R51, R53)."""
        survives, eternal = self.card(being.card).survives_zero, being.has("eterno")
        if being.inactive and not (being.is_entity or "pod" in survives or self.paying(being.iid)):
            yield "pod"
        if being.salud is not None and being.salud.cur == 0 and not ("salud" in survives or eternal or being.has("inmortal")):
            yield "salud"
        if being.val is not None and being.val.cur == 0 and not (eternal or being.is_entity):
            yield "val"

    def paying(self, iid: int) -> bool:
        """Say whether a pending power took the last POD of its executor, which waits for it (BHM-R42)."""
        return any(isinstance(w.plan, PowerPlan) and w.plan.executor == iid and w.plan.last_pod for w in self.windows())

    def judge(self) -> None:
        """Judge who is out: at 32, unable to draw, or (a house rule) with an empty deck; all at once (BHM-006, 029, 030, R04, R08)."""
        state, doomed = self.state, self.doomed
        if type(state.agenda[-1]) is Over:
            return
        empties = self.options.deckout == "on_empty" and state.turn > 0
        out: dict[Seat, OutReason] = {}
        for seat, player in zip(SEATS, state.players, strict=False):
            if player.alive and player.counter >= LOSING:
                out[seat] = "counter"
            elif player.alive and (seat in doomed or (empties and player.deck == 0)):
                out[seat] = "deckout"
        self.doomed = ()
        if out:
            self.eliminate(out)

    def eliminate(self, out: Mapping[Seat, OutReason]) -> None:
        """Players are out: what is theirs leaves the game, what is not goes home, and the match goes on without them (BHM-R10, R110)."""
        emptied = "BHM-030" if self.options.deckout == "on_empty" else "BHM-006"
        for seat, reason in out.items():
            clause = {"counter": "BHM-029", "deckout": emptied, "concede": "BHM-R99"}[reason]
            self.tell(changes.Eliminated(seat=seat, reason=reason, clause=clause))
        active_out, pending = self.state.active in out, self.windows()
        for seat, reason in out.items():
            before = self.player(seat)
            bare = before.without_all(reason)
            self.set(players=tuple(bare if x == seat else p for x, p in zip(self.state.seats, self.state.players, strict=True)))
            self._send_home(before)
        for seat in self.living:
            self._strip(seat)
        if active_out or len(self.living) < 2:
            for window in pending:
                if (card := self.pending_card(window.plan)) is not None:
                    self.home(window.seat, card, "BHM-R110")
        living = self.living
        if len(living) < 2:
            self.over(Over("win" if living else "draw", living, next(iter(out.values()))))
            self.tell(changes.GameOver(winner=living[0]) if living else changes.MatchDrawn())
        else:
            self._mend_agenda(out, active_out)

    def _send_home(self, left: Player) -> None:
        """What others own and lay with a player who is out goes home, without points."""
        for space in (*left.field, *left.deserters):
            if isinstance(space, STANDING):
                self.home(space.owner, space.card, "BHM-R110")
            for held in carried_by(space):
                self.home(held.owner, held.card, "BHM-R110")
        for held in (*left.territories, *left.strategies):
            self.home(held.owner, held.card, "BHM-R110")

    def _strip(self, seat: Seat) -> None:
        """What players who are out own leaves a field that stays."""
        for slot, space in enumerate(self.player(seat).field):
            if isinstance(space, Being) and not self.player(space.owner).alive:
                self.lift(space.iid)
        player = self.player(seat)
        field: Field = tuple(self._stripped(space) for space in player.field)
        deserters = tuple(being for being in map(self._stripped, player.deserters) if isinstance(being, Being))
        self.change(
            seat, field=field, deserters=deserters, territories=self._ours(player.territories), strategies=self._ours(player.strategies)
        )

    def _ours(self, cards: Iterable[Held]) -> tuple[Held, ...]:
        return tuple(held for held in cards if self.player(held.owner).alive)

    def _stripped(self, space: Space) -> Space:
        lies = carried_by(space)
        ours = self._ours(lies)
        if isinstance(space, Orphans) or (isinstance(space, Petrified) and not self.player(space.owner).alive):
            return Orphans(ours) if ours else None
        if space is None or ours == lies:
            return space
        if isinstance(space, Petrified):
            return replace(space, orphans=ours)
        powers, objects, beside = self._ours(space.powers), self._ours(space.objects), self._ours(space.beside)
        return refitted(replace(space, powers=powers, objects=objects, beside=beside), ending=True)

    def _mend_agenda(self, out: Mapping[Seat, OutReason], active_out: bool) -> None:
        """Drop what eliminated players were asked or had announced (BHM-R10, R110)."""
        agenda: list[Step] = []
        for step in self.state.agenda:
            if isinstance(step, Window):
                if active_out or step.seat in out:
                    continue
                step = replace(step, waiting=tuple(seat for seat in step.waiting if seat not in out))
            elif isinstance(step, Terror):
                if step.seat in out or self.find(step.source) is None:
                    continue
            elif isinstance(step, Dice):
                step = Dice(tuple(die for die in step.dice if die.panel not in out))
            elif isinstance(step, SetupDie):
                step = SetupDie(tuple(seat for seat in step.tied if seat not in out))
            elif active_out:
                step = Final("F3", cut=True)
            agenda.append(step)
        self.set(agenda=tuple(agenda))


def _exposed(board: War) -> bool:
    """Say whether anything on any field calls for a check."""
    sides = zip(SEATS, board.state.players, strict=False)
    return True in [board.of_part(player.field, _at_zero, seat) for seat, player in sides]


def _at_zero(board: War, seat: Seat) -> bool:
    return True in [being.exposed for being in board.beings(seat)]


def word_of(plan: Plan) -> changes.What:
    """Name a pending action in one word."""
    if type(plan) is CallPlan:
        return "instant_call" if plan.instant else "call"
    word: changes.What = plan.__struct_config__.tag  # type: ignore[assignment]  # the tags of plans are these words
    return word
