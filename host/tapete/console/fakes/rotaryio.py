"""Fake `rotaryio`: a knob that `simhw.KNOB` turns."""

import simhw


class IncrementalEncoder:
    """A rotary encoder on two pins that lie beside each other."""

    def __init__(self, pin_a, pin_b, divisor=4):
        if abs(pin_a.n - pin_b.n) != 1:
            raise RuntimeError("Pins must be sequential")
        simhw.claim(pin_a.n, "knob")
        simhw.claim(pin_b.n, "knob")

    @property
    def position(self):
        simhw.poll()
        return simhw.KNOB
