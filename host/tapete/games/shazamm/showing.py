"""Showing: after the bids each wizard declares the cards that lay face down; both lists in, they leave the hands (SHZ-037, 046, 047)."""

from collections.abc import Iterator
from functools import lru_cache

from tapete.core.actions import Action, Terms
from tapete.core.domains import one_of, some
from tapete.core.events import OfSeat
from tapete.core.game import Chapter
from tapete.core.refusals import Code, Refusal, must
from tapete.core.seats import Both, Seat
from tapete.core.steps import Owed
from tapete.core.sums import Sum
from tapete.games.shazamm.board import ShazammBoard
from tapete.games.shazamm.constants import FAKE, SPELLS
from tapete.games.shazamm.language import _
from tapete.games.shazamm.state import DECK, SEATS, Bidding, Casting, Numbers, Revealing, Spells

SHOWING = Chapter("showing")
CARDS = tuple(range(FAKE, SPELLS + 1))
"""Every number that a card can have (SHZ-008)."""


@SHOWING.event(_("{seat} casts {spells}."), hands=_("{seat}: when the turn is over, put {spells} on your discard pile."))
class CardsRevealed(OfSeat, clause="SHZ-046"):
    """A wizard has shown the spells of this turn; they are used up for the match."""

    spells: Spells


@SHOWING.event(_("{seat} casts no spell."))
class NoSpells(OfSeat, clause="SHZ-R12"):
    """A wizard casts nothing this turn."""


@SHOWING.event(_("{seat} had laid the fake card."), hands=_("{seat}: take back your fake card."))
class FakeReturned(OfSeat, clause="SHZ-062"):
    """The fake card goes back to its owner's hand at once."""


DECLARE_EARLY = Code("wrong_phase", "SHZ-039", _("Cards are shown once both are ready and the bids are revealed."))
DECLARE_LATE = Code("wrong_phase", "SHZ-R69", _("This turn's cards have been shown; none can be added."))
ALREADY_DECLARED = Code("already_declared", "SHZ-R69", _("You have shown your cards for this turn. If that was a mistake, undo it."))


@SHOWING.action
class DeclareCards(Action):
    """SHZ-037, 047, 061, R12, R13, R69: the numbers of the cards shown, 0 being the fake; none is allowed."""

    seat: Seat
    numbers: Numbers
    during = (Revealing,)

    @classmethod
    def untimely(cls, board: ShazammBoard) -> Refusal:
        code = DECLARE_EARLY if isinstance(board.top, Bidding) else DECLARE_LATE
        return code(phase=board.phase)

    def terms(self, board: ShazammBoard) -> Terms:
        yield must(board.at(Revealing).declared.of(self.seat) is None, ALREADY_DECLARED)
        state = board.state
        yield "numbers", _cards(state.used.of(self.seat), state.hand.of(self.seat))

    def effect(self, board: ShazammBoard) -> None:
        step = board.at(Revealing)
        shown = tuple(sorted(self.numbers))
        board.become(Revealing(step.bids, step.declared.giving(self.seat, shown)))
        spells = shown[1:] if shown and shown[0] == 0 else shown
        board.tell(CardsRevealed(seat=self.seat, spells=spells) if spells else NoSpells(seat=self.seat))
        if len(spells) < len(shown):
            board.tell(FakeReturned(seat=self.seat))


UNKNOWN_CARD = Code("unknown_card", "SHZ-008", _("There is no card of that number: {numbers}. They go from {FAKE} (the fake) to {SPELLS}."))
CARD_TWICE = Code("card_twice", "SHZ-R12", _("You have each card only once; named twice: {numbers}."), figures={"numbers": "twice"})
SPELL_ALREADY_USED = Code(
    "spell_already_used",
    "SHZ-047",
    _("Each spell is cast once in a match, and you have used {numbers:spell}. Put the card back and show the others."),
)
MORE_SPELLS_THAN_HAND = Code(
    "more_spells_than_hand",
    "SHZ-R13",
    _("You show {spells} {spells:spell|spells} but had {hand} in hand."),
    figures={"spells": "sum", "hand": "high"},
)


@lru_cache(maxsize=1024)
def _cards(used: Spells, hand: int) -> some:
    """What a seat can have shown: unused numbers, no more spells than were in hand; the fake and what is no card count for nothing."""
    unused = one_of(CARDS, lambda number: SPELL_ALREADY_USED(numbers=[number]) if number in used else None, otherwise=UNKNOWN_CARD)
    in_hand = Sum("spells", lambda number: number in DECK, 0, hand, MORE_SPELLS_THAN_HAND, always=True)
    return some(unused, 0, 40, in_hand, twice_code=CARD_TWICE, gather="numbers")


@SHOWING.runs(Revealing)
def _both_shown(board: ShazammBoard, step: Revealing) -> None:
    """When both lists are in, the spells leave the hands and are used up (SHZ-046, 047, 063)."""
    first, second = step.declared.A, step.declared.B
    if first is None or second is None:
        return
    cast = Both(first[1:] if first[:1] == (0,) else first, second[1:] if second[:1] == (0,) else second)
    if cast.A or cast.B:
        state = board.state
        board.set(
            hand=Both(state.hand.A - len(cast.A), state.hand.B - len(cast.B)),
            used=Both(tuple(sorted(state.used.A + cast.A)), tuple(sorted(state.used.B + cast.B))),
        )
    board.become(Casting(step.bids, cast))


SHOWING.prompt(
    "declare",
    _("Turn your cards face up and enter their numbers; if you played none, confirm without numbers."),
    _("{seat:seat} is showing cards."),
)


@SHOWING.owes(Revealing)
def _owed(board: ShazammBoard, step: Revealing) -> Iterator[Owed]:
    """Each seat whose cards are not known yet, in any order (SHZ-R71)."""
    for seat in SEATS:
        if step.declared.of(seat) is None:
            hand = board.state.hand.of(seat)
            yield Owed(seat=seat, actions=("declare_cards",), what="declare", params={"hand": hand}, button="lock", meaning="pick")
