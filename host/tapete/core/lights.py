"""What panels show in all games: whose turn it is, what LOCK answers, which dice are owed."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from tapete.core.scene import DiePurpose, Lamp, LockButton, Panel, Scene
from tapete.core.seats import Seat
from tapete.core.steps import Dice, Over, Owed, SealingStep, Step


def lit(scene: Scene, step: Step, owed: tuple[Owed, ...], purposes: Mapping[str, DiePurpose]) -> Scene:
    """Return a game's scene with what follows from what is owed, so that panels invite exactly the presses that something waits for.

    Args:
        scene: counters and numbers, made by the game; of its lamps only `ready` and `lost` count, for seats that owe nothing.
        step: the one at hand.
        owed: who owes what.
        purposes: what the lights say of a game's word for a purpose (`Die.purpose`); a word that is not there is left out.
    """
    return replace(scene, panels=tuple(_lit(panel, step, owed, purposes) for panel in scene.panels))


def _lit(panel: Panel, step: Step, owed: tuple[Owed, ...], purposes: Mapping[str, DiePurpose]) -> Panel:
    seat = panel.seat
    due = [die for die in step.due if die.panel == seat] if isinstance(step, Dice) else []
    return replace(
        panel,
        lamp=lamp(step, seat, owed, panel.lamp),
        lock=lock(step, seat, owed),
        dice=tuple(die.id for die in due),
        purpose=purposes.get(due[0].purpose) if due else None,
    )


def lamp(step: Step, seat: Seat, owed: tuple[Owed, ...], otherwise: Lamp = "waiting") -> Lamp:
    """Return what a seat is in.

    Everybody may do what the table owes, except seats that are out and seats whose secret a machine keeps: those have nothing to turn over.

    Args:
        step: the one at hand.
        seat: whose lamp.
        owed: who owes what.
        otherwise: what the game says of a seat that owes nothing; only `ready` and `lost` count.
    """
    if isinstance(step, Over):
        return _ending(step, seat)
    owing = {due.seat for due in owed}
    if seat in owing:
        return "turn"
    if otherwise == "lost":
        return otherwise
    if None in owing and not (isinstance(step, SealingStep) and seat in step.seals):
        return "turn"
    if otherwise == "ready" or (isinstance(step, SealingStep) and seat in step.ready):
        return "ready"
    return "waiting"


ENDINGS: Mapping[str, Lamp] = {"draw": "drawn", "loss": "lost", "stopped": "dark"}
"""How a match that nobody has won ends for everybody."""


def _ending(over: Over, seat: Seat) -> Lamp:
    if over.kind == "win":
        return "won" if seat in over.seats else "lost"
    return ENDINGS[over.kind]


def asks(scene: Scene) -> bool:
    """Say whether the panels of a scene are asked for anything."""
    return any(panel.bid is not None or panel.pick is not None or panel.dice or panel.lock is not None for panel in scene.panels)


def lock_too(scene: Scene) -> Scene:
    """Return a scene in which LOCK of every panel is lit; the lamps say whose turn it is as before."""
    return replace(scene, panels=tuple(replace(panel, lock="ready") for panel in scene.panels))


def lock_alone(scene: Scene) -> Scene:
    """Return a scene in which LOCK of every panel is asked for, and nothing else."""
    asked = (replace(panel, lamp="turn", lock="ready", bid=None, pick=None, dice=(), purpose=None) for panel in scene.panels)
    return replace(scene, panels=tuple(asked))


def lock(step: Step, seat: Seat, owed: tuple[Owed, ...]) -> LockButton | None:
    """Return what LOCK answers while no number is asked for: pass or ready, or taking back the seat's own ready until all are ready."""
    for due in owed:
        if due.seat == seat and due.meaning in ("pass", "ready"):
            return due.meaning
    if isinstance(step, SealingStep) and seat in step.ready and any(due.meaning == "ready" for due in owed):
        return "back"
    return None
