"""Abilities of beings, declared by hand or ready-made (BHM-060, 148; R68, R107)."""

from __future__ import annotations

from tapete.core.board import Working
from tapete.core.domains import Test
from tapete.core.refusals import Code
from tapete.core.seats import Seat
from tapete.games.bhm.aiming import numbered
from tapete.games.bhm.board import War
from tapete.games.bhm.figures import CardSource, SaidIid, TerritoryRef
from tapete.games.bhm.language import _
from tapete.games.bhm.operations import DestroyTerritory, Operations
from tapete.games.bhm.plans import AbilityPlan

Source = SaidIid | CardSource

ABILITIES_INACTIVE = Code("abilities_inactive", "BHM-060", _("Without POD the abilities of {the_being:card} are inactive."))


def awake(board: War) -> Test:
    """What has its abilities (BHM-060)."""
    return board.being_must(lambda being: not being.inactive, ABILITIES_INACTIVE)


def at_work(board: War, seat: Seat, source: Source, targeted: bool) -> Working:
    """Let an effect be at work: whose, from which card, of which rank (BHM-148, R68)."""
    being = board.find(source) if isinstance(source, int) else None
    if being is not None:
        return board.working(by=seat, targeted=targeted, rank=being.rank, card_at_work=being.card)
    if isinstance(source, CardSource):
        return board.working(by=seat, targeted=targeted, rank=board.card(source.card).rank, card_at_work=source.card)
    return board.working(by=seat, targeted=targeted)


def ability_plan(board: War, source: int, operations: tuple[Operations, ...], targeted: bool) -> AbilityPlan:
    """An ability as it waits: the territories that it destroys are kept by their numbers, as another may leave before it works."""
    doomed = (operation for operation in operations if isinstance(operation, DestroyTerritory))
    return AbilityPlan(source, operations, targeted, tuple(numbered(board, TerritoryRef(one.seat, one.index)) for one in doomed))
