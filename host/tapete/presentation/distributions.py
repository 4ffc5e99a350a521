"""Find what is wrong with the distributions that bring games, their bots or what people see of them."""

from __future__ import annotations

from tapete import bots, games, presentation
from tapete.core.refusals import Refusal


def faults() -> tuple[Refusal, ...]:
    """Name everything that is announced and cannot be used, with its place and what to do; empty where all is well.

    What other distributions bring is imported for it: games, bots and presentations. Of our own, what was used and damaged files are known.
    """
    return (*games.faults(), *bots.faults(), *presentation.faults())
