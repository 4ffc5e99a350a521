"""An independent reading of what `legal` offers: it judges values by the described domains alone, as a form on a page would.

No code of the engine decides here, except two domains that nest whole rules (`action`, `ops`), whose own offers are walked the same way.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Mapping
from typing import Any

import msgspec

from tapete.core import answers, judge, rulings
from tapete.core.actions import Action
from tapete.core.board import Board
from tapete.core.codec import builtins
from tapete.core.kinds import name_of
from tapete.core.refusals import Illegal, Malformed
from tapete.core.rules import Rules


def key(value: Any) -> str:
    """A value as the key under which `barred` names it."""
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def same(a: Any, b: Any) -> bool:
    """Equal as JSON, where true is not 1."""
    return json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)


def contains(domain: Mapping[str, Any], value: Any) -> bool:
    """Whether a plain value lies in a described domain."""
    if key(value) in domain.get("barred", {}) and "one_of" not in domain:
        return False
    if "whole" in domain:
        low, high = domain["whole"]
        return type(value) is int and low <= value <= high
    if "one_of" in domain:
        return any(same(value, option) for option in domain["one_of"])
    if "some" in domain:
        return isinstance(value, list) and _choice(domain, value)
    if "each" in domain:
        return (
            isinstance(value, dict) and set(value) == set(domain["each"]) and all(contains(d, value[k]) for k, d in domain["each"].items())
        )
    if "row" in domain:
        whole_row = isinstance(value, list) and len(value) == len(domain["row"])
        fits = whole_row and all(contains(d, v) for d, v in zip(domain["row"], value, strict=True))
        named = [key(v) for v in value if v is not None] if whole_row else []
        return fits and not (domain["different"] and len(set(named)) != len(named))
    if "maybe" in domain:
        return value is None or contains(domain["maybe"], value)
    if "text" in domain:
        least, most = domain["text"]
        return isinstance(value, str) and least <= len(value.strip()) and len(value) <= most
    if "seal" in domain:
        return value is None or (isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef"))
    raise AssertionError(f"no such domain is described in the protocol: {domain}")


def _choice(domain: Mapping[str, Any], value: list[Any]) -> bool:
    names = [key(x) for x in value]
    if not domain["repeat"] and len(set(names)) != len(names):
        return False
    if not domain["least"] <= len(value) <= domain["most"] or not all(contains(domain["some"], x) for x in value):
        return False
    for bound in domain["sums"]:
        weights = [bound["weights"][name] for name in names]
        total = bound["have"] + sum(weights)
        if bound["low"] is not None and (total < bound["low"] or (bound["lean"] and weights and total - min(weights) >= bound["low"])):
            return False
        if bound["high"] is not None and total > bound["high"]:
            return False
    return True


def allowed(rules: Rules[Any], state: Any, action: Action) -> bool:
    """Whether a person who fills in the offered form, argument by argument, can declare this action."""
    seat = getattr(action, "seat", None)
    plain = _whole(action)
    name = plain.pop("action")
    draft: dict[str, Any] = {"action": name, **({"seat": plain.pop("seat")} if seat is not None else {})}
    while True:
        try:
            offered = rules.legal(state, seat, draft)[name]
        except (Illegal, Malformed):
            return False
        if not plain:
            return True
        argument = next(iter(offered.arguments))
        if not _inside(offered.arguments[argument], plain[argument], getattr(action, argument), draft):
            return False
        draft[argument] = plain.pop(argument)


def _whole(action: Action) -> dict[str, Any]:
    """An action's plain form with everything that may be left out written down."""
    return {**{name: builtins(getattr(action, name)) for name in action.__struct_fields__}, **builtins(action)}


def _inside(domain: Any, plain: Any, value: Any, draft: Mapping[str, Any]) -> bool:
    shown = msgspec.json.decode(msgspec.json.encode(domain.describe()))
    if isinstance(inner := answers.bare(domain), judge.action):
        return _half(inner, value)
    if isinstance(inner, rulings.ops):
        return not domain.refusals(value)
    if "each" in shown and all("opens" in part for part in shown["each"].values()):
        return set(plain) == set(shown["each"]) and all(_opens(part, plain[seat], draft) for seat, part in shown["each"].items())
    return contains(shown, plain)


def _opens(part: Mapping[str, Any], nonce: Any, draft: Mapping[str, Any]) -> bool:
    """A seal is opened by the nonce whose hash with seat and value it is; where nothing was sealed, nothing opens it."""
    if part["opens"] is None:
        return nonce is None
    values = next(v for k, v in draft.items() if isinstance(v, dict) and part["seat"] in v)
    sealed = hashlib.sha256(f"{nonce}:{part['seat']}:{key(values[part['seat']])}".encode()).hexdigest()
    return isinstance(nonce, str) and len(nonce) == 32 and sealed == part["opens"]


def _half(domain: judge.action, value: Action) -> bool:
    """A form inside a form."""
    if type(value) not in domain.kinds or getattr(value, "seat", domain.seat) != domain.seat:
        return False
    given: dict[str, Any] = {"seat": domain.seat} if "seat" in value.__struct_fields__ else {}
    return _completes(type(value), domain.board, given, value)


def _completes(kind: type[Action], board: Board[Any], given: dict[str, Any], value: Action) -> bool:
    while True:
        offered = judge.offer(kind, board, given)
        if not isinstance(offered, judge.Offer):
            return False
        rest = [field for field in kind.__struct_fields__ if field not in given]
        if not rest:
            return True
        argument = next(iter(offered.arguments))
        if not _inside(offered.arguments[argument], builtins(getattr(value, argument)), getattr(value, argument), given):
            return False
        given[argument] = getattr(value, argument)


def mutated(action: Action, rng: random.Random, pool: list[Any]) -> Action | None:
    """Another action of the same kind, mostly wrong, that still has the form of one; None where the dice gave nonsense."""
    plain = _whole(action)
    fields = list(action.__struct_fields__)
    if not fields:
        return None
    field = rng.choice(fields)
    plain[field] = _wrong(plain[field], rng, pool, field)
    try:
        return msgspec.convert(plain, type(action))
    except msgspec.ValidationError:
        return None


def _wrong(value: Any, rng: random.Random, pool: list[Any], field: str) -> Any:
    if field == "seat":
        return rng.choice("ABCD")
    if type(value) is bool:
        return not value
    if type(value) is int:
        return value + rng.choice([-7, -3, -1, 1, 3, 7, 60])
    if value is None:
        return rng.choice([None, *pool])
    if isinstance(value, list):
        if value and isinstance(value[0], dict):
            changed = list(value)
            place = rng.randrange(len(value))
            changed[place] = _wrong(value[place], rng, pool, "")
            return rng.choice([changed, value[1:], [*value, value[0]]])
        return rng.choice([rng.sample(pool, rng.randint(0, min(3, len(pool)))), value + value[:1], value[1:]])
    if isinstance(value, dict) and value:
        inner = rng.choice([k for k in value if k not in ("action", "op")] or list(value))
        return {**value, inner: _wrong(value[inner], rng, pool, inner)}
    if isinstance(value, str):
        return rng.choice([p for p in pool if isinstance(p, str)] + ["nonsense"])
    return value


def tag(action: Action) -> str:
    """The name of an action in JSON."""
    return name_of(type(action))
