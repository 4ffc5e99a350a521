"""Complete games to simulate: for search, learning and statistics.

    import tapete

    game = tapete.simulate("moriham", seed=7)
    while game.turn:
        game.play(len(game.moves()) // 2)
    game.returns()

At a table the referee never hears of hands and decks; here they are dealt. The rules are those of the table, and no others.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from tapete import games
from tapete.core import codec
from tapete.core.announced import Announced
from tapete.core.refusals import Code, RefereeError, Refusal
from tapete.core.rules import Rules
from tapete.core.seats import SEATS, Seat
from tapete.core.texts import Language, _
from tapete.python_match import in_sentences
from tapete.python_match import rules as rules_of
from tapete.simulating.dealer import Card, Dealer, Move
from tapete.simulating.simulation import OwnView, Simulation

__all__ = ["Card", "Dealer", "Move", "OwnView", "Simulation", "simulate"]

GROUP = "tapete.dealers"
"""The entry-point group in which a distribution announces the dealer of its game, a `Dealer`: `nim = "tapete_nim.dealer:NimDealer"`."""

RAISES = Code(
    "dealer_raises",
    "",
    _("The dealer of “{game}” cannot be used ({place}): {problem}. Mend or remove its distribution; the game cannot be simulated."),
)
NO_DEALER = Code("no_dealer", "", _("What is announced as the dealer of “{game}” ({place}) is none. Announce a subclass of `Dealer`."))
TWICE = Code("dealer_twice", "", _("The dealer of “{game}” is announced twice: {places}. Remove one of the distributions."))

_PLAYERS = _("the game is for {fewest} to {most} players, not for {players}")
_NO_SEAT = _("there is no seat {seat} in this game; there are: {seats}")
_STRANGE = _("the deck of {seat} names what is no card of this game: {cards}")
_SIZE = _("the cards of a deck are {needed} here, and {seat} gives {given}")


def _judged(game: str, place: str, found: Any) -> Refusal | None:
    return None if isinstance(found, type) and issubclass(found, Dealer) else NO_DEALER(game=game, place=place)


_OURS = {name: f"{__name__}.{name}:{name.capitalize()}Dealer" for name in games.BUILT_IN}

_DEALERS: Announced[type[Dealer]] = Announced(GROUP, _OURS, _judged, raises=RAISES, twice=TWICE)

faults = _DEALERS.faults


def simulate(
    game: str,
    decks: Mapping[Seat, Sequence[Card]] | None = None,
    seed: int | str = 0,
    *,
    players: int = 2,
    options: Mapping[str, Any] | None = None,
    catalogue: str | os.PathLike[str] | None = None,
    language: Language = "en",
) -> Simulation:
    """Begin a game whose cards are dealt, shuffled and hidden.

    Args:
        game: its name (see `tapete.rules`); one without a dealer of its own has no hidden cards.
        decks: the cards of seats, each as often as it is there; a seat that is left out has a usual deck of the catalogue.
        seed: of shuffles and dice; the same seed and the same moves give the same game, on every computer.
        players: how many play. options, catalogue: see `tapete.rules`. language: of what is refused.

    Raises:
        Malformed: no such game, seat, card or number of players.
        Illegal: house rules, a catalogue or a deck that the rules do not allow.
    """
    rules = rules_of(game, options, catalogue, language=language)
    fewest, most = rules.game.fewest, rules.game.most
    if type(players) is not int or not fewest <= players <= most:
        raise in_sentences(codec.malformed(_PLAYERS.fill(fewest=fewest, most=most, players=repr(players)), "players"), language)
    seats, given = SEATS[:players], dict(decks or {})
    try:
        return _begun(rules, (_DEALERS.find(game) or Dealer)(rules), seats, given, seed)
    except RefereeError as fault:
        raise in_sentences(fault, language) from None


def _begun(rules: Rules[Any], dealer: Dealer, seats: tuple[Seat, ...], given: dict[Seat, Sequence[Card]], seed: int | str) -> Simulation:
    for seat, cards in given.items():
        if seat not in seats:
            raise codec.malformed(_NO_SEAT.fill(seat=repr(seat), seats=", ".join(seats)), "decks")
        if strange := [card for card in cards if card not in dealer.cards()]:
            raise codec.malformed(_STRANGE.fill(seat=seat, cards=", ".join(map(repr, strange))), f"decks.{seat}")
        if (needed := dealer.size()) is not None and len(cards) != needed:
            raise codec.malformed(_SIZE.fill(seat=seat, given=len(cards), needed=needed), f"decks.{seat}")
    return Simulation(rules, dealer, seats, given, seed)
