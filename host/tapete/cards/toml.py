"""A catalogue's TOML document: bounded, read strictly, and each fault with the line it is in."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from tapete.core.catalogue import CardError, Fault
from tapete.core.refusals import Code, Illegal
from tapete.core.texts import _

MOST_BYTES = 1_048_576
"""Largest catalogue that is read: 1 MiB, some thousand cards."""

TOO_LARGE = Code("catalogue_too_large", "", _("The catalogue “{name}” is {bytes} bytes long; at most {most} are read. Split it up."))
NOT_UTF8 = Code("catalogue_not_utf8", "", _("The catalogue “{name}” is not UTF-8 text (byte {byte}). Save it again in that encoding."))
NOT_TOML = Code(
    "catalogue_not_toml",
    "",
    _(
        "The catalogue “{name}” is not sound TOML at line {line}, column {column}. Look there, and just before, for a quote, bracket or "
        "comma too many or too few; then read it again."
    ),
)
TOO_DEEP = Code(
    "catalogue_too_deep",
    "",
    _(
        "The catalogue “{name}” is too deep at line {line}, column {column}: a key has at most {parts} parts, and at most {most} brackets "
        "are open at once. Write it flatter."
    ),
)

MOST_PARTS = 8
"""Most parts of a dotted key (`a.b` has two). The work of reading a key grows with the square of its parts."""

MOST_OPEN = 16
"""Most brackets and braces that are open at once."""

MOST_DIGITS = 4_000
"""Digits of a number that Python reads; it refuses more, and does not say where."""

_TOKEN = re.compile(
    r'(?P<text>"{3}(?:[^"\\]++|\\.|"{1,2}(?!"))*+(?:"{3,5}|\Z)'
    r"|'{3}.*?(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]++|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+)"
    r"|(?P<open>[\[{])|(?P<close>[\]}])|(?P<dot>\.)|(?P<end>[=,\n])"
    r"""|[^"'#\[\]{}.=,\n]++""",
    re.DOTALL,
)
_CARD = re.compile(r"^\s*\[\[\s*card\s*\]\]")
_ID = re.compile(r"^\s*id\s*=\s*[\"']([^\"']*)[\"']")
_PLACE = re.compile(r"card\[(\d+)\]")


def document(raw: bytes, name: str) -> dict[str, Any]:
    """The document as plain data.

    Args:
        raw: the file's bytes, at most `MOST_BYTES`; a byte-order mark is passed over. name: what refusals call it.

    Raises:
        Illegal: too long, not UTF-8, too deep, or not TOML; with the place.
    """
    if len(raw) > MOST_BYTES:
        raise Illegal((TOO_LARGE(name=name, bytes=len(raw), most=MOST_BYTES),))
    try:
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as fault:
        raise Illegal((NOT_UTF8(name=name, byte=fault.start),)) from None
    if (deep := _too_deep(text)) is not None:
        line, column = _where(text, deep)
        raise Illegal((TOO_DEEP(name=name, line=line, column=column, parts=MOST_PARTS, most=MOST_OPEN),))
    try:
        return tomllib.loads(text)
    except ValueError as fault:  # also a number of more digits than Python reads
        line, column = _told(str(fault), text)
        raise Illegal((NOT_TOML(name=name, line=line, column=column),)) from None


def too_deep(plain: Any, most: int = MOST_OPEN) -> bool:
    """Say whether a document that came as JSON is deeper than one of TOML may be."""
    inner = plain.values() if isinstance(plain, dict) else plain if isinstance(plain, list) else ()
    return most < 0 or any(too_deep(one, most - 1) for one in inner)


def _too_deep(text: str) -> int | None:
    """Where a key has too many parts, or too many brackets are open; None: nowhere before the first fault of the document."""
    open_now = dots = 0
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "dot":
            dots += 1
        elif kind in ("open", "close", "end"):
            dots = 0
            open_now += {"open": 1, "close": -1, "end": 0}[kind]
        if dots >= MOST_PARTS or open_now > MOST_OPEN:
            return token.start()
    return None


def _where(text: str, place: int) -> tuple[int, int]:
    """The line and column of a place, both from 1."""
    return text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)


def _told(message: str, text: str) -> tuple[int, int]:
    """Where tomllib found a fault: its message says the place, that it is the end, or nothing of a number that is too long."""
    if (found := re.search(r"\(at line (\d+), column (\d+)\)", message)) is not None:
        return int(found[1]), int(found[2])
    long = re.search(rf"[\d_]{{{MOST_DIGITS}}}", text) if "at end of document" not in message else None
    return _where(text, len(text.rstrip()) if long is None else long.start())


def with_lines(fault: CardError, raw: bytes) -> CardError:
    """The same faults, each with the line of its key, or else of its card."""
    blocks = _blocks(raw.decode("utf-8-sig"))
    return CardError(replace(one, line=blocks.line(one)) for one in fault.faults)


class _Block:
    """The lines of one card: its first line, its id, and where each key stands."""

    def __init__(self, first: int) -> None:
        self.first, self.id, self.keys = first, "", dict[str, int]()

    def read(self, number: int, line: str) -> None:
        """Note the key of a line."""
        if (named := _ID.match(line)) is not None and not self.id:
            self.id = named.group(1)
        if (key := re.match(r"^\s*\[?\[?\s*(?:card\.)?([A-Za-z_]+)", line)) is not None:
            self.keys.setdefault(key.group(1), number)


class _Blocks:
    """What stands before the first card, then the cards; each is found by its place or its id without a search."""

    def __init__(self) -> None:
        self.all = [_Block(1)]
        self._by_id: dict[str, list[_Block]] = {}
        self._with_key: dict[tuple[str, str], _Block] = {}

    def index(self) -> None:
        """Note which cards have an id, and the first of them that has a key."""
        for block in self.all[1:]:
            self._by_id.setdefault(block.id, []).append(block)
            for key in block.keys:
                self._with_key.setdefault((block.id, key), block)

    def line(self, fault: Fault) -> int | None:
        """The line of a fault's key, or else of its card."""
        if fault.card is None:
            head = fault.key.rpartition(".")[2]
            return self.all[0].keys.get(head) or self.all[0].keys.get("catalogue")
        place = _PLACE.fullmatch(fault.card)
        key = re.split(r"[.\[]", fault.key, maxsplit=1)[0]
        if place is not None and int(place.group(1)) < len(self.all):
            block = self.all[int(place.group(1))]
        elif (found := self._by_id.get(fault.card)) is None:
            return None
        else:  # Where two cards have one id, the fault belongs to the one that has the key.
            block = found[-1] if fault.key == "id" else self._with_key.get((fault.card, key), found[0])
        return block.keys.get(key) or block.keys.get("id") or block.first


def _blocks(text: str) -> _Blocks:
    """The blocks of a document."""
    blocks = _Blocks()
    for number, line in enumerate(text.split("\n"), start=1):
        if _CARD.match(line):
            blocks.all.append(_Block(number))
        else:
            blocks.all[-1].read(number, line)
    blocks.index()
    return blocks


def bytes_of(path: Path, most: int) -> bytes | None:
    """Return what a regular file holds, up to one byte over the limit; None if it is missing or cannot be read."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as opened:
            return opened.read(most + 1)
    except OSError:
        return None
