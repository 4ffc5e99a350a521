"""Fingers on a simulated board: a press lasts its time in the board's own life, however long this computer keeps the board waiting."""

from __future__ import annotations

import importlib
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.console.simulated_fingers import LIFT_MS, SHORTEST_MS, SimulatedFingers

PIN, OTHER = 2, 3
DOWN, UP = (PIN, False), (PIN, True)


def at(fingers: SimulatedFingers, now: float) -> list[tuple[int, bool]]:
    return list(fingers.due(now))


def test_a_press_goes_down_at_once_and_up_in_its_time() -> None:
    fingers = SimulatedFingers()
    assert fingers.rest(0) is None
    fingers.press(PIN, 80, 1000)
    assert (fingers.rest(1000), at(fingers, 1000)) == (0, [DOWN])
    assert (fingers.rest(1030), at(fingers, 1079)) == (50, [])
    assert at(fingers, 1080) == [UP]
    assert fingers.rest(1080) is None


def test_a_board_that_was_kept_waiting_is_pressed_later_and_not_for_less() -> None:
    fingers = SimulatedFingers()
    fingers.press(PIN, 80, 0)
    assert at(fingers, 500) == [DOWN], "both fell due long ago"
    assert at(fingers, 579) == []
    assert at(fingers, 580) == [UP]


def test_the_next_press_waits_until_the_button_has_been_up() -> None:
    fingers = SimulatedFingers()
    fingers.press(PIN, 80, 0)
    fingers.press(PIN, 40, 0)
    assert at(fingers, 0) == [DOWN]
    assert at(fingers, 700) == [UP]
    assert at(fingers, 700 + LIFT_MS - 1) == []
    assert at(fingers, 700 + LIFT_MS) == [DOWN]
    assert at(fingers, 700 + LIFT_MS + 40) == [UP]
    fingers.press(PIN, 40, 700 + LIFT_MS + 41)
    assert fingers.rest(700 + LIFT_MS + 41) == LIFT_MS - 1


def test_another_button_does_not_wait() -> None:
    fingers = SimulatedFingers()
    fingers.press(PIN, 80, 0)
    assert at(fingers, 300) == [DOWN]
    fingers.press(OTHER, 20, 300)
    assert at(fingers, 300) == [(OTHER, False)]
    assert at(fingers, 320) == [(OTHER, True)]
    assert at(fingers, 380) == [UP]


def test_a_button_that_is_held_is_down_until_it_is_let_go_and_long_enough_to_be_noticed() -> None:
    fingers = SimulatedFingers()
    fingers.press(PIN, None, 0)
    assert (at(fingers, 0), fingers.rest(5000)) == ([DOWN], None)
    fingers.release(PIN, 5000)
    assert at(fingers, 5000) == [UP]
    fingers.press(PIN, None, 6000)
    fingers.release(PIN, 6000)
    assert at(fingers, 6200) == [DOWN], "both were told in the same instant, and late"
    assert at(fingers, 6200 + SHORTEST_MS - 1) == []
    assert at(fingers, 6200 + SHORTEST_MS) == [UP]


def test_a_reset_lets_fingers_stay_where_they_are() -> None:
    fingers = SimulatedFingers()
    fingers.press(PIN, 1500, 9000)
    fingers.press(PIN, 80, 9000)
    assert at(fingers, 9000) == [DOWN]
    fingers.begin_anew(10000)
    assert at(fingers, 499) == []
    assert at(fingers, 500) == [UP]
    assert at(fingers, 500 + LIFT_MS) == [DOWN]


@pytest.mark.usefixtures("board")
def test_no_press_is_missed_by_keys_that_are_looked_at_rarely() -> None:
    """Whatever the computer does between two looks: the fake keys, which scan as the Pico's, tell every press and every release."""

    @given(st.lists(st.integers(10, 200), min_size=1, max_size=6), st.lists(st.integers(1, 900), min_size=1, max_size=8))
    def of_so_long_at_such_looks(presses: list[int], waits: list[int]) -> None:
        simhw, pins, keypad = (importlib.import_module(name) for name in ("simhw", "board", "keypad"))
        simhw.restart("power", boot=True)
        keys = keypad.Keys((pins.GP2,), value_when_pressed=False, interval=0.01)
        fingers = SimulatedFingers()
        for ms in presses:
            fingers.press(PIN, ms, simhw.now_ms())
        wait = itertools.cycle(waits)
        while fingers.rest(simhw.now_ms()) is not None:
            simhw.advance(next(wait))
            for pin, high in fingers.due(simhw.now_ms()):
                simhw.set_level(pin, high)
        simhw.advance(10)
        told = [event.pressed for event in iter(keys.events.get, None)]
        assert told == [True, False] * len(presses)

    of_so_long_at_such_looks()
