"""The plain page asks what the board asks: whatever was declared in a golden match can be entered by what its forms offer, and no more."""

from __future__ import annotations

import html
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core import notation
from tapete.core.codec import builtins
from tapete.core.kinds import name_of
from tapete.core.position import dump
from tapete.core.rulings import Ruling
from tapete.core.seats import Seat
from tapete.games.mamlejet.figures import Wealth
from tapete.presentation import page_of
from tapete.presentation.base import BY_FORM, GamePage
from tapete.table import Hub, Table
from tapete.table.question.pointer import STEPS
from tapete.table.question.selection import Question
from tapete.table.question.selections import Selections
from tapete.table.sources import page as page_source
from tapete.testing.touches import Hands
from tapete.web.action_bar import Button
from tapete.web.plain_view import PlainView
from tests.games.mamlejet.camp import Camp
from tests.moments import golden
from tests.run_forms import by_form
from tests.web.conftest import Visitor
from tools import generate_golden

MATCHES = generate_golden.files()
matches = pytest.mark.parametrize("path", MATCHES, ids=lambda path: f"{path.parent.name}-{path.stem}")


class Reader(Hands):
    """A person at a plain page: presses only what its forms offer, and is shown what is whole before it counts."""

    def __init__(self, table: Table, selections: Selections, seat: Seat | None, action: Any) -> None:
        super().__init__(table.rules, table.state, action, shared=seat is None)
        self.table, self.selections, self.own = table, selections, seat
        if seat is None and (whose := getattr(action, "seat", None)) is not None:
            selections.press(None, "seat", whose, "", page_source(None), looks=True)
        self.pointer = selections.pointer(seat)
        self.pointer.looks = True
        self.selection = self.pointer.selection
        self.shown = False

    def _touch(self, asked: Question) -> dict[str, Any] | None:
        """What any value would do for is told once the rest is said; a play that declares a text is put together by steps."""
        inner = self.wanted.get(asked.path.partition("/")[0])
        if isinstance(inner, dict) and inner.get("ops") and self.selection.action == self.name:
            return self._by_steps(asked, inner)
        return super()._touch(asked if asked.ready else replace(asked, defaults={}))

    def _by_steps(self, asked: Question, wanted: dict[str, Any]) -> dict[str, Any] | None:
        inside, name = self.selection.inside, asked.path.rpartition("/")[2]
        if inside is None:
            return self._press("sheet", STEPS)
        if inside.action is None:
            return self._press("value", wanted["action"])
        if "ops" not in inside.opened:
            return self._press("sheet", "ops")
        number = len(inside.picked)
        if asked.kinds:
            return self._press("done") if number == len(wanted["ops"]) else self._press("value", wanted["ops"][number]["op"])
        return self._press("value", (wanted["ops"][number] if "/ops/" in asked.path else wanted)[name])

    def _press(self, press: Any, value: Any = None) -> dict[str, Any] | None:
        plain = PlainView(self.table, self.selections, "en", self.own).plain
        offered: list[Button] = [*plain["answers"], *plain["verbs"], *plain["aside"], *plain["beside"]]
        field = plain["field"]
        if press == "back" and all(
            one.press != "back" for one in offered
        ):  # what else can be done stands beside a question that asks itself
            press, value = "verb", self.name
        if press == "thing" and not any((one.press, one.value) == (press, value) for one in offered):
            stands_for, why = self.pointer.ask().lit[value]
            assert not why
            press, value = "value", stands_for
        press = "value" if press == "enter" and value is not None and self.pointer.ask().kind == "buttons" else press
        typed = field is not None and (press, value) != ("back", None)
        there = typed or any((one.press, one.value, one.class_ == "barred") == (press, value, False) for one in offered)
        assert there, f"{press} {value} is not among {[(one.press, one.value, one.class_) for one in offered]}"
        asked = self.pointer.ask()
        if press == "enter" and asked.ready:
            self.shown = True
        self.touches += 1
        return self.pointer.press(press, value)


@matches
@pytest.mark.slow
def test_every_action_of_a_match_is_entered_by_what_the_plain_page_offers(path: Path) -> None:
    lines = [line[2:] for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("> ")]
    entered, page = 0, page_of(path.parent.name)
    for number, (table, line) in enumerate(zip(golden(path), lines, strict=False)):
        if number % by_form(30, 9, 2, 1):
            continue
        action = notation.read(table.rules, line)
        name = name_of(type(action))
        plain = {path: value for path, value in builtins(action).items() if not page.argument(name, path).unasked}
        if name in BY_FORM:
            continue
        for seat in dict.fromkeys((getattr(action, "seat", None), None)):
            selections = Selections(table, page)
            reader = Reader(table, selections, seat, action)
            if reader.pointer.sealing(name) is not None or name not in reader.pointer.offers:
                continue
            if isinstance(action, Ruling):
                assert selections.begin_ruling(seat, action.reason, page_source(seat)) == ()
            made = reader.enter().made
            assert made is not None
            meant = builtins(table.rules.read({**made, "agreed": plain["agreed"]} if isinstance(action, Ruling) else made))
            assert {path: meant[path] for path in plain} == plain
            entered += 1
    assert entered > by_form(0, 1, 5, 10) or len(lines) < 30


def test_a_game_without_a_picture_says_what_lies_where(visitor: Visitor, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    table = hub.begin("moriham", {}, {"A": "Ana"}, catalogue="starter")
    monkeypatch.setattr("tapete.web.view.glance.page_of", lambda game: GamePage())
    page = visitor.get(f"/match/{table.id}/list").text
    board = page.partition('id="board"')[2].partition("</section>")[0]
    words = table.rules.words.with_seats(dict(table.names.items()))
    for lying in table.rules.layout(table.state):
        assert html.escape(lying.text(words).in_("en"), quote=False).replace("'", "&#39;").replace('"', "&#34;") in board


def test_an_action_that_does_not_exist_is_refused(visitor: Visitor, hub: Hub) -> None:
    table = hub.begin("moriham", {}, {"A": "Ana"})
    for says in ('verb:"fly"', 'value:"no_such_card"', "fly:", "enter:{"):
        assert visitor.press(f"/match/{table.id}", says).status_code in (400, 409), says
    assert table.seq == 0


def test_what_is_hardly_ever_said_has_a_button(visitor: Visitor, hub: Hub) -> None:
    """Mamlejet: how the grey part of a cost is paid is said by nobody but the one who asks for it."""
    camp = Camp(1, A={"pool": Wealth(2, 1, 1)})
    table = hub.begin("mamlejet", {}, {"A": "Ana"}, position=dump(camp.rules, camp.state), catalogue="starter")
    place = f"/match/{table.id}"
    visitor.press(place, 'verb:"play_tactic"')
    page = visitor.press(place, 'value:"zapador"').text
    assert 'id="b-sheet--spend-"' in page
    assert "1 Sustenance + 1 Spirituality" in visitor.press(place, 'sheet:"spend"').text
