"""The board: the only module that touches hardware. It opens what the settings name and decides nothing.

Hardware: Raspberry Pi Pico (or a board with its pins) with CircuitPython 10.0 or newer; WS2812 chains behind a 74AHCT125; buttons to
ground; `neopixel.py` in `lib/`. `pins.py` says which is where.
"""

from __future__ import annotations

import gc
import os

import board
import digitalio
import keypad
import microcontroller
import neopixel
import usb_cdc
from watchdog import WatchDogMode

from tapete_console import lights, pins, power
from tapete_console.dice import Entropy
from tapete_console.settings import Environment, Settings
from tapete_console.shapes import Buzzer, Digits, Encoder, KeyEvent, Pixels, Reader
from tapete_console.start import settings_file, started_by
from tapete_console.strip import Strip, places

SCAN_SECONDS = 0.001
SCANS_ALIKE = 8
"""A key counts as pressed or released when it has been seen so eight times more often than not: contacts bounce, and wires catch pulses of
motors and lamps. What lasts less than 7 ms is never seen, and a press still lights its pixel within 30 ms (firmware/README.md, Bounce)."""
WATCHDOG_SECONDS = 8
ALARM = (40, 0, 0)
BRIDGE = -1
"""The place of the bridge strip among the chains."""


class Toml(Environment):
    """settings.toml on the drive."""

    def getenv(self, key: str) -> str | int | None:
        return os.getenv(key)

    def stands(self, key: str) -> str:
        for line in settings_file().split(b"\n"):
            name, equals, value = line.partition(b"=")
            if equals and name.strip() == key.encode():
                return "".join([chr(octet) for octet in value]).strip()
        return ""


def settings_in_use() -> Settings:
    """Return what settings.toml says. Nothing that outlives the start may hold `read`: code.py lets its module go."""
    from tapete_console.settings_keys import read

    return read(Toml())


def pin(number: int) -> microcontroller.Pin:
    """Return GP`number`."""
    found: microcontroller.Pin = getattr(board, "GP%d" % number)
    return found


def low(number: int) -> bool:
    """Tell whether a button is pressed now: `keypad` tells nothing of one that is pressed from the start, until it is released."""
    key = digitalio.DigitalInOut(pin(number))
    key.switch_to_input(pull=digitalio.Pull.UP)
    pressed = not key.value
    key.deinit()
    return pressed


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


class Undriven:
    """Stands for a chain whose pin nobody may drive, because the pin map has faults."""

    def __setitem__(self, index: slice, colours: list[int]) -> None:
        """Take colours that go nowhere."""

    def show(self) -> None:
        """Write nothing."""


class Board:
    """The Pico, opened with these settings; all its pixels are dark. It is a `shapes.Hardware`, which says what its methods are for.

    With a pin map that cannot be built (`wiring.faults`) no chain is driven, and only buttons that have their pin for themselves are read.
    """

    def __init__(self, settings: Settings) -> None:
        self._chains: list[neopixel.NeoPixel] = []
        try:
            self._open(settings)
        except Exception:
            self.alarm()  # nobody else holds the chains that are open
            raise

    def _open(self, settings: Settings) -> None:
        from tapete_console import wiring  # code.py lets it go after the start

        wires = (pins.BUTTONS, pins.CHAINS, pins.BRIDGE if settings.bridge else None, settings.panels)
        self.faults = wiring.faults(*wires)
        chains: list[Pixels] = [self._chain(settings, panel, settings.chain) for panel in range(settings.panels)]
        shares = power.Shares(settings.budget, settings.panels, settings.counter, settings.private, settings.die, settings.bridge)
        colours = lights.palette(settings.palette, settings.brightness, shares.gain)
        self.strips = []
        for panel in range(settings.panels):
            order = places(settings.chain, settings.counter, pins.COUNTER_ROW, settings.zigzag, panel in settings.turned)
            self.strips.append(Strip(chains[panel], colours, shares.panel, shares.private, order))
        self.bridge = None
        if settings.bridge:
            bridge = self._chain(settings, BRIDGE, settings.bridge)
            self.bridge = Strip(bridge, colours, shares.bridge, 0, list(range(settings.bridge)))
        usable = wiring.usable(*wires)
        self._places = [place for place, _ in usable]
        buttons = tuple([pin(number) for _, number in usable])
        self._keys = None
        self.held = [place for place, number in usable if low(number)]
        if buttons:
            self._keys = keypad.Keys(buttons, value_when_pressed=False, pull=True, interval=SCAN_SECONDS, debounce_threshold=SCANS_ALIKE)
        self.reader: Reader | None = None
        self.buzzer: Buzzer | None = None
        self.encoder: Encoder | None = None
        self.digits: Digits | None = None
        if settings.parts and settings.parts != ["reader"]:
            self._add_parts(settings)
        if settings.reader:
            import busio

            from tapete_console import tags

            first, second = pins.READER
            self.reader = tags.Reader(busio.UART(pin(first), pin(second), baudrate=115200, timeout=0, receiver_buffer_size=128))
        self.port = usb_cdc.data
        if usb_cdc.data is not None:
            usb_cdc.data.timeout = 0
            usb_cdc.data.write_timeout = 0
        self.entropy = Entropy()
        self.memory = microcontroller.nvm
        self.why = started_by()
        self._watchdog = microcontroller.watchdog if settings.watchdog else None
        if self._watchdog is not None:
            self._watchdog.timeout = WATCHDOG_SECONDS
            self._watchdog.mode = WatchDogMode.RESET

    def _chain(self, settings: Settings, place: int, length: int) -> Pixels:
        """Open the chain of a panel (or BRIDGE) and blank it: pixels show anything after power-on."""
        if self.faults:
            return Undriven()
        number = pins.BRIDGE if place == BRIDGE else pins.CHAINS[place]
        chain = neopixel.NeoPixel(pin(number), length, auto_write=False, pixel_order=settings.pixel_order)
        chain.fill(0)
        chain.show()
        self._chains.append(chain)
        return chain

    def _add_parts(self, settings: Settings) -> None:
        from tapete_console import parts

        if "buzzer" in settings.parts:
            import pwmio

            self.buzzer = parts.Buzzer(pwmio.PWMOut(pin(pins.BUZZER), frequency=440, variable_frequency=True))
        if "encoder" in settings.parts:
            import rotaryio

            first, second = parts.knob_pins("digits" in settings.parts)
            self.encoder = parts.Encoder(rotaryio.IncrementalEncoder(pin(first), pin(second)))
        if "digits" in settings.parts:
            import busio

            bus = busio.I2C(pin(pins.DIGITS[0]), pin(pins.DIGITS[1]), frequency=400000)
            while not bus.try_lock():  # no other program uses it, so this ends at once
                pass
            self.digits = parts.Digits(bus, settings.panels)

    def next_key(self) -> KeyEvent | None:
        event = self._keys.events.get() if self._keys is not None else None
        if event is None or not self.faults:
            return event
        return keypad.Event(self._places[event.key_number], event.pressed, event.timestamp)

    def keys_lost(self) -> bool:
        if self._keys is None or not self._keys.events.overflowed:
            return False
        self._keys.events.clear()
        return True

    def free(self) -> int:
        gc.collect()
        mem_free = getattr(gc, "mem_free", None)  # CPython has none
        return mem_free() if mem_free is not None else 0

    def millivolts(self) -> tuple[int, int]:
        return measured("GP26", 2), measured("VOLTAGE_MONITOR", 3)

    def feed(self) -> None:
        if self._watchdog is not None:
            self._watchdog.feed()

    def alarm(self) -> None:
        """Show that the firmware broke down: the two ends of every chain red, the rest dark, as far as the chains still work."""
        for chain in self._chains:
            try:
                chain.fill(0)
                chain[0] = chain[-1] = ALARM
                chain.show()
            except (OSError, RuntimeError, ValueError, MemoryError):
                continue
