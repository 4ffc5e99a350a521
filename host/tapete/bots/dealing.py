"""Tell a bot which cards its seat holds: a person's, who asks for advice, or those that a play-out has dealt.

A bot at a table shuffles a deck of its own and knows its hand by that; here the hand is given, and the rest of its deck stays a guess.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from tapete.bots.bhm import open_cards
from tapete.bots.forgetful import Forgetful
from tapete.bots.mamlejet_cards import Stock
from tapete.core.refusals import Code, Refusal
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.texts import _
from tapete.games.datamorphs.board import faces_of
from tapete.games.mamlejet.board import Front
from tapete.games.moriham.board import Duel
from tapete.games.shazamm.state import DECK

Card = str | int
"""A card by its id; in Shazamm by its number."""

HAND_SIZE = Code(
    "hand_size", "", _("{seat:seat} holds {held} {held:card|cards}, and the hand names {named}: name every card of the hand, and no other.")
)
HAND_CARDS = Code(
    "hand_cards",
    "",
    _("{seat:seat} cannot hold {cards}: name cards of this match, no more copies than there are, and none that lies open."),
)
NO_HAND = Code("no_hand", "", _("The bots of this game cannot be told a hand: leave the hand out."))


class _Hands(Protocol):
    """How the cards of one game are held."""

    def held(self, rules: Rules[Any], state: Any, seat: Seat) -> int:
        """How many cards a seat holds."""

    def there(self, rules: Rules[Any], state: Any, seat: Seat) -> Mapping[Card, int]:
        """How many copies of each card it can hold."""

    def deal(self, bot: Any, rules: Rules[Any], state: Any, seat: Seat, hand: Sequence[Any]) -> None:
        """Give a bot these cards."""


class _Shazamm:
    def held(self, rules: Rules[Any], state: Any, seat: Seat) -> int:
        count: int = state.hand.of(seat)
        return count

    def there(self, rules: Rules[Any], state: Any, seat: Seat) -> Mapping[Card, int]:
        return {card: 1 for card in DECK if card not in state.used.of(seat)}

    def deal(self, bot: Any, rules: Rules[Any], state: Any, seat: Seat, hand: Sequence[int]) -> None:
        player = bot.players[seat]
        player._deck = [*hand, *(card for card in player._deck if card not in hand)]


class _Moriham:
    def held(self, rules: Rules[Any], state: Any, seat: Seat) -> int:
        return Duel(rules, state).side(seat).hand

    def _open(self, rules: Rules[Any], state: Any, seat: Seat) -> Counter[str]:
        board = Duel(rules, state)
        own = board.side(seat)
        seen = Counter((*own.graveyard, *own.removed))
        for whose in state.seats:
            side = board.side(whose)
            seen.update(monster.card for monster in side.monsters if monster is not None and monster.owner == seat)
            seen.update(spell.card for spell in side.spells if spell is not None and spell.card and spell.owner == seat)
        return seen

    def there(self, rules: Rules[Any], state: Any, seat: Seat) -> Mapping[Card, int]:
        most, seen = rules.options.max_copies or rules.options.deck_size, self._open(rules, state, seat)
        return {card: most - seen[card] for card in rules.catalogue.cards}

    def deal(self, bot: Any, rules: Rules[Any], state: Any, seat: Seat, hand: Sequence[str]) -> None:
        player = bot.players[seat]
        lying = Counter(player._down.values()) + self._open(rules, state, seat)
        player._deck = [*lying.elements(), *hand, *(Counter(player._deck) - lying - Counter(hand)).elements()]


class _Morphs:
    def held(self, rules: Rules[Any], state: Any, seat: Seat) -> int:
        count: int = state.players.of(seat).hand
        return count

    def there(self, rules: Rules[Any], state: Any, seat: Seat) -> Mapping[Card, int]:
        return dict.fromkeys(rules.catalogue.cards, self.held(rules, state, seat))

    def deal(self, bot: Any, rules: Rules[Any], state: Any, seat: Seat, hand: Sequence[str]) -> None:
        side, player = state.players.of(seat), bot.players[seat]
        out = [card for card in side.out if card is not None]
        player.cards = [*faces_of(side), *out, *player._down, *player._lost, *hand]


class _Bhm:
    def held(self, rules: Rules[Any], state: Any, seat: Seat) -> int:
        count: int = state.players[state.seats.index(seat)].hand
        return count

    def there(self, rules: Rules[Any], state: Any, seat: Seat) -> Mapping[Card, int]:
        return {card.id: self.held(rules, state, seat) for card in rules.catalogue.cards.values() if card.kind != "summon"}

    def deal(self, bot: Any, rules: Rules[Any], state: Any, seat: Seat, hand: Sequence[str]) -> None:
        player, seen = bot.players[seat], open_cards(state, seat)
        player.order = [*seen.elements(), *hand, *(Counter(player.order) - seen - Counter(hand)).elements()]


class _Mamlejet:
    def held(self, rules: Rules[Any], state: Any, seat: Seat) -> int:
        player = Front(rules, state).player(seat)
        return player.hand if player.deck is not None else 0  # before a deck is registered nobody can say what is held

    def there(self, rules: Rules[Any], state: Any, seat: Seat) -> Mapping[Card, int]:
        board = Front(rules, state)
        name = board.player(seat).deck
        deck = rules.catalogue.extras["decks"][name].tactics if name is not None else {}
        return {card: number - board.seen(seat, card) for card, number in deck.items()}

    def deal(self, bot: Any, rules: Rules[Any], state: Any, seat: Seat, hand: Sequence[str]) -> None:
        board = Front(rules, state)
        player = board.player(seat)
        if player.deck is None:
            return
        stock = bot._stocks.get(seat) or Stock(rules.catalogue.extras["decks"][player.deck], player.hero, bot._rng)
        stock._mulligans = player.mulligans
        unseen = Counter({str(card): number for card, number in self.there(rules, state, seat).items()})
        stock.hand, stock.city = list(hand), list((unseen - Counter(hand)).elements())
        bot._rng.shuffle(stock.city)
        bot._stocks[seat] = stock


_HANDS: dict[str, _Hands] = {
    "shazamm": _Shazamm(),
    "moriham": _Moriham(),
    "datamorphs": _Morphs(),
    "bhm": _Bhm(),
    "mamlejet": _Mamlejet(),
}


class Dealt(NamedTuple):
    """Whose hand, and what it is."""

    seat: Seat
    hand: tuple[Card, ...]


def held(rules: Rules[Any], state: Any, seat: Seat) -> int:
    """How many cards a seat holds; 0 in a game that none of these bots knows."""
    hands = _HANDS.get(rules.game.name)
    return hands.held(rules, state, seat) if hands is not None else 0


def unseen(rules: Rules[Any], state: Any, seat: Seat) -> Mapping[Card, int]:
    """How many copies of each card a seat can hold, as far as the table shows; empty in a game that none of these bots knows."""
    hands = _HANDS.get(rules.game.name)
    return hands.there(rules, state, seat) if hands is not None else {}


def hand_faults(rules: Rules[Any], state: Any, seat: Seat, hand: Iterable[Any]) -> list[Refusal]:
    """Say why a seat cannot hold these cards; empty if it can.

    Args:
        rules, state: of the match. seat: whose hand. hand: its cards by id, in Shazamm by number.
    """
    named = list(hand)
    if rules.game.name not in _HANDS:
        return [NO_HAND()] if named else []
    count, there = held(rules, state, seat), unseen(rules, state, seat)
    strange = [card for card, number in Counter(map(_key, named)).items() if number > there.get(card, 0)]
    faults = [HAND_CARDS(seat=seat, cards=strange)] if strange else []
    return faults if len(named) == count else [*faults, HAND_SIZE(seat=seat, held=count, named=len(named))]


def _key(card: Any) -> Any:
    """A card as it is counted: true is no card number 1, nor is what cannot be counted."""
    return card if type(card) in (int, str) else repr(card)


def deal(bot: Any, rules: Rules[Any], state: Any, seat: Seat, hand: Sequence[Card]) -> None:
    """Let a bot of this match play a seat's cards.

    Args:
        bot: what `bot_of` has made. rules, state: of the match. seat: whose hand. hand: without `hand_faults`.
    """
    hands = _HANDS.get(rules.game.name)
    if hands is not None and bot is not None:
        hands.deal(bot.bot if isinstance(bot, Forgetful) else bot, rules, state, seat, hand)
