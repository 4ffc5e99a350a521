"""What card effects, declared texts and table rulings are made of: the ledger's fixed list; `effects` says what each does.

Source: docs/inside/rules/bhm.md#actions.

An operation whose being has left the field does nothing (BHM-R107); what protects a being is judged when it takes effect.
"""

from typing import Annotated, ClassVar, Literal, get_args

from msgspec import Meta

from tapete.core.kinds import said
from tapete.core.rulings import Note, Operation
from tapete.core.seats import Seat
from tapete.core.structs import Strict
from tapete.games.bhm.constants import MOST_RANK, MOST_TERRITORIES
from tapete.games.bhm.figures import SLOTS, AttrName, CardId, Guard, KeywordName, PlaceRef, Rank, SaidIid

Element = Literal["rayo", "fuego", "tierra", "agua", "aire"]
Elements = Annotated[tuple[Element, ...], Meta(max_length=5)]
Hurt = Annotated[int, said(1, 9_999)]
Space = Annotated[int, said(SLOTS[0], SLOTS[-1])]
Until = Annotated[Literal["permanent", "end_of_turn"], Meta(extra={"kind": "until"})]
Types = Annotated[tuple[str, ...], Meta(max_length=6)]


class OnPlayer(Operation):
    """An operation done to a player who is still in."""

    seat: Seat


class CounterChange(OnPlayer):
    """A counter rises or falls, never below 0 (BHM-R03)."""

    delta: Annotated[int, said(-32, 32)]


class OnBeing(Operation):
    """An operation done to a being on the field. `beings_only` where it names beings, so that it does nothing to entities (BHM-107, R54).

    `protected` are the keywords that keep it from working, with the clause of each.
    """

    iid: SaidIid
    beings_only: ClassVar[bool] = False
    protected: ClassVar[dict[Guard, str]] = {}


class OnAttr(OnBeing):
    """An operation done to an attribute of a being."""

    attr: AttrName


class AttrChange(OnAttr):
    """Maximum and current value of an attribute change (BHM-R18, R105, R109)."""

    delta: Annotated[int, said(-9_999, 9_999)]
    until: Until


class AttrSet(OnAttr):
    """An attribute gets a value, even one that the being lacked (BHM-R109)."""

    value: Annotated[int, said(0, 99_999)]


class Heal(OnAttr):
    """A current value rises, up to its maximum (BHM-R18)."""

    amount: Hurt


class Damage(OnAttr):
    """A current value falls, down to 0 (BHM-R18, R43)."""

    amount: Hurt


class RankChange(OnBeing):
    """A being's rank changes (BHM-R18)."""

    delta: Annotated[int, said(-MOST_RANK, MOST_RANK)]
    until: Until


class Kill(OnBeing):
    """ASESINAR (BHM-124, 125, 136, 146)."""

    beings_only = True
    protected = {"inmortal": "BHM-136", "eterno": "BHM-146"}


class Annihilate(OnBeing):
    """ANIQUILAR (BHM-126, 146)."""

    beings_only = True
    protected = {"eterno": "BHM-146"}


class Petrify(OnBeing):
    """PETRIFICAR (BHM-127, 128, R52, R61)."""

    beings_only = True


class Unpetrify(OnPlayer):
    """A petrified being comes back in its space, as it is printed (BHM-R61)."""

    slot: Space


class Freeze(OnBeing):
    """CONGELAR (BHM-129..133, R63)."""

    beings_only = True


class Unfreeze(OnBeing):
    """A frozen being thaws before its time (BHM-R62)."""


class ForceFlee(OnBeing):
    """A card says outright that a being flees (BHM-R17)."""

    beings_only = True
    protected = {"eterno": "BHM-R52"}


class OnKeyword(OnBeing):
    """An operation on a keyword; `figure` is the x of TERROR and INMUNE, 0 for the others."""

    keyword: KeywordName
    figure: Annotated[int, said(0, 9_999)]
    until: Until


class AddKeyword(OnKeyword):
    """A being gains a keyword (BHM-R105)."""


class RemoveKeyword(OnKeyword):
    """A being loses a keyword (BHM-R51, R101)."""


class RemoveName(OnBeing):
    """A card loses its name, and ETERNO with it (BHM-147, R101)."""


class DestroyTerritory(OnPlayer):
    """A territory is destroyed, unless it is INDESTRUCTIBLE (BHM-032, 086, 134)."""

    index: Annotated[int, said(0, MOST_TERRITORIES - 1)]


class OnAttached(OnBeing):
    """An operation on a card that a being carries, among its `where`."""

    card: CardId
    where: ClassVar[Literal["objects", "powers"]] = "objects"


class DestroyObject(OnAttached):
    """An object is destroyed, unless it is INDESTRUCTIBLE (BHM-134)."""


class DestroyPower(OnAttached):
    """An equipped power is destroyed (BHM-R73)."""

    where = "powers"


class TakeControl(OnBeing):
    """A being comes under another player's control (BHM-R52, R91, R103)."""

    seat: Seat
    slot: Space
    protected = {"eterno": "BHM-R52"}


class MoveCard(Operation):
    """A card goes from one zone to another; only a lost territory moves a counter (BHM-R72, R83, R91).

    `what` is a being's number where it lies on the field or among deserters, else a card's id.
    """

    origin: PlaceRef
    what: SaidIid | CardId
    to: PlaceRef
    slot: Space | None = None


class Draw(OnPlayer):
    """Cards are drawn; a mandatory draw that cannot be made loses (BHM-R05)."""

    n: Annotated[int, said(1, 20)]
    mandatory: bool = True


class DiscardCards(OnPlayer):
    """Cards go from a hand to the dead zone, face up (BHM-R85)."""

    cards: Annotated[tuple[CardId, ...], Meta(max_length=20)]


class GrantFilter(Strict):
    """Which beings an instant call may bring: rank at most, one of these types, one of these elements; nothing said is no bound."""

    rank_max: Rank | None = None
    types: Types = ()
    elements: Elements = ()


class GrantInstantCall(OnPlayer):
    """A player may make one instant call this turn (BHM-040, R27, R105)."""

    rank_max: Annotated[int, said(0, MOST_RANK)] | None = None
    elements: Elements = ()
    types: Types = ()


class GrantPowerAttack(OnBeing):
    """A being may declare a power attack this turn (BHM-R40)."""


class CancelTop(Operation):
    """The pending action on top is cancelled; what was paid stays paid (BHM-R89)."""


_Figures = CounterChange | AttrChange | AttrSet | Heal | Damage | RankChange
_Fates = Kill | Annihilate | Petrify | Unpetrify | Freeze | Unfreeze | ForceFlee | AddKeyword | RemoveKeyword | RemoveName
_Cards = DestroyTerritory | DestroyObject | DestroyPower | TakeControl | MoveCard | Draw | DiscardCards

Operations = _Figures | _Fates | _Cards | GrantInstantCall | GrantPowerAttack | CancelTop | Note

KINDS: tuple[type[Operation], ...] = get_args(Operations)
