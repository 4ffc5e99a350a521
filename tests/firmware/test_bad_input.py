"""Each kind of input that makes no sense, in the middle of a press: counted, answered where that helps, no crash, and the press arrives."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tapete_console import wire
from tests.firmware.rig import Desk, simhw

Refusals = list[tuple[str, ...]]

TABLE = ("A,37,50,turn,lock=ready", "B,50,50,turn,lock=ready")


def scene(*panels: str) -> bytes:
    return wire.write("scene", ["2", *panels])


def summed(body: bytes) -> bytes:
    """Any bytes with the checksum that fits them."""
    return body + b"*" + wire.checksum(body).encode() + b"\n"


CASES: dict[str, tuple[bytes, int, Refusals]] = {
    "a line too long": (b"- beat" + b"x" * 2000 + b"\n", 1, []),
    "a line far too long": (b"x" * 20000 + b"\n", 1, []),
    "an unknown kind": (wire.write("dance", ["1"]), 1, [("malformed", "line", "kind")]),
    "a kind that only a console may say": (wire.write("status", ["boot=0"]), 1, [("malformed", "line", "kind")]),
    "a number out of range": (scene("A,1000,50,turn"), 1, [("malformed", "scene", "range")]),
    "a number that is none": (scene("A,1e3,50,turn"), 1, [("malformed", "scene", "number")]),
    "a number too long to be one": (wire.write("scene", ["9" * 300]), 1, [("malformed", "scene", "number")]),
    "a scene for a panel that does not exist": (scene("A,1,50,turn", "-", "C,1,50,turn"), 0, [("panels", "scene", "2")]),
    "a scene for more panels than any console has": (scene("-", "-", "-", "-", "-"), 1, [("malformed", "scene", "panels")]),
    "bounds upside down": (scene("A,1,50,turn,bid=s1:9:3"), 1, [("malformed", "scene", "range")]),
    "NULs": (b"\0" * 100 + b"\n", 1, []),
    "NULs within a line whose checksum fits": (summed(b"- be\0at"), 1, []),
    "half a UTF-8 letter": (b"- beat \xc3\n", 1, []),
    "half a UTF-8 letter whose checksum fits": (summed(b"- beat \xc3"), 1, []),
    "letters beyond ASCII whose checksum fits": (summed("- beat ñ".encode()), 1, []),
}


@pytest.mark.parametrize("name", CASES)
def test_it_is_counted_and_answered_and_the_press_arrives(name: str) -> None:
    octets, bad, refusals = CASES[name]
    desk = Desk()
    desk.greet()
    desk.show(1, *TABLE)
    desk.acknowledging = False  # a line of ours within theirs would be two bad ones
    desk.press(0, "lock")
    for start in range(0, len(octets), 256):
        simhw.DATA.host_write(octets[start : start + 256])
        desk.wait(5)
    desk.acknowledging = True
    desk.wait(60)
    desk.release(0, "lock")
    desk.tap(1, "lock")
    assert desk.told() == [("press", "0", "lock", "1"), ("press", "1", "lock", "1")]
    assert desk.answers("refuse") == refusals
    status = desk.status()
    assert (status["bad"], status["shown"], status["dropped"]) == (str(bad), "1", "0")
    assert desk.count(0) == 37, "the picture stays"


@pytest.mark.parametrize("number", ["0", "2", "9", "-1", "x"])
def test_a_protocol_number_that_does_not_fit_ends_the_session_and_loses_no_press(number: str) -> None:
    desk = Desk()
    desk.greet()
    desk.show(1, *TABLE)
    desk.acknowledging = False
    desk.tap(0, "lock")
    desk.send("hello", "host", f"proto={number}", "sw=9", f"boot={desk.boot}", "have=0")
    desk.wait(50)
    assert desk.answers("refuse") == [("protocol", "hello", str(wire.PROTOCOL))]
    assert not desk.console.link.session
    desk.sent.clear()
    desk.greet()
    assert desk.told() == [("press", "0", "lock", "1")]


HOSTILE: tuple[Callable[[int], bytes], ...] = (
    lambda place: bytes((place * 37 + at * 11) % 256 for at in range(200)) + b"\n",
    lambda place: wire.write("scene", [str(place), *["A,1,50,turn"] * 9]),
    lambda place: summed(bytes((place % 256,)) * 40),
)


def test_a_flood_of_all_that_for_a_minute_takes_no_press() -> None:
    desk = Desk()
    desk.greet()
    desk.show(1, *TABLE)
    for place in range(240):
        simhw.DATA.host_write(HOSTILE[place % len(HOSTILE)](place))
        desk.send("beat")
        if place % 8 == 0:
            desk.tap(place // 8 % 2, "lock")
        desk.wait(200, step=20)
    assert [words[:2] for words in desk.told()] == [("press", str(place % 2)) for place in range(30)]
