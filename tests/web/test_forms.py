"""Forms are built from described domains, and what is posted comes back as the plain action."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.core.codec import builtins
from tapete.core.domains import Domain, each, maybe, one_of, row, some, text, whole
from tapete.core.look_ahead import Told
from tapete.core.refusals import Code, Malformed, Refusal
from tapete.core.sums import Sum
from tapete.web.forms import Builder, Control, Form, read
from tapete.web.view.question import OfferAsker
from tests.two_languages import both

TAKEN = Code("taken", "TST-001", both("La {value} ya está.", "{value} is taken."))
SUMMED = Code("summed", "TST-002", both("Suman {sum}.", "They add to {sum}."))


class Plain:
    """Labels that are the words themselves."""

    def argument(self, action: str, path: str) -> str:
        return path

    def option(self, action: str, path: str, value: Any) -> str:
        return str(value)

    def variant(self, action: str, path: str, name: str) -> str:
        return name

    def tucks(self, path: str) -> bool:
        return path == "spend"

    def leaves_out(self, refusals: Sequence[Refusal]) -> bool:
        return False

    def sum(self, action: str, path: str, name: str) -> str:
        return name


def control(domain: Domain, value: Any = None, refusals: Sequence[Refusal] = ()) -> Control:
    values = {} if value is None else {"x": value}
    return Builder("f", "act", Plain(), OfferAsker({"x": domain}), values, refusals).control(("x",), domain.describe())


def posted(made: Control) -> Iterator[tuple[str, str]]:
    """What a browser sends for a control as it stands."""
    if made.kind in {"number", "text"}:
        yield made.name, made.value
    elif made.kind == "choice":
        yield from ((made.name, option.value) for option in made.options if option.chosen)
    elif made.kind == "several":
        yield made.name.replace("s:", "e:", 1), ""
        yield from ((made.name, option.value) for option in made.options if option.chosen)
    elif made.kind == "places":
        yield made.name.replace("s:", "e:", 1), ""
        yield from ((part.name, part.value) for part in made.parts)
    elif made.kind == "variants":
        yield made.name, next(option.value for option in made.options if option.chosen)
        for part in made.parts:
            yield from posted(part)
    else:
        if made.name:
            yield made.name, made.value
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
    row(one_of(["a", "b"]), whole(1, 3)),
    maybe(whole(1, 9)),
    maybe(one_of([4, 5])),
    maybe(some(one_of(["a", "b"]))),
    text(20),
)


@given(st.sampled_from(DOMAINS), st.integers(0, 10_000))
def test_what_a_form_shows_is_what_comes_back(domain: Domain, seed: int) -> None:
    value = builtins(domain.sample(random.Random(seed)))
    if isinstance(value, str):
        value = value.strip()
    came_back = read(list(posted(control(domain, value))))
    if value is None:  # nothing was entered: an empty number is nothing, a choice without a tick is missing
        value = came_back.get("x")
        assert value is None
    else:
        assert came_back == {"x": value}


def test_barred_options_stay_in_the_form_with_their_reason() -> None:
    domain = some(one_of(range(4), lambda v: TAKEN(value=v) if v == 2 else None))
    made = control(domain)
    assert [option.label for option in made.options] == ["0", "1", "2", "3"]
    barred = [option for option in made.options if option.is_barred]
    assert [(option.label, [r.text().in_("en") for r in option.barred]) for option in barred] == [("2", ["2 is taken."])]


def test_an_option_that_leads_nowhere_is_barred_too() -> None:
    domain = one_of(["a", "b"]).without(Told({"b": [TAKEN(value="b")]}))
    options = control(domain).options
    assert [(o.label, o.is_barred, [r.code for r in o.barred]) for o in options] == [("a", False, []), ("b", True, ["taken"])]


def test_refusals_stand_at_the_control_that_caused_them() -> None:
    domain = each({"A": whole(0, 9), "B": whole(0, 9)})
    refusals = [TAKEN(value=1).under("B").under("x"), TAKEN(value=2).under("x"), TAKEN(value=3), TAKEN(value=4).under("y")]
    builder = Builder("f", "act", Plain(), OfferAsker({"x": domain}), {}, refusals)
    made = builder.control(("x",), domain.describe())
    assert [r.params["value"] for r in made.refusals] == [2]
    assert [[r.params["value"] for r in part.refusals] for part in made.parts] == [[], [1]]
    assert [r.params["value"] for r in builder.left()] == [3, 4]


def test_exactly_one_of_each_group_becomes_radio_buttons() -> None:
    options = [{"number": n, "use": use} for n in (7, 13) for use in ("apply", "discard")]
    sums = [Sum(str(n), lambda o, n=n: int(o["number"] == n), 1, 1, SUMMED) for n in (7, 13)]  # type: ignore[misc]  # the default binds n
    made = control(some(one_of(options), 0, None, *sums))
    assert [(label, [o.value for o in group]) for label, group in made.groups] == [
        ("7", ['{"number":7,"use":"apply"}', '{"number":7,"use":"discard"}']),
        ("13", ['{"number":13,"use":"apply"}', '{"number":13,"use":"discard"}']),
    ]
    assert read([("e:x", ""), ("s:x~7", '{"number":7,"use":"apply"}'), ("s:x~13", '{"number":13,"use":"discard"}')]) == {
        "x": [{"number": 7, "use": "apply"}, {"number": 13, "use": "discard"}]
    }


def test_other_sums_are_shown_while_they_run() -> None:
    made = control(some(one_of(["a", "b"]), 0, None, Sum("stars", lambda _: 2, 3, None, SUMMED, have=1)))
    assert [(t.name, t.have, t.low, t.high) for t in made.totals] == [("stars", 1, 3, None)]
    assert [option.weights for option in made.options] == ['{"stars": 2}', '{"stars": 2}']


def test_operations_come_back_in_order_and_empty_rows_count_for_nothing() -> None:
    fields = [
        ("o:ops", ""),
        ("v:ops/0", "set_mana"),
        ("j:ops/0/@set_mana/seat", '"A"'),
        ("n:ops/0/@set_mana/mana", "12"),
        ("t:ops/0/@note/text", "left behind"),
        ("v:ops/1", ""),
        ("v:ops/2", "note"),
        ("t:ops/2/@note/text", " here "),
    ]
    assert read(fields) == {"ops": [{"op": "set_mana", "seat": "A", "mana": 12}, {"op": "note", "text": "here"}]}


def test_an_action_inside_an_action_comes_back_with_its_name() -> None:
    fields = [("v:plays/A", "attack"), ("j:plays/A/@attack/with", "[1,2]"), ("v:plays/B", "pass")]
    assert read(fields) == {"plays": {"A": {"action": "attack", "with": [1, 2]}, "B": {"action": "pass"}}}


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


@given(st.lists(st.tuples(st.text("nNjseortvx:/@=~0123ab", max_size=12), st.text(max_size=6)), max_size=8))
def test_no_form_whatever_breaks_the_reader(fields: list[tuple[str, str]]) -> None:
    try:
        found = read(fields)
    except Malformed:
        return  # said so: the other way to be right
    assert isinstance(found, dict)


def test_fields_of_other_kinds_are_left_alone() -> None:
    assert read([("csrf", "x"), ("action", "lock_bid"), ("expected_seq", "3"), ("zz:a", "1")]) == {}


def test_a_form_without_arguments_is_one_button() -> None:
    assert Form(id="f", action="concede", seat="A").bare
    assert not Form(id="f", action="lock_bid", seat="A", controls=(control(whole(1, 2)),)).bare


def test_what_stands_in_variants_that_nobody_chose_counts_for_nothing() -> None:
    """A browser without scripts sends them along, empty numbers too."""
    posted = [
        ("o:ops", ""),
        ("v:ops/0", "lose"),
        ("n:ops/0/@lose/n", "5"),
        ("n:ops/0/@gain/n", ""),
        ("v:ops/0/@gain/target", "slot"),
        ("n:ops/0/@gain/target/@slot/slot", "x"),
    ]
    assert read(posted) == {"ops": [{"op": "lose", "n": 5}]}


def test_an_optional_argument_may_be_tucked_away_and_says_nothing_unless_somebody_opens_it() -> None:
    """Nothing is chosen for a tucked choice until a person says so; without anything to choose only the nothing is left."""
    domain = maybe(one_of([{"red": 1}, {"blue": 1}]))
    builder = Builder("f", "act", Plain(), OfferAsker({"spend": domain}))
    made = builder.control(("spend",), domain.describe())
    assert (made.tucked, made.name, [option.value for option in made.options if option.chosen]) == (True, "j:spend", ["null"])
    assert read(posted(made)) == {"spend": None}
    said = Builder("f", "act", Plain(), OfferAsker({"spend": domain}), {"spend": {"blue": 1}}).control(("spend",), domain.describe())
    assert read(posted(said)) == {"spend": {"blue": 1}}
    none = builder.control(("spend",), maybe(one_of([])).describe())
    assert [option.value for option in none.options] == ["null"]
    assert not control(domain).tucked


@pytest.mark.parametrize("typed", ["-3", "−3", " −3 "])
def test_a_number_is_typed_with_a_hyphen_or_with_the_minus_of_the_page(typed: str) -> None:
    made = control(whole(-5, 5))
    assert read([(made.name, typed)]) == {"x": -3}


@pytest.mark.parametrize(
    ("posted", "found"),
    [
        ([("r:bids", "9" * 5_000)], {"bids": []}),
        ([("o:ops", ""), ("v:ops/" + "9" * 5_000, "draw")], {"ops": []}),
        ([("n:" + "a/" * 2_000 + "a", "1")], None),
    ],
    ids=["a row of endless places", "an operation with an endless number", "a field of endless depth"],
)
def test_what_no_page_offers_is_refused_or_says_nothing(posted: list[tuple[str, str]], found: dict[str, Any] | None) -> None:
    if found is None:
        with pytest.raises(Malformed):
            read(posted)
    else:
        assert read(posted) == found
