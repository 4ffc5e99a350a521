"""Dice that are typed in, in every game that has any: ten buttons for each, on the table's page and on that of the one who owes it."""

from __future__ import annotations

import html
import json
import random
import re

import pytest

from tapete import cards, games
from tapete.core import position as positions
from tapete.core.dice import DiceChapter
from tapete.core.seats import SEATS
from tapete.core.steps import Dice
from tapete.table import Hub, Table
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


def asked(page: str) -> list[str]:
    """The dice that a page has ten buttons for, in their order."""
    found = []
    for pad in re.findall(r'<form class="form pad".*?</form>', page, re.DOTALL):
        roll = re.search(r'name="j:roll" value="([^"]*)"', pad)
        assert roll is not None
        assert re.findall(r'name="n:value" value="(\d+)"', pad) == [str(face) for face in range(1, 11)]
        found.append(json.loads(html.unescape(roll[1])))
    return found


def test_three_games_have_dice() -> None:
    assert sorted(with_dice()) == ["bhm", "mamlejet", "moriham"]


@pytest.mark.parametrize("game", with_dice())
def test_every_die_that_is_due_has_ten_buttons_and_one_of_them_enters_it(visitor: Visitor, hub: Hub, game: str) -> None:
    table = at_the_dice(hub, game)
    due = {owed.params["roll"]: owed for owed in table.awaiting()}
    page = visitor.get(f"/match/{table.id}/list").text
    assert asked(page) == list(due)
    for owed in due.values():
        assert html.escape(table.rules.prompts(owed)[0].in_("en"), quote=False) in html.unescape(page), "it says what the die is for"
    assert all(roll not in legend for roll in due for legend in re.findall(r"<legend>.*?</legend>", page, re.DOTALL)), "in no inner word"
    for seat in table.seats:
        mine = [roll for roll, owed in due.items() if owed.seat == seat]
        assert asked(visitor.get(f"/match/{table.id}/seat/{seat}/list").text) == mine
    first = next(iter(due))
    place = f"/match/{table.id}" + (f"/seat/{due[first].seat}" if due[first].seat else "")
    visitor.enter(f"{place}/do", action="enter_roll", question=table.question, j_roll=json.dumps(first), n_value="7")
    assert table.entries[-1].action == {"action": "enter_roll", "roll": first, "value": 7}
    assert first not in asked(visitor.get(f"/match/{table.id}/list").text)


def test_a_refused_die_comes_back_with_its_reason_and_the_buttons(visitor: Visitor, hub: Hub) -> None:
    table = at_the_dice(hub, "mamlejet")
    first = table.awaiting()[0].params["roll"]
    answer = visitor.enter(f"/match/{table.id}/do", action="enter_roll", question=table.question, j_roll=json.dumps(first), n_value="11")
    assert answer.status_code == 409
    assert "D10 shows 1 to 10" in answer.text
    assert asked(answer.text)[0] == first
    assert table.seq == 0


def test_a_die_that_chooses_says_above_its_buttons_which_face_chooses_what(visitor: Visitor, hub: Hub) -> None:
    camp = Camp(at="3a_w1", front=("e-guerrero",)).all_pass()
    position = positions.dump(camp.rules, camp.state)
    table = hub.begin("mamlejet", {}, {"A": "Ana", "B": "Bruno"}, position=position, catalogue="starter")
    legend = visitor.get(f"/match/{table.id}/seat/A/list").text.partition("<legend>")[2].partition("</legend>")[0]
    assert "Which city does Philistine Warrior go for? 1–5 Ana, 6–10 Bruno." in legend


def test_a_seats_own_page_does_not_tell_the_reader_that_it_is_the_others_turn(visitor: Visitor, hub: Hub) -> None:
    table = hub.begin("mamlejet", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "keep_hand", "seat": "A"})
    page = visitor.get(f"/match/{table.id}/seat/A/list").text.partition('id="you"')[2].partition("</section>")[0]
    assert "Your turn" not in page
    assert "Their turn" in page
