"""BHM's figures and small words: the counter, spaces, attributes, keywords, and how a thing is pointed at.

Source: docs/inside/rules/bhm.md#constants, #state, #catalogue.
"""

from typing import Annotated, Literal

from msgspec import Meta

from tapete.core.kinds import ANY_NUMBER, AnyNumber, words_of
from tapete.core.seats import Seat
from tapete.core.structs import Strict
from tapete.games.bhm.constants import LARGEST_DECK, MOST_RANK, SPACES

MOST_NUMBERS = 900_000
"""So many activation numbers a position has given out at most: what is played on from it finds numbers left."""

SLOTS = tuple(range(SPACES))
"""The spaces for beings (BHM-119)."""

CardId = Annotated[str, Meta(pattern="^[a-z0-9_]{1,40}$", extra={"kind": "card"})]
Slot = Annotated[int, Meta(ge=0, le=SPACES - 1)]
Iid = Annotated[int, Meta(ge=1, le=999_999, extra={"kind": "number"})]
SaidIid = Annotated[int, Meta(ge=-ANY_NUMBER, le=ANY_NUMBER, extra={"kind": "number"})]
"""A number that names a thing in play; a rule says whether anything has it."""

Seq = Annotated[int, Meta(ge=0, le=999_999, extra={"kind": "number"})]
Count = Annotated[int, Meta(ge=0, le=9_999)]
Pile = Annotated[int, Meta(ge=0, le=LARGEST_DECK)]
Counter = Annotated[int, Meta(ge=0, le=9_999)]
Rank = Annotated[int, Meta(ge=0, le=MOST_RANK)]
Points = Annotated[int, Meta(ge=0, le=99_999)]
Delta = Annotated[int, Meta(ge=-9_999, le=9_999)]
Amount = Annotated[int, Meta(ge=1, le=9_999)]

AttrName = Annotated[Literal["pod", "fue", "res", "val", "salud"], Meta(extra={"kind": "attr"})]
ATTRS: tuple[AttrName, ...] = words_of(AttrName)

CardKind = Annotated[
    Literal["being", "summon", "entity", "special", "strategy", "power", "object", "territory"], Meta(extra={"kind": "card_kind"})
]
BeingKind = Literal["being", "summon", "entity", "special"]
BEING_KINDS: tuple[CardKind, ...] = ("being", "summon", "entity", "special")
"""Kinds that take a space of the field; an entity is no being all the same (BHM-106, R54, R95)."""

CALLED_KINDS: tuple[CardKind, ...] = ("being", "entity", "special")
"""Kinds that are called from the hand (BHM-018, R54, R95)."""

KeywordName = Annotated[
    Literal[
        "inmortal", "indestructible", "vinculo_de_poder", "resistencia_magica", "intangible", "invisible", "eterno", "terror", "inmune"
    ],
    Meta(extra={"kind": "keyword"}),
]
Guard = Literal["inmortal", "eterno"]
"""Keywords that keep operations from working (BHM-136, 145, 146, R52)."""

KEYWORDS: tuple[KeywordName, ...] = tuple(word for word in words_of(KeywordName) if word != "indestructible")
"""Keywords of beings; INDESTRUCTIBLE is for objects and territories (BHM-134..148)."""

FIGURES = {"terror": (1, 9_999), "inmune": (0, MOST_RANK)}
"""What the figure of a keyword may be; the others have none."""

Keyword = Annotated[
    str,
    Meta(
        pattern="^(inmortal|indestructible|vinculo_de_poder|resistencia_magica|intangible|invisible|eterno"
        "|terror:[1-9][0-9]{0,3}|inmune:([0-9]|[123][0-9]|40))$",
        extra={"kind": "keyword"},
    ),
]
"""A keyword as it is written: `terror` and `inmune` carry their figure after a colon."""

PhaseName = Annotated[Literal["setup", "initial", "strategy_1", "combat", "strategy_2", "final"], Meta(extra={"kind": "phase"})]
Zone = Annotated[Literal["hand", "deck", "dead", "deserters", "territories", "strategy", "summons", "field"], Meta(extra={"kind": "zone"})]
ZONES: tuple[Zone, ...] = words_of(Zone)
OutReason = Annotated[Literal["counter", "deckout", "concede"], Meta(extra={"kind": "out_reason"})]


class TerritoryRef(Strict, omit_defaults=True):
    """A territory of a player, by its place (0 or 1); while an action is pending also by its activation number, as places move up."""

    seat: Seat
    index: AnyNumber
    seq: SaidIid | None = None


class PlaceRef(Strict):
    """A zone of a player."""

    seat: Seat
    zone: Zone


class CardSource(Strict):
    """A card whose text is applied, and who controls it."""

    card: CardId
    seat: Seat


Target = SaidIid | Literal["A", "B", "C", "D", "top"] | TerritoryRef | None
"""What an effect is aimed at: a being by its number, a seat, a territory, the pending action on top, or nothing."""

Targets = Annotated[tuple[Target, ...], Meta(max_length=8)]


def written(name: str, figure: int = 0) -> str:
    """A keyword with its figure, as it is written."""
    return f"{name}:{figure}" if name in FIGURES else name


def named(keyword: str) -> str:
    """The name of a keyword without its figure."""
    return keyword.partition(":")[0]
