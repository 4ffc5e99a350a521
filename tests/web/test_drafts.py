"""Actions whose arguments depend on each other, and games without a page of their own: MORIHAM's summons show both."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Iterator

import httpx
import pytest

from tapete.core.codec import builtins
from tapete.presentation.base import GamePage
from tapete.table import Hub, Table
from tests.web.conftest import Visitor

ACTION = "normal_summon"


@pytest.fixture
def table(hub: Hub) -> Table:
    """A match of MORIHAM in which a person may summon, and has to say with which tributes and where."""
    table = hub.begin("moriham", {}, {"A": "Ana"}, catalogue="starter")
    rng = random.Random(7)
    for _ in range(200):
        for seat in table.state.seats:
            offer = table.legal(seat).get(ACTION)
            if offer is not None and offer.wait:
                return table
        action = table.rules.sample(table.state, rng, avoid=frozenset({"ruling", "concede"}))
        assert action is not None
        table.submit(builtins(action))
    raise AssertionError("nobody may summon")


def who(table: Table) -> str:
    return next(str(seat) for seat in table.state.seats if ACTION in table.legal(seat))


def form_in(page: httpx.Response) -> str:
    found = re.search(rf'<form class="form" id="form-.-{ACTION}".*?</form>', page.text, re.S)
    assert found is not None, page.text[:3000]
    return found[0]


def inputs(form: str) -> Iterator[tuple[str, str, str]]:
    """Kind, name and value of everything that can be chosen or is sent along."""
    for field in re.findall(r"<input [^>]*>", form):
        if " disabled" not in field:
            kind, name, value = (re.search(rf'{word}="([^"]*)"', field) for word in ("type", "name", "value"))
            if kind and name and value:
                yield kind[1], name[1], html.unescape(value[1])


def test_a_form_asks_step_by_step_until_everything_is_said(visitor: Visitor, table: Table) -> None:
    seat, place = who(table), f"/match/{table.id}"
    form = form_in(visitor.get(f"{place}/list"))
    first = dict.fromkeys(name for kind, name, _ in inputs(form) if kind == "radio")
    assert first
    cards = [value for kind, name, value in inputs(form) if kind == "radio" and name == "j:card"]
    others = {name: value for kind, name, value in inputs(form) if kind == "radio" and name != "j:card"}
    before = table.seq
    for card in cards:
        fields = {"csrf": visitor.token(), "action": ACTION, "seat": seat, "draft": "1", **others, "j:card": card}
        for _ in range(6):
            page = visitor.post(f"{place}/do", data=fields)
            if page.status_code != 200 or "draft" not in fields:
                break
            form = form_in(page)
            hidden = {name: value for kind, name, value in inputs(form) if kind == "hidden"}
            assert hidden["j:card"] == card  # what was said before comes along
            chosen: dict[str, str] = {}
            for kind, name, value in inputs(form):
                if kind == "radio":
                    chosen.setdefault(name, value)
            fields = {**hidden, **chosen}
            if 'name="draft"' in form:
                fields["draft"] = "1"
        if table.seq > before:
            break
    assert table.seq == before + 1
    assert table.entries[-1].action is not None
    assert table.entries[-1].action["action"] == ACTION


def test_a_draft_outside_its_domain_is_refused_beside_the_control(visitor: Visitor, table: Table) -> None:
    seat, place = who(table), f"/match/{table.id}"
    fields = {"csrf": visitor.token(), "action": ACTION, "seat": seat, "draft": "1", "j:card": '"no_such_card"', "j:position": '"attack"'}
    page = visitor.post(f"{place}/do", data=fields)
    assert page.status_code in {400, 409}
    assert "Not possible:" in page.text


def test_a_draft_of_an_action_that_does_not_exist(visitor: Visitor, table: Table) -> None:
    page = visitor.post(f"/match/{table.id}/do", data={"csrf": visitor.token(), "action": "fly", "draft": "1"})
    assert page.status_code == 400
    assert "there is no action" in page.text


def test_a_game_without_a_picture_says_what_lies_where(visitor: Visitor, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tapete.web.view.glance.page_of", lambda game: GamePage())
    page = visitor.get(f"/match/{table.id}/list").text
    board = page.partition('id="board"')[2].partition("</section>")[0]
    words = table.rules.words.with_seats(dict(table.names.items()))
    for lying in table.rules.layout(table.state):
        assert html.escape(lying.text(words).in_("en"), quote=False).replace("'", "&#39;").replace('"', "&#34;") in board
