"""Bidding: both set mana in secret and lock; when both are ready the bids are revealed together (SHZ-034..040, R68, R69, R74)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from tapete.core.actions import Terms
from tapete.core.domains import each, whole
from tapete.core.events import Event, OfSeat
from tapete.core.game import Chapter
from tapete.core.kinds import AnyNumber
from tapete.core.locking import LockSecret, ReopenSecrets, SealText, UnlockSecret, all_ready, choosing, openings
from tapete.core.refusals import Code
from tapete.core.sealing import Sealing, opening
from tapete.core.seats import Both, Seat
from tapete.core.steps import Owed
from tapete.games.shazamm.board import DuelAction, ShazammBoard
from tapete.games.shazamm.constants import LEAST_BID
from tapete.games.shazamm.language import _
from tapete.games.shazamm.state import SEATS, Bid, Bidding, Revealing

BIDDING = Chapter("bidding")


@BIDDING.event(_("{seat} has locked a bid."))
class BidLocked(OfSeat, clause="SHZ-034"):
    """A seat has set its bid and laid its cards face down; the bid itself is told to nobody."""


@BIDDING.event(_("{seat} thinks again about the bid."))
class BidUnlocked(OfSeat, clause="SHZ-R68"):
    """A seat sets its bid again."""


@BIDDING.event(_("Bids: {A:seat} {bids.A}, {B:seat} {bids.B}."), hands=_("Turn your cards face up."))
class BidsRevealed(Event, clause="SHZ-039"):
    """Both bids lie open."""

    bids: Both[Bid]


@BIDDING.event(_("A bid could not be opened; both bid again."), hands=_("Lock your bids again; the cards stay face down."))
class BidsReopened(Event, clause="SHZ-R74"):
    """A bid could not be opened: both lock again."""


BIDDING_ONLY = Code("wrong_phase", "SHZ-039", _("This turn's bids are already on the table; you can bid in the next one."))


class _BiddingAction(DuelAction):
    """What belongs to the secret part of a turn."""

    during = (Bidding,)
    elsewhere = BIDDING_ONLY


ALREADY_LOCKED = Code(
    "already_locked", "SHZ-R68", _("Your bid is locked already. To change it, unlock it while your rival is not ready."), figures={}
)


@BIDDING.action
class LockBid(LockSecret, _BiddingAction):
    """SHZ-034..036, 038, R69: bid and face-down cards are ready. `seal` comes from the keeper of the amount; None without one."""

    already = ALREADY_LOCKED
    told = BidLocked


UNLOCK_LATE = Code("wrong_phase", "SHZ-R68", _("Both are ready, so your bid can no longer be changed.")).knowing(phase="bidding")
NOT_LOCKED = Code("not_locked", "SHZ-R68", _("You have no bid locked: just change it and lock it."), figures={})


@BIDDING.action
class Unlock(UnlockSecret, DuelAction):
    """SHZ-R68: a bid may be changed until the other seat is ready too."""

    during = (Bidding,)
    elsewhere = late = UNLOCK_LATE
    not_locked = NOT_LOCKED
    told = BidUnlocked


NOT_BOTH_READY = Code("not_both_ready", "SHZ-039", _("Still to lock a bid: {waiting:seat}. Wait until both are ready."))
BIDS_OF_BOTH = Code("bids_of_both", "SHZ-039", _("Both bids are revealed at once: give A's and B's."), figures={})
SEAL_BROKEN = Code(
    "seal_broken",
    "SHZ-R68",
    _("The bid revealed by {seat:seat} is not the one that was sealed. Open the bidding again and lock once more."),
)
BID_BELOW_ONE = Code("bid_below_one", "SHZ-036", _("You bid {bid}; the smallest bid is {min}."), figures={"bid": "value", "min": "low"})
BID_OVER_MANA = Code(
    "bid_over_mana",
    "SHZ-035",
    _("You bid {bid} but have {mana} mana left. Choose from {LEAST_BID} to {mana}."),
    figures={"bid": "value", "mana": "high"},
)


@cache
def _up_to(mana: int) -> whole:
    return whole(LEAST_BID, mana, BID_BELOW_ONE, BID_OVER_MANA)


@lru_cache(maxsize=4096)
def _bids(mana: Both[int]) -> each:
    return each({seat: _up_to(mana.of(seat)) for seat in SEATS}, BIDS_OF_BOTH)


@BIDDING.action
class RevealBids(_BiddingAction):
    """SHZ-039, 035, 036: both bids at once, each 1..mana, each with the nonce that opens its seal (None where none was given)."""

    bids: dict[Seat, AnyNumber]
    nonces: dict[Seat, SealText | None]

    def terms(self, board: ShazammBoard) -> Terms:
        yield all_ready(board, NOT_BOTH_READY)
        seals = board.at(Bidding).seals
        yield "bids", _bids(board.state.mana)
        yield "nonces", openings(board, lambda seat: self.bids[seat], SEAL_BROKEN, BIDS_OF_BOTH) if seals else _NOTHING_SEALED

    def effect(self, board: ShazammBoard) -> None:
        bids = Both(self.bids["A"], self.bids["B"])
        board.become(Revealing(bids))
        board.tell(BidsRevealed(bids=bids))


_NOTHING_SEALED = each({seat: opening(None, seat, lambda: None) for seat in SEATS}, BIDS_OF_BOTH)


@BIDDING.action
class ReopenBids(ReopenSecrets, _BiddingAction):
    """SHZ-R74: both are ready, but a bid cannot be opened (console lost, seal that does not fit). Both lock again."""

    not_ready = NOT_BOTH_READY
    told = BidsReopened


BIDDING.prompt("bid", _("Place your cards face down, set your bid ({low} to {mana}) and lock it."), _("{seat:seat} is preparing a bid."))
BIDDING.prompt(
    "bid_under_silence",
    _("Silence holds: spells of this round are lost. Set your bid ({low} to {mana}) and lock it."),
    _("{seat:seat} is preparing a bid."),
)
BIDDING.prompt("reveal", _("Both are ready. Reveal the bids."), _("Both are ready; the bids are being revealed."))


@BIDDING.owes(Bidding)
def _owed(board: ShazammBoard, step: Bidding) -> Iterator[Owed]:
    """Each seat that is not ready; then the one that reveals the bids (SHZ-R71)."""

    state = board.state
    return choosing(board, step, _REVEAL, lambda seat: _bid(seat, state.mana.of(seat), state.silence))


_REVEAL = Owed(seat=None, actions=("reveal_bids", "reopen_bids"), what="reveal")


@cache
def _bid(seat: Seat, mana: int, silence: bool) -> Owed:
    what = "bid_under_silence" if silence else "bid"
    return Owed(seat=seat, actions=("lock_bid",), what=what, params={"low": LEAST_BID, "mana": mana}, button="lock", meaning="bid")


SEALING = Sealing(
    step=Bidding, lock=LockBid, reveal=RevealBids, reopen=ReopenBids, asks=lambda board, seat: _up_to(board.state.mana.of(seat))
)
