"""What happens in a match, told once; figures are those after the change (ledger, section 7)."""

from __future__ import annotations

from tapete.core.events import Event
from tapete.core.game import Chapter
from tapete.core.rulings import Noted, Ruled
from tapete.core.seats import Seat
from tapete.games.mamlejet.figures import (
    CardId,
    Cause,
    Change,
    Colour,
    Count,
    Duration,
    EndReason,
    Fallen,
    Gained,
    Hit,
    Keyword,
    Mains,
    Result,
    Signed,
    StepName,
    What,
    Where,
)  # fmt: skip
from tapete.games.mamlejet.state import Reason

EVENTS = Chapter("events")
EVENTS.event(Ruled)
EVENTS.event(Noted)


@EVENTS.event
class RoundStarted(Event):
    """A round begins; everything dedicated is freed."""

    round: Count
    clause: str = "MMK-176"


@EVENTS.event
class OrderSet(Event):
    """The order of play of this round."""

    order: tuple[Seat, ...]
    clause: str = "MMK-181"


@EVENTS.event
class StepBegun(Event):
    """A step of the round begins."""

    step: StepName
    seat: Seat
    clause: str = "MMK-172"


@EVENTS.event
class EnemyEntered(Event):
    """An enemy enters at the front."""

    card: CardId
    owner: Seat
    clause: str = "MMK-059"


@EVENTS.event
class RoundPassed(Event):
    """The table has passed for the rest of the round; `mains`: for its main phases too."""

    round: Count
    mains: Mains
    clause: str = "MMK-R84"


@EVENTS.event
class AskedAgain(Event):
    """Everybody is asked in every window again."""

    round: Count
    clause: str = "MMK-R84"


@EVENTS.event
class NoEnemy(Event):
    """No enemy enters in this round."""

    round: Count
    clause: str = "MMK-R15"


@EVENTS.event
class EnemyActs(Event):
    """An enemy uses what it can do in 1c; `keeper` moves its card: the one from whose deck it came."""

    card: CardId
    keeper: Seat
    clause: str = "MMK-184"


@EVENTS.event
class CityChosen(Event):
    """The dice say which city an enemy goes for."""

    card: CardId
    seat: Seat
    clause: str = "MMK-201"


@EVENTS.event
class CardsDrawn(Event):
    """Cards went from a city to its owner's hand."""

    seat: Seat
    n: Count
    hand: Count
    city: Count
    clause: str = "MMK-191"


@EVENTS.event
class CityEmpty(Event):
    """Somebody had to draw from an empty city."""

    seat: Seat
    clause: str = "MMK-168"


@EVENTS.event
class ResourcePlayed(Event):
    """A resource is put into play."""

    seat: Seat
    card: CardId
    hand: Count
    clause: str = "MMK-033"


@EVENTS.event
class Produced(Event):
    """A resource was dedicated; the figures are the wealth now at hand."""

    seat: Seat
    card: CardId
    white: Count
    red: Count
    blue: Count
    clause: str = "MMK-004"


@EVENTS.event
class Paid(Event):
    """A cost was paid; the figures are the wealth that is left."""

    seat: Seat
    white: Count
    red: Count
    blue: Count
    clause: str = "MMK-091"


@EVENTS.event
class WealthGained(Event):
    """Wealth is at a player's disposal."""

    seat: Seat
    colour: Colour
    n: Count
    clause: str = "MMK-066"


@EVENTS.event
class TacticPlayed(Event):
    """A tactic waits on the stack."""

    seat: Seat
    card: CardId
    hand: Count
    clause: str = "MMK-092"


@EVENTS.event
class AbilityPlayed(Event):
    """An action-ability was played."""

    seat: Seat
    card: CardId
    clause: str = "MMK-116"


@EVENTS.event
class EquipPlayed(Event):
    """A weapon is about to be equipped."""

    seat: Seat
    card: CardId
    soldier: CardId
    clause: str = "MMK-240"


@EVENTS.event
class Triggered(Event):
    """An ability triggers by itself."""

    card: CardId
    clause: str = "MMK-107"


@EVENTS.event
class Resolved(Event):
    """Something that waited takes effect."""

    card: CardId
    clause: str = "MMK-098"


@EVENTS.event
class Fizzled(Event):
    """No target is legal any more: it does nothing."""

    card: CardId
    clause: str = "MMK-090"


@EVENTS.event
class Countered(Event):
    """Something that waited is cancelled."""

    card: CardId | None
    clause: str = "MMK-R91"


@EVENTS.event
class EnteredPlay(Event):
    """A permanent enters play."""

    seat: Seat
    card: CardId
    clause: str = "MMK-099"


@EVENTS.event
class LeftPlay(Event):
    """A permanent leaves play."""

    card: CardId
    owner: Seat
    to: Where
    clause: str = "MMK-250"


@EVENTS.event
class Attached(Event):
    """A weapon or strategy goes to a permanent, or to none."""

    card: CardId
    to: CardId | None
    clause: str = "MMK-240"


@EVENTS.event
class Assigned(Event):
    """A soldier is assigned to an enemy."""

    seat: Seat
    soldier: CardId
    enemy: CardId
    clause: str = "MMK-125"


@EVENTS.event
class Unassigned(Event):
    """A soldier is taken back before the plan is final."""

    seat: Seat
    soldier: CardId
    clause: str = "MMK-R22"


@EVENTS.event
class PlanConfirmed(Event):
    """A plan is final."""

    seat: Seat
    n: Count
    clause: str = "MMK-R22"


@EVENTS.event
class Defended(Event):
    """A soldier stands between an enemy and a city."""

    seat: Seat
    soldier: CardId
    enemy: CardId
    city: Seat
    clause: str = "MMK-203"


@EVENTS.event
class Undefended(Event):
    """A player sends nobody."""

    seat: Seat
    enemy: CardId
    clause: str = "MMK-203"


@EVENTS.event
class FrenzyTaken(Event):
    """A frenzied soldier goes on to another enemy, or to none."""

    seat: Seat
    soldier: CardId
    enemy: CardId | None
    clause: str = "MMK-143"


@EVENTS.event
class AttackJudged(Event):
    """An attack roll against a card is judged."""

    card: CardId
    against: CardId
    value: Count
    index: Change
    hit: Hit
    clause: str = "MMK-131"


@EVENTS.event
class CityAttackJudged(Event):
    """An attack roll against a city is judged."""

    card: CardId
    city: Seat
    value: Count
    index: Change
    hit: Hit
    clause: str = "MMK-202"


@EVENTS.event
class EpicFailure(Event):
    """A 1: the roller is easier to defeat until the end of the turn."""

    card: CardId
    n: Count
    clause: str = "MMK-135"


@EVENTS.event
class DieJudged(Event):
    """A die of a card is judged."""

    card: CardId
    value: Count
    index: Count
    hit: Hit
    clause: str = "MMK-123"


@EVENTS.event
class DamageWaits(Event):
    """Damage goes on the stack."""

    n: Count
    clause: str = "MMK-208"


@EVENTS.event
class Healed(Event):
    """A pending damage is cancelled."""

    card: CardId
    clause: str = "MMK-227"


@EVENTS.event
class AllyFell(Event):
    """A soldier is defeated."""

    card: CardId
    owner: Seat
    lost: Count
    clause: str = "MMK-139"


@EVENTS.event
class EnemyDefeated(Event):
    """An enemy is defeated; its emuná goes to a player."""

    card: CardId
    seat: Seat
    score: Count
    clause: str = "MMK-141"


@EVENTS.event
class CityHit(Event):
    """The top card of a city falls."""

    seat: Seat
    card: CardId
    city: Count
    clause: str = "MMK-188"


@EVENTS.event
class CitySpared(Event):
    """An empty city was hit: nothing falls."""

    seat: Seat
    clause: str = "MMK-R79"


@EVENTS.event
class Modified(Event):
    """Something about a permanent counts differently for a while."""

    card: CardId
    what: What
    n: Signed
    until: Duration
    cause: Cause
    clause: str = "MMK-011"


@EVENTS.event
class KeywordChanged(Event):
    """A permanent gains or loses a keyword."""

    card: CardId
    keyword: Keyword
    gained: Gained
    until: Duration
    cause: Cause
    clause: str = "MMK-120"


@EVENTS.event
class CityModified(Event):
    """A city is harder or easier to hit."""

    seat: Seat
    n: Signed
    until: Duration
    cause: Cause
    clause: str = "MMK-R26"


@EVENTS.event
class Dedicated(Event):
    """A permanent is dedicated; `keeper` turns the card: its controller, or the one from whose deck an enemy came."""

    card: CardId
    keeper: Seat
    reason: Reason
    clause: str = "MMK-070"


@EVENTS.event
class Freed(Event):
    """A permanent is freed; `keeper` turns the card back."""

    card: CardId
    keeper: Seat
    clause: str = "MMK-248"


@EVENTS.event
class Discarded(Event):
    """Cards went from a hand to the guenizá."""

    seat: Seat
    cards: tuple[CardId, ...]
    hand: Count
    clause: str = "MMK-229"


@EVENTS.event
class Commanded(Event):
    """Somebody else commands an ally."""

    card: CardId
    seat: Seat
    clause: str = "MMK-R93"


@EVENTS.event
class Readied(Event):
    """A soldier that has just entered may act."""

    card: CardId
    clause: str = "MMK-199"


@EVENTS.event
class CardMoved(Event):
    """A ruling, or a healing from the guenizá, moved a card."""

    owner: Seat
    card: CardId
    source: Where
    to: Where
    clause: str = "MMK-R75"


@EVENTS.event
class CountAdjusted(Event):
    """A pile was counted again."""

    seat: Seat
    pile: Where
    n: Count
    clause: str = "MMK-R75"


@EVENTS.event
class CardIdentified(Event):
    """An unknown card of a guenizá has a name."""

    seat: Seat
    card: CardId
    clause: str = "MMK-R73"


@EVENTS.event
class FallenMarked(Event):
    """How a card came to a guenizá was corrected."""

    seat: Seat
    card: CardId
    mark: Fallen
    clause: str = "MMK-R34"


@EVENTS.event
class CardAdded(Event):
    """A card was typed in from its print."""

    card: CardId
    clause: str = "MMK-R73"


@EVENTS.event
class TimeUp(Event):
    """The time of a clock game has run out."""

    round: Count
    clause: str = "MMK-166"


@EVENTS.event
class EnemiesExhausted(Event):
    """No enemy is left anywhere."""

    round: Count
    clause: str = "MMK-R16"


@EVENTS.event
class MatchEnded(Event):
    """The match has a result."""

    result: Result
    winners: tuple[Seat, ...]
    reason: EndReason
    clause: str = "MMK-R38"
