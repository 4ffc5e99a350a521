"""A console alone is more than a counter: a second counter, undo, other dice, and who begins."""

from __future__ import annotations

import pytest

from tapete_console import dice, lights
from tests.firmware.rig import Desk, ScriptedEntropy


@pytest.fixture
def desk() -> Desk:
    made = Desk(plugged=False, alone_value=20)
    made.wait(1000)
    return made


def test_lock_changes_between_two_counters_and_the_second_has_its_own_hue(desk: Desk) -> None:
    first = desk.counter(0)
    desk.tap(0, "lock")
    desk.tap(0, "plus", 3)
    desk.wait(1000)
    assert desk.count(0) == 3
    assert desk.counter(0)[0] != first[0]
    desk.tap(0, "lock")
    desk.wait(1000)
    assert desk.counter(0) == first
    desk.tap(0, "lock")
    desk.wait(1000)
    assert desk.count(0) == 3


def test_only_the_first_counter_is_told_to_the_host() -> None:
    desk = Desk(plugged=False, alone_value=20)
    desk.tap(0, "lock")
    desk.tap(0, "plus", 5)
    desk.plug()
    desk.greet()
    desk.show(1, "A,37,50,turn")
    assert desk.told("alone") == []


def test_minus_and_plus_held_take_the_last_change_back_and_then_the_one_before(desk: Desk) -> None:
    desk.tap(0, "plus", 3)
    desk.wait(1500)
    desk.tap(0, "minus")
    desk.wait(1500)
    counts = [desk.count(0)]
    for _ in range(3):
        desk.press(0, "minus")
        desk.wait(20)
        desk.press(0, "plus")
        desk.wait(1200)
        desk.release(0, "minus")
        desk.release(0, "plus")
        desk.wait(1200)
        counts.append(desk.count(0))
    assert counts == [22, 23, 20, 20]


@pytest.mark.parametrize("sides", dice.SIDES)
def test_each_die_throws_each_of_its_faces_equally_often(sides: int) -> None:
    octets = bytes(range(256))
    entropy = ScriptedEntropy(octets * 4)
    faces = []
    while entropy.octets:
        before = len(entropy.octets)
        faces.append(dice.throw(entropy, sides))
        if before < 4:
            break
    counted = [faces[: 256 // sides * sides].count(face) for face in range(1, sides + 1)]
    assert len(set(counted)) == 1, counted


def test_lock_held_and_plus_choose_a_die_whose_number_of_sides_the_counter_shows(desk: Desk) -> None:
    desk.press(0, "lock")
    desk.wait(50)
    desk.tap(0, "plus")
    assert desk.count(0) == 12
    desk.tap(0, "plus")
    assert desk.count(0) == 20
    desk.tap(0, "plus")
    desk.release(0, "lock")
    desk.wait(1600)
    assert desk.count(0) == 20, "the counter, where nothing has changed; and LOCK has not changed counters"
    desk.board.entropy.urandom = lambda count: bytes([13]) * count
    desk.tap(0, "roll")
    desk.wait(800)
    assert desk.count(0) == 14
    assert desk.number(0) == 14
    desk.wait(4200)
    assert desk.count(0) == 20


def test_in_a_match_the_die_is_a_d10_again() -> None:
    desk = Desk(plugged=False)
    desk.press(0, "lock")
    desk.wait(50)
    desk.tap(0, "minus", 5)
    desk.release(0, "lock")
    desk.plug()
    desk.greet()
    desk.show(1, "A,37,50,turn,dice=r1")
    desk.board.entropy.urandom = lambda count: bytes([9]) * count
    desk.tap(0, "roll")
    desk.stay(900)
    assert desk.told("rolled") == [("rolled", "0", "r1", "9")]


def test_roll_held_draws_who_begins_and_exactly_one_panel_does() -> None:
    winners = set()
    for octet in range(4):
        desk = Desk(plugged=False, panels=2)
        desk.wait(500)
        desk.board.entropy.urandom = lambda count, octet=octet: bytes([octet]) * count
        desk.press(0, "roll")
        desk.wait(1500)
        desk.release(0, "roll")
        frames: list[set[int]] = [set(), set()]
        for _ in range(30):
            desk.wait(40)
            for panel in (0, 1):
                frames[panel].add(sum(any(colour) for colour in desk.die(panel)) * 100 + [any(c) for c in desk.die(panel)].index(True))
        moving = [panel for panel in (0, 1) if len(frames[panel]) > 1]
        assert len(moving) == 1
        winners.add(moving[0])
        desk.wait(4500)
        assert [any(colour) for colour in desk.die(0)] == [bool(pixel) for pixel in lights.lamp("alone", 0, 10)]
    assert winners == {0, 1}
