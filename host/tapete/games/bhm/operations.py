"""What card effects, declared texts and table rulings are made of: the ledger's fixed list (section 6), each with its terms and effect.

An operation whose being has left the field does nothing (BHM-R107); what protects a being is judged when it takes effect.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, get_args

from msgspec import Meta, Struct

from tapete.core.actions import Terms
from tapete.core.domains import maybe, one_of, some, whole
from tapete.core.rulings import Note, Operation
from tapete.core.seats import Seat
from tapete.games.bhm.figures import (
    ATTRS,
    KEYWORDS,
    MOST_RANK,
    MOST_TERRITORIES,
    SLOTS,
    UNTILS,
    ZONES,
    Amount,
    AttrName,
    CardId,
    Delta,
    Iid,
    KeywordName,
    PlaceRef,
    Points,
    Rank,
    RankDelta,
    Slot,
    Until,
)

if TYPE_CHECKING:
    from tapete.games.bhm.board import War

Element = Literal["rayo", "fuego", "tierra", "agua", "aire"]
Hands = Annotated[tuple[CardId, ...], Meta(max_length=20)]


class _OnBeing(Operation):
    """An operation done to a being on the field."""

    iid: Iid


class _OnAttr(_OnBeing):
    """An operation done to an attribute of a being."""

    attr: AttrName


class CounterChange(Operation):
    """A counter rises or falls, never below 0 (BHM-R03)."""

    seat: Seat
    delta: Annotated[int, Meta(ge=-32, le=32)]

    def terms(self, board: War) -> Terms:
        yield "seat", board.living_seats()
        yield "delta", whole(-32, 32)

    def effect(self, board: War) -> None:
        board.raise_counter(self.seat, self.delta, "effect", "BHM-R03")


class AttrChange(_OnAttr):
    """Maximum and current value of an attribute change (BHM-R18, R105, R109)."""

    delta: Delta
    until: Until

    def terms(self, board: War) -> Terms:
        yield "iid", board.aimed()
        yield "attr", one_of(ATTRS)
        yield "delta", whole(-9_999, 9_999)
        yield "until", one_of(UNTILS)

    def effect(self, board: War) -> None:
        if board.affected(self.iid):
            board.modify(self.iid, self.attr, self.delta, self.until)


class AttrSet(_OnAttr):
    """An attribute gets a value, even one that the being lacked (BHM-R109)."""

    value: Points

    def terms(self, board: War) -> Terms:
        yield "iid", board.aimed()
        yield "attr", one_of(ATTRS)
        yield "value", whole(0, 99_999)

    def effect(self, board: War) -> None:
        if board.affected(self.iid):
            board.set_attr(self.iid, self.attr, self.value)


class Heal(_OnAttr):
    """A current value rises, up to its maximum (BHM-R18)."""

    amount: Amount

    def terms(self, board: War) -> Terms:
        yield "iid", board.aimed()
        yield "attr", one_of(ATTRS)
        yield "amount", whole(1, 9_999)

    def effect(self, board: War) -> None:
        if board.affected(self.iid):
            board.shift(self.iid, self.attr, self.amount)


class Damage(_OnAttr):
    """A current value falls, down to 0 (BHM-R18, R43)."""

    amount: Amount

    def terms(self, board: War) -> Terms:
        yield "iid", board.aimed()
        yield "attr", one_of(ATTRS)
        yield "amount", whole(1, 9_999)

    def effect(self, board: War) -> None:
        if board.affected(self.iid):
            board.shift(self.iid, self.attr, -self.amount)


class RankChange(_OnBeing):
    """A being's rank changes (BHM-R18)."""

    delta: RankDelta
    until: Until

    def terms(self, board: War) -> Terms:
        yield "iid", board.aimed()
        yield "delta", whole(-MOST_RANK, MOST_RANK)
        yield "until", one_of(UNTILS)

    def effect(self, board: War) -> None:
        if board.affected(self.iid):
            board.change_rank(self.iid, self.delta, self.until)


class _Fate(_OnBeing):
    """An operation that names beings, so that it does nothing to entities (BHM-107, R54)."""

    def terms(self, board: War) -> Terms:
        yield "iid", board.aimed()


class Kill(_Fate):
    """ASESINAR (BHM-124, 125, 136, 146)."""

    def effect(self, board: War) -> None:
        if board.affected(self.iid, beings_only=True) and not board.protected(self.iid, {"inmortal": "BHM-136", "eterno": "BHM-146"}):
            board.kill(self.iid, "BHM-125")


class Annihilate(_Fate):
    """ANIQUILAR (BHM-126, 146)."""

    def effect(self, board: War) -> None:
        if board.affected(self.iid, beings_only=True) and not board.protected(self.iid, {"eterno": "BHM-146"}):
            board.annihilate(self.iid)


class Petrify(_Fate):
    """PETRIFICAR (BHM-127, 128, R52, R61)."""

    def effect(self, board: War) -> None:
        if board.affected(self.iid, beings_only=True):
            board.petrify(self.iid)


class Unpetrify(Operation):
    """A petrified being comes back in its space, as it is printed (BHM-R61)."""

    seat: Seat
    slot: Slot

    def terms(self, board: War) -> Terms:
        yield "seat", board.living_seats()
        yield "slot", one_of(board.petrified_slots(self.seat))

    def effect(self, board: War) -> None:
        board.unpetrify(self.seat, self.slot)


class Freeze(_Fate):
    """CONGELAR (BHM-129..133, R63)."""

    def effect(self, board: War) -> None:
        if board.affected(self.iid, beings_only=True):
            board.freeze(self.iid)


class Unfreeze(_OnBeing):
    """A frozen being thaws before its time (BHM-R62)."""

    def terms(self, board: War) -> Terms:
        yield "iid", board.aimed()

    def effect(self, board: War) -> None:
        if board.affected(self.iid):
            board.thaw(self.iid, "BHM-R62")


class ForceFlee(_Fate):
    """A card says outright that a being flees (BHM-R17)."""

    def effect(self, board: War) -> None:
        if board.affected(self.iid, beings_only=True) and not board.protected(self.iid, {"eterno": "BHM-R52"}):
            board.flee(self.iid, "BHM-R17")


class _OnKeyword(_OnBeing):
    """An operation on a keyword; `figure` is the x of TERROR and INMUNE, 0 for the others."""

    keyword: KeywordName
    figure: Annotated[int, Meta(ge=0, le=9_999)]
    until: Until

    def terms(self, board: War) -> Terms:
        yield "iid", board.aimed()
        yield "keyword", one_of(KEYWORDS)
        low, high = {"terror": (1, 9_999), "inmune": (0, MOST_RANK)}.get(self.keyword, (0, 0))
        yield "figure", whole(low, high)
        yield "until", one_of(UNTILS)


class AddKeyword(_OnKeyword):
    """A being gains a keyword (BHM-R105)."""

    def effect(self, board: War) -> None:
        if board.affected(self.iid):
            board.change_keyword(self.iid, self.keyword, self.figure, self.until, added=True)


class RemoveKeyword(_OnKeyword):
    """A being loses a keyword (BHM-R51, R101)."""

    def effect(self, board: War) -> None:
        if board.affected(self.iid):
            board.change_keyword(self.iid, self.keyword, self.figure, self.until, added=False)


class RemoveName(_OnBeing):
    """A card loses its name, and ETERNO with it (BHM-147, R101)."""

    def terms(self, board: War) -> Terms:
        yield "iid", board.aimed()

    def effect(self, board: War) -> None:
        if board.affected(self.iid):
            board.remove_name(self.iid)


class DestroyTerritory(Operation):
    """A territory is destroyed, unless it is INDESTRUCTIBLE (BHM-032, 086, 134)."""

    seat: Seat
    index: Annotated[int, Meta(ge=0, le=MOST_TERRITORIES - 1)]

    def terms(self, board: War) -> Terms:
        yield "seat", board.living_seats()
        yield "index", one_of(range(len(board.player(self.seat).territories)))

    def effect(self, board: War) -> None:
        board.destroy_territory(self.seat, self.index)


class _OnAttached(_OnBeing):
    """An operation on a card that a being carries."""

    card: CardId


class DestroyObject(_OnAttached):
    """An object is destroyed, unless it is INDESTRUCTIBLE (BHM-134)."""

    def terms(self, board: War) -> Terms:
        yield "iid", board.aimed()
        yield "card", one_of(dict.fromkeys(held.card for held in board.carried(self.iid, "objects")))

    def effect(self, board: War) -> None:
        if board.affected(self.iid):
            board.destroy_object(self.iid, self.card)


class DestroyPower(_OnAttached):
    """An equipped power is destroyed (BHM-R73)."""

    def terms(self, board: War) -> Terms:
        yield "iid", board.aimed()
        yield "card", one_of(dict.fromkeys(held.card for held in board.carried(self.iid, "powers")))

    def effect(self, board: War) -> None:
        if board.affected(self.iid):
            board.destroy_power(self.iid, self.card)


class TakeControl(_OnBeing):
    """A being comes under another player's control (BHM-R52, R91, R103)."""

    seat: Seat
    slot: Slot

    def terms(self, board: War) -> Terms:
        yield "iid", board.aimed()
        yield "seat", board.living_seats()
        yield "slot", one_of(SLOTS)

    def effect(self, board: War) -> None:
        if board.affected(self.iid) and not board.protected(self.iid, {"eterno": "BHM-R52"}):
            board.take_control(self.iid, self.seat, self.slot)


class MoveCard(Operation):
    """A card goes from one zone to another; only a lost territory moves a counter (BHM-R72, R83, R91).

    `what` is a being's number where it lies on the field or among deserters, else a card's id.
    """

    origin: PlaceRef
    what: Iid | CardId
    to: PlaceRef
    slot: Slot | None = None

    def terms(self, board: War) -> Terms:
        places = [PlaceRef(seat, zone) for seat in board.living for zone in ZONES]
        yield "origin", one_of(places)
        yield "what", one_of(board.movable(self.origin))
        yield "to", one_of(places, lambda place: board.may_move(self.origin, self.what, place))
        yield "slot", one_of(board.free_slots(self.to.seat) if self.to.zone == "field" else (None,))

    def effect(self, board: War) -> None:
        board.move(self.origin, self.what, self.to, self.slot)


class Draw(Operation):
    """Cards are drawn; a mandatory draw that cannot be made loses (BHM-R05)."""

    seat: Seat
    n: Annotated[int, Meta(ge=1, le=20)]
    mandatory: bool = True

    def terms(self, board: War) -> Terms:
        yield "seat", board.living_seats()
        yield "n", whole(1, 20)
        yield "mandatory", one_of((True, False))

    def effect(self, board: War) -> None:
        board.draw(self.seat, self.n, mandatory=self.mandatory, clause="BHM-R05")


class DiscardCards(Operation):
    """Cards go from a hand to the dead zone, face up (BHM-R85)."""

    seat: Seat
    cards: Hands

    def terms(self, board: War) -> Terms:
        yield "seat", board.living_seats()
        most = min(20, board.player(self.seat).hand)
        yield "cards", some(board.main_cards(), 0, most, ordered=True, repeat=True)

    def effect(self, board: War) -> None:
        board.discard(self.seat, self.cards, "BHM-R85")


class GrantFilter(Struct, frozen=True, forbid_unknown_fields=True):
    """Which beings an instant call may bring: rank at most, one of these types, one of these elements; nothing said is no bound."""

    rank_max: Rank | None = None
    types: Annotated[tuple[str, ...], Meta(max_length=6)] = ()
    elements: Annotated[tuple[Element, ...], Meta(max_length=5)] = ()


class GrantInstantCall(Operation):
    """A player may make one instant call this turn (BHM-040, R27, R105)."""

    seat: Seat
    rank_max: Rank | None = None
    elements: Annotated[tuple[Element, ...], Meta(max_length=5)] = ()
    types: Annotated[tuple[str, ...], Meta(max_length=6)] = ()

    def terms(self, board: War) -> Terms:
        yield "seat", board.living_seats()
        yield "rank_max", maybe(whole(0, MOST_RANK))
        yield "elements", some(one_of(get_args(Element)))
        yield "types", some(one_of(board.known_types()), 0, 6)

    def effect(self, board: War) -> None:
        board.grant_call(self.seat, GrantFilter(self.rank_max, self.types, self.elements))


class GrantPowerAttack(_OnBeing):
    """A being may declare a power attack this turn (BHM-R40)."""

    def terms(self, board: War) -> Terms:
        yield "iid", board.aimed()

    def effect(self, board: War) -> None:
        if board.affected(self.iid):
            board.alter(self.iid, power_granted=True)


class CancelTop(Operation):
    """The pending action on top is cancelled; what was paid stays paid (BHM-R89)."""

    def terms(self, board: War) -> Terms:
        yield None

    def effect(self, board: War) -> None:
        board.cancel_top()


Operations = (
    CounterChange
    | AttrChange
    | AttrSet
    | Heal
    | Damage
    | RankChange
    | Kill
    | Annihilate
    | Petrify
    | Unpetrify
    | Freeze
    | Unfreeze
    | ForceFlee
    | AddKeyword
    | RemoveKeyword
    | RemoveName
    | DestroyTerritory
    | DestroyObject
    | DestroyPower
    | TakeControl
    | MoveCard
    | Draw
    | DiscardCards
    | GrantInstantCall
    | GrantPowerAttack
    | CancelTop
    | Note
)

KINDS: tuple[type[Operation], ...] = get_args(Operations)


def seats_of(operation: Operation) -> tuple[Seat, ...]:
    """The players whom an operation names."""
    if isinstance(operation, MoveCard):
        return operation.origin.seat, operation.to.seat
    seat: Seat | None = getattr(operation, "seat", None)
    return () if seat is None else (seat,)


def take_effect(board: War, operation: Operation) -> None:
    """An operation that has waited does what it says; nothing, if a player whom it names is out meanwhile (BHM-R107, R110)."""
    out = next((seat for seat in seats_of(operation) if not board.player(seat).alive), None)
    if out is None:
        operation.effect(board)
    else:
        board.no_effect(out, board.card_at_work, "out", "BHM-R110")
