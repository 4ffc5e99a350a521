"""What the table decides or adds: rulings, and cards typed in from their print (MOR-R16, R59, R86, R87)."""

from typing import Annotated

from msgspec import Meta

from tapete.core.actions import Terms, so_far
from tapete.core.domains import one_of, text
from tapete.core.events import Event
from tapete.core.game import Chapter
from tapete.core.kinds import AnyNumber
from tapete.core.refusals import Code, Refusal
from tapete.core.rulings import RULING_EVENTS, unit
from tapete.core.rulings import Ruling as CoreRuling
from tapete.core.seats import Seat
from tapete.core.steps import Cards, Dice
from tapete.core.typed_cards import TypedCard
from tapete.games.moriham.board import Duel
from tapete.games.moriham.cards import Typed
from tapete.games.moriham.declaring import BAD_OPERATION, RULING_KINDS
from tapete.games.moriham.figures import CardId, CardName, CardType, Level, Points
from tapete.games.moriham.language import _
from tapete.games.moriham.operations import Corrections
from tapete.games.moriham.state import Phase, Setup, Stack, Triggers
from tapete.games.moriham.timing import Timed

RULINGS = Chapter("rulings")
RULINGS.tells_each(RULING_EVENTS)

BAD_RULING = BAD_OPERATION.citing("MOR-R87")
REASON_MISSING = Code("reason_missing", "MOR-R87", _("Say why it is decided so."), figures={})


@RULINGS.action
class Ruling(CoreRuling, Timed, kw_only=True):
    """What the table decides, seen from a seat; one unit, applied at once, that sets off no ability (MOR-R16, R59, R87)."""

    seat: Seat
    ops: Annotated[tuple[Corrections, ...], Meta(min_length=1, max_length=8)]
    during = (Phase, Triggers, Stack)
    kinds = RULING_KINDS
    cites = "MOR-R87"
    reason_missing = REASON_MISSING

    def beside(self, refusal: Refusal, board: Duel) -> list[Refusal]:
        return [refusal]  # what would be ruled is judged where it is ruled

    def operations(self, board: Duel) -> unit:
        with board.working(by=self.seat, item=None, bound=None, ruled=True):
            return unit(board.scratch(), RULING_KINDS, BAD_RULING)

    def effect(self, board: Duel) -> None:
        with board.working(by=self.seat, item=None, bound=None, ruled=True):
            super().effect(board)
            board.settle()


NO_FIGURE = Code(
    "no_figure", "MOR-R86", _("Level, attack and defense belong to monsters, and “{card}” is a {type:type} card: leave them out.")
)
BAD_FIGURE = Code(
    NO_FIGURE.code, NO_FIGURE.clause, _("“{card}” is a monster: that figure goes from {low} to {high}, and {value} is given.")
)


def figure(card: "AddCard", low: int, high: int) -> one_of:
    """A figure that monsters have, and nothing else."""
    if card.type == "monster":
        return one_of(range(low, high + 1), otherwise=BAD_FIGURE, card=so_far(card, "id"), low=low, high=high)
    return one_of((None,), otherwise=NO_FIGURE, card=so_far(card, "id"), type=card.type)


CARD_KNOWN = Code("card_known", "MOR-R86", _("“{card}” is a card of this match already; use that one or choose another name."))
TOO_MANY_TYPED = Code("too_many_typed", "MOR-R86", _("There are {number} typed-in cards already; put them into a catalogue."))


@RULINGS.event(_("A new card at the table: {card} ({type})."))
class CardAdded(Event, clause="MOR-R86"):
    """The printed figures of a card were typed in; None where its type has no such figure."""

    card: CardId
    type: CardType
    level: Level | None
    attack: Points | None
    defense: Points | None
    name: CardName = ""


@RULINGS.action
class AddCard(TypedCard, Timed, kw_only=True):
    """The printed figures of a card that the catalogue lacks; from now on it is a card like the others (MOR-R86)."""

    id: CardId
    type: CardType
    level: AnyNumber | None = None
    attack: AnyNumber | None = None
    defense: AnyNumber | None = None
    name: CardName = ""
    during = (Setup, Dice, Phase, Triggers, Stack, Cards)
    too_many, known = TOO_MANY_TYPED, CARD_KNOWN
    longest, shortest = 32, 2

    def figures(self, board: Duel) -> Terms:
        yield "type", one_of(("monster", "magic", "trap"))
        yield "level", figure(self, 1, 9)
        yield "attack", figure(self, 0, 30)
        yield "defense", figure(self, 0, 30)
        yield "name", text(40)

    def made(self) -> tuple[Typed, CardAdded]:
        typed = Typed(self.type, self.level, self.attack, self.defense, self.name.strip())
        told = CardAdded(card=self.id, type=typed.type, level=typed.level, attack=typed.attack, defense=typed.defense, name=typed.name)
        return typed, told

    @classmethod
    def again(cls, card: str, kept: Typed) -> "AddCard":
        return cls(id=card, type=kept.type, level=kept.level, attack=kept.attack, defense=kept.defense, name=kept.name)
