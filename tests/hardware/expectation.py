"""What must be joined to what, said a second time: from the pin map and the data sheets, not from the generator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tapete_console import pins

PICO = {
    0: 1,
    1: 2,
    2: 4,
    3: 5,
    4: 6,
    5: 7,
    6: 9,
    7: 10,
    8: 11,
    9: 12,
    10: 14,
    11: 15,
    12: 16,
    13: 17,
    14: 19,
    15: 20,
    16: 21,
    17: 22,
    18: 24,
    19: 25,
    20: 26,
    21: 27,
    22: 29,
    26: 31,
    27: 32,
    28: 34,
}
"""Header pin of each GPIO (Raspberry Pi Pico data sheet, figure 2)."""

PICO_GROUNDS = (3, 8, 13, 18, 23, 28, 33, 38)
GATES = (("2", "3", "1"), ("5", "6", "4"), ("9", "8", "10"), ("12", "11", "13"))
"""Input, output and enable of the four gates of a 74AHCT125 (TI SCLS264)."""

GUARDS = ("1", "3", "4", "6")
"""Lines of an SRV05-4 in SOT-23-6 (Littelfuse); 2 is ground, 5 stays open."""

BUTTONS = ("MINUS", "PLUS", "LOCK", "ROLL")
Net = frozenset[tuple[str, str]]


@dataclass(frozen=True)
class PinMap:
    """The numbers of `pins.py`, so that a test can change one."""

    buttons: Sequence[Sequence[int]] = pins.BUTTONS
    chains: Sequence[int] = pins.CHAINS
    bridge: int = pins.BRIDGE
    nets: dict[str, set[tuple[str, str]]] = field(default_factory=dict, compare=False)

    def join(self, net: str, *ends: str) -> None:
        """Add ends, written `U1.4`, to a net."""
        for end in ends:
            reference, pin = end.split(".")
            self.nets.setdefault(net, set()).add((reference, pin))


def nets(pin_map: PinMap) -> dict[str, Net]:
    """Return every net of a console with four panels and the bridge, by the name KiCad gives it."""
    wires = PinMap(pin_map.buttons, pin_map.chains, pin_map.bridge)
    for panel in range(4):
        hundred = 100 * (panel + 1)
        for place, name in enumerate(BUTTONS):
            gpio = PICO[pin_map.buttons[panel][place]]
            row, ten = f"/P{panel}_{name}", 10 * (panel + 1)
            ends = (f"J{panel + 1}.{5 + place}", f"J{hundred + 1}.{5 + place}", f"SW{hundred + 1 + place}.1")
            wires.join(row, *ends, f"RN{11 + panel}.{2 * place + 1}", f"D{11 + panel}.{GUARDS[place]}")
            wires.join(f"{row}_IN", f"U1.{gpio}", f"RN{11 + panel}.{2 * place + 2}", f"RN{21 + panel}.{place + 2}", f"C{ten + place + 1}.1")
            wires.join("GND", f"SW{hundred + 1 + place}.2", f"C{ten + place + 1}.2")
        wires.join("/3V3", f"RN{21 + panel}.1")
        wires.join("GND", f"D{11 + panel}.2")
        inward, outward, enable = GATES[panel]
        wires.join(f"/P{panel}_LOGIC", f"U1.{PICO[pin_map.chains[panel]]}", f"U2.{inward}", f"RN1.{2 + panel}", f"TP{6 + 2 * panel}.1")
        wires.join(f"/P{panel}_DRIVE", f"U2.{outward}", f"R{11 + panel}.1")
        wires.join(
            f"/P{panel}_DATA", f"R{11 + panel}.2", f"J{panel + 1}.3", f"J{hundred + 1}.3", f"R{hundred + 1}.1", f"TP{7 + 2 * panel}.1"
        )
        wires.join(f"/Panel {panel}/COUNTER_IN", f"R{hundred + 1}.2", f"DS{hundred + 1}.2")
        wires.join(f"/Panel {panel}/DIE_IN", f"DS{hundred + 1}.3", f"DS{hundred + 2}.2")
        wires.join(f"/Panel {panel}/PRIVATE_IN", f"DS{hundred + 2}.3", f"DS{hundred + 3}.2")
        wires.join("GND", f"U2.{enable}")
        wires.join("+5V", f"F{11 + panel}.1")
        wires.join(f"/P{panel}_5V", f"F{11 + panel}.2")
        for chain in range(1, 4):
            wires.join(f"/P{panel}_5V", f"DS{hundred + chain}.1")
            wires.join("GND", f"DS{hundred + chain}.4")
        for connector in (f"J{panel + 1}", f"J{hundred + 1}"):
            wires.join(f"/P{panel}_5V", f"{connector}.1")
            wires.join("GND", f"{connector}.2", f"{connector}.4")
    wires.join("/BRIDGE_LOGIC", f"U1.{PICO[pin_map.bridge]}", "U3.2", "RN1.6", "TP14.1")
    wires.join("GND", "RN1.1")
    wires.join("/BRIDGE_DRIVE", "U3.3", "R15.1")
    wires.join("/BRIDGE_DATA", "R15.2", "J5.2", "R1.1", "TP15.1")
    wires.join("/BRIDGE_IN", "R1.2", "DS1.2")
    wires.join("/BRIDGE_5V", "F15.2", "J5.1", "DS1.1")
    wires.join("+5V", "C1.1", "C2.1", "U2.14", "U3.14", "U3.4", "U3.10", "U3.13", "F15.1", "R17.1", "TP1.1", "Q4.2", "C7.2")
    wires.join("GND", "J5.3", "DS1.4", "C1.2", "C2.2", "U2.7", "U3.7", "U3.1", "U3.5", "U3.9", "U3.12", "J6.2", "J7.2")
    wires.join("GND", *(f"U1.{pin}" for pin in PICO_GROUNDS), "C4.2", "D2.2", "R16.2", "LED1.1", "SW2.2", "TP3.1")
    wires.join("GND", "R19.2", "R22.2", "R23.2", "U4.3", "D4.2")
    wires.join("/3V3", "U1.36", "TP2.1")
    wires.join("/RUN", "U1.30", "SW2.1")
    wires.join("/LIGHT", "R17.2", "LED1.2")
    wires.join("/USB_5V", "U1.40", "F2.1")
    wires.join("/USB_FUSED", "F2.2", "J8.1", "SW1.1")
    wires.join("/BRICK_IN", "J6.1", "J7.1", "F1.1")
    wires.join("/BRICK_FUSED", "F1.2", "Q1.2")
    wires.join("/GATE", "Q1.1", "R16.1", "D3.2")
    # Over-voltage: TL431 (K, REF, A), MMBT3906 (B, E, C), AOD4185 (G, D, S).
    wires.join("/BRICK_GUARDED", "Q1.3", "D3.1", "Q2.3", "C5.1", "Q3.2", "R21.2", "R18.1")
    wires.join("/CUT_LEVEL", "R18.2", "R19.1", "U4.2")
    wires.join("/CUT_CATHODE", "U4.1", "R20.1")
    wires.join("/CUT_BASE", "R20.2", "R21.1", "Q3.1")
    wires.join("/CUT_GATE", "Q3.3", "Q2.1", "R22.1", "C5.2")
    wires.join("/BRICK_5V", "Q2.2", "D2.1", "C4.1", "J8.3", "SW1.3", "D1.2", "TP4.1")
    wires.join("/CHOSEN", "J8.2", "SW1.2", "Q4.3", "C6.1")
    wires.join("/RISE_GATE", "Q4.1", "R23.1", "C6.2", "C7.1", "D4.1")
    wires.join("/VSYS", "D1.1", "U1.39", "TP5.1")
    return {name: frozenset(ends) for name, ends in wires.nets.items()}


def differences(expected: dict[str, Net], found: dict[str, Net]) -> list[str]:
    """Return what a drawing has otherwise than it should, one sentence a net."""
    wrong = [f"{name} is missing" for name in sorted(expected.keys() - found.keys())]
    wrong += [f"{name} is too much: {sorted(found[name])}" for name in sorted(found.keys() - expected.keys())]
    for name in sorted(expected.keys() & found.keys()):
        if expected[name] != found[name]:
            wrong.append(f"{name}: lacks {sorted(expected[name] - found[name])}, has too much {sorted(found[name] - expected[name])}")
    return wrong
