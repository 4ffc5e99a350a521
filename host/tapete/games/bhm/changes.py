"""Changes that several chapters cause: beings, cards and counters, as the board's verbs tell them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tapete.core.events import Event
from tapete.core.game import Chapter
from tapete.core.seats import Seat
from tapete.games.bhm.figures import AttrName, CardId, Count, Counter, Keyword, OutReason, Pile, Points, Slot, Zone
from tapete.games.bhm.language import _

CHANGES = Chapter("changes")


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
        "killed", "annihilated", "petrified", "fled", "territory", "entity", "superiority", "inferiority", "armagedon", "effect", "start"
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
        "out",
    ],
    Meta(extra={"kind": "reason"}),
]


@CHANGES.event(_("{seat} draws {n} {n:card|cards}: {hand} in hand, {deck} in the deck."), hands=_("{seat}: draw {n}."))
class Drawn(Event):
    """Cards went from a deck to its owner's hand."""

    seat: Seat
    n: Count
    hand: Pile
    deck: Pile
    mandatory: bool
    clause: str = "BHM-004"


@CHANGES.event(_("What {seat} announced is cancelled: {what}."))
class Cancelled(Event):
    """A pending action comes to nothing; what was paid stays paid."""

    seat: Seat
    what: What
    card: CardId | None
    clause: str = "BHM-R89"


@CHANGES.event(_("{card} enters {seat}'s space {slot}, {how}."), hands=_("Put {card} on {seat}'s space {slot}."))
class Entered(Event):
    """A being comes on the field."""

    seat: Seat
    card: CardId
    slot: Slot
    how: How
    clause: str = "BHM-018"


@CHANGES.event(_("It has no effect: {reason}."))
class NoEffect(Event):
    """Something does nothing, and why."""

    seat: Seat
    card: CardId | None
    reason: Reason
    clause: str = "BHM-R107"


@CHANGES.event(_("{bearer} carries {card}."), hands=_("Put {card} under {bearer}, {seat}'s."))
class Equipped(Event):
    """A card is attached to a being."""

    seat: Seat
    bearer: CardId
    card: CardId
    clause: str = "BHM-096"


@CHANGES.event(_("{bearer} no longer carries {card}."))
class Detached(Event):
    """A card comes off its being."""

    seat: Seat
    bearer: CardId
    card: CardId
    clause: str = "BHM-R15"


@CHANGES.event(_("{seat} loses the territory {card}."))
class TerritoryDestroyed(Event):
    """A territory is destroyed or lost."""

    seat: Seat
    card: CardId
    clause: str = "BHM-032"


@CHANGES.event(_("{card}: {attr} {now} of {most}."))
class AttributeChanged(Event):
    """An attribute or the rank of a being has changed."""

    seat: Seat
    card: CardId
    attr: Changed
    now: Points
    most: Points
    clause: str = "BHM-R18"


@CHANGES.event(_("The keywords of {card} change ({keyword})."))
class KeywordChanged(Event):
    """A being has gained or lost a keyword."""

    seat: Seat
    card: CardId
    keyword: Keyword
    added: bool
    clause: str = "BHM-R105"


@CHANGES.event(_("{card}, {seat}'s, is killed."))
class Killed(Event):
    """A being is killed."""

    seat: Seat
    card: CardId
    clause: str = "BHM-033"


@CHANGES.event(_("{card}, {seat}'s, is annihilated."))
class Annihilated(Event):
    """A being is annihilated."""

    seat: Seat
    card: CardId
    clause: str = "BHM-035"


@CHANGES.event(_("{card}, {seat}'s, changes between flesh and stone."), hands=_("Turn {card} around on its space."))
class PetrifiedEvent(Event, tag="petrified"):
    """A being turns to stone, or comes back from it."""

    seat: Seat
    card: CardId
    stone: bool
    clause: str = "BHM-127"


@CHANGES.event(_("{card}, {seat}'s, flees."))
class Fled(Event):
    """A being flees."""

    seat: Seat
    card: CardId
    clause: str = "BHM-063"


@CHANGES.event(_("{card} goes to {seat}'s {zone}."), hands=_("Take {card} to {seat}'s {zone}."))
class WentTo(Event):
    """A card goes to a zone of its owner's."""

    seat: Seat
    card: CardId
    zone: Zone
    where: Where | None
    clause: str = "BHM-100"


@CHANGES.event(_("{card}, {seat}'s, is frozen."))
class FrozenEvent(Event, tag="frozen"):
    """A being is frozen."""

    seat: Seat
    card: CardId
    clause: str = "BHM-129"


@CHANGES.event(_("{card}, {seat}'s, thaws."))
class Thawed(Event):
    """A being thaws."""

    seat: Seat
    card: CardId
    clause: str = "BHM-132"


@CHANGES.event(_("{seat} takes control of {card} from {was}."), hands=_("Move {card} to {seat}'s space {slot}."))
class ControlChanged(Event):
    """A being comes under another player's control."""

    seat: Seat
    card: CardId
    slot: Slot
    was: Seat
    clause: str = "BHM-R103"


@CHANGES.event(_("{seat} {what}."))
class Granted(Event):
    """A player or a being may do something more this turn."""

    seat: Seat
    card: CardId | None
    what: Grant
    clause: str = "BHM-R27"


@CHANGES.event(_("{seat}'s counter goes from {was} to {now}: {cause}."), hands=_("Set {seat}'s counter to {now}."))
class CounterChanged(Event):
    """A call counter has moved."""

    seat: Seat
    was: Counter
    now: Counter
    cause: Cause
    clause: str = "BHM-029"


@CHANGES.event(_("{seat} discards: {cards}."), hands=_("{seat}: lay {cards} on your dead zone."))
class Discarded(Event):
    """Cards of a hand lie open in the dead zone."""

    seat: Seat
    cards: tuple[CardId, ...]
    hand: Pile
    clause: str = "BHM-123"


@CHANGES.event(_("{seat} is out: {reason}."), hands=_("{seat}: take your cards off the table."))
class Eliminated(Event):
    """A player is out."""

    seat: Seat
    reason: OutReason
    clause: str = "BHM-029"


@CHANGES.event(_("{winner} wins the match."))
class GameOver(Event):
    """Somebody has won."""

    winner: Seat
    clause: str = "BHM-029"


@CHANGES.event(_("Nobody is left: the match is a draw."))
class MatchDrawn(Event):
    """Nobody is left: the match is a draw."""

    clause: str = "BHM-R08"


@CHANGES.event(_("{card} loses its name."))
class NameLost(Event):
    """A card has lost its name."""

    seat: Seat
    card: CardId
    clause: str = "BHM-147"
