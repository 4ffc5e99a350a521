"""Reading strictly: paths, bounds, both languages, and nothing that crashes."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from tapete.core import codec
from tapete.core.refusals import Malformed, outside
from tapete.core.texts import LANGUAGES
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
        (b'{"action":"choose","seat":"A","number":9.0}', "number", "se espera un número entero, y lo que hay es un número"),
        (b'{"action":"choose","seat":"A","number":"9"}', "number", "se espera un número entero, y lo que hay es un texto"),
        (b'{"action":"choose","seat":"A"}', None, "falta «number»"),
        (b'{"action":"choose","seat":"A","number":1,"extra":1}', None, "«extra» no tiene sitio aquí"),
        (b'{"action":"choose","seat":"Z","number":1}', "seat", "«Z» no es una de estas: «A», «B», «C» y «D»"),
        (b'{"action":"fly"}', "action", "«fly» no es una de estas: «"),
        (
            b'{"action":"enter_roll","roll":"d1","value":9999999999999999999}',
            "value",
            "se espera un número no mayor de 1000000000000000000",
        ),
        (b'{"action":"throw","seat":"A"', None, "se acaba antes de estar completo"),
        (b"throw", None, "no está escrito como JSON"),
        (b"\xff\xfe", None, ""),
        (b"[]", None, "se espera un grupo de valores con nombre, y lo que hay es una lista"),
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


EIGHT = Annotated[tuple[int, ...], Meta(max_length=8)]
NAME = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{1,31}$")]
SMALL = Annotated[int, Meta(ge=-3, le=5)]


@pytest.mark.parametrize(
    ("value", "kind", "said"),
    [
        (list(range(9)), EIGHT, "a list of at most 8 items is expected"),
        ("X", NAME, "a name of 2 to 32 characters is expected: small letters, digits, “_” or “-”, as this place allows"),
        ("c", Annotated[str, Meta(pattern="^(a|b)$")], "one of the words that this place knows is expected"),
        (9, SMALL, "a number of at most 5 is expected"),
        (-9, SMALL, "a number of at least −3 is expected"),
        ([1], tuple[int, int], "a list of 2 items is expected"),
        ("x", Annotated[str, Meta(min_length=2)], "a text of at least 2 characters is expected"),
        ("a", int | None, "a whole number or nothing (null) is expected, and a text stands there"),
        (5, Literal[1, 2], "“5” is none of these: 1 and 2"),
        ({"a": 1, "b": 2}, Annotated[dict[str, int], Meta(max_length=1)], "a group of at most 1 named value is expected"),
        (10**400, SMALL, "a number of at most 5 is expected"),
    ],
)
def test_what_msgspec_says_is_said_with_its_bounds_in_peoples_words(value: Any, kind: Any, said: str) -> None:
    with pytest.raises(Malformed) as fault:
        codec.convert(value, kind)
    (refusal,) = fault.value.refusals
    assert refusal.text().in_("en") == f"That cannot be read: {said}."
    for language in LANGUAGES:
        assert not re.search(r"`|regex|<=|>=|array|\bstr\b|\bint\b|Expected", refusal.text().in_(language))
    assert refusal.params["detail"].startswith(("Expected", "Invalid")), "programs have msgspec's own words"


def test_what_has_parts_is_not_shown_as_python_writes_it() -> None:
    for value in ({"action": "play"}, Half(3)):
        assert outside(value, ()).text().in_("en") == "what is given is not one of the choices: there is none now."


class Half(Struct, frozen=True):
    """A value with a part."""

    n: int


class Cat(Struct, tag="cat", tag_field="is"):
    coat: Literal["black", "tabby"] = "black"


class Dog(Struct, tag="dog", tag_field="is"):
    coat: Literal["brown"] = "brown"
    legs: Annotated[int, Meta(ge=0, le=4)] = 4


Pets = dict[str, tuple[Cat | Dog, ...]]


@pytest.mark.parametrize(
    ("value", "kind", "said"),
    [
        ([{"is": "cow"}], tuple[Cat | Dog, ...], "“cow” is none of these: “cat” and “dog”"),
        ([{"is": "dog"}, {"is": "cat", "coat": "red"}], tuple[Cat | Dog, ...], "“red” is none of these: “black” and “tabby”"),
        ({"home": [{"is": "dog", "coat": "red"}]}, Pets, "“red” is none of these: “brown”"),
        ([1, "up"], tuple[int, Literal["on", "off"]], "“up” is none of these: “off” and “on”"),
    ],
)
def test_the_words_that_a_place_knows_are_named(value: Any, kind: Any, said: str) -> None:
    with pytest.raises(Malformed) as found:
        codec.convert(value, kind)
    assert found.value.refusals[0].text().in_("en") == f"That cannot be read: {said}."


def test_a_judged_number_is_refused_with_its_bounds() -> None:
    """Also one in a map, whose key msgspec does not name; as what cannot be read where numbers are not judged."""
    value = {"home": [{"is": "cat"}, {"is": "dog", "legs": 4}], "street": [{"is": "cat"}, {"is": "dog", "legs": 5}]}
    with pytest.raises(Malformed) as found:
        codec.convert(value, Pets, judged=True)
    (refusal,) = found.value.refusals
    assert (refusal.code, refusal.params) == ("out_of_bounds", {"value": 5, "low": 0, "high": 4})
    with pytest.raises(Malformed) as found:
        codec.decode(codec.encode(value), Pets)
    assert found.value.refusals[0].code == "malformed"
