"""Every refusal of the ledger's table at work, and every fault of a position, by chapter.

Source: docs/inside/rules/mamlejet.md#actions, #invariants.
"""

from __future__ import annotations

from tests.contract.refused import Refused
from tests.games.mamlejet.refusals.fighting import FIGHTING
from tests.games.mamlejet.refusals.match import MATCH
from tests.games.mamlejet.refusals.playing import PLAYING
from tests.games.mamlejet.refusals.positions import POSITIONS
from tests.games.mamlejet.refusals.ruling import RULING
from tests.games.mamlejet.refusals.timing import TIMING

CASES: tuple[Refused, ...] = (
    *MATCH,
    *TIMING,
    *PLAYING,
    *FIGHTING,
    *RULING,
    *POSITIONS,
)
