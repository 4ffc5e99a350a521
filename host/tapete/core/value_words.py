"""How a game calls its values: words are data like the ledger, one file a game, and its catalogues translate them."""

from __future__ import annotations

from importlib.resources import files

import msgspec

from tapete.core.structs import Strict, ready
from tapete.core.texts import Text, TextDomain


class _Word(Strict):
    """A word that is one with another in English, and differs from it in another language."""

    says: str
    context: str


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
        found = msgspec.toml.decode(file.read_bytes(), type=ready(dict[str, dict[str, str | _Word]]))
    except msgspec.DecodeError as fault:
        raise ValueError(f"{file}: {fault}") from None
    return {
        kind: {value: domain(word) if isinstance(word, str) else domain(word.says, word.context) for value, word in words.items()}
        for kind, words in found.items()
    }
