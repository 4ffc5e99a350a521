"""Staff's figures in staff's language: how a match ended, why something was refused, where people gave up, in the words of its game."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tapete import cards, games, presentation
from tapete.core import refusals as core_codes
from tapete.core.refusals import Code, RefereeError
from tapete.core.texts import Language, Text, Words, _, capital
from tapete.presentation import endings, page_of
from tapete.table import codes as table_codes

KINDS: Mapping[str, Text] = {
    "win": _("Win"),
    "draw": _("Draw"),
    "loss": _("All lose"),
    "stopped": _("Stopped"),
}
"""How a match ended, of whichever game."""

STEPS_AS = ("moment", "step")
"""The kinds under which the games show the steps of their rules."""

HOLE = re.compile(r"\{[^{}]*\}(\s*\{[^{}]*\})*")


def ended(game: str, result: str, reason: str, language: Language) -> str:
    """Return how a match ended, and why.

    Args:
        game: its name. result, reason: in the rules' words (`Over`). language: of the answer.
    """
    kind = KINDS.get(result)
    told = result if kind is None else kind.in_(language)
    return f"{told}: {_why(game, reason, language)}" if reason else told


def _why(game: str, reason: str, language: Language) -> str:
    return endings.reason(game, _words(game), reason, language) or reason


def asked(game: str, step: str, language: Language) -> str:
    """Return what people were asked for when they left; the step's identifier if its game is gone.

    Args:
        game: its name. step: of its rules, that was at hand. language: of the answer.
    """
    answer = presentation.find(game).asked.get(step)
    if answer is None and (named := endings.shown(_words(game), step, STEPS_AS, language)) is not None:
        return capital(named)
    if isinstance(answer, Text):
        return answer.in_(language)
    naming = page_of(game).actions.get(answer or step) if game in games.names() else None
    return step if naming is None else naming.title.in_(language)


def _words(game: str) -> Words:
    """Return a game's words; plain ones if it is not installed any more."""
    try:
        return cards.bind(game).words
    except RefereeError:
        return Words()


def refused(game: str, code: str, clause: str, language: Language) -> str:
    """Return why something was refused, its figures left open; the code if its game is gone.

    Args:
        game: its name. code, clause: of the refusal. language: of the answer.
    """
    found = _code(game, code, clause)
    if found is None:
        return code
    return HOLE.sub("…", found.says.in_(language))


def _code(game: str, code: str, clause: str) -> Code | None:
    module = games.find(game)
    ours = module.refusals if module is not None else ()
    shared = [one for codes in (core_codes, table_codes) for one in vars(codes).values() if isinstance(one, Code)]
    known = [one for one in (*ours, *shared) if one.code == code]
    return next((one for one in known if one.clause == clause), known[0] if known else None)
