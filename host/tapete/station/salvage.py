"""An earlier name, for scripts outside this project that open a station's journal by it; inside it is `tapete.table.journal_repair`."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

from tapete.table import journal_repair
from tapete.table.buffered_journal import BufferedJournal


class Salvaged(NamedTuple):
    """What was done with a damaged journal, as it was told earlier."""

    matches: int
    cut: int
    text: SimpleNamespace


def open_journal(path: Path) -> tuple[BufferedJournal, Salvaged | None]:
    """Open a journal, mending it if need be; see `journal_repair.open_journal`."""
    journal, repaired = journal_repair.open_journal(path)
    if repaired is None:
        return journal, None
    return journal, Salvaged(repaired.matches, repaired.cut, SimpleNamespace(**repaired.text.wire()))
