"""The places at the table."""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

from tapete.core.structs import Strict

Seat = Literal["A", "B", "C", "D"]
"""A place at the table; every game uses the first two to four of these letters."""


SEATS: tuple[Seat, ...] = ("A", "B", "C", "D")

T = TypeVar("T")


class Both(Strict, Generic[T]):
    """One value of each of two players."""

    A: T
    B: T

    def of(self, seat: Seat) -> T:
        """Return the value of one seat."""
        return self.A if seat == "A" else self.B

    def giving(self, seat: Seat, value: T) -> Both[T]:
        """Return the same with another value for one seat."""
        return Both(value, self.B) if seat == "A" else Both(self.A, value)


def more(a: int, b: int) -> Seat | None:
    """Return which of two players has more; None where both have as much."""
    return None if a == b else "A" if a > b else "B"


def rival(seat: Seat) -> Seat:
    """Return the other one of two players."""
    return "B" if seat == "A" else "A"
