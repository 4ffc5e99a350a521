"""The places at the table."""

from __future__ import annotations

from typing import Literal

Seat = Literal["A", "B", "C", "D"]
"""A place at the table; every game uses the first two to four of these letters."""


SEATS: tuple[Seat, ...] = ("A", "B", "C", "D")
