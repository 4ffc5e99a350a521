"""Domains and offers as people write them: `lock_bid(amount: 1..50)`; for `repr`, made from the plain description."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

MOST_SHOWN = 12
"""Most options that are written one by one."""


def value_written(value: Any) -> str:
    """Return one value: words bare, everything else as Python writes it."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {value_written(part)}" for name, part in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(value_written, value)) + "]"
    return value if isinstance(value, str) else repr(value)


def range_written(domain: Mapping[str, Any]) -> str:
    """Return one domain.

    Args:
        domain: as `Domain.describe` gives it.
    """
    if "whole" in domain:
        return _ends(*domain["whole"])
    if "one_of" in domain:
        return _options([value_written(value) for value in domain["one_of"]])
    if "some" in domain:
        inside = range_written(domain["some"])
        return f"[{_ends(domain['least'], domain['most'])} of {inside}]" if domain["most"] and inside != NOTHING else "[]"
    if "ops" in domain:
        return f"[{_ends(domain['least'], domain['most'])} of {_options(domain['ops'])}]"
    if "action" in domain:
        return _options(offer_written(name, offer) for name, offer in domain["action"].items())
    if "each" in domain:
        return "{" + ", ".join(f"{name}: {range_written(part)}" for name, part in domain["each"].items()) + "}"
    if "row" in domain:
        return "[" + ", ".join(map(range_written, domain["row"])) + "]"
    if "maybe" in domain:
        return f"{range_written(domain['maybe'])} or None"
    if "text" in domain:
        return f"text of {_ends(*domain['text'])}"
    return next(iter(domain), "anything")


def offer_written(name: str, offer: Mapping[str, Any]) -> str:
    """Return an action with the range of each argument; `...` where an argument waits for an earlier one.

    Args:
        name: of the action.
        offer: as `Offer.describe` gives it.
    """
    arguments = [f"{argument}: {range_written(domain)}" for argument, domain in offer["arguments"].items()]
    return f"{name}({', '.join([*arguments, *(f'{waiting}: ...' for waiting in offer['wait'])])})"


NOTHING = "nothing"


def _ends(low: int, high: int) -> str:
    if low > high:
        return NOTHING
    return str(low) if low == high else f"{low}..{high}"


def _options(options: Iterable[str]) -> str:
    shown = list(options)
    if len(shown) > MOST_SHOWN:
        shown = [*shown[:MOST_SHOWN], f"... ({len(shown)} in all)"]
    return " | ".join(shown) or NOTHING
