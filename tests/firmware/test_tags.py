"""Stickers on the reader: each card laid down is told once, with its code; whatever goes wrong, no wrong card is told and nothing waits."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete_console import tags
from tests.firmware.rig import WORKSHOP, Desk, simhw

ONE, OTHER, FOUR = "04a1b2c3d4e580", "04ffeeddccbb80", "a1b2c3d4"
CODE = "MOR.REED.SCOUT"


def reading(*further: str) -> tuple[Desk, Any]:
    """A console with a reader, whose host reads tags unless told otherwise."""
    desk = Desk(reader=1, budget_ma=600)
    chip = simhw.PEER = WORKSHOP.pn532.PN532()
    desk.greet(0, *(further or ("reads=tag,tagged",)))
    desk.stay(200)
    return desk, chip


def told(desk: Desk) -> list[list[str]]:
    return [list(fields) for _, *fields in desk.told("tag")]


def test_a_card_that_is_laid_down_is_told_once_with_its_code_behind_the_factory_s_lock_control() -> None:
    desk, chip = reading()
    chip.lay((ONE, CODE))
    desk.stay(120)
    assert told(desk) == [["0", ONE, CODE]]
    desk.stay(2000)
    assert told(desk) == [["0", ONE, CODE]]
    assert desk.answers("tagged") == [("0", "one")]


@pytest.mark.parametrize("text", ["A", "MOR.X", "MMK.TWENTY.LETTERS.XY", "Z" * 40])
def test_texts_of_one_page_and_of_four(text: str) -> None:
    desk, chip = reading()
    chip.lay((ONE, text))
    desk.stay(300)
    assert told(desk) == [["0", ONE, text]]


@pytest.mark.parametrize("text", [None, "", "Z" * 41, "two words", "ñ", "a*b"])
def test_a_sticker_without_a_code_is_told_by_its_number(text: str | None) -> None:
    desk, chip = reading()
    chip.lay((FOUR, text))
    desk.stay(300)
    assert told(desk) == [["0", FOUR]]


def test_lifted_and_laid_again_is_told_again_and_a_single_miss_is_no_lift() -> None:
    desk, chip = reading()
    chip.misses = True
    chip.lay((ONE, CODE))
    desk.stay(1500)
    assert len(told(desk)) == 1
    chip.lay()
    desk.stay(600)
    chip.lay((ONE, CODE))
    desk.stay(500)
    assert len(told(desk)) == 2
    assert desk.answers("tagged") == [("0", "one"), ("0", "none"), ("0", "one")]


def test_two_cards_are_told_as_two_and_none_of_them_as_a_card() -> None:
    desk, chip = reading()
    chip.lay((ONE, CODE), (OTHER, "MOR.FROG"))
    desk.stay(500)
    assert told(desk) == []
    assert desk.answers("tagged") == [("0", "two")]
    chip.lay((OTHER, "MOR.FROG"))
    desk.stay(500)
    assert desk.answers("tagged")[-1] == ("0", "one")


def test_a_card_lifted_between_list_and_read_is_not_told_and_the_next_one_is() -> None:
    desk, chip = reading()
    chip.lifts = 1
    chip.lay((ONE, CODE))
    desk.stay(600)
    assert told(desk) == []
    chip.lay((OTHER, "MOR.FROG"))
    desk.stay(500)
    assert told(desk) == [["0", OTHER, "MOR.FROG"]]


def test_a_reader_that_falls_silent_is_reported_once_and_found_again_and_all_else_goes_on() -> None:
    desk, chip = reading()
    chip.mute = True
    desk.stay(tags.SILENT_MS + 500)
    assert desk.told("report") == [("report", "reader", "mute")]
    desk.stay(5000)
    assert len(desk.told("report")) == 1
    desk.show(1, "A,37,50,turn,lock=pass")
    desk.tap(0, "lock")
    assert desk.told("press") == [("press", "0", "lock", "1")]
    chip.mute = False
    chip.lay((ONE, CODE))
    desk.stay(600)
    assert told(desk) == [["0", ONE, CODE]]


def test_no_reader_at_all_is_reported_and_stops_nothing() -> None:
    desk = Desk(reader=1, budget_ma=600)
    desk.greet(0, "reads=tag")
    desk.stay(6000)
    assert desk.told("report") == [("report", "reader", "mute")]


@pytest.mark.parametrize("seed", range(6))
def test_with_one_byte_in_forty_flipped_no_wrong_card_is_told(seed: int) -> None:
    desk, chip = reading()
    chip.noise = 37 + seed
    chip.lay((ONE, CODE))
    desk.stay(6000)
    assert set(map(tuple, told(desk))) <= {("0", ONE, CODE), ("0", ONE)}
    chip.noise = 0
    chip.lay()
    desk.stay(600)
    chip.lay((OTHER, "MOR.FROG"))
    desk.stay(600)
    assert told(desk)[-1] == ["0", OTHER, "MOR.FROG"]


def test_a_host_that_does_not_read_tags_gets_no_line_of_them() -> None:
    desk, chip = reading("sw2=1")
    chip.lay((ONE, CODE))
    desk.stay(1000)
    assert told(desk) == []
    assert desk.answers("tagged") == []
    assert desk.answers("refuse") == []


@pytest.mark.parametrize(
    ("reads", "cards", "lying"),
    [("", 0, 0), ("fly", 0, 0), ("tag", 1, 0), ("tagged", 0, 1), ("tag,tagged", 1, 1), ("fly,tagged,tag,swim", 1, 1), ("tag," * 150, 1, 0)],
)
def test_what_a_host_says_that_it_reads_decides_which_lines_of_a_reader_come(reads: str, cards: int, lying: int) -> None:
    """Hosts of the version before, of this one and of the next; what one does not read is told to no other."""
    desk, chip = reading(f"reads={reads}", "wings=2")
    chip.lay((ONE, CODE))
    desk.stay(1000)
    assert (len(told(desk)), len(desk.answers("tagged"))) == (cards, lying)
    assert (desk.answers("refuse"), desk.status()["bad"], desk.status()["queue"]) == ([], "0", "0")
    desk.greet(cards, "reads=tag,tagged")
    desk.stay(500)
    assert len(told(desk)) == cards


def test_hello_tells_of_the_reader_and_other_pins_and_its_current_is_taken_off_the_budget() -> None:
    with_reader, without = Desk(reader=1), Desk()
    with_reader.wait(20)
    without.wait(20)
    hello = [dict(field.split("=", 1) for field in desk.answers("hello")[0][1:]) for desk in (with_reader, without)]
    assert (hello[0]["parts"], "parts" in hello[1]) == ("reader", False)
    assert hello[0]["pins"] != hello[1]["pins"]
    assert (with_reader.settings.budget, without.settings.budget) == (300, 400)


def test_random_hands_and_a_bad_line_tell_every_card_that_lay_long_enough_and_none_that_did_not_lie() -> None:
    desk, chip = reading()
    rng = random.Random(7)
    laid = []
    for number in range(60):
        uid = f"04{number:012x}"
        chip.mute, chip.misses = rng.random() < 0.1, rng.random() < 0.3
        long_enough = rng.random() < 0.7 and not chip.mute
        chip.lay((uid, f"MOR.{number}"))
        desk.stay(500 if long_enough else 10)
        chip.lay()
        desk.stay(600)
        if long_enough:
            laid.append(["0", uid, f"MOR.{number}"])
        chip.mute = False
        desk.stay(300)
    heard = told(desk)
    assert [one for one in heard if one in laid] == laid
    assert all(one[2:] == [f"MOR.{int(one[1][2:], 16)}"] for one in heard if len(one) > 2)


class Given:
    """A port that gives these bytes, a part each time."""

    def __init__(self, parts: list[bytes]) -> None:
        self.parts = parts
        self.written = 0

    @property
    def in_waiting(self) -> int:
        return len(self.parts[0]) if self.parts else 0

    def read(self, count: int) -> bytes | None:
        return self.parts.pop(0)[:count] if self.parts else None

    def write(self, octets: bytes) -> int:
        self.written += len(octets)
        return len(octets)


FRAMES = st.binary(max_size=30).map(
    lambda data: tags.framed(b"")[:3] + bytes((len(data) + 1, -(len(data) + 1) & 255, 0xD5)) + data + bytes((-(0xD5 + sum(data)) & 255, 0))
)


@given(
    st.lists(
        st.one_of(st.binary(min_size=1, max_size=40), FRAMES, FRAMES.map(lambda frame: frame.replace(b"\xd5", b"\xd5\x4b", 1))), max_size=20
    )
)
def test_no_bytes_of_a_reader_stop_the_driver(parts: list[bytes]) -> None:
    reader = tags.Reader(Given(list(parts)))  # type: ignore[arg-type]  # what it needs of a port
    for now in range(0, 4000, 40):
        reader.turn(now)
        assert reader.lying in tags.LYING
        assert reader.laid is None or len(reader.laid[0]) in range(8, 21)


def test_without_the_setting_nothing_of_it_is_loaded_and_every_byte_is_the_same() -> None:
    """The traces of a console without the new parts are those of one that does not know them."""
    import sys

    frames, lines = [], []
    for further in ((), ("reads=tag,tagged",)):
        for name in ("tapete_console.tags", "tapete_console.parts", "tapete_console.beside", "busio"):
            sys.modules.pop(name, None)
        desk = Desk(entropy=bytes(range(64)))
        simhw.PEER = WORKSHOP.pn532.PN532()
        simhw.PEER.lay((ONE, CODE))
        desk.greet(0, *further)
        desk.show(1, "A,37,50,turn,bid=s1:1:37", "B,50,50,turn,bid=s1:1:50")
        desk.tap(0, "plus", 3)
        desk.tap(0, "lock")
        desk.stay(1500)
        assert not {"tapete_console.tags", "tapete_console.parts", "tapete_console.beside"} & set(sys.modules)
        assert simhw.PEER.commands == 0
        frames.append(list(simhw.FRAMES))
        lines.append([(line.kind, line.fields) for line in desk.sent])
    assert frames[0] == frames[1]
    assert lines[0] == lines[1]
