"""Every event that a game's files declare is one that the game tells: without its sentence a match would end in an error."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

from tapete import games
from tapete.core.events import Event


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
