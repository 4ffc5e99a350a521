"""The board that a chapter reads and changes: the words of the duel, and its verbs."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from tapete.core.board import Working
from tapete.core.choices import fitting
from tapete.core.domains import one_of
from tapete.core.refusals import Code
from tapete.core.seats import Seat, rival
from tapete.core.steps import Over
from tapete.core.turns import TurnBoard
from tapete.games.moriham import changes
from tapete.games.moriham.cards import UNKNOWN_CARD, Card, MonsterCard, chosen_words, ops_of, type_of, typed_card
from tapete.games.moriham.figures import (
    CHOSEN,
    SEATS,
    SLOTS,
    Battle,
    Bound,
    CardType,
    GraveRef,
    InGraveyard,
    Instance,
    MonsterRef,
    Ref,
    SpellRef,
    Spot,
    Target,
    Turned,
    Zone,
)
from tapete.games.moriham.language import _
from tapete.games.moriham.operations import Attr, OnCards, OnPlayers, Operations
from tapete.games.moriham.state import Item, Monster, Options, Resolving, Side, Spell, Stack, State, Trigger, Triggers, Unit

WRONG_TYPE = Code("wrong_card_type", "MOR-007", _("{card:card} is a {type:type} card; this takes a {needed:type} card."))
WRONG_TYPE_SHOWN = WRONG_TYPE.citing("MOR-R61")


class Duel(TurnBoard[State, Side]):
    """A state of the duel being read or changed. `by`, `item` and `bound` say whose operation is at work, of which item, at what."""

    __slots__ = ("bound", "by", "item")
    at_work = __slots__
    options: Options

    def __init__(self, rules: Any, state: State) -> None:
        super().__init__(rules, state)
        self.by: Seat = "A"
        self.item: Item | None = None
        self.bound: Bound | None = None

    # ---- reading words

    def player(self, seat: Seat) -> Side:
        return self.state.A if seat == "A" else self.state.B

    side = player

    def change(self, seat: Seat, **fields: Any) -> Side:
        side = replace(self.player(seat), **fields)
        self.state = replace(self.state, **{seat: side})
        return side

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
        return [slot for slot, monster in enumerate(self.side(seat).monsters, start=1) if monster is not None]

    def free(self, seat: Seat, zone: Literal["monsters", "spells"] = "monsters") -> list[int]:
        """The slots of a zone in which a player has no card."""
        return [slot for slot, card in enumerate(getattr(self.side(seat), zone), start=1) if card is None]

    def usable(self, seat: Seat) -> bool:
        """Say whether a player has a face-down card that could be a trap to answer with (MOR-R41)."""
        hidden = [spell for spell in self.side(seat).spells if spell is not None and spell.card is None]
        return bool(hidden) and (self.options.trap_same_turn or not all(map(self.fresh, hidden)))

    def fresh(self, spell: Spell) -> bool:
        """Say whether a house rule keeps a trap that was set in this turn from working (MOR-R36)."""
        return not self.options.trap_same_turn and spell.set_turn == self.state.turn

    # ---- cards

    def card(self, card: str) -> Card:
        """Return what is printed on a card."""
        if card in self.state.typed_cards:
            return typed_card(card, self.state.typed_cards[card])
        found: Card = self.rules.catalogue.cards[card]
        return found

    def printed(self, card: str) -> MonsterCard:
        """What is printed on a card that is known to be a monster's."""
        found = self.card(card)
        if not isinstance(found, MonsterCard):
            raise LookupError(f"{card} is no monster")
        return found

    def is_a(self, card: str, kind: str) -> bool:
        """Say whether a card is a monster, a magic card or a trap."""
        return type_of(self.card(card)) == kind

    def cards_of(self, kind: CardType | Literal["spell"], otherwise: Code = UNKNOWN_CARD) -> one_of:
        """Return the cards of one type; `spell` is a magic card or a trap (MOR-007, R61).

        Args:
            kind: the type. otherwise: what is said of what is no card.
        """
        return self.of_cards(Duel._cards_of, kind, otherwise)

    def _cards_of(self, kind: CardType | Literal["spell"], otherwise: Code) -> one_of:
        code = WRONG_TYPE if kind == "monster" else WRONG_TYPE_SHOWN
        kinds = ("magic", "trap") if kind == "spell" else (kind,)
        fit = frozenset(card for card in self.card_ids if type_of(self.card(card)) in kinds)
        return fitting(
            self.card_ids,
            fit.__contains__,
            lambda card: code(card=card, type=type_of(self.card(card)), needed=kind),
            otherwise=otherwise,
        )

    def figure(self, monster: Monster, attr: Attr) -> int:
        """A figure that counts, as printed and with what effects add: a level is never below 1, the others never below 0 (MOR-R09, R51)."""
        printed: int = getattr(self.printed(monster.card), attr)
        if not monster.mods:
            return printed
        return max(1 if attr == "level" else 0, printed + sum(mod.delta for mod in monster.mods if mod.attr == attr))

    def value(self, monster: Monster) -> int:
        """Return what a monster is worth in battle: the figure that its position is called by (MOR-067, 081)."""
        return self.figure(monster, monster.position)

    def effect_of(self, item: Item) -> tuple[Operations, ...]:
        """The operations of an item: the catalogue's, or those declared."""
        if item.kind == "attack":
            return ()
        structured = ops_of(self.card(item.card), item.effect)
        return item.ops if structured is None else structured

    # ---- pointing

    def who(self, op: OnPlayers) -> tuple[Seat, ...]:
        """The players that an operation means, seen from whose it is; the active player first."""
        if op.who == "both":
            return self.in_order
        return (self.by,) if op.who == "own" else (rival(self.by),)

    def locate(self, iid: int) -> Spot | None:
        """Return where a card on the field lies."""
        for seat in SEATS:
            side = self.side(seat)
            for slot, monster in enumerate(side.monsters, start=1):
                if monster is not None and monster.iid == iid:
                    return MonsterRef(seat, slot)
            for slot, spell in enumerate(side.spells, start=1):
                if spell is not None and spell.iid == iid:
                    return SpellRef(seat, slot)
        return None

    def there(self, spot: Spot) -> Monster | Spell | None:
        """What lies at a spot of the field."""
        return self.monster(spot.seat, spot.slot) if isinstance(spot, MonsterRef) else self.spell(spot.seat, spot.slot)

    def bind(self, ref: Ref) -> Bound:
        """A card that a player points at, fixed as the very one (MOR-R43)."""
        if isinstance(ref, GraveRef):
            return InGraveyard(ref.seat, ref.card)
        card = self.standing(ref) if isinstance(ref, MonsterRef) else self.lying(ref)
        return Instance(card.iid)

    def spots(self, op: OnCards) -> tuple[Any, ...]:
        """Where an operation's targets lie now, as far as they lie in zones it works on; nothing where they are gone (MOR-R43, R90)."""
        return tuple(ref for ref in self._refs(op.target) if ref is not None and ref.at in op.zones)

    def _refs(self, target: Target) -> Sequence[Ref | None]:
        if isinstance(target, MonsterRef | SpellRef):
            return [target] if target.slot in SLOTS and self.there(target) is not None else []
        if isinstance(target, GraveRef):
            return self._buried(target)
        if target in CHOSEN:
            if isinstance(self.bound, InGraveyard):
                return self._buried(self.bound)
            return [] if self.bound is None else [self.locate(self.bound.iid)]
        if target == "self":
            return [] if self.item is None else [self.locate(self.item.source)]
        if target in ("all_own_monsters", "all_opp_monsters"):
            seat = self.by if target == "all_own_monsters" else rival(self.by)
            return [MonsterRef(seat, slot) for slot in self.own(seat)]
        attack = self.waiting_attack()
        if attack is None:
            return []
        aimed = attack.source if target == "attacker" else attack.target
        return [] if aimed is None else [self.locate(aimed)]

    def _buried(self, where: GraveRef | InGraveyard) -> list[Ref]:
        return [GraveRef(where.seat, where.card)] if where.card in self.side(where.seat).graveyard else []

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

    def working_on(self, step: Unit) -> Working:
        """Let an effect be at work, with the operation at hand; its chosen word means the next of the chosen cards (MOR-R43)."""
        targets, bound = step.item.targets, None
        if targets:
            ops = self.effect_of(step.item)
            taken = len(chosen_words(ops[: step.place]))
            bound = targets[taken] if chosen_words((ops[step.place],)) and taken < len(targets) else None
        return self.working(by=step.item.controller, item=step.item, bound=bound)

    # ---- writing verbs

    def fill(self, spot: Spot, card: Monster | Spell | None) -> None:
        """Put a card (or nothing) into a slot."""
        row = list(getattr(self.player(spot.seat), spot.at))
        row[spot.slot - 1] = card
        self.change(spot.seat, **{spot.at: tuple(row)})

    def lift(self, spot: Spot) -> Monster | Spell:
        """Take the card at a spot off the field."""
        card = self.standing(spot) if isinstance(spot, MonsterRef) else self.lying(spot)
        self.fill(spot, None)
        return card

    def alter(self, spot: Spot, **fields: Any) -> Monster:
        """Change fields of the monster at a spot."""
        monster = replace(self.standing(spot), **fields)
        self.fill(spot, monster)
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
        self.tell(changes.LifeChanged(seat=seat, before=before, life=before + by, clause=clause))

    def draw(self, seat: Seat, number: int, clause: str) -> None:
        """As many cards as there are, up to a number (MOR-036, R25)."""
        if drawn := self.pass_on(seat, "deck", "hand", number):
            side = self.side(seat)
            self.tell(changes.CardsDrawn(seat=seat, n=drawn, hand=side.hand, deck=side.deck, clause=clause))

    def bury(self, seat: Seat, cards: tuple[str, ...], source: Literal["field", "hand", "deck"], clause: str) -> None:
        """Put cards on an owner's graveyard, the last one on top; from hand or deck they leave it."""
        if source != "field":
            self.count(seat, source, -len(cards))
        self.lay(seat, "graveyard", *cards)
        self.tell(changes.ToGraveyard(seat=seat, cards=cards, source=source, clause=clause))

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
        self.fill(MonsterRef(seat, slot), monster)
        self.tell(changes.Summoned(seat=seat, card=card, slot=slot, position=position, how=how, clause=clause))
        self.raise_trigger("summoned", monster, seat, slot)

    def raise_trigger(self, timing: Literal["summoned", "destroyed"], monster: Monster, seat: Seat, slot: int) -> None:
        """Note an ability that is set off; a ruling sets off none (MOR-R57, R58, R87)."""
        ability = self.printed(monster.card).ability
        if self.ruled or ability.mode == "none" or ability.timing != timing:
            return
        trigger = Trigger(iid=monster.iid, card=monster.card, controller=seat, timing=timing, slot=slot)
        step = next((step for step in reversed(self.state.agenda) if isinstance(step, Triggers)), None)
        if step is not None:
            self.swap(step, replace(step, raised=(*step.raised, trigger)))

    def tribute(self, seat: Seat, slot: int, clause: str) -> None:
        """A monster is offered; that is no destruction (MOR-R11, R13)."""
        spot = MonsterRef(seat, slot)
        monster = self.standing(spot)
        self.fill(spot, None)
        self.tell(changes.Tributed(seat=seat, card=monster.card, slot=slot, clause=clause))
        self.bury(monster.owner, (monster.card,), "field", clause)

    def destroy(self, spot: Spot, card: str | None, clause: str) -> None:
        """Send a card on the field to its owner's graveyard; `card` is what a face-down one has turned out to be."""
        gone = self.lift(spot)
        known = gone.card or card or ""
        self.tell(changes.Destroyed(seat=spot.seat, slot=spot.slot, card=known, clause=clause))
        self.bury(gone.owner, (known,), "field", clause)
        if isinstance(gone, Monster):
            self.raise_trigger("destroyed", gone, spot.seat, spot.slot)

    def banish(self, seat: Seat, card: str) -> None:
        """The topmost copy of a card leaves a graveyard, and the game."""
        self.take(seat, "graveyard", card)
        self.remove(seat, card)

    def remove(self, owner: Seat, card: str) -> None:
        """A card leaves the game."""
        self.lay(owner, "removed", card)
        self.tell(changes.Removed(seat=owner, cards=(card,)))

    def turn(self, spot: Spot, position: Turned, clause: str) -> None:
        """A monster is turned, or stays where it is so already."""
        monster = self.standing(spot)
        to: Battle = ("defense" if monster.position == "attack" else "attack") if position == "toggle" else position
        if to != monster.position:
            self.alter(spot, position=to)
            self.tell(changes.PositionChanged(seat=spot.seat, slot=spot.slot, card=monster.card, position=to, clause=clause))

    # ---- the end of a unit

    def settle(self) -> None:
        """Judge who is out after a resolution unit; both at once is a draw (MOR-082, R30..R32)."""
        if out := [seat for seat in SEATS if self.side(seat).life <= 0]:
            self.finish(None if len(out) == 2 else rival(out[0]), "life", "MOR-082")

    def finish(self, winner: Seat | None, reason: Literal["life", "deck", "concede"], clause: str) -> None:
        """The duel is over; cards on the stack stay in their slots (MOR-R69)."""
        for seat in SEATS:
            side = self.side(seat)
            spells = tuple(replace(spell, on_stack=False) if spell is not None and spell.on_stack else spell for spell in side.spells)
            self.change(seat, life=max(0, side.life), spells=spells)
        self.over(Over("draw" if winner is None else "win", () if winner is None else (winner,), reason))
        self.tell(changes.GameDrawn() if winner is None else changes.GameOver(winner=winner, reason=reason, clause=clause))


def refs(board: Duel, zones: tuple[Zone, ...], seats: tuple[Seat, ...] = SEATS) -> Iterator[Ref]:
    """Every card on the table that can be pointed at, in these zones of these seats; each card of a graveyard once."""
    for seat in seats:
        side = board.side(seat)
        if "monsters" in zones:
            yield from (MonsterRef(seat, slot) for slot in board.own(seat))
        if "spells" in zones:
            yield from (SpellRef(seat, slot) for slot, spell in enumerate(side.spells, start=1) if spell is not None)
        if "graveyard" in zones:
            yield from (GraveRef(seat, card) for card in dict.fromkeys(side.graveyard))


def buried_monsters(board: Duel, seats: tuple[Seat, ...] = SEATS) -> Iterator[GraveRef]:
    """Every monster in the graveyards of these seats, each card once."""
    return (GraveRef(seat, card) for seat in seats for card in dict.fromkeys(board.side(seat).graveyard) if board.is_a(card, "monster"))
