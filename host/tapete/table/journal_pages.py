"""Read the rows that are left in the pages of a torn journal, even where the tree that leads to them is destroyed.

SQLite itself reads nothing behind a destroyed head, and its `.recover` is in no library that a player's machine has: not in Python's
sqlite3, not in apsw, and Debian's shell is built without it. So each page is looked at by itself, in the file and in the write-ahead log
(SQLite's file format, 1.6 "B-tree pages", 2.1 "Record format", 4 "The Write-Ahead Log"); checksums of the rows say later what is true.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

Value: TypeAlias = int | float | bytes | None
"""Of a column: text comes as its bytes."""

PAGE_SIZES = (4096, 8192, 16384, 32768, 65536, 2048, 1024, 512)
"""What a page can be long, the likely first."""

LARGEST_PAYLOAD = 1 << 24
"""Bytes of a row; one that says more is torn."""

TABLE_LEAF, INDEX_LEAF, INDEX_INSIDE = 0x0D, 0x0A, 0x02
"""The kinds of pages that hold rows: a table's leaves, and all pages of a table WITHOUT ROWID."""


class Torn(ValueError):
    """What stands here is no row."""


def all_rows(path: Path) -> Iterator[tuple[Value, ...]]:
    """Every row that any page holds, of any table; the same row may come more than once, and old ones that were deleted too.

    Args:
        path: of the journal; its write-ahead log is read with it.
    """
    raw = path.read_bytes() if path.exists() else b""
    size = _page_size(raw)
    pages = {number + 1: raw[at : at + size] for number, at in enumerate(range(0, len(raw), size))}
    log = path.with_name(path.name + "-wal")
    frames = list(_frames(log.read_bytes(), size)) if log.exists() else []
    newest = {**pages, **dict(frames)}
    for number, page in [*newest.items(), *pages.items(), *frames]:
        if page:
            yield from _rows(page, 100 if number == 1 else 0, size, lambda wanted: newest.get(wanted, b""))


def _page_size(raw: bytes) -> int:
    """The length of a page: what the head says, else the first at which pages look like pages."""
    said = int.from_bytes(raw[16:18], "big")
    size = 65_536 if said == 1 else said
    if raw.startswith(b"SQLite format 3\0") and size in PAGE_SIZES:
        return size
    kinds = (TABLE_LEAF, INDEX_LEAF, INDEX_INSIDE, 0x05)
    return max(PAGE_SIZES, key=lambda size: sum(raw[at] in kinds for at in range(size, len(raw), size)) * size)


def _frames(log: bytes, size: int) -> Iterator[tuple[int, bytes]]:
    """The pages of a write-ahead log with their numbers, in its order."""
    for at in range(32, len(log) - 24, 24 + size):
        yield int.from_bytes(log[at : at + 4], "big"), log[at + 24 : at + 24 + size]


def _rows(page: bytes, at: int, size: int, overflow: Callable[[int], bytes]) -> Iterator[tuple[Value, ...]]:
    if len(page) < at + 12 or page[at] not in (TABLE_LEAF, INDEX_LEAF, INDEX_INSIDE):
        return
    kind, cells = page[at], int.from_bytes(page[at + 3 : at + 5], "big")
    first = at + (12 if kind == INDEX_INSIDE else 8)
    for number in range(min(cells, (size - first) // 2)):
        start = int.from_bytes(page[first + 2 * number : first + 2 * number + 2], "big")
        with contextlib.suppress(Torn, IndexError):  # a torn row is passed over: those beside it may be whole
            yield _record(_payload(page, start, kind, size, overflow))


def _payload(page: bytes, at: int, kind: int, size: int, overflow: Callable[[int], bytes]) -> bytes:
    """The bytes of a row, its end on overflow pages included (1.6)."""
    if kind == INDEX_INSIDE:
        at += 4
    length, at = _varint(page, at)
    if kind == TABLE_LEAF:
        _, at = _varint(page, at)
    if not 0 < length <= LARGEST_PAYLOAD:
        raise Torn
    most = size - 35 if kind == TABLE_LEAF else (size - 12) * 64 // 255 - 23
    if length <= most:
        found = page[at : at + length]
    else:
        least = (size - 12) * 32 // 255 - 23
        here = least + (length - least) % (size - 4)
        here = here if here <= most else least
        found = page[at : at + here]
        following = int.from_bytes(page[at + here : at + here + 4], "big")
        while len(found) < length:
            more = overflow(following)
            if len(more) < size:
                raise Torn
            following, found = int.from_bytes(more[:4], "big"), found + more[4 : 4 + length - len(found)]
    if len(found) < length:
        raise Torn
    return found


def _varint(page: bytes, at: int) -> tuple[int, int]:
    value = 0
    for number in range(9):
        octet = page[at + number]
        if number == 8:
            return (value << 8) | octet, at + 9
        value = (value << 7) | (octet & 0x7F)
        if octet < 0x80:
            return value, at + number + 1
    raise Torn


_WHOLE = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Bytes of whole numbers, by serial type."""


def _record(payload: bytes) -> tuple[Value, ...]:
    """The columns of a row (2.1)."""
    ends, at = _varint(payload, 0)
    kinds = []
    while at < ends:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    if at != ends or not kinds:
        raise Torn
    found: list[Value] = []
    for kind in kinds:
        if kind in (0, 8, 9):
            found.append(None if kind == 0 else kind - 8)
            continue
        if kind in (7, 10, 11):
            raise Torn  # the journal has no such columns
        length = _WHOLE[kind] if kind < 7 else (kind - 12) // 2
        value = payload[at : at + length]
        if len(value) < length:
            raise Torn
        found.append(int.from_bytes(value, "big", signed=True) if kind < 7 else value)
        at += length
    return tuple(found)
