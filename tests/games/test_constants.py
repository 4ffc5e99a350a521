"""No text of a game states a figure that its rule may leave behind; `tools/constants.py` changes each constant by one and looks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tapete.core.texts import TextDomain
from tools import constants

GAMES = [game for game in constants.GAMES if constants.path_of(game).exists()]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_goes_on_stating_an_old_figure(game: str) -> None:
    assert [str(one) for one in constants.stale(game)] == []
    assert constants.unknown(game) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_ledger_s_page_states_the_constants(game: str) -> None:
    assert constants.differing(game)[0] == []
    assert constants.unbound(game) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_constant_names_its_clause(game: str) -> None:
    assert [one.name for one in constants.constants(game) if not one.clauses] == []


@pytest.mark.parametrize(
    ("says", "language", "cited", "found"),
    [
        ("the power grows by 7", "en", True, True),
        ("the power grows by seven", "en", True, True),
        ("el poder sube siete", "es", True, True),
        ("the power grows by {}", "en", True, False),
        ("17 slabs, 7.5 minutes", "en", True, False),
    ],
)
def test_an_old_figure_is_seen_in_digits_and_in_words(says: str, language: str, cited: bool, found: bool) -> None:
    seven = constants.Constant("BOOST", 7, frozenset({"SHZ-085"}), derived=False, label=False)
    assert constants.states(says, seven, language, cited=cited) is found


def test_a_sentence_with_a_typed_figure_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    says = f"Attack boost adds {constants.values('shazamm')['BOOST']}."
    typed = constants.Said("lesson.py:1", frozenset({"SHZ-085"}), says, None)
    monkeypatch.setattr(constants, "texts", lambda game: (typed,))
    assert {(one.constant, one.says) for one in constants.stale("shazamm")} >= {("BOOST", says)}


def test_a_figure_in_the_prose_of_a_ledger_s_page_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (constants.PAGES / "datamorphs.md").read_text(encoding="utf-8")
    said = "first to the round wins that are needed"
    (tmp_path / "datamorphs.md").write_text(page.replace(said, "first to two round wins"), encoding="utf-8")
    monkeypatch.setattr(constants, "PAGES", tmp_path)
    (found,) = constants.unbound("datamorphs")
    assert "a sentence" in found


def test_card_seven_with_one_more_is_told_everywhere() -> None:
    """The rule changes in its one constant; page, sheet and ledger follow in both languages, and the ledger's page is found old."""
    old = constants.values("shazamm")["BOOST"]
    boost, power = old + 1, 4 + old + 1
    asked = [sys.executable, str(Path(constants.__file__)), "--set", "shazamm", f"BOOST={boost}"]
    told = subprocess.run(asked, capture_output=True, encoding="utf-8", check=True).stdout.splitlines()
    assert [one for one in told if one.startswith("page en") and f"it was {power} against 8" in one]
    assert [one for one in told if one.startswith("page es") and f"fueron {power} contra 8" in one]
    assert f"sheet en: 7 Attack boost: power +{boost}." in told
    assert f"sheet es: 7 Potenciador de ataque: poder +{boost}." in told
    assert f"ledger en: SHZ-085: 7, Attack boost: the power grows by {boost}." in told
    assert f"ledger es: SHZ-085: 7, Potenciador: el poder sube {boost}." in told
    faults, page = constants.differing("shazamm", {"BOOST": boost})
    assert [fault for fault in faults if f"SHZ-085 says {old}, and BOOST is {boost}" in fault]
    assert f"| SHZ-085 | 7 Attack boost: the caster's power grows by {boost}. | power += {boost} |" in page.splitlines()


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("{MOST} cards", "7 cards"),
        ("{MOST:words} cards. {MOST:words} more", "Seven cards. Seven more"),
        ("one of {MOST:words}", "one of seven"),
        ("{MOST:card|cards} of {A:seat}", "cards of {A:seat}"),
    ],
)
def test_a_hole_in_capitals_shows_its_constant(said: str, shown: str) -> None:
    assert TextDomain("tapete-none", constants={"MOST": 7}).with_constants(said, "en") == shown
