"""SHA-256 in plain Python, for interpreters without it (CircuitPython 10.0 has SHA-1 only; 59 ms a block there).

Only `sha256.py` imports this, and only where it must: it costs 3 KB. Source: FIPS 180-4.
"""

from __future__ import annotations

MASK = 0xFFFFFFFF

ROUND = bytes.fromhex(
    "428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5d807aa9812835b01243185be550c7dc372be5d7480deb1fe9bdc06a7c19bf174"
    "e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa5cb0a9dc76f988da983e5152a831c66db00327c8bf597fc7c6e00bf3d5a7914706ca635114292967"
    "27b70a852e1b21384d2c6dfc53380d13650a7354766a0abb81c2c92e92722c85a2bfe8a1a81a664bc24b8b70c76c51a3d192e819d6990624f40e3585106aa070"
    "19a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f682e6ff3748f82ee78a5636f84c878148cc7020890befffaa4506cebbef9a3f7c67178f2"
)
"""Fractions of the cube roots of the first 64 primes, 32 bits each (FIPS 180-4, 4.2.2)."""

START = bytes.fromhex("6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19")
"""Fractions of the square roots of the first 8 primes, 32 bits each (FIPS 180-4, 5.3.3)."""


def _words(octets: bytes) -> list[int]:
    """Return 32-bit words, most significant byte first."""
    return [int.from_bytes(octets[at : at + 4], "big") for at in range(0, len(octets), 4)]


def _turn(word: int, by: int) -> int:
    """Return a 32-bit word rotated right."""
    return ((word >> by) | (word << (32 - by))) & MASK


def digest(message: bytes) -> str:
    """Return the SHA-256 of `message` as 64 lower-case hexadecimal digits, reckoned in plain Python."""
    constants = _words(ROUND)
    state = _words(START)
    length = len(message) * 8
    padded = message + b"\x80" + bytes((55 - len(message)) % 64) + length.to_bytes(8, "big")
    for start in range(0, len(padded), 64):
        words = _words(padded[start : start + 64])
        for at in range(16, 64):
            before, last = words[at - 15], words[at - 2]
            small0 = _turn(before, 7) ^ _turn(before, 18) ^ (before >> 3)
            small1 = _turn(last, 17) ^ _turn(last, 19) ^ (last >> 10)
            words.append((words[at - 16] + small0 + words[at - 7] + small1) & MASK)
        a, b, c, d, e, f, g, h = state
        for at in range(64):
            big1 = _turn(e, 6) ^ _turn(e, 11) ^ _turn(e, 25)
            first = (h + big1 + ((e & f) ^ (~e & MASK & g)) + constants[at] + words[at]) & MASK
            big0 = _turn(a, 2) ^ _turn(a, 13) ^ _turn(a, 22)
            second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) & MASK
            h, g, f, e, d, c, b, a = g, f, e, (d + first) & MASK, c, b, a, (first + second) & MASK
        after = (a, b, c, d, e, f, g, h)
        state = [(state[at] + after[at]) & MASK for at in range(8)]
    return "".join(["%08x" % word for word in state])
