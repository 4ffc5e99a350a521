"""How a beginner and a steady player play Shazamm: bids of about ten, and one spell that mends what is worst."""

from __future__ import annotations

import random

from tapete.bots.shazamm.exact import Moment
from tapete.bots.shazamm.perfect_values import HIT
from tapete.games.shazamm.constants import (
    ATTACK_BOOST,
    DOUBLE_DOSE,
    INFERNO,
    MIDDLE,
    RESERVE_BOOST,
    RESISTANCE,
    SORE_LOSER,
    SUCTION,
    WINNER_LOSES,
)

BIDS = (7, 13)
"""What the steady player bids, least and most."""

WILD = ((1, 3), (18, 30))
"""What a beginner bids on a whim: next to nothing, or far too much."""

BLUNDERS = 0.5
"""How often a beginner blunders with a bid; half as often with a card."""

POOR = 8
"""So much mana less than the rival's is worth a spell."""

WHIM = 0.25
"""How often it casts where nothing is wrong."""

IN_DANGER = (RESISTANCE, DOUBLE_DOSE, ATTACK_BOOST, SORE_LOSER, WINNER_LOSES)
WHILE_POOR = (RESERVE_BOOST, SUCTION, SORE_LOSER)
TO_END_IT = (INFERNO, DOUBLE_DOSE, ATTACK_BOOST)


def steady(at: Moment, hand: tuple[int, ...], rng: random.Random) -> tuple[int, tuple[int, ...]]:
    """A bid, and at most one card.

    Args:
        at: the moment, from the bidding seat. hand: its cards.
    """
    bid = min(at.own, rng.randint(*BIDS))
    wishes: tuple[int, ...] = ()
    if at.place < 0:
        wishes = (*((MIDDLE,) if at.place <= 2 - HIT else ()), *IN_DANGER)
    elif at.other - at.own >= POOR:
        wishes = WHILE_POOR
    elif at.place == HIT - 1 or rng.random() < WHIM:
        wishes = TO_END_IT
    return bid, next(((card,) for card in wishes if card in hand), ())


def careless(at: Moment, hand: tuple[int, ...], rng: random.Random) -> tuple[int, tuple[int, ...]]:
    """The same with a beginner's blunders: a wild bid every other time, and now and then any card at all."""
    bid, cards = steady(at, hand, rng)
    if rng.random() < BLUNDERS:
        bid = min(at.own, rng.randint(*rng.choice(WILD)))
    if hand and rng.random() < BLUNDERS / 2:
        cards = (rng.choice(hand),)
    return bid, cards
