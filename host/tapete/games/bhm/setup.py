"""Before the first turn: decks, the exchange of the opening hand, the die (BHM-001..003, 007..009; R02, R07, R09)."""

from collections.abc import Iterator, Mapping
from typing import Any

from tapete.core.actions import Terms
from tapete.core.dice import DiceChapter
from tapete.core.domains import whole
from tapete.core.events import OfSeat
from tapete.core.game import Chapter
from tapete.core.kinds import AnyNumber
from tapete.core.refusals import Code, Refusal, must_first
from tapete.core.seats import Seat
from tapete.core.steps import Dice, Die, Owed
from tapete.games.bhm.board import War
from tapete.games.bhm.constants import LARGEST_DECK, MOST_SUMMONS, OPENING_HAND, SMALLEST_DECK
from tapete.games.bhm.figures import Count, Pile
from tapete.games.bhm.language import _
from tapete.games.bhm.state import NextTurn, SetupDie, SetupDraw, SetupExchange, set_up
from tapete.games.bhm.timing import Seated, phase_of

SETUP = Chapter("setup")
DICE = DiceChapter()

BAD_DECK_SIZE = Code(
    "bad_deck_size",
    "BHM-149",
    _("A deck has {min} to {max} cards; {size} cannot be."),
    figures={"size": "value", "min": "low", "max": "high"},
)
TOO_MANY_SUMMONS = Code(
    "too_many_summons", "BHM-110", _("There may be 0 to {max} summons; {n} cannot be."), figures={"n": "value", "max": "high"}
)
ALREADY_SET_UP = Code("already_set_up", "BHM-001", _("{seat:seat} is set up already."))


@SETUP.event(
    _("{seat} has {deck} {deck:card|cards} in the deck after drawing {OPENING_HAND:words}, and {summons} {summons:summon|summons}."),
    hands=_("{seat}: shuffle, draw {OPENING_HAND:words} cards, and lay your summons face down."),
)
class SetUp(OfSeat, clause="BHM-003"):
    """A player has a deck, a summon zone and an opening hand."""

    deck: Pile
    summons: Count

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"deck": board.player(self.seat).deck, "summons": board.player(self.seat).summons}


@SETUP.action
class SetupPlayer(Seated):
    """How large the deck and the summon zone are; five cards are drawn (BHM-001..003, 110, 149; R02)."""

    deck_size: AnyNumber
    summons: AnyNumber
    during = (SetupDraw,)
    clause = "BHM-001"

    def terms(self, board: War) -> Terms:
        yield must_first(not board.player(self.seat).ready, ALREADY_SET_UP, seat=self.seat)
        yield "deck_size", whole(SMALLEST_DECK, LARGEST_DECK, BAD_DECK_SIZE, BAD_DECK_SIZE)
        yield "summons", whole(0, MOST_SUMMONS, TOO_MANY_SUMMONS, TOO_MANY_SUMMONS)

    def effect(self, board: War) -> None:
        player = board.change(self.seat, **set_up(self.deck_size, self.summons, board.options))
        board.tell(SetUp(seat=self.seat, deck=player.deck, summons=self.summons))


@SETUP.runs(SetupDraw)
def all_ready(board: War, step: SetupDraw) -> None:
    """Once all have their hands, cards may be exchanged (BHM-R07)."""
    if all(board.player(seat).ready for seat in board.living):
        board.become(SetupExchange())


SETUP.prompt(
    "setup_draw",
    _("Shuffle, draw {OPENING_HAND:words}, and say how many cards and how many summons you bring."),
    _("{seat:seat} is getting ready."),
)
SETUP.prompt("roll_start", _("Roll the die: the highest begins."), _("{seat:seat} rolls the die."))


@SETUP.owes(SetupDraw)
def decks_owed(board: War, step: SetupDraw) -> Iterator[Owed]:
    """Each who is not ready."""
    for seat in board.living:
        if not board.player(seat).ready:
            yield Owed(seat=seat, actions=("setup_player",), what="setup_draw")


BAD_EXCHANGE = Code(
    "bad_exchange", "BHM-007", _("0 to {max} cards may be exchanged; {n} cannot be."), figures={"n": "value", "max": "high"}
)
EXCHANGE_USED = Code("exchange_used", "BHM-007", _("{seat:seat} has made the exchange already."))
NOT_SETUP = Code(
    "not_setup", "BHM-007", _("The opening cards are exchanged at the start only, once all have their hands and before the die.")
)


@SETUP.event(_("{seat} exchanges {n} {n:card|cards}."), hands=_("{seat}: set {n} aside, draw as many, and only then shuffle those back."))
class Exchanged(OfSeat, clause="BHM-007"):
    """Cards of the opening hand were exchanged; how many is all that is told."""

    n: Count


@SETUP.action
class Exchange(Seated):
    """Cards set aside, as many drawn, only then shuffled back; the counts stay as they were (BHM-007, 008; R07)."""

    n: AnyNumber
    during = (SetupExchange, Dice)

    @classmethod
    def untimely(cls, board: Any) -> Refusal:
        """Only once all have their hands, and before the first turn."""
        return NOT_SETUP(phase=phase_of(board))

    def terms(self, board: War) -> Terms:
        yield must_first(not board.player(self.seat).exchanged, EXCHANGE_USED, seat=self.seat)
        yield "n", whole(0, OPENING_HAND, BAD_EXCHANGE, BAD_EXCHANGE)

    def effect(self, board: War) -> None:
        board.change(self.seat, exchanged=True)
        board.tell(Exchanged(seat=self.seat, n=self.n))


@SETUP.runs(SetupExchange)
def all_exchanged(board: War, step: SetupExchange) -> None:
    """Then the die decides (BHM-009)."""
    if all(board.player(seat).exchanged for seat in board.living):
        roll_off(board, board.living)


SETUP.prompt(
    "setup_exchange",
    _("You may exchange up to {OPENING_HAND:words} cards of your hand, once."),
    _("{seat:seat} is deciding how many cards to exchange."),
)


@SETUP.owes(SetupExchange)
def exchange_owed(board: War, step: SetupExchange) -> Iterator[Owed]:
    """Each who has not answered."""
    for seat in board.living:
        if not board.player(seat).exchanged:
            yield Owed(seat=seat, actions=("exchange",), what="setup_exchange")


def roll_off(board: War, seats: tuple[Seat, ...]) -> None:
    """One D10 for each of these decides who begins (BHM-R09)."""
    board.become(SetupDie(seats))
    board.put(Dice(tuple(Die(f"start{board.next_seq()}", seat, "start") for seat in seats)))


@DICE.rolled(SetupDie)
def rolled(board: War, step: SetupDie, dice: tuple[Die, ...]) -> None:
    """The highest begins; the tied highest roll again (BHM-009, R09)."""
    best = max(die.value or 0 for die in dice)
    tied = tuple(die.panel for die in dice if die.value == best)
    if len(tied) > 1:
        roll_off(board, tied)
    else:
        board.set(starter=tied[0])
        board.become(NextTurn())
