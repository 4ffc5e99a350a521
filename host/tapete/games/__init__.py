"""The games: one object each, found by name. A game can live in its own distribution (entry-point group `tapete.games`).

[project.entry-points."tapete.games"]
nim = "tapete_nim:GAME"

A distribution whose game cannot be used takes no other game away: `faults` names it, with its place and what to do.
"""

from __future__ import annotations

import csv
import functools
import re
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


DAMAGED = Code(
    "game_damaged",
    "",
    _("The game “{game}” is damaged: {file} is missing, or is not as it was installed. Install Tapete again; the other games go on."),
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


def faults() -> tuple[Refusal, ...]:
    """Return what is wrong with announced games; of our own, those that were used and those with damaged files are known."""
    return (*_GAMES.faults(), *_damaged())


@functools.cache
def _damaged() -> tuple[Refusal, ...]:
    return damaged(Path(__file__).parents[2])


_OF_A_GAME = re.compile(rf"tapete/(?:games|bots|presentation)/({'|'.join(BUILT_IN)})[/.]")


def damaged(folder: Path) -> tuple[Refusal, ...]:
    """Name our games whose files are not as they were installed, each with one such file; nothing of a game is imported for it.

    Sizes are compared with the record of the installation (https://packaging.python.org/specifications/recording-installed-packages/); a
    checkout has none.

    Args:
        folder: in which the package lies.
    """
    found = dict[str, Refusal]()
    for record in folder.glob("tapete*.dist-info/RECORD"):
        for name, _hash, size in csv.reader(record.read_text(encoding="utf-8").splitlines()):
            game = _OF_A_GAME.match(name)
            if game is None or not size or game[1] in found:
                continue
            file = folder / name
            if not file.is_file() or file.stat().st_size != int(size):
                found[game[1]] = DAMAGED(game=game[1], file=name)
    return tuple(found.values())


def need(name: str) -> Game[Any]:
    """A game by its name.

    Raises:
        Illegal: there is no such game, or it cannot be used, and why.
    """
    if (game := find(name)) is not None:
        return game
    raise Illegal((_GAMES.fault(name) or NO_GAME(game=name, games=list(names())),))
