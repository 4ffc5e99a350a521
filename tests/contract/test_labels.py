"""What pages call actions, arguments and house rules is data: a file a game, read strictly, before what games share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapete.core.texts import TextDomain
from tapete.presentation import labels

DOMAIN = TextDomain("tapete-bhm")
WORDS = """
[actions]
concede = { title = "Concede", button = "I concede", hint = "Your rival wins the match." }
draw = { title = "Draw", hint = "One card." }

[arguments]
summons = "Summons"

[house_rules]
deckout = { label = "Running out of cards", says = "When a player loses.", values = { on_empty = "at once" } }

[values.traits]
god = { says = "is a god", context = "being" }
"""


def package(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, words: str) -> str:
    (folder / name).mkdir()
    (folder / name / "__init__.py").touch()
    (folder / name / "labels.toml").write_text(words, encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    return name


def test_a_game_s_own_words_come_before_those_that_games_share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = labels.labels(package(tmp_path, monkeypatch, "labelled", WORDS), DOMAIN)
    assert read.actions["concede"].hint == DOMAIN("Your rival wins the match.")
    assert read.actions["ruling"] == labels.SHARED.actions["ruling"]
    assert read.actions["draw"].button == read.actions["draw"].title == DOMAIN("Draw")
    assert set(read.arguments) == {*labels.SHARED.arguments, "summons"}
    assert read.house_rules["deckout"].values == {"on_empty": DOMAIN("at once")}
    assert read.values["traits"]["god"] == DOMAIN("is a god", "being")


@pytest.mark.parametrize("words", ["[actions", "[actions]\ndraw = 3\n", '[actions]\ndraw = { button = "Draw" }\n', '[rules]\na = "b"\n'])
def test_a_file_that_is_none_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    name = package(tmp_path, monkeypatch, f"misread{abs(hash(words))}", words)
    with pytest.raises(ValueError, match=r"labels\.toml"):
        labels.labels(name, DOMAIN)
