"""The recap of a match in figures: every seat's counter over the match, the wall where there is a bridge, and the turning points.

It serves every game: it reads the panels' scenes along the entries that count, and the sentences of the log. It says nothing of who played.
"""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from tapete.core.refusals import Illegal
from tapete.core.scene import Scene
from tapete.core.seats import Seat
from tapete.core.texts import Joined, Text
from tapete.table import Table
from tapete.table.story import with_names

MOST_TURNING_POINTS = 3

LEAST_TURN = 0.06
"""A change smaller than this share of the counter turns nothing."""

SENTENCES = 2
"""How many sentences tell a turning point."""

SELDOM = 8
"""An event that happens in fewer than one of so many entries is seldom."""

FULL_WALL = 9
"""Slabs on one side of the bridge: what a change of the wall is compared with."""


class Moment(Struct, frozen=True, kw_only=True):
    """How the counters stood after an entry; `wall` is None without a bridge."""

    seq: int
    values: tuple[int, ...]
    wall: int | None


class TurningPoint(Struct, frozen=True, kw_only=True):
    """Where the match turned: the place among the moments, the entry, and what happened in it."""

    moment: int
    seq: int
    text: Text


class Recap(Struct, frozen=True, kw_only=True):
    """A match in figures.

    Args:
        seats: whose counters. largest: the top of the scale. moments: in order; one where any counter or the wall changed.
        turning: at most three, in the order in which they happened.
    """

    seats: tuple[Seat, ...]
    largest: int
    moments: tuple[Moment, ...]
    turning: tuple[TurningPoint, ...]


def recap_of(table: Table) -> Recap:
    """Return the recap of a match so far, without entries that were undone."""
    rules = table.rules
    moments: list[Moment] = []
    largest = 1
    with table.still():
        for seq in (0, *table.line()):
            try:
                scene: Scene = rules.scene(table.after(seq))
            except Illegal:  # older than the snapshot from which the match went on
                continue
            by_seat = {panel.seat: panel for panel in scene.panels}
            values = tuple(by_seat[seat].value for seat in table.seats)
            largest = max(largest, *(by_seat[seat].largest for seat in table.seats), *values)
            wall = scene.bridge.wall if scene.bridge is not None else None
            if not moments or (moments[-1].values, moments[-1].wall) != (values, wall):
                moments.append(Moment(seq=seq, values=values, wall=wall))
        return Recap(seats=table.seats, largest=largest, moments=tuple(moments), turning=_turning(table, moments, largest))


def weight(before: Moment, after: Moment, largest: int) -> float:
    """Return how much a moment turns the match: what it changes between the seats (or for the only one), and how far the wall moves."""
    changes = [b - a for a, b in zip(before.values, after.values, strict=True)]
    mean = sum(changes) / len(changes) if len(changes) > 1 else 0.0
    turned = sum(abs(change - mean) for change in changes) / largest
    walls = abs(after.wall - before.wall) / FULL_WALL if before.wall is not None and after.wall is not None else 0.0
    return turned + walls


def _turning(table: Table, moments: list[Moment], largest: int) -> tuple[TurningPoint, ...]:
    weights = [(weight(moments[place - 1], moments[place], largest), place) for place in range(1, len(moments))]
    heaviest = sorted((pair for pair in weights if pair[0] >= LEAST_TURN), reverse=True)[:MOST_TURNING_POINTS]
    found = []
    for place in sorted(place for _, place in heaviest):
        seq = moments[place].seq
        found.append(TurningPoint(moment=place, seq=seq, text=_said(table, seq)))
    return tuple(found)


def _said(table: Table, seq: int) -> Text:
    """Return what happened in an entry in two sentences: how the match ended, or else what happens least often in this match."""
    named, events = with_names(table.rules, table.names), table.events(seq)
    line = table.line()
    if table.result is not None and seq == line[-1]:
        chosen = list(range(len(events)))[-SENTENCES:]
    else:
        often = Counter(type(event) for one in line for event in table.events(one))
        seldom = max(2, len(line) // SELDOM)  # what happens once or twice more or less is as seldom: causes go before effects
        chosen = sorted(range(len(events)), key=lambda place: (max(often[type(events[place])], seldom), place))[:SENTENCES]
    return Joined([named.sentence(events[place]) for place in sorted(chosen)])
