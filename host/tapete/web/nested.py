"""An action inside an action (a secret play, each half of a joint one) on a page: chosen step by step, as if it were alone.

What a form posts of it may be half: `forms.read` gives `{"action": "play", "part": "program"}`. Core shows what can be chosen next.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import fields

from tapete.core.answers import bare
from tapete.core.domains import Domain
from tapete.core.judge import Offer
from tapete.core.judge import action as inner_action
from tapete.core.kinds import name_of
from tapete.core.rules import Rules
from tapete.core.seats import Seat


def seated(rules: Rules[Any], action: str, seat: Seat | None, entered: Mapping[str, Any]) -> dict[str, Any]:
    """The plain arguments, with the seat of every action inside them: a form does not ask for it.

    Args:
        rules: of the match. action: its name. seat: whose it is. entered: as a form gave them.
    """
    whose: dict[str, Seat | None] = {}
    for sealing in rules.game.sealings:
        if action == name_of(sealing.lock):
            whose[sealing.secret] = seat
        elif action == name_of(sealing.reveal):
            whose |= {part: owner for owner, part in sealing.parts.items()}
    found = dict(entered)
    for argument, owner in whose.items():
        inner = found.get(argument)
        if owner is not None and isinstance(inner, Mapping) and "seat" in _fields_of(rules, inner):
            found[argument] = {"seat": owner, **inner}
    return found


def _fields_of(rules: Rules[Any], plain: Mapping[str, Any]) -> tuple[str, ...]:
    return next((kind.__struct_fields__ for kind in rules.game.actions if name_of(kind) == plain.get("action")), ())


def drafted(domain: Domain, half: Any) -> Domain:
    """What can be chosen next of an inner action; any other domain as it is.

    Raises:
        Malformed, Illegal: the half that is there cannot be.
    """
    inner = bare(domain)
    return inner.drafted(half) if isinstance(inner, inner_action) and isinstance(half, Mapping) and half.get("action") else domain


def unfinished(domain: Domain, half: Any) -> bool:
    """Say whether an inner action still lacks something that has to be said.

    Raises:
        Malformed, Illegal: the half that is there cannot be.
    """
    made = drafted(domain, half)
    if made is domain or not isinstance(made, inner_action):
        return False
    ((name, offer),) = made.offers().items()
    return any(_must_be_said(made, name, argument, offer) for argument in (*offer.arguments, *offer.wait) if argument != "seat")


def _must_be_said(domain: inner_action, name: str, argument: str, offer: Offer) -> bool:
    """An argument without a default, or one whose default is not among what can be chosen."""
    kind = next(kind for kind in domain.kinds if name_of(kind) == name)
    field = next(one for one in fields(kind) if one.name == argument)
    if field.required:
        return True
    known = offer.arguments.get(argument)
    return known is not None and bool(known.refusals(field.default))
