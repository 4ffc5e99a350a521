"""Lines of matches on their way into the database: many requests in one transaction, each judged under the lock of its match."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import and_, bindparam, insert, select, text, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tapete.league.heads import Apart, Grown, first_head, joined
from tapete.league.matters import Telling
from tapete.league.protocol import NO_OPENING, MatchLines, PairingKey
from tapete.league.store import schema
from tapete.league.store.database import columns, put, reading

AT = ("shop", "match")

Key = tuple[str, str]


class SentLines(Struct, frozen=True):
    """A request: whose lines they are, and what its host said. `source`: `table`, or `file` where a person brought it."""

    shop: str
    match: str
    host: str
    lines: MatchLines
    source: str = "table"


class Answer(Struct, frozen=True):
    """What is there now: how many lines, and their head.

    `apart` says why nothing was taken; `theirs`: the match is another host's; `event`: whose wall has something new.
    """

    have: int
    head: str
    apart: Apart | None = None
    theirs: bool = False
    closed: bool = False
    event: str | None = None


class _Match(Struct):
    """A match under its lock, as it will be written."""

    host: str
    seq: int
    head: str
    result: str
    proof: str
    event: str | None
    touched: bool = False


class LineStore:
    """Where lines go.

    Args:
        engine: of `database.engine`.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine, self._reads = engine, reading(engine)

    async def take(self, told: Sequence[SentLines], at_ms: int) -> list[Answer]:
        """Take requests in one transaction; once this returns what was taken is on the disk.

        Args:
            told: in the order in which they came.
            at_ms: milliseconds UTC of the server's clock.

        Returns:
            The answer to each.
        """
        async with self._engine.begin() as connection:
            known = await self._locked(connection, told, at_ms)
            rows: list[dict[str, Any]] = []
            answers = [_judged(known.get((one.shop, one.match)), one, rows) for one in told]
            changed = [_row(key, kept) for key, kept in known.items() if kept.touched]
            if connection.dialect.name == "postgresql":
                if rows:
                    await connection.execute(_INSERT_AT_ONCE, columns(rows))
                if changed:
                    await connection.execute(_UPDATE_AT_ONCE, columns(changed) | {"now_ms": at_ms})
            else:
                if rows:
                    await connection.execute(insert(schema.entry), rows)
                if changed:
                    await connection.execute(_UPDATE, [row | {"now_ms": at_ms} for row in changed])
        return answers

    async def _locked(self, connection: AsyncConnection, told: Sequence[SentLines], at_ms: int) -> dict[Key, _Match]:
        """The matches of requests under their locks, in the order of their keys; those that are new are begun first."""
        keys = sorted({(one.shop, one.match) for one in told})
        found = await _read(connection, keys)
        new: dict[Key, dict[str, Any]] = {}
        for one in told:
            if (one.shop, one.match) not in found and one.lines.opening is not NO_OPENING:
                new.setdefault((one.shop, one.match), _begun(one, bytes(one.lines.opening), at_ms))
        if new:
            await connection.execute(put(connection, schema.match).on_conflict_do_nothing(), [new[key] for key in sorted(new)])
            found = await _read(connection, keys)  # another server may have begun it
        return found

    async def moves(self, shop: str, event: str, round_: int, attempt: int) -> dict[int, int]:
        """How many lines the matches of a round have, by their pairings."""
        return {pairing: seq for pairing, (_match, seq) in sorted((await self.at_tables(shop, event, round_, attempt)).items())}

    async def games(self, shop: str, event: str, round_: int, attempt: int, seen: Collection[str]) -> dict[int, list[str]]:
        """The results of the games of a round, by their pairings, each in one word and in the order in which they ended.

        Args:
            seen: heads that a judge has looked at: these games count no more.
        """
        table, found = schema.match.c, dict[int, list[str]]()
        at = (table.shop == shop, table.event == event, table.round == round_, table.attempt == attempt, table.result != "")
        wanted = select(table.pairing, table.result, table.head).where(*at).order_by(table.changed_ms, table.match)
        async with self._reads.connect() as connection:
            for pairing, result, head in await connection.execute(wanted):
                if head not in seen:
                    found.setdefault(int(pairing), []).append(str(result))
        return found

    async def at_tables(self, shop: str, event: str, round_: int, attempt: int) -> dict[int, tuple[str, int]]:
        """The matches of a round and how many lines they have, by their pairings; of two tellings the longer one."""
        table = schema.match.c
        at = (table.shop == shop, table.event == event, table.round == round_, table.attempt == attempt)
        wanted = select(table.pairing, table.match, table.seq).where(*at).order_by(table.result == "", table.seq, table.match)
        async with self._reads.connect() as connection:
            return {int(pairing): (str(match), int(seq)) for pairing, match, seq in await connection.execute(wanted) if seq}

    async def tellings(self, shop: str, event: str) -> tuple[Telling, ...]:
        """What was told of the matches of an event."""
        table = schema.match.c
        columns = [table.seq.label("moves") if name == "moves" else table[name] for name in Telling.__struct_fields__]
        wanted = select(*columns).where(table.shop == shop, table.event == event, table.seq > 0)
        async with self._reads.connect() as connection:
            return tuple(Telling(**row) for row in (await connection.execute(wanted)).mappings())

    async def told_before(self, shop: str, head: str) -> PairingKey | None:
        """Whose match was told with this head, in any event of a shop; None: nobody's."""
        table = schema.match.c
        wanted = select(table.event, table.round, table.attempt, table.pairing).where(table.shop == shop, table.head == head)
        async with self._reads.connect() as connection:
            row = (await connection.execute(wanted.where(table.event.is_not(None)).order_by(table.match).limit(1))).first()
        return None if row is None else PairingKey(*row)

    async def lines(self, shop: str, match: str, after: int = 0) -> tuple[str, tuple[str, ...]]:
        """The opening of a match and its lines after so many; empty if the match is unknown."""
        async with self._reads.connect() as connection:
            opening = await connection.scalar(select(schema.match.c.opening).where(*_at(schema.match, shop, match)))
            table = schema.entry
            wanted = select(table.c.line).where(*_at(table, shop, match), table.c.seq > after).order_by(table.c.seq)
            rows = await connection.execute(wanted)
            return opening or "", tuple(row.line for row in rows)


def _at(table: Any, shop: str, match: str) -> tuple[Any, Any]:
    return table.c.shop == shop, table.c.match == match


_UPDATE = (
    update(schema.match)
    .where(and_(schema.match.c.shop == bindparam("of_shop"), schema.match.c.match == bindparam("of_match")))
    .values(
        seq=bindparam("now_seq"),
        head=bindparam("now_head"),
        result=bindparam("now_result"),
        proof=bindparam("now_proof"),
        changed_ms=bindparam("now_ms"),
    )
)


_INSERT_AT_ONCE = text(
    "INSERT INTO entry (shop, match, seq, line) SELECT * FROM unnest("
    "CAST(:shop AS varchar[]), CAST(:match AS varchar[]), CAST(:seq AS integer[]), CAST(:line AS text[]))"
)
_UPDATE_AT_ONCE = text(
    "UPDATE match SET seq = now.seq, head = now.head, result = now.result, proof = now.proof, changed_ms = :now_ms "
    "FROM unnest(CAST(:of_shop AS varchar[]), CAST(:of_match AS varchar[]), CAST(:now_seq AS integer[]), CAST(:now_head AS varchar[]), "
    "CAST(:now_result AS varchar[]), CAST(:now_proof AS varchar[])) AS now (shop, match, seq, head, result, proof) "
    "WHERE match.shop = now.shop AND match.match = now.match"
)
_READ_AT_ONCE = text(
    "SELECT match.shop, match.match, host, seq, head, result, proof, event FROM match "
    "JOIN unnest(CAST(:shop AS varchar[]), CAST(:match AS varchar[])) AS due (shop, match) "
    "ON match.shop = due.shop AND match.match = due.match ORDER BY match.shop, match.match FOR UPDATE OF match"
)
"""On PostgreSQL each is one statement whatever the number of rows: a column is an array, so the text is prepared once."""


def _row(key: Key, kept: _Match) -> dict[str, Any]:
    now = {"now_seq": kept.seq, "now_head": kept.head, "now_result": kept.result, "now_proof": kept.proof}
    return {"of_shop": key[0], "of_match": key[1], **now}


async def _read(connection: AsyncConnection, keys: list[Key]) -> dict[Key, _Match]:
    table = schema.match
    if connection.dialect.name == "postgresql":
        shops, matches = zip(*keys, strict=True)
        rows = await connection.execute(_READ_AT_ONCE, {"shop": list(shops), "match": list(matches)})
        return {(row.shop, row.match): _Match(row.host, row.seq, row.head, row.result, row.proof, row.event) for row in rows}
    columns = (table.c.shop, table.c.match, table.c.host, table.c.seq, table.c.head, table.c.result, table.c.proof, table.c.event)
    wanted = select(*columns).where(tuple_(table.c.shop, table.c.match).in_(keys)).order_by(table.c.shop, table.c.match)
    rows = await connection.execute(wanted)
    return {(row.shop, row.match): _Match(row.host, row.seq, row.head, row.result, row.proof, row.event) for row in rows}


def _begun(one: SentLines, opening: bytes, at_ms: int) -> dict[str, Any]:
    pairing = one.lines.pairing
    return {
        "shop": one.shop,
        "match": one.match,
        "host": one.host,
        "source": one.source,
        "event": pairing and pairing.event,
        "round": pairing and pairing.round,
        "attempt": pairing and pairing.attempt,
        "pairing": pairing and pairing.pairing,
        "opening": opening.decode(),
        "seq": 0,
        "head": first_head(opening),
        "changed_ms": at_ms,
        "result": "",
        "proof": "open",
        "asks": "",
    }


def _judged(kept: _Match | None, one: SentLines, rows: list[dict[str, Any]]) -> Answer:
    """The answer to a request; what is new goes to `rows` and into the match."""
    if kept is None:
        return Answer(0, "", "gap")
    if kept.host != one.host:
        return Answer(0, "", theirs=True)
    grown = joined(kept.seq, kept.head, one.lines.after, one.lines.head, one.lines.lines)
    if not isinstance(grown, Grown):
        return Answer(kept.seq, kept.head, grown)
    closing = one.lines.closing
    rows += [{"shop": one.shop, "match": one.match, "seq": kept.seq + n, "line": line} for n, line in enumerate(grown.new, 1)]
    if grown.new:
        kept.seq, kept.head, kept.touched = kept.seq + len(grown.new), grown.head, True
        kept.result, kept.proof = "", "open"
    if closing is not None and kept.result != closing.result:
        kept.result, kept.proof, kept.touched = closing.result, "waiting", True
    return Answer(kept.seq, kept.head, closed=bool(closing), event=kept.event if grown.new else None)
