"""Numbers that a seat chooses one by one on its panel, until it says that these are all (the open choice of cards)."""

from __future__ import annotations

from typing import Any, get_origin

from tapete.core.answers import bare
from tapete.core.domains import some
from tapete.core.kinds import field_types
from tapete.core.refusals import RefereeError, Refusal
from tapete.core.seats import Seat
from tapete.core.steps import Owed
from tapete.table import codes
from tapete.table.sources import Source
from tapete.table.submitting import NotWritten
from tapete.table.table import Table


class Picks:
    """What the panels of a table have chosen so far; the table shows it as a draft.

    Choosing a number a second time removes it, unless the same number may appear twice.
    """

    def __init__(self, table: Table) -> None:
        self._table = table

    def add(self, seat: Seat, number: int) -> None:
        """Add a number to a seat's choice; a refused one is told to everybody and left out."""
        found = wanted(self._table, seat)
        if found is None:
            return
        action, argument, several = found
        chosen: list[int] = [*self._chosen(seat, argument)]
        offer = self._table.legal(seat).get(action)
        domain = offer.arguments.get(argument) if offer is not None else None
        refusals: list[Refusal] = []
        if domain is not None and isinstance(bare(domain), some):  # that there are too few as yet is no reason
            unfinished = {refusal.code for refusal in domain.refusals(())}
            refusals = [refusal for refusal in domain.refusals((number,)) if refusal.code not in unfinished]
        elif domain is not None and not several:
            refusals = domain.refusals(number)
        if refusals:
            why = refusals[0].text(self._table.rules.words)
            self._table.say(codes.PICK_REFUSED, why, seat=seat, number=number)
            return
        if not several:
            chosen = [number]
        elif number in chosen and not (isinstance(domain, some) and domain.repeat):
            chosen.remove(number)
        else:
            chosen.append(number)
        self._table.draft(seat, {"action": action, "seat": seat, argument: chosen})

    def finish(self, seat: Seat, source: Source) -> bool:
        """Declare what the seat has chosen; False if that was refused: everybody is told why, and the choice begins anew.

        Raises:
            NotWritten: the journal could not be written; the choice is kept.
        """
        found = wanted(self._table, seat)
        if found is None:
            return True
        action, argument, several = found
        chosen = [*self._chosen(seat, argument)]
        try:
            if not several and not chosen:
                return False
            self._table.submit({"action": action, "seat": seat, argument: chosen if several else chosen[-1]}, source)
        except NotWritten:
            raise
        except RefereeError as refused:
            self._table.say(codes.PICKS_REFUSED, refused.refusals[0].text(self._table.rules.words), seat=seat)
            self._table.draft(seat, None)
            return False
        return True

    def _chosen(self, seat: Seat, argument: str) -> list[int]:
        return list(self._table.drafts.get(seat, {}).get(argument, ()))


def wanted(table: Table, seat: Seat) -> tuple[str, str, bool] | None:
    """The action and argument that a pick of a seat fills, and whether it takes several; None if no pick is asked for."""
    owed: Owed | None = next((one for one in table.awaiting() if one.seat == seat and one.meaning == "pick"), None)
    if owed is None:
        return None
    action = owed.actions[0]
    types: dict[str, Any] = field_types(table.rules.game.action(action))
    argument = next(name for name in types if name != "seat")
    kind = types[argument]
    while hasattr(kind, "__metadata__"):
        kind = kind.__origin__
    return action, argument, get_origin(kind) in (tuple, list)
