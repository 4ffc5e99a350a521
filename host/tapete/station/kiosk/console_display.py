"""What the consoles show while no match of people is played on them, and how bright they are."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.core.scene import Panel, Scene
from tapete.core.seats import SEATS
from tapete.station.kiosk.stage import Choosing, Ended, Playing, Stage
from tapete.table import Hub, Table
from tapete.table.in_event import TableInEvent, waiting_scene


def resting() -> Scene:
    """Return the scene for a station where nobody is."""
    return Scene(panels=tuple(Panel(seat=seat, value=0, largest=1, lamp="waiting") for seat in SEATS))


def choosing(cursor: int, number: int) -> Scene:
    """Return the scene for choosing one of `number` things: the counter shows the cursor, and every panel may move it."""
    return Scene(panels=tuple(Panel(seat=seat, value=cursor + 1, largest=max(1, number), lamp="turn") for seat in SEATS))


def at(
    stage: Stage, table: Table | None, show: Table | None, choices: int, waits_for_touch: bool, event: TableInEvent | None = None
) -> Scene | None:
    """Return what the consoles show.

    Args:
        stage: of the station. table: on the screen. show: the robots' match. choices: how many things can be chosen.
        waits_for_touch: whether a LOCK from any panel is waited for, and no answer to a question of the match.
        event: what an event says to this table; None: it is of none.

    Returns:
        The scene, which asks nothing; None: the match itself decides.
    """
    if isinstance(stage, Playing | Ended) and table is not None:
        return of_match(table, waits_for_touch) if isinstance(stage, Ended) or waits_for_touch else None
    if isinstance(stage, Choosing):
        return choosing(stage.cursor, choices)
    if event is not None:
        return waiting_scene(event)
    return resting() if show is None else of_match(show, False)


def of_match(table: Table, waits_for_touch: bool) -> Scene:
    """Return a match as it stands, asking nothing; while a guide waits for LOCK from any panel, every panel is asked."""
    scene: Scene = table.rules.scene(table.state)
    if not waits_for_touch:
        return scene
    return replace(scene, panels=tuple(replace(panel, lamp="turn") for panel in scene.panels))


class ConsoleDisplay:
    """The consoles of a station. Call it in a transaction.

    Args:
        hub: whose consoles they are.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._shines = 0, 0

    def show(
        self, stage: Stage, table: Table | None, show: Table | None, choices: int, waits_for_touch: bool, event: TableInEvent | None
    ) -> None:
        """Show where the station is; the arguments as for `at`."""
        scene = at(stage, table, show, choices, waits_for_touch, event)
        if scene is not None:
            self._hub.present(scene)
        elif table is not None:
            self._hub.show_on_console(table)

    def dim(self, light: tuple[int, int]) -> bool:
        """Shine with so much light (screen and console, in percent). Return whether that changed anything."""
        if light == self._shines:
            return False
        self._shines = light
        self._hub.dim(light[1])
        return True
