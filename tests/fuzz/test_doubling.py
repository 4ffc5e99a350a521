"""Twice the bytes cost at most twice as much, whatever format is read: counted in calls and in memory, so that it is the same everywhere.

Catalogues have a test of their own (`tests/cards/test_toml.py`).
"""

from __future__ import annotations

import json
import sys
import tracemalloc
from collections.abc import Callable

import pytest
from starlette.formparsers import MultiPartException

from tapete import cards
from tapete.cards import collections, deck_text
from tapete.core import position
from tapete.core.refusals import RefereeError
from tapete.referee import Referee
from tests.fuzz import targets

NUMBER = 1_500
"""How often a part is repeated; then twice as often."""

MATCH = b'{"tapete_match":1,"header":{"game":"shazamm","rules_version":"1.0","seats":["A","B"]}}\n'
TEXT = b'[Game "shazamm"]\n[Seats "AB"]\n[Result ""]\n\n'
STATE = json.dumps(position.dump(cards.bind("mamlejet"), cards.bind("mamlejet").start(("A", "B"))).plain()).encode()


def read_position(raw: bytes) -> None:
    """A position, as far as its rules take it."""
    bound = cards.bind("mamlejet")
    position.load(bound, position.read(raw))


def read_line(raw: bytes) -> None:
    """A line of the referee protocol."""
    session = Referee()
    session.answer(b'{"start": {"game": "shazamm"}}')
    session.answer(raw)


def read_collection(raw: bytes) -> None:
    """A file of collections."""
    catalogue = cards.bind("datamorphs").catalogue
    assert catalogue is not None
    collections.read(raw, catalogue)


CASES: list[tuple[Callable[[bytes], object], bytes, bytes, bytes]] = [
    (targets.match, b"", b"\n", b""),
    (targets.match, MATCH, b'{"seq":1,"source":"x","crc":0}\n', b""),
    (targets.match, MATCH[:-2] + b',"names":{', b'"A":"a",', b'"B":"b"}}\n'),
    (targets.match, b"", b"[", b""),
    (targets.match, TEXT, b"1. A lock_bid -\n", b""),
    (targets.match, b"", b'[Seats "AB"]\n', b""),
    (targets.match, TEXT + b"1. reveal_bids ", b'{"A":', b""),
    (read_position, STATE.replace(b'"permanents": []', b'"permanents": [%s]')[:-1] + b',"x":', b"[", b""),
    (read_position, STATE[:-1], b',"x": 1', b"}"),
    (read_position, b"", b'{"state":', b""),
    (deck_text.read, b"", b"1 mudling\n", b""),
    (deck_text.read, b"", b"x", b""),
    (deck_text.read, b"", b"9 ", b"\n"),
    (read_collection, b"", b"[owner]\n", b""),
    (read_collection, b"a", b".a", b" = 1\n"),
    (read_line, b'{"ask":', b"[", b""),
    (read_line, b'{"do": {"action": "declare_cards", "seat": "A", "numbers": [', b"7,", b"7]}}"),
    (read_line, b'{"ask": "legal", "draft": {', b'"a": 1,', b'"b": 2}}'),
    (targets.line, b"1", b"- key 1 ", b""),
    (targets.line, b"1", b"- hello console\n", b""),
    (targets.form, b"\x00action=lock_bid&seat=A", b"&a:amount=1", b""),
    (targets.form, b"\x00action=lock_bid&seat=A&a:", b"x.", b"=1"),
    (targets.form, b"\x02action=ruling&o:", b"0:", b"=1"),
]


def cost(read: Callable[[bytes], object], raw: bytes) -> tuple[int, int]:
    """Calls of functions, and most bytes taken, to read or refuse these."""
    count = 0

    def called(_frame: object, event: str, _what: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    tracemalloc.start()
    sys.setprofile(called)
    try:
        read(raw)
    except (RefereeError, MultiPartException):  # refused; the second as a bad request (400)
        pass
    finally:
        sys.setprofile(None)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return count, most


@pytest.mark.slow
@pytest.mark.parametrize(("read", "before", "again", "after"), CASES, ids=range(len(CASES)))
def test_twice_the_bytes_cost_at_most_twice_as_much(read: Callable[[bytes], object], before: bytes, again: bytes, after: bytes) -> None:
    cost(read, before + again + after)  # what is made once
    once, twice = (cost(read, before + again * number + after) for number in (NUMBER, 2 * NUMBER))
    assert twice[0] < 2.3 * once[0] + 500, "calls"
    assert twice[1] < 2.3 * once[1] + 50_000, "bytes"
