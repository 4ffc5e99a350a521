"""The plain forms of domains, offers and refusals, as the referee protocol sends them; its JSON Schema is made from these types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta

from tapete.core.texts import LANGUAGES, Language

Sentence = Annotated[Mapping[Language, str], Meta(extra_json_schema={"required": list(LANGUAGES)})]
"""What people read, in every language (`Text.wire`)."""

DomainForm = Annotated[Mapping[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/Domain"})]
"""Any of `DOMAINS`."""

OfferRef = Annotated[Mapping[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/OfferForm"})]
"""An `Offer`, where the forms lead to themselves."""

Bounds = Annotated[list[int], Meta(min_length=2, max_length=2)]
"""The lowest and the highest."""


class Narrowed(TypedDict):
    """A form with values that lead nowhere: by the key of each, the codes that say why."""

    barred: NotRequired[Mapping[str, list[str]]]


class WholeForm(Narrowed):
    """A whole number, both bounds included."""

    whole: Bounds


class OneOf(TypedDict):
    """One of the options; those that are barred are named with the codes that say why."""

    one_of: list[Any]
    barred: Mapping[str, list[str]]


class SumForm(TypedDict):
    """What the weights of the chosen options add to: what is there, and the bounds; `lean`: nothing superfluous."""

    name: str
    have: int
    low: int | None
    high: int | None
    lean: bool
    weights: Mapping[str, int]


class Some(Narrowed):
    """Several options."""

    some: OneOf
    least: int
    most: int
    ordered: bool
    repeat: bool
    sums: list[SumForm]


class Each(Narrowed):
    """An object with a value for every key."""

    each: Mapping[str, DomainForm]


class RowForm(Narrowed):
    """A list with a value for every place."""

    row: list[DomainForm]
    different: bool


class Maybe(Narrowed):
    """Null, or a value of the domain."""

    maybe: DomainForm


class TextOf(Narrowed):
    """A text of so many characters."""

    text: Bounds


class Seal(Narrowed):
    """Null, or so many hex digits."""

    seal: Literal[64]


class Opens(Narrowed):
    """The nonce that opens a seal on a seat's value; null where nothing was sealed."""

    opens: str | None
    seat: str


class ActionOf(Narrowed):
    """A whole action of a seat."""

    action: Mapping[str, OfferRef]
    seat: str


class Ops(Narrowed):
    """A list of operations."""

    ops: Mapping[str, OfferRef]
    least: int
    most: int


class StateAt(Narrowed):
    """A whole state, at this step."""

    position: str


class OfferForm(TypedDict):
    """The domains of the arguments that can be chosen now, those that wait for one of them, and those that judge each other."""

    arguments: Mapping[str, DomainForm]
    wait: list[str]
    together: NotRequired[list[str]]


DOMAINS = (WholeForm, OneOf, Some, Each, RowForm, Maybe, TextOf, Seal, Opens, ActionOf, Ops, StateAt)
"""Every form of a domain."""


class RefusalForm(TypedDict):
    """One reason why not (`core.refusals.Refusal`)."""

    code: str
    clause: str
    at: str | None
    params: Mapping[str, Any]
    text: Sentence
    ruling: str | None
