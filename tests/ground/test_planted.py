"""The faults that `.ci/night planted` plants are faults of today's files, and the tool tells a found one from one that is not."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tools import planted

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.long
@pytest.mark.parametrize("fault", planted.faults(), ids=lambda fault: fault.name)
def test_a_fault_can_be_planted(fault: planted.Fault) -> None:
    text = (ROOT / fault.file).read_text(encoding="utf-8")
    wrong = planted.planted(fault, text)
    assert wrong != text
    if fault.file.endswith(".py"):
        ast.parse(wrong)
    assert fault.tests
    assert all((ROOT / place).exists() for place in fault.tests)


def test_there_are_thirty_of_every_kind() -> None:
    faults = planted.faults()
    assert len(faults) >= 30
    assert len({fault.name for fault in faults}) == len(faults)
    kinds = {Path(fault.file).parts[0] for fault in faults}
    assert {"host", "firmware", "hardware", "tools", "run.py", "pyproject.toml"} <= kinds


@pytest.mark.parametrize("text", ["", "ab", "aaa"])
def test_what_has_changed_since_is_named(text: str) -> None:
    fault = planted.Fault("it", "host/x.py", "a", "c", ("tests",))
    if text.count("a") == 1:
        assert planted.planted(fault, text) == "cb"
    else:
        with pytest.raises(ValueError, match=r"it: what it replaces is \d times in host/x.py"):
            planted.planted(fault, text)
