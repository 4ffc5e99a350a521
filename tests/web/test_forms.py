"""Forms that are written all at once: controls out of domains, and what is posted comes back as plain values."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.core.codec import builtins
from tapete.core.domains import Domain, each, maybe, one_of, some, text, whole
from tapete.core.refusals import Code, Malformed, Refusal
from tapete.core.texts import Words
from tapete.presentation.base import GamePage, Voice
from tapete.web.forms import Builder, FormControl, read
from tests.two_languages import both

TAKEN = Code("taken", "TST-001", both("La {value} ya está.", "{value} is taken."))
PLAIN = Voice(GamePage(), "en", Words())
"""Labels that are the words themselves."""


def control(domain: Domain, value: Any = None, refusals: Sequence[Refusal] = ()) -> FormControl:
    made = Builder("f", "act", PLAIN, {} if value is None else {"x": value}, refusals).control(("x",), domain)
    assert made is not None
    return made


def posted(made: FormControl) -> Iterator[tuple[str, str]]:
    """What a browser sends for a control as it stands."""
    if made.kind == "number":
        yield made.name, made.value
    elif made.kind == "choice":
        yield from ((made.name, option.value) for option in made.options if option.chosen)
    elif made.kind == "several":
        yield made.name.replace("s:", "e:", 1), ""
        yield from ((made.name, option.value) for option in made.options if option.chosen)
    elif made.kind == "places":
        yield made.name.replace("s:", "e:", 1), ""
        yield from ((part.name, part.value) for part in made.parts)
    else:
        for part in made.parts:
            yield from posted(part)


DOMAINS: tuple[Domain, ...] = (
    whole(1, 50),
    one_of(["apply", "discard"]),
    one_of([3, 1, 2]),
    some(one_of(range(15))),
    some(one_of(["a", "b", "c"]), 0, 3, ordered=True),
    some(one_of(["a", "b"]), 0, 4, repeat=True),
    each({"A": whole(0, 9), "B": one_of(["x", "y"])}),
    maybe(whole(1, 9)),
    maybe(one_of([4, 5])),
    maybe(some(one_of(["a", "b"]))),
)


@given(st.sampled_from(DOMAINS), st.integers(0, 10_000))
def test_what_a_form_shows_is_what_comes_back(domain: Domain, seed: int) -> None:
    value = builtins(domain.sample(random.Random(seed)))
    came_back = read(list(posted(control(domain, value))))
    if value is None:  # an empty number is nothing, a choice without a tick is missing, and a list is empty
        assert not came_back.get("x")
    else:
        assert came_back == {"x": value}


def test_what_cannot_be_chosen_is_not_shown_and_the_only_value_is_chosen() -> None:
    made = control(one_of(range(3), lambda value: None if value == 2 else TAKEN(value=value)))
    assert [(option.label, option.chosen) for option in made.options] == [("2", True)]
    assert Builder("f", "act", PLAIN).control(("x",), text(9)) is None, "what is not to be chosen has no control"


def test_refusals_stand_at_the_control_that_caused_them() -> None:
    domain = each({"A": whole(0, 9), "B": whole(0, 9)})
    refusals = [TAKEN(value=1).under("B").under("x"), TAKEN(value=2).under("x"), TAKEN(value=3), TAKEN(value=4).under("y")]
    builder = Builder("f", "act", PLAIN, {}, refusals)
    made = builder.control(("x",), domain)
    assert made is not None
    assert [r.params["value"] for r in made.refusals] == [2]
    assert [[r.params["value"] for r in part.refusals] for part in made.parts] == [[], [1]]
    assert [r.params["value"] for r in builder.left()] == [3, 4]


def test_what_is_printed_on_a_card_of_another_kind_counts_for_nothing() -> None:
    """A browser without scripts sends it along, empty numbers too."""
    fields = [
        ("t:name", " Ash "),
        ("v:card", "bios"),
        ("n:card/@bios/memory", "5"),
        ("n:card/@program/memory", ""),
        ("e:card/@bios/abilities", ""),
        ("s:card/@bios/abilities", '"heal"'),
        ("n:card/@bios/benefits/worm/attack", "1"),
    ]
    card = {"action": "bios", "memory": 5, "abilities": ["heal"], "benefits": {"worm": {"attack": 1}}}
    assert read(fields) == {"name": "Ash", "card": card}
    assert read([("csrf", "x"), ("action", "lock_bid"), ("expected_seq", "3"), ("zz:a", "1")]) == {}


@pytest.mark.parametrize(
    ("fields", "at"),
    [
        ([("n:amount", "")], "amount"),
        ([("n:amount", "9.0")], "amount"),
        ([("n:amount", "1" * 400)], "amount"),
        ([("n:amount", "½")], "amount"),
        ([("j:number", "{")], "number"),
        ([("s:numbers", "[")], "numbers"),
        ([("j:number", "[" * 60_000)], "number"),
        ([("n:a", "1"), ("n:a/b", "1")], "a.b"),
        ([("e:a", ""), ("n:a/b", "1")], "a.b"),
        ([("n:a", "1"), ("s:a", "1")], "a"),
    ],
)
def test_what_cannot_be_read_is_malformed_at_its_place(fields: list[tuple[str, str]], at: str) -> None:
    with pytest.raises(Malformed) as fault:
        read(fields)
    assert [refusal.at for refusal in fault.value.refusals] == [at]
    assert fault.value.refusals[0].text().in_("es") != fault.value.refusals[0].text().in_("en")


@given(st.lists(st.tuples(st.text("nNjsetvx:/@0123ab", max_size=12), st.text(max_size=6)), max_size=8))
def test_no_form_whatever_breaks_the_reader(fields: list[tuple[str, str]]) -> None:
    try:
        found = read(fields)
    except Malformed:
        return  # said so: the other way to be right
    assert isinstance(found, dict)


@pytest.mark.parametrize("typed", ["-3", "−3", " −3 "])
def test_a_number_is_typed_with_a_hyphen_or_with_the_minus_of_the_page(typed: str) -> None:
    made = control(whole(-5, 5))
    assert read([(made.name, typed)]) == {"x": -3}


def test_a_field_of_endless_depth_is_refused() -> None:
    with pytest.raises(Malformed):
        read([("n:" + "a/" * 2_000 + "a", "1")])
