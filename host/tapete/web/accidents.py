"""Accidents on the page of corrections: what could have happened to what, how it should be, and the ruling that follows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from tapete.core import answers
from tapete.core.codec import builtins, malformed
from tapete.core.domains import Domain, maybe, some, whole
from tapete.core.kinds import name_of
from tapete.core.refusals import RefereeError
from tapete.core.rulings import NextOperation, Peek, ops
from tapete.core.seats import Seat
from tapete.core.texts import _
from tapete.presentation.accidents import OF_RULING, Accident
from tapete.web.view import MatchView

MOST_THINGS = 80
"""Most things of one kind of accident that a page names; the form below takes the rest."""

MOST_BUTTONS = 40
"""Most numbers that stand as buttons; more are typed into a field."""


class Thing(Struct, frozen=True):
    """What a touch says: its key in the form, and what stands on the button."""

    key: str
    label: str


class AskedAccident(Struct, frozen=True, kw_only=True):
    """A kind of accident with the things it could have happened to; `asks`: a second touch says how it should be.

    `low` and `high` are the bounds of a number that is typed for the only thing.
    """

    says: str
    things: tuple[Thing, ...] = ()
    asks: bool = False
    low: int | None = None
    high: int | None = None


class Accidents:
    """The accidents that a ruling can mend now.

    Args:
        view: the match as one reader sees it.
    """

    def __init__(self, view: MatchView) -> None:
        self.view = view
        self.rules, self.state = view.rules, view.state
        self.kinds = {one.name: one for one in view.page.accidents}
        self._first: Seat | None = self.state.seats[0] if "seat" in self.rules.game.action("ruling").__struct_fields__ else None
        known = fields(self.rules.game.action("ruling"))
        usual = {field.name: builtins(field.default) for field in known if field.default is not NODEFAULT}
        self._usual = {"action": "ruling", **usual}
        self._offered: dict[tuple[str, Any], NextOperation | None] = {}

    def shown(self) -> list[AskedAccident]:
        """Every kind that is possible now, with its things."""
        found = []
        for one in self.kinds.values():
            said = [draft for draft in self._filled(one, {}, one.thing) if one.value or self._holds(one, draft)]
            if said:
                things = tuple(self._shown(one, draft, one.thing) for draft in said[:MOST_THINGS])
                found.append(AskedAccident(says=one.reason.in_(self.view.language), things=things, asks=bool(one.value)))
        return found

    def values(self, key: str) -> AskedAccident:
        """What a second touch can say of a thing.

        Raises:
            Malformed: there is no such accident now.
        """
        one, draft = self._read(key)
        says = f"{one.reason.in_(self.view.language)} {self._shown(one, draft, one.thing).label}"
        number = self._domain(one, draft, one.value[-1]) if len(one.value) == 1 else None
        if isinstance(number, whole) and number.high - number.low >= MOST_BUTTONS:
            return AskedAccident(says=says, things=(Thing(key, ""),), low=number.low, high=number.high)
        there = self.view.page.pointed_at(self.rules, self.state, {"op": one.op, **draft})
        others = (said for said in self._filled(one, draft, one.value) if there is None or said.get("card") != there)
        wholes = [said for said in others if self._holds(one, said)]
        return AskedAccident(says=says, things=tuple(self._shown(one, said, one.value) for said in wholes))

    def ruling(self, key: str, number: str = "") -> dict[str, Any]:
        """The ruling that mends an accident, as plain data.

        Args:
            key: of the thing. number: what was typed, where a number is.

        Raises:
            Malformed, Illegal: there is no such accident now, or it is not all said.
        """
        one, draft = self._read(key)
        missing = [name for name in one.value if name not in draft]
        if missing:
            if len(missing) > 1 or not number.removeprefix("-").isdecimal() or len(number) > MOST_DIGITS:
                raise malformed(_("{said} is not a whole number").fill(said=repr(number[:12])), "mend")
            draft = {**draft, missing[0]: int(number)}
        return self._ruling(one, draft)

    def _read(self, key: str) -> tuple[Accident, dict[str, Any]]:
        try:
            name, *said = json.loads(key)
            one = self.kinds[name]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise _gone() from None
        names = (*one.thing, *one.value)
        if not len(one.thing) <= len(said) <= len(names):
            raise _gone()
        return one, dict(zip(names, said, strict=False))

    def _ruling(self, one: Accident, said: Mapping[str, Any]) -> dict[str, Any]:
        """The whole ruling; of what nobody says there is one value alone."""
        whole = self._operation(one, said)
        for _argument in range(MOST_ARGUMENTS):
            offer = self._next(one, said).left(one.op, whole)
            if not offer.arguments:
                break
            for name, domain in offer.arguments.items():
                only = ((),) if isinstance(domain, some) and domain.most == 0 else answers.only(domain)
                if only is None:
                    raise _gone()
                whole[name] = builtins(only[0])
        return {**self._head(one, said), "reason": one.reason.english, "ops": [{"op": one.op, **whole}]}

    def _head(self, one: Accident, said: Mapping[str, Any]) -> dict[str, Any]:
        seat = self._first
        of_ruling = {name.removeprefix(OF_RULING): value for name, value in said.items() if name.startswith(OF_RULING)}
        return {**self._usual, **one.ruling, **({"seat": seat} if seat else {}), **of_ruling}

    def _operation(self, one: Accident, said: Mapping[str, Any]) -> dict[str, Any]:
        return {**one.given, **{name: value for name, value in said.items() if not name.startswith(OF_RULING)}}

    def _holds(self, one: Accident, said: Mapping[str, Any]) -> bool:
        """Say whether the table would add up after it, and be another."""
        try:
            after, _events = self.rules.apply(self.state, self.rules.read(self._ruling(one, said)))
        except RefereeError:
            return False
        return after != self.state or one.op == name_of(Peek)

    def _filled(self, one: Accident, said: dict[str, Any], names: tuple[str, ...]) -> Iterator[dict[str, Any]]:
        """Every way to say these arguments after what was said."""
        if not names:
            yield said
            return
        board = self.rules.board(self.state)
        if names[0].startswith(OF_RULING):
            values: list[Any] = list(self.state.seats)
        else:
            domain = self._domain(one, said, names[0])
            values = [] if domain is None else _values(domain)
        for value in values:
            more = {**said, names[0]: value}
            if one.fits(board, more):
                yield from self._filled(one, more, names[1:])

    def _domain(self, one: Accident, said: Mapping[str, Any], name: str) -> Domain | None:
        try:
            return self._next(one, said).left(one.op, self._operation(one, said)).arguments.get(name)
        except RefereeError:
            return None

    def _next(self, one: Accident, said: Mapping[str, Any]) -> NextOperation:
        """The operations of a ruling, as this accident makes it.

        Raises:
            Malformed, Illegal: there is no such ruling now.
        """
        head = self._head(one, said)
        seat, at = head.get("seat"), (one.name, json.dumps(head))
        if at not in self._offered:
            offer = self.rules.legal(self.state, seat, head | {"reason": one.reason.english})["ruling"]
            listed = offer.arguments.get("ops")
            self._offered[at] = NextOperation(listed, ()) if isinstance(listed, ops) else None
        found = self._offered[at]
        if found is None:
            raise _gone()
        return found

    def _shown(self, one: Accident, said: Mapping[str, Any], names: tuple[str, ...]) -> Thing:
        """How a thing, or a value of it, stands on a button."""
        voice, view = self.view.voice, self.view
        spoken = [
            view.words.show(said[name], view.language, "seat")
            if name.startswith(OF_RULING)
            else voice.option("ruling", f"ops/0/@{one.op}/{name}", said[name])
            for name in names
            if name not in UNSPOKEN and (said[name] is not None or name == "card")
        ]
        if names == one.thing and (card := view.page.pointed_at(self.rules, self.state, {"op": one.op, **said})):
            spoken.append(view.words.show(card, view.language, "card"))
        keyed = [one.name, *(said[name] for name in (*one.thing, *one.value) if name in said)]
        label = " · ".join(spoken) or voice.variant("ruling", "ops/0", one.op)
        return Thing(json.dumps(keyed, separators=(",", ":"), ensure_ascii=False), label)


UNSPOKEN = frozenset({"place", "index"})
"""Arguments that say where in a row something lies; the card that lies there says more."""

MOST_DIGITS = 6
MOST_ARGUMENTS = 12
"""No operation has more."""


def _gone() -> RefereeError:
    return malformed(_("this is no longer so: look at the table again"), "mend")


def _values(domain: Domain) -> list[Any]:
    """The plain values of a domain, that none is said first where it may be left out."""
    if isinstance(domain, maybe):
        return [None, *_values(domain.of)]
    if isinstance(domain, whole) and domain.high - domain.low >= MOST_BUTTONS:
        return []
    return [builtins(value) for value in domain.values()]
