"""Answer a domain step by step: a player points at one value after the other instead of giving a whole answer at once.

A domain says what is wrong with a finished value. The one who points needs more: which candidates there are and why one is barred, whether
only one is left, whether one more can be added to a choice of several, and when such a choice is finished.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

from tapete.core.codec import builtins, convert
from tapete.core.domains import Domain, Less, each, maybe, one_of, row, some, whole, within
from tapete.core.judge import action
from tapete.core.kinds import name_of
from tapete.core.refusals import Refusal
from tapete.core.rulings import ops

MOST_CANDIDATES = 64
"""Values of a domain without a list of its own that are looked at."""

FEW = 12
"""Options of a choice of several in which its only answer is looked for."""


AROUND = (maybe, Less)
"""Domains around another one."""


def bare(domain: Domain) -> Domain:
    """Return the domain under `maybe`, and under values that lead nowhere."""
    while isinstance(domain, AROUND):
        domain = domain.of
    return domain


def only(domain: Domain) -> tuple[Any] | None:
    """Return the one value that is left; None where there are more, none, or too many to look.

    Args:
        domain: a choice of several with more than `FEW` options is not searched.
    """
    inner = bare(domain)
    if isinstance(inner, some) and len(inner.of.all) > FEW:
        return None
    if not isinstance(inner, one_of | some | whole | within | row | each | action):
        return None
    found = list(islice(domain.values(), 2))
    return (found[0],) if len(found) == 1 else None


def candidates(domain: Domain, picked: Sequence[Any] = ()) -> Iterator[tuple[Any, Callable[[], list[Refusal]]]]:
    """Yield each candidate, and what says why it is barred; of a whole action inside an action those that may be declared.

    Args:
        domain: of a choice of several its options are meant, of `maybe` nothing is a candidate too.
        picked: what is chosen so far of a choice of several.
    """
    inner = bare(domain)
    if isinstance(inner, some):
        yield from ((option, partial(adding, inner, picked, option)) for option in inner.of.all)
        return
    if isinstance(domain, maybe):
        yield None, list
    if isinstance(inner, action):
        yield from ((made, list) for made in inner.values())
        return
    every = inner.all if isinstance(inner, one_of) else islice(inner.values(), MOST_CANDIDATES)
    yield from ((value, partial(domain.refusals, value)) for value in every if value is not None or not isinstance(domain, maybe))


def judged(domain: Domain, picked: Sequence[Any] = ()) -> Iterator[tuple[Any, list[Refusal]]]:
    """Yield each candidate, and why it is barred (arguments as for `candidates`)."""
    return ((value, why()) for value, why in candidates(domain, picked))


def may_begin(domain: Domain, candidate: Any) -> bool:
    """Say whether a candidate is not barred, of a choice of several as the first that is picked."""
    inner = bare(domain)
    return not adding(inner, (), candidate) if isinstance(inner, some) else domain.takes(candidate)


def adding(several: some, picked: Sequence[Any], option: Any) -> list[Refusal]:
    """Return why an option cannot be added to what is picked; empty where it can, or where the same touch takes it out."""
    if option in picked and not several.repeat:
        return []
    if refused := several.of.refusals(option):
        return refused if several.gather is None else [Refusal(one.of, {several.gather: [option]}) for one in refused]
    now = [*picked, option]
    found = [bound.refusal(now) for bound in several.sums if not bound.fits_under(now)]
    if len(now) > several.most:
        found.append(several.count_code(value=len(now), least=several.least, most=several.most, **several.told))
    return found


def leanest(several: some) -> tuple[Any, ...] | None:
    """Return the choice that pays what is asked with the least weight, and among those the one with the fewest options.

    Only for lower bounds on what is chosen, as a payment has them; in the order of the options.

    Returns:
        None where nothing is found so: upper bounds, an order, or the same twice are not looked at.
    """
    lows = [bound.low or 0 for bound in several.sums]
    had = tuple(min(bound.have, low) for bound, low in zip(several.sums, lows, strict=True))
    best: dict[tuple[int, ...], tuple[int, int, tuple[Any, ...]]] = {had: (0, 0, ())}
    for option in several.of.options():
        weights = [bound.weigh(option) for bound in several.sums]
        for there, (spent, number, chosen) in list(best.items()):
            after = tuple(min(has + more, low) for has, more, low in zip(there, weights, lows, strict=True))
            found = (spent + sum(weights), number + 1, (*chosen, option))
            if after != there and (after not in best or found[:2] < best[after][:2]):
                best[after] = found
    chosen = best.get(tuple(lows), (0, 0, ()))[2]
    return None if several.refusals(chosen) else chosen


def first(domain: Domain) -> Any:
    """Return the value that is marked where any will do: of a choice of several the leanest."""
    inner = bare(domain)
    if isinstance(inner, some) and (lean := leanest(inner)) is not None:
        return lean
    return next(iter(domain.values()))


def toggled(several: some, picked: Sequence[Any], option: Any) -> tuple[Any, ...]:
    """Return what is picked with one option added or taken out, in the order of the options."""
    return tuple(one for one in several.of.all if (one in picked) != (one == option))


def closed(several: some, picked: Sequence[Any]) -> bool:
    """Say whether what is picked is a whole answer to which nothing can be added: then it need not be said that this is all."""
    if not picked or several.refusals(tuple(picked)):
        return False
    return all((option in picked and not several.repeat) or adding(several, picked, option) for option in several.of.all)


def native(domain: Domain, plain: Any) -> Any:
    """Return the domain's own value for one that came out of a draft or a page (plain data); the same where it has none.

    Never compare their JSON texts: the order of keys differs.
    """
    inner = bare(domain)
    if isinstance(inner, some) and isinstance(plain, list | tuple):
        return tuple(native(inner.of, one) for one in plain)
    if isinstance(inner, row) and isinstance(plain, list | tuple) and len(plain) == len(inner.places):
        return tuple(native(place, one) for place, one in zip(inner.places, plain, strict=True))
    if isinstance(inner, each) and isinstance(plain, Mapping):
        return {name: native(inner.keys[name], one) for name, one in plain.items() if name in inner.keys}
    if isinstance(inner, ops) and isinstance(plain, list | tuple):
        kinds = {name_of(kind): kind for kind in inner.kinds}
        return tuple(convert(one, kinds[one["op"]]) for one in plain)
    if isinstance(inner, action) and isinstance(plain, Mapping):
        kind = next((kind for kind in inner.kinds if name_of(kind) == plain.get("action")), None)
        return plain if kind is None else convert(plain, kind)
    if isinstance(inner, one_of):
        return next((one for one in inner.all if builtins(one) == plain), plain)
    return plain


def refusals(domain: Domain, plain: Any) -> list[Refusal]:
    """Return why a plain value lies outside."""
    return domain.refusals(native(domain, plain))


def places(domain: Domain) -> tuple[tuple[str, Domain], ...]:
    """Return the places of a row, the keys of an `each`: asked one after the other; of any other domain nothing."""
    inner = bare(domain)
    if isinstance(inner, row):
        return tuple((str(number), place) for number, place in enumerate(inner.places))
    return tuple(inner.keys.items()) if isinstance(inner, each) else ()
