"""A refused form holds what was typed: the mechanism itself, and the lobby's form through it."""

from __future__ import annotations

import pytest

from tapete.core.refusals import Code
from tapete.core.texts import _
from tapete.web.refilled import refilled
from tests.web.conftest import Visitor
from tests.web.controls import controls

WRONG = Code("wrong", "", _("No."))

PAGE = """<p>é ö
<form method="post" action="/do"><input type="hidden" name="do" value="other"><input name="name" value="mine"></form>
<details id="around"><summary>more</summary>
<form method="post" action="/do"><input type="hidden" name="csrf" value="new"><input type="hidden" name="do" value="enter">
<input type="text" name="name" value="was"><input name="secret" type="password" value="">
<input type="checkbox" name="tick" value="a" checked><input type="checkbox" name="tick" value="b">
<input type="radio" name="one" value="x" checked><input type="radio" name="one" value="y">
<select name="which"><option value="1" selected>1</option><option value="2">2</option></select>
<details id="in"><summary>and</summary><textarea name="text" rows="2">old &amp; gone</textarea></details>
<details id="shut"><summary>not</summary><input name="same" value="same"></details>
<input name="twice" value="1"><input name="twice" value="2"><button name="go" value="do">Do</button></form></details>"""

SENT = [("do", "enter"), ("name", 'A"<b>'), ("secret", "123"), ("tick", "b"), ("one", "y"), ("which", "2"), ("text", "</textarea>\nn & m")]


def test_a_page_holds_what_was_sent() -> None:
    shown = refilled(PAGE, "/do", [*SENT, ("same", "same"), ("twice", "9"), ("go", "do")], (WRONG().under("name"),))
    mine, others = controls(shown, "/do", do="enter"), controls(shown, "/do", do="other")
    assert others["name"] == ["mine"]
    assert mine["name"] == ['A"<b>']
    assert mine["secret"] == [""], "a password is typed again"
    assert (mine["tick"], mine["one"], mine["which"], mine["text"]) == (["b"], ["y"], ["2"], ["</textarea>\nn & m"])
    assert mine["twice"] == ["1", "2"], "which of them was meant nobody can say"
    assert mine["csrf"] == ["new"]
    assert '<details id="around" open>' in shown, "what is marked is in sight"
    assert '<details id="in" open>' in shown
    assert '<details id="shut">' in shown
    assert shown.count('aria-invalid="true"') == 1


@pytest.mark.parametrize(
    ("address", "sent"),
    [("/elsewhere", SENT), ("/do", [("do", "third"), ("name", "x")]), ("/do", [*SENT, ("unknown", "1")]), ("/do", [*SENT, ("go", "look")])],
)
def test_a_page_without_that_form_stays_as_it_is(address: str, sent: list[tuple[str, str]]) -> None:
    assert refilled(PAGE, address, sent) == PAGE


def test_a_new_match_that_is_refused_keeps_its_form(visitor: Visitor) -> None:
    typed = {
        "game": "moriham",
        "name.moriham.A": "José Antonio García Martínez",
        "name.moriham.B": "José Antonio García Martínez",
        "colour.moriham.B": "green",
        "turn.moriham": "180",
    }
    refused = visitor.post("/new", data={"csrf": visitor.token(), **typed})
    assert refused.status_code == 409
    kept = controls(refused.text, "/new")
    assert {name: kept[name] for name in typed} == {name: [said] for name, said in typed.items()}
