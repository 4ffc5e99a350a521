"""Corrections: what the table mends in the public record between turns (SHZ-R73)."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, get_args

from msgspec import Meta

from tapete.core.actions import Terms, kind_of
from tapete.core.domains import Domain, one_of, some, whole
from tapete.core.events import Event, OfSeat
from tapete.core.game import Chapter
from tapete.core.kinds import AnyNumber, name_of
from tapete.core.plain_forms import StateAt
from tapete.core.refusals import Code, Refusal, must
from tapete.core.rulings import RULING_EVENTS, Note, Operation, Peek, Ruling
from tapete.core.seats import Seat
from tapete.games.shazamm.board import DuelAction, ShazammBoard
from tapete.games.shazamm.constants import FARTHEST, MOST_MANA
from tapete.games.shazamm.language import _
from tapete.games.shazamm.state import DECK, SEATS, Bidding, Count, Mana, Numbers, Slab, Spells, State

CORRECTIONS = Chapter("corrections")

CORRECTIONS.tells_each(RULING_EVENTS)


@CORRECTIONS.event(_("{seat}'s mana becomes {mana}."), hands=_("{seat}: put your mana marker on {mana}."))
class ManaSet(OfSeat, clause="SHZ-R73"):
    """A reserve was put right."""

    mana: Mana

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"mana": board.state.mana.of(self.seat)}


@CORRECTIONS.event(_("The wall is put on slab {wall}."), hands=_("Put the wall on slab {wall}."))
class WallSet(Event, clause="SHZ-R73"):
    """The wall was put right."""

    wall: Slab

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"wall": board.state.wall}


@CORRECTIONS.event(_("{seat} holds {hand} {hand:spell|spells}."))
class HandSet(OfSeat, clause="SHZ-R73"):
    """A hand's count was put right."""

    hand: Count

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"hand": board.state.hand.of(self.seat)}


@CORRECTIONS.event(_("{seat}'s draw pile has {deck} left."))
class DeckSet(OfSeat, clause="SHZ-R73"):
    """A draw pile's count was put right."""

    deck: Count

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"deck": board.state.deck.of(self.seat)}


@CORRECTIONS.event(_("{seat}'s discard pile becomes: {spells}."), hands=_("{seat}: on your discard pile there must be: {spells}."))
class UsedSet(OfSeat, clause="SHZ-R73"):
    """The used spells of a wizard were put right."""

    spells: Spells


@CORRECTIONS.event(_("What {seat} cast on the previous turn: {spells}."))
class LastCastSet(OfSeat, clause="SHZ-R73"):
    """What a wizard cast on the previous turn was put right."""

    spells: Spells


@CORRECTIONS.event(_("The table is set to another position: round {round}, turn {turn}."))
class PositionSet(Event, clause="SHZ-R73"):
    """The whole table was put right."""

    round: int
    turn: int

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"round": board.state.round, "turn": board.state.turn}


OUT_OF_BOUNDS = Code("out_of_bounds", "SHZ-R73", _("{value} does not fit: it goes from {low} to {high}."))


def _bounds(low: int, high: int) -> Domain:
    return whole(low, high, OUT_OF_BOUNDS, OUT_OF_BOUNDS)


UNKNOWN_SEAT = Code("unknown_seat", "SHZ-001", _("There is no seat {seat} in this duel, only A and B."))
_SEAT = one_of(SEATS, otherwise=UNKNOWN_SEAT, seat=str)
NOT_SPELLS = Code("not_spells", "SHZ-R73", _("Give spell numbers from {SILENCE} to {SPELLS}, each once."), figures={})
_SPELLS = some(one_of(DECK, otherwise=NOT_SPELLS), twice_code=NOT_SPELLS, gather="numbers")


class _WizardCorrection(Operation):
    """Put right what the state has of one wizard, by the name of the operation (SHZ-R73); its last argument says it."""

    seat: Seat
    values: ClassVar[Domain]
    told: ClassVar[Callable[..., Event]]

    def terms(self, board: ShazammBoard) -> Terms:
        yield "seat", _SEAT
        yield kind_of(self).__struct_fields__[-1], self.values

    def effect(self, board: ShazammBoard) -> None:
        of, value = name_of(type(self)).removeprefix("set_"), self.__struct_fields__[-1]
        said = getattr(self, value)
        now = tuple(sorted(said)) if isinstance(said, tuple) else said
        board.set(**{of: getattr(board.state, of).giving(self.seat, now)})
        board.tell(self.told(seat=self.seat, **{value: now}))


class SetMana(_WizardCorrection):
    """Put a mana marker on its number."""

    mana: AnyNumber
    values, told = _bounds(1, MOST_MANA), ManaSet


class SetWall(Operation):
    """Put the wall on its slab (SHZ-R73)."""

    wall: AnyNumber

    def terms(self, board: ShazammBoard) -> Terms:
        yield "wall", _bounds(-FARTHEST, FARTHEST)

    def effect(self, board: ShazammBoard) -> None:
        board.set(wall=self.wall)
        board.tell(WallSet(wall=self.wall))


class SetHand(_WizardCorrection):
    """Say how many spells a wizard holds."""

    hand: AnyNumber
    values, told = _bounds(0, len(DECK)), HandSet


class SetDeck(_WizardCorrection):
    """Say how many spells are left to draw."""

    deck: AnyNumber
    values, told = _bounds(0, len(DECK)), DeckSet


class SetUsed(_WizardCorrection):
    """Say which spells lie on a wizard's discard pile."""

    spells: Numbers
    values, told = _SPELLS, UsedSet


class SetLastCast(_WizardCorrection):
    """Say what a wizard cast on the previous turn."""

    spells: Numbers
    values, told = _SPELLS, LastCastSet


class DrawSpells(Operation):
    """Draw spells that were not drawn, or put back what was drawn too much: from the draw pile to the hand (SHZ-R73)."""

    seat: Seat
    n: AnyNumber

    def terms(self, board: ShazammBoard) -> Terms:
        yield "seat", _SEAT
        low, high = -board.state.hand.of(self.seat), board.state.deck.of(self.seat)
        yield "n", one_of([n for n in range(low, high + 1) if n], otherwise=OUT_OF_BOUNDS, low=low, high=high)

    def effect(self, board: ShazammBoard) -> None:
        state, seat = board.state, self.seat
        hand, deck = state.hand.of(seat) + self.n, state.deck.of(seat) - self.n
        board.set(hand=state.hand.giving(seat, hand), deck=state.deck.giving(seat, deck))
        board.tell(HandSet(seat=seat, hand=hand))
        board.tell(DeckSet(seat=seat, deck=deck))


class _OnDiscard(Operation):
    """Put right one spell of a discard pile."""

    seat: Seat
    spell: AnyNumber

    def terms(self, board: ShazammBoard) -> Terms:
        yield "seat", _SEAT
        yield "spell", one_of(board.state.used.of(self.seat))

    def put(self, board: ShazammBoard, now: tuple[int, ...], hand: int) -> None:
        """On the pile lies `now` in the place of the spell, in the hand so many more; what was cast on the turn before follows."""
        state, seat = board.state, self.seat
        used = tuple(sorted({*state.used.of(seat), *now} - {self.spell}))
        cast = state.last_cast.of(seat)
        board.set(used=state.used.giving(seat, used), hand=state.hand.giving(seat, state.hand.of(seat) + hand))
        board.tell(UsedSet(seat=seat, spells=used))
        if self.spell in cast:
            cast = tuple(sorted({*cast, *now} - {self.spell}))
            board.set(last_cast=board.state.last_cast.giving(seat, cast))
            board.tell(LastCastSet(seat=seat, spells=cast))


class TakeSpellBack(_OnDiscard):
    """A spell lies on a discard pile that was not cast: it goes back to the hand (SHZ-R73)."""

    def effect(self, board: ShazammBoard) -> None:
        self.put(board, (), 1)
        board.tell(HandSet(seat=self.seat, hand=board.state.hand.of(self.seat)))


class CorrectSpell(_OnDiscard):
    """A spell on a discard pile is another one than was declared (SHZ-R73)."""

    now: AnyNumber

    def terms(self, board: ShazammBoard) -> Terms:
        yield "seat", _SEAT
        yield "spell", one_of(board.state.used.of(self.seat))
        unused = [number for number in DECK if number not in board.state.used.of(self.seat)]
        yield "now", one_of(unused)

    def effect(self, board: ShazammBoard) -> None:
        self.put(board, (self.now,), 0)


POSITION_NOT_BIDDING = Code(
    "position_not_bidding", "SHZ-R73", _("The position to be set must be at the start of a turn, with the bidding open.")
)


class _OpenPosition(Domain):
    """A whole state at the start of a turn; whether it is sound is judged with the ruling."""

    __slots__ = ()

    def refusals(self, value: Any) -> list[Refusal]:
        at_bidding = isinstance(value, State) and len(value.agenda) == 1 and isinstance(value.agenda[0], Bidding)
        refusal = must(at_bidding, POSITION_NOT_BIDDING)
        return [] if refusal is None else [refusal]

    def describe(self) -> StateAt:
        return {"position": "bidding"}

    def empty(self) -> bool:
        return False

    def sample(self, rng: Any) -> State:
        return State()

    def values(self) -> Any:
        yield State()


class SetPosition(Operation):
    """Put a whole position on the table, as it was saved at the start of a turn (SHZ-R73)."""

    position: State

    def terms(self, board: ShazammBoard) -> Terms:
        yield "position", _OpenPosition()

    def effect(self, board: ShazammBoard) -> None:
        board.state = self.position
        board.tell(PositionSet(round=self.position.round, turn=self.position.turn))


_Figures = SetMana | SetWall | SetHand | SetDeck | SetUsed | SetLastCast
AnyOperation = _Figures | DrawSpells | TakeSpellBack | CorrectSpell | SetPosition | Peek | Note
RULING_PHASE = Code(
    "wrong_phase", "SHZ-R73", _("The table is corrected between turns. Finish this turn, or undo, and correct while bidding.")
)
REASON_MISSING = Code("reason_missing", "SHZ-R73", _("Say why it is corrected."), figures={})
BREAKS_INVARIANT = Code("breaks_invariant", "SHZ-R73", _("The table would not add up. Change what is missing in the same correction."))


@CORRECTIONS.action
class TableRuling(Ruling, DuelAction, kw_only=True, tag="ruling"):
    """SHZ-R73: mend the public record while bidding; bids that were locked are lifted."""

    ops: Annotated[tuple[AnyOperation, ...], Meta(max_length=8)]
    during = (Bidding,)
    elsewhere = RULING_PHASE
    kinds = get_args(AnyOperation)
    breaks = BREAKS_INVARIANT
    reason_missing = REASON_MISSING

    def effect(self, board: Any) -> None:
        super().effect(board)
        if board.at(Bidding).ready:
            board.become(Bidding())
