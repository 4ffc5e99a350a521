"""The proof of coverage, for every game: clauses have tests, codes are produced, actions are both legal and illegal somewhere.

A game joins with a ledger in its package, `tests/games/<game>/refused.py` and its golden matches.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import fields

from tapete import games
from tapete.core.clauses import by_id
from tapete.core.game import Game
from tapete.core.kinds import name_of
from tapete.core.refusals import Code
from tapete.core.texts import LANGUAGES
from tests.contract.refused import Refused

TESTS = Path(__file__).parents[1]

JOINED = games.names()
"""The games whose ledger is proved here: all of them."""

every_game = pytest.mark.parametrize("name", JOINED)

UNSAID = "CORE"
"""The clause of what core itself says for all games."""


def package(name: str) -> Game[Any]:
    return games.need(name)


def cases(name: str) -> tuple[Refused, ...]:
    where = f"tests.games.{name}.refused"
    assert (TESTS / "games" / name / "refused.py").is_file(), f"{where} is missing: the worked refusals of {name}"
    found: tuple[Refused, ...] = importlib.import_module(where).CASES
    return found


# ---- clauses


@every_game
def test_every_clause_is_paraphrased_in_both_languages(name: str) -> None:
    for clause in package(name).clauses:
        for language in LANGUAGES:
            said = clause.says.in_(language)
            assert said.endswith("."), clause
            assert len(said) > 8, clause


@every_game
def test_every_event_cites_a_clause_of_its_own_or_is_given_one(name: str) -> None:
    for kind in package(name).events:
        told = next(field for field in fields(kind) if field.name == "clause")
        assert told.required or told.default, f"{kind.__name__} cites nothing"


@every_game
def test_every_option_is_named_by_a_clause(name: str) -> None:
    module = package(name)
    named = {clause.option for clause in module.clauses if clause.option}
    assert named == set(module.options.__struct_fields__)


@every_game
def test_events_cite_clauses_that_exist(name: str) -> None:
    module = package(name)
    known = {UNSAID, *(clause.id for clause in module.clauses)}
    cited = {kind: kind.__struct_defaults__ for kind in module.events}
    for kind, defaults in cited.items():
        for value in defaults:
            if isinstance(value, str) and re.fullmatch(r"[A-Z]{3,4}(-R?\d+)?", value):
                assert value in known, kind


# ---- refusals


def codes_of(name: str) -> dict[tuple[str, str], Code]:
    """Every code that the game declares, by code and clause."""
    module = games.find(name)
    assert module is not None
    return {(code.code, code.clause): code for code in module.refusals}


@every_game
def test_every_code_is_produced(name: str) -> None:
    produced = {(case.code, case.clause) for case in cases(name)}
    assert set(codes_of(name)) - produced == set()


@every_game
def test_codes_cite_clauses_that_exist(name: str) -> None:
    known = {UNSAID, *(clause.id for clause in package(name).clauses)}
    assert {clause for _, clause in codes_of(name)} <= known


@every_game
def test_every_worked_refusal_is_given(name: str) -> None:
    words = package(name).words
    for case in cases(name):
        refusals = case.given()
        assert any((r.code, r.clause, r.params) == (case.code, case.clause, case.params) for r in refusals), (case.id, refusals)
        if case.alone:
            assert len(refusals) == 1, (case.id, refusals)
        for refusal in refusals:
            said = refusal.text(words)
            assert said.in_("es") != said.in_("en"), case.id
            for language in LANGUAGES:
                text = said.in_(language)
                assert text[:1] == text[:1].upper(), text
                assert text.endswith("."), text
                assert "{" not in text, text


# ---- actions


@functools.cache
def played(name: str) -> frozenset[str]:
    """Every action in the golden matches, which are replayed and compared line by line."""
    found: set[str] = set()
    for path in (TESTS / "golden" / name).glob("*.txt"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("> "):
                words = line[2:].split()
                found.add(words[1] if words[0] in "ABCD" else words[0])
    return frozenset(found)


@every_game
def test_every_action_is_played_and_refused_somewhere(name: str) -> None:
    actions = {name_of(kind) for kind in package(name).actions}
    assert actions - played(name) == set(), "never legal in a golden match"
    assert actions - {case.what for case in cases(name)} == set(), "never refused in a worked refusal"


@every_game
def test_every_ruling_argues_and_every_clause_says_where_it_is_printed(name: str) -> None:
    clauses = by_id(package(name).clauses)
    for clause in clauses.values():
        if clause.ruling:
            argument = clause.argument
            assert argument is not None, clause.id
            for text in (argument.asks, argument.answer, argument.others, argument.why):
                assert text.in_("es") != text.in_("en") or len(text.in_("en")) < 4, (clause.id, text.in_("en"))
            assert argument.asks.in_("es").rstrip().endswith("?"), clause.id
            assert clause.on, clause.id
            assert all(not clauses[one].ruling for one in clause.on), clause.id
        elif clause.id[-3:].isdigit():
            assert clause.places, clause.id
