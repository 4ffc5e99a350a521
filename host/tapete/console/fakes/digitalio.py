"""Fake `digitalio`: single pins, with the Pico's refusals (a pin in use, a pull on an output, a floating input)."""

import simhw
from microcontroller import Pin


class Direction:
    INPUT = "digitalio.Direction.INPUT"
    OUTPUT = "digitalio.Direction.OUTPUT"


class Pull:
    UP = "digitalio.Pull.UP"
    DOWN = "digitalio.Pull.DOWN"


class DriveMode:
    PUSH_PULL = "digitalio.DriveMode.PUSH_PULL"
    OPEN_DRAIN = "digitalio.DriveMode.OPEN_DRAIN"


class DigitalInOut:
    """A pin as input or output. `deinit` or the end of a `with` block gives it back."""

    __slots__ = ("_direction", "_drive_mode", "_output", "_pin", "_pull")

    def __init__(self, pin: Pin) -> None:
        if not isinstance(pin, Pin):
            raise TypeError("pin must be of type Pin")
        simhw.claim(pin.n, "digitalio")
        self._pin: "Pin | None" = pin
        self._direction = Direction.INPUT
        self._pull: "str | None" = None
        self._drive_mode = DriveMode.PUSH_PULL
        self._output = False

    def __enter__(self) -> "DigitalInOut":
        return self

    def __exit__(self, *exc: object) -> None:
        self.deinit()

    def deinit(self) -> None:
        """Give the pin back."""
        if self._pin is not None:
            simhw.release(self._pin.n)
            self._pin = None

    def _live(self) -> Pin:
        if self._pin is None:
            raise ValueError("Object has been deinitialized and can no longer be used. Create a new object.")
        return self._pin

    def switch_to_input(self, pull: "str | None" = None) -> None:
        """Make it an input, with a pull or without."""
        self._live()
        self._direction = Direction.INPUT
        self.pull = pull

    def switch_to_output(self, value: bool = False, drive_mode: str = DriveMode.PUSH_PULL) -> None:
        """Make it an output that shows `value`."""
        self._live()
        self._direction = Direction.OUTPUT
        self._pull = None
        self._drive_mode = drive_mode
        self._output = bool(value)

    @property
    def direction(self) -> str:
        self._live()
        return self._direction

    @direction.setter
    def direction(self, direction: str) -> None:
        if direction == Direction.INPUT:
            self.switch_to_input()
        elif direction == Direction.OUTPUT:
            self.switch_to_output()
        else:
            raise ValueError("Invalid direction.")

    @property
    def value(self) -> bool:
        pin = self._live()
        if self._direction == Direction.OUTPUT:
            return self._output
        simhw.poll()
        if self._pull is None and pin.n not in (23, 24, 25):  # on the board itself those three are wired to something
            raise simhw.WouldBlock("GP%d floats: an input without a pull reads anything" % pin.n)
        return simhw.LEVEL[pin.n]

    @value.setter
    def value(self, high: bool) -> None:
        self._live()
        if self._direction != Direction.OUTPUT:
            raise AttributeError("Cannot set value when direction is input.")
        self._output = bool(high)

    @property
    def pull(self) -> "str | None":
        self._live()
        if self._direction == Direction.OUTPUT:
            raise AttributeError("Pull not used when direction is output.")
        return self._pull

    @pull.setter
    def pull(self, pull: "str | None") -> None:
        self._live()
        if self._direction == Direction.OUTPUT:
            raise AttributeError("Pull not used when direction is output.")
        if pull not in (None, Pull.UP, Pull.DOWN):
            raise ValueError("Unsupported pull value.")
        self._pull = pull

    @property
    def drive_mode(self) -> str:
        self._live()
        if self._direction == Direction.INPUT:
            raise AttributeError("Drive mode not used when direction is input.")
        return self._drive_mode

    def frame(self, grb: bytes) -> None:
        """Not CircuitPython's: `neopixel_write` sends a frame out here. Raises ValueError while the pin is no output."""
        pin = self._live()
        if self._direction != Direction.OUTPUT:
            raise ValueError("GP%d is no output" % pin.n)
        simhw.frame(pin.n, grb)
