"""The question which of two contradicting cards prevails (BHM-101, 102; R88, R90); texts are not parsed, players apply the answer.

It changes nothing; that it was asked, and the answer, stand in the log.
"""

from typing import Literal, NamedTuple

from tapete.core.actions import Terms
from tapete.core.domains import one_of
from tapete.core.game import Chapter
from tapete.core.seats import Seat
from tapete.games.bhm.beings import Being
from tapete.games.bhm.board import War
from tapete.games.bhm.changes import OfCard
from tapete.games.bhm.figures import CardId, Rank, SaidIid
from tapete.games.bhm.language import _
from tapete.games.bhm.seen import NOT_THERE, carried_by
from tapete.games.bhm.state import Terror
from tapete.games.bhm.timing import IN_TURN, Timed

CONFLICTS = Chapter("conflicts")

Standing = tuple[int, int]
"""A card's rank and its activation number."""


class InPlay(NamedTuple):
    """A card whose text counts now: whose it is, its rank, and when it was activated last."""

    seat: Seat
    card: str
    rank: int
    seq: int

    @property
    def standing(self) -> Standing:
        """What is compared."""
        return self.rank, self.seq


def prevails(one: Standing, other: Standing) -> Literal[0, 1]:
    """Which of two contradicting cards prevails: the higher rank, then the later activation (BHM-101, 102)."""
    return 0 if one > other else 1


def in_play(board: War) -> dict[int, InPlay]:
    """Every card in play by its number: a being by its own, what it carries, territories, strategies and pending cards by their activation.

    An ability has its bearer's present rank (BHM-R90).
    """
    found: dict[int, InPlay] = {}
    for seat in board.living:
        player = board.player(seat)
        for space in player.field:
            if space is None:
                continue
            if isinstance(space, Being):
                found[space.iid] = InPlay(seat, space.card, space.rank, space.seq)
            found |= {held.seq: InPlay(seat, held.card, held.rank, held.seq) for held in carried_by(space)}
        found |= {held.seq: InPlay(seat, held.card, held.rank, held.seq) for held in (*player.territories, *player.strategies)}
    for window in board.windows():
        card = board.pending_card(window.plan)
        if card is not None:
            found[window.seq] = InPlay(window.seat, card, board.card(card).rank, window.seq)
    return found


@CONFLICTS.event(_("{seat}'s {card} prevails: rank {rank}, against {over}, of rank {other}."))
class ConflictJudged(OfCard):
    """Of two cards that contradict each other one prevails: the higher rank (BHM-101), then the later one (BHM-102)."""

    rank: Rank
    over: CardId
    other: Rank
    clause: str


@CONFLICTS.action
class JudgeConflict(Timed):
    """Which of two cards that contradict each other prevails (BHM-101, 102; R88, R90)."""

    first: SaidIid
    second: SaidIid
    during = (*IN_TURN, Terror)

    def terms(self, board: War) -> Terms:
        there = board.once(in_play)
        yield "first", one_of(there, otherwise=NOT_THERE)
        first = self.first
        yield "second", one_of((number for number in there if number != first), otherwise=NOT_THERE)

    def effect(self, board: War) -> None:
        there = board.once(in_play)
        pair = there[self.first], there[self.second]
        winner = prevails(pair[0].standing, pair[1].standing)
        over, under = pair[winner], pair[1 - winner]
        clause = "BHM-101" if over.rank > under.rank else "BHM-102"
        board.tell(ConflictJudged(seat=over.seat, card=over.card, rank=over.rank, over=under.card, other=under.rank, clause=clause))
