"""The parts that may hang beside a console: setting, pins, what goes together, and their words in hello. One file for all of it.

Two pairs of pins and one single pin are free of panels (`pins.FREE`), so not everything goes together; what comes over the two wires of
`BUS` shares them. settings.toml is checked, the board opened and the tables of the guide filled from here. Needed at the start alone.
"""

from __future__ import annotations

from tapete_console import pins

BUS = pins.DIGITS
"""SCL and SDA of the I2C bus; any number of parts share it."""


class Part:
    """One way to add something.

    Arguments: its `word` in hello and in `Settings.parts`; the `setting`, and the `value` that asks for it; the `ways` in which it may be
    wired, each as GPIOs, the first that is free counts; its `addresses` on the bus; the `model`, and the milliamperes `ma` that it takes.
    """

    def __init__(
        self, word: str, setting: str, value: int, ways: tuple[tuple[int, ...], ...], addresses: tuple[int, ...], model: str, ma: int
    ) -> None:
        self.word = word
        self.setting = setting
        self.value = value
        self.ways = ways
        self.addresses = addresses
        self.model = model
        self.ma = ma


PARTS = (
    Part("reader", "TAPETE_READER", 1, (pins.READER,), (), "PN532", 100),
    Part("digits", "TAPETE_DIGITS", 1, (BUS,), (0x70, 0x71, 0x72, 0x73), "HT16K33", 0),
    Part("encoder", "TAPETE_ENCODER", 1, (pins.KNOB, pins.READER), (), "EC11", 0),
    Part("bus_encoder", "TAPETE_ENCODER", 2, (BUS,), (0x36,), "seesaw", 0),
    Part("buzzer", "TAPETE_BUZZER", 1, ((pins.BUZZER,),), (), "", 0),
    Part("keys", "TAPETE_KEYS", 1, (BUS,), (0x20,), "MCP23017", 0),
)
"""In the order in which they get their pins. Currents of the others are small beside that of one pixel."""


def fitted(words: list[str]) -> tuple[dict[str, tuple[int, ...]], list[str]]:
    """Return the pins of each part that finds some, and the parts for which none are left."""
    taken: list[int] = []
    wires: dict[str, tuple[int, ...]] = {}
    left_out = []
    for part in PARTS:
        if part.word not in words:
            continue
        for way in part.ways:
            shared = way == BUS and BUS in wires.values()
            if shared or not [pin for pin in way if pin in taken]:
                wires[part.word] = way
                taken += list(way)
                break
        else:
            left_out.append(part.word)
    return wires, left_out


def by_word(word: str) -> Part:
    """Return the part of this word."""
    return [part for part in PARTS if part.word == word][0]
