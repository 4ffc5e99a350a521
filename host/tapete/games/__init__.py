"""The games: one object each, found by name. A game can live in its own distribution (entry-point group `tapete.games`).

[project.entry-points."tapete.games"]
nim = "tapete_nim:GAME"

A distribution whose game cannot be used takes no other game away: `faults` names it, with its place and what to do.
"""

from __future__ import annotations

import functools
import traceback
from collections.abc import Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from msgspec import Struct

from tapete.core.game import Game
from tapete.core.refusals import Code, Illegal, Refusal
from tapete.core.texts import _

GROUP = "tapete.games"
"""The entry-point group in which a distribution announces its game."""

BUILT_IN = ("shazamm", "moriham", "datamorphs", "bhm", "mamlejet")
"""Our own games, in the order in which they are offered. A game joins when it passes the contract suite."""

OURS = "tapete"
"""The name of our own distribution."""

NO_GAME = Code("unknown_game", "", _("There is no game “{game}”; there are: {games}."))
RAISES = Code(
    "game_raises",
    "",
    _("The game “{game}” cannot be used ({place}): {problem}. Mend or remove its distribution; the other games go on."),
)
NO_LEDGER = Code(
    "game_without_ledger",
    "",
    _("The game “{game}” has no ledger ({place}). Put ledger.toml into its package; the other games go on."),
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
NAME_TAKEN = Code(
    "game_name_taken",
    "",
    _("The name “{game}” belongs to a game of Tapete, so that of {place} is left out. Give it another name; the other games go on."),
)
NAME_TWICE = Code(
    "game_name_twice",
    "",
    _("The game “{game}” is announced twice, so it is left out: {places}. Remove one of the distributions; the other games go on."),
)


class _Found(Struct, frozen=True):
    """A game that was looked for: the game, or why it cannot be used."""

    game: Game[Any] | None = None
    fault: Refusal | None = None


def announced(group: str, ours: Mapping[str, str]) -> dict[str, tuple[EntryPoint, ...]]:
    """What is announced for each game in an entry-point group: by us first, then by other distributions.

    Args:
        group: its name. ours: the places of what our own distribution has.
    """
    found: dict[str, tuple[EntryPoint, ...]] = {name: (EntryPoint(name, where, group),) for name, where in ours.items()}
    others = [point for point in entry_points(group=group) if point.dist is None or point.dist.name != OURS]
    for point in sorted(others, key=lambda point: (point.name, place(point))):
        found[point.name] = (*found.get(point.name, ()), point)
    return found


@functools.cache
def _announced() -> dict[str, tuple[EntryPoint, ...]]:
    return announced(GROUP, {name: f"{__name__}.{name}:GAME" for name in BUILT_IN})


def place(point: EntryPoint) -> str:
    """Where an entry point is: its distribution with the version, and the object."""
    return point.value if point.dist is None else f"{point.dist.name} {point.dist.version}, {point.value}"


def problem(fault: BaseException) -> str:
    """What was raised, and the file and line where."""
    said = " ".join(f"{type(fault).__name__}: {fault}".split())[:200]
    frames = [frame for frame in traceback.extract_tb(fault.__traceback__) if not frame.filename.startswith("<")]
    return f"{said} ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else said


@functools.cache
def _looked(name: str) -> _Found:
    """The game of a name, once for all."""
    points = _announced().get(name, ())
    if not points:
        return _Found()
    if name not in BUILT_IN and len(points) > 1:
        return _Found(fault=NAME_TWICE(game=name, places=[place(point) for point in points]))
    point = points[0]
    try:
        found = point.load()
    except FileNotFoundError as fault:
        if Path(str(fault.filename)).name == "ledger.toml":
            return _Found(fault=NO_LEDGER(game=name, place=place(point)))
        return _Found(fault=RAISES(game=name, place=place(point), problem=problem(fault)))
    except Exception as fault:  # noqa: BLE001 - a game may come from another distribution, and fail in any way when it is imported
        return _Found(fault=RAISES(game=name, place=place(point), problem=problem(fault)))
    if not isinstance(found, Game):
        return _Found(fault=NOT_A_GAME(game=name, place=place(point)))
    if found.name != name:
        return _Found(fault=OTHER_NAME(game=name, place=place(point), own=found.name))
    return _Found(found) if found.clauses else _Found(fault=NO_LEDGER(game=name, place=place(point)))


def names() -> tuple[str, ...]:
    """The names of the games that are installed and can be used. Only those of other distributions are imported for it."""
    return tuple(name for name in _announced() if name in BUILT_IN or _looked(name).game is not None)


def faults() -> tuple[Refusal, ...]:
    """What is wrong with the games that are installed and cannot be used."""
    return tuple(_faults())


def _faults() -> Iterator[Refusal]:
    for name, points in _announced().items():
        if (fault := _looked(name).fault) is not None:
            yield fault
        if name in BUILT_IN:
            yield from (NAME_TAKEN(game=name, place=place(point)) for point in points[1:])


def find(name: str) -> Game[Any] | None:
    """A game by its name; None where there is none, or it cannot be used (`need` says why)."""
    return _looked(name).game


def need(name: str) -> Game[Any]:
    """A game by its name.

    Raises:
        Illegal: there is no such game, or it cannot be used, and why.
    """
    if (game := find(name)) is not None:
        return game
    raise Illegal((_looked(name).fault or NO_GAME(game=name, games=list(names())),))
