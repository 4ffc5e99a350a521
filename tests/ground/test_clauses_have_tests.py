"""Every clause with a duty has a test that names it, and no test names another. Reads all tests, so it stands with what always runs."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

import pytest

from tapete import games
from tapete.core.clauses import by_id

TESTS = Path(__file__).parents[1]


MARK = "pytest.mark.clause"


@functools.cache
def marked() -> dict[str, list[str]]:
    """Every clause id that a test is marked with, and the tests that are."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        if MARK not in source:
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                for clause_id in _ids(node.decorator_list):
                    found.setdefault(clause_id, []).append(f"{path.relative_to(TESTS)}::{node.name}")
    return found


def _ids(decorators: list[ast.expr]) -> Iterator[str]:
    for call in decorators:
        if isinstance(call, ast.Call) and ast.unparse(call.func) == MARK:
            for argument in call.args:
                assert isinstance(argument, ast.Constant), f"a clause is named by a plain string, not by {ast.unparse(argument)}"
                yield str(argument.value)


@pytest.mark.parametrize("name", games.names())
def test_every_clause_with_a_duty_has_a_test(name: str) -> None:
    clauses = by_id(games.need(name).clauses)
    assert len(clauses) > 20
    unproved = [clause.id for clause in clauses.values() if clause.duty and clause.id not in marked()]
    assert unproved == [], f"{len(unproved)} clauses of {name} have no test"


def test_tests_name_only_clauses_that_exist() -> None:
    known = {clause.id for name in games.names() for clause in games.need(name).clauses}
    ours = {clause_id.partition("-")[0] for clause_id in known}
    strangers = {x: where for x, where in marked().items() if x not in known and x.partition("-")[0] in ours}
    assert strangers == {}
