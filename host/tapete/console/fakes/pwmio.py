"""Fake `pwmio`: one output, whose frequency and duty a test reads from `simhw.TONES`."""

import simhw


class PWMOut:
    """Square waves on a pin; what it does is written down when its duty changes."""

    def __init__(self, pin, *, duty_cycle=0, frequency=500, variable_frequency=False):
        simhw.claim(pin.n, "PWM")
        self._variable = variable_frequency
        self._frequency = frequency
        self._duty = duty_cycle

    @property
    def frequency(self):
        return self._frequency

    @frequency.setter
    def frequency(self, hertz):
        if not self._variable or not 8 <= hertz <= 62500000:
            raise ValueError("Invalid PWM frequency")
        self._frequency = hertz

    @property
    def duty_cycle(self):
        return self._duty

    @duty_cycle.setter
    def duty_cycle(self, duty):
        self._duty = duty
        simhw.TONES.append((simhw.now_ms(), self._frequency if duty else 0))
