"""House rules that do not go together (ledger, section 5.1; MMK-157); each by itself is bounded where it is declared."""

from __future__ import annotations

from collections.abc import Iterator

from tapete.core.refusals import Code, Refusal
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.state import Options

ONLY_WITH: dict[str, tuple[str, str]] = {
    "custom_fixed": ("level", "custom"),
    "custom_per_player": ("level", "custom"),
    "custom_cap_per_player": ("level", "custom"),
    "clock_minutes": ("mode", "clock"),
    "clock_finish_round": ("mode", "clock"),
    "clock_keeps_threshold": ("mode", "clock"),
}
"""House rules that say nothing unless another has this value; changing one of them alone is an oversight (MMK-162, R40)."""

AT_MOST: tuple[tuple[str, str], ...] = (("mulligan_floor", "opening_hand"), ("opening_hand", "deck_tactics"))
"""A hand cannot be drawn again for more cards than it had, nor hold more than the deck has (MMK-169, R69)."""


def clashes(options: Options) -> tuple[Refusal, ...]:
    """Return every pair of house rules that contradict each other, at the one that gives way.

    Args:
        options: each within its own bounds already.
    """
    return tuple(_clashes(options))


def _clashes(options: Options) -> Iterator[Refusal]:
    plain = Options()
    for key, most in AT_MOST:
        if getattr(options, key) > getattr(options, most):
            yield _beside(options, key, most)
    for key, (other, needed) in ONLY_WITH.items():
        if getattr(options, key) != getattr(plain, key) and getattr(options, other) != needed:
            yield _beside(options, key, other)


BAD_TOGETHER = Code(
    "bad_config", "MMK-157", _("The house rule “{key}” ({value}) does not go with “{other}” ({beside}). Change one of the two.")
)


def _beside(options: Options, key: str, other: str) -> Refusal:
    return BAD_TOGETHER(key=key, value=getattr(options, key), other=other, beside=getattr(options, other)).under(key)
