"""Questions about struct types: their names in JSON, the types of their fields, one type for several."""

from __future__ import annotations

import functools
import operator
from typing import Any, get_type_hints

import msgspec
from msgspec import Struct


def name_of(kind: type[Struct]) -> str:
    """The tag of an action, step, event or operation: its name in JSON.

    Raises:
        TypeError: the struct has no tag of its own.
    """
    tag = kind.__struct_config__.tag
    if not isinstance(tag, str):
        raise TypeError(f"{kind.__name__} has no name of its own")
    return tag


@functools.cache
def field_types(kind: type[Struct]) -> dict[str, Any]:
    """The type of each field of a struct, bounds included."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: hints[name] for name in kind.__struct_fields__}


def union_of(kinds: tuple[type[Any], ...]) -> Any:
    """One type for several tagged structs, for reading any of them."""
    return functools.reduce(operator.or_, kinds)


def allowed_values(kind: Any) -> Any:
    """What a value of this type may be: the words of a choice, true and false, or the bounds of a number."""
    found = msgspec.json.schema(kind)
    if "enum" in found:
        return found["enum"]
    if found.get("type") == "boolean":
        return [True, False]
    return [found.get("minimum"), found.get("maximum")]
