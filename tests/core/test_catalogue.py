"""Catalogues are read strictly: every fault at once, each with its card and key."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from tapete.core.catalogue import CardError, Catalogue, Fault, Reading, gather, of_game
from tapete.core.refusals import Illegal
from tests.two_languages import both


class Bite(Struct, frozen=True, tag_field="op", tag="bite", forbid_unknown_fields=True):
    n: Annotated[int, Meta(ge=1, le=9)]


class Sleep(Struct, frozen=True, tag_field="op", tag="sleep", forbid_unknown_fields=True):
    deep: bool = False


class Name(Struct, frozen=True):
    es: str
    en: str


class Beast(Struct, frozen=True):
    name: Name
    kind: Literal["cat", "dog"]
    tricks: Annotated[tuple[Bite | Sleep, ...], Meta(max_length=2)] = ()
    owner: Name | None = None
    friends: dict[str, Name] = {}


GOOD: dict[str, Any] = {
    "name": {"es": "Gata", "en": "Cat"},
    "kind": "cat",
    "tricks": [{"op": "bite", "n": 3}, {"op": "sleep"}],
    "owner": {"es": "Ana", "en": "Ann"},
    "friends": {"x": {"es": "Perro", "en": "Dog"}},
}


def read(plain: Any) -> tuple[Beast | None, list[Fault]]:
    reading = Reading()
    return reading.struct(plain, Beast, "beast"), reading.faults


def keys(plain: Any) -> list[str]:
    beast, faults = read(plain)
    assert (beast is None) == bool(faults)
    assert all(fault.card == "beast" and fault.problem.in_("es") and fault.problem.in_("en") for fault in faults)
    return [fault.key for fault in faults]


def test_a_sound_table_becomes_its_struct() -> None:
    beast, faults = read(GOOD)
    assert faults == []
    assert beast == Beast(Name("Gata", "Cat"), "cat", (Bite(3), Sleep()), Name("Ana", "Ann"), {"x": Name("Perro", "Dog")})


def test_every_fault_is_named_at_once() -> None:
    plain = {"name": {"es": 3}, "tricks": [{"op": "bite", "n": 10}, {"op": "fly"}, {"op": "sleep", "n": 1}], "colour": "red"}
    assert keys(plain) == ["colour", "name.es", "name.en", "kind", "tricks[1].n", "tricks[2].op", "tricks[3].n", "tricks"]


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"kind": "cow"}, "kind"),
        ({"name": "Cat"}, "name"),
        ({"tricks": "bite"}, "tricks"),
        ({"tricks": ["bite"]}, "tricks[1].op"),
        ({"owner": {"es": "Ana"}}, "owner.en"),
        ({"friends": {"x": {"es": "Perro", "en": 1}}}, "friends.x.en"),
        ({"friends": []}, "friends"),
    ],
)
def test_a_fault_names_its_key(change: dict[str, Any], at: str) -> None:
    assert keys({**GOOD, **change}) == [at]


def test_something_else_than_a_table_is_one_fault() -> None:
    assert keys([1, 2]) == [""]


def test_all_faults_are_raised_together_in_both_languages() -> None:
    reading = Reading()
    assert reading.finish("head") == "head"
    reading.fault(None, "catalogue.name", both("falta", "is missing"))
    reading.fault("cat", "level", both("es demasiado", "is too much"))
    with pytest.raises(CardError) as raised:
        reading.finish("head")
    assert raised.value.faults == tuple(reading.faults)
    assert [refusal.text() for refusal in raised.value.refusals] == [
        both("catalogue.name: falta", "catalogue.name: is missing"),
        both("cat.level: es demasiado", "cat.level: is too much"),
    ]
    assert Fault("cat", "level", both("", ""), 12).place == "12: cat.level"


def test_the_hash_is_of_the_cards_alone() -> None:
    one, two = Beast(Name("Gata", "Cat"), "cat"), Beast(Name("Perro", "Dog"), "dog")
    first = gather("zoo", "Zoo", {"a": one, "b": two})
    assert first.hash == gather("zoo", "Other zoo", {"b": two, "a": one}).hash
    assert first.hash == first.named("starter").hash
    assert first.hash != gather("zoo", "Zoo", {"a": two, "b": one}).hash
    assert first.hash != gather("zoo", "Zoo", {"a": one, "b": two}, {"decks": ["a"]}).hash
    assert (first.name, first.named("starter").name, len(first.hash)) == ("Zoo", "starter", 64)


def test_rules_are_bound_to_cards_of_their_own_game() -> None:
    zoo: Catalogue[Beast] = gather("zoo", "Zoo", {})
    assert of_game(zoo, "zoo", "Zoo") is zoo
    for wrong, code in (
        (None, "catalogue_needed"),
        ("zoo.toml", "catalogue_needed"),
        (gather("farm", "Farm", {}), "catalogue_of_another_game"),
    ):
        with pytest.raises(Illegal) as raised:
            of_game(wrong, "zoo", "Zoo")
        assert [refusal.code for refusal in raised.value.refusals] == [code]


def test_how_many_there_may_be_is_said_with_both_bounds() -> None:
    _, faults = read({**GOOD, "tricks": [{"op": "sleep"}] * 3})
    assert [fault.problem.in_("en") for fault in faults] == ["there are 3 and must be 0..2"]
