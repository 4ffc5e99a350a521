"""A robot that plays Nim without a mistake: it leaves heaps whose binary sums are even (Bouton, 1901)."""

import random
from typing import Any

STRENGTHS = ("medium",)


class Robot:
    """Takes what leaves the heaps balanced; one counter where nothing does."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def decide(self, state: Any, seat: str, owed: Any, deadline: Any = None) -> dict[str, Any]:
        """Choose a heap and a number of counters."""
        heaps = state.heaps
        takes = [(heap, n) for heap, size in enumerate(heaps, 1) for n in range(1, size + 1)]
        balance = heaps[0] ^ heaps[1] ^ heaps[2]
        good = [(heap, n) for heap, n in takes if heaps[heap - 1] - n == heaps[heap - 1] ^ balance]
        heap, counters = self.rng.choice(good or [take for take in takes if take[1] == 1])
        return {"action": "take", "seat": seat, "heap": heap, "counters": counters}


def bot(rules: Any, rng: random.Random, strength: str) -> Robot:
    """Make the robot of a match."""
    return Robot(rng)
