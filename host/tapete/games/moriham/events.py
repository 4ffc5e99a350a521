"""What happens in a duel, told once; figures are those after the change (ledger, section 7)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tapete.core.events import Event
from tapete.core.game import Chapter
from tapete.core.rulings import Noted, Ruled
from tapete.core.seats import Seat
from tapete.games.moriham.figures import Battle, CardId, CardName, CardType, Count, Delta, Level, Life, PhaseName, Points, Slot, Until

EVENTS = Chapter("events")
EVENTS.event(Ruled)
EVENTS.event(Noted)

ItemKind = Annotated[Literal["attack", "magic", "trap", "ability"], Meta(extra={"kind": "item"})]
Outcome = Annotated[Literal["higher", "equal", "lower", "direct"], Meta(extra={"kind": "outcome"})]


@EVENTS.event
class GameStarted(Event):
    """Both have their deck, their life and their opening hand."""

    first: Seat
    life: Life
    hand: Count
    deck: Count
    clause: str = "MOR-031"


@EVENTS.event
class StartTied(Event):
    """Both rolled the same for who begins."""

    value: Annotated[int, Meta(ge=1, le=10)]
    clause: str = "MOR-R21"


@EVENTS.event
class TurnStarted(Event):
    """Somebody's turn begins."""

    seat: Seat
    turn: Count
    clause: str = "MOR-048"


@EVENTS.event
class CardsDrawn(Event):
    """Cards went from the top of a deck to its owner's hand."""

    seat: Seat
    n: Count
    hand: Count
    deck: Count
    clause: str = "MOR-035"


@EVENTS.event
class PhaseChanged(Event):
    """The turn goes on to another phase."""

    seat: Seat
    phase: PhaseName
    clause: str = "MOR-047"


@EVENTS.event
class Summoned(Event):
    """A monster enters the field."""

    seat: Seat
    card: CardId
    slot: Slot
    position: Battle
    how: Literal["normal", "special", "effect"]
    clause: str


@EVENTS.event
class Tributed(Event):
    """A monster is offered for a summon; it goes to its owner's graveyard and is not destroyed."""

    seat: Seat
    card: CardId
    slot: Slot
    clause: str = "MOR-R11"


@EVENTS.event
class CardSet(Event):
    """A magic or trap card is laid face down."""

    seat: Seat
    slot: Slot
    hand: Count
    clause: str = "MOR-040"


@EVENTS.event
class CardShown(Event):
    """A magic or trap card lies face up from now on."""

    seat: Seat
    card: CardId
    slot: Slot
    clause: str = "MOR-R61"


@EVENTS.event
class Activated(Event):
    """A magic card, a trap or an ability begins to work; `effect` is the one chosen of a card's two."""

    seat: Seat
    kind: ItemKind
    card: CardId
    slot: Slot
    effect: int | None
    clause: str


@EVENTS.event
class AttackDeclared(Event):
    """A monster attacks another, or (`target` None) the player; `aim` is the attacked card, or `player`."""

    seat: Seat
    card: CardId
    slot: Slot
    target: Slot | None
    aim: Annotated[str, Meta(extra={"kind": "aim"})]
    clause: str = "MOR-070"


@EVENTS.event
class AttackCancelled(Event):
    """An attack comes to nothing; it counts as declared all the same."""

    seat: Seat
    card: CardId
    clause: str


@EVENTS.event
class BattleFought(Event, tag="battle"):
    """Values were compared; `damage` is what the loser's owner loses."""

    seat: Seat
    card: CardId
    result: Outcome
    attack: Count
    value: Count
    damage: Count
    clause: str


@EVENTS.event
class LifeChanged(Event):
    """Life was lost or gained."""

    seat: Seat
    before: Life
    life: Life
    clause: str


@EVENTS.event
class Destroyed(Event):
    """A card is destroyed on somebody's side; None where nobody knows it yet."""

    seat: Seat
    slot: Slot
    card: CardId | None
    clause: str


@EVENTS.event
class ToGraveyard(Event):
    """Cards are put on a graveyard, the last one on top."""

    seat: Seat
    cards: tuple[CardId, ...]
    source: Annotated[Literal["field", "hand", "deck"], Meta(extra={"kind": "source"})]
    clause: str


@EVENTS.event
class Returned(Event):
    """A card goes from the field back to its owner's hand or deck; None where it stays unknown."""

    seat: Seat
    card: CardId | None
    to: Annotated[Literal["hand", "top", "bottom", "shuffle"], Meta(extra={"kind": "where"})]
    clause: str = "MOR-R64"


@EVENTS.event
class Recovered(Event):
    """A card goes from a graveyard back to hand."""

    seat: Seat
    card: CardId
    hand: Count
    clause: str = "MOR-R70"


@EVENTS.event
class Searched(Event):
    """Cards are looked for in a deck, shown and taken to hand."""

    seat: Seat
    cards: tuple[CardId, ...]
    hand: Count
    clause: str = "MOR-R89"


@EVENTS.event
class Removed(Event):
    """Cards leave the game."""

    seat: Seat
    cards: tuple[CardId, ...]
    clause: str = "MOR-R70"


@EVENTS.event
class PositionChanged(Event):
    """A monster is turned."""

    seat: Seat
    slot: Slot
    card: CardId
    position: Battle
    clause: str


@EVENTS.event
class Modified(Event):
    """A monster's attack, defense or level is changed for a while; `now` is what counts."""

    seat: Seat
    slot: Slot
    card: CardId
    attr: Annotated[Literal["attack", "defense", "level"], Meta(extra={"kind": "attr"})]
    delta: Delta
    now: Count
    until: Until
    clause: str = "MOR-R60"


@EVENTS.event
class AttackForbidden(Event):
    """A monster may not declare attacks for a while."""

    seat: Seat
    slot: Slot
    card: CardId
    until: Until
    clause: str = "MOR-069"


@EVENTS.event
class AttacksGranted(Event):
    """A monster may attack more often in this turn; `attacks` is how often in all."""

    seat: Seat
    slot: Slot
    card: CardId
    attacks: Count
    clause: str = "MOR-R54"


@EVENTS.event
class DirectAllowed(Event):
    """A monster may attack the player in this turn, whatever stands there."""

    seat: Seat
    slot: Slot
    card: CardId
    clause: str = "MOR-069"


@EVENTS.event
class SummonsGranted(Event):
    """Somebody may summon normally more often in this turn; `allowed` is how often in all."""

    seat: Seat
    allowed: Count
    clause: str = "MOR-R71"


@EVENTS.event
class ControlChanged(Event):
    """A monster changes sides; `seat` has it now."""

    seat: Seat
    slot: Slot
    card: CardId
    clause: str


@EVENTS.event
class LinkResolved(Event):
    """An item of the stack takes effect."""

    seat: Seat
    kind: ItemKind
    card: CardId
    clause: str = "MOR-055"


@EVENTS.event
class LinkNegated(Event):
    """An item of the stack is negated: it will do nothing."""

    seat: Seat
    kind: ItemKind
    card: CardId
    clause: str = "MOR-R44"


@EVENTS.event
class BattleEnding(Event):
    """An effect ends the battle phase as soon as nothing waits any more."""

    clause: str = "MOR-R78"


@EVENTS.event
class TriggerWaiting(Event):
    """An ability is set off; its controller may use it when its turn comes."""

    seat: Seat
    card: CardId
    slot: Slot
    clause: str = "MOR-R58"


@EVENTS.event
class TriggerSkipped(Event):
    """Its controller lets an ability go by."""

    seat: Seat
    card: CardId
    clause: str = "MOR-R58"


@EVENTS.event
class ChoiceWaiting(Event):
    """Cards are to be named before the effect goes on."""

    seat: Seat
    op: Annotated[str, Meta(extra={"kind": "op"})]
    n: Count
    clause: str = "MOR-R89"


@EVENTS.event
class CardAdded(Event):
    """The printed figures of a card were typed in; None where its type has no such figure."""

    card: CardId
    type: CardType
    level: Level | None
    attack: Points | None
    defense: Points | None
    name: CardName = ""
    clause: str = "MOR-R86"


@EVENTS.event
class CountSet(Event):
    """A ruling puts a count right."""

    seat: Seat
    what: Annotated[Literal["life", "hand", "deck"], Meta(extra={"kind": "counted"})]
    n: Life
    clause: str = "MOR-R87"


@EVENTS.event
class TurnEnded(Event):
    """The final phase: what lasts until the end of the turn is over."""

    seat: Seat
    turn: Count
    clause: str = "MOR-046"


@EVENTS.event
class Conceded(Event):
    """Somebody gives up."""

    seat: Seat
    clause: str = "MOR-084"


@EVENTS.event
class GameOver(Event):
    """Somebody has won."""

    winner: Seat
    reason: Annotated[Literal["life", "deck", "concede"], Meta(extra={"kind": "reason"})]
    clause: str


@EVENTS.event
class GameDrawn(Event):
    """Both are out of life at once; nobody has won."""

    clause: str = "MOR-R31"
