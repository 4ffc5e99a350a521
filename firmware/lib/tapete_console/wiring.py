"""Whether pins and power fit together: what the firmware refuses at its start the generator of the drawings refuses in the same words."""

from __future__ import annotations

from tapete_console import pins
from tapete_console.power import Shares

HEADER = tuple(range(23)) + (26, 27, 28)
"""GPIOs on the Pico's header; of these `pins.FREE` stay free: the serial pins and the only analogue ones."""


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
