"""What one turn of the loop does: little enough that no press waits for it, whatever comes together."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tapete_console import wire
from tapete_console.picture import PictureReader
from tests.firmware.rig import WORKSHOP, Desk, simhw


@pytest.mark.parametrize("looks", [((0, False, 0), (99, False, 0), (100, False, 1)), ((0, False, 0), (1, True, 1))])
def test_status_waits_for_a_turn_without_presses_but_not_for_ever(
    looks: tuple[tuple[int, bool, int], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk()
    desk.greet()
    desk.wait(10)
    link, turns = desk.console.link, []
    turn = link.turn
    monkeypatch.setattr(link, "turn", lambda now, read: turns.append(now) or turn(now, read))  # type: ignore[func-returns-value]  # a list's append
    desk.stay(500)
    monkeypatch.undo()
    said = len(desk.answers("status"))
    for now in range(turns[-1], turns[-1] + 2 * wire.HEARTBEAT_MS):
        link.turn(now, True)
        desk.read()
        if len(desk.answers("status")) > said:
            break
    due, sent = now + wire.HEARTBEAT_MS, said + 1
    for late, read, told in looks:
        link.turn(due + late, read)
        desk.read()
        assert len(desk.answers("status")) == sent + told, (late, read)


def test_a_host_that_acknowledges_all_at_once_makes_no_long_turn() -> None:
    """Eight short lines in one turn took 22 ms on the Pico; four at a time are handled, then comes a picture, and none is lost."""
    desk = Desk()
    desk.greet()
    desk.wait(20)
    desk.acknowledging = False
    for _ in range(10):
        desk.send("dance")
    counted = []
    for _ in range(5):
        desk.wait(1, step=1)
        counted.append(desk.console.link.bad)
    assert counted == [4, 4, 8, 8, 10]


def test_the_opening_hello_has_a_turn_for_itself() -> None:
    """Hello and a full panel in one turn took 17 ms with two panels; then comes the panel, and then what the host said before."""
    desk = Desk(plugged=False)
    desk.wait(100)
    desk.plug()
    desk.send("who")
    desk.press(0, "plus")
    simhw.advance(15)
    shown = desk.chain(0)
    hellos, same = [], []
    for _ in range(3):
        desk.wait(1, step=1)
        hellos.append(len(desk.answers("hello")))
        same.append(desk.chain(0) == shown)
    assert hellos == [1, 1, 2]
    assert same == [True, False, False], "the press shows in the turn after"


def test_each_hello_that_was_asked_for_has_its_own_turn() -> None:
    """A host that asks while the console starts leaves several questions in the line: two hellos and a status in one turn took 22 ms."""
    desk = Desk()
    desk.greet()
    desk.wait(20)
    desk.sent.clear()
    for kind in ("who", "who", "ask"):
        desk.send(kind)
    told = []
    for _ in range(4):
        desk.wait(1, step=1)
        told.append(len(desk.answers("hello")))
    assert told == [1, 1, 2, 2]


def test_a_scene_behind_an_acknowledgement_has_its_own_turn() -> None:
    """The one who acknowledges a press sends the new scene right behind: together they took 21 ms."""
    desk = Desk()
    desk.greet()
    desk.wait(20)
    desk.send("beat")
    desk.send("scene", "9", "A,9,50,turn", "B,50,50,turn")
    shown = []
    for _ in range(2):
        desk.wait(1, step=1)
        shown.append(desk.console.link.shown)
    assert shown == [0, 9]


def test_after_a_long_turn_comes_one_for_the_picture_whatever_waits() -> None:
    """A reveal behind a scene and the picture in one turn took 21 ms; so did two seals and the picture after a scene."""
    desk = Desk()
    desk.greet()
    desk.show(1, "A,50,50,turn,bid=s1:1:50", "B,50,50,turn,bid=s1:1:50")
    desk.wait(100)
    desk.send("scene", "2", "A,9,50,turn,bid=s1:1:50", "B,50,50,turn,bid=s1:1:50")
    desk.wait(1, step=1)
    before = [desk.chain(panel) for panel in range(2)]
    desk.press(0, "lock")
    desk.press(1, "lock")
    simhw.advance(15)
    stages = []
    for _ in range(2):
        desk.wait(1, step=1)
        stages.append([panel.locker.stage for panel in desk.console.panels].count("locked"))
    assert stages == [1, 2], "one press in the turn for the picture, the other in the next"
    assert [desk.chain(panel) for panel in range(2)] != before


def test_the_making_of_the_console_counts_as_no_turn() -> None:
    """It takes 20 ms with four panels, before the first turn; after that every turn counts."""
    desk = Desk(plugged=False)
    simhw.advance(37)
    desk.console.turn(WORKSHOP.supervisor.ticks_ms())
    desk.plug()
    desk.greet()
    assert desk.status()["turn"] == "5"
    simhw.advance(31)
    desk.wait(5)
    assert desk.status()["turn"] == "36"


def test_one_long_line_is_handled_in_a_turn_and_what_came_behind_it_in_the_next() -> None:
    """A scene takes 13 ms on the Pico: with a reveal behind it in one read, a turn took 26."""
    desk = Desk()
    desk.greet()
    desk.show(1, "A,50,50,turn,bid=s1:1:50", "B,50,50,turn,bid=s1:1:50")
    desk.tap(0, "lock")
    desk.tap(1, "lock")
    desk.sent.clear()
    for kind, fields in (("beat", ()), ("scene", ("2", "A,9,50,turn,bid=s1:1:50", "B,50,50,turn,bid=s1:1:50")), ("reveal", ("s1",))):
        desk.send(kind, *fields)
    desk.send("scene", "3", "A,8,50,turn,bid=s1:1:50", "B,50,50,turn,bid=s1:1:50")
    seen = []
    for _ in range(6):
        desk.wait(5)
        seen.append((len(desk.answers("shown")), len(desk.told("revealed"))))
    assert seen == [(0, 0), (1, 0), (1, 0), (1, 2), (1, 2), (2, 2)], "beat, scene, a picture, reveal, a picture, scene"


def test_a_press_and_a_scene_are_not_for_the_same_turn() -> None:
    desk = Desk()
    desk.greet()
    desk.show(1, "A,50,50,turn,bid=s1:1:50", "B,50,50,turn,bid=s1:1:50")
    desk.press(0, "lock")
    simhw.advance(15)
    desk.sent.clear()
    desk.send("scene", "2", "A,9,50,turn,bid=s1:1:50", "B,50,50,turn,bid=s1:1:50")
    desk.wait(5)
    assert (len(desk.told("locked")), desk.answers("shown")) == (1, [])
    desk.wait(5)
    assert desk.answers("shown") == [("2",)]


def test_a_long_scene_is_read_over_several_turns_and_what_came_behind_it_waits() -> None:
    desk = Desk(panels=4, budget_ma=2000)
    desk.greet()
    dice = [":".join(f"d{panel}{die}".ljust(16, "x") for die in range(8)) for panel in range(4)]
    before = desk.console.link.shown
    desk.send("scene", "7", *[f"{seat},9,50,turn,dice={dice[panel]}" for panel, seat in enumerate("ABCD")])
    desk.send("ask")
    seen = []
    for _ in range(20):
        desk.wait(5)
        seen.append((desk.console.link.shown, len(desk.answers("shown")), len(desk.answers("status"))))
    shown_at = next(turn for turn, (shown, _, _) in enumerate(seen) if shown == 7)
    assert before == 0
    assert shown_at >= 3, "four panels of 150 letters each, 110 a turn"
    assert seen[shown_at][2] == seen[0][2], "the status asked for comes after the scene"
    assert seen[-1] == (7, 1, seen[0][2] + 1)


def test_the_rest_of_a_long_scene_waits_for_a_seal_and_for_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """With 200 letters of a scene in the same turn a seal took 21 ms with four panels."""
    desk = Desk(panels=4, budget_ma=2000)
    desk.greet()
    bids = [f"{seat},999,999,waiting,bid={'x' * 16}:10:99" for seat in "ABCD"]
    desk.show(1, *bids)
    parts: list[int] = []
    read = PictureReader.read

    def noted(reader: PictureReader, most: int) -> Any:
        parts.append(most)
        return read(reader, most)

    monkeypatch.setattr(PictureReader, "read", noted)
    dice = ":".join(f"d{die}".ljust(16, "x") for die in range(8))
    desk.send("scene", "2", *[f"{bid},show=99,dice={dice},for=attack,lock=ready" for bid in bids])
    done = []
    while desk.console.link.shown < 2:
        before = len(parts), desk.chain(0), [panel.locker.stage for panel in desk.console.panels]
        if len(parts) == 2:
            desk.press(0, "lock")
            simhw.advance(15)
        desk.wait(1, step=1)
        after = len(parts), desk.chain(0), [panel.locker.stage for panel in desk.console.panels]
        done.append([one != other for one, other in zip(before, after, strict=True)])
    assert len(parts) == 4
    assert [kinds for kinds in done if kinds[0] and any(kinds[1:])] == []
    assert [sum(kind) for kind in zip(*done, strict=True)][2] == 1


def test_what_comes_each_second_waits_for_a_turn_without_lines_but_not_for_ever() -> None:
    desk = Desk()
    desk.greet()
    looks: list[int] = []

    def look() -> int:
        looks.append(simhw.now_ms())
        return 90000

    desk.board.free = look
    for _ in range(400):
        desk.send("ask")
        desk.wait(5)
    late = [later - earlier for earlier, later in itertools.pairwise(looks)]
    assert len(looks) >= 1
    assert max(late, default=0) <= 1300
    assert desk.console._up >= 1
