"""Without the settings for parts beside, the console says and shows byte for byte what it did before there were any.

`before_parts.trace` was recorded by the firmware of that time; what differs since then on purpose is named here, one by one.
"""

from __future__ import annotations

import re
from itertools import zip_longest
from pathlib import Path

import pytest

from tapete_console import console, far_end
from tests.firmware import before_parts

TRACE = Path(__file__).with_name("before_parts.trace")
BEFORE = {
    name: lines
    for name, *lines in (part.splitlines() for part in re.split(r"^# ", TRACE.read_text(encoding="ascii"), flags=re.MULTILINE) if part)
}
FOUR = "four panels and a bridge"
COLLECTED_BEFORE_MS = 800
"""With this in the place of `console.COLLECT_MS` four panels collect memory as often as two; before, all did so once a second."""


def test_the_trace_holds_every_session() -> None:
    assert list(BEFORE) == [*before_parts.PROFILES, *before_parts.ALONE]
    kinds = {line.split()[2] for line in BEFORE["two panels and a bridge"] if "*" in line}
    assert kinds == {*far_end.PRECIOUS, *far_end.FROM_CONSOLE} - {"tag", "tagged", "stopped"}


@pytest.mark.parametrize("profile", [name for name in before_parts.PROFILES if name != FOUR])
def test_a_console_without_parts_says_and_shows_the_same_byte_for_byte(profile: str) -> None:
    assert before_parts.recorded(profile) == BEFORE[profile]


def test_four_panels_differ_only_in_how_often_memory_is_collected(monkeypatch: pytest.MonkeyPatch) -> None:
    # A collection takes the turn of a picture, which then comes a turn later: turns stay under 20 ms with parts beside.
    def said(lines: list[str]) -> list[str]:
        return [re.sub(r"^\d+ | draw=\d+|\*[0-9a-f]{8}$", "", line) for line in lines if "*" in line]

    assert said(before_parts.recorded(FOUR)) == said(BEFORE[FOUR])
    monkeypatch.setattr(console, "COLLECT_MS", COLLECTED_BEFORE_MS)
    assert before_parts.recorded(FOUR) == BEFORE[FOUR]


@pytest.mark.parametrize("name", before_parts.ALONE)
def test_what_a_console_alone_does_since_then_is_named(name: str) -> None:
    now = before_parts.recorded_alone(name)
    differ = next(one or other for one, other in zip_longest(now, BEFORE[name]) if one != other)
    assert "frames" in differ
    assert int(differ.split()[0]) >= 6, "nothing differs until the buttons are held"
