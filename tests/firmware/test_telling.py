"""What is told by light: bids grow, strips fill and empty, what was lost glows until a press, the wall moves slab by slab."""

from __future__ import annotations

import itertools

import pytest

from tapete.core.scene import TELL_SIGNS
from tapete_console import lights, picture
from tests.firmware.rig import Desk

LENGTH = 10


def told(*panels: str) -> Desk:
    """A console that has shown something else, and is told this now."""
    desk = Desk(bridge_pixels=19)
    desk.greet()
    desk.show(1, "A,37,50,waiting", "bridge=0,-3,3,0")
    desk.send("scene", "2", *panels)
    desk.wait(20)
    return desk


def lit(desk: Desk) -> list[int]:
    return [place for place, colour in enumerate(desk.die(0)) if any(colour)]


def film(desk: Desk, ms: int) -> list[list[int]]:
    """The lit places of the strip, each picture once."""
    frames = []
    for _ in range(ms // 20):
        desk.wait(20)
        frames.append(lit(desk))
    return [frame for frame, _ in itertools.groupby(frames)]


def wall(desk: Desk) -> int:
    from tests.firmware.rig import rgb, simhw

    colour = lights.palette("standard", 100, desk.console._gain)[lights.WALL]
    return rgb(simhw.LIT[22]).index((colour >> 16, colour >> 8 & 255, colour & 255)) - 9


def test_host_and_console_know_the_same_signs() -> None:
    assert picture.SIGNS == TELL_SIGNS


def test_a_bid_grows_on_the_counter_in_the_second_hue_and_makes_room_for_it_again() -> None:
    desk = told("A,37,50,turn,lock=pass,tell=9.1:bid:12")
    early = desk.count(0)
    desk.wait(1500)
    second = lights.palette("standard", 100, desk.console._gain)[lights.SECOND]
    assert early < desk.count(0) == 12
    assert desk.counter(0)[0] == (second >> 16, second >> 8 & 255, second & 255)
    desk.stay(lights.BID_MS)
    assert desk.count(0) == 37


def test_a_strip_fills_for_who_wins_and_empties_for_who_loses_and_lock_says_next() -> None:
    wins, loses = (film(told(f"A,37,50,turn,lock=pass,tell=9.1:{sign}"), 900) for sign in ("wins", "loses"))
    assert [len(frame) for frame in wins[:-1]] == sorted(len(frame) for frame in wins[:-1])
    assert [len(frame) for frame in loses[:-1]] == sorted((len(frame) for frame in loses[:-1]), reverse=True)
    assert len(wins[-2]) == len(loses[0]) == LENGTH
    assert wins[-1] == loses[-1] == [6]


def test_of_what_came_to_nothing_the_lamp_goes_out_and_for_a_deed_one_light_runs_through() -> None:
    void, acts = (film(told(f"A,37,50,waiting,tell=9.1:{sign}"), 900) for sign in ("void", "acts"))
    assert void == [[6], [], [4, 5]]
    assert acts[-1] == [4, 5]
    assert [len(frame) for frame in acts[:-1]] == [1] * (len(acts) - 1)
    assert acts[:-1] == sorted(acts[:-1])


def test_mana_runs_lamp_by_lamp_and_what_was_lost_glows_until_a_press() -> None:
    desk = told("A,25,50,turn,lock=pass,tell=9.3:step:37")
    colours = lights.palette("standard", 100, desk.console._gain)
    loss = (colours[lights.LOSS] >> 16, colours[lights.LOSS] >> 8 & 255, colours[lights.LOSS] & 255)
    running = desk.counter(0).count(loss)
    desk.stay(5000)
    assert running < desk.counter(0).count(loss) == 12
    assert desk.counter(0)[25:37] == [loss] * 12
    desk.tap(0, "lock")
    desk.wait(60)
    assert (desk.counter(0).count(loss), desk.count(0)) == (0, 25)


def test_the_wall_moves_slab_by_slab_only_where_that_is_told() -> None:
    desk = told("A,37,50,waiting,tell=9.2:step", "bridge=4,-3,3,0")
    seen = []
    for _ in range(60):
        seen.append(wall(desk))
        desk.wait(15)
    assert [place for place, _ in itertools.groupby(seen)] == [0, 1, 2, 3, 4]
    desk.show(3, "A,37,50,waiting", "bridge=-5,-3,3,0")
    assert wall(desk) == -5


def test_the_ends_of_the_bridge_fall_one_by_one() -> None:
    assert [lights.moved((2, -1, 5, 3), (0, -3, 3, 1), since)[3] for since in (0, 299, 300, 599, 600, 5000)] == [1, 1, 2, 2, 3, 3]


def test_the_same_moment_in_another_scene_moves_nothing_twice() -> None:
    desk = told("A,37,50,waiting,tell=9.1:wins")
    desk.wait(900)
    desk.send("scene", "3", "A,37,50,waiting,lock=pass,tell=9.1:wins")
    assert film(desk, 300) == [[4, 5]]


@pytest.mark.parametrize("value", [0, 1, 49, 50, 51, 100, 101, 999])
@pytest.mark.parametrize("was", [0, 1, 50, 60, 130, 999])
def test_whatever_a_counter_lost_it_has_as_many_lamps_as_ever(value: int, was: int) -> None:
    for length in (10, 50):
        assert len(lights.lost(value, was, length)) == length
        counts = [lights.ran(value, was, since) for since in range(0, lights.RUN_MOST_MS + 1, 20)]
        assert counts[0] == was
        assert counts[-1] == value
        assert counts == sorted(counts, reverse=was > value)
