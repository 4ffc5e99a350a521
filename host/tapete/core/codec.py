"""The one place that knows msgspec's encoders: strict decoding, bytes that are the same each time, errors a person can read."""

from __future__ import annotations

import re
import zlib
from typing import Any, TypeVar

import msgspec

from tapete.core.refusals import MALFORMED, Malformed
from tapete.core.texts import Text

T = TypeVar("T")

MOST_BYTES = 65_536
"""Longest line or body that is read as JSON."""

_encoder = msgspec.json.Encoder(order="deterministic")


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
        raise malformed(f"more than {MOST_BYTES} bytes", f"más de {MOST_BYTES} bytes")
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
    """What is wrong with plain data that should be of one type, in both languages and with the path to it; None: nothing is."""
    try:
        msgspec.convert(value, type=kind)
    except (msgspec.ValidationError, RecursionError) as fault:
        return _said(fault)
    return None


def malformed(en: str, es: str, at: str | None = None) -> Malformed:
    """A `Malformed` whose problem is given in both languages."""
    code = msgspec.structs.replace(MALFORMED, es=f"No se entiende: {_plain(es)}.", en=f"That cannot be read: {_plain(en)}.")
    return Malformed((msgspec.structs.replace(code(problem=en), at=at),))


def _plain(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


_SPANISH: tuple[tuple[str, str], ...] = (
    (r"Expected `(.+)`, got `(.+)`", r"se espera `\1` y llega `\2`"),
    (r"Expected `([^`]+)`(.*)", r"se espera `\1`\2"),
    (r"Object missing required field `(.+)`", r"falta el campo `\1`"),
    (r"Object contains unknown field `(.+)`", r"hay un campo desconocido: `\1`"),
    (r"Invalid value (.+)", r"valor no válido: \1"),
    (r"Invalid enum value (.+)", r"valor no válido: \1"),
    (r"Input data was truncated", r"el texto está cortado"),
    (r"JSON is malformed: (.+)", r"no es JSON (\1)"),
    (r".*", r"no tiene la forma esperada"),
)


def _readable(fault: Exception) -> Malformed:
    """msgspec's message as a refusal in both languages."""
    text, path = _said(fault)
    return malformed(text.en, text.es, path)


def _said(fault: Exception) -> tuple[Text, str | None]:
    """msgspec's message in both languages, and the path apart."""
    said = "nested too deep" if isinstance(fault, RecursionError) else str(fault)
    message, _, place = said.partition(" - at ")
    path = place.strip("`").removeprefix("$").removeprefix(".") or None
    for pattern, spanish in _SPANISH:
        found = re.fullmatch(pattern, message)
        if found:
            return Text(found.expand(spanish)[:300], message[:300]), path
    return Text(message[:300], message[:300]), path
