"""The play mats that can be printed."""

from __future__ import annotations

from tapete import games, presentation
from tapete.core.refusals import Code, Illegal
from tapete.core.texts import Language, _
from tapete.presentation.mat import Mat

NO_MAT = Code("no_mat", "", _("There is no mat to print for “{game}”; there are mats for: {games}."))


def names() -> tuple[str, ...]:
    """The games that have a mat."""
    return tuple(name for name in games.names() if presentation.find(name).mat is not None)


def mat_of(game: str, language: Language) -> Mat:
    """The mat of a game.

    Raises:
        Illegal: it has none.
    """
    draw = presentation.find(game).mat
    if draw is None:
        raise Illegal((NO_MAT(game=game, games=list(names())),))
    return draw(language)
