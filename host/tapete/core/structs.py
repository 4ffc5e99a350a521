"""Frozen structs that are named by their class: `class LockBid(Action)` is `lock_bid` in JSON, without another word."""

from __future__ import annotations

import re
from typing import Any, dataclass_transform

import msgspec
from msgspec import StructMeta


def snake(name: str) -> str:
    """A class name as it stands in JSON: `LockBid` is `lock_bid`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.lstrip("_")).lower()


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Named(StructMeta):
    """Makes structs frozen and tags them by their class name; a class may say `tag=` where the ledger has another word."""

    def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **config: Any) -> Any:
        """The class, with what is left unsaid filled in."""
        return super().__new__(mcls, name, bases, namespace, **{"frozen": True, "tag": snake, **config})


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Citing(Named):
    """The same for events: fields are given by keyword, and the head of a class says the clause that it cites where nothing else is given.

    `class BidLocked(Event, clause="SHZ-034")`.
    """

    def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], clause: str = "", **config: Any) -> Any:
        """The class, with what is left unsaid filled in; a clause stands in a base of its own, beside other annotations."""
        config = {"kw_only": True, **config}
        if clause:
            told = {"__module__": namespace["__module__"], "__annotations__": {"clause": str}, "clause": clause}
            bases = (super().__new__(mcls, name, bases, told, **config),)
        return super().__new__(mcls, name, bases, namespace, **config)
