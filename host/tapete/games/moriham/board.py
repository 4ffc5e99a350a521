"""The board as a chapter finds and leaves it: the words of the duel, and its verbs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from tapete.core.board import Board
from tapete.core.refusals import Code, Refusal, must
from tapete.core.seats import Seat
from tapete.core.steps import Over
from tapete.games.moriham.cards import Card, MonsterCard, chosen_words, type_of, typed_card
from tapete.games.moriham.changes import (
    AttackForbidden,
    AttacksGranted,
    BattleEnding,
    CardsDrawn,
    ControlChanged,
    CountSet,
    Destroyed,
    DirectAllowed,
    GameDrawn,
    GameOver,
    LifeChanged,
    LinkNegated,
    Modified,
    PositionChanged,
    Recovered,
    Removed,
    Returned,
    Searched,
    Summoned,
    SummonsGranted,
    ToGraveyard,
    Tributed,
)
from tapete.games.moriham.figures import (
    CHOSEN,
    SEATS,
    SLOTS,
    Battle,
    Bound,
    GraveRef,
    InGraveyard,
    Instance,
    MonsterRef,
    Ref,
    SpellRef,
    Target,
    Turned,
    Until,
    Where,
    Who,
    Zone,
    rival,
)
from tapete.games.moriham.language import _
from tapete.games.moriham.operations import Operations
from tapete.games.moriham.state import (
    Item,
    Loan,
    Mod,
    Monster,
    Options,
    Phase,
    Resolving,
    Side,
    Spell,
    Stack,
    State,
    Trigger,
    Triggers,
    Unit,
)


class Spot(Struct, frozen=True):
    """Where a card lies: a slot of a zone, or a graveyard (then `card` says which)."""

    seat: Seat
    zone: Zone
    slot: int = 0
    card: str = ""


WRONG_TYPE = Code("wrong_card_type", "MOR-007", _("{card:card} is a {type:type} card; this takes a {needed:type} card."))

WRONG_TYPE_SHOWN = WRONG_TYPE.citing("MOR-R61")


class Duel(Board[State]):
    """A state of the duel being read or changed. `by`, `item` and `bound` say whose operation is at work, of which item, at what."""

    __slots__ = ("bound", "by", "item")

    def __init__(self, rules: Any, state: State) -> None:
        super().__init__(rules, state)
        self.by: Seat = "A"
        self.item: Item | None = None
        self.bound: Bound | None = None

    def scratch(self) -> Duel:
        """A copy to try something on, with the same one at work."""
        copy = super().scratch()
        copy.by, copy.item, copy.bound = self.by, self.item, self.bound
        return copy

    # ---- reading words

    @property
    def options(self) -> Options:
        """The house rules of this match."""
        options: Options = self.rules.options
        return options

    @property
    def active(self) -> Seat:
        """Whose turn it is."""
        return self.state.active or "A"

    @property
    def in_order(self) -> tuple[Seat, Seat]:
        """Both seats, the active player's first (MOR-R58, R89)."""
        return self.active, rival(self.active)

    def side(self, seat: Seat) -> Side:
        """One player's side."""
        return self.state.A if seat == "A" else self.state.B

    def monster(self, seat: Seat, slot: int) -> Monster | None:
        """The monster in a slot."""
        return self.side(seat).monsters[slot - 1]

    def spell(self, seat: Seat, slot: int) -> Spell | None:
        """The magic or trap card in a slot."""
        return self.side(seat).spells[slot - 1]

    def standing(self, spot: Spot) -> Monster:
        """The monster at a spot that is known to hold one."""
        monster = self.monster(spot.seat, spot.slot)
        if monster is None:
            raise LookupError(f"no monster at {spot}")
        return monster

    def lying(self, spot: Spot) -> Spell:
        """The magic or trap card at a spot that is known to hold one."""
        spell = self.spell(spot.seat, spot.slot)
        if spell is None:
            raise LookupError(f"no spell at {spot}")
        return spell

    def own(self, seat: Seat) -> list[int]:
        """The slots in which a player has monsters."""
        return [slot for slot in SLOTS if self.monster(seat, slot) is not None]

    def free(self, seat: Seat) -> list[int]:
        """The slots in which a player has no monster."""
        return [slot for slot in SLOTS if self.monster(seat, slot) is None]

    def free_spells(self, seat: Seat) -> list[int]:
        """The slots in which a player has no magic or trap card."""
        return [slot for slot in SLOTS if self.spell(seat, slot) is None]

    def pile(self, seat: Seat, pile: Literal["hand", "deck"]) -> int:
        """How many cards a pile has that nobody else sees."""
        return self.side(seat).hand if pile == "hand" else self.side(seat).deck

    def hidden(self, spot: Spot) -> bool:
        """Whether a magic or trap card lies there that nobody but its owner knows."""
        return self.lying(spot).face_down

    def usable(self, seat: Seat) -> bool:
        """Whether a player has a face-down card that could be a trap to answer with (MOR-R41)."""
        return any(spell is not None and spell.face_down and not self.fresh(spell) for spell in self.side(seat).spells)

    def fresh(self, spell: Spell) -> bool:
        """Whether a house rule keeps a trap that was set in this turn from working (MOR-R36)."""
        return not self.options.trap_same_turn and spell.set_turn == self.state.turn

    # ---- cards

    @property
    def card_ids(self) -> tuple[str, ...]:
        """Every card that can be named: those of the catalogue, then those typed in."""
        return (*self.rules.catalogue.cards, *sorted(self.state.typed_cards))

    def knows(self, card: str) -> bool:
        """Whether a card is of the catalogue or typed in."""
        return card in self.rules.catalogue.cards or card in self.state.typed_cards

    def card(self, card: str) -> Card:
        """What is printed on a card."""
        if card in self.state.typed_cards:
            typed = self.state.typed_cards[card]
            return typed_card(card, typed.type, typed.level, typed.attack, typed.defense)
        found: Card = self.rules.catalogue.cards[card]
        return found

    def printed(self, card: str) -> MonsterCard:
        """What is printed on a card that is known to be a monster's."""
        found = self.card(card)
        if not isinstance(found, MonsterCard):
            raise LookupError(f"{card} is no monster")
        return found

    def is_a(self, card: str, kind: str) -> bool:
        """Whether a card is a monster, a magic card or a trap."""
        return type_of(self.card(card)) == kind

    def must_be(self, card: str, kind: str, code: Any = WRONG_TYPE_SHOWN) -> Refusal | None:
        """A card of one type (MOR-007, R61)."""
        return must(self.is_a(card, kind), code, card=card, type=type_of(self.card(card)), needed=kind)

    def must_be_monster(self, card: str) -> Refusal | None:
        """A monster (MOR-007)."""
        return self.must_be(card, "monster", WRONG_TYPE)

    def must_be_spell(self, card: str) -> Refusal | None:
        """A magic card or a trap (MOR-R61)."""
        fits = not self.is_a(card, "monster")
        return must(fits, WRONG_TYPE_SHOWN, card=card, type="monster", needed="spell")

    def level(self, monster: Monster) -> int:
        """The level that counts, never below 1 (MOR-R09)."""
        return max(1, self.printed(monster.card).level + _added(monster, "level"))

    def attack(self, monster: Monster) -> int:
        """The attack that counts, never below 0 (MOR-R51)."""
        return max(0, self.printed(monster.card).attack + _added(monster, "attack"))

    def defense(self, monster: Monster) -> int:
        """The defense that counts, never below 0 (MOR-R51)."""
        return max(0, self.printed(monster.card).defense + _added(monster, "defense"))

    def figure(self, monster: Monster, attr: Literal["attack", "defense", "level"]) -> int:
        """One of the three."""
        return {"attack": self.attack, "defense": self.defense, "level": self.level}[attr](monster)

    def value(self, monster: Monster) -> int:
        """What a monster is worth in battle by its position (MOR-067, 081)."""
        return self.attack(monster) if monster.position == "attack" else self.defense(monster)

    def effect_of(self, item: Item) -> tuple[Operations, ...]:
        """The operations of an item: the catalogue's, or those declared."""
        if item.kind == "attack":
            return ()
        card = self.card(item.card)
        structured = card.ability.ops if isinstance(card, MonsterCard) else card.effect[(item.effect or 1) - 1].ops
        return item.ops if structured is None else structured

    # ---- pointing

    def who(self, word: Who) -> tuple[Seat, ...]:
        """The players that a word means, seen from whose operation is at work; the active player first."""
        if word == "both":
            return self.in_order
        return (self.by,) if word == "own" else (rival(self.by),)

    def locate(self, iid: int) -> Spot | None:
        """Where a card on the field lies."""
        for seat in SEATS:
            side = self.side(seat)
            for slot in SLOTS:
                monster, spell = side.monsters[slot - 1], side.spells[slot - 1]
                if monster is not None and monster.iid == iid:
                    return Spot(seat, "monsters", slot)
                if spell is not None and spell.iid == iid:
                    return Spot(seat, "spells", slot)
        return None

    def bind(self, ref: Ref) -> Bound:
        """A card that somebody points at, fixed as the very one (MOR-R43)."""
        if isinstance(ref, GraveRef):
            return InGraveyard(ref.seat, ref.card)
        if isinstance(ref, MonsterRef):
            return Instance(self.standing(Spot(ref.seat, "monsters", ref.slot)).iid)
        return Instance(self.lying(Spot(ref.seat, "spells", ref.slot)).iid)

    def spots(self, target: Target, zones: Sequence[Zone]) -> tuple[Spot, ...]:
        """Where an operation's targets lie now, as far as they lie in zones it works on; nothing where they are gone (MOR-R43, R90)."""
        return tuple(spot for spot in self._spots(target) if spot is not None and spot.zone in zones)

    def _spots(self, target: Target) -> Sequence[Spot | None]:
        if isinstance(target, MonsterRef):
            return [Spot(target.seat, "monsters", target.slot)] if self.monster(target.seat, target.slot) is not None else []
        if isinstance(target, SpellRef):
            return [Spot(target.seat, "spells", target.slot)] if self.spell(target.seat, target.slot) is not None else []
        if isinstance(target, GraveRef):
            return self._buried(InGraveyard(target.seat, target.card))
        if target in CHOSEN:
            if isinstance(self.bound, InGraveyard):
                return self._buried(self.bound)
            return [] if self.bound is None else [self.locate(self.bound.iid)]
        if target == "self":
            return [] if self.item is None else [self.locate(self.item.source)]
        if target in ("all_own_monsters", "all_opp_monsters"):
            seat = self.by if target == "all_own_monsters" else rival(self.by)
            return [Spot(seat, "monsters", slot) for slot in self.own(seat)]
        attack = self.waiting_attack()
        if attack is None:
            return []
        aimed = attack.source if target == "attacker" else attack.target
        return [] if aimed is None else [self.locate(aimed)]

    def _buried(self, bound: InGraveyard) -> list[Spot | None]:
        return [Spot(bound.seat, "graveyard", card=bound.card)] if bound.card in self.side(bound.seat).graveyard else []

    def stack(self) -> tuple[Item, ...]:
        """The items that wait or resolve, bottom first."""
        for step in reversed(self.state.agenda):
            if isinstance(step, Stack | Resolving):
                return step.items
        return ()

    def waiting_attack(self) -> Item | None:
        """The attack at the bottom of the stack."""
        items = self.stack()
        return items[0] if items and items[0].kind == "attack" else None

    def bound_for(self, item: Item, place: int) -> Bound | None:
        """What the chosen word of an item's operation means: the chosen cards are taken in order."""
        ops = self.effect_of(item)
        taken = len(chosen_words(ops[:place]))
        return item.targets[taken] if chosen_words((ops[place],)) and taken < len(item.targets) else None

    # ---- writing verbs

    def change(self, seat: Seat, **changes: Any) -> None:
        """Change fields of a player's side."""
        self.set(**{seat: replace(self.side(seat), **changes)})

    def put_monster(self, seat: Seat, slot: int, monster: Monster | None) -> None:
        """Put a monster (or nothing) into a slot."""
        monsters = self.side(seat).monsters
        self.change(seat, monsters=(*monsters[: slot - 1], monster, *monsters[slot:]))

    def put_spell(self, seat: Seat, slot: int, spell: Spell | None) -> None:
        """Put a magic or trap card (or nothing) into a slot."""
        spells = self.side(seat).spells
        self.change(seat, spells=(*spells[: slot - 1], spell, *spells[slot:]))

    def alter(self, spot: Spot, **changes: Any) -> Monster:
        """Change fields of the monster at a spot."""
        monster = replace(self.standing(spot), **changes)
        self.put_monster(spot.seat, spot.slot, monster)
        return monster

    def next_iid(self) -> int:
        """A number for a card that comes onto the field."""
        iid = self.state.next_iid
        self.set(next_iid=iid + 1)
        return iid

    def change_life(self, seat: Seat, by: int, clause: str) -> None:
        """Lose or gain life; who is out is judged when the unit is done (MOR-R30, R32)."""
        before = self.side(seat).life
        self.change(seat, life=before + by)
        self.tell(LifeChanged(seat=seat, before=before, life=before + by, clause=clause))

    def draw(self, seat: Seat, number: int, clause: str) -> None:
        """As many cards as there are, up to a number (MOR-036, R25)."""
        side = self.side(seat)
        drawn = min(number, side.deck)
        if drawn:
            self.change(seat, hand=side.hand + drawn, deck=side.deck - drawn)
            self.tell(CardsDrawn(seat=seat, n=drawn, hand=side.hand + drawn, deck=side.deck - drawn, clause=clause))

    def bury(self, seat: Seat, cards: tuple[str, ...], source: Literal["field", "hand", "deck"], clause: str) -> None:
        """Put cards on an owner's graveyard, the last one on top."""
        self.change(seat, graveyard=(*self.side(seat).graveyard, *cards))
        self.tell(ToGraveyard(seat=seat, cards=cards, source=source, clause=clause))

    def discard(self, seat: Seat, cards: tuple[str, ...], clause: str) -> None:
        """Cards go from hand to graveyard."""
        self.change(seat, hand=self.side(seat).hand - len(cards))
        self.bury(seat, cards, "hand", clause)

    def mill(self, seat: Seat, cards: tuple[str, ...], clause: str) -> None:
        """Cards go from deck to graveyard."""
        self.change(seat, deck=self.side(seat).deck - len(cards))
        self.bury(seat, cards, "deck", clause)

    def search(self, seat: Seat, cards: tuple[str, ...]) -> None:
        """Shown cards go from deck to hand."""
        side = self.side(seat)
        self.change(seat, hand=side.hand + len(cards), deck=side.deck - len(cards))
        self.tell(Searched(seat=seat, cards=cards, hand=side.hand + len(cards)))

    def summon(
        self,
        seat: Seat,
        card: str,
        position: Battle,
        slot: int,
        how: Literal["normal", "special", "effect"],
        clause: str,
        owner: Seat | None = None,
    ) -> None:
        """A monster comes onto the field as a new instance; its ability may be set off (MOR-R55, R57)."""
        monster = Monster(iid=self.next_iid(), card=card, owner=owner or seat, position=position)
        self.put_monster(seat, slot, monster)
        self.tell(Summoned(seat=seat, card=card, slot=slot, position=position, how=how, clause=clause))
        self.raise_trigger("summoned", monster, seat, slot)

    def raise_trigger(self, timing: Literal["summoned", "destroyed"], monster: Monster, seat: Seat, slot: int) -> None:
        """Note an ability that is set off; a ruling sets off none (MOR-R57, R58, R87)."""
        ability = self.printed(monster.card).ability
        if self.ruled or ability.mode == "none" or ability.timing != timing:
            return
        trigger = Trigger(iid=monster.iid, card=monster.card, controller=seat, timing=timing, slot=slot)
        agenda = list(self.state.agenda)
        for place in reversed(range(len(agenda))):
            step = agenda[place]
            if isinstance(step, Triggers):
                agenda[place] = replace(step, raised=(*step.raised, trigger))
                self.set(agenda=tuple(agenda))
                return

    def tribute(self, seat: Seat, slot: int, clause: str) -> None:
        """A monster is offered; that is no destruction (MOR-R11, R13)."""
        monster = self.standing(Spot(seat, "monsters", slot))
        self.put_monster(seat, slot, None)
        self.tell(Tributed(seat=seat, card=monster.card, slot=slot, clause=clause))
        self.bury(monster.owner, (monster.card,), "field", clause)

    def destroy(self, spot: Spot, card: str | None, clause: str) -> None:
        """A card on the field goes to its owner's graveyard; `card` is what a face-down one has turned out to be."""
        if spot.zone == "monsters":
            monster = self.standing(spot)
            self.put_monster(spot.seat, spot.slot, None)
            self.tell(Destroyed(seat=spot.seat, slot=spot.slot, card=monster.card, clause=clause))
            self.bury(monster.owner, (monster.card,), "field", clause)
            self.raise_trigger("destroyed", monster, spot.seat, spot.slot)
            return
        spell = self.lying(spot)
        known = spell.card or card or ""
        self.put_spell(spot.seat, spot.slot, None)
        self.tell(Destroyed(seat=spot.seat, slot=spot.slot, card=known, clause=clause))
        self.bury(spell.owner, (known,), "field", clause)

    def remove(self, spot: Spot, card: str | None) -> None:
        """A card leaves the game."""
        if spot.zone == "monsters":
            monster = self.standing(spot)
            self.put_monster(spot.seat, spot.slot, None)
            self._out(monster.owner, monster.card)
        elif spot.zone == "spells":
            spell = self.lying(spot)
            self.put_spell(spot.seat, spot.slot, None)
            self._out(spell.owner, spell.card or card or "")
        else:
            self.banish(spot.seat, spot.card)

    def banish(self, seat: Seat, card: str) -> None:
        """The topmost copy of a card leaves a graveyard, and the game."""
        self.take_out(seat, card)
        self._out(seat, card)

    def _out(self, seat: Seat, card: str) -> None:
        self.change(seat, removed=(*self.side(seat).removed, card))
        self.tell(Removed(seat=seat, cards=(card,)))

    def take_out(self, seat: Seat, card: str) -> None:
        """The topmost copy of a card leaves a graveyard."""
        pile = list(self.side(seat).graveyard)
        del pile[len(pile) - 1 - pile[::-1].index(card)]
        self.change(seat, graveyard=tuple(pile))

    def give_back(self, spot: Spot, to: Where | Literal["hand"]) -> None:
        """A card on the field goes to its owner's hand or deck (MOR-R64); a face-down one stays unknown (MOR-R73)."""
        thing: Monster | Spell
        if spot.zone == "monsters":
            thing = self.standing(spot)
            self.put_monster(spot.seat, spot.slot, None)
        else:
            thing = self.lying(spot)
            self.put_spell(spot.seat, spot.slot, None)
        side = self.side(thing.owner)
        if to == "hand":
            self.change(thing.owner, hand=side.hand + 1)
        else:
            self.change(thing.owner, deck=side.deck + 1)
        self.tell(Returned(seat=thing.owner, card=thing.card, to=to))

    def recover(self, spot: Spot) -> None:
        """A card goes from a graveyard to its owner's hand."""
        self.take_out(spot.seat, spot.card)
        hand = self.side(spot.seat).hand + 1
        self.change(spot.seat, hand=hand)
        self.tell(Recovered(seat=spot.seat, card=spot.card, hand=hand))

    def revive(self, spot: Spot, position: Battle) -> None:
        """A monster goes from a graveyard to the zone of whose operation it is (MOR-R63)."""
        free = self.free(self.by)
        if free and self.is_a(spot.card, "monster"):
            self.take_out(spot.seat, spot.card)
            self.summon(self.by, spot.card, position, free[0], "effect", "MOR-R63", spot.seat)

    def summon_from(self, pile: Literal["hand", "deck"], card: str, position: Battle) -> None:
        """A monster comes by an effect; skipped where the zone is full or the pile empty (MOR-R63, R90)."""
        free, left = self.free(self.by), self.pile(self.by, pile)
        if free and left:
            self.change(self.by, **{pile: left - 1})
            self.summon(self.by, card, position, free[0], "effect", "MOR-R63")

    def modify(self, spot: Spot, attr: Literal["attack", "defense", "level"], delta: int, until: Until) -> None:
        """A figure counts differently for a while (MOR-R60)."""
        mods = self.standing(spot).mods
        monster = self.alter(spot, mods=(*mods, Mod(attr, delta, until, self.by)))
        now = self.figure(monster, attr)
        self.tell(Modified(seat=spot.seat, slot=spot.slot, card=monster.card, attr=attr, delta=delta, now=now, until=until))

    def turn(self, spot: Spot, position: Turned, clause: str) -> None:
        """A monster is turned, or stays where it is so already."""
        monster = self.standing(spot)
        to: Battle = ("defense" if monster.position == "attack" else "attack") if position == "toggle" else position
        if to != monster.position:
            self.alter(spot, position=to)
            self.tell(PositionChanged(seat=spot.seat, slot=spot.slot, card=monster.card, position=to, clause=clause))

    def grant_attacks(self, spot: Spot, number: int) -> None:
        """More attacks in this turn (MOR-R54, R79)."""
        monster = self.alter(spot, extra_attacks=self.standing(spot).extra_attacks + number)
        self.tell(AttacksGranted(seat=spot.seat, slot=spot.slot, card=monster.card, attacks=1 + monster.extra_attacks))

    def forbid_attack(self, spot: Spot, until: Until) -> None:
        """No attacks for a while (MOR-069)."""
        monster = self.alter(spot, mods=(*self.standing(spot).mods, Mod("forbid_attack", 0, until, self.by)))
        self.tell(AttackForbidden(seat=spot.seat, slot=spot.slot, card=monster.card, until=until))

    def allow_direct(self, spot: Spot) -> None:
        """The player may be attacked in this turn, whatever stands there (MOR-069)."""
        monster = self.alter(spot, direct_ok=True)
        self.tell(DirectAllowed(seat=spot.seat, slot=spot.slot, card=monster.card))

    def grant_summons(self, seat: Seat, number: int) -> None:
        """More normal summons in this turn (MOR-R71)."""
        allowed = self.side(seat).normal_allowed + number
        self.change(seat, normal_allowed=allowed)
        self.tell(SummonsGranted(seat=seat, allowed=allowed))

    def take_control(self, spot: Spot, until: Until) -> None:
        """A monster moves to the zone of whose operation it is (MOR-R62, R88)."""
        monster = self.standing(spot)
        loan = None if monster.owner == self.by else Loan(until, self.by)
        if spot.seat == self.by:
            if monster.owner != self.by:
                self.alter(spot, control=loan)
            return
        if free := self.free(self.by):
            self.put_monster(spot.seat, spot.slot, None)
            self.put_monster(self.by, free[0], replace(monster, control=loan))
            self.tell(ControlChanged(seat=self.by, slot=free[0], card=monster.card, clause="MOR-R62"))

    def set_count(self, seat: Seat, what: Literal["life", "hand", "deck"], number: int) -> None:
        """A ruling puts a count right."""
        self.change(seat, **{what: number})
        self.tell(CountSet(seat=seat, what=what, n=number))

    def negate_attack(self) -> None:
        """The waiting attack does nothing (MOR-R77)."""
        if self.waiting_attack() is not None:
            self._negate(0)

    def negate_link(self) -> None:
        """The item directly below the one at work does nothing (MOR-R44)."""
        if self.stack():
            self._negate(-1)

    def _negate(self, place: int) -> None:
        agenda = list(self.state.agenda)
        for at in reversed(range(len(agenda))):
            step = agenda[at]
            if isinstance(step, Stack | Resolving):
                items = list(step.items)
                item = items[place] = replace(items[place], negated=True)
                agenda[at] = replace(step, items=tuple(items))
                self.set(agenda=tuple(agenda))
                clause = "MOR-R77" if item.kind == "attack" else "MOR-R44"
                self.tell(LinkNegated(seat=item.controller, kind=item.kind, card=item.card, clause=clause))
                return

    def end_battle(self) -> None:
        """The battle phase will end; skipped in another phase (MOR-R78)."""
        phase = self.state.agenda[0]
        if isinstance(phase, Phase) and phase.name == "battle" and not phase.ending:
            self.set(agenda=(replace(phase, ending=True), *self.state.agenda[1:]))
            self.tell(BattleEnding())

    # ---- the end of a unit

    def judge_life(self) -> bool:
        """Who is out after a resolution unit; both at once is a draw (MOR-082, R30..R32). Whether the duel is over."""
        out = [seat for seat in SEATS if self.side(seat).life <= 0]
        if not out:
            return False
        self.finish(None if len(out) == 2 else rival(out[0]), "life", "MOR-082")
        return True

    def finish(self, winner: Seat | None, reason: Literal["life", "deck", "concede"], clause: str) -> None:
        """The duel is over; cards on the stack stay in their slots (MOR-R69)."""
        for seat in SEATS:
            side = self.side(seat)
            spells = tuple(replace(spell, on_stack=False) if spell is not None and spell.on_stack else spell for spell in side.spells)
            self.change(seat, life=max(0, side.life), spells=spells)
        self.over(Over("draw" if winner is None else "win", () if winner is None else (winner,), reason))
        self.tell(GameDrawn() if winner is None else GameOver(winner=winner, reason=reason, clause=clause))

    def unit(self, step: Unit) -> Operations:
        """Set an effect to work on the operation at hand, and give that."""
        self.by, self.item = step.item.controller, step.item
        self.bound = self.bound_for(step.item, step.place)
        return self.effect_of(step.item)[step.place]


def _added(monster: Monster, attr: str) -> int:
    return sum(mod.delta for mod in monster.mods if mod.attr == attr)
