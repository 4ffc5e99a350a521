"""The one place that knows msgspec's encoders: strict decoding, bytes that are the same each time, errors a person can read."""

from __future__ import annotations

import operator
import re
import zlib
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from tapete.core.expected import bounds_at, values_at, words_at
from tapete.core.kinds import ANY_NUMBER
from tapete.core.refusals import MALFORMED, OUT_OF_BOUNDS, Malformed, Refusal
from tapete.core.structs import ready
from tapete.core.texts import Text, _
from tapete.core.unreadable import in_words, none_of

T = TypeVar("T")

MOST_BYTES = 65_536
"""Longest line or body that is read as JSON."""


def _plain(value: Any) -> Any:
    """Return a text in every language."""
    if isinstance(value, Text):
        return value.wire()
    # msgspec asks its `enc_hook` to raise this for what it cannot encode
    raise NotImplementedError(f"{type(value).__name__} has no plain form")


_encoder = msgspec.json.Encoder(enc_hook=_plain, order="deterministic")


def encode(value: Any) -> bytes:
    """Return JSON in one line; map keys sorted, struct fields in their order: the same value gives the same bytes."""
    return _encoder.encode(value)


def builtins(value: Any) -> Any:
    """Return the value as plain dicts, lists, strings and numbers, as a reader of its JSON would have it."""
    return msgspec.json.decode(_encoder.encode(value))


def whole(value: Any) -> Any:
    """Return the value as `builtins` does, with every field in it, also those that its structs leave out where they have their defaults."""
    if isinstance(value, msgspec.Struct):
        config, keys = value.__struct_config__, zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
        found = {} if config.tag_field is None else {config.tag_field: config.tag}
        return found | {key: whole(one) for key, name in keys if (one := getattr(value, name)) is not msgspec.UNSET}
    if isinstance(value, dict):
        return {key: whole(value[key]) for key in sorted(value)}
    if isinstance(value, list | tuple):
        return [whole(one) for one in value]
    return builtins(value)


def crc(value: Any) -> int:
    """Return the CRC-32 of the encoded value; two positions with the same CRC are taken for the same."""
    return zlib.crc32(_encoder.encode(value))


def parse(raw: bytes | str, kind: type[T]) -> T:
    """Read JSON strictly as one type; the caller words the fault.

    Raises:
        msgspec.DecodeError: not JSON, or not of that type. UnicodeDecodeError: no UTF-8. RecursionError: nested too deep.
    """
    return msgspec.json.decode(raw, type=ready(kind))


def decode(raw: bytes | str, kind: type[T], *, judged: bool = False) -> T:
    """Read JSON strictly as one type.

    Args:
        raw, kind: what is read, and as what.
        judged: refuse a number beyond its bounds as `out_of_bounds`, not as what cannot be read.

    Raises:
        Malformed: not JSON, too long, nested too deep, or not of that type; the refusal's `at` is the path.
    """
    if len(raw) > MOST_BYTES:
        raise malformed(_("more than {most} bytes").fill(most=MOST_BYTES))
    try:
        return parse(raw, kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise _readable(fault, kind, partial(msgspec.json.decode, raw), judged) from None


def convert(value: Any, kind: type[T], *, judged: bool = False) -> T:
    """Read plain dicts and lists strictly as one type.

    Args:
        value, kind: what is read, and as what. judged: as for `decode`.

    Raises:
        Malformed: not of that type; the refusal's `at` is the path.
    """
    try:
        return msgspec.convert(value, type=ready(kind))
    except (msgspec.ValidationError, RecursionError) as fault:
        raise _readable(fault, kind, lambda: value, judged) from None


def fitting(value: Any, kind: type[T]) -> T | None:
    """Read plain dicts and lists strictly as one type; None where they are not of it."""
    try:
        return msgspec.convert(value, type=ready(kind))
    except (msgspec.ValidationError, RecursionError):
        return None


def problem(value: Any, kind: Any) -> tuple[Text, str | None] | None:
    """Return what is wrong with plain data that should be of one type, with the path to it; None if nothing is."""
    try:
        msgspec.convert(value, type=ready(kind))
    except (msgspec.ValidationError, RecursionError) as fault:
        return said(fault, kind, lambda: value)
    return None


def malformed(problem: Text, at: str | None = None) -> Malformed:
    """Return a `Malformed` with its problem.

    Args:
        problem: what cannot be read, as a part of a sentence.
        at: the path of the value.
    """
    return Malformed((MALFORMED(problem=problem).under(at) if at is not None else MALFORMED(problem=problem),))


def _readable(fault: Exception, kind: Any, data: Callable[[], Any], judged: bool) -> Malformed:
    """msgspec's message as a refusal; its own words stay among the params, for programs.

    Args:
        fault: what msgspec raised. kind: as what the data was read. data: gives it as plain data. judged: as for `decode`.
    """
    problem, path = said(fault, kind, data)
    detail = str(fault).partition(" - at ")[0][:300]
    if judged and (beyond := _beyond(detail, kind, path, data)) is not None:
        return Malformed((beyond if path is None else beyond.under(path),))
    (refusal,) = malformed(problem, path).refusals
    return Malformed((replace(refusal, params={**refusal.params, "detail": detail}),))


def _beyond(detail: str, kind: Any, path: str | None, data: Callable[[], Any]) -> Refusal | None:
    """Return what is said of a number beyond its bounds, where msgspec's message is of one."""
    bound = re.fullmatch(r"Expected `int` (?P<sign>[<>]=?) (?P<n>-?\d+)", detail)
    if bound is None or abs(int(bound["n"])) == ANY_NUMBER:
        return None
    read = data()
    between = bounds_at(kind, path, read)
    numbers = (value for value in values_at(read, path) if type(value) is int and _BREAKS[bound["sign"]](value, int(bound["n"])))
    if between is None or (number := next(numbers, None)) is None:
        return None
    return OUT_OF_BOUNDS(value=number, low=between[0], high=between[1])


_BREAKS: dict[str, Callable[[int, int], bool]] = {"<=": operator.gt, "<": operator.ge, ">=": operator.lt, ">": operator.le}
"""By the sign of a bound, what breaks it."""


def said(fault: Exception, kind: Any = None, data: Callable[[], Any] | None = None) -> tuple[Text, str | None]:
    """Return what msgspec says of a fault, in words for people, and the path apart.

    Args:
        fault: what msgspec raised. kind, data: as what was read, and what gives it as plain data, so that the words known there are named.
    """
    raw = "nested too deep" if isinstance(fault, RecursionError) else str(fault)
    message, _at, place = raw.partition(" - at ")
    path = place.removeprefix("`key` in ").strip("`").removeprefix("$").removeprefix(".") or None
    if data is not None and message.startswith("Invalid ") and (words := words_at(kind, path, data())):
        return none_of(message, words), path
    return in_words(message), path
