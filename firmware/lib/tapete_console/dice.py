"""D10s: an unbiased throw, and the dice that a panel owes."""

from __future__ import annotations

import os

REMEMBERED = 64
"""Ids of dice already rolled that are kept; see docs/link.md, section 5."""


class Entropy:
    """Random bytes of the interpreter's `os.urandom`; a test puts its own in the place of this."""

    def urandom(self, count: int) -> bytes:
        """Return `count` random bytes."""
        return os.urandom(count)


SIDES = (4, 6, 8, 10, 12, 20)
"""Dice that a console alone can be."""


def throw(entropy: Entropy, sides: int = 10) -> int:
    """Return the face of a die, 1..`sides`: bytes that would favour a face are thrown away; of a D10 the last digit is the face."""
    if sides == 10:
        return throws(entropy, 1)[0]
    while True:
        byte = entropy.urandom(1)[0]
        if byte < 256 - 256 % sides:
            return byte % sides + 1


def throws(entropy: Entropy, count: int) -> list[int]:
    """Return `count` such faces (1..100): the bytes are asked for together, for each call takes the interpreter 85 us."""
    faces: list[int] = []
    while len(faces) < count:
        faces += [byte % 10 or 10 for byte in entropy.urandom(count - len(faces)) if byte < 250]
    return faces


class DieRoller:
    """The dice one panel owes, by id, and those it has rolled."""

    def __init__(self) -> None:
        self._asked: list[str] = []
        self._rolled = " "
        """The ids with a space behind each: in a list they would take four times as much memory."""
        self._count = 0

    def ask(self, dice: list[str]) -> None:
        """Take the ids of the scene; those rolled before are not owed again."""
        self._asked = dice

    @property
    def owed(self) -> str:
        """Id of the die that comes next; empty if none is owed."""
        for die in self._asked:
            if " " + die + " " not in self._rolled:
                return die
        return ""

    def rolled(self, die: str) -> None:
        """Remember that this die has been rolled."""
        self._rolled += die + " "
        self._count += 1
        if self._count > REMEMBERED:
            self._count = REMEMBERED
            self._rolled = self._rolled[self._rolled.find(" ", 1) :]
