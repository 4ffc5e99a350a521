"""How a game is taught, as plain data: a page that is read in five minutes, and a reference sheet of one side.

The pictures of the page come from one match that goes on while it is read: `script` says its actions, and each passage after how many of
them its board is drawn. `tapete.presentation.taught` plays it with the referee.

    Passage(title=_("The bid"), says=_("Set your bid in secret."), clauses=clauses("SHZ-034–036"), after=2, look=_("50 mana each."))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from tapete.core.seats import Seat
from tapete.core.texts import NOTHING, Text


def clauses(said: str) -> tuple[str, ...]:
    """Ids of clauses from the short form that pages write: the game's letters once, and three or more that follow each other as a span.

    >>> clauses("SHZ-039, 042–044, R05")
    ('SHZ-039', 'SHZ-042', 'SHZ-043', 'SHZ-044', 'SHZ-R05')
    """
    game, _dash, ends = said.partition("-")
    found: list[str] = []
    for end in ends.split(", "):
        first, _dash, last = end.partition("–")
        found += [f"{game}-{number:03}" for number in range(int(first), int(last) + 1)] if last else [f"{game}-{first}"]
    return tuple(found)


def spans(ids: Sequence[str]) -> list[str]:
    """The same the other way round, each end by itself.

    >>> spans(("SHZ-039", "SHZ-042", "SHZ-043", "SHZ-044", "SHZ-R05"))
    ['SHZ-039', '042–044', 'R05']
    """
    runs: list[list[str]] = []
    for clause in ids:
        end = clause.rpartition("-")[2]
        last = runs[-1][-1] if runs else ""
        if end.isdecimal() and last.isdecimal() and int(end) == int(last) + 1:
            runs[-1].append(end)
        else:
            runs.append([end])
    short = [end for run in runs for end in ([f"{run[0]}–{run[-1]}"] if len(run) > 2 else run)]
    return [f"{ids[0].rpartition('-')[0]}-{short[0]}", *short[1:]] if short else []


class Passage(Struct, frozen=True, kw_only=True):
    """One thing that is learned.

    Args:
        title: its heading. says: what there is to know, in a sentence or three. clauses: where the rules say so, by id.
        after: after how many actions of the script the board is drawn; None: no picture.
        look: what to look at on it. lit: the things on it that are marked (`GamePage.things`).
    """

    title: Text
    says: Text
    clauses: tuple[str, ...]
    after: int | None = None
    look: Text = NOTHING
    lit: tuple[str, ...] = ()


class Reminder(Struct, frozen=True):
    """One line of the reference sheet: what holds, and the clauses that say so."""

    says: Text
    clauses: tuple[str, ...] = ()


class Chart(Struct, frozen=True):
    """One part of the reference sheet, under its heading."""

    title: Text
    entries: tuple[Reminder, ...]


class Teaching(Struct, frozen=True, kw_only=True):
    """How a game is taught.

    Args:
        passages: the page, in the order in which it is read.
        sheet: the reference sheet; it fits one side of A4 in every language.
        script: the actions of a match, as plain data, whole and in order.
        seats: who plays it. options: its house rules. catalogue: its cards; None: the starter set, or none where the deck is fixed.
        own: whose side of the board lies nearest.
    """

    passages: tuple[Passage, ...]
    sheet: tuple[Chart, ...] = ()
    script: tuple[Mapping[str, Any], ...] = ()
    seats: tuple[Seat, ...] = ("A", "B")
    options: Mapping[str, Any] = {}
    catalogue: str | None = None
    own: Seat = "A"

    def clauses(self) -> tuple[str, ...]:
        """Every clause that page and sheet name, each once."""
        named = [one.clauses for one in self.passages]
        named += [entry.clauses for chart in self.sheet for entry in chart.entries]
        return tuple(dict.fromkeys(clause for clauses in named for clause in clauses))
