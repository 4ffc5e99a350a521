"""The glossary: each word is where it says, both pages agree, a word has one meaning, and words that were given up stay away."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contract.test_add_a_game import resolve

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "host" / "tapete"
PAGES = {"en": ROOT / "docs" / "glossary.md", "es": ROOT / "docs" / "es" / "glossary.md"}

ROW = re.compile(r"^\| (?P<word>[^|]+) \| (?P<other>[^|]+) \| (?P<means>[^|]+\.) \| `(?P<code>[\w.]+)` \|$", re.M)

GIVEN_UP = {
    "foresight": "preview",
    "happenings": "usage",
    "salvage": "journal repair",
    "salvaged": "journal repair",
    "by_lock": "lock_shortcut",
    "patient_journal": "buffered_journal",
    "recall": "resume code",
    "deed": "instruction",
    "deeds": "instruction",
    "comeback": "restart notice",
    "tales": "the event's own sentence",
    "minds": "bots",
    "strayed": "off script",
    "foreseen": "preview",
    "readings": "rulings",
    "events as told": "reports",
}
"""Words of our own, and the term of the field that took their place."""


def rows(language: str) -> list[dict[str, str]]:
    """The words of a page, in their order."""
    return [found.groupdict() for found in ROW.finditer(PAGES[language].read_text(encoding="utf-8"))]


@pytest.mark.parametrize("row", rows("en"), ids=lambda row: row["word"])
def test_every_word_is_where_the_glossary_says(row: dict[str, str]) -> None:
    assert resolve(f"tapete.{row['code']}") is not None


def test_both_pages_have_the_same_words_in_the_same_order() -> None:
    english, spanish = rows("en"), rows("es")
    assert len(english) > 40
    for page in PAGES.values():
        table = [line for line in page.read_text(encoding="utf-8").splitlines() if "`" in line and line.startswith("|")]
        assert len(table) == len(english), "a row that is none"
    assert [(row["word"], row["other"], row["code"]) for row in english] == [(row["other"], row["word"], row["code"]) for row in spanish]
    assert len({row["word"] for row in english}) == len({row["code"] for row in english}) == len(english)


def defined() -> Iterator[tuple[str, str]]:
    """Every public class outside the games, with its module; a game's own classes may use a shared word for what it is there."""
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).parts
        if parts[0] not in ("games", "bots") and "fakes" not in parts:
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    yield node.name, ".".join(parts).removesuffix(".py")


@pytest.mark.long
def test_a_class_that_the_glossary_names_is_the_only_one_of_its_name() -> None:
    named = {row["code"].rpartition(".")[2]: row["code"] for row in rows("en")}
    assert {f"{place}.{name}" for name, place in defined() if name in named} - set(named.values()) == {
        "python_match.Match",  # `tapete.Match`: the match of the glossary, as a program holds it
        "presentation.__init__.Presentation",
    }


TWICE = {
    "Match",  # `tapete.Match` is a match as a program holds it; `core.match.Match` is what it holds
    "Rolled",  # a die came to rest: as the console says it, and as the game's event
}
"""Names that two classes may have, since both are the same thing to those who read them."""


@pytest.mark.long
def test_no_two_classes_outside_the_games_have_one_name() -> None:
    names = Counter(name for name, _ in defined())
    assert {name for name, times in names.items() if times > 1} == TWICE


def test_no_two_modules_of_different_layers_are_called_story_troubles_lights_or_health() -> None:
    for name in ("story", "troubles", "lights", "health", "events", "clock"):
        assert len([path for path in PACKAGE.rglob(f"{name}.py") if "games" not in path.parts]) <= 1, name


def read_by_people_who_build() -> Iterator[Path]:
    """Programs, pages, documents, and the English of the catalogues."""
    yield from (ROOT / name for name in ("README.md", "CONTRIBUTING.md"))
    for folder, kinds in (("host", "py html js css toml"), ("tools", "py"), ("benchmarks", "py"), ("examples", "py md"), ("docs", "md")):
        for kind in kinds.split():
            yield from sorted((ROOT / folder).rglob(f"*.{kind}"))


@pytest.mark.slow
def test_words_that_were_given_up_do_not_come_back() -> None:
    words = "|".join(rf"{re.escape(word)}" for word in GIVEN_UP)
    given_up = re.compile(rf"(?<![A-Za-z])(?:{words})(?![A-Za-z])", re.I)
    found = {
        f"{path.relative_to(ROOT)}: {match[0]} (say: {GIVEN_UP[match[0].lower()]})"
        for path in read_by_people_who_build()
        for match in given_up.finditer(path.read_text(encoding="utf-8"))
    }
    assert found == set()
