"""A test waits until a server answers, or a program ends: on a busy computer every number of seconds is over some day.

Httpx waits five by itself; the site's build, which takes ten, was not done in 120 beside eight loops and twice as many other programs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
ASKING = {"Client", "get", "post", "put", "delete", "head", "request", "stream"}


def asked(path: Path) -> Iterator[tuple[str, bool]]:
    """Where a file asks by httpx over a real connection, and whether it says how long it waits."""
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in ASKING:
            given = {keyword.arg for keyword in call.keywords}
            if isinstance(call.func.value, ast.Name) and call.func.value.id == "httpx" and "transport" not in given:
                yield f"{path.relative_to(TESTS)}:{call.lineno}", bool({"timeout", None} & given)


@pytest.mark.long
def test_no_test_leaves_it_to_httpx_how_long_it_waits() -> None:
    found = [one for path in sorted(TESTS.rglob("*.py")) for one in asked(path)]
    assert len(found) > 10
    assert [where for where, says in found if not says] == []


@pytest.mark.long
def test_no_program_that_ends_by_itself_is_given_a_time() -> None:
    ran = [(path, call) for path in sorted(TESTS.rglob("*.py")) for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    found = [(path, call) for path, call in ran if isinstance(call, ast.Call) and ast.unparse(call.func) == "subprocess.run"]
    assert len(found) > 30
    timed = [f"{path.relative_to(TESTS)}:{call.lineno}" for path, call in found if any(one.arg == "timeout" for one in call.keywords)]
    assert timed == []
