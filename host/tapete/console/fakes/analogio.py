"""Fake `analogio`: what a pin measures, against 3.3 V."""

import simhw
from microcontroller import Pin


class AnalogIn:
    """A pin as input of the converter; `value` is 0..65535. `deinit` or the end of a `with` block gives it back."""

    __slots__ = ("_pin",)

    def __init__(self, pin: Pin) -> None:
        if not isinstance(pin, Pin):
            raise TypeError("pin must be of type Pin")
        if pin.n not in (26, 27, 28, 29):
            raise ValueError("Invalid pin")
        simhw.claim(pin.n, "analogio")
        self._pin: "Pin | None" = pin

    def __enter__(self) -> "AnalogIn":
        return self

    def __exit__(self, *exc: object) -> None:
        self.deinit()

    def deinit(self) -> None:
        """Give the pin back."""
        if self._pin is not None:
            simhw.release(self._pin.n)
            self._pin = None

    @property
    def value(self) -> int:
        if self._pin is None:
            raise ValueError("Object has been deinitialized and can no longer be used. Create a new object.")
        return min(65535, max(0, simhw.millivolts_at(self._pin.n)) * 65535 // 3300)
