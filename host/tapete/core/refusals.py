"""Why something is not allowed: as data, with the clause that says so and a sentence in both languages.

Three errors are never mixed: `Malformed` (no such action at all), `Illegal` (not now), `Stale` (meant for an earlier moment).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Self

from msgspec import Struct
from msgspec.structs import replace

from tapete.core.listing import Choices
from tapete.core.plain_forms import RefusalForm
from tapete.core.texts import PLAIN, Language, Text, Words, _

OF_CORE = frozenset({"value", "low", "high", "least", "most", "sum", "twice", "due", "fewest", "asked"})
"""The names of core's figures in the codes of games."""

NAMED = "the_"
"""Prefix of a figure that names a thing: `the_being` beside `iid`. A sentence shows the name; the params keep the number alone."""


class _ParamsPlan(NamedTuple):
    """What a sentence and its figures keep of what a refusal is made with.

    `words` are the names of its params, each with the word under which it comes, or, where no figures are named, None: then everything is
    kept but what is `left` out. `named` are the figures that only the sentence shows. `ways` has what comes of it by the names of what a
    refusal is made with: which of `named` are there, and the params with their words; None: what it is made with as it is.
    """

    says: Text
    figures: dict[str, str] | None
    named: tuple[str, ...]
    words: tuple[tuple[str, str], ...] | None
    left: frozenset[str]
    ways: dict[tuple[str, ...], tuple[tuple[str, ...], tuple[tuple[str, str], ...] | None]]

    def way(self, given: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...] | None]:
        """Find the way for figures of these names, and keep it: mostly nothing is left out, and it is asked very often."""
        if self.words is not None:
            pairs = [(name, word if word in given else name) for name, word in self.words]
            kept = tuple(pair for pair in pairs if pair[1] in given)
        else:
            kept = tuple((name, name) for name in given if name not in self.left and not name.startswith(NAMED))
        as_it_is = [name for name, _ in kept] == [word for _, word in kept] == [*given]
        found = self.ways[given] = tuple(name for name in self.named if name in given), None if as_it_is else kept
        return found


_PLANS: dict[tuple[int, int], _ParamsPlan] = {}
"""Plans by the identity of sentence and figures, which all citations of a code share: a listing makes thousands of refusals."""

MOST_PLANS = 8_192
"""More than there are codes; a text that was filled in anew each time pushes out all others."""


def _planned(says: Text, figures: dict[str, str] | None) -> _ParamsPlan:
    holes = says.holes()
    named, shown = (tuple(name for name in holes if name.startswith(NAMED) == how) for how in (True, False))
    words = None if figures is None else tuple({**dict(zip(shown, shown, strict=True)), **figures}.items())
    if len(_PLANS) >= MOST_PLANS:
        _PLANS.clear()
    plan = _PLANS[id(says), id(figures)] = _ParamsPlan(says, figures, named, words, OF_CORE - set(holes), {})
    return plan


class Code(Struct, frozen=True):
    """A refusal code, declared once with the clause it cites and its sentence; called with the figures it makes the refusal.

    `ruling` names the operation with which a table ruling may still allow what is refused, if a printed text may allow it.
    `figures` are those of the ledger's params that come under another word, each with that word (`{"bid": "value", "mana": "high"}`), or
    that the sentence does not show; what it shows is one of them without being named. Left out, every figure is kept under the word with
    which it came, those of core only where the sentence shows them. What a sentence shows beyond them (`{the_being:card}`) is named by
    words that begin with `NAMED`.
    `known` are figures that the place where it is used gives once (`knowing`); one may be a function of those given last.
    """

    code: str
    clause: str
    says: Text
    ruling: str | None = None
    figures: dict[str, str] | None = None
    known: dict[str, Any] | None = None

    def __hash__(self) -> int:
        return hash((self.code, self.clause))

    def __call__(self, **params: Any) -> Refusal:
        """Return the refusal with these figures."""
        if self.known is not None:
            params = {**{name: known(params) if callable(known) else known for name, known in self.known.items()}, **params}
        plan = _PLANS.get((id(self.says), id(self.figures)))
        if plan is None or plan.says is not self.says or plan.figures is not self.figures:
            plan = _planned(self.says, self.figures)
        given = tuple(params)
        named, kept = plan.ways.get(given) or plan.way(given)
        told = params if kept is None else {name: params[word] for name, word in kept}
        return Refusal(self, told, None, {name: params[name] for name in named} if named else {})

    def knowing(self, **known: Any) -> Self:
        """Return the same code with some figures given beforehand; they may be functions of those that a domain adds."""
        return replace(self, known={**(self.known or {}), **known})

    def citing(self, clause: str) -> Self:
        """Return the same code and sentence for another clause."""
        return replace(self, clause=clause)

    def saying(self, says: Text) -> Self:
        """The same code, clause and figures with another sentence."""
        return replace(self, says=says)

    def ruled_by(self, operation: str) -> Self:
        """Return the same code where a table ruling may still do it with this operation."""
        return replace(self, ruling=operation)


class Late(Code, frozen=True):
    """What is said of an action once the match is over: it cites what ended it, the clause that `ends` has for the reason."""

    ends: dict[str, str] = {}

    def __call__(self, **params: Any) -> Refusal:
        return Code.__call__(self.citing(self.ends.get(params.get("reason", ""), self.clause)), **params)


class Refusal(Struct, frozen=True):
    """One reason why not. `at` is the path of the argument it is about, None where it is about the action as a whole.

    `named` are the figures that only the sentence shows; a refusal among them is shown as its own sentence.
    """

    of: Code
    params: dict[str, Any] = {}
    at: str | None = None
    named: dict[str, Any] = {}

    @property
    def code(self) -> str:
        """The lower snake_case code."""
        return self.of.code

    @property
    def clause(self) -> str:
        """The clause or ruling it cites."""
        return self.of.clause

    def under(self, name: str, kind: str | None = None) -> Refusal:
        """Return the same refusal for an argument or a part of one; the argument's `kind` decides how its choices are shown."""
        named = self.named
        if kind is not None:
            named = {word: replace(x, kind=x.kind or kind) if isinstance(x, Choices) else x for word, x in named.items()}
        return replace(self, at=name if self.at is None else f"{name}.{self.at}", named=named)

    def text(self, words: Words = PLAIN) -> Text:
        """Return the sentence."""
        named = {name: x.text(words) if isinstance(x, Refusal | Choices) else x for name, x in self.named.items()}
        return words.say(self.of.says, {**self.params, **named})

    def wire(self, words: Words = PLAIN) -> RefusalForm:
        """Return the plain form of the referee protocol."""
        return {
            "code": self.code,
            "clause": self.clause,
            "at": self.at,
            "params": {name: value.in_("en") if isinstance(value, Text) else value for name, value in self.params.items()},
            "text": self.text(words).wire(),
            "ruling": self.of.ruling,
        }


Faults = Iterator[Refusal | None]
"""What is wrong with a position, one broken invariant after the other; None where one holds."""


def must(holds: object, code: Code, **params: Any) -> Refusal | None:
    """Return nothing where a demand of a rule holds, else the refusal."""
    return None if holds else code(**params)


def outside(value: Any, choices: Iterable[Any]) -> Refusal:
    """Return the refusal of a value that is not one of the choices, with the choices there are."""
    return OUTSIDE(value=value, the_value=Choices((value,)), the_choices=Choices(tuple(choices)))


class First(Struct, frozen=True):
    """A demand without which the rest of the rule means nothing: its refusal comes alone."""

    refusal: Refusal


def must_first(holds: object, code: Code, **params: Any) -> First | None:
    """Demand as `must` does, but judge nothing else where it fails (who owes the choice, which step it is)."""
    return None if holds else First(code(**params))


class RefereeError(Exception):
    """Something that the referee refuses, with its reasons.

    As a string it is the codes alone: what a refusal tells may be one seat's secret, and errors end up in logs. Once `words` are set (the
    Python API does it, `tapete.python_match`) it is the sentences in `language`, each with its clause.
    """

    __module__ = "tapete"

    def __init__(self, refusals: tuple[Refusal, ...]) -> None:
        super().__init__(refusals)
        self.refusals = refusals
        self.words: Words | None = None
        self.language: Language = "en"

    def __str__(self) -> str:
        if self.words is not None:
            return self.in_(self.language)
        return ", ".join(f"{r.code} ({r.clause})" if r.clause else r.code for r in self.refusals)

    def in_(self, language: Language) -> str:
        """Return the sentences in one language, each on its line with its clause or ruling, or the argument that it is about."""
        words, lines = self.words or PLAIN, []
        for refusal in self.refusals:
            source = refusal.clause if refusal.clause not in ("", "CORE") else refusal.at
            lines.append(refusal.text(words).in_(language) + (f" ({source})" if source else ""))
        return "\n".join(lines)


class Malformed(RefereeError):
    """Not such an action at all: unknown word, unknown field, wrong type; the refusal's `at` is the path."""

    __module__ = "tapete"


class Illegal(RefereeError):
    """An action of the game that the rules do not allow now."""

    __module__ = "tapete"


class Stale(RefereeError):
    """Meant for an earlier moment of the match: a player was faster."""

    __module__ = "tapete"


MALFORMED = Code("malformed", "", _("That cannot be read: {problem}."))
OUT_OF_BOUNDS = Code("out_of_bounds", "CORE", _("{value} cannot be here: it goes from {low} to {high}."))
STALE = Code("stale", "", _("The match is at step {seq} already, not at {expected}. Look at the board and decide again."))
OUTSIDE = Code("outside", "CORE", _("{the_value} is not one of the choices: {the_choices}."), figures={"value": "value"})
UNFIT = Code("outside", "CORE", _("{value} cannot stand here."))
NO_SUCH_ACTION = Code("outside", "CORE", _("“{name}” cannot be declared here. Declare one of these: {the_choices}."))
NO_NUMBER = Code("outside", "CORE", _("A whole number is asked for, from {low} to {high}."))
NOT_EACH = Code("outside", "CORE", _("One is asked for with each of these, and with nothing else: {due}."), figures={"value": "value"})
NOT_BETWEEN = Code("outside", "CORE", _("{value} cannot be: it goes from {low} to {high}."))
NOT_SO_MANY = Code("not_so_many", "CORE", _("Between {least} and {most} are asked for; there are {value}."))
TWICE = Code("twice", "CORE", _("This is there twice: {the_twice}."))
LEADS_NOWHERE = Code("leads_nowhere", "CORE", _("Nothing legal could be chosen afterwards."))
TEXT_LENGTH = Code("text_length", "CORE", _("The text may have {least} to {most} characters, and has {the_length}."))
NO_SUCH_SEAT = Code("unknown_seat", "CORE", _("There is no seat {seat} in this match."))
BAD_SEATS = Code("bad_seats", "CORE", _("This game is for {fewest} to {most}, and the seats are filled in order from A."))
MATCH_OVER = Code("match_over", "CORE", _("The match is over."))
UNKNOWN_OPTION = Code("unknown_option", "CORE", _("There is no house rule “{key}”."))
BAD_OPTION = Code("bad_option", "CORE", _("The house rule “{key}” cannot be {value}; choose from: {allowed}."))
BAD_POSITION = Code("bad_position", "CORE", _("Play cannot go on from this position; what is wrong with it stands below."))
WRONG_STEP = Code("wrong_step", "CORE", _("Something else is due now ({step:moment})."))
ENDLESS = Code("endless", "CORE", _("What follows never ends ({steps}); settle it with a table ruling."))
ASKS = Code("ruling_asks", "CORE", _("A ruling leaves no question behind: give {missing} too."))
NO_OPERATION = Code("unknown_operation", "CORE", _("This game has no such operation: {op}."))
NO_SUCH_ENTRY = Code("no_such_entry", "", _("There is no move number {seq}."))
DIFFERS = Code("differs", "", _("These rules do not replay entry {seq} as it is written."))
NOTHING_TO_UNDO = Code("nothing_to_undo", "", _("There is nothing left to undo."))
NOTHING_TO_REDO = Code("nothing_to_redo", "", _("There is nothing to redo."))
SEAL_BROKEN = Code("seal_broken", "CORE", _("The bid revealed by {seat} is not the one that was sealed. Open the bidding again."))
