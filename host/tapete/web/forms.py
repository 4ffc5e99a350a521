"""Controls of a form that is written all at once, such as a typed-in card, and reading what was posted.

A control is named by what it holds and where it belongs, so that a posted form can be read without asking the rules again:

    n:card/@bios/memory    a whole number           N:card/@being/pod       a whole number or nothing
    j:card/@bios/color     one value, as JSON       s:card/@being/traits    one value more of a list, as JSON
    t:name                 a text                   e:card/@being/traits    there is a list here, even an empty one
    v:card                 which kind was chosen; what is printed on it lies under `card/@kind`
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from tapete.core import answers
from tapete.core.codec import builtins, malformed
from tapete.core.domains import Domain, each, maybe, one_of, some, whole
from tapete.core.refusals import Malformed, Refusal
from tapete.core.texts import _, typed
from tapete.presentation.base import Voice

MOST_SELECTS = 8
"""Most places that an ordered choice is given."""

MOST_PARTS = 24
"""Parts of a field's place; the deepest field of a game has half as many."""

_NUMBER = re.compile(r"-?[0-9]{1,9}")
_MISSING = object()


class Option(Struct, frozen=True):
    """One value that can be chosen, as JSON, and its label."""

    value: str
    label: str
    chosen: bool


class FormControl(Struct, frozen=True, kw_only=True):
    """One control of a form, or several in a fieldset; `kind` is number, choice, several, places or parts, and uses the fields it needs."""

    kind: str
    name: str
    id: str
    label: str
    value: str = ""
    low: int = 0
    high: int = 0
    optional: bool = False
    options: tuple[Option, ...] = ()
    parts: tuple[FormControl, ...] = ()
    refusals: tuple[Refusal, ...] = ()


class Builder:
    """Makes the controls of one form.

    Args:
        form: the id of the form, part of each control's own. action: what is entered by it. voice: labels in one language.
        values: what was entered before, as plain data. refusals: what was refused; each lands at the control that its path names.
    """

    def __init__(
        self, form: str, action: str, voice: Voice, values: Mapping[str, Any] | None = None, refusals: Iterable[Refusal] = ()
    ) -> None:
        self.form, self.action, self.voice, self.values = form, action, voice, values or {}
        self.refusals = list(refusals)

    def left(self) -> tuple[Refusal, ...]:
        """Return the refusals that belong to no control: they concern the action as a whole."""
        return tuple(self.refusals)

    def number(self, path: tuple[str, ...], low: int, high: int, *, optional: bool = False) -> FormControl:
        """A whole number from `low` to `high`; `optional`: or nothing."""
        value = self._value(path, None)
        said = "" if value is None else str(value)
        return self._made(path, "number", "N" if optional else "n", value=said, low=low, high=high, optional=optional)

    def control(self, path: tuple[str, ...], domain: Domain) -> FormControl | None:
        """The control of a domain, at the place where its value belongs; None where there is nothing to choose."""
        inner, optional = answers.bare(domain), isinstance(domain, maybe)
        if isinstance(inner, whole):
            return self.number(path, inner.low, inner.high, optional=optional)
        if isinstance(inner, one_of):
            return self._choice(path, domain)
        if isinstance(inner, some):
            return self._several(path, inner)
        if isinstance(inner, each):
            parts = tuple(filter(None, (self.control((*path, name), one) for name, one in inner.keys.items())))
            return self._made(path, "parts", parts=parts)
        return None

    def _choice(self, path: tuple[str, ...], domain: Domain) -> FormControl:
        free = [builtins(value) for value, why in answers.judged(domain) if not why]
        said = self._value(path, _MISSING)
        return self._made(path, "choice", "j", options=tuple(self._option(path, one, one == said or len(free) == 1) for one in free))

    def _several(self, path: tuple[str, ...], inner: some) -> FormControl:
        chosen = self._value(path, None) or []
        free = [builtins(value) for value, why in answers.judged(inner.of) if not why]
        options = tuple(self._option(path, one, one in chosen) for one in free)
        if not (inner.ordered or inner.repeat):
            return self._made(path, "several", "s", options=options)
        written = [*map(_written, chosen), *[""] * MOST_SELECTS][: min(inner.most, MOST_SELECTS)]
        places = (
            FormControl(kind="place", name="s:" + "/".join(path), id=f"{self._id(path)}-{at}", label=str(at), value=value, options=options)
            for at, value in enumerate(written, start=1)
        )
        return self._made(path, "places", "s", parts=tuple(places))

    def _option(self, path: tuple[str, ...], value: Any, chosen: bool) -> Option:
        return Option(_written(value), self.voice.option(self.action, "/".join(path), value), chosen)

    def _made(self, path: tuple[str, ...], kind: str, holds: str = "", **given: Any) -> FormControl:
        where = "/".join(path)
        name, label = f"{holds}:{where}" if holds else "", self.voice.argument(self.action, where)
        return FormControl(kind=kind, name=name, id=self._id(path), label=label, refusals=self._taken(path), **given)

    def _id(self, path: tuple[str, ...]) -> str:
        return re.sub(r"[^A-Za-z0-9_-]", "-", "-".join((self.form, *path)))

    def _value(self, path: tuple[str, ...], missing: Any) -> Any:
        """What was entered at a path; kinds are entered without their own step."""
        found: Any = self.values
        for name in _steps(path):
            if not isinstance(found, Mapping) or name not in found:
                return missing
            found = found[name]
        return found

    def _taken(self, path: tuple[str, ...]) -> tuple[Refusal, ...]:
        """Take the refusals that are about this argument or a part of it; the innermost control asks first."""
        where = ".".join(_steps(path))
        mine = tuple(r for r in self.refusals if r.at is not None and (r.at == where or r.at.startswith(where + ".")))
        self.refusals = [r for r in self.refusals if r not in mine]
        return mine


def _steps(path: Sequence[str]) -> list[str]:
    """A path without its kinds."""
    return [part for part in path if not part.startswith("@")]


def _written(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def read(posted: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """The plain values of a posted form; of a choice of kinds a mapping with the kind as its `action`.

    Args:
        posted: names and values as they came in; names without one of the known prefixes are left alone.

    Raises:
        Malformed: a number is no number, or a value is no JSON; the refusals' `at` are the paths.
    """
    tree: dict[str, Any] = {}
    faults: list[Refusal] = []
    named = [(kind, tuple(where.split("/")), value) for kind, where, value in _named(posted)]
    if any(len(path) > MOST_PARTS for _kind, path, _value in named):
        raise malformed(_("the form contradicts itself"))
    chosen = {path: value for kind, path, value in named if kind == "v"}
    for kind, path, value in named:
        # Without scripts a browser sends along what stands in kinds that nobody chose.
        if any(part.startswith("@") and chosen.get(path[:place]) != part[1:] for place, part in enumerate(path)):
            continue
        try:
            _enter(tree, kind, _steps(path), value)
        except Malformed as fault:
            faults += [refusal.under(".".join(_steps(path))) for refusal in fault.refusals]
    if faults:
        raise Malformed(tuple(faults))
    return tree


def _named(posted: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
    """Kind, place and value of every field that says something."""
    for name, value in posted:
        kind, found, where = name.partition(":")
        if found and len(kind) == 1 and kind in "nNjsetv":
            yield kind, where, value


def _enter(tree: dict[str, Any], kind: str, steps: Sequence[str], value: str) -> None:
    place = tree
    for part in [*steps[:-1], *(steps[-1:] if kind == "v" else ())]:
        place = place.setdefault(part, {})
        if not isinstance(place, dict):
            raise malformed(_("the form contradicts itself"))
    last = steps[-1] if steps else ""
    if kind == "v":
        place["action"] = value
    elif kind in "se":
        values = place.setdefault(last, [])
        if not isinstance(values, list):
            raise malformed(_("the form contradicts itself"))
        if kind == "s" and value:
            values.append(_json(value))
    elif kind == "t":
        place[last] = value.strip()
    elif kind == "j":
        place[last] = _json(value)
    elif kind == "N" and not value.strip():
        place[last] = None
    else:
        place[last] = number(value)


def number(value: str) -> int:
    """A whole number as people type it.

    Raises:
        Malformed: it is empty or no whole number.
    """
    text = typed(value.strip())
    if not text:
        raise malformed(_("a number is missing"))
    if not _NUMBER.fullmatch(text):
        raise malformed(_("“{said}” is not a whole number").fill(said=text[:40]))
    return int(text)


def _json(value: str) -> Any:
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        raise malformed(_("the choice cannot be read")) from None
