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


class PrintedPlace(Strict):
    """Where something stands in the printed rulebook: under which heading, and in which paragraph below it (0: all of them)."""

    chapter: str
    paragraph: int


class Reasoning(Struct, frozen=True):
    """Why a ruling says what it says: what a table asks, the answer in a sentence that stands alone, what else it could be, and why not."""

    asks: Text
    answer: Text
    others: Text
    why: Text


class Clause(Struct, frozen=True):
    """One clause or ruling: its id (`SHZ-035`, `SHZ-R43`), a paraphrase, and whether the referee has to see to it.

    `option` is the house rule that a ruling can be changed by, `table` marks what only hands and eyes can see to. `on` are the clauses that
    a ruling reads; `places` where it, or they, stand in the printed rulebook: none where that is silent. `question` is what a table asks.
    """

    id: str
    says: Text
    option: str | None = None
    table: bool = False
    argument: Reasoning | None = None
    on: tuple[str, ...] = ()
    places: tuple[PrintedPlace, ...] = ()
    question: Text | None = None

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
        return wanted in ids or (
            not wanted.isdecimal() and wanted in plain_letters("\n".join(text for said in self._said() for text in said.wire().values()))
        )

    def _said(self) -> tuple[Text, ...]:
        said = (self.says,) if self.argument is None else (self.says, self.argument.answer)
        return said if self.question is None else (*said, self.question)


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
    entries = (*found.clause, *found.ruling)
    printed, at = dict[str, PrintedPlace](), list(found.place)
    for entry in (one for one in found.clause if at and one.id[-1:].isdigit() and one.id[-3:].isdigit()):
        while len(at) > 1 and at[1].since <= entry.id:
            del at[0]
        printed[entry.id] = PrintedPlace(at[0].chapter, at[0].paragraph)
    clauses = []
    for one in entries:
        places = dict.fromkeys(printed[clause] for clause in (one.id, *one.on) if clause in printed)
        argument = Reasoning(domain(one.asks), domain(one.answer), domain(one.others), domain(one.why)) if one.answer else None
        asked = domain(one.asks) if one.asks else None
        clauses.append(Clause(one.id, domain(one.says), one.option, not one.duty, argument, one.on, tuple(places), asked))
    by_id(clauses)
    return tuple(clauses)


class _Entry(Strict):
    """One clause as the file has it; a ruling has all four words of an argument, a clause its question."""

    id: str
    says: str
    duty: bool = True
    option: str | None = None
    asks: str = ""
    answer: str = ""
    others: str = ""
    why: str = ""
    on: tuple[str, ...] = ()


class _PlaceInPrint(Strict):
    """The place in the printed rulebook, from this clause on."""

    since: str
    chapter: str
    paragraph: int


class _Ledger(Strict):
    """The whole file."""

    clause: tuple[_Entry, ...] = ()
    ruling: tuple[_Entry, ...] = ()
    place: tuple[_PlaceInPrint, ...] = ()


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
