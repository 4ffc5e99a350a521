"""Shazamm's referee inside a page: Pyodide imports this, and worker.mjs calls `begin`, `shown`, `do` and `robot`.

Everything that is answered is JSON in the page's language. Nothing is decided here: the rules judge, and what they refuse comes back in
their own words, with the clause.
"""

from __future__ import annotations

import json
import random
from typing import Any

import tapete
from tapete.core.refusals import RefereeError
from tapete.presentation import page_of
from tapete.presentation.base import Voice
from tapete.table import story

NAMES = ("Ana", "Robot")
VISITOR, ROBOT = "A", "B"

_match: tapete.Match
_chance: random.Random
_told: list[str]


def begin(language: str, seed: int | None = None) -> str:
    """Begin a match of a visitor (A) against a robot (B); gives what `shown` gives.

    Args:
        language: `en` or `es`.
        seed: of the robot's chance; None: another one each time.
    """
    global _match, _chance, _told
    _match = tapete.play("shazamm", NAMES, language="es" if language == "es" else "en")
    _chance, _told = random.Random(seed), []
    return shown()


def shown() -> str:
    """Give the match as it stands: picture, figures, what happened, and a form for each thing that the visitor may do."""
    over = _match.result
    return json.dumps(
        {
            "picture": _match.svg(),
            "text": _match.text(),
            "story": _told,
            "forms": [] if over else _forms(),
            "waits": any(owed.seat == ROBOT for owed in _match.awaiting()),
            "over": over is not None,
        }
    )


def do(wish: str) -> str:
    """Declare an action of the visitor.

    Args:
        wish: it as JSON: `{"action": "lock_bid", "amount": 9}`.

    Returns:
        `{"refused": [sentences with their clauses]}`; empty when it is done.
    """
    try:
        happened = _match.do({**json.loads(wish), "seat": VISITOR})
    except RefereeError as fault:
        return json.dumps({"refused": fault.in_(_match.language).splitlines()})
    _told.extend(happened.sentences)
    return json.dumps({"refused": []})


def robot() -> bool:
    """Let the robot answer one thing that it owes; False when it owes nothing."""
    wish = _match.robot(ROBOT, _chance)
    if wish is None:
        return False
    _told.extend(_match.do(wish).sentences)
    return True


def _forms() -> list[dict[str, Any]]:
    """Give each action that the visitor may do, what is owed first, with its arguments in the words of the table's own pages."""
    words = story.with_names(_match.rules, _match.names, _match.state).words
    voice = Voice(page_of("shazamm"), _match.language, words)
    owed = [name for one in _match.awaiting() if one.seat == VISITOR for name in one.actions]
    legal = _match.legal(VISITOR)
    return [
        {
            "action": name,
            "owed": name in owed,
            "title": voice.title(name),
            "button": voice.button(name),
            "hint": voice.hint(name),
            "fields": [_field(voice, name, argument, domain.describe()) for argument, domain in legal[name].arguments.items()],
        }
        for name in sorted(legal, key=lambda name: name not in owed)
    ]


def _field(voice: Voice, action: str, name: str, domain: dict[str, Any]) -> dict[str, Any]:
    """Give an argument as a field: a number, one of several, or some of several."""
    field = {"name": name, "label": voice.argument(action, name)}
    if "whole" in domain:
        low, high = domain["whole"]
        return {**field, "kind": "number", "value": min(max(low, 0), high), "range": f"{low}–{high}"}
    many = "some" in domain
    inside = domain["some"] if many else domain.get("maybe", domain)
    values = [*inside["one_of"], *([None] if "maybe" in domain else [])]
    options = [{"value": value, "label": voice.option(action, name, value)} for value in values]
    return {**field, "kind": "some" if many else "one", "options": options}
