"""What happened, told by the lamps of a console: moment by moment, each as long as it takes to see, LOCK for the next one.

Who tells is above this package (`tapete.presentation.lamps`); here stands when it is told, and when the panels go on to what is asked.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tapete.console.clock import Clock, Timer
from tapete.core.scene import Scene, Tell
from tapete.core.seats import Seat
from tapete.table.table import Table

LAST_S = 20.0
"""How long the last moment stands if nobody presses LOCK: the table may follow a page."""

REQUEST = "told"
"""What a scene that tells is called on the wire, with the number of its moment: a LOCK for it answers nothing else."""


class ToldScene(Struct, frozen=True):
    """One moment: what the panels show, and for how long."""

    scene: Scene
    hold_s: float


class ToldTurn(Struct, frozen=True, kw_only=True):
    """What one declaration led to, as panels tell it.

    Args:
        number: of its last entry.
        scenes: its moments, in order; none where what is asked is not held up for them.
        signs: what each panel says beside what is asked, where there are no such scenes.
        waits: whether the last moment stands until LOCK is pressed.
    """

    number: int
    scenes: tuple[ToldScene, ...] = ()
    signs: Mapping[Seat, Tell] = {}
    waits: bool = True


Teller = Callable[[Table], ToldTurn | None]
"""Tells of a table what happened last; None: there is nothing."""


def seen(signs: Mapping[Seat, Tell], seats: Collection[Seat]) -> dict[Seat, Tell]:
    """What panels of these seats say: what happened only where no panel is, their strips tell as something that concerns all."""
    mine = {seat: sign for seat, sign in signs.items() if seat in seats}
    if any(one.sign != "step" or one.number is not None for one in mine.values()):
        return mine
    return {seat: replace(one, sign="acts") for seat, one in mine.items()}


class PanelTelling:
    """Where the panels of one console are in the telling. Its user holds `lock` whenever it calls.

    Args:
        clock: whose time counts. lock: is held while a moment ends by itself. redraw: shows what is to be shown now.
    """

    def __init__(self, clock: Clock, lock: AbstractContextManager[Any], redraw: Callable[[], None]) -> None:
        self._clock, self._lock, self._redraw = clock, lock, redraw
        self._heard = 0
        self._left: tuple[ToldScene, ...] = ()
        self._waits = False
        self._signs: Mapping[Seat, Tell] = {}
        self._timer: Timer | None = None
        self._moment = 0
        self.gone_on = 0
        """How often LOCK or time has gone on."""

    def begin(self, turn: ToldTurn | None) -> None:
        """Serve a table from now on: what has happened there up to now is not told."""
        self.stop()
        self._signs = {}
        self._heard = 0 if turn is None else turn.number

    def news(self, turn: ToldTurn | None, seats: Collection[Seat], *, hold: bool) -> None:
        """Something happened: tell it, unless it has been told. The telling of what was taken back ends.

        Args:
            turn: what happened last. seats: those with a panel. hold: whether what is asked may wait for it.
        """
        number = 0 if turn is None else turn.number
        if number == self._heard:
            return
        newer, self._heard = number > self._heard, number
        self.stop()
        self._signs = {}
        if turn is None or not newer:
            return
        if hold and turn.scenes:
            self._waits = turn.waits
            self._show(tuple(replace(one, scene=_for_panels(one.scene, seats)) for one in turn.scenes))
        else:
            self._signs = seen(turn.signs, seats)

    @property
    def scene(self) -> Scene | None:
        """The present moment; None while nothing is told that holds up what is asked."""
        return self._left[0].scene if self._left else None

    @property
    def request(self) -> str:
        """What the present moment is called on the wire."""
        return f"{REQUEST}{self._moment % 1000}"

    def beside(self, scene: Scene) -> Scene:
        """What is asked, with what each panel says of what has just happened."""
        return replace(scene, panels=tuple(replace(panel, tell=self._signs.get(panel.seat)) for panel in scene.panels))

    def go_on(self) -> None:
        """LOCK was pressed: the next moment, or what is asked."""
        left = self._left[1:]
        self.gone_on += 1
        self.stop()
        self._show(left)

    def stop(self) -> None:
        """Let what is asked be seen."""
        self._left = ()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _show(self, scenes: tuple[ToldScene, ...]) -> None:
        self._left = scenes
        if scenes:
            self._moment += 1
            hold = LAST_S if len(scenes) == 1 and self._waits else scenes[0].hold_s
            self._timer = Timer(self._clock, hold, functools.partial(self._passed, self._moment)).start()

    def _passed(self, moment: int) -> None:
        with self._lock:
            if self._left and self._moment == moment:
                self.go_on()
                self._redraw()


def _for_panels(scene: Scene, seats: Collection[Seat]) -> Scene:
    signs = seen({panel.seat: panel.tell for panel in scene.panels if panel.tell is not None}, seats)
    return replace(scene, panels=tuple(replace(panel, tell=signs.get(panel.seat, panel.tell)) for panel in scene.panels))
