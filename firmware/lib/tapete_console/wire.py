"""One line of the link between console and host: framing, checksum and grammar.

Both ends use this very file; what only the host needs is in `far_end.py`. Source: `docs/link.md`; its examples are the test vectors.
Plain CircuitPython subset: no `typing`, no reliance on dict order. Nothing of a line is looked at before its checksum fits.
"""

from __future__ import annotations

from binascii import crc32

from tapete_console.shapes import Callable

PROTOCOL = 1
"""The number both ends must agree on. It changes with any change that the other end would not understand."""

MAX_LINE = 1024
"""Longest line in bytes, its newline included. A longer one is thrown away up to the next newline."""

MAX_PANELS = 4
MAX_DICE = 8
"""Most die ids that a scene asks of one panel at once; the others follow when these are rolled."""
MAX_SAMPLE = 100
DAY_MINUTES = 1440
LARGEST_NUMBER = 999999999
"""Upper bound of message numbers and revisions: a press every second would take 31 years."""
LARGEST_BID = 99
"""Two digits fit the private display."""
LARGEST_VALUE = 999

HEARTBEAT_MS = 1000
"""Each end sends at least one line in this time."""
RESEND_MS = 300
"""A message without acknowledgement is sent again after this time."""
ALONE_MS = 3000
"""Without a sound line for this long the other end counts as gone."""

DIGITS = "0123456789"
HEXADECIMAL = "0123456789abcdef"
NAME = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_-."
"""A text that these leave nothing of when it is stripped of them has no other letter: one call, where a loop takes 0.2 ms a name."""

BUTTONS = ("minus", "plus", "lock", "roll")
"""Buttons of a panel, in the order of the pin map."""

FROM_HOST = {
    "who": "",
    "hello": "role pair*",
    "scene": "revision word*",
    "reveal": "id*",
    "ack": "stamp",
    "beat": "",
    "ask": "",
    "sample": "sample",
    "clock": "minute percent?",
    "test": "",
    "refuse": "id id word*",
}
"""Host to console, repeatable."""

CONSOLE_HELLO = ("proto", "fw", "boot", "panels", "pixels", "bridge", "pins", "window", "first", "shown", "free", "why")
HOST_HELLO = ("proto", "sw", "boot", "have")
STATUS = ("boot", "shown", "bids", "free", "turn", "rate", "queue", "resent", "bad", "dropped", "limited", "draw", "up")
"""Keys that these lines must have; others may follow and are passed over."""


class BadLine(ValueError):
    """The line was damaged on its way; it is counted and never answered. `args[0]` is one word: why."""


class Malformed(ValueError):
    """The line arrived whole but is not one of the grammar; it is answered with `refuse`. `args[0]` is one word: why."""


class Line:
    """What one line says.

    `boot` and `number` belong to a precious message (`""` and 0 in a repeatable one), `kind` is its first word and
    `fields` are the words after it, as text.
    """

    def __init__(self, kind: str, fields: list[str], boot: str = "", number: int = 0) -> None:
        self.kind = kind
        self.fields = fields
        self.boot = boot
        self.number = number


def whole(text: str, low: int, high: int) -> int:
    """Return the whole number that `text` writes in plain decimal, `low`..`high`; `Malformed` otherwise."""
    digits = text[1:] if text[:1] == "-" else text
    if not digits or len(digits) > 9 or (digits[0] == "0" and text != "0") or digits.strip(DIGITS):
        raise Malformed("number")
    number = int(text)
    if number < low or number > high:
        raise Malformed("range")
    return number


def hexadecimal(text: str, length: int) -> str:
    """Return `text` if it is `length` lower-case hexadecimal digits; `Malformed` otherwise."""
    if len(text) != length or text.strip(HEXADECIMAL):
        raise Malformed("hex")
    return text


def name(text: str) -> str:
    """Return `text` if it is an id: 1..16 letters, digits, `_`, `-` or `.`; `Malformed` otherwise."""
    if not 1 <= len(text) <= 16 or text.strip(NAME):
        raise Malformed("id")
    return text


def stamp(text: str) -> tuple[str, int]:
    """Return boot id and number of `7f3a91c2.12`; number 0 acknowledges nothing. `Malformed` otherwise."""
    boot, dot, number = text.partition(".")
    if not dot:
        raise Malformed("stamp")
    return hexadecimal(boot, 8), whole(number, 0, LARGEST_NUMBER)


def check(fields: list[str], grammar: str, one: Callable[[str, str], None] | None = None) -> None:
    """Raise `Malformed` unless `fields` fit `grammar`, a value of `FROM_HOST`; `one` checks a single field of another table."""
    one = one or check_field
    types = grammar.split()
    at = 0
    for field_type in types:
        if field_type[-1] == "*":
            while at < len(fields):
                one(fields[at], field_type[:-1])
                at += 1
        elif field_type[-1] == "?":
            if at < len(fields):
                one(fields[at], field_type[:-1])
                at += 1
        else:
            if at >= len(fields):
                raise Malformed("fields")
            one(fields[at], field_type)
            at += 1
    if at != len(fields):
        raise Malformed("fields")


def check_field(text: str, field_type: str) -> None:
    """Raise `Malformed` unless `text` is one field of this type."""
    if not text:
        raise Malformed("fields")
    if field_type == "word":
        return
    if field_type == "id":
        name(text)
    elif field_type == "revision":
        whole(text, 0, LARGEST_NUMBER)
    elif field_type == "stamp":
        stamp(text)
    elif field_type == "sample":
        whole(text, 1, MAX_SAMPLE)
    elif field_type == "percent":
        whole(text, 1, 100)
    elif field_type == "minute":
        whole(text, 0, DAY_MINUTES - 1)
    elif field_type == "role":
        if text not in ("console", "host"):
            raise Malformed("role")
    elif field_type == "pair":
        if text.find("=") < 1:
            raise Malformed("pair")


def checksum(body: bytes) -> str:
    """Return the CRC-32 of `body` as eight lower-case hexadecimal digits."""
    return "%08x" % (crc32(body) & 0xFFFFFFFF)


def write(kind: str, fields: list[str], boot: str = "", number: int = 0) -> bytes:
    """Return the whole line, newline included.

    With `boot` and `number` (1..) it is a precious message, without them a repeatable one. Raises `Malformed` if the line
    would be too long or a field would break the framing; the grammar is checked by the one who reads.
    """
    head = "%s.%d" % (boot, number) if boot else "-"
    text = " ".join([head, kind] + fields)
    body = text.encode()
    if len(body) + 10 > MAX_LINE:
        raise Malformed("long")
    if min(body) < 0x20 or max(body) > 0x7E:
        raise Malformed("characters")
    return body + b"*" + checksum(body).encode() + b"\n"


def unframe(raw: bytes) -> Line:
    """Return the line in `raw` (without its newline) after its length, frame, checksum and characters are proved.

    Raises `BadLine` with `long`, `frame`, `checksum` or `characters`, and `Malformed` if the words cannot be a line at all.
    """
    if len(raw) + 1 > MAX_LINE:
        raise BadLine("long")
    if len(raw) < 12 or raw[-9] != 0x2A:
        raise BadLine("frame")
    body = raw[:-9]
    if raw[-8:] != checksum(body).encode():
        raise BadLine("checksum")
    if min(body) < 0x20 or max(body) > 0x7E:
        raise BadLine("characters")
    words = body.decode().split(" ")
    if len(words) < 2 or not words[1]:
        raise Malformed("fields")
    if words[0] == "-":
        return Line(words[1], words[2:])
    boot, number = stamp(words[0])
    if number == 0:
        raise Malformed("stamp")
    return Line(words[1], words[2:], boot, number)


def keyed(fields: list[str], required: tuple[str, ...]) -> dict[str, str]:
    """Return the `key=value` fields as a dict; `Malformed` if a required key is missing or one comes twice."""
    values: dict[str, str] = {}
    for field in fields:
        key, equals, value = field.partition("=")
        if not equals or key in values:
            raise Malformed("pair")
        values[key] = value
    for key in required:
        if key not in values:
            raise Malformed("missing")
    return values


class LineBuffer:
    """Cuts a stream of bytes into lines and bounds what a broken sender can make us keep.

    `overlong` counts lines thrown away because they were longer than `MAX_LINE`.
    """

    def __init__(self) -> None:
        self._rest = b""
        self._skipping = False
        self.overlong = 0

    def clear(self) -> None:
        """Forget a line that has begun, as after a reconnection."""
        self._rest = b""
        self._skipping = False

    def feed(self, received: bytes) -> list[bytes]:
        """Return the lines completed by `received`, without newlines; empty lines are left out."""
        lines = (self._rest + received).split(b"\n")
        self._rest = lines.pop()
        complete = []
        for line in lines:
            if self._skipping:
                self._skipping = False
            elif len(line) + 1 > MAX_LINE:
                self.overlong += 1
            elif line:
                complete.append(line)
        if len(self._rest) + 1 > MAX_LINE:
            self._rest = b""
            if not self._skipping:
                self.overlong += 1
            self._skipping = True
        return complete
