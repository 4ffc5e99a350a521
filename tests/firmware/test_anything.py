"""Whatever hands, host and cable do, in any order: the loop goes on, and what was done arrives once and in order."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tapete_console import power, wire
from tests.firmware.rig import Desk, simhw

PANELS = st.integers(0, 1)
BUTTONS = st.sampled_from(wire.BUTTONS)
QUESTIONS = st.sampled_from(["", ",bid=s1:1:37", ",bid=s2:0:99", ",pick=p1:1:14", ",dice=r1:r2", ",dice=r3", ",lock=pass", ",show=7"])
SCENES = st.tuples(st.integers(0, 120), QUESTIONS, QUESTIONS)
STEPS = st.one_of(
    st.tuples(st.just("press"), PANELS, BUTTONS),
    st.tuples(st.just("release"), PANELS, BUTTONS),
    st.tuples(st.just("scene"), SCENES),
    st.tuples(st.just("reveal"), st.sampled_from(["s1", "s2"])),
    st.tuples(st.just("garbage"), st.binary(max_size=40)),
    st.tuples(st.just("wait"), st.sampled_from([5, 50, 400, 1200, 3500])),
    st.tuples(st.just("unplug")),
    st.tuples(st.just("plug")),
    st.tuples(st.just("stall"), st.booleans()),
    st.tuples(st.just("who")),
)


def play(desk: Desk, step: tuple[Any, ...], revision: int) -> None:
    """Do one thing."""
    what = step[0]
    if what == "press":
        desk.press(step[1], step[2])
    elif what == "release":
        desk.release(step[1], step[2])
    elif what == "scene":
        value, first, second = step[1]
        desk.send("scene", str(revision), f"A,{value},50,turn{first}", f"B,{value},50,ready{second}")
    elif what == "reveal":
        desk.send("reveal", str(step[1]))
    elif what == "garbage":
        simhw.DATA.host_write(step[1])
        simhw.DATA.host_write(b"\n")
    elif what == "wait":
        desk.wait(step[1], step=25)
    elif what == "unplug":
        desk.unplug()
    elif what == "plug":
        desk.plug()
    elif what == "stall":
        simhw.DATA.host_stall(step[1])
    elif what == "who":
        desk.send("who")
    desk.wait(10)


@pytest.mark.slow
@settings(max_examples=30)
@given(st.lists(STEPS, max_size=40))
def test_nothing_stops_the_loop_and_nothing_is_lost_or_doubled(steps: list[tuple[Any, ...]]) -> None:
    desk = Desk()
    desk.greet()
    light = power.Shares(400, 2, 50, 20, 10, 0)
    for place, step in enumerate(steps):
        play(desk, step, place + 1)
        for panel in (0, 1):
            assert sum(map(sum, desk.counter(panel) + desk.die(panel))) <= light.panel
            assert sum(map(sum, desk.private(panel))) <= light.private
            assert sum(map(any, desk.private(panel))) in (0, power.PRIVATE_LIT)
    for panel in (0, 1):
        for button in wire.BUTTONS:
            desk.release(panel, button)
    simhw.DATA.host_stall(False)
    desk.plug()
    simhw.DATA.host_write(b"\n")
    desk.send("who")
    desk.greet()
    desk.stay(3000)
    status = desk.status()
    assert status["queue"] == "0"
    numbers = {line.number for line in desk.sent if line.boot}
    assert numbers == set(range(1, len(numbers) + 1))
    rolled = [line[2] for line in desk.told("rolled")]
    assert len(rolled) == len(set(zip(rolled, [line[1] for line in desk.told("rolled")], strict=True)))
    assert int(status["dropped"]) == 0 or len(numbers) >= 40
