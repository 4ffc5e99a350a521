"""One panel: what its buttons do and what its pixels show.

Counter, die display and private display are drawn as one picture, in the order of the chain. Times are ms of the console's clock.
"""

from __future__ import annotations

from tapete_console import lights, pins
from tapete_console.buttons import Button
from tapete_console.dice import DieRoller, Entropy, throw
from tapete_console.locker import LOCKED, NONE, OPEN, BidLocker, Picker
from tapete_console.outbox import Outbox
from tapete_console.picture import PanelPicture
from tapete_console.settings import Settings
from tapete_console.wire import BUTTONS, LARGEST_VALUE

FACE_MS = 4000
"""How long a face stays before the lamp takes its place again."""
NEVER = -1000000


class Panel:
    """Arguments: its `place` (0..3), the `settings`, the `outbox` for what is done here, the `entropy` for dice and nonces."""

    def __init__(self, place: int, settings: Settings, outbox: Outbox, entropy: Entropy) -> None:
        self.place = place
        self.locker = BidLocker()
        self.alone = True
        self.alone_changed = False
        self.misfit = False
        self.alone_value = settings.alone_value
        self._settings = settings
        self._outbox = outbox
        self._entropy = entropy
        self._picture: PanelPicture | None = None
        self._revision = 0
        self._picker = Picker()
        self._roller = DieRoller()
        self._buttons = [Button() for _ in BUTTONS]
        self._told = [False] * len(BUTTONS)
        self._value = settings.alone_value
        self._before = settings.alone_value
        self._changed_at = NEVER
        self._heard_at = NEVER
        self._refused_at = NEVER
        self._rolling = False
        self._rolling_die = ""
        self._rolling_at = 0
        self._face = 0
        self._face_at = NEVER
        self._drawn: list[int] = []
        self._drawn_at = NEVER
        self._touched = True

    # What the host says

    def show(self, picture: PanelPicture | None, revision: int, now: int) -> None:
        """Take this panel's part of a scene; None: dark."""
        self._picture = picture
        self._revision = revision
        self.locker.ask(picture.bid if picture is not None else None, picture.seat if picture is not None else "")
        self._picker.ask(picture.pick if picture is not None else None)
        self._roller.ask(picture.dice if picture is not None else [])
        if self._rolling and self._rolling_die and self._roller.owed != self._rolling_die:
            self._rolling = False
        self.alone = False
        if picture is not None:
            self._count(picture.value, now)
        self._touched = True

    def heard(self, now: int) -> None:
        """The host has a message of this panel safe."""
        self._heard_at = now
        self._touched = True

    def go_alone(self, now: int) -> None:
        """There is no host any more: count from what the counter showed."""
        self.alone = True
        self._rolling = False
        if self._picture is not None:
            self.alone_value = self._picture.value
        self._count(self.alone_value, now)
        self._touched = True

    # What people do

    def press(self, button: int, now: int, frozen: bool) -> None:
        """A button (0..3, pins.MINUS and so on) went down. `frozen`: all panels that bid are locked, a lock can't be taken back."""
        self._buttons[button].press(now)
        self._told[button] = False
        self._touched = True
        if button == pins.ROLL:
            self._press_roll(now)
        elif button == pins.LOCK:
            if not self.alone:
                self._press_lock(now, frozen)
        elif not self._adjust(1 if button == pins.PLUS else -1, now):
            self._tell_press(button, now)

    def release(self, button: int) -> None:
        """A button went up."""
        self._buttons[button].release()

    def turn(self, now: int) -> None:
        """Repeat what is held, end the run-up of a die."""
        for button in range(len(self._buttons)):
            held = self._buttons[button]
            if not held.held:
                continue
            repeats = held.repeats(now)
            if repeats and button in (pins.MINUS, pins.PLUS) and not self._both_held():
                if self._adjust(repeats if button == pins.PLUS else -repeats, now):
                    self._touched = True
            elif repeats and button == pins.ROLL and self._roller.owed and not self.alone and not self._picker.id:
                self._start_roll(self._roller.owed, now)
            if held.became_long(now) and (self._told[button] or (button in (pins.MINUS, pins.PLUS) and self._both_held())):
                self._tell("press", [BUTTONS[button], str(self._revision), "long"], now)
        if self._rolling and now - self._rolling_at >= self._settings.run_up:
            self._end_roll(now)

    def _both_held(self) -> bool:
        """Tell whether MINUS and PLUS are held together: a wish to the host that changes nothing here, and tells nothing of a bid."""
        return self._buttons[pins.MINUS].held and self._buttons[pins.PLUS].held and not self.alone

    def _adjust(self, by: int, now: int) -> bool:
        """Let PLUS and MINUS change what they change here; False if that is nothing."""
        if self.alone:
            self.alone_value = max(0, min(LARGEST_VALUE, self.alone_value + by))
            self.alone_changed = True
            self._count(self.alone_value, now)
        elif self.locker.stage != NONE:
            self.locker.change(by)
        elif self._picker.id:
            self._picker.change(by)
        else:
            return False
        return True

    def _press_lock(self, now: int, frozen: bool) -> None:
        locker = self.locker
        if locker.stage == OPEN:
            seal = locker.lock(self._entropy)
            if not self._tell("locked", [locker.id, seal], now):
                locker.unlock()
        elif locker.stage == LOCKED:
            if not frozen and self._tell("unlocked", [locker.id], now):
                locker.unlock()
        elif locker.stage == NONE:
            if self._picker.id:
                self._tell("picked", [self._picker.id, str(self._picker.number)], now)
            else:
                self._tell_press(pins.LOCK, now)

    def _press_roll(self, now: int) -> None:
        if not self.alone and self._picker.id:
            if self._tell("done", [self._picker.id], now):
                self._picker.finish()
        else:
            self._start_roll("" if self.alone else self._roller.owed, now)

    def _start_roll(self, die: str, now: int) -> None:
        if not self._rolling:
            self._rolling = True
            self._rolling_die = die
            self._rolling_at = now

    def _end_roll(self, now: int) -> None:
        """Throw. The die is thrown only if its face can be told; else it is still owed."""
        self._rolling = False
        self._touched = True
        face = throw(self._entropy)
        if not self.alone:
            if self._rolling_die:
                if not self._tell("rolled", [self._rolling_die, str(face)], now):
                    return
                self._roller.rolled(self._rolling_die)
            elif not self._tell("free", [str(face)], now):
                return
        self._face = face
        self._face_at = now

    def _tell_press(self, button: int, now: int) -> None:
        self._told[button] = self._tell("press", [BUTTONS[button], str(self._revision)], now)

    def _tell(self, kind: str, fields: list[str], now: int) -> bool:
        """Queue a message of this panel; False, and a red blink, if it finds no room."""
        if self._outbox.accept(kind, [str(self.place)] + fields, self.place):
            return True
        self._refused_at = now
        self._touched = True
        return False

    # What the pixels show

    def _count(self, value: int, now: int) -> None:
        if value != self._value:
            if now - self._changed_at >= lights.SETTLE_MS:
                self._before = self._value  # else the difference grows: five quick presses show as five
            self._value = value
            self._changed_at = now

    @property
    def idle(self) -> bool:
        """Tell whether no match needs this panel."""
        return (self.alone or self._picture is None) and not self._rolling

    def draw(self, now: int, attract: bool = False) -> list[int] | None:
        """Return the picture of the whole chain, or None if it is the one returned before or nothing was touched for less than 40 ms.

        With `attract` the public pixels move for whoever passes by.
        """
        if not self._touched and now - self._drawn_at < lights.FRAME_MS:
            return None
        self._touched = False
        self._drawn_at = now
        if attract:
            picture = lights.attract(now, self._settings.public) + [lights.BLACK] * self._settings.private
        else:
            picture = self._draw_counter(now) + self._draw_die(now) + self._draw_private(now)
        if picture == self._drawn:
            return None
        self._drawn = picture
        return picture

    def redraw(self) -> None:
        """Return the picture at the next `draw` even if it has not changed."""
        self._drawn = []
        self._touched = True

    def _draw_counter(self, now: int) -> list[int]:
        length = self._settings.counter
        if self._picture is None and not self.alone:
            return [lights.BLACK] * length
        return lights.counter(self._value, self._before, now - self._changed_at, length)

    def _draw_private(self, now: int) -> list[int]:
        length = self._settings.private
        if not self.alone and self._picture is not None:
            if self.locker.stage == OPEN:
                return lights.digits(self.locker.bid, "open", now, length)
            if self.locker.stage != NONE:
                return lights.digits(self.locker.bid, "locked", now, length)
            if self._picker.id:
                return lights.digits(self._picker.number, "open", now, length)
            if self._picture.shown is not None:
                return lights.digits(self._picture.shown, "shown", now, length)
        return [lights.BLACK] * length

    def _draw_die(self, now: int) -> list[int]:
        length = self._settings.die
        if now - self._refused_at < lights.REFUSED_MS:
            return [lights.ALARM if (now - self._refused_at) // 120 % 2 == 0 else lights.BLACK] * length
        if self._rolling:
            return lights.running(now - self._rolling_at, length)
        blink = now - self._heard_at
        facing = self._face and now - self._face_at < FACE_MS
        if blink < lights.HEARD_MS:
            if blink // 70 % 2:
                return [lights.BLACK] * length
            return lights.face(self._face, length) if facing else [lights.HEARD] * length
        if facing:
            return lights.face(self._face, length)
        return lights.lamp(self._lamp(), now, length)

    def _lamp(self) -> str:
        if self.alone:
            return "refused" if self.misfit else "alone"
        if self._picture is None:
            return "dark"
        if self.locker.stage not in (NONE, OPEN):
            return "ready"
        if self._roller.owed and not self._picker.id:
            return self._picture.purpose or "roll"
        if self._picture.lamp == "turn" and (self._picture.lock or self._picker.id or self.locker.stage == OPEN):
            return "answer"
        return self._picture.lamp
