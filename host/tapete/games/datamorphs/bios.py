"""The start of a round: both lay a Bios face down and turn it over together (DAT-007..011, 026, 027); what is sealed, and taken back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from tapete.core.actions import Terms
from tapete.core.domains import each
from tapete.core.events import Event
from tapete.core.game import Chapter
from tapete.core.refusals import must, must_first
from tapete.core.sealing import opening, sealed
from tapete.core.seats import Seat
from tapete.core.steps import Owed, SealingStep
from tapete.games.datamorphs import codes
from tapete.games.datamorphs.board import MorphAction, MorphBoard
from tapete.games.datamorphs.cards import CardId
from tapete.games.datamorphs.state import OWNED, SEATS, ChoosingBios, Joint, NewExchange, NewRound, Part, Setup

BIOS = Chapter("bios")

Text64 = Annotated[str, Meta(max_length=64)]

_SEAL = sealed()


@BIOS.event
class RoundStarted(Event):
    """A round begins, with so many cards each."""

    round: int
    cards: int
    clause: str = "DAT-026"


@BIOS.event
class BiosLocked(Event):
    """A seat has laid its Bios face down; which card it is, is told to nobody."""

    seat: Seat
    clause: str = "DAT-026"


@BIOS.event
class BiosRevealed(Event):
    """A Bios lies open."""

    seat: Seat
    card: CardId
    memory: int
    clause: str = "DAT-027"


@BIOS.event
class Unlocked(Event):
    """A seat takes back the card that it laid face down."""

    seat: Seat
    clause: str = "DAT-026"


@BIOS.event
class ChoicesReopened(Event):
    """What was sealed cannot be opened: both choose again."""

    clause: str = "DAT-R24"


@BIOS.action
class StartGame(MorphAction):
    """DAT-025, 042: five cards each, and the first round begins."""

    during = (Setup,)

    def terms(self, board: MorphBoard) -> Terms:
        yield None

    def effect(self, board: MorphBoard) -> None:
        board.become(NewRound())


@BIOS.runs(NewRound)
def _new_round(board: MorphBoard, step: NewRound) -> None:
    """DAT-026, 040..042: one card fewer than in the round before."""
    number = board.state.round + 1
    board.set(round=number)
    board.tell(RoundStarted(round=number, cards=OWNED + 1 - number, clause="DAT-026" if number == 1 else "DAT-041"))
    board.become(ChoosingBios())


@BIOS.action
class LockBios(MorphAction):
    """DAT-026: a Bios lies face down. `seal` is that of whoever keeps the card's id, None where only the table knows it."""

    seat: Seat
    seal: Text64 | None = None
    during = (ChoosingBios,)

    def terms(self, board: MorphBoard) -> Terms:
        yield must(self.seat not in board.at(ChoosingBios).ready, codes.ALREADY_LOCKED, seat=self.seat)
        yield "seal", _SEAL

    def effect(self, board: MorphBoard) -> None:
        board.become(board.at(ChoosingBios).locked(self.seat, self.seal))
        board.tell(BiosLocked(seat=self.seat))


@BIOS.action
class RevealBios(MorphAction):
    """DAT-005, 007, 011, 027, R44, R45, R64: both Bios at once, each with the nonce that opens its seal (None where none was given).

    Nobody has to lock first: at the table both cards are simply turned over together.
    """

    bios: dict[Seat, CardId]
    nonces: dict[Seat, Text64 | None]
    during = (ChoosingBios,)

    def terms(self, board: MorphBoard) -> Terms:
        seals = board.at(ChoosingBios).seals
        yield "bios", each({seat: board.cards_for(seat, "bios") for seat in SEATS}, codes.BOTH_AT_ONCE)
        opens = {
            "A": opening(seals.get("A"), "A", lambda: self.bios["A"], codes.SEAL_BROKEN),
            "B": opening(seals.get("B"), "B", lambda: self.bios["B"], codes.SEAL_BROKEN),
        }
        yield "nonces", each(opens, codes.BOTH_AT_ONCE)

    def effect(self, board: MorphBoard) -> None:
        for seat in SEATS:
            card = self.bios[seat]
            board.change(seat, bios=Part(card, 0, 0), hand=board.player(seat).hand - 1)
            board.tell(BiosRevealed(seat=seat, card=card, memory=board.face(card, "bios").memory))
        board.become(NewExchange(1))


@BIOS.action
class Unlock(MorphAction):
    """DAT-026, 058: a face-down choice may be changed until the other seat is ready too."""

    seat: Seat
    during = (ChoosingBios, Joint)

    def terms(self, board: MorphBoard) -> Terms:
        ready = board.at(SealingStep).ready
        yield must_first(len(ready) < len(SEATS), codes.UNLOCK_LATE)
        yield must(self.seat in ready, codes.NOT_LOCKED, seat=self.seat)

    def effect(self, board: MorphBoard) -> None:
        board.become(board.at(SealingStep).unlocked(self.seat))
        board.tell(Unlocked(seat=self.seat))


@BIOS.action
class ReopenChoices(MorphAction):
    """DAT-027, 058, R24: both are ready, but a choice cannot be opened (phone lost, seal that does not fit). Both choose again."""

    during = (ChoosingBios, Joint)

    def terms(self, board: MorphBoard) -> Terms:
        waiting = [seat for seat in SEATS if seat not in board.at(SealingStep).ready]
        yield must(not waiting, codes.NOT_BOTH_READY, waiting=waiting)

    def effect(self, board: MorphBoard) -> None:
        board.become(board.at(SealingStep).reopened())
        board.tell(ChoicesReopened())


@BIOS.owes(Setup)
def _owes_start(board: MorphBoard, step: Setup) -> Iterator[Owed]:
    yield Owed(seat=None, actions=("start_game",), what="start")


@BIOS.owes(ChoosingBios)
def _owes_bios(board: MorphBoard, step: ChoosingBios) -> Iterator[Owed]:
    """Each seat that is not ready; then whoever brings both to light."""
    if len(step.ready) == len(SEATS):
        yield Owed(seat=None, actions=("reveal_bios", "reopen_choices"), what="reveal_bios")
        return
    for seat in SEATS:
        if seat not in step.ready:
            yield Owed(
                seat=seat,
                actions=("lock_bios", "reveal_bios"),
                what="bios",
                params={"cards": board.player(seat).hand},
                button="lock",
                meaning="ready",
            )
