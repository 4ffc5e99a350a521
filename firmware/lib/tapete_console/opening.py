"""The board's start: opens what the settings name. Needed at the start alone: code.py lets it go then."""

from __future__ import annotations

import os

import board
import digitalio
import keypad
import microcontroller
import neopixel
import supervisor
import usb_cdc
from watchdog import WatchDogMode

from tapete_console import lights, pins, power, profiles, wiring
from tapete_console.settings import Settings
from tapete_console.settings_keys import Environment
from tapete_console.shapes import Board, Pixels
from tapete_console.start import settings_file, started_by
from tapete_console.strip import Strip, places

SCAN_SECONDS = 0.001
SCANS_ALIKE = 8
"""A key counts as pressed or released when it has been seen so eight times more often than not: contacts bounce, and wires catch pulses of
motors and lamps. What lasts less than 7 ms is never seen, and a press still lights its pixel within 30 ms (firmware/README.md, Bounce)."""
WATCHDOG_SECONDS = 8
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


class Undriven:
    """Stands for a chain whose pin nobody may drive, because the pin map has faults."""

    def __setitem__(self, index: slice, colours: list[int]) -> None:
        """Take colours that go nowhere."""

    def show(self) -> None:
        """Write nothing."""


def opened(hardware: Board, settings: Settings) -> None:
    """Open all parts of a board that has none yet."""
    wires = (pins.BUTTONS, pins.CHAINS, pins.BRIDGE if settings.bridge else None, settings.panels)
    hardware.faults = wiring.faults(*wires)
    chains: list[Pixels] = [chain(hardware, settings, panel, settings.chain) for panel in range(settings.panels)]
    shares = power.Shares(settings.budget, settings.panels, settings.counter, settings.private, settings.die, settings.bridge)
    colours = lights.palette(settings.palette, settings.brightness, shares.gain)
    hardware.strips = []
    for panel in range(settings.panels):
        order = places(settings.chain, settings.counter, pins.COUNTER_ROW, settings.zigzag, panel in settings.turned)
        hardware.strips.append(Strip(chains[panel], colours, shares.panel, shares.private, order))
    hardware.bridge = None
    if settings.bridge:
        bridge = chain(hardware, settings, BRIDGE, settings.bridge)
        hardware.bridge = Strip(bridge, colours, shares.bridge, 0, list(range(settings.bridge)))
    usable = wiring.usable(*wires)
    hardware.places = [place for place, _ in usable]
    buttons = tuple([pin(number) for _, number in usable])
    hardware.held = [place for place, number in usable if low(number)] if "keys" not in settings.parts else []
    if buttons and "keys" not in settings.parts:
        hardware.keys = keypad.Keys(buttons, value_when_pressed=False, pull=True, interval=SCAN_SECONDS, debounce_threshold=SCANS_ALIKE)
    if settings.parts:
        add_parts(hardware, settings)
    hardware.port = usb_cdc.data
    if usb_cdc.data is not None:
        usb_cdc.data.timeout = 0
        usb_cdc.data.write_timeout = 0
    hardware.why = started_by()
    if hardware.watchdog is not None:
        hardware.watchdog.timeout = WATCHDOG_SECONDS
        hardware.watchdog.mode = WatchDogMode.RESET


def chain(hardware: Board, settings: Settings, place: int, length: int) -> Pixels:
    """Open the chain of a panel (or BRIDGE) and blank it: pixels show anything after power-on."""
    if hardware.faults:
        return Undriven()
    number = pins.BRIDGE if place == BRIDGE else pins.CHAINS[place]
    pixels = neopixel.NeoPixel(pin(number), length, auto_write=False, pixel_order=settings.pixel_order)
    pixels.fill(0)
    pixels.show()
    hardware.chains.append(pixels)
    return pixels


def add_parts(hardware: Board, settings: Settings) -> None:
    """Open the parts beside; what is not there is not loaded."""
    wires = profiles.fitted(settings.parts)[0]
    if "reader" in wires:
        import busio

        from tapete_console import tags

        first, second = wires["reader"]
        hardware.reader = tags.Reader(busio.UART(pin(first), pin(second), baudrate=115200, timeout=0, receiver_buffer_size=128))
    if "buzzer" in wires:
        import pwmio

        from tapete_console import parts

        hardware.buzzer = parts.Buzzer(pwmio.PWMOut(pin(wires["buzzer"][0]), frequency=440, variable_frequency=True))
    if "encoder" in wires:
        import rotaryio

        from tapete_console import parts

        first, second = wires["encoder"]
        hardware.encoder = parts.Encoder(rotaryio.IncrementalEncoder(pin(first), pin(second)))
    if profiles.BUS in wires.values() and [word for word in wires if profiles.by_word(word).addresses]:
        import busio

        wire = busio.I2C(pin(profiles.BUS[0]), pin(profiles.BUS[1]), frequency=400000)
        while not wire.try_lock():  # no other program uses it, so this ends at once
            pass
        if "digits" in wires:
            from tapete_console import parts

            hardware.digits = parts.Digits(wire, settings.panels)
        if "keys" in wires or "bus_encoder" in wires:
            from tapete_console import bus

            if "keys" in wires:
                hardware.bus_keys = bus.Keys(wire, settings.panels)
                hardware.held = hardware.bus_keys.held(supervisor.ticks_ms())
            if "bus_encoder" in wires:
                hardware.encoder = bus.Knob(wire)
