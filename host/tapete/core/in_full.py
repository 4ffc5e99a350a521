"""Read states in full: a missing field is refused, because a default in its place would make another match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_args

from msgspec import Struct, StructMeta

from tapete.core import codec
from tapete.core.board import State
from tapete.core.kinds import field_types
from tapete.core.refusals import Code, Refusal
from tapete.core.texts import _

LEFT_OUT = Code("malformed", "", _("That cannot be read: this field is missing. Write it down as the table has it; nothing is filled in."))


def left_out(given: Any, whole: Any, at: str) -> Iterator[Refusal]:
    """Return a refusal for every field that plain data leaves out and that would have been filled with a default.

    Args:
        given: plain data as it was read. whole: the same as it is written in full (`codec.whole`). at: the path of both.
    """
    if isinstance(whole, dict):
        for key, value in whole.items():
            if key not in given:
                yield LEFT_OUT().under(f"{at}.{key}")
            else:
                yield from left_out(given[key], value, f"{at}.{key}")
    elif isinstance(whole, list | tuple):
        for place, (one, other) in enumerate(zip(given, whole, strict=True)):
            yield from left_out(one, other, f"{at}[{place}]")


@cache
def holds_states(kind: type[Struct]) -> bool:
    """Say whether a state may stand inside what is made of a kind."""
    left, seen = [kind], set[Any]()
    while left:
        one = left.pop()
        if one in seen:
            continue
        seen.add(one)
        if isinstance(one, type) and issubclass(one, State):
            return True
        left += field_types(one).values() if isinstance(one, StructMeta) else get_args(one)
    return False


def states_cut(given: Any, made: Any, at: str = "") -> Iterator[Refusal]:
    """Return the same for every state inside an action, such as a ruling that sets a whole position.

    Args:
        given: the action as plain data. made: what was read of it. at: the path of both.
    """
    if isinstance(made, State):
        yield from left_out(given, codec.whole(made), at)
    elif isinstance(made, Struct) and isinstance(given, Mapping):
        for name, key in zip(made.__struct_fields__, made.__struct_encode_fields__, strict=True):
            if key in given:
                yield from states_cut(given[key], getattr(made, name), f"{at}.{key}" if at else key)
    elif isinstance(made, tuple):
        for place, (one, other) in enumerate(zip(given, made, strict=True)):
            yield from states_cut(one, other, f"{at}[{place}]")
