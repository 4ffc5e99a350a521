"""Sessions with a host: opening, refusing, losing and finding each other again."""

from __future__ import annotations

import pytest

from tapete_console import far_end, wire
from tests.firmware.rig import Desk, simhw

TABLE = ("A,37,50,turn,lock=pass", "B,12,50,waiting")


def lit_within_a_second(desk: Desk, panel: int) -> set[int]:
    """Return the pixels of a die display that are lit at some moment of the next second."""
    lit: set[int] = set()
    for _ in range(20):
        desk.wait(50)
        lit |= {place for place, colour in enumerate(desk.die(panel)) if any(colour)}
    return lit


def test_hello_comes_again_each_second_until_it_is_answered() -> None:
    desk = Desk()
    desk.wait(3050)
    assert len(desk.answers("hello")) == 4
    desk.greet()
    desk.stay(3000)
    assert len(desk.answers("hello")) == 4


def test_the_conversation_begins_with_a_newline_that_ends_what_an_earlier_one_left() -> None:
    desk = Desk(plugged=False)
    simhw.DATA.transmit.extend(b"half a line of an earlier")
    desk.plug()
    simhw.advance(5)
    desk.console.turn(simhw.ticks_ms())
    old, empty, hello = simhw.DATA.host_read().partition(b"\n")
    assert (old, empty) == (b"half a line of an earlier", b"\n")
    assert far_end.read_console(hello.removesuffix(b"\n")).kind == "hello"


def test_a_protocol_that_does_not_fit_is_refused_and_shown() -> None:
    desk = Desk()
    desk.wait(10)
    desk.send("hello", "host", "proto=9", "sw=9.0.0", f"boot={desk.boot}", "have=0")
    desk.wait(100)
    assert desk.answers("refuse") == [("protocol", "hello", "1")]
    assert not desk.console.link.session
    assert lit_within_a_second(desk, 0) == {1, 8}
    desk.tap(0, "plus")
    assert desk.console.panels[0].by_itself.first == 31


def test_a_host_that_refuses_our_protocol_is_shown_too() -> None:
    desk = Desk()
    desk.wait(10)
    desk.send("refuse", "protocol", "hello", "1")
    desk.wait(100)
    assert lit_within_a_second(desk, 1) == {1, 8}
    desk.greet()
    desk.show(1, *TABLE)
    assert desk.console.link.session


def test_a_hello_to_another_boot_is_answered_with_our_own() -> None:
    desk = Desk()
    desk.wait(10)
    desk.send("hello", "host", "proto=1", "sw=0", "boot=00000000", "have=0")
    desk.wait(10)
    assert len(desk.answers("hello")) == 2
    assert not desk.console.link.session


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        (("console", "proto=1"), "role"),
        (("host", "sw=1"), "missing"),
        (("host", "proto=1", "sw=0", "boot=123", "have=0"), "hex"),
        (("host", "proto=1", "sw=0", "boot=00000000", "have=-1"), "range"),
        (("host", "proto=1", "proto=1"), "pair"),
    ],
)
def test_a_hello_that_makes_no_sense_is_refused(fields: tuple[str, ...], why: str) -> None:
    desk = Desk()
    desk.wait(10)
    desk.send("hello", *fields)
    desk.wait(10)
    assert desk.answers("refuse") == [("malformed", "hello", why)]


def test_without_a_session_scenes_are_refused_and_nothing_precious_is_sent() -> None:
    desk = Desk()
    desk.wait(10)
    desk.send("scene", "1", *TABLE)
    desk.wait(50)
    assert desk.answers("refuse") == [("session", "scene")]
    assert desk.told() == []


def test_what_another_host_has_taken_is_not_sent_again() -> None:
    desk = Desk()
    desk.greet()
    desk.show(1, *TABLE)
    desk.acknowledging = False
    desk.tap(0, "lock")
    desk.tap(0, "lock")
    desk.tap(0, "lock")
    desk.sent.clear()
    desk.send("who")
    desk.wait(20)
    assert dict(field.split("=") for field in desk.answers("hello")[-1][1:])["first"] == "1"
    desk.greet(have=2)
    assert [line.number for line in desk.sent if line.boot] == [3]


def test_a_cable_pulled_in_the_middle_of_a_bid_loses_nothing() -> None:
    desk = Desk()
    desk.greet()
    desk.show(1, "A,37,50,turn,bid=s1:1:37", "B,50,50,turn,bid=s1:1:50")
    desk.tap(0, "plus", 4)
    desk.unplug()
    desk.wait(200)
    desk.tap(0, "plus", 2)
    desk.tap(0, "lock")
    desk.plug()
    desk.greet()
    assert desk.status()["bids"] == "0:s1:locked,1:s1:open"
    assert desk.status()["shown"] == "1"
    assert [line[0] for line in desk.told()] == ["locked"]
    desk.show(2, "A,37,50,ready,bid=s1:1:37", "B,50,50,turn,bid=s1:1:50")
    desk.tap(1, "lock")
    desk.send("reveal", "s1")
    desk.wait(50)
    assert [(line[1], line[3]) for line in desk.told("revealed")] == [("0", "7"), ("1", "1")]


def test_a_reveal_interrupted_by_the_cable_is_delivered_afterwards() -> None:
    desk = Desk()
    desk.greet()
    desk.show(1, "A,37,50,turn,bid=s1:1:37", "B,50,50,turn,bid=s1:1:50")
    desk.tap(0, "lock")
    desk.tap(1, "lock")
    desk.acknowledging = False
    simhw.DATA.host_stall(True)
    desk.send("reveal", "s1")
    desk.wait(20)
    desk.unplug()
    desk.wait(1000)
    desk.plug()
    desk.greet()
    desk.stay(500)
    assert [(line[1], line[3]) for line in desk.told("revealed")] == [("0", "1"), ("1", "1")]


def test_a_host_that_died_with_the_answers_asks_again() -> None:
    desk = Desk()
    desk.greet()
    desk.show(1, "A,37,50,turn,bid=s1:1:37", "B,50,50,turn,bid=s1:1:50")
    desk.tap(0, "lock")
    desk.tap(1, "lock")
    for _ in range(3):
        desk.send("reveal", "s1")
        desk.wait(500)
    first = desk.told("revealed")
    assert len(first) == 2
    desk.send("who")
    desk.greet(have=4)
    desk.tap(0, "lock")
    for _ in range(3):
        desk.send("reveal", "s1")
        desk.wait(500)
    assert desk.told("revealed") == first * 2
    assert desk.told("unlocked") == []


def test_a_scene_older_than_the_one_on_show_is_not_shown() -> None:
    desk = Desk()
    desk.greet()
    desk.show(5, *TABLE)
    desk.show(4, "A,1,50,turn", "B,1,50,turn")
    desk.stay(1000)
    assert desk.answers("shown") == [("5",), ("5",)]
    assert desk.count(0) == 37


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        (("2", "A,1,50,turn", "B,1,50,turn", "C,1,50,turn"), ("panels", "scene", "2")),
        (("2", "A,1,50,turn,bid=s1:9:3"), ("malformed", "scene", "range")),
        (("2", "A,1000,50,turn"), ("malformed", "scene", "range")),
        (("2", "-", "-", "-", "-", "-"), ("malformed", "scene", "panels")),
    ],
)
def test_a_scene_that_does_not_fit_is_refused_and_the_old_one_stays(fields: tuple[str, ...], refusal: tuple[str, ...]) -> None:
    desk = Desk()
    desk.greet()
    desk.show(1, *TABLE)
    desk.send("scene", *fields)
    desk.wait(50)
    assert desk.answers("refuse") == [refusal]
    assert desk.status()["shown"] == "1"


def test_garbage_is_counted_and_the_session_goes_on() -> None:
    desk = Desk()
    desk.greet()
    desk.show(1, *TABLE)
    simhw.DATA.host_write(b"\x00\x00\xff\xc3\x28\n" + b"x" * 3000 + b"\n" + b"- beat*00000000\n")
    desk.wait(300)
    desk.tap(0, "lock")
    assert desk.told() == [("press", "0", "lock", "1")]
    assert desk.status()["bad"] == "3"


def test_a_line_of_no_known_kind_is_refused() -> None:
    desk = Desk()
    desk.greet()
    desk.send("dance")
    desk.wait(20)
    assert desk.answers("refuse") == [("malformed", "line", "kind")]


def test_a_host_that_does_not_read_stops_nothing() -> None:
    desk = Desk()
    desk.greet()
    desk.show(1, "A,37,50,turn,bid=s1:1:37", "B,50,50,waiting,lock=pass")
    simhw.DATA.host_stall(True)
    for _ in range(30):
        desk.send("beat")
        desk.tap(0, "plus")
        desk.tap(1, "lock")
    assert desk.number(0) == 31
    simhw.DATA.host_stall(False)
    desk.stay(3000)
    assert len(desk.told("press")) == 30


def test_a_flood_of_refusals_is_bounded() -> None:
    desk = Desk()
    desk.greet()
    simhw.DATA.host_stall(True)
    for _ in range(500):
        desk.send("dance")
    desk.wait(2000)
    simhw.DATA.host_stall(False)
    desk.wait(50)
    assert len(desk.answers("refuse")) < 60


def test_timers_go_on_when_the_tick_counter_wraps() -> None:
    desk = Desk()
    desk.greet()
    desk.stay(64000)
    desk.show(1, "A,37,50,turn,bid=s1:0:99", "B,12,50,waiting,lock=pass")
    desk.press(0, "plus")
    desk.stay(3000)
    desk.release(0, "plus")
    desk.wait(50)
    number = desk.number(0)
    assert number == 80, "eight repeats of 350 ms"
    desk.acknowledging = False
    desk.tap(1, "lock")
    desk.stay(700)
    assert len([line for line in desk.sent if line.kind == "press"]) == 3
    desk.acknowledging = True
    desk.stay(400)
    desk.wait(3100)
    assert desk.answers("hello")[1:]


def test_key_events_that_were_lost_are_reported() -> None:
    desk = Desk()
    desk.greet()
    desk.show(1, *TABLE)
    for _ in range(40):
        for pressed in (True, False):
            desk.press(0, "minus") if pressed else desk.release(0, "minus")
            simhw.advance(15)
    desk.wait(20)
    assert ("report", "keys") in desk.told()


def test_samples_are_throws_of_the_die() -> None:
    desk = Desk(entropy=bytes([0, 0, 0, 0, *range(245, 256), 13]))
    desk.greet()
    desk.send("sample", "6")
    desk.wait(20)
    assert desk.answers("sampled") == [("567893",)]


def test_the_largest_scene_is_shown() -> None:
    desk = Desk(panels=4, budget_ma=2500)
    desk.greet()
    dice = ":".join(f"{n:016d}" for n in range(wire.MAX_DICE))
    desk.show(1, *(f"{seat},999,999,waiting,bid={'x' * 16}:10:99,dice={dice},lock=ready" for seat in "ABCD"), "bridge=-9,-9,9,9")
    desk.wait(60)
    assert desk.answers("shown") == [("1",)]
    assert desk.number(3) == 10


def test_lines_that_wait_for_the_next_turn_are_forgotten_when_the_cable_is_pulled() -> None:
    desk = Desk()
    desk.greet()
    desk.send("scene", "1", "A,50,50,turn", "B,50,50,turn")
    desk.send("scene", "2", "A,40,50,turn", "B,50,50,turn")
    desk.wait(5)
    desk.unplug()
    desk.wait(50)
    desk.plug()
    desk.greet()
    assert desk.console.link.shown == 1


def test_a_fault_at_the_end_of_a_long_scene_refuses_all_of_it() -> None:
    desk = Desk(panels=4, budget_ma=2000)
    desk.greet()
    desk.show(1, "A,30,50,turn")
    dice = ":".join(f"d{die}".ljust(16, "x") for die in range(8))
    desk.send("scene", "7", f"A,9,50,turn,dice={dice}", f"B,9,50,turn,dice={dice}", "C,9,50,nonsense")
    desk.wait(60)
    assert desk.answers("refuse") == [("malformed", "scene", "lamp")]
    assert (desk.console.link.shown, desk.count(0)) == (1, 30)
    desk.show(8, "A,6,50,turn")
    assert desk.console.link.shown == 8


def test_a_session_that_ends_in_the_middle_of_a_long_scene_forgets_it() -> None:
    desk = Desk(panels=4, budget_ma=2000)
    desk.greet()
    dice = ":".join(f"d{die}".ljust(16, "x") for die in range(8))
    desk.send("scene", "7", *[f"{seat},9,50,turn,dice={dice}" for seat in "ABCD"])
    desk.wait(10)
    desk.unplug()
    desk.wait(50)
    desk.plug()
    desk.greet()
    desk.wait(100)
    assert desk.console.link.shown == 0


@pytest.mark.parametrize("ms", [1, 3, 5, 6])
def test_a_pulse_shorter_than_seven_milliseconds_is_no_press(ms: int) -> None:
    desk = Desk()
    desk.greet()
    desk.show(1, *TABLE)
    for shift in range(60):
        desk.press(0, "lock")
        desk.wait(ms, step=1)
        desk.release(0, "lock")
        desk.wait(12 + shift % 3, step=1)
    assert desk.told("press") == []


@pytest.mark.parametrize("ms", [3, 5, 8, 12, 20])
def test_a_contact_that_bounces_is_one_press(ms: int) -> None:
    desk = Desk()
    desk.greet()
    desk.show(1, *TABLE)
    for _ in range(20):
        for level in (False, True):
            for moment in range(ms):  # closed and open in turn, a millisecond and a half each
                simhw.set_level(4, level if moment * 2 // 3 % 2 == 0 else not level)
                desk.wait(1, step=1)
            simhw.set_level(4, level)
            desk.wait(60, step=5)
    assert desk.told("press") == [("press", "0", "lock", "1")] * 20
