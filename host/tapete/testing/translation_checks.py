"""Check the translations of a game: every sentence that its package marks, and those of its ledger and words, in every language.

For a game from another distribution this is what `tools/translations.py check` is for our own.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tapete.core.game import Game
from tapete.core.texts import LANGUAGES, TextDomain, translations
from tapete.core.translated import Translations
from tapete.core.value_words import words_of


class Marked(NamedTuple):
    """A sentence in English, with the context that tells it apart where it has one."""

    english: str
    context: str | None = None


def untranslated(game: Game[Any]) -> list[str]:
    """Return the sentences of a game that a catalogue lacks or has with a fault, each as an entry of a `.po` file.

    The first line of an entry says the language and what is wrong. Empty where the game's package marks nothing with a `TextDomain`.

    Args:
        game: one that lies in a package of its own.
    """
    package = sys.modules[game.package]
    domain = next((value for value in vars(package).values() if isinstance(value, TextDomain)), None)
    folder = Path(str(package.__file__)).parent
    if domain is None:
        return []
    found = dict.fromkeys((*_in_modules(folder), *_in_data(folder)))
    return [
        f"# {language}, {domain.name}.po: {problem}\n{_entry(marked)}"
        for language in LANGUAGES
        if language != "en"
        for marked in found
        if (problem := _problem(domain, language, marked)) is not None
    ]


def _problem(domain: TextDomain, language: str, marked: Marked) -> str | None:
    """Return what is wrong with the translation of a sentence; None: nothing."""
    catalogue = translations(domain.name, language, domain.package)
    return catalogue.problem(*marked) if isinstance(catalogue, Translations) else "not translated"


def _entry(marked: Marked) -> str:
    context = [] if marked.context is None else [f"msgctxt {_quoted(marked.context)}"]
    return "\n".join([*context, f"msgid {_quoted(marked.english)}", 'msgstr ""'])


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _in_modules(folder: Path) -> Iterator[Marked]:
    """The sentences that Python marks: `_("...")`, or `_("...", "context")`."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_":
                said = [one.value for one in node.args[:2] if isinstance(one, ast.Constant) and isinstance(one.value, str)]
                if said:
                    yield Marked(*said)


def _in_data(folder: Path) -> Iterator[Marked]:
    """The sentences of the ledger, and the words of values and of pages where the game has files of them."""
    ledger = msgspec.toml.decode((folder / "ledger.toml").read_bytes())
    for entry in (*ledger.get("clause", ()), *ledger.get("ruling", ())):
        yield Marked(entry["says"])
    for name in ("words.toml", "labels.toml"):
        for path in folder.rglob(name):
            yield from (Marked(*word) for word in words_of(msgspec.toml.decode(path.read_bytes())))
