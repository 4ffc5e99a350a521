"""Without a host the console counts and rolls; with one again it says what it counted."""

from __future__ import annotations

from tests.firmware.rig import Desk, simhw


def test_it_counts_and_rolls_before_any_host() -> None:
    desk = Desk(plugged=False, alone_value=20)
    desk.wait(1000)
    desk.tap(0, "minus", 3)
    desk.tap(1, "plus")
    desk.tap(1, "roll")
    desk.wait(1500)
    assert (desk.count(0), desk.count(1)) == (17, 21)
    assert sum(map(any, desk.die(1))) == 1
    assert desk.number(0) is None


def free(desk: Desk, panel: int) -> None:
    """Hold MINUS and PLUS: the counter is the player's own."""
    for button in ("minus", "plus"):
        desk.press(panel, button)
    desk.wait(2100)
    for button in ("minus", "plus"):
        desk.release(panel, button)
    desk.wait(50)


def test_three_seconds_of_silence_and_the_counter_stands_still_until_two_buttons_say_otherwise() -> None:
    """Who goes on bidding must not change his mana."""
    desk = Desk(bridge_pixels=19)
    desk.greet()
    desk.show(1, "A,37,50,turn,bid=s1:1:37", "B,12,50,turn,bid=s1:1:12", "bridge=0,-3,3,0")
    desk.tap(0, "lock")
    desk.stay(500)
    bridge = list(simhw.LIT[22])
    desk.wait(4000)
    assert desk.number(0) == 1, "the hood keeps what it showed"
    assert list(simhw.LIT[22]) == bridge
    for button in ("minus", "plus", "lock"):
        desk.tap(0, button)
    assert [place for place, pixel in enumerate(desk.die(0)) if any(pixel)] in ([5, 6, 7], []), "not now"
    desk.wait(1500)
    assert desk.count(0) == 37
    free(desk, 0)
    assert desk.number(0) is None
    desk.tap(0, "minus", 2)
    desk.tap(1, "minus", 2)
    desk.wait(1000)
    assert (desk.count(0), desk.count(1)) == (35, 12), "each panel for itself"


def test_back_with_the_host_it_tells_the_counters_and_the_lock_is_still_there() -> None:
    desk = Desk()
    desk.greet()
    desk.show(1, "A,37,50,turn,bid=s1:1:37", "B,12,50,turn,bid=s1:1:12")
    desk.tap(0, "plus", 2)
    desk.tap(0, "lock")
    desk.wait(3500)
    free(desk, 0)
    desk.tap(0, "minus", 2)
    desk.tap(0, "lock")
    desk.greet()
    assert desk.told("alone") == [("alone", "35", "12")]
    assert desk.status()["bids"] == "0:s1:locked,1:s1:open"
    desk.show(2, "A,37,50,ready,bid=s1:1:37", "B,12,50,turn,bid=s1:1:12")
    desk.stay(1000)
    assert (desk.count(0), desk.number(0)) == (37, 3)
    assert desk.told("alone") == [("alone", "35", "12")]
    assert [line[0] for line in desk.told("locked", "unlocked", "press")] == ["locked"]


def test_nothing_is_told_if_nothing_was_changed() -> None:
    desk = Desk()
    desk.greet()
    desk.show(1, "A,37,50,turn", "B,12,50,turn")
    desk.wait(3500)
    desk.tap(0, "roll")
    desk.wait(1000)
    desk.greet()
    desk.show(2, "A,37,50,turn", "B,12,50,turn")
    assert desk.told() == []


def test_presses_in_the_first_seconds_of_silence_reach_the_host_later() -> None:
    desk = Desk()
    desk.greet()
    desk.show(1, "A,37,50,turn,lock=pass", "B,12,50,turn")
    desk.unplug()
    desk.wait(500)
    desk.tap(0, "lock")
    desk.wait(4000)
    free(desk, 0)
    desk.tap(0, "plus")
    desk.plug()
    desk.greet()
    assert desk.told() == [("press", "0", "lock", "1"), ("alone", "38", "12")]


def test_the_counter_stays_within_0_and_999() -> None:
    desk = Desk(plugged=False, alone_value=1)
    desk.tap(0, "minus", 3)
    assert desk.console.panels[0].by_itself.first == 0
    desk.press(0, "plus")
    desk.wait(60000)
    assert desk.console.panels[0].by_itself.first == 999


def test_the_beats_of_a_host_without_a_session_do_not_keep_it_from_counting() -> None:
    desk = Desk()
    desk.greet()
    desk.show(1, "A,37,50,turn", "B,12,50,turn")
    desk.send("who")
    for _ in range(8):
        desk.send("beat")
        desk.wait(500)
    free(desk, 0)
    desk.tap(0, "plus")
    assert desk.console.panels[0].by_itself.first == 38
