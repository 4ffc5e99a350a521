"""Clauses: what a rulebook says, sentence by sentence, and the rulings on what it leaves open; every verdict cites one.

A game's package has `CLAUSES`, the table of its ledger in short words of our own. From it come the pages of rules, the links of the
log, `docs/rulings/` and the proof that every clause with a duty for the referee has a test.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from tapete.core.texts import Text


class Clause(Struct, frozen=True):
    """One clause or ruling: its id (`SHZ-035`, `SHZ-R43`), a paraphrase, and whether the referee has to see to it.

    `option` is the house rule that a ruling can be changed by, `table` marks what only hands and eyes can see to.
    """

    id: str
    says: Text
    option: str | None = None
    table: bool = False

    @property
    def duty(self) -> bool:
        """Whether the referee must do something about it, so that a test has to prove it."""
        return not self.table

    @property
    def ruling(self) -> bool:
        """Whether it settles what the rulebook leaves open."""
        return self.id.rpartition("-")[2].startswith("R")


def clause(clause_id: str, es: str, en: str, *, option: str | None = None, table: bool = False) -> Clause:
    """A clause by its id and its paraphrase in both languages."""
    return Clause(clause_id, Text(es, en), option, table)


def by_id(clauses: Iterable[Clause]) -> dict[str, Clause]:
    """The clauses by id.

    Raises:
        ValueError: an id is there twice.
    """
    found: dict[str, Clause] = {}
    for one in clauses:
        if one.id in found:
            raise ValueError(f"the clause {one.id} is there twice")
        found[one.id] = one
    return found
