"""Matches that a server of events is owed: which server, and how far they have been delivered. The journal keeps it beside the match.

A delivery is written in the transaction in which its match begins, so that nothing of it can be forgotten; and what is owed is not cleared.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

COLUMNS = "match, addressee, acked, head, told, refused"

OWED = (
    "SELECT delivery.match FROM delivery JOIN match ON match.id = delivery.match "
    "WHERE (delivery.refused = '' AND (delivery.acked < match.seq OR delivery.head = '')) "
    "OR (delivery.refused IN ('', 'forked') AND match.result != '' AND delivery.told != match.result)"
)
"""The matches of which something is owed, be it that they began (no head is noted yet); one that
the addressee tells otherwise (`forked`) is owed whole, once it is over."""


class Delivery(Struct, frozen=True):
    """How far a match has been delivered.

    Args:
        match: its id. addressee: to whom, in the sender's words.
        acked: entries that have arrived; head: what the sender notes of them. told: the result that has arrived, empty: none.
        refused: why it is never taken; empty: it may still be.
    """

    match: str
    addressee: str
    acked: int = 0
    head: str = ""
    told: str = ""
    refused: str = ""


class Undelivered(Struct, frozen=True):
    """What of a match waits to be delivered: its header, entries after those that arrived, as the journal has them, and the result.

    `result` is empty if there is no result yet, or if more entries wait than were asked for.
    """

    delivery: Delivery
    header: bytes
    entries: tuple[bytes, ...]
    result: str
    seq: int


def begin(connection: sqlite3.Connection, match: str, addressee: str) -> None:
    """Note that a match is owed; in the transaction in which it begins."""
    connection.execute(f"INSERT INTO delivery ({COLUMNS}) VALUES (?, ?, 0, '', '', '')", (match, addressee))


def keep(connection: sqlite3.Connection, delivery: Delivery) -> None:
    """Note how far one has come."""
    said = (delivery.acked, delivery.head, delivery.told, delivery.refused, delivery.match)
    connection.execute("UPDATE delivery SET acked = ?, head = ?, told = ?, refused = ? WHERE match = ?", said)


def all_of(connection: sqlite3.Connection) -> list[Delivery]:
    """Every delivery, the oldest match first."""
    found = connection.execute(f"SELECT {COLUMNS} FROM delivery ORDER BY (SELECT rowid FROM match WHERE id = delivery.match)")
    return [Delivery(*row) for row in found]


def owed_names(connection: sqlite3.Connection) -> set[str]:
    """The matches that are owed to a server."""
    return {name for (name,) in connection.execute(OWED)}


def owed(connection: sqlite3.Connection, match: str, most: int, after: int | None = None) -> Undelivered | None:
    """What of a match waits; None: no server is owed it.

    Args:
        connection: the caller holds a transaction. match: its id. most: entries at a time. after: those after this one, whatever arrived.
    """
    row = connection.execute(f"SELECT {COLUMNS} FROM delivery WHERE match = ?", (match,)).fetchone()
    if row is None:
        return None
    found = Delivery(*row)
    header, seq, result = connection.execute("SELECT header, seq, result FROM match WHERE id = ?", (match,)).fetchone()
    first = found.acked if after is None else after
    wanted = "SELECT body FROM entry WHERE match = ? AND seq > ? ORDER BY seq LIMIT ?"
    entries = tuple(body.encode() for (body,) in connection.execute(wanted, (match, first, most)))
    return Undelivered(found, header.encode(), entries, result if first + len(entries) == seq else "", seq)


def carried(rows: Iterable[tuple[Any, ...]], connection: sqlite3.Connection) -> None:
    """Write what could be read of the deliveries of a damaged file into its repaired one, for the matches that are there.

    How far they had come is asked of the addressee again: entries may be lost here that it has.
    """
    for match, addressee, *_rest in rows:
        if isinstance(match, bytes) and isinstance(addressee, bytes):
            into = f"INSERT OR IGNORE INTO delivery ({COLUMNS})"
            wanted = f"{into} SELECT id, CAST(? AS TEXT), 0, '', '', '' FROM match WHERE id = CAST(? AS TEXT)"
            connection.execute(wanted, (addressee, match))
