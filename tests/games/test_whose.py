"""Two cards of one name on two fields: every sentence that names one of them says whose it is."""

from __future__ import annotations

import random
from collections.abc import Iterator
from string import Formatter
from typing import Any

import pytest

from tapete.cards import finding
from tapete.core.events import Event
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.texts import LANGUAGES
from tapete.table.story import with_names
from tapete.testing.contract import QUIET
from tests.run_forms import by_form

NAMES: dict[Seat, str] = {"A": "Ana", "B": "Bruno"}


def on_fields(game: str, rules: Rules[Any], state: Any) -> dict[str, set[str]]:
    """The seats on whose fields a card lies, by its id; an enemy at the front lies on none."""
    found: dict[str, set[str]] = {}
    if game == "moriham":
        sides = [(seat, getattr(state, seat)) for seat in state.seats]
        lying = [
            (card, seat) for seat, side in sides for card in (*side.monsters, *side.spells) if card is not None and card.card is not None
        ]
        pairs = [(card.card, seat) for card, seat in lying]
    else:
        pairs = [(one.card, one.controller) for one in state.permanents if one.controller is not None]
    for card, seat in pairs:
        found.setdefault(card, set()).add(seat)
    return found


def told(game: str, seed: int, entries: int) -> Iterator[tuple[Rules[Any], Any, Event]]:
    """The events of a match by chance, each with the state after its entry."""
    rules = finding.bind(game)
    state, rng = rules.start(("A", "B")), random.Random(seed)
    for _ in range(entries):
        action = rules.sample(state, rng, avoid=QUIET)
        if action is None:
            return
        before = state
        state, events = rules.apply(state, action)
        for event in events:
            yield rules, before, event
            yield rules, state, event


@pytest.mark.slow
@pytest.mark.parametrize("game", ["moriham", "mamlejet"])
def test_a_card_that_lies_on_two_fields_is_called_by_its_owner(game: str) -> None:
    met = 0
    for seed in range(by_form(4, 12, 60, 600)):
        for rules, state, event in told(game, seed, 300):
            twins = [card for card, seats in on_fields(game, rules, state).items() if len(seats) > 1]
            if not twins:
                continue
            named = with_names(rules, NAMES, state)
            for language in LANGUAGES:
                said = named.sentence(event).in_(language)
                for card in twins:
                    if named.words.show(card, language, "card") in said:
                        met += 1
                        assert any(name in said for name in NAMES.values()), (game, seed, said)
    assert met > by_form(4, 20, 100, 1_000)


OF_NOBODY = {"CardAdded", "Countered"}
"""A card that is new to the match; what waited, of which the sentence that brought it said whose it is."""


@pytest.mark.parametrize("game", ["moriham", "mamlejet"])
def test_no_sentence_names_a_card_alone(game: str) -> None:
    """The same of every event there is, met in a match or not: it says a player, or its owner is said with the card."""
    rules = finding.bind(game)
    for kind, told in rules.game.sentences.items():
        shown = rules.words.fields.get(kind, {})
        holes = {name for _text, name, _spec, _how in Formatter().parse(told.log.in_("en")) if name}
        cards = {name for name in holes if shown.get(name) in ("card", "aim")}
        if cards and not any(shown.get(name) == "seat" for name in holes) and kind.__name__ not in OF_NOBODY:
            assert kind.owners is not Event.owners, kind.__name__


def test_a_correction_of_the_table_is_no_effect_of_a_card() -> None:
    rules = finding.bind("mamlejet")
    assert rules.words.show("ruling", "en", "reason") == "by the table's decision"
