"""House rules as fields of a form: read from a game's options, and out of what was posted."""

from __future__ import annotations

from collections.abc import Mapping
from types import UnionType
from typing import Any, Union, get_args, get_origin

from msgspec import Struct

from tapete.core.codec import builtins, malformed
from tapete.core.game import Game
from tapete.core.kinds import allowed_values, field_types
from tapete.core.texts import NO, YES, Language, _
from tapete.presentation import page_of
from tapete.presentation.base import Voice
from tapete.web import tiles
from tapete.web.root import under

MOST_CHOICES = 12
"""A whole range of more values than these is a number that is typed in, not a row of buttons."""


class Rule(Struct, frozen=True, kw_only=True):
    """One house rule of the form: a choice of values, a number between bounds, or either; a number that is left empty is no number.

    Where there are both, the number has a field of its own, and is one of the values: `A_NUMBER`.
    """

    key: str
    label: str
    says: str
    values: tuple[tuple[str, str, bool, bool], ...]
    low: int | None
    high: int | None
    default: Any


def house_rules(game: Game[Any], language: Language, chosen: Mapping[str, str]) -> list[Rule]:
    """Return the house rules of a game, read from its options type. A rule with one possible value has no control."""
    voice = Voice(page_of(game.name), language, game.words)
    defaults = builtins(game.options())
    found = []
    for key, kind in field_types(game.options).items():
        if key in game.held_options:
            continue
        (allowed, bounds), says = choices(kind), voice.house_rule(key)
        now = chosen.get(f"rule.{game.name}.{key}", _written(defaults[key]))
        usual = "" if defaults[key] is None else _written(defaults[key])
        number = chosen.get(f"rule.{game.name}.{key}{NUMBER if allowed else ''}", "" if defaults[key] in allowed else usual)
        values = []
        for value in allowed:
            written = _written(value)
            label = (
                says.values[value].in_(language)
                if value in says.values
                else (YES if value else NO).in_(language)
                if isinstance(value, bool)
                else "–"
                if value is None
                else str(value)
            )
            values.append((written, label, value == defaults[key], written == now))
        if values and bounds:
            usually = not any(default for _, _, default, _ in values)
            values.append((A_NUMBER, _NUMBER_LABEL.in_(language), usually, not any(here for *_, here in values)))
        found.append(
            Rule(
                key=key,
                label=says.label.in_(language),
                says=says.says.in_(language),
                values=tuple(values),
                low=bounds[0] if bounds else None,
                high=bounds[1] if bounds else None,
                default=number,
            )
        )
    return found


NUMBER = ".number"
"""What stands behind the name of a house rule whose number has a field beside its other values."""

A_NUMBER = "number"
"""The value of a house rule that says: what stands in that field. No rule of a game has a value of this name."""

_NUMBER_LABEL = _("a number:")


def choices(kind: Any) -> tuple[list[Any], tuple[int, int] | None]:
    """The values of a house rule that are named one by one, and the bounds of the number that it may be.

    A number that may also be a word (BHM's Armageddon: a turn, or off) has both. One that may also be nothing has only bounds: nobody has
    to say nothing. A short range beside words is named value by value.
    """
    parts = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    named: list[Any] = []
    bounds: tuple[int, int] | None = None
    for part in (part for part in parts if part is not type(None)):
        allowed = allowed_values(part)
        if all(type(value) is int for value in allowed):
            bounds = (allowed[0], allowed[1])
        else:
            named += allowed
    if bounds is not None and len(parts) > 1 and bounds[1] - bounds[0] < MOST_CHOICES:
        named, bounds = [*named, *range(bounds[0], bounds[1] + 1)], None
    return ([None, *named] if named and type(None) in parts else named), bounds


def _written(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def options_posted(game: Game[Any], posted: Mapping[str, str]) -> dict[str, Any]:
    """The house rules of a posted form as plain values; the referee judges them.

    Raises:
        Malformed: a number is no number.
    """
    usual = builtins(game.options())
    found = dict(tiles.preset_of(game, posted.get(f"preset.{game.name}", "")))
    for key, kind in field_types(game.options).items():
        said = posted.get(f"rule.{game.name}.{key}")
        if said is None or key in game.held_options:
            continue
        allowed, bounds = choices(kind)
        number = posted.get(f"rule.{game.name}.{key}{NUMBER if allowed else ''}", "").strip()
        value: Any
        if allowed and (not bounds or said != A_NUMBER):
            value = next((value for value in allowed if _written(value) == said), said)
        else:
            value = None if not number and type(None) in get_args(kind) else _whole(number, key)
        if key not in found or value != usual[key]:  # what was chosen by itself counts more than a preset
            found[key] = value
    return found


def _whole(said: str, key: str) -> int:
    if not said.isdecimal() or len(said) > 6:
        raise malformed(_("“{said}” is not a whole number").fill(said=said[:20]), key)
    return int(said)


def otherwise(game: Game[Any], option: str, language: Language) -> list[tuple[str, str]]:
    """The other values of a house rule, each with the address of a lobby where it is chosen; of a number the game's own lobby."""
    found = next((one for one in house_rules(game, language, {}) if one.key == option), None)
    if found is None:
        return []
    place = under(f"/?game={game.name}&rule={option}&value=")
    others = [(f"{found.label}: {label}", place + value) for value, label, _usual, now in found.values if not now]
    return others or [(found.label, under(f"/?game={game.name}"))]
