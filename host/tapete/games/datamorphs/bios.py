"""The start of a round: both lay a Bios face down and turn it over together (DAT-007..011, 026, 027); what is sealed, and taken back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from msgspec import UNSET, Meta

from tapete.core.actions import Terms
from tapete.core.domains import each, one_of, some
from tapete.core.events import Event, OfSeat
from tapete.core.game import Chapter
from tapete.core.locking import LockSecret, ReopenSecrets, SealText, UnlockSecret, choosing, openings
from tapete.core.refusals import Code
from tapete.core.seats import Seat
from tapete.core.steps import Owed
from tapete.games.datamorphs.board import ALREADY_LOCKED, BOTH_AT_ONCE, SEAL_BROKEN, MorphAction, MorphBoard
from tapete.games.datamorphs.cards import CardId
from tapete.games.datamorphs.constants import OWNED
from tapete.games.datamorphs.language import _
from tapete.games.datamorphs.state import SEATS, ChoosingBios, Joint, NewExchange, NewRound, Owned, Part, Setup

BIOS = Chapter("bios")


@BIOS.event(
    _("Round {round} begins, with {cards} {cards:card|cards} each."), hands=_("Choose your Bios and lay it face down in front of you.")
)
class RoundStarted(Event, clause="DAT-026"):
    """A round begins, with so many cards each."""

    round: int
    cards: int

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"round": board.state.round}


@BIOS.event(_("{seat} has laid a Bios."))
class BiosLocked(OfSeat, clause="DAT-026"):
    """A seat has laid its Bios face down; which card it is, is told to nobody."""


@BIOS.event(_("{seat} reveals {card}: memory {memory}."), hands=_("{seat}: turn your Bios face up, {card}."))
class BiosRevealed(OfSeat, clause="DAT-027"):
    """A Bios lies open."""

    card: CardId
    memory: int


@BIOS.event(_("{seat} thinks again."), hands=_("{seat}: take back the card that you laid face down."))
class Unlocked(OfSeat, clause="DAT-026"):
    """A seat takes back the card that it laid face down."""


@BIOS.event(_("A choice could not be opened; both choose again."), hands=_("Take the face-down cards back and choose again."))
class ChoicesReopened(Event, clause="DAT-R24"):
    """What was sealed cannot be opened: both choose again."""


@BIOS.action
class StartGame(MorphAction):
    """DAT-025, 042: five cards each, and the first round begins."""

    during = (Setup,)

    def effect(self, board: MorphBoard) -> None:
        board.become(NewRound())


@BIOS.event(_("{seat} owns these {OWNED:words} cards: {cards}."))
class CollectionShown(OfSeat, clause="DAT-R68"):
    """A player has shown the five cards that the match is begun with."""

    cards: Annotated[Owned, Meta(extra={"kind": "card"})]


UNKNOWN_OWNED = Code(
    "unknown_card", "DAT-R64", _("The catalogue has no “{card:card}”. Add the card, or mend the list."), figures={"card": "value"}
)


@BIOS.action
class ShowCollection(MorphAction):
    """DAT-004, R68: the five cards of a player, before the match begins; from then on only these are accepted from that player."""

    seat: Seat
    cards: Annotated[tuple[CardId, ...], Meta(max_length=2 * OWNED)]
    during = (Setup,)

    def terms(self, board: MorphBoard) -> Terms:
        yield "cards", some(one_of(board.card_ids, otherwise=UNKNOWN_OWNED), OWNED, OWNED, repeat=True)

    def effect(self, board: MorphBoard) -> None:
        owned = {} if board.state.owned is UNSET else board.state.owned
        five = tuple(sorted(self.cards))
        board.set(owned=dict(sorted({**owned, self.seat: five}.items())))
        board.tell(CollectionShown(seat=self.seat, cards=five))


@BIOS.runs(NewRound)
def _new_round(board: MorphBoard, step: NewRound) -> None:
    """DAT-026, 040..042: one card fewer than in the round before."""
    number = board.state.round + 1
    board.set(round=number)
    board.tell(RoundStarted(round=number, cards=OWNED + 1 - number, clause="DAT-026" if number == 1 else "DAT-041"))
    board.become(ChoosingBios())


@BIOS.action
class LockBios(LockSecret, MorphAction):
    """DAT-026: a Bios lies face down. `seal` comes from the keeper of the card's id; None if only the table knows it."""

    during = (ChoosingBios,)
    already = ALREADY_LOCKED
    told = BiosLocked


@BIOS.action
class RevealBios(MorphAction):
    """DAT-005, 007, 011, 027, R44, R45, R64: both Bios at once, each with the nonce that opens its seal (None where none was given).

    Nobody has to lock first: at the table both cards are simply turned over together.
    """

    bios: dict[Seat, CardId]
    nonces: dict[Seat, SealText | None]
    during = (ChoosingBios,)

    def terms(self, board: MorphBoard) -> Terms:
        yield "bios", each({seat: board.cards_for(seat, "bios") for seat in SEATS}, BOTH_AT_ONCE)
        yield "nonces", openings(board, lambda seat: self.bios[seat], SEAL_BROKEN, BOTH_AT_ONCE)

    def effect(self, board: MorphBoard) -> None:
        for seat in SEATS:
            card = self.bios[seat]
            board.change(seat, bios=Part(card, 0, 0), hand=board.player(seat).hand - 1)
            board.tell(BiosRevealed(seat=seat, card=card, memory=board.face(card, "bios").memory))
        board.become(NewExchange(1))


NOT_LOCKED = Code("not_locked", "DAT-026", _("{seat:seat} has nothing to take back."))
UNLOCK_LATE = Code(
    "unlock_late", "DAT-027", _("Both are ready: now it is revealed. If something cannot be opened, both choose again."), figures={}
)


@BIOS.action
class Unlock(UnlockSecret, MorphAction):
    """DAT-026, 058: a face-down choice may be changed until the other seat is ready too."""

    during = (ChoosingBios, Joint)
    late, not_locked = UNLOCK_LATE, NOT_LOCKED
    told = Unlocked


NOT_BOTH_READY = Code("not_both_ready", "DAT-027", _("{waiting:seat} is still to choose: a player who laid a card can take it back."))


@BIOS.action
class ReopenChoices(ReopenSecrets, MorphAction):
    """DAT-027, 058, R24: both are ready, but a choice cannot be opened (phone lost, seal that does not fit). Both choose again."""

    during = (ChoosingBios, Joint)
    not_ready = NOT_BOTH_READY
    told = ChoicesReopened


BIOS.prompt("start", _("Take your {OWNED:words} cards and start the match."), _("The match is about to begin."))


@BIOS.owes(Setup)
def _owes_start(board: MorphBoard, step: Setup) -> Iterator[Owed]:
    yield Owed(seat=None, actions=("start_game",), what="start")


BIOS.prompt(
    "bios",
    _("{seat:seat}: choose a Bios among your {cards} {cards:card|cards}, lay it face down and lock it."),
    _("{seat:seat} is choosing a Bios."),
)
BIOS.prompt("reveal_bios", _("Turn both Bios over together and say which they are."), _("The Bios are being revealed."))


@BIOS.owes(ChoosingBios)
def _owes_bios(board: MorphBoard, step: ChoosingBios) -> Iterator[Owed]:
    """Each seat that is not ready; then the one that reveals both."""

    def choose(seat: Seat) -> Owed:
        params = {"cards": board.player(seat).hand}
        return Owed(seat=seat, actions=("lock_bios", "reveal_bios"), what="bios", params=params, button="lock", meaning="ready")

    return choosing(board, step, Owed(seat=None, actions=("reveal_bios", "reopen_choices"), what="reveal_bios"), choose)
