"""Facts about struct types: their names in JSON, the types of their fields, one type for several."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from tapete.core.seats import Seat
from tapete.core.texts import Range

ANY_NUMBER = 10**18
"""Bound of a number that a rule judges, as wide as JSON is read: wider than any rule's own, so that the rule's refusal names its bound."""

AnyNumber = Annotated[int, Meta(ge=-ANY_NUMBER, le=ANY_NUMBER)]
"""A number as a player says it: a rule judges it and names its bounds."""


def said(low: int, high: int) -> Meta:
    """Note on a number as a player says it whose own bounds, both included, a rule judges: the type alone lets any number through."""
    return Meta(ge=-ANY_NUMBER, le=ANY_NUMBER, extra={"low": low, "high": high})


def beyond(thing: Struct) -> Iterator[tuple[str, int, int]]:
    """Each field of a struct whose number lies outside what its note says (`said`), with the lowest and the highest that it may be."""
    for name, (low, high) in _bounds_of(type(thing)).items():
        number = getattr(thing, name)
        if number is not None and not low <= number <= high:
            yield name, low, high


@functools.cache
def _bounds_of(kind: type[Struct]) -> dict[str, tuple[int, int]]:
    hints = ((name, part) for name, hint in field_types(kind).items() for part in (hint, *get_args(hint)))
    notes = ((name, note.extra) for name, part in hints for note in getattr(part, "__metadata__", ()))
    return {name: (extra["low"], extra["high"]) for name, extra in notes if extra and "low" in extra}


def name_of(kind: type[Struct]) -> str:
    """Return the tag of an action, step, event or operation: its name in JSON.

    Raises:
        TypeError: the struct has no tag of its own.
    """
    tag = kind.__struct_config__.tag
    if not isinstance(tag, str):
        raise TypeError(f"{kind.__name__} has no name of its own")
    return tag


@functools.cache
def field_types(kind: type[Struct]) -> dict[str, Any]:
    """Return the type of each field of a struct, bounds included."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: hints[name] for name in kind.__struct_fields__}


def union_of(kinds: tuple[type[Any], ...]) -> Any:
    """Return one type for several tagged structs, for reading any of them."""
    return functools.reduce(operator.or_, kinds)


def words_of(choice: Any) -> tuple[Any, ...]:
    """Return the words of a `Literal`, also of one with a note, in their order."""
    inner = get_args(choice)
    return get_args(inner[0]) if get_origin(choice) is Annotated else inner


def allowed_values(kind: Any) -> Any:
    """Return what a value of this type may be: the words of a choice, true and false, or the bounds of a number.

    Of a type with several kinds of values (a number of minutes, or none) these stand one after the other, bounds as one of them.
    """
    if get_origin(kind) in (Union, UnionType):
        parts = [[None] if part is NoneType else allowed_values(part) for part in get_args(kind)]
        return [value for part in parts for value in ([part] if isinstance(part, Range) else part)]
    found = msgspec.json.schema(kind)
    if "enum" in found:
        return found["enum"]
    if found.get("type") == "boolean":
        return [True, False]
    return Range((found.get("minimum"), found.get("maximum")))


def shown_as(kind: type[Struct]) -> dict[str, str]:
    """For each field of an event that is not shown as it stands: the kind that its type names (for `Words.fields`).

    A type names its kind by `Meta(extra={"kind": "slab"})`; a `Seat` is shown as a seat, several as each one. Parts of a struct in a
    field are named `field.part`.
    """
    found: dict[str, str] = {}
    for name, hint in field_types(kind).items():
        if (word := _kind_of(hint)) is not None:
            found[name] = word
        origin = get_origin(hint)
        if isinstance(origin, type) and issubclass(origin, Struct):
            word = next(filter(None, map(_kind_of, get_args(hint))), None)
            found |= {f"{name}.{part}": word for part in origin.__struct_fields__ if word is not None}
    return found


def _kind_of(hint: Any) -> str | None:
    """Return the kind that a type names; that of its items for several."""
    if hint == Seat:
        return "seat"
    if get_origin(hint) is Annotated:
        inner, *notes = get_args(hint)
        named = [note.extra["kind"] for note in notes if isinstance(note, Meta) and note.extra and "kind" in note.extra]
        return named[0] if named else _kind_of(inner)
    if isinstance(origin := get_origin(hint), type) and issubclass(origin, Struct):
        return None
    return next(filter(None, map(_kind_of, get_args(hint))), None)


def naming(struct: type[Struct], kind: str) -> frozenset[str]:
    """Return the fields of a struct in which values of a kind can be, themselves or inside (kind as for `mentioned`)."""
    return frozenset(name for name, *_ in _fields_with(struct, kind))


def mentioned(thing: Struct, kind: str) -> Iterator[Any]:
    """Return every value inside a struct whose type names this kind, in the order of the fields, with what lies in parts of it.

    Args:
        thing: a state, a step, an action. kind: `seat`, or what types name by `Meta(extra={"kind": ...})`. Of a field whose type allows
            something else too, that is found as well.
    """
    found: list[Any] = []
    _collect(thing, kind, found)
    return iter(found)


def _collect(thing: Struct, kind: str, found: list[Any]) -> None:
    """Add every value of a kind inside a struct; a list is filled, since a generator at each depth takes three times as long."""
    for name, of_key, of_value in _fields_with(type(thing), kind):
        part = getattr(thing, name)
        if part is None:
            continue
        of = type(part)
        if of is str or of is int:
            if of_value:
                found.append(part)
        elif of is not tuple:
            _collect_each((part,), kind, of_key, of_value, found)
        elif part:
            _collect_each(part, kind, of_key, of_value, found)


def _collect_each(parts: Iterable[Any], kind: str, of_key: bool, of_value: bool, found: list[Any]) -> None:
    for part in parts:
        if part is None:
            continue
        of = type(part)
        if of is str or of is int:
            if of_value:
                found.append(part)
        elif isinstance(part, Struct):
            _collect(part, kind, found)
        elif isinstance(part, tuple):
            _collect_each(part, kind, of_key, of_value, found)
        elif isinstance(part, dict):
            for key, value in part.items():
                if of_key:
                    found.append(key)
                _collect_each((value,), kind, False, of_value, found)
        elif of_value:
            found.append(part)


@functools.cache
def _fields_with(struct: type[Struct], kind: str) -> tuple[tuple[str, bool, bool], ...]:
    """Return the fields in which values of a kind can be: whether the keys of a mapping are such, and whether the values."""
    found = []
    for name, hint in field_types(struct).items():
        bare = get_args(hint)[0] if get_origin(hint) is Annotated else hint
        key, value = get_args(bare) if get_origin(bare) is dict else (None, hint)
        of_key, of_value = _is_kind(key, kind), _is_kind(value, kind)
        if of_key or of_value or _can_hold(hint, kind, set()):
            found.append((name, of_key, of_value))
    return tuple(found)


def _is_kind(hint: Any, kind: str) -> bool:
    """Say whether a type, or a part of it that is no struct, names a kind."""
    return _kind_of(hint) == kind or (get_origin(hint) in (Union, UnionType) and any(_is_kind(part, kind) for part in get_args(hint)))


def _can_hold(hint: Any, kind: str, seen: set[type[Struct]]) -> bool:
    """Say whether structs that a type allows, or parts of them, can hold a value of a kind; `seen` are those that were looked into."""
    if isinstance(hint, TypeVar):
        return True
    if not (isinstance(hint, type) and issubclass(hint, Struct)):
        return any(_can_hold(part, kind, seen) for part in get_args(hint))
    if hint in seen:
        return False
    seen.add(hint)
    fields = field_types(hint).values()
    parts = [*fields, *hint.__subclasses__()]
    return any(_has_kind(field, kind) for field in fields) or any(_can_hold(part, kind, seen) for part in parts)


def _has_kind(hint: Any, kind: str) -> bool:
    """Say whether a type names a kind, as its keys or its values."""
    bare = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    return any(_is_kind(part, kind) for part in (get_args(bare) if get_origin(bare) is dict else (hint,)))
