"""One JSON Schema of the referee protocol, made of the types by which it is read and written: requests, answers, domains, refusals, and of
each game the actions, events, state and house rules. `ask schema` gives it, and `/api/openapi.json` holds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from tapete.core import plain_forms
from tapete.core.rules import Rules
from tapete.protocol.answer_forms import ANSWERS
from tapete.protocol.requests import REQUESTS, RequestId

DIALECT = "https://json-schema.org/draft/2020-12/schema"
DEFS = "#/$defs/"

Shapes = dict[str, Any]
"""Schemas by name."""

OF_A_GAME = ("Action", "Draft", "Event", "State", "Options")
"""What every game has its own of: `Action` is one of those of the document's games, `shazamm_Action` one of Shazamm's."""

_HELD = {
    ("Entry", "action"): "Action",
    ("Entry", "events"): "Event",
    ("Alternative", "action"): "Action",
    ("Header", "position"): "Position",
}
"""Fields that core keeps as plain data, each with what it holds."""

_BY_GAME = {
    "Start": {"options": "Options"},
    "Header": {"options": "Options"},
    "Position": {"options": "Options", "state": "State"},
}
"""Fields whose meaning follows from the field `game` beside them."""


def document(games: Mapping[str, Rules[Any]]) -> dict[str, Any]:
    """The schema: a value is valid if it is one line of the pipe, a request or its answer.

    Args:
        games: by name, whose actions it spells out.
    """
    defs = shapes(games, REQUESTS, ANSWERS)
    defs["RequestId"] = msgspec.json.schema(RequestId)
    for kind in (*REQUESTS, *ANSWERS):
        defs[kind.__name__]["properties"]["id"] = _ref("RequestId")
    return {"$schema": DIALECT, "title": "The referee protocol", "anyOf": [_ref("Request"), _ref("Answer")], "$defs": defs}


def shapes(games: Mapping[str, Rules[Any]], requests: Iterable[Any], answers: Iterable[Any]) -> Shapes:
    """The parts of a schema, `Request` and `Answer` among them.

    Args:
        games: by name, whose actions they spell out. requests, answers: the types of those that there are.
    """
    requests, answers = tuple(requests), tuple(answers)
    _, found = msgspec.json.schema_components(
        (*requests, *answers, *plain_forms.DOMAINS, plain_forms.OfferForm), ref_template=DEFS + "{name}"
    )
    for shape in found.values():
        if "properties" in shape:
            shape.setdefault("additionalProperties", False)
    for (name, field), of in _HELD.items():
        _hold(found.get(name), field, of)
    for name, several in (("Request", requests), ("Answer", answers), ("Domain", plain_forms.DOMAINS)):
        found[name] = {"anyOf": [_ref(kind.__name__) for kind in several]}
    for game, rules in games.items():
        found |= _of_game(game, rules)
    for name in OF_A_GAME:
        found[name] = {"anyOf": [_ref(f"{game}_{name}") for game in games]} if games else {"type": "object"}
    for name, fields in _BY_GAME.items():
        if name in found:
            found[name]["allOf"] = [_where(game, fields) for game in games]
    return found


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": DEFS + name}


def _hold(shape: Any, field: str, of: str) -> None:
    """Let a field of plain objects refer to what they are."""
    parts = [shape["properties"][field]] if shape is not None else []
    for part in parts:
        parts += [*part.get("anyOf", ()), *([part["items"]] if "items" in part else ())]
        if part.get("type") == "object":
            part["$ref"] = DEFS + of


def _where(game: str, fields: Mapping[str, str]) -> dict[str, Any]:
    """What holds where the field `game` names a game."""
    then = {field: {"anyOf": [_ref(f"{game}_{name}"), {"type": "null"}]} for field, name in fields.items()}
    return {"if": {"properties": {"game": {"const": game}}}, "then": {"properties": then}}


def _of_game(game: str, rules: Rules[Any]) -> Shapes:
    """The parts of one game, each under its name."""
    of = rules.game
    (actions, events, state, options, *places), found = msgspec.json.schema_components(
        (of.action_union, of.event_union, of.state, of.options, *of.actions, *(sealing.value_type for sealing in of.sealings)),
        ref_template=f"{DEFS}{game}_{{name}}",
    )
    names = {kind: place["$ref"].removeprefix(f"{DEFS}{game}_") for kind, place in zip(of.actions, places, strict=False)}
    for sealing, secret in zip(of.sealings, places[len(of.actions) :], strict=True):  # a session may be told what is locked (`take_secret`)
        found[names[sealing.lock]]["properties"][sealing.secret] = secret
    drafts = {name: f"{name}Draft" for name in names.values()}
    halves = {f"{DEFS}{game}_{name}": f"{DEFS}{game}_{half}" for name, half in drafts.items()}
    found |= {half: _draft(found[name], halves) for name, half in drafts.items()}
    short = _short(found)
    moved = {f"{DEFS}{game}_{name}": f"{DEFS}{game}_{said}" for name, said in short.items()}
    made = {f"{game}_{short[name]}": _renamed(shape, moved) for name, shape in found.items()}
    draft = {"anyOf": [_ref(f"{game}_{half}") for half in drafts.values()]}
    for name, top in zip(OF_A_GAME, (actions, draft, events, state, options), strict=True):
        made.setdefault(f"{game}_{name}", _renamed(top, moved))
    return made


def _short(found: Shapes) -> dict[str, str]:
    """Names of parts as programs can use them: one of two classes of a name follows its module, and kinds of a generic are counted."""
    names: dict[str, str] = {}
    kinds = (name for name in found if not _title(found, name).isidentifier())
    for number, name in enumerate(sorted(kinds, key=lambda name: str(found[name])), start=1):
        names[name] = f"{_title(found, name).partition('[')[0]}{number}"
    return {name: names.get(name) or "_".join(name.split(".")[-2:]) for name in found}


def _title(found: Shapes, name: str) -> str:
    return str(found[name].get("title", name))


def _draft(action: Mapping[str, Any], halves: Mapping[str, str]) -> dict[str, Any]:
    """An action of which only its name has to be said, and of an action within it likewise."""
    shape = _renamed({name: part for name, part in action.items() if name != "description"}, halves)
    return {**shape, "title": f"{action['title']}Draft", "required": ["action"]}


def _renamed(part: Any, names: Mapping[str, str]) -> Any:
    """A part of a schema whose references lead elsewhere."""
    if isinstance(part, Mapping):
        return {key: _renamed(one, names) for key, one in part.items()}
    if isinstance(part, list):
        return [_renamed(one, names) for one in part]
    return names.get(part, part) if isinstance(part, str) else part
