"""Exchanges and plays: who plays first and who goes on alone; a card as one of its elements, a skipped Program, a stop; alone or jointly
(DAT-005, 011..024, 028..031, 050..060, R03..R25).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tapete.core import judge
from tapete.core.actions import Terms
from tapete.core.domains import Domain, one_of
from tapete.core.events import Event, OfSeat
from tapete.core.game import Chapter
from tapete.core.locking import LockSecret, SealText, choosing, openings
from tapete.core.refusals import Code, Refusal, must, must_first
from tapete.core.seats import Seat, more, rival
from tapete.core.steps import Owed
from tapete.core.turns import TurnAction, TurnCode, on_turn
from tapete.games.datamorphs.board import ALREADY_LOCKED, BOTH_AT_ONCE, SEAL_BROKEN, MemoryNow, MorphAction, MorphBoard, boosts_of
from tapete.games.datamorphs.cards import CardId, MemoryBoost, cost_of, needs_choice
from tapete.games.datamorphs.language import _
from tapete.games.datamorphs.operations import BAD_OPERATION, Adjusted, Declared, declared
from tapete.games.datamorphs.state import PLACES, Choice, Element, Interrupt, Joint, NewExchange, Ordering, Part, Playing, Scoring, Slot

PLAYS = Chapter("plays")
PLAYS.tells(MemoryNow, _("{seat}: {available} memory left (total {total}, spent {spent})."))
PLAYS.tells(Adjusted, _("{seat}: {n} {figure} in this round."))
SLOTS: tuple[Slot, ...] = ("program", "boost_a", "boost_b", "function")


@PLAYS.event(_("{seat} plays no more cards this round."))
class Stopped(OfSeat, clause="DAT-R18"):
    """A player plays no more cards this round: by choice, or for lack of cards or room (DAT-R19)."""


@PLAYS.event(_("{seat} has more memory and decides the order."))
class Leader(OfSeat, clause="DAT-060"):
    """A player has more memory and decides the order of this exchange."""


@PLAYS.event(_("Both have {available} memory: they play together."), hands=_("Choose a card in secret and lay it face down."))
class MemoryTied(Event, clause="DAT-058"):
    """Both have the same memory: they play face down, together."""

    available: int


@PLAYS.event(_("{seat} decides: {first} plays first."))
class OrderChosen(OfSeat, clause="DAT-060"):
    """The leader has said who plays first."""

    first: Seat


@PLAYS.event(_("{seat} plays {card} {slot:as}; it costs {cost}."), hands=_("{seat}: lay {card} face up, {slot:as}."))
class Played(OfSeat, clause="DAT-029"):
    """A card was played face up."""

    part: Element
    slot: Slot
    card: CardId
    cost: int


@PLAYS.event(_("{seat} lays an Interrupt in {slot}."), hands=_("{seat}: lay a card face down in {slot}."))
class Interrupted(OfSeat, clause="DAT-023"):
    """A card was played face down: what faces it is nullified."""

    slot: Slot
    cost: int


@PLAYS.event(_("{seat} plays no Program for now."))
class Skipped(OfSeat, clause="DAT-R17"):
    """A player plays no Program for now."""


@PLAYS.event(_("{seat}'s {card} acts on {choice}."))
class Aimed(OfSeat, clause="DAT-R30"):
    """The target of a Boost that leaves it open: its player has said so."""

    card: CardId
    choice: Choice


@PLAYS.event(_("{seat} has chosen."))
class MoveLocked(OfSeat, clause="DAT-058"):
    """A seat has chosen its play; which, is told to nobody."""


@PLAYS.event(_("Both reveal together."), hands=_("Turn over together what you laid; Interrupts stay face down."))
class JointRevealed(Event, clause="DAT-R23"):
    """Both plays are turned over together; Interrupts stay face down."""


# ---- exchanges


@PLAYS.runs(NewExchange)
def _new_exchange(board: MorphBoard, step: NewExchange) -> None:
    """DAT-028, 057, 058, 060, R19..R23, R62: nobody left, one alone, the one with more memory decides, or both at once."""
    if step.exchange == 1:
        board.tell_memory({})
    _stop_who_cannot_play(board)
    active = tuple(seat for seat in board.state.seats if not board.player(seat).stopped)
    if len(active) < len(board.state.seats):
        board.become(Playing(step.exchange, active) if active else Scoring())
        return
    a, b = board.memory("A").available, board.memory("B").available
    if leader := more(a, b):
        board.tell(Leader(seat=leader, clause="DAT-028" if step.exchange == 1 else "DAT-060"))
        board.become(Ordering(step.exchange, leader))
    else:
        board.tell(MemoryTied(available=a, clause="DAT-058" if step.exchange == 1 else "DAT-R23"))
        board.become(Joint(exchange=step.exchange))


def _stop_who_cannot_play(board: MorphBoard) -> None:
    """DAT-030, R19: no card in hand, or no open position; no memory alone does not stop."""
    for seat in board.state.seats:
        player = board.player(seat)
        if not player.stopped and (player.hand == 0 or not board.has_room(seat)):
            board.change(seat, stopped=True)
            board.tell(Stopped(seat=seat, clause="DAT-R19"))


@PLAYS.runs(Playing)
def _playing(board: MorphBoard, step: Playing) -> None:
    """Between two cards of an exchange: the one who can still play goes on (DAT-029, 031, R21)."""
    _stop_who_cannot_play(board)
    left = tuple(seat for seat in step.left if not board.player(seat).stopped)
    if not left:
        board.become(NewExchange(step.exchange + 1))
    elif left != step.left:
        board.become(Playing(step.exchange, left))


UNKNOWN_SEAT = Code("unknown_seat", "DAT-R01", _("DataMorphs has the seats A and B only; there is no seat {seat}."))
NOT_LEADER = TurnCode("not_leader", "DAT-057", _("{leader:seat} decides the order, having more memory."), whose="leader")
NOT_LEADER_LATER = NOT_LEADER.citing("DAT-060")


@PLAYS.action
class ChooseOrder(MorphAction):
    """DAT-028, 057, 060, R22: the one with more memory names who plays first in this exchange."""

    seat: Seat
    first: Seat
    during = (Ordering,)

    def terms(self, board: MorphBoard) -> Terms:
        step = board.at(Ordering)
        yield on_turn(self.seat, step.leader, NOT_LEADER if step.exchange == 1 else NOT_LEADER_LATER)
        yield "first", one_of(board.state.seats, otherwise=UNKNOWN_SEAT, seat=str)

    def effect(self, board: MorphBoard) -> None:
        step = board.at(Ordering)
        board.tell(OrderChosen(seat=self.seat, first=self.first, clause="DAT-057" if step.exchange == 1 else "DAT-060"))
        board.become(Playing(step.exchange, (self.first, rival(self.first))))


PLAYS.question(
    Ordering,
    "order",
    _("{seat:seat}: with {available} memory you say who plays first."),
    _("{seat:seat} is deciding who plays first."),
    "choose_order",
    of="leader",
    params=lambda board, step: {"available": board.memory(step.leader).available},
)
PLAYS.prompt(
    "program", _("{seat:seat}: play a Program that costs {available} or less, or skip it."), _("{seat:seat} is thinking about a Program.")
)
PLAYS.prompt(
    "play", _("{seat:seat}: play a card ({available} memory, {hand} in hand), or stop."), _("{seat:seat} is thinking about a play.")
)


@PLAYS.owes(Playing)
def _owes_play(board: MorphBoard, step: Playing) -> Iterator[Owed]:
    seat = step.left[0]
    actions, what = (("play", "skip_program"), "program") if step.exchange == 1 else (("play", "stop"), "play")
    params = {"available": board.memory(seat).available, "hand": board.player(seat).hand}
    yield Owed(seat=seat, actions=actions, what=what, params=params)


# ---- one plays


NOT_YOUR_TURN = TurnCode("not_your_turn", "DAT-029", _("{to_play:seat} plays now; wait for that card."), whose="to_play")
ALREADY_STOPPED = Code("already_stopped", "DAT-R18", _("{seat:seat} has stopped for this round and plays no more cards until the next."))


class _ExchangeAction(TurnAction, MorphAction):
    """What a player does in an exchange, alone or as one half of a joint play: one who has not stopped, and whose card is due (DAT-029,
    R18, R21).
    """

    during = (Playing,)
    not_your_turn = NOT_YOUR_TURN

    @classmethod
    def whose(cls, board: MorphBoard) -> Seat:
        return board.at(Playing).left[0]

    def bars(self, board: MorphBoard) -> Terms:
        yield must_first(not board.player(self.seat).stopped, ALREADY_STOPPED, seat=self.seat)
        yield from TurnAction.bars(self, board)

    def happen(self, board: MorphBoard, seq: int) -> None:
        """What it changes on the table; `seq` is its number in the order of play."""
        raise NotImplementedError  # each subclass says

    def effect(self, board: MorphBoard) -> None:
        """The next one in this exchange goes on, or the next exchange begins."""
        self.happen(board, board.next_seq())
        step = board.at(Playing)
        board.become(Playing(step.exchange, step.left[1:]) if len(step.left) > 1 else NewExchange(step.exchange + 1))


@PLAYS.action
class Play(_ExchangeAction):
    """DAT-005, 011..024, 029, 050..056, R03, R07, R08, R13, R30, R50, R51, R64, R65: one card, as one of its elements.

    `card` is None exactly for an Interrupt, whose card nobody names. `choice` says on whom a Boost acts that leaves it open. `ops` are
    what a printed text does that the catalogue does not cover.

    Raises:
        ValueError: a card is named for an Interrupt, or none for anything else.
    """

    part: Element
    slot: Slot
    card: CardId | None = None
    choice: Choice | None = None
    ops: Declared = ()

    def __post_init__(self) -> None:
        if (self.card is None) != (self.part == "interrupt"):
            raise ValueError("`card` is null exactly for an interrupt")

    def terms(self, board: MorphBoard) -> Terms:
        yield "part", board.kept(_elements_now)
        yield "card", board.kept(_cards_for, self.seat, self.part)
        yield "slot", board.kept(_open_slots, self.seat, self.part)
        yield _affordable(board, self.seat, self.part, self.card)
        yield "choice", board.kept(_targets, self.part, self.card)
        yield "ops", declared(board, 0, BAD_OPERATION)

    def effect(self, board: MorphBoard) -> None:
        before = board.memories()
        super().effect(board)
        board.tell_memory(before)

    def happen(self, board: MorphBoard, seq: int) -> None:
        """Move the card from the hand to its position, then do what its text declares."""
        seat, price = self.seat, cost(board, self.part, self.card)
        hand = board.player(seat).hand - 1
        if self.card is None:
            board.change(seat, hand=hand, **{self.slot: Interrupt(seq, price)})
            board.tell(Interrupted(seat=seat, slot=self.slot, cost=price))
        else:
            part = Part(self.card, seq, price, self.choice)
            there = (*boosts_of(getattr(board.player(seat), self.slot)), part) if self.part == "boost" else part
            board.change(seat, hand=hand, **{self.slot: there})
            board.tell(Played(seat=seat, part=self.part, slot=self.slot, card=self.card, cost=price))
            if self.choice is not None:
                board.tell(Aimed(seat=seat, card=self.card, choice=self.choice))
        for operation in self.ops:
            operation.effect(board)


PROGRAM_FIRST = Code(
    "part_not_now", "DAT-057", _("The first card after the Bios is a Program; if you cannot or will not, skip it. Not now: {part:element}.")
)


def _elements_now(board: MorphBoard) -> one_of:
    """DAT-057, R17: the first exchange takes a Program only."""
    exchange = board.at(Playing).exchange
    return one_of(PLACES, lambda part: must(exchange > 1 or part == "program", PROGRAM_FIRST, part=part, exchange=exchange))


def _cards_for(board: MorphBoard, seat: Seat, part: Element) -> one_of:
    """A card that can be this element; an Interrupt names none."""
    return board.cards_for(seat, part) if part != "interrupt" else one_of((None,))


WRONG_SLOT = {
    "program": Code("wrong_slot", "DAT-018", _("The Program goes amid the Boosts, not in {slot:slot}.")),
    "boost": Code("wrong_slot", "DAT-018", _("A Boost goes beside the Program, not in {slot:slot}.")),
    "function": Code("wrong_slot", "DAT-022", _("A Function goes in its own position, not in {slot:slot}.")),
    "interrupt": Code(
        "wrong_slot", "DAT-R52", _("An Interrupt goes in a Boost or Function position: neither Bios nor Program is nullified.")
    ),
}


def _open_slots(board: MorphBoard, seat: Seat, part: Element) -> one_of:
    """DAT-015, 017, 018, 022, 024, 067, R03, R07, R50, R52: a position for this element that has room."""

    def fits(slot: Slot) -> Any:
        return must(slot in PLACES[part], WRONG_SLOT[part], part=part, slot=slot) or _taken(board, seat, part, slot)

    return one_of(SLOTS, fits)


_TAKEN = {"slot": "slot", "held": "held", "limit": "limit"}
SECOND_PROGRAM = Code("slot_taken", "DAT-015", _("There is a card in {slot:slot} already: a DataMorph has one Program."), figures=_TAKEN)
SECOND_FUNCTION = Code("slot_taken", "DAT-R03", _("There is a card in {slot:slot} already: a DataMorph has one Function."), figures=_TAKEN)
COLUMN_FULL = Code(
    "slot_taken",
    "DAT-017",
    _("There {held:is|are} {held} in {slot:slot} already, and room for {limit}. Try the other side."),
    figures=_TAKEN,
)
COLUMN_NULLIFIED = Code(
    "slot_taken", "DAT-R50", _("An Interrupt nullifies {slot:slot}: its extra-Boost icon opens no room below."), figures=_TAKEN
)
ONE_USE = Code(
    "slot_taken",
    "DAT-R07",
    _("There is a card in {slot:slot} already: a position takes a Boost, a Function or an Interrupt, not two things."),
    figures=_TAKEN,
)


def _taken(board: MorphBoard, seat: Seat, part: Element, slot: Slot) -> Refusal | None:
    """Return why nothing more fits there, by what lies there."""
    there: Any = getattr(board.player(seat), slot)
    if part == "program":
        return must(there is None, SECOND_PROGRAM, slot=slot, held=1, limit=1)
    if isinstance(there, Interrupt):
        return ONE_USE(slot=slot, held=1, limit=1)
    if slot == "function":
        code = SECOND_FUNCTION if part == "function" else ONE_USE
        return must(there is None, code, slot=slot, held=1, limit=1)
    held = len(boosts_of(there))
    if part == "interrupt":
        return must(not held, ONE_USE, slot=slot, held=held, limit=1)
    limit = board.room(seat, slot)
    extra = any(isinstance(a, MemoryBoost) for part in boosts_of(there) for a in board.face(part.card, "boost").abilities)
    code = COLUMN_NULLIFIED if extra and board.interrupted(seat, slot) else COLUMN_FULL
    return must(held < limit, code, slot=slot, held=held, limit=limit)


def cost(board: MorphBoard, part: str, card: str | None) -> int:
    """DAT-051..055, R08..R12, R57: what a play costs, by the printed icons."""
    return board.options.interrupt_cost if part == "interrupt" or card is None else cost_of(board.face(card, part))


MEMORY_SHORT = Code(
    "memory_short",
    "DAT-056",
    _("It costs {cost} and you have {available} memory left (total {total}, spent {spent}). Choose something cheaper, or stop."),
    ruling="adjust_memory",
)
MEMORY_SHORT_FIRST = replace(
    MEMORY_SHORT,
    says=_("It costs {cost} and you have {available} memory left (total {total}, spent {spent}). Choose another Program, or skip it."),
)
"""In the first exchange nobody can stop yet (DAT-R17, R18)."""


def _affordable(board: MorphBoard, seat: Seat, part: Element, card: str | None) -> Refusal | None:
    """DAT-050, 056, 062, R13, R15: no more than what is left; the card's own memory comes afterwards."""
    memory, price = board.memory(seat), cost(board, part, card)
    if price <= memory.available:
        return None
    figures = {"cost": price, "available": memory.available, "total": memory.total, "spent": memory.spent}
    code = MEMORY_SHORT_FIRST if board.at(Playing).exchange == 1 else MEMORY_SHORT
    return code(**figures).under("card" if card is not None else "part")


CHOICE_NEEDED = Code("bad_choice", "DAT-R30", _("Say on whom this Boost acts: on your own DataMorph or on the rival's."))
NO_CHOICE = Code("bad_choice", "DAT-R30", _("This card leaves no choice on whom it acts: say nothing."))


def _targets(board: MorphBoard, part: Element, card: str | None) -> Domain:
    """DAT-R30: said exactly for a Boost that leaves it open."""
    if part == "boost" and card is not None and needs_choice(board.face(card, "boost")):
        return one_of(("own", "rival"), otherwise=CHOICE_NEEDED, needed=True)
    return one_of((None,), otherwise=NO_CHOICE, needed=False)


SKIP_NOT_NOW = Code(
    "part_not_now", "DAT-R17", _("The Program is skipped in the first exchange only; now (exchange {exchange}) play a card or stop.")
)


@PLAYS.action
class SkipProgram(_ExchangeAction):
    """DAT-R17: no Program in the first exchange; it may be played later."""

    def terms(self, board: MorphBoard) -> Terms:
        yield must((exchange := board.at(Playing).exchange) == 1, SKIP_NOT_NOW, part="skip", exchange=exchange)

    def happen(self, board: MorphBoard, seq: int) -> None:
        board.tell(Skipped(seat=self.seat))


STOP_NOT_NOW = Code("part_not_now", "DAT-R18", _("You cannot stop yet: play a Program or skip it."))


@PLAYS.action
class Stop(_ExchangeAction):
    """DAT-031, R18: no more cards in this round."""

    def terms(self, board: MorphBoard) -> Terms:
        yield must((exchange := board.at(Playing).exchange) > 1, STOP_NOT_NOW, part="stop", exchange=exchange)

    def happen(self, board: MorphBoard, seq: int) -> None:
        board.change(self.seat, stopped=True)
        board.tell(Stopped(seat=self.seat))


# ---- both play at once

Move = Play | SkipProgram | Stop


class half(judge.action):  # noqa: N801  # a domain is written as it is named in the contract
    """The play of one seat in a joint play, judged as if it were alone to play on the state before (DAT-R24)."""

    __slots__ = ()

    def refusals(self, value: Any) -> list[Refusal]:
        return [replace(refusal, params={"seat": self.seat, **refusal.params}) for refusal in super().refusals(value)]


MOVE_LOCKED = ALREADY_LOCKED.citing("DAT-058")


@PLAYS.action
class LockMove(LockSecret, MorphAction):
    """DAT-058, R23: a play is chosen and its card lies face down. `seal` is that of the one who keeps the play, None for none."""

    during = (Joint,)
    already = MOVE_LOCKED
    told = MoveLocked


MOVE_SEAL_BROKEN = SEAL_BROKEN.citing("DAT-058")


@PLAYS.action
class JointPlay(MorphAction):
    """DAT-058, R23..R25, R67: both plays at once, each judged on the state before; their cards share one number in the order of play."""

    a: Move
    b: Move
    nonces: dict[Seat, SealText | None]
    during = (Joint,)

    def terms(self, board: MorphBoard) -> Terms:
        step = board.at(Joint)
        yield "a", half(board.alone("A", step.exchange), Play, SkipProgram, Stop, seat="A")
        yield "b", half(board.alone("B", step.exchange), Play, SkipProgram, Stop, seat="B")
        yield "nonces", openings(board, lambda seat: self.a if seat == "A" else self.b, MOVE_SEAL_BROKEN, BOTH_AT_ONCE)

    def effect(self, board: MorphBoard) -> None:
        step, seq, before = board.at(Joint), board.next_seq(), board.memories()
        board.tell(JointRevealed(clause="DAT-058" if step.exchange == 1 else "DAT-R23"))
        for move in (self.a, self.b):
            move.happen(board, seq)
        board.tell_memory(before)
        board.become(NewExchange(step.exchange + 1))


PLAYS.prompt(
    "joint_program",
    _("{seat:seat}: choose in secret a Program that costs {available} or less, lay it face down and lock it; or skip it."),
    _("{seat:seat} is choosing a Program."),
)
PLAYS.prompt(
    "joint",
    _("{seat:seat}: choose in secret what you play ({available} memory), lay it face down and lock it; or stop."),
    _("{seat:seat} is choosing a play."),
)
PLAYS.prompt("joint_play", _("Turn both cards over together and say what they are."), _("The plays are being revealed."))


@PLAYS.owes(Joint)
def _owed(board: MorphBoard, step: Joint) -> Iterator[Owed]:
    """Each seat that is not ready; then the one that reveals both plays."""

    def choose(seat: Seat) -> Owed:
        what, params = "joint_program" if step.exchange == 1 else "joint", {"available": board.memory(seat).available}
        return Owed(seat=seat, actions=("lock_move", "joint_play"), what=what, params=params, button="lock", meaning="ready")

    return choosing(board, step, Owed(seat=None, actions=("joint_play", "reopen_choices"), what="joint_play"), choose)
