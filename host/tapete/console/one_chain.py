"""All pixels of a console on one wire: a Raspberry Pi drives one strip at a time, and that from a few pins only.

The chains of the panels lie one behind the other, the bridge strip last. The firmware opens and writes each as if it had a wire of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType

from msgspec import Struct


class PinHeader(Struct, frozen=True):
    """A Raspberry Pi's header: what its pixels may hang on, and the packages by which Blinka reaches pins and pixels.

    Attributes:
        pins: GPIOs that can drive pixels, the usual one first.
        driver: the module that writes pixels, by its `neopixel_write`.
        packages: for each module that is imported, the package that brings it.
        rootless: GPIOs for which no root is needed.
    """

    pins: tuple[int, ...]
    driver: str
    packages: dict[str, str]
    rootless: frozenset[int]


_PI_5 = "adafruit_raspberry_pi5_neopixel_write"

WS281X = PinHeader(
    (18, 12, 10, 21, 13, 19),
    "adafruit_blinka.microcontroller.bcm283x.neopixel",
    {"gpiod": "gpiod", "_rpi_ws281x": "rpi-ws281x"},
    frozenset({10}),
)
"""Up to the Pi 4: PWM, PCM or SPI, as rpi_ws281x has them. Two pins that both are PWM would be two strips, and Blinka drives one."""

RP1 = PinHeader(
    (18, *(pin for pin in range(2, 28) if pin != 18)),
    _PI_5,
    {"gpiod": "gpiod", _PI_5: "Adafruit-Blinka-Raspberry-Pi5-Neopixel"},
    frozenset(range(28)),
)
"""The Pi 5: its programmable pins drive pixels from any of them."""


class OneChain:
    """The wire.

    Args:
        pixels: all of them, 1 and more.
        write: sends this buffer out; it is the same object each time, because Blinka sets its driver up anew for another one.
        seen: gets the GP number of a chain and its bytes after they were written.
    """

    def __init__(self, pixels: int, write: Callable[[bytearray], None], seen: Callable[[int, bytes], None]) -> None:
        self.buffer = bytearray(3 * pixels)
        self._write, self._seen = write, seen
        self._opened = 0

    def open(self, number: int, length: int, order: str) -> Segment:
        """The next `length` pixels, in this order of colours. Raises ValueError where so many are not left."""
        at = self._opened
        if 3 * (at + length) > len(self.buffer):
            raise ValueError(f"{length} pixels more than the {len(self.buffer) // 3} of the one chain")
        self._opened += length
        return Segment(self, number, at, length, order)

    def show(self, number: int, octets: bytes) -> None:
        """Send all chains out; these bytes are the chain of that pin."""
        self._write(self.buffer)
        self._seen(number, octets)


class Segment:
    """One chain of the firmware: what it needs of `neopixel.NeoPixel`."""

    def __init__(self, chain: OneChain, number: int, at: int, length: int, order: str) -> None:
        self._chain, self._number, self._at, self._length = chain, number, at, length
        self._order = ["RGB".index(colour) for colour in order]

    def fill(self, colour: int) -> None:
        """Give all pixels a colour, 0xRRGGBB."""
        self[:] = [colour] * self._length

    def __setitem__(self, index: slice | int, colours: Sequence[int | tuple[int, int, int]] | tuple[int, int, int] | int) -> None:
        if isinstance(index, int):
            self._set(index % self._length, colours)  # type: ignore[arg-type]  # one colour for one pixel
            return
        for place, colour in zip(range(*index.indices(self._length)), colours, strict=True):  # type: ignore[arg-type]  # as many as pixels
            self._set(place, colour)

    def _set(self, place: int, colour: int | tuple[int, int, int]) -> None:
        parts = colour.to_bytes(3, "big") if isinstance(colour, int) else bytes(colour)
        first = 3 * (self._at + place)
        self._chain.buffer[first : first + 3] = bytes(parts[part] for part in self._order)

    def show(self) -> None:
        """Send it out, together with the rest of the wire."""
        self._chain.show(self._number, bytes(self._chain.buffer[3 * self._at : 3 * (self._at + self._length)]))


def module(chain: OneChain, number_of: Callable[[object], int]) -> ModuleType:
    """What the firmware imports as `neopixel`: each NeoPixel is a piece of this chain. `number_of` says which GP a pin stands for."""

    class NeoPixel(Segment):
        def __init__(self, pin: object, length: int, *, auto_write: bool = True, pixel_order: str = "GRB") -> None:
            made = chain.open(number_of(pin), length, pixel_order)
            self.__dict__.update(vars(made))

    made = ModuleType("neopixel")
    made.NeoPixel = NeoPixel  # type: ignore[attr-defined]  # a module of this process alone
    return made
