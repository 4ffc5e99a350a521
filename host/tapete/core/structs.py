"""Frozen structs that are named by their class: `class LockBid(Action)` is `lock_bid` in JSON, without another word.

msgspec hands `frozen` and a callable `tag` on to every subclass, so nothing has to happen when a class is made; only the type checker
has to be told. What a match makes are structs of msgspec's own type: before Python 3.12 a call of another takes three times as long.
"""

from __future__ import annotations

import re
import threading
from typing import TYPE_CHECKING, Any, Self, TypeVar, dataclass_transform

import msgspec
from msgspec import NODEFAULT, StructMeta

T = TypeVar("T")


class Unchanging:
    """What never changes is its own copy: `copy.copy` and `copy.deepcopy` give it back."""

    __slots__ = ()

    def __copy__(self) -> Self:
        """Return itself."""
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        """Return itself."""
        return self


def snake(name: str) -> str:
    """Turn a class name into its name in JSON: `LockBid` into `lock_bid`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.lstrip("_")).lower()


if TYPE_CHECKING:

    @dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
    class Named(StructMeta):
        """Structs whose subclasses are all frozen too; the root says `frozen=True, tag=snake`, a class `tag=` where its ledger does."""

else:
    Named = StructMeta


class Strict(Unchanging, msgspec.Struct, metaclass=Named, frozen=True, forbid_unknown_fields=True):
    """A value that never changes, and that is read strictly: a field that nobody knows is an error. What is made of it is so too."""


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Citing(StructMeta):
    """The same for events: fields are given by keyword, and the head of a class says the clause that it cites where nothing else is given.

    `class BidLocked(Event, clause="SHZ-034")`. Of this type are the root and those that say no clause: they are there to be made more of,
    each over a plain struct with its fields. An event that cites something is a plain struct over those; nothing is made of it.
    """

    def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], clause: str = "", **config: Any) -> Any:
        """The class, with what is left unsaid filled in; a clause stands in a base of its own, beside other annotations."""
        plain = tuple(base.__mro__[1] if isinstance(base, mcls) else base for base in bases)
        config = {"kw_only": True, **config}
        if clause:
            told = {"__module__": namespace["__module__"], "__annotations__": {"clause": str}, "clause": clause}
            plain = (StructMeta(name, plain, told, **config),)
        made = StructMeta(name, plain, namespace, **config)
        # what was made is asked, not the annotations: Python 3.14 has none in the namespace of a class
        defaults = dict(zip(reversed(made.__struct_fields__), reversed(made.__struct_defaults__), strict=False))
        if clause or defaults.get("clause", NODEFAULT) is NODEFAULT:
            return made
        return super().__new__(mcls, name, (made,), {"__module__": namespace["__module__"], "__doc__": namespace.get("__doc__")})

    def __subclasscheck__(self, kind: type) -> bool:
        """Say that what is made of a class is one of it."""
        return kind is self or self.__base__ in kind.__mro__

    def __instancecheck__(self, event: object) -> bool:
        """Say that what is made of a class is one of it."""
        return issubclass(type(event), self)


_looked_at: set[Any] = set()
_looking = threading.Lock()


def ready(kind: type[T]) -> type[T]:
    """Return a type that any thread may read from now on.

    msgspec looks at a type when it is first read. Where two threads are the first at once, Python ends with a segmentation fault (0.22.0).
    """
    if kind not in _looked_at:
        with _looking:
            msgspec.json.Decoder(kind)
            _looked_at.add(kind)
    return kind
