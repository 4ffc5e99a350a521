"""What happens in a war, told once; figures are those after the change (ledger, section 6)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tapete.core.events import Event
from tapete.core.game import Chapter
from tapete.core.rulings import Noted, Ruled
from tapete.core.seats import Seat
from tapete.games.bhm.figures import (
    AttrName,
    CardId,
    CardKind,
    Count,
    Counter,
    Keyword,
    OutReason,
    PhaseName,
    Pile,
    Points,
    Rank,
    Slot,
    Zone,
)

EVENTS = Chapter("events")
EVENTS.event(Ruled)
EVENTS.event(Noted)

What = Annotated[
    Literal["call", "instant_call", "summon", "strategy", "power", "object", "territory", "attack", "terror", "draw", "ability"],
    Meta(extra={"kind": "what"}),
]
How = Annotated[Literal["call", "instant_call", "summon", "moved"], Meta(extra={"kind": "how"})]
Where = Annotated[Literal["top", "bottom", "shuffle"], Meta(extra={"kind": "where"})]
Changed = Annotated[AttrName | Literal["rank"], Meta(extra={"kind": "attr"})]
Grant = Annotated[Literal["instant_call", "power_attack"], Meta(extra={"kind": "grant"})]
Cause = Annotated[
    Literal[
        "killed",
        "annihilated",
        "petrified",
        "fled",
        "territory",
        "entity",
        "superiority",
        "inferiority",
        "armagedon",
        "effect",
        "start",
    ],
    Meta(extra={"kind": "cause"}),
]
Reason = Annotated[
    Literal[
        "gone",
        "immune",
        "inmortal",
        "eterno",
        "entity",
        "fire",
        "intangible",
        "invisible",
        "no_attribute",
        "no_space",
        "indestructible",
        "nothing_pending",
        "frozen",
        "illegal",
        "not_there",
    ],
    Meta(extra={"kind": "reason"}),
]


@EVENTS.event
class SetUp(Event):
    """A player has a deck, a summon zone and an opening hand."""

    seat: Seat
    deck: Pile
    summons: Count
    clause: str = "BHM-003"


@EVENTS.event
class Exchanged(Event):
    """Cards of the opening hand were exchanged; how many is all that is told."""

    seat: Seat
    n: Count
    clause: str = "BHM-007"


@EVENTS.event
class TurnStarted(Event):
    """Somebody's turn begins."""

    seat: Seat
    turn: Count
    clause: str = "BHM-010"


@EVENTS.event
class PhaseChanged(Event):
    """The turn goes on to another phase."""

    seat: Seat
    phase: PhaseName
    clause: str = "BHM-010"


@EVENTS.event
class Drawn(Event):
    """Cards went from a deck to its owner's hand."""

    seat: Seat
    n: Count
    hand: Pile
    deck: Pile
    mandatory: bool
    clause: str = "BHM-004"


@EVENTS.event
class Returned(Event):
    """A being comes back from the deserters."""

    seat: Seat
    card: CardId
    slot: Slot
    clause: str = "BHM-012"


@EVENTS.event
class WaitsToReturn(Event):
    """A deserter finds no free space, and waits."""

    seat: Seat
    card: CardId
    clause: str = "BHM-R12"


@EVENTS.event
class Announced(Event):
    """Somebody has announced something; it waits for reactions."""

    seat: Seat
    what: What
    card: CardId
    clause: str = "BHM-155"


@EVENTS.event
class Cancelled(Event):
    """A pending action comes to nothing; what was paid stays paid."""

    seat: Seat
    what: What
    card: CardId | None
    clause: str = "BHM-R89"


@EVENTS.event
class Entered(Event):
    """A being comes on the field."""

    seat: Seat
    card: CardId
    slot: Slot
    how: How
    clause: str = "BHM-018"


@EVENTS.event
class NoEffect(Event):
    """Something does nothing, and why."""

    seat: Seat
    card: CardId | None
    reason: Reason
    clause: str = "BHM-R107"


@EVENTS.event
class TerrorChosen(Event, tag="terror"):
    """TERROR strikes."""

    seat: Seat
    card: CardId
    victim: CardId
    figure: Points
    clause: str = "BHM-144"


@EVENTS.event
class Equipped(Event):
    """A card is attached to a being."""

    seat: Seat
    bearer: CardId
    card: CardId
    clause: str = "BHM-096"


@EVENTS.event
class Detached(Event):
    """A card comes off its being."""

    seat: Seat
    bearer: CardId
    card: CardId
    clause: str = "BHM-R15"


@EVENTS.event
class TerritoryEntered(Event):
    """A territory comes into play."""

    seat: Seat
    card: CardId
    clause: str = "BHM-083"


@EVENTS.event
class TerritoryDestroyed(Event):
    """A territory is destroyed or lost."""

    seat: Seat
    card: CardId
    clause: str = "BHM-032"


@EVENTS.event
class AttackQueued(Event):
    """An attack stands, and waits for its turn."""

    seat: Seat
    card: CardId
    target: CardId
    pod: Points | None
    clause: str = "BHM-062"


@EVENTS.event
class AttackLost(Event):
    """An attack comes to nothing."""

    seat: Seat
    card: CardId | None
    reason: Reason
    clause: str = "BHM-R37"


@EVENTS.event
class AttackResolved(Event):
    """An attack has struck; what its target has left."""

    seat: Seat
    card: CardId
    target: CardId
    pod: Points | None
    res: Points
    salud: Points
    clause: str = "BHM-047"


@EVENTS.event
class AttributeChanged(Event):
    """An attribute or the rank of a being has changed."""

    seat: Seat
    card: CardId
    attr: Changed
    now: Points
    most: Points
    clause: str = "BHM-R18"


@EVENTS.event
class KeywordChanged(Event):
    """A being has gained or lost a keyword."""

    seat: Seat
    card: CardId
    keyword: Keyword
    added: bool
    clause: str = "BHM-R105"


@EVENTS.event
class Killed(Event):
    """A being is killed."""

    seat: Seat
    card: CardId
    clause: str = "BHM-033"


@EVENTS.event
class Annihilated(Event):
    """A being is annihilated."""

    seat: Seat
    card: CardId
    clause: str = "BHM-035"


@EVENTS.event
class PetrifiedEvent(Event, tag="petrified"):
    """A being turns to stone, or comes back from it."""

    seat: Seat
    card: CardId
    stone: bool
    clause: str = "BHM-127"


@EVENTS.event
class Fled(Event):
    """A being flees."""

    seat: Seat
    card: CardId
    clause: str = "BHM-063"


@EVENTS.event
class WentTo(Event):
    """A card goes to a zone of its owner's."""

    seat: Seat
    card: CardId
    zone: Zone
    where: Where | None
    clause: str = "BHM-100"


@EVENTS.event
class FrozenEvent(Event, tag="frozen"):
    """A being is frozen."""

    seat: Seat
    card: CardId
    clause: str = "BHM-129"


@EVENTS.event
class Thawed(Event):
    """A being thaws."""

    seat: Seat
    card: CardId
    clause: str = "BHM-132"


@EVENTS.event
class ControlChanged(Event):
    """A being comes under another player's control."""

    seat: Seat
    card: CardId
    slot: Slot
    was: Seat
    clause: str = "BHM-R103"


@EVENTS.event
class Granted(Event):
    """A player or a being may do something more this turn."""

    seat: Seat
    card: CardId | None
    what: Grant
    clause: str = "BHM-R27"


@EVENTS.event
class PointsAssigned(Event):
    """A summoner has the points of a power."""

    seat: Seat
    card: CardId
    power: CardId
    points: Count
    clause: str = "BHM-114"


@EVENTS.event
class PointsDrained(Event):
    """Points of a summoner were spent."""

    seat: Seat
    card: CardId
    points: Count
    left: Count
    clause: str = "BHM-114"


@EVENTS.event
class CounterChanged(Event):
    """A call counter has moved."""

    seat: Seat
    was: Counter
    now: Counter
    cause: Cause
    clause: str = "BHM-029"


@EVENTS.event
class Compared(Event):
    """The fields of two adversaries were compared."""

    seat: Seat
    other: Seat
    own: Count
    theirs: Count
    clause: str = "BHM-027"


@EVENTS.event
class Restored(Event):
    """POD and RES are whole again."""

    seat: Seat
    clause: str = "BHM-073"


@EVENTS.event
class Discarded(Event):
    """Cards of a hand lie open in the dead zone."""

    seat: Seat
    cards: tuple[CardId, ...]
    hand: Pile
    clause: str = "BHM-123"


@EVENTS.event
class Eliminated(Event):
    """A player is out."""

    seat: Seat
    reason: OutReason
    clause: str = "BHM-029"


@EVENTS.event
class GameOver(Event):
    """Somebody has won."""

    winner: Seat
    clause: str = "BHM-029"


@EVENTS.event
class CardAdded(Event):
    """A card was typed in from its print."""

    card: CardId
    kind: CardKind
    rank: Rank
    clause: str = "BHM-R106"


@EVENTS.event
class DrawAnnounced(Event):
    """Somebody is about to draw; it waits for reactions."""

    seat: Seat
    clause: str = "BHM-155"


@EVENTS.event
class MatchDrawn(Event):
    """Nobody is left: the match is a draw."""

    clause: str = "BHM-R08"


@EVENTS.event
class NameLost(Event):
    """A card has lost its name."""

    seat: Seat
    card: CardId
    clause: str = "BHM-147"


@EVENTS.event
class ConflictJudged(Event):
    """Of two cards that contradict each other one prevails: the higher rank (BHM-101), then the later one (BHM-102)."""

    seat: Seat
    card: CardId
    rank: Rank
    over: CardId
    other: Rank
    clause: str
