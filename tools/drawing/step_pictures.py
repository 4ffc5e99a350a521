"""Pictures of the steps without a soldering iron: the drives that a Pico shows in turn, and what the self-test lights and asks."""

from __future__ import annotations

from tapete_console import pins
from tools.drawing.circuit import BUTTON_NAMES
from tools.drawing.wiring import Picture

DRIVES = ("RPI-RP2", "CIRCUITPY", "TAPETE")
"""Labels of the Pico's drive: of its boot loader, of a fresh CircuitPython, and from the firmware's first start on (`firmware/boot.py`)."""

COLOURS = (("#d32f2f", "R"), ("#2e7d32", "G"), ("#1565c0", "B"))


def firmware() -> Picture:
    """Return the way of the Pico from the boot loader to the console, as its drive tells it."""
    picture = Picture(900, 230, "BOOTSEL, RPI-RP2, CIRCUITPY, TAPETE")
    picture.box(30, 40, 150, 150, "board")
    picture.box(85, 26, 40, 26)
    picture.text(105, 44, "USB", "small", "middle")
    picture.text(105, 180, "Pico", "title on", "middle")
    picture.add('<circle cx="80" cy="100" r="13" fill="#fff" stroke="#111" stroke-width="3"/>')
    picture.text(105, 134, "BOOTSEL", "title on", "middle")
    for place, (drive, file) in enumerate(zip(DRIVES, ("*.uf2", "firmware/*", "settings.toml"), strict=True)):
        x = 250 + 225 * place
        picture.add(f'<path class="wire" stroke="#111" d="M{x - 62} 115h40m-12 -9l12 9l-12 9"/>')
        picture.box(x - 10, 70, 150, 90)
        picture.text(x + 65, 100, drive, "title", "middle")
        picture.add(f'<path d="M{x + 8} 112h114" stroke="#888"/>')
        picture.text(x + 65, 138, f"+ {file}", "title", "middle")
        picture.text(x + 65, 190, str(place + 1), "head", "middle")
    return picture


def self_test() -> Picture:
    """Return a panel whose pixels show the three colours one after the other, and the buttons that are asked for."""
    picture = Picture(900, 300, "R, G, B; MINUS, PLUS, LOCK, ROLL")
    rows = (pins.COUNTER_PIXELS + pins.DIE_PIXELS + pins.PRIVATE_PIXELS) // pins.COUNTER_ROW
    for place, (colour, letter) in enumerate(COLOURS):
        left = 40 + 290 * place
        picture.box(left, 20, 240, 30 * rows // 2 + 70)
        for row in range(rows):
            for column in range(pins.COUNTER_ROW):
                x, y = left + 22 + 22 * column, 40 + 20 * row
                picture.add(f'<rect x="{x - 7}" y="{y - 7}" width="14" height="14" rx="2" fill="{colour}"/>')
                picture.text(x, y + 3.5, letter, "small on", "middle")
    for place, name in enumerate(BUTTON_NAMES):
        x = 150 + 200 * place
        picture.add(f'<circle class="part" cx="{x}" cy="255" r="27"/>')
        picture.text(x, 259, name, "title", "middle")
    return picture
