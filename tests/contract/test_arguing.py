"""No clause and no ruling lacks a word of its argument, in either language, nor its place in the printed rulebook, nor its example."""

from __future__ import annotations

import pytest

from tapete import games
from tapete.core.clauses import Clause
from tapete.core.texts import Text
from tapete.table import arguing, worked

SECTIONS = {"SHZ-S3", "SHZ-S7"}
"""What is no sentence of a rulebook: whole sections of a ledger that refusals name."""


def words(clause: Clause) -> list[Text | None]:
    """Every field that is said in words."""
    argument = clause.argument
    if clause.ruling:
        return [clause.says, clause.question, *((argument.answer, argument.others, argument.why) if argument else (None,))]
    return [clause.says, clause.question]


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_no_clause_lacks_a_field(name: str) -> None:
    clauses = games.need(name).clauses
    lacking = [clause.id for clause in clauses if not all(words(clause))]
    assert lacking == [], f"{len(lacking)} of {len(clauses)} lack a field"
    assert [clause.id for clause in clauses if not clause.ruling and not clause.places and clause.id not in SECTIONS] == []
    assert [clause.id for clause in clauses for place in clause.places if not place.paragraph] == []
    assert [clause.id for clause in clauses if clause.ruling and not clause.on and not clause.places and clause.argument is None] == []


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_every_question_is_one_in_both_languages(name: str) -> None:
    for clause in games.need(name).clauses:
        english, spanish = (clause.question.in_(language) if clause.question else "" for language in ("en", "es"))
        assert english.rstrip().endswith("?"), (clause.id, english)
        assert "¿" in spanish, (clause.id, spanish)
        assert spanish.rstrip().endswith("?"), (clause.id, spanish)
        assert english != spanish, clause.id


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_every_clause_is_shown_with_its_question_and_an_example(name: str) -> None:
    for clause in games.need(name).clauses:
        for language in ("en", "es"):
            headings = [heading for heading, _text in arguing.points(name, clause, language)]
            assert headings[0] == arguing.ASKS.in_(language), clause.id
        assert worked.example(name, clause.id).position is not None
