"""What is announced and waits (BHM-155, R86)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tapete.core.structs import Strict, snake
from tapete.games.bhm.figures import CardId, Iid, Seq, Slot, Targets, TerritoryRef
from tapete.games.bhm.operations import Operations


class AnyPlan(Strict, tag_field="plan", tag=lambda name: snake(name).removesuffix("_plan")):
    """What somebody has announced."""


class CallPlan(AnyPlan):
    """A being is called from the hand, at its price or instantly."""

    card: CardId
    slot: Slot
    instant: bool = False


class SummonPlan(AnyPlan):
    """A summon is made."""

    card: CardId
    slot: Slot


class StrategyPlan(AnyPlan):
    """A strategy card is played."""

    card: CardId
    targets: Targets = ()


class PowerPlan(AnyPlan):
    """A being executes a power; `last_pod`: paying it took the executor's last POD (BHM-R42)."""

    card: CardId
    executor: Iid
    targets: Targets = ()
    last_pod: bool = False


class ObjectPlan(AnyPlan):
    """An object is attached, from the hand or (`orphan`: its number) from a pile on the field."""

    card: CardId
    being: Iid
    orphan: Seq | None = None


class TerritoryPlan(AnyPlan):
    """A territory is played."""

    card: CardId
    destroy: TerritoryRef | None = None
    replace: Annotated[int, Meta(ge=0, le=1)] | None = None
    replaced: Seq | None = None
    """The number of the territory that gives way: another may leave before it does."""


class AttackPlan(AnyPlan):
    """An attack: physical, or of power with the POD put into it."""

    attacker: Iid
    target: Iid
    pod: Annotated[int, Meta(ge=1, le=99_999)] | None = None


class TerrorPlan(AnyPlan):
    """TERROR has chosen its victim."""

    source: Iid
    target: Iid


class DrawPlan(AnyPlan):
    """A card is drawn."""

    mandatory: bool


class AbilityPlan(AnyPlan, omit_defaults=True):
    """A being uses an ability of its own; `aims` are the territories that it destroys, in order, each by its number."""

    source: Iid
    ops: Annotated[tuple[Operations, ...], Meta(max_length=8)]
    targeted: bool
    aims: Annotated[tuple[TerritoryRef, ...], Meta(max_length=8)] = ()


Plan = CallPlan | SummonPlan | StrategyPlan | PowerPlan | ObjectPlan | TerritoryPlan | AttackPlan | TerrorPlan | DrawPlan | AbilityPlan
