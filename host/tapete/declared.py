"""Read strictly what a program declares in Python: an action with its arguments, the names of the players, steps, a position."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tapete.core import codec, notation
from tapete.core.actions import Action
from tapete.core.judge import Offer
from tapete.core.kinds import name_of
from tapete.core.names import checked
from tapete.core.position import Position
from tapete.core.refusals import Illegal
from tapete.core.rules import Rules
from tapete.core.sealing import Sealing
from tapete.core.seats import SEATS, Seat
from tapete.core.texts import _

_TOO_MANY = _("{action} takes {arguments}, and more is given")
_NO_ACTION = _("there is no action {action}; there are: {actions}")
_NO_ARGUMENT = _("{action} has no argument {argument}; it has: {arguments}")
_TWICE = _("{argument} is given twice")
_BAD_NAMES = _("the names are one text for each seat, all different, and no seat's letter: {names}")
_BAD_STEPS = _("the number of steps is 1 or more, not {steps}")
NOT_PLAIN = _("{value} is nothing that an action can hold")


def sealing_of(rules: Rules[Any], action: Any) -> Sealing | None:
    """The secret that an action of this name locks; None where it locks none."""
    return next((one for one in rules.game.sealings if name_of(one.lock) == action), None)


def with_secret(rules: Rules[Any], state: Any, seat: Seat | None, name: str, offer: Offer) -> Offer:
    """An offer of `name` whose lock shows what may be locked instead of the seal."""
    sealing = sealing_of(rules, name)
    domain = sealing.domain(rules.board(state), seat or state.seats[0]) if sealing is not None else None
    if sealing is None or domain is None:
        return offer
    arguments = {sealing.secret if key == "seal" else key: domain if key == "seal" else one for key, one in offer.arguments.items()}
    return Offer(arguments, offer.wait, lambda: offer.together)


def arguments_of(rules: Rules[Any], kind: type[Action]) -> tuple[str, ...]:
    """The arguments of an action as they are given here: the secret of a lock in the place of its seal."""
    sealing = sealing_of(rules, name_of(kind))
    fields = kind.__struct_fields__
    return fields if sealing is None else tuple(sealing.secret if name == "seal" else name for name in fields)


def known(rules: Rules[Any], action: Any, given: Mapping[str, Any] | None = None) -> tuple[str, ...]:
    """The arguments of an action by its name.

    Raises:
        Malformed: there is no such action, or something is given that is not one of its arguments.
    """
    kind = next((kind for kind in rules.game.actions if name_of(kind) == action), None)
    if kind is None:
        there = ", ".join(map(name_of, rules.game.actions))
        raise codec.malformed(_NO_ACTION.fill(action=repr(action), actions=there), "action")
    arguments = arguments_of(rules, kind)
    for name in given or ():
        if name not in (*arguments, *kind.__struct_fields__):
            there = ", ".join(arguments) or "()"
            raise codec.malformed(_NO_ARGUMENT.fill(action=str(action), argument=repr(name), arguments=there), name)
    return arguments


def declared(
    rules: Rules[Any],
    action: str | Mapping[str, Any] | Action,
    given: tuple[Any, ...],
    arguments: dict[str, Any],
    seat: Callable[[Any], Seat],
) -> Action | dict[str, Any]:
    """What is declared, as the record of a match reads it.

    Args:
        rules: of the match. action: its name, it as plain data, or it. given, arguments: its arguments, in order and by name.
        seat: reads a seat by its letter or name.

    Raises:
        Malformed: there is no such action, argument or seat, or a value has no plain form.
    """
    if isinstance(action, Action):
        return action
    if isinstance(action, str) and " " in action.strip() and not given and not arguments:
        return notation.read(rules, action)
    if isinstance(action, Mapping):
        raw = plain({**action, **arguments})
    else:
        names = known(rules, action)
        if len(given) > len(names):
            raise codec.malformed(_TOO_MANY.fill(action=str(action), arguments=", ".join(names) or "()"))
        placed = dict(zip(names, given, strict=False))
        known(rules, action, arguments)
        for twice in placed.keys() & arguments.keys():
            raise codec.malformed(_TWICE.fill(argument=twice), twice)
        raw = plain({"action": action, **placed, **arguments})
    if raw.get("seat") is not None:
        raw["seat"] = seat(raw["seat"])
    sealing = sealing_of(rules, raw.get("action"))
    if sealing is not None and "seal" not in raw and sealing.secret in raw and raw[sealing.secret] is None:
        del raw[sealing.secret]
    return raw


def plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values as plain data.

    Raises:
        Malformed: one of them has no plain form.
    """
    made = {}
    for name, value in values.items():
        try:
            made[str(name)] = codec.builtins(value)
        except (TypeError, ValueError, NotImplementedError, RecursionError):  # what msgspec raises for a value that JSON has no form for
            raise codec.malformed(NOT_PLAIN.fill(value=repr(value)), str(name)) from None
    return made


def counted(steps: int) -> int:
    """A number of steps, 1 or more.

    Raises:
        Malformed: it is no such number.
    """
    if type(steps) is not int or steps < 1:
        raise codec.malformed(_BAD_STEPS.fill(steps=repr(steps)), "steps")
    return steps


def position_of(given: Position | Mapping[str, Any]) -> Position:
    """A position, also one as plain data.

    Raises:
        Malformed: the data is no position.
    """
    return given if isinstance(given, Position) else codec.convert(given, Position)


def names_of(given: Any, fewest: int) -> dict[Seat, str]:
    """The players' names by seat.

    Raises:
        Malformed: not names of seats.
    """
    if given is None:
        return {seat: seat for seat in SEATS[:fewest]}
    several = dict(given) if isinstance(given, Mapping) else None
    if several is None and isinstance(given, Sequence) and not isinstance(given, (str, bytes)) and len(given) <= len(SEATS):
        several = dict(zip(SEATS, given, strict=False))
    names = list((several or {}).values())
    letters = several is not None and tuple(several) == SEATS[: len(several)]
    if not letters or any(type(name) is not str or not name.strip() for name in names) or len(set(names)) != len(names):
        raise codec.malformed(_BAD_NAMES.fill(names=repr(given)), "names")
    try:
        return checked(several or {})
    except Illegal as fault:
        raise codec.malformed(fault.refusals[0].text(), "names") from fault
