"""No table of a game's words lacks one: `words.toml` says how a new value is called, or a derived English name stands on every page."""

from __future__ import annotations

import importlib
import pkgutil
import sys
import tomllib
import typing
from pathlib import Path

import msgspec
import pytest

from tapete import games

WORDED = tuple(name for name in games.names() if (Path(games.__path__[0]) / name / "words.toml").exists())
OPERATIONS = {"bhm": "op", "datamorphs": "operation", "mamlejet": "op", "moriham": "op"}
"""In which table a game names its operations."""

NOT_SHOWN = {
    ("moriham", "toggle"): "the page and the face of a card have words of their own for it",
    ("moriham", "forbid_attack"): "a mark of the state that a sentence of its own tells; its operation has a word",
    ("datamorphs", "choice"): "the face of a card has words of its own for it, and the choice that is made takes its place",
}
"""Values without a word: by game and value the reason."""


def structs(game: str) -> list[type[msgspec.Struct]]:
    """Every record that a game's modules define."""
    package = importlib.import_module(f"tapete.games.{game}")
    modules = [importlib.import_module(found.name) for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")]
    return [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == module.__name__
    ]


def closed_sets(game: str) -> dict[frozenset[str], str]:
    """The closed sets of words of a game's records, each with a field that holds one of them."""
    found: dict[frozenset[str], str] = {}
    for record in structs(game):
        for field, hint in typing.get_type_hints(record).items():
            waiting = [hint]
            while waiting:
                one = waiting.pop()
                if typing.get_origin(one) is typing.Literal:
                    words = frozenset(word for word in typing.get_args(one) if isinstance(word, str))
                    found.setdefault(words, f"{record.__module__}.{record.__name__}.{field}")
                waiting += [inner for inner in typing.get_args(one) if not isinstance(inner, str | int)]
    return found


def operations(game: str) -> set[str]:
    """The tags of the operations that cards and rulings can name."""
    tagged = [one for one in structs(game) if one.__struct_config__.tag_field == "op"]
    return {str(one.__struct_config__.tag) for one in tagged if not one.__subclasses__() and not one.__name__.startswith("_")}


def lacking(game: str, tables: dict[str, dict[str, object]]) -> list[str]:
    """Say which words a game's tables lack.

    A closed set belongs to a table that names three fifths of it or more; one of its tables must name all of it.
    """
    place = f"host/tapete/games/{game}/words.toml"
    found = [f"{place}: [{OPERATIONS[game]}] lacks {word}" for word in sorted(operations(game) - tables[OPERATIONS[game]].keys())]
    for words, field in closed_sets(game).items():
        near = {kind: words - table.keys() for kind, table in tables.items() if len(words & table.keys()) >= max(2, 0.6 * len(words))}
        if near and all(near.values()):
            kind = min(near, key=lambda one: len(near[one]))
            found += [f"{place}: [{kind}] lacks {word} ({field})" for word in sorted(near[kind]) if (game, word) not in NOT_SHOWN]
    return found


def tables(game: str) -> dict[str, dict[str, object]]:
    file = Path(str(sys.modules[f"tapete.games.{game}"].__file__)).with_name("words.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", WORDED)
def test_every_value_has_a_word(game: str) -> None:
    importlib.import_module(f"tapete.games.{game}")
    assert len(operations(game)) >= 3
    assert lacking(game, tables(game)) == []


@pytest.mark.parametrize(("kind", "word"), [("op", "life_gain"), ("phase", "main2"), ("condition", "own_life_at_most")])
def test_a_word_that_is_missing_is_named_with_its_file(kind: str, word: str) -> None:
    read = tables("moriham")
    del read[kind][word]
    [said] = lacking("moriham", read)
    assert said.startswith(f"host/tapete/games/moriham/words.toml: [{kind}] lacks {word}")


def test_what_needs_no_word_is_a_value() -> None:
    for game, word in NOT_SHOWN:
        assert any(word in words for words in closed_sets(game)), word
