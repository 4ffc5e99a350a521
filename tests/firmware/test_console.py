"""The console at the table: what people press, what the host learns, what the pixels show."""

from __future__ import annotations

import hashlib
import itertools

import pytest

from tests.firmware.rig import Desk, simhw

BIDS = ("A,37,50,turn,bid=s1:1:37", "B,50,50,turn,bid=s1:1:50")


def at_the_table(*panels: str) -> Desk:
    desk = Desk()
    desk.greet()
    desk.show(1, *panels)
    return desk


def test_hello_says_who_it_is_and_the_host_is_answered() -> None:
    desk = Desk(panels=3, bridge_pixels=19)
    desk.greet()
    hello = dict(field.split("=") for field in desk.answers("hello")[0][1:])
    assert (hello["panels"], hello["pixels"], hello["bridge"], hello["first"], hello["shown"]) == ("3", "50,20,10", "19", "1", "0")
    assert hello["why"] == "power"
    desk.wait(5)
    assert desk.answers("status")


def test_a_scene_is_shown_and_answered() -> None:
    desk = at_the_table("A,37,50,turn", "B,12,50,waiting")
    assert desk.answers("shown") == [("1",)]
    desk.stay(1000)
    assert desk.count(0) == 37
    assert desk.count(1) == 12


def test_a_press_is_told_with_the_revision_on_show() -> None:
    desk = at_the_table("A,37,50,turn,lock=pass", "B,50,50,waiting")
    desk.tap(0, "lock")
    desk.tap(1, "plus")
    assert desk.told() == [("press", "0", "lock", "1"), ("press", "1", "plus", "1")]


def test_a_long_press_is_told_again() -> None:
    desk = at_the_table("A,37,50,turn,lock=pass", "B,50,50,waiting")
    desk.press(0, "lock")
    desk.stay(1500)
    desk.release(0, "lock")
    desk.wait(50)
    assert desk.told() == [("press", "0", "lock", "1"), ("press", "0", "lock", "1", "long")]


@pytest.mark.parametrize("asked", ["bid=s1:1:37", "pick=p1:1:14"])
def test_minus_and_plus_held_together_are_told_and_leave_the_number(asked: str) -> None:
    desk = at_the_table(f"A,37,50,turn,{asked}", "B,50,50,waiting")
    desk.tap(0, "plus", 4)
    desk.press(0, "minus")
    desk.wait(100)
    desk.press(0, "plus")
    desk.stay(2500)
    desk.release(0, "minus")
    desk.release(0, "plus")
    desk.wait(50)
    assert desk.told() == [("press", "0", "minus", "1", "long"), ("press", "0", "plus", "1", "long")]
    assert desk.number(0) == 5


@pytest.mark.parametrize("button", ["minus", "plus"])
def test_one_of_them_held_tells_nothing_of_a_bid(button: str) -> None:
    desk = at_the_table("A,37,50,turn,bid=s1:1:37", "B,50,50,turn,bid=s1:1:37")
    desk.press(0, button)
    desk.press(1, "plus" if button == "minus" else "minus")  # the other one, on the other panel
    desk.stay(3000)
    assert desk.told() == []


def test_a_bid_is_sealed_revealed_together_and_fits_its_seal() -> None:
    desk = at_the_table(*BIDS)
    desk.tap(0, "plus", 6)
    desk.tap(1, "plus", 11)
    desk.tap(1, "minus")
    assert (desk.number(0), desk.number(1)) == (7, 11)
    assert desk.told() == []
    desk.tap(0, "lock")
    desk.send("reveal", "s1")
    desk.wait(50)
    assert [line[0] for line in desk.told()] == ["locked"]
    assert desk.answers("refuse") == [("notlocked", "reveal")]
    desk.tap(1, "lock")
    desk.send("reveal", "s1")
    desk.wait(50)
    seals = {line[1]: line[3] for line in desk.told("locked")}
    revealed = desk.told("revealed")
    assert [(line[1], line[2], line[3]) for line in revealed] == [("0", "s1", "7"), ("1", "s1", "11")]
    for _, panel, _, bid, nonce in revealed:
        seat = "AB"[int(panel)]
        assert hashlib.sha256(f"{nonce}:{seat}:{bid}".encode()).hexdigest() == seals[panel]
    desk.send("reveal", "s1")
    desk.wait(50)
    assert len(desk.told("revealed")) == 2


def test_a_lock_can_be_taken_back_until_the_other_has_locked() -> None:
    desk = at_the_table(*BIDS)
    desk.tap(0, "lock")
    desk.wait(400)
    desk.tap(0, "lock")
    assert [line[0] for line in desk.told()] == ["locked", "unlocked"]
    desk.tap(0, "plus")
    assert desk.number(0) == 2
    desk.wait(400)
    desk.tap(0, "lock")
    desk.tap(1, "lock")
    desk.wait(400)
    desk.tap(0, "lock")
    assert [line[0] for line in desk.told()] == ["locked", "unlocked", "locked", "locked"]
    assert desk.status()["bids"] == "0:s1:locked,1:s1:locked"


def test_a_locked_bid_does_not_move() -> None:
    desk = at_the_table(*BIDS)
    desk.tap(0, "plus", 3)
    desk.tap(0, "lock")
    desk.tap(0, "plus", 3)
    assert desk.number(0) == 4


def test_a_bid_keeps_within_its_bounds_and_follows_them() -> None:
    desk = at_the_table("A,37,50,turn,bid=s1:2:4", "B,50,50,waiting")
    desk.tap(0, "minus")
    assert desk.number(0) == 4, "from one end it goes on at the other"
    desk.tap(0, "plus")
    assert desk.number(0) == 2
    desk.tap(0, "plus", 5)
    assert desk.number(0) == 4
    desk.show(2, "A,37,50,turn,bid=s1:1:3", "B,50,50,waiting")
    assert desk.number(0) == 3


def test_the_same_scene_again_leaves_the_bid_and_another_id_begins_anew() -> None:
    desk = at_the_table(*BIDS)
    desk.tap(0, "plus", 3)
    desk.tap(0, "lock")
    desk.show(2, *BIDS)
    assert desk.status()["bids"] == "0:s1:locked,1:s1:open"
    desk.stay(1500)
    desk.show(3, "A,37,50,turn,bid=s2:1:37", "B,50,50,turn,bid=s2:1:50")
    assert desk.status()["bids"] == "0:s2:open,1:s2:open"
    assert desk.number(0) == 1


def test_tapping_counts_by_ones_and_holding_by_full_tens() -> None:
    desk = at_the_table("A,37,50,turn,bid=s1:1:50", "B,50,50,waiting")
    desk.tap(0, "plus", 3)
    assert desk.number(0) == 4
    desk.press(0, "plus")
    seen: list[int | None] = []
    for _ in range(50):
        desk.send("beat")
        desk.wait(50)
        if desk.number(0) not in seen[-1:]:
            seen.append(desk.number(0))
    desk.release(0, "plus")
    assert seen == [5, 10, 20, 30, 40, 50, 1, 10]
    desk.wait(50)
    desk.press(0, "minus")
    desk.stay(900)
    desk.release(0, "minus")
    desk.wait(50)
    assert desk.number(0) == 40, "9, then past the end to 50, then 40"
    assert desk.told() == []


def test_a_small_choice_is_held_through_by_ones() -> None:
    desk = at_the_table("A,37,50,turn,pick=p1:1:14", "B,50,50,waiting")
    desk.press(0, "plus")
    desk.stay(1000)
    desk.release(0, "plus")
    desk.wait(50)
    assert desk.number(0) == 4


def test_numbers_are_picked_one_by_one() -> None:
    desk = at_the_table("A,37,50,turn,pick=p1:1:14", "B,50,50,waiting")
    desk.tap(0, "plus", 3)
    desk.tap(0, "lock")
    desk.tap(0, "plus", 7)
    desk.wait(100)
    desk.tap(0, "lock")
    desk.tap(0, "roll")
    assert desk.told() == [("picked", "0", "p1", "4"), ("picked", "0", "p1", "11"), ("done", "0", "p1")]
    desk.show(2, "A,37,50,turn,pick=p1:1:14", "B,50,50,waiting")
    desk.wait(400)
    desk.tap(0, "lock")
    assert desk.told("press") == [("press", "0", "lock", "2")]


def test_dice_are_rolled_in_order_and_once() -> None:
    desk = at_the_table("A,37,50,turn,dice=r1:r2", "B,50,50,waiting")
    desk.tap(0, "roll")
    assert desk.told() == []
    desk.stay(700)
    desk.show(2, "A,37,50,turn,dice=r1:r2", "B,50,50,waiting")
    desk.tap(0, "roll")
    desk.stay(700)
    desk.tap(0, "roll")
    desk.stay(700)
    rolled = desk.told("rolled")
    assert [line[:3] for line in rolled] == [("rolled", "0", "r1"), ("rolled", "0", "r2")]
    assert [line[:2] for line in desk.told("free")] == [("free", "0")]
    assert all(1 <= int(line[3]) <= 10 for line in rolled)


def test_roll_held_rolls_all_that_is_owed() -> None:
    desk = at_the_table("A,37,50,turn,dice=r1:r2:r3", "B,50,50,waiting")
    desk.press(0, "roll")
    desk.stay(4000)
    assert [line[2] for line in desk.told("rolled")] == ["r1", "r2", "r3"]
    assert desk.told("free") == []


def test_a_die_that_is_withdrawn_while_it_runs_is_not_rolled() -> None:
    desk = at_the_table("A,37,50,turn,dice=r1", "B,50,50,waiting")
    desk.tap(0, "roll")
    desk.show(2, "A,37,50,turn", "B,50,50,waiting")
    desk.stay(1000)
    assert desk.told() == []


def test_the_face_of_ten_is_the_last_pixel() -> None:
    desk = Desk(entropy=bytes([1, 2, 3, 4, 255, 250, 10]))
    desk.greet()
    desk.show(1, "A,37,50,turn,dice=r1", "B,50,50,waiting")
    desk.tap(0, "roll")
    desk.stay(1500)
    assert desk.told() == [("rolled", "0", "r1", "10")]
    assert [place for place, colour in enumerate(desk.die(0)) if any(colour)] == [9]


def test_messages_are_sent_again_until_they_are_acknowledged() -> None:
    desk = at_the_table("A,37,50,turn,lock=pass", "B,50,50,waiting")
    desk.acknowledging = False
    desk.tap(0, "lock")
    desk.stay(1000)
    times = [line for line in desk.sent if line.kind == "press"]
    assert len(times) == 4
    assert {line.number for line in times} == {1}
    desk.send("ack", f"{desk.boot}.1")
    desk.stay(1000)
    assert len([line for line in desk.sent if line.kind == "press"]) == 4
    assert desk.status()["resent"] == "3"


def test_an_acknowledgement_of_another_boot_counts_for_nothing() -> None:
    desk = at_the_table("A,37,50,turn,lock=pass", "B,50,50,waiting")
    desk.acknowledging = False
    desk.tap(0, "lock")
    desk.send("ack", "00000000.1")
    desk.send("ack", f"{desk.boot}.99")
    desk.wait(50)
    assert desk.status()["queue"] == "1"


def test_a_press_shines_over_its_button_at_once_and_again_when_it_is_heard() -> None:
    desk = at_the_table("A,37,50,dark,lock=pass", "B,50,50,waiting")
    desk.press(0, "lock")
    lit = []
    for _ in range(100):
        desk.wait(5)
        lit.append([place for place, pixel in enumerate(desk.die(0)) if any(pixel)])
    assert lit[-1] == []
    assert [6] in lit[:10]
    assert [places for places, _ in itertools.groupby(lit) if places] == [[6], [6]]


def test_a_full_queue_refuses_presses_but_still_locks() -> None:
    desk = at_the_table("A,37,50,turn", "B,50,50,turn,bid=s1:1:50")
    desk.acknowledging = False
    for _ in range(45):
        desk.send("beat")
        desk.tap(0, "plus")
    desk.tap(1, "lock")
    status = desk.status()
    assert (status["queue"], status["dropped"], status["bids"]) == ("41", "5", "1:s1:locked")
    desk.acknowledging = True
    desk.stay(2000)
    assert len(desk.told("press")) == 40
    assert len(desk.told("locked")) == 1
    assert desk.status()["queue"] == "0"


def test_a_lock_that_finds_the_queue_full_is_not_set() -> None:
    desk = at_the_table("A,37,50,turn", "B,50,50,turn,bid=s1:1:50")
    desk.acknowledging = False
    for _ in range(70):
        desk.send("beat")
        desk.tap(1, "lock")
        desk.wait(350)
    assert desk.status()["queue"] == "64"
    bids = desk.status()["bids"]
    assert int(desk.status()["dropped"]) == 6
    desk.tap(1, "lock")
    assert desk.status()["bids"] == bids


def test_both_ends_blink_when_a_press_could_not_be_told() -> None:
    desk = at_the_table("A,37,50,dark", "B,50,50,dark")
    desk.acknowledging = False
    for _ in range(41):
        desk.send("beat")
        desk.tap(0, "plus")
    assert [place for place, pixel in enumerate(desk.die(0)) if any(pixel)] == [0, 1, 8, 9]


def test_two_buttons_at_once_are_two_presses() -> None:
    desk = at_the_table("A,37,50,turn,bid=s1:1:37", "B,50,50,turn,lock=pass")
    desk.press(0, "plus")
    desk.press(1, "lock")
    desk.press(1, "plus")
    desk.wait(25)
    for panel, button in ((0, "plus"), (1, "lock"), (1, "plus")):
        desk.release(panel, button)
    desk.wait(25)
    assert desk.number(0) == 2
    assert sorted(desk.told()) == [("press", "1", "lock", "1"), ("press", "1", "plus", "1")]


def test_bounce_within_a_scan_is_one_press() -> None:
    desk = at_the_table("A,37,50,turn,lock=pass", "B,50,50,waiting")
    desk.wait(5)
    for level in (False, True, False, True, False):
        desk.press(0, "lock") if not level else desk.release(0, "lock")
        simhw.advance(1)
    desk.wait(50)
    desk.release(0, "lock")
    desk.wait(50)
    assert desk.told() == [("press", "0", "lock", "1")]


def test_plus_and_minus_held_together_cancel_out() -> None:
    desk = at_the_table("A,37,50,turn,bid=s1:0:50", "B,50,50,waiting")
    desk.tap(0, "plus", 10)
    desk.press(0, "plus")
    desk.press(0, "minus")
    desk.stay(3000)
    number = desk.number(0)
    assert number is not None
    assert 9 <= number <= 11
