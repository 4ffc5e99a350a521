"""Tell a bot which cards its seat holds: a person's, who asks for advice, or those that a play-out has dealt.

A bot at a table shuffles a deck of its own and knows its hand by that; here the hand is given, and the rest of its deck stays a guess.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tapete.bots import HeldCard, hands_of
from tapete.bots.forgetful import Forgetful
from tapete.core.refusals import Code, Refusal
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.texts import _

HAND_SIZE = Code(
    "hand_size", "", _("{seat:seat} holds {held} {held:card|cards}, and the hand names {named}: name every card of the hand, and no other.")
)
HAND_CARDS = Code(
    "hand_cards",
    "",
    _("{seat:seat} cannot hold {cards}: name cards of this match, no more copies than there are, and none that lies open."),
)
NO_HAND = Code("no_hand", "", _("The bots of this game cannot be told a hand: leave the hand out."))


class Dealt(NamedTuple):
    """Whose hand, and what it is."""

    seat: Seat
    hand: tuple[HeldCard, ...]


def held(rules: Rules[Any], state: Any, seat: Seat) -> int:
    """How many cards a seat holds; 0 where its bots cannot be told a hand."""
    hands = hands_of(rules.game.name)
    return hands.held(rules, state, seat) if hands is not None else 0


def unseen(rules: Rules[Any], state: Any, seat: Seat) -> Mapping[HeldCard, int]:
    """How many copies of each card a seat can hold, as far as the table shows; empty where its bots cannot be told a hand."""
    hands = hands_of(rules.game.name)
    return hands.there(rules, state, seat) if hands is not None else {}


def hand_faults(rules: Rules[Any], state: Any, seat: Seat, hand: Iterable[Any]) -> list[Refusal]:
    """Say why a seat cannot hold these cards; empty if it can.

    Args:
        rules, state: of the match. seat: whose hand. hand: its cards by id, in Shazamm by number.
    """
    named = list(hand)
    if hands_of(rules.game.name) is None:
        return [NO_HAND()] if named else []
    count, there = held(rules, state, seat), unseen(rules, state, seat)
    strange = [card for card, number in Counter(map(_key, named)).items() if number > there.get(card, 0)]
    faults = [HAND_CARDS(seat=seat, cards=strange)] if strange else []
    return faults if len(named) == count else [*faults, HAND_SIZE(seat=seat, held=count, named=len(named))]


def _key(card: Any) -> Any:
    """A card as it is counted: true is no card number 1, nor is what cannot be counted."""
    return card if type(card) in (int, str) else repr(card)


def deal(bot: Any, rules: Rules[Any], state: Any, seat: Seat, hand: Sequence[HeldCard]) -> None:
    """Let a bot of this match play a seat's cards.

    Args:
        bot: what `bot_of` has made. rules, state: of the match. seat: whose hand. hand: without `hand_faults`.
    """
    hands = hands_of(rules.game.name)
    if hands is not None and bot is not None:
        hands.deal(bot.bot if isinstance(bot, Forgetful) else bot, rules, state, seat, hand)
