"""Bounds on what a choice of several things adds up to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import Any

from tapete.core.look_ahead import key
from tapete.core.refusals import Code, Refusal


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
        weights = [self.weigh(x) for x in chosen]
        total = self.have + sum(weights)
        if self.lean and weights and self.low is not None and total - min(weights) >= self.low:
            return False
        return (self.low is None or total >= self.low) and (self.high is None or total <= self.high)

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
