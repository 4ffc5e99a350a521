"""The exact coach: Shazamm without spells, bid by bid.

A bid i costs v - (M y)[i] against a perfect rival: v is the worth of the moment, M the stage game, y the rival's equilibrium. What is left
of a change once both bids have paid is luck. It is exact where all cards are used up. Where nobody has cast any that was there, the figures
are those of the same bids without cards, and are told as such (`Review.as_if`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tapete.bots.shazamm import exact
from tapete.bots.shazamm.exact import Moment
from tapete.bots.shazamm.perfect_values import stored
from tapete.bots.shazamm.tableau import worths
from tapete.coach.review import Bid, Review, Silence, Turn
from tapete.core.match import Match
from tapete.core.seats import Seat
from tapete.games.shazamm.bidding import BidsRevealed
from tapete.games.shazamm.showing import CardsRevealed
from tapete.games.shazamm.state import SEATS, Bidding, State


def review(match: Match[State]) -> Review | Silence:
    """What each bid was worth.

    Args:
        match: of Shazamm.
    """
    if not exact.applies(match.rules.options):
        return "house_rule"
    line = match.log.line()
    if any(isinstance(event, CardsRevealed) for seq in line for event in match.log.events(seq)):
        return "spells"
    played = list(_played(match, line))
    if not played:
        return "nothing"
    if not all(stored().knows(exact.moment(state, match.rules.options, "A").start) for _, state, _ in played):
        return "corrected"
    ends = [*(_worth(match, state) for _, state, _ in played[1:]), _worth(match, match.state)]
    as_if = not all(exact.without_spells(state) for _, state, _ in played)
    return Review(tuple(_turn(match, *one, end) for one, end in zip(played, ends, strict=True)), as_if)


def _played(match: Match[State], line: tuple[int, ...]) -> Iterator[tuple[int, State, dict[Seat, int]]]:
    """The turns that were played to their end: the entry of each, how the table lay when its bids were open, and the bids."""
    open_turn: tuple[int, State, dict[Seat, int]] | None = None
    for seq in line:
        after = match.log.after(seq)
        if open_turn is not None and (isinstance(after.agenda[-1], Bidding) or match.rules.result(after) is not None):
            yield open_turn
            open_turn = None
        for event in match.log.events(seq):
            if isinstance(event, BidsRevealed):
                open_turn = seq, after, {"A": event.bids.A, "B": event.bids.B}


def _worth(match: Match[Any], state: State) -> float:
    """What a moment is worth to A, -1..1."""
    over = match.rules.result(state)
    if over is not None and over.reason != "concession":
        return 0.0 if not over.seats else 1.0 if "A" in over.seats else -1.0
    at = exact.moment(state, match.rules.options, "A")
    return stored().worth(at.start, at.place, at.own, at.other)


def _turn(match: Match[State], seq: int, state: State, bids: dict[Seat, int], end: float) -> Turn:
    begin = _worth(match, state)
    a, b = (_bid(exact.moment(state, match.rules.options, seat), seat, bids[seat]) for seat in SEATS)
    luck = (end - begin) / 2 + a.cost - b.cost
    return Turn(seq, state.round, state.turn, (1 + begin) / 2, (1 + end) / 2, (a, b), luck)


def _bid(at: Moment, seat: Seat, bid: int) -> Bid:
    found = exact.equilibrium(stored(), at)
    costs = tuple(max(0.0, found.value - worth) / 2 for worth in worths(exact.stage(stored(), at), found.columns))
    return Bid(seat, bid, at.own, costs, found.rows)
