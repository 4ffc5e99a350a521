"""The rows that follow from an event as it stands, and the statements that bring them from one version to the next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import ColumnElement, Delete, Insert, Table, Update, and_

from tapete.core.seats import SEATS
from tapete.league.decisions import CloseRound, CloseTournament, Deciding, SetResult, TakeBackRound
from tapete.league.store import schema
from tapete.league.tournament import Tournament, TournamentRound

Row = dict[str, Any]
Keyed = dict[tuple[Any, ...], Row]

Change = tuple[Insert | Update | Delete, list[Row] | None]
"""A statement, and for an insert its rows."""


def changes_of(key: Row, before: Tournament, after: Tournament) -> Iterator[Change]:
    """Give the statements after a decision, in the order that foreign keys ask for.

    Args:
        key: shop and event.
        before: as the rows stand.
        after: as they are to stand.
    """
    yield from _brought(schema.entrant, key, _entrants(before), _entrants(after))
    yield from _brought(schema.forbidden, key, _apart(before), _apart(after), removes=True)
    old, new = _rounds(before), _rounds(after)
    for number in sorted(set(old) - set(new)):
        at = _at(schema.round_, {**key, "round": number[0], "attempt": number[1]})
        yield schema.round_.update().where(at).values(state="taken_back"), None
    for number, made in new.items():
        was = old.get(number)
        if was is not made:
            for table, rows in _of_round(made).items():
                yield from _brought(table, key, _of_round(was)[table] if was is not None else {}, rows)


def calls_ended(key: Row, before: Tournament, what: Deciding) -> Iterator[Delete]:
    """Give the statements that end calls of a judge: a call belongs to its round and table, and a result answers it.

    Args:
        key: shop and event. before: the event before the decision. what: was decided.
    """
    calls = schema.call
    if isinstance(what, CloseRound | TakeBackRound | CloseTournament):
        yield calls.delete().where(_at(calls, key))
    elif isinstance(what, SetResult) and what.result != "stopped" and what.round == len(before.rounds):
        there = before.rounds[what.round - 1].placed[what.pairing - 1].pairing.entrants
        yield calls.delete().where(_at(calls, key), calls.c.entrant.in_(there))


def _brought(table: Table, key: Row, old: Keyed, new: Keyed, *, removes: bool = False) -> Iterator[Change]:
    """Insert what is new, update what differs; remove what is gone only where that is said."""
    names = [column.name for column in table.primary_key if column.name not in key]
    made = [{**key, **dict(zip(names, values, strict=True)), **row} for values, row in new.items() if values not in old]
    if made:
        yield table.insert(), made
    for values, row in new.items():
        if values in old and old[values] != row:
            yield table.update().where(_at(table, {**key, **dict(zip(names, values, strict=True))})).values(**row), None
    for values in old.keys() - new.keys() if removes else ():
        yield table.delete().where(_at(table, {**key, **dict(zip(names, values, strict=True))})), None


def _at(table: Table, key: Mapping[str, Any]) -> ColumnElement[bool]:
    return and_(*(table.c[name] == value for name, value in key.items()))


def _entrants(tournament: Tournament) -> Keyed:
    return {
        (one.number,): {"person": one.person, "playing": one.playing, "from_round": one.from_round, "strength": one.strength}
        for one in tournament.entrants
    }


def _apart(tournament: Tournament) -> Keyed:
    return {(kept.a, kept.b): {"why": kept.why} for kept in tournament.apart}


def _rounds(tournament: Tournament) -> dict[tuple[int, int], TournamentRound]:
    return {(one.number, one.attempt): one for one in tournament.rounds}


def _of_round(one: TournamentRound) -> dict[Table, Keyed]:
    """The rows of one round, by table; those of results only grow, since each has the number of its decision."""
    at, found = (one.number, one.attempt), one.placed
    return {
        schema.round_: {at: {"state": one.state, "started_ms": one.started_ms, "paused_ms": one.paused_ms}},
        schema.pairing: {(*at, placed.number): {"kind": placed.pairing.kind, "extra_ms": placed.extra_ms} for placed in found},
        schema.seat: {
            (*at, entrant): {"pairing": placed.number, "seat": seat}
            for placed in found
            for seat, entrant in zip(SEATS, placed.pairing.entrants, strict=False)
        },
        schema.result: {
            (*at, placed.number, placed.result.decision): {"result": placed.result.said, "source": placed.result.source}
            for placed in found
            if placed.result is not None
        },
    }
