"""Fake `keypad`: `Keys` only, scanned on the fake clock exactly when the Pico would scan, one change of a key a scan.

A press shorter than an interval can fall between two scans, and bounce inside an interval is not seen: both as on the Pico.
"""

import simhw
from microcontroller import Pin


class Event:
    """A key went down or up. `timestamp` is on the clock of `supervisor.ticks_ms()`."""

    __slots__ = ("key_number", "pressed", "timestamp")

    def __init__(self, key_number: int = 0, pressed: bool = True, timestamp: int = 0) -> None:
        self.key_number = key_number
        self.pressed = pressed
        self.timestamp = timestamp

    @property
    def released(self) -> bool:
        return not self.pressed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and (self.key_number, self.pressed) == (other.key_number, other.pressed)

    def __hash__(self) -> int:
        return self.key_number * 2 + int(self.pressed)

    def __repr__(self) -> str:
        return "<Event: key_number %d %s>" % (self.key_number, "pressed" if self.pressed else "released")


class EventQueue:
    """The events not read yet, oldest first; when full, new ones are lost and `overflowed` says so."""

    __slots__ = ("_events", "_keys", "_max_events", "overflowed")

    def __init__(self, keys: "Keys", max_events: int) -> None:
        self._keys = keys
        self._max_events = max_events
        self._events: "list[Event]" = []
        self.overflowed = False

    def get(self) -> "Event | None":
        """The oldest event, or None; never waits."""
        self._look()
        return self._events.pop(0) if self._events else None

    def get_into(self, event: Event) -> bool:
        """The same into an event of the caller; False if no event waits."""
        oldest = self.get()
        if oldest is None:
            return False
        event.key_number = oldest.key_number
        event.pressed = oldest.pressed
        event.timestamp = oldest.timestamp
        return True

    def clear(self) -> None:
        """Forget all events, and that some were lost."""
        self._look()
        self._events = []
        self.overflowed = False

    def __bool__(self) -> bool:
        self._look()
        return len(self._events) > 0

    def __len__(self) -> int:
        self._look()
        return len(self._events)

    def _look(self) -> None:
        simhw.poll()
        self._keys.catch_up()

    def put(self, event: Event) -> None:
        """Not CircuitPython's: the scanner leaves an event here."""
        if len(self._events) >= self._max_events:
            self.overflowed = True
        else:
            self._events.append(event)


class Keys(simhw.Scanner):
    """One key a pin. All pins are taken at once; `interval` in seconds, 64 events are kept unless told."""

    __slots__ = ("_changed", "_down", "_interval_ms", "_next_scan", "_pins", "_pressed_level", "_threshold", "events")

    def __init__(
        self,
        pins: "tuple[Pin, ...] | list[Pin]",
        *,
        value_when_pressed: bool,
        pull: bool = True,
        interval: float = 0.020,
        max_events: int = 64,
        debounce_threshold: int = 1,
    ) -> None:
        if not pull:
            raise simhw.WouldBlock("keys without a pull float: the console's buttons have no resistors of their own")
        if interval <= 0 or max_events < 1 or not 1 <= debounce_threshold <= 127:
            raise ValueError("interval, max_events or debounce_threshold out of range")
        self._pins = self._open(pins)
        self._pressed_level = bool(value_when_pressed)
        self._interval_ms = max(1, int(interval * 1000 + 0.5))
        self._threshold = debounce_threshold
        self._down = [self._level(key) == self._pressed_level for key in range(len(self._pins))]  # held now: no event until it is let go
        self._changed = [0] * len(self._pins)
        self._next_scan = simhw.now_ms() + self._interval_ms
        self.events = EventQueue(self, max_events)
        simhw.SCANNERS.append(self)

    @property
    def key_count(self) -> int:
        return len(self._pins)

    def reset(self) -> None:
        """All keys count as up again: one that is held reports a new press."""
        self.catch_up()
        self._down = [False] * len(self._pins)
        self._changed = [0] * len(self._pins)

    def deinit(self) -> None:
        """Stop scanning and give the pins back."""
        if self in simhw.SCANNERS:
            simhw.SCANNERS.remove(self)
        for pin in self._pins:
            simhw.release(pin)
        self._pins = []
        self._down = []
        self._changed = []

    def __enter__(self) -> "Keys":
        return self

    def __exit__(self, *exc: object) -> None:
        self.deinit()

    def catch_up(self) -> None:
        """Not CircuitPython's: make up for the scans that fell due; the levels have not changed since the last one."""
        now = simhw.now_ms()
        while self._next_scan <= now:
            busy = self._scan(self._next_scan)
            self._next_scan += self._interval_ms
            if not busy and self._next_scan <= now:
                # Nothing is changing, so all the scans in between see the same: jump over them.
                self._next_scan += (now - self._next_scan) // self._interval_ms * self._interval_ms

    def _open(self, pins: "tuple[Pin, ...] | list[Pin]") -> "list[int]":
        """Take the pins; their GP numbers."""
        numbers = []
        for pin in pins:
            if not isinstance(pin, Pin):
                raise TypeError("pins must be of type Pin")
            simhw.claim(pin.n, "keypad")
            numbers.append(pin.n)
        return numbers

    def _level(self, key: int) -> bool:
        """The level of a key's pin now."""
        return simhw.LEVEL[self._pins[key]]

    def _scan(self, at: int) -> bool:
        """One scan at `at` ms. True while some key differs from what was reported, or did a moment ago."""
        busy = False
        for key in range(len(self._pins)):
            down = self._level(key) == self._pressed_level
            if down == self._down[key]:
                self._changed[key] = max(0, self._changed[key] - 1)  # one scan takes back one, and does not begin anew
                busy = busy or self._changed[key] > 0
                continue
            busy = True
            self._changed[key] += 1
            if self._changed[key] >= self._threshold:
                self._down[key] = down
                self._changed[key] = 0
                self.events.put(Event(key, down, (simhw.TICKS_START + at) % simhw.TICKS_MODULUS))
        return busy
