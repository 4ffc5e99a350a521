"""BHM's forms in words: what moved a counter last, what beings, actions and arguments are called."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tapete.bots import bot_of
from tapete.core.kinds import field_types, name_of
from tapete.core.position import dump
from tapete.core.seats import SEATS
from tapete.core.texts import Language
from tapete.games.bhm.beings import Being
from tapete.presentation import page_of
from tapete.presentation.base import Voice
from tapete.presentation.bhm.signs import SIGNS, WORDS
from tapete.table import Table, page
from tapete.table.question.selections import Selections
from tapete.web.plain_view import PlainView
from tapete.web.view import MatchView
from tests.games.bhm.scenario import Desk

LANGUAGES: tuple[Language, ...] = ("es", "en")
PAGE = page_of("bhm")


def test_a_seats_box_says_what_moved_its_counter_last() -> None:
    desk = Desk({"counter": 12, "field": ("moss_bear",)}, {"field": ("reed_archer",)})
    table = Table.begin(None, desk.rules, desk.state.seats, names={"A": "Ana", "B": "Bruno"})
    assert all(MatchView(table, "en").boxes.box(seat).change is None for seat in SEATS[:2])
    rng = random.Random(2)
    bot = bot_of(table.rules, rng)
    assert bot is not None
    while table.state.turn < 4:
        owed = table.awaiting()[0]
        plain = bot.decide(table.state, owed.seat, owed) if owed.seat else None
        action = plain or table.rules.sample(table.state, rng, avoid=frozenset({"concede", "add_card", "exchange"}))
        assert action is not None
        table.submit(action)
    moved = [event for seq in table.line() for event in table.events(seq) if name_of(type(event)) == "counter_changed"]
    last: Any = moved[-1]
    change = MatchView(table, "en").boxes.box(last.seat).change
    assert change is not None
    assert f"from {last.was} to {last.now}" in change[0]
    assert change[1] == last.clause


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_argument_and_house_rule_has_a_name(language: Language) -> None:
    desk = Desk({}, {})
    voice = Voice(PAGE, language, desk.rules.words)
    for kind in desk.rules.game.actions:
        assert name_of(kind) in PAGE.actions, name_of(kind)
        for argument in field_types(kind):
            assert voice.argument(name_of(kind), argument) != argument, (name_of(kind), argument)
    assert set(desk.rules.plain_options) == set(PAGE.house_rules)
    assert set(SIGNS) == set(WORDS)


def test_a_being_is_called_by_its_card_and_its_place() -> None:
    desk = Desk({"field": (None, "moss_bear")}, {"territories": ("fog_fen",)})
    words = PAGE.words_at(desk.rules, desk.state, desk.rules.words)
    bear = desk.iid("moss_bear")
    for path in ("attacker", "target", "executor", "being", "sources/0"):
        assert PAGE.option("declare_physical", path, bear, "en", words) == "Moss Bear, A 1"
    assert PAGE.option("choose_terror", "target", None, "es", words) == "nadie"
    assert PAGE.option("play_territory", "destroy", {"seat": "B", "index": 0}, "en", words) == "Fog Fen, B"
    assert PAGE.option("call_being", "slot", 3, "es", words) == "casilla 3"
    assert isinstance(desk.being("moss_bear"), Being)


def test_a_choice_of_cards_shows_none_of_another_kind() -> None:
    desk = Desk({"counter": 6, "field": ("moss_bear",)}, {"field": ("reed_archer",)})
    table = Table.begin(None, desk.rules, desk.state.seats, names={}, position=dump(desk.rules, desk.state))
    selections = Selections(table, PAGE)

    def shown(verb: str) -> set[str]:
        selections.press("A", "back", None, table.question, page("A"))
        selections.press("A", "verb", verb, table.question, page("A"))
        return {button.label for button in PlainView(table, selections, "en", "A").plain["answers"]}

    called = shown("call_being")
    assert {"Moss Bear", "Silent Orbit", "Dawn Mother"} <= called, "those of too high a rank are shown, and why not"
    assert not called & {"Spark", "Oak Lance", "Fog Fen", "Undermine", "Salt Sprite"}
    table.submit({"action": "end_phase", "seat": "A"})
    assert shown("declare_physical") == {"Attack"}
    asked = PlainView(table, selections, "en", "A").what_is_asked()[0]
    assert "Moss Bear" in asked
    assert "Reed Archer" in asked
