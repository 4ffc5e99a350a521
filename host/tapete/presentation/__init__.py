"""What people see of a game: one folder and one object a game, between the table and the pages (entry-point group `tapete.presentations`).

[project.entry-points."tapete.presentations"]
nim = "tapete_nim.table:TABLE"

A game without one has the plain page, plain faces of cards, no mat and no lesson.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import EntryPoint
from typing import Any

from msgspec import Struct

from tapete import games
from tapete.core.refusals import Code, Refusal
from tapete.core.texts import Language, Text, _
from tapete.presentation.base import Face, GamePage
from tapete.presentation.lesson import Guide
from tapete.presentation.mat import Mat

GROUP = "tapete.presentations"
"""The entry-point group in which a distribution announces what people see of its game."""

RAISES = Code(
    "page_raises",
    "",
    _("The page of “{game}” cannot be used ({place}): {problem}. Mend or remove its distribution; the game has the plain page."),
)
NOT_ONE = Code(
    "not_a_presentation",
    "",
    _("The page of “{game}” is announced, but {place} is no Presentation. Announce the object; the game has the plain page."),
)
TWICE = Code(
    "page_twice",
    "",
    _("The page of “{game}” is announced twice: {places}. Remove one of the distributions; the game has the plain page."),
)


class Presentation(Struct, frozen=True, kw_only=True):
    """All that people see of a game.

    Args:
        page: board picture, figures, and what actions, arguments and house rules are called.
        face: what is printed on a card, in one language; None: its id and nothing else.
        mat: the play mat, in one language; None: there is none to print.
        lessons: guided first matches, one for each number of players at the most.
        reasons: why a match ended (`Over.reason`), where the game itself tells that only in whole sentences.
        asked: what a step asks for, where the game has no word of its own for it: the action that answers it, by its heading on the
            page, or a text. A step that is called as its answer needs no entry.
    """

    page: GamePage = GamePage()
    face: Callable[[Any, Language], Face] | None = None
    mat: Callable[[Language], Mat] | None = None
    lessons: tuple[Guide, ...] = ()
    reasons: Mapping[str, Text] = {}
    asked: Mapping[str, str | Text] = {}


PLAIN = Presentation()
"""Of a game that brings none."""


class _Found(Struct, frozen=True):
    """A presentation that was looked for, and why it is the plain one."""

    presentation: Presentation = PLAIN
    fault: Refusal | None = None


@functools.cache
def _announced() -> dict[str, tuple[EntryPoint, ...]]:
    return games.announced(GROUP, {name: f"{__name__}.{name}:PRESENTATION" for name in games.BUILT_IN})


@functools.cache
def _looked(game: str) -> _Found:
    """The presentation of a game, once for all."""
    points = _announced().get(game, ())
    if not points:
        return _Found()
    if game not in games.BUILT_IN and len(points) > 1:
        return _Found(fault=TWICE(game=game, places=[games.place(point) for point in points]))
    try:
        found = points[0].load()
    except Exception as fault:  # noqa: BLE001 - it may come from another distribution, and fail in any way when it is imported
        return _Found(fault=RAISES(game=game, place=games.place(points[0]), problem=games.problem(fault)))
    return _Found(found) if isinstance(found, Presentation) else _Found(fault=NOT_ONE(game=game, place=games.place(points[0])))


def find(game: str) -> Presentation:
    """The presentation of a game; the plain one where it brings none, or one that cannot be used (`faults` says why)."""
    return _looked(game).presentation


def page_of(game: str) -> GamePage:
    """The page of a game."""
    return find(game).page


def faults() -> tuple[Refusal, ...]:
    """What is wrong with presentations that are installed and cannot be used."""
    return tuple(_faults())


def _faults() -> Iterator[Refusal]:
    for game, points in _announced().items():
        if (fault := _looked(game).fault) is not None:
            yield fault
        if game in games.BUILT_IN:
            yield from (games.NAME_TAKEN(game=game, place=games.place(point)) for point in points[1:])
