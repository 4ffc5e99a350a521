"""Every line of docs/link.md with each field missing, doubled, out of range or none of its kind: nothing falls over, and presses arrive."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tapete.console.host_link import HostLink
from tapete_console import far_end, wire
from tests.firmware.rig import Desk

PAGE = (Path(__file__).parents[2] / "docs" / "link.md").read_text(encoding="utf-8")
SOUND = [
    line for block in re.findall(r"^```link\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL) for line in block.splitlines() if line.strip()
]


def altered(fields: list[str]) -> Iterator[list[str]]:
    """The fields with one of them missing, doubled, empty, or with each of its numbers and words replaced by what cannot be."""
    for at, field in enumerate(fields):
        before, after = fields[:at], fields[at + 1 :]
        yield [*before, *after]
        yield [*before, field, field, *after]
        yield [*before, "", *after]
        for part in dict.fromkeys(re.findall(r"-?\w+", field)):
            for other in ("-1", "1000000000", "99999999999999999999", "x", "", "-", "01", "~"):
                yield [*before, field.replace(part, other, 1), *after]
    yield [*fields, "more"]
    yield []


def lines(sender: str) -> list[wire.Line]:
    """The examples of this sender, each kind of line with its first example."""
    read = far_end.read_host if sender == "host" else far_end.read_console
    found: dict[tuple[str, int], wire.Line] = {}
    for example in SOUND:
        if example.startswith(f"{sender}: "):
            line = read(example.partition(": ")[2].encode())
            found.setdefault((line.kind, len(line.fields)), line)
    return list(found.values())


@pytest.mark.parametrize("line", lines("host"), ids=lambda line: f"{line.kind} {len(line.fields)}")
def test_a_console_takes_or_refuses_it_and_the_press_behind_it_arrives(line: wire.Line) -> None:
    desk = Desk(panels=4, budget_ma=2000)
    desk.greet()
    desk.show(1, "A,37,50,turn,lock=ready")
    for fields in altered(line.fields):
        try:
            raw = wire.write(line.kind, fields)
        except wire.Malformed:
            continue
        desk.send(line.kind, *fields)
        desk.wait(15)
        assert raw
    desk.greet()
    desk.wait(400)
    known = len(desk.told("press"))
    desk.show(999999999, "A,37,50,turn,lock=ready")
    desk.tap(0, "lock")
    desk.wait(100)
    assert len(desk.told("press")) == known + 1
    assert all(len(words) >= 2 for words in desk.answers("refuse"))


@pytest.mark.parametrize("line", lines("console"), ids=lambda line: f"{line.kind} {len(line.fields)}")
def test_a_host_takes_or_counts_it_and_the_hello_behind_it_opens_a_session(line: wire.Line) -> None:
    link = HostLink("0")
    link.open(0)
    hello = next(example.partition(": ")[2].encode() + b"\n" for example in SOUND if example.startswith("console: - hello console proto=1"))
    link.receive(hello, 0)
    now = 0
    for fields in altered(line.fields):
        try:
            raw = wire.write(line.kind, fields, line.boot, line.number)
        except wire.Malformed:
            continue
        now += 1
        link.receive(raw, now)
    link.receive(hello, now)
    assert link.stage == "session"
    assert link.counters.bad == 0
