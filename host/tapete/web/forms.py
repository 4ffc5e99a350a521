"""Forms out of described domains, and plain actions out of posted forms.

A control is named by what it holds and where it belongs, so that a posted form can be read without asking the rules again:

    n:amount        a whole number                 N:delta      a whole number or nothing
    j:number        one value, as JSON             s:numbers    one value more of a list, as JSON
    e:numbers       there is a list here, even an empty one     r:places     there is a row of so many places here
    o:ops           there is a list of operations here
    v:plays/A       which variant was chosen; its arguments lie under `plays/A/@variant`
    t:reason        a text

What follows `~` in a name only keeps groups of radio buttons apart.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from tapete.core.codec import malformed
from tapete.core.look_ahead import key
from tapete.core.refusals import Malformed, Refusal
from tapete.core.texts import _, typed

MOST_SELECTS = 8
"""Most places that an ordered choice is given at once; more values than these are entered in several steps or by the referee protocol."""

MOST_ROWS = 8
"""Most operations that one form of a ruling holds."""

SOMETHING = "="
"""The variant of an optional argument that is given."""

_NUMBER = re.compile(r"-?[0-9]{1,9}")
_ROW = re.compile(r"[0-9]{1,3}")

MOST_PARTS = 24
"""Parts of a field's place; the deepest field of a game has half as many."""


class Speech(Protocol):
    """What a form says, in one language."""

    def argument(self, action: str, path: str) -> str:
        """The label of an argument."""

    def option(self, action: str, path: str, value: Any) -> str:
        """The label of one value."""

    def variant(self, action: str, path: str, name: str) -> str:
        """The label of an action inside an action, or of an operation."""

    def sum(self, action: str, path: str, name: str) -> str:
        """What the weights of a choice add up to."""

    def tucks(self, path: str) -> bool:
        """Say whether an optional argument is tucked away because it is seldom used."""

    def leaves_out(self, refusals: Sequence[Refusal]) -> bool:
        """Say whether a barred value is hidden because it is of another kind than what is asked for."""


class Asker(Protocol):
    """Who knows why a value is barred."""

    def why(self, path: tuple[str, ...], value: Any) -> Sequence[Refusal]:
        """The refusals of one value of the domain at a path."""


class Option(Struct, frozen=True, kw_only=True):
    """One value that a person can point at; `barred` says why it cannot be chosen now."""

    value: str
    label: str
    chosen: bool = False
    barred: tuple[Refusal, ...] = ()
    is_barred: bool = False
    weights: str = ""


class Total(Struct, frozen=True, kw_only=True):
    """What the weights of the chosen options add up to, with what is there already."""

    name: str
    label: str
    have: int
    low: int | None
    high: int | None


class Control(Struct, frozen=True, kw_only=True):
    """One control of a form, or several in a fieldset.

    `kind` is number, choice, several, places, parts, variants, rows, text or fixed; each uses the fields that it needs.
    """

    kind: str
    name: str
    id: str
    label: str
    path: str
    value: str = ""
    low: int | None = None
    high: int | None = None
    least: int = 0
    most: int = 0
    secret: bool = False
    optional: bool = False
    tucked: bool = False
    options: tuple[Option, ...] = ()
    groups: tuple[tuple[str, tuple[Option, ...]], ...] = ()
    totals: tuple[Total, ...] = ()
    parts: tuple[Control, ...] = ()
    refusals: tuple[Refusal, ...] = ()


class ShownPreview(Struct, frozen=True, kw_only=True):
    """A preview in words: what would happen at once, then if everybody passes (with clauses), and what would change on the table."""

    events: tuple[tuple[str, str], ...] = ()
    then: tuple[tuple[str, str], ...] = ()
    changed: tuple[str, ...] = ()


class DiePad(Struct, frozen=True):
    """Ten buttons for a die that is typed in: one touch says its face. `roll` is its id as JSON, `says` what it is for."""

    roll: str
    seat: str | None
    says: str


class Form(Struct, frozen=True, kw_only=True):
    """One action with the controls of its arguments.

    `given` are arguments chosen in an earlier step, as hidden fields; `waits` those that cannot be shown before others are chosen. A form
    is `complete` unless it has an argument that no control can hold (a whole card or position): that comes over the referee protocol.
    `secret`: it takes something that only its seat may see. `preview`: there is nothing left to choose, and this would happen. `pads`: the
    dice that are due, in their order, in the place of controls.
    """

    id: str
    action: str
    seat: str | None
    controls: tuple[Control, ...] = ()
    given: tuple[tuple[str, str], ...] = ()
    waits: tuple[str, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    complete: bool = True
    secret: bool = False
    preview: ShownPreview | None = None
    pads: tuple[DiePad, ...] = ()

    @property
    def bare(self) -> bool:
        """Whether pressing the button says everything."""
        return not self.controls and not self.waits and not self.pads and self.preview is None

    @property
    def can_look(self) -> bool:
        """Say whether a preview is possible: something was chosen, nothing is missing, and nothing is secret."""
        return bool(self.controls) and not self.waits and not self.secret

    @property
    def operations(self) -> int:
        """How many more operations it could take than it has room for now."""
        return max((control.most - len(control.parts) for control in self.controls if control.kind == "rows"), default=0)


class Builder:
    """Makes the controls of one action's form.

    Args:
        form: the id of the form, part of each control's own.
        action: its name.
        speech: labels in one language.
        asker: why values are barred.
        values: what was entered before, as plain data.
        refusals: what was refused; each lands at the control that its path names.
        secret: the argument that is hidden while it is typed.
    """

    def __init__(
        self,
        form: str,
        action: str,
        speech: Speech,
        asker: Asker,
        values: Mapping[str, Any] | None = None,
        refusals: Iterable[Refusal] = (),
        secret: str | None = None,
    ) -> None:
        self.form, self.action, self.speech, self.asker, self.secret = form, action, speech, asker, secret
        self.values: Mapping[str, Any] = values or {}
        self.refusals = list(refusals)

    def control(self, path: tuple[str, ...], described: Mapping[str, Any]) -> Control:
        """The control of a described domain.

        Args:
            path: where the value belongs, outermost name first.
            described: what `Domain.describe` gives.
        """
        for kind in ("whole", "one_of", "some", "each", "row", "maybe", "action", "ops", "text"):
            if kind in described:
                made: Control = getattr(self, f"_{kind}")(path, described)
                return made
        return Control(kind="fixed", name="", id=self._id(path), label="", path="/".join(path))

    def left(self) -> tuple[Refusal, ...]:
        """Return the refusals that belong to no control: they concern the action as a whole."""
        return tuple(self.refusals)

    # ---- one method for each kind of domain

    def _whole(self, path: tuple[str, ...], described: Mapping[str, Any], optional: bool = False) -> Control:
        low, high = described["whole"]
        value = self._value(path)
        return self._made(
            path,
            kind="number",
            name=("N:" if optional else "n:") + "/".join(path),
            value="" if value is None else str(value),
            low=low,
            high=high,
            optional=optional,
            secret=self.secret == path[-1],
        )

    def _one_of(self, path: tuple[str, ...], described: Mapping[str, Any], optional: bool = False) -> Control:
        options = list(self._options(path, described, self._value(path, missing=_MISSING)))
        free = [option for option in options if not option.is_barred]
        if len(free) == 1 and not optional:  # nobody has to point at the only one there is
            options[options.index(free[0])] = replace(free[0], chosen=True)
        tucked = False
        if optional:
            tucked = self.speech.tucks("/".join(path))
            said = self._value(path, missing=None if tucked else _MISSING)
            options.append(Option(value="null", label=self._say(path, None), chosen=said is None))
        return self._made(path, kind="choice", name="j:" + "/".join(path), options=tuple(options), optional=optional, tucked=tucked)

    def _some(self, path: tuple[str, ...], described: Mapping[str, Any]) -> Control:
        chosen = self._value(path) or []
        inner = described["some"]
        options = tuple(self._options(path, inner, *chosen, sums=described["sums"]))
        shared: dict[str, Any] = {"name": "s:" + "/".join(path), "least": described["least"], "most": described["most"]}
        if described["ordered"] or described["repeat"]:
            places = min(described["most"], MOST_SELECTS)
            written = [key(value) if not isinstance(value, str) else json.dumps(value) for value in chosen]
            parts = tuple(
                Control(
                    kind="place",
                    name=shared["name"],
                    id=f"{self._id(path)}-{place + 1}",
                    label=str(place + 1),
                    path="/".join(path),
                    value=written[place] if place < len(written) else "",
                    options=options,
                )
                for place in range(places)
            )
            return self._made(path, kind="places", options=options, parts=parts, **shared)
        groups = tuple(self._groups(path, options, described["sums"]))
        totals = () if groups else tuple(self._total(path, bound) for bound in described["sums"])
        return self._made(path, kind="several", options=options, groups=groups, totals=totals, **shared)

    def _each(self, path: tuple[str, ...], described: Mapping[str, Any]) -> Control:
        parts = tuple(self.control((*path, name), inner) for name, inner in described["each"].items())
        return self._made(path, kind="parts", name="", parts=parts)

    def _row(self, path: tuple[str, ...], described: Mapping[str, Any]) -> Control:
        places = described["row"]
        parts = tuple(self.control((*path, str(place)), inner) for place, inner in enumerate(places))
        return self._made(path, kind="parts", name="r:" + "/".join(path), value=str(len(places)), parts=parts)

    def _maybe(self, path: tuple[str, ...], described: Mapping[str, Any]) -> Control:
        inner = described["maybe"]
        if "whole" in inner:
            return self._whole(path, inner, optional=True)
        if "one_of" in inner:
            return self._one_of(path, inner, optional=True)
        made = self.control((*path, f"@{SOMETHING}"), inner)
        given = self._value(path) is not None
        options = (
            Option(value=SOMETHING, label=self.speech.option(self.action, "/".join(path), True), chosen=given),
            Option(value="", label=self._say(path, None), chosen=not given),
        )
        return self._made(path, kind="variants", name="v:" + "/".join(path), options=options, parts=(made,))

    def _action(self, path: tuple[str, ...], described: Mapping[str, Any]) -> Control:
        return self._variants(path, described["action"], given=(self._value(path) or {}).get("action"))

    def _variants(self, path: tuple[str, ...], kinds: Mapping[str, Any], given: str | None, none: bool = False) -> Control:
        where = "/".join(path)
        options = [Option(value="", label="—", chosen=given is None)] if none else []
        parts = []
        for kind, offered in kinds.items():
            within = (*path, f"@{kind}")
            arguments = {name: one for name, one in offered["arguments"].items() if none or name != "seat"}
            inner = tuple(self.control((*within, name), one) for name, one in arguments.items())
            if any(control.kind == "fixed" for control in inner):
                continue  # nobody types it in by hand: a whole position comes over the referee protocol
            options.append(Option(value=kind, label=self.speech.variant(self.action, where, kind), chosen=kind == given))
            parts.append(
                Control(
                    kind="parts",
                    name="",
                    id=self._id(within),
                    label=self.speech.variant(self.action, where, kind),
                    path="/".join(within),
                    parts=inner,
                    value=kind,
                )
            )
        return self._made(path, kind="variants", name="v:" + where, options=tuple(options), parts=tuple(parts))

    def _ops(self, path: tuple[str, ...], described: Mapping[str, Any]) -> Control:
        given = self._value(path) or []
        number = min(described["most"], MOST_ROWS, max(len(given) + 1, described["least"]))
        rows = []
        for place in range(number):
            name = given[place].get("op") if place < len(given) else None
            rows.append(self._variants((*path, str(place)), described["ops"], given=name, none=True))
        return self._made(path, kind="rows", name="o:" + "/".join(path), parts=tuple(rows), most=described["most"])

    def _text(self, path: tuple[str, ...], described: Mapping[str, Any]) -> Control:
        least, most = described["text"]
        return self._made(path, kind="text", name="t:" + "/".join(path), value=str(self._value(path) or ""), least=least, most=most)

    # ---- parts of them

    def _made(self, path: tuple[str, ...], **fields: Any) -> Control:
        where = "/".join(path)
        fields.setdefault("name", "")
        label = self.speech.argument(self.action, where)
        return Control(id=self._id(path), label=label, path=where, refusals=self._taken(path), **fields)

    def _id(self, path: tuple[str, ...]) -> str:
        return re.sub(r"[^A-Za-z0-9_-]", "-", "-".join((self.form, *path)))

    def _say(self, path: tuple[str, ...], value: Any) -> str:
        return self.speech.option(self.action, "/".join(path), value)

    def _value(self, path: tuple[str, ...], missing: Any = None) -> Any:
        """What was entered at a path; variants are entered without their own step."""
        found: Any = self.values
        for name in (part for part in path if not part.startswith("@")):
            if isinstance(found, Mapping) and name in found:
                found = found[name]
            elif isinstance(found, list) and name.isdigit() and int(name) < len(found):
                found = found[int(name)]
            else:
                return missing
        return found

    def _taken(self, path: tuple[str, ...]) -> tuple[Refusal, ...]:
        """Take the refusals that are about this argument or a part of it; the innermost control asks first."""
        where = ".".join(part for part in path if not part.startswith("@"))
        mine = tuple(r for r in self.refusals if r.at is not None and (r.at == where or r.at.startswith(where + ".")))
        self.refusals = [r for r in self.refusals if r not in mine]
        return mine

    def _options(
        self, path: tuple[str, ...], described: Mapping[str, Any], *chosen: Any, sums: Sequence[Mapping[str, Any]] = ()
    ) -> Iterator[Option]:
        open_values, barred = described["one_of"], described.get("barred", {})
        values = [*open_values, *(_read_key(word) for word in barred)]
        if all(type(value) is int for value in values):
            values.sort()
        for value in values:
            word = key(value)
            why = tuple(self.asker.why(path, value)) if word in barred else ()
            if why and self.speech.leaves_out(why):
                continue
            weights = {bound["name"]: bound["weights"].get(word, 0) for bound in sums}
            yield Option(
                value=json.dumps(value, separators=(",", ":"), ensure_ascii=False),
                label=self._say(path, value),
                chosen=value in chosen,
                barred=why,
                is_barred=word in barred,
                weights=json.dumps(weights) if weights else "",
            )

    def _total(self, path: tuple[str, ...], bound: Mapping[str, Any]) -> Total:
        label = self.speech.sum(self.action, "/".join(path), bound["name"])
        return Total(name=bound["name"], label=label, have=bound["have"], low=bound["low"], high=bound["high"])

    def _groups(
        self, path: tuple[str, ...], options: Sequence[Option], sums: Sequence[Mapping[str, Any]]
    ) -> Iterator[tuple[str, tuple[Option, ...]]]:
        """Where bounds say "exactly one of these" and each option lies in one of them: one group of radio buttons for each."""
        if not sums or any((bound["low"], bound["high"], bound["have"]) != (1, 1, 0) for bound in sums):
            return
        members = [[o for o in options if json.loads(o.weights).get(bound["name"]) == 1] for bound in sums]
        if sum(map(len, members)) != len(options) or any(not group for group in members):
            return
        for bound, group in zip(sums, members, strict=True):
            yield self.speech.sum(self.action, "/".join(path), bound["name"]), tuple(group)


_MISSING = object()


def _read_key(word: str) -> Any:
    """The value of an option's key: its JSON, or the word itself."""
    try:
        return json.loads(word)
    except ValueError:
        return word


# ---- reading a posted form


def read(posted: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """The plain arguments of a posted form.

    Args:
        posted: names and values as they came in; names without one of the known prefixes are left alone.

    Raises:
        Malformed: a number is no number, or a value is no JSON; the refusals' `at` are the paths.
    """
    tree: dict[str, Any] = {}
    variants: dict[tuple[str, ...], str] = {}
    faults: list[Refusal] = []
    named = [(kind, tuple(where.partition("~")[0].split("/")), value) for kind, where, value in _named(posted)]
    if any(len(path) > MOST_PARTS for _kind, path, _value in named):
        raise malformed(_("the form contradicts itself"))
    chosen = {path: value for kind, path, value in named if kind == "v"}
    for kind, path, value in named:
        # Without scripts a browser sends along what stands in variants that nobody chose.
        if any(part.startswith("@") and chosen.get(path[:place]) != part[1:] for place, part in enumerate(path)):
            continue
        try:
            _enter(tree, variants, kind, path, value)
        except Malformed as fault:
            at = ".".join(part for part in path if not part.startswith("@"))
            faults += [refusal.under(at) for refusal in fault.refusals]
    if faults:
        raise Malformed(tuple(faults))
    plain: dict[str, Any] = _plain(tree, (), variants)
    return plain


def _named(posted: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
    """Kind, place and value of every field that says something of an action."""
    for name, value in posted:
        kind, found, where = name.partition(":")
        if found and len(kind) == 1 and kind in "nNjseortv":
            yield kind, where, value


def _enter(tree: dict[str, Any], variants: dict[tuple[str, ...], str], kind: str, path: tuple[str, ...], value: str) -> None:
    if kind == "v":
        variants[path] = value
        return
    place = tree
    for part in path[:-1]:
        place = place.setdefault(part, {})
        if not isinstance(place, dict):
            raise malformed(_("the form contradicts itself"))
    last = path[-1]
    if kind == "s":
        values = place.setdefault(last, [])
        if not isinstance(values, list):
            raise malformed(_("the form contradicts itself"))
        if value:
            values.append(_json(value))
    elif kind == "e":
        place.setdefault(last, [])
    elif kind == "r":
        place.setdefault(last, _Row(int(value) if _ROW.fullmatch(value) else 0))
    elif kind == "o":
        place.setdefault(last, _Operations())
    elif kind == "t":
        place[last] = value.strip()
    elif kind == "j":
        place[last] = _json(value)
    elif kind == "N" and not value.strip():
        place[last] = None
    else:
        place[last] = _number(value)


class _Row(dict[str, Any]):
    """A row of places that is being filled in."""

    def __init__(self, places: int) -> None:
        super().__init__()
        self.places = min(places, 64)


class _Operations(dict[str, Any]):
    """A list of operations that is being filled in; rows without a choice count for nothing."""


def _number(value: str) -> int:
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


def _plain(found: Any, path: tuple[str, ...], variants: Mapping[tuple[str, ...], str], tag: str = "action") -> Any:
    """A tree of entries as plain data: variants resolved, rows and lists as lists."""
    if path in variants:
        chosen = variants[path]
        within = found.get(f"@{chosen}", {}) if isinstance(found, dict) else {}
        if chosen == SOMETHING:
            return _plain(within, (*path, f"@{chosen}"), variants)
        return {tag: chosen, **_fields(within, (*path, f"@{chosen}"), variants)} if chosen else None
    if isinstance(found, _Row):
        return [_plain(found.get(str(place)), (*path, str(place)), variants) for place in range(found.places)]
    if isinstance(found, _Operations):
        rows = sorted(int(where[-1]) for where in variants if where[:-1] == path and _ROW.fullmatch(where[-1]))
        made = [_plain(found.get(str(row)), (*path, str(row)), variants, "op") for row in rows]
        return [operation for operation in made if operation is not None]
    return _fields(found, path, variants) if isinstance(found, dict) else found


def _fields(found: Mapping[str, Any], path: tuple[str, ...], variants: Mapping[tuple[str, ...], str]) -> dict[str, Any]:
    """The arguments at a path; a variant without arguments has no entry of its own."""
    depth = len(path)
    names = dict.fromkeys([*found, *(where[depth] for where in variants if where[:depth] == path and len(where) > depth)])
    return {name: _plain(found.get(name), (*path, name), variants) for name in names if not name.startswith("@")}
