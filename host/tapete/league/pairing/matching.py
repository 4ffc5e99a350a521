"""A matching of the greatest weight: the only user of the library. The seed settles a tie of weights; nothing is left to chance."""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Iterable
from typing import Any

from tapete.core.texts import Text, _

TIE_BITS = 32
"""Bits of the lot that decides between two matchings of equal price."""

PRICE = 1 << 64
"""What one unit of a price weighs: more than the lots of 2^31 edges together."""


class MatchingMissing(ImportError):
    """The library for pairings is not installed; `text` says what to do."""

    def __init__(self) -> None:
        self.text: Text = _("Pairings need the extra “league”: install tapete[league].")
        super().__init__(self.text.in_("en"))


def lot(seed: str, round_number: int, a: int, b: int) -> int:
    """The lot of a pair in a round, the same on every machine."""
    low, high = min(a, b), max(a, b)
    return int.from_bytes(hashlib.sha256(f"{seed}/{round_number}/{low}/{high}".encode()).digest()[: TIE_BITS // 8])


def cheapest(nodes: int, edges: Iterable[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """The matching with the most pairs, and among those the lowest price.

    Args:
        nodes: their number; they are called 0, 1, ...
        edges: two nodes and the price of the pair; each two once at the most.

    Returns:
        Its pairs, the lower node first, in order.

    Raises:
        MatchingMissing: the library is not installed.
    """
    try:
        library: Any = importlib.import_module("rustworkx")
    except ImportError:
        raise MatchingMissing from None
    graph = library.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from([(a, b, -price) for a, b, price in edges])
    found = library.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in found)
