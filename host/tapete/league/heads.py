"""The hash chain over the lines of a match: host and server compare its heads instead of the lines themselves.

`head(0)` is the SHA-256 of the opening line, `head(n)` that of `head(n - 1)` and line n, in hexadecimal digits.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Literal

from msgspec import Struct


def first_head(opening: bytes) -> str:
    """The head of a match without entries.

    Args:
        opening: its line in a match file, without the end of the line.
    """
    return hashlib.sha256(opening).hexdigest()


def head_after(head: str, lines: Iterable[str]) -> str:
    """The head after further lines."""
    for line in lines:
        head = hashlib.sha256(head.encode() + line.encode()).hexdigest()
    return head


class Grown(Struct, frozen=True):
    """The lines go on from what is there (those that are new; none where all were there), and the head after them."""

    new: tuple[str, ...]
    head: str


Apart = Literal["gap", "behind", "forked"]
"""Lines are missing in between; the host knows fewer than the server; the two tell different matches."""


def joined(have: int, head: str, after: int, given: str, lines: tuple[str, ...]) -> Grown | Apart:
    """Say how lines that came go together with those that are there.

    Args:
        have, head: how many lines are there, and their head.
        after, given: how many the host has before these, and the head of those.
        lines: that came.
    """
    if after > have:
        return "gap"
    if after + len(lines) < have:
        return "behind"
    if head_after(given, lines[: have - after]) != head:
        return "forked"
    new = lines[have - after :]
    return Grown(new, head_after(head, new))
