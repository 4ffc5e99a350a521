"""What the consoles show while no match of people is played on them."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.core.scene import Panel, Scene
from tapete.core.seats import SEATS
from tapete.table import Table


def resting() -> Scene:
    """Nobody is here, and nothing is played."""
    return Scene(panels=tuple(Panel(seat=seat, value=0, largest=1, lamp="waiting") for seat in SEATS))


def choosing(cursor: int, number: int) -> Scene:
    """Somebody chooses one of `number` things: the counter fills as far as the cursor has gone, and every panel may move it."""
    return Scene(panels=tuple(Panel(seat=seat, value=cursor + 1, largest=max(1, number), lamp="turn") for seat in SEATS))


def of_match(table: Table, waits_for_touch: bool) -> Scene:
    """A match as it stands, asking nothing; while a guide waits for a LOCK from any panel, every panel is asked."""
    scene: Scene = table.rules.scene(table.state)
    if not waits_for_touch:
        return scene
    return replace(scene, panels=tuple(replace(panel, lamp="turn") for panel in scene.panels))
