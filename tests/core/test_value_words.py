"""The words of a game's values are data: a file a game, read strictly, in the domain of its catalogues."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from tapete.core.texts import TextDomain
from tapete.core.value_words import value_words
from tapete.games import bhm, moriham

DOMAIN = TextDomain("tapete-bhm")


def package(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, words: str | None) -> str:
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text("")
    if words is not None:
        (folder / name / "words.toml").write_text(words, encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    return name


def test_a_word_is_a_text_of_the_domain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = '[state]\nfrozen = "frozen"\n\n[op]\ndiscard_cards = { says = "Discard", context = "operation" }\n'
    read = value_words(package(tmp_path, monkeypatch, "worded", words), DOMAIN)
    assert {kind: list(values) for kind, values in read.items()} == {"state": ["frozen"], "op": ["discard_cards"]}
    assert read["state"]["frozen"].in_("es") == DOMAIN("frozen").in_("es") != "frozen"
    assert read["op"]["discard_cards"].in_("es") == DOMAIN("Discard", "operation").in_("es")


@pytest.mark.parametrize("words", ["[state", "[state]\nfrozen = 3\n", '[state]\nfrozen = { says = "x" }\n', 'frozen = "frozen"\n'])
def test_a_file_that_is_none_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    name = package(tmp_path, monkeypatch, f"broken{abs(hash(words))}", words)
    with pytest.raises(ValueError, match=r"words\.toml"):
        value_words(name, DOMAIN)


def test_a_package_without_words_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FileNotFoundError, match=r"words\.toml"):
        value_words(package(tmp_path, monkeypatch, "wordless", None), DOMAIN)


@pytest.mark.parametrize("game", [bhm, moriham])
def test_every_word_of_a_game_is_translated(game: ModuleType) -> None:
    for kind, values in value_words(game.__name__, game.language._).items():
        for value, word in values.items():
            assert word.in_("es"), f"{kind}.{value}"
            assert word.in_("en"), f"{kind}.{value}"
