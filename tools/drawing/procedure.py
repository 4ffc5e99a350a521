"""What to measure before the Pico goes in and after: test points, bounds, and what the circuit says must be there."""

from __future__ import annotations

from dataclasses import dataclass

from tools.drawing import circuit, power_table
from tools.drawing.hardware_review import value_of


@dataclass(frozen=True)
class Measure:
    """One line: red lead and black lead, lowest and highest value with its unit, and what the circuit is reckoned to give.

    `high` or `low` None: no bound. Words where English and Spanish differ are pairs.
    """

    red: tuple[str, str]
    black: tuple[str, str]
    low: float | None
    high: float | None
    unit: str
    nominal: float


def both(words: str) -> tuple[str, str]:
    """Return words that are the same in both languages."""
    return words, words


def _ohm(part: str) -> float:
    return value_of(circuit.kinds()[part].value)


def _wire(number: int) -> tuple[str, str]:
    return f"J1 wire {number}", f"J1 hilo {number}"


def cold() -> list[Measure]:
    """Return what is measured with nothing plugged in: no power, no Pico, no buffer in its socket."""
    pico = [(f"Pico socket, pin {pin}", f"zócalo de la Pico, patilla {pin}") for pin in (4, 30)]
    pressed = (pico[1][0] + ", RESET pressed", pico[1][1] + ", RESET pulsado")
    return [
        Measure(both("TP1 +5V"), both("TP3 GND"), 1000, None, "Ω", 1e6),
        Measure(both("TP4 BRICK"), both("TP3 GND"), 1000, None, "Ω", 1e6),
        Measure(("TP4 BRICK, SW1 at BRICK", "TP4 BRICK, SW1 en BRICK"), both("J8 RAIL"), None, 1, "Ω", 0.02),
        Measure(("TP4 BRICK, SW1 at USB", "TP4 BRICK, SW1 en USB"), both("J8 RAIL"), 1000, None, "Ω", 1e6),
        Measure(_wire(1), both("TP1 +5V"), None, 1, "Ω", power_table.POLYFUSE_OHM[1]),
        Measure(_wire(2), both("TP3 GND"), None, 0.5, "Ω", 0.01),
        Measure(both("TP6 L0"), both("TP3 GND"), 9500, 10500, "Ω", _ohm("pull_down")),
        Measure(both("TP7 D0"), ("U2 socket, pin 3", "zócalo de U2, patilla 3"), 77, 87, "Ω", _ohm("damper")),
        Measure(pico[0], both("TP2 3V3"), 9500, 10500, "Ω", _ohm("pull_up")),
        Measure(_wire(5), pico[0], 950, 1050, "Ω", _ohm("series")),
        Measure(pressed, both("TP3 GND"), None, 1, "Ω", 0.1),
    ]


SCHOTTKY = 0.2
"""What D1 loses with next to no load."""


def warm() -> list[Measure]:
    """Return what is measured with the brick on, SW1 at BRICK, U2 in its socket and no Pico."""
    return [
        Measure(both("TP4 BRICK"), both("TP3 GND"), 4.75, 5.25, "V", 5.0),
        Measure(both("TP1 +5V"), both("TP3 GND"), 4.75, 5.25, "V", 5.0),
        Measure(both("TP5 VSYS"), both("TP3 GND"), 4.4, 5.2, "V", 5.0 - SCHOTTKY),
        Measure(both("TP2 3V3"), both("TP3 GND"), None, 0.1, "V", 0.0),
        Measure(_wire(1), _wire(2), 4.7, 5.25, "V", 5.0),
        Measure(both("TP6 L0"), both("TP3 GND"), None, 0.1, "V", 0.0),
        Measure(both("TP7 D0"), both("TP3 GND"), None, 0.2, "V", 0.0),
    ]


def alive() -> list[Measure]:
    """Return what is measured with the Pico in its socket and its USB cable plugged in, SW1 at USB, no panel."""
    rail = power_table.rail_mv(5000, 60, power_table.POLYFUSE_OHM[1])
    low = 3.3 * _ohm("series") / (_ohm("series") + _ohm("pull_up"))
    at_rest = (_wire(5)[0] + ", at rest", _wire(5)[1] + ", en reposo")
    joined = ("Pico pin 4, J1 wire 5 joined to GND", "Pico patilla 4, J1 hilo 5 unido a GND")
    return [
        Measure(both("TP1 +5V"), both("TP3 GND"), power_table.BUFFER_MV / 1000, 5.25, "V", rail / 1000),
        Measure(both("TP2 3V3"), both("TP3 GND"), 3.2, 3.4, "V", 3.3),
        Measure(at_rest, both("TP3 GND"), 3.1, 3.4, "V", 3.3),
        Measure(joined, both("TP3 GND"), None, 0.5, "V", low),
    ]
