"""Worked positions: for each clause a moment of a match and an action that show it, ready to be opened and played.

`tools/worked.py` finds them in the tests that prove the clauses; a game keeps them in `worked.jsonl` beside its ledger. A clause of the
set-up, or one that only hands see to, is shown by the beginning of a match.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from msgspec import Struct

from tapete import cards, games
from tapete.core import codec, notation, position
from tapete.core.actions import Action
from tapete.core.position import Position
from tapete.core.refusals import Code, Illegal
from tapete.core.rules import Rules
from tapete.core.seats import SEATS
from tapete.core.texts import Language, Text, _

NO_CLAUSE = Code("unknown_clause", "", _("{game} has no clause {clause}. `tapete rules` lists them."))


class Worked(Struct, frozen=True, forbid_unknown_fields=True):
    """One as it is kept: house rules that differ from the usual, state, action, and the clauses that it is for."""

    clauses: tuple[str, ...]
    options: dict[str, Any]
    state: dict[str, Any]
    action: dict[str, Any]


class Example(Struct, frozen=True):
    """One as it is opened. Without an action it is the beginning of a match.

    `told` are the sentences of what the action leads to, or, where it is `refused`, the reasons why not; each with its clause.
    """

    rules: Rules[Any]
    state: Any
    action: Action | None = None
    refused: bool = False
    told: tuple[tuple[Text, str], ...] = ()

    @property
    def position(self) -> Position:
        """The moment as a document."""
        return position.dump(self.rules, self.state)

    @property
    def declared(self) -> str:
        """The action in the form that `tapete` reads; empty if there is no action."""
        return "" if self.action is None else notation.write(self.action)


@functools.cache
def kept(game: str) -> Mapping[str, Worked]:
    """Return the worked positions of a game by clause; none where it keeps no file of them."""
    found: dict[str, Worked] = {}
    file = files("tapete.games") / game / "worked.jsonl"
    for line in file.read_bytes().splitlines() if game in games.BUILT_IN and file.is_file() else ():
        one = codec.decode(line, Worked)
        found.update(dict.fromkeys(one.clauses, one))
    return found


def example(game: str, clause: str) -> Example:
    """Return what shows a clause.

    Args:
        game: its name. clause: an id of its ledger.

    Raises:
        Illegal: no such game or clause.
    """
    ledger = games.need(game)
    if clause not in {one.id for one in ledger.clauses}:
        raise Illegal((NO_CLAUSE(game=ledger.title, clause=clause),))
    one = kept(game).get(clause)
    if one is None:
        rules = cards.bind(game, {}, None)
        return Example(rules, rules.start(SEATS[: ledger.fewest]))
    rules = cards.bind(game, one.options, None)
    state = codec.convert(one.state, ledger.state)
    action = rules.read(one.action)
    if refusals := rules.check(state, action):
        return Example(rules, state, action, True, tuple((refusal.text(rules.words), refusal.clause) for refusal in refusals))
    told = tuple((rules.sentence(event), event.clause) for event in rules.apply(state, action, checked=True)[1])
    return Example(rules, state, action, False, told)


_DECLARED = _("What is declared: {action}")
_BEGINNING = _("This is shown by the beginning of a match.")


def said(one: Example, language: Language) -> str:
    """Return an example in words: what is declared, and what is told or refused, each with its clause."""
    head = _DECLARED.fill(action=one.declared) if one.action is not None else _BEGINNING
    return "\n".join([head.in_(language), *(f"  {text.in_(language)} ({clause})" for text, clause in one.told)])
