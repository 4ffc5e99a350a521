"""Actions: what a person declares. Each says once what must hold (`terms`) and what follows (`effect`).

`terms` is run with the whole action to check it, and with a draft to list what may be chosen: reading an argument that nobody
has given yet stops there, and what comes after waits for it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import cache
from itertools import chain
from typing import Any, ClassVar

from msgspec import Struct

from tapete.core.domains import Domain, Undecided
from tapete.core.refusals import WRONG_STEP, First, Refusal
from tapete.core.steps import Step
from tapete.core.structs import Named, Unchanging, snake

Said = Refusal | First | None | tuple[str, Domain]
"""What a rule says: a demand that failed, one that failed and ends the rule, nothing, or the domain of an argument."""

Terms = Iterator[Said]


class Action(Unchanging, Struct, metaclass=Named, frozen=True, tag=snake, kw_only=True, tag_field="action", forbid_unknown_fields=True):
    """A declaration of a seat or of the table, tagged with the ledger's name.

    `during` are the steps it belongs to. With a field `seat` it is that seat's; without, anybody may enter it. A family of actions says
    once in `bars(self, board)` what must hold of each before its own `terms` are asked (`terms_of`).
    """

    during: ClassVar[tuple[type[Step], ...]] = ()
    bars: ClassVar[Any] = None

    @classmethod
    def untimely(cls, board: Any) -> Refusal:
        """Return the refusal when another step is at hand; games name their own."""
        return WRONG_STEP(step=board.top.__struct_config__.tag)

    def beside(self, refusal: Refusal, board: Any) -> list[Refusal]:
        """Return all that is said where another step is at hand: that refusal, and what a game wants said beside it."""
        return [refusal]

    @classmethod
    def acts(cls, board: Any, seat: Any) -> bool:
        """Say whether a seat can declare such an action now, as far as that hangs on nothing else: it is in, and on turn."""
        return True

    @classmethod
    def shown_by(cls, board: Any, seat: Any) -> Hashable | None:
        """Return all of a state that decides what a list shows of this action while nothing is chosen yet; None: a list asks the rule.

        Where it is the same, the list is the same: which values may be chosen, the codes of what bars the others, and nothing of what
        their sentences say. An action that asks for nothing shows the same to every seat that `acts`.
        """
        return () if cls.terms is Action.terms and cls.bars is None else None

    def terms(self, board: Any) -> Terms:
        """Yield what must hold and the domain of each argument, the independent ones first. Read arguments and board only.

        Nothing, unless a game says so: an action that asks for nothing is always possible at its steps.
        """
        return iter(())

    def effect(self, board: Any) -> None:
        """Write what follows to the board. Core calls this only when the terms hold."""
        raise NotImplementedError


def terms_of(kind: type[Any], thing: Any, board: Any) -> Terms:
    """Return what a rule says of an action or operation: what bars its family, where it is of one that says so, then its own terms.

    Args:
        kind: its type. thing: it, or a draft of it. board: where it would be declared.
    """
    bars = getattr(kind, "bars", None)
    if bars is None:
        terms: Terms = kind.terms(thing, board)
    elif kind.terms is Action.terms:
        terms = bars(thing, board)
    else:
        terms = chain(bars(thing, board), kind.terms(thing, board))
    return terms


def so_far(thing: Any, name: str) -> Any:
    """Return an argument, or None while it is missing. Refusals may use it; legality may not."""
    try:
        return getattr(thing, name)
    except Undecided:
        return None


def kind_of(thing: Any) -> Any:
    """Return the type of an action or operation, also of one that is being filled in."""
    return thing._kind if isinstance(thing, Draft) else type(thing)


class Draft:
    """An action (or operation) that is being filled in: it has the arguments given so far, and everything that its kind has besides.

    `draft_of` gives the type of an action's drafts.

    Args:
        given: its arguments so far; it may be filled in meanwhile.
        missing: asked for an argument that is read and not given; it returns a value, or raises `Undecided`.
    """

    __slots__ = ("__dict__", "_missing")
    _kind: ClassVar[Any]

    def __init__(self, given: dict[str, Any], missing: Callable[[str], Any] = Undecided.raised) -> None:
        self.__dict__, self._missing = given, missing

    def __getattr__(self, name: str) -> Any:
        return self._missing(name) if name in self._kind.__struct_fields__ else getattr(self._kind, name)


def _drafts_of(kind: type[Any]) -> type[Draft]:
    """Return the type of a kind's drafts: with the methods and words of the kind, and without its arguments."""
    had = {name: word for base in reversed(kind.__mro__) for name, word in vars(base).items() if not name.startswith("__")}
    words = {name: word for name, word in had.items() if name not in kind.__struct_fields__}
    return type(f"{kind.__name__}Draft", (Draft,), {"__slots__": (), "_kind": kind, **words})


draft_of: Callable[[Any], type[Draft]] = cache(_drafts_of)
"""Gives the type of the drafts of an action or operation."""
