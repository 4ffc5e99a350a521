"""`tapete console first-light`: sixty checks of a console that was just built, in ten minutes, and one report to send.

It is the self-test with more: the drive, the name on the USB, the figures of the firmware and the times of the link, what each panel shows,
a sealed bid, a die that is owed, a counter that is alone, and the cable pulled out and put in again.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from pathlib import Path

from tapete.console import copying, find, settings_file
from tapete.console.client import Console
from tapete.console.doctor import shipped_firmware
from tapete.console.reports import (
    AloneCounters,
    BidLocked,
    BidRevealed,
    Connected,
    FreeRoll,
    Lost,
    Lying,
    Picked,
    Pressed,
    Rolled,
    Shown,
    Tagged,
)
from tapete.console.self_test import ANSWER_S, BINDING, Person, SelfTest
from tapete.core.scene import Bounds, Panel, Scene
from tapete.core.seats import Seat
from tapete_console import wire

FREE_BYTES = 60_000
"""Four panels with every part beside have 64 KB on the emulator (firmware/README.md); a board that has less is not the one that we know."""
TURN_MS = 20
RATE = 100
ROUND_TRIP_MS = 100
SCENES = 20
ASKS = 20
SIGN_S = 2.0
"""The sign of a lock stands for a second and a half; until then no other question begins."""
ALONE_S = 4.0
"""A console is alone three seconds after its host has gone."""
BACK_S = 30.0
COUNTER, HIDDEN, BID = 37, 42, 7
"""Numbers that a panel shows, one of them for its player alone, and that a person is to bid."""
ALONE_PRESSES = 3


class FirstLightPerson(Person):
    """The one who has built the console and sits before it. Each says what is to be done; what comes of it is heard on the link."""

    def number(self, what: str, panel: int) -> int | None:
        """Ask which number a panel (0..3) shows: `counter`, `private` or `digits`. None: no answer."""
        return None

    def heard(self) -> bool | None:
        """Ask whether the buzzer has just sounded for a turn. None: no answer."""
        return None

    def turn(self) -> None:
        """Ask to turn the knob one click to the right, and to press LOCK of the first panel."""

    def lay(self) -> None:
        """Ask to lay one card with a sticker on the reader."""

    def lift(self) -> None:
        """Ask to take that card away."""

    def bid(self, panel: int, number: int) -> None:
        """Ask to set this number under the hood and press LOCK."""

    def roll(self, panel: int) -> None:
        """Ask to press ROLL."""

    def both(self, panel: int) -> None:
        """Ask to hold MINUS and PLUS together for more than a second."""

    def alone(self, panel: int) -> None:
        """Ask to press PLUS three times, one after the other."""

    def replug(self) -> None:
        """Ask to pull the USB cable out and to put it in again."""


class FirstLight(SelfTest):
    """One first light. Arguments as for `SelfTest`; `builder` in the place of the person, and the `drives` that are in reach."""

    def __init__(
        self, port: str, builder: FirstLightPerson, *arguments: float, drives: Callable[[], list[Path]] = copying.drives, **more: object
    ) -> None:
        super().__init__(port, builder, *arguments, **more)  # type: ignore[arg-type]  # handed on as they are
        self._builder = builder
        self._drives = drives

    def _begin(self) -> None:
        self._try_drive()

    def _more(self, console: Console) -> None:
        """What the self-test does not try; the cable comes last."""
        self._try_name()
        self._try_hello(console)
        self._try_figures(console)
        self._try_times(console)
        for panel in range(console.state.panels):
            self._try_panel(console, panel)
        self._try_bids(console)
        self._try_parts(console)
        self._try_replug(console)

    def _try_drive(self) -> None:
        found = [drive for drive in self._drives() if (drive / copying.PACKAGE).is_dir()]
        told = copying.interpreter(found[0]) if found else None
        self._note("drive in reach", True if found else None, str(len(found)))
        self._note("interpreter", None if told is None else (10, 0) <= told[0] < copying.UNTRIED, "" if told is None else told[1])
        self._note("board", None if told is None else told[2] in find.PICOS, "" if told is None else told[2])
        if not found:
            for name in ("boot.py", "files", "nothing in the way", "settings"):
                self._note(name, None)
            return
        compared = {finding.code: str(finding.params["files"]) for finding in copying.compared(found[0])}
        failed = copying.boot_trouble(found[0])
        self._note("boot.py", failed is None, "" if failed is None else str(failed.params["words"]))
        self._note("files", not compared.keys() & {"drive_broken", "drive_changed"}, compared.get("drive_broken", ""))
        self._note("nothing in the way", "files_in_the_way" not in compared, compared.get("files_in_the_way", ""))
        wrong = [finding for finding in settings_file.judge_drive(found[0]) if finding.weight != "note"]
        self._note("settings", not wrong, "; ".join(finding.what.in_("en") for finding in wrong))

    def _try_name(self) -> None:
        here = next((board for board in find.consoles() if board.port == self._port), None)
        self._note("usb name", None if here is None or here.unnamed else here.named, "" if here is None else here.description)
        self._note("serial number", None if here is None else bool(here.serial_number))

    def _try_hello(self, console: Console) -> None:
        state = console.state
        self._note("firmware", state.firmware == shipped_firmware(), state.firmware)
        self._note("pin map", not state.faults, ", ".join(state.faults))
        self._note("boot id", len(state.boot) == 8, state.boot)
        self._note("reason of the start", state.why in ("power", "reset", "software"), state.why)
        self._note("longest line", state.able.window == wire.MAX_LINE, str(state.able.window))
        self._note("pixels of a panel", state.pixels[0] > 0, ",".join(map(str, state.pixels)))
        self._note("bridge", True if state.bridge else None, str(state.bridge))

    def _try_figures(self, console: Console) -> None:
        before = console.state.status
        self._pause(2.5)
        status = console.state.status
        if before is None or status is None:
            self._note("status", False)
            return
        simulated = status.free == 0
        self._note("status", status.up > before.up, f"{status.up} s")
        self._note("free memory", None if simulated else status.free >= FREE_BYTES, str(status.free))
        self._note("longest turn", None if simulated else status.turn <= TURN_MS, f"{status.turn} ms")
        self._note("turns in a second", None if simulated else status.rate >= RATE, str(status.rate))
        for name, count in (("damaged", status.bad), ("repeated", status.resent), ("dropped", status.dropped)):
            self._note(f"lines {name}", count == 0, str(count))
        self._note("current", status.draw > 0, f"{status.draw} mA")

    def _try_times(self, console: Console) -> None:
        """From a scene to `shown`, one after the other."""
        panels = console.state.panels
        took = []
        for number in range(SCENES):
            begun = self._clock.now()
            console.show(self._scene(panels, value=number), self._binding(panels), f"n{number}")
            if self._wait(Shown, ANSWER_S) is None:
                break
            took.append(1000 * (self._clock.now() - begun))
        self._note("scenes shown", len(took) == SCENES, f"{len(took)} of {SCENES}")
        if took:
            self._note("scene to answer, median", statistics.median(took) <= ROUND_TRIP_MS, f"{statistics.median(took):.0f} ms")
            self._note("scene to answer, longest", max(took) <= 3 * ROUND_TRIP_MS, f"{max(took):.0f} ms")

    def _try_panel(self, console: Console, panel: int) -> None:
        panels, name = console.state.panels, f"panel {panel + 1}: "
        self._show(console, self._scene(panels, value=COUNTER))
        self._right(name + "counter", self._builder.number("counter", panel), min(COUNTER, console.state.pixels[0]))
        if "digits" in console.state.able.parts:
            self._right(name + "digits", self._builder.number("digits", panel), COUNTER)
        if console.state.able.numbers:
            self._show(console, self._scene(panels, shown=HIDDEN))
            self._right(name + "private display", self._builder.number("private", panel), HIDDEN)
        else:
            self._note(name + "private display", None)
        self._show(console, self._scene(panels, dice=panel))
        self._builder.roll(panel)
        rolled = self._wait((Rolled, FreeRoll), self._patience_s)
        self._note(name + "die that is owed", isinstance(rolled, Rolled) and rolled.panel == panel, str(getattr(rolled, "face", "")))
        self._show(console, self._scene(panels))
        self._builder.both(panel)
        until = self._clock.now() + self._patience_s
        held: set[str] = set()
        while len(held) < 2 and (left := until - self._clock.now()) > 0:
            pressed = self._wait(Pressed, left)
            if pressed is not None and pressed.long and pressed.panel == panel:
                held.add(pressed.button)
        self._note(name + "MINUS and PLUS together", held == {"minus", "plus"}, ", ".join(sorted(held)))

    def _try_bids(self, console: Console) -> None:
        panels = console.state.panels
        if not console.state.able.numbers:
            for panel in range(panels):
                self._note(f"panel {panel + 1}: sealed bid", None)
            return
        self._show(console, self._scene(panels, bid=True), "bids")
        for panel in range(panels):
            self._builder.bid(panel, BID)
            locked = self._wait(BidLocked, 2 * self._patience_s)
            self._note(f"panel {panel + 1}: sealed bid", locked is not None and locked.panel == panel)
        console.reveal()
        for panel in range(panels):
            opened = self._wait(BidRevealed, ANSWER_S)
            good = opened is not None and opened.bid == BID and opened.fits is True
            self._note(f"panel {panel + 1}: bid opened", good, "" if opened is None else str(opened.bid))

    def _try_parts(self, console: Console) -> None:
        """What the builder has added, except digits (with their panel) and buttons over two wires (with the buttons)."""
        panels, parts = console.state.panels, console.state.able.parts
        if parts:
            self._pause(SIGN_S)
        if "buzzer" in parts:
            self._show(console, Scene(panels=()))
            self._show(console, self._scene(panels))
            self._note("buzzer", self._builder.heard())
        if parts & {"encoder", "bus_encoder"} and console.state.able.numbers:
            self._show(console, self._scene(panels, pick=True), "knob")
            self._builder.turn()
            picked = self._wait(Picked, self._patience_s)
            self._note("knob", picked is not None and picked.choice > 0, "" if picked is None else f"{picked.choice} a click")
        if "reader" in parts:
            self._show(console, self._scene(panels))
            self._builder.lay()
            laid = self._wait(Tagged, self._patience_s)
            self._note("reader: a card", laid is not None, "" if laid is None else "with text" if laid.code else "without text")
            self._builder.lift()
            until = self._clock.now() + self._patience_s
            lifted = False
            while not lifted and (left := until - self._clock.now()) > 0:
                lying = self._wait(Lying, left)
                lifted = lying is not None and lying.what == "none"
            self._note("reader: lifted", lifted)

    def _try_alone(self) -> None:
        """Without a host the counters are the players' own, and a host that comes hears of it."""
        self._pause(ALONE_S)
        self._builder.alone(0)
        console = self._open_console(self._events.put)
        try:
            told = self._wait(AloneCounters, ANSWER_S + self._patience_s)
            self._note("counts alone", told is not None and told.values[0] == ALONE_PRESSES, "" if told is None else str(told.values[0]))
        finally:
            console.close()

    def _try_replug(self, console: Console) -> None:
        before = console.state.boot
        self._builder.replug()
        begun = self._clock.now()
        back = self._wait(Connected, BACK_S)
        self._note("cable out and in", back is not None, f"{self._clock.now() - begun:.1f} s")
        self._note("a new start", back is not None and back.boot != before and back.why == "power", "" if back is None else back.why)
        self._show(console, self._scene(console.state.panels, value=0))

    def _pause(self, seconds: float) -> None:
        """Let so much time pass; what the console reports meanwhile is kept."""
        nothing: tuple[type[Lost], ...] = ()
        self._wait(nothing, seconds)

    def _end(self) -> None:
        self._try_alone()

    def _right(self, name: str, said: int | None, shown: int) -> None:
        self._note(name, None if said is None else said == shown, f"{said} for {shown}")

    def _show(self, console: Console, scene: Scene, request: str = "seen") -> None:
        console.show(scene, self._binding(console.state.panels), request)
        self._wait(Shown, ANSWER_S)

    @staticmethod
    def _binding(panels: int) -> dict[int, Seat]:
        return {place: BINDING[place] for place in range(panels)}

    @staticmethod
    def _scene(panels: int, *, value: int = 0, shown: int | None = None, bid: bool = False, dice: int = -1, pick: bool = False) -> Scene:
        made = []
        for place in range(panels):
            asked = Bounds(low=0, high=9) if bid else None
            owed = (f"d{place}",) if place == dice else ()
            choice = Bounds(low=0, high=9) if pick and place == 0 else None
            made.append(Panel(seat=BINDING[place], value=value, largest=50, lamp="turn", bid=asked, shown=shown, dice=owed, pick=choice))
        return Scene(panels=tuple(made))
