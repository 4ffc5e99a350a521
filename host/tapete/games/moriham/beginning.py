"""Before the first turn: the table says who begins, or lets two dice say it (MOR-027..032; R21)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from tapete.core.actions import Action, Terms
from tapete.core.dice import DiceChapter
from tapete.core.domains import one_of
from tapete.core.game import Chapter
from tapete.core.refusals import Refusal
from tapete.core.seats import Seat
from tapete.core.steps import Dice, Die, Owed
from tapete.games.moriham import codes, events
from tapete.games.moriham.board import Duel
from tapete.games.moriham.figures import SEATS, START_HAND, START_LIFE
from tapete.games.moriham.state import Setup, Side, State, TurnStart

BEGINNING = Chapter("beginning")
DICE = DiceChapter()


@BEGINNING.action
class StartGame(Action):
    """MOR-027..032; R21: decks are shuffled, hands are taken, and the table has decided who begins, dice that are still due or not."""

    first: Literal["A", "B"]
    during = (Setup, Dice)

    @classmethod
    def untimely(cls, board: Any) -> Refusal:
        """The duel has begun already."""
        state: State = board.state
        return codes.ALREADY_STARTED(turn=state.turn)

    def terms(self, board: Duel) -> Terms:
        yield "first", one_of(SEATS)

    def effect(self, board: Duel) -> None:
        if isinstance(board.top, Dice):
            board.done()
        begin(board, self.first)


@BEGINNING.action
class RollForStart(Action):
    """MOR-R21: the table lets a D10 on each panel decide."""

    during = (Setup,)

    @classmethod
    def untimely(cls, board: Any) -> Refusal:
        """The dice are on the table already, or the duel has begun."""
        state: State = board.state
        if isinstance(board.top, Dice):
            return codes.START_DICE_DUE(seats=[die.panel for die in board.top.due])
        return codes.ALREADY_STARTED(turn=state.turn)

    def terms(self, board: Duel) -> Terms:
        yield None

    def effect(self, board: Duel) -> None:
        roll(board, board.at(Setup))


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


@DICE.rolled(Setup)
def rolled(board: Duel, step: Setup, dice: tuple[Die, ...]) -> None:
    """MOR-R21: the higher begins; level dice are thrown again."""
    first, second = dice
    if first.value == second.value:
        board.tell(events.StartTied(value=first.value or 0))
        roll(board, step)
    else:
        begin(board, max(dice, key=lambda die: die.value or 0).panel)


def begin(board: Duel, first: Seat) -> None:
    """MOR-027..032: life, hands and decks as they are at the start, and the first turn."""
    deck = board.options.deck_size - START_HAND
    side = Side(life=START_LIFE, hand=START_HAND, deck=deck)
    board.set(A=side, B=side, turn=1, active=first)
    board.tell(events.GameStarted(first=first, life=START_LIFE, hand=START_HAND, deck=deck))
    board.become(TurnStart())
