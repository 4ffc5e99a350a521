"""What is announced and waits (BHM-155, R86)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tapete.games.bhm.figures import CardId, Iid, Seq, Slot, Targets, TerritoryRef
from tapete.games.bhm.operations import Operations


class CallPlan(Struct, frozen=True, tag_field="plan", tag="call", forbid_unknown_fields=True):
    """A being is called from the hand, at its price or instantly."""

    card: CardId
    slot: Slot
    instant: bool = False


class SummonPlan(Struct, frozen=True, tag_field="plan", tag="summon", forbid_unknown_fields=True):
    """A summon is made."""

    card: CardId
    slot: Slot


class StrategyPlan(Struct, frozen=True, tag_field="plan", tag="strategy", forbid_unknown_fields=True):
    """A strategy card is played."""

    card: CardId
    targets: Targets = ()


class PowerPlan(Struct, frozen=True, tag_field="plan", tag="power", forbid_unknown_fields=True):
    """A being executes a power; `last_pod`: paying it took the executor's last POD (BHM-R42)."""

    card: CardId
    executor: Iid
    targets: Targets = ()
    last_pod: bool = False


class ObjectPlan(Struct, frozen=True, tag_field="plan", tag="object", forbid_unknown_fields=True):
    """An object is attached, from the hand or (`orphan`: its number) from a pile on the field."""

    card: CardId
    being: Iid
    orphan: Seq | None = None


class TerritoryPlan(Struct, frozen=True, tag_field="plan", tag="territory", forbid_unknown_fields=True):
    """A territory is played."""

    card: CardId
    destroy: TerritoryRef | None = None
    replace: Annotated[int, Meta(ge=0, le=1)] | None = None
    replaced: Seq | None = None
    """The number of the territory that gives way: another may leave before it does."""


class AttackPlan(Struct, frozen=True, tag_field="plan", tag="attack", forbid_unknown_fields=True):
    """An attack: physical, or of power with the POD put into it."""

    attacker: Iid
    target: Iid
    pod: Annotated[int, Meta(ge=1, le=99_999)] | None = None


class TerrorPlan(Struct, frozen=True, tag_field="plan", tag="terror", forbid_unknown_fields=True):
    """TERROR has chosen its victim."""

    source: Iid
    target: Iid


class DrawPlan(Struct, frozen=True, tag_field="plan", tag="draw", forbid_unknown_fields=True):
    """A card is drawn."""

    mandatory: bool


class AbilityPlan(Struct, frozen=True, tag_field="plan", tag="ability", forbid_unknown_fields=True, omit_defaults=True):
    """A being uses an ability of its own; `aims` are the territories that it destroys, in order, each by its number."""

    source: Iid
    ops: Annotated[tuple[Operations, ...], Meta(max_length=8)]
    targeted: bool
    aims: Annotated[tuple[TerritoryRef, ...], Meta(max_length=8)] = ()


Plan = CallPlan | SummonPlan | StrategyPlan | PowerPlan | ObjectPlan | TerritoryPlan | AttackPlan | TerrorPlan | DrawPlan | AbilityPlan
