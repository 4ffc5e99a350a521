"""Whether pins and power fit together, and what the console tells of it; the generator of the drawings refuses in the same words.

Needed at the start alone: code.py lets it go then.
"""

from __future__ import annotations

from binascii import crc32

from tapete_console import pins
from tapete_console.health import Breakdowns
from tapete_console.power import Shares
from tapete_console.settings import Settings
from tapete_console.shapes import Hardware

HEADER = tuple(range(23)) + (26, 27, 28)
"""GPIOs on the Pico's header; of these `pins.FREE` stay free: the serial pins and the only analogue ones."""

MOST_FAULTS = 8
"""So many faults of the wiring are told; one is mended after the other."""


def faults(buttons: tuple[tuple[int, ...], ...], chains: tuple[int, ...], bridge: int | None, panels: int) -> list[str]:
    """Return what is wrong with a pin map, in words; nothing: it can be built.

    Arguments: `buttons`, four GPIOs for each panel; `chains`, a GPIO for each panel; `bridge`, its GPIO, None without one; `panels` wanted,
    1 and more.
    """
    wrong = []
    if len(buttons) < panels or len(chains) < panels:
        wrong.append("%d panels are wanted, the pin map has pins for %d" % (panels, min(len(buttons), len(chains))))
    used = []
    for panel in range(len(buttons)):
        if len(buttons[panel]) != 4:
            wrong.append("panel %d has %d buttons, not 4" % (panel, len(buttons[panel])))
        for place in range(len(buttons[panel])):
            used.append(("panel %d button %d" % (panel, place), buttons[panel][place]))
    for panel in range(len(chains)):
        used.append(("panel %d pixels" % panel, chains[panel]))
    if bridge is not None:
        used.append(("bridge", bridge))
    for place in range(len(used)):
        name, pin = used[place]
        if pin not in HEADER:
            wrong.append("%s: GP%d is not on the header" % (name, pin))
        elif pin in pins.FREE:
            wrong.append("%s: GP%d is reserved" % (name, pin))
        for other, same in used[:place]:
            if same == pin:
                wrong.append("%s: GP%d is already %s" % (name, pin, other))
    return wrong


def usable(buttons: tuple[tuple[int, ...], ...], chains: tuple[int, ...], bridge: int | None, panels: int) -> list[tuple[int, int]]:
    """Return key (four to a panel) and GPIO of every button that can be read although the map has faults: nothing else is on its pin."""
    used = list(chains)
    if bridge is not None:
        used.append(bridge)
    for four in buttons:
        used += list(four)
    keys = []
    for panel in range(min(panels, len(buttons))):
        for place in range(min(4, len(buttons[panel]))):
            gpio = buttons[panel][place]
            if gpio in HEADER and used.count(gpio) == 1:
                keys.append((4 * panel + place, gpio))
    return keys


def power_faults(
    budget: int,
    panels: int,
    bridge_pixels: int,
    counter: int = pins.COUNTER_PIXELS,
    private: int = pins.PRIVATE_PIXELS,
    die: int = pins.DIE_PIXELS,
) -> list[str]:
    """Return what is wrong with a power budget, in words; nothing: it is enough to show something.

    Arguments: `budget` in mA; `panels` 1..4; `bridge_pixels` 0 and more; pixels of one panel's displays, those of `pins` if left out.
    """
    shares = Shares(budget, panels, counter, private, die, bridge_pixels)
    if shares.enough:
        return []
    return ["%d mA do not cover %d mA of dark pixels, private displays and the least light" % (budget, shares.least)]


def shares_of(settings: Settings) -> Shares:
    """Return what each display may draw."""
    return Shares(settings.budget, settings.panels, settings.counter, settings.private, settings.die, settings.bridge)


def told_of(hardware: Hardware, settings: Settings) -> tuple[int, int, str, list[str]]:
    """Return what the dark console draws in mA, the gain of its colours, and the `pins` and `faults` of hello."""
    shares = shares_of(settings)
    wires = pins.described(settings.panels, settings.counter, settings.private, settings.die, settings.bridge, settings.parts)
    wrong = hardware.faults[:MOST_FAULTS]
    wrong += power_faults(settings.budget, settings.panels, settings.bridge, settings.counter, settings.private, settings.die)
    return shares.dark, shares.gain, "%08x" % (crc32(wires.encode()) & 0xFFFFFFFF), wrong


def reports(hardware: Hardware, settings: Settings, breakdowns: Breakdowns) -> list[tuple[str, list[str]]]:
    """Return what the host is told of the start: code and words of each `report`, in their order."""
    told: list[tuple[str, list[str]]] = []
    if breakdowns.text:
        told.append(("error", breakdowns.text.split()))
    if hardware.why == "watchdog":
        told.append(("restart", ["watchdog"]))
    if breakdowns.safe:
        told.append(("safe", [str(breakdowns.count)]))
    for fault in hardware.faults[:MOST_FAULTS]:
        told.append(("wiring", fault.split(" ")))
    for wrong in settings.wrong:
        told.append(("setting", wrong.words()))
    shares = shares_of(settings)
    if not shares.enough:
        told.append(("power", [str(shares.least), str(settings.budget)]))
    return told
