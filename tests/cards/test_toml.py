"""The document of a catalogue: bounded before it is read, and every fault with its line and column, in our own words."""

from __future__ import annotations

import tomllib
import tracemalloc

import pytest

from tapete.cards.toml import MOST_OPEN, MOST_PARTS, document, with_lines
from tapete.core.catalogue import CardError, Fault
from tapete.core.refusals import Illegal, Refusal
from tests.two_languages import both


def refused(text: str) -> Refusal:
    with pytest.raises(Illegal) as fault:
        document(text.encode(), "mine")
    (refusal,) = fault.value.refusals
    return refusal


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("not toml", 1, 5),
        ("[catalogue\n", 1, 11),
        ("a = 1\nb =", 2, 4),
        ('a = 1\n\nb = "one\ntwo"', 3, 9),
        ("a = 1\nb = 2 c", 2, 7),
        ("a = 1\r\nb = 2 c", 2, 7),
        ("a = 1\nb = [" + "9" * 5000, 2, 6),
        ("a = 2021-02-30", 1, 5),
    ],
)
def test_a_fault_has_its_line_and_column_and_no_words_of_the_parser(text: str, line: int, column: int) -> None:
    refusal = refused(text)
    assert (refusal.code, refusal.params) == ("catalogue_not_toml", {"name": "mine", "line": line, "column": column})
    spanish, english = refusal.text().in_("es"), refusal.text().in_("en")
    assert f"línea {line}, columna {column}" in spanish
    assert f"line {line}, column {column}" in english
    for foreign in ("nvalid", "llegal", "xpected", "xceeds"):
        assert foreign not in spanish + english


def test_a_byte_order_mark_is_read() -> None:
    assert document('[catalogue]\nname = "ñ"'.encode("utf-8-sig"), "mine") == {"catalogue": {"name": "ñ"}}
    raw = '[[card]]\nid = "one"\nlevel = 9\n'.encode("utf-8-sig")
    (fault,) = with_lines(CardError([Fault("one", "level", both("", ""))]), raw).faults
    assert fault.line == 3


DEEP = "[" * 30 + " a.b.c.d.e.f.g.h.i.j "
"""What would be refused where it counts."""

WHOLE = "\n".join(
    (
        f"\"{DEEP}\" = '{DEEP}'",
        f"{'.'.join('a' * MOST_PARTS)} = 1  # {DEEP}",
        f"{'.'.join('b' * MOST_PARTS)} = {'[' * MOST_OPEN}1.5, -2.5e3{']' * MOST_OPEN}",
        f'long = """{DEEP}\n"" \\" {DEEP}"""""',
        f"plain = '''{DEEP}\n\" \\ {DEEP}'''''",
        "days = [2026-11-27, 07:32:00.5, 1979-05-27T00:32:00.999999-07:00]",
        f'quoted = {{ "x#y" = "\\"{DEEP}", z = {{ v = 1 }} }}',
    )
)


def test_what_is_deep_in_a_text_or_comment_alone_is_read() -> None:
    assert document(WHOLE.encode(), "mine") == tomllib.loads(WHOLE)
    assert refused(WHOLE + "\nx = " + "[" * 17).params["line"] == WHOLE.count("\n") + 2


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("x = 1\n" + ".".join("a" * (MOST_PARTS + 1)) + " = 1", 2, 16),
        ("[" + ".".join("a" * (MOST_PARTS + 1)) + "]", 1, 17),
        ("x = { " + ".".join('"b"' for _ in range(MOST_PARTS + 1)) + " = 1 }", 1, 38),
        ("x = " + "[" * (MOST_OPEN + 1), 1, 5 + MOST_OPEN),
        ("x = " + "{ a = " * (MOST_OPEN + 1), 1, 5 + 6 * MOST_OPEN),
    ],
)
def test_what_is_too_deep_is_refused_where_it_is(text: str, line: int, column: int) -> None:
    refusal = refused(text)
    assert refusal.code == "catalogue_too_deep"
    assert (refusal.params["line"], refusal.params["column"]) == (line, column)


def cost(text: str) -> int:
    """Most bytes that reading takes beyond the text itself."""
    raw = text.encode()
    tracemalloc.start()
    try:
        document(raw, "mine")
    except Illegal:
        pass
    finally:
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return most


@pytest.mark.parametrize(
    ("before", "again", "after"),
    [
        ("", "a.", "a = 1"),
        ("[", "a.", "a]"),
        ("x = ", "[", ""),
        ("x = ", "{ a = ", ""),
        ("x = [", "[],", "]"),
        ("x = [", "{},", "]"),
        ("", "[[card]]\n", ""),
        ("x = [", "{ a.b.c.d.e.f.g.h = 1 },", "]"),
        ('x = "', "\\n", '"'),
        ('x = """', '""a', '"""'),
        ("x = '''", "''a", "'''"),
        ("", '"', ""),
        ("x = ", "9", ""),
    ],
)
@pytest.mark.slow
def test_twice_the_text_costs_at_most_twice_as_much(before: str, again: str, after: str) -> None:
    """The work shows in the memory, which no other program moves: a key of 8,000 parts took 400 MB, four times that of 4,000."""
    once, twice = (cost(before + again * number + after) for number in (4_000, 8_000))
    assert twice < 2.5 * once + 20_000
    assert twice < 600 * len(again) * 8_000 / 3


def test_the_lines_of_many_faults_are_found_without_a_search() -> None:
    """Each card is looked up by its id: the lines of twice the cards ask for twice as much."""
    number = 20_000
    raw = "".join(f'[[card]]\nid = "c{n}"\nlevel = 9\n' for n in range(number)).encode()
    faults = with_lines(CardError(Fault(f"c{n}", "level", both("", "")) for n in range(number)), raw).faults
    assert [fault.line for fault in faults] == [3 * n + 3 for n in range(number)]
