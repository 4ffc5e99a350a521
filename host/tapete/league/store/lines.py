"""Lines of matches on their way into the database: many requests in one transaction, each judged under the lock of its match."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import bindparam, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tapete.league.heads import Apart, Grown, first_head, head_after, joined
from tapete.league.matters import Telling
from tapete.league.protocol import NO_OPENING, MatchLines, PairingKey
from tapete.league.store import schema
from tapete.league.store.database import asked, at_once, begin_write, columns, put, reading, rows

AT = ("shop", "match")

Key = tuple[str, str]


class SentLines(Struct, frozen=True):
    """A request: whose lines they are, and what its host said.

    Args:
        source: `table`, or `file` where a person brought it.
        key_no: of the key that signed, which must hold still as the lines are written; None: that is known already.
    """

    shop: str
    match: str
    host: str
    lines: MatchLines
    source: str = "table"
    key_no: int | None = None


class Answer(Struct, frozen=True):
    """What is there now: how many lines, and their head.

    `apart` says why nothing was taken; `theirs`: the match is another host's; `unsigned`: the host's key holds no more; `grown`: which
    pairing of an event has new lines.
    """

    have: int
    head: str
    apart: Apart | None = None
    theirs: bool = False
    unsigned: bool = False
    closed: bool = False
    grown: PairingKey | None = None


class _Match(Struct):
    """A match under its lock, as it will be written."""

    host: str
    seq: int
    head: str
    result: str
    proof: str
    of: PairingKey | None
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
        if self._engine.dialect.name == "sqlite":
            return await at_once(self._engine, lambda connection: _take(connection, told, at_ms), writes=True)
        if len(told) == 1 and (answer := await self._grown(told[0], at_ms)) is not None:
            return [answer]
        async with self._engine.begin() as connection:
            keys = sorted(_keys(told))
            shops, hosts, numbers = zip(*keys, strict=True) if keys else ((), (), ())
            named = {"shop": list(shops), "host": list(hosts), "number": list(numbers)}
            signed = {tuple(row) for row in await connection.execute(_SIGNED_AT_ONCE, named)} if keys else set()
            due = [one for one in told if _is_signed(one, signed)]
            known = await self._locked(connection, due, at_ms) if due else {}
            answers, new, changed = _written(due, known, at_ms)
            if new:
                await connection.execute(_INSERT_AT_ONCE, columns(new))
            if changed:
                await connection.execute(_UPDATE_AT_ONCE, columns(changed))
        return _all_answers(told, signed, answers)

    def begin(self, told: Sequence[SentLines], at_ms: int, ended: Callable[[list[Answer] | Exception], None]) -> bool:
        """Begin to take requests as `take` does, without a task that waits; `ended` is told what came of it, in the event loop.

        Returns:
            Whether it has begun; False: this database, or its first transaction, needs a task.
        """
        if self._engine.dialect.name != "sqlite":
            return False
        return begin_write(self._engine, lambda connection: _take(connection, told, at_ms), ended)

    async def _grown(self, one: SentLines, at_ms: int) -> Answer | None:
        """Take a request that goes on from exactly what is there by one statement; None: it is another one, or that cannot be told."""
        come = one.lines
        if not come.lines or come.closing is not None or come.opening is not NO_OPENING:
            return None
        have, head = come.after + len(come.lines), head_after(come.head, come.lines)
        values = {"shop": one.shop, "match": one.match, "host": one.host, "number": one.key_no, "lines": list(come.lines), "at": at_ms}
        values |= {"after": come.after, "before": come.head, "seq": have, "head": head}
        if not (found := await asked(self._engine, _GROW, values)):
            return None
        of = tuple(found[0])
        return Answer(have, head, grown=None if of[0] is None else PairingKey(*of))

    async def _locked(self, connection: AsyncConnection, told: Sequence[SentLines], at_ms: int) -> dict[Key, _Match]:
        """The matches of requests under their locks, in the order of their keys; those that are new are begun first."""
        keys = sorted({(one.shop, one.match) for one in told})
        found = await _read(connection, keys)
        if new := _new(told, found, at_ms):
            await connection.execute(put(connection, schema.match).on_conflict_do_nothing(), new)
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
        found = await rows(self._reads, _AT_TABLES, [{"of_shop": shop, "of_event": event, "of_round": round_, "of_attempt": attempt}])
        return {int(pairing): (str(match), int(seq)) for pairing, match, seq in found if seq}

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


_OF = schema.match.c
_AT_TABLES = (
    select(_OF.pairing, _OF.match, _OF.seq)
    .where(*(_OF[name] == bindparam(f"of_{name}") for name in ("shop", "event", "round", "attempt")))
    .order_by(_OF.result == "", _OF.seq, _OF.match)
)
_INSERT_AT_ONCE = text(
    "INSERT INTO entry (shop, match, seq, line) SELECT * FROM unnest("
    "CAST(:shop AS varchar[]), CAST(:match AS varchar[]), CAST(:seq AS integer[]), CAST(:line AS text[]))"
)
_UPDATE_AT_ONCE = text(
    "UPDATE match SET seq = now.seq, head = now.head, result = now.result, proof = now.proof, changed_ms = now.at "
    "FROM unnest(CAST(:of_shop AS varchar[]), CAST(:of_match AS varchar[]), CAST(:now_seq AS integer[]), CAST(:now_head AS varchar[]), "
    "CAST(:now_result AS varchar[]), CAST(:now_proof AS varchar[]), CAST(:now_ms AS bigint[])) "
    "AS now (shop, match, seq, head, result, proof, at) "
    "WHERE match.shop = now.shop AND match.match = now.match"
)
_READ_AT_ONCE = text(
    "SELECT match.shop, match.match, host, seq, head, result, proof, event, round, attempt, pairing FROM match "
    "JOIN unnest(CAST(:shop AS varchar[]), CAST(:match AS varchar[])) AS due (shop, match) "
    "ON match.shop = due.shop AND match.match = due.match ORDER BY match.shop, match.match FOR UPDATE OF match"
)
_GROW = text(
    "WITH grown AS (UPDATE match SET seq = CAST(:seq AS integer), head = CAST(:head AS varchar), result = '', proof = 'open', "
    "changed_ms = CAST(:at AS bigint) WHERE shop = CAST(:shop AS varchar) AND match = CAST(:match AS varchar) "
    "AND host = CAST(:host AS varchar) AND seq = CAST(:after AS integer) AND head = CAST(:before AS varchar) "
    "AND (CAST(:number AS integer) IS NULL OR EXISTS (SELECT FROM host WHERE host.shop = CAST(:shop AS varchar) "
    "AND host.host = CAST(:host AS varchar) AND host.key_no = CAST(:number AS integer) AND host.retired_ms IS NULL)) "
    "RETURNING event, round, attempt, pairing), "
    "put AS (INSERT INTO entry (shop, match, seq, line) "
    "SELECT CAST(:shop AS varchar), CAST(:match AS varchar), CAST(:after AS integer) + CAST(come.n AS integer), come.line "
    "FROM grown, unnest(CAST(:lines AS text[])) WITH ORDINALITY AS come (line, n)) "
    "SELECT event, round, attempt, pairing FROM grown"
)
_SIGNED_AT_ONCE = text(
    "SELECT due.shop, due.host, due.number FROM host "
    "JOIN unnest(CAST(:shop AS varchar[]), CAST(:host AS varchar[]), CAST(:number AS integer[])) AS due (shop, host, number) "
    "ON host.shop = due.shop AND host.host = due.host AND host.key_no = due.number WHERE host.retired_ms IS NULL"
)
"""On PostgreSQL each is one statement whatever the number of rows: a column is an array, so the text is prepared once."""


_INSERT = "INSERT INTO entry (shop, match, seq, line) VALUES (:shop, :match, :seq, :line)"
_UPDATE = (
    "UPDATE match SET seq = :now_seq, head = :now_head, result = :now_result, proof = :now_proof, changed_ms = :now_ms "
    "WHERE shop = :of_shop AND match = :of_match"
)
_READ = "SELECT host, seq, head, result, proof, event, round, attempt, pairing FROM match WHERE shop = ? AND match = ?"
_BEGIN = "INSERT INTO match ({}) VALUES ({})"
_SIGNED = "SELECT 1 FROM host WHERE shop = ? AND host = ? AND key_no = ? AND retired_ms IS NULL"
"""On SQLite each is one statement a row, all of them in one transaction."""


def _take(connection: sqlite3.Connection, told: Sequence[SentLines], at_ms: int) -> list[Answer]:
    """Take requests within a transaction of SQLite, which has one writer at a time."""
    known = {}
    signed = {key for key in _keys(told) if connection.execute(_SIGNED, key).fetchone() is not None}
    due = [one for one in told if _is_signed(one, signed)]
    for at in {(one.shop, one.match) for one in due}:
        if (found := connection.execute(_READ, at).fetchone()) is not None:
            known[at] = _match(*found)
    for row in _new(due, known, at_ms):
        connection.execute(_BEGIN.format(", ".join(row), ", ".join(f":{name}" for name in row)), row)
        known[row["shop"], row["match"]] = _match(*(row[name] for name in _KEPT))
    answers, new, changed = _written(due, known, at_ms)
    connection.executemany(_INSERT, new)
    connection.executemany(_UPDATE, changed)
    return _all_answers(told, signed, answers)


def _keys(told: Sequence[SentLines]) -> set[tuple[str, str, int]]:
    """The keys of hosts that must hold still: shop, host and number."""
    return {(one.shop, one.host, one.key_no) for one in told if one.key_no is not None}


def _is_signed(one: SentLines, signed: Collection[object]) -> bool:
    """Whether the key of a request is one of those that hold."""
    return one.key_no is None or (one.shop, one.host, one.key_no) in signed


def _all_answers(told: Sequence[SentLines], signed: Collection[object], answers: Sequence[Answer]) -> list[Answer]:
    """The answers to all requests, given those to the ones whose keys hold."""
    due = iter(answers)
    return [next(due) if _is_signed(one, signed) else Answer(0, "", unsigned=True) for one in told]


def _new(told: Sequence[SentLines], found: Mapping[Key, _Match], at_ms: int) -> list[dict[str, Any]]:
    """The rows of matches that begin, in the order of their keys."""
    new: dict[Key, dict[str, Any]] = {}
    for one in told:
        if (one.shop, one.match) not in found and one.lines.opening is not NO_OPENING:
            new.setdefault((one.shop, one.match), _begun(one, bytes(one.lines.opening), at_ms))
    return [new[key] for key in sorted(new)]


def _written(
    told: Sequence[SentLines], known: Mapping[Key, _Match], at_ms: int
) -> tuple[list[Answer], list[dict[str, Any]], list[dict[str, Any]]]:
    """The answers to requests, the rows of the lines that are new, and those of the matches that have changed."""
    new: list[dict[str, Any]] = []
    answers = [_judged(known.get((one.shop, one.match)), one, new) for one in told]
    return answers, new, [_row(key, kept, at_ms) for key, kept in known.items() if kept.touched]


def _row(key: Key, kept: _Match, at_ms: int) -> dict[str, Any]:
    now = {"now_seq": kept.seq, "now_head": kept.head, "now_result": kept.result, "now_proof": kept.proof, "now_ms": at_ms}
    return {"of_shop": key[0], "of_match": key[1], **now}


_KEPT = ("host", "seq", "head", "result", "proof", "event", "round", "attempt", "pairing")


def _match(host: str, seq: int, head: str, result: str, proof: str, *of: Any) -> _Match:
    """A match out of the columns `_KEPT`."""
    return _Match(host, seq, head, result, proof, None if of[0] is None else PairingKey(*of))


async def _read(connection: AsyncConnection, keys: list[Key]) -> dict[Key, _Match]:
    """Read matches of PostgreSQL and lock them."""
    shops, matches = zip(*keys, strict=True)
    rows = await connection.execute(_READ_AT_ONCE, {"shop": list(shops), "match": list(matches)})
    return {(row.shop, row.match): _match(*(getattr(row, name) for name in _KEPT)) for row in rows}


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


def _judged(kept: _Match | None, one: SentLines, new: list[dict[str, Any]]) -> Answer:
    """The answer to a request; what is new goes to `new` and into the match."""
    if kept is None:
        return Answer(0, "", "gap")
    if kept.host != one.host:
        return Answer(0, "", theirs=True)
    grown = joined(kept.seq, kept.head, one.lines.after, one.lines.head, one.lines.lines)
    if not isinstance(grown, Grown):
        return Answer(kept.seq, kept.head, grown)
    closing = one.lines.closing
    new += [{"shop": one.shop, "match": one.match, "seq": kept.seq + n, "line": line} for n, line in enumerate(grown.new, 1)]
    if grown.new:
        kept.seq, kept.head, kept.touched = kept.seq + len(grown.new), grown.head, True
        kept.result, kept.proof = "", "open"
    if closing is not None and kept.result != closing.result:
        kept.result, kept.proof, kept.touched = closing.result, "waiting", True
    return Answer(kept.seq, kept.head, closed=bool(closing), grown=kept.of if grown.new else None)
