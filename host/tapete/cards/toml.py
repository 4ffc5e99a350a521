"""A catalogue's TOML document: bounded, read strictly, and each fault with the line it is in."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from tapete.core.catalogue import CardError, Fault
from tapete.core.refusals import Code, Illegal
from tapete.core.texts import _

MOST_BYTES = 1_048_576
"""Largest catalogue that is read: 1 MiB, some thousand cards."""

TOO_LARGE = Code(
    "catalogue_too_large",
    "",
    _("The catalogue “{name}” is {bytes} bytes long; at most {most} are read. Split it up."),
)
NOT_UTF8 = Code(
    "catalogue_not_utf8",
    "",
    _("The catalogue “{name}” is not UTF-8 text (byte {byte}). Save it again in that encoding."),
)
NOT_TOML = Code(
    "catalogue_not_toml",
    "",
    _("The catalogue “{name}” is not sound TOML: {problem}. Mend that line and read it again."),
)

_CARD = re.compile(r"^\s*\[\[\s*card\s*\]\]")
_ID = re.compile(r"^\s*id\s*=\s*[\"']([^\"']*)[\"']")
_PLACE = re.compile(r"card\[(\d+)\]")


def document(raw: bytes, name: str) -> dict[str, Any]:
    """The document as plain data.

    Args:
        raw: the file's bytes, at most `MOST_BYTES`. name: what refusals call it.

    Raises:
        Illegal: too long, not UTF-8, or not TOML; with the place.
    """
    if len(raw) > MOST_BYTES:
        raise Illegal((TOO_LARGE(name=name, bytes=len(raw), most=MOST_BYTES),))
    try:
        return tomllib.loads(raw.decode("utf-8"))
    except UnicodeDecodeError as fault:
        raise Illegal((NOT_UTF8(name=name, byte=fault.start),)) from None
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        problem = "nested too deep" if isinstance(fault, RecursionError) else str(fault)
        raise Illegal((NOT_TOML(name=name, problem=problem.rstrip(".")),)) from None


def with_lines(fault: CardError, raw: bytes) -> CardError:
    """The same faults, each with the line of its key, or else of its card."""
    blocks = _blocks(raw.decode("utf-8").splitlines())
    return CardError(replace(one, line=_line(one, blocks)) for one in fault.faults)


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


def _blocks(lines: Iterable[str]) -> list[_Block]:
    """What stands before the first card, then the cards."""
    blocks = [_Block(1)]
    for number, line in enumerate(lines, start=1):
        if _CARD.match(line):
            blocks.append(_Block(number))
        else:
            blocks[-1].read(number, line)
    return blocks


def _line(fault: Fault, blocks: list[_Block]) -> int | None:
    if fault.card is None:
        head = fault.key.rpartition(".")[2]
        return blocks[0].keys.get(head) or blocks[0].keys.get("catalogue")
    place = _PLACE.fullmatch(fault.card)
    if place is not None and int(place.group(1)) < len(blocks):
        found = [blocks[int(place.group(1))]]
    else:
        found = [block for block in blocks[1:] if block.id == fault.card]
    if not found:
        return None
    first_key = re.split(r"[.\[]", fault.key)[0]
    # Where two cards have one id, the fault belongs to the one that has the key.
    block = found[-1] if fault.key == "id" else next((one for one in found if first_key in one.keys), found[0])
    return block.keys.get(first_key) or block.keys.get("id") or block.first
