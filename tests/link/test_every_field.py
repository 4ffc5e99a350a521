"""Every line of docs/link.md with each field missing, doubled and out of range: the one who gets it counts and refuses it.

The lines are made from the tables of `wire.py`, the page proves that these are all; what a type allows is written here a second time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tapete.console.host_link import HostLink
from tapete_console import far_end, wire
from tests.firmware.rig import Desk

PAGE = (Path(__file__).parents[2] / "docs" / "link.md").read_text(encoding="utf-8")
BOOT = "7f3a91c2"


class Kind(NamedTuple):
    """A value of a field type that is allowed, and some that are not."""

    good: str
    outside: tuple[str, ...]


TYPES = {
    "panel": Kind("0", ("-1", "4", "00", "x")),
    "button": Kind("plus", ("pause", "PLUS")),
    "revision": Kind("41", ("-1", "1000000000", "041")),
    "id": Kind("s12", ("", "s/12", "abcdefghijklmnopq")),
    "bid": Kind("7", ("-1", "100", "7.0")),
    "face": Kind("10", ("0", "11", "-1")),
    "value": Kind("37", ("-1", "1000", "x")),
    "sample": Kind("12", ("0", "101", "-1")),
    "percent": Kind("40", ("0", "101", "x")),
    "minute": Kind("1325", ("-1", "1440", "x")),
    "seal": Kind("0a" * 32, ("0a" * 31, "0A" * 32, "0g" * 32)),
    "nonce": Kind("0a" * 16, ("0a" * 15, "0A" * 16, "0g" * 16)),
    "stamp": Kind(f"{BOOT}.12", (BOOT, f"{BOOT}.-1", f"{BOOT}.1000000000", "7F3A91C2.12")),
    "long": Kind("long", ("short",)),
    "role": Kind("", ("nobody",)),
    "digits": Kind("507", ("5x7", "-1")),
    "pair": Kind("proto=1", ("proto", "=1")),
    "uid": Kind("04a1b2c3d4e580", ("04A1B2C3D4E580", "04a1b2c3d4e5", "04a1b2c3d4e58", "04a1b2c3d4e58g")),
    "code": Kind("MOR.REED.SCOUT", ("mor.reed", "MOR_REED", "M" * 41)),
    "lying": Kind("one", ("three", "1")),
    "word": Kind("", ()),
}
"""`word` is free text; the words of a scene have tables of their own below."""

TO_CONSOLE = dict(wire.FROM_HOST)
TO_HOST = {**far_end.FROM_CONSOLE, **far_end.PRECIOUS}


def damaged(grammar: str, role: str) -> Iterator[tuple[str, list[str]]]:
    """What no line of this grammar may have for fields, each with what was done to it."""
    types = grammar.split()
    good = [role if one == "role" else TYPES[one.rstrip("?*")].good for one in types if one != "word*"]
    needed = [at for at, one in enumerate(types) if one[-1] not in "?*"]
    for at in needed:
        yield f"{types[at]} missing", [good[other] for other in needed if other != at]
    for at, one in enumerate(types):
        if types[-1] not in ("word*", "id*", "value*"):  # after these one more is one of them
            yield f"{one} doubled", [*good[: at + 1], *good[at:]]
        for value in TYPES[one.rstrip("?*")].outside:
            yield f"{one} is {value!r}", [*good[:at], value, *good[at + 1 :]]
    if not types:
        yield "a field too many", ["x"]


def cases(table: dict[str, str], role: str) -> list[tuple[str, str, list[str]]]:
    return [(kind, what, fields) for kind, grammar in table.items() for what, fields in damaged(grammar, role)]


def name_of(value: object) -> str | None:
    return " ".join(value) if isinstance(value, list) else None


def heard_by_a_console(kind: str, fields: list[str]) -> None:
    """It counts one bad line, refuses it, and its session, its picture and its next press live."""
    desk = Desk(panels=4, budget_ma=2000)
    desk.greet()
    desk.show(1, "A,37,50,turn,lock=ready")
    desk.send(kind, *fields)
    desk.wait(30)
    assert desk.console.link.bad == 1
    assert [words[:2] for words in desk.answers("refuse")] == [("malformed", kind)]
    assert (desk.console.link.session, desk.console.link.shown, desk.count(0)) == (True, 1, 37)
    desk.tap(0, "lock")
    assert desk.told("press") == [("press", "0", "lock", "1")]


HELLO = {
    "proto": ("1", ("-1", "x", "01")),
    "fw": ("0.4.0", ()),
    "boot": (BOOT, ("7f3a91c", "7F3A91C2")),
    "panels": ("2", ("0", "5")),
    "pixels": ("50,20,10", ("50,20", "50,20,10,1", "50,-1,10", "x")),
    "bridge": ("19", ("-1", "x")),
    "pins": ("90c2aa51", ()),
    "window": ("1024", ("-1", "x")),
    "first": ("1", ("0", "1000000000")),
    "shown": ("0", ("-1", "1000000000")),
    "free": ("98304", ("-1", "x")),
    "why": ("power", ()),
}
STATUS = {
    "boot": (BOOT, ()),  # another one is no fault: the console was restarted
    "shown": ("0", ("-1", "1000000000")),
    "bids": ("-", ("0", "4:s1:open", "0:s1:shut", "0::open")),
    **dict.fromkeys(wire.STATUS[3:], ("0", ("-1", "x", "1000000000"))),
}


def said(values: dict[str, tuple[str, tuple[str, ...]]], *head: str) -> list[str]:
    return [*head, *(f"{key}={good}" for key, (good, _) in values.items())]


def session() -> HostLink:
    link = HostLink("0")
    link.open(0)
    link.receive(wire.write("hello", said(HELLO, "console")), 0)
    assert (link.stage, link.counters.malformed) == ("session", 0)
    return link


def heard_by_a_host(link: HostLink, kind: str, fields: list[str], number: int = 0) -> None:
    """It counts one malformed line and refuses it; what is sound is taken afterwards."""
    link.output()
    before = link.counters.malformed
    link.receive(wire.write(kind, fields, BOOT if number else "", number), 10)
    assert link.counters.malformed == before + 1
    refused = [far_end.read_host(raw) for raw in link.output().split(b"\n") if raw]
    assert ["malformed", kind] in [line.fields[:2] for line in refused if line.kind == "refuse"]


def keyed(values: dict[str, tuple[str, tuple[str, ...]]], *head: str) -> Iterator[tuple[str, list[str]]]:
    """A line of pairs with each of them missing, doubled and out of range."""
    whole = said(values, *head)
    for at, (key, (_, outside)) in enumerate(values.items(), start=len(head)):
        yield f"{key} missing", [*whole[:at], *whole[at + 1 :]]
        yield f"{key} doubled", [*whole, whole[at]]
        for value in outside:
            yield f"{key}={value}", [*whole[:at], f"{key}={value}", *whole[at + 1 :]]


PANEL = ("A", "37", "50", "turn")
PARTS = {
    "bid=s12:1:37": ("bid=s12:1", "bid=s12:-1:37", "bid=s12:1:100", "bid=s12:9:3", "bid=:1:37", "bid="),
    "pick=p3:1:14": ("pick=p3:1", "pick=p3:-1:14", "pick=p3:1:100", "pick=p3:9:3", "pick=:1:14", "pick="),
    "show=7": ("show=-1", "show=100", "show="),
    "dice=r7:r8": ("dice=", "dice=r7:r7", "dice=" + ":".join(f"r{at}" for at in range(9)), "dice=r/7"),
    "lock=pass": ("lock=", "lock=stop"),
    "tell=47.2:wins:37": ("tell=", "tell=47.2", "tell=47.2:sings", "tell=:wins", "tell=47.2:bid", "tell=1:wins:1000", "tell=1:wins:1:1"),
    "for=attack": ("for=fun", "for=attack"),  # without dice
}
FIRST = {0: ("E", "AB", ""), 1: ("-1", "1000"), 2: ("0", "1000"), 3: ("glow", "")}


def scenes() -> Iterator[tuple[str, list[str]]]:
    """The words of a scene with every part of a panel and of the bridge missing, doubled and out of range."""
    for at, outside in FIRST.items():
        yield f"part {at} missing", [",".join([*PANEL[:at], *PANEL[at + 1 :]])]
        for value in outside:
            yield f"part {at} is {value!r}", [",".join([*PANEL[:at], value, *PANEL[at + 1 :]])]
    for part, outside in PARTS.items():
        yield f"{part} doubled", [",".join([*PANEL, part, part])]
        for value in outside:
            yield value, [",".join([*PANEL, value])]
    bridge = ["0", "-3", "3", "0"]
    for at in range(4):
        yield f"bridge without {at}", ["bridge=" + ",".join([*bridge[:at], *bridge[at + 1 :]])]
        for value in ("-10", "10", "x", ""):
            yield f"bridge {at} is {value!r}", ["bridge=" + ",".join([*bridge[:at], value, *bridge[at + 1 :]])]
    yield "bridge doubled", ["bridge=0,-3,3,0"] * 2
    yield "seat doubled", [",".join(PANEL)] * 2
    yield "a fifth panel", ["-"] * 5


def test_the_tables_are_those_of_the_page() -> None:
    section = PAGE.split("## 2. All kinds")[1].split("## 3.")[0]
    parts = re.split(r"^(?:Console|Host) to (?:host|console),", section, flags=re.MULTILINE)[1:]
    named = [set(re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE)) for part in parts]
    assert named == [set(far_end.PRECIOUS), set(far_end.FROM_CONSOLE), set(wire.FROM_HOST)]
    assert {one.rstrip("?*") for grammar in (TO_CONSOLE | TO_HOST).values() for one in grammar.split()} <= set(TYPES)
    assert (tuple(HELLO), tuple(STATUS), tuple(HOST_HELLO)) == (wire.CONSOLE_HELLO, wire.STATUS, wire.HOST_HELLO)


@pytest.mark.parametrize(("kind", "what", "fields"), cases(TO_CONSOLE, "host"), ids=name_of)
def test_a_console_refuses_a_field_that_is_missing_doubled_or_out_of_range(kind: str, what: str, fields: list[str]) -> None:
    heard_by_a_console(kind, fields)


@pytest.mark.parametrize(("what", "words"), list(scenes()), ids=name_of)
def test_a_console_refuses_a_part_of_a_scene_that_is_missing_doubled_or_out_of_range(what: str, words: list[str]) -> None:
    heard_by_a_console("scene", ["2", *words])


HOST_HELLO = {
    "proto": ("1", ()),  # another one is another protocol, and refused as such
    "sw": ("0", ()),
    "boot": (BOOT, ("7f3a91c", "7F3A91C2", "7f3a91cg")),
    "have": ("0", ("-1", "1000000000", "00")),
}


@pytest.mark.parametrize(("what", "fields"), list(keyed(HOST_HELLO, "host")), ids=name_of)
def test_a_console_refuses_a_hello_with_a_pair_that_is_missing_doubled_or_out_of_range(what: str, fields: list[str]) -> None:
    desk = Desk()
    desk.greet()
    desk.send("hello", *[field.replace(BOOT, desk.boot) for field in fields])
    desk.wait(30)
    assert desk.console.link.bad == 1
    assert desk.answers("refuse")[-1][:2] == ("malformed", "hello")


@pytest.mark.parametrize(("kind", "what", "fields"), cases(TO_HOST, "console"), ids=name_of)
def test_a_host_refuses_a_field_that_is_missing_doubled_or_out_of_range(kind: str, what: str, fields: list[str]) -> None:
    link = session()
    heard_by_a_host(link, kind, fields, 1 if kind in far_end.PRECIOUS else 0)
    events = link.receive(wire.write("press", ["0", "plus", "0"], BOOT, 1), 20)
    assert len(events) == 1
    assert link.stage == "session"


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        *(pytest.param("hello", fields, id=f"hello {what}") for what, fields in keyed(HELLO, "console")),
        *(pytest.param("status", fields, id=f"status {what}") for what, fields in keyed(STATUS)),
    ],
)
def test_a_host_refuses_a_pair_that_is_missing_doubled_or_out_of_range(kind: str, fields: list[str]) -> None:
    link = session()
    heard_by_a_host(link, kind, fields)
    link.receive(wire.write("status", said(STATUS)), 20)
    assert link.status is not None
    assert link.stage == "session"
