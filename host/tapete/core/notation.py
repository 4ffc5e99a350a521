"""The text form of an action, for golden files, scenarios and the keyboard: `A declare_cards 7,13`.

Seat first where the action has one, then its name, then the other arguments in order. Whole numbers and words stand as they are, nothing
is `-`, a list is joined by commas (`()` when empty), anything else is compact JSON. Each action has exactly one form.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from tapete.core import codec
from tapete.core.actions import Action
from tapete.core.board import S
from tapete.core.kinds import field_types, name_of
from tapete.core.refusals import Malformed
from tapete.core.rules import Rules
from tapete.core.texts import _

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_.:/-]*")
_ITEM = re.compile(r"-?[0-9]+|[A-Za-z_][A-Za-z0-9_.:/-]*")


def write(action: Action) -> str:
    """Return the text form of an action."""
    parts = [name_of(type(action))]
    for name in action.__struct_fields__:
        value = getattr(action, name)
        if name == "seat":
            parts.insert(0, value)
        else:
            parts.append(_written(codec.builtins(value)))
    return " ".join(parts)


def read(rules: Rules[S], line: str) -> Action:
    """Return the action of a text form; strict, so that every action has one form only.

    Raises:
        Malformed: no such action, too many or too few arguments, or not the form that `write` gives.
    """
    words = list(_words(line))
    names = {name_of(kind): kind for kind in rules.game.actions}
    seated = len(words) > 1 and words[0] not in names
    name = words[1] if seated else words[0] if words else ""
    kind = rules.game.action(name)
    fields = [field for field in kind.__struct_fields__ if field != "seat"]
    given = words[2 if seated else 1 :]
    if len(given) != len(fields) or seated != ("seat" in kind.__struct_fields__):
        usage = " ".join((["SEAT"] if "seat" in kind.__struct_fields__ else []) + [name] + [field.upper() for field in fields])
        raise codec.malformed(_("the form is: {usage}").fill(usage=usage))
    types = field_types(kind)
    plain: dict[str, Any] = {"action": name, **({"seat": words[0]} if seated else {})}
    for field, word in zip(fields, given, strict=True):
        plain[field] = _fitting(word, types[field], field)
    action = rules.read(plain)
    if write(action) != " ".join(words):
        raise codec.malformed(_("the form is: {write}").fill(write=write(action)))
    return action


def _written(value: Any) -> str:
    if value is None:
        return "-"
    if _plain(value):
        return str(value)
    if isinstance(value, list) and all(map(_plain, value)):
        return ",".join(map(str, value)) or "()"
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _plain(value: Any) -> bool:
    """Say whether a value stands as it is: a whole number, or a word that is not JSON's."""
    return type(value) is int or (isinstance(value, str) and value not in ("true", "false") and _WORD.fullmatch(value) is not None)


def _fitting(word: str, kind: Any, field: str) -> Any:
    """Return the value that a word stands for, by the type of its argument."""
    fault: Malformed | None = None
    for value in _values(word):
        try:
            codec.convert(value, kind)
        except Malformed as found:
            fault = fault or found
        else:
            return value
    if fault is None:
        raise codec.malformed(_("“{word}” is no value").fill(word=word), field)
    raise Malformed(tuple(refusal.under(field) for refusal in fault.refusals))


def _values(word: str) -> Iterator[Any]:
    if word == "-":
        yield None
    elif word == "()":
        yield []
    elif word[0] in '{["' or word in ("true", "false"):
        yield json.loads(word)
    else:
        items = [int(x) if x.lstrip("-").isdigit() else x for x in word.split(",") if _ITEM.fullmatch(x)]
        if len(items) == word.count(",") + 1:
            if len(items) == 1:
                yield items[0]
            yield items


def _words(line: str) -> Iterator[str]:
    """Yield the words of a line; JSON keeps its spaces."""
    place, decoder = 0, json.JSONDecoder()
    while place < len(line):
        if line[place] == " ":
            place += 1
        elif line[place] in '{["':
            try:
                _value, end = decoder.raw_decode(line, place)
            except (ValueError, RecursionError):
                raise codec.malformed(_("it is not written as JSON is")) from None
            yield line[place:end]
            place = end
        else:
            end = line.find(" ", place)
            end = len(line) if end < 0 else end
            yield line[place:end]
            place = end
