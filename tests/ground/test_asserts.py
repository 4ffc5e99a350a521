"""An assert that never ran is found; `.ci/night asserts` looks at all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import asserts

SOURCE = """\
def test_one(rows):
    for row in rows:
        assert row
    def inner():
        assert rows is None
    if rows:
        assert len(
            rows
        )
    assert True  # nightly


def test_two():
    assert False
"""


@pytest.mark.parametrize(
    ("ran", "lines"),
    [
        ({1, 2, 4, 6, 10}, [3, 7]),
        ({1, 2, 3, 4, 5, 6, 8, 10}, []),
        ({1, 2, 3, 4, 6, 7}, []),
        (set(), []),
    ],
)
def test_an_assert_is_dead_where_its_function_began_and_it_did_not(ran: set[int], lines: list[int]) -> None:
    assert [line for line, _ in sorted(asserts.dead(SOURCE, ran))] == lines


@pytest.mark.long
def test_a_run_names_the_file_and_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("coverage", reason="the extra `coverage`")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_it.py").write_text(
        "def test_it():\n    for one in ():\n        assert one\n    assert True\n", encoding="utf-8"
    )
    monkeypatch.setattr(asserts, "ROOT", tmp_path)
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    assert asserts.main(["-q", "-p", "no:cacheprovider", "tests"]) == 1
    assert "tests/test_it.py:3: test_it: this assert never ran" in capsys.readouterr().out
