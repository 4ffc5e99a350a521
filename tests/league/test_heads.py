"""What host and server say to each other: the chain of lines, strict reading, signatures and tickets."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tapete.core.codec import encode
from tapete.core.refusals import Illegal, Malformed
from tapete.league.heads import Grown, first_head, head_after, joined
from tapete.league.protocol import (
    NO_OPENING,
    WINDOW_MS,
    MatchLines,
    PairingKey,
    Stamp,
    Ticket,
    host_key,
    is_ours,
    is_signed,
    read_lines,
    read_stamp,
    read_ticket,
    signature,
    write_ticket,
)
from tapete.league.server.stamps import RUNS, Stamps
from tests.league.matches import told

FIRST = first_head(b"opening")
LINES = tuple(f"line {number}" for number in range(1, 9))
SECRET = b"s" * 32


def at(count: int, lines: tuple[str, ...] = LINES) -> str:
    """The head after so many lines."""
    return head_after(FIRST, lines[:count])


def test_of_every_two_ends_the_chain_says_what_they_have_to_do() -> None:
    """All of 9 x 9 x 9 ways to send a part to a server that has another."""
    for have in range(9):
        for after in range(9):
            for count in range(9 - after):
                found = joined(have, at(have), after, at(after), LINES[after : after + count])
                if after > have:
                    assert found == "gap"
                elif after + count < have:
                    assert found == "behind"
                else:
                    assert found == Grown(LINES[have : after + count], at(after + count))


def test_another_line_anywhere_is_a_fork() -> None:
    for changed in range(8):
        other = (*LINES[:changed], "another", *LINES[changed + 1 :])
        for have in range(changed + 1, 9):
            for after in range(have + 1):
                assert joined(have, at(have), after, at(after, other), other[after:]) == "forked"


def test_a_request_comes_back_as_it_went() -> None:
    match = told()
    for part in (match.part(0), match.part(7, 30), match.part(0, 5, PairingKey("friday", 1, 1, 4))):
        assert read_lines(encode(part)) == part


def without(part: MatchLines, **changes: Any) -> bytes:
    return encode(replace(part, **changes))


@pytest.mark.parametrize(
    ("change", "at"),
    [
        (lambda part: encode(part)[:-1], None),
        (lambda part: without(part, after=-1), "after"),
        (lambda part: without(part, head="x"), "head"),
        (lambda part: without(part, head="0" * 64), "head"),
        (lambda part: without(part, lines=(), closing=None, opening=NO_OPENING), "lines"),
        (lambda part: without(part, lines=part.lines[1:]), "lines[0].seq"),
        (lambda part: without(part, lines=("{}",)), "lines[0]"),
        (lambda part: without(part, lines=part.lines * 9), "lines"),
        (lambda part: without(part, after=3), "opening"),
        (lambda part: without(part, closing=msgspec.convert({"entries": 2, "result": "A"}, type(part.closing))), "closing.entries"),
        (lambda part: without(part, closing=replace(part.closing, result="")), "closing.result"),
        (lambda part: without(part, closing=replace(part.closing, result="A" * 17)), "closing.result"),
        (lambda part: without(part, opening=msgspec.Raw(b'{"tapete_match": 9}')), "opening"),
        (lambda part: encode({**msgspec.json.decode(encode(part)), "more": 1}), None),
        (lambda part: without(part, lines=(part.lines[0].replace("robot:A", "console:A:7f3a91c2"), *part.lines[1:])), "lines[0].source"),
        (lambda part: b"[" * 100_000, None),
        (lambda part: b"\xff", None),
    ],
)
def test_what_is_no_request_is_refused_with_its_place(change: Callable[[Any], bytes], at: str | None) -> None:
    with pytest.raises(Malformed) as fault:
        read_lines(change(told().part(0)))
    found = fault.value.refusals[0].at
    assert at is None or (found or "").startswith(at)


def test_a_signature_is_of_one_key_and_one_request() -> None:
    key = host_key(SECRET, "shop", "table-3", 1)
    stamp = Stamp(1_800_000_000_000, 7, "0123456789abcdef", "one")
    made = signature(key, "POST", "/v1/x?y=1", b"body", stamp)
    assert is_signed(key, "POST", "/v1/x?y=1", b"body", stamp, made)
    assert read_stamp(stamp.text, "one") == stamp
    others = [host_key(SECRET, *words) for words in (("shop", "table-3", 2), ("shop", "table-4", 1), ("other", "table-3", 1))]
    assert not any(is_signed(other, "POST", "/v1/x?y=1", b"body", stamp, made) for other in others)
    for asked in (("GET", "/v1/x?y=1", b"body"), ("POST", "/v1/x?y=2", b"body"), ("POST", "/v1/x?y=1", b"bodY")):
        assert not is_signed(key, *asked, stamp, made)
    assert not is_signed(key, "POST", "/v1/x?y=1", b"body", stamp, "")
    for changed in ({"at_ms": 1_800_000_000_001}, {"number": 8}, {"run": "f" * 16}, {"computer": "two"}):
        assert not is_signed(key, "POST", "/v1/x?y=1", b"body", replace(stamp, **changed), made), changed


@pytest.mark.parametrize(
    "told", ["", "1", "1.2", "1.2.0123456789abcdeg", "-1.2." + "0" * 16, "1.2." + "0" * 17, "²." + "0" * 16, "1" * 16 + ".2." + "0" * 16]
)
def test_what_is_no_stamp_is_refused(told: str) -> None:
    assert read_stamp(told, "") is None


def test_a_stamp_counts_once_within_a_minute() -> None:
    now = 1_800_000_000_000
    stamps = Stamps(now)

    def take(at_ms: int, number: int, run: str = "one", *, at: int = now, host: str = "table-1") -> bool:
        return stamps.take("shop", host, Stamp(at_ms, number, run), at)

    assert take(now, 1)
    assert not take(now, 1)
    assert take(now, 2, at=now + 5)
    assert not take(now, 1, at=now + 5), "an earlier one"
    assert take(now, 1, "two")
    assert take(now, 1, host="table-2")
    assert not take(now - 1, 3), "from before the server started"
    assert not take(now + WINDOW_MS + 1, 3), "too far ahead"
    later = now + 10 * WINDOW_MS
    assert not take(now, 9, at=later), "too old"
    assert take(later, 1, at=later), "what is that old is forgotten, and refused for its age"
    for number in range(RUNS):
        take(later, 1, f"run {number}", at=later)
    assert not take(later, 1, "one more", at=later)
    assert len(stamps._known["shop", "table-1"]) == RUNS


def test_a_ticket_says_its_words_and_no_altered_one_is_ours() -> None:
    ticket = Ticket("shop", PairingKey("friday", 2, 1, 4), 2, "shazamm", {"spells": "off"}, seat="B")
    written = write_ticket(SECRET, ticket)
    assert read_ticket(written) == ticket
    assert is_ours(SECRET, written)
    assert not is_ours(b"t" * 32, written)
    rng = random.Random(1)
    for _ in range(300):
        place = rng.randrange(len(written))
        bent = written[:place] + rng.choice("abcXYZ019-_.") + written[place + 1 :]
        assert bent == written or not is_ours(SECRET, bent) or msgspec.json.encode(read_ticket(bent)) == msgspec.json.encode(ticket)
    for broken in ("", ".", "a.b", "é.é", written[:-30], "x" * 2_000):
        assert not is_ours(SECRET, broken)
    with pytest.raises(Illegal, match="no_ticket"):
        read_ticket("nonsense")
