"""Staff's figures in staff's language: how a match ended, and why something was refused, in the words of its game."""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping

from tapete import cards, games
from tapete.core import refusals as core_codes
from tapete.core.refusals import Code, RefereeError
from tapete.core.texts import Language, Text, Words
from tapete.table import codes as table_codes

KINDS: Mapping[str, Text] = {
    "win": Text("Victoria", "Win"),
    "draw": Text("Empate", "Draw"),
    "loss": Text("Derrota de todos", "All lose"),
    "stopped": Text("Se detuvo", "Stopped"),
}
"""How a match ended, of whichever game."""

SHOWN_AS = ("end", "reason")
"""The kinds under which the games show why a match ended, the most special first."""

WHY: Mapping[str, Mapping[str, Text]] = {
    "shazamm": {
        "fall": Text("un mago cae a la lava", "a wizard falls into the lava"),
        "concession": Text("el rival se rinde", "the rival gives up"),
    },
    "bhm": {
        "counter": Text("un contador llega a 32", "a counter reaches 32"),
        "deckout": Text("alguien se queda sin cartas que robar", "somebody has no cards left to draw"),
        "concede": Text("el rival se rinde", "the rival gives up"),
    },
}
"""Reasons that a game tells in whole sentences, or of whoever is out, only."""

HOLE = re.compile(r"\{[^{}]*\}(\s*\{[^{}]*\})*")


def ended(game: str, result: str, reason: str, language: Language) -> str:
    """How a match ended, and why.

    Args:
        game: its name. result, reason: in the rules' words (`Over`). language: of the answer.
    """
    kind = KINDS.get(result)
    told = result if kind is None else kind.in_(language)
    return f"{told}: {_why(game, reason, language)}" if reason else told


def _why(game: str, reason: str, language: Language) -> str:
    if (told := WHY.get(game, {}).get(reason)) is not None:
        return told.in_(language)
    words = _words(game)
    for kind in SHOWN_AS:
        try:
            shown = words.show(reason, language, kind) if kind in words.kinds else reason
        except KeyError:  # a reason of another kind
            continue
        if shown != reason:
            return shown
    return reason


def _words(game: str) -> Words:
    """A game's words; plain ones where it is not installed any more."""
    try:
        return cards.bind(game).words
    except RefereeError:
        return Words()


def refused(game: str, code: str, clause: str, language: Language) -> str:
    """Why something was refused, its figures left open; the code where nobody knows it any more.

    Args:
        game: its name. code, clause: of the refusal. language: of the answer.
    """
    found = _code(game, code, clause)
    if found is None:
        return code
    return HOLE.sub("…", found.es if language == "es" else found.en)


def _code(game: str, code: str, clause: str) -> Code | None:
    modules = [core_codes, table_codes]
    if game in games.names():
        modules.insert(0, importlib.import_module(f"tapete.games.{game}.codes"))
    known = [one for module in modules for one in vars(module).values() if isinstance(one, Code) and one.code == code]
    return next((one for one in known if one.clause == clause), known[0] if known else None)
