"""Clauses: what a rulebook says, sentence by sentence, and the rulings on what it leaves open; every verdict cites one.

A game's package has `ledger.toml`, its ledger in short words of our own. From it come the pages of rules, the links of the
log, `docs/rulings/` and the proof that every clause with a duty for the referee has a test.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files

import msgspec
from msgspec import Struct

from tapete.core.structs import Strict, ready
from tapete.core.texts import Text, TextDomain, plain_letters


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

    def meant(self, word: str) -> bool:
        """Say whether a word means it: its id, the end of its id, or something in its text, in any language and without accents."""
        wanted = plain_letters(word)
        ids = {self.id.casefold(), self.id.casefold().partition("-")[2]}
        return wanted in ids or (not wanted.isdecimal() and wanted in plain_letters("\n".join(self.says.wire().values())))


def ledger(package: str, domain: TextDomain) -> tuple[Clause, ...]:
    """Return the ledger of a game: the file `ledger.toml` of its package, clauses first, then rulings.

    Args:
        package: where the file is. domain: whose catalogues hold its translations.

    Raises:
        FileNotFoundError: the package has no ledger.
        ValueError: it is no TOML, or a clause lacks `id` or `says`, has a key too many, or an id is there twice.
    """
    file = files(package) / "ledger.toml"
    try:
        found = msgspec.toml.decode(file.read_bytes(), type=ready(_Ledger))
    except msgspec.DecodeError as fault:
        raise ValueError(f"{file}: {fault}") from None
    clauses = tuple(Clause(one.id, domain(one.says), one.option, not one.duty) for one in (*found.clause, *found.ruling))
    by_id(clauses)
    return clauses


class _Entry(Strict):
    """One clause as the file has it."""

    id: str
    says: str
    duty: bool = True
    option: str | None = None


class _Ledger(Strict):
    """The whole file."""

    clause: tuple[_Entry, ...] = ()
    ruling: tuple[_Entry, ...] = ()


def by_id(clauses: Iterable[Clause]) -> dict[str, Clause]:
    """Return the clauses by id.

    Raises:
        ValueError: an id is there twice.
    """
    found: dict[str, Clause] = {}
    for one in clauses:
        if one.id in found:
            raise ValueError(f"the clause {one.id} is there twice")
        found[one.id] = one
    return found
