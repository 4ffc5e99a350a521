"""Chance that comes again: a generator that nobody seeded is drawn from the name of the test that it serves.

A test that fails by chance fails again when it is run alone. At night the chance is another each time, and the run says how to repeat it.
"""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Iterator

from tests import run_forms

VARIABLE = "TAPETE_SEED"
"""The environment's name for what all chance of a run begins with; its workers are told the same."""

_served: Iterator[str] = iter(())


class OfTheTest(random.Random):
    """A generator whose seed, where it is given none, follows from the test and from how many were made before it."""

    def __init__(self, x: int | float | str | bytes | bytearray | None = None) -> None:
        super().__init__(next(_served, None) if x is None else x)


def settle() -> None:
    """Draw every unseeded generator of this process from the tests, but those of who imported the class itself before."""
    if run_forms.form() == "nightly":
        os.environ.setdefault(VARIABLE, str(random.SystemRandom().getrandbits(32)))
    random.Random = OfTheTest  # type: ignore[misc]  # the same where a seed is given


def serve(test: str) -> None:
    """Let the generators that are made from now on be this test's."""
    global _served
    start = f"{os.environ.get(VARIABLE, '')} {test}"
    _served = (f"{start} {number}" for number in itertools.count())
    random.seed(start)


def seed(usual: int) -> int:
    """Choose the seed of what is tried by chance many times: the usual one, but at night."""
    return int(os.environ.get(VARIABLE, usual))


def told() -> str:
    """Say how the chance of this run is had again; empty where it is the same each time."""
    return f"chance: {VARIABLE}={os.environ[VARIABLE]}" if VARIABLE in os.environ else ""
