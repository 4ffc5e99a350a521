"""The form of house rules brings back what it showed: every game can be begun from the lobby as it stands there, and with every value."""

from __future__ import annotations

from typing import Any

import pytest

from tapete import games
from tapete.core.codec import builtins
from tapete.web import lobby
from tests.web.conftest import Visitor


def as_shown(name: str) -> dict[str, str]:
    """The fields that a browser sends of a form that nobody has touched."""
    game = next(one for one in lobby.offered("en", {}) if one.name == name)
    fields = {}
    for rule in game.house_rules:
        chosen = next((value for value, _, _, now in rule.values if now), str(rule.default))
        fields[f"rule.{name}.{rule.key}"] = chosen
    return fields


@pytest.mark.parametrize("name", games.names())
def test_a_form_that_nobody_touched_is_the_usual_house_rules(name: str) -> None:
    game = lobby.game_of(name)
    assert game is not None
    posted = lobby.options_posted(game, as_shown(name))
    usual: dict[str, Any] = builtins(game.options())
    assert posted == {key: usual[key] for key in posted}
    assert posted
    game.read_options(posted)


@pytest.mark.parametrize("name", games.names())
def test_every_game_begins_from_the_lobby(visitor: Visitor, name: str) -> None:
    begun = visitor.post("/new", data={"csrf": visitor.token(), "game": name, **as_shown(name)})
    assert begun.status_code == 200
    assert "/match/" in str(begun.url)


@pytest.mark.parametrize("name", games.names())
def test_every_value_that_is_shown_is_one_that_the_rules_know(name: str) -> None:
    game = lobby.game_of(name)
    assert game is not None
    for rule in next(one for one in lobby.offered("es", {}) if one.name == name).house_rules:
        for value, label, _, _ in rule.values:
            posted = lobby.options_posted(game, {f"rule.{name}.{rule.key}": value})
            assert label
            assert lobby._written(posted[rule.key]) == value
            assert not (isinstance(posted[rule.key], str) and posted[rule.key].isdecimal())
