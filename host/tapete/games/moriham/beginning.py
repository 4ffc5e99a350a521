"""Before the first turn: the table says who begins, or lets two dice say it (MOR-027..032; R21)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta

from tapete.core.actions import Action, Terms
from tapete.core.dice import DiceChapter
from tapete.core.domains import one_of
from tapete.core.events import Event
from tapete.core.game import Chapter
from tapete.core.refusals import Code, Refusal
from tapete.core.seats import Seat
from tapete.core.steps import Dice, Die, Owed
from tapete.games.moriham.board import Duel
from tapete.games.moriham.constants import START_HAND, START_LIFE
from tapete.games.moriham.figures import SEATS, Count, Life
from tapete.games.moriham.language import _
from tapete.games.moriham.state import Setup, Side, TurnStart

BEGINNING = Chapter("beginning")
DICE = DiceChapter()
ALREADY_STARTED = Code("already_started", "MOR-027", _("The duel has started already; it is at turn {turn}."))
START_DICE_DUE = Code(
    "start_dice_due",
    "MOR-R21",
    _("The dice are asked for already; still to roll: {seats:seat}. You can also say who goes first without them."),
)


class _SetupAction(Action):
    """An action before the first turn (MOR-027)."""

    @classmethod
    def untimely(cls, board: Any) -> Refusal:
        """The dice are on the table already, or the duel has begun."""
        if isinstance(board.top, Dice):
            return START_DICE_DUE(seats=[die.panel for die in board.top.due])
        return ALREADY_STARTED(turn=board.state.turn)


@BEGINNING.action
class StartGame(_SetupAction):
    """Decks are shuffled, hands are taken, and the table has decided who begins, dice that are still due or not (MOR-027..032; R21)."""

    first: Literal["A", "B"]
    during = (Setup, Dice)

    def terms(self, board: Duel) -> Terms:
        yield "first", one_of(SEATS)

    def effect(self, board: Duel) -> None:
        if isinstance(board.top, Dice):
            board.done()
        begin(board, self.first)


@BEGINNING.action
class RollForStart(_SetupAction):
    """The table lets a D10 on each panel decide (MOR-R21)."""

    during = (Setup,)

    def effect(self, board: Duel) -> None:
        roll(board, board.at(Setup))


BEGINNING.prompt(
    "setup",
    _("Each of you: shuffle your deck of {deck} cards and draw {START_HAND:words}. Then say who goes first, or roll for it."),
    _("Say who goes first."),
)
BEGINNING.prompt("roll_start", _("Roll the die: the higher begins."), _("{seat:seat} rolls the die."))


@BEGINNING.owes(Setup)
def setup_owed(board: Duel, step: Setup) -> Iterator[Owed]:
    """The table says who begins."""
    yield Owed(seat=None, actions=("start_game", "roll_for_start"), what="setup", params={"deck": board.options.deck_size})


def start_dice(rolls: int) -> tuple[Die, ...]:
    """The D10 of each, the `rolls`-th time they are thrown; a late answer to an earlier one meets no die (MOR-R21)."""
    return tuple(Die(f"start{rolls}{seat}", seat, "start") for seat in SEATS)


def roll(board: Duel, step: Setup) -> None:
    """Ask both for a die (MOR-R21)."""
    rolls = step.rolls + 1
    board.become(Setup(rolls))
    board.put(Dice(start_dice(rolls)))


@BEGINNING.event(_("Level at {value}: both roll again."))
class StartTied(Event, clause="MOR-R21"):
    """Both rolled the same for who begins."""

    value: Annotated[int, Meta(ge=1, le=10)]


@DICE.rolled(Setup)
def rolled(board: Duel, step: Setup, dice: tuple[Die, ...]) -> None:
    """The higher begins; level dice are thrown again (MOR-R21)."""
    first, second = dice
    if first.value == second.value:
        board.tell(StartTied(value=first.value or 0))
        roll(board, step)
    else:
        begin(board, max(dice, key=lambda die: die.value or 0).panel)


@BEGINNING.event(_("The duel begins; {first} goes first."), hands=_("Each of you: shuffle your deck and draw {START_HAND:words} cards."))
class GameStarted(Event, clause="MOR-031"):
    """Both have their deck, their life and their opening hand."""

    first: Seat
    life: Life
    hand: Count
    deck: Count

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"first": board.state.active, "life": board.state.A.life, "hand": board.state.A.hand, "deck": board.state.A.deck}


def begin(board: Duel, first: Seat) -> None:
    """Life, hands and decks as they are at the start, and the first turn (MOR-027..032)."""
    deck = board.options.deck_size - START_HAND
    side = Side(life=START_LIFE, hand=START_HAND, deck=deck)
    board.set(A=side, B=side, turn=1, active=first)
    board.tell(GameStarted(first=first, life=START_LIFE, hand=START_HAND, deck=deck))
    board.become(TurnStart())
