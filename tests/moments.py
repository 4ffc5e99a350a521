"""Tables in the middle of matches: every state of a golden match, and of a match by chance."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

from tapete import cards
from tapete.core import notation
from tapete.core import position as positions
from tapete.core.codec import builtins
from tapete.core.seats import SEATS
from tapete.table import Table
from tapete.testing.contract import QUIET
from tools import generate_golden

NAMES = ("Ana", "Bruno", "Carla", "Dora")


def golden(path: Path) -> Iterator[Table]:
    """Give the table of a golden match, in each of its states."""
    lines = path.read_text(encoding="utf-8").splitlines()
    head = {word: rest for word, _, rest in (line.partition(" ") for line in lines) if word in generate_golden.HEAD}
    seats = SEATS[: int(head.get("seats", "2"))]
    table = Table.begin(
        None,
        cards.bind(head["game"], json.loads(head.get("options", "{}")), head.get("catalogue")),
        seats,
        names=dict(zip(seats, NAMES, strict=False)),
        position=positions.read(head["position"]) if "position" in head else None,
    )
    table.passes_by_itself = False  # the match has every pass
    yield table
    for line in lines:
        if line.startswith("> "):
            table.submit(builtins(notation.read(table.rules, line[2:])))
            yield table


def by_chance(game: str, seats: int, seed: int) -> Iterator[Table]:
    """Give the table of a match by chance, in each of its states."""
    table, rng = Table.begin(None, cards.bind(game), SEATS[:seats], names=dict(zip(SEATS, NAMES, strict=True))), random.Random(seed)
    table.passes_by_itself = False
    yield table
    while (action := table.rules.sample(table.state, rng, avoid=QUIET)) is not None:
        table.submit(action)
        yield table
