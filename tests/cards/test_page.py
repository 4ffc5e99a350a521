"""docs/catalogues.md says what is so: its example is read, and its tables name what there is."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import get_args

import pytest

from tapete.core.catalogue import CardError
from tapete.core.kinds import words_of
from tapete.games.moriham import cards
from tapete.games.moriham.declaring import EFFECT_KINDS
from tapete.games.moriham.figures import WORDS, Until

PAGE = (Path(__file__).parents[2] / "docs" / "catalogues.md").read_text(encoding="utf-8")


def example() -> str:
    (found,) = re.findall(r"## MORIHAM\n\n```toml\n(.*?)```", PAGE, re.DOTALL)
    assert isinstance(found, str)
    return found


def test_the_example_is_a_catalogue() -> None:
    catalogue = cards.read(tomllib.loads(example()))
    assert list(catalogue.cards) == ["ferryman", "ebb"]
    assert catalogue.title == "My cards"


def test_the_faults_look_as_the_page_shows_them() -> None:
    with pytest.raises(CardError) as fault:
        cards.read(tomllib.loads(example().replace("level = 2", "level = 0").replace('when = "any"', 'when = "main"')))
    said = [refusal.text().in_("en") for refusal in fault.value.refusals]
    shown = re.findall(r"^\d+: \w+\.(.*)$", PAGE, re.MULTILINE)
    assert [text.partition(".")[2] for text in said] == shown


def test_every_word_of_the_schema_is_on_the_page() -> None:
    named = set(re.findall(r"`([a-z_]+)`", PAGE))
    words = {str(kind.__struct_config__.tag) for kind in EFFECT_KINDS} | set(WORDS) | set(words_of(Until))
    words |= set(get_args(cards.ConditionKind)) | set(get_args(get_args(cards.When)[0]))
    assert words - named == set()
