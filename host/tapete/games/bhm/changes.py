"""Changes that several chapters cause: beings, cards and counters, as the board's verbs tell them."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta

from tapete.core.events import Event, OfSeat
from tapete.core.game import Chapter
from tapete.core.seats import Seat
from tapete.games.bhm.figures import AttrName, CardId, Count, Counter, Keyword, OutReason, Pile, Points, Slot, Zone
from tapete.games.bhm.language import _

CHANGES = Chapter("changes")


class OfCard(OfSeat):
    """An event about a player's card."""

    card: CardId


What = Annotated[
    Literal["call", "instant_call", "summon", "strategy", "power", "object", "territory", "attack", "terror", "draw", "ability"],
    Meta(extra={"kind": "what"}),
]

How = Annotated[Literal["call", "instant_call", "summon", "moved"], Meta(extra={"kind": "how"})]

Where = Annotated[Literal["top", "bottom", "shuffle"], Meta(extra={"kind": "where"})]

Changed = Annotated[AttrName | Literal["rank"], Meta(extra={"kind": "attr"})]

Grant = Annotated[Literal["instant_call", "power_attack"], Meta(extra={"kind": "grant"})]

Loss = Literal["killed", "annihilated", "petrified", "fled", "territory", "entity"]
Cause = Annotated[Literal[Loss, "superiority", "inferiority", "armagedon", "effect", "ruling", "start"], Meta(extra={"kind": "cause"})]

Kept = Literal["immune", "inmortal", "eterno", "entity", "fire", "intangible", "invisible", "indestructible", "frozen"]
"""What keeps an effect from a being or a card."""

Lacking = Literal["gone", "no_attribute", "no_space", "nothing_pending", "illegal", "not_there", "out"]
"""What an effect lacks."""

Reason = Annotated[Literal[Kept, Lacking], Meta(extra={"kind": "reason"})]


@CHANGES.event(_("{seat} draws {n} {n:card|cards}: {hand} in hand, {deck} in the deck."), hands=_("{seat}: draw {n}."))
class Drawn(OfSeat, clause="BHM-004"):
    """Cards went from a deck to its owner's hand."""

    draws = True

    n: Count
    hand: Pile
    deck: Pile
    mandatory: bool

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"hand": board.player(self.seat).hand, "deck": board.player(self.seat).deck}


@CHANGES.event(_("What {seat} announced is cancelled: {what}."))
class Cancelled(OfSeat, clause="BHM-R89"):
    """A pending action comes to nothing; what was paid stays paid."""

    what: What
    card: CardId | None


@CHANGES.event(_("{card} enters {seat}'s space {slot}, {how}."), hands=_("Put {card} on {seat}'s space {slot}."))
class Entered(OfCard, clause="BHM-018"):
    """A being comes on the field."""

    slot: Slot
    how: How


@CHANGES.event(_("It has no effect: {reason}."))
class NoEffect(OfSeat, clause="BHM-R107"):
    """Something does nothing, and why."""

    card: CardId | None
    reason: Reason


@CHANGES.event(_("{seat}'s {bearer} carries {card}."), hands=_("Put {card} under {bearer}, {seat}'s."))
class Equipped(OfSeat, clause="BHM-096"):
    """A card is attached to a being."""

    bearer: CardId
    card: CardId


@CHANGES.event(_("{seat}'s {bearer} no longer carries {card}."))
class Detached(OfSeat, clause="BHM-R15"):
    """A card comes off its being."""

    bearer: CardId
    card: CardId


@CHANGES.event(_("{seat}'s {card}: {attr} {now} of {most}."))
class AttributeChanged(OfCard, clause="BHM-R18"):
    """An attribute or the rank of a being has changed."""

    attr: Changed
    now: Points
    most: Points


@CHANGES.event(_("The keywords of {seat}'s {card} change ({keyword})."))
class KeywordChanged(OfCard, clause="BHM-R105"):
    """A being has gained or lost a keyword."""

    keyword: Keyword
    added: bool


@CHANGES.event(_("{seat}'s {card} changes between flesh and stone."), hands=_("Turn {card} around on its space."))
class PetrifiedEvent(OfCard, tag="petrified", clause="BHM-127"):
    """A being turns to stone, or comes back from it."""

    stone: bool


@CHANGES.event(_("{card} goes to {seat}'s {zone}."), hands=_("Take {card} to {seat}'s {zone}."))
class WentTo(OfCard, clause="BHM-100"):
    """A card goes to a zone of its owner's."""

    zone: Zone
    where: Where | None


@CHANGES.event(_("{seat} takes control of {card} from {was}."), hands=_("Move {card} to {seat}'s space {slot}."))
class ControlChanged(OfCard, clause="BHM-R103"):
    """A being comes under another player's control."""

    slot: Slot
    was: Seat


@CHANGES.event(_("{seat} {what}."))
class Granted(OfSeat, clause="BHM-R27"):
    """A player or a being may do something more this turn."""

    card: CardId | None
    what: Grant


@CHANGES.event(_("{seat}'s counter goes from {was} to {now}: {cause}."), hands=_("Set {seat}'s counter to {now}."))
class CounterChanged(OfSeat, clause="BHM-029"):
    """A call counter has moved."""

    was: Counter
    now: Counter
    cause: Cause

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"now": board.player(self.seat).counter}


@CHANGES.event(_("{seat} discards: {cards}."), hands=_("{seat}: lay {cards} on your dead zone."))
class Discarded(OfSeat, clause="BHM-123"):
    """Cards of a hand lie open in the dead zone."""

    cards: tuple[CardId, ...]
    hand: Pile

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"hand": board.player(self.seat).hand}


@CHANGES.event(_("{seat} is out: {reason}."), hands=_("{seat}: take your cards off the table."))
class Eliminated(OfSeat, clause="BHM-029"):
    """A player is out."""

    reason: OutReason


@CHANGES.event(_("{winner} wins the match."))
class GameOver(Event, clause="BHM-029"):
    """A player has won."""

    winner: Seat


TerritoryDestroyed = CHANGES.simple_event("TerritoryDestroyed", OfCard, "BHM-032", _("{seat} loses the territory {card}."))
Killed = CHANGES.simple_event("Killed", OfCard, "BHM-033", _("{seat}'s {card} is killed."))
Annihilated = CHANGES.simple_event("Annihilated", OfCard, "BHM-035", _("{seat}'s {card} is annihilated."))
Fled = CHANGES.simple_event("Fled", OfCard, "BHM-063", _("{seat}'s {card} flees."))
Frozen = CHANGES.simple_event("Frozen", OfCard, "BHM-129", _("{seat}'s {card} is frozen."))
Thawed = CHANGES.simple_event("Thawed", OfCard, "BHM-132", _("{seat}'s {card} thaws."))
MatchDrawn = CHANGES.simple_event("MatchDrawn", Event, "BHM-R08", _("Nobody is left: the match is a draw."))
NameLost = CHANGES.simple_event("NameLost", OfCard, "BHM-147", _("{card} loses its name."))
