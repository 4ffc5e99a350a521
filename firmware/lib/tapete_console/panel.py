"""One panel: what its buttons do and what its pixels show.

Counter, die display and private display are drawn as one picture, in the order of the chain. Times are ms of the console's clock.
"""

from __future__ import annotations

from tapete_console import lights, pins
from tapete_console.alone import BEGINS_MS, NEVER, Alone
from tapete_console.buttons import LONG_MS, Button
from tapete_console.dice import DieRoller, Entropy, throw
from tapete_console.locker import LOCKED, NONE, OPEN, BidLocker, Picker
from tapete_console.outbox import Outbox
from tapete_console.picture import PanelPicture, Tell
from tapete_console.settings import Settings
from tapete_console.wire import BUTTONS

FACE_MS = 4000
"""How long a face stays on the private display, and on the die display of a panel that is asked for nothing."""
SHORT_FACE_MS = 1500
"""How long a face stays on a die display that has something to ask."""
SIGN_MS = 1500
"""How long the sign of a lock stands at least, and a bid that was opened: until then no other question begins."""
LOCK_AGAIN_MS = 400
"""A LOCK that comes sooner after another is a nervous finger."""
RELEASE_MS = 2000
"""MINUS and PLUS held so long together free a counter whose computer is gone."""


class Panel:
    """Arguments: its `place` (0..3), the `settings`, the `outbox` for what is done here, the `entropy` for dice and nonces."""

    def __init__(self, place: int, settings: Settings, outbox: Outbox, entropy: Entropy) -> None:
        self.place = place
        self.locker = BidLocker()
        self.alone = True
        self.misfit = False
        self.frozen = False
        """The computer is gone, and nobody has said yet that the counter is the players' own."""
        self.owes = False
        """Its question was taken away before it had locked; its LOCK lets the bids go that were asked with it."""
        self._undone = False
        self.by_itself = Alone(settings.alone_value)
        self.asks_who_begins = False
        self.sound = ""
        """What a buzzer is to say of the last thing here; it is taken from here (`parts.SOUNDS`)."""
        self._settings = settings
        self._outbox = outbox
        self._entropy = entropy
        self.picture: PanelPicture | None = None
        self._revision = 0
        self.picker = Picker()
        self._roller = DieRoller()
        self.buttons = [Button() for _ in BUTTONS]
        self._told = [False] * len(BUTTONS)
        self._undo: int | None = None
        self._pending: tuple[PanelPicture | None, int] | None = None
        self.sign_until = NEVER
        self.bid_at = NEVER
        self.bid_shown = 0
        self._lock_at = NEVER
        self._lock_for = -1
        self._echo = pins.LOCK
        self._echo_at = NEVER
        self.not_now_at = NEVER
        self.counted = settings.alone_value
        self._before = settings.alone_value
        self._changed_at = NEVER
        self._alarm_at = NEVER
        self._told_id = ""
        self._told_at = NEVER
        """Of what is told: which moment, and since when; NEVER once a press has ended it."""
        self._rolling = False
        self._rolling_die = ""
        self._rolling_at = 0
        self._roll_beside = False
        self.face = 0
        self._face_at = NEVER
        self._drawn: list[int] = []
        self._drawn_at = NEVER
        self._touched = True

    # What the host says

    def show(self, picture: PanelPicture | None, revision: int, now: int) -> None:
        """Take this panel's part of a scene; None: dark. While a lock's sign stands another question waits."""
        asked = picture.bid.id if picture is not None and picture.bid is not None else ""
        if now < self.sign_until and not self.alone and asked != self.locker.id:
            self._pending = (picture, revision)
        else:
            self._take(picture, revision, now)

    def _take(self, picture: PanelPicture | None, revision: int, now: int) -> None:
        self._pending = None
        asked_before = self._asked
        self.picture = picture
        self._revision = revision
        seat = picture.seat if picture is not None else ""
        self.locker.ask(picture.bid if picture is not None else None, seat, self._entropy)
        self.picker.ask(picture.pick if picture is not None else None)
        self._roller.ask(picture.dice if picture is not None else [])
        if self._rolling and self._rolling_die and self._roller.owed != self._rolling_die:
            self._rolling = False
        self._undo = None
        self.alone = False
        self.frozen = False
        if picture is not None:
            self._count(picture.value, now)
            if picture.tell is not None and picture.tell.id != self._told_id:
                self._told_id = picture.tell.id
                self._told_at = now
        if self._asked and not asked_before:
            self.sound = "turn"
        self._touched = True

    def heard(self, now: int) -> None:
        """The host has a message of this panel safe: the lamps that answered the press shine again."""
        self._echo_at = max(now, self._echo_at + lights.ECHO_AGAIN_MS)
        self._touched = True

    def revealed(self, now: int) -> None:
        """The bid was opened: everybody sees it on the counter, whatever the host does next."""
        self.sound = "revealed"
        self.bid_shown = self.locker.bid
        self.bid_at = now
        self._touched = True

    def go_alone(self, now: int) -> None:
        """There is no host any more. A counter of a match stands still until its player frees it; it counts from what it showed."""
        if self._pending is not None:
            self._take(self._pending[0], self._pending[1], now)
        self.alone = True
        self.sound = "gone"
        self.frozen = self.picture is not None
        self._rolling = False
        if self.picture is not None:
            self.by_itself.begin(self.picture.value)
        self._count(self.by_itself.value, now)
        self._touched = True

    def begins(self, mine: bool, now: int) -> None:
        """It was drawn who begins: this one or another."""
        self.by_itself.begins = mine
        self.by_itself.begins_at = now
        self._rolling = False
        self._touched = True

    # What people do

    def press(self, button: int, now: int, frozen: bool) -> None:
        """A button (0..3, pins.MINUS and so on) went down. `frozen`: all panels that bid are locked, a lock can't be taken back."""
        self.buttons[button].press(now)
        self._told[button] = False
        self._touched = True
        self._told_at = NEVER
        self._echo = button
        if button == pins.LOCK:
            if now - self._lock_at < LOCK_AGAIN_MS and self._lock_for != self._revision:
                return  # the question that it is meant for was answered by the one before
            self._lock_at = now
            self._lock_for = self._revision if self.locker.stage == NONE and not self.picker.id else -1
        if self._pending is not None or (self.frozen and button != pins.ROLL):
            self.not_now_at = now
            self.sound = "wrong"
        elif button == pins.ROLL:
            self._press_roll(now)
        elif button == pins.LOCK:
            self._press_lock(now, frozen)
        elif self._other_held(button) and self._number is not None:
            self._take_back(now)
        else:
            self._press_number(button, now)

    def release(self, button: int) -> None:
        """A button went up. Alone, LOCK has shown the other counter then, unless it has chosen a die."""
        if button == pins.LOCK and self.buttons[button].held and self.alone and not self.frozen and not self.by_itself.chosen:
            self.by_itself.other = not self.by_itself.other
            self.counted = self._before = self.by_itself.value
            self._touched = True
        self.buttons[button].release()

    def turn(self, now: int) -> None:
        """Repeat what is held, end the run-up of a die, begin a question that has waited."""
        if self._pending is not None and now >= self.sign_until:
            self._take(self._pending[0], self._pending[1], now)
        both = self.buttons[pins.MINUS].held and self.buttons[pins.PLUS].held
        together = min([self.buttons[button].held_for(now) for button in (pins.MINUS, pins.PLUS)]) if both else 0
        if self.frozen and together >= RELEASE_MS:
            self.frozen = False
            self._undone = True  # this hold has said what it had to say
            self._touched = True
        elif self.alone and not (self.frozen or self._undone) and together >= LONG_MS:
            self._undone = True
            self._undo_alone(now)
        self._undone = self._undone and both
        for button in range(len(self.buttons)):
            held = self.buttons[button]
            if not held.held:
                continue
            if held.repeats(now) and self._pending is None and not self.frozen:
                if button in (pins.MINUS, pins.PLUS) and not both:
                    self._undo = None
                    self._leap(1 if button == pins.PLUS else -1, now)
                elif button == pins.ROLL and self.alone and held.held_for(now) >= LONG_MS:
                    self.asks_who_begins = now - self.by_itself.begins_at >= BEGINS_MS
                elif button == pins.ROLL and self._roller.owed and not self.alone and not self.picker.id:
                    self._start_roll(self._roller.owed, now)
            if held.became_long(now) and (self._told[button] or (button in (pins.MINUS, pins.PLUS) and both and not self.alone)):
                self._tell("press", [BUTTONS[button], str(self._revision), "long"], now)
        if self._rolling and now - self._rolling_at >= self._settings.run_up:
            self._end_roll(now)

    def _other_held(self, button: int) -> bool:
        """Tell whether MINUS and PLUS are held together now: a wish to the host that changes nothing here, and tells nothing of a bid."""
        return self.buttons[pins.MINUS + pins.PLUS - button].held

    @property
    def _number(self) -> int | None:
        """What PLUS and MINUS change here; None if nothing."""
        if self.alone:
            return self.by_itself.value
        if self.locker.stage == OPEN:
            return self.locker.bid
        return self.picker.number if self.picker.id else None

    def _press_number(self, button: int, now: int) -> None:
        """Let PLUS and MINUS change what they change here by one."""
        before = self._number
        by = 1 if button == pins.PLUS else -1
        if self.alone and self.buttons[pins.LOCK].held:
            self.by_itself.choose_die(by, now)
            return
        self._undo = before
        if before is None:
            if self.locker.stage == NONE:
                self._tell_press(button, now)
            else:
                self.not_now_at = now
        elif self.alone:
            self._set_alone(before + by, now)
        elif self.locker.stage == OPEN:
            self.locker.change(by)
        else:
            self.picker.change(by)
        if before is not None and before == self._number:
            self.not_now_at = now
        self.sound = "wrong" if self.not_now_at == now else "tick"

    def _leap(self, direction: int, now: int) -> None:
        """Let a button that is held bring the number to the next full ten."""
        if self.alone:
            if self.buttons[pins.LOCK].held:
                return
            value = self.by_itself.value
            self._set_alone(value // 10 * 10 + 10 if direction > 0 else (value - 1) // 10 * 10, now)
        elif self.locker.stage == OPEN:
            self.locker.leap(direction)
        elif self.picker.id:
            self.picker.leap(direction)
        else:
            return
        self._touched = True

    def _take_back(self, now: int) -> None:
        """The second of MINUS and PLUS went down: what the first one did is undone, unless it was held for longer than a tap."""
        if self._undo is None:
            return
        if self.alone:
            self._count(self.by_itself.take_back(self._undo), now)
        elif self.locker.stage == OPEN:
            self.locker.bid = self._undo
        elif self.picker.id:
            self.picker.number = self._undo
        self._undo = None

    def _undo_alone(self, now: int) -> None:
        """Take the last change of a counter back, as it was before the presses that followed each other."""
        if self.by_itself.undo():
            self._changed_at = now
            self._count(self.by_itself.value, now)
        else:
            self.not_now_at = now

    def _set_alone(self, value: int, now: int) -> None:
        self._count(self.by_itself.set(value, now - self._changed_at >= lights.SETTLE_MS), now)

    def _press_lock(self, now: int, frozen: bool) -> None:
        locker = self.locker
        if self.alone:
            self.by_itself.chosen = False
            self._shine(now)
        elif locker.stage == OPEN:
            seal = locker.lock(self._entropy)
            if self._tell("locked", [locker.id, seal], now):
                self.sign_until = now + SIGN_MS
                self.sound = "locked"
            else:
                locker.unlock()
        elif locker.stage != NONE:
            if locker.stage == LOCKED and not frozen and self._tell("unlocked", [locker.id], now):
                locker.unlock()
                self.sign_until = NEVER
            else:
                self.not_now_at = now
        elif self.owes:
            self.owes = False
            self._shine(now)
        elif self.picker.id:
            if self._tell("picked", [self.picker.id, str(self.picker.number)], now):
                self.picker.add()
                self._shine(now)
        else:
            self._tell_press(pins.LOCK, now)

    def _press_roll(self, now: int) -> None:
        if not self.alone and self.locker.stage != NONE:
            self.not_now_at = now
        elif not self.alone and self.picker.id:
            if self._tell("done", [self.picker.id], now):
                self.picker.finish()
                self._shine(now)
        else:
            self._start_roll("" if self.alone else self._roller.owed, now)
            if self._roll_beside:
                self._shine(now)

    def _start_roll(self, die: str, now: int) -> None:
        if not self._rolling:
            self._rolling = True
            self._rolling_die = die
            self._rolling_at = now
            self._roll_beside = not die and self._asked and self._settings.private >= 20

    @property
    def _asked(self) -> bool:
        """Tell whether the die display has something to ask that a stray roll must not hide."""
        return not self.alone and self.picture is not None and self.picture.lamp == "turn"

    def _end_roll(self, now: int) -> None:
        """Throw. The die is thrown only if its face can be told; else it is still owed."""
        self._rolling = False
        self._touched = True
        face = throw(self._entropy, self.by_itself.sides if self.alone else 10)
        if not self.alone:
            if self._rolling_die:
                if not self._tell("rolled", [self._rolling_die, str(face)], now):
                    return
                self._roller.rolled(self._rolling_die)
            elif not self._tell("free", [str(face)], now):
                return
        self.face = face
        self._face_at = now

    def _tell_press(self, button: int, now: int) -> None:
        self._told[button] = self._tell("press", [BUTTONS[button], str(self._revision)], now)
        if self._told[button]:
            self._shine(now)

    def _shine(self, now: int) -> None:
        """Answer a press at once, whatever the host makes of it: the lamps over its button shine."""
        self._echo_at = now

    def _tell(self, kind: str, fields: list[str], now: int) -> bool:
        """Queue a message of this panel; False, and a red blink, if it finds no room."""
        if self._outbox.accept(kind, [str(self.place)] + fields, self.place):
            return True
        self._alarm_at = now
        self._touched = True
        return False

    # What the pixels show

    def _count(self, value: int, now: int) -> None:
        if value != self.counted:
            if now - self._changed_at >= lights.SETTLE_MS:
                self._before = self.counted  # else the difference grows: five quick presses show as five
            self.counted = value
            self._changed_at = now

    @property
    def idle(self) -> bool:
        """Tell whether no match needs this panel."""
        return (self.alone or self.picture is None) and not self._rolling and not self.frozen

    def draw(self, now: int, attract: bool = False) -> list[int] | None:
        """Return the picture of the whole chain, or None if it is the one returned before or nothing was touched for less than 40 ms.

        With `attract` the public pixels move for the one who passes by.
        """
        if not self._touched and now - self._drawn_at < lights.FRAME_MS:
            return None
        self._touched = False
        self._drawn_at = now
        if attract:
            picture = lights.attract(now, self._settings.public) + [lights.BLACK] * self._settings.private
        else:
            picture = self._draw_counter(now)
            picture.extend(self._draw_die(now))
            picture.extend(self._draw_private(now))
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
        if now - self.bid_at < SIGN_MS:
            return lights.bid(self.bid_shown, length)
        if self.alone and now - self.by_itself.sides_at < SIGN_MS:
            return lights.bid(self.by_itself.sides, length)
        if self.alone and self.by_itself.sides != 10 and self.faces(now, FACE_MS):
            return lights.bid(self.face, length)
        tell = self._moment
        if tell is not None and tell.number >= 0:
            if tell.sign != "bid":
                running = lights.ran(self.counted, self._before, now - self._changed_at)
                return lights.lost(running, tell.number, length)
            if now - self._told_at < lights.BID_MS:
                return lights.bid(min(tell.number, 1 + lights.ran(tell.number, 0, now - self._told_at)), length)
        if self.picture is None and not self.alone:
            return [lights.BLACK] * length
        if self.alone and self.by_itself.other and now - self._changed_at >= lights.SETTLE_MS:
            return lights.bid(self.counted, length)
        return lights.counter(self.counted, self._before, now - self._changed_at, length)

    @property
    def _moment(self) -> Tell | None:
        """What is told here, until a press ends it."""
        return self.picture.tell if self.picture is not None and self._told_at != NEVER and not self.alone else None

    def _draw_private(self, now: int) -> list[int]:
        length = self._settings.private
        if self._rolling and self._roll_beside:
            return lights.units((now - self._rolling_at) // lights.FRAME_MS, length)
        if not self.alone or self.frozen:
            locker, picture = self.locker, self.picture
            if picture is not None and locker.stage == OPEN:
                return lights.digits(locker.bid, "open", now, length)
            if picture is not None and locker.stage == LOCKED:
                return lights.digits(locker.bid, "locked", now, length)
            if picture is not None and locker.stage != NONE:
                return lights.digits(locker.bid, "shown", now, length)
            if picture is not None and self.picker.id:
                return lights.digits(self.picker.number, "pick", now, length, self.picker.chosen)
        shown = self.picture.shown if self.picture is not None and not self.alone else None
        if self.faces(now, FACE_MS if shown is None else SHORT_FACE_MS):
            return lights.units(self.face, length) if self.face <= 10 else lights.digits(self.face, "pick", now, length)
        if shown is not None:
            return lights.digits(shown, "shown", now, length)
        return [lights.BLACK] * length

    def faces(self, now: int, ms: int) -> bool:
        """Tell whether a face was thrown less than so long ago."""
        return self.face > 0 and now - self._face_at < ms

    def _draw_die(self, now: int) -> list[int]:
        length = self._settings.die
        if now - self._alarm_at < lights.ALARM_MS:
            return lights.alarm(now - self._alarm_at, length)
        if now - self.not_now_at < lights.NOT_NOW_MS:
            return lights.not_now(now - self.not_now_at, length)
        if self.alone and now - self.by_itself.begins_at < BEGINS_MS:
            return lights.lamp("won" if self.by_itself.begins else "waiting", now, length)
        if self._rolling and not self._roll_beside:
            return lights.running(now - self._rolling_at, length)
        if not self._roll_beside and self.faces(now, SHORT_FACE_MS if self._asked else FACE_MS):
            return lights.face(self.face, length) if self.face <= 10 else lights.lamp("alone", now, length)
        if not self._signed(now) and 0 <= now - self._echo_at < lights.ECHO_MS:
            return lights.pressed(self._echo, length)
        told = lights.told(self._moment.sign, now - self._told_at, length) if self._moment is not None and not self._signed(now) else None
        return told or lights.lamp(self._lamp(now), now, length)

    def _signed(self, now: int) -> bool:
        """Tell whether the sign of a lock stands."""
        return not self.alone and (self.locker.stage not in (NONE, OPEN) or now < self.sign_until)

    def _lamp(self, now: int) -> str:
        if self.alone:
            return "refused" if self.misfit else "gone" if self.frozen else "alone"
        if self._signed(now):
            return "locked"
        if self.picture is None:
            return "dark"
        if self.locker.stage == OPEN:
            return "bid"
        if self.owes:
            return "lock"
        if self.picker.id:
            return "pick"
        if self._roller.owed:
            return self.picture.purpose or "roll"
        if self.picture.lamp == "turn" and self.picture.lock:
            return "lock"
        return "locked" if self.picture.lamp == "ready" else self.picture.lamp
