"""Look up what a type allows at one path of its data, as msgspec names it: the words of a choice, the bounds of a number."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any

import msgspec

Node = dict[str, Any]
"""A part of a JSON schema."""

OPEN = "..."
"""In a path, a key of a map that msgspec does not name."""


def words_at(kind: Any, path: str | None, data: Any) -> tuple[Any, ...]:
    """Return the words that a type knows at a place; empty where it knows none, or any text will do.

    Args:
        kind: as what the data was read. path: of the place. data: what was read; its tags say which type of a union is meant.
    """
    return tuple(dict.fromkeys(word for node in _schema_parts(kind, path, data) for word in node.get("enum", ())))


def bounds_at(kind: Any, path: str | None, data: Any) -> tuple[int, int] | None:
    """Return the bounds of a number at a place, both included; None where it lacks one. The arguments are those of `words_at`."""
    found = {(node.get("minimum"), node.get("maximum")) for node in _schema_parts(kind, path, data) if node.get("type") == "integer"}
    low, high = found.pop() if len(found) == 1 else (None, None)
    return None if low is None or high is None else (low, high)


def values_at(data: Any, path: str | None) -> list[Any]:
    """Return the values at a place; for an open key, all values of its map."""
    found = [data]
    for step in _path_steps(path):
        found = [part for value in found for part in _values_at(value, step)]
    return found


def _path_steps(path: str | None) -> list[str]:
    return re.findall(r"[^.\[\]]+|\.\.\.", path or "")


def _values_at(value: Any, step: str) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values()) if step == OPEN else [value[step]] if step in value else []
    return [value[int(step)]] if isinstance(value, list | tuple) and step.isdigit() and int(step) < len(value) else []


@functools.cache
def _schema(kind: Any) -> Node:
    try:
        return msgspec.json.schema(kind)
    except TypeError:  # msgspec makes no schema of this type, so nothing is known of its parts
        return {}


def _schema_parts(kind: Any, path: str | None, data: Any) -> list[Node]:
    """Return the parts of the schema of a type that tell what may be at a place."""
    schema, steps, values = _schema(kind), _path_steps(path), [data]
    nodes = [schema]
    for step in steps:
        plain = [node for node in _resolved(nodes, schema) if any(_has_tag_of(node, value, step) for value in values)]
        nodes = [part for node in plain for part in _next_parts(node, step)]
        values = [part for value in values for part in _values_at(value, step)]
    return list(_resolved(nodes, schema))


def _resolved(nodes: list[Node], schema: Node) -> Iterator[Node]:
    """Yield the same without references and unions."""
    for node in nodes:
        if "$ref" in node:
            yield from _resolved([schema["$defs"][node["$ref"].rpartition("/")[2]]], schema)
        elif "anyOf" in node:
            yield from _resolved(node["anyOf"], schema)
        else:
            yield node


def _has_tag_of(node: Node, value: Any, step: str) -> bool:
    """Say whether a value is of an object with this tag; what has no tag is of any, and so is one whose tag itself is asked for."""
    tags = {name: part["enum"] for name, part in node.get("properties", {}).items() if len(part.get("enum", ())) == 1 and name != step}
    return not isinstance(value, dict) or all(value.get(name, words[0]) in words for name, words in tags.items())


def _next_parts(node: Node, step: str) -> list[Node]:
    """Return what a part of a schema says of the next step."""
    fixed = node.get("prefixItems", ())
    if step == OPEN:
        part = node.get("additionalProperties")
    elif step.isdigit():
        part = fixed[int(step)] if int(step) < len(fixed) else node.get("items")
    else:
        part = node.get("properties", {}).get(step)
    return [part] if isinstance(part, dict) else []
