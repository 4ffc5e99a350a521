"""Every press is answered, a sign stands long enough to be read, and no host opens a bid whose company has not locked."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from tapete_console import lights, wire
from tapete_console.locker import LOCKED, OPEN, BidLocker, anywhere, leapt, moved
from tapete_console.picture import Request
from tests.firmware.rig import Desk, ScriptedEntropy, simhw

BIDS = ("A,50,50,turn,bid=s1:1:50", "B,50,50,turn,bid=s1:1:50")


def at_the_table(*panels: str, brightness: int = 100, bridge_pixels: int = 0) -> Desk:
    desk = Desk(brightness=brightness, bridge_pixels=bridge_pixels)
    desk.greet()
    desk.show(1, *panels)
    return desk


def lit(desk: Desk, panel: int = 0) -> list[int]:
    return [place for place, pixel in enumerate(desk.die(panel)) if any(pixel)]


QUESTIONS = (
    "turn", "turn,bid=s1:1:50", "turn,bid=s1:7:7", "turn,pick=p1:1:14", "turn,lock=pass", "turn,dice=r1",
    "ready,lock=ready", "waiting", "won",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("asked", QUESTIONS)
@pytest.mark.parametrize("button", wire.BUTTONS)
def test_every_press_is_answered_within_fifty_milliseconds(asked: str, button: str) -> None:
    """The firmware of one panel at 11 moments of its rhythm: what it shows after a press it did not show in the two seconds before."""
    for phase in range(0, 400, 37):
        desk = at_the_table(f"A,37,50,{asked}", "B,37,50,turn,bid=s1:1:50", bridge_pixels=0)
        desk.stay(2000)
        before = set()
        for _ in range(75):
            desk.send("beat")
            desk.wait(40)
            before.add(tuple(desk.chain(0)))
        desk.wait(max(5, phase))
        desk.press(0, button)
        after = set()
        for _ in range(10):
            desk.wait(5)
            after.add(tuple(desk.chain(0)))
        assert after - before, (asked, button, phase)


@pytest.mark.parametrize("state", ["frozen bid", "locked bid", "alone", "gone"])
@pytest.mark.parametrize("button", ["plus", "lock"])
def test_a_button_that_does_nothing_now_says_so(state: str, button: str) -> None:
    desk = Desk(plugged=False, alone_value=999) if state == "alone" else at_the_table(*BIDS)
    if state == "gone":
        desk.wait(4000)
    elif state == "alone":
        desk.wait(1000)
    else:
        desk.tap(0, "lock")
        if state == "frozen bid":
            desk.tap(1, "lock")
        desk.stay(1600)
    if (state, button) in (("locked bid", "lock"), ("alone", "lock")):
        return  # that one takes it back; this one shows the other counter
    told = len(desk.told())
    desk.press(0, button)
    desk.wait(50)
    assert lit(desk) == [5, 6, 7]
    assert len(desk.told()) == told
    blinks = [bool(lit(desk))]
    for _ in range(60):
        desk.wait(10)
        blinks.append(lit(desk) == [5, 6, 7])
    assert sum(on for on, _ in itertools.groupby(blinks)) >= 3


def test_two_quick_locks_lock_and_do_not_cancel() -> None:
    desk = at_the_table(*BIDS)
    desk.tap(0, "lock", 2)
    desk.stay(500)
    assert [line[0] for line in desk.told()] == ["locked"]
    desk.tap(0, "lock")
    assert [line[0] for line in desk.told()] == ["locked", "unlocked"]


def test_a_nervous_second_press_does_not_answer_the_next_question() -> None:
    desk = at_the_table("A,37,50,turn,lock=pass", "B,50,50,waiting")
    desk.tap(0, "lock")
    desk.show(2, "A,37,50,turn,lock=pass", "B,50,50,waiting")
    desk.tap(0, "lock")
    assert desk.told() == [("press", "0", "lock", "1")]
    desk.wait(400)
    desk.tap(0, "lock")
    assert desk.told() == [("press", "0", "lock", "1"), ("press", "0", "lock", "2")]


def test_the_last_to_lock_reads_his_sign_for_a_second_and_a_half_before_the_next_question() -> None:
    desk = at_the_table(*BIDS)
    desk.tap(0, "lock")
    desk.stay(2000)
    desk.tap(1, "lock")
    signs, asked = 0, 0
    desk.send("reveal", "s1")
    desk.wait(30)
    desk.send("scene", "2", "A,50,50,turn,pick=p1:1:14", "B,50,50,turn,pick=p1:1:14")
    for _ in range(300):
        desk.wait(10)
        if lit(desk, 1) == [5, 6, 7]:
            signs += 10
            assert not asked, "no question begins under an unread answer"
            if signs == 700:
                desk.tap(1, "plus")  # out of turn: it is answered, and changes nothing of what comes
        elif len(lit(desk, 1)) == 6:
            asked += 10
        if (signs + asked) % 500 == 0:
            desk.send("beat")
    assert signs >= 700, "and the blinks of the press that came too early"
    assert asked > 1000
    assert desk.number(1) == 1
    assert desk.answers("shown")[-1] == ("2",)


def test_a_revealed_bid_is_shown_to_everybody_on_the_counter() -> None:
    """Whatever the host does next: nobody's bid is opened unseen."""
    desk = at_the_table(*BIDS)
    desk.tap(0, "plus", 11)
    desk.tap(0, "lock")
    desk.tap(1, "lock")
    desk.send("reveal", "s1")
    desk.wait(60)
    desk.show(2, "A,50,50,waiting", "B,50,50,waiting")
    second = lights.palette("standard", 100)[lights.SECOND]
    hue = (second >> 16, second >> 8 & 255, second & 255)
    for _ in range(10):
        assert desk.count(0) == 12
        assert desk.counter(0)[0] == hue
        desk.wait(100)
    desk.stay(1000)
    assert desk.count(0) == 50


@pytest.mark.parametrize("low", [1, 5])
@pytest.mark.parametrize("order", [("minus", "plus"), ("plus", "minus")])
def test_minus_and_plus_together_change_nothing_at_a_bound_either(low: int, order: tuple[str, str]) -> None:
    desk = at_the_table(f"A,50,50,turn,bid=s1:{low}:50", "B,50,50,waiting")
    assert desk.number(0) == low
    for button in order:
        desk.press(0, button)
        desk.wait(60)
    desk.stay(1200)
    for button in order:
        desk.release(0, button)
        desk.wait(60)
    assert desk.number(0) == low


@pytest.mark.parametrize("asked", ["turn", "turn,lock=pass"])
def test_a_stray_roll_does_not_hide_whose_turn_it_is(asked: str) -> None:
    desk = at_the_table(f"A,50,50,{asked}", "B,50,50,waiting")
    desk.stay(500)
    before = lit(desk)
    desk.tap(0, "roll")
    faces: set[tuple[int, ...]] = set()
    for _ in range(50):
        desk.send("beat")
        desk.wait(40)
        assert lit(desk) in (before, [8, 9]), "its own lamps shine once, for the press was heard"
        faces.add(tuple(place for place, pixel in enumerate(desk.private(0)) if any(pixel)))
    assert desk.told("free")
    face = int(desk.told("free")[0][2])
    assert (10 + face % 10,) in faces, "the face stands under the hood"


def test_a_bid_is_no_moment_for_a_stray_roll() -> None:
    desk = at_the_table(*BIDS)
    desk.tap(0, "roll")
    assert lit(desk) in ([5, 6, 7], [])
    desk.stay(1500)
    assert desk.told() == []


# A dishonest host ---------------------------------------------------------------------------------------------------------------------


def refused(desk: Desk, request: str = "s1") -> bool:
    """Ask for the bids; tell whether the console refused."""
    desk.sent.clear()
    desk.send("reveal", request)
    desk.wait(60)
    if desk.answers("refuse"):
        assert desk.answers("refuse") == [("notlocked", "reveal")]
        assert not desk.told("revealed")
        return True
    return False


def test_a_host_that_takes_the_other_question_away_opens_nothing() -> None:
    desk = at_the_table(*BIDS)
    desk.tap(0, "lock")
    desk.show(2, BIDS[0].replace("turn", "ready"), "B,50,50,waiting")
    assert refused(desk)
    desk.show(3, BIDS[0].replace("turn", "ready"))
    assert refused(desk)
    desk.show(4, *BIDS)
    assert refused(desk)
    desk.tap(1, "lock")
    assert not refused(desk)
    assert len(desk.told("revealed")) == 2


def test_a_question_under_another_id_does_not_help_it() -> None:
    desk = at_the_table(*BIDS)
    desk.tap(0, "lock")
    desk.show(2, BIDS[0], "B,50,50,turn,bid=s2:1:50")
    desk.show(3, BIDS[0], "B,50,50,waiting")
    assert refused(desk)


def test_a_panel_whose_question_was_taken_away_lets_the_others_go_with_its_own_lock() -> None:
    """A seat may bid on its phone after all; its panel asks for one press, over LOCK."""
    desk = at_the_table(*BIDS)
    desk.tap(0, "lock")
    desk.show(2, BIDS[0], "B,50,50,waiting")
    assert lit(desk, 1) == [6]
    assert refused(desk)
    desk.tap(1, "lock")
    desk.stay(500)
    assert lit(desk, 1) == [4, 5]
    assert not refused(desk)
    assert [line[1] for line in desk.told("revealed")] == ["0"]


def test_one_that_had_locked_owes_nothing_more() -> None:
    desk = at_the_table(*BIDS)
    desk.tap(0, "lock")
    desk.tap(1, "lock")
    desk.stay(1600)
    desk.show(2, BIDS[0], "B,50,50,waiting")
    assert lit(desk, 1) == [4, 5]
    assert not refused(desk)


def test_a_power_cut_ends_the_company() -> None:
    desk = at_the_table(*BIDS)
    desk.tap(0, "lock")
    again = at_the_table(BIDS[0], "B,50,50,waiting")
    again.tap(0, "lock")
    assert not refused(again)


def test_a_seal_ends_in_what_binds_it_to_match_and_request() -> None:
    binding = "0123456789ab"
    desk = at_the_table(f"A,50,50,turn,bid=s1:1:50:{binding}", "B,50,50,waiting")
    desk.tap(0, "lock")
    desk.send("reveal", "s1")
    desk.wait(60)
    nonce = desk.told("revealed")[0][4]
    assert len(nonce) == 32
    assert nonce.endswith(binding)


# Counted by ear -----------------------------------------------------------------------------------------------------------------------


def test_a_bid_begins_anywhere_and_each_number_is_as_likely() -> None:
    rng = random.Random(3)

    class Fair(ScriptedEntropy):
        def urandom(self, count: int) -> bytes:
            return rng.randbytes(count)

    counted = Counter(anywhere(1, 50, Fair(b"")) for _ in range(20000))
    assert set(counted) == set(range(1, 51))
    assert sum((count - 400) ** 2 / 400 for count in counted.values()) < 85.35  # p 0.001 at 49 degrees of freedom


def test_who_counts_the_presses_learns_nothing() -> None:
    """Whatever the number of presses, every bid is left, and as often as every other: a start at random, and no end to bump into."""
    for presses in (0, 1, 7, 36, 49, 60):
        ends = Counter(moved(start, presses, 1, 50) for start in range(1, 51))
        assert set(ends.values()) == {1}
        assert len(ends) == 50


def test_a_held_button_goes_round_by_full_tens() -> None:
    assert [leapt(number, 1, 1, 50) for number in (1, 9, 10, 34, 49, 50)] == [10, 10, 20, 40, 50, 1]
    assert [leapt(number, -1, 1, 50) for number in (50, 34, 30, 10, 1)] == [40, 30, 20, 50, 50]
    assert [leapt(number, 1, 0, 9) for number in (0, 8, 9)] == [1, 9, 0]


def enter(target: int, rng: random.Random) -> tuple[float, int]:
    """The seconds and presses of a person who sets a bid of 1 to 50 by holding to the nearest ten and tapping.

    0.3 s to begin, 350 ms a ten and 0.15 s to let go, 0.19 s a tap, 1.2 s to read two lamps with digits, 0.45 s for LOCK: a model of
    entry times, measured on nobody.
    """
    locker = BidLocker()
    locker.ask(Request("s1", 1, 50), "A", ScriptedEntropy(rng.randbytes(8) + bytes(200)))
    seconds, presses, way = 0.3, 0, 1 if target > locker.bid else -1
    ten = (target + 5) // 10 * 10
    while abs(target - locker.bid) > 5 and locker.bid != ten:
        if not presses:
            presses, seconds = 1, seconds + abs(rng.gauss(0.15, 0.06))
            locker.change(way)
        else:
            locker.leap(way)
            seconds += 0.35
    while locker.bid != target:
        up = (target - locker.bid) % 50 <= 25
        locker.change(1 if up else -1)
        seconds, presses = seconds + 0.19, presses + 1
    assert locker.lock(ScriptedEntropy(bytes(32)))
    assert locker.stage == LOCKED != OPEN
    return seconds + 1.2 + 0.45, presses + 1


def test_a_bid_of_37_takes_three_and_a_half_seconds() -> None:
    rng = random.Random(1)
    seconds = sorted(enter(37, rng)[0] for _ in range(2000))
    assert seconds[1000] <= 3.5
    assert seconds[1800] <= 6.0


def test_the_bridge_keeps_its_slabs_at_any_brightness() -> None:
    for brightness in (99, 70, 10, 1):
        desk = at_the_table("A,50,50,turn", "B,50,50,turn", "bridge=0,-3,3,0", brightness=brightness, bridge_pixels=19)
        desk.stay(300)
        assert all(any(simhw.LIT[22][3 * place : 3 * place + 3]) for place in range(19)), brightness
