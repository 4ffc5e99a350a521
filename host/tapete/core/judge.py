"""Apply one rule to one board and read it three ways: is this allowed, what may be chosen, and why not.

The look-ahead of `offer` (is an option worth showing, or does it lead nowhere?) lives here and is never part of a rule.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, NoReturn

from msgspec import Struct

from tapete.core import plain_forms
from tapete.core.actions import Action, draft_of, terms_of
from tapete.core.board import Board
from tapete.core.codec import convert, malformed
from tapete.core.domains import Domain, Undecided, soon_counted
from tapete.core.kinds import field_types, name_of, shown_as
from tapete.core.listing import Choices
from tapete.core.look_ahead import LOOK_BOUND, Barred, Told, key
from tapete.core.ranges import offer_written
from tapete.core.refusals import LEADS_NOWHERE, NO_SUCH_ACTION, First, Illegal, Malformed, Refusal, outside
from tapete.core.seats import Seat
from tapete.core.unreadable import unknown


def failed_terms(thing: Any, board: Board[Any]) -> list[Refusal]:
    """Return every refusal of a whole action or operation on this board; none: its terms hold.

    Refusals come in the order in which the rule says them. An argument that depends on a refused one is not judged.
    """
    demands: list[Refusal] = []
    for said in terms_of(type(thing), thing, board):
        if said is None:
            continue
        if isinstance(said, tuple):
            if not said[1].takes(getattr(thing, said[0])):
                return _every_refusal(thing, board)
        elif isinstance(said, First):
            return [said.refusal]
        else:
            demands.append(said)
    return demands


def holds(thing: Any, board: Board[Any]) -> bool:
    """Say whether the terms of a whole action hold on this board; the first that does not ends it, and no reason is put together."""
    for said in terms_of(type(thing), thing, board):
        if said is not None and not (isinstance(said, tuple) and said[1].takes(getattr(thing, said[0]))):
            return False
    return True


class Beforehand:
    """What a rule says of a kind of action before more is chosen than its seat.

    `barred`: nothing of it is legal. `domains` are those said so far; with `all` of them said nothing else is asked.
    """

    __slots__ = ("all", "barred", "domains")

    def __init__(self, board: Board[Any], kind: type[Any], seat: Seat) -> None:
        self.domains: list[tuple[str, Domain]] = []
        self.barred, self.all = False, True
        try:
            for said in terms_of(kind, draft_of(kind)({"seat": seat}), board):
                if isinstance(said, tuple):
                    self.domains.append(said)
                elif said is not None:
                    self.barred = True
                    return
        except Undecided:
            self.all = False

    def holds(self, thing: Any, board: Board[Any]) -> bool:
        """Say what `holds` says of an action of this kind and seat; the whole rule is asked only where it reads more of it."""
        if self.barred:
            return False
        try:
            for name, domain in self.domains:
                if not domain.takes(getattr(thing, name)):
                    return False
        except Undecided:
            return holds(thing, board)
        return self.all or holds(thing, board)


def _every_refusal(thing: Any, board: Board[Any]) -> list[Refusal]:
    """Judge again with a draft that forgets each refused argument, so that those which depend on it stay unjudged."""
    kind = type(thing)
    given = {name: getattr(thing, name) for name in kind.__struct_fields__}
    found: list[Refusal] = []
    try:
        for said in terms_of(kind, draft_of(kind)(given), board):
            if said is None:
                continue
            if isinstance(said, Refusal):
                found.append(said)
            elif isinstance(said, First):
                return [said.refusal]
            else:
                name, domain = said
                try:
                    refused = domain.refusals(getattr(thing, name))
                except Undecided:
                    given.pop(name, None)
                    continue
                if refused:
                    found += [refusal.under(name, shown_as(kind).get(name)) for refusal in refused]
                    given.pop(name, None)
    except Undecided:
        return found
    return found


class Survey:
    """What a rule says of a draft: demands that fail, domains known so far, and the argument that the rest waits for.

    An argument of `judging` that lies outside its domain is a failed demand, and nothing that depends on it is asked.
    Without `explain` the first thing that bars is enough. Of the arguments in `filled` it is known that something can be chosen.
    """

    __slots__ = ("domains", "failed", "missed", "on", "void")

    def __init__(
        self,
        kind: type[Any],
        board: Board[Any],
        given: Mapping[str, Any],
        *,
        judging: Collection[str] = (),
        explain: bool = True,
        filled: Collection[str] = (),
    ) -> None:
        self.failed: list[Refusal] = []
        self.domains: dict[str, Domain] = {}
        self.void: list[str] = []
        """The arguments for which nothing is left."""
        self.on: str | None = None
        self.missed: set[str] = set()
        """The arguments that were read and are not given yet: no other one could have changed what was said."""
        try:
            for said in terms_of(kind, draft_of(kind)(dict(given), self._miss), board):
                if said is None:
                    continue
                if isinstance(said, Refusal):
                    self.failed.append(said)
                    if not explain:
                        return
                elif isinstance(said, First):
                    self.failed = [said.refusal]
                    return
                else:
                    name, domain = said
                    try:
                        void = name not in filled and domain.empty()
                    except Undecided as waiting:  # a test inside has read an argument that is not given yet
                        self.on = self.on or waiting.args[0]
                    else:
                        self.domains[name] = domain
                        if void:
                            self.void.append(name)
                            if not explain:
                                return
                    if name in judging and (refused := _outside(domain, given[name])):
                        self.failed += [refusal.under(name, shown_as(kind).get(name)) for refusal in refused]
                        return
        except Undecided as waiting:
            self.on = self.on or waiting.args[0]

    def _miss(self, name: str) -> NoReturn:
        """Note that an argument was read that is not given."""
        self.missed.add(name)
        raise Undecided(name)

    def barred(self) -> bool:
        """Say whether nothing can be chosen; said without saying why."""
        return bool(self.failed or self.void)

    def barrier(self) -> list[Refusal]:
        """Return why nothing can be chosen: a failed demand, or an empty domain."""
        if self.failed:
            return self.failed
        for name in self.void:
            return [refusal.under(name) for refusal in self.domains[name].why_empty()] or [LEADS_NOWHERE().under(name)]
        return []


def _outside(domain: Domain, value: Any) -> list[Refusal]:
    """Return why a value of a draft lies outside its domain; empty while the argument that judges it is missing."""
    try:
        return domain.refusals(value)
    except Undecided:
        return []


class Offer:
    """What may be declared: the domain of each argument known so far, and the arguments that wait for an earlier one."""

    __slots__ = ("_judged", "arguments", "wait")

    def __init__(self, arguments: dict[str, Domain], wait: tuple[str, ...], judged: Callable[[], list[str]] = list) -> None:
        """`judged`: finds the arguments whose choices depend on the choices of the others."""
        self.arguments, self.wait, self._judged = arguments, wait, judged

    @property
    def together(self) -> list[str]:
        """The arguments, two or more, that judge each other: one is chosen, then the others are asked for with it in the draft."""
        return self._judged()

    def __repr__(self) -> str:
        return offer_written("", self.describe())

    def describe(self) -> plain_forms.OfferForm:
        """Return the plain form of the referee protocol."""
        told: plain_forms.OfferForm = {
            "arguments": {name: domain.describe() for name, domain in self.arguments.items()},
            "wait": list(self.wait),
        }
        if together := self.together:
            told["together"] = together
        return told


class KeptOffer:
    """What a list shows of an action, kept for every state in which `Action.shown_by` says the same.

    Args:
        name: of the action. offered: whether something of it is legal.
    """

    __slots__ = ("name", "offered", "plain")

    def __init__(self, name: str, offered: bool) -> None:
        self.name, self.offered = name, offered
        self.plain: plain_forms.OfferForm | None = None
        """The plain form, made when it is first read."""


class ShownOffer(Offer):
    """An offer of which it is known what it shows. The rule is asked for its domains when they are read.

    Args:
        shown: what it shows. ask: asks the rule in the state of this offer. asked: its answer, where it is there already.
    """

    __slots__ = ("_ask", "_asked", "_shown")

    def __init__(self, shown: KeptOffer, ask: Callable[[], Offer | None], asked: Offer | None = None) -> None:
        self._shown, self._ask, self._asked = shown, ask, asked

    def _whole(self) -> Offer:
        if self._asked is None:
            self._asked = self._ask()
            if self._asked is None:
                raise RuntimeError(f"{self._shown.name} is offered by what was kept, and not by its rule")
        return self._asked

    @property
    def arguments(self) -> dict[str, Domain]:  # type: ignore[override]  # as good as the attribute: it is never set
        return self._whole().arguments

    @property
    def wait(self) -> tuple[str, ...]:  # type: ignore[override]
        return self._whole().wait

    @property
    def together(self) -> list[str]:
        return self._whole().together

    def describe(self) -> plain_forms.OfferForm:
        """Return the plain form; what lies inside is shared by all readers, so it is read and never changed."""
        if self._shown.plain is None:
            self._shown.plain = self._whole().describe()
        return self._shown.plain.copy()


def offer(kind: type[Any], board: Board[Any], given: Mapping[str, Any], *, explain: bool = True) -> Offer | list[Refusal]:
    """Return what can be chosen next for this draft, or why nothing can; an option that leads nowhere is barred.

    Args:
        kind, board, given: the action, where it would be declared, and the arguments chosen so far.
        explain: say why nothing can be chosen. Who only lists what can be chosen saves the time, and gets no reasons.
    """
    survey = Survey(kind, board, given, judging=given, explain=explain)
    if survey.barred():
        return survey.barrier() if explain else []
    arguments = {name: domain for name, domain in survey.domains.items() if name not in given}
    for name in _judged_by_others(survey, given):
        unfit = _unfit(kind, board, given, name, arguments[name])
        arguments[name] = arguments[name].without(Told(unfit)) if unfit else arguments[name]
        if arguments[name].empty():
            return [refusal.under(name) for refusal in arguments[name].why_empty()] or [LEADS_NOWHERE().under(name)]
    if survey.on is not None:
        lost = DeadEnds(kind, board, given, survey)
        arguments[survey.on] = arguments[survey.on].without(lost)
        if arguments[survey.on].empty():
            return [refusal for value in _options(survey) for refusal in lost.why(value)] if explain else []
    wait = tuple(name for name in kind.__struct_fields__ if name not in given and name not in arguments)
    return Offer(arguments, wait, partial(_together, kind, board, given, survey.on, arguments))


def _together(kind: type[Any], board: Board[Any], given: Mapping[str, Any], on: str | None, arguments: Mapping[str, Domain]) -> list[str]:
    """Return the arguments of an offer that what waits for them reads one after the other; empty where it reads one alone."""
    found: list[str] = []
    chosen = dict(given)
    while on is not None and on in arguments and on not in found:
        found.append(on)
        for value in islice(arguments[on].values(), LOOK_BOUND):
            reads = Survey(kind, board.scratch(), {**chosen, on: value}, judging=given, explain=False).on
            if reads is not None and reads in arguments and reads not in found:
                chosen[on], on = value, reads
                break
    return found if len(found) > 1 else []


def _judged_by_others(survey: Survey, given: Mapping[str, Any]) -> list[str]:
    """The arguments still open that are said before one of the draft's, and may decide whether it stands (how a cost is split, and with
    what it is paid).
    """
    said = list(survey.domains)
    last = max((place for place, name in enumerate(said) if name in given), default=0)
    return [name for name in said[:last] if name in survey.missed]


def _unfit(kind: type[Any], board: Board[Any], given: Mapping[str, Any], name: str, domain: Domain) -> dict[str, list[Refusal]]:
    """Return, by key, the values of an argument that put a part of the draft outside its domain, and why."""
    tried = islice(domain.values(), LOOK_BOUND)
    return {key(value): why for value in tried if (why := Survey(kind, board, {**given, name: value}, judging=given).failed)}


def possible(kind: type[Any], board: Board[Any], given: Mapping[str, Any]) -> bool:
    """Say whether `offer` would offer anything for this draft. The first way to complete it is enough: the others are not looked for."""
    survey = Survey(kind, board, given, judging=given, explain=False)
    if survey.barred():
        return False
    if survey.on is None:
        return True
    looked = 0
    for value in _options(survey):
        if _leads_on(kind, board, {**given, survey.on: value}, given, survey.domains):
            return True
        looked += 1
    return looked == LOOK_BOUND


def _options(survey: Survey) -> Iterator[Any]:
    domain = survey.domains.get(survey.on or "")
    if domain is None:
        raise TypeError(f"a rule reads {survey.on!r} before it has said its domain")
    return islice(domain.values(), LOOK_BOUND)


def _leads_on(kind: type[Any], board: Board[Any], given: Mapping[str, Any], judging: Collection[str], filled: Collection[str]) -> bool:
    """Say whether this draft can be completed. Of its arguments `judging` are judged; for those in `filled` something can be chosen."""
    survey = Survey(kind, board, given, judging=judging, explain=False, filled=filled)
    if survey.barred():
        return False
    if survey.on is None:
        return True
    return any(_leads_on(kind, board, {**given, survey.on: value}, judging, survey.domains) for value in _options(survey))


class DeadEnds(Barred):
    """The options of an argument that lead nowhere, and why. It looks at an option when it is asked about it, on a board of its own.

    Args:
        kind, board, given: as for `offer`. survey: what the rule says of the draft; which argument it waits for.
    """

    __slots__ = ("_board", "_filled", "_found", "_given", "_kind", "_on")

    def __init__(self, kind: type[Any], board: Board[Any], given: Mapping[str, Any], survey: Survey) -> None:
        self._kind, self._board, self._given, self._on = kind, board, given, survey.on or ""
        self._filled, self._found = frozenset(survey.domains), dict[str, bool]()

    def bars(self, value: Any) -> bool:
        option = key(value)
        if option not in self._found:
            self._found[option] = not _leads_on(
                self._kind, self._board.scratch(), {**self._given, self._on: value}, self._given, self._filled
            )
        return self._found[option]

    def why(self, value: Any) -> list[Refusal]:
        if not self.bars(value):
            return []
        return _dead_end(self._kind, self._board.scratch(), {**self._given, self._on: value}, self._given)


def _dead_end(kind: type[Any], board: Board[Any], given: Mapping[str, Any], judging: Collection[str]) -> list[Refusal]:
    """Return why this draft, of whose arguments `judging` are judged, cannot be completed; empty if it can."""
    survey = Survey(kind, board, given, judging=judging)
    if barrier := survey.barrier():
        return barrier
    if survey.on is None:
        return []
    last: list[Refusal] = [LEADS_NOWHERE()]
    for value in _options(survey):
        last = _dead_end(kind, board, {**given, survey.on: value}, judging)
        if not last:
            return []
    return last


def complete(kind: type[Any], board: Board[Any], given: Mapping[str, Any], rng: random.Random, tries: int = 8) -> Any:
    """Return a whole action or operation made by chance from a draft; None where none was found."""
    return _completed(kind, board, given, _Sampler(rng), tries)


def several(
    kind: type[Any], board: Board[Any], drafts: Iterable[Mapping[str, Any]], rng: random.Random, tries: int, alike: Collection[str] = ()
) -> Iterator[Any]:
    """Yield whole actions or operations made by chance from drafts, each once for its draft.

    What the rule says of the arguments that it has read bars every draft with the same ones: the others are not asked.

    Args:
        kind, board: what, and where it would be declared. drafts: the arguments chosen so far.
        rng: chooses the others. tries: how many are made at most of a draft; where chance had nothing to choose there is no other.
        alike: arguments for which any value is as good.
    """
    drafts = list(drafts)
    first = drafts[0] if drafts else {}
    common = [name for name, value in first.items() if not [other for other in drafts if other.get(name, drafts) != value]]
    chooser = _CountingSampler(rng, alike, common)
    barred = dict[tuple[str, ...], list[dict[str, Any]]]()
    """By the names of a draft's arguments: some of their values that lead nowhere, whatever the others are."""
    for given in drafts:
        nowhere = barred.setdefault(tuple(given), [])
        if nowhere and [read for read in nowhere if read.items() <= given.items()]:
            continue
        found = list[Any]()
        for made in _made(kind, board, given, chooser, tries):
            if made is not None and made not in found:
                found.append(made)
                yield made
        if not found and not chooser.free:
            nowhere.append({name: value for name, value in chooser.chosen.items() if name in given})


def _made(kind: type[Any], board: Board[Any], given: Mapping[str, Any], chooser: _CountingSampler, tries: int) -> Iterator[Any]:
    """Yield what comes of each try to complete a draft; None: nothing.

    Where the rule did not read what chance chose, chance chooses again from the same domains, and the rule is not asked.
    """
    for n in range(1, tries + 1):
        chooser.free = False
        yield _completed(kind, board, given, chooser, 2)
        if not chooser.free:
            return
        if chooser.apart and chooser.read.isdisjoint(chooser.drawn):
            for _try in range(n, tries):
                yield kind(**{**chooser.chosen, **{name: domain.sample(chooser.rng) for name, domain in chooser.drawn.items()}})
            return


class _EmptyDomain(Exception):
    """A domain is empty."""


class _Sampler:
    """Chooses values of arguments by chance.

    Args:
        rng: the source of chance.
    """

    __slots__ = ("apart", "chosen", "drawn", "free", "read", "rng")

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.drawn: dict[str, Domain] = {}
        """The domains from which chance chose, in that order; chance may choose from them again."""
        self.chosen: dict[str, Any] = {}
        """What was tried last; where it leads nowhere, only the arguments that the rule has read, and those that were chosen for it."""
        self.read: set[str] = set()
        """Of what chance chose, the arguments that the rule has read meanwhile."""
        self.apart = False
        """Whether what was made last was judged in one pass."""
        self.free = True
        """Whether another try could end otherwise."""

    def begin(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Begin a try: return what it is to fill with arguments; those that are given and not in it come when they are read."""
        self.chosen, self.apart = dict(given), False
        return self.chosen

    def of(self, name: str, domain: Domain) -> Any:
        """Return a value of a domain.

        Raises:
            _EmptyDomain: it is empty. Undecided: an argument that it asks for is not there.
        """
        if domain.empty():
            raise _EmptyDomain
        return domain.sample(self.rng)


class _CountingSampler(_Sampler):
    """A sampler that uses chance only for a real choice, and notes whether there was one.

    Args:
        rng: the source of chance. alike: arguments that take their first value.
        common: arguments of drafts of which it need not be known whether the rule has read them, as they are the same in all.
    """

    __slots__ = ("alike", "common")

    def __init__(self, rng: random.Random, alike: Collection[str], common: Collection[str]) -> None:
        super().__init__(rng)
        self.alike, self.common = alike, common

    def begin(self, given: Mapping[str, Any]) -> dict[str, Any]:
        self.drawn.clear()
        self.read.clear()
        self.chosen, self.apart = {name: given[name] for name in self.common}, False
        return self.chosen

    def of(self, name: str, domain: Domain) -> Any:
        alike = name in self.alike
        if alike or soon_counted(domain):
            first = domain.first()
            if not first:
                raise _EmptyDomain
            if alike or len(first) == 1:
                return first[0]
        elif domain.empty():
            raise _EmptyDomain
        self.free = True
        self.drawn[name] = domain
        return domain.sample(self.rng)


def _completed(kind: type[Any], board: Board[Any], given: Mapping[str, Any], chooser: _Sampler, tries: int) -> Any:
    number = len(kind.__struct_fields__)
    for _try in range(tries):
        chosen = chooser.begin(given)
        before, waits, passes = -1, 1, 0
        while before < len(chosen) < number:
            before, passes = max(len(chosen), len(given)), passes + 1
            waits = _filled(kind, board, chosen, given, chooser)
            if waits < 0:
                break
            chosen.update(given)
        if waits >= 0 and len(chosen) == number:
            made = kind(**chosen)
            if not waits:
                chooser.apart = passes == 1
                return made
            if holds(made, board):
                return made
        if not chooser.free or chosen.keys() <= given.keys():
            return None  # nothing was left to chance, so another try would end the same
    return None


def _filled(kind: type[Any], board: Board[Any], chosen: dict[str, Any], given: Mapping[str, Any], chooser: _Sampler) -> int:
    """Choose each argument by chance once the rule gives its domain; those that are given come to be chosen when it reads them.

    One that depends on an argument which is said later waits for another pass.

    Returns:
        How often the rule waits for an argument that is not there yet; 0: all that it says has been judged, so that the whole action is
        legal. -1: this leads nowhere, or an argument that is given is outside its domain.
    """

    drawn: dict[str, Any] = {}

    def missing(name: str) -> Any:
        if name in given:
            value = given[name]
        elif name in drawn:
            value = drawn[name]
            chooser.read.add(name)
        else:
            raise Undecided(name)
        chosen[name] = value
        return value

    draft = draft_of(kind)(chosen, missing)  # reads what is chosen meanwhile
    waits = 0
    try:
        for said in terms_of(kind, draft, board):
            if said is None:
                continue
            if not isinstance(said, tuple):
                return -1
            name, domain = said
            try:
                if name in given:
                    if not domain.takes(given[name]):
                        chosen[name] = given[name]
                        return -1
                elif name in drawn or name in chosen:  # another part of the rule bounds it too
                    chooser.read.add(name)
                    if not domain.takes(drawn[name] if name in drawn else chosen[name]):
                        return -1
                else:
                    value = chooser.of(name, domain)
                    (drawn if name in chooser.drawn else chosen)[name] = value
            except Undecided:
                waits += 1
    except Undecided:
        waits += 1
    except _EmptyDomain:
        return -1
    finally:
        chosen.update(drawn)
    return waits


class action(Domain):
    """A whole action inside an action: one of several kinds, judged as if its seat were alone to act on this board.

    `given` is what a form has so far of one of them: with it the domain shows what can be chosen next.
    """

    __slots__ = ("board", "given", "kinds", "seat")

    def __init__(self, board: Board[Any], *kinds: type[Action], seat: Seat) -> None:
        self.board, self.kinds, self.seat = board, kinds, seat
        self.given: Mapping[str, Any] = {}

    def refusals(self, value: Any) -> list[Refusal]:
        if type(value) not in self.kinds:
            return [self._strange(name_of(type(value)))]
        if (seat := getattr(value, "seat", self.seat)) != self.seat:
            return [outside(seat, (self.seat,)).under("seat", "seat")]
        return failed_terms(value, self.board)

    def _strange(self, name: str) -> Refusal:
        """Return what is said of an action that is not one of those asked for."""
        return NO_SUCH_ACTION(name=name, the_choices=Choices(tuple(map(name_of, self.kinds))))

    def drafted(self, draft: Mapping[str, Any]) -> action:
        """Return the same domain for a form that is half filled in: one kind, and what can be chosen next of it.

        Args:
            draft: `{"action": name, argument: value, ...}`, plain; the seat may be left out.

        Raises:
            Malformed: none of these actions, no such argument, or a value of a wrong type.
            Illegal: an argument of the draft lies outside its domain, or nothing completes it.
        """
        plain = dict(draft)
        name = plain.pop("action", None)
        kind = next((kind for kind in self.kinds if name_of(kind) == name), None)
        if kind is None:
            raise Malformed((self._strange(name if isinstance(name, str) else "").under("action"),))
        copy = type(self)(self.board, kind, seat=self.seat)
        copy.given = read_arguments(kind, plain)
        if copy.given.get("seat", self.seat) != self.seat:
            raise Illegal((outside(copy.given["seat"], (self.seat,)).under("seat", "seat"),))
        made = offer(kind, self.board, copy._given(kind))
        if not isinstance(made, Offer):
            raise Illegal(tuple(made))
        return copy

    def offers(self) -> dict[str, Offer]:
        """Return what each kind offers."""
        return dict(self._offered())

    def _offered(self) -> Iterator[tuple[str, Offer]]:
        for kind in self.kinds:
            made = offer(kind, self.board, self._given(kind))
            if isinstance(made, Offer):
                yield name_of(kind), made

    def describe(self) -> plain_forms.ActionOf:
        return {"action": {name: made.describe() for name, made in self.offers().items()}, "seat": self.seat}

    def empty(self) -> bool:
        return next(self._offered(), None) is None

    def sample(self, rng: random.Random) -> Any:
        for kind in rng.sample(self.kinds, len(self.kinds)):
            if (made := complete(kind, self.board, self._given(kind), rng)) is not None:
                return made
        raise ValueError("an empty domain has no sample")

    def values(self) -> Iterator[Any]:
        for kind in self.kinds:
            yield from every(kind, self.board, self._given(kind))

    def _given(self, kind: type[Struct]) -> dict[str, Any]:
        seat = {"seat": self.seat} if "seat" in kind.__struct_fields__ else {}
        return {**seat, **self.given}


def read_arguments(kind: Any, plain: Mapping[str, Any]) -> dict[str, Any]:
    """Plain values as the arguments of an action that is being filled in.

    Raises:
        Malformed: unknown argument, or a value of a wrong type.
    """
    hints = field_types(kind)
    given: dict[str, Any] = {}
    for name, value in plain.items():
        if name not in hints:
            raise malformed(unknown(name), name)
        try:
            given[name] = convert(value, hints[name])
        except Malformed as fault:
            raise Malformed(tuple(r.under(name) for r in fault.refusals)) from None
    return given


def every(kind: type[Any], board: Board[Any], given: Mapping[str, Any]) -> Iterator[Any]:
    """Yield every legal action of a kind that completes a draft; domains without end give examples."""
    yield from _every(kind, board, given, given)


def _every(kind: type[Any], board: Board[Any], given: Mapping[str, Any], judging: Collection[str]) -> Iterator[Any]:
    survey = Survey(kind, board, given, judging=judging)
    if survey.failed:
        return
    rest: Sequence[str] = [name for name in kind.__struct_fields__ if name not in given]
    if not rest:
        made = kind(**given)
        if not failed_terms(made, board):
            yield made
        return
    name = survey.on if survey.on in survey.domains else next((n for n in rest if n in survey.domains), None)
    if name is None:
        return
    values: Iterable[Any] = survey.domains[name].values()
    for value in values:
        yield from _every(kind, board, {**given, name: value}, judging)
