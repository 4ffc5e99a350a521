"""Bent positions: states of real matches with a few of their fields and steps changed, each into something of the same type.

Nothing here knows a rule of any game: what may be changed, and into what, is read from the annotations of the structs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from tapete.core.codec import encode
from tapete.core.kinds import field_types

MOST_KEPT = 400
"""Most different values that are kept of one type."""

DEEPEST = 6
"""Structs inside structs that are made up from nothing."""

Path = tuple[Any, ...]
"""The way to a part of a state: names of fields, places of items, keys."""


class Part(Struct, frozen=True):
    """A part of a state: where it is, what its annotation says, what it is now."""

    path: Path
    hint: Any
    value: Any


class Change(Struct, frozen=True):
    """What was bent: where, from what, into what."""

    path: Path
    before: Any
    after: Any

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.path)) or 'state'}: {_short(self.before)} -> {_short(self.after)}"


def _short(value: Any) -> str:
    shown = "(left out)" if value is msgspec.UNSET else encode(value).decode()
    return shown if len(shown) <= 160 else f"{shown[:157]}..."


class Plan(Struct, frozen=True):
    """What a type says of the values that are of it; asked for a state's every part, so it is worked out once for each type.

    Args:
        hint: the type as it is written. inner, note: without its note, and the note. origin: the class of a generic one.
        members: the types of a union; of any other type itself alone.
        fields: the type of each field of a struct, with the arguments of a generic one put in; empty for all else.
        items: the types of the items of a tuple or dict. open: whether a tuple has any number of items of one type.
        key: what values are kept under.
    """

    hint: Any
    inner: Any
    note: Meta
    origin: Any
    members: tuple[Any, ...]
    fields: dict[str, Any]
    items: tuple[Any, ...]
    open: bool
    key: str


_PLANS: dict[int, Plan] = {}
"""By the identity of the type, which the plan keeps alive: notes cannot all be hashed."""


def plan_of(hint: Any) -> Plan:
    """The plan of a type."""
    found = _PLANS.get(id(hint))
    if found is None:
        found = _PLANS[id(hint)] = _planned(hint)
    return found


def _planned(hint: Any) -> Plan:
    inner, note = hint, Meta()
    if get_origin(hint) is Annotated:
        inner, *notes = get_args(hint)
        note = next((note for note in notes if isinstance(note, Meta)), note)
    origin, items = get_origin(inner) or inner, get_args(inner)
    one_of = items if origin in (Union, UnionType) else (hint,)
    fields = _fields(inner, origin) if isinstance(origin, type) and issubclass(origin, Struct) else {}
    anyhow = origin is tuple and len(items) == 2 and items[1] is ...
    return Plan(hint, inner, note, origin, one_of, fields, items, anyhow, repr(hint))


def _fields(hint: Any, kind: type[Struct]) -> dict[str, Any]:
    types = field_types(kind)
    if not get_args(hint):
        return types
    parameters: tuple[Any, ...] = getattr(kind, "__parameters__", ())
    given = dict(zip(parameters, get_args(hint), strict=True))
    return {name: _filled(kind, given) for name, kind in types.items()}


def _filled(hint: Any, given: Mapping[Any, Any]) -> Any:
    if isinstance(hint, TypeVar):
        return given[hint]
    inner = getattr(hint, "__parameters__", ())
    return hint[tuple(given[one] for one in inner)] if inner else hint


def is_of(value: Any, hint: Any) -> bool:
    """Say whether a value is of one member of a union, as far as is needed to tell them apart."""
    plan = plan_of(hint)
    if plan.inner is None or plan.inner is NoneType:
        return value is None
    if plan.origin is Literal:
        return value in plan.items
    return isinstance(plan.origin, type) and isinstance(value, plan.origin) and not (plan.origin is int and isinstance(value, bool))


def parts(hint: Any, value: Any, path: Path = ()) -> Iterator[Part]:
    """A value and everything inside it."""
    yield Part(path, hint, value)
    for step, kind, item in inside(hint, value):
        yield from parts(kind, item, (*path, step))


def inside(hint: Any, value: Any) -> Iterable[tuple[Any, Any, Any]]:
    """What lies in a value, one step down: the step, its annotation, what it is."""
    if not isinstance(value, Struct | tuple | dict):
        return ()
    plan = plan_of(hint)
    if len(plan.members) > 1:
        return inside(next((one for one in plan.members if is_of(value, one)), None), value)
    if plan.inner is None:
        return ()
    if isinstance(value, Struct):
        return [(name, kind, getattr(value, name)) for name, kind in plan.fields.items()]
    if isinstance(value, dict):
        return [(key, plan.items[1], item) for key, item in value.items()]
    kinds = plan.items[:1] * len(value) if plan.open else plan.items
    return [(place, kind, item) for place, (kind, item) in enumerate(zip(kinds, value, strict=True))]


def put(value: Any, path: Path, new: Any) -> Any:
    """The same value with another part at the end of a path."""
    if not path:
        return new
    first, rest = path[0], path[1:]
    if isinstance(value, Struct):
        return replace(value, **{first: put(getattr(value, first), rest, new)})
    if isinstance(value, tuple):
        return (*value[:first], put(value[first], rest, new), *value[first + 1 :])
    return {**value, first: put(value[first], rest, new)}


class Bender:
    """Changes states by type; what it puts in was seen in some state under the same type, or is made up.

    Args:
        kind: the type of the states.
        states: of matches; their parts are what is put into others.
    """

    def __init__(self, kind: type[Struct], states: Iterable[Any]) -> None:
        self.kind = kind
        self.seen: dict[str, dict[bytes, Any]] = {}
        met: dict[tuple[int, int], tuple[Any, Any]] = {}
        for state in states:
            self._see(kind, state, met)
        self._values = {hint: list(kept.values()) for hint, kept in self.seen.items()}

    def _see(self, hint: Any, value: Any, met: dict[tuple[int, int], tuple[Any, Any]]) -> None:
        """Keep a value and what lies in it; a state shares most of its parts, as they stand in memory, with the one before."""
        if (id(hint), id(value)) in met:
            return
        met[id(hint), id(value)] = hint, value
        kept = self.seen.setdefault(plan_of(hint).key, {})
        if len(kept) < MOST_KEPT and value is not msgspec.UNSET:
            kept.setdefault(encode(value), value)
        for _, kind, item in inside(hint, value):
            self._see(kind, item, met)

    def bent(self, state: Any, rng: random.Random) -> tuple[Any, tuple[Change, ...]]:
        """A state with one to four changes, and these; the changes may cancel each other."""
        changes: list[Change] = []
        for _ in range(rng.choices((1, 2, 3, 4), (12, 5, 2, 1))[0]):
            every = list(parts(self.kind, state))[1:]
            steps = [part for part in every if part.path[0] == "agenda"]
            part = rng.choice(steps if steps and rng.random() < 0.4 else every)
            after = self.other(part.hint, part.value, rng)
            if after is not part.value:
                changes.append(Change(part.path, part.value, after))
                state = put(state, part.path, after)
        return state, tuple(changes)

    def other(self, hint: Any, value: Any, rng: random.Random) -> Any:
        """Another value of a type; the same again where there is none."""
        if isinstance(value, tuple) and rng.random() < 0.8:
            return self._row(hint, value, rng)
        if isinstance(value, dict) and rng.random() < 0.8:
            return self._table(plan_of(hint), value, rng)
        if type(value) is int and rng.random() < 0.6:
            return _number(value, plan_of(hint).note, rng)
        return self.any_of(hint, rng, value)

    def any_of(self, hint: Any, rng: random.Random, fallback: Any = None, depth: int = 0) -> Any:
        """Something of a type: mostly what was seen somewhere, else made up."""
        kept = self._values.get(plan_of(hint).key, ())
        if kept and rng.random() < (0.75 if depth == 0 else 0.5):
            return rng.choice(kept)
        made = self._made(hint, rng, depth)
        return fallback if made is None and not is_of(None, hint) and NoneType not in plan_of(hint).members else made

    def _made(self, hint: Any, rng: random.Random, depth: int) -> Any:
        plan = plan_of(hint)
        inner, origin, note = plan.inner, plan.origin, plan.note
        if origin in (Union, UnionType):
            return self.any_of(rng.choice(plan.items), rng, depth=depth + 1)
        if inner is None or inner is NoneType:
            return None
        if inner is msgspec.UnsetType:
            return msgspec.UNSET
        if origin is Literal:
            return rng.choice(plan.items)
        if inner is bool:
            return rng.random() < 0.5
        if inner is int:
            return _number(0, note, rng)
        if inner is str:
            return self._word(hint, note, rng)
        if isinstance(origin, type) and issubclass(origin, Struct):
            return self._struct(plan.fields, origin, rng, depth)
        if plan.open:
            return tuple(self.any_of(plan.items[0], rng, depth=depth + 1) for _ in range(rng.choice((0, 1, 1, 2))))
        if origin is tuple:
            return tuple(self.any_of(kind, rng, depth=depth + 1) for kind in plan.items)
        if origin is dict:
            key, item = plan.items
            pairs = range(rng.choice((0, 1, 2)))
            return {self.any_of(key, rng, depth=depth + 1): self.any_of(item, rng, depth=depth + 1) for _ in pairs}
        return None

    def _struct(self, fields: dict[str, Any], kind: type[Struct], rng: random.Random, depth: int) -> Any:
        """A struct, made of parts; fields with a default keep it now and then, and always where it goes too deep."""
        defaults = dict(zip(reversed(kind.__struct_fields__), reversed(kind.__struct_defaults__), strict=False))
        given = {}
        for name, inner in fields.items():
            if defaults.get(name, msgspec.NODEFAULT) is not msgspec.NODEFAULT and (depth > DEEPEST or rng.random() < 0.4):
                continue
            given[name] = self.any_of(inner, rng, depth=depth + 1)
        try:
            return kind(**given)
        except (TypeError, ValueError):  # a struct that judges itself; what is left out here is no position at all
            return None

    def _word(self, hint: Any, note: Meta, rng: random.Random) -> str:
        kept = self._values.get(plan_of(hint).key, ())
        return rng.choice(kept) if kept else "a" * (note.min_length or 1)

    def _row(self, hint: Any, value: tuple[Any, ...], rng: random.Random) -> tuple[Any, ...]:
        """Items dropped, doubled, swapped, put in, or another row altogether."""
        plan = plan_of(next((one for one in plan_of(hint).members if is_of(value, one)), None))
        if not plan.open:
            return value
        ways: list[Callable[[], tuple[Any, ...]]] = [lambda: self._with_one(plan.items[0], value, rng)] * 2
        if value:
            place, other = rng.randrange(len(value)), rng.randrange(len(value))
            ways += [
                lambda: (*value[:place], *value[place + 1 :]),
                lambda: (*value, value[place]),
                lambda: put(put(value, (place,), value[other]), (other,), value[place]),
                lambda: value[:place],
            ]
        else:
            ways.append(lambda: self.any_of(hint, rng, value))
        return rng.choice(ways)()

    def _with_one(self, kind: Any, value: tuple[Any, ...], rng: random.Random) -> tuple[Any, ...]:
        place = rng.choice((0, len(value)))
        one = self.any_of(kind, rng)
        return value if one is None and NoneType not in plan_of(kind).members else (*value[:place], one, *value[place:])

    def _table(self, plan: Plan, value: dict[Any, Any], rng: random.Random) -> dict[Any, Any]:
        """A key dropped, or one put in."""
        if value and rng.random() < 0.5:
            gone = rng.choice(list(value))
            return {key: item for key, item in value.items() if key != gone}
        key, item = plan.items
        made = self.any_of(key, rng)
        return value if made is None else {**value, made: self.any_of(item, rng)}


def _number(value: int, note: Meta, rng: random.Random) -> int:
    """A number near a value, or at an edge of its bounds, or beyond where there are none."""
    low = int(note.ge) if note.ge is not None else None
    high = int(note.le) if note.le is not None else None
    near = [value - 1, value + 1, value + rng.choice((-5, -3, -2, 2, 3, 5)), -value, 0, 1]
    meant = tuple((note.extra or {}).get(name) for name in ("low", "high"))
    edges = [edge for edge in (low, high, *meant) if edge is not None] or [-1, 10**6]
    made = rng.choice((*near, *edges, *edges))
    return max(made if low is None else low, made) if high is None else min(high, made if low is None else max(low, made))
