"""Domains of arguments: known from an argument's type, or looked up by place or number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from types import UnionType
from typing import Annotated, Any, Generic, Literal, TypeVar, Union, get_args, get_origin

from msgspec import Meta

from tapete.core.domains import Domain, maybe, one_of, some, text, whole
from tapete.core.refusals import OUTSIDE, Code, Refusal
from tapete.core.seats import Seat

Chooser = Callable[[Any, Any], Domain]
"""What tells the domain of an argument, of the board and the operation (or action) that is being filled in."""

K = TypeVar("K")
V = TypeVar("V")


def by_type(hint: Any) -> Chooser:
    """Return what tells the domain of an argument whose type says it all.

    Args:
        hint: a seat (one of the match), a choice of words, a truth, a number or text with bounds, several words, or one of them or nothing.

    Raises:
        TypeError: the type does not say it; a chapter has to (`Chapter.chooses`).
    """
    if hint == Seat:
        return lambda board, operation: one_of(board.state.seats)
    domain = _domain(hint)
    return lambda board, operation: domain


def _domain(hint: Any) -> Domain:
    bare, *notes = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    bounds = next((note for note in notes if isinstance(note, Meta)), Meta())
    if get_origin(bare) is Literal:
        return one_of(get_args(bare))
    if bare is bool:
        return one_of((True, False))
    if bare is int and bounds.extra and "low" in bounds.extra:
        return whole(bounds.extra["low"], bounds.extra["high"])
    if bare is int and bounds.ge is not None and bounds.le is not None:
        return whole(int(bounds.ge), int(bounds.le))
    if bare is str and bounds.max_length is not None:
        return text(bounds.max_length, bounds.min_length or 0)
    inner = [part for part in get_args(bare) if part is not type(None)]
    if get_origin(bare) in (Union, UnionType) and len(inner) == 1:
        return maybe(_domain(inner[0]))
    if get_origin(bare) is tuple and isinstance(of := _domain(inner[0]), one_of):
        return some(of, bounds.min_length or 0, bounds.max_length)
    raise TypeError(f"{hint} does not say what may be chosen")


class looked_up(one_of, Generic[K, V]):
    """One of some places or numbers, judged by what is found there.

    Args:
        keys: what may be named. found: what is there, in the order of the keys; None: nothing.
        tests: one clause each, asked of a key and of what is there; they are not asked where nothing is.
        first: what is asked of a key before it is looked up.
        empty: what is said of a key where nothing is; None: it may be chosen.
        otherwise: what is said of what is no key.
    """

    __slots__ = ("_asked", "_empty", "_found")

    def __init__(
        self,
        keys: Iterable[K],
        found: Sequence[V | None],
        *tests: Callable[[K, V], Refusal | None],
        first: tuple[Callable[[K], Refusal | None], ...] = (),
        empty: Callable[[K], Refusal] | None = None,
        otherwise: Code = OUTSIDE,
    ) -> None:
        super().__init__(keys, *first, otherwise=otherwise)
        self._found, self._asked, self._empty = found, tests, empty

    def _why_not(self, value: K) -> list[Refusal]:
        said, found = super()._why_not(value), self._found[self.all.index(value)]
        if found is None:
            return said if self._empty is None else [*said, self._empty(value)]
        return said + [refusal for test in self._asked if (refusal := test(value, found))]

    def _passes(self, value: K) -> bool:
        return self._suits(value, self._found[self.all.index(value)])

    def _passing(self) -> tuple[K, ...]:
        pairs = zip(self.all, self._found, strict=True)
        if self._empty is None:
            return tuple([value for value, found in pairs if self._suits(value, found)])
        return tuple([value for value, found in pairs if found is not None and self._suits(value, found)])

    def _suits(self, value: K, found: V | None) -> bool:
        """Say whether a key may be named, where this is found."""
        if self.tests and not super()._passes(value):
            return False
        if found is None:
            return self._empty is None
        for test in self._asked:  # noqa: SIM110 - `all` with a generator takes twice as long, and lists ask this of every slot
            if test(value, found):
                return False
        return True


class fitting(one_of, Generic[K]):
    """One of some things that fit or do not, which is known without a reason: a search asks for none.

    Args:
        candidates: all of them. fits: whether one may be chosen.
        unfit: what is said of one that may not.
        otherwise, params: what is said of what is no candidate.
    """

    __slots__ = ("_fits", "_unfit")

    def __init__(
        self, candidates: Iterable[K], fits: Callable[[K], bool], unfit: Callable[[K], Refusal], *, otherwise: Code = OUTSIDE, **params: Any
    ) -> None:
        super().__init__(candidates, otherwise=otherwise, **params)
        self._fits, self._unfit = fits, unfit

    def _why_not(self, value: K) -> list[Refusal]:
        return [] if self._fits(value) else [self._unfit(value)]

    def _passes(self, value: K) -> bool:
        return self._fits(value)

    def _passing(self) -> tuple[K, ...]:
        return tuple(filter(self._fits, self.all))
