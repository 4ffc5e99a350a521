"""Changes that several chapters cause: cards, life and monsters, as the board's verbs tell them."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta

from tapete.core.events import Event, OfSeat
from tapete.core.game import Chapter
from tapete.core.seats import Seat
from tapete.games.moriham.figures import Battle, CardId, Count, Delta, Life, Slot, Until
from tapete.games.moriham.language import _

CHANGES = Chapter("changes")


class OfCard(OfSeat):
    """An event about a player's card."""

    card: CardId


class OfMonster(OfSeat):
    """An event about the monster in a slot of a player's."""

    slot: Slot
    card: CardId


class OfNamedMonster(OfMonster):
    """An event about a monster whose sentence says no player of itself."""

    def owners(self) -> Mapping[str, Seat]:
        return {"card": self.seat}


ItemKind = Annotated[Literal["attack", "magic", "trap", "ability"], Meta(extra={"kind": "item"})]


class OfItem(OfSeat):
    """An event about a player's item of the stack."""

    kind: ItemKind
    card: CardId


@CHANGES.event(_("{seat} draws {n} {n:card|cards} and holds {hand}."), hands=_("{seat}: draw {n} {n:card|cards}."))
class CardsDrawn(OfSeat, clause="MOR-035"):
    """Cards went from the top of a deck to its owner's hand."""

    draws = True

    n: Count
    hand: Count
    deck: Count

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"hand": board.side(self.seat).hand, "deck": board.side(self.seat).deck}


@CHANGES.event(_("{seat} summons {card} in {position} position."), hands=_("{seat}: place {card} in slot {slot}, in {position} position."))
class Summoned(OfCard):
    """A monster enters the field."""

    slot: Slot
    position: Battle
    how: Literal["normal", "special", "effect"]
    clause: str


@CHANGES.event(_("{seat} offers {card} as a tribute."), hands=_("{seat}: take {card} off slot {slot}."))
class Tributed(OfCard, clause="MOR-R11"):
    """A monster is offered for a summon; it goes to its owner's graveyard and is not destroyed."""

    slot: Slot


@CHANGES.event(_("{seat}'s life goes from {before} to {life}."))
class LifeChanged(OfSeat):
    """Life was lost or gained."""

    before: Life
    life: Life
    clause: str

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"life": board.side(self.seat).life}


@CHANGES.event(_("{card} on {seat}'s side is destroyed."))
class Destroyed(OfSeat):
    """A card is destroyed on a player's side; None where nobody knows it yet."""

    slot: Slot
    card: CardId | None
    clause: str


@CHANGES.event(_("To {seat}'s graveyard: {cards}."), hands=_("{seat}: put {cards} face up on your graveyard."))
class ToGraveyard(OfSeat):
    """Cards are put on a graveyard, the last one on top."""

    cards: tuple[CardId, ...]
    source: Annotated[Literal["field", "hand", "deck"], Meta(extra={"kind": "source"})]
    clause: str


@CHANGES.event(_("A card of {seat}'s goes back {to}."), hands=_("{seat}: take your card {to}."))
class Returned(OfSeat, clause="MOR-R64"):
    """A card goes from the field back to its owner's hand or deck; None where it stays unknown."""

    card: CardId | None
    to: Annotated[Literal["hand", "top", "bottom", "shuffle"], Meta(extra={"kind": "where"})]


@CHANGES.event(_("{seat} takes {card} back from the graveyard."), hands=_("{seat}: take {card} from your graveyard to your hand."))
class Recovered(OfCard, clause="MOR-R70"):
    """A card goes from a graveyard back to hand."""

    hand: Count

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"hand": board.side(self.seat).hand}


@CHANGES.event(_("{seat} searches the deck: {cards}."), hands=_("{seat}: show {cards}, take it to your hand and shuffle your deck."))
class Searched(OfSeat, clause="MOR-R89"):
    """Cards are looked for in a deck, shown and taken to hand."""

    cards: tuple[CardId, ...]
    hand: Count

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"hand": board.side(self.seat).hand}


@CHANGES.event(_("Out of the game goes, of {seat}'s: {cards}."), hands=_("{seat}: put {cards} aside, out of the game."))
class Removed(OfSeat, clause="MOR-R70"):
    """Cards leave the game."""

    cards: tuple[CardId, ...]


@CHANGES.event(_("{card} changes to {position} position."), hands=_("{seat}: turn {card} in slot {slot}."))
class PositionChanged(OfNamedMonster):
    """A monster is turned."""

    position: Battle
    clause: str


@CHANGES.event(_("{card}: {attr} {now}, {until}."))
class Modified(OfNamedMonster, clause="MOR-R60"):
    """A monster's attack, defense or level is changed for a while; `now` is what counts."""

    attr: Annotated[Literal["attack", "defense", "level"], Meta(extra={"kind": "attr"})]
    delta: Delta
    now: Count
    until: Until


@CHANGES.event(_("{card} cannot attack {until}."))
class AttackForbidden(OfNamedMonster, clause="MOR-069"):
    """A monster may not declare attacks for a while."""

    until: Until


@CHANGES.event(_("{card} may attack {attacks} {attacks:time|times} this turn."))
class AttacksGranted(OfNamedMonster, clause="MOR-R54"):
    """A monster may attack more often in this turn; `attacks` is how often in all."""

    attacks: Count


@CHANGES.event(_("{card} may attack the player directly this turn."))
class DirectAllowed(OfNamedMonster, clause="MOR-069"):
    """A monster may attack the player in this turn, whatever stands there."""


@CHANGES.event(_("{seat} may make {allowed} normal {allowed:summon|summons} this turn."))
class SummonsGranted(OfSeat, clause="MOR-R71"):
    """A player may summon normally more often in this turn; `allowed` is how often in all."""

    allowed: Count

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"allowed": board.side(self.seat).normal_allowed}


@CHANGES.event(_("{card} goes over to {seat}'s side."), hands=_("Move {card} to {seat}'s slot {slot}."))
class ControlChanged(OfMonster):
    """A monster changes sides; `seat` has it now."""

    clause: str


@CHANGES.event(_("{seat}'s {card}: {kind} is negated."))
class LinkNegated(OfItem, clause="MOR-R44"):
    """An item of the stack is negated: it will do nothing."""


@CHANGES.event(_("The battle phase ends here."))
class BattleEnding(Event, clause="MOR-R78"):
    """An effect ends the battle phase as soon as nothing waits any more."""


@CHANGES.event(_("{what} of {seat}: {n}."))
class CountSet(OfSeat, clause="MOR-R87"):
    """A ruling puts a count right."""

    what: Annotated[Literal["life", "hand", "deck"], Meta(extra={"kind": "counted"})]
    n: Life

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"n": getattr(board.side(self.seat), self.what)}


@CHANGES.event(_("{winner} wins the duel ({reason})."))
class GameOver(Event):
    """A player has won."""

    winner: Seat
    reason: Annotated[Literal["life", "deck", "concede"], Meta(extra={"kind": "reason"})]
    clause: str


@CHANGES.event(_("Both are out of life: a draw."))
class GameDrawn(Event, clause="MOR-R31"):
    """Both are out of life at once; nobody has won."""
