"""Find the path of a fault in a position: by the figures that the fault names, or by the change that would mend it.

An invariant is broken by several fields together; the path is of one that the fault speaks of, or, where it names none (steps that do not
fit), of the first field, from the top down, with another value of which this fault is gone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from tapete.core import codec
from tapete.core.board import State
from tapete.core.kinds import mentioned
from tapete.core.refusals import Code, Malformed, Refusal
from tapete.core.rules import Rules
from tapete.core.seats import SEATS
from tapete.core.texts import _

S = TypeVar("S", bound=State)

MOST_TRIED = 400
"""Changes that are tried to find what would mend a fault."""

IDENTITIES = ("iid", "id", "permanent", "number", "the_number", "seq")
"""Params that say which thing in play a fault is about."""

PLACED = _("{the_fault} Look at {the_place}.")


class Node(NamedTuple):
    """A value in a position: its path, the name it stands under, whose it is (a seat, where one is known), and the value."""

    path: str
    name: str
    seat: str | None
    value: Any


def strangers(rules: Rules[S], state: S) -> tuple[Refusal, ...]:
    """Return a refusal for every seat that a state names and that does not play."""
    named = dict.fromkeys(seat for seat in mentioned(state, "seat") if seat in SEATS and seat not in state.seats)
    return tuple(rules.game.no_seat_code(seat=seat) for seat in named)


def located(rules: Rules[S], state: S, faults: tuple[Refusal, ...]) -> tuple[Refusal, ...]:
    """Return the faults of a position, each with its path, which its sentence names too.

    Args:
        rules: under which they are faults. state: the position. faults: of `Rules.faults`.
    """
    if not faults:
        return ()
    plain = codec.whole(state)
    nodes = list(_nodes(plain))
    ways = (_path_of_figures, partial(_path_of_mend, rules, plain), _path_of_seat)
    found = ((fault, (path for way in ways if (path := way(nodes, fault)) is not None)) for fault in faults)
    return tuple(_with_path(fault, "state" + next(paths, "")) for fault, paths in found)


def _with_path(fault: Refusal, path: str) -> Refusal:
    of: Code = replace(fault.of, says=PLACED, figures={}, known=None)
    return Refusal(of, fault.params, path, {"the_fault": fault, "the_place": path})


def _nodes(plain: Any, path: str = "", name: str = "", seat: str | None = None) -> Iterator[Node]:
    """Yield every value, what holds others before what it holds."""
    if isinstance(plain, dict):
        seat = next((plain[word] for word in ("seat", "controller", "owner") if plain.get(word) in SEATS), seat)
    yield Node(path, name, seat, plain)
    if isinstance(plain, dict):
        for key, value in plain.items():
            yield from _nodes(value, f"{path}.{key}", key if key not in SEATS else name, key if key in SEATS else seat)
    elif isinstance(plain, list):
        for place, value in enumerate(plain):
            whose = SEATS[place] if name == "players" and place < len(SEATS) else seat
            yield from _nodes(value, f"{path}[{place}]", name, whose)


def _path_of_figures(nodes: list[Node], fault: Refusal) -> str | None:
    """Return the path of what the fault's own figures name; None where they name nothing."""
    said = {name: codec.builtins(value) for name, value in {**fault.params, **_plain_figures(fault.named)}.items()}
    seat = said.pop("seat", None)
    theirs = [node for node in nodes if seat is None or node.seat == seat]
    for name in IDENTITIES:
        found = (node.path for node in theirs if name in said and node.name in IDENTITIES and node.value == said[name])
        if (path := next(found, None)) is not None:
            return path
    if isinstance(slot := said.get("slot"), int):
        lists = (node for node in theirs if isinstance(node.value, list) and node.name in ("monsters", "spells", "field", said.get("zone")))
        for node in lists:
            if 0 < slot <= len(node.value) and node.value[slot - 1] is not None:
                return f"{node.path}[{slot - 1}]"
    card = said.get("card")
    found = (node.path for node in theirs if card is not None and node.value == card and node.name not in ("card", "cards"))
    held = (node.path.rpartition(".")[0] for node in theirs if card is not None and node.name == "card" and node.value == card)
    if (path := next(held, None) or next(found, None)) is not None:
        return path
    figures = (node.path for node in theirs if node.path and node.name in said and node.value == said[node.name] and node.name != "step")
    return next(figures, None)


def _path_of_seat(nodes: list[Node], fault: Refusal) -> str | None:
    """Return the path of the seat that a fault names: its side, or the place of a seat that does not play."""
    seat = fault.params.get("seat")
    theirs = (node.path for node in nodes if seat is not None and node.seat == seat and isinstance(node.value, dict))
    named = (node.path for node in nodes if seat is not None and node.value == seat)
    return next(theirs, None) or next(named, None)


def _plain_figures(named: dict[str, Any]) -> dict[str, Any]:
    return {name.removeprefix("the_"): value for name, value in named.items() if isinstance(value, int | str) and name != "the_what"}


def _path_of_mend(rules: Rules[Any], plain: dict[str, Any], nodes: list[Node], fault: Refusal) -> str | None:
    """Return the path of the first value that, changed, removes the fault; else that of the step that the fault names."""
    step = fault.params.get("step")

    def first(node: Node) -> tuple[bool, bool, int]:
        of_step = step is not None and node.path.startswith(".agenda[")
        return isinstance(node.value, list), not of_step, node.path.count(".") + node.path.count("[")

    leaves = sorted((node for node in nodes if node.path), key=first)
    tried = ((node.path, other) for node in leaves for other in _other_values(node))
    for path, other in islice(tried, MOST_TRIED):
        try:
            state = codec.convert(_replaced(plain, path, other), rules.game.state)
        except Malformed:
            continue
        if not state.agenda or strangers(rules, state):
            continue
        if all((one.of.code, one.params) != (fault.of.code, fault.params) for one in rules.faults(state)):
            return path
    return next((node.path for node in nodes if step is not None and isinstance(node.value, dict) and node.value.get("step") == step), None)


def _other_values(node: Node) -> Iterator[Any]:
    """Yield a few other values of the same kind."""
    value = node.value
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (other for other in dict.fromkeys((value - 1, value + 1, 0)) if other != value)
    elif value in SEATS:
        yield from (other for other in (*SEATS, None) if other != value)
    elif value is None:
        yield from ("A", 1)
    elif isinstance(value, list) and value and node.name != "players":
        yield from (value[:-1], [])


def _replaced(plain: Any, path: str, value: Any) -> Any:
    """Return a copy of plain data with another value at a path."""
    if not path:
        return value
    if path.startswith("["):
        place, _bracket, rest = path[1:].partition("]")
        changed = list(plain)
        changed[int(place)] = _replaced(changed[int(place)], rest, value)
        return changed
    name = path[1:].partition(".")[0].partition("[")[0]
    return {**plain, name: _replaced(plain[name], path[1 + len(name) :], value)}
