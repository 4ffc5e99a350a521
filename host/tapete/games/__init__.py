"""The games: one object each, found by name. A game can live in its own distribution (entry-point group `tapete.games`).

[project.entry-points."tapete.games"]
nim = "tapete_nim:GAME"

A distribution whose game cannot be used takes no other game away: `faults` names it, with its place and what to do.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tapete.core.announced import Announced
from tapete.core.game import Game
from tapete.core.refusals import Code, Illegal, Refusal
from tapete.core.texts import _

GROUP = "tapete.games"
"""The entry-point group in which a distribution announces its game."""

BUILT_IN = ("shazamm", "moriham", "datamorphs", "bhm", "mamlejet")
"""Our own games, in the order in which they are offered. A game joins when it passes the contract suite."""

NO_GAME = Code("unknown_game", "", _("There is no game “{game}”; there are: {games}."))
RAISES = Code(
    "game_raises", "", _("The game “{game}” cannot be used ({place}): {problem}. Mend or remove its distribution; the other games go on.")
)
NO_LEDGER = Code(
    "game_without_ledger", "", _("The game “{game}” has no ledger ({place}). Put ledger.toml into its package; the other games go on.")
)
NOT_A_GAME = Code(
    "not_a_game",
    "",
    _("“{game}” is announced, but {place} is no Game. Announce the object, as in: nim = “tapete_nim:GAME”. The other games go on."),
)
OTHER_NAME = Code(
    "game_named_otherwise",
    "",
    _("“{game}” is announced by {place}, but that game is called “{own}”. Announce it by its own name; the other games go on."),
)
NAME_TWICE = Code(
    "game_name_twice",
    "",
    _("The game “{game}” is announced twice, so it is left out: {places}. Remove one of the distributions; the other games go on."),
)


def _judged(name: str, place: str, found: Any) -> Refusal | None:
    if not isinstance(found, Game):
        return NOT_A_GAME(game=name, place=place)
    if found.name != name:
        return OTHER_NAME(game=name, place=place, own=found.name)
    return None if found.clauses else NO_LEDGER(game=name, place=place)


def _raised(name: str, place: str, fault: Exception) -> Refusal | None:
    lacks = isinstance(fault, FileNotFoundError) and Path(str(fault.filename)).name == "ledger.toml"
    return NO_LEDGER(game=name, place=place) if lacks else None


_GAMES: Announced[Game[Any]] = Announced(
    GROUP, {name: f"{__name__}.{name}:GAME" for name in BUILT_IN}, _judged, raises=RAISES, twice=NAME_TWICE, raised=_raised
)

names = _GAMES.names
places = _GAMES.places
find = _GAMES.find
faults = _GAMES.faults


def need(name: str) -> Game[Any]:
    """A game by its name.

    Raises:
        Illegal: there is no such game, or it cannot be used, and why.
    """
    if (game := find(name)) is not None:
        return game
    raise Illegal((_GAMES.fault(name) or NO_GAME(game=name, games=list(names())),))
