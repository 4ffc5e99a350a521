"""A JSON Schema of a game's catalogues, for editors: made from the types that read them, so that it never lags behind.

It takes both formats. What one key demands of another (an operation that does not fit a target, a card that a deck lacks) no schema says:
`tapete cards check` does. Whatever the schema refuses, the reader refuses too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

import msgspec
from msgspec import Struct

from tapete import games
from tapete.core.catalogue import FIXED_DECK, FORMATS, Credits, LanguageTag, Printing, Written
from tapete.core.kinds import field_types
from tapete.core.refusals import Code, Illegal
from tapete.core.texts import _

DIALECT = "https://json-schema.org/draft/2020-12/schema"
"""The name of the dialect of JSON Schema; nothing is fetched from there."""

NO_SCHEMA = Code(
    "no_catalogue_schema", "", _("{game} does not say what its catalogues hold, so it has no schema; `tapete cards check` reads them.")
)


def of_game(game: str) -> dict[str, Any]:
    """The schema of a game's catalogues.

    Raises:
        Illegal: no such game, its deck is fixed, or it says nothing of its documents.
    """
    found = games.need(game)
    if found.cards is None:
        raise Illegal((FIXED_DECK(game=found.title),))
    if found.cards.document is None:
        raise Illegal((NO_SCHEMA(game=found.title),))
    kind = found.cards.document
    _roots, parts = msgspec.json.schema_components((kind, Printing, Credits), ref_template="#/$defs/{name}")
    root, printing, shop = (parts.pop(one.__name__) for one in (kind, Printing, Credits))
    for text in [one for one in _kinds(kind) if issubclass(one, Written)]:
        parts[text.__name__] = _in_languages(parts[text.__name__])
    for card in card_kinds(kind):
        parts[card.__name__]["properties"] |= printing["properties"]
    for part in parts.values():
        if "arguments" in part.get("properties", {}):  # flat in a document: beside what every effect has
            del part["properties"]["arguments"]
            part["additionalProperties"] = True
    keys = root["properties"]
    if "catalogue" in keys:
        head = parts[keys["catalogue"]["$ref"].rpartition("/")[2]]
    else:
        own = {key: keys[key] for key in ("game", "name")}
        head = parts["Head"] = {"type": "object", "properties": {**own, "schema": {}}, "required": ["game", "schema", "name"]}
        head["additionalProperties"] = False
        keys["catalogue"] = {"$ref": "#/$defs/Head"}
        root["required"] = [key for key in root["required"] if key not in ("format", *own)]
        root["anyOf"] = [{"required": ["catalogue"]}, {"required": ["format", *own]}]
    head["properties"] |= {"schema": {"enum": list(FORMATS)}, **shop["properties"]}
    return {"$schema": DIALECT, **root, "title": f"Tapete: {game}", "$defs": parts}


def card_kinds(document: type[Struct]) -> tuple[type[Struct], ...]:
    """The types of the cards of a document: one, or one to a sort of card."""
    inside = _structs((field_types(document)["card"],))
    return tuple(inside)


def _in_languages(text: dict[str, Any]) -> dict[str, Any]:
    """A text of a document: a string, or a table with a text in one language at least."""
    (first, *_rest) = [part for key, part in text["properties"].items() if key not in ("gender", "more")]
    words = next((part for part in first.get("anyOf", ()) if part.get("type") == "string"), first)
    words = {key: value for key, value in words.items() if key != "default"}
    gender = {key: part for key, part in text["properties"].items() if key == "gender"}
    pattern = msgspec.json.schema(LanguageTag)["pattern"]
    table = {"type": "object", "properties": gender, "patternProperties": {pattern: words}, "additionalProperties": False}
    return {"description": text.get("description", ""), "anyOf": [words, {**table, "minProperties": 1}]}


def _structs(hints: Iterable[Any]) -> list[type[Struct]]:
    found: list[type[Struct]] = []
    for hint in hints:
        inner = [hint] if isinstance(hint, type) and issubclass(hint, Struct) else _structs(get_args(hint))
        found += [one for one in inner if one not in found]
    return found


def _kinds(kind: type[Struct]) -> list[type[Struct]]:
    """A struct and all that lie inside it."""
    found, waiting = [kind], [kind]
    while waiting:
        new = [one for one in _structs(field_types(waiting.pop()).values()) if one not in found]
        found += new
        waiting += new
    return found
