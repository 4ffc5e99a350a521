"""Every event that a game's files declare is one that the game tells: without its sentence a match would end in an error."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

from tapete import games
from tapete.core.events import Event
from tapete.core.kinds import field_types


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_every_declared_event_has_its_sentence(name: str) -> None:
    package = importlib.import_module(f"tapete.games.{name}")
    modules = [importlib.import_module(found.name) for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    game = games.find(name)
    assert game is not None
    named = {str(kind) for event in game.events for kind in event.__mro__}
    things = [thing for module in modules for thing in vars(module).values() if isinstance(thing, type) and issubclass(thing, Event)]
    assert {str(thing) for thing in things if not thing.__name__.startswith("Of")} - named - {str(Event)} == set()
    assert len(things) > len(game.events) > 10


ELSEWHERE = {"CityAttackJudged", "DeckRegistered", "Defended", "ResultCorrected", "SeenCorrected"}
"""Events that have such a word for something else: whose city is attacked, by which name a deck is known, which earlier round is meant."""

STANDS = frozenset({"city", "deck", "hand", "life", "mana", "round", "turn", "wall", "wins", "wizard"})
"""Figures that stand in a state under this name: an event that shows one was told once it stood (`Event.stands`)."""


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_every_event_with_a_figure_of_the_state_says_how_it_stands(name: str) -> None:
    game = games.need(name)
    showing = [kind for kind in game.events if STANDS & {field for field, type_ in field_types(kind).items() if type_ is not str}]
    assert showing
    silent = [kind.__name__ for kind in showing if kind.stands is Event.stands]
    assert set(silent) <= ELSEWHERE, f"{silent} say nothing of the state"
