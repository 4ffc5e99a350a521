"""The messages between a host and a server of events: signed lines of matches, and the pairing that a host plays. Needs no extra."""

from __future__ import annotations

import base64
import functools
import hashlib
import hmac
import re
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from tapete.core import codec
from tapete.core.codec import parse
from tapete.core.log import Entry
from tapete.core.refusals import Illegal
from tapete.core.seats import Seat
from tapete.core.texts import _
from tapete.league import league_codes
from tapete.league.heads import first_head
from tapete.table.match_file import FORMAT, Closing, Opening, anonymous

HOST, KEY, SIGNATURE = "X-Tapete-Host", "X-Tapete-Key", "X-Tapete-Signature"
"""Names of the headers: the host, where the address does not say it; the number of its key; and the signature by it."""

COMPUTER = "X-Tapete-Computer"
"""The header that tells two computers with one address apart: some word that a program keeps for as long as it runs. It is signed."""

STAMP, NOW = "X-Tapete-Stamp", "X-Tapete-Now"
"""The header that makes each signed request one of its own (`Stamp`), and that of an answer which tells the server's time."""

WINDOW_MS = 60_000
"""How far the time of a request may be from the server's."""

LOOK = "look"
"""What a table asks for (`?look=yes`) that only wants to know what it would play: it does not count as taking part."""

MOST_LINES = 200
"""Lines in one request."""

MOST_BODY = 256 * 1024
"""Bytes of one request."""

PING_S = 10.0
"""How often a host hears from its server while nothing changes."""

STREAM = "stream"
"""Behind the address of a host: many requests for lines within one, and their answers while it goes on."""

STREAM_TYPE = "application/x-ndjson"
"""Of the answers."""

MOST_HEAD = 1_024
"""Bytes of a `StreamedHead`."""

SILENT_STREAM_S = 60.0
"""A stream of requests ends once nothing has come for so long: balancers cut what is silent for longer."""

NO_OPENING = msgspec.Raw()
"""Where no opening comes."""

Head = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Count = Annotated[int, Meta(ge=0, le=10_000_000)]
Id = Annotated[str, Meta(pattern="^[A-Za-z0-9][A-Za-z0-9_.~-]{0,63}$")]
"""The name of a shop, an event, a host or a match within an address."""


class PairingKey(Struct, frozen=True, forbid_unknown_fields=True):
    """Which pairing of a shop: `attempt` counts how often its round was paired."""

    event: Id
    round: Annotated[int, Meta(ge=1, le=1_000)]
    attempt: Annotated[int, Meta(ge=1, le=1_000)]
    pairing: Annotated[int, Meta(ge=1, le=100_000)]


class MatchLines(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Lines of a match on their way to the server.

    Args:
        after, head: how many lines are before these, and their head (`heads`).
        lines: of the match file, without names, consoles and ends of lines.
        opening: the first line, byte by byte, with `after` 0.
        closing: the last line of a match that has a result.
        pairing: whose match it is, with the opening.
        ticket: that the match was begun by, where the host was without network.
    """

    after: Count
    head: Head
    lines: Annotated[tuple[str, ...], Meta(max_length=MOST_LINES)] = ()
    opening: msgspec.Raw = NO_OPENING
    closing: Closing | None = None
    pairing: PairingKey | None = None
    ticket: Annotated[str, Meta(max_length=2_000)] = ""


class StreamedHead(Struct, frozen=True, forbid_unknown_fields=True):
    """What comes before each body in a stream of requests, on a line of its own: what else address and headers say.

    Args:
        match: whose lines they are. stamp, signature: as of a request of its own. length: of the body that follows, in bytes.
    """

    match: Annotated[str, Meta(max_length=200)]
    stamp: Annotated[str, Meta(max_length=100)]
    signature: Annotated[str, Meta(max_length=100)]
    length: Annotated[int, Meta(ge=0)]


class StreamedAnswer(Struct, frozen=True, omit_defaults=True):
    """The answer to each of them, on a line of its own.

    Args:
        status, body: as of an answer of its own. wait_s: how long the server wants to be left alone; None: it does not say.
        now_ms: the server's time, where the request was of another one.
    """

    status: int
    body: msgspec.Raw
    wait_s: int | None = None
    now_ms: int | None = None


class NextSeat(Struct, frozen=True):
    """Who sits at a seat; an empty name: the person is forgotten, or did not say it."""

    entrant: int
    name: str


class NextMatch(Struct, frozen=True, omit_defaults=True):
    """What a host plays now. Without `pairing` it waits: nothing is published for it.

    Args:
        table: its number in the room. title: of the event.
        state: of the round. remaining_ms: of the table's clock, below 0 once it is over; None: there is none. running: whether it runs.
        clock_ms: what the clock began with, more time for this table included; 0: there is none.
        result: in one word once it counts. again_ms: another number each time that the match is played again, or its next game: when that
            was decided (milliseconds UTC, 0: never), and how many games are over.
        hints: whether its players may agree on a robot's hints.
        over: the event is closed. elsewhere: another computer takes part as this table.
    """

    table: int | None = None
    title: str = ""
    rounds: int = 0
    pairing: PairingKey | None = None
    seats: dict[Seat, NextSeat] = {}
    game: str = ""
    options: dict[str, str] = {}
    catalogue: str | None = None
    state: str = ""
    remaining_ms: int | None = None
    running: bool = False
    clock_ms: int = 0
    result: str = ""
    again_ms: int = 0
    hints: bool = False
    over: bool = False
    elsewhere: bool = False


# ---- reading


def read_lines(body: bytes) -> MatchLines:
    """Read a request strictly.

    Raises:
        Malformed: it is not of that form; with the path. Illegal: names are among it, or a line is not the one that is due.
    """
    found: MatchLines = decoded(body, MatchLines)
    if not found.lines and found.closing is None and found.opening is NO_OPENING:
        raise codec.malformed(_("nothing in it"), "lines")
    if found.opening is not NO_OPENING:
        if found.after:
            raise codec.malformed(_("only before the first line"), "opening")
        opening = decoded(bytes(found.opening), Opening, "opening")
        if opening.tapete_match != FORMAT:
            raise codec.malformed(_("another format"), "opening.tapete_match")
        if opening.names is not None:
            raise codec.malformed(_("names stay at the table"), "opening.names")
        if found.head != first_head(bytes(found.opening)):
            raise codec.malformed(_("not that of the opening"), "head")
    for index, line in enumerate(found.lines):
        read_entry(line, found.after + index + 1, f"lines[{index}]")
    if found.closing is not None:
        if found.closing.entries != found.after + len(found.lines):
            raise codec.malformed(_("not as many as the lines"), "closing.entries")
        if not 1 <= len(found.closing.result) <= 16:
            raise codec.malformed(_("no result"), "closing.result")
    return found


def read_entry(line: str, seq: int, at: str) -> Entry:
    """Read one line strictly.

    Raises:
        Malformed: it is no entry, has another number, or says more than a line without names does.
    """
    entry: Entry = decoded(line.encode(), Entry, at)
    if entry.seq != seq or "\n" in line:
        raise codec.malformed(_("not the line that is due"), f"{at}.seq")
    if entry.source != anonymous(entry.source):
        raise codec.malformed(_("names stay at the table"), f"{at}.source")
    return entry


def decoded(raw: bytes, kind: Any, at: str = "") -> Any:
    """Read JSON strictly as one type, however long.

    Raises:
        Malformed: it is not of that type; the path begins with `at`.
    """
    try:
        return parse(raw, kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        problem, path = codec.said(fault)
        raise codec.malformed(problem, ".".join(part for part in (at, path) if part) or None) from None


# ---- signatures and keys


@functools.lru_cache(4_096)
def host_key(secret: bytes, shop: str, host: str, number: int) -> bytes:
    """The key of a host: derived from the server's secret, and kept by the host alone."""
    return _derived(secret, "host", shop, host, str(number))


class Stamp(Struct, frozen=True):
    """What tells a signed request from every other one, so that none counts twice.

    Args:
        at_ms: milliseconds UTC, by the server's clock as the sender knows it.
        number: rises with each request of one run.
        run: 16 hexadecimal digits by chance, of whatever sends one request after another.
        computer: the value of `COMPUTER`, or empty.
    """

    at_ms: int
    number: int
    run: str
    computer: str = ""

    @property
    def text(self) -> str:
        """The value of `STAMP`."""
        return f"{self.at_ms}.{self.number}.{self.run}"


_STAMP = re.compile(r"([0-9]{1,15})\.([0-9]{1,15})\.([0-9a-f]{16})")


def read_stamp(told: str, computer: str) -> Stamp | None:
    """Read the headers `STAMP` and `COMPUTER`; None: it is no stamp."""
    found = _STAMP.fullmatch(told)
    return None if found is None else Stamp(int(found[1]), int(found[2]), found[3], computer)


def signature(key: bytes, method: str, path: str, body: bytes, stamp: Stamp) -> str:
    """Sign a request.

    Args:
        key: of the host. method: in capitals. path: with the query, as it is sent. body: its bytes. stamp: of this request alone.
    """
    said = (method, path, stamp.computer, str(stamp.at_ms), str(stamp.number), stamp.run, hashlib.sha256(body).hexdigest())
    return hmac.digest(key, "\n".join(said).encode(), "sha256").hex()


def signed_headers(host: str, key_no: int, key: bytes, method: str, path: str, body: bytes, stamp: Stamp) -> dict[str, str]:
    """Return what a host adds to a request so that the server knows it.

    Args:
        host, key_no, key: who signs. method, path, body, stamp: as `signature` takes them.
    """
    signed = {HOST: host, KEY: str(key_no), STAMP: stamp.text, SIGNATURE: signature(key, method, path, body, stamp)}
    return signed | ({COMPUTER: stamp.computer} if stamp.computer else {})


def streamed(match: str, key: bytes, path: str, body: bytes, stamp: Stamp) -> bytes:
    """Return a signed request for a stream of requests: its head, and its body on the next line.

    Args:
        match: whose lines they are. key: of the host. path, body, stamp: of a request of its own.
    """
    return codec.encode(StreamedHead(match, stamp.text, signature(key, "POST", path, body, stamp), len(body))) + b"\n" + body


def is_signed(key: bytes, method: str, path: str, body: bytes, stamp: Stamp, given: str) -> bool:
    """Whether a signature is that of the key."""
    return hmac.compare_digest(signature(key, method, path, body, stamp).encode(), given.encode())  # as text it takes ASCII alone


def _derived(secret: bytes, *words: str) -> bytes:
    return hmac.digest(secret, "\0".join(words).encode(), "sha256")


# ---- tickets


class Ticket(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The words of a pairing: a host begins its match with them without network.

    Args:
        shop: whose event. pairing: which. seats: how many play. game, options, catalogue: of the match.
        seat: of whom it is given to; empty: of the table.
    """

    shop: Id
    pairing: PairingKey
    seats: Annotated[int, Meta(ge=1, le=4)]
    game: Annotated[str, Meta(max_length=64)]
    options: dict[str, str] = {}
    catalogue: str | None = None
    seat: str = ""


LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
"""Letters of the codes that people type: none that is taken for another one or for a digit."""

TABLE_LETTERS = 4
"""How many stand for a table of the newest round, on its ticket."""

SLIP_LETTERS = 8
"""How many open a player's page, on the slip: too many to be tried through."""


class TypedCode(Struct, frozen=True, forbid_unknown_fields=True):
    """The letters of a ticket, as a person typed them at a table."""

    code: Annotated[str, Meta(max_length=40)]


class TicketWords(Struct, frozen=True):
    """The words of the ticket whose letters were typed."""

    ticket: str


def read_letters(told: str) -> str:
    """The code in what people typed, without regard to case, spaces and dashes; empty: it cannot be one."""
    found = "".join(letter for letter in told.upper() if not letter.isspace() and letter not in "-–·")
    return found if len(found) in (TABLE_LETTERS, SLIP_LETTERS) and set(found) <= set(LETTERS) else ""


SEAL = 16
"""Bytes of a ticket's seal."""


def write_ticket(secret: bytes, ticket: Ticket) -> str:
    """Write a ticket: its words and their seal, for a QR code."""
    words = codec.encode(ticket)
    return f"{_packed(words)}.{_packed(_seal(secret, ticket, words))}"


def read_ticket(told: str) -> Ticket:
    """Read the words of a ticket; whether it is one of ours the server says (`is_ours`).

    Raises:
        Illegal: these are no words of a ticket.
    """
    words, _dot, _seal = told.partition(".")
    try:
        return parse(_unpacked(words), Ticket)
    except (ValueError, RecursionError):
        raise Illegal((league_codes.NO_TICKET(),)) from None


def is_ours(secret: bytes, told: str) -> bool:
    """Whether a ticket was written with this secret."""
    try:
        words, seal = (_unpacked(part) for part in told.split(".", 1))
        ticket = parse(words, Ticket)
    except (ValueError, RecursionError):
        return False
    return hmac.compare_digest(_seal(secret, ticket, words), seal)


def _seal(secret: bytes, ticket: Ticket, words: bytes) -> bytes:
    key = _derived(secret, "event", ticket.shop, ticket.pairing.event)
    return hmac.digest(key, words, "sha256")[:SEAL]


def _packed(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _unpacked(told: str) -> bytes:
    return base64.b64decode(told.encode("ascii") + b"=" * (-len(told) % 4), altchars=b"-_", validate=True)
