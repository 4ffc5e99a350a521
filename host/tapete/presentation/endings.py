"""Say how a match ended and why, in the words of its game, for its last page and for staff's figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.steps import Over
from tapete.core.texts import LANGUAGES, Language, Message, Words, _
from tapete.presentation import find
from tapete.table.story import RESULTS, with_names

SHOWN_AS = ("end", "reason")
"""The kinds under which the games show why a match ended, the most special first."""

WHY: Mapping[str, Message] = {
    "win": _("{seats:seat} {seats:wins|win}: {why}."),
    "draw": _("A draw: {why}."),
    "loss": _("Everybody loses: {why}."),
    "stopped": _("The match was stopped: {why}."),
}


def sentence(rules: Rules[Any], over: Over, names: Mapping[Seat, str], language: Language) -> str:
    """Who won and why, in one sentence.

    Args:
        rules: of the match. over: its result. names: what the players are called. language: the reader's.
    """
    words = with_names(rules, names).words
    named = find(rules.game.name).reasons_of.get(over.reason)
    losers = [seat for seat in names if seat not in over.seats]
    if named is not None and losers:
        why: str | None = words.say(named, {"losers": losers}).in_(language)
    else:
        why = reason(rules.game.name, words, over.reason, language) if over.reason else None
    said = (RESULTS if why is None else WHY)[over.kind]
    return words.say(said, {"seats": list(over.seats), "why": why or ""}).in_(language)


def reason(game: str, words: Words, code: str, language: Language) -> str | None:
    """Why a match ended, in words without a full stop; None where the game has none for it.

    Args:
        game: its name. words: the game's. code: the reason in the rules' words (`Over.reason`). language: of the answer.
    """
    if (told := find(game).reasons.get(code)) is not None:
        return told.in_(language)
    return shown(words, code, SHOWN_AS, language)


def shown(words: Words, value: str, kinds: Sequence[str], language: Language) -> str | None:
    """A value in a game's words, under the first of these kinds that knows it; None if none does."""
    for kind in kinds:
        try:
            found = {one: words.show(value, one, kind) for one in LANGUAGES if kind in words.kinds}
        except KeyError:  # a value of another kind
            continue
        if any(one != value for one in found.values()):  # in one language it may be the very word
            return found[language]
    return None
