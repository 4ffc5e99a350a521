"""The PIN of staff: how it is kept, and what guessing costs."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from tapete.core.refusals import Illegal
from tapete.station import addresses
from tapete.station.operations import pin, sessions
from tests.station.clock import Clock

PIN = "274951"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def door(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> pin.PinCheck:
    monkeypatch.setattr(pin, "COST", 2)
    pin.keep(tmp_path, PIN)
    return pin.PinCheck(tmp_path, clock)


def code(door: pin.PinCheck, given: str, address: str = "192.0.2.1") -> str:
    try:
        door.enter(given, address)
    except Illegal as refused:
        return refused.refusals[0].code
    return "in"


def test_the_file_tells_nothing_and_is_its_owners_alone(tmp_path: Path) -> None:
    pin.keep(tmp_path, PIN)
    path = tmp_path / pin.FILE
    kept = path.read_text()
    assert PIN not in kept
    assert kept.startswith("scrypt$16384$8$1$")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert pin.hashed(PIN) != pin.hashed(PIN), "every hash has its own salt"
    assert [entry.name for entry in tmp_path.iterdir()] == [pin.FILE]


def test_the_right_pin_opens_and_another_does_not(door: pin.PinCheck) -> None:
    assert code(door, PIN) == "in"
    assert code(door, "274952") == "wrong_pin"
    assert code(door, "") == "wrong_pin"
    assert code(door, PIN + "0" * 100_000) == "wrong_pin"


@pytest.mark.parametrize("given", ["", "12345", "111111", "123456", "987654", "27495a", "٢٧٤٩٥١", "2" * 33])
def test_what_everybody_tries_first_is_no_pin(tmp_path: Path, given: str) -> None:
    with pytest.raises(Illegal) as refused:
        pin.keep(tmp_path, given)
    assert refused.value.refusals[0].code == "not_a_pin"
    assert not (tmp_path / pin.FILE).exists()


def test_without_a_pin_nobody_comes_in(tmp_path: Path, clock: Clock) -> None:
    assert code(pin.PinCheck(tmp_path, clock), PIN) == "no_pin"


@pytest.mark.parametrize("kept", ["", "scrypt$1$2", "scrypt$16384$8$1$!!$!!", "scrypt$0$0$0$AA==$AA==", "plain$16384$8$1$AA==$AA=="])
def test_a_file_that_is_no_hash_opens_to_nobody(kept: str) -> None:
    assert not pin.fits(PIN, kept)


def test_every_wrong_pin_makes_the_next_wait_longer(door: pin.PinCheck, clock: Clock) -> None:
    waits = []
    for _ in range(12):
        assert code(door, "000001") == "wrong_pin"
        waits.append(door.throttle.wait_s("192.0.2.1"))
        clock.go_on(waits[-1])
    assert waits[:2] == [0.0, 0.0]
    assert waits[2:] == sorted(waits[2:])
    assert waits[-1] == pin.LONGEST_WAIT_S
    assert code(door, PIN) == "in", "a visitor who has waited may enter"
    assert code(door, "000001") == "wrong_pin", "and begins anew"
    assert door.throttle.wait_s("192.0.2.1") == 0


def test_while_one_waits_even_the_right_pin_is_not_judged(door: pin.PinCheck, clock: Clock) -> None:
    for _ in range(pin.FREE_TRIES):
        code(door, "000001")
    assert code(door, PIN) == "wait"
    assert code(door, PIN, "192.0.2.2") == "in", "another address is free"
    clock.go_on(2)
    assert code(door, PIN) == "in"


@pytest.mark.slow
def test_many_addresses_wait_together_and_the_stations_own_screen_does_not(door: pin.PinCheck, clock: Clock) -> None:
    judged = sum(code(door, "000001", f"192.0.2.{number}") == "wrong_pin" for number in range(200))
    assert judged == pin.FREE_TRIES_OF_ALL
    assert code(door, PIN, "192.0.2.250") == "wait"
    assert code(door, PIN, "127.0.0.1") == "in"
    assert code(door, PIN, "::1") == "in"


def test_guessing_for_a_day_gets_a_small_part_of_a_million(door: pin.PinCheck, clock: Clock) -> None:
    """At the pace that the throttle leaves; the hash itself is left out, to be quick."""
    until, tried = clock.now + 24 * 3600, 0
    while clock.now < until:
        wait = door.throttle.begin(f"192.0.2.{tried % 250}")
        tried += wait == 0
        clock.go_on(wait)
    assert tried < 2_000


def test_the_network_of_one_phone_is_one_address() -> None:
    assert addresses.group("2001:db8::1") == addresses.group("2001:db8::ffff:2") != addresses.group("2001:db8:0:1::1")
    assert addresses.group("::ffff:192.0.2.1") == "192.0.2.1"
    assert addresses.group("fe80::1%eth0") == "fe80::/64"
    assert len(addresses.group("x" * 10_000)) == 64


def test_remembered_addresses_are_bounded_and_forgotten(door: pin.PinCheck, clock: Clock) -> None:
    for number in range(3 * pin.MOST_ADDRESSES):
        door.throttle.begin(f"10.0.{number // 250}.{number % 250}")
        clock.go_on(pin.LONGEST_WAIT_OF_ALL_S + 1)
    assert len(door.throttle._wrong) <= pin.MOST_ADDRESSES
    clock.go_on(pin.FORGET_S + 1)
    assert door.throttle.wait_s("192.0.2.1") == 0


def test_a_session_ends_when_nobody_uses_it_and_at_the_latest_after_a_day_of_work(clock: Clock) -> None:
    kept = sessions.Sessions(clock)
    session = kept.begin()
    clock.go_on(sessions.IDLE_S)
    assert kept.find(session.token) is session
    assert kept.find(session.token + "x") is None
    assert kept.find("é") is None
    for _ in range(40):
        clock.go_on(sessions.IDLE_S - 1)
        kept.find(session.token)
    assert kept.find(session.token) is None
    other = kept.begin()
    clock.go_on(sessions.IDLE_S + 1)
    assert kept.find(other.token) is None


def test_logging_out_and_a_new_pin_end_sessions(clock: Clock) -> None:
    kept = sessions.Sessions(clock)
    mine, theirs = kept.begin(), kept.begin()
    kept.end(mine.token)
    assert (kept.find(mine.token), kept.find(theirs.token)) == (None, theirs)
    kept.end_all()
    assert kept.find(theirs.token) is None
    assert len({kept.begin().token for _ in range(sessions.MOST + 5)}) == len(kept._open) + 5
