"""What people see of a game: one folder and one object a game, between the table and the pages (entry-point group `tapete.presentations`).

[project.entry-points."tapete.presentations"]
nim = "tapete_nim.table:TABLE"

A game without one has the plain page, plain faces of cards, a page of rules with its board alone, no mat and no lesson.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from tapete import games
from tapete.core.announced import Announced
from tapete.core.refusals import Code, Refusal
from tapete.core.texts import NOTHING, Language, Text, _
from tapete.presentation.art import CardLook
from tapete.presentation.base import Face, GamePage
from tapete.presentation.lesson import Guide
from tapete.presentation.mat import Mat
from tapete.presentation.teaching import Teaching
from tapete.presentation.telling import GameTelling

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
    "page_twice", "", _("The page of “{game}” is announced twice: {places}. Remove one of the distributions; the game has the plain page.")
)


class Presentation(Struct, frozen=True, kw_only=True):
    """All that people see of a game.

    Args:
        page: board picture, figures, and what actions, arguments and house rules are called.
        face: what is printed on a card, in one language; None: its id and nothing else.
        mat: the play mat, in one language; None: there is none to print.
        teaching: the page from which people learn it, and its reference sheet; None: its sentence and its board.
        lessons: guided first matches, one for each number of players at the most.
        reasons: why a match ended (`Over.reason`), where the game itself tells that only in whole sentences.
        reasons_of: the same where those who did not win are known, as `{losers}`.
        says: the game in one sentence, for the one who chooses among several.
        presets: house rules that go together, by key: `quick` and `tournament`; a game offers those that it names.
        look: what a card shows (`art`), from what is printed on it; None: a sign that its id chooses.
        poster: the game as a picture, from wherever it is chosen; None: a sign that its name chooses.
        asked: what a step asks for, where the game has no word of its own for it: the action that answers it, by its heading on the
            page, or a text. A step that is called as its answer needs no entry.
        account: how its turns are told; without a word each event is told by its sentence.
    """

    page: GamePage = GamePage()
    face: Callable[[Any, Language], Face] | None = None
    mat: Callable[[Language], Mat] | None = None
    teaching: Teaching | None = None
    lessons: tuple[Guide, ...] = ()
    reasons: Mapping[str, Text] = {}
    reasons_of: Mapping[str, Text] = {}
    says: Text = NOTHING
    presets: Mapping[str, Mapping[str, Any]] = {}
    look: Callable[[Any], CardLook] | None = None
    poster: Callable[[], Markup] | None = None
    asked: Mapping[str, str | Text] = {}
    account: GameTelling = GameTelling()


PLAIN = Presentation()
"""Of a game that brings none."""


def _judged(game: str, place: str, found: Any) -> Refusal | None:
    return None if isinstance(found, Presentation) else NOT_ONE(game=game, place=place)


_PRESENTATIONS: Announced[Presentation] = Announced(
    GROUP, {name: f"{__name__}.{name}:PRESENTATION" for name in games.BUILT_IN}, _judged, raises=RAISES, twice=TWICE
)

faults = _PRESENTATIONS.faults


def find(game: str) -> Presentation:
    """The presentation of a game; the plain one where it brings none, or one that cannot be used (`faults` says why)."""
    return _PRESENTATIONS.find(game) or PLAIN


def page_of(game: str) -> GamePage:
    """The page of a game."""
    return find(game).page
