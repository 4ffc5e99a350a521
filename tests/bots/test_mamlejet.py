"""Mamlejet's bot plays whole matches with real decks, and never shows a card that it cannot have."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.bots import bot_of
from tapete.bots.driving import play_on
from tapete.bots.mamlejet_medium import payment
from tapete.bots.mamlejet_odds import chance
from tapete.bots.strength import Strength
from tapete.cards import bind
from tapete.core.course import Course
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.figures import Cost, Wealth
from tests.bots.campaigns import play
from tests.games.mamlejet.camp import Camp
from tests.run_forms import usually


@pytest.mark.slow
@pytest.mark.parametrize("number", usually((1, 2, 3, 4), 1, 2))
def test_a_match_is_played_to_its_end_with_registered_decks(number: int) -> None:
    rules = bind("mamlejet", {"level": "heroe"}, None)
    state, done, _ = play(rules, number, seed=number)
    assert done["register_deck"] == number
    assert {"play_resource", "play_tactic", "assign", "confirm_plan", "reveal_enemy", "declare_card", "pass"} <= set(done)
    assert all(player.deck == "demo" for player in state.players)
    assert rules.result(state).kind in ("win", "loss", "draw")  # type: ignore[union-attr]  # the match is over
    board = Front(rules, state)
    for player in state.players:
        deck = rules.catalogue.extras["decks"]["demo"]
        assert all(board.seen(player.seat, card) <= copies for card, copies in deck.tactics.items())


class Forgetting:
    """A bot that keeps nothing of what it has read of the match before."""

    def __init__(self, bot: Any) -> None:
        self._bot = bot

    def decide(self, *asked: Any) -> Any:
        return self.declare(*asked)

    def declare(self, *asked: Any) -> Any:
        for seat, stock in self._bot._stocks.items():
            stock.follow_anew()
            self._bot._idle.pop(seat, None)
            getattr(self._bot, "_known", {}).pop(seat, None)
        self._bot._rules.of_parts.clear()
        return self._bot.declare(*asked)


@pytest.mark.parametrize("strength", ["medium", "strong"])
def test_what_a_bot_keeps_changes_no_answer(strength: Strength) -> None:
    def actions(kept: bool) -> list[Any]:
        rules, dice = bind("mamlejet", {"level": "heroe"}, None), random.Random(12)
        bot: Any = bot_of(rules, random.Random(3), strength)
        course = Course(rules, rules.start(("A", "B")))
        play_on(course, dict.fromkeys(course.seats, bot if kept else Forgetting(bot)), dice)
        return course.actions

    assert len(actions(kept=True)) > 200
    assert actions(kept=True) == actions(kept=False)


@pytest.mark.long
def test_robots_win_now_and_then_and_do_not_always() -> None:
    rules = bind("mamlejet", {"level": "heroe"}, None)
    ends = Counter(rules.result(play(rules, 2, seed)[0]).kind for seed in range(8))  # type: ignore[union-attr]  # the match is over
    assert ends["win"] >= 2


def test_without_a_registered_deck_chance_decides() -> None:
    camp = Camp(2, at="2b")
    bot = bot_of(camp.rules, random.Random(1))
    assert bot is not None
    assert bot.decide(camp.state, "A", camp.rules.awaiting(camp.state)[0]) is None


def test_a_house_rule_that_no_deck_fits_is_played_without_one() -> None:
    rules = bind("mamlejet", {"deck_tactics": 40}, None)
    state = rules.start(("A",))
    bot = bot_of(rules, random.Random(1))
    assert bot is not None
    assert bot.decide(state, "A", rules.awaiting(state)[0]) == {"action": "keep_hand", "seat": "A"}


@pytest.mark.parametrize(("index", "expected"), [(-3, 0.9), (2, 0.9), (6, 0.5), (10, 0.1), (14, 0.1)])
def test_the_chance_of_a_die_knows_that_a_ten_always_does_and_a_one_never(index: int, expected: float) -> None:
    assert chance(index) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("cost", "pool", "paid"),
    [
        (Cost(white=2, generic=1), Wealth(), ["racion", "racion+", "mina"]),
        (Cost(red=2), Wealth(), None),
        (Cost(red=2), Wealth(red=1), ["mina"]),
        (Cost(generic=4), Wealth(), None),
        (Cost(), Wealth(), []),
    ],
)
def test_what_pays_a_cost_is_chosen_by_colour_first(cost: Cost, pool: Wealth, paid: list[str] | None) -> None:
    camp = Camp(1, A={"in_play": ("racion", "racion", "mina", ("racion", {"dedicated": "pays"})), "pool": pool})
    found = payment(Front(camp.rules, camp.state), "A", cost)
    assert found == (None if paid is None else [camp.names[name] for name in paid])


def planned(front: tuple[str, ...], soldiers: tuple[str, ...]) -> Any:
    """What a robot does with its plan."""
    camp = Camp(1, at="2c_plan", front=front, A={"in_play": soldiers})
    camp.state = replace(camp.state, players=(replace(camp.state.players[0], deck="demo"),))
    bot = bot_of(camp.rules, random.Random(1))
    assert bot is not None
    found = bot.decide(camp.state, "A", camp.rules.awaiting(camp.state)[0])
    names = {number: name for name, number in camp.names.items()}
    return found and {key: names.get(value, value) for key, value in found.items()}


@pytest.mark.parametrize(
    ("front", "soldier", "enemy"),
    [(("e-elefante", "e-guerrero"), "capitan50", "e-guerrero"), (("e-ariete", "e-carruaje"), "mensajero", "e-carruaje")],
)
def test_the_best_fight_is_planned_first(front: tuple[str, ...], soldier: str, enemy: str) -> None:
    assert planned(front, (soldier,)) == {"action": "assign", "seat": "A", "soldier": soldier, "enemy": enemy}


def test_a_fight_that_cannot_be_won_is_not_begun() -> None:
    assert planned(("e-ariete",), ("escudo",)) == {"action": "confirm_plan", "seat": "A"}
