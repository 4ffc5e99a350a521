"""What hands have to do: said while it is due, and as something of before once more was declared; on phones too what anybody may enter."""

from __future__ import annotations

import re

from tapete.core import position as positions
from tapete.table import Hub, Table
from tests.games.mamlejet.camp import Camp
from tests.web.conftest import Visitor

OLD = "Last, if it is not done yet:"


def of(hub: Hub, camp: Camp) -> Table:
    position = positions.dump(camp.rules, camp.state)
    return hub.begin("mamlejet", {}, {"A": "Ana", "B": "Bruno"}, position=position, catalogue="starter")


def now(visitor: Visitor, table: Table) -> str:
    page = visitor.get(f"/match/{table.id}/list").text
    return re.sub(r"<[^>]+>|\s+", " ", page.partition('id="next"')[2].partition("</section>")[0])


def test_an_instruction_that_others_followed_is_said_as_one_of_before(visitor: Visitor, hub: Hub) -> None:
    """What follows by itself belongs to what brought it about."""
    table = of(hub, Camp(at="4a", B={"in_play": ["estudio"]}))
    table.submit({"action": "pass_all"})
    assert "Free every dedicated card" in now(visitor, table)
    assert OLD not in now(visitor, table)
    for owed in table.awaiting():
        table.submit({"action": "enter_roll", "roll": owed.params["roll"], "value": 9 if owed.seat == "A" else 2})
    assert "Free every dedicated card" in now(visitor, table)
    assert OLD not in now(visitor, table), "dice come in by themselves: hands are not done yet"
    table.submit({"action": "reveal_enemy", "owner": "A", "card": "e-guerrero"})
    assert table.entries[-1].source == "automatic", "without wealth Ana could not have played anything"
    assert "Ana: put Philistine Warrior at the battle front." in now(visitor, table)
    assert OLD not in now(visitor, table)
    table.submit({"action": "pass", "seat": "B"})
    assert "Ana: draw 1 card." in now(visitor, table)
    assert OLD not in now(visitor, table)
    table.submit({"action": "pass", "seat": "B"})
    shown = now(visitor, table)
    assert shown.index(OLD) < shown.index("Ana: draw 1 card."), "somebody has acted since: it is done, or was forgotten"


def test_a_phone_offers_the_enemy_that_enters_but_no_other_word_of_the_table(visitor: Visitor, hub: Hub) -> None:
    table = of(hub, Camp(at="4a").all_pass().roll(9, 2))
    for seat in "AB":
        page = visitor.get(f"/match/{table.id}/seat/{seat}/list").text
        assert 'id="b-verb--reveal-enemy-"' in page
        assert "b-verb--pass-all-" not in page
        assert "b-verb--abandon-" not in page
    place = f"/match/{table.id}/seat/B"
    for says in ('verb:"reveal_enemy"', 'value:"A"', 'value:"e-guerrero"', "enter:"):
        visitor.press(place, says)
    assert "page:B" in [entry.source for entry in table.entries]
    assert [p.card for p in table.state.permanents] == ["e-guerrero"]


def test_what_is_seldom_needed_is_one_touch_further_away(visitor: Visitor, hub: Hub) -> None:
    """Nobody ends the match's time by a slip of the thumb; the table keeps it."""
    table = hub.begin("mamlejet", {"mode": "clock", "clock_minutes": 30}, {"A": "Ana"})
    page = visitor.get(f"/match/{table.id}/list").text
    due, _, more = page.partition('id="more-actions"')
    assert 'id="b-verb--keep-hand-"' in due
    assert 'id="b-verb--register-deck-"' in due
    for action in ('id="b-verb--register-card-"', f'href="/match/{table.id}/card"', 'id="b-verb--time-up-"'):
        assert action not in due
        assert action in more
