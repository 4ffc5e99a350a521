"""The words for a game's values: one data file a game, which the game's catalogues translate."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import msgspec

from tapete.core.structs import Strict, ready
from tapete.core.texts import Text, TextDomain


class Says(Strict):
    """A word that is one with another in English, and differs from it in another language."""

    says: str
    context: str


Word = str | Says
"""A word of a file."""


def marked(word: Word, domain: TextDomain) -> Text:
    """Mark a word of a file for translation in a domain."""
    return domain(word) if isinstance(word, str) else domain(word.says, word.context)


def words_of(found: Any) -> Iterator[tuple[str, str | None]]:
    """Yield each word of a file of words with its context, however deep its tables are.

    Args:
        found: the file, or a table or word of it, as TOML reads it.
    """
    if isinstance(found, str):
        yield found, None
    elif found.keys() == {"says", "context"}:
        yield found["says"], found["context"]
    else:
        for inner in found.values():
            yield from words_of(inner)


def value_words(package: str, domain: TextDomain) -> dict[str, dict[str, Text]]:
    """Return the words of a game: the file `words.toml` of its package, a table to each kind of value with the English word of every value.

    A word is a text, or a table with `says` and the `context` that tells it apart.

    Args:
        package: where the file is. domain: whose catalogues hold its translations.

    Raises:
        FileNotFoundError: the package has no words.
        ValueError: it is no TOML, or a word is no text.
    """
    file = files(package) / "words.toml"
    try:
        found = msgspec.toml.decode(file.read_bytes(), type=ready(dict[str, dict[str, Word]]))
    except msgspec.DecodeError as fault:
        raise ValueError(f"{file}: {fault}") from None
    return {kind: {value: marked(word, domain) for value, word in words.items()} for kind, words in found.items()}
