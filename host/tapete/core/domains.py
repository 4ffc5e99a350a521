"""Domains: the values that an argument may take, as closed and plain data.

A domain answers five questions: what is wrong with this value (`refusals`), show yourself (`describe`), are you empty (`empty`), give me
one (`sample`), give me all (`values`). Forms are built from the description, robots sample, `check` asks for the refusals.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import is_
from typing import Any, NoReturn

from tapete.core import plain_forms
from tapete.core.codec import builtins
from tapete.core.listing import Choices
from tapete.core.look_ahead import LOOK_BOUND, Barred, key
from tapete.core.ranges import range_written
from tapete.core.refusals import NO_NUMBER, NOT_BETWEEN, NOT_EACH, NOT_SO_MANY, OUTSIDE, TEXT_LENGTH, TWICE, UNFIT, Code, Refusal, outside
from tapete.core.sums import Sum, again, choices


class Undecided(Exception):
    """An argument was read that the draft does not have yet; `args[0]` is its name."""

    @classmethod
    def raised(cls, name: str) -> NoReturn:
        """Say that an argument is not there."""
        raise cls(name)


Test = Callable[[Any], Refusal | None]
"""One clause, asked of one candidate: nothing to say, or the refusal."""

SEARCH_BOUND = 200_000
"""Most subsets that `some` looks at before it calls a choice impossible; the games ask for five slots, or for sums that greed solves."""


class Domain:
    """The values that one argument may take."""

    __slots__ = ()

    def __repr__(self) -> str:
        return range_written(self.describe())

    def refusals(self, value: Any) -> list[Refusal]:
        """Return every reason why this value is outside; empty when it is inside."""
        raise NotImplementedError

    def takes(self, value: Any) -> bool:
        """Say whether this value is inside; where a domain can, no reason is put together."""
        return not self.refusals(value)

    def describe(self) -> Mapping[str, Any]:
        """Return plain data from which a form can be built and a value judged without this program (`core.plain_forms`)."""
        raise NotImplementedError

    def empty(self) -> bool:
        """Say whether nothing lies inside."""
        raise NotImplementedError

    def sample(self, rng: random.Random) -> Any:
        """Return a value inside, by chance; the domain must not be empty."""
        raise NotImplementedError

    def values(self) -> Iterator[Any]:
        """Return all values inside, in a fixed order; a text or a list without end gives examples."""
        raise NotImplementedError

    def first(self) -> tuple[Any, ...]:
        """Return the first two values inside, as far as there are any: whether there is a choice at all."""
        return tuple(itertools.islice(self.values(), 2))

    def why_empty(self) -> list[Refusal]:
        """Return what bars every option, to explain why there is nothing to choose."""
        return []

    def without(self, barred: Barred) -> Domain:
        """Return the same domain less some values that lead nowhere."""
        return Less(self, barred)


class Less(Domain):
    """A domain with some values that lead nowhere."""

    __slots__ = ("barred", "of")

    def __init__(self, of: Domain, barred: Barred) -> None:
        self.of, self.barred = of, barred

    def refusals(self, value: Any) -> list[Refusal]:
        return self.of.refusals(value) or self.barred.why(value)

    def takes(self, value: Any) -> bool:
        return self.of.takes(value) and not self.barred.bars(value)

    def describe(self) -> Mapping[str, Any]:
        shown = dict(self.of.describe())
        tried = itertools.islice(self.of.values(), LOOK_BOUND)
        codes = {key(value): [r.code for r in self.barred.why(value)] for value in tried if self.barred.bars(value)}
        if not codes:
            return shown
        if "one_of" in shown:
            shown["one_of"] = [value for value in shown["one_of"] if key(value) not in codes]
        return {**shown, "barred": {**shown.get("barred", {}), **codes}}

    def empty(self) -> bool:
        return next(self.values(), self) is self

    def sample(self, rng: random.Random) -> Any:
        for _ in range(20):
            value = self.of.sample(rng)
            if not self.barred.bars(value):
                return value
        return rng.choice(list(itertools.islice(self.values(), 1000)))

    def values(self) -> Iterator[Any]:
        return (value for value in self.of.values() if not self.barred.bars(value))


class whole(Domain):
    """A whole number; with `plus` added it is from `low` to `high`, both included. `under` and `over` say what is wrong with the others.

    `plus` is for a change of something that has bounds itself (a bid readjusted by -5..5): the refusals speak of what would come out.
    A figure of theirs may be a function of what was chosen.
    """

    __slots__ = ("high", "low", "over", "params", "plus", "under")

    def __init__(self, low: int, high: int, under: Code = NOT_BETWEEN, over: Code = NOT_BETWEEN, *, plus: int = 0, **params: Any) -> None:
        self.low, self.high, self.under, self.over, self.plus, self.params = low - plus, high - plus, under, over, plus, params

    def refusals(self, value: Any) -> list[Refusal]:
        if type(value) is not int:
            return [NO_NUMBER(value=value, low=self.low, high=self.high)]
        if value < self.low:
            return [self._refusal(self.under, value)]
        if value > self.high:
            return [self._refusal(self.over, value)]
        return []

    def takes(self, value: Any) -> bool:
        return type(value) is int and self.low <= value <= self.high

    @property
    def bounds(self) -> tuple[int, int]:
        """The lowest and the highest value, both inside."""
        return self.low, self.high

    def _refusal(self, code: Code, value: int) -> Refusal:
        params = {name: x(value) if callable(x) else x for name, x in self.params.items()}
        return code(value=value + self.plus, low=self.low + self.plus, high=self.high + self.plus, **params)

    def describe(self) -> plain_forms.WholeForm:
        return {"whole": [self.low, self.high]}

    def empty(self) -> bool:
        return self.low > self.high

    def why_empty(self) -> list[Refusal]:
        return [self._refusal(self.over, self.low)] if self.empty() else []

    def sample(self, rng: random.Random) -> int:
        return rng.randint(self.low, self.high)

    def values(self) -> Iterator[int]:
        return iter(range(self.low, self.high + 1))


class within(Domain):
    """A whole number that two bounds limit at once, so that both can be broken by one value (a bid off by too much and over the mana)."""

    __slots__ = ("of",)

    def __init__(self, *bounds: whole) -> None:
        self.of = bounds

    @property
    def bounds(self) -> tuple[int, int]:
        """The lowest and the highest value, both inside."""
        return max(b.low for b in self.of), min(b.high for b in self.of)

    def refusals(self, value: Any) -> list[Refusal]:
        if type(value) is not int:
            return self.of[0].refusals(value)
        return [refusal for bound in self.of for refusal in bound.refusals(value)]

    def describe(self) -> plain_forms.WholeForm:
        low, high = self.bounds
        return {"whole": [low, high]}

    def empty(self) -> bool:
        low, high = self.bounds
        return low > high

    def sample(self, rng: random.Random) -> int:
        return rng.randint(*self.bounds)

    def values(self) -> Iterator[int]:
        low, high = self.bounds
        return iter(range(low, high + 1))


class one_of(Domain):
    """One of some things. Each test is one clause and says why a candidate is barred; `otherwise` is said of what is no candidate.

    A figure of `otherwise` may be a function of what was chosen.
    """

    __slots__ = ("_options", "all", "otherwise", "params", "tests")

    def __init__(self, candidates: Iterable[Any], *tests: Test, otherwise: Code = OUTSIDE, **params: Any) -> None:
        self.all, self.tests, self.otherwise, self.params = tuple(candidates), tests, otherwise, params
        self._options: tuple[Any, ...] | None = None

    def refusals(self, value: Any) -> list[Refusal]:
        if not self._is_candidate(value):
            return [self._strange(value, {name: x(value) if callable(x) else x for name, x in self.params.items()})]
        return self._why_not(value)

    def _why_not(self, value: Any) -> list[Refusal]:
        """Return what bars a candidate; `_passes` answers the same by yes or no."""
        return [refusal for test in self.tests if (refusal := test(value))]

    def takes(self, value: Any) -> bool:
        if self._options is not None and type(value) is not bool:
            return value in self._options
        return self._is_candidate(value) and self._passes(value)

    def _is_candidate(self, value: Any) -> bool:
        """Say whether a value is one of the things; yes and no are no numbers."""
        if value is True or value is False:
            return any(map(is_, self.all, itertools.repeat(value)))
        return value in self.all

    def _strange(self, value: Any, figures: Mapping[str, Any]) -> Refusal:
        """Return the refusal of a value that is no candidate; None if there is no candidate at all."""
        if self.otherwise is OUTSIDE:
            try:
                return outside(value, self.options())
            except Undecided:
                return outside(value, self.all)
        return self.otherwise(value=value, **figures)

    def options(self) -> tuple[Any, ...]:
        """Return what may be chosen; the tests are asked once."""
        if self._options is None:
            self._options = self._passing()
        return self._options

    def _passing(self) -> tuple[Any, ...]:
        """Return the candidates that no test bars."""
        return tuple([value for value in self.all if self._passes(value)]) if self.tests else self.all

    def _passes(self, value: Any) -> bool:
        """Say whether no test bars a candidate; a plain loop, since looking ahead asks this more often than anything else."""
        for test in self.tests:  # noqa: SIM110 - `all` with a generator takes twice as long
            if test(value):
                return False
        return True

    def describe(self) -> plain_forms.OneOf:
        reasons = [[refusal.code for refusal in self._why_not(value)] for value in self.all]
        return {
            "one_of": builtins([value for value, codes in zip(self.all, reasons, strict=True) if not codes]),
            "barred": {key(value): codes for value, codes in zip(self.all, reasons, strict=True) if codes},
        }

    def empty(self) -> bool:
        return not (self._options if self._options is not None else any(map(self._passes, self.all)))

    def why_empty(self) -> list[Refusal]:
        return [refusal for value in self.all for refusal in self._why_not(value)] or [
            self._strange(None, {name: None if callable(x) else x for name, x in self.params.items()})
        ]

    def sample(self, rng: random.Random) -> Any:
        return rng.choice(self.options())

    def values(self) -> Iterator[Any]:
        return iter(self.options())

    def first(self) -> tuple[Any, ...]:
        return self.options()[:2]


class some(Domain):
    """Several out of a `one_of`: how many, ordered or not, the same twice or not, and what their weights add to.

    `told` are further figures for what is wrong with the number, or with the same twice.
    `gather`: the refused ones of one code are said together under this figure, those of no candidates first. Without a
    `twice_code` it is a sum that says what is wrong with the same twice.
    """

    __slots__ = ("_first_two", "count_code", "gather", "least", "most", "of", "ordered", "repeat", "sums", "told", "twice_code")

    def __init__(
        self,
        of: one_of,
        least: int = 0,
        most: int | None = None,
        *sums: Sum,
        ordered: bool = False,
        repeat: bool = False,
        count_code: Code = NOT_SO_MANY,
        twice_code: Code | None = TWICE,
        gather: str | None = None,
        told: Mapping[str, Any] | None = None,
    ) -> None:
        self.of, self.least, self.sums, self.ordered, self.repeat, self.gather = of, least, sums, ordered, repeat, gather
        self.most = len(of.all) if most is None else most
        self.count_code, self.twice_code, self.told = count_code, twice_code, told or {}
        self._first_two: tuple[Any, ...] | None = None

    def refusals(self, value: Any) -> list[Refusal]:
        found: list[Refusal] = []
        if not self.repeat and self.twice_code is not None and (doubled := _doubled(value)):
            found.append(self.twice_code(value=list(value), twice=doubled, the_twice=Choices(tuple(doubled)), **self.told))
        refused = [(x, refusal.under(str(i))) for i, x in enumerate(value) for refusal in self.of.refusals(x)]
        if self.gather is None:
            found += [refusal for _, refusal in refused]
        else:
            said = self._gathered(refused, self.gather)
            found = sorted((*found, *said), key=lambda refusal: refusal.of is not self.of.otherwise)
        if not self.least <= len(value) <= self.most:
            found.append(self.count_code(value=len(value), least=self.least, most=self.most, **self.told))
        strange = any(refusal.of is self.of.otherwise for _, refusal in refused)
        found += [bound.refusal(value) for bound in self.sums if (bound.always or not strange) and not bound.holds(value)]
        return found

    def takes(self, value: Any) -> bool:
        if not self.repeat and self.twice_code is not None and _doubled(value):
            return False
        for chosen in value:
            if not self.of.takes(chosen):
                return False
        return self.least <= len(value) <= self.most and self._holds(value)

    @staticmethod
    def _gathered(refused: list[tuple[Any, Refusal]], figure: str) -> list[Refusal]:
        """Return one refusal for each code, with all that it is said of."""
        said: dict[Code, list[Any]] = {}
        for value, refusal in refused:
            said.setdefault(refusal.of, []).append(value)
        return [Refusal(code, {figure: list(dict.fromkeys(values))}) for code, values in said.items()]

    def describe(self) -> plain_forms.Some:
        options = self.of.options() if self.sums else ()
        return {
            "some": self.of.describe(),
            "least": self.least,
            "most": self.most,
            "ordered": self.ordered,
            "repeat": self.repeat,
            "sums": [bound.describe(options) for bound in self.sums],
        }

    def empty(self) -> bool:
        return self._first(None) is None

    def why_empty(self) -> list[Refusal]:
        if not self.empty():
            return []
        options = self.of.options()
        short = [bound.beyond(options) for bound in self.sums if not bound.reached(options)]
        return short or [bound.refusal(()) for bound in self.sums if not bound.holds(())] or self.of.why_empty()

    def sample(self, rng: random.Random) -> tuple[Any, ...]:
        chosen = self._first(rng)
        if chosen is None:
            raise ValueError("an empty domain has no sample")
        return chosen

    def values(self) -> Iterator[tuple[Any, ...]]:
        options = self.of.options()
        sizes = range(self.least, (self.most if self.repeat else min(self.most, len(options))) + 1)
        pick = again if self.repeat else itertools.permutations if self.ordered else itertools.combinations
        return choices(options, sizes, pick, self.sums)

    def first(self) -> tuple[Any, ...]:
        if self._first_two is None:
            self._first_two = super().first()
        return self._first_two

    def _holds(self, chosen: Iterable[Any]) -> bool:
        return not [bound for bound in self.sums if not bound.holds(chosen)]

    def _first(self, rng: random.Random | None) -> tuple[Any, ...] | None:
        """Return a choice that holds: greedy first (exact for bounds from one side), then a search over subsets, smallest first."""
        if rng is None and self.most == 0:  # no caller asks which there would be
            return () if self.least <= 0 and self._holds(()) else None
        options = self.of.options()
        if self.repeat and self.sums:
            return self._repeated(options, rng)
        if self.repeat:
            if not options and self.least:
                return None
            number = self.least if rng is None else rng.randint(self.least, min(self.most, self.least + 3) if options else self.least)
            return tuple(rng.choice(options) if rng else options[0] for _ in range(number))
        for _ in range(4 if rng else 1):
            if (greedy := self._greedy(options, rng)) is not None:
                return self._shaped(greedy, options)
        tried = 0
        for number in range(self.least, min(self.most, len(options)) + 1):
            for chosen in itertools.combinations(options, number):
                if self._holds(chosen):
                    return chosen
                tried += 1
                if tried > SEARCH_BOUND:
                    return None
        return None

    def _repeated(self, options: Sequence[Any], rng: random.Random | None) -> tuple[Any, ...] | None:
        """Return a choice with the same again allowed that holds: by chance first, then the first of all."""
        for _ in range(8):
            if rng is None:
                break
            chosen: list[Any] = []
            number = rng.randint(self.least, min(self.most, self.least + 3))
            while len(chosen) < number and (fit := [x for x in options if all(bound.fits_under([*chosen, x]) for bound in self.sums)]):
                chosen.append(rng.choice(fit))
            if len(chosen) >= self.least and self._holds(chosen):
                return tuple(chosen)
        every = (c for n in range(self.least, self.most + 1) for c in itertools.product(options, repeat=n))
        return next((c for c in itertools.islice(every, SEARCH_BOUND) if self._holds(c)), None)

    def _greedy(self, options: Sequence[Any], rng: random.Random | None) -> list[Any] | None:
        order, want = options, self.least
        if rng is not None:
            order = rng.sample(options, len(options))
            want = rng.randint(self.least, max(self.least, min(self.most, len(options), rng.choice((1, 2, 3, 99)))))
        chosen: list[Any] = []
        for option in order:
            if len(chosen) >= want and self._holds(chosen):
                break
            if len(chosen) < self.most and not [bound for bound in self.sums if not bound.fits_under([*chosen, option])]:
                chosen.append(option)
        return chosen if self.least <= len(chosen) <= self.most and self._holds(chosen) else None

    def _shaped(self, chosen: list[Any], options: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(chosen) if self.ordered else tuple(sorted(chosen, key=options.index))


def _doubled(values: Iterable[Any]) -> list[Any]:
    """Return what is there more than once."""
    seen: list[Any] = []
    doubled: list[Any] = []
    for value in values:
        if value in seen and value not in doubled:
            doubled.append(value)
        seen.append(value)
    return doubled


class each(Domain):
    """A value for every key, each from its own domain (a bid of every seat, a place for every card)."""

    __slots__ = ("keys", "missing")

    def __init__(self, keys: Mapping[str, Domain], missing: Code = NOT_EACH) -> None:
        self.keys, self.missing = dict(keys), missing

    def refusals(self, value: Any) -> list[Refusal]:
        if set(value) != set(self.keys):
            return [self.missing(value=sorted(value), due=sorted(self.keys))]
        return [refusal.under(k) for k, domain in self.keys.items() for refusal in domain.refusals(value[k])]

    def takes(self, value: Any) -> bool:
        return set(value) == set(self.keys) and all(domain.takes(value[name]) for name, domain in self.keys.items())

    def describe(self) -> plain_forms.Each:
        return {"each": {k: domain.describe() for k, domain in self.keys.items()}}

    def empty(self) -> bool:
        return any(domain.empty() for domain in self.keys.values())

    def why_empty(self) -> list[Refusal]:
        return [r for domain in self.keys.values() if domain.empty() for r in domain.why_empty()]

    def sample(self, rng: random.Random) -> dict[str, Any]:
        return {k: domain.sample(rng) for k, domain in self.keys.items()}

    def values(self) -> Iterator[dict[str, Any]]:
        for chosen in itertools.product(*(list(domain.values()) for domain in self.keys.values())):
            yield dict(zip(self.keys, chosen, strict=True))


class row(Domain):
    """A value for every place, each from its own domain, all different where said (targets of several classes).

    `told` are further figures for what is wrong with the number, or with the same twice.
    """

    __slots__ = ("count_code", "different", "places", "told", "twice_code")

    def __init__(
        self,
        *places: Domain,
        different: bool = False,
        count_code: Code = NOT_SO_MANY,
        twice_code: Code = TWICE,
        told: Mapping[str, Any] | None = None,
    ) -> None:
        self.places, self.different, self.count_code, self.twice_code, self.told = places, different, count_code, twice_code, told or {}

    def refusals(self, value: Any) -> list[Refusal]:
        due = len(self.places)
        if len(value) != due:
            return [self.count_code(value=len(value), least=due, most=due, **self.told)]
        found = [refusal.under(str(i)) for i, domain in enumerate(self.places) for refusal in domain.refusals(value[i])]
        if self.different and (doubled := _doubled(v for v in value if v is not None)):
            found.append(self.twice_code(value=list(value), twice=doubled, the_twice=Choices(tuple(doubled)), **self.told))
        return found

    def takes(self, value: Any) -> bool:
        if len(value) != len(self.places):
            return False
        return all(domain.takes(one) for domain, one in zip(self.places, value, strict=True)) and self._allowed(value)

    def describe(self) -> plain_forms.RowForm:
        return {"row": [domain.describe() for domain in self.places], "different": self.different}

    def empty(self) -> bool:
        return next(self.values(), None) is None

    def why_empty(self) -> list[Refusal]:
        return [r for domain in self.places if domain.empty() for r in domain.why_empty()]

    def sample(self, rng: random.Random) -> tuple[Any, ...]:
        for _ in range(20):
            chosen = tuple(domain.sample(rng) for domain in self.places)
            if self._allowed(chosen):
                return chosen
        return rng.choice(list(itertools.islice(self.values(), 5000)))

    def values(self) -> Iterator[tuple[Any, ...]]:
        found = itertools.product(*[list(domain.values()) for domain in self.places])
        return filter(self._allowed, found) if self.different else found

    def first(self) -> tuple[tuple[Any, ...], ...]:
        return super().first() if self.places else ((),)

    def _allowed(self, chosen: tuple[Any, ...]) -> bool:
        return not self.different or not _doubled(v for v in chosen if v is not None)


class maybe(Domain):
    """A value of another domain, or nothing."""

    __slots__ = ("of",)

    def __init__(self, of: Domain) -> None:
        self.of = of

    def refusals(self, value: Any) -> list[Refusal]:
        return [] if value is None else self.of.refusals(value)

    def takes(self, value: Any) -> bool:
        return value is None or self.of.takes(value)

    def describe(self) -> plain_forms.Maybe:
        return {"maybe": self.of.describe()}

    def without(self, barred: Barred) -> Domain:
        return super().without(barred) if barred.bars(None) else maybe(self.of.without(barred))

    def empty(self) -> bool:
        return False

    def sample(self, rng: random.Random) -> Any:
        return None if rng.random() < 0.3 or self.of.empty() else self.of.sample(rng)

    def values(self) -> Iterator[Any]:
        yield None
        yield from self.of.values()


class text(Domain):
    """Free text of `least` to `most` characters (a reason, a note); `code` says that it is missing or too short."""

    __slots__ = ("code", "least", "most")

    def __init__(self, most: int = 200, least: int = 0, code: Code = TEXT_LENGTH) -> None:
        self.most, self.least, self.code = most, least, code

    def refusals(self, value: Any) -> list[Refusal]:
        if type(value) is not str:
            return [UNFIT(value=value)]
        if len(value.strip()) < self.least:
            return [self.code(value=value, least=self.least, most=self.most, the_length=len(value.strip()))]
        return [TEXT_LENGTH(value=value, least=self.least, most=self.most, the_length=len(value))] if len(value) > self.most else []

    def describe(self) -> plain_forms.TextOf:
        return {"text": [self.least, self.most]}

    def empty(self) -> bool:
        return False

    def sample(self, rng: random.Random) -> str:
        return "robot" if self.most >= 5 else ""

    def values(self) -> Iterator[str]:
        yield "robot"[: self.most]


FEW = 6
"""Of so many candidates all choices of some are counted as fast as one is found."""


def soon_counted(domain: Domain) -> bool:
    """Say whether the values of a domain are counted as fast as one is found."""
    if isinstance(domain, one_of):
        return True
    if isinstance(domain, some):
        return domain.most == 0 or (not domain.repeat and len(domain.of.all) <= FEW)
    return isinstance(domain, row) and len(domain.places) <= 1
