"""Reading strictly: paths, bounds, both languages, and nothing that crashes."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core import codec
from tapete.core.refusals import Malformed
from tests.contract import fairground

RULES = fairground.rules()


def fault(raw: bytes) -> tuple[str | None, str, str]:
    with pytest.raises(Malformed) as found:
        RULES.read(raw)
    refusal = found.value.refusals[0]
    assert refusal.code == "malformed"
    text = refusal.text()
    return refusal.at, text.in_("es"), text.in_("en")


@pytest.mark.parametrize(
    ("raw", "at", "es"),
    [
        (b'{"action":"choose","seat":"A","number":9.0}', "number", "se espera `int` y llega `float`"),
        (b'{"action":"choose","seat":"A","number":"9"}', "number", "se espera `int` y llega `str`"),
        (b'{"action":"choose","seat":"A"}', None, "falta el campo `number`"),
        (b'{"action":"choose","seat":"A","number":1,"extra":1}', None, "hay un campo desconocido: `extra`"),
        (b'{"action":"choose","seat":"Z","number":1}', "seat", "valor no válido: 'Z'"),
        (b'{"action":"fly"}', "action", "valor no válido: 'fly'"),
        (b'{"action":"enter_roll","roll":"d1","value":99999}', "value", "se espera `int` <= 999"),
        (b'{"action":"throw","seat":"A"', None, "el texto está cortado"),
        (b"throw", None, "no es JSON"),
        (b"\xff\xfe", None, ""),
        (b"[]", None, "se espera `object` y llega `array`"),
    ],
)
def test_what_cannot_be_read_is_said_in_both_languages(raw: bytes, at: str | None, es: str) -> None:
    found = fault(raw)
    assert found[0] == at
    assert es in found[1]
    assert found[1] != found[2]


def test_depth_and_length_are_bounded() -> None:
    deep = b'{"action":"ruling","reason":"x","ops":' + b"[" * 20_000 + b"]" * 20_000 + b"}"
    fault(deep)
    fault(b'{"action":"remark","seat":"A","words":"' + b"x" * 70_000 + b'"}')
    with pytest.raises(Malformed):
        codec.decode(b"[" * 20_000 + b"]" * 20_000, Any)


def test_braces_of_the_input_do_not_disturb_the_sentence() -> None:
    assert "{seat}" in fault(b'{"action":"{seat}"}')[2]


def test_the_same_value_gives_the_same_bytes() -> None:
    one = codec.encode({"b": 1, "a": {"d": 2, "c": 3}})
    other = codec.encode({"a": {"c": 3, "d": 2}, "b": 1})
    assert one == other == b'{"a":{"c":3,"d":2},"b":1}'
