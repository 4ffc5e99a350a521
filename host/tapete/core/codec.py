"""The one place that knows msgspec's encoders: strict decoding, bytes that are the same each time, errors a person can read."""

from __future__ import annotations

import zlib
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from tapete.core.refusals import MALFORMED, Malformed
from tapete.core.texts import Text, _
from tapete.core.unreadable import in_words

T = TypeVar("T")

MOST_BYTES = 65_536
"""Longest line or body that is read as JSON."""


def _plain(value: Any) -> Any:
    """A text goes out in every language."""
    if isinstance(value, Text):
        return value.wire()
    raise NotImplementedError(f"{type(value).__name__} has no plain form")


_encoder = msgspec.json.Encoder(enc_hook=_plain, order="deterministic")


def encode(value: Any) -> bytes:
    """JSON in one line; map keys sorted, struct fields in their order: the same value gives the same bytes."""
    return _encoder.encode(value)


def builtins(value: Any) -> Any:
    """The value as plain dicts, lists, strings and numbers, as a reader of its JSON would have it."""
    return msgspec.json.decode(_encoder.encode(value))


def crc(value: Any) -> int:
    """CRC-32 of the encoded value; two positions with the same CRC are taken for the same."""
    return zlib.crc32(_encoder.encode(value))


def decode(raw: bytes | str, kind: type[T]) -> T:
    """Read JSON strictly as one type.

    Raises:
        Malformed: not JSON, too long, nested too deep, or not of that type; the refusal's `at` is the path.
    """
    if len(raw) > MOST_BYTES:
        raise malformed(_("more than {most} bytes").fill(most=MOST_BYTES))
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise _readable(fault) from None


def convert(value: Any, kind: type[T]) -> T:
    """Read plain dicts and lists strictly as one type.

    Raises:
        Malformed: not of that type; the refusal's `at` is the path.
    """
    try:
        return msgspec.convert(value, type=kind)
    except (msgspec.ValidationError, RecursionError) as fault:
        raise _readable(fault) from None


def problem(value: Any, kind: Any) -> tuple[Text, str | None] | None:
    """Return what is wrong with plain data that should be of one type, with the path to it; None if nothing is."""
    try:
        msgspec.convert(value, type=kind)
    except (msgspec.ValidationError, RecursionError) as fault:
        return said(fault)
    return None


def malformed(problem: Text, at: str | None = None) -> Malformed:
    """A `Malformed` with its problem.

    Args:
        problem: what cannot be read, as a part of a sentence.
        at: the path of the value.
    """
    return Malformed((MALFORMED(problem=problem).under(at) if at is not None else MALFORMED(problem=problem),))


def _readable(fault: Exception) -> Malformed:
    """msgspec's message as a refusal; its own words stay among the params, for programs."""
    problem, path = said(fault)
    (refusal,) = malformed(problem, path).refusals
    return Malformed((replace(refusal, params={**refusal.params, "detail": str(fault).partition(" - at ")[0][:300]}),))


def said(fault: Exception) -> tuple[Text, str | None]:
    """Return what msgspec says of a fault, in words for people, and the path apart."""
    raw = "nested too deep" if isinstance(fault, RecursionError) else str(fault)
    message, _at, place = raw.partition(" - at ")
    path = place.strip("`").removeprefix("$").removeprefix(".") or None
    return in_words(message), path
