"""Dice that are typed in, in every game that has any: ten buttons for each, on the table's page and on that of the one who owes it."""

from __future__ import annotations

import html
import random
import re

import pytest

from tapete import cards, games
from tapete.core import position as positions
from tapete.core.dice import DiceChapter
from tapete.core.seats import SEATS
from tapete.core.steps import Dice
from tapete.table import Hub, Table
from tapete.web.view import MatchView
from tests.games.mamlejet.camp import Camp
from tests.web.conftest import Visitor


def with_dice() -> list[str]:
    found = [game for name in games.names() if (game := games.find(name)) is not None]
    return [game.name for game in found if any(isinstance(chapter, DiceChapter) for chapter in game.chapters)]


def at_the_dice(hub: Hub, game: str) -> Table:
    """A match of two in which a person owes a die."""
    rules = cards.bind(game)
    avoid = frozenset({"concede", "abandon", "ruling", "add_card"})
    for seed in range(20):
        rng, state = random.Random(seed), rules.start(SEATS[:2])
        for _ in range(200):
            if isinstance(state.agenda[-1], Dice):
                position = positions.dump(rules, state)
                return hub.begin(game, {}, {"A": "Ana", "B": "Bruno"}, catalogue="starter" if rules.catalogue else None, position=position)
            action = rules.sample(state, rng, avoid=avoid)
            if action is None or rules.result(state) is not None:
                break
            state, _ = rules.apply(state, action)
    raise AssertionError(f"no die in {game}")


def asks(page: str) -> str:
    """What a page asks, in words; it has a button for each face where that is a die."""
    found = re.search(r'id="asks"><strong>(.*?)</strong>', page)
    return "" if found is None or "value:10" not in page else html.unescape(found[1])


def test_three_games_have_dice() -> None:
    assert sorted(with_dice()) == ["bhm", "mamlejet", "moriham"]


@pytest.mark.parametrize("game", with_dice())
def test_the_die_that_is_due_has_ten_buttons_and_one_of_them_enters_it(visitor: Visitor, hub: Hub, game: str) -> None:
    table = at_the_dice(hub, game)
    due = table.awaiting()
    first = due[0]
    page = visitor.get(f"/match/{table.id}/list").text
    assert asks(page).rstrip(".") in MatchView(table, "en").die(first), "it says what the die is for"
    assert re.findall(r'name="says" value="value:(\d+)"', page) == [str(face) for face in range(1, 11)]
    assert first.params["roll"] not in asks(page), "in no inner word"
    for seat in table.seats:
        mine = [owed for owed in due if owed.seat == seat]
        assert bool(asks(visitor.get(f"/match/{table.id}/seat/{seat}/list").text)) == bool(mine)
    place = f"/match/{table.id}" + (f"/seat/{first.seat}" if first.seat else "")
    visitor.press(place, "value:7")
    assert table.entries[-1].action == {"action": "enter_roll", "roll": first.params["roll"], "value": 7}


def test_what_no_die_shows_is_refused_and_the_buttons_stay(visitor: Visitor, hub: Hub) -> None:
    table = at_the_dice(hub, "mamlejet")
    answer = visitor.press(f"/match/{table.id}", "value:11")
    assert answer.status_code == 409
    assert asks(answer.text)
    assert table.seq == 0


def test_the_second_half_of_a_double_tap_is_not_the_next_dies_face(visitor: Visitor, hub: Hub) -> None:
    table = at_the_dice(hub, "mamlejet")
    place = f"/match/{table.id}"
    due = [owed.params["roll"] for owed in table.awaiting()]
    sent = dict(re.findall(r'name="(csrf|question)" value="([^"]+)"', visitor.get(f"{place}/list").text))
    answers = [visitor.post(f"{place}/touch", data={**sent, "back": "list", "says": "value:4"}) for _tap in range(2)]
    assert [answer.status_code for answer in answers] == [200, 409]
    assert [entry.action["roll"] for entry in table.entries if entry.action] == due[:1]


def test_a_die_that_chooses_says_above_its_buttons_which_face_chooses_what(visitor: Visitor, hub: Hub) -> None:
    camp = Camp(at="3a_w1", front=("e-guerrero",)).all_pass()
    position = positions.dump(camp.rules, camp.state)
    table = hub.begin("mamlejet", {}, {"A": "Ana", "B": "Bruno"}, position=position, catalogue="starter")
    asked = asks(visitor.get(f"/match/{table.id}/seat/A/list").text)
    assert "Which city does Philistine Warrior go for? 1–5 Ana, 6–10 Bruno." in asked


def test_a_seats_own_page_does_not_tell_the_reader_that_it_is_the_others_turn(visitor: Visitor, hub: Hub) -> None:
    table = hub.begin("mamlejet", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "keep_hand", "seat": "A"})
    page = visitor.get(f"/match/{table.id}/seat/A/list").text.partition('id="you"')[2].partition("</section>")[0]
    assert "Your turn" not in page
    assert "Their turn" in page
