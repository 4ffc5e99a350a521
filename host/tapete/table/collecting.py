"""A match of DataMorphs that begins from the collections of the last one (`cards.collections`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete import cards
from tapete.cards import collections
from tapete.core.seats import Seat
from tapete.table.hub import Hub
from tapete.table.table import Table


def begin(
    hub: Hub, raw: bytes, names: Mapping[Seat, str] | None = None, options: Mapping[str, Any] | None = None, catalogue: str | None = None
) -> Table:
    """Begin a match in which each player owns what a collection says, and is called so.

    Args:
        hub: where. raw: the file. names: what players are called instead. options: house rules.
        catalogue: the cards, if not the starter set.

    Raises:
        RefereeError: no sound collection, or the match cannot be begun.
    """
    owners = collections.read(raw, cards.bind(collections.GAME, options, catalogue).catalogue)
    named = {seat: owner.name for seat, owner in owners.items()} | dict(names or {})
    table = hub.begin(collections.GAME, options, named, catalogue=catalogue)
    for action in collections.actions(owners):
        table.submit(action)
    return table
