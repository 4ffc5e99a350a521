"""Load what distributions register for games in an entry-point group, each once. A broken one does not affect the others.

`faults` names it, with its place and what to do.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Generic, TypeVar

from msgspec import Struct

from tapete.core.refusals import Code, Refusal
from tapete.core.texts import _

Thing = TypeVar("Thing")

OURS = "tapete"
"""The name of our own distribution."""

NAME_TAKEN = Code(
    "game_name_taken",
    "",
    _("The name “{game}” belongs to a game of Tapete, so that of {place} is left out. Give it another name; the other games go on."),
)


class GameSource(Struct, frozen=True):
    """Where a game comes from: its distribution with the version (empty: that of this program), and whether that is Tapete itself."""

    game: str
    distribution: str
    version: str
    ours: bool


_left_out: set[str] = set()


def leave_out(games: Collection[str]) -> None:
    """Load nothing of these games where other distributions announce them; called before anything is looked up.

    Args:
        games: their names. Our own stay.
    """
    _left_out.clear()
    _left_out.update(games)


class Announced(Generic[Thing]):
    """The things of one entry-point group, by the name of their game: ours first, then those of other distributions.

    Args:
        group: its name.
        ours: the places of what our own distribution has; their names are taken.
        judge: why what was loaded cannot be used: its game, its place, the thing; None: it can.
        raises: the refusal of a thing whose import fails (`game`, `place`, `problem`).
        twice: of a name that is announced twice (`game`, `places`).
        raised: a better refusal for some failures: game, place, what was raised; None: `raises` says it.
    """

    def __init__(
        self,
        group: str,
        ours: Mapping[str, str],
        judge: Callable[[str, str, Any], Refusal | None],
        *,
        raises: Code,
        twice: Code,
        raised: Callable[[str, str, Exception], Refusal | None] = lambda _game, _place, _fault: None,
    ) -> None:
        self._group, self._ours, self._judge, self._raises, self._twice, self._raised = group, ours, judge, raises, twice, raised
        self._found: dict[str, tuple[Thing | None, Refusal | None]] = {}

    def _looked(self, game: str) -> tuple[Thing | None, Refusal | None]:
        if game not in self._found:
            self._found[game] = self._look(game)
        return self._found[game]

    @cached_property
    def _points(self) -> dict[str, tuple[EntryPoint, ...]]:
        found: dict[str, tuple[EntryPoint, ...]] = {name: (EntryPoint(name, where, self._group),) for name, where in self._ours.items()}
        others = [point for point in entry_points(group=self._group) if point.dist is None or point.dist.name != OURS]
        for point in sorted(others, key=lambda point: (point.name, _place(point))):
            if point.name not in _left_out or point.name in self._ours:
                found[point.name] = (*found.get(point.name, ()), point)
        return found

    def places(self) -> tuple[GameSource, ...]:
        """Where everything comes from that is announced, also what is left out; nothing is loaded for it."""
        own = [GameSource(name, OURS, "", ours=True) for name in self._ours]
        others = [point for point in entry_points(group=self._group) if point.dist is not None and point.dist.name != OURS]
        found = [GameSource(point.name, point.dist.name, point.dist.version, ours=False) for point in others if point.dist is not None]
        return (*own, *sorted(found, key=lambda place: (place.game, place.distribution)))

    def _look(self, game: str) -> tuple[Thing | None, Refusal | None]:
        points = self._points.get(game, ())
        if not points:
            return None, None
        if game not in self._ours and len(points) > 1:
            return None, self._twice(game=game, places=[_place(point) for point in points])
        place = _place(points[0])
        try:
            found = points[0].load()
        except Exception as fault:  # noqa: BLE001 - it may come from another distribution, and fail in any way when it is imported
            return None, self._raised(game, place, fault) or self._raises(game=game, place=place, problem=_problem(fault))
        refusal = self._judge(game, place, found)
        return (found, None) if refusal is None else (None, refusal)

    def names(self) -> tuple[str, ...]:
        """Return the names of the games whose thing can be used. Only things of other distributions are imported for it."""
        return tuple(name for name in self._points if name in self._ours or self._looked(name)[0] is not None)

    def find(self, game: str) -> Thing | None:
        """Return the thing of a game; None if it is missing or cannot be used (`fault` says why)."""
        return self._looked(game)[0]

    def fault(self, game: str) -> Refusal | None:
        """Return why the thing of a game cannot be used; None if it can, or if it is missing."""
        return self._looked(game)[1]

    def faults(self) -> tuple[Refusal, ...]:
        """Return what is wrong with announced things that cannot be used; of our own only those that were used are known."""
        return tuple(self._faults())

    def _faults(self) -> Iterator[Refusal]:
        for game, points in self._points.items():
            if (game not in self._ours or game in self._found) and (fault := self.fault(game)) is not None:
                yield fault
            if game in self._ours:
                yield from (NAME_TAKEN(game=game, place=_place(point)) for point in points[1:])


def _place(point: EntryPoint) -> str:
    """Where an entry point is: its distribution with the version, and the object."""
    return point.value if point.dist is None else f"{point.dist.name} {point.dist.version}, {point.value}"


def _problem(fault: Exception) -> str:
    """Return what was raised, with its file and line."""
    said = " ".join(f"{type(fault).__name__}: {fault}".split())[:200]
    frames = [frame for frame in traceback.extract_tb(fault.__traceback__) if not frame.filename.startswith("<")]
    return f"{said} ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else said
