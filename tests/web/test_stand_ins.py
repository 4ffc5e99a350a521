"""A robot takes over a seat of a running match, and gives it back; everybody is told."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tapete.table import Hub, Table
from tapete.table.players import FAST
from tests.web.conftest import Visitor


@pytest.fixture
def duel(hub: Hub) -> Iterator[Table]:
    hub.robots.pace = FAST
    table = hub.begin("shazamm", {}, {"A": "Ana", "B": "Bruno"})
    yield table
    hub.robots.close()


@pytest.fixture
def war(hub: Hub) -> Iterator[Table]:
    """A match in which robots cannot come to an end by themselves: Carla owes her beginning."""
    hub.robots.pace = FAST
    table = hub.begin("bhm", {}, {"A": "Ana", "B": "Bruno", "C": "Carla"})
    yield table
    hub.robots.close()


def told(table: Table) -> list[str]:
    return [notice.text.in_("en") for notice in table.notices]


def test_a_robot_plays_on_until_the_seat_is_given_back(visitor: Visitor, hub: Hub, war: Table) -> None:
    drawer = visitor.get(f"/match/{war.id}/seats").text
    assert drawer.count('name="strength"') == 3
    page = visitor.enter(f"/match/{war.id}/robot", seat="B", strength="easy")
    assert page.url.path == f"/match/{war.id}"
    assert told(war) == ["A robot plays for Bruno now."]
    assert "A robot plays for Bruno now." in page.text
    assert hub.robots.at(war) == {"B": "easy"}
    assert "Robot, easy" in visitor.get(f"/match/{war.id}/seats").text
    visitor.enter(f"/match/{war.id}/robot", seat="B", strength="easy")
    assert len(told(war)) == 1, "it sits there already"
    visitor.enter(f"/match/{war.id}/robot", seat="A", strength="medium")
    assert hub.robots.at(war) == {"A": "medium", "B": "easy"}, "who sat there stays"
    visitor.enter(f"/match/{war.id}/robot", seat="B")
    assert told(war)[-1] == "Bruno is played by a person again."
    assert hub.robots.at(war) == {"A": "medium"}


def test_a_seats_own_page_speaks_for_its_seat_alone(visitor: Visitor, hub: Hub, duel: Table) -> None:
    assert visitor.get(f"/match/{duel.id}/seat/A/seats").text.count('name="strength"') == 1
    visitor.enter(f"/match/{duel.id}/seat/A/robot", seat="B", strength="easy")
    assert hub.robots.at(duel) == {"A": "easy"}


def test_what_no_robot_can_is_refused(visitor: Visitor, hub: Hub, duel: Table) -> None:
    assert visitor.enter(f"/match/{duel.id}/robot", seat="C", strength="easy").status_code == 400
    assert visitor.enter(f"/match/{duel.id}/robot", seat="B", strength="divine").status_code == 400
    assert hub.robots.at(duel) == {}
    duel.submit({"action": "concede", "seat": "A"})
    assert visitor.enter(f"/match/{duel.id}/robot", seat="B", strength="easy").status_code == 404
    assert 'name="strength"' not in visitor.get(f"/match/{duel.id}/seats").text
