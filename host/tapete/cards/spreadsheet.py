"""Cards out of a spreadsheet (CSV, or ODS as OpenDocument 1.3 has it): a row a card, a column a key; every fault by its cell.

The first row names the columns: by the key that a catalogue has (`id`, `name.fr`, `cost.red`, `effect[1].when`), or by any words, which
a mapping gives a key. A cell holds a number, a word, words with commas, or a value as TOML writes it (`[{ op = "draw", n = 1 }]`).
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin
from xml.parsers import expat

from msgspec import Struct

from tapete.cards.catalogue_schema import card_kinds
from tapete.cards.own import table
from tapete.core.catalogue import ID_TWICE, CardError, Catalogue, Fault, Printing, Written
from tapete.core.game import CardReader
from tapete.core.kinds import field_types
from tapete.core.refusals import Code, Illegal
from tapete.core.texts import _

MOST_BYTES = 8_388_608
"""Largest file that is read, and the largest content of an ODS file once it is unpacked four times as large: 8 MiB."""

MOST_ROWS, MOST_COLUMNS = 4_000, 200
"""Most rows and columns with something in them."""

NOT_A_SHEET = Code("not_a_spreadsheet", "", _("“{name}” is no spreadsheet that is read here: {problem}. Save it as CSV (UTF-8) or as ODS."))
NO_SHEET = Code("no_such_sheet", "", _("“{name}” has no sheet “{sheet}”; it has: {sheets}."))
NO_COLUMN = Code("no_such_column", "", _("“{name}” has no column “{column}”; its first row has: {columns}."))

_TOO_LARGE = _("it is too large")
_ENCODING = _("it is not UTF-8 (byte {byte})")
_BROKEN = _("it is damaged")
_EMPTY = _("no cell holds anything")
_NO_KEY = _("cards have no key “{key}”; say which it is with --column “{column}=KEY”, or leave it out with --column “{column}=-”")
_KEY_TWICE = _("“{key}” is the key of column {other} already")
_NO_TOML = _('is no value as TOML writes it, such as [{ op = "draw", n = 1 }]')

_PIECE = re.compile(r"([A-Za-z_][A-Za-z0-9_-]*)(?:\[([1-9])\])?")
_LIST = re.compile(r"\s*[,;]\s*")
_TRUE, _FALSE = ("true", "yes", "sí", "si", "x", "1"), ("false", "no", "0")


class Column(NamedTuple):
    """A column that has a key: its place from 0 on, and the key in its parts (`effect[1].when`)."""

    place: int
    key: str
    parts: tuple[tuple[str, int | None], ...]


class Imported(NamedTuple):
    """What a spreadsheet holds: the catalogue as a TOML text, and as it is read."""

    text: bytes
    catalogue: Catalogue[Any]


def cell(row: int, column: int) -> str:
    """Return the name of a cell as spreadsheets have it: `B7` for row 6 and column 1, both from 0."""
    letters, left = "", column + 1
    while left:
        left, rest = divmod(left - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row + 1}"


def convert(
    raw: bytes, name: str, reader: CardReader, head: Mapping[str, Any], columns: Mapping[str, str] | None = None, sheet: str | None = None
) -> Imported:
    """Return the catalogue that the rows of a spreadsheet make.

    Args:
        raw: the file, at most `MOST_BYTES`. name: what refusals call it. reader: of the game.
        head: the table [catalogue]. columns: the key for a column by the words in its first row; `-`: the column is left out.
        sheet: of an ODS file, by its name; None: the first one.

    Raises:
        Illegal: no spreadsheet, or no such sheet or column.
        CardError: with every fault, each at its cell.
    """
    rows = _rows(raw, name, sheet)
    top = next((number for number, row in enumerate(rows) if any(row)), None)
    if top is None:
        raise Illegal((NOT_A_SHEET(name=name, problem=_EMPTY),))
    kinds = () if reader.document is None else card_kinds(reader.document)
    titles, asked = rows[top], dict(columns or {})
    for word in asked:
        if word not in titles:
            raise Illegal((NO_COLUMN(name=name, column=word, columns=[one for one in titles if one]),))
    faults: list[Fault] = []
    found = list(_columns(titles, asked, kinds, top, faults))
    cards: list[dict[str, Any]] = []
    at: list[int] = []
    ids: dict[Any, int] = {}
    of_id = next((column.place for column in found if column.key == "id"), 0)
    for number, row in enumerate(rows[top + 1 :], start=top + 1):
        if any(column.place < len(row) and row[column.place] for column in found):
            card = _card(row, number, found, kinds, faults)
            if card.get("id") in ids:  # told here, so that what else is wrong with the card is told at its own row
                faults.append(Fault(cell(number, of_id), "", ID_TWICE))
                card["id"] = f"{card['id']}{number}"
            ids[card.get("id", number)] = number
            cards.append(card)
            at.append(number)
    document = {"catalogue": dict(head), "card": cards}
    text = b"\n".join((table("[catalogue]", head), *(table("[[card]]", card) for card in cards)))
    try:
        catalogue = reader.read(document)
    except CardError as wrong:
        told = {fault.card for fault in faults}
        placed = (_at_cell(fault, cards, at, found) for fault in wrong.faults)
        raise CardError(sorted([*faults, *(one for one in placed if one.card not in told)], key=_cell_order)) from None
    if faults:
        raise CardError(sorted(faults, key=_cell_order))
    return Imported(text, catalogue)


# ---- columns and cells


def _columns(
    titles: Sequence[str], asked: Mapping[str, str], kinds: Sequence[type[Struct]], top: int, faults: list[Fault]
) -> Iterator[Column]:
    """Give the columns that have a key; a word that is no key is a fault of its cell."""
    taken: dict[str, str] = {}
    known = [*map(_keys_of, kinds), _keys_of(Printing)]
    for place, word in enumerate(titles):
        key = asked.get(word, word)
        if not key or key == "-":
            continue
        pieces = [_PIECE.fullmatch(part) for part in key.split(".")]
        parts = tuple((piece[1], int(piece[2]) if piece[2] else None) for piece in pieces if piece is not None)
        if len(parts) < len(pieces) or (kinds and not any(parts[0][0] in keys for keys in known)):
            faults.append(Fault(cell(top, place), "", _NO_KEY.fill(key=key, column=word)))
        elif key in taken:
            faults.append(Fault(cell(top, place), "", _KEY_TWICE.fill(key=key, other=taken[key])))
        else:
            taken[key] = cell(top, place)
            yield Column(place, key, parts)


def _keys_of(kind: type[Struct]) -> frozenset[str]:
    config = kind.__struct_config__
    named = {config.tag_field} if isinstance(config.tag_field, str) else set()
    return frozenset({*kind.__struct_encode_fields__, *named})


def _card(row: Sequence[str], number: int, columns: Sequence[Column], kinds: Sequence[type[Struct]], faults: list[Fault]) -> dict[str, Any]:
    """Return the card of a row; a cell that cannot be read is a fault."""
    made: dict[str, Any] = {}
    for column in columns:
        said = row[column.place].strip() if column.place < len(row) else ""
        if not said:
            continue
        hints = [*kinds, Printing]
        for part, index in column.parts:
            hints = [inner for hint in hints for inner in _types_of_key(hint, part, index is not None)]
        try:
            _set_key(made, column.parts, _cell_value(said, hints))
        except ValueError:
            faults.append(Fault(cell(number, column.place), "", _NO_TOML))
    return made


def _types_of_key(hint: Any, part: str, listed: bool) -> Iterator[Any]:
    """Give the types that a key has inside a type."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        types = dict(zip(hint.__struct_encode_fields__, field_types(hint).values(), strict=True))
        if part in types:
            yield from _item_types(types[part]) if listed else [types[part]]
        elif issubclass(hint, Written) or part == hint.__struct_config__.tag_field:
            yield str
    elif get_origin(hint) in (Annotated, Union, UnionType):
        for one in get_args(hint):
            yield from _types_of_key(one, part, listed)
    elif get_origin(hint) is dict:
        yield get_args(hint)[1]


def _item_types(hint: Any) -> Iterator[Any]:
    if get_origin(hint) is tuple:
        yield get_args(hint)[0]
    elif get_origin(hint) in (Annotated, Union, UnionType):
        for one in get_args(hint):
            yield from _item_types(one)


def _cell_value(said: str, hints: Sequence[Any]) -> Any:
    """Return what a cell says, by the types that its key may have.

    Raises:
        ValueError: its key holds tables or lists of them, and it is no such value.
    """
    bare = [one for hint in hints for one in _basic_types(hint)]
    if said[0] in "[{" and not all(one is str for one in bare):
        return tomllib.loads(f"value = {said}")["value"]
    if int in bare and re.fullmatch(r"-?\d{1,9}([.,]0+)?", said):
        return int(re.split("[.,]", said)[0])
    if bool in bare and said.casefold() in (*_TRUE, *_FALSE):
        return said.casefold() in _TRUE
    if tuple in bare:
        return [int(one) if one.isdecimal() and len(one) < 9 else one for one in _LIST.split(said) if one]
    if bare and all(one in (dict, Struct, list) for one in bare):
        raise ValueError(said)
    return said


def _basic_types(hint: Any) -> Iterator[type]:
    """Give what a type is at bottom: int, bool, str, tuple (of words and numbers), list (of tables), dict or Struct."""
    origin = get_origin(hint)
    if origin in (Annotated,):
        yield from _basic_types(get_args(hint)[0])
    elif origin in (Union, UnionType):
        yield from (one for part in get_args(hint) if part is not NoneType for one in _basic_types(part))
    elif origin is Literal:
        yield type(get_args(hint)[0])
    elif origin is tuple:
        yield tuple if all(one in (str, int) for one in _basic_types(get_args(hint)[0])) else list
    elif origin is dict:
        yield dict
    elif isinstance(hint, type) and issubclass(hint, Written):
        yield str
    elif isinstance(hint, type):
        yield Struct if issubclass(hint, Struct) else hint


def _set_key(card: dict[str, Any], parts: Sequence[tuple[str, int | None]], value: Any) -> None:
    """Put a value at its key.

    Raises:
        ValueError: another column has said the whole that this is a part of.
    """
    here: Any = card
    for number, (part, index) in enumerate(parts):
        last = number == len(parts) - 1
        if not isinstance(here, dict):
            raise ValueError(part)
        if index is None:
            if last:
                here[part] = value
            else:
                here = here.setdefault(part, {})
            continue
        there = here.setdefault(part, [])
        if not isinstance(there, list):
            raise ValueError(part)
        there += [{} for _gap in range(index - len(there))]
        if last:
            there[index - 1] = value
        else:
            here = there[index - 1]


def _cell_order(fault: Fault) -> tuple[int, int, str]:
    """Order faults by row and column; those of the document as a whole come first."""
    found = re.fullmatch(r"([A-Z]+)(\d+)", fault.card or "")
    return (int(found[2]), len(found[1]), found[1]) if found is not None else (0, 0, "")


def _at_cell(fault: Fault, cards: Sequence[Mapping[str, Any]], at: Sequence[int], columns: Sequence[Column]) -> Fault:
    """Return a fault of the catalogue at the cell from which it came, or that of its card's id."""
    if fault.card is None or not columns:
        return fault
    row = next((at[number] for number, card in enumerate(cards) if card.get("id") == fault.card), -1)
    listed = re.fullmatch(r"card\[(\d+)\]", fault.card)
    if row >= 0:
        pass
    elif listed is not None and int(listed[1]) <= len(at):
        row = at[int(listed[1]) - 1]
    else:
        return fault
    within = [one for one in columns if _covers(one.key, fault.key)] or [one for one in columns if _covers(fault.key, one.key)]
    of = max(within, key=lambda one: len(one.key), default=None) or next((one for one in columns if one.key == "id"), columns[0])
    said = of.key == fault.key
    return Fault(cell(row, of.place), "" if said else fault.key, fault.problem)


def _covers(whole: str, part: str) -> bool:
    return bool(whole) and (part == whole or part.startswith((f"{whole}.", f"{whole}[")))


# ---- the two sorts of file


def _rows(raw: bytes, name: str, sheet: str | None) -> list[list[str]]:
    """Return the cells of a file as texts, each row as long as its last cell with something in it."""
    if len(raw) > MOST_BYTES:
        raise Illegal((NOT_A_SHEET(name=name, problem=_TOO_LARGE),))
    found = _ods(raw, name, sheet) if raw[:2] == b"PK" else _csv(raw, name)
    if len(found) > MOST_ROWS or any(len(row) > MOST_COLUMNS for row in found):
        raise Illegal((NOT_A_SHEET(name=name, problem=_TOO_LARGE),))
    return found


def _csv(raw: bytes, name: str) -> list[list[str]]:
    try:
        text = raw.decode("utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError as fault:
        raise Illegal((NOT_A_SHEET(name=name, problem=_ENCODING.fill(byte=fault.start)),)) from None
    first = text.partition("\n")[0]
    between = max(",;\t", key=first.count)  # spreadsheets in Spanish write semicolons
    try:
        return [[said.strip() for said in row] for row in csv.reader(io.StringIO(text, newline=""), delimiter=between, strict=True)]
    except csv.Error:
        raise Illegal((NOT_A_SHEET(name=name, problem=_BROKEN),)) from None


def _ods(raw: bytes, name: str, wanted: str | None) -> list[list[str]]:
    most = 4 * MOST_BYTES
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as packed, packed.open("content.xml") as content:
            xml = content.read(most + 1)
    except (zipfile.BadZipFile, KeyError, EOFError, OSError, NotImplementedError, RuntimeError, ValueError, zlib.error):
        raise Illegal((NOT_A_SHEET(name=name, problem=_BROKEN),)) from None
    if len(xml) > most:
        raise Illegal((NOT_A_SHEET(name=name, problem=_TOO_LARGE),))
    read = _Sheets()
    try:
        read.parse(xml)
    except (expat.ExpatError, ValueError):
        raise Illegal((NOT_A_SHEET(name=name, problem=_BROKEN),)) from None
    except OverflowError:
        raise Illegal((NOT_A_SHEET(name=name, problem=_TOO_LARGE),)) from None
    sheets = read.sheets
    if not sheets:
        raise Illegal((NOT_A_SHEET(name=name, problem=_EMPTY),))
    if wanted is not None and wanted not in sheets:
        raise Illegal((NO_SHEET(name=name, sheet=wanted, sheets=list(sheets)),))
    return sheets[wanted] if wanted is not None else next(iter(sheets.values()))


_TABLE, _OFFICE, _TEXT = (f"urn:oasis:names:tc:opendocument:xmlns:{word}:1.0 " for word in ("table", "office", "text"))


class _Sheets:
    """Reads the tables of an OpenDocument spreadsheet: their cells as texts, numbers as they are stored."""

    def __init__(self) -> None:
        self.sheets: dict[str, list[list[str]]] = {}
        self._rows: list[list[str]] | None = None
        self._row: list[str] = []
        self._empty_rows = self._empty_cells = 0
        self._row_times = self._cell_times = 1
        self._stored: str | None = None
        self._lines: list[str] = []
        self._in_text = self._beside = 0

    def parse(self, xml: bytes) -> None:
        """Read the content of a file.

        Raises:
            ExpatError, ValueError: it is no such file. OverflowError: too many rows or columns.
        """
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = self._start, self._end, self._said
        parser.StartDoctypeDeclHandler = self._refuse
        parser.Parse(xml, True)

    @staticmethod
    def _refuse(*_declared: Any) -> None:
        """Take no document type: these files have none, and it is where entities would come from."""
        raise ValueError("doctype")

    def _start(self, name: str, given: Mapping[str, str]) -> None:
        if name == f"{_TABLE}table" and self._rows is None:
            self._rows, self._empty_rows = [], 0
            self.sheets.setdefault(given.get(f"{_TABLE}name", ""), self._rows)
        elif name == f"{_TABLE}table-row":
            self._row, self._empty_cells = [], 0
            self._row_times = int(given.get(f"{_TABLE}number-rows-repeated", 1))
        elif name in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            self._cell_times = int(given.get(f"{_TABLE}number-columns-repeated", 1))
            kind = given.get(f"{_OFFICE}value-type")
            self._stored = given.get(f"{_OFFICE}boolean-value" if kind == "boolean" else f"{_OFFICE}value") if kind != "string" else None
            self._lines = []
        elif name == f"{_OFFICE}annotation":
            self._beside += 1
        elif name == f"{_TEXT}p" and not self._beside:
            self._lines.append("")
            self._in_text += 1
        elif self._in_text and name in (f"{_TEXT}s", f"{_TEXT}tab", f"{_TEXT}line-break"):
            self._said(" " * min(int(given.get(f"{_TEXT}c", 1)), 100) if name == f"{_TEXT}s" else " ")

    def _said(self, text: str) -> None:
        if self._in_text and not self._beside:
            self._lines[-1] += text

    def _end(self, name: str) -> None:
        if name == f"{_TABLE}table":
            self._rows = None
        elif name == f"{_OFFICE}annotation":
            self._beside -= 1
        elif name == f"{_TEXT}p" and not self._beside:
            self._in_text -= 1
        elif name in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            self._end_cell(("\n".join(self._lines) if self._stored is None else self._stored).strip())
        elif name == f"{_TABLE}table-row" and self._rows is not None:
            self._end_row(self._rows)

    def _end_cell(self, said: str) -> None:
        if not said:
            self._empty_cells += self._cell_times
            return
        _check_repeat(len(self._row) + self._empty_cells + self._cell_times, MOST_COLUMNS)
        self._row += [""] * self._empty_cells + [said] * self._cell_times
        self._empty_cells = 0

    def _end_row(self, rows: list[list[str]]) -> None:
        if not self._row:
            self._empty_rows += self._row_times
            return
        _check_repeat(len(rows) + self._empty_rows + self._row_times, MOST_ROWS)
        rows += [[] for _empty in range(self._empty_rows)]
        rows += [self._row for _same in range(self._row_times)]
        self._empty_rows = 0


def _check_repeat(number: int, most: int) -> None:
    if not 0 < number <= most:
        raise OverflowError
