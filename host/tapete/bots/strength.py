"""How well a bot plays."""

from __future__ import annotations

from typing import Literal, get_args

Strength = Literal["easy", "medium", "strong", "exact"]
"""`exact` is perfect play; of the games here only Shazamm has it, and only where no spells are on."""

STRENGTHS: tuple[Strength, ...] = get_args(Strength)


class Unplayable(ValueError):
    """There is no bot of this strength for these rules."""
