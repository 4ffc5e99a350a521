"""Resume a match that the journal has kept."""

from __future__ import annotations

from typing import Any

from tapete.console.clock import REAL_TIME, Clock
from tapete.core.board import State
from tapete.core.match import Match
from tapete.core.refusals import Illegal, Malformed
from tapete.core.rules import Rules
from tapete.core.steps import SealingStep
from tapete.table import codes
from tapete.table.journal import Journal, Kept
from tapete.table.match_file import opened
from tapete.table.table import Table


def resume(journal: Journal, match: str, clock: Clock = REAL_TIME) -> Table:
    """The table of a match, as it was after the last entry that was acknowledged.

    Rules that have changed since, and no longer come to the same states, go on from the last snapshot; `Table.differs` is then the first
    entry that they do not replay, and a notice says so. What a vault held is gone: sealed bids of phones are asked for again.

    Raises:
        Illegal: there is no such match, its game or cards are not here, or neither its log nor a snapshot fits these rules.
        Malformed: a position of other rules.
        NotWritten: locks had to be lifted, and the journal could not be written.
        JournalTrouble: the journal cannot be read.
    """
    kept, begun, differs = _replayed(journal, match)
    table = Table(begun, journal, name=match, names=kept.row.names, marks=kept.marks, differs=differs, clock=clock)
    if differs is not None:
        table.notice(codes.OTHER_RULES, seq=differs)
    step = table.state.agenda[-1]
    if isinstance(step, SealingStep):
        gone = [seat for seat in step.ready if seat in step.seals and table.holder(seat) is None]
        table.withdraw(gone, codes.BID_FORGOTTEN, seat=gone)
    return table


def looked_at(journal: Journal, match: str) -> Match[Any]:
    """Open a match for reading only, as `resume` finds it. Nothing is written, even while a player plays it.

    Raises:
        Illegal, Malformed, JournalTrouble: as `resume`.
    """
    return _replayed(journal, match)[1]


def _replayed(journal: Journal, match: str) -> tuple[Kept, Match[Any], int | None]:
    """What the journal has of a match, the match after its last entry, and the first entry that these rules do not replay."""
    kept = journal.match(match)
    if kept is None:
        raise Illegal((codes.NO_MATCH(match=match),))
    begun = opened(kept.header)
    return kept, begun, begun.log.replay(kept.entries, _snapshots(begun.rules, kept))


def _snapshots(rules: Rules[Any], kept: Kept) -> dict[int, State]:
    """The snapshots that these rules can still read and find sound."""
    found: dict[int, State] = {}
    for seq, raw in kept.snapshots.items():
        try:
            state = rules.read_state(raw)
        except Malformed:
            continue
        if not rules.faults(state):
            found[seq] = state
    return found
