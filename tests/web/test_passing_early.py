"""What is let pass before one is asked: entered in the turn of the one who said it, and forgotten as soon as anything else happens."""

from __future__ import annotations

import re

import pytest

from tapete.core.position import dump
from tapete.core.refusals import Illegal
from tapete.table import Hub, Table
from tests.games.bhm.scenario import Desk
from tests.web.conftest import Visitor
from tests.web.test_board_page import Reader

NAMES = {"A": "Ana", "B": "Bo", "C": "Cleo"}


@pytest.fixture
def war(hub: Hub) -> Table:
    """Ana has announced a call; Bo is asked, then Cleo, then Ana."""
    desk = Desk({"counter": 8}, {"counter": 9}, {"counter": 9}, windows=True)
    desk.call("lantern_squire")
    return hub.begin("bhm", desk.rules.plain_options, NAMES, position=dump(desk.rules, desk.state))  # type: ignore[arg-type]  # seats


def declared(table: Table) -> list[tuple[str, str]]:
    return [(str(entry.action["action"]), str(entry.action.get("seat"))) for entry in table.entries if entry.action is not None]


def test_passes_that_were_said_early_are_entered_in_the_ledgers_order(war: Table) -> None:
    war.pass_early("A")
    war.pass_early("C")
    assert declared(war) == [], "nobody is passed over"
    assert (war.passes_early("A"), war.passes_early("B")) == (True, None)
    war.submit({"action": "no_reaction", "seat": "B"}, "B")
    assert declared(war) == [("no_reaction", seat) for seat in "BCA"]
    assert [str(entry.source) for entry in war.entries] == ["page:B", "page:C", "page:A"], "each is its own word"
    assert war.state.players[0].field[0] is not None, "nobody reacts: the call stands"


def test_a_reaction_asks_everybody_anew(war: Table) -> None:
    war.pass_early("C")
    hush = {"action": "play_reaction", "card": "sudden_hush", "targets": ["top"], "executor": None}
    war.submit({**hush, "seat": "B"}, "B")
    assert declared(war)[1:] == [], "what Cleo let pass was something else"
    assert war.passes_early("A") is False
    war.submit({**hush, "seat": "C"}, "C")
    for seat in "ABC":
        war.submit({"action": "no_reaction", "seat": seat})
    assert war.state.agenda[-1].in_turn() == ("B", "C", "A"), "what lies below opens anew"
    war.submit({"action": "no_reaction", "seat": "B"})
    assert war.awaiting()[0].seat == "C", "and of that she is asked too"


def test_it_is_taken_back_by_saying_it_again_and_refused_where_nobody_waits(war: Table) -> None:
    war.pass_early("C")
    war.pass_early("C")
    war.submit({"action": "no_reaction", "seat": "B"})
    assert declared(war) == [("no_reaction", "B")]
    with pytest.raises(Illegal) as told:
        war.pass_early("C")
    assert told.value.refusals[0].code == "not_asked_later"


def test_an_undo_forgets_it(war: Table) -> None:
    war.pass_early("A")
    war.submit({"action": "no_reaction", "seat": "B"})
    war.move("undo", None)
    war.submit({"action": "no_reaction", "seat": "B"})
    war.submit({"action": "no_reaction", "seat": "C"})
    assert war.awaiting()[0].seat == "A"


def test_a_phone_that_waits_may_answer_at_once_and_no_other_page_shows_it(war: Table, visitor: Visitor) -> None:
    cleo, others = Reader(visitor, war, "C"), [Reader(visitor, war, seat) for seat in ("", "A", "B")]
    assert re.search(r'data-press="early"[^>]*>I do not react<small>before you are asked', cleo.page)
    before = [other.zones("back") for other in others]
    said = cleo.zones("early")
    assert "I do not react ✓<small>touch again to be asked" in said["bar"]
    assert [other.zones("back") for other in others] == before
    assert cleo.press("early", question="elsewhere").status_code == 409
    assert visitor.post(f"/match/{war.id}/touch", data={"csrf": others[0].token, "press": "early"}).status_code == 400
    war.submit({"action": "no_reaction", "seat": "B"})
    assert declared(war)[-1] == ("no_reaction", "C")
