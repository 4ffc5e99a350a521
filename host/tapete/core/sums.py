"""Bounds on what a choice of several things adds up to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from functools import lru_cache
from itertools import chain, product
from typing import Any

from tapete.core.look_ahead import key
from tapete.core.refusals import Code, Refusal

Pick = Callable[[Iterable[Any], int], Iterable[tuple[Any, ...]]]
"""Choices of so many out of some things: with or without order, with or without the same again."""

MOST_KEPT = 256
"""Most choices of which is kept, by the weights alone, which of them hold."""


class Sum:
    """A linear bound on a choice: the weights of what is chosen, plus `have`, add to at least `low` and at most `high`.

    `lean`: nothing superfluous, so that dropping any one would leave the sum below `low`. `code` says what is wrong otherwise, `over`
    (where given) what is wrong with too much, `spare` with something superfluous. `always`: judged even where something chosen is no
    candidate at all.
    """

    __slots__ = ("always", "code", "have", "high", "lean", "low", "name", "over", "params", "spare", "weigh")

    def __init__(
        self,
        name: str,
        weigh: Callable[[Any], int],
        low: int | None,
        high: int | None,
        code: Code,
        *,
        over: Code | None = None,
        spare: Code | None = None,
        have: int = 0,
        lean: bool = False,
        always: bool = False,
        **params: Any,
    ) -> None:
        self.name, self.weigh, self.low, self.high, self.code, self.over = name, weigh, low, high, code, over or code
        self.spare = spare or code
        self.have, self.lean, self.always, self.params = have, lean, always, params

    def total(self, chosen: Iterable[Any]) -> int:
        """Return the sum of what is there and what is chosen."""
        return self.have + sum(map(self.weigh, chosen))

    def weighed(self, options: Iterable[Any]) -> Sum:
        """Return the same bound with the weights of these options looked up: each is weighed once, however many choices it is part of."""
        found = copy(self)
        try:
            found.weigh = {x: self.weigh(x) for x in options}.__getitem__
        except TypeError:  # an option that is no key
            return self
        return found

    def within_reach(self, options: Sequence[Any]) -> Sequence[Any]:
        """Return those options that a choice which holds can have: none that is too much by itself, where nothing takes away again."""
        if self.high is None:
            return options
        weights = [self.weigh(x) for x in options]
        if self.have < 0 or any(weight < 0 for weight in weights):
            return options
        return [x for x, weight in zip(options, weights, strict=True) if self.have + weight <= self.high]

    def fits_under(self, chosen: Iterable[Any]) -> bool:
        """Say whether the upper bound still holds."""
        return self.high is None or self.total(chosen) <= self.high

    def holds(self, chosen: Iterable[Any]) -> bool:
        """Say whether both bounds hold, and nothing is superfluous where that is asked."""
        return _hold([self.weigh(x) for x in chosen], self.have, self.low, self.high, self.lean)

    def refusal(self, chosen: Iterable[Any]) -> Refusal:
        """Return what is wrong with a choice that does not hold."""
        total = self.total(chosen)
        code = self.spare if self.low is None or total >= self.low else self.code
        if self.high is not None and total > self.high:
            code = self.over
        return code(sum=total, low=self.low, high=self.high, **self.params)

    def describe(self, options: Iterable[Any]) -> dict[str, Any]:
        """Return plain data: the bounds, and the weight of each option."""
        return {
            "name": self.name,
            "have": self.have,
            "low": self.low,
            "high": self.high,
            "lean": self.lean,
            "code": self.code.code,
            "weights": {key(x): int(self.weigh(x)) for x in options},
        }


def _hold(weights: Sequence[int], have: int, low: int | None, high: int | None, lean: bool) -> bool:
    """Say whether weights that are chosen hold."""
    total = have + sum(weights)
    if lean and weights and low is not None and total - min(weights) >= low:
        return False
    return (low is None or total >= low) and (high is None or total <= high)


def choices(options: Sequence[Any], sizes: range, pick: Pick, number: int, sums: Sequence[Sum]) -> Iterator[tuple[Any, ...]]:
    """Yield the choices of some options that hold under all bounds.

    Args:
        options: what may be chosen. sizes: how many of them at once, in this order.
        pick: gives the choices of one size, in order. number: how many of all sizes there are at most.
        sums: the bounds.
    """
    if sums and number <= MOST_KEPT:
        bounds = tuple([(tuple(map(bound.weigh, options)), bound.have, bound.low, bound.high, bound.lean) for bound in sums])
        return (tuple([options[place] for place in places]) for places in _holding(len(options), sizes, pick, bounds))
    chosen: Iterator[tuple[Any, ...]]
    for bound in sums:
        options = bound.within_reach(options)
    weighed = [bound.weighed(options) for bound in sums]
    if pick is again:
        caps = [bound for bound in weighed if bound.high is not None and all(bound.weigh(x) >= 0 for x in options)]
        chosen = chain.from_iterable(_again_under(options, size, caps) for size in sizes)
        weighed = [bound for bound in weighed if bound not in caps or bound.low is not None or bound.lean]
    else:
        chosen = chain.from_iterable(pick(options, size) for size in sizes)
    for bound in weighed:
        chosen = filter(bound.holds, chosen)
    return chosen


def again(options: Iterable[Any], size: int) -> Iterator[tuple[Any, ...]]:
    """Yield the choices of so many with the same again."""
    return product(options, repeat=size)


def _again_under(options: Sequence[Any], size: int, caps: Sequence[Sum]) -> Iterator[tuple[Any, ...]]:
    """Yield what `again` does, without what is too much from its beginning on; no weight of these bounds is below zero."""
    left = [0 if cap.high is None else cap.high - cap.have for cap in caps]
    takes = [(x, [(place, weight) for place, cap in enumerate(caps) if (weight := cap.weigh(x))]) for x in options]

    def after(chosen: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        if len(chosen) == size:
            yield chosen
            return
        for x, weights in takes:
            if all(weight <= left[place] for place, weight in weights):
                for place, weight in weights:
                    left[place] -= weight
                yield from after((*chosen, x))
                for place, weight in weights:
                    left[place] += weight

    return iter(()) if any(room < 0 for room in left) else after(())


@lru_cache(maxsize=1_024)
def _holding(many: int, sizes: range, pick: Pick, bounds: tuple[tuple[Any, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Return the places of the options in each choice that holds; a search asks for the same weights again and again."""
    every = chain.from_iterable(pick(range(many), size) for size in sizes)
    return tuple(places for places in every if all(_hold([weights[place] for place in places], *bound) for weights, *bound in bounds))
