"""The D10: every face exactly as often, and a million throws of the real code."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete_console.dice import REMEMBERED, DieRoller, Entropy, throw
from tests.firmware.rig import ScriptedEntropy

CHI_SQUARE_9_AT_0_001 = 27.877
"""Critical value for nine degrees of freedom (NIST/SEMATECH e-Handbook, table 1.3.6.7.4)."""


def test_of_the_256_bytes_250_give_each_face_25_times_and_six_are_thrown_away() -> None:
    faces = {octet: throw(ScriptedEntropy(bytes([octet, 10]))) for octet in range(250)}
    assert sorted(faces.values()) == sorted(list(range(1, 11)) * 25)
    for octet in range(250, 256):
        entropy = ScriptedEntropy(bytes([octet, 7]))
        assert throw(entropy) == 7
        assert entropy.octets == b""


def test_the_digit_0_is_ten() -> None:
    assert [throw(ScriptedEntropy(bytes([octet]))) for octet in (0, 10, 240, 1, 9)] == [10, 10, 10, 1, 9]


@given(st.binary(min_size=1, max_size=20))
def test_a_throw_takes_the_first_byte_below_250(octets: bytes) -> None:
    usable = [octet for octet in octets if octet < 250]
    expected = (usable[0] % 10 or 10) if usable else 10
    assert throw(ScriptedEntropy(octets)) == expected


@pytest.mark.slow
def test_a_million_throws_are_even() -> None:
    """Seeded, so that the test says the same each time: the code is what is tested, not the luck of a day."""

    class Seeded(Entropy):
        def __init__(self) -> None:
            self.source = random.Random(20_26)

        def urandom(self, count: int) -> bytes:
            return self.source.randbytes(count)

    entropy = Seeded()
    counts = [0] * 11
    for _ in range(1_000_000):
        counts[throw(entropy)] += 1
    assert counts[0] == 0
    chi_square = sum((count - 100_000) ** 2 / 100_000 for count in counts[1:])
    assert chi_square < CHI_SQUARE_9_AT_0_001


def test_a_die_is_owed_until_it_is_rolled_and_then_no_more() -> None:
    roller = DieRoller()
    roller.ask(["r1", "r2"])
    assert roller.owed == "r1"
    roller.rolled("r1")
    assert roller.owed == "r2"
    roller.ask(["r1"])
    assert roller.owed == ""
    roller.ask(["r3", "r1"])
    assert roller.owed == "r3"


def test_the_last_64_dice_are_remembered() -> None:
    roller = DieRoller()
    for number in range(REMEMBERED + 1):
        roller.rolled(f"r{number}")
    roller.ask(["r1"])
    assert roller.owed == ""
    roller.ask(["r0"])
    assert roller.owed == "r0"
