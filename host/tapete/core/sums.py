"""Bounds on what a choice of several things adds up to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, product
from typing import Any, NamedTuple

from tapete.core.look_ahead import key
from tapete.core.plain_forms import SumForm
from tapete.core.refusals import Code, Refusal

Pick = Callable[[Iterable[Any], int], Iterable[tuple[Any, ...]]]
"""Choices of so many out of some things: with or without order, with or without the same again."""

MOST_KEPT = 256
"""The most choices whose results are cached; the weights alone are the key."""


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

    def reached(self, options: Iterable[Any]) -> bool:
        """Say whether the lower bound can be met by choosing every option that adds to the sum."""
        return self.low is None or self.have + sum(max(0, self.weigh(x)) for x in options) >= self.low

    def beyond(self, options: Iterable[Any]) -> Refusal:
        """Return what is wrong where even all options are too little; left alone: what is wrong with choosing nothing."""
        return self.refusal(())

    def describe(self, options: Iterable[Any]) -> SumForm:
        """Return plain data: the bounds, and the weight of each option."""
        return {
            "name": self.name,
            "have": self.have,
            "low": self.low,
            "high": self.high,
            "lean": self.lean,
            "weights": {key(x): int(self.weigh(x)) for x in options},
        }


class _Bound(NamedTuple):
    """A bound on choices of some options, by the weights of these."""

    weights: tuple[int, ...]
    have: int
    low: int | None
    high: int | None
    lean: bool

    def holds(self, places: Sequence[int]) -> bool:
        """Say whether a choice of the options at some places holds."""
        return _hold([self.weights[place] for place in places], self.have, self.low, self.high, self.lean)

    @property
    def room(self) -> int | None:
        """How much may be chosen where nothing takes away again; None where something does, or all may."""
        return None if self.high is None or min(self.weights, default=0) < 0 else self.high - self.have


def _hold(weights: Sequence[int], have: int, low: int | None, high: int | None, lean: bool) -> bool:
    """Say whether weights that are chosen hold."""
    total = have + sum(weights)
    if lean and weights and low is not None and total - min(weights) >= low:
        return False
    return (low is None or total >= low) and (high is None or total <= high)


def choices(options: Sequence[Any], sizes: range, pick: Pick, sums: Sequence[Sum]) -> Iterator[tuple[Any, ...]]:
    """Yield the choices of some options that hold under all bounds.

    Args:
        options: what may be chosen. sizes: how many of them at once, in this order.
        pick: gives the choices of one size, in order. sums: the bounds.
    """
    if not sums:
        return chain.from_iterable(pick(options, size) for size in sizes)
    bounds = tuple([_Bound(tuple(map(bound.weigh, options)), bound.have, bound.low, bound.high, bound.lean) for bound in sums])
    many = len(options)
    largest = min(sizes[-1], MOST_KEPT.bit_length()) if sizes else 0  # two options in so many places are more than are kept
    number = 2**many if pick is combinations else len(sizes) * many**largest
    found = (_kept if number <= MOST_KEPT else _holding)(many, sizes, pick, bounds)
    return (tuple([options[place] for place in places]) for places in found)


def again(options: Iterable[Any], size: int) -> Iterator[tuple[Any, ...]]:
    """Yield the choices of so many with the same again."""
    return product(options, repeat=size)


@lru_cache(maxsize=1_024)
def _kept(many: int, sizes: range, pick: Pick, bounds: tuple[_Bound, ...]) -> tuple[tuple[int, ...], ...]:
    """Return what `_holding` yields: a search asks for the same weights again and again."""
    return tuple(_holding(many, sizes, pick, bounds))


def _holding(many: int, sizes: range, pick: Pick, bounds: Sequence[_Bound]) -> Iterator[tuple[int, ...]]:
    """Yield the places of the options in each choice that holds; none has a place that is too much by itself."""
    limits = [(room, bound.weights) for bound in bounds if (room := bound.room) is not None]
    if any(room < 0 for room, _weights in limits):
        return
    places = [place for place in range(many) if all(weights[place] <= room for room, weights in limits)]
    asked = [bound for bound in bounds if pick is not again or bound.room is None or bound.low is not None or bound.lean]
    for size in sizes:
        for chosen in _again_under(places, size, limits) if pick is again else pick(places, size):
            if not asked or all(bound.holds(chosen) for bound in asked):
                yield chosen


def _again_under(places: Sequence[int], size: int, limits: Sequence[tuple[int, tuple[int, ...]]]) -> Iterator[tuple[int, ...]]:
    """Yield what `again` does, without what is too much from its beginning on.

    Args:
        places, size: what may be chosen, and how many. limits: how much there may be at most, with what each place takes of it.
    """
    left = [room for room, _weights in limits]
    takes = [(place, [(at, weights[place]) for at, (_room, weights) in enumerate(limits) if weights[place]]) for place in places]

    def after(chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for place, parts in takes:
            for at, weight in parts:
                if weight > left[at]:
                    break
            else:
                if len(chosen) + 1 == size:
                    yield *chosen, place
                    continue
                for at, weight in parts:
                    left[at] -= weight
                yield from after((*chosen, place))
                for at, weight in parts:
                    left[at] += weight

    return after(()) if size else iter([()])
