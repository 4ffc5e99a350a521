"""The board in play: the only module of the loop that touches hardware. `opening.py` opens it and is let go; nothing is decided here.

Hardware: Raspberry Pi Pico (or a board with its pins) with CircuitPython 10.0 or newer; WS2812 chains behind a 74AHCT125; buttons to
ground; `neopixel.py` in `lib/`. `pins.py` says which is where.
"""

from __future__ import annotations

import gc

import board
import keypad
import microcontroller
import neopixel
import supervisor

from tapete_console.dice import Entropy
from tapete_console.settings import Settings
from tapete_console.shapes import Buzzer, Digits, Encoder, KeyEvent, Keys, Port, Reader
from tapete_console.strip import Strip
from tapete_console.sweep import sweep

ALARM = (40, 0, 0)


def settings_in_use() -> Settings:
    """Return what settings.toml says. Nothing that outlives the start may hold its reader: code.py lets that go."""
    from tapete_console.opening import Toml
    from tapete_console.settings_keys import read

    return read(Toml())


def measured(name: str, divided: int) -> int:
    """Return the voltage at a pin in mV, times the divider before it; 0 where the pin is in use, or the board has none (Pico W)."""
    try:
        import analogio  # only a factory test comes here

        pin_now = analogio.AnalogIn(getattr(board, name))
        value = pin_now.value
        pin_now.deinit()
        return value * 3300 * divided // 65535
    except (AttributeError, ImportError, NotImplementedError, ValueError):
        return 0


class Board:
    """The Pico, opened with these settings; all its pixels are dark. It is a `shapes.Hardware`, which says what its methods are for.

    With a pin map that cannot be built (`wiring.faults`) no chain is driven, and only buttons that have their pin for themselves are read.
    """

    strips: list[Strip]
    bridge: Strip | None
    faults: list[str]
    held: list[int]
    port: Port | None
    why: str

    def __init__(self, settings: Settings) -> None:
        self.chains: list[neopixel.NeoPixel] = []
        self.keys: keypad.Keys | None = None
        self.places: list[int] = []
        """For each key that is read its place, 4 * panel + button."""
        self.entropy = Entropy()
        self.memory = microcontroller.nvm
        self.watchdog = microcontroller.watchdog if settings.watchdog else None
        self.reader: Reader | None = None
        self.buzzer: Buzzer | None = None
        self.encoder: Encoder | None = None
        self.digits: Digits | None = None
        self.bus_keys: Keys | None = None
        try:
            from tapete_console.opening import opened  # code.py lets it go after the start

            opened(self, settings)
        except Exception:
            self.alarm()  # nobody else holds the chains that are open
            raise

    def next_key(self) -> KeyEvent | None:
        if self.bus_keys is not None:
            return self.bus_keys.next(supervisor.ticks_ms())
        event = self.keys.events.get() if self.keys is not None else None
        if event is None or not self.faults:
            return event
        return keypad.Event(self.places[event.key_number], event.pressed, event.timestamp)

    def keys_lost(self) -> bool:
        if self.keys is None or not self.keys.events.overflowed:
            return False
        self.keys.events.clear()
        return True

    def collect(self) -> None:
        sweep()

    def free(self) -> int:
        mem_free = getattr(gc, "mem_free", None)  # CPython has none
        return mem_free() if mem_free is not None else 0

    def millivolts(self) -> tuple[int, int]:
        return measured("GP26", 2), measured("VOLTAGE_MONITOR", 3)

    def feed(self) -> None:
        if self.watchdog is not None:
            self.watchdog.feed()

    def alarm(self) -> None:
        """Show that the firmware broke down: the two ends of every chain red, the rest dark, as far as the chains still work."""
        for chain in self.chains:
            try:
                chain.fill(0)
                chain[0] = chain[-1] = ALARM
                chain.show()
            except (OSError, RuntimeError, ValueError, MemoryError):
                continue
