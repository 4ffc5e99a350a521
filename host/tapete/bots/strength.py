"""How well a bot plays."""

from __future__ import annotations

from typing import Literal, get_args

from tapete.core.refusals import Refusal

Strength = Literal["easy", "medium", "strong", "exact"]
"""`exact` is perfect play; of the games here only Shazamm has it, and only where no spells are on."""

STRENGTHS: tuple[Strength, ...] = get_args(Strength)


class Unplayable(ValueError):
    """There is no bot of this strength for these rules; `refusal` says why in every language, where that is known."""

    def __init__(self, why: str | Refusal) -> None:
        super().__init__(why if isinstance(why, str) else why.text().in_("en"))
        self.refusal = None if isinstance(why, str) else why
