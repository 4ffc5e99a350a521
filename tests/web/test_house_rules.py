"""The form of house rules brings back what it showed: every game can be begun from the lobby as it stands there, and with every value."""

from __future__ import annotations

from typing import Any

import pytest

from tapete import games
from tapete.core.codec import builtins
from tapete.core.refusals import Malformed
from tapete.web import house_rules, lobby
from tests.web.conftest import Visitor


def as_shown(name: str) -> dict[str, str]:
    """The fields that a browser sends of a form that nobody has touched."""
    game = next(one for one in lobby.offered("en", {}) if one.name == name)
    fields = {}
    for rule in game.house_rules:
        if rule.values:
            fields[f"rule.{name}.{rule.key}"] = next(value for value, _, _, now in rule.values if now)
        if rule.low is not None:
            fields[f"rule.{name}.{rule.key}{house_rules.NUMBER if rule.values else ''}"] = str(rule.default)
    return fields


@pytest.mark.parametrize("name", games.names())
def test_a_form_that_nobody_touched_is_the_usual_house_rules(name: str) -> None:
    game = games.find(name)
    assert game is not None
    posted = house_rules.options_posted(game, as_shown(name))
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
    game = games.find(name)
    assert game is not None
    for rule in next(one for one in lobby.offered("es", {}) if one.name == name).house_rules:
        for value, label, _, _ in rule.values:
            if value == house_rules.A_NUMBER:
                continue
            posted = house_rules.options_posted(game, {f"rule.{name}.{rule.key}": value})
            assert label
            assert house_rules._written(posted[rule.key]) == value
            assert not (isinstance(posted[rule.key], str) and posted[rule.key].isdecimal())


def rule_of(game: str, key: str, **chosen: str) -> house_rules.Rule:
    found = next(one for one in lobby.offered("en", {f"rule.{game}.{name}": value for name, value in chosen.items()}) if one.name == game)
    return next(rule for rule in found.house_rules if rule.key == key)


def posted(game: str, **said: str) -> dict[str, Any]:
    found = games.find(game)
    assert found is not None
    return house_rules.options_posted(found, {f"rule.{game}.{name}": value for name, value in said.items()})


@pytest.mark.parametrize("name", games.names())
def test_no_house_rule_is_a_row_of_more_buttons_than_anybody_reads(name: str) -> None:
    for rule in next(one for one in lobby.offered("es", {}) if one.name == name).house_rules:
        assert len(rule.values) <= house_rules.MOST_CHOICES + 1, rule.key
        assert rule.values or rule.low is not None, rule.key


def test_minutes_are_a_number_and_none_of_them_is_an_empty_field() -> None:
    rule = rule_of("mamlejet", "clock_minutes")
    assert (rule.values, rule.low, rule.high, rule.default) == ((), 1, 600, "")
    assert posted("mamlejet", clock_minutes="45") == {"clock_minutes": 45}
    assert posted("mamlejet", clock_minutes=" ") == {"clock_minutes": None}
    assert rule_of("mamlejet", "clock_minutes", clock_minutes="45").default == "45", "a form that came back keeps what was typed"
    with pytest.raises(Malformed):
        posted("mamlejet", clock_minutes="soon")
    with pytest.raises(Malformed):
        posted("mamlejet", opening_hand="")


def test_a_number_beside_a_word_is_one_of_the_choices_and_has_a_field() -> None:
    rule = rule_of("bhm", "armagedon")
    assert rule.values == (("off", "no ARMAGEDON", False, False), ("number", "a number:", True, True))
    assert (rule.low, rule.high, rule.default) == (5, 30, "20")
    assert posted("bhm", **{"armagedon": "number", "armagedon.number": "12"}) == {"armagedon": 12}
    assert posted("bhm", **{"armagedon": "off", "armagedon.number": "12"}) == {"armagedon": "off"}
    with pytest.raises(Malformed):
        posted("bhm", **{"armagedon": "number", "armagedon.number": ""})


def test_a_number_out_of_bounds_comes_back_with_its_reason_and_as_it_was_typed(visitor: Visitor) -> None:
    fields = {**as_shown("mamlejet"), "rule.mamlejet.mode": "clock", "rule.mamlejet.clock_minutes": "601"}
    page = visitor.post("/new", data={"csrf": visitor.token(), "game": "mamlejet", **fields})
    assert page.status_code == 409
    assert "601" in page.text.partition('class="refusals')[2].partition("</div>")[0]
    field = page.text.partition('name="rule.mamlejet.clock_minutes"')[2].partition(">")[0]
    assert 'min="1" max="600" value="601"' in field
