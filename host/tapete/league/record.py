"""The record of an event: its decisions, chained by hash. Altering one breaks the chain.

The head of a record is the SHA-256 of the settings; each decision's head is that of the one before it and the decision. Sixteen digits of
the newest head stand on the wall and on the slips: who has seen them can tell later whether an export is of that event.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from tapete.core import codec

SHOWN = 16
"""Digits of a head that are shown."""

Plain = Mapping[str, Any]
"""A decision or settings as a reader of their JSON has them."""


def first_head(settings: Plain) -> str:
    """The head of an event without decisions."""
    return hashlib.sha256(codec.encode(settings)).hexdigest()


def head_after(head: str, decision: Plain) -> str:
    """The head after one more decision: a mapping with `number`, `at_ms`, `who`, `what` and `why`."""
    line = [head, decision["number"], decision["at_ms"], decision["who"], decision["what"], decision.get("why", "")]
    return hashlib.sha256(codec.encode(line)).hexdigest()


def heads(settings: Plain, log: Sequence[Plain]) -> list[str]:
    """The heads of a record: of the settings, then after each decision."""
    found = [first_head(settings)]
    for decision in log:
        found.append(head_after(found[-1], decision))
    return found


def shown(version: int, head: str) -> str:
    """A head as people read it: the number of its decision, and the first digits in fours."""
    digits = head[:SHOWN]
    return f"{version} · " + " ".join(digits[at : at + 4] for at in range(0, SHOWN, 4))
