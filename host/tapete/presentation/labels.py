"""What a page calls the actions of a game, their arguments and its house rules: words are data, one file a game, and its catalogues
translate them.

`labels.toml` beside a game's presentation has a table to each; what games share stands in the one of this package.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

import msgspec

from tapete.core.structs import Strict, ready
from tapete.core.texts import Text, TextDomain, _
from tapete.core.value_words import Word, marked
from tapete.presentation.base import HouseRule, Naming

FILE = "labels.toml"


class _Action(Strict):
    title: Word
    button: Word | None = None
    hint: Word | None = None


class _HouseRule(Strict):
    label: Word
    says: Word
    values: dict[str, Word] = {}


class _File(Strict):
    actions: dict[str, _Action] = {}
    arguments: dict[str, Word] = {}
    house_rules: dict[str, _HouseRule] = {}
    values: dict[str, dict[str, Word]] = {}


class Labels(msgspec.Struct, frozen=True):
    """The words of a page; `values` are those of values that it alone names, kind by kind."""

    actions: Mapping[str, Naming]
    arguments: Mapping[str, Text]
    house_rules: Mapping[str, HouseRule]
    values: Mapping[str, Mapping[str, Text]]


def read(package: str, domain: TextDomain) -> Labels:
    """Return what the file of a package says. The button of an action repeats its title where it has no word of its own.

    Args:
        package: where the file is. domain: whose catalogues hold its translations.

    Raises:
        FileNotFoundError: the package has none.
        ValueError: it is no TOML, or has something else than these words.
    """
    file = files(package) / FILE
    try:
        found = msgspec.toml.decode(file.read_bytes(), type=ready(_File))
    except msgspec.DecodeError as fault:
        raise ValueError(f"{file}: {fault}") from None

    def text(word: Word) -> Text:
        return marked(word, domain)

    def texts(words: Mapping[str, Word]) -> dict[str, Text]:
        return {name: text(word) for name, word in words.items()}

    return Labels(
        actions={
            name: Naming(title=text(said.title), button=text(said.button or said.title), hint=text(said.hint) if said.hint else None)
            for name, said in found.actions.items()
        },
        arguments=texts(found.arguments),
        house_rules={name: HouseRule(text(rule.label), text(rule.says), texts(rule.values)) for name, rule in found.house_rules.items()},
        values={kind: texts(words) for kind, words in found.values.items()},
    )


SHARED = read(__package__, _)


def labels(package: str, domain: TextDomain) -> Labels:
    """Return the words of a game's page: its own before those that games share. Arguments and errors as for `read`."""
    own = read(package, domain)
    return Labels({**SHARED.actions, **own.actions}, {**SHARED.arguments, **own.arguments}, own.house_rules, own.values)
