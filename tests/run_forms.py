"""The forms of a run: how much is tried, from the edit loop to the night. `docs/testing.md` says what each runs.

A test that is too slow for a form carries the marker of the first form that runs it: `slow` (not in `--quick`), `long` (only in `--long`
and `--nightly`), `nightly`. A test that tries the same many times asks `by_form` how often.
"""

from __future__ import annotations

import os
import subprocess
import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

import pytest

T = TypeVar("T")

FORMS: Final = ("quick", "usual", "long", "nightly")
"""Each runs all that the one before it runs."""

FIRST: Final = {"slow": "usual", "long": "long", "nightly": "nightly"}
"""By marker, the first form that runs a test."""

PROGRAMS: Final = {"api", "browser", "environments", "kicad", "mutants", "openscad", "oracle", "release", "site", "spice"}
"""Markers of what needs a program or a package that the edit loop does without; `--quick` counts it as slow."""

SLOW_FOLDERS: Final = tuple(
    f"tests/{name}" for name in ("bots", "coach", "commands", "console", "hardware", "league", "lessons", "station", "web")
)
"""Left out by `--quick` altogether, unless they are asked for: they start programs, boards or browsers, draw files, or play for us."""

ON_A_TERMINAL: Final = (
    "tests/commands/",
    "tests/console/",
    "tests/games/mamlejet/test_dice_on_the_console.py",
    "tests/table/test_by_buttons.py",
    "tests/table/test_face_down.py",
    "tests/table/test_robot_with_bot.py",
    "tests/table/test_simulated.py",
    "tests/web/browser/test_play.py",
    "tests/web/browser/test_station.py",
)
"""Where tests start simulated consoles, which stand behind pseudo-terminals; left out where the system has none left."""

VARIABLE: Final = "TAPETE_FORM"
"""Tells the workers and child processes of a run its form."""

TURN: Final = "TAPETE_TURN"
"""Tells them the turn of the commit: a number from its tree, the same for the same files."""


def form() -> str:
    """Give the form of this run."""
    return os.environ.get(VARIABLE, "usual")


def by_form(quick: int, usual: int, long: int, nightly: int) -> int:
    """Choose how often something is tried.

    Args:
        quick: with `--quick`.
        usual: without an option.
        long: with `--long`, as CI runs it.
        nightly: with `--nightly`.
    """
    return dict(zip(FORMS, (quick, usual, long, nightly), strict=True))[form()]


def matches(quick: int, usual: int, long: int, nightly: int) -> int:
    """Choose how many random matches are played; `TAPETE_MATCHES` overrules the form."""
    return int(os.environ.get("TAPETE_MATCHES", by_form(quick, usual, long, nightly)))


def turn_of(root: str) -> int:
    """Give the turn of a checkout's commit; 0 where there is no git. `TAPETE_TURN` overrules it."""
    asked = ["git", "-C", root, "rev-parse", "--verify", "--quiet", "HEAD^{tree}"]
    try:
        tree = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        tree = ""
    return int(tree[:8] or "0", 16)


def turn() -> int:
    """Give the turn of this run's commit."""
    return int(os.environ.get(TURN, "0"))


def in_turn(cases: Sequence[T], first: int = 0) -> list[Any]:
    """Give cases of `parametrize` of which the long form runs one, another from commit to commit, and the night all.

    Args:
        cases: each as good as the others: languages, shares of what is tried at random. first: which of them the usual form runs.
    """
    chosen = {"quick": first, "usual": first, "long": turn() % len(cases)}.get(form())
    return [pytest.param(case, marks=() if chosen in (None, number) else pytest.mark.nightly) for number, case in enumerate(cases)]


def waits(test: str, number: int) -> bool:
    """Tell whether a case of a test marked `halves` waits for the other turn: the long form runs each second one, the night all.

    Args:
        test: its name without the case. Tests of one case come in one half or the other by it.
        number: of the case, from 0.
    """
    return form() == "long" and (zlib.crc32(test.encode()) + number + turn() // 2) % 2 == 1  # the last bit chooses languages


def usually(cases: Iterable[Any], *kept: Any) -> list[Any]:
    """Give the cases of `parametrize`; the usual form runs those that are `kept`, by themselves or by their first value."""
    found = ((one, one if isinstance(one, tuple) else (one,)) for one in cases)
    return [pytest.param(*values, marks=() if one in kept or values[0] in kept else pytest.mark.long) for one, values in found]


def longest_first(tests: Sequence[T], is_long: Callable[[T], bool], workers: int) -> list[T]:
    """Order tests so that each worker's share begins with its part of the long ones: none of them is left for the end.

    Args:
        tests: of the run, in order. is_long: whether a test is long. workers: among whom pytest-xdist shares the tests (`worksteal`).
    """
    late, soon, found = [one for one in tests if not is_long(one)], [one for one in tests if is_long(one)], list[T]()
    for worker in range(workers):
        mine = soon[worker::workers]
        size = (len(tests) - len(found)) // (workers - worker)
        others = max(0, size - len(mine))
        found += mine + late[:others]
        late = late[others:]
    return found + late


def too_slow(markers: set[str]) -> str | None:
    """Name the marker that keeps a test out of this run's form; None when the form runs it."""
    now = FORMS.index(form())
    if now == 0 and markers & PROGRAMS:
        return "slow"
    return next((marker for marker, first in reversed(FIRST.items()) if marker in markers and FORMS.index(first) > now), None)


def command(marker: str) -> str:
    """Give the command whose run brings the tests that carry a marker of a form."""
    return {"slow": "python3 run.py test", "long": "python3 run.py test --long", "nightly": "python3 run.py test --nightly"}[marker]
