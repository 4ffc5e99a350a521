"""Mamlejet's camps: score and loss on their way to fifty, piles, wealth by colour, and what is in play out of combat (MMK-040, 163)."""

from __future__ import annotations

from tapete.core.seats import Seat
from tapete.core.texts import Language
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.figures import COLOURS, Wealth
from tapete.games.mamlejet.language import _

_PILES = _("City {city} · Hand {hand}")
WEALTH = {
    "white": _("Sust."),
    "red": _("Mat."),
    "blue": _("Spir."),
}


def piles(board: Front, seat: Seat, language: Language) -> str:
    """How many cards a player has in city and hand."""
    player = board.player(seat)
    return _PILES.in_(language).format(city=player.city, hand=player.hand)


def wealth(board: Front, seat: Seat, language: Language) -> str:
    """The wealth that a player can still use, by colour."""
    return "  ".join(f"{WEALTH[colour].in_(language)} {getattr(available(board, seat), colour)}" for colour in COLOURS)


def available(board: Front, seat: Seat) -> Wealth:
    """The wealth that a player can still use in this round: the pool, and what free resources make."""
    have = board.player(seat).pool
    for p in board.of(seat):
        if p.dedicated is None:
            have = have.plus(board.yields(p.id))
    return have
