"""Cards that were typed in at the table, by the names that people gave them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.texts import Language, Show, Words

SHOWN = ("card", "left_out", "aim")
"""The kinds of value that are shown by a card's name."""


def typed_cards(state: Any) -> Mapping[str, Any]:
    """What was typed in of each card, by its id; nothing in a game whose deck is fixed."""
    found: Mapping[str, Any] = getattr(state, "typed_cards", {})
    return found


def typed_names(state: Any) -> dict[str, str]:
    """The name of every card that was typed in and has one, by its id."""
    return {card: name for card, typed in typed_cards(state).items() if isinstance(name := getattr(typed, "name", ""), str) and name}


def with_typed(words: Words, state: Any) -> Words:
    """The same words, in which typed-in cards have their names."""
    names = typed_names(state)
    if not names:
        return words

    def named(show: Show) -> Show:
        def shown(value: Any, language: Language) -> str:
            return names[value] if isinstance(value, str) and value in names else show(value, language)

        return shown

    return words.with_kinds({kind: named(words.kinds[kind]) for kind in SHOWN if kind in words.kinds})
