"""MORIHAM's whole picture: both sides of the table, every step a duel can be at, and the house rules.

Source: docs/inside/rules/moriham.md#rulings, #state.
"""

from typing import Annotated, Literal

from msgspec import Meta

from tapete.core.board import State as CoreState
from tapete.core.seats import Seat
from tapete.core.steps import Cards, Dice, Over, Step
from tapete.core.structs import Strict
from tapete.games.moriham.cards import Typed
from tapete.games.moriham.constants import CARD_EFFECTS, DECK_CARDS, START_LIFE, ZONE
from tapete.games.moriham.figures import SEATS, Battle, Bound, CardId, Count, Delta, Iid, Life, PhaseName, Slot, Until
from tapete.games.moriham.operations import Operations


class Options(Strict, kw_only=True):
    """House rules; each default is the ledger's ruling (docs/inside/rules/moriham.md#rulings)."""

    deck_size: Annotated[int, Meta(ge=10, le=120)] = DECK_CARDS
    max_copies: Annotated[int, Meta(ge=0, le=120)] = 0
    tribute_rule: Literal["exact", "at_least"] = "exact"
    first_turn_attack: bool = True
    deck_out: Literal["before_draw", "incomplete_draw"] = "before_draw"
    magic_in_battle: bool = False
    trap_same_turn: bool = True


class Mod(Strict):
    """What an effect has done to a monster, and for how long; `by` is the one whose next turn may end it (MOR-R60)."""

    attr: Literal["attack", "defense", "level", "forbid_attack"]
    delta: Delta
    until: Until
    by: Seat


class Loan(Strict):
    """Control of another's monster, and for how long (MOR-R88)."""

    until: Until
    by: Seat


class Monster(Strict, omit_defaults=True):
    """A monster on the field: always face up (MOR-R17). The counters are of this turn."""

    iid: Iid
    card: CardId
    owner: Seat
    position: Battle
    mods: tuple[Mod, ...] = ()
    control: Loan | None = None
    attacks_used: Count = 0
    extra_attacks: Count = 0
    direct_ok: bool = False
    position_changed: bool = False
    ability_uses: Count = 0

    @property
    def declared(self) -> bool:
        """Say whether it has declared an attack in this turn, negated and cancelled ones included (MOR-057, R77)."""
        return self.attacks_used > 0


class Spell(Strict, omit_defaults=True):
    """A magic or trap card on the field; face down its id is not known (MOR-R61)."""

    iid: Iid
    owner: Seat
    set_turn: Count
    card: CardId | None = None
    on_stack: bool = False

    @property
    def face_down(self) -> bool:
        """Say whether nobody but its owner knows it."""
        return self.card is None


Monsters = Annotated[tuple[Monster | None, ...], Meta(min_length=ZONE, max_length=ZONE)]
Spells = Annotated[tuple[Spell | None, ...], Meta(min_length=ZONE, max_length=ZONE)]
Pile = tuple[CardId, ...]


class Side(Strict):
    """One player's side of the table; piles are named from the bottom up (MOR-R70)."""

    life: Life = START_LIFE
    hand: Count = 0
    deck: Count = 0
    monsters: Monsters = (None,) * ZONE
    spells: Spells = (None,) * ZONE
    graveyard: Pile = ()
    removed: Pile = ()
    normal_used: Count = 0
    normal_allowed: Annotated[int, Meta(ge=1, le=999)] = 1


class Item(Strict, omit_defaults=True):
    """Something that waits on the stack: an attack, a magic or trap card, or a monster's ability.

    `target` is the attacked monster (None: the player); `targets` are those that the effect's chosen words take in order; `ops` are
    the operations declared for a text that the catalogue does not structure.
    """

    kind: Literal["attack", "magic", "trap", "ability"]
    controller: Seat
    source: Iid
    card: CardId
    effect: Annotated[int, Meta(ge=1, le=CARD_EFFECTS)] | None = None
    target: Iid | None = None
    targets: tuple[Bound, ...] = ()
    ops: tuple[Operations, ...] = ()
    negated: bool = False


Items = Annotated[tuple[Item, ...], Meta(max_length=20)]
"""What waits on a stack, bottom first; there are ten cards at most to wait, and an attack or ability."""


class Trigger(Strict):
    """An ability that what happened has set off; its controller may use it (MOR-R57, R58)."""

    iid: Iid
    card: CardId
    controller: Seat
    timing: Literal["summoned", "destroyed"]
    slot: Slot


class Setup(Step, omit_defaults=True):
    """Decks are being shuffled; nobody has begun (MOR-027). `rolls`: how often dice were asked who is to (MOR-R21)."""

    rolls: Count = 0


class Phase(Step):
    """A phase of the active player's turn; `ending`: an effect has ended the battle (MOR-R78)."""

    name: PhaseName
    ending: bool = False


class Triggers(Step):
    """Below a stack or a summon: `raised` while it lasts, then `waiting`, the first of them at hand (MOR-R58)."""

    waiting: tuple[Trigger, ...] = ()
    raised: tuple[Trigger, ...] = ()

    @property
    def first(self) -> Trigger:
        """The ability that waits for an answer now."""
        return self.waiting[0]

    @property
    def controller(self) -> Seat:
        """Who may use it."""
        return self.first.controller


class Stack(Step):
    """Items that wait, bottom first; `priority` may add a trap or pass, two passes seal it (MOR-054, R41)."""

    items: Items
    priority: Seat
    passes: Annotated[int, Meta(ge=0, le=2)] = 0


class Resolving(Step):
    """A sealed stack: what is left of it resolves from the top (MOR-055, R42)."""

    items: Items


class Unit(Step):
    """An effect in the middle of its operations: `place` is the one at hand, `asked` those who have named cards for it (MOR-R32, R89)."""

    item: Item
    place: Annotated[int, Meta(ge=0, le=8)] = 0
    asked: tuple[Seat, ...] = ()


AnyStep = Setup | Phase | Triggers | Stack | Resolving | Unit | Dice | Cards | Over
"""What a position can hold; the steps below run through and are never written down."""


class Attack(Step):
    """An attack that resolves."""

    item: Item


class TurnStart(Step):
    """The draw phase and what comes before it."""


class TurnEnd(Step):
    """The final phase."""


class State(CoreState, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A moment of a duel."""

    agenda: Annotated[tuple[AnyStep, ...], Meta(min_length=1, max_length=8)] = (Setup(),)
    turn: Count = 0
    active: Literal["A", "B"] | None = None
    next_iid: Annotated[int, Meta(ge=1, le=99_999)] = 1
    typed_cards: dict[CardId, Typed] = {}
    A: Side = Side()
    B: Side = Side()

    @property
    def seats(self) -> tuple[Seat, ...]:
        return SEATS
