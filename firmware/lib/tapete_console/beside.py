"""The parts that a builder has added, in the turns of the loop; loaded only where there is one."""

from __future__ import annotations

from tapete_console import lights, pins
from tapete_console.link import Link
from tapete_console.locker import OPEN
from tapete_console.outbox import Outbox
from tapete_console.panel import FACE_MS, SIGN_MS, Panel
from tapete_console.shapes import Hardware, Reader


class Beside:
    """Arguments: the `hardware`, the `panels`, and the `outbox` for what is told."""

    def __init__(self, hardware: Hardware, panels: list[Panel], outbox: Outbox) -> None:
        self._hardware = hardware
        self._panels = panels
        self._outbox = outbox
        self._lying = "none"
        self._mute = False
        self._lock_held = False
        self.pressed = -1
        """The panel whose digits come next, -1 for none."""
        self._away: list[str] = []
        """What hangs on the bus and does not answer, as it was told."""

    def show_soon(self, place: int) -> None:
        """A button of this panel was pressed, or its knob turned: its digits come next, also before the picture."""
        if self._hardware.digits is not None:
            self.pressed = place

    def turn(self, link: Link, busy: bool, now: int) -> bool:
        """Let each part have its turn, display and reader only in one that is not `busy`; True if that was work."""
        hardware = self._hardware
        if hardware.buzzer is not None:
            for panel in self._panels:
                if panel.sound:
                    hardware.buzzer.play(panel.sound, now)
                    panel.sound = ""
            hardware.buzzer.turn(now)
        if hardware.encoder is not None:
            held = self._panels[0].buttons[pins.LOCK].held
            if held or self._lock_held:
                hardware.encoder.rest(now)
            self._lock_held = held
            steps = hardware.encoder.steps(now)
            if steps:
                self.show_soon(0)
            for _ in range(abs(steps)):
                button = pins.PLUS if steps > 0 else pins.MINUS
                self._panels[0].press(button, now, False)
                self._panels[0].release(button)
        self._tell_away("keys", hardware.bus_keys is not None and hardware.bus_keys.missing)
        self._tell_away("knob", hardware.encoder is not None and hardware.encoder.missing)
        if busy:
            return False
        if hardware.digits is not None:
            pressed = self.pressed
            self.pressed = -1
            place = hardware.digits.due(now, pressed)
            if place >= 0:
                was_there = not hardware.digits.missing[place]
                if not hardware.digits.show(place, text_of(self._panels[place], now), now) and was_there:
                    self._outbox.accept("report", ["digits", str(place)])
                return True
            if pressed >= 0:
                return False
        return hardware.reader is not None and self._read(hardware.reader, link, now)

    def _tell_away(self, what: str, missing: bool) -> None:
        """Report what does not answer, once until it answers again."""
        if missing and what not in self._away:
            self._away.append(what)
            self._outbox.accept("report", ["bus", what])
        elif what in self._away and not missing:
            self._away.remove(what)

    def _read(self, reader: Reader, link: Link, now: int) -> bool:
        """Let the reader have its turn, and tell what was laid down; True if that was work."""
        worked = reader.turn(now)
        if reader.laid is not None:
            if not link.session or "tag" not in link.reads:
                reader.laid = None  # no host takes it now; laid down again, it is told
            elif self._outbox.accept("tag", ["0"] + [word for word in reader.laid if word]):
                reader.laid = None
        if reader.lying != self._lying:
            self._lying = reader.lying
            link.tell("tagged", ["0", reader.lying])
        if not reader.silent(now):
            self._mute = False
        elif not self._mute:
            self._mute = True
            self._outbox.accept("report", ["reader", "mute"])
        return worked


def text_of(panel: Panel, now: int) -> str:
    """What four digits say, for everybody: the counter, who locked, a face; of a secret number dashes, of an open one the number."""
    if panel.faces(now, FACE_MS):
        return "d" + ("  %d" % panel.face)[-3:]
    if panel.alone:
        return "HOSt" if panel.frozen else ("   %d" % panel.counted)[-4:]
    if panel.picture is None:
        return "    "
    if now < panel.sign_until:
        return "LOC "
    if now - panel.not_now_at < lights.NOT_NOW_MS:
        return "--- "
    if now - panel.bid_at < SIGN_MS:
        return ("   %d" % panel.bid_shown)[-4:]
    if panel.locker.stage == OPEN:
        return "- - "
    if panel.picker.id:
        return "P " + ("0%d" % panel.picker.number)[-2:]
    return ("   %d" % panel.counted)[-4:]
